/* Counts words of kept leaves (counting.c), as `ridgeline.text.characters.count_words` does. */
#ifndef RIDGELINE_COUNTING_H
#define RIDGELINE_COUNTING_H

#include "page.h"

int64_t rl_count_words_in(const uint8_t *bytes, size_t size);

/* Words as word processors count them: between white space; ideographs and kana apart, which have none. In a text that
   has any, their punctuation ends a word, too. */
typedef struct {
    int64_t words, ideographs;
} rl_spaced_words;
rl_spaced_words rl_count_spaced_words(const uint8_t *bytes, size_t size);

/* The characters beyond ASCII of UTF-8; -1 where the bytes are none. */
int64_t rl_count_beyond_ascii(const uint8_t *bytes, size_t size);

/* The count ends with the leaf that reaches `enough`. */
int64_t rl_count_words(const rl_page *page, const int32_t *keep, int32_t count, int64_t enough);

/* About how many tokens language models make of a text. */
int64_t rl_estimate_tokens(const uint8_t *bytes, size_t size);

#endif
