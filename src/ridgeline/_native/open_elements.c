#include "open_elements.h"

#include <string.h>

/* --- The stack */

static int32_t *innermost(rl_builder *b, const rl_open_element *element) {
    return &b->innermost[element->space != RL_HTML][element->tag];
}

static bool is_text_point(int32_t tag, uint8_t space) {
    if (space == RL_SVG) return rl_categories(tag) & RL_SVG_HTML_POINT;
    return rl_categories(tag) & RL_MATH_TEXT_POINT || tag == RL_TAG_ANNOTATION_XML;
}

/* Of SVG and MathML the elements that hold HTML are special and end scopes. */
static uint16_t borders(int32_t tag, uint8_t space) {
    if (space == RL_HTML) return rl_categories(tag) & (RL_SPECIAL | RL_SCOPE);
    return is_text_point(tag, space) ? RL_SPECIAL | RL_SCOPE : 0;
}

static bool is_open_to_items(int32_t tag, uint8_t space) {
    return space == RL_HTML && (tag == RL_TAG_ADDRESS || tag == RL_TAG_DIV || tag == RL_TAG_P);
}

void rl_push(rl_builder *b, int32_t row) {
    if (b->depth == b->open_room) return;
    int32_t place = b->depth++, tag = b->columns->tag[row];
    uint8_t space = b->nodes[row].space;
    uint16_t border = borders(tag, space);
    const rl_open_element none = {-1, 0, -1, -1, -1, -1, -1, 0, RL_HTML};
    const rl_open_element *outside = place ? &b->open[place - 1] : &none;
    rl_open_element *element = &b->open[place];
    element->row = row;
    element->tag = tag;
    element->space = space;
    element->categories = space == RL_HTML ? rl_categories(tag) : 0;
    element->special = border & RL_SPECIAL ? place : outside->special;
    element->scope = border & RL_SCOPE ? place : outside->scope;
    element->barrier = border & RL_SPECIAL && !is_open_to_items(tag, space) ? place : outside->barrier;
    element->html = space == RL_HTML ? place : outside->html;
    element->outer = *innermost(b, element);
    *innermost(b, element) = place;
    b->nodes[row].marks |= RL_IS_OPEN;
    if (b->depth > b->max_depth) b->is_out_of_order = true;
}

void rl_pop(rl_builder *b) {
    if (b->depth <= 1) return;
    const rl_open_element *element = &b->open[--b->depth];
    *innermost(b, element) = element->outer;
    b->nodes[element->row].marks &= (uint8_t)~RL_IS_OPEN;
}

void rl_pop_to(rl_builder *b, int32_t depth) {
    if (depth < 1) depth = 1;
    while (b->depth > depth) rl_pop(b);
}

void rl_pop_until(rl_builder *b, int32_t tag) {
    int32_t place = rl_innermost(b, tag);
    if (place >= 0) rl_pop_to(b, place);
}

int32_t rl_find_open(const rl_builder *b, int32_t row) {
    if (!rl_is_open(b, row)) return -1;
    int32_t place = b->innermost[b->nodes[row].space != RL_HTML][b->columns->tag[row]];
    while (place >= 0 && b->open[place].row != row) place = b->open[place].outer;
    return place;
}

/* Pop what is inside of a place, and remember it. */
static int32_t set_aside(rl_builder *b, int32_t place) {
    int32_t count = b->depth - place;
    for (int32_t i = 0; i < count; i++) b->spare[i] = b->open[place + i].row;
    rl_pop_to(b, place);
    b->moves += count;
    return count;
}

void rl_remove_open(rl_builder *b, int32_t place) {
    if (place < 1) return;
    int32_t count = set_aside(b, place);
    for (int32_t i = 1; i < count; i++) rl_push(b, b->spare[i]);
    if (count > 1) b->is_out_of_order = true;  /* the tree may be deeper than the stack from now on */
}

void rl_insert_open(rl_builder *b, int32_t place, int32_t row) {
    if (place < 1) return;
    int32_t count = set_aside(b, place);
    rl_push(b, row);
    for (int32_t i = 0; i < count; i++) rl_push(b, b->spare[i]);
}

void rl_replace_open(rl_builder *b, int32_t place, int32_t row) {
    b->nodes[b->open[place].row].marks &= (uint8_t)~RL_IS_OPEN;
    b->open[place].row = row;
    b->nodes[row].marks |= RL_IS_OPEN;
}

/* Raw text and drawings hold their text at any depth, once, since without their tags it would show; tables keep their
   parts, since the rules for them rely on those. */
bool rl_may_open(const rl_builder *b, int32_t tag, uint8_t space) {
    if (b->depth < b->max_depth) return true;
    if (space == RL_HTML && rl_categories(tag) & RL_TABLE_PART) return true;
    return rl_properties(tag) & RL_SILENT && !(rl_properties(rl_current(b)->tag) & RL_SILENT);
}

/* --- Scopes */

static int32_t larger(int32_t a, int32_t b) { return a > b ? a : b; }

static bool reaches(int32_t place, int32_t border) { return place >= 0 && place >= border; }

bool rl_in_scope(const rl_builder *b, int32_t tag) { return reaches(rl_innermost(b, tag), rl_current(b)->scope); }

bool rl_in_list_item_scope(const rl_builder *b, int32_t tag) {
    int32_t list = larger(rl_innermost(b, RL_TAG_OL), rl_innermost(b, RL_TAG_UL));
    return reaches(rl_innermost(b, tag), larger(rl_current(b)->scope, list));
}

bool rl_in_button_scope(const rl_builder *b, int32_t tag) {
    return reaches(rl_innermost(b, tag), larger(rl_current(b)->scope, rl_innermost(b, RL_TAG_BUTTON)));
}

bool rl_in_table_scope(const rl_builder *b, int32_t tag) {
    return reaches(rl_innermost(b, tag), larger(rl_innermost(b, RL_TAG_TABLE), rl_innermost(b, RL_TAG_TEMPLATE)));
}

int32_t rl_heading_in_scope(const rl_builder *b) {
    int32_t place = -1;
    for (int32_t tag = RL_TAG_H1; tag <= RL_TAG_H6; tag++) place = larger(place, rl_innermost(b, tag));
    return reaches(place, rl_current(b)->scope) ? place : -1;
}

/* --- Implied end tags */

void rl_generate_implied_end_tags(rl_builder *b, int32_t except) {
    while (rl_current(b)->categories & RL_IMPLIED_END && rl_current(b)->tag != except) rl_pop(b);
}

void rl_generate_implied_end_tags_thoroughly(rl_builder *b) {
    while (rl_current(b)->categories & RL_THOROUGHLY_IMPLIED_END) rl_pop(b);
}

void rl_close_p(rl_builder *b) {
    rl_generate_implied_end_tags(b, RL_TAG_P);
    rl_pop_until(b, RL_TAG_P);
}

void rl_close_p_if_open(rl_builder *b) {
    if (rl_in_button_scope(b, RL_TAG_P)) rl_close_p(b);
}

/* --- The insertion mode */

static const struct {
    int32_t tag;
    rl_mode mode;
} MODES[] = {
    {RL_TAG_TD, RL_IN_CELL},           {RL_TAG_TH, RL_IN_CELL},           {RL_TAG_TR, RL_IN_ROW},
    {RL_TAG_TBODY, RL_IN_TABLE_BODY},  {RL_TAG_THEAD, RL_IN_TABLE_BODY},  {RL_TAG_TFOOT, RL_IN_TABLE_BODY},
    {RL_TAG_CAPTION, RL_IN_CAPTION},   {RL_TAG_COLGROUP, RL_IN_COLUMN_GROUP}, {RL_TAG_TABLE, RL_IN_TABLE},
    {RL_TAG_TEMPLATE, RL_IN_TEMPLATE}, {RL_TAG_HEAD, RL_IN_HEAD_MODE},    {RL_TAG_BODY, RL_IN_BODY},
    {RL_TAG_FRAMESET, RL_IN_FRAMESET},
};

void rl_reset_insertion_mode(rl_builder *b) {
    int32_t place = -1;
    b->mode = b->head < 0 ? RL_BEFORE_HEAD : RL_AFTER_HEAD;
    for (size_t i = 0; i < sizeof MODES / sizeof MODES[0]; i++) {
        int32_t own = rl_innermost(b, MODES[i].tag);
        if (own <= place) continue;
        place = own;
        b->mode = MODES[i].mode;
    }
    if (b->mode == RL_IN_TEMPLATE && b->template_count) b->mode = b->template_modes[b->template_count - 1];
}
