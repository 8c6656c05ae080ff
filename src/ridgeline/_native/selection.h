/* From the prediction for lines to the leaves that summit keeps (selection.c): `ridgeline.extractors.summit.select`. */
#ifndef RIDGELINE_SELECTION_H
#define RIDGELINE_SELECTION_H

#include "summit.h"

typedef struct {
    int32_t *items;
    int32_t count;
} rl_kept;

typedef struct {
    float *scores;     /* by leaf: how probable it is content */
    double balanced;   /* the expected F1 of the best set of lines … */
    double words;      /* … the words in it … */
    rl_kept candidate; /* … and its leaves: of the page's content, if it has any */
    double expected;   /* the expected F1 of the set that b favours … */
    rl_kept keep;      /* … and its leaves, the title included */
} rl_selection;

/* Add tables of data to the mask that stand right between kept lines (together.c). */
void rl_keep_tables(const rl_page *page, const rl_prediction *prediction, rl_pool *pool, uint8_t *mask);

/* Take articles that follow the page's own out of the mask (articles.c). */
void rl_drop_other_articles(const rl_page *page, const rl_prediction *prediction, rl_pool *pool, uint8_t *mask);

/* Take lines that are shortcodes out of the mask (shortcodes.c). */
void rl_drop_shortcodes(const rl_page *page, const rl_lines *lines, uint8_t *mask);

void rl_select(const rl_page *page, const rl_prediction *prediction, double b, rl_pool *pool, rl_selection *selection);

#endif
