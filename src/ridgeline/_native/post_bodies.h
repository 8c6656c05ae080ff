/* The body of each post of a group: the part of its element that holds what somebody wrote (post_bodies.c). */
#ifndef RIDGELINE_POST_BODIES_H
#define RIDGELINE_POST_BODIES_H

#include "post_groups.h"

/* What is known of a page. */
typedef struct {
    const uint8_t *taken;         /* by leaf: whether it is part of another post */
    const int32_t *prose;         /* by leaf: its characters, 0 where no one wrote it as a post */
    const uint8_t *in_quote;      /* by row … */
    const uint8_t *is_furniture;
    const uint8_t *is_date, *in_date;
    const uint8_t *is_author;
    const uint8_t *may_be_body;   /* by code of a tag; the last one stands for all that follow */
    int32_t tag_count;
} rl_post_signs;

/* Leaves by post: those of post i are from bounds[i] up to bounds[i + 1]. */
typedef struct {
    int32_t *leaves, *bounds;
} rl_leaf_lists;

typedef struct {
    rl_leaf_lists own;      /* what no other post inside of it has */
    rl_leaf_lists written;  /* of these the body */
    int32_t body_tag;       /* of the element that is the body, where a class names it, else -1 … */
    rl_view body_name;      /* … and that class, # for every number */
} rl_post_bodies;

void rl_find_post_bodies(const rl_page *page, rl_spans posts, const rl_post_signs *signs, rl_pool *pool,
                         rl_post_bodies *bodies);

#endif
