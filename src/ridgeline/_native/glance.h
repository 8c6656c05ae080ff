/* Quick answers about a page, by which Python sees what it need not look at (glance.c). */
#ifndef RIDGELINE_GLANCE_H
#define RIDGELINE_GLANCE_H

#include "lowering.h"
#include "page.h"

/* A table of tags has a byte for each known one, and a last one for all others. */
enum { RL_TAG_CODES = RL_UNKNOWN + 1, RL_BEGINNING = 2000, RL_SHORT_TEXT = 256 };

/* Whether a tag is in such a table. */
static inline bool rl_is_in(const uint8_t *table, int32_t tag) { return table[tag < RL_UNKNOWN ? tag : RL_UNKNOWN]; }

/* Whether any node has a tag of the table. */
bool rl_has_any(const rl_columns *columns, const uint8_t *table);

/* The characters of all leaves; the count ends with the leaf that reaches `enough`. */
int64_t rl_count_characters(const rl_derived *derived, int64_t enough);

/* The words of leaves that are shown or kept and stand in no element of the table; the count ends likewise. */
int64_t rl_count_words_outside(const rl_page *page, const int32_t *keep, int32_t count, const uint8_t *table,
                               int64_t enough);

/* The first RL_BEGINNING characters of some leaves in lower case, with spaces between them; their size in bytes. */
size_t rl_lower_beginning(const rl_page *page, const int32_t *keep, int32_t count,
                          uint8_t to[RL_BEGINNING * RL_LOWER_CHARACTER_BYTES]);

/* The text inside of an element, its pieces side by side, and its size in bytes; 0 where there is none or more. */
size_t rl_short_text(const rl_columns *columns, int32_t row, uint8_t to[RL_SHORT_TEXT]);

#endif
