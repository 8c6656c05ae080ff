/* From the probabilities of lines to the leaves that summit keeps (selection.c). */
#ifndef RIDGELINE_SELECTION_H
#define RIDGELINE_SELECTION_H

#include "summit.h"

typedef struct {
    int32_t *items;
    int32_t count;
} rl_kept;

typedef struct {
    double balanced;     /* the expected F1 of the best set of lines … */
    double words;        /* … the words in it … */
    uint8_t *candidate;  /* … and its mask: the page's content, if it has any */
    double expected;     /* the expected F1 of the set that b favours … */
    uint8_t *mask;       /* … and its mask, corrected */
} rl_selection;

/* How the lines are chosen. */
typedef struct {
    double b;          /* above 1 favours recall, below precision */
    bool keeps_title;  /* whether the page decides that its title goes with its text */
} rl_manner;

/* Add tables of data, definitions and introduced lists to the mask that stand right between kept lines (together.c). */
void rl_keep_tables(const rl_reading *reading, const float *probabilities, uint8_t *mask);

/* Add code to the mask that stands between kept lines, or ends a text that is kept, whatever is in its bar (together.c). */
void rl_keep_code(const rl_reading *reading, uint8_t *mask);

/* Take articles that follow the page's own out of the mask (articles.c). */
void rl_drop_other_articles(const rl_reading *reading, int32_t page_type, rl_pool *pool, uint8_t *mask);

/* Where little F1 is expected of an article, take all out of the mask but the run of lines that begins at its title, and
   expect what a page of these lines alone promises (articles.c). */
void rl_keep_titled_run(const rl_reading *reading, const float *probabilities, int32_t page_type, rl_pool *pool,
                        rl_selection *selection);

/* Take lines that are shortcodes out of the mask (shortcodes.c). */
void rl_drop_shortcodes(const rl_page *page, const rl_lines *lines, uint8_t *mask);

void rl_select(const rl_reading *reading, const float *probabilities, int32_t page_type, rl_manner manner,
               rl_pool *pool, rl_selection *selection);

/* The leaves of the lines in a mask; a leaf between two lines belongs to both. */
rl_kept rl_leaves_of(const rl_reading *reading, const uint8_t *mask, rl_pool *pool);

/* By leaf: how probable it is content. */
float *rl_leaf_scores(const rl_reading *reading, const float *probabilities, rl_pool *pool);

#endif
