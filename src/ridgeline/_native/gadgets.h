/* Permalinks, counters, and characters without a width (gadgets.c). */
#ifndef RIDGELINE_GADGETS_H
#define RIDGELINE_GADGETS_H

#include "leaves.h"

/* Drop the leaves that are permalinks or counters; returns whether there are any. */
bool rl_drop_gadgets(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask);

/* Whether the label of an image, its class or a folder of its address says that it is a smiley. */
bool rl_is_smiley(const rl_columns *columns, int32_t node);

/* For formats that are written from an outline: notices of forums and remarks of editors, which gold texts have, show
   nothing, and smileys are their text. */
void rl_silence_notices(const rl_page *page, rl_leaf *leaves, int32_t count);

/* A text without zero-width spaces, word joiners, byte order marks, soft hyphens, and non-joiners after letters of scripts
   that join none. */
rl_view rl_without_zero_width(rl_view text, rl_pool *pool);

#endif
