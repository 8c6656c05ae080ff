/* SVG and MathML (foreign.c): https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign */
#ifndef RIDGELINE_FOREIGN_H
#define RIDGELINE_FOREIGN_H

#include "tree.h"

/* Whether the current node is such that the token is handled by the rules for foreign content. */
bool rl_is_foreign(const rl_builder *builder);

/* Handle the token; true if it is to be handled again, by the rules of the insertion mode. */
bool rl_in_foreign_content(rl_builder *builder);

/* Insert the element that the token `svg` or `math` begins. */
void rl_insert_foreign(rl_builder *builder, int32_t tag, uint8_t space);

/* The text of the token with each NUL replaced by U+FFFD. */
void rl_replace_nul(rl_builder *builder);

#endif
