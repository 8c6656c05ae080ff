/* What several networks that differ by chance predict: the mean. */
#include <math.h>
#include <string.h>

#include "model.h"

#ifdef RIDGELINE_CHECKS
#include <assert.h>

static void check_bag_ids(const rl_bags *bags, int32_t limit) {
    for (int32_t i = 0; i < bags->starts[bags->count]; i++) assert(bags->ids[i] >= 0 && bags->ids[i] < limit);
}

static void check_ids(const rl_model *model, const rl_reading *reading) {
    check_bag_ids(&reading->names, model->lexicon.class_count + RL_TELLING_TAGS);
    check_bag_ids(&reading->line_words, model->word_count);
    check_bag_ids(&reading->heading_words, model->word_count);
}
#endif

/* The sums over the networks that were run so far. */
typedef struct {
    float *probabilities;  /* by line */
    float types[RL_PAGE_TYPES];
} sums;

/* Of what is no number, which huge weights can make, as of the smallest: a probability is always from 0 to 1. */
static float sigmoid(float logit) {
    float limited = logit > 30 ? 30 : logit > -30 ? logit : -30;
    return 1 / (1 + expf(-limited));
}

static void add_softmax(const float logits[RL_PAGE_TYPES], float total[RL_PAGE_TYPES]) {
    float greatest = logits[0], powers[RL_PAGE_TYPES], sum = 0;
    for (int type = 1; type < RL_PAGE_TYPES; type++)
        if (logits[type] > greatest) greatest = logits[type];
    for (int type = 0; type < RL_PAGE_TYPES; type++) sum += powers[type] = expf(logits[type] - greatest);
    for (int type = 0; type < RL_PAGE_TYPES; type++) total[type] += powers[type] / sum;
}

static void add_network(const rl_model *model, int32_t network, const rl_inputs *inputs, const rl_scratch *scratch,
                        float *logits, sums *so_far) {
    float types[RL_PAGE_TYPES];
    model->kernel->run(&model->networks[network], inputs, scratch, logits, types);
    for (int32_t line = 0; line < inputs->reading->count; line++) so_far->probabilities[line] += sigmoid(logits[line]);
    add_softmax(types, so_far->types);
}

static int32_t greatest_type(const float types[RL_PAGE_TYPES]) {
    int32_t greatest = 0;
    for (int32_t type = 1; type < RL_PAGE_TYPES; type++)
        if (types[type] > types[greatest]) greatest = type;
    return greatest;
}

/* Whether these probabilities leave it open what is content. */
static bool is_doubtful(const float *probabilities, const rl_reading *reading, double doubt, rl_pool *pool) {
    uint8_t *mask = RL_TAKE(pool, uint8_t, (size_t)reading->count);
    return rl_choose(probabilities, reading->words, reading->count, 1.0, pool, mask) < doubt;
}

void rl_predict(const rl_model *model, const rl_reading *reading, double doubt, rl_pool *pool,
                rl_prediction *prediction) {
#ifdef RIDGELINE_CHECKS
    check_ids(model, reading);
#endif
    rl_inputs inputs;
    rl_scratch scratch;
    size_t lines = (size_t)reading->count;
    float *logits = RL_TAKE(pool, float, lines);
    sums so_far = {RL_TAKE_ZEROED(pool, float, lines), {0}};
    int32_t run = 1;
    rl_prepare(model->kernel, model->line_scaling, model->page_scaling, reading, pool, &inputs);
    rl_scratch_take(&inputs, pool, &scratch);
    add_network(model, 0, &inputs, &scratch, logits, &so_far);
    if (model->network_count > 1 && is_doubtful(so_far.probabilities, reading, doubt, pool))
        for (; run < model->network_count; run++) add_network(model, run, &inputs, &scratch, logits, &so_far);
    for (size_t line = 0; line < lines; line++) so_far.probabilities[line] /= (float)run;
    *prediction = (rl_prediction){so_far.probabilities, greatest_type(so_far.types), run};
}
