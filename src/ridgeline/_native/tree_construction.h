/* The insertion modes of tree construction: tree_construction.c, in_body.c and in_table.c.
   https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhtml

   The rules of a mode are a function that handles the token of the builder. It returns true if the token is to be
   handled once more, by the rules of the mode that is set then. */
#ifndef RIDGELINE_TREE_CONSTRUCTION_H
#define RIDGELINE_TREE_CONSTRUCTION_H

#include "foreign.h"
#include "formatting.h"
#include "open_elements.h"
#include "tree.h"

/* Handle the token that the tokenizer has read. */
void rl_construct(rl_builder *builder);

bool rl_in_head(rl_builder *builder);  /* tree_construction.c */
bool rl_in_body(rl_builder *builder);  /* in_body.c */
bool rl_in_table(rl_builder *builder);  /* in_table.c, like those that follow */
bool rl_in_caption(rl_builder *builder);
bool rl_in_column_group(rl_builder *builder);
bool rl_in_table_body(rl_builder *builder);
bool rl_in_row(rl_builder *builder);
bool rl_in_cell(rl_builder *builder);

/* Rules of "in head" that other modes use: for the start tags of RL_IN_HEAD, and for the end tag of templates. */
bool rl_start_tag_in_head(rl_builder *builder);
bool rl_end_template(rl_builder *builder);

/* The generic raw text and RCDATA element parsing algorithms. */
void rl_parse_raw_text(rl_builder *builder, rl_tokenizer_state state);

/* At the end of the page: close the template, if one is open. */
bool rl_end_of_template(rl_builder *builder);

/* Insert the white space that the text of the token begins with, and remove it there; true if that was all. */
bool rl_insert_space(rl_builder *builder);
/* Remove all NULs from the text of the token. */
void rl_drop_nul(rl_builder *builder);
bool rl_is_space(const rl_builder *builder);

/* Whether the token's attribute `type` is "hidden". */
bool rl_is_hidden_input(const rl_builder *builder);

static inline bool rl_is_start(const rl_builder *builder, int32_t tag) {
    return builder->tokenizer.token.kind == RL_TOKEN_START && builder->tokenizer.token.tag == tag;
}
static inline bool rl_is_end(const rl_builder *builder, int32_t tag) {
    return builder->tokenizer.token.kind == RL_TOKEN_END && builder->tokenizer.token.tag == tag;
}

#endif
