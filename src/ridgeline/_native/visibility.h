/* What a person sees of a page, as far as its own markup and sheets say: by leaf (visibility.c). */
#ifndef RIDGELINE_VISIBILITY_H
#define RIDGELINE_VISIBILITY_H

#include "kept.h"

/* A leaf is seen, hidden until somebody opens it (a tab, an accordion, `details`), or hidden for good. */
enum { RL_SEEN, RL_CLOSED, RL_UNSEEN, RL_STATE_BITS = 2, RL_STATE_MASK = 3 };

/* Why it is hidden: `ridgeline.page.visibility.REASONS`. In a leaf's byte above the bits of its state. */
typedef enum {
    RL_HIDDEN_BY_NOTHING,
    RL_HIDDEN_BY_ATTRIBUTE,
    RL_HIDDEN_BY_CLOSING,
    RL_HIDDEN_BY_NOSCRIPT,
    RL_HIDDEN_BY_DISPLAY,
    RL_HIDDEN_BY_VISIBILITY,
    RL_HIDDEN_BY_OPACITY,
    RL_HIDDEN_BY_CLASS,
    RL_HIDDEN_BY_PLACE,
    RL_HIDDEN_BY_BOX,
    RL_HIDDEN_BY_CLIP,
    RL_HIDDEN_BY_SIZE,
    RL_HIDDEN_BY_COLOUR,
} rl_hiding;

typedef struct {
    uint8_t *states;  /* by leaf that was asked about */
    bool is_cut;      /* a cap left rules of sheets out of account */
} rl_visibility;

void rl_see(const rl_kept_leaves *asked, rl_pool *pool, rl_visibility *visibility);

#endif
