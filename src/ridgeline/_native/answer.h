/* summit's whole answer about a page (answer.c): read, predict, select, take the leaves, tidy them. */
#ifndef RIDGELINE_ANSWER_H
#define RIDGELINE_ANSWER_H

#include "model.h"
#include "selection.h"
#include "tidying.h"

typedef struct {
    int32_t page_type;
    rl_selection selection;
    rl_kept candidate, kept;  /* the leaves of the lines in the two masks of the selection */
    rl_tidied tidied;         /* what becomes of those that are kept */
    float *scores;            /* by leaf */
} rl_answer;

/* False where the page has no text. */
bool rl_answer_find(const rl_page *page, const rl_model *model, const float address[RL_ADDRESS_FEATURES], double doubt,
                    rl_manner manner, rl_pool *pool, rl_answer *answer);

#endif
