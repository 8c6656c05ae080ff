/* Groups of elements that could each be a post (post_groups.c). */
#ifndef RIDGELINE_POST_GROUPS_H
#define RIDGELINE_POST_GROUPS_H

#include "posts.h"

/* Elements of one tag that share a class, or an id but for its number: numbers in names are #. */
typedef struct {
    rl_distinct keys;           /* by group: the bytes of its tag, an int32_t, and its name */
    int32_t *members, *likely;  /* by group: how many it has, and how many of these may be posts */
    int32_t *place;             /* by group: which of the names of its first row it has */
    int32_t *group, *row;       /* by entry, a row in a group: in document order */
    int32_t count, room, group_room;
} rl_alike;

/* The groups of those blocks of which one at least may be a post; both are flags by row. Of ids only those with numbers
   count, and their first names. */
void rl_find_alike(const rl_columns *columns, int32_t attribute, const uint8_t *is_block, const uint8_t *may_be_post,
                   rl_pool *pool, rl_alike *alike);

/* Like parts of a page as spans of rows, ascending by their start. A span may lie in another one. */
typedef struct {
    const int32_t *start, *end;
    int32_t count;
} rl_spans;

/* By span: the innermost one around it, -1 where there is none. */
int32_t *rl_spans_around(rl_spans spans, rl_pool *pool);

/* By span: what is counted in it outside of the spans inside. `totals` are by row and one past the last: the sum of all
   rows before it. */
int64_t *rl_own_counts(rl_spans spans, const int64_t *totals, rl_pool *pool);

/* What the members of a group show outside of the members inside of them. */
typedef struct {
    int32_t dated, signed_too;  /* how many show a date, how many an author beside it */
    int32_t posts;              /* how many show as many of both as are needed, and prose */
    int64_t shown;              /* the dates and authors of these, each counted once a post */
    double median;              /* of their characters of prose; 0 where there are none */
    int64_t nodes;              /* in all members; what is in several counts as often */
} rl_group_measures;

/* Room to measure groups in, of as many members as there may be. */
typedef struct {
    int32_t *around, *open;
    int64_t *counts[3];
} rl_measuring;
void rl_measuring_begin(rl_measuring *room, int32_t count, rl_pool *pool);

rl_group_measures rl_measure_group(rl_spans spans, const int64_t *dates, const int64_t *authors, const int64_t *prose,
                                   int needed, rl_measuring *room);

#endif
