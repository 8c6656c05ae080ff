/* The stack of open elements (open_elements.c). Its first is always `html`, which is never popped. */
#ifndef RIDGELINE_OPEN_ELEMENTS_H
#define RIDGELINE_OPEN_ELEMENTS_H

#include "tree.h"

static inline const rl_open_element *rl_current(const rl_builder *builder) {
    return &builder->open[builder->depth - 1];
}

static inline bool rl_current_is(const rl_builder *builder, int32_t tag) {
    return rl_current(builder)->tag == tag && rl_current(builder)->space == RL_HTML;
}

/* The innermost open HTML element with this tag: its place in the stack, or -1. */
static inline int32_t rl_innermost(const rl_builder *builder, int32_t tag) {
    return tag < 0 ? -1 : builder->innermost[0][tag];
}

/* Whether it may be opened; past the limit on depth only few may. */
bool rl_may_open(const rl_builder *builder, int32_t tag, uint8_t space);

void rl_push(rl_builder *builder, int32_t row);
void rl_pop(rl_builder *builder);
void rl_pop_to(rl_builder *builder, int32_t depth);            /* so many stay */
void rl_pop_until(rl_builder *builder, int32_t tag);           /* the innermost with this tag is popped, too */
int32_t rl_find_open(const rl_builder *builder, int32_t row);  /* its place, or -1 */
void rl_remove_open(rl_builder *builder, int32_t place);
void rl_insert_open(rl_builder *builder, int32_t place, int32_t row);
void rl_replace_open(rl_builder *builder, int32_t place, int32_t row);  /* by one with the same tag */

/* https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope and the scopes that follow it */
bool rl_in_scope(const rl_builder *builder, int32_t tag);
bool rl_in_list_item_scope(const rl_builder *builder, int32_t tag);
bool rl_in_button_scope(const rl_builder *builder, int32_t tag);
bool rl_in_table_scope(const rl_builder *builder, int32_t tag);
int32_t rl_heading_in_scope(const rl_builder *builder);  /* its place, or -1 */

void rl_generate_implied_end_tags(rl_builder *builder, int32_t except);  /* RL_NO_NAME for no exception */
void rl_generate_implied_end_tags_thoroughly(rl_builder *builder);
void rl_close_p(rl_builder *builder);     /* close a p element */
void rl_close_p_if_open(rl_builder *builder);  /* if it is in button scope */

/* The insertion mode that follows from what is open. */
void rl_reset_insertion_mode(rl_builder *builder);

#endif
