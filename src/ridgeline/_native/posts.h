/* What names, texts and addresses say of posts (posts.c): what an element is in a thread, whether a text may show a
   moment, whether an address may be that of a person's page. */
#ifndef RIDGELINE_POSTS_H
#define RIDGELINE_POSTS_H

#include "kept.h"

/* The meanings of the names in a class attribute or an id, as bits: `ridgeline.posts.names.MEANINGS`. */
uint32_t rl_post_meaning(rl_view names);

/* By row: the meanings of an attribute, 0 where it has no such attribute. */
uint32_t *rl_post_meanings(const rl_columns *columns, int32_t attribute, rl_pool *pool);

/* The names in a class attribute or an id, one after another: the first ones, cut where they are long. */
enum { RL_POST_NAME_BYTES = 60 * 4 };
typedef struct {
    const uint8_t *at, *end;
    int left;
} rl_post_names;

void rl_post_names_begin(rl_post_names *names, rl_view value);

/* Write the next name, # for every number in it; its size, 0 where there is none. There is room for RL_POST_NAME_BYTES. */
size_t rl_post_next_name(rl_post_names *names, uint8_t *to);

/* Elements of one tag that share a class, or an id but for its number: numbers in names are #. */
typedef struct {
    rl_distinct keys;           /* by group: the bytes of its tag, an int32_t, and its name */
    int32_t *members, *likely;  /* by group: how many it has, and how many of these may be posts */
    int32_t *group, *row;       /* by entry, a row in a group: in document order */
    int32_t count, room, group_room;
} rl_alike;

/* The groups of those blocks of which one at least may be a post; both are flags by row. Of ids only those with numbers
   count, and their first names. */
void rl_find_alike(const rl_columns *columns, int32_t attribute, const uint8_t *is_block, const uint8_t *may_be_post,
                   rl_pool *pool, rl_alike *alike);

/* Whether a text may show when something was written. One with letters that are not ASCII always may. */
bool rl_may_show_moment(rl_view text);

/* Whether an address may be that of a person's page: it has a word for one where such addresses have it. */
bool rl_may_be_person(rl_view address);

#endif
