/* The tree that the parser builds (tree.c): rows of the columns, with links between them while they may still move.

   Rows are made in the order of the source. Formatting, tables and framesets move some; only where that happened, or
   where there are templates or too deep nesting, are the rows put into document order at the end. */
#ifndef RIDGELINE_TREE_H
#define RIDGELINE_TREE_H

#include "parser.h"
#include "tokenizer.h"

enum { RL_HTML, RL_MATHML, RL_SVG };  /* namespaces */

/* Marks of a row. */
enum {
    RL_IS_OPEN = 1,
    RL_IS_FORMATTING = 2,  /* in the list of active ones */
    RL_BEFORE_COMMENT = 4,
    RL_HAS_COMMENT = 8,    /* as its first child */
    RL_HOLDS_HTML = 16,    /* `annotation-xml` that is an HTML integration point */
};

typedef struct {
    int32_t first, last;      /* children; -1 for none */
    int32_t next, previous;   /* siblings */
    uint8_t space, marks;
} rl_node;

/* An entry of the stack of open elements. Positions in the stack are such that questions for scopes need no search. */
typedef struct {
    int32_t row, tag;
    int32_t outer;                 /* the next open element outside of it with the same tag, or -1 */
    /* At or outside of it: the nearest special element, the nearest that ends scopes, that is HTML, and the nearest
       special one that ends the search for an open list item. */
    int32_t special, scope, html, barrier;
    uint16_t categories;           /* RL_CATEGORIES, of HTML elements only */
    uint8_t space;
} rl_open_element;

typedef enum {
    RL_INITIAL,
    RL_BEFORE_HTML,
    RL_BEFORE_HEAD,
    RL_IN_HEAD_MODE,
    RL_IN_HEAD_NOSCRIPT,
    RL_AFTER_HEAD,
    RL_IN_BODY,
    RL_TEXT_MODE,
    RL_IN_TABLE,
    RL_IN_CAPTION,
    RL_IN_COLUMN_GROUP,
    RL_IN_TABLE_BODY,
    RL_IN_ROW,
    RL_IN_CELL,
    RL_IN_TEMPLATE,
    RL_AFTER_BODY,
    RL_IN_FRAMESET,
    RL_AFTER_FRAMESET,
    RL_AFTER_AFTER_BODY,
    RL_AFTER_AFTER_FRAMESET,
} rl_mode;

typedef struct {
    rl_columns *columns;
    rl_pool *scratch;
    const rl_limits *limits;
    rl_tokenizer tokenizer;
    rl_node *nodes;  /* by row */
    int32_t node_room;

    rl_open_element *open;
    int32_t depth, max_depth, open_room;
    int32_t *spare;         /* as many rows as `open` has room for */
    int32_t *innermost[2];  /* of HTML, and of SVG and MathML; by tag: its innermost open element, or -1 */
    int32_t *unopened;      /* by tag: elements that were too deep to be opened and whose end tags are still to come */
    int32_t name_count;     /* tags up to which these three are filled */

    int32_t *formatting;    /* rows of active formatting elements, or RL_MARKER */
    int32_t formatting_count;
    int32_t copies;  /* of formatting that was opened again */

    uint8_t *template_modes;
    int32_t template_count, template_room;

    rl_mode mode, original_mode;
    int32_t head, form;     /* rows, -1 for none */
    bool frameset_ok, foster_parenting, quirks, skip_newline;
    bool token_is_used;     /* a row has the attributes of the token */
    bool is_out_of_order;   /* rows are not in document order, or not all of them stay */
    int64_t moves, copied;  /* rows and bytes: work that a page could ask for again and again */
} rl_builder;

static inline uint16_t rl_categories(int32_t tag) {
    return (uint32_t)tag < RL_FIXED_NAMES ? RL_CATEGORIES[tag] : 0;
}

/* Where a node is inserted: before a sibling, or at the end if that is -1. */
typedef struct {
    int32_t parent, before;
} rl_place;

void rl_builder_begin(rl_builder *builder, rl_columns *columns, rl_pool *scratch, const rl_limits *limits);

int32_t rl_create(rl_builder *builder, int32_t tag, uint8_t space, rl_slice attributes);
int32_t rl_clone(rl_builder *builder, int32_t row);
/* A copy stands in the source where its original does. */
void rl_stand_where(rl_builder *builder, int32_t row, int32_t original);
void rl_append(rl_builder *builder, int32_t parent, int32_t row);
void rl_insert_at(rl_builder *builder, rl_place place, int32_t row);
void rl_detach(rl_builder *builder, int32_t row);
void rl_move_children(rl_builder *builder, int32_t from, int32_t to);  /* which has none */
rl_place rl_appropriate_place(const rl_builder *builder, int32_t target);

/* Fill what is by tag for names that are new. */
void rl_follow_names(rl_builder *builder);

/* The attributes of the token, for the element that is made of it. */
rl_slice rl_take_attributes(rl_builder *builder);

/* Insert an element and open it, unless it is too deep. */
int32_t rl_insert(rl_builder *builder, int32_t tag, uint8_t space, rl_slice attributes);
int32_t rl_insert_token(rl_builder *builder);            /* an HTML element */
int32_t rl_insert_implied(rl_builder *builder, int32_t tag);
void rl_insert_raw_text(rl_builder *builder);            /* an element that is opened at any depth */
void rl_insert_closed(rl_builder *builder, int32_t tag, uint8_t space);  /* of the token, not opened */
void rl_insert_text(rl_builder *builder, rl_slice text);
void rl_insert_comment(rl_builder *builder);             /* it has no row, but parts texts */

/* Write the final rows. */
void rl_finish(rl_builder *builder);

static inline bool rl_is_open(const rl_builder *builder, int32_t row) {
    return (builder->nodes[row].marks & RL_IS_OPEN) != 0;
}

#endif
