/* Kept leaves, and texts and values of a page as views of their bytes. */
#ifndef RIDGELINE_KEPT_H
#define RIDGELINE_KEPT_H

#include "hashing.h"
#include "page.h"

/* The kept leaves of a page. */
typedef struct {
    const rl_page *page;
    const int32_t *keep;  /* positions in `derived.leaves`, ascending */
    int32_t count;
} rl_kept_leaves;

static inline int32_t rl_kept_node(const rl_kept_leaves *kept, int32_t position) {
    return kept->page->derived.leaves[kept->keep[position]];
}

/* The first kept leaf at or after a node, among those from one on; their number where there is none. */
static inline int32_t rl_first_kept(const rl_kept_leaves *kept, int32_t first, int32_t node) {
    for (int32_t end = kept->count; first < end;) {
        int32_t middle = first + (end - first) / 2;
        if (rl_kept_node(kept, middle) < node) first = middle + 1;
        else end = middle;
    }
    return first;
}

/* The strongest break between two leaves. They do not touch where others stand between them. */
static inline int32_t rl_strongest_break(const rl_derived *derived, int32_t before, int32_t leaf) {
    int32_t strongest = before + 1 < leaf ? RL_BREAK_SPACE : RL_BREAK_NOTHING;
    for (int32_t i = before + 1; i <= leaf; i++)
        if (derived->breaks[i] > strongest) strongest = derived->breaks[i];
    return strongest;
}

/* The text of a node, empty where it is an element. */
static inline rl_view rl_text_of(const rl_columns *columns, int32_t node) {
    if (columns->tag[node] != RL_TAG_TEXT || !columns->content[node].length) return (rl_view){(const uint8_t *)"", 0};
    return (rl_view){rl_bytes(columns, columns->content[node]), columns->content[node].length};
}

/* A text without characters that show nothing and can carry a message: as those of a page lose them (carriers.c). */
rl_view rl_without_carriers(rl_view text, rl_pool *pool);

/* The value of an attribute; its bytes are NULL where it is not there, and it is empty where it has none. */
static inline rl_view rl_value(const rl_columns *columns, int32_t row, int32_t name) {
    const rl_slice *value = rl_attribute(columns, row, name);
    if (!value) return (rl_view){NULL, 0};
    if (value->length == RL_NO_VALUE || !value->length) return (rl_view){(const uint8_t *)"", 0};
    return (rl_view){rl_bytes(columns, *value), value->length};
}

#endif
