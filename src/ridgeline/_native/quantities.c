/* Number, unit and name of a list's item that a page shows side by side are one line: "1/4 cup butter".

   Recipes write them as neighbouring boxes, as inline elements without white space between them, or as blocks. Neither glueing
   them nor a paragraph for each is what a reader sees. */
#include <string.h>

#include "characters.h"
#include "notation.h"
#include "signs.h"
#include "utf8.h"

enum {
    MAX_NUMBER_LENGTH = 40,  /* characters of a number with the white space around it */
    MAX_SPACES = 20,         /* … before it */
    MAX_DIGITS = 15,         /* … from its first digit on */
    MAX_LEAVES = 8,          /* of one line */
    MAX_LENGTH = 120,        /* characters of one line */
};

static bool is_digit(uint32_t point) {
    if (point < 0x80) return point >= '0' && point <= '9';
    if ((point >= 0xBC && point <= 0xBE) || (point >= 0x2150 && point <= 0x215E)) return true;  /* fractions */
    return (rl_kind(point) & RL_KIND_DIGIT) && ((point >= 0x660 && point < 0x2000) || (point >= 0xFF10 && point <= 0xFF19));
}

static bool is_in_number(uint32_t point) {
    return is_digit(point) || (rl_kind(point) & RL_KIND_SPACE) || (point && point < 0x80 && strchr("./,-", (int)point)) ||
           point == 0x2044 || point == 0x2013;
}

/* Whether a text is a number as recipes have them: "2", "1 1/2", "~ 3–4". */
static bool is_number(rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    int spaces = 0, characters = 0;
    uint32_t point = ' ';
    while (at < end && rl_kind(point = rl_decode(&at, end)) & RL_KIND_SPACE)
        if (++spaces > MAX_SPACES) return false;
    if ((point == '~' || point == 0x2248) && at < end) point = rl_decode(&at, end);
    if (!is_digit(point)) return false;
    for (characters = 1; at < end; characters++)
        if (characters == MAX_DIGITS || !is_in_number(rl_decode(&at, end))) return false;
    return true;
}

/* By node: the nearest element around it that has a meaning of its own, -1 for none. An item's text inside of one does not
   belong to the line. */
static int32_t *nearest_structures(const rl_columns *columns, rl_pool *pool) {
    int32_t *nearest = RL_TAKE(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t parent = columns->parent[row];
        bool is_structure = rl_properties(columns->tag[row]) & RL_STRUCTURE;
        nearest[row] = is_structure ? row : parent < 0 ? -1 : nearest[parent];
    }
    return nearest;
}

static bool begins_with_word_character(rl_view text) {
    const uint8_t *at = text.bytes;
    return text.size && (rl_kind(rl_decode(&at, rl_end_of(text))) & RL_KIND_WORD);
}

static bool ends_with_word_character(rl_view text) {
    const uint8_t *end = rl_end_of(text);
    return text.size && (rl_kind(rl_decode_last(text.bytes, &end)) & RL_KIND_WORD);
}

/* Whether a text goes on with what makes the number before it an ordinal. */
static bool is_ordinal(rl_view text) {
    static const rl_word ORDINALS_WORDS[] = {{"er", 2}, {"nd", 2}, {"rd", 2}, {"st", 2}, {"th", 2}, {"\303\250me", 4}};
    rl_sign sign;
    rl_sign_read(&sign, text, 3);
    return rl_is_word(rl_strip(rl_sign_view(&sign)), (rl_word_list){ORDINALS_WORDS, 6});
}

/* Whether two leaves of a quantity, by their nodes, stand side by side: as blocks, or as boxes that would glue. */
static bool are_apart(const rl_columns *columns, int32_t before, int32_t node, uint8_t gap) {
    if (gap != RL_BREAK_NOTHING) return gap == RL_BREAK_PARAGRAPH;
    rl_view first = rl_text_of(columns, before), second = rl_text_of(columns, node);
    if (!ends_with_word_character(first) || !begins_with_word_character(second)) return false;
    int32_t box = columns->parent[before], other = columns->parent[node];
    if (is_number(first))  /* "2" in an element of its own, but "2nd" */
        return columns->end[box] <= node && columns->tag[other] != RL_TAG_SUP && columns->tag[other] != RL_TAG_SUB && !is_ordinal(second);
    return columns->tag[box] == RL_TAG_SPAN && columns->tag[other] == RL_TAG_SPAN && box != other &&
           columns->parent[box] == columns->parent[other];
}

/* Let a space, and nothing stronger, stand between a leaf and the one that is shown before it. */
static void join(const rl_shown_leaves *shown, int32_t i) {
    for (int32_t position = shown->shown[i - 1] + 1; position < shown->shown[i]; position++)
        if (shown->leaves[position].gap > RL_BREAK_SPACE) shown->leaves[position].gap = RL_BREAK_SPACE;
    rl_shown_leaf(shown, i)->gap = RL_BREAK_SPACE;
}

static uint8_t strongest_gap(const rl_shown_leaves *shown, int32_t i) {
    uint8_t strongest = RL_BREAK_NOTHING;
    for (int32_t position = shown->shown[i - 1] + 1; position <= shown->shown[i]; position++)
        if (shown->leaves[position].gap > strongest) strongest = shown->leaves[position].gap;
    return strongest;
}

/* Join the leaves of an item that begins with a number, if they are a quantity. */
static void join_item(const rl_shown_leaves *shown, int32_t number, const int32_t *nearest) {
    const rl_page *page = shown->page;
    int32_t item = nearest[rl_shown_leaf(shown, number)->node], end = number;
    int64_t length = 0;
    if (item < 0 || page->columns.tag[item] != RL_TAG_LI) return;
    for (; end < shown->count && nearest[rl_shown_leaf(shown, end)->node] == item; end++) {
        length += page->derived.characters[rl_shown_leaf(shown, end)->leaf];
        if (end - number == MAX_LEAVES || length > MAX_LENGTH) return;
    }
    for (int32_t i = number + 1; i < end; i++) {
        int32_t before = rl_shown_leaf(shown, i - 1)->node, node = rl_shown_leaf(shown, i)->node;
        if (are_apart(&page->columns, before, node, strongest_gap(shown, i))) join(shown, i);
    }
}

void rl_join_quantities(const rl_shown_leaves *shown, rl_pool *pool) {
    const rl_columns *columns = &shown->page->columns;
    const int32_t *nearest = NULL;
    for (int32_t i = 0; i < shown->count; i++) {
        const rl_leaf *leaf = rl_shown_leaf(shown, i);
        int32_t length = shown->page->derived.characters[leaf->leaf];
        if (!length || length > MAX_NUMBER_LENGTH || !is_number(rl_text_of(columns, leaf->node))) continue;
        if (!nearest) nearest = nearest_structures(columns, pool);
        if (!i || nearest[rl_shown_leaf(shown, i - 1)->node] != nearest[leaf->node]) join_item(shown, i, nearest);
    }
}
