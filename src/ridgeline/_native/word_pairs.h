/* Words that stand close to one another in the text of a page (word_pairs.c). */
#ifndef RIDGELINE_WORD_PAIRS_H
#define RIDGELINE_WORD_PAIRS_H

#include "kept.h"

/* A word, in lower case: one of ASCII has to begin where a word begins, others may stand anywhere. Bits say of which pairs
   it is the first and of which the second; a pair without a first word is there as soon as its second is. */
typedef struct {
    rl_view text;
    bool is_whole;  /* whether it has to end where a word ends */
    uint32_t first_of, second_of;
} rl_pair_word;

enum { RL_MOST_PAIRS = 32, RL_MOST_PAIR_WORDS = 255 };
typedef struct {
    rl_pair_word words[RL_MOST_PAIR_WORDS];
    int count;
    int32_t gaps[RL_MOST_PAIRS];        /* the most characters from the end of the first to the beginning of the second */
    uint8_t by_first_byte[256];         /* a word, one more than its place; 0 for none */
    uint8_t next[RL_MOST_PAIR_WORDS];   /* the next one that begins so */
    uint8_t is_word[256];               /* by byte: whether it is a letter or digit of ASCII, or "_" */
    uint32_t beginnings[32][32];        /* by the last five bits of the first two bytes: those of the third, as bits */
} rl_word_pairs;

void rl_word_pairs_index(rl_word_pairs *pairs);

enum { RL_MOST_PAIR_LEAVES = 256 };

/* The leaves of a page, hidden or not, in which the second word of a pair stands; their number. White space counts as one
   character however long it is. -1 where there are too many, and where what is no letter of ASCII may be one in another case:
   then any leaf may have a pair. */
int32_t rl_leaves_with_pair(const rl_page *page, const rl_word_pairs *pairs, int32_t leaves[RL_MOST_PAIR_LEAVES]);

#endif
