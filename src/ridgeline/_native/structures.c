/* The lists and tables that the lines of a page stand in.

   A table of data has heads, or is a regular grid of cells, and its lines are short; other tables lay out a page. A
   plain list has about one line an item: steps, ingredients, links. Posts and cards are items of several lines. */
#include "groups.h"

static const double MAX_MEAN_WORDS = 8, MAX_WORDS = 40;  /* of the lines of a table of data */
static const double MAX_LINES_A_CELL = 1.5;
static const double MAX_LINES_AN_ITEM = 1.1, MAX_MEAN_ITEM_WORDS = 25;  /* of a plain list */
enum { MIN_ITEMS = 3 };

/* What the lines hold of which a node is the innermost list, and the rows of a table. */
typedef struct {
    int32_t lines, items, last_item, terms;
    double words, longest;
    int32_t rows, fewest, most;  /* … cells of a row */
    bool has_heads, has_table;
} contents;

/* The lists that hold a line of their own, at most one a line. */
typedef struct {
    const rl_page *page;
    const rl_lines *lines;
    rl_pool *pool;
    int32_t *nearest;  /* by node: the nearest ancestor or self that is a list, -1 for none */
    int32_t *number;   /* by node: one more than its place in `held`, 0 for a node that is no such list */
    contents *held;
} reader;

static bool is_list(int32_t tag) {
    return tag == RL_TAG_DL || tag == RL_TAG_OL || tag == RL_TAG_TABLE || tag == RL_TAG_UL;
}

/* By node: the nearest ancestor or self of this tag, -1 for none. */
static int32_t *nearest_of(const rl_columns *columns, int32_t tag, rl_pool *pool) {
    int32_t *nearest = RL_TAKE(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++)
        nearest[row] = columns->tag[row] == tag ? row : row ? nearest[columns->parent[row]] : -1;
    return nearest;
}

static int32_t *nearest_lists(const rl_columns *columns, rl_pool *pool) {
    int32_t *nearest = RL_TAKE(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++)
        nearest[row] = is_list(columns->tag[row]) ? row : row ? nearest[columns->parent[row]] : -1;
    return nearest;
}

/* The contents of a list, NULL where no line stands right in it, and for -1. */
static contents *contents_of(const reader *state, int32_t list) {
    return list < 0 || !state->number[list] ? NULL : &state->held[state->number[list] - 1];
}

static void count_lines(const reader *state) {
    const rl_lines *lines = state->lines;
    const int32_t *item_of = nearest_of(&state->page->columns, RL_TAG_LI, state->pool);
    const int32_t *term_of = nearest_of(&state->page->columns, RL_TAG_DT, state->pool);
    int32_t count = 0;
    for (int32_t line = 0; line < lines->count; line++) {
        int32_t block = state->page->derived.block[lines->node[line]], list = state->nearest[block];
        if (list < 0) continue;
        if (!state->number[list]) state->number[list] = ++count;
        contents *own = contents_of(state, list);
        double words = (double)lines->counts[line][RL_WORDS];
        if (!own->lines || own->last_item != item_of[block]) own->items++;
        own->last_item = item_of[block];
        own->terms += term_of[block] > list;
        own->lines++;
        own->words += words;
        if (words > own->longest) own->longest = words;
    }
}

/* By node: the cells of a row. */
static int32_t *count_cells(const rl_columns *columns, rl_pool *pool) {
    const int32_t *row_of = nearest_of(columns, RL_TAG_TR, pool);
    int32_t *cells = RL_TAKE_ZEROED(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if ((tag == RL_TAG_TD || tag == RL_TAG_TH) && row_of[row] >= 0) cells[row_of[row]]++;
    }
    return cells;
}

static void add_row(contents *table, int32_t cells) {
    if (!table->rows || cells < table->fewest) table->fewest = cells;
    if (cells > table->most) table->most = cells;
    table->rows++;
}

static void count_rows(const reader *state) {
    const rl_columns *columns = &state->page->columns;
    const int32_t *table_of = nearest_of(columns, RL_TAG_TABLE, state->pool);
    const int32_t *cells = count_cells(columns, state->pool);
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_TH) {
            contents *around = contents_of(state, state->nearest[row]);
            if (around) around->has_heads = true;
        } else if (tag == RL_TAG_TABLE && row) {
            contents *around = contents_of(state, table_of[columns->parent[row]]);
            if (around) around->has_table = true;
        } else if (tag == RL_TAG_TR) {
            contents *around = contents_of(state, table_of[row]);
            if (around) add_row(around, cells[row]);
        }
    }
}

static bool has_table(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++)
        if (columns->tag[row] == RL_TAG_TABLE) return true;
    return false;
}

static bool is_grid(const contents *table) {
    return table->rows >= 2 && table->fewest == table->most && table->most >= 2 && !table->has_table &&
           table->lines <= MAX_LINES_A_CELL * table->rows * table->most;
}

static bool is_data(int32_t tag, const contents *table) {
    return tag == RL_TAG_TABLE && table->words <= MAX_MEAN_WORDS * table->lines && table->longest <= MAX_WORDS;
}

static bool is_plain(int32_t tag, const contents *list) {
    return (tag == RL_TAG_OL || tag == RL_TAG_UL) && list->items >= MIN_ITEMS &&
           list->lines <= MAX_LINES_AN_ITEM * list->items && list->words <= MAX_MEAN_ITEM_WORDS * list->lines;
}

static bool is_whole(int32_t tag, const contents *list) {
    return (is_data(tag, list) && (list->has_heads || is_grid(list))) || is_plain(tag, list) ||
           (tag == RL_TAG_DL && list->terms);
}

static void put_lists(const reader *state, rl_lists *lists) {
    const rl_page *page = state->page;
    for (int32_t line = 0; line < state->lines->count; line++) {
        int32_t list = state->nearest[page->derived.block[state->lines->node[line]]];
        const contents *own = contents_of(state, list);
        lists->nearest[line] = list;
        if (!own) continue;
        lists->is_headed[line] = own->has_heads && is_data(page->columns.tag[list], own);
        lists->is_whole[line] = is_whole(page->columns.tag[list], own);
    }
}

void rl_read_lists(const rl_page *page, const rl_lines *lines, rl_pool *pool, rl_lists *lists) {
    size_t nodes = (size_t)page->columns.count, count = (size_t)lines->count;
    const reader state = {page, lines, pool, nearest_lists(&page->columns, pool), RL_TAKE_ZEROED(pool, int32_t, nodes),
                          RL_TAKE_ZEROED(pool, contents, count)};
    *lists = (rl_lists){RL_TAKE(pool, int32_t, count), RL_TAKE_ZEROED(pool, uint8_t, count),
                        RL_TAKE_ZEROED(pool, uint8_t, count)};
    count_lines(&state);
    if (has_table(&page->columns)) count_rows(&state);
    put_lists(&state, lists);
}
