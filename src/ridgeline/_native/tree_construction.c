#include "tree_construction.h"

#include <string.h>

/* --- Text */

/* Remove the white space that the text of the token begins with, and return it. */
static rl_slice split_space(rl_builder *b) {
    rl_token *token = &b->tokenizer.token;
    const uint8_t *bytes = rl_bytes(b->columns, token->text);
    uint32_t length = 0;
    while (length < token->text.length && RL_BYTE_CLASS[bytes[length]] & RL_BYTE_SPACE) length++;
    rl_slice space = {token->text.offset, length};
    if (token->text.offset == token->start) token->start += length;
    token->text = (rl_slice){space.offset + length, token->text.length - length};
    return space;
}

bool rl_is_space(const rl_builder *b) {
    rl_slice text = b->tokenizer.token.text;
    const uint8_t *bytes = rl_bytes(b->columns, text);
    for (uint32_t i = 0; i < text.length; i++)
        if (!(RL_BYTE_CLASS[bytes[i]] & RL_BYTE_SPACE)) return false;
    return true;
}

/* Keep the bytes of the text that belong to a class, or those that do not. */
static void filter(rl_builder *b, bool (*is_kept)(uint8_t byte)) {
    rl_columns *columns = b->columns;
    rl_token *token = &b->tokenizer.token;
    uint8_t *kept = rl_extra_reserve(columns, token->text.length);
    const uint8_t *bytes = rl_bytes(columns, token->text);
    uint32_t size = 0;
    for (uint32_t i = 0; i < token->text.length; i++)
        if (is_kept(bytes[i])) kept[size++] = bytes[i];
    token->text = rl_extra_keep(columns, size);
    token->has_nul = false;
}

static bool is_not_nul(uint8_t byte) { return byte != 0; }
static bool is_space(uint8_t byte) { return (RL_BYTE_CLASS[byte] & RL_BYTE_SPACE) != 0; }

void rl_drop_nul(rl_builder *b) { filter(b, is_not_nul); }

bool rl_is_hidden_input(const rl_builder *b) {
    int32_t type = rl_token_attribute(&b->tokenizer, RL_ATTRIBUTE_TYPE);
    if (type < 0) return false;
    rl_slice value = b->columns->attribute_value[type];
    const uint8_t *bytes = rl_bytes(b->columns, value);
    for (size_t i = 0; i < 6; i++)
        if (value.length != 6 || RL_LOWER[bytes[i]] != (uint8_t)"hidden"[i]) return false;
    return true;
}

bool rl_insert_space(rl_builder *b) {
    rl_token *token = &b->tokenizer.token;
    uint32_t start = token->start, stop = token->stop;
    rl_slice space = split_space(b);
    uint32_t border = token->start;  /* where it was before, if the text does not stand in the source so */
    token->start = start;
    if (border > start) token->stop = border;
    rl_insert_text(b, space);
    token->start = border;
    token->stop = stop;
    return token->text.length == 0;
}

void rl_parse_raw_text(rl_builder *b, rl_tokenizer_state state) {
    rl_insert_raw_text(b);
    b->tokenizer.state = state;
    b->original_mode = b->mode;
    b->mode = RL_TEXT_MODE;
}

/* --- Before the body */

static bool is_root_or_break(int32_t tag) {
    return tag == RL_TAG_HEAD || tag == RL_TAG_BODY || tag == RL_TAG_HTML || tag == RL_TAG_BR;
}

/* Whether a mode in front of the head ignores the token: white space, comments, doctypes, most end tags. */
static bool is_ignored_before_head(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind == RL_TOKEN_TEXT) {
        split_space(b);
        return token->text.length == 0;
    }
    return token->kind == RL_TOKEN_COMMENT || token->kind == RL_TOKEN_DOCTYPE ||
           (token->kind == RL_TOKEN_END && !is_root_or_break(token->tag));
}

static bool initial(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind == RL_TOKEN_DOCTYPE) {
        b->quirks = token->quirks;
        b->mode = RL_BEFORE_HTML;
        return false;
    }
    if (token->kind != RL_TOKEN_END && is_ignored_before_head(b)) return false;
    b->quirks = true;
    b->mode = RL_BEFORE_HTML;
    return true;
}

static bool before_html(rl_builder *b) {
    if (is_ignored_before_head(b)) return false;
    bool is_html = rl_is_start(b, RL_TAG_HTML);
    int32_t row = rl_create(b, RL_TAG_HTML, RL_HTML, is_html ? rl_take_attributes(b) : (rl_slice){0, 0});
    if (!is_html) b->columns->stop[row] = b->columns->start[row];
    rl_push(b, row);
    b->mode = RL_BEFORE_HEAD;
    return !is_html;
}

static bool before_head(rl_builder *b) {
    if (is_ignored_before_head(b)) return false;
    if (rl_is_start(b, RL_TAG_HTML)) return rl_in_body(b);
    bool is_head = rl_is_start(b, RL_TAG_HEAD);
    b->head = is_head ? rl_insert_token(b) : rl_insert_implied(b, RL_TAG_HEAD);
    b->mode = RL_IN_HEAD_MODE;
    return !is_head;
}

static void start_template(rl_builder *b) {
    int32_t row = rl_insert_token(b);
    b->frameset_ok = false;
    b->is_out_of_order = true;  /* what it holds does not stay */
    if (!rl_is_open(b, row) || b->template_count == b->template_room) return;
    rl_insert_marker(b);
    b->mode = RL_IN_TEMPLATE;
    b->template_modes[b->template_count++] = RL_IN_TEMPLATE;
}

bool rl_start_tag_in_head(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_TITLE: rl_parse_raw_text(b, RL_RCDATA); break;
    case RL_TAG_NOFRAMES:
    case RL_TAG_STYLE: rl_parse_raw_text(b, RL_RAWTEXT); break;
    case RL_TAG_SCRIPT: rl_parse_raw_text(b, RL_SCRIPT_DATA); break;
    case RL_TAG_TEMPLATE: start_template(b); break;
    default: rl_insert_closed(b, b->tokenizer.token.tag, RL_HTML); break;
    }
    return false;
}

static void leave_template(rl_builder *b) {
    rl_pop_until(b, RL_TAG_TEMPLATE);
    rl_clear_to_last_marker(b);
    if (b->template_count) b->template_count--;
    rl_reset_insertion_mode(b);
}

bool rl_end_template(rl_builder *b) {
    if (rl_innermost(b, RL_TAG_TEMPLATE) < 0) return false;
    rl_generate_implied_end_tags_thoroughly(b);
    leave_template(b);
    return false;
}

bool rl_end_of_template(rl_builder *b) {
    if (rl_innermost(b, RL_TAG_TEMPLATE) < 0) return false;
    leave_template(b);
    return true;
}

static bool anything_else_in_head(rl_builder *b) {
    rl_pop(b);
    b->mode = RL_AFTER_HEAD;
    return true;
}

static bool start_noscript(rl_builder *b) {
    rl_insert_token(b);
    b->mode = RL_IN_HEAD_NOSCRIPT;
    return false;
}

static bool end_tag_in_head(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_HEAD:
        rl_pop(b);
        b->mode = RL_AFTER_HEAD;
        return false;
    case RL_TAG_TEMPLATE: return rl_end_template(b);
    case RL_TAG_BODY:
    case RL_TAG_HTML:
    case RL_TAG_BR: return anything_else_in_head(b);
    default: return false;
    }
}

bool rl_in_head(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag;
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: return !rl_insert_space(b) && anything_else_in_head(b);
    case RL_TOKEN_COMMENT: rl_insert_comment(b); return false;
    case RL_TOKEN_DOCTYPE: return false;
    case RL_TOKEN_END: return end_tag_in_head(b);
    case RL_TOKEN_START:
        if (rl_categories(tag) & RL_IN_HEAD) return rl_start_tag_in_head(b);
        if (tag == RL_TAG_HTML) return rl_in_body(b);
        if (tag == RL_TAG_NOSCRIPT) return start_noscript(b);
        if (tag == RL_TAG_HEAD) return false;
        break;
    case RL_TOKEN_EOF: break;
    }
    return anything_else_in_head(b);
}

static bool leave_noscript(rl_builder *b, bool again) {
    rl_pop(b);
    b->mode = RL_IN_HEAD_MODE;
    return again;
}

static bool start_tag_in_noscript(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_HTML: return rl_in_body(b);
    case RL_TAG_BASEFONT:
    case RL_TAG_BGSOUND:
    case RL_TAG_LINK:
    case RL_TAG_META:
    case RL_TAG_NOFRAMES:
    case RL_TAG_STYLE: return rl_start_tag_in_head(b);
    case RL_TAG_HEAD:
    case RL_TAG_NOSCRIPT: return false;
    default: return leave_noscript(b, true);
    }
}

static bool in_head_noscript(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: return !rl_insert_space(b) && leave_noscript(b, true);
    case RL_TOKEN_COMMENT: rl_insert_comment(b); return false;
    case RL_TOKEN_DOCTYPE: return false;
    case RL_TOKEN_START: return start_tag_in_noscript(b);
    case RL_TOKEN_END:
        if (rl_is_end(b, RL_TAG_NOSCRIPT)) return leave_noscript(b, false);
        return rl_is_end(b, RL_TAG_BR) && leave_noscript(b, true);
    case RL_TOKEN_EOF: break;
    }
    return leave_noscript(b, true);
}

/* After the head, what belongs into it is put there still. */
static bool start_tag_for_head(rl_builder *b) {
    int32_t before = b->columns->count;
    rl_push(b, b->head);
    rl_start_tag_in_head(b);
    if (b->nodes[b->head].next >= 0 && b->columns->count > before) b->is_out_of_order = true;
    int32_t place = rl_find_open(b, b->head);
    bool was_in_order = !b->is_out_of_order;
    rl_remove_open(b, place);
    if (was_in_order) b->is_out_of_order = false;  /* the head stays where it is */
    return false;
}

static bool start_body(rl_builder *b, bool again) {
    if (again) rl_insert_implied(b, RL_TAG_BODY);
    else rl_insert_token(b);
    if (!again) b->frameset_ok = false;
    b->mode = RL_IN_BODY;
    return again;
}

static bool start_tag_after_head(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag;
    switch (tag) {
    case RL_TAG_HTML: return rl_in_body(b);
    case RL_TAG_BODY: return start_body(b, false);
    case RL_TAG_FRAMESET:
        rl_insert_token(b);
        b->mode = RL_IN_FRAMESET;
        return false;
    case RL_TAG_HEAD: return false;
    default: return rl_categories(tag) & RL_IN_HEAD ? start_tag_for_head(b) : start_body(b, true);
    }
}

static bool after_head(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    switch (token->kind) {
    case RL_TOKEN_TEXT: return !rl_insert_space(b) && start_body(b, true);
    case RL_TOKEN_COMMENT: rl_insert_comment(b); return false;
    case RL_TOKEN_DOCTYPE: return false;
    case RL_TOKEN_START: return start_tag_after_head(b);
    case RL_TOKEN_END:
        if (token->tag == RL_TAG_TEMPLATE) return rl_end_template(b);
        return is_root_or_break(token->tag) && token->tag != RL_TAG_HEAD && start_body(b, true);
    case RL_TOKEN_EOF: break;
    }
    return start_body(b, true);
}

/* --- Raw text */

static bool text_mode(rl_builder *b) {
    if (b->tokenizer.token.kind == RL_TOKEN_TEXT) {
        rl_insert_text(b, b->tokenizer.token.text);
        return false;
    }
    rl_pop(b);
    b->mode = b->original_mode;
    return b->tokenizer.token.kind == RL_TOKEN_EOF;
}

/* --- Templates */

static rl_mode mode_in_template(int32_t tag) {
    switch (tag) {
    case RL_TAG_CAPTION:
    case RL_TAG_COLGROUP:
    case RL_TAG_TBODY:
    case RL_TAG_TFOOT:
    case RL_TAG_THEAD: return RL_IN_TABLE;
    case RL_TAG_COL: return RL_IN_COLUMN_GROUP;
    case RL_TAG_TR: return RL_IN_TABLE_BODY;
    case RL_TAG_TD:
    case RL_TAG_TH: return RL_IN_ROW;
    default: return RL_IN_BODY;
    }
}

static bool in_template(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    switch (token->kind) {
    case RL_TOKEN_START:
        if (rl_categories(token->tag) & RL_IN_HEAD) return rl_start_tag_in_head(b);
        b->mode = mode_in_template(token->tag);
        if (b->template_count) b->template_modes[b->template_count - 1] = (uint8_t)b->mode;
        return true;
    case RL_TOKEN_END: return token->tag == RL_TAG_TEMPLATE && rl_end_template(b);
    case RL_TOKEN_EOF: return rl_end_of_template(b);
    default: return rl_in_body(b);
    }
}

/* --- After the body */

static bool back_to_body(rl_builder *b) {
    b->mode = RL_IN_BODY;
    return true;
}

static bool after_body(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: return rl_is_space(b) ? rl_in_body(b) : back_to_body(b);
    case RL_TOKEN_START: return rl_is_start(b, RL_TAG_HTML) ? rl_in_body(b) : back_to_body(b);
    case RL_TOKEN_END:
        if (!rl_is_end(b, RL_TAG_HTML)) return back_to_body(b);
        b->mode = RL_AFTER_AFTER_BODY;
        return false;
    default: return false;
    }
}

static bool after_after_body(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: return rl_is_space(b) ? rl_in_body(b) : back_to_body(b);
    case RL_TOKEN_START: return rl_is_start(b, RL_TAG_HTML) ? rl_in_body(b) : back_to_body(b);
    case RL_TOKEN_END: return back_to_body(b);
    default: return false;
    }
}

/* --- Framesets */

/* Of text in framesets only the white space stays. */
static void insert_space_only(rl_builder *b) {
    if (!rl_is_space(b)) filter(b, is_space);
    rl_insert_text(b, b->tokenizer.token.text);
}

static bool start_tag_in_frameset(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_HTML: return rl_in_body(b);
    case RL_TAG_FRAMESET: rl_insert_token(b); break;
    case RL_TAG_FRAME: rl_insert_closed(b, RL_TAG_FRAME, RL_HTML); break;
    case RL_TAG_NOFRAMES: return rl_start_tag_in_head(b);
    default: break;
    }
    return false;
}

static bool in_frameset(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: insert_space_only(b); break;
    case RL_TOKEN_COMMENT: rl_insert_comment(b); break;
    case RL_TOKEN_START: return start_tag_in_frameset(b);
    case RL_TOKEN_END:
        if (!rl_is_end(b, RL_TAG_FRAMESET) || b->depth <= 1) break;
        rl_pop(b);
        if (!rl_current_is(b, RL_TAG_FRAMESET)) b->mode = RL_AFTER_FRAMESET;
        break;
    default: break;
    }
    return false;
}

static bool after_frameset(rl_builder *b) {
    if (b->tokenizer.token.kind == RL_TOKEN_TEXT) insert_space_only(b);
    else if (b->tokenizer.token.kind == RL_TOKEN_COMMENT) rl_insert_comment(b);
    else if (rl_is_start(b, RL_TAG_HTML)) return rl_in_body(b);
    else if (rl_is_start(b, RL_TAG_NOFRAMES)) return rl_start_tag_in_head(b);
    else if (rl_is_end(b, RL_TAG_HTML)) b->mode = RL_AFTER_AFTER_FRAMESET;
    return false;
}

static bool after_after_frameset(rl_builder *b) {
    if (b->tokenizer.token.kind == RL_TOKEN_TEXT) insert_space_only(b);
    else if (rl_is_start(b, RL_TAG_HTML)) return rl_in_body(b);
    else if (rl_is_start(b, RL_TAG_NOFRAMES)) return rl_start_tag_in_head(b);
    return false;
}

/* --- The dispatcher */

static bool in_mode(rl_builder *b) {
    switch (b->mode) {
    case RL_INITIAL: return initial(b);
    case RL_BEFORE_HTML: return before_html(b);
    case RL_BEFORE_HEAD: return before_head(b);
    case RL_IN_HEAD_MODE: return rl_in_head(b);
    case RL_IN_HEAD_NOSCRIPT: return in_head_noscript(b);
    case RL_AFTER_HEAD: return after_head(b);
    case RL_IN_BODY: return rl_in_body(b);
    case RL_TEXT_MODE: return text_mode(b);
    case RL_IN_TABLE: return rl_in_table(b);
    case RL_IN_CAPTION: return rl_in_caption(b);
    case RL_IN_COLUMN_GROUP: return rl_in_column_group(b);
    case RL_IN_TABLE_BODY: return rl_in_table_body(b);
    case RL_IN_ROW: return rl_in_row(b);
    case RL_IN_CELL: return rl_in_cell(b);
    case RL_IN_TEMPLATE: return in_template(b);
    case RL_AFTER_BODY: return after_body(b);
    case RL_IN_FRAMESET: return in_frameset(b);
    case RL_AFTER_FRAMESET: return after_frameset(b);
    case RL_AFTER_AFTER_BODY: return after_after_body(b);
    case RL_AFTER_AFTER_FRAMESET: return after_after_frameset(b);
    }
    return false;
}

/* A newline right after the start tag of `pre` or `textarea` is not part of it. */
static void skip_newline(rl_builder *b) {
    rl_token *token = &b->tokenizer.token;
    b->skip_newline = false;
    if (token->kind != RL_TOKEN_TEXT || *rl_bytes(b->columns, token->text) != '\n') return;
    if (token->text.offset == token->start) token->start++;
    token->text.offset++;
    token->text.length--;
}

/* Tags that are not followed: start tags with one name too many, end tags of elements that were not opened. */
static bool is_dropped(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind == RL_TOKEN_START && token->tag < 0) {
        b->columns->cuts |= RL_CUT_DEPTH;
        return true;
    }
    if (token->kind != RL_TOKEN_END || token->tag < 0 || !b->unopened[token->tag]) return false;
    b->unopened[token->tag]--;
    /* Its text became that of its siblings: where it parted paragraphs, an empty one still does. */
    if (rl_properties(token->tag) & RL_BLOCK) rl_insert_closed(b, token->tag, RL_HTML);
    return true;
}

void rl_construct(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (b->name_count < RL_FIXED_NAMES + b->tokenizer.tags.count) rl_follow_names(b);
    if (b->skip_newline) skip_newline(b);
    if ((token->kind == RL_TOKEN_TEXT && !token->text.length) || is_dropped(b)) return;
    b->token_is_used = false;
    if (!rl_is_foreign(b) || rl_in_foreign_content(b))
        while (in_mode(b)) {}
    if (token->kind == RL_TOKEN_START && !b->token_is_used) b->columns->attribute_count = token->first_attribute;
    b->tokenizer.cdata_allowed = b->depth && rl_current(b)->space != RL_HTML;
}
