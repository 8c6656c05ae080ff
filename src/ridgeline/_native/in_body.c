#include "tree_construction.h"

/* The rules for the "in body" insertion mode:
   https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody */

enum { MAX_MERGED = 64 };  /* attributes of html and body, to which later tags may add theirs */

/* --- Text */

static void text(rl_builder *b) {
    if (b->tokenizer.token.has_nul) rl_drop_nul(b);
    if (!b->tokenizer.token.text.length) return;
    rl_reconstruct_formatting(b);
    if (b->frameset_ok && !rl_is_space(b)) b->frameset_ok = false;
    rl_insert_text(b, b->tokenizer.token.text);
}

/* --- Start tags */

/* Add the token's attributes to an element that lacks them. */
static void merge_attributes(rl_builder *b, int32_t row) {
    rl_columns *columns = b->columns;
    const rl_token *token = &b->tokenizer.token;
    rl_slice own = columns->content[row];
    int32_t end = token->first_attribute + token->attribute_count, first = columns->attribute_count;
    if (own.length >= MAX_MERGED) return;
    for (int32_t i = token->first_attribute; i < end; i++)
        if (own.length < MAX_MERGED && !rl_attribute(columns, row, columns->attribute_name[i])) own.length++;
    if (own.length == columns->content[row].length) return;
    b->token_is_used = true;
    for (uint32_t i = own.offset; i < own.offset + columns->content[row].length; i++)
        rl_attribute_add(columns, columns->attribute_name[i], columns->attribute_value[i]);
    for (int32_t i = token->first_attribute; i < end && columns->attribute_count < first + (int32_t)own.length; i++)
        if (!rl_attribute(columns, row, columns->attribute_name[i]))
            rl_attribute_add(columns, columns->attribute_name[i], columns->attribute_value[i]);
    columns->content[row] = (rl_slice){(uint32_t)first, own.length};
}

static void start_html(rl_builder *b) {
    if (rl_innermost(b, RL_TAG_TEMPLATE) < 0) merge_attributes(b, b->open[0].row);
}

static bool has_body(const rl_builder *b) {
    return b->depth > 1 && b->open[1].tag == RL_TAG_BODY && b->open[1].space == RL_HTML;
}

static void start_body(rl_builder *b) {
    if (!has_body(b) || rl_innermost(b, RL_TAG_TEMPLATE) >= 0) return;
    b->frameset_ok = false;
    merge_attributes(b, b->open[1].row);
}

static void start_frameset(rl_builder *b) {
    if (!has_body(b) || !b->frameset_ok) return;
    rl_detach(b, b->open[1].row);
    rl_pop_to(b, 1);
    rl_insert_token(b);
    b->mode = RL_IN_FRAMESET;
}

static void start_block(rl_builder *b) {
    rl_close_p_if_open(b);
    rl_insert_token(b);
}

static void start_heading(rl_builder *b) {
    rl_close_p_if_open(b);
    if (rl_current(b)->categories & RL_HEADING_TAG) rl_pop(b);
    rl_insert_token(b);
}

static void start_pre(rl_builder *b) {
    start_block(b);
    b->skip_newline = true;
    b->frameset_ok = false;
}

static void start_form(rl_builder *b) {
    bool in_template = rl_innermost(b, RL_TAG_TEMPLATE) >= 0;
    if (b->form >= 0 && !in_template) return;
    rl_close_p_if_open(b);
    int32_t row = rl_insert_token(b);
    if (!in_template && rl_is_open(b, row)) b->form = row;
}

/* The innermost open element with one of two tags, unless it is out of reach. */
static int32_t open_item(const rl_builder *b, int32_t tag, int32_t other) {
    int32_t first = rl_innermost(b, tag), second = rl_innermost(b, other), item = first > second ? first : second;
    return item >= rl_current(b)->barrier ? item : -1;
}

static void start_item(rl_builder *b, int32_t tag, int32_t other) {
    b->frameset_ok = false;
    int32_t item = open_item(b, tag, other);
    if (item >= 0) {
        rl_generate_implied_end_tags(b, b->open[item].tag);
        rl_pop_to(b, item);
    }
    start_block(b);
}

static void start_plaintext(rl_builder *b) {
    rl_close_p_if_open(b);
    rl_insert_raw_text(b);
    b->tokenizer.state = RL_PLAINTEXT;
}

static void start_button(rl_builder *b) {
    if (rl_in_scope(b, RL_TAG_BUTTON)) {
        rl_generate_implied_end_tags(b, RL_NO_NAME);
        rl_pop_until(b, RL_TAG_BUTTON);
    }
    rl_reconstruct_formatting(b);
    rl_insert_token(b);
    b->frameset_ok = false;
}

static void start_formatting(rl_builder *b) {
    rl_reconstruct_formatting(b);
    rl_insert_formatting(b);
}

static void start_a(rl_builder *b) {
    int32_t row = rl_active(b, RL_TAG_A);
    if (row >= 0) {
        rl_run_adoption_agency(b, RL_TAG_A);
        rl_forget_formatting(b, row);
        rl_remove_open(b, rl_find_open(b, row));
    }
    start_formatting(b);
}

static void start_nobr(rl_builder *b) {
    rl_reconstruct_formatting(b);
    if (rl_in_scope(b, RL_TAG_NOBR)) {
        rl_run_adoption_agency(b, RL_TAG_NOBR);
        rl_reconstruct_formatting(b);
    }
    rl_insert_formatting(b);
}

static void start_object(rl_builder *b) {
    rl_reconstruct_formatting(b);
    if (rl_is_open(b, rl_insert_token(b))) rl_insert_marker(b);
    b->frameset_ok = false;
}

static void start_table(rl_builder *b) {
    if (!b->quirks) rl_close_p_if_open(b);
    if (rl_is_open(b, rl_insert_token(b))) b->mode = RL_IN_TABLE;
    b->frameset_ok = false;
}

static void start_void(rl_builder *b, int32_t tag) {
    rl_reconstruct_formatting(b);
    rl_insert_closed(b, tag, RL_HTML);
    b->frameset_ok = false;
}

static void start_input(rl_builder *b) {
    bool was_ok = b->frameset_ok;
    if (rl_in_scope(b, RL_TAG_SELECT)) rl_pop_until(b, RL_TAG_SELECT);
    start_void(b, RL_TAG_INPUT);
    if (rl_is_hidden_input(b)) b->frameset_ok = was_ok;
}

static void start_hr(rl_builder *b) {
    rl_close_p_if_open(b);
    if (rl_in_scope(b, RL_TAG_SELECT)) rl_generate_implied_end_tags(b, RL_NO_NAME);
    rl_insert_closed(b, RL_TAG_HR, RL_HTML);
    b->frameset_ok = false;
}

static void start_textarea(rl_builder *b) {
    rl_parse_raw_text(b, RL_RCDATA);
    b->skip_newline = true;
    b->frameset_ok = false;
}

static void start_xmp(rl_builder *b) {
    rl_close_p_if_open(b);
    rl_reconstruct_formatting(b);
    b->frameset_ok = false;
    rl_parse_raw_text(b, RL_RAWTEXT);
}

static void start_select(rl_builder *b) {
    if (rl_in_scope(b, RL_TAG_SELECT)) {
        rl_pop_until(b, RL_TAG_SELECT);
        return;
    }
    rl_reconstruct_formatting(b);
    rl_insert_token(b);
    b->frameset_ok = false;
}

static void start_option(rl_builder *b, int32_t except) {
    if (rl_in_scope(b, RL_TAG_SELECT)) rl_generate_implied_end_tags(b, except);
    else if (rl_current_is(b, RL_TAG_OPTION)) rl_pop(b);
    rl_reconstruct_formatting(b);
    rl_insert_token(b);
}

static void start_ruby_part(rl_builder *b, int32_t except) {
    if (rl_in_scope(b, RL_TAG_RUBY)) rl_generate_implied_end_tags(b, except);
    rl_insert_token(b);
}

static void start_drawing(rl_builder *b, int32_t tag, uint8_t space) {
    rl_reconstruct_formatting(b);
    rl_insert_foreign(b, tag, space);
}

static void start_iframe(rl_builder *b) {
    b->frameset_ok = false;
    rl_parse_raw_text(b, RL_RAWTEXT);
}

static void start_any_other(rl_builder *b) {
    rl_reconstruct_formatting(b);
    rl_insert_token(b);
}

/* Start tags with rules of their own. */
static void start_particular(rl_builder *b, int32_t tag) {
    switch (tag) {
    case RL_TAG_HTML: start_html(b); break;
    case RL_TAG_BODY: start_body(b); break;
    case RL_TAG_FRAMESET: start_frameset(b); break;
    case RL_TAG_PRE:
    case RL_TAG_LISTING: start_pre(b); break;
    case RL_TAG_FORM: start_form(b); break;
    case RL_TAG_LI: start_item(b, RL_TAG_LI, RL_TAG_LI); break;
    case RL_TAG_DD:
    case RL_TAG_DT: start_item(b, RL_TAG_DD, RL_TAG_DT); break;
    case RL_TAG_PLAINTEXT: start_plaintext(b); break;
    case RL_TAG_BUTTON: start_button(b); break;
    case RL_TAG_APPLET:
    case RL_TAG_MARQUEE:
    case RL_TAG_OBJECT: start_object(b); break;
    case RL_TAG_TABLE: start_table(b); break;
    case RL_TAG_AREA:
    case RL_TAG_BR:
    case RL_TAG_EMBED:
    case RL_TAG_IMG:
    case RL_TAG_KEYGEN:
    case RL_TAG_WBR: start_void(b, tag); break;
    case RL_TAG_IMAGE: start_void(b, RL_TAG_IMG); break;
    case RL_TAG_INPUT: start_input(b); break;
    case RL_TAG_PARAM:
    case RL_TAG_SOURCE:
    case RL_TAG_TRACK: rl_insert_closed(b, tag, RL_HTML); break;
    case RL_TAG_HR: start_hr(b); break;
    case RL_TAG_TEXTAREA: start_textarea(b); break;
    case RL_TAG_XMP: start_xmp(b); break;
    case RL_TAG_IFRAME: start_iframe(b); break;
    case RL_TAG_NOEMBED: rl_parse_raw_text(b, RL_RAWTEXT); break;
    case RL_TAG_SELECT: start_select(b); break;
    case RL_TAG_OPTION: start_option(b, RL_TAG_OPTGROUP); break;
    case RL_TAG_OPTGROUP: start_option(b, RL_NO_NAME); break;
    case RL_TAG_RB:
    case RL_TAG_RTC: start_ruby_part(b, RL_NO_NAME); break;
    case RL_TAG_RP:
    case RL_TAG_RT: start_ruby_part(b, RL_TAG_RTC); break;
    case RL_TAG_MATH: start_drawing(b, tag, RL_MATHML); break;
    case RL_TAG_SVG: start_drawing(b, tag, RL_SVG); break;
    case RL_TAG_FRAME:
    case RL_TAG_HEAD: break;
    default: start_any_other(b); break;
    }
}

static void start_tag(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag;
    uint16_t categories = rl_categories(tag);
    if (categories & RL_CLOSES_P) start_block(b);
    else if (tag == RL_TAG_A) start_a(b);
    else if (tag == RL_TAG_NOBR) start_nobr(b);
    else if (categories & RL_FORMATTING) start_formatting(b);
    else if (categories & RL_HEADING_TAG) start_heading(b);
    else if (categories & RL_IN_HEAD) rl_start_tag_in_head(b);
    else if (!(categories & RL_TABLE_PART)) start_particular(b, tag);
}

/* --- End tags */

static void end_in_scope(rl_builder *b, int32_t tag, int32_t except) {
    if (!rl_in_scope(b, tag)) return;
    rl_generate_implied_end_tags(b, except);
    rl_pop_until(b, tag);
}

static bool end_body(rl_builder *b, bool again) {
    if (!rl_in_scope(b, RL_TAG_BODY)) return false;
    b->mode = RL_AFTER_BODY;
    return again;
}

static void end_form(rl_builder *b) {
    if (rl_innermost(b, RL_TAG_TEMPLATE) >= 0) {
        end_in_scope(b, RL_TAG_FORM, RL_NO_NAME);
        return;
    }
    int32_t row = b->form;
    b->form = -1;
    if (row < 0 || !rl_is_open(b, row) || !rl_in_scope(b, RL_TAG_FORM)) return;
    rl_generate_implied_end_tags(b, RL_NO_NAME);
    rl_remove_open(b, rl_find_open(b, row));
}

static void end_p(rl_builder *b) {
    if (!rl_in_button_scope(b, RL_TAG_P)) rl_insert_implied(b, RL_TAG_P);
    rl_close_p(b);
}

static void end_li(rl_builder *b) {
    if (!rl_in_list_item_scope(b, RL_TAG_LI)) return;
    rl_generate_implied_end_tags(b, RL_TAG_LI);
    rl_pop_until(b, RL_TAG_LI);
}

static void end_heading(rl_builder *b) {
    if (rl_heading_in_scope(b) < 0) return;
    rl_generate_implied_end_tags(b, RL_NO_NAME);
    rl_pop_to(b, rl_heading_in_scope(b));
}

static void end_object(rl_builder *b, int32_t tag) {
    if (!rl_in_scope(b, tag)) return;
    end_in_scope(b, tag, RL_NO_NAME);
    rl_clear_to_last_marker(b);
}

static bool end_particular(rl_builder *b, int32_t tag) {
    switch (tag) {
    case RL_TAG_TEMPLATE: return rl_end_template(b);
    case RL_TAG_BODY: return end_body(b, false);
    case RL_TAG_HTML: return end_body(b, true);
    case RL_TAG_FORM: end_form(b); break;
    case RL_TAG_P: end_p(b); break;
    case RL_TAG_LI: end_li(b); break;
    case RL_TAG_DD:
    case RL_TAG_DT: end_in_scope(b, tag, tag); break;
    case RL_TAG_APPLET:
    case RL_TAG_MARQUEE:
    case RL_TAG_OBJECT: end_object(b, tag); break;
    case RL_TAG_BR: start_void(b, RL_TAG_BR); break;
    default: rl_any_other_end_tag(b); break;
    }
    return false;
}

static bool end_tag(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag;
    uint16_t categories = rl_categories(tag);
    if (categories & RL_CLOSES_ITSELF) end_in_scope(b, tag, RL_NO_NAME);
    else if (categories & RL_FORMATTING) rl_run_adoption_agency(b, tag);
    else if (categories & RL_HEADING_TAG) end_heading(b);
    else return end_particular(b, tag);
    return false;
}

bool rl_in_body(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: text(b); break;
    case RL_TOKEN_START: start_tag(b); break;
    case RL_TOKEN_END: return end_tag(b);
    case RL_TOKEN_COMMENT: rl_insert_comment(b); break;
    case RL_TOKEN_DOCTYPE: break;
    case RL_TOKEN_EOF: return b->template_count && rl_end_of_template(b);
    }
    return false;
}
