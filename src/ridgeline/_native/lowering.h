/* Lower case as `str.lower` makes it (lowering.c), and small questions about texts in it. */
#ifndef RIDGELINE_LOWERING_H
#define RIDGELINE_LOWERING_H

#include "hashing.h"

enum {
    RL_LOWER_GROWTH = 3,           /* a byte that is no UTF-8 becomes U+FFFD, of three; no character grows more */
    RL_LOWER_CHARACTER_BYTES = 4,  /* that a character can have in lower case */
};

/* By ASCII character: its lower case. */
extern const char RL_ASCII_LOWER[128 + 1];

/* Write at most `*left` characters of a text in lower case; returns where the next one would go. ASCII becomes what the
   table says. `*left` becomes the number of characters that were not used up. */
uint8_t *rl_lower_text(uint8_t *to, const char *table, rl_view text, size_t *left);

/* A text without the white space at its ends: `str.strip`. */
rl_view rl_strip(rl_view text);

/* A word of a table (tidying_tables.h). */
typedef struct {
    const char *bytes;
    uint8_t size;
} rl_word;

typedef struct {
    const rl_word *words;  /* sorted by their bytes */
    size_t count;
} rl_word_list;

bool rl_is_word(rl_view text, rl_word_list list);   /* whether the text is one of the words */
bool rl_has_word(rl_view text, rl_word_list list);  /* whether one of the words is part of the text */
bool rl_has_word_in_any_case(rl_view text, rl_word_list list);  /* the same, of ASCII, in a text of any case */
bool rl_ends_with_word(rl_view text, rl_word_list list);

/* What stands before the first of a byte, or all where there is none: `str.partition`. */
rl_view rl_before(rl_view text, char byte);

#endif
