#include "formatting.h"

#include <string.h>

#include "open_elements.h"

enum { MAX_OUTER = 8, MAX_INNER = 3 };  /* of the adoption agency */

/* --- The list */

static bool is_active(const rl_builder *b, int32_t row) { return (b->nodes[row].marks & RL_IS_FORMATTING) != 0; }

static int32_t position(const rl_builder *b, int32_t row) {
    if (!is_active(b, row)) return -1;
    int32_t i = b->formatting_count - 1;
    while (i >= 0 && b->formatting[i] != row) i--;
    return i;
}

static void remove_at(rl_builder *b, int32_t i) {
    int32_t row = b->formatting[i], count = b->formatting_count - i - 1;
    if (row != RL_MARKER) b->nodes[row].marks &= (uint8_t)~RL_IS_FORMATTING;
    memmove(b->formatting + i, b->formatting + i + 1, (size_t)count * sizeof *b->formatting);
    b->formatting_count--;
}

static void insert_at(rl_builder *b, int32_t i, int32_t row) {
    if (b->formatting_count == RL_MAX_FORMATTING) {
        remove_at(b, 0);
        if (i > 0) i--;
    }
    int32_t count = b->formatting_count - i;
    memmove(b->formatting + i + 1, b->formatting + i, (size_t)count * sizeof *b->formatting);
    b->formatting[i] = row;
    b->formatting_count++;
    if (row != RL_MARKER) b->nodes[row].marks |= RL_IS_FORMATTING;
}

static void replace_at(rl_builder *b, int32_t i, int32_t row) {
    b->nodes[b->formatting[i]].marks &= (uint8_t)~RL_IS_FORMATTING;
    b->formatting[i] = row;
    b->nodes[row].marks |= RL_IS_FORMATTING;
}

void rl_insert_marker(rl_builder *b) { insert_at(b, b->formatting_count, RL_MARKER); }

void rl_clear_to_last_marker(rl_builder *b) {
    while (b->formatting_count) {
        bool was_marker = b->formatting[b->formatting_count - 1] == RL_MARKER;
        remove_at(b, b->formatting_count - 1);
        if (was_marker) return;
    }
}

static int32_t active_position(const rl_builder *b, int32_t tag) {
    int32_t i = b->formatting_count - 1;
    while (i >= 0 && b->formatting[i] != RL_MARKER && b->columns->tag[b->formatting[i]] != tag) i--;
    return i >= 0 && b->formatting[i] != RL_MARKER ? i : -1;
}

int32_t rl_active(const rl_builder *b, int32_t tag) {
    int32_t i = active_position(b, tag);
    return i < 0 ? -1 : b->formatting[i];
}

void rl_forget_formatting(rl_builder *b, int32_t row) {
    int32_t i = position(b, row);
    if (i >= 0) remove_at(b, i);
}

static bool is_same_value(const rl_columns *columns, rl_slice a, rl_slice b) {
    uint32_t size = a.length == (uint32_t)RL_NO_VALUE ? 0 : a.length;
    if (size != (b.length == (uint32_t)RL_NO_VALUE ? 0 : b.length)) return false;
    return !size || !memcmp(rl_bytes(columns, a), rl_bytes(columns, b), size);
}

/* Whether an element has the tag and the attributes of the token. */
static bool is_like_token(const rl_builder *b, int32_t row) {
    const rl_columns *columns = b->columns;
    const rl_token *token = &b->tokenizer.token;
    rl_slice own = columns->content[row];
    if (columns->tag[row] != token->tag || own.length != (uint32_t)token->attribute_count) return false;
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        int32_t other = rl_token_attribute(&b->tokenizer, columns->attribute_name[i]);
        if (other < 0 || !is_same_value(columns, columns->attribute_value[i], columns->attribute_value[other]))
            return false;
    }
    return true;
}

/* The Noah's Ark clause: three that are alike, and no more. And no more than RL_MAX_ACTIVE in all. */
static void make_room(rl_builder *b) {
    int32_t alike = 0, active = 0, first_alike = -1;
    for (int32_t i = b->formatting_count - 1; i >= 0 && b->formatting[i] != RL_MARKER; i--) {
        active++;
        if (!is_like_token(b, b->formatting[i])) continue;
        alike++;
        first_alike = i;
    }
    if (alike >= 3) {
        remove_at(b, first_alike);
    } else if (active >= RL_MAX_ACTIVE) {
        remove_at(b, b->formatting_count - active);
        b->columns->cuts |= RL_CUT_DEPTH;
    }
}

void rl_insert_formatting(rl_builder *b) {
    int32_t row = rl_insert_token(b);
    if (!rl_is_open(b, row)) return;
    make_room(b);
    insert_at(b, b->formatting_count, row);
}

static bool is_marker_or_open(const rl_builder *b, int32_t i) {
    return b->formatting[i] == RL_MARKER || rl_is_open(b, b->formatting[i]);
}

void rl_reconstruct_formatting(rl_builder *b) {
    int32_t i = b->formatting_count;
    while (i > 0 && !is_marker_or_open(b, i - 1)) i--;
    if (b->copies >= RL_MAX_COPIES && i < b->formatting_count) {
        while (b->formatting_count > i) remove_at(b, b->formatting_count - 1);
        b->columns->cuts |= RL_CUT_DEPTH;
        return;
    }
    for (; i < b->formatting_count && b->depth < b->max_depth; i++) {
        int32_t row = b->formatting[i];
        int32_t copy = rl_insert(b, b->columns->tag[row], RL_HTML, b->columns->content[row]);
        rl_stand_where(b, copy, row);
        replace_at(b, i, copy);
        b->copies++;
    }
}

/* --- The adoption agency */

void rl_any_other_end_tag(rl_builder *b) {
    int32_t tag = b->tokenizer.token.tag, place = rl_innermost(b, tag);
    if (place < 1 || place < rl_current(b)->special) return;
    rl_generate_implied_end_tags(b, tag);
    rl_pop_to(b, place);
}

/* The outermost special element inside of a place, or -1. */
static int32_t furthest_block(const rl_builder *b, int32_t place) {
    if (rl_current(b)->special <= place) return -1;
    int32_t block = rl_current(b)->special;
    while (b->open[block - 1].special > place) block = b->open[block - 1].special;
    return block;
}

/* Steps 13 and 14: between the formatting element and the furthest block, formatting is copied and wraps the block, and
   the rest is closed. Returns the outermost copy; `bookmark` is where in the list the new element goes. */
static int32_t wrap_block(rl_builder *b, int32_t formatting, int32_t block, int32_t *bookmark) {
    int32_t block_row = b->open[block].row, last = block_row;
    int32_t inner = 0;
    for (int32_t place = block - 1; place > formatting; place--) {
        int32_t row = b->open[place].row, listed = position(b, row);
        inner++;
        if (inner > MAX_INNER && listed >= 0) {
            remove_at(b, listed);
            if (listed < *bookmark) --*bookmark;
            listed = -1;
        }
        if (listed < 0) {
            rl_remove_open(b, place);
            continue;
        }
        int32_t copy = rl_clone(b, row);
        replace_at(b, listed, copy);
        rl_replace_open(b, place, copy);
        if (last == block_row) *bookmark = listed + 1;
        rl_detach(b, last);
        rl_append(b, copy, last);
        last = copy;
    }
    return last;
}

/* Steps 15 to 19: the block, as wrapped, moves out of the formatting element, and a copy of that into the block. */
static void adopt(rl_builder *b, int32_t place, int32_t block) {
    int32_t row = b->open[place].row, block_row = b->open[block].row, ancestor = b->open[place - 1].row;
    int32_t bookmark = position(b, row);
    int32_t last = wrap_block(b, place, block, &bookmark);
    rl_detach(b, last);
    rl_insert_at(b, rl_appropriate_place(b, ancestor), last);
    int32_t copy = rl_clone(b, row);
    rl_move_children(b, block_row, copy);
    rl_append(b, block_row, copy);
    int32_t listed = position(b, row);
    if (listed >= 0) {
        remove_at(b, listed);
        if (listed < bookmark) bookmark--;
    }
    insert_at(b, bookmark, copy);
    rl_remove_open(b, rl_find_open(b, row));
    rl_insert_open(b, rl_find_open(b, block_row) + 1, copy);
}

/* Moves are linear in the page; a page that asks for more gets its formatting closed instead. */
static bool is_exhausted(const rl_builder *b) { return b->moves > 2 * (int64_t)b->columns->count + 100000; }

void rl_run_adoption_agency(rl_builder *b, int32_t tag) {
    if (rl_current_is(b, tag) && !is_active(b, rl_current(b)->row)) {
        rl_pop(b);
        return;
    }
    for (int32_t outer = 0; outer < MAX_OUTER; outer++) {
        int32_t listed = active_position(b, tag);
        if (listed < 0) {
            rl_any_other_end_tag(b);
            return;
        }
        int32_t place = rl_find_open(b, b->formatting[listed]);
        if (place < 1) {
            remove_at(b, listed);
            return;
        }
        if (rl_current(b)->scope > place) return;
        int32_t block = furthest_block(b, place);
        if (block < 0 || is_exhausted(b)) {
            rl_pop_to(b, place);
            remove_at(b, listed);
            return;
        }
        adopt(b, place, block);
    }
}
