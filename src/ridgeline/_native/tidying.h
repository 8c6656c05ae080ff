/* Which of the kept leaves go and which join them, by what the markup says of single leaves: `ridgeline.cleanup`.

   Pictures and copies are done here (pictures.c, copies.c). Of the other rules it is said which may find something
   (tidying.c), which is seldom: only these are asked in Python. A rule that is not named would have found nothing. */
#ifndef RIDGELINE_TIDYING_H
#define RIDGELINE_TIDYING_H

#include "kept.h"

/* Rules that may drop leaves, as bits. */
enum { RL_RULE_HEADINGS = 1, RL_RULE_CONTENTS = 2, RL_RULE_LANGUAGES = 4, RL_RULE_CODE = 8 };

typedef struct {
    int32_t *leaves;  /* with the right pictures and without copies, ascending; NULL where all is right already */
    int32_t count;
    uint32_t rules;   /* RL_RULE_…: those that may find something */
} rl_tidied;

void rl_tidy(const rl_kept_leaves *kept, rl_pool *pool, rl_tidied *tidied);

/* Add the pictures of the kept text to a mask by leaf, and take avatars and pixels out of it (pictures.c). Returns
   whether that changes anything. */
bool rl_tidy_pictures(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask);

/* Take second copies of passages out of a mask by leaf (copies.c). Returns whether there are any. */
bool rl_drop_copies(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask);

#endif
