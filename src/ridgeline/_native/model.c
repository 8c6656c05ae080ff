#include "model.h"

#include <string.h>

enum { MAX_NETWORKS = 64 };

#define PARAMETER_NAME(name, text, rows, columns) text,
const char *const RL_ARRAY_NAMES[RL_ARRAY_COUNT] = {
    RL_PARAMETERS(PARAMETER_NAME) "line_mean", "line_scale", "page_mean", "page_scale",
};

typedef struct {
    int32_t rows, columns;
} shape;

#define PARAMETER_SHAPE(name, text, rows, columns) {(rows), (columns)},
static const shape SHAPES[RL_ARRAY_COUNT] = {
    RL_PARAMETERS(PARAMETER_SHAPE) {1, RL_LINE_FEATURES}, {1, RL_LINE_FEATURES}, {1, RL_PAGE_FEATURES},
    {1, RL_PAGE_FEATURES},
};

/* The rows and columns of an array for these vocabularies. */
static shape shape_of(int array, const rl_lexicon *lexicon, int32_t word_count) {
    shape found = SHAPES[array];
    if (found.rows == RL_NAME_ROWS) found.rows = lexicon->class_count + RL_TELLING_TAGS;
    if (found.rows == RL_LINE_WORD_ROWS) found.rows = word_count;
    return found;
}

static size_t size_of(shape of) { return (size_t)of.rows * (size_t)of.columns; }

static bool fits(rl_pool *pool, const rl_array arrays[RL_ARRAY_COUNT], int32_t network_count,
                 const rl_lexicon *lexicon, int32_t word_count) {
    if (network_count < 1 || network_count > MAX_NETWORKS || word_count < 0) return false;
    if (lexicon->class_count < 0 || lexicon->class_count > INT32_MAX - RL_TELLING_TAGS) return false;
    for (int i = 0; i < RL_ARRAY_COUNT; i++) {
        shape own = shape_of(i, lexicon, word_count);
        size_t copies = i < RL_PARAMETER_COUNT ? (size_t)network_count : 1;
        size_t wanted = rl_multiply(pool, rl_multiply(pool, (size_t)own.rows, (size_t)own.columns), copies);
        if (arrays[i].count != wanted || (wanted && !arrays[i].numbers)) return false;
    }
    return true;
}

/* Rows whose beginnings are `stride` apart, zeros between them. */
static const float *spread(rl_pool *pool, const float *from, shape of, size_t stride) {
    size_t columns = (size_t)of.columns, rows = (size_t)of.rows;
    float *taken = rl_take_matrix(pool, rows, stride);
    for (size_t row = 0; row < rows; row++) {
        memcpy(taken + row * stride, from + row * columns, columns * sizeof(float));
        memset(taken + row * stride + columns, 0, (stride - columns) * sizeof(float));
    }
    return taken;
}

/* The matrices of `width` columns each that stand side by side in one, one after the other. */
static const float *split(rl_pool *pool, const float *from, shape of, size_t width) {
    size_t columns = (size_t)of.columns, rows = (size_t)of.rows;
    float *taken = rl_take_matrix(pool, rows, columns), *to = taken;
    for (size_t column = 0; column < columns; column += width)
        for (size_t row = 0; row < rows; row++, to += width)
            memcpy(to, from + row * columns + column, width * sizeof(float));
    return taken;
}

/* A parameter of one network as the kernels read it. */
static const float *packed(rl_pool *pool, int parameter, const float *from, shape of) {
    if (of.columns == RL_WORD_WIDTH) return spread(pool, from, of, RL_WORD_STRIDE);
    if (parameter == RL_PARAMETER_REGIONS) return split(pool, from, of, RL_WIDTH);
    if (parameter == RL_PARAMETER_ANSWER) return split(pool, from, of, 1);
    return spread(pool, from, of, (size_t)of.columns);
}

const rl_model *rl_model_make(rl_pool *pool, const rl_array arrays[RL_ARRAY_COUNT], int32_t network_count,
                              const rl_lexicon *lexicon, int32_t word_count) {
    if (!fits(pool, arrays, network_count, lexicon, word_count)) return NULL;
    rl_network *networks = RL_TAKE(pool, rl_network, (size_t)network_count);
    for (int32_t n = 0; n < network_count; n++)
        for (int i = 0; i < RL_PARAMETER_COUNT; i++) {
            shape own = shape_of(i, lexicon, word_count);
            networks[n].parameters[i] = packed(pool, i, arrays[i].numbers + (size_t)n * size_of(own), own);
        }
    const float *scales[RL_ARRAY_COUNT - RL_PARAMETER_COUNT];
    for (int i = RL_PARAMETER_COUNT; i < RL_ARRAY_COUNT; i++)
        scales[i - RL_PARAMETER_COUNT] = spread(pool, arrays[i].numbers, SHAPES[i], (size_t)SHAPES[i].columns);
    rl_model *model = RL_TAKE(pool, rl_model, 1);
    *model = (rl_model){
        .lexicon = *lexicon,
        .word_count = word_count,
        .kernel = rl_kernel_best(),
        .line_scaling = {scales[0], scales[1]},
        .page_scaling = {scales[2], scales[3]},
        .network_count = network_count,
        .networks = networks,
    };
    return model;
}
