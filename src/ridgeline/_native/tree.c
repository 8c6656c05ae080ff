#include "tree.h"

#include <string.h>

#include "formatting.h"
#include "open_elements.h"

enum {
    MIN_DEPTH = 15,     /* of open elements: enough for html, body and a table */
    MAX_DEPTH = 65536,  /* whatever the limits say: time is linear in the page times the depth */
    BEYOND_DEPTH = 16,  /* elements that may be opened all the same: the parts of a table, silent ones and raw text */
};

/* --- The builder */

void rl_follow_names(rl_builder *b) {
    int32_t count = RL_FIXED_NAMES + b->tokenizer.tags.count;
    for (; b->name_count < count; b->name_count++) {
        b->innermost[0][b->name_count] = b->innermost[1][b->name_count] = -1;
        b->unopened[b->name_count] = 0;
    }
}

/* A row for 80 bytes of source, an attribute for 60: most pages have fewer. */
static void reserve(rl_builder *b) {
    int32_t size = (int32_t)b->columns->source_size, most = b->limits->nodes > 0 ? b->limits->nodes : INT32_MAX;
    int32_t rows = size / 80 + 64;
    rl_columns_reserve(b->columns, rows < most ? rows : most, size / 60 + 64);
}

void rl_builder_begin(rl_builder *b, rl_columns *columns, rl_pool *scratch, const rl_limits *limits) {
    memset(b, 0, sizeof *b);
    b->columns = columns;
    b->scratch = scratch;
    b->limits = limits;
    rl_tokenizer_begin(&b->tokenizer, columns, scratch, limits->attributes);
    b->max_depth = limits->depth <= MIN_DEPTH ? MIN_DEPTH : limits->depth > MAX_DEPTH ? MAX_DEPTH : limits->depth - 1;
    b->open_room = b->max_depth + BEYOND_DEPTH;
    b->open = RL_TAKE(scratch, rl_open_element, (size_t)b->open_room);
    b->spare = RL_TAKE(scratch, int32_t, (size_t)b->open_room);
    b->innermost[0] = RL_TAKE(scratch, int32_t, RL_MAX_NAMES);
    b->innermost[1] = RL_TAKE(scratch, int32_t, RL_MAX_NAMES);
    b->unopened = RL_TAKE(scratch, int32_t, RL_MAX_NAMES);
    rl_follow_names(b);
    b->formatting = RL_TAKE(scratch, int32_t, RL_MAX_FORMATTING);
    b->template_room = b->open_room;
    b->template_modes = RL_TAKE(scratch, uint8_t, (size_t)b->template_room);
    b->head = b->form = -1;
    b->frameset_ok = true;
    b->is_out_of_order = limits->depth <= MIN_DEPTH;
    reserve(b);
}

/* --- Rows and their links */

static void reserve_nodes(rl_builder *b) {
    if (b->columns->room <= b->node_room) return;
    RL_RESIZE(b->scratch, b->nodes, rl_node, (size_t)b->columns->room);
    b->node_room = b->columns->room;
}

int32_t rl_create(rl_builder *b, int32_t tag, uint8_t space, rl_slice content) {
    rl_columns *columns = b->columns;
    int32_t row = rl_row_add(columns);
    reserve_nodes(b);
    columns->tag[row] = tag;
    columns->content[row] = content;
    columns->start[row] = b->tokenizer.token.start;
    columns->stop[row] = b->tokenizer.token.stop;
    b->nodes[row] = (rl_node){-1, -1, -1, -1, space, 0};
    return row;
}

void rl_stand_where(rl_builder *b, int32_t row, int32_t original) {
    b->columns->start[row] = b->columns->start[original];
    b->columns->stop[row] = b->columns->stop[original];
}

int32_t rl_clone(rl_builder *b, int32_t row) {
    int32_t copy = rl_create(b, b->columns->tag[row], b->nodes[row].space, b->columns->content[row]);
    rl_stand_where(b, copy, row);
    return copy;
}

void rl_append(rl_builder *b, int32_t parent, int32_t row) {
    rl_node *own = &b->nodes[row], *above = &b->nodes[parent];
    b->columns->parent[row] = parent;
    own->previous = above->last;
    own->next = -1;
    if (above->last >= 0) b->nodes[above->last].next = row;
    else above->first = row;
    above->last = row;
}

static void insert_before(rl_builder *b, int32_t sibling, int32_t row) {
    rl_node *own = &b->nodes[row], *after = &b->nodes[sibling];
    int32_t parent = b->columns->parent[sibling];
    b->columns->parent[row] = parent;
    own->previous = after->previous;
    own->next = sibling;
    if (after->previous >= 0) b->nodes[after->previous].next = row;
    else b->nodes[parent].first = row;
    after->previous = row;
    b->is_out_of_order = true;
}

void rl_insert_at(rl_builder *b, rl_place place, int32_t row) {
    if (place.before >= 0) insert_before(b, place.before, row);
    else rl_append(b, place.parent, row);
}

void rl_detach(rl_builder *b, int32_t row) {
    rl_node *own = &b->nodes[row];
    int32_t parent = b->columns->parent[row];
    if (parent < 0) return;
    if (own->previous >= 0) b->nodes[own->previous].next = own->next;
    else b->nodes[parent].first = own->next;
    if (own->next >= 0) b->nodes[own->next].previous = own->previous;
    else b->nodes[parent].last = own->previous;
    own->next = own->previous = -1;
    b->columns->parent[row] = -1;
    b->is_out_of_order = true;
}

void rl_move_children(rl_builder *b, int32_t from, int32_t to) {
    rl_node *old = &b->nodes[from], *new = &b->nodes[to];
    for (int32_t child = old->first; child >= 0; child = b->nodes[child].next) {
        b->columns->parent[child] = to;
        b->moves++;
    }
    new->first = old->first;
    new->last = old->last;
    old->first = old->last = -1;
}

/* --- Places */

static bool is_fostering(int32_t tag) {
    return tag == RL_TAG_TABLE || tag == RL_TAG_TBODY || tag == RL_TAG_TFOOT || tag == RL_TAG_THEAD || tag == RL_TAG_TR;
}

/* In the last table, but not in a template inside of it: before the table, if it has a parent. */
static rl_place foster_place(const rl_builder *b) {
    int32_t table = rl_innermost(b, RL_TAG_TABLE), template = rl_innermost(b, RL_TAG_TEMPLATE);
    if (template > table) return (rl_place){b->open[template].row, -1};
    if (table < 1) return (rl_place){b->open[0].row, -1};
    int32_t row = b->open[table].row, parent = b->columns->parent[row];
    return parent >= 0 ? (rl_place){parent, row} : (rl_place){b->open[table - 1].row, -1};
}

rl_place rl_appropriate_place(const rl_builder *b, int32_t target) {
    if (b->foster_parenting && b->nodes[target].space == RL_HTML && is_fostering(b->columns->tag[target]))
        return foster_place(b);
    return (rl_place){target, -1};
}

static rl_place current_place(const rl_builder *b) { return rl_appropriate_place(b, rl_current(b)->row); }

/* --- Elements */

rl_slice rl_take_attributes(rl_builder *b) {
    const rl_token *token = &b->tokenizer.token;
    if (token->kind != RL_TOKEN_START) return (rl_slice){0, 0};
    b->token_is_used = true;
    return (rl_slice){(uint32_t)token->first_attribute, (uint32_t)token->attribute_count};
}

static void leave_unopened(rl_builder *b, int32_t tag) {
    b->columns->cuts |= RL_CUT_DEPTH;
    b->unopened[tag]++;
}

int32_t rl_insert(rl_builder *b, int32_t tag, uint8_t space, rl_slice attributes) {
    int32_t row = rl_create(b, tag, space, attributes);
    rl_insert_at(b, current_place(b), row);
    if (rl_may_open(b, tag, space)) rl_push(b, row);
    else leave_unopened(b, tag);
    return row;
}

int32_t rl_insert_token(rl_builder *b) { return rl_insert(b, b->tokenizer.token.tag, RL_HTML, rl_take_attributes(b)); }

int32_t rl_insert_implied(rl_builder *b, int32_t tag) {
    int32_t row = rl_insert(b, tag, RL_HTML, (rl_slice){0, 0});
    b->columns->stop[row] = b->columns->start[row];
    return row;
}

static int32_t insert_unopened(rl_builder *b, int32_t tag, uint8_t space) {
    int32_t row = rl_create(b, tag, space, rl_take_attributes(b));
    rl_insert_at(b, current_place(b), row);
    return row;
}

void rl_insert_raw_text(rl_builder *b) { rl_push(b, insert_unopened(b, b->tokenizer.token.tag, RL_HTML)); }

void rl_insert_closed(rl_builder *b, int32_t tag, uint8_t space) { insert_unopened(b, tag, space); }

/* --- Text */

static bool in_source(const rl_builder *b, rl_slice slice) { return slice.offset < b->columns->source_size; }

/* Add to a text that ends where `extra` ends. */
static void extend(rl_columns *columns, int32_t row, rl_slice text) {
    rl_extra_reserve(columns, text.length);  /* it may move, so only then */
    memcpy(columns->extra + columns->extra_size, rl_bytes(columns, text), text.length);
    rl_extra_keep(columns, text.length);
    columns->content[row].length += text.length;
}

/* Join a text to the one before it; false if it would be the work of too many copies. */
static bool join(rl_builder *b, int32_t row, rl_slice text) {
    rl_columns *columns = b->columns;
    rl_slice own = columns->content[row];
    bool is_at_end = own.offset + own.length == columns->source_size + columns->extra_size;
    if (own.offset + own.length == text.offset && in_source(b, own) == in_source(b, text)) {
        columns->content[row].length += text.length;
        return true;
    }
    if (in_source(b, own) || !is_at_end) {
        b->copied += own.length;
        if (b->copied > 4 * (int64_t)columns->source_size + 65536) return false;
        rl_extra_reserve(columns, own.length);
        memcpy(columns->extra + columns->extra_size, rl_bytes(columns, own), own.length);
        columns->content[row] = rl_extra_keep(columns, own.length);
    }
    extend(columns, row, text);
    return true;
}

void rl_insert_text(rl_builder *b, rl_slice text) {
    if (!text.length) return;
    rl_place place = current_place(b);
    int32_t last = place.before >= 0 ? b->nodes[place.before].previous : b->nodes[place.parent].last;
    bool follows_text =
        last >= 0 && b->columns->tag[last] == RL_TAG_TEXT && !(b->nodes[last].marks & RL_BEFORE_COMMENT);
    if (follows_text && join(b, last, text)) b->columns->stop[last] = b->tokenizer.token.stop;
    else rl_insert_at(b, place, rl_create(b, RL_TAG_TEXT, RL_HTML, text));
}

void rl_insert_comment(rl_builder *b) {
    rl_place place = current_place(b);
    int32_t last = place.before >= 0 ? b->nodes[place.before].previous : b->nodes[place.parent].last;
    if (last >= 0) b->nodes[last].marks |= RL_BEFORE_COMMENT;
    else b->nodes[place.parent].marks |= RL_HAS_COMMENT;
}

/* --- The final rows */

typedef struct {
    int32_t *old, *parent;  /* by new row: the row as it was made, and the new row of its parent */
    int32_t count;
} order;

static bool is_silent(const rl_builder *b, const order *rows, int32_t row) {
    return row >= 0 && rl_properties(b->columns->tag[rows->old[row]]) & RL_SILENT;
}

/* In SVG and MathML an empty template counts as one, too: `ridgeline.page.lexbor.tree` cannot tell it from HTML's. */
static bool is_shadow_root(const rl_builder *b, int32_t row) {
    const rl_node *node = &b->nodes[row];
    return b->columns->tag[row] == RL_TAG_TEMPLATE && rl_attribute(b->columns, row, RL_ATTRIBUTE_SHADOWROOTMODE) &&
           (node->space == RL_HTML || (node->first < 0 && !(node->marks & RL_HAS_COMMENT)));
}

/* The content of a template is no part of the page. */
static int32_t first_child(const rl_builder *b, int32_t row, bool is_shadow) {
    bool is_template = b->columns->tag[row] == RL_TAG_TEMPLATE && b->nodes[row].space == RL_HTML;
    return is_template && !is_shadow ? -1 : b->nodes[row].first;
}

/* All rows that stay, in document order. What a shadow root holds is held by its host; past the limit on depth children
   become siblings, but what hides its text still holds it, once. */
static void walk(const rl_builder *b, order *rows) {
    int32_t *outside = RL_TAKE(b->scratch, int32_t, (size_t)b->columns->count);  /* by row: the parent outside of it */
    int32_t row = 0, current = -1, depth = 0;
    int32_t deepest = b->limits->depth > 2 ? b->limits->depth - 1 : 1;
    for (;;) {
        bool is_shadow = is_shadow_root(b, row);
        int32_t inner = current, child = first_child(b, row, is_shadow);
        if (!is_shadow) {
            rows->old[rows->count] = row;
            rows->parent[rows->count] = current;
            inner = rows->count++;
        }
        if (child >= 0) {
            if (depth >= deepest && !is_shadow && !(is_silent(b, rows, inner) && !is_silent(b, rows, current))) {
                inner = current;
                b->columns->cuts |= RL_CUT_DEPTH;
            }
            outside[row] = current;
            current = inner;
            depth++;
            row = child;
            continue;
        }
        while (row && b->nodes[row].next < 0) {
            row = b->columns->parent[row];
            current = outside[row];
            depth--;
        }
        if (!row) return;
        row = b->nodes[row].next;
    }
}

#define REORDER(column, type) \
    do { \
        type *before = RL_TAKE(b->scratch, type, (size_t)columns->count); \
        memcpy(before, columns->column, (size_t)columns->count * sizeof(type)); \
        for (int32_t i = 0; i < rows.count; i++) columns->column[i] = before[rows.old[i]]; \
    } while (0)

static void put_in_order(rl_builder *b) {
    rl_columns *columns = b->columns;
    order rows = {RL_TAKE(b->scratch, int32_t, (size_t)columns->count),
                  RL_TAKE(b->scratch, int32_t, (size_t)columns->count), 0};
    walk(b, &rows);
    REORDER(tag, int32_t);
    REORDER(content, rl_slice);
    REORDER(start, uint32_t);
    REORDER(stop, uint32_t);
    memcpy(columns->parent, rows.parent, (size_t)rows.count * sizeof(int32_t));
    columns->count = rows.count;
}

static rl_slice name_of(rl_builder *b, int32_t tag) {
    if (tag >= RL_FIXED_NAMES) return rl_page_name(&b->tokenizer, tag);
    const rl_fixed_name *name = &RL_FIXED_NAME[tag];
    return rl_extra_put(b->columns, (const uint8_t *)name->text, name->length);
}

/* Names beyond those of `elements` are numbered as rows have them. */
static void number_names(rl_builder *b) {
    rl_columns *columns = b->columns;
    int32_t *number = b->innermost[0];  /* by tag; nothing is open any more */
    for (int32_t tag = 0; tag < b->name_count; tag++) number[tag] = -1;
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag < RL_UNKNOWN) continue;
        if (number[tag] < 0) number[tag] = rl_tag_name_add(columns, name_of(b, tag));
        columns->tag[row] = RL_UNKNOWN + number[tag];
    }
}

static void find_ends(rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++) columns->end[row] = row + 1;
    for (int32_t row = columns->count - 1; row > 0; row--) {
        int32_t parent = columns->parent[row];
        if (columns->end[parent] < columns->end[row]) columns->end[parent] = columns->end[row];
    }
}

void rl_finish(rl_builder *b) {
    rl_columns *columns = b->columns;
    if (b->is_out_of_order) put_in_order(b);
    if (columns->count > b->limits->nodes && b->limits->nodes > 0) {
        columns->count = b->limits->nodes;
        columns->cuts |= RL_CUT_NODES;
    }
    number_names(b);
    find_ends(columns);
    for (int32_t row = 0; row < columns->count; row++)
        if (columns->tag[row] == RL_TAG_TEXT)
            columns->blank[row] = rl_is_blank(rl_bytes(columns, columns->content[row]), columns->content[row].length);
}
