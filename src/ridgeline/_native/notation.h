/* What a text has beyond the characters of its leaves (notation.c): `ridgeline.text.notation`. */
#ifndef RIDGELINE_NOTATION_H
#define RIDGELINE_NOTATION_H

#include "hashing.h"
#include "page.h"

/* Whether kept leaves may be written otherwise than rl_write_text does: formulas in TeX, quotation marks, labels of
   icons, quantities. Python decides, and writes them. */
bool rl_may_need_python(const rl_page *page, const int32_t *keep, int32_t count, rl_pool *pool);

/* A leaf that shows text, by its node. */
typedef struct {
    int32_t node;
    int32_t position;  /* among the kept leaves */
    rl_view text;
} rl_shown_leaf;

/* Write leaves in each `sup` and `sub` in superscript and subscript characters, where all have one:
   `superscripts.raise_and_lower`. */
void rl_raise_and_lower(const rl_columns *columns, rl_shown_leaf *leaves, int32_t count, rl_pool *pool);

#endif
