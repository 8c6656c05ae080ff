/* The kept leaves of a page as plain text (text.c): what `ridgeline.output.text.to_text` returns. */
#ifndef RIDGELINE_TEXT_H
#define RIDGELINE_TEXT_H

#include "leaves.h"

typedef struct {
    uint8_t *bytes;  /* UTF-8 */
    size_t size;
} rl_text;

/* `is_apart`: a blank line stands between all blocks, also between items and cells. The leaves are moved. */
void rl_write_text(const rl_page *page, rl_leaf *leaves, int32_t count, bool is_apart, rl_pool *pool, rl_text *text);

#endif
