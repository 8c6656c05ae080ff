/* Counts words of kept leaves (counting.c), as `ridgeline.text.characters.count_words` does. */
#ifndef RIDGELINE_COUNTING_H
#define RIDGELINE_COUNTING_H

#include "page.h"

int64_t rl_count_words_in(const uint8_t *bytes, size_t size);

/* The count ends with the leaf that reaches `enough`. */
int64_t rl_count_words(const rl_page *page, const int32_t *keep, int32_t count, int64_t enough);

#endif
