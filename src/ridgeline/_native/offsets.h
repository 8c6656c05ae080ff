/* Where the texts of a page stand in its source, in characters (offsets.c): `Page.start` and `Page.stop`. */
#ifndef RIDGELINE_OFFSETS_H
#define RIDGELINE_OFFSETS_H

#include "columns.h"

/* By row: where its text begins, and one past where it ends; -1 for elements. Both have room for all rows. */
void rl_text_offsets(const rl_columns *columns, rl_pool *scratch, int32_t *start, int32_t *stop);

#endif
