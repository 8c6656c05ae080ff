/* What follows a parse, with all checks: what the networks read, predict and choose; tidying and text. */
#include <math.h>

#include "counting.h"
#include "harness.h"
#include "naming.h"
#include "notation.h"

/* --- The reader. */

static const float ADDRESS[RL_ADDRESS_FEATURES] = {1, 0, 1};

/* Made once, for all inputs, and never freed: a pointer to it stays here, so it is no leak. */
static rl_pool model_pool;
static const rl_model *the_model(void) {
    static const rl_model *model;
    if (model) return model;
    rl_pool_begin(&model_pool, SIZE_MAX / 2);
    if (!RL_TRY(&model_pool)) fail_for_memory();
    model = make_random_model(&model_pool);
    return model;
}

static void select_lines(const rl_reading *reading, const rl_prediction *prediction, rl_pool *pool) {
    static const rl_manner manners[] = {{0.4, true}, {1, true}, {1, false}, {2.5, true}};
    for (size_t i = 0; i < sizeof manners / sizeof manners[0]; i++) {
        rl_selection selection;
        rl_select(reading, prediction->probabilities, prediction->page_type, manners[i], pool, &selection);
        check_selection(reading, &selection, pool);
    }
    const float *scores = rl_leaf_scores(reading, prediction->probabilities, pool);
    for (int32_t leaf = 0; leaf < reading->page->derived.leaf_count; leaf++) CHECK(scores[leaf] >= 0 && scores[leaf] <= 1);
}

/* Whatever names an element is split into words of two letters and more. */
void check_name_word(void *state, const uint8_t *word, size_t size) {
    (void)state;
    CHECK(size >= 2);
    for (size_t i = 0; i < size; i++) CHECK((word[i] >= 'a' && word[i] <= 'z') || (i == 0 && word[i] == '~'));
}

static void name_elements(const rl_columns *columns, rl_pool *pool) {
    const int32_t *paths = rl_number_name_paths(columns, pool);
    for (int32_t row = 0; row < columns->count; row++) {
        CHECK((paths[row] < 0) == (columns->tag[row] == RL_TAG_TEXT) && paths[row] < columns->count);
        rl_view name = rl_value(columns, row, RL_ATTRIBUTE_CLASS);
        if (name.size) rl_name_words(name.bytes, name.size, check_name_word, NULL);
    }
}

/* The kernels of this processor agree. */
static void compare_kernels(const rl_model *model, const rl_reading *reading, const float *probabilities,
                            double doubt, rl_pool *pool) {
    rl_model base = *model;
    rl_prediction other;
    base.kernel = &rl_kernel_base;
    rl_predict(&base, reading, doubt, pool, &other);
    for (int32_t line = 0; line < reading->count; line++)
        CHECK(fabsf(other.probabilities[line] - probabilities[line]) < 1e-3f);
}

void use_reader(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    const rl_model *model = the_model();
    rl_reading reading;
    rl_prediction prediction, all;
    name_elements(&page->columns, pool);
    if (!rl_read(page, &model->lexicon, ADDRESS, pool, &reading)) return;
    check_reading(page, &reading);
    rl_predict(model, &reading, input->doubt, pool, &prediction);
    rl_pool_groups(&reading, pool, prediction.probabilities);
    check_prediction(&reading, &prediction);
    rl_predict(model, &reading, 2.0, pool, &all);
    compare_kernels(model, &reading, all.probabilities, 2.0, pool);
    select_lines(&reading, &prediction, pool);
}

/* --- The writer. */

/* Which leaves: all, none, or those that bits of the source choose. */
static bool is_kept(const fuzz_input *input, int32_t leaf) {
    size_t at = (size_t)leaf + input->keep_choice;
    switch (input->keep_choice) {
        case 6: return true;  /* what '0' chooses */
        case 0: return false;
        case 1: return leaf % 2 == 0;
        case 2: return leaf % 7 == 3;
        default: return (input->source[at / 8 % input->size] >> at % 8 & 1) != 0;
    }
}

void use_writer(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    int32_t *keep = RL_TAKE(pool, int32_t, (size_t)page->derived.leaf_count), count = 0;
    rl_text text;
    for (int32_t leaf = 0; leaf < page->derived.leaf_count; leaf++)
        if (is_kept(input, leaf)) keep[count++] = leaf;
    rl_kept_leaves kept = {page, keep, count};
    rl_tidied tidied;
    rl_tidy(&kept, pool, &tidied);
    check_tidied(&kept, &tidied);
    if (tidied.leaves) {
        rl_write_text(page, tidied.leaves, tidied.count, pool, &text);
        check_text(page, &text);
    }
    rl_may_need_python(page, keep, count, pool);
    rl_write_text(page, keep, count, pool, &text);
    check_text(page, &text);
    int64_t words = rl_count_words(page, keep, count, INT64_MAX);
    CHECK(words >= 0 && words <= (int64_t)page->columns.source_size + page->columns.extra_size);
}
