/* What a page has that could be posts, by the sums of their signs (post_candidates.c). */
#ifndef RIDGELINE_POST_CANDIDATES_H
#define RIDGELINE_POST_CANDIDATES_H

#include "post_groups.h"

/* By row and one past the last, of all rows before it: dates, authors, leaves that are shown and not in links, and the
   characters of prose. */
typedef struct {
    const int64_t *dates, *authors, *texts, *prose;
} rl_post_sums;

/* By row: whether it is in a signature, a profile or buttons by its name; whether it is in an element that shows a date and
   little else; whether it is in a box that lists other pages, by its name. By leaf: its characters, 0 for links, dates, hidden ones and what no one wrote as a post. */
typedef struct {
    uint8_t *is_furniture, *in_date, *is_beside;
    int32_t *prose;
    rl_post_sums sums;
} rl_post_totals;

/* `is_date` and `is_author` are flags by row, the meanings those of rl_post_columns. */
rl_post_totals rl_read_post_totals(const rl_page *page, const uint8_t *is_date, const uint8_t *is_author,
                                   const uint32_t *of_class, const uint32_t *of_id, rl_pool *pool);

/* What the members of a group share: a class, an id but for its number; they are children of one element without names; or they
   are runs of siblings that begin with the header of a post. */
typedef enum { RL_SHARED_CLASS, RL_SHARED_ID, RL_PLAIN_SIBLINGS, RL_RUNS } rl_candidate_form;

/* A group of parts of a page that could each be a post. */
typedef struct {
    rl_candidate_form form;
    int32_t tag, around;  /* of its members; and of the element around these, of siblings and runs */
    rl_view name;         /* that they share */
    int32_t place;        /* which of the names of the first one it is */
    bool is_named;        /* whether it, or the first member's, is a word for a post */
    rl_spans members;
    rl_group_measures measures;
} rl_post_candidate;

typedef struct {
    rl_post_candidate *items;
    int32_t count, room;
} rl_post_candidates;

/* `is_block` is by code of a tag; the last one stands for all that follow. */
rl_post_candidates rl_find_post_candidates(const rl_page *page, const rl_post_sums *sums, const uint8_t *is_block,
                                           int32_t tag_count, rl_pool *pool);

#endif
