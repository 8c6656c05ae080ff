#include "foreign.h"

#include <string.h>

#include "open_elements.h"

/* --- Names in the case that SVG and MathML write them in */

static int32_t svg_name(int32_t tag) {
    bool is_listed = tag >= RL_FIRST_SVG_NAME && tag < RL_FIRST_SVG_NAME + RL_SVG_NAMES;
    return is_listed ? RL_SVG_NAME[tag - RL_FIRST_SVG_NAME] : tag;
}

static bool equals_in_lower_case(const uint8_t *text, size_t size, const char *word) {
    if (strlen(word) != size) return false;
    for (size_t i = 0; i < size; i++)
        if (text[i] != RL_LOWER[(uint8_t)word[i]]) return false;
    return true;
}

/* The number of the name as SVG writes it. It is looked up once for each name of the page. */
static int32_t svg_attribute(rl_tokenizer *t, int32_t name) {
    if (t->marks[name].svg) return t->marks[name].svg - 1;
    rl_slice own = t->columns->attribute_names[name];
    int32_t adjusted = name;
    for (int i = 0; i < RL_SVG_ATTRIBUTES && adjusted == name; i++)
        if (equals_in_lower_case(rl_bytes(t->columns, own), own.length, RL_SVG_ATTRIBUTE[i]))
            adjusted = rl_attribute_name(t, RL_SVG_ATTRIBUTE[i]);
    t->marks[name].svg = adjusted + 1;
    return adjusted;
}

/* MathML has one such name. It is never that of an SVG attribute, so both share what was looked up. */
static int32_t math_attribute(rl_tokenizer *t, int32_t name) {
    rl_slice own = t->columns->attribute_names[name];
    if (!equals_in_lower_case(rl_bytes(t->columns, own), own.length, "definitionURL")) return name;
    if (t->math_name < 0) t->math_name = rl_attribute_name(t, "definitionURL");
    return t->math_name;
}

static void adjust_attributes(rl_builder *b, uint8_t space) {
    rl_tokenizer *t = &b->tokenizer;
    int32_t first = t->token.first_attribute, end = first + t->token.attribute_count;
    for (int32_t i = first; i < end; i++) {
        int32_t name = b->columns->attribute_name[i];
        int32_t adjusted = space == RL_SVG ? svg_attribute(t, name) : math_attribute(t, name);
        b->columns->attribute_name[i] = adjusted;
    }
}

/* --- Integration points */

static bool has_html_encoding(const rl_columns *columns, int32_t row) {
    const rl_slice *value = rl_attribute(columns, row, RL_ATTRIBUTE_ENCODING);
    if (!value || value->length == (uint32_t)RL_NO_VALUE) return false;
    const uint8_t *text = rl_bytes(columns, *value);
    static const char *const encodings[] = {"text/html", "application/xhtml+xml"};
    for (int i = 0; i < 2; i++) {
        size_t size = strlen(encodings[i]), k = 0;
        while (k < size && size == value->length && RL_LOWER[text[k]] == (uint8_t)encodings[i][k]) k++;
        if (k == size) return true;
    }
    return false;
}

static bool is_math_text_point(const rl_open_element *element) {
    return element->space == RL_MATHML && rl_categories(element->tag) & RL_MATH_TEXT_POINT;
}

static bool is_html_point(const rl_builder *b, const rl_open_element *element) {
    if (element->space == RL_SVG) return rl_categories(element->tag) & RL_SVG_HTML_POINT;
    return b->nodes[element->row].marks & RL_HOLDS_HTML;
}

bool rl_is_foreign(const rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (!b->depth || rl_current(b)->space == RL_HTML || token->kind == RL_TOKEN_EOF) return false;
    const rl_open_element *current = rl_current(b);
    bool starts = token->kind == RL_TOKEN_START, is_text = token->kind == RL_TOKEN_TEXT;
    if (is_math_text_point(current))
        return !is_text && !(starts && token->tag != RL_TAG_MGLYPH && token->tag != RL_TAG_MALIGNMARK);
    if (current->space == RL_MATHML && current->tag == RL_TAG_ANNOTATION_XML && starts && token->tag == RL_TAG_SVG)
        return false;
    return !((starts || is_text) && is_html_point(b, current));
}

/* --- The rules */

void rl_insert_foreign(rl_builder *b, int32_t tag, uint8_t space) {
    adjust_attributes(b, space);
    if (tag == RL_TAG_TEMPLATE) b->is_out_of_order = true;  /* it may be dropped: see tree.c */
    if (b->tokenizer.token.self_closing) {
        rl_insert_closed(b, tag, space);
        return;
    }
    int32_t row = rl_insert(b, tag, space, rl_take_attributes(b));
    if (space == RL_MATHML && tag == RL_TAG_ANNOTATION_XML && has_html_encoding(b->columns, row))
        b->nodes[row].marks |= RL_HOLDS_HTML;
}

void rl_replace_nul(rl_builder *b) {
    rl_columns *columns = b->columns;
    rl_token *token = &b->tokenizer.token;
    uint32_t first = columns->extra_size, length = token->text.length;
    for (uint32_t i = 0; i < length; i++) {
        rl_extra_reserve(columns, 3);
        uint8_t byte = rl_bytes(columns, token->text)[i];
        if (byte) rl_extra_put(columns, &byte, 1);
        else rl_extra_put(columns, (const uint8_t *)"\xEF\xBF\xBD", 3);
    }
    token->text = (rl_slice){columns->source_size + first, columns->extra_size - first};
    token->has_nul = false;
}

static bool has_text(const rl_builder *b) {
    rl_slice text = b->tokenizer.token.text;
    const uint8_t *bytes = rl_bytes(b->columns, text);
    for (uint32_t i = 0; i < text.length; i++)
        if (bytes[i] && !(RL_BYTE_CLASS[bytes[i]] & RL_BYTE_SPACE)) return true;
    return false;
}

static void text(rl_builder *b) {
    if (b->frameset_ok && has_text(b)) b->frameset_ok = false;
    if (b->tokenizer.token.has_nul) rl_replace_nul(b);
    rl_insert_text(b, b->tokenizer.token.text);
}

static bool breaks_out(const rl_builder *b) {
    const rl_tokenizer *t = &b->tokenizer;
    if (rl_categories(t->token.tag) & RL_BREAKOUT) return true;
    return t->token.tag == RL_TAG_FONT &&
           (rl_token_attribute(t, RL_ATTRIBUTE_COLOR) >= 0 || rl_token_attribute(t, RL_ATTRIBUTE_FACE) >= 0 ||
            rl_token_attribute(t, RL_ATTRIBUTE_SIZE) >= 0);
}

/* HTML begins again: close up to where it may stand. */
static bool break_out(rl_builder *b) {
    while (rl_current(b)->space != RL_HTML && !is_math_text_point(rl_current(b)) && !is_html_point(b, rl_current(b)))
        rl_pop(b);
    return true;
}

static bool start_tag(rl_builder *b) {
    if (breaks_out(b)) return break_out(b);
    uint8_t space = rl_current(b)->space;
    int32_t tag = b->tokenizer.token.tag;
    rl_insert_foreign(b, space == RL_SVG ? svg_name(tag) : tag, space);
    return false;
}

/* The innermost foreign element with this name, if no HTML element stands inside of it. */
static bool end_tag(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag;
    if (tag == RL_TAG_BR || tag == RL_TAG_P) return break_out(b);
    if (tag < 0) return true;
    int32_t place = b->innermost[1][tag], adjusted = b->innermost[1][svg_name(tag)];
    if (adjusted > place) place = adjusted;
    if (place <= rl_current(b)->html) return true;
    rl_pop_to(b, place);
    return false;
}

bool rl_in_foreign_content(rl_builder *b) {
    switch (b->tokenizer.token.kind) {
    case RL_TOKEN_TEXT: text(b); return false;
    case RL_TOKEN_COMMENT: rl_insert_comment(b); return false;
    case RL_TOKEN_START: return start_tag(b);
    case RL_TOKEN_END: return end_tag(b);
    default: return false;
    }
}
