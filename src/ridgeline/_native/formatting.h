/* The list of active formatting elements and the adoption agency (formatting.c):
   https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements */
#ifndef RIDGELINE_FORMATTING_H
#define RIDGELINE_FORMATTING_H

#include "tree.h"

enum {
    RL_MARKER = -1,
    RL_MAX_ACTIVE = 32,        /* since the last marker; each is opened again in every paragraph */
    RL_MAX_COPIES = 50000,     /* of a page; then what is open is forgotten in every new paragraph */
    RL_MAX_FORMATTING = 1024,  /* with the markers; then the first is forgotten */
};

void rl_insert_formatting(rl_builder *builder);  /* an element for the token, and push it onto the list */
void rl_insert_marker(rl_builder *builder);
void rl_clear_to_last_marker(rl_builder *builder);
void rl_reconstruct_formatting(rl_builder *builder);

/* The last active element with this tag since the last marker: its row, or -1. */
int32_t rl_active(const rl_builder *builder, int32_t tag);
void rl_forget_formatting(rl_builder *builder, int32_t row);

void rl_run_adoption_agency(rl_builder *builder, int32_t tag);
void rl_any_other_end_tag(rl_builder *builder);

#endif
