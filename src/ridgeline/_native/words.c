/* The first words of lines, folded for looking up and comparing. */
#include <string.h>

#include "characters.h"
#include "lowering.h"
#include "reading.h"
#include "utf8.h"

enum {
    PREFIX = 100,  /* characters of a line whose words are read */
};

/* By ASCII character: what it is compared as. Marks with a meaning of their own are kept. */
static const char FOLDED[128 + 1] =
    "                                "
    "   #$%&    +    0000000000      "
    "@abcdefghijklmnopqrstuvwxyz     "
    " abcdefghijklmnopqrstuvwxyz |   ";

void rl_fold(rl_pool *pool, rl_buffer *buffer, const uint8_t *bytes, size_t size, size_t most_characters) {
    size_t most_bytes = size / 4 > most_characters ? most_characters * 4 : size;
    uint8_t *to = rl_buffer_reserve(pool, buffer, rl_multiply(pool, most_bytes, RL_LOWER_GROWTH));
    buffer->size = (size_t)(rl_lower_text(to, FOLDED, (rl_view){bytes, size}, &most_characters) - buffer->bytes);
}

/* Where the text begins that is left of it without the white space before it. */
static const uint8_t *after_space(const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        const uint8_t *next = at;
        if (!(rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE)) break;
        at = next;
    }
    return at;
}

static rl_view text_of_leaf(const rl_page *page, int32_t leaf) {
    const rl_columns *columns = &page->columns;
    int32_t node = page->derived.leaves[leaf];
    if (columns->tag[node] != RL_TAG_TEXT) return (rl_view){NULL, 0};
    return (rl_view){rl_bytes(columns, columns->content[node]), columns->content[node].length};
}

/* The first characters of a line of several leaves, joined in `joined`. White space before them is left out only where
   the very first character is an ASCII one. */
static rl_view join_leaves(const rl_page *page, int32_t leaf, int32_t end, uint8_t joined[PREFIX * 4]) {
    size_t size = 0, characters = 0;
    bool is_first = true, is_stripping = false;
    for (; leaf < end && characters < PREFIX; leaf++) {
        rl_view text = text_of_leaf(page, leaf);
        if (!text.size) continue;
        const uint8_t *at = text.bytes, *text_end = at + text.size;
        if (is_first) is_stripping = *at <= ' ';
        is_first = false;
        if (is_stripping) at = after_space(at, text_end);
        is_stripping = is_stripping && at == text_end;
        for (; at < text_end && characters < PREFIX; characters++) {
            const uint8_t *begin = at;
            rl_decode(&at, text_end);
            memcpy(joined + size, begin, (size_t)(at - begin));
            size += (size_t)(at - begin);
        }
    }
    return (rl_view){joined, size};
}

static void fold_line(const rl_tree *tree, int32_t line, rl_pool *pool, rl_buffer *folded) {
    int32_t leaf = tree->lines->start[line], end = tree->lines->end[line];
    if (end == leaf + 1) {
        rl_view text = text_of_leaf(tree->page, leaf);
        if (!text.size) return;
        const uint8_t *text_end = text.bytes + text.size;
        const uint8_t *at = *text.bytes <= ' ' ? after_space(text.bytes, text_end) : text.bytes;
        rl_fold(pool, folded, at, (size_t)(text_end - at), PREFIX);
    } else {
        uint8_t joined[PREFIX * 4];
        rl_view text = join_leaves(tree->page, leaf, end, joined);
        rl_fold(pool, folded, text.bytes, text.size, PREFIX);
    }
}

/* Add the words of folded bytes from `from` on to the list; their new number. There is always room for one more, since
   places are written before it is known whether a word begins or ends there: this loop has no branches. */
static int32_t split_words(rl_words *words, int32_t count, size_t from) {
    const uint8_t *bytes = words->folded.bytes;
    int32_t *starts = words->start + count, *ends = words->end + count;
    bool was_word = false;
    for (size_t i = from; i < words->folded.size; i++) {
        bool is_word = bytes[i] > ' ';
        *starts = *ends = (int32_t)i;
        starts += is_word & !was_word;
        ends += was_word & !is_word;
        was_word = is_word;
    }
    *ends = (int32_t)words->folded.size;
    return (int32_t)(starts - words->start);
}

static void reserve_words(rl_words *words, rl_pool *pool, size_t needed) {
    if (needed <= words->word_room) return;
    words->word_room = rl_room(pool, words->word_room ? words->word_room : 1024, needed);
    RL_RESIZE(pool, words->start, int32_t, words->word_room);
    RL_RESIZE(pool, words->end, int32_t, words->word_room);
}

void rl_words_read(const rl_tree *tree, rl_pool *pool, rl_words *words) {
    int32_t lines = tree->lines->count, count = 0;
    memset(words, 0, sizeof *words);
    rl_buffer_reserve(pool, &words->folded, 1);
    words->line_start = RL_TAKE(pool, int32_t, (size_t)lines + 1);
    words->first_word = RL_TAKE(pool, int32_t, (size_t)lines + 1);
    for (int32_t line = 0; line < lines; line++) {
        size_t from = words->folded.size;
        words->line_start[line] = (int32_t)from;
        words->first_word[line] = count;
        fold_line(tree, line, pool, &words->folded);
        if (words->folded.size > INT32_MAX / 2) rl_fail(pool);
        reserve_words(words, pool, (size_t)count + (words->folded.size - from) / 2 + 2);
        count = split_words(words, count, from);
    }
    words->line_start[lines] = (int32_t)words->folded.size;
    words->first_word[lines] = count;
}

void rl_word_set_begin(rl_word_set *set, rl_pool *pool, rl_seed seed) {
    rl_distinct_begin(&set->words, pool, seed);
    memset(&set->hints, 0, sizeof set->hints);
}

void rl_word_set_add(rl_word_set *set, const rl_buffer *folded) {
    if (!folded->size) return;
    const uint8_t *at = folded->bytes, *end = at + folded->size;
    while (at < end) {
        const uint8_t *begin = at;
        while (at < end && *at > ' ') at++;
        size_t size = (size_t)(at - begin);
        if (size) {
            rl_hint_add(&set->hints, begin, size);
            rl_distinct_add(&set->words, begin, size);
        } else {
            at++;
        }
    }
}

bool rl_word_set_has(const rl_word_set *set, const uint8_t *word, size_t size) {
    return rl_may_have(&set->hints, word, size) && rl_distinct_find(&set->words, word, size) >= 0;
}

void rl_words_overlap(const rl_words *words, int32_t line_count, const rl_word_set *set, float *overlap) {
    int32_t known = set->words.count;
    for (int32_t line = 0; line < line_count; line++) {
        int32_t first = words->first_word[line], last = words->first_word[line + 1], common = 0;
        for (int32_t word = first; known && word < last; word++)
            common += rl_word_set_has(set, words->folded.bytes + words->start[word],
                                      (size_t)(words->end[word] - words->start[word]));
        if (common > known) common = known;
        int32_t either = last - first + known - common;
        overlap[line] = (float)((double)common / (either > 1 ? either : 1));
    }
}
