/* Any bytes: lines, what the networks read of them, what they predict, and the choice. */
#include <math.h>
#include <string.h>

#include "harness.h"

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

static void select_lines(const rl_page *page, const rl_prediction *prediction, rl_pool *pool) {
    static const double bs[] = {0.4, 1, 2.5};
    for (size_t i = 0; i < sizeof bs / sizeof bs[0]; i++) {
        rl_selection selection;
        rl_select(page, prediction, bs[i], pool, &selection);
        check_selection(page, &selection);
    }
}

/* The kernels of this processor agree. */
static void compare_kernels(const rl_model *model, const rl_reading *reading, const float *probabilities,
                            double doubt, rl_pool *pool) {
    rl_model base = *model;
    rl_prediction other;
    base.kernel = &rl_kernel_base;
    rl_predict_reading(&base, reading, doubt, pool, &other);
    for (int32_t line = 0; line < reading->count; line++)
        CHECK(fabsf(other.probabilities[line] - probabilities[line]) < 1e-3f);
}

static void use(const rl_page *page, double doubt, rl_pool *pool) {
    const rl_model *model = the_model();
    rl_lines lines;
    rl_reading reading;
    rl_prediction prediction, all;
    memset(&reading, 0, sizeof reading);
    bool has_text = rl_split_lines(page, pool, &lines);
    CHECK(rl_predict(page, model, ADDRESS, doubt, pool, &prediction) == has_text);
    if (!has_text) return;
    check_prediction(page, &prediction);
    rl_read(page, &lines, &model->lexicon, ADDRESS, pool, &reading);
    check_reading(page, &reading);
    rl_predict_reading(model, &reading, 2.0, pool, &all);
    compare_kernels(model, &reading, all.probabilities, 2.0, pool);
    select_lines(page, &prediction, pool);
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
