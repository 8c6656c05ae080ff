#include "notation.h"

#include <string.h>

#include "characters.h"
#include "kept.h"
#include "listings.h"
#include "notation_tables.h"
#include "utf8.h"

/* ---- Superscript and subscript ---- */

/* The form of a character above or below the line, 0 where it has none. */
static uint32_t form_of(uint32_t point, int32_t tag) {
    const rl_script_form *forms = tag == RL_TAG_SUP ? RL_HIGH_FORMS : RL_LOW_FORMS;
    int count = tag == RL_TAG_SUP ? RL_HIGH_FORM_COUNT : RL_LOW_FORM_COUNT;
    for (int i = 0; i < count; i++)
        if (forms[i].from == point) return forms[i].to;
    return 0;
}

/* Whether a character may stand between the marks of two footnotes. */
static bool is_listing(uint32_t point) {
    return point == ',' || point == ' ' || point == '\t' || point == '\r' || point == '\n' || point == 0xA0;
}

/* Whether an element is short inline text, all of whose characters have the form that it asks for. */
static bool has_characters(const rl_columns *columns, int32_t element) {
    int characters = 0;
    bool has_form = false;
    if (columns->end[element] - element - 1 > RL_MAX_SCRIPT_LENGTH) return false;
    for (int32_t row = element + 1; row < columns->end[element]; row++) {
        if (rl_properties(columns->tag[row]) & (RL_BLOCK | RL_REPLACED)) return false;
        if (columns->tag[row] != RL_TAG_TEXT || !columns->content[row].length) continue;
        const uint8_t *at = rl_bytes(columns, columns->content[row]), *end = at + columns->content[row].length;
        while (at < end) {
            uint32_t point = rl_decode(&at, end);
            bool is_form = form_of(point, columns->tag[element]) != 0;
            if (++characters > RL_MAX_SCRIPT_LENGTH || !(is_form || is_listing(point))) return false;
            has_form = has_form || is_form;
        }
    }
    return has_form;
}

static bool is_slash(uint32_t point) { return point == '/' || point == 0x2044; }

static bool begins_with_slash(rl_view text) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    while (at < end) {
        uint32_t point = rl_decode(&at, end);
        if (!rl_is_unshown(point)) return is_slash(point);
    }
    return false;
}

static bool ends_with_slash(rl_view text) {
    const uint8_t *end = text.bytes + text.size;
    while (end > text.bytes) {
        uint32_t point = rl_decode_last(text.bytes, &end);
        if (!rl_is_unshown(point)) return is_slash(point);
    }
    return false;
}

/* Whether a slash follows or precedes these leaves directly. */
static bool is_part_of_fraction(const rl_shown_leaf *leaves, int32_t first, int32_t end, int32_t count) {
    if (first && leaves[first - 1].position == leaves[first].position - 1 && ends_with_slash(leaves[first - 1].text))
        return true;
    return end < count && leaves[end].position == leaves[end - 1].position + 1 && begins_with_slash(leaves[end].text);
}

static rl_view translated(rl_view text, int32_t tag, rl_pool *pool) {
    uint8_t *to = RL_TAKE(pool, uint8_t, rl_multiply(pool, text.size, 4)), *out = to;
    for (const uint8_t *at = text.bytes, *end = at + text.size; at < end;) {
        uint32_t point = rl_decode(&at, end), form = form_of(point, tag);
        out += rl_encode(out, form ? form : point);
    }
    return (rl_view){to, (size_t)(out - to)};
}

static int32_t first_from(const rl_shown_leaf *leaves, int32_t first, int32_t count, int32_t node) {
    while (first < count) {
        int32_t middle = first + (count - first) / 2;
        if (leaves[middle].node < node) first = middle + 1;
        else count = middle;
    }
    return first;
}

void rl_raise_and_lower(const rl_columns *columns, rl_shown_leaf *leaves, int32_t count, rl_pool *pool) {
    int32_t first = 0;
    for (int32_t row = 0; row < columns->count && first < count; row++) {
        if (columns->tag[row] != RL_TAG_SUP && columns->tag[row] != RL_TAG_SUB) continue;
        first = first_from(leaves, first, count, row);
        int32_t end = first_from(leaves, first, count, columns->end[row]);
        if (first == end || !has_characters(columns, row) || is_part_of_fraction(leaves, first, end, count)) continue;
        for (int32_t i = first; i < end; i++) leaves[i].text = translated(leaves[i].text, columns->tag[row], pool);
    }
}

/* ---- What Python writes ---- */

/* Whether one of the kept leaves is inside of an element. */
static bool holds_leaf(const rl_kept_leaves *kept, int32_t element) {
    int32_t first = rl_first_kept(kept, 0, element);
    return first < kept->count && rl_kept_node(kept, first) < kept->page->columns.end[element];
}

/* Formulas, and elements that have marks of their own. */
static bool has_marked_elements(const rl_kept_leaves *kept) {
    const rl_columns *columns = &kept->page->columns;
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_MATH) return true;
        if ((tag == RL_TAG_Q || tag == RL_TAG_RT) && holds_leaf(kept, row)) return true;
    }
    return false;
}

/* Names that HTML does not know: MathJax's, and MathML with a prefix. */
static bool has_foreign_formulas(const rl_columns *columns) {
    static const rl_word names[] = {{":math", 5}, {"mjx-container", 13}};
    for (int32_t i = 0; i < columns->tag_name_count; i++) {
        rl_view name = {rl_bytes(columns, columns->tag_names[i]), columns->tag_names[i].length};
        if (rl_ends_with_word(name, (rl_word_list){names, 2})) return true;
    }
    return false;
}

static bool has_formula_scripts(const rl_columns *columns) {
    for (int32_t i = 0; i < columns->attribute_count; i++) {
        rl_slice value = columns->attribute_value[i];
        if (columns->attribute_name[i] != RL_ATTRIBUTE_TYPE || value.length == RL_NO_VALUE) continue;
        if (rl_has_word_in_any_case((rl_view){rl_bytes(columns, value), value.length}, RL_FORMULA_TYPE)) return true;
    }
    return false;
}

/* Whether a leaf is all that a cell of a table holds. An element around it that holds others ends the search, so no
   element is looked at for two leaves. */
static bool is_alone_in_cell(const rl_page *page, int32_t leaf) {
    const rl_columns *columns = &page->columns;
    const int32_t *leaves = page->derived.leaves;
    int32_t before = leaf ? leaves[leaf - 1] : -1;
    int32_t after = leaf + 1 < page->derived.leaf_count ? leaves[leaf + 1] : columns->count;
    for (int32_t row = columns->parent[leaves[leaf]]; row > before; row = columns->parent[row]) {
        if (columns->end[row] > after) return false;
        if (rl_properties(columns->tag[row]) & RL_CELL) return true;
    }
    return false;
}

/* Whether a picture has a name that may be written in its place; a drawing may have it inside. */
static bool may_have_name(const rl_columns *columns, int32_t node) {
    static const int32_t NAMES[] = {RL_ATTRIBUTE_ALT, RL_ATTRIBUTE_ARIA_LABEL, RL_ATTRIBUTE_TITLE};
    if (columns->tag[node] == RL_TAG_SVG) return true;
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        rl_view name = rl_value(columns, node, NAMES[i]);
        if (name.size && !rl_is_blank(name.bytes, name.size)) return true;
    }
    return false;
}

/* Whether the alternative text, the class or the address of an image may be that of a formula. */
static bool may_be_formula(const rl_columns *columns, int32_t image) {
    rl_view text = rl_value(columns, image, RL_ATTRIBUTE_ALT), address = rl_value(columns, image, RL_ATTRIBUTE_SRC);
    if (address.size > RL_MAX_PROGRAM_LENGTH) address.size = RL_MAX_PROGRAM_LENGTH;
    if (text.size && (memchr(text.bytes, '\\', text.size) || memchr(text.bytes, '^', text.size) || memchr(text.bytes, '$', text.size)))
        return true;
    return rl_has_word_in_any_case(rl_value(columns, image, RL_ATTRIBUTE_CLASS), RL_FORMULA_PARTS) ||
           rl_has_word_in_any_case(address, RL_FORMULA_PROGRAMS);
}

static bool may_be_label(const rl_page *page, int32_t leaf) {
    const rl_columns *columns = &page->columns;
    int32_t node = page->derived.leaves[leaf], tag = columns->tag[node];
    if (tag != RL_TAG_IMG && tag != RL_TAG_SVG) return false;
    if (tag == RL_TAG_IMG && may_be_formula(columns, node)) return true;
    if (!may_have_name(columns, node)) return false;
    return rl_has_word_in_any_case(rl_value(columns, node, RL_ATTRIBUTE_CLASS), RL_EMOJI_CLASSES) ||
           is_alone_in_cell(page, leaf);
}

/* What stands in numbers beside digits and spaces: "~", "≈", "⁄", "–" … */
static bool is_number_mark(uint32_t point) {
    if (point < 0x80) return point && strchr("./,-~", (int)point);
    return point == 0x2248 || point == 0x2044 || point == 0x2013;
}

/* Whether a text may be a number, as recipes have them. */
static bool may_be_number(const rl_columns *columns, int32_t node) {
    bool has_digit = false;
    rl_view text = rl_text_of(columns, node);
    for (const uint8_t *at = text.bytes, *end = at + text.size; at < end;) {
        uint32_t point = rl_decode(&at, end);
        bool is_digit = rl_kind(point) & RL_KIND_DIGIT;
        if (!is_digit && !is_number_mark(point) && !(rl_kind(point) & RL_KIND_SPACE)) return false;
        has_digit = has_digit || is_digit;
    }
    return has_digit;
}

/* By node: the nearest element around it that has a meaning of its own, -1 for none. */
static int32_t *nearest_structures(const rl_columns *columns, rl_pool *pool) {
    int32_t *nearest = RL_TAKE(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t parent = columns->parent[row];
        bool is_structure = rl_properties(columns->tag[row]) & RL_STRUCTURE;
        nearest[row] = is_structure ? row : parent < 0 ? -1 : nearest[parent];
    }
    return nearest;
}

static bool may_be_apart(const rl_derived *derived, int32_t before, int32_t leaf) {
    int32_t strongest = rl_strongest_break(derived, before, leaf);
    return strongest == RL_BREAK_NOTHING || strongest == RL_BREAK_PARAGRAPH;
}

/* Whether a number is followed by some leaves of its item that a space may have to part. */
static bool may_be_quantity(const rl_kept_leaves *kept, int32_t number, const int32_t *nearest) {
    const rl_derived *derived = &kept->page->derived;
    int32_t item = nearest[rl_kept_node(kept, number)], size = 1, before = kept->keep[number];
    bool has_parts = false;
    if (item < 0 || kept->page->columns.tag[item] != RL_TAG_LI) return false;
    for (int32_t i = number + 1; i < kept->count && size <= RL_MAX_QUANTITY_LEAVES; i++) {
        int32_t leaf = kept->keep[i];
        if (!derived->characters[leaf]) continue;
        if (nearest[derived->leaves[leaf]] != item) break;
        has_parts = has_parts || may_be_apart(derived, before, leaf);
        before = leaf;
        size++;
    }
    return has_parts && size <= RL_MAX_QUANTITY_LEAVES;
}

/* Whether a list's item may begin with a number that the rest of its line would stick to. */
static bool may_have_quantities(const rl_kept_leaves *kept, rl_pool *pool) {
    const rl_columns *columns = &kept->page->columns;
    const int32_t *lengths = kept->page->derived.characters, *nearest = NULL;
    int32_t before = -1;  /* the node of the last leaf that shows text */
    for (int32_t i = 0; i < kept->count; i++) {
        int32_t length = lengths[kept->keep[i]], node = rl_kept_node(kept, i);
        if (!length) continue;
        if (length <= RL_MAX_NUMBER_LENGTH && may_be_number(columns, node)) {
            if (!nearest) nearest = nearest_structures(columns, pool);
            bool is_first = before < 0 || nearest[before] != nearest[node];
            if (is_first && may_be_quantity(kept, i, nearest)) return true;
        }
        before = node;
    }
    return false;
}

bool rl_may_need_python(const rl_page *page, const int32_t *keep, int32_t count, rl_pool *pool) {
    rl_kept_leaves kept = {page, keep, count};
    if (has_marked_elements(&kept) || has_formula_scripts(&page->columns) || has_foreign_formulas(&page->columns))
        return true;
    for (int32_t i = 0; i < count; i++)
        if (may_be_label(page, keep[i])) return true;
    return may_have_quantities(&kept, pool);
}
