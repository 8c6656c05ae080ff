/* The `style` elements of a page: rules, and which elements they are for (sheets.c).

   A rule is kept only if every name that its selector needs is on the page, under the id, the class or the tag of its
   last part. So an element is compared with the few rules that may be for it, and the time is linear in sheets and page
   on all but pages made to be slow, which have a cap. */
#ifndef RIDGELINE_SHEETS_H
#define RIDGELINE_SHEETS_H

#include "page.h"
#include "styles.h"

typedef struct rl_sheets rl_sheets;

/* The declaration of a style that wins over others, and by what. */
typedef struct {
    uint64_t priority;  /* 0: there is none */
    rl_declaration given;
} rl_winner;

/* The rules that the sheets of a page have for some of its elements, by row; NULL where it has no sheets. */
rl_sheets *rl_sheets_read(const rl_page *page, const uint8_t *is_asked, rl_pool *pool);

/* Whether a cap left rules out of account. */
bool rl_sheets_are_cut(const rl_sheets *sheets);

/* Whether a rule has the id, a class or the tag of an element. */
bool rl_sheets_may_apply(const rl_sheets *sheets, int32_t row);

/* Find the declarations that the sheets have for an element, by style. Returns whether another rule for it waits for a
   click, the pointer or the keyboard, and would show it. */
bool rl_sheets_apply(rl_sheets *sheets, int32_t row, rl_winner winners[RL_STYLE_COUNT]);

/* Let a declaration of an attribute (`style`, or a hint such as `hidden`) win where it does. */
void rl_winner_take(rl_winner winners[RL_STYLE_COUNT], const rl_declaration *given, bool is_hint);

#endif
