/* Permalinks, counters, and characters without a width (gadgets.c). */
#ifndef RIDGELINE_GADGETS_H
#define RIDGELINE_GADGETS_H

#include "leaves.h"

/* Drop the leaves that are permalinks or counters; returns whether there are any. */
bool rl_drop_gadgets(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask);

/* For formats that are written from an outline: notices of forums, which gold texts have, show nothing, and smileys are
   their text. */
void rl_silence_notices(const rl_page *page, rl_leaf *leaves, int32_t count);

/* A text without zero-width spaces, word joiners, byte order marks and soft hyphens. */
rl_view rl_without_zero_width(rl_view text, rl_pool *pool);

#endif
