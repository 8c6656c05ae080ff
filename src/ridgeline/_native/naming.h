/* Which elements have the same names, up to the root (naming.c). */
#ifndef RIDGELINE_NAMING_H
#define RIDGELINE_NAMING_H

#include "columns.h"

/* By row: a number that elements share which have the same tag, class and id, and stand in elements that share one; -1
   for texts. */
int32_t *rl_number_name_paths(const rl_columns *columns, rl_pool *pool);

#endif
