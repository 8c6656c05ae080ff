/* Short strings looked for in texts and addresses; texts on one line (finding.c). */
#ifndef RIDGELINE_FINDING_H
#define RIDGELINE_FINDING_H

#include <stdbool.h>

#include "hashing.h"

/* A text to look for, which is not empty, and where it has the byte that stands in the fewest other places. */
typedef struct {
    rl_view text;
    size_t rarest;
} rl_wanted;

rl_wanted rl_want(rl_view text);
bool rl_has_text(rl_view text, const rl_wanted *wanted);

/* What a line has, as bits: a digit, or a reference to one; a reference, or anything but letters and printable ASCII. */
enum { RL_LINE_DIGIT = 1, RL_LINE_OTHER = 2 };

/* Put a text on one line, each run of white space a space, none at its ends; its size, which is at most that of the text. */
size_t rl_fold_line(rl_view text, uint8_t *to, int *has);

#endif
