/* Any model that a file may hold: vocabularies, ids, sizes of arrays, weights that are huge or no numbers, on one page.

   A byte says how many networks there are and which array is too short, if any; then follow the words of both
   vocabularies, and changes of weights: the array, the place (or all of it), and the bits of the number. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"

enum { MOST_WORDS = 31, LONGEST_WORD = 15, MOST_CHANGES = 40, WHOLE_ARRAY = 0xFFFF, MOST_NETWORKS = 3 };

static const char PAGE[] =
    "<title>The lamp of Harrow Point</title><nav class='menu top'><a href=/>Home</a><a href=/x>More</a></nav>"
    "<main id=content><h1>The lamp of Harrow Point</h1><p class=text>By the old pier a lamp has burnt since 1881, and "
    "nobody knows who lit it first.</p><p>Read more about it, and of the keeper, who came by boat.</p>"
    "<ul><li>Oil</li><li>Wick</li><li>Glass</li></ul><table><tr><th>Year</th><th>Keeper</th></tr><tr><td>1881</td>"
    "<td>Ann Ross</td></tr></table></main><aside class=related><a href=/y>Other lamps</a></aside>"
    "<footer>Copyright 2026</footer>";

/* --- What the input says. */

typedef struct {
    uint8_t bytes[MOST_WORDS * LONGEST_WORD];
    uint32_t offsets[MOST_WORDS + 1];
    int32_t ids[MOST_WORDS], count, id_count;
} word_list;

static void read_words(byte_stream *stream, word_list *words) {
    words->count = next_byte(stream) & MOST_WORDS;
    words->id_count = 1 + (next_byte(stream) & MOST_WORDS);
    words->offsets[0] = 0;
    for (int32_t i = 0; i < words->count; i++) {
        words->ids[i] = next_byte(stream) % words->id_count;
        rl_view word = next_bytes(stream, next_byte(stream) & LONGEST_WORD);
        if (word.size) memcpy(words->bytes + words->offsets[i], word.bytes, word.size);
        words->offsets[i + 1] = words->offsets[i] + (uint32_t)word.size;
    }
}

/* --- Arrays. */

static size_t rows_of(int rows, const rl_lexicon *lexicon, int32_t word_count) {
    if (rows == RL_NAME_ROWS) return (size_t)lexicon->class_count + RL_TELLING_TAGS;
    return rows == RL_LINE_WORD_ROWS ? (size_t)word_count : (size_t)rows;
}

static size_t count_of(int array, const rl_lexicon *lexicon, int32_t word_count) {
#define PARAMETER_ROWS(name, text, rows, columns) rows,
#define PARAMETER_COLUMNS(name, text, rows, columns) (columns),
    static const int rows[] = {RL_PARAMETERS(PARAMETER_ROWS) 1, 1, 1, 1};
    static const int columns[] = {RL_PARAMETERS(PARAMETER_COLUMNS) RL_LINE_FEATURES, RL_LINE_FEATURES, RL_PAGE_FEATURES,
                                  RL_PAGE_FEATURES};
    return rows_of(rows[array], lexicon, word_count) * (size_t)columns[array];
}

/* Small numbers of both signs, the same each time. */
static float *make_weights(rl_pool *pool, size_t count) {
    float *weights = RL_TAKE(pool, float, count);
    for (size_t i = 0; i < count; i++) weights[i] = (float)((i * 2654435761u >> 7) % 2048) / 4096 - 0.25f;
    return weights;
}

static void change_weights(byte_stream *stream, rl_array arrays[RL_ARRAY_COUNT]) {
    for (int i = 0; i < MOST_CHANGES && stream->at < stream->end; i++) {
        const rl_array *array = &arrays[next_byte(stream) % RL_ARRAY_COUNT];
        float *numbers = (float *)(uintptr_t)array->numbers, value = 0;
        size_t place = next_byte(stream);
        place |= (size_t)next_byte(stream) << 8;
        rl_view bits = next_bytes(stream, sizeof value);
        memcpy(&value, bits.bytes, bits.size);
        bool is_all = place == WHOLE_ARRAY;
        if (!is_all && array->count) numbers[place % array->count] = value;
        for (size_t k = 0; is_all && k < array->count; k++) numbers[k] = value;
    }
}

/* --- The model, used. */

static void check_share(double share) { CHECK(share >= 0 && share <= 1 + 1e-6); }  /* not NaN either */

static void use_model(const rl_model *model, const rl_page *page, rl_pool *pool) {
    static const float address[RL_ADDRESS_FEATURES] = {1, 0, 1};
    rl_reading reading;
    rl_prediction prediction;
    rl_selection selection;
    CHECK(rl_read(page, &model->lexicon, address, pool, &reading));
    rl_predict(model, &reading, 0.9, pool, &prediction);
    rl_pool_groups(&reading, pool, prediction.probabilities);
    for (int32_t line = 0; line < reading.count; line++) check_share((double)prediction.probabilities[line]);
    CHECK(prediction.page_type >= 0 && prediction.page_type < RL_PAGE_TYPES);
    CHECK(prediction.networks == 1 || prediction.networks == model->network_count);
    rl_select(&reading, prediction.probabilities, prediction.page_type, (rl_manner){1.5, true}, pool, &selection);
    for (int32_t line = 0; line < reading.count; line++) CHECK(selection.mask[line] <= 1);
    rl_kept kept = rl_leaves_of(&reading, selection.mask, pool);
    CHECK(kept.count <= page->derived.leaf_count);
    check_share(selection.balanced);
    check_share(selection.expected);
}

static void make_and_use(byte_stream *stream, const rl_page *page, rl_pool *pool) {
    word_list *classes = RL_TAKE(pool, word_list, 1), *words = RL_TAKE(pool, word_list, 1);
    rl_array arrays[RL_ARRAY_COUNT];
    uint8_t first = next_byte(stream);
    int32_t networks = first % (MOST_NETWORKS + 1);  /* none is too few */
    int too_short = first / (MOST_NETWORKS + 1) % (RL_ARRAY_COUNT + 16) - 16;
    read_words(stream, classes);
    read_words(stream, words);
    rl_lexicon lexicon = {rl_vocabulary_make(pool, classes->bytes, classes->offsets, NULL, classes->count),
                          rl_vocabulary_make(pool, words->bytes, words->offsets, words->ids, words->count),
                          classes->count};
    for (int i = 0; i < RL_ARRAY_COUNT; i++) {
        size_t count = count_of(i, &lexicon, words->id_count) * (i < RL_PARAMETER_COUNT ? (size_t)networks : 1);
        if (i == too_short && count) count--;
        arrays[i] = (rl_array){make_weights(pool, count), count};
    }
    change_weights(stream, arrays);
    const rl_model *model = rl_model_make(pool, arrays, networks, &lexicon, words->id_count);
    CHECK((model != NULL) == (networks > 0 && too_short < 0));
    if (!model) return;
    use_model(model, page, pool);
    rl_model base = *model;
    base.kernel = &rl_kernel_base;
    use_model(&base, page, pool);
}

/* Parsed once, for all inputs, and never freed: a pointer to it stays here, so it is no leak. */
static const rl_page *the_page(void) {
    static fuzz_page opened;
    static bool is_open;
    fuzz_input input = read_input((const uint8_t *)"", 0);
    input.source = (const uint8_t *)PAGE;
    input.size = sizeof PAGE - 1;
    if (!is_open) open_page(&input, &opened);
    is_open = true;
    return &opened.page;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    byte_stream stream = {data, data + size};
    rl_pool pool;
    rl_pool_begin(&pool, (size_t)1 << 32);
    if (!RL_TRY(&pool)) fail_for_memory();
    make_and_use(&stream, the_page(), &pool);
    rl_pool_end(&pool);
    return 0;
}
