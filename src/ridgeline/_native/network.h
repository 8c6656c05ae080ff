/* The networks that classify the lines of a page: `ridgeline.extractors.summit.network`, for inference only.

   The arithmetic is in network_kernel.h, which is compiled once for each width of vectors; `rl_kernel_best` picks one
   for the processor. What does not depend on the weights is computed once a page, for all networks (`rl_prepare`).

   Every number that indexes something is in range by construction: ids come from our own vocabularies, tags from codes
   that are at most RL_UNKNOWN, and lines, regions, paths, slots, records, names and headings are numbered by `rl_read`
   itself. A build with RIDGELINE_CHECKS asserts all of it. */
#ifndef RIDGELINE_NETWORK_H
#define RIDGELINE_NETWORK_H

#include "summit.h"

enum {
    RL_PAGE_WIDTH = RL_WIDTH,              /* of what a network makes of the features of the page */
    RL_TAG_NUMBERS = RL_TAG_LEVELS * (RL_UNKNOWN + 1),
    RL_WORD_STRIDE = 16,                   /* floats from one row of a table to the next: a row is in one cache line */
    RL_WORD_SLOTS = 4 + RL_OWN_LEVELS,     /* names around, own names, words, words of the heading, tags */
    RL_WORD_INPUTS = RL_WORD_SLOTS * RL_WORD_WIDTH,
    RL_FEATURE_STRIDE = (RL_LINE_FEATURES + 15) / 16 * 16,  /* a row begins with a cache line */
    RL_ROWS_AT_ONCE = 6,                   /* of a matrix product: their sums fill the registers */
    RL_MARGIN = 8,                         /* the greatest distance at which lines see each other */
    RL_OUTPUTS = 2,                        /* a line: probability, choice; only the first is computed */
};

/* The ways in which lines are grouped. Each level of regions is one, innermost first. The second layer that looks at
   groups takes only those before RL_GROUPINGS_AGAIN. */
enum {
    RL_BY_SLOT,
    RL_BY_RECORDS,
    RL_BY_REGION,
    RL_GROUPINGS_AGAIN,
    RL_BY_PATH = RL_BY_REGION + RL_REGIONS,
    RL_GROUPINGS,
};

/* The parameters by the names that they have in Python: rows and columns. Rows of a vocabulary are marked. */
enum { RL_NAME_ROWS = -1, RL_LINE_WORD_ROWS = -2, RL_BIAS = 1 };
#define RL_PARAMETERS(X) \
    X(AROUND, "around", RL_NAME_ROWS, RL_WORD_WIDTH) \
    X(OWN, "own", RL_NAME_ROWS, RL_WORD_WIDTH) \
    X(WORDS, "words", RL_LINE_WORD_ROWS, RL_WORD_WIDTH) \
    X(HEADINGS, "headings", RL_LINE_WORD_ROWS, RL_WORD_WIDTH) \
    X(TAGS, "tags", RL_TAG_NUMBERS, RL_WORD_WIDTH) \
    X(PAGE, "page", RL_PAGE_FEATURES, RL_PAGE_WIDTH) \
    X(PAGE_BIAS, "page.bias", RL_BIAS, RL_PAGE_WIDTH) \
    X(PAGE_TO_LINES, "page_to_lines", RL_PAGE_WIDTH, RL_WIDTH) \
    X(LINES, "lines", RL_LINE_FEATURES, RL_WIDTH) \
    X(LINES_BIAS, "lines.bias", RL_BIAS, RL_WIDTH) \
    X(WORDS_TO_LINES, "words_to_lines", RL_WORD_INPUTS, RL_WIDTH) \
    X(NEAR_1, "near_1", 3 * RL_WIDTH, RL_WIDTH) \
    X(NEAR_1_BIAS, "near_1.bias", RL_BIAS, RL_WIDTH) \
    X(NEAR_2, "near_2", 3 * RL_WIDTH, RL_WIDTH) \
    X(NEAR_2_BIAS, "near_2.bias", RL_BIAS, RL_WIDTH) \
    X(NEAR_4, "near_4", 3 * RL_WIDTH, RL_WIDTH) \
    X(NEAR_4_BIAS, "near_4.bias", RL_BIAS, RL_WIDTH) \
    X(NEAR_8, "near_8", 3 * RL_WIDTH, RL_WIDTH) \
    X(NEAR_8_BIAS, "near_8.bias", RL_BIAS, RL_WIDTH) \
    X(GROUPS, "groups", RL_WIDTH, RL_WIDTH) \
    X(GROUPS_BIAS, "groups.bias", RL_BIAS, RL_WIDTH) \
    X(REGIONS, "regions", RL_WIDTH, RL_REGIONS *RL_WIDTH) \
    X(PATHS, "paths", RL_WIDTH, RL_WIDTH) \
    X(SLOTS, "slots", RL_WIDTH, RL_WIDTH) \
    X(RECORDS, "records", RL_WIDTH, RL_WIDTH) \
    X(POOL, "pool", 2 * RL_WIDTH + RL_PAGE_WIDTH, RL_WIDTH) \
    X(POOL_BIAS, "pool.bias", RL_BIAS, RL_WIDTH) \
    X(TYPES, "types", RL_WIDTH, RL_PAGE_TYPES) \
    X(TYPES_BIAS, "types.bias", RL_BIAS, RL_PAGE_TYPES) \
    X(POOL_TO_LINES, "pool_to_lines", RL_WIDTH, RL_WIDTH) \
    X(NEAR_AGAIN_1, "near_again_1", 3 * RL_WIDTH, RL_WIDTH) \
    X(NEAR_AGAIN_1_BIAS, "near_again_1.bias", RL_BIAS, RL_WIDTH) \
    X(NEAR_AGAIN_3, "near_again_3", 3 * RL_WIDTH, RL_WIDTH) \
    X(NEAR_AGAIN_3_BIAS, "near_again_3.bias", RL_BIAS, RL_WIDTH) \
    X(GROUPS_AGAIN, "groups_again", RL_WIDTH, RL_WIDTH) \
    X(GROUPS_AGAIN_BIAS, "groups_again.bias", RL_BIAS, RL_WIDTH) \
    X(SLOTS_AGAIN, "slots_again", RL_WIDTH, RL_WIDTH) \
    X(RECORDS_AGAIN, "records_again", RL_WIDTH, RL_WIDTH) \
    X(REGION_AGAIN, "region_again", RL_WIDTH, RL_WIDTH) \
    X(LAST, "last", RL_WIDTH, RL_WIDTH) \
    X(LAST_BIAS, "last.bias", RL_BIAS, RL_WIDTH) \
    X(ANSWER, "answer", RL_WIDTH, RL_OUTPUTS) \
    X(ANSWER_BIAS, "answer.bias", RL_BIAS, RL_OUTPUTS)
#define RL_PARAMETER_NUMBER(name, text, rows, columns) RL_PARAMETER_##name,
enum { RL_PARAMETERS(RL_PARAMETER_NUMBER) RL_PARAMETER_COUNT };

/* One network, as the kernels read it: the rows of tables RL_WORD_STRIDE apart; of "regions", the matrices of the
   levels one after the other; of "answer", its columns one after the other; the others as they are in Python. */
typedef struct {
    const float *parameters[RL_PARAMETER_COUNT];
} rl_network;

typedef struct {
    const float *mean, *scale;
} rl_scaling;

/* What all networks read of a page. Matrices of lines have `line_rows` rows, a multiple of RL_ROWS_AT_ONCE; those
   beyond the lines are zero. */
typedef struct {
    const rl_reading *reading;
    size_t line_rows;
    float *line_features;                  /* standardised, RL_FEATURE_STRIDE a row */
    float page_features[RL_PAGE_FEATURES]; /* standardised */
    float *around_weights;                 /* by line: what makes a sum of vectors about as long as one of them */
    float (*own_weights)[RL_OWN_LEVELS];   /* by line */
    float *word_weights;                   /* by line */
    float *heading_weights;                /* by heading */
    /* All groups are numbered in a row, in order of RL_GROUPINGS; those of one grouping are a multiple of
       RL_ROWS_AT_ONCE, so that the last ones may hold no line. Of regions, only those that lines pick are there. */
    size_t first_group[RL_GROUPINGS + 1];  /* by grouping; and the number of all groups */
    int32_t (*group_of)[RL_GROUPINGS];     /* by line and grouping */
    int32_t (*group_lines)[2];             /* by group that is a region: its first line, one past its last */
    float *group_shares;                   /* by group that is none: 1 / its lines, 0 where it has none */
    float *pool_shares;                    /* by line: its share of the page */
} rl_inputs;

/* What a network writes on its way. One after the other may use the same. */
typedef struct {
    float *state, *next;                   /* of the lines, with RL_MARGIN rows of zeros before and after */
    float *names_around, *names_own;       /* by name, RL_WORD_STRIDE a row */
    float *headings;                       /* by heading, RL_WORD_STRIDE a row */
    float *words;                          /* by line: RL_WORD_INPUTS */
    double *running;                       /* by line, and one more: RL_WIDTH */
    float *means;                          /* by group of one grouping: the mean state of its lines */
    float *products;                       /* by group: its mean state by the matrix of its grouping */
} rl_scratch;

typedef struct {
    const char *instructions;
    /* rows[i] = those of `features`, standardised and clipped; they are `stride` apart */
    void (*standardise)(const float *features, size_t rows, size_t columns, rl_scaling scaling, float *out,
                        size_t stride);
    /* The logits of each line to be content, and of the types of page. */
    void (*run)(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch, float *logits,
                float types[RL_PAGE_TYPES]);
} rl_kernel;

extern const rl_kernel rl_kernel_base;  /* vectors of four floats, which every processor of the architecture has */
#if defined(__x86_64__)
extern const rl_kernel rl_kernel_avx2, rl_kernel_avx512;
#endif
const rl_kernel *rl_kernel_best(void);  /* that this processor can run */

/* A matrix of floats that begins with a cache line, uninitialised. */
float *rl_take_matrix(rl_pool *pool, size_t rows, size_t columns);

/* What all networks read, and what they write on their way. The reading has at least one line. */
void rl_prepare(const rl_kernel *kernel, rl_scaling line_scaling, rl_scaling page_scaling, const rl_reading *reading,
                rl_pool *pool, rl_inputs *inputs);
void rl_scratch_take(const rl_inputs *inputs, rl_pool *pool, rl_scratch *scratch);

#endif
