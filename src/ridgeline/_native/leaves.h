/* The kept leaves of a page as formats write them (leaves.c): what they show, and what stands between them. */
#ifndef RIDGELINE_LEAVES_H
#define RIDGELINE_LEAVES_H

#include "kept.h"

/* Other: a picture, a player, a form control. A reference leads to a footnote, and its text is the label of that. A
   picture of an outline is one that is no `img`: it has no text, and its source is its address. An indent is white space
   at the beginning of a line that stays. */
enum { RL_LEAF_TEXT, RL_LEAF_FORMULA, RL_LEAF_OTHER, RL_LEAF_REFERENCE, RL_LEAF_PICTURE, RL_LEAF_INDENT, RL_LEAF_KINDS };

typedef struct {
    rl_view text;    /* with characters that are not shown; empty where it shows none */
    rl_view source;  /* the same without superscript characters and quotation marks; of a formula, its TeX */
    int32_t leaf;    /* position in `derived.leaves`, -1 where the page has no such leaf */
    int32_t node;
    int32_t mark;    /* of an outline: the innermost mark around it, 0 for none */
    uint8_t kind;    /* RL_LEAF_… */
    uint8_t gap;     /* RL_BREAK_… between it and the leaf before */
    uint8_t separator;  /* of plain text: RL_BREAK_… or a tab, what is written before it */
} rl_leaf;

/* A leaf whose text is given: the core cannot write formulas. */
typedef struct {
    int32_t position;  /* among the kept leaves */
    int32_t size;      /* of a formula: how many leaves show it; the others have no text */
    rl_view text, source;  /* source: of a formula, its TeX; NULL bytes for any other leaf */
} rl_given_leaf;

typedef struct {
    const rl_given_leaf *items;
    int32_t count;
} rl_given_leaves;

/* Read the kept leaves; `given` may be NULL. `has_notation`: what readers see beyond the characters of the page is written
   (notation.h). */
rl_leaf *rl_leaves_read(const rl_kept_leaves *kept, const rl_given_leaves *given, bool has_notation, rl_pool *pool);

enum { RL_MAX_OPENED = 8 };

/* The names of the last shortcodes that were left out of a page. */
typedef struct {
    rl_view names[RL_MAX_OPENED];
    uint32_t count;
} rl_opened;

/* The text of a node without shortcodes, unless it is code (shortcodes.c); empty where nothing else is left. */
rl_view rl_without_shortcodes(const rl_page *page, int32_t node, rl_view text, rl_opened *opened, rl_pool *pool);

/* Whether a text has a character that is shown. */
bool rl_shows_text(rl_view text);

/* A text with each run of HTML's white space and no-break spaces as one space, without what is not shown:
   `spaces.fold`. Room for all of it is at `to`; returns where the next byte would go. */
uint8_t *rl_fold_spaces(uint8_t *to, rl_view text, bool *is_spaced);

/* A text on one line, all of Unicode's white space folded and none at its ends, without what is not shown. */
rl_view rl_one_line(rl_view text, rl_pool *pool);

#endif
