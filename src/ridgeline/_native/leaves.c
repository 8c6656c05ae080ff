#include "leaves.h"

#include "characters.h"
#include "listings.h"
#include "notation.h"
#include "utf8.h"

bool rl_shows_text(rl_view text) {
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;)
        if (!rl_is_unshown(rl_decode(&at, end))) return true;
    return false;
}

uint8_t *rl_fold_spaces(uint8_t *to, rl_view text, bool *is_spaced) {
    bool was_space = *is_spaced;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        uint8_t byte = *at;
        if (byte < 0x20 || byte == 0x7F || byte == 0xC2) {  /* 0xC2 begins U+0080 to U+00BF */
            const uint8_t *start = at;
            uint32_t point = rl_decode(&at, end);
            if (rl_is_unshown(point)) continue;
            if (point != 0xA0 && point > 0x20) {
                while (start < at) *to++ = *start++;
                was_space = false;
                continue;
            }
            byte = ' ';
        } else {
            at++;
        }
        /* Without a branch, since no one can predict where words end. */
        bool is_space = byte == ' ';
        *to = byte;
        to += !(is_space & was_space);
        was_space = is_space;
    }
    *is_spaced = was_space;
    return to;
}

rl_view rl_one_line(rl_view text, rl_pool *pool) {
    uint8_t *line = RL_TAKE(pool, uint8_t, text.size + 1), *to = line;
    bool is_spaced = true;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        const uint8_t *start = at;
        uint32_t point = rl_decode(&at, end);
        if (rl_is_unshown(point)) continue;
        if (!(rl_kind(point) & RL_KIND_SPACE)) {
            while (start < at) *to++ = *start++;
            is_spaced = false;
        } else if (!is_spaced) {
            *to++ = ' ';
            is_spaced = true;
        }
    }
    if (to > line && is_spaced) to--;
    return (rl_view){line, (size_t)(to - line)};
}

static void read_leaf(const rl_kept_leaves *kept, int32_t i, rl_opened *opened, bool has_notation, rl_leaf *leaf, rl_pool *pool) {
    const rl_columns *columns = &kept->page->columns;
    leaf->leaf = kept->keep[i];
    leaf->node = rl_kept_node(kept, i);
    leaf->kind = columns->tag[leaf->node] == RL_TAG_TEXT ? RL_LEAF_TEXT : RL_LEAF_OTHER;
    leaf->gap = i ? (uint8_t)rl_strongest_break(&kept->page->derived, kept->keep[i - 1], kept->keep[i]) : RL_BREAK_PARAGRAPH;
    if (leaf->kind == RL_LEAF_TEXT) {
        leaf->text = rl_without_shortcodes(kept->page, leaf->node, rl_text_of(columns, leaf->node), opened, pool);
        if (!rl_shows_text(leaf->text)) leaf->text.size = 0;
    } else if (has_notation) {
        leaf->text = rl_label_of(kept->page, leaf->leaf, pool);
    }
    leaf->source = leaf->text;
}

static void put_texts(const rl_given_leaves *given, rl_leaf *leaves) {
    for (int32_t i = 0; i < given->count; i++)
        leaves[given->items[i].position].text = leaves[given->items[i].position].source = given->items[i].text;
}

/* Let a leaf at an edge of a formula touch the one before, where no white space stands between them on the page. */
static void join_edge(const rl_page *page, rl_leaf *leaves, int32_t position, int32_t count) {
    if (position <= 0 || position >= count || leaves[position].gap != RL_BREAK_SPACE) return;
    const rl_leaf *before = &leaves[position - 1], *here = &leaves[position];
    if (here->leaf - before->leaf > 1) return;
    for (int32_t row = page->columns.end[before->node]; row < here->node; row++)
        if (page->columns.blank[row]) return;
    leaves[position].gap = RL_BREAK_NOTHING;
}

static void make_formulas(const rl_page *page, const rl_given_leaves *given, rl_leaf *leaves, int32_t count) {
    for (int32_t i = 0; i < given->count; i++) {
        const rl_given_leaf *formula = &given->items[i];
        int32_t first = formula->position, end = first + formula->size;
        if (!formula->source.bytes) continue;
        for (int32_t position = first; position < end; position++) leaves[position].kind = RL_LEAF_TEXT;
        leaves[first].kind = RL_LEAF_FORMULA;
        leaves[first].source = formula->source;
        join_edge(page, leaves, first, count);
        join_edge(page, leaves, end, count);
    }
}

static void write_notation(const rl_page *page, rl_leaf *leaves, int32_t count, rl_pool *pool) {
    int32_t *positions = RL_TAKE(pool, int32_t, (size_t)count + 1);
    rl_shown_leaves shown = {page, leaves, positions, 0};
    for (int32_t i = 0; i < count; i++)
        if (leaves[i].text.size) positions[shown.count++] = i;
    rl_raise_and_lower(&shown, pool);
    rl_write_marks(&shown, pool);
    rl_join_quantities(&shown, pool);
}

rl_leaf *rl_leaves_read(const rl_kept_leaves *kept, const rl_given_leaves *given, bool has_notation, rl_pool *pool) {
    rl_leaf *leaves = RL_TAKE_ZEROED(pool, rl_leaf, (size_t)kept->count + 1);
    rl_opened opened = {.count = 0};
    for (int32_t i = 0; i < kept->count; i++) read_leaf(kept, i, &opened, has_notation, &leaves[i], pool);
    if (given) put_texts(given, leaves);
    if (has_notation) write_notation(kept->page, leaves, kept->count, pool);
    if (given) make_formulas(kept->page, given, leaves, kept->count);
    return leaves;
}
