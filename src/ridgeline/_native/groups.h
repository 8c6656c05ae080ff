/* The lists and tables of a page (structures.c), and the lines that are kept or dropped together (groups.c). */
#ifndef RIDGELINE_GROUPS_H
#define RIDGELINE_GROUPS_H

#include "summit.h"

void rl_read_lists(const rl_page *page, const rl_lines *lines, rl_pool *pool, rl_lists *lists);

/* By line: the number of its group, -1 for a line in none; `*count`: the number of groups. */
int32_t *rl_number_groups(const rl_page *page, const rl_lines *lines, const rl_reading *reading, rl_pool *pool,
                          int32_t *count);

#endif
