/* Any bytes as a text by itself: kinds of characters, counting, lower case, names, words and their numbers.

   The input is two bytes that choose how much of it is used; then the text. */
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "harness.h"
#include "lowering.h"
#include "reading.h"

enum { MOST_WORDS = 200 };

static const rl_word WORDS[] = {{"", 0}, {"ad", 2}, {"edit", 4}, {"nav", 3}, {"\xC3\xA9t\xC3\xA9", 5}};
static const rl_word_list LIST = {WORDS, sizeof WORDS / sizeof WORDS[0]};
static const rl_word_list LIST_OF_ASCII = {WORDS + 1, 3};

/* --- Texts. */

static void check_lowered(rl_view text, size_t most) {
    uint8_t *lowered = malloc(text.size * RL_LOWER_GROWTH + 1);  /* a sanitizer sees what is written beyond it */
    CHECK(lowered != NULL);
    size_t left = most;
    const uint8_t *end = rl_lower_text(lowered, RL_ASCII_LOWER, text, &left);
    CHECK(left <= most && (size_t)(end - lowered) <= text.size * RL_LOWER_GROWTH);
    CHECK(is_utf8(lowered, (size_t)(end - lowered)) || !is_utf8(text.bytes, text.size));
    free(lowered);
}

static void check_folded(rl_view text, size_t most, rl_pool *pool) {
    rl_buffer folded = {0};
    rl_fold(pool, &folded, text.bytes, text.size, most);
    CHECK(folded.size <= text.size * RL_LOWER_GROWTH);
    for (size_t i = 0; i < folded.size; i++) CHECK(folded.bytes[i] < '1' || folded.bytes[i] > '9');
}

static void check_words_of_lists(rl_view text) {
    rl_view stripped = rl_strip(text), again = rl_strip(stripped), before = rl_before(text, ' ');
    CHECK(stripped.size <= text.size && again.size == stripped.size);
    CHECK(before.size == text.size || text.bytes[before.size] == ' ');
    CHECK(!rl_is_word(text, LIST_OF_ASCII) || rl_has_word(text, LIST_OF_ASCII));
    CHECK(!rl_has_word(text, LIST_OF_ASCII) || rl_has_word_in_any_case(text, LIST_OF_ASCII));
    CHECK(!rl_ends_with_word(text, LIST_OF_ASCII) || rl_has_word(text, LIST_OF_ASCII));
    CHECK(rl_is_word((rl_view){text.bytes, 0}, LIST));
}

static void check_text_alone(rl_view text, size_t most, rl_pool *pool) {
    int64_t words = rl_count_words_in(text.bytes, text.size);
    CHECK(words >= 0 && words <= (int64_t)text.size);
    int64_t beyond_ascii = rl_count_beyond_ascii(text.bytes, text.size);
    CHECK((beyond_ascii >= 0) == is_utf8(text.bytes, text.size) && 2 * beyond_ascii <= (int64_t)text.size);
    rl_name_words(text.bytes, text.size, check_name_word, NULL);
    check_lowered(text, most);
    check_folded(text, most, pool);
    check_words_of_lists(text);
}

/* --- Words, which line ends divide. */

typedef struct {
    uint32_t offsets[MOST_WORDS + 1];
    int32_t ids[MOST_WORDS], count;
    uint8_t *bytes;
} word_table;

static void split(rl_view text, rl_pool *pool, word_table *words) {
    uint32_t size = 0;
    words->bytes = RL_TAKE(pool, uint8_t, text.size);
    words->count = 0;
    words->offsets[0] = 0;
    for (size_t i = 0; i <= text.size && words->count < MOST_WORDS; i++) {
        if (i < text.size && text.bytes[i] != '\n') {
            words->bytes[size++] = text.bytes[i];
            continue;
        }
        words->ids[words->count] = (int32_t)(i % 97);
        words->offsets[++words->count] = size;
    }
}

static rl_view word_at(const word_table *words, int32_t i) {
    return (rl_view){words->bytes + words->offsets[i], words->offsets[i + 1] - words->offsets[i]};
}

static bool are_equal(rl_view a, rl_view b) { return a.size == b.size && (!a.size || !memcmp(a.bytes, b.bytes, a.size)); }

/* Of equal words the last one counts. */
static int32_t last_equal(const word_table *words, int32_t i) {
    int32_t last = words->count - 1;
    while (!are_equal(word_at(words, last), word_at(words, i))) last--;
    return last;
}

static void check_vocabulary(const word_table *words, rl_pool *pool) {
    const rl_vocabulary *numbers = rl_vocabulary_make(pool, words->bytes, words->offsets, NULL, words->count);
    const rl_vocabulary *ids = rl_vocabulary_make(pool, words->bytes, words->offsets, words->ids, words->count);
    for (int32_t i = 0; i < words->count; i++) {
        rl_view word = word_at(words, i);
        int32_t last = last_equal(words, i);
        CHECK(rl_vocabulary_find(numbers, word.bytes, word.size) == last);
        CHECK(rl_vocabulary_find(ids, word.bytes, word.size) == words->ids[last]);
    }
    CHECK(rl_vocabulary_find(numbers, (const uint8_t *)"a\nb", 3) == -1);
}

static void check_distinct(const word_table *words, rl_pool *pool) {
    rl_distinct distinct;
    rl_distinct_begin(&distinct, pool, (rl_seed){1, 2});
    for (int32_t i = 0; i < words->count; i++) {
        rl_view word = word_at(words, i);
        int32_t before = rl_distinct_find(&distinct, word.bytes, word.size), count = distinct.count;
        int32_t number = rl_distinct_add(&distinct, word.bytes, word.size);
        CHECK(before < 0 ? number == count && distinct.count == count + 1 : number == before && distinct.count == count);
        CHECK(are_equal(distinct.views[number], word));
    }
}

static void check_word_set(rl_view text, rl_pool *pool) {
    rl_buffer folded = {0};
    rl_word_set *set = RL_TAKE(pool, rl_word_set, 1);
    rl_fold(pool, &folded, text.bytes, text.size, text.size);
    rl_word_set_begin(set, pool, (rl_seed){3, 4});
    rl_word_set_add(set, &folded);
    for (int32_t i = 0; i < set->words.count; i++)
        CHECK(rl_word_set_has(set, set->words.views[i].bytes, set->words.views[i].size));
    CHECK(!rl_word_set_has(set, (const uint8_t *)"1 ", 2));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    byte_stream stream = {data, data + size};
    size_t most = next_byte(&stream);
    most |= (size_t)next_byte(&stream) << 8;
    rl_view given = next_bytes(&stream, size);
    rl_pool pool;
    rl_pool_begin(&pool, (size_t)1 << 32);
    if (!RL_TRY(&pool)) fail_for_memory();
    uint8_t *copy = RL_TAKE(&pool, uint8_t, given.size);
    if (given.size) memcpy(copy, given.bytes, given.size);
    rl_view text = {copy, given.size};
    check_text_alone(text, most, &pool);
    word_table *words = RL_TAKE(&pool, word_table, 1);
    split(text, &pool, words);
    check_vocabulary(words, &pool);
    check_distinct(words, &pool);
    check_word_set(text, &pool);
    rl_pool_end(&pool);
    return 0;
}
