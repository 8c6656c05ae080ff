/* The first words of lines: `summit.tokens.read_words` and `fold`. */
#include <string.h>

#include "characters.h"
#include "reading.h"
#include "utf8.h"

enum {
    PREFIX = 100,      /* characters of a line whose words are read */
    MAX_GROWTH = 3,    /* a byte that is no UTF-8 becomes U+FFFD, of three; no character grows more than that */
    CAPITAL_SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2,
    CAPITAL_I_WITH_DOT = 0x130, DOT_ABOVE = 0x307,
};

uint8_t *rl_buffer_reserve(rl_pool *pool, rl_buffer *buffer, size_t more) {
    size_t needed = rl_add(pool, buffer->size, more);
    if (needed > buffer->room || !buffer->bytes) {
        buffer->room = rl_room(pool, buffer->room ? buffer->room : 1024, needed);
        RL_RESIZE(pool, buffer->bytes, uint8_t, buffer->room);
    }
    return buffer->bytes + buffer->size;
}

void rl_buffer_put(rl_pool *pool, rl_buffer *buffer, const uint8_t *bytes, size_t size) {
    uint8_t *to = rl_buffer_reserve(pool, buffer, size);
    if (size) memcpy(to, bytes, size);
    buffer->size += size;
}

/* By ASCII character: what it is compared as. Marks with a meaning of their own are kept. */
static const char FOLDED[128 + 1] =
    "                                "
    "   #$%&    +    0000000000      "
    "@abcdefghijklmnopqrstuvwxyz     "
    " abcdefghijklmnopqrstuvwxyz |   ";

static const uint8_t *after_characters(const uint8_t *at, const uint8_t *end, size_t count) {
    for (; count && at < end; count--) rl_decode(&at, end);
    return at;
}

/* The character before `at`, which moves back to it. */
static uint32_t decode_back(const uint8_t *begin, const uint8_t **at) {
    const uint8_t *end = *at, *first = end - 1;
    while (first > begin && end - first < 4 && rl_continues(*first)) first--;
    const uint8_t *next = first;
    uint32_t point = rl_decode(&next, end);
    if (next != end) {  /* no UTF-8: one byte is a character */
        first = end - 1;
        point = RL_REPLACEMENT;
    }
    *at = first;
    return point;
}

/* Whether a sigma ends a word: the nearest character before it that is not ignored is cased, the nearest after it is
   not. What is ignored is looked at from the two sigmas around it at most, so this is linear in the text. */
static bool is_final(const uint8_t *begin, const uint8_t *sigma, const uint8_t *after, const uint8_t *end) {
    uint32_t point = 0;
    bool is_found = false;
    while (sigma > begin && !is_found) is_found = !rl_is_case_ignorable(point = decode_back(begin, &sigma));
    if (!is_found || !rl_is_cased(point)) return false;
    while (after < end)
        if (!rl_is_case_ignorable(point = rl_decode(&after, end))) return !rl_is_cased(point);
    return true;
}

/* Write a character that is not ASCII; where the next one goes. */
static uint8_t *put_lower(uint8_t *to, uint32_t point) {
    to += rl_encode(to, rl_lower(point));  /* if that is ASCII, it is a letter */
    if (point == CAPITAL_I_WITH_DOT) to += rl_encode(to, DOT_ABOVE);
    return to;
}

void rl_fold(rl_pool *pool, rl_buffer *buffer, const uint8_t *bytes, size_t size, size_t most_characters) {
    size_t most_bytes = size / 4 > most_characters ? most_characters * 4 : size;
    uint8_t *to = rl_buffer_reserve(pool, buffer, rl_multiply(pool, most_bytes, MAX_GROWTH));
    const uint8_t *at = bytes, *end = bytes + size, *cut = NULL;
    for (size_t left = most_characters; left && at < end; left--) {
        const uint8_t *before = at, *ascii_end = (size_t)(end - at) > left ? at + left : end;
        while (at < ascii_end && *at < 0x80) *to++ = (uint8_t)FOLDED[*at++];
        left -= (size_t)(at - before);
        if (at == ascii_end) break;
        before = at;
        uint32_t point = rl_decode(&at, end);
        if (point == CAPITAL_SIGMA) {
            if (!cut) cut = after_characters(before, end, left);
            if (is_final(bytes, before, at, cut)) point = FINAL_SIGMA;
        }
        to = put_lower(to, point);
    }
    buffer->size = (size_t)(to - buffer->bytes);
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
   the very first character is an ASCII one, as in Python. */
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

static inline uint32_t mark_of(const uint8_t *word, size_t size) {
    uint32_t mixed = (uint32_t)word[0] * 67 + (uint32_t)word[size / 2] * 29 + (uint32_t)word[size - 1] * 5;
    return (mixed + (uint32_t)size * 401) % RL_WORD_MARKS;
}

void rl_word_set_begin(rl_word_set *set, rl_pool *pool, rl_seed seed) {
    rl_distinct_begin(&set->words, pool, seed);
    memset(set->marks, 0, sizeof set->marks);
}

void rl_word_set_add(rl_word_set *set, const rl_buffer *folded) {
    if (!folded->size) return;
    const uint8_t *at = folded->bytes, *end = at + folded->size;
    while (at < end) {
        const uint8_t *begin = at;
        while (at < end && *at > ' ') at++;
        size_t size = (size_t)(at - begin);
        if (size) {
            uint32_t mark = mark_of(begin, size);
            set->marks[mark / 64] |= (uint64_t)1 << mark % 64;
            rl_distinct_add(&set->words, begin, size);
        } else {
            at++;
        }
    }
}

bool rl_word_set_has(const rl_word_set *set, const uint8_t *word, size_t size) {
    uint32_t mark = mark_of(word, size);
    return (set->marks[mark / 64] >> mark % 64 & 1) && rl_distinct_find(&set->words, word, size) >= 0;
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
