/* Any bytes: lines, what the networks read of them, what they predict, and the choice. */
#include <math.h>

#include "harness.h"
#include "naming.h"

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
static void take_word(void *state, const uint8_t *word, size_t size) {
    (void)state;
    CHECK(size >= 2);
    for (size_t i = 0; i < size; i++) CHECK((word[i] >= 'a' && word[i] <= 'z') || (i == 0 && word[i] == '~'));
}

static void name_elements(const rl_columns *columns, rl_pool *pool) {
    const int32_t *paths = rl_number_name_paths(columns, pool);
    for (int32_t row = 0; row < columns->count; row++) {
        CHECK((paths[row] < 0) == (columns->tag[row] == RL_TAG_TEXT) && paths[row] < columns->count);
        rl_view name = rl_value(columns, row, RL_ATTRIBUTE_CLASS);
        if (name.size) rl_name_words(name.bytes, name.size, take_word, NULL);
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

static void use(const rl_page *page, double doubt, rl_pool *pool) {
    const rl_model *model = the_model();
    rl_reading reading;
    rl_prediction prediction, all;
    name_elements(&page->columns, pool);
    if (!rl_read(page, &model->lexicon, ADDRESS, pool, &reading)) return;
    check_reading(page, &reading);
    rl_predict(model, &reading, doubt, pool, &prediction);
    rl_pool_groups(&reading, pool, prediction.probabilities);
    check_prediction(&reading, &prediction);
    rl_predict(model, &reading, 2.0, pool, &all);
    compare_kernels(model, &reading, all.probabilities, 2.0, pool);
    select_lines(&reading, &prediction, pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = read_input(data, size);
    fuzz_page opened;
    rl_pool pool;
    open_page(&input, &opened);
    rl_pool_begin(&pool, (size_t)1 << 32);
    if (!RL_TRY(&pool)) fail_for_memory();
    use(&opened.page, input.doubt, &pool);
    rl_pool_end(&pool);
    close_page(&opened);
    return 0;
}
