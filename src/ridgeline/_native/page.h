/* A parsed page: its columns and what follows from them. It never changes once it is made, so threads may share it. */
#ifndef RIDGELINE_PAGE_H
#define RIDGELINE_PAGE_H

#include "columns.h"

/* What a reader sees between two neighbouring leaves, weakest first: `ridgeline.page.Break`. */
enum { RL_BREAK_NOTHING, RL_BREAK_SPACE, RL_BREAK_LINE, RL_BREAK_PARAGRAPH };

/* Columns that follow from the others; each is what the property of `ridgeline.page.Page` with its name says. */
typedef struct {
    int32_t *depth;         /* by node: the number of ancestors */
    int32_t *block;         /* by node: the nearest ancestor or self that starts on a line of its own */
    int32_t *preformatted;  /* by node: the nearest ancestor or self whose white space counts, -1 for none */
    uint8_t *hidden;        /* by node */
    uint8_t *in_link;       /* by node: whether it or an ancestor is `a` */
    bool has_formulas;      /* MathML, or scripts with TeX */
    int32_t leaf_count;
    int32_t *leaves;        /* by leaf: its node */
    int32_t *breaks;        /* by leaf: RL_BREAK_… between it and the leaf before */
    int32_t *characters;    /* by leaf: code points of its text, 0 for replaced elements */
} rl_derived;

typedef struct {
    rl_pool pool;
    rl_columns columns;
    rl_derived derived;
} rl_page;

/* Compute what follows from the columns (derived.c); it is taken from the columns' pool. */
void rl_derive(const rl_columns *columns, rl_pool *scratch, rl_derived *derived);

/* Whether a space belongs between two texts with nothing between them, given by their rows (parted.c). */
bool rl_are_parted(const rl_columns *columns, const rl_derived *derived, int32_t before, int32_t here);

#endif
