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
   them. Highlighted code is many small leaves, and the line ends between them often are text nodes of white space alone,
   which are no leaves: they are read back from the page. Where a highlighter makes every line an element, the line ends
   where the element does; an element without text is an empty line. `is_listing`: they stand in an element that shows
   code though its white space does not count. */
void rl_read_gap(const rl_page *page, int32_t before, int32_t node, int kind, bool is_listing, rl_pool *pool,
                 rl_buffer *gap);

#endif
