#include "glance.h"

#include "counting.h"
#include "kept.h"

#include <string.h>

bool rl_has_any(const rl_columns *columns, const uint8_t *table) {
    for (int32_t row = 0; row < columns->count; row++)
        if (rl_is_in(table, columns->tag[row])) return true;
    return false;
}

int64_t rl_count_characters(const rl_derived *derived, int64_t enough) {
    int64_t characters = 0;
    for (int32_t leaf = 0; leaf < derived->leaf_count && characters < enough; leaf++)
        characters += derived->characters[leaf];
    return characters;
}

int64_t rl_count_words_outside(const rl_page *page, const int32_t *keep, int32_t count, const uint8_t *table,
                               int64_t enough) {
    const rl_columns *columns = &page->columns;
    const rl_derived *derived = &page->derived;
    int64_t words = 0;
    for (int32_t row = 0, leaf = 0, kept = 0; leaf < derived->leaf_count && words < enough; row++) {
        if (rl_is_in(table, columns->tag[row])) {  /* with all that is in it */
            while (leaf < derived->leaf_count && derived->leaves[leaf] < columns->end[row]) leaf++;
            row = columns->end[row] - 1;
        } else if (derived->leaves[leaf] == row) {
            while (kept < count && keep[kept] < leaf) kept++;
            bool is_kept = kept < count && keep[kept] == leaf;
            rl_view text = rl_text_of(columns, row);
            if (is_kept || !derived->hidden[row]) words += rl_count_words_in(text.bytes, text.size);
            leaf++;
        }
    }
    return words;
}

size_t rl_lower_beginning(const rl_page *page, const int32_t *keep, int32_t count,
                          uint8_t to[RL_BEGINNING * RL_LOWER_CHARACTER_BYTES]) {
    uint8_t *at = to;
    size_t left = RL_BEGINNING;
    for (int32_t i = 0; i < count && left; i++) {
        if (i) *at++ = ' ', left--;
        at = rl_lower_text(at, RL_ASCII_LOWER, rl_text_of(&page->columns, page->derived.leaves[keep[i]]), &left);
    }
    return (size_t)(at - to);
}

size_t rl_short_text(const rl_columns *columns, int32_t row, uint8_t to[RL_SHORT_TEXT]) {
    size_t size = 0;
    for (int32_t inside = row + 1; inside < columns->end[row]; inside++) {
        rl_slice text = columns->content[inside];
        if (columns->tag[inside] != RL_TAG_TEXT || !text.length) continue;
        if (text.length > RL_SHORT_TEXT - size) return 0;
        memcpy(to + size, rl_bytes(columns, text), text.length);
        size += text.length;
    }
    return size;
}
