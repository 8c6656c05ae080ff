#include "tree_construction.h"

/* The rules for tables: https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-intable and what follows. */

enum {
    /* What the stack is cleared back to. */
    TABLE_CONTEXT,
    TABLE_BODY_CONTEXT,
    TABLE_ROW_CONTEXT,
};

static bool is_row_group(int32_t tag) { return tag == RL_TAG_TBODY || tag == RL_TAG_TFOOT || tag == RL_TAG_THEAD; }

static bool is_cell(int32_t tag) { return tag == RL_TAG_TD || tag == RL_TAG_TH; }

static bool is_context(const rl_open_element *element, int context) {
    if (element->space != RL_HTML) return false;
    if (element->tag == RL_TAG_HTML || element->tag == RL_TAG_TEMPLATE) return true;
    if (context == TABLE_CONTEXT) return element->tag == RL_TAG_TABLE;
    return context == TABLE_BODY_CONTEXT ? is_row_group(element->tag) : element->tag == RL_TAG_TR;
}

static void clear_to(rl_builder *b, int context) {
    while (!is_context(rl_current(b), context)) rl_pop(b);
}

/* --- In table */

static bool foster(rl_builder *b) {
    b->foster_parenting = true;
    bool again = rl_in_body(b);
    b->foster_parenting = false;
    return again;
}

static bool current_takes_text(const rl_builder *b) {
    const rl_open_element *current = rl_current(b);
    return current->space == RL_HTML && (current->tag == RL_TAG_TABLE || is_row_group(current->tag) ||
                                         current->tag == RL_TAG_TEMPLATE || current->tag == RL_TAG_TR);
}

/* The "in table text" mode: the tokenizer gives all text up to the next tag at once. */
static bool text_in_table(rl_builder *b) {
    if (!current_takes_text(b)) return foster(b);
    if (b->tokenizer.token.has_nul) rl_drop_nul(b);
    if (!rl_is_space(b)) return foster(b);
    rl_insert_text(b, b->tokenizer.token.text);
    return false;
}

static bool start_part(rl_builder *b, rl_mode mode) {
    clear_to(b, TABLE_CONTEXT);
    rl_insert_token(b);
    b->mode = mode;
    return false;
}

static bool start_implied_part(rl_builder *b, int32_t tag, rl_mode mode) {
    clear_to(b, TABLE_CONTEXT);
    rl_insert_implied(b, tag);
    b->mode = mode;
    return true;
}

static bool close_table(rl_builder *b, bool again) {
    if (!rl_in_table_scope(b, RL_TAG_TABLE)) return false;
    rl_pop_until(b, RL_TAG_TABLE);
    rl_reset_insertion_mode(b);
    return again;
}

static bool start_form_in_table(rl_builder *b) {
    if (rl_innermost(b, RL_TAG_TEMPLATE) >= 0 || b->form >= 0) return false;
    b->form = b->columns->count;
    rl_insert_closed(b, RL_TAG_FORM, RL_HTML);
    return false;
}

static bool start_tag_in_table(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_CAPTION:
        clear_to(b, TABLE_CONTEXT);
        rl_insert_marker(b);
        return start_part(b, RL_IN_CAPTION);
    case RL_TAG_COLGROUP: return start_part(b, RL_IN_COLUMN_GROUP);
    case RL_TAG_COL: return start_implied_part(b, RL_TAG_COLGROUP, RL_IN_COLUMN_GROUP);
    case RL_TAG_TBODY:
    case RL_TAG_TFOOT:
    case RL_TAG_THEAD: return start_part(b, RL_IN_TABLE_BODY);
    case RL_TAG_TD:
    case RL_TAG_TH:
    case RL_TAG_TR: return start_implied_part(b, RL_TAG_TBODY, RL_IN_TABLE_BODY);
    case RL_TAG_TABLE: return close_table(b, true);
    case RL_TAG_STYLE:
    case RL_TAG_SCRIPT:
    case RL_TAG_TEMPLATE: return rl_start_tag_in_head(b);
    case RL_TAG_INPUT:
        if (!rl_is_hidden_input(b)) return foster(b);
        rl_insert_closed(b, RL_TAG_INPUT, RL_HTML);
        return false;
    case RL_TAG_FORM: return start_form_in_table(b);
    default: return foster(b);
    }
}

static bool end_tag_in_table(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_TABLE: return close_table(b, false);
    case RL_TAG_TEMPLATE: return rl_end_template(b);
    case RL_TAG_BODY:
    case RL_TAG_CAPTION:
    case RL_TAG_COL:
    case RL_TAG_COLGROUP:
    case RL_TAG_HTML:
    case RL_TAG_TBODY:
    case RL_TAG_TD:
    case RL_TAG_TFOOT:
    case RL_TAG_TH:
    case RL_TAG_THEAD:
    case RL_TAG_TR: return false;
    default: return foster(b);
    }
}

bool rl_in_table(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: return text_in_table(b);
    case RL_TOKEN_COMMENT: rl_insert_comment(b); return false;
    case RL_TOKEN_DOCTYPE: return false;
    case RL_TOKEN_START: return start_tag_in_table(b);
    case RL_TOKEN_END: return end_tag_in_table(b);
    case RL_TOKEN_EOF: break;
    }
    return rl_in_body(b);
}

/* --- In caption */

static bool is_table_part(const rl_builder *b) { return rl_categories(b->tokenizer.token.tag) & RL_TABLE_PART; }

static bool close_caption(rl_builder *b, bool again) {
    if (!rl_in_table_scope(b, RL_TAG_CAPTION)) return false;
    rl_generate_implied_end_tags(b, RL_NO_NAME);
    rl_pop_until(b, RL_TAG_CAPTION);
    rl_clear_to_last_marker(b);
    b->mode = RL_IN_TABLE;
    return again;
}

bool rl_in_caption(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind == RL_TOKEN_START && is_table_part(b)) return close_caption(b, true);
    if (token->kind != RL_TOKEN_END) return rl_in_body(b);
    if (token->tag == RL_TAG_CAPTION) return close_caption(b, false);
    if (token->tag == RL_TAG_TABLE) return close_caption(b, true);
    if (is_table_part(b) || token->tag == RL_TAG_BODY || token->tag == RL_TAG_HTML) return false;
    return rl_in_body(b);
}

/* --- In column group */

static bool close_column_group(rl_builder *b, bool again) {
    if (!rl_current_is(b, RL_TAG_COLGROUP)) return false;
    rl_pop(b);
    b->mode = RL_IN_TABLE;
    return again;
}

static bool text_in_column_group(rl_builder *b) {
    if (b->tokenizer.token.has_nul) rl_drop_nul(b);
    return !rl_insert_space(b) && close_column_group(b, true);
}

static bool start_tag_in_column_group(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_HTML: return rl_in_body(b);
    case RL_TAG_COL: rl_insert_closed(b, RL_TAG_COL, RL_HTML); return false;
    case RL_TAG_TEMPLATE: return rl_start_tag_in_head(b);
    default: return close_column_group(b, true);
    }
}

static bool end_tag_in_column_group(rl_builder *b) {
    switch (b->tokenizer.token.tag) {
    case RL_TAG_COLGROUP: return close_column_group(b, false);
    case RL_TAG_COL: return false;
    case RL_TAG_TEMPLATE: return rl_end_template(b);
    default: return close_column_group(b, true);
    }
}

bool rl_in_column_group(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: return text_in_column_group(b);
    case RL_TOKEN_COMMENT: rl_insert_comment(b); return false;
    case RL_TOKEN_DOCTYPE: return false;
    case RL_TOKEN_START: return start_tag_in_column_group(b);
    case RL_TOKEN_END: return end_tag_in_column_group(b);
    case RL_TOKEN_EOF: break;
    }
    return rl_in_body(b);
}

/* --- In table body */

static bool close_row_group(rl_builder *b, bool again) {
    clear_to(b, TABLE_BODY_CONTEXT);
    rl_pop(b);
    b->mode = RL_IN_TABLE;
    return again;
}

static bool has_row_group(const rl_builder *b) {
    return rl_in_table_scope(b, RL_TAG_TBODY) || rl_in_table_scope(b, RL_TAG_THEAD) ||
           rl_in_table_scope(b, RL_TAG_TFOOT);
}

static bool start_row(rl_builder *b, bool is_implied) {
    clear_to(b, TABLE_BODY_CONTEXT);
    if (is_implied) rl_insert_implied(b, RL_TAG_TR);
    else rl_insert_token(b);
    b->mode = RL_IN_ROW;
    return is_implied;
}

bool rl_in_table_body(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    int32_t tag = token->tag;
    if (token->kind == RL_TOKEN_START && is_table_part(b)) {
        if (tag == RL_TAG_TR || is_cell(tag)) return start_row(b, tag != RL_TAG_TR);
        return has_row_group(b) && close_row_group(b, true);
    }
    if (token->kind != RL_TOKEN_END) return rl_in_table(b);
    if (is_row_group(tag)) return rl_in_table_scope(b, tag) && close_row_group(b, false);
    if (tag == RL_TAG_TABLE) return has_row_group(b) && close_row_group(b, true);
    return rl_in_table(b);  /* which ignores the other parts of tables */
}

/* --- In row */

static bool close_row(rl_builder *b, bool again) {
    if (!rl_in_table_scope(b, RL_TAG_TR)) return false;
    clear_to(b, TABLE_ROW_CONTEXT);
    rl_pop(b);
    b->mode = RL_IN_TABLE_BODY;
    return again;
}

static bool start_cell(rl_builder *b) {
    clear_to(b, TABLE_ROW_CONTEXT);
    rl_insert_token(b);
    rl_insert_marker(b);
    b->mode = RL_IN_CELL;
    return false;
}

bool rl_in_row(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind == RL_TOKEN_START && is_table_part(b))
        return is_cell(token->tag) ? start_cell(b) : close_row(b, true);
    if (token->kind != RL_TOKEN_END) return rl_in_table(b);
    if (token->tag == RL_TAG_TR) return close_row(b, false);
    if (token->tag == RL_TAG_TABLE) return close_row(b, true);
    if (is_row_group(token->tag)) return rl_in_table_scope(b, token->tag) && close_row(b, true);
    return rl_in_table(b);
}

/* --- In cell */

/* The innermost cell, which is the one that is open. */
static bool close_cell(rl_builder *b, int32_t tag, bool again) {
    rl_generate_implied_end_tags(b, RL_NO_NAME);
    rl_pop_until(b, tag);
    rl_clear_to_last_marker(b);
    b->mode = RL_IN_ROW;
    return again;
}

static bool close_any_cell(rl_builder *b) {
    int32_t tag = rl_innermost(b, RL_TAG_TD) > rl_innermost(b, RL_TAG_TH) ? RL_TAG_TD : RL_TAG_TH;
    return close_cell(b, tag, true);
}

static bool has_cell(const rl_builder *b) {
    return rl_in_table_scope(b, RL_TAG_TD) || rl_in_table_scope(b, RL_TAG_TH);
}

static bool end_tag_in_cell(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag;
    switch (tag) {
    case RL_TAG_TD:
    case RL_TAG_TH: return rl_in_table_scope(b, tag) && close_cell(b, tag, false);
    case RL_TAG_TABLE:
    case RL_TAG_TBODY:
    case RL_TAG_TFOOT:
    case RL_TAG_THEAD:
    case RL_TAG_TR: return rl_in_table_scope(b, tag) && close_any_cell(b);
    case RL_TAG_BODY:
    case RL_TAG_CAPTION:
    case RL_TAG_COL:
    case RL_TAG_COLGROUP:
    case RL_TAG_HTML: return false;
    default: return rl_in_body(b);
    }
}

bool rl_in_cell(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind == RL_TOKEN_END) return end_tag_in_cell(b);
    if (token->kind == RL_TOKEN_START && is_table_part(b)) return has_cell(b) && close_any_cell(b);
    return rl_in_body(b);
}
