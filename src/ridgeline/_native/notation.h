/* What kept leaves show beyond their characters: superscripts, quotation marks, labels of icons, quantities as one line. Only formulas
   are written in Python (`ridgeline.text.formulas`). */
#ifndef RIDGELINE_NOTATION_H
#define RIDGELINE_NOTATION_H

#include "leaves.h"

/* Leaves that show text. */
typedef struct {
    const rl_page *page;
    rl_leaf *leaves;
    const int32_t *shown;  /* positions in `leaves` */
    int32_t count;
} rl_shown_leaves;

static inline rl_leaf *rl_shown_leaf(const rl_shown_leaves *shown, int32_t i) { return &shown->leaves[shown->shown[i]]; }

/* The first at or after a node, among those from one on; their number where there is none. */
static inline int32_t rl_first_shown(const rl_shown_leaves *shown, int32_t first, int32_t node) {
    for (int32_t end = shown->count; first < end;) {
        int32_t middle = first + (end - first) / 2;
        if (rl_shown_leaf(shown, middle)->node < node) first = middle + 1;
        else end = middle;
    }
    return first;
}

/* Write leaves in each `sup` and `sub` in superscript and subscript characters, where all have one (superscripts.c). */
void rl_raise_and_lower(const rl_shown_leaves *shown, rl_pool *pool);

/* Add the marks of `q` and `rt` to the first and the last leaf in each, where the page does not write its own (quotations.c). */
void rl_write_marks(const rl_shown_leaves *shown, rl_pool *pool);

/* Make items that are a number and a few words one line (quantities.c). */
void rl_join_quantities(const rl_shown_leaves *shown, rl_pool *pool);

/* The label of an emoji, or of an icon that is all that a cell holds, given by its leaf; empty for any other leaf (labels.c). */
rl_view rl_label_of(const rl_page *page, int32_t leaf, rl_pool *pool);

/* Whether kept leaves may be formulas in TeX: the page has MathML, MathJax's scripts, images of formulas (formulas.c). */
bool rl_may_have_formulas(const rl_page *page, const int32_t *keep, int32_t count);

#endif
