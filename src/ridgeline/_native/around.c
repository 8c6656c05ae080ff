/* The elements around lines, and sums over them. */
#include "reading.h"

enum {
    PROSE_WORDS = 10,       /* a line of at least this many, few of them links, with punctuation, is prose */
    PROSE_CHARACTERS = 15,  /* the same in scripts without spaces */
};
static const double PROSE_LINKS = 0.4;

/* A line counts where its first leaf stands. */
static void count_before(rl_tree *tree, rl_pool *pool) {
    int32_t rows = tree->page->columns.count, row = 0;
    tree->before = RL_TAKE(pool, int32_t, (size_t)rows + 1);
    for (int32_t line = 0; line < tree->lines->count; line++)
        for (; row <= tree->lines->node[line]; row++) tree->before[row] = line;
    for (; row <= rows; row++) tree->before[row] = tree->lines->count;
}

static bool is_prose(const float *counts, double words, double link_share) {
    bool is_long = words >= PROSE_WORDS || counts[RL_SPACELESS] >= PROSE_CHARACTERS;
    return is_long && link_share < PROSE_LINKS && counts[RL_ENDS] + counts[RL_COMMAS] > 0;
}

static void sum_lines(rl_tree *tree, rl_pool *pool) {
    const rl_lines *lines = tree->lines;
    size_t count = (size_t)lines->count;
    tree->running = RL_TAKE(pool, rl_sums, count + 1);
    tree->link_share = RL_TAKE(pool, double, count);
    tree->is_prose = RL_TAKE(pool, uint8_t, count);
    rl_sums sums = {0, 0, 0};
    for (size_t i = 0; i < count; i++) {
        double words = (double)lines->counts[i][RL_WORDS], links = (double)lines->link_words[i];
        tree->running[i] = sums;
        tree->link_share[i] = links / (words > 1 ? words : 1);
        tree->is_prose[i] = is_prose(lines->counts[i], words, tree->link_share[i]);
        sums.words += words;
        sums.links += links;
        if (tree->is_prose[i]) sums.prose += words;
    }
    tree->running[count] = sums;
    tree->total_words = sums.words > 1 ? sums.words : 1;
    tree->total_prose = sums.prose > 1 ? sums.prose : 1;
}

static void add_place(rl_tree *tree, int32_t node) {
    const rl_columns *columns = &tree->page->columns;
    int32_t place = tree->count++, parent = node ? tree->place[columns->parent[node]] : 0;
    tree->place[node] = place;
    tree->node[place] = node;
    tree->parent[place] = parent;
    tree->first[place] = tree->before[node];
    tree->last[place] = tree->before[columns->end[node]];
    tree->region[place] = rl_properties(columns->tag[node]) & RL_REGION ? place : node ? tree->region[parent] : 0;
}

/* What holds no line is passed over with all that is in it. */
static void find_places(rl_tree *tree, rl_pool *pool) {
    const rl_columns *columns = &tree->page->columns;
    size_t rows = (size_t)columns->count;
    tree->place = RL_TAKE_ZEROED(pool, int32_t, rows);
    tree->node = RL_TAKE(pool, int32_t, rows);
    tree->first = RL_TAKE(pool, int32_t, rows);
    tree->last = RL_TAKE(pool, int32_t, rows);
    tree->parent = RL_TAKE(pool, int32_t, rows);
    tree->region = RL_TAKE(pool, int32_t, rows);
    add_place(tree, 0);
    for (int32_t row = 1; row < columns->count;) {
        bool is_held = rl_holds_lines(tree, row);
        if (is_held && columns->tag[row] != RL_TAG_TEXT) add_place(tree, row);
        row = is_held ? row + 1 : columns->end[row];
    }
}

static void find_around(rl_tree *tree, rl_pool *pool) {
    size_t count = (size_t)tree->lines->count;
    tree->around = rl_take(pool, count, sizeof *tree->around);
    tree->regions = rl_take(pool, count, sizeof *tree->regions);
    for (size_t line = 0; line < count; line++) {
        int32_t place = tree->place[tree->page->derived.block[tree->lines->node[line]]];
        int32_t region = tree->region[place];
        for (int level = 0; level < RL_LEVELS; level++, place = tree->parent[place]) tree->around[line][level] = place;
        for (int level = 0; level < RL_REGIONS; level++, region = tree->region[tree->parent[region]])
            tree->regions[line][level] = region;
    }
}

void rl_tree_build(const rl_page *page, const rl_lines *lines, rl_pool *pool, rl_tree *tree) {
    *tree = (rl_tree){.page = page, .lines = lines};
    count_before(tree, pool);
    sum_lines(tree, pool);
    find_places(tree, pool);
    find_around(tree, pool);
}
