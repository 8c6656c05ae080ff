/* Signs of structure (structure.c): which kinds of it, such as footnotes or callouts, the kept leaves of a page may have.

   A kind is called by tags, by words in classes, ids and roles, by attributes and by properties in `style` of the elements
   around kept leaves; and by what stands anywhere on the page: a tag that HTML does not know, the name of an attribute,
   a role, or a part of a tag or a class. All signs of all kinds are looked up in one pass. What signs mean is a matter
   of `ridgeline.structure`. */
#ifndef RIDGELINE_STRUCTURE_H
#define RIDGELINE_STRUCTURE_H

#include "kept.h"
#include "lowering.h"

enum { RL_SIGN_TAG, RL_SIGN_WORD, RL_SIGN_ATTRIBUTE, RL_SIGN_STYLE, RL_SIGN_ANYWHERE, RL_SIGN_PART, RL_SIGN_SORTS };
enum { RL_SIGN_LOOKED_UP = RL_SIGN_PART };  /* sorts that are looked up by their text */

typedef struct {
    rl_word word;
    uint64_t kind;
} rl_sign_part;

typedef struct {
    uint64_t by_tag[RL_UNKNOWN];           /* by code of a tag that HTML knows: the kinds that it calls, as bits */
    uint64_t anywhere[RL_UNKNOWN];         /* the same, of a tag that stands anywhere */
    rl_distinct texts[RL_SIGN_LOOKED_UP];  /* in lower case */
    uint64_t *kinds[RL_SIGN_LOOKED_UP];    /* by number of a text: the same */
    int32_t room[RL_SIGN_LOOKED_UP];
    uint32_t sizes[RL_SIGN_LOOKED_UP][256];  /* by first byte: sizes of the texts, as bits; 31 stands for longer ones */
    rl_sign_part *parts;
    int32_t part_count, part_room;
} rl_sign_table;

void rl_sign_table_begin(rl_sign_table *table, rl_pool *pool);
void rl_sign_table_add(rl_sign_table *table, int sort, rl_view text, int kind);  /* the text stays where it is */

/* The kinds that a page may have among its kept leaves, as bits. */
uint64_t rl_find_kinds(const rl_sign_table *table, const rl_kept_leaves *kept, rl_pool *pool);

#endif
