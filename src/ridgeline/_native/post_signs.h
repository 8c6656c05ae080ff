/* What the elements of a page say of posts, by row: their names, where their links lead, whom they name (post_signs.c). */
#ifndef RIDGELINE_POST_SIGNS_H
#define RIDGELINE_POST_SIGNS_H

#include "posts.h"

typedef struct {
    uint32_t *of_class, *of_id, *of_item;  /* the meanings of the names in `class`, `id`, `itemprop` */
    uint8_t *links;                        /* what its `href` may lead to: RL_LINK_… */
    int32_t *leaf_of;                      /* and of one past the last row: the leaves before it … */
    int64_t *lengths;                      /* … and their characters */
    uint8_t *is_author;                    /* whether it names somebody: by a link, a class, microdata */
} rl_post_columns;

rl_post_columns rl_read_post_columns(const rl_page *page, rl_pool *pool);

/* The elements whose attributes say when something was written. */
typedef struct {
    uint8_t *is_date;              /* by row: those that do for certain */
    int32_t *doubtful, *titled;    /* `time` elements after what may be a label of other dates; those with a stamp as their title */
    int32_t doubtful_count, titled_count;
} rl_stated_dates;

rl_stated_dates rl_read_stated_dates(const rl_page *page, rl_pool *pool);

/* Whether what stands before a leaf may say that its date is of something else. */
bool rl_may_be_labelled(const rl_page *page, int32_t leaf);

#endif
