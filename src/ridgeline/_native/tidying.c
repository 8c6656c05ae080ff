/* Tidies pictures, copies and gadgets, and finds which rules of `ridgeline.cleanup` may find something on a page: each looks for
   what its rule needs in any case. */
#include "tidying.h"

#include <string.h>

#include "characters.h"
#include "gadgets.h"
#include "signs.h"
#include "utf8.h"

/* ---- Headings ---- */

static bool is_bracket(uint8_t byte) {
    return byte == '[' || byte == ']' || byte == '(' || byte == ')' || byte == ' ';
}

static rl_view without_brackets(rl_view text) {
    while (text.size && is_bracket(text.bytes[text.size - 1])) text.size--;
    while (text.size && is_bracket(*text.bytes)) text.bytes++, text.size--;
    return text;
}

/* Whether a text is one character of U+E000 to U+F8FF, which only icon fonts have a picture for. */
static bool is_private(rl_view text) {
    return text.size == 3 && (text.bytes[0] == 0xEE || (text.bytes[0] == 0xEF && text.bytes[1] <= 0xA3));
}

/* The text of a kept leaf in lower case, without white space at its ends; false where it is longer or empty. */
static bool read_short_text(const rl_kept_leaves *kept, int32_t position, int32_t max_length, rl_sign *sign) {
    int32_t length = kept->page->derived.characters[kept->keep[position]];
    if (length <= 0 || length > max_length) return false;
    rl_sign_read(sign, rl_strip(rl_text_of(&kept->page->columns, rl_kept_node(kept, position))), (size_t)max_length);
    return true;
}

/* Whether a leaf says what gadgets of headings say. */
static bool is_like_gadget(const rl_kept_leaves *kept, int32_t position) {
    rl_sign sign;
    if (!read_short_text(kept, position, RL_MAX_GADGET_LENGTH, &sign)) return false;
    rl_view text = rl_sign_view(&sign);
    return rl_is_word(text, RL_GADGET_MARKS) || rl_is_word(without_brackets(text), RL_GADGET_PHRASES) ||
           is_private(text);
}

static bool is_in_button(const rl_columns *columns, int32_t node) {
    enum { MAX_LEVELS = 3 };
    for (int level = 0; level < MAX_LEVELS && (node = columns->parent[node]) >= 0; level++)
        if (columns->tag[node] == RL_TAG_BUTTON) return true;
    return false;
}

static bool is_contents_heading(const rl_kept_leaves *kept, int32_t position) {
    static const char wide_colon[] = "\357\274\232";  /* U+FF1A */
    rl_sign sign;
    if (!read_short_text(kept, position, RL_MAX_CONTENTS_LENGTH, &sign)) return false;
    rl_view text = rl_sign_view(&sign);
    for (;;) {
        if (text.size && text.bytes[text.size - 1] == ':') text.size--;
        else if (text.size >= 3 && !memcmp(text.bytes + text.size - 3, wide_colon, 3)) text.size -= 3;
        else return rl_is_word(text, RL_CONTENTS_PHRASES);
    }
}

static uint32_t rules_of_heading(const rl_kept_leaves *kept, int32_t first, int32_t end) {
    uint32_t rules = end == first + 1 && is_contents_heading(kept, first) ? RL_RULE_CONTENTS : 0;
    bool has_gadget = end < kept->count && is_like_gadget(kept, end);
    for (int32_t i = first; !has_gadget && end > first + 1 && i < end && i < first + RL_MAX_GADGETS_INSIDE; i++)
        has_gadget = is_like_gadget(kept, i) || is_in_button(&kept->page->columns, rl_kept_node(kept, i));
    return rules | (has_gadget ? RL_RULE_HEADINGS : 0);
}

static uint32_t rules_of_headings(const rl_kept_leaves *kept) {
    const rl_columns *columns = &kept->page->columns;
    uint32_t rules = 0;
    int32_t first = 0;
    for (int32_t row = 0; row < columns->count && first < kept->count; row++) {
        if (!(rl_properties(columns->tag[row]) & RL_HEADING)) continue;
        first = rl_first_kept(kept, first, row);
        int32_t end = rl_first_kept(kept, first, columns->end[row]);
        if (first < end) rules |= rules_of_heading(kept, first, end);
    }
    return rules;
}

/* ---- Links to other languages, and code ---- */

static bool has_languages(const rl_columns *columns) {
    int32_t declared = 0, links = 0;
    for (int32_t i = 0; i < columns->attribute_count && declared < RL_MIN_LANGUAGES; i++)
        declared += columns->attribute_name[i] == RL_ATTRIBUTE_HREFLANG;
    if (declared < RL_MIN_LANGUAGES) return false;
    for (int32_t row = 0; row < columns->count && links < RL_MIN_LANGUAGES; row++)
        links += columns->tag[row] == RL_TAG_A && rl_attribute(columns, row, RL_ATTRIBUTE_HREFLANG);
    return links == RL_MIN_LANGUAGES;
}

static bool is_in_code(const rl_kept_leaves *kept) {
    const int32_t *preformatted = kept->page->derived.preformatted;
    for (int32_t i = 0; i < kept->count; i++)
        if (preformatted[rl_kept_node(kept, i)] >= 0) return true;
    return false;
}

/* Whether a text ends as prompts do, or begins as numbers of lines do. */
static bool may_be_mark(rl_view text, int32_t length) {
    text = rl_strip(text);
    if (!text.size) return false;
    const uint8_t *first = text.bytes, *end = text.bytes + text.size, *last = end;
    if (rl_kind(rl_decode(&first, end)) & RL_KIND_DIGIT) return true;
    uint32_t point = rl_lower(rl_decode_last(text.bytes, &last));
    bool is_ascii_end = point < 0x80 && point && strchr("$#%>.:", (int)point);
    bool is_end = is_ascii_end || point == 0x276F || point == 0x203A || point == 0x3BB || point == 0xBB;
    return is_end && length <= RL_MAX_PROMPT_LENGTH + 1;
}

/* Whether an element with a telling name begins with what may be a line number or a prompt. */
static bool has_named_marks(const rl_kept_leaves *kept) {
    const rl_columns *columns = &kept->page->columns;
    const int32_t *lengths = kept->page->derived.characters;
    int32_t looked_at = -1;
    bool is_mark = false;
    for (int32_t row = 0, first = 0; row < columns->count; row++) {
        while (first < kept->count && rl_kept_node(kept, first) < row) first++;
        if (first == kept->count) return false;
        if (rl_kept_node(kept, first) >= columns->end[row]) continue;
        if (first != looked_at) {
            is_mark = may_be_mark(rl_text_of(columns, rl_kept_node(kept, first)), lengths[kept->keep[first]]);
            looked_at = first;
        }
        if (is_mark && rl_has_word_in_any_case(rl_value(columns, row, RL_ATTRIBUTE_CLASS), RL_CODE_NAME_PARTS))
            return true;
    }
    return false;
}

/* Whether a code block stands in a cell of a table: numbers may stand in the one beside it. */
static bool has_block_in_cell(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_PRE) continue;
        int32_t above = columns->parent[row];
        for (int i = 0; i < RL_MAX_CODE_LEVELS && above >= 0; i++, above = columns->parent[above])
            if (rl_properties(columns->tag[above]) & RL_CELL) return true;
    }
    return false;
}

/* The words of a text, one space between them, without the marks that buttons end with. */
static rl_view read_button(rl_view text, rl_sign *sign) {
    static const rl_word marks[] = {{" ", 1}, {"\302\273", 2}, {"\342\200\272", 3}, {"\342\206\222", 3}};
    uint8_t *to = sign->bytes;
    size_t left = RL_MAX_BUTTON_LENGTH;
    while (text.size && left) {
        rl_view word = rl_next_word(&text, "");
        if (!word.size) continue;
        if (to > sign->bytes) *to++ = ' ';
        to = rl_lower_text(to, RL_ASCII_LOWER, word, &left);
    }
    rl_view button = {sign->bytes, (size_t)(to - sign->bytes)};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0];) {
        bool is_last = rl_ends_with_word(button, (rl_word_list){&marks[i], 1});
        if (is_last) button.size -= marks[i].size;
        i = is_last ? 0 : i + 1;
    }
    return button;
}

static bool has_button_part(rl_view name) {
    if (name.size > RL_MAX_NAME_LENGTH * RL_LOWER_CHARACTER_BYTES) name.size = RL_MAX_NAME_LENGTH * RL_LOWER_CHARACTER_BYTES;
    return rl_has_word_in_any_case(name, RL_BUTTON_PARTS);
}

/* Whether a leaf in code stands in what may be a button: most are tokens, and some of these say what buttons say. */
static bool is_in_control(const rl_columns *columns, int32_t node) {
    for (int i = 0; i < RL_MAX_CODE_LEVELS && (node = columns->parent[node]) >= 0; i++) {
        if (columns->tag[node] == RL_TAG_A || columns->tag[node] == RL_TAG_BUTTON) return true;
        if (has_button_part(rl_value(columns, node, RL_ATTRIBUTE_CLASS)) || has_button_part(rl_value(columns, node, RL_ATTRIBUTE_ID)))
            return true;
    }
    return false;
}

static bool is_code(const rl_kept_leaves *kept, int32_t position) {
    return kept->page->derived.preformatted[rl_kept_node(kept, position)] >= 0;
}

/* Whether a text is numbers alone: those of lines may stand so beside code. */
static bool is_numbers(rl_view text) {
    for (size_t i = 0; i < text.size; i++)
        if (text.bytes[i] != ' ' && (text.bytes[i] < '0' || text.bytes[i] > '9')) return false;
    return text.size > 0;
}

/* Whether a leaf in code or near it may be a button, the label of the code, or the number of a line. */
static bool is_button(const rl_kept_leaves *kept, int32_t position) {
    const rl_columns *columns = &kept->page->columns;
    int32_t node = rl_kept_node(kept, position), length = kept->page->derived.characters[kept->keep[position]];
    rl_sign sign;
    if (length <= 0 || length > RL_MAX_BUTTON_LENGTH) return false;
    rl_view text = read_button(rl_text_of(columns, node), &sign);
    bool is_token = is_code(kept, position), is_first = !is_token || !position || !is_code(kept, position - 1);
    return (is_first && (rl_is_word(text, RL_LANGUAGE_NAMES) || is_numbers(text))) ||
           (rl_is_word(text, RL_BUTTON_PHRASES) && (!is_token || is_in_control(columns, node)));
}

static bool has_buttons(const rl_kept_leaves *kept) {
    int32_t done = 0;  /* leaves that were looked at */
    for (int32_t i = 0; i < kept->count; i++) {
        if (!is_code(kept, i)) continue;
        int32_t first = i - RL_MAX_CODE_DISTANCE > done ? i - RL_MAX_CODE_DISTANCE : done;
        int32_t end = i + RL_MAX_CODE_DISTANCE < kept->count ? i + RL_MAX_CODE_DISTANCE + 1 : kept->count;
        for (int32_t near = first; near < end; near++)
            if (is_button(kept, near)) return true;
        done = end;
    }
    return false;
}

static bool has_code_gadgets(const rl_kept_leaves *kept) {
    if (!is_in_code(kept)) return false;
    return has_block_in_cell(&kept->page->columns) || has_named_marks(kept) || has_buttons(kept);
}

static uint32_t rules_to_ask(const rl_kept_leaves *kept) {
    uint32_t rules = rules_of_headings(kept);
    if (has_languages(&kept->page->columns)) rules |= RL_RULE_LANGUAGES;
    if (has_code_gadgets(kept)) rules |= RL_RULE_CODE;
    return rules;
}

void rl_tidy(const rl_kept_leaves *kept, rl_pool *pool, rl_tidied *tidied) {
    int32_t leaf_count = kept->page->derived.leaf_count;
    uint8_t *mask = RL_TAKE_ZEROED(pool, uint8_t, (size_t)leaf_count);
    *tidied = (rl_tidied){.rules = rules_to_ask(kept)};
    for (int32_t i = 0; i < kept->count; i++) mask[kept->keep[i]] = 1;
    bool is_changed = rl_tidy_pictures(kept, pool, mask);
    is_changed = rl_drop_gadgets(kept, pool, mask) || is_changed;
    if (!rl_drop_copies(kept, pool, mask) && !is_changed) return;
    tidied->leaves = RL_TAKE(pool, int32_t, (size_t)leaf_count);
    for (int32_t leaf = 0; leaf < leaf_count; leaf++)
        if (mask[leaf]) tidied->leaves[tidied->count++] = leaf;
}
