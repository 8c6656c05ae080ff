/* Numbers the lines of a page that are kept or dropped together:

       a table of data, a plain list, definitions   all of its lines
       another list or table                        the lines of a slot
       a paragraph, a code block                    its lines
       like cards                                   the lines of a slot: names, prices, dates

   Cards are found by their lines: lines of one slot that stand, one by one, in neighbouring children of the same
   element, the row. Each child is a card if the cards of a row hold several such lines. Longer lines are text:
   paragraphs of an article stand in like elements, too, with adverts among them. */
#include "groups.h"

#include "hashing.h"

enum {
    MAX_STEPS = 12,  /* from a line up to the row of its card */
    NO_ROW = MAX_STEPS + 1,
    MIN_CARDS = 4,   /* with a line of the slot */
    MIN_PARTS = 2,   /* lines of a card, on average */
};
static const double MAX_MEAN_WORDS = 15;  /* of the lines of a slot */

enum { WHOLE, SLOT_OF_LIST, TEXT_BLOCK, SLOT_OF_ROW, NO_GROUP };

/* What the lines of a group share. */
typedef struct {
    int32_t kind, of, slot;
} place;

static int32_t add_place(rl_distinct *distinct, const place *key) {
    return rl_distinct_add(distinct, (const uint8_t *)key, sizeof *key);
}

/* By line: the block that it stands in. */
static int32_t *blocks_of(const rl_page *page, const rl_lines *lines, rl_pool *pool) {
    int32_t *blocks = RL_TAKE(pool, int32_t, (size_t)lines->count);
    for (int32_t line = 0; line < lines->count; line++) blocks[line] = page->derived.block[lines->node[line]];
    return blocks;
}

/* By line: the paragraph or code block of several lines that it stands in, -1 for none. */
static int32_t *text_blocks(const rl_columns *columns, const int32_t *blocks, int32_t count, rl_pool *pool) {
    size_t nodes = (size_t)columns->count;
    int32_t *nearest = RL_TAKE(pool, int32_t, nodes), *held = RL_TAKE_ZEROED(pool, int32_t, nodes);
    int32_t *found = RL_TAKE(pool, int32_t, (size_t)count);
    for (int32_t row = 0; row < columns->count; row++) {
        bool is_text = columns->tag[row] == RL_TAG_P || columns->tag[row] == RL_TAG_PRE;
        nearest[row] = is_text ? row : row ? nearest[columns->parent[row]] : -1;
    }
    for (int32_t line = 0; line < count; line++)
        if (nearest[blocks[line]] >= 0) held[nearest[blocks[line]]]++;
    for (int32_t line = 0; line < count; line++) {
        int32_t block = nearest[blocks[line]];
        found[line] = block >= 0 && held[block] > 1 ? block : -1;
    }
    return found;
}

/* ---- Cards: elements with like siblings. */

/* The element around a line that may be a card, and the steps up to its row. */
typedef struct {
    int32_t card, steps;
} standing;

/* Climb from both nodes to the children of the same element; the steps to it, if both have as many, or NO_ROW. */
static int32_t climb(const int32_t *parent, int32_t *one, int32_t *other) {
    if (*one == *other) return NO_ROW;
    for (int32_t step = 1; step <= MAX_STEPS; step++) {
        int32_t above = parent[*one], above_other = parent[*other];
        if (above == above_other) return step;
        if (above <= 0 || above_other <= 0) return NO_ROW;
        *one = above;
        *other = above_other;
    }
    return NO_ROW;
}

/* By line: of the elements around it with a sibling that holds the next or the previous line of its slot, the inner
   one; no card where the lines are siblings themselves. */
static standing *find_cards(const rl_columns *columns, const int32_t *blocks, const rl_reading *reading,
                            int32_t count, rl_pool *pool) {
    standing *found = RL_TAKE(pool, standing, (size_t)count);
    int32_t *last = RL_TAKE_ZEROED(pool, int32_t, (size_t)reading->slot_count);  /* by slot: one more than its line */
    for (int32_t line = 0; line < count; line++) {
        int32_t before = last[reading->slots[line]] - 1;
        last[reading->slots[line]] = line + 1;
        found[line] = (standing){-1, NO_ROW};
        if (before < 0) continue;
        int32_t one = blocks[before], other = blocks[line], steps = climb(columns->parent, &one, &other);
        if (steps == NO_ROW) continue;
        found[line] = (standing){other, steps};
        if (steps < found[before].steps) found[before] = (standing){one, steps};
    }
    for (int32_t line = 0; line < count; line++)
        if (found[line].steps == 1) found[line].card = -1;
    return found;
}

/* What like cards have in one slot. */
typedef struct {
    int32_t lines;
    double words;
} part;

/* How many lines that may be parts of cards there are in a row, and how many cards. */
typedef struct {
    int32_t lines, cards;
} row_counts;

/* The lines that stand in rows of like elements. */
typedef struct {
    int32_t *row, *part_of;  /* by line; -1 for one that stands in no row */
    part *parts;
    row_counts *rows;        /* by node */
} row_contents;

static void count_parts(const rl_page *page, const rl_lines *lines, const rl_reading *reading,
                        const standing *standings, rl_pool *pool, row_contents *found) {
    place *places = RL_TAKE_ZEROED(pool, place, (size_t)lines->count);
    uint8_t *is_known = RL_TAKE_ZEROED(pool, uint8_t, (size_t)page->columns.count);  /* by node: whether it is a card */
    rl_distinct distinct;
    rl_distinct_begin(&distinct, pool, rl_seed_make(pool));
    for (int32_t line = 0; line < lines->count; line++) {
        int32_t card = standings[line].card, row = card < 0 ? -1 : page->columns.parent[card];
        found->row[line] = found->part_of[line] = row;
        if (row < 0) continue;
        places[line] = (place){SLOT_OF_ROW, row, reading->slots[line]};
        int32_t number = found->part_of[line] = add_place(&distinct, &places[line]);
        found->parts[number].lines++;
        found->parts[number].words += (double)lines->counts[line][RL_WORDS];
        found->rows[row].lines++;
        found->rows[row].cards += !is_known[card];
        is_known[card] = 1;
    }
}

static bool is_part_of_card(const part *own, const row_counts *row) {
    return own->lines >= MIN_CARDS && own->words <= MAX_MEAN_WORDS * own->lines && row->lines >= MIN_PARTS * row->cards;
}

/* By line: the row of cards in one of which it stands, -1 for none. */
static int32_t *rows_of_cards(const rl_page *page, const rl_lines *lines, const int32_t *blocks,
                              const rl_reading *reading, rl_pool *pool) {
    size_t count = (size_t)lines->count;
    const standing *standings = find_cards(&page->columns, blocks, reading, lines->count, pool);
    row_contents found = {RL_TAKE(pool, int32_t, count), RL_TAKE(pool, int32_t, count),
                          RL_TAKE_ZEROED(pool, part, count),
                          RL_TAKE_ZEROED(pool, row_counts, (size_t)page->columns.count)};
    count_parts(page, lines, reading, standings, pool, &found);
    for (int32_t line = 0; line < lines->count; line++) {
        int32_t row = found.row[line];
        if (row >= 0 && !is_part_of_card(&found.parts[found.part_of[line]], &found.rows[row])) found.row[line] = -1;
    }
    return found.row;
}

/* ---- Groups. */

int32_t *rl_number_groups(const rl_page *page, const rl_lines *lines, const rl_reading *reading, rl_pool *pool,
                          int32_t *count) {
    const rl_lists *lists = &reading->lists;
    const int32_t *blocks = blocks_of(page, lines, pool), *slots = reading->slots;
    const int32_t *texts = text_blocks(&page->columns, blocks, lines->count, pool);
    const int32_t *rows = rows_of_cards(page, lines, blocks, reading, pool);
    int32_t *numbers = RL_TAKE(pool, int32_t, (size_t)lines->count);
    place *places = RL_TAKE_ZEROED(pool, place, (size_t)lines->count);
    rl_distinct distinct;
    rl_distinct_begin(&distinct, pool, rl_seed_make(pool));
    for (int32_t line = 0; line < lines->count; line++) {
        places[line] = lists->is_whole[line]       ? (place){WHOLE, lists->nearest[line], 0}
                       : lists->nearest[line] >= 0 ? (place){SLOT_OF_LIST, lists->nearest[line], slots[line]}
                       : texts[line] >= 0         ? (place){TEXT_BLOCK, texts[line], 0}
                       : rows[line] >= 0          ? (place){SLOT_OF_ROW, rows[line], slots[line]}
                                                  : (place){NO_GROUP, 0, 0};
        numbers[line] = places[line].kind == NO_GROUP ? -1 : add_place(&distinct, &places[line]);
    }
    *count = distinct.count;
    return numbers;
}
