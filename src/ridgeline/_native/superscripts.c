/* Superscript and subscript in Unicode's characters, where it has them all: 10⁻³, H₂O, and a footnote's mark word¹.

   Without this, exponents and the marks of footnotes would read as digits of what stands before them. Where a character has no
   such form, the text stays as it is: 4th, word[1]. So do fractions, which people write 1/2. */
#include "listings.h"
#include "notation.h"
#include "notation_tables.h"
#include "utf8.h"

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
static bool is_part_of_fraction(const rl_shown_leaves *leaves, int32_t first, int32_t end) {
    const int32_t *shown = leaves->shown;
    if (first && shown[first - 1] == shown[first] - 1 && ends_with_slash(rl_shown_leaf(leaves, first - 1)->text)) return true;
    return end < leaves->count && shown[end] == shown[end - 1] + 1 && begins_with_slash(rl_shown_leaf(leaves, end)->text);
}

static rl_view translated(rl_view text, int32_t tag, rl_pool *pool) {
    uint8_t *to = RL_TAKE(pool, uint8_t, rl_multiply(pool, text.size, 4)), *out = to;
    for (const uint8_t *at = text.bytes, *end = at + text.size; at < end;) {
        uint32_t point = rl_decode(&at, end), form = form_of(point, tag);
        out += rl_encode(out, form ? form : point);
    }
    return (rl_view){to, (size_t)(out - to)};
}

void rl_raise_and_lower(const rl_shown_leaves *shown, rl_pool *pool) {
    const rl_columns *columns = &shown->page->columns;
    int32_t first = 0;
    for (int32_t row = 0; row < columns->count && first < shown->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag != RL_TAG_SUP && tag != RL_TAG_SUB) continue;
        first = rl_first_shown(shown, first, row);
        int32_t end = rl_first_shown(shown, first, columns->end[row]);
        if (first == end || !has_characters(columns, row) || is_part_of_fraction(shown, first, end)) continue;
        for (int32_t i = first; i < end; i++)
            rl_shown_leaf(shown, i)->text = translated(rl_shown_leaf(shown, i)->text, tag, pool);
    }
}
