/* Preformatted text, most of it code (listings.c): what `ridgeline.text.concatenation` has for it. */
#ifndef RIDGELINE_LISTINGS_H
#define RIDGELINE_LISTINGS_H

#include "buffer.h"
#include "page.h"

/* Control characters but for HTML's white space: `invisible.UNSHOWN`. */
static inline bool rl_is_unshown(uint32_t point) {
    if (point >= 0x20) return point >= 0x7F && point < 0xA0;
    return point != '\t' && point != '\n' && point != '\f' && point != '\r';
}

/* Write a text, no longer than it is, with one kind of line end and one kind of space, without what is not shown; where
   the next one goes: `spaces.normalize_preformatted`. */
uint8_t *rl_normalize(uint8_t *to, const uint8_t *bytes, size_t size);

/* Add the white space between two kept leaves, given by their nodes, of a preformatted element with this break between
   them: `preformatted_gap`. */
void rl_read_gap(const rl_page *page, int32_t before, int32_t node, int kind, rl_pool *pool, rl_buffer *gap);

#endif
