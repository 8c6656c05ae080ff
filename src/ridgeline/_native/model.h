/* The trained model of summit (model.c). */
#ifndef RIDGELINE_MODEL_H
#define RIDGELINE_MODEL_H

#include "network.h"

/* A float32 array of Python's in C order: how many numbers it has. */
typedef struct {
    const float *numbers;
    size_t count;
} rl_array;

/* The arrays of a model in the order in which they are handed over, by the names that they have in Python: the
   parameters, in which the networks are one after the other, then the scales, which all networks share. */
enum { RL_LINE_MEAN = RL_PARAMETER_COUNT, RL_LINE_SCALE, RL_PAGE_MEAN, RL_PAGE_SCALE, RL_ARRAY_COUNT };
extern const char *const RL_ARRAY_NAMES[RL_ARRAY_COUNT];

struct rl_model {
    rl_lexicon lexicon;
    int32_t word_count;  /* ids of lexicon.words: of the words it knows, and of kinds of words */
    const rl_kernel *kernel;
    rl_scaling line_scaling, page_scaling;
    int32_t network_count;
    const rl_network *networks;
};

/* A model with copies of all arrays, taken from the pool; it keeps the vocabularies of the lexicon. NULL where the
   arrays do not have the sizes that are compiled in. `word_count`: of ids of words. */
const rl_model *rl_model_make(rl_pool *pool, const rl_array arrays[RL_ARRAY_COUNT], int32_t network_count,
                              const rl_lexicon *lexicon, int32_t word_count);

#endif
