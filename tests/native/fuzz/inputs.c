/* Inputs, pages, the model, and the whole way of a page. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "counting.h"
#include "harness.h"
#include "notation.h"

/* What the bytes of the header choose. '0', with which seeds begin, chooses what ridgeline.page.limits has. */
static const int32_t DEPTHS[8] = {512, 1, 2, 3, 6, 20, 100, 0};
static const int32_t ATTRIBUTES[4] = {1, 0, 1000, 4};
static const int32_t NODES[8] = {1500000, 1, 2, 3, 10, 40, 200, 0};
static const double DOUBTS[4] = {0.9, 2.0, 0.0, 0.5};

fuzz_input read_input(const uint8_t *data, size_t size) {
    uint8_t first = size > 0 ? data[0] : '0', second = size > 1 ? data[1] : '0';
    size_t header = size < INPUT_HEADER ? size : INPUT_HEADER;
    return (fuzz_input){
        .limits = {DEPTHS[first & 7], ATTRIBUTES[first >> 3 & 3], NODES[second & 7], second >> 6 == 3 ? 1e-9 : 0},
        .doubt = DOUBTS[first >> 5 & 3],
        .keep_choice = second >> 3 & 7,
        .source = data + header,
        .size = size - header,
    };
}

void check(bool holds, const char *condition, const char *file, int line) {
    if (holds) return;
    fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    abort();
}

_Noreturn void fail_for_memory(void) {
    fprintf(stderr, "a pool ran out of memory\n");
    abort();
}

uint8_t *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size ? *size : 1);
    if (!bytes || fread(bytes, 1, *size, file) != *size) exit(2);
    fclose(file);
    return bytes;
}

/* --- Pages. */

size_t most_bytes(size_t source_size) { return ((size_t)256 << 20) + source_size * 64; }

bool parse_page(const fuzz_input *input, size_t most, rl_page *page) {
    rl_pool scratch;
    volatile bool done = false;
    memset(page, 0, sizeof *page);
    rl_pool_begin(&page->pool, most);
    rl_pool_begin(&scratch, most);
    if (RL_TRY(&page->pool)) {
        if (RL_TRY(&scratch)) {
            rl_columns_begin(&page->columns, &page->pool, input->source, input->size);
            rl_parse(&page->columns, &scratch, &input->limits);
            rl_drop_carriers(&page->columns);
            rl_derive(&page->columns, &scratch, &page->derived);
            done = true;
        }
    }
    rl_pool_end(&scratch);
    return done;
}

void open_page(const fuzz_input *input, fuzz_page *opened) {
    fuzz_input exact = *input;
    opened->copy = malloc(input->size ? input->size : 1);
    CHECK(opened->copy != NULL);
    if (input->size) memcpy(opened->copy, input->source, input->size);
    exact.source = opened->copy;
    CHECK(parse_page(&exact, most_bytes(input->size), &opened->page));
    check_page(&opened->page, &input->limits);
}

void close_page(fuzz_page *opened) {
    rl_pool_end(&opened->page.pool);
    free(opened->copy);
}

int fuzz_page_use(const uint8_t *data, size_t size, page_use use) {
    fuzz_input input = read_input(data, size);
    fuzz_page opened;
    rl_pool pool;
    open_page(&input, &opened);
    rl_pool_begin(&pool, (size_t)1 << 32);
    if (!RL_TRY(&pool)) fail_for_memory();
    use(&input, &opened.page, &pool);
    rl_pool_end(&pool);
    close_page(&opened);
    return 0;
}

/* --- The model. */

static const char *const CLASS_WORDS[] = {
    "content", "main", "article", "nav", "~nav", "~content", "menu", "footer", "post", "comment", "side", "bar",
    "text", "body", "~related", "widget", "ad", "title", "é", "日本",
};
static const char *const LINE_WORDS[] = {
    "read", "lire", "читать", "the", "a", "of", "and", "home", "read", "more", "0", "00", "copyright", "by", "comments",
    "和", "été",
};
/* The first words of lines are of a kind and share its id, but for "read", which is known itself. */
static const int32_t LINE_WORD_IDS[] = {14, 14, 14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
enum {
    CLASS_WORD_COUNT = sizeof CLASS_WORDS / sizeof CLASS_WORDS[0],
    LINE_WORD_COUNT = sizeof LINE_WORDS / sizeof LINE_WORDS[0],
    LINE_WORD_ID_COUNT = 15,
};
_Static_assert(sizeof LINE_WORD_IDS / sizeof LINE_WORD_IDS[0] == LINE_WORD_COUNT, "every word of lines has an id");

int32_t model_class_words(void) { return CLASS_WORD_COUNT; }
int32_t model_line_words(void) { return LINE_WORD_ID_COUNT; }

static const rl_vocabulary *make_vocabulary(rl_pool *pool, const char *const *words, const int32_t *ids,
                                            int32_t count) {
    uint32_t *offsets = RL_TAKE(pool, uint32_t, (size_t)count + 1), size = 0;
    for (int32_t i = 0; i < count; i++) {
        offsets[i] = size;
        size += (uint32_t)strlen(words[i]);
    }
    offsets[count] = size;
    uint8_t *bytes = RL_TAKE(pool, uint8_t, size);
    for (int32_t i = 0; i < count; i++) memcpy(bytes + offsets[i], words[i], strlen(words[i]));
    return rl_vocabulary_make(pool, bytes, offsets, ids, count);
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Numbers from -most to most. */
static rl_array random_array(rl_pool *pool, size_t count, float most, uint64_t *state) {
    float *numbers = RL_TAKE(pool, float, count);
    for (size_t i = 0; i < count; i++) numbers[i] = ((float)(next_random(state) >> 40) / (1 << 23) - 1) * most;
    return (rl_array){numbers, count};
}

static size_t rows_of(int rows) {
    if (rows == RL_NAME_ROWS) return CLASS_WORD_COUNT + RL_TELLING_TAGS;
    return rows == RL_LINE_WORD_ROWS ? (size_t)LINE_WORD_ID_COUNT : (size_t)rows;
}

const rl_model *make_random_model(rl_pool *pool) {
#define PARAMETER_ROWS(name, text, rows, columns) rows_of(rows),
#define PARAMETER_COLUMNS(name, text, rows, columns) (size_t)(columns),
    const size_t rows[RL_PARAMETER_COUNT] = {RL_PARAMETERS(PARAMETER_ROWS)};
    const size_t columns[RL_PARAMETER_COUNT] = {RL_PARAMETERS(PARAMETER_COLUMNS)};
    static const size_t scales[] = {RL_LINE_FEATURES, RL_LINE_FEATURES, RL_PAGE_FEATURES, RL_PAGE_FEATURES};
    rl_array arrays[RL_ARRAY_COUNT];
    uint64_t state = 0x1234567;
    for (int i = 0; i < RL_PARAMETER_COUNT; i++) {
        /* So that what a layer writes is about as large as what it reads. */
        float most = sqrtf(3 / (float)rows[i]);
        arrays[i] = random_array(pool, rows[i] * columns[i] * MODEL_NETWORKS, most, &state);
    }
    for (int i = RL_PARAMETER_COUNT; i < RL_ARRAY_COUNT; i++)
        arrays[i] = random_array(pool, scales[i - RL_PARAMETER_COUNT], 0.5f, &state);
    for (int i = RL_LINE_SCALE; i < RL_ARRAY_COUNT; i += RL_PAGE_SCALE - RL_LINE_SCALE) {
        float *numbers = (float *)(uintptr_t)arrays[i].numbers;
        for (size_t k = 0; k < arrays[i].count; k++) numbers[k] += 1;
    }
    rl_lexicon lexicon = {make_vocabulary(pool, CLASS_WORDS, NULL, CLASS_WORD_COUNT),
                          make_vocabulary(pool, LINE_WORDS, LINE_WORD_IDS, LINE_WORD_COUNT), CLASS_WORD_COUNT};
    const rl_model *model = rl_model_make(pool, arrays, MODEL_NETWORKS, &lexicon, LINE_WORD_ID_COUNT);
    CHECK(model != NULL);
    return model;
}

/* --- The whole way. */

static uint64_t mix(uint64_t hash, const void *items, size_t size) {
    const uint8_t *bytes = items;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t mix_page(const rl_page *page) {
    const rl_columns *columns = &page->columns;
    size_t rows = (size_t)columns->count, leaves = (size_t)page->derived.leaf_count;
    uint64_t hash = mix(0xCBF29CE484222325u, columns->parent, rows * sizeof(int32_t));
    hash = mix(hash, columns->tag, rows * sizeof(int32_t));
    hash = mix(hash, columns->content, rows * sizeof(rl_slice));
    hash = mix(hash, page->derived.leaves, leaves * sizeof(int32_t));
    return mix(hash, page->derived.breaks, leaves * sizeof(int32_t));
}

bool use_page(const rl_page *page, const fuzz_input *input, const rl_model *model, size_t most, uint64_t *hash) {
    static const float address[RL_ADDRESS_FEATURES] = {1, 0, 1};
    rl_pool pool;
    rl_answer answer;
    rl_text text;
    rl_visibility visibility;
    volatile bool done = false;
    rl_pool_begin(&pool, most);
    if (RL_TRY(&pool)) {
        if (rl_answer_find(page, model, address, input->doubt, (rl_manner){1.5, true}, &pool, &answer)) {
            rl_kept keep = answer.kept;
            rl_kept_leaves kept = {page, keep.items, keep.count};
            rl_see(&kept, &pool, &visibility);
            *hash = mix(*hash, visibility.states, (size_t)keep.count);
            rl_tidied tidied = answer.tidied;
            bool is_plain = !rl_may_have_formulas(page, keep.items, keep.count);
            rl_write_text(page, rl_leaves_read(&kept, NULL, true, &pool), keep.count, false, &pool, &text);
            rl_leaf *leaves = rl_leaves_read(&kept, NULL, true, &pool);
            rl_writing options = {true, true, true, true, false, true, 0, true, false, {text.bytes, text.size < 40 ? text.size : 40}};
            rl_buffer markdown = {NULL, 0, 0}, html = {NULL, 0, 0};
            rl_blocks blocks = {NULL, 0, 0};
            rl_outline outline, applied;
            rl_outline_build(&outline, &kept, leaves, (rl_view){NULL, 0}, &pool);
            rl_outline_apply(&outline, &options, &pool, &applied);
            rl_write_markdown(&applied, &options, &pool, &markdown, &blocks);
            rl_write_html(&applied, false, &pool, &html);
            *hash = mix(*hash, markdown.bytes, markdown.size);
            *hash = mix(*hash, html.bytes, html.size);
            int64_t words = rl_count_words(page, keep.items, keep.count, INT64_MAX);
            *hash = mix(*hash, answer.scores, (size_t)page->derived.leaf_count * sizeof(float));
            *hash = mix(*hash, keep.items, (size_t)keep.count * sizeof(int32_t));
            *hash = mix(*hash, tidied.leaves, tidied.leaves ? (size_t)tidied.count * sizeof(int32_t) : 0);
            *hash = mix(*hash, &tidied.rules, sizeof tidied.rules);
            *hash = mix(*hash, &is_plain, sizeof is_plain);
            *hash = mix(*hash, text.bytes, text.size);
            *hash = mix(*hash, &words, sizeof words);
        }
        done = true;
    }
    rl_pool_end(&pool);
    return done;
}

bool whole_way(const fuzz_input *input, const rl_model *model, size_t most, whole_way_result *result) {
    rl_page page;
    bool done = parse_page(input, most, &page);
    if (done) {
        result->hash = mix_page(&page);
        done = use_page(&page, input, model, most, &result->hash);
    }
    rl_pool_end(&page.pool);
    return done;
}
