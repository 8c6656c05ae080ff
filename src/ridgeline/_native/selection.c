#include "selection.h"

#include <string.h>

static const float MIN_TITLE_OVERLAP = 0.45f;  /* `summit.title` */

/* By leaf: its line, twice. A leaf between two lines has the one before and the one after. */
typedef struct {
    int32_t before, after;
} Neighbours;

static Neighbours *lines_of_leaves(const rl_lines *lines, int32_t leaf_count, rl_pool *pool) {
    Neighbours *found = RL_TAKE(pool, Neighbours, (size_t)leaf_count);
    int32_t line = -1;
    for (int32_t leaf = 0; leaf < leaf_count; leaf++) {
        while (line + 1 < lines->count && lines->start[line + 1] <= leaf) line++;
        int32_t before = line < 0 ? 0 : line;
        bool is_inside = line >= 0 && leaf < lines->end[before];
        int32_t following = line + 1 < lines->count ? line + 1 : lines->count - 1;
        found[leaf] = (Neighbours){before, is_inside ? before : following};
    }
    return found;
}

static float *leaf_scores(const float *probabilities, const Neighbours *lines, int32_t leaf_count, rl_pool *pool) {
    float *scores = RL_TAKE(pool, float, (size_t)leaf_count);
    for (int32_t leaf = 0; leaf < leaf_count; leaf++) {
        float before = probabilities[lines[leaf].before], after = probabilities[lines[leaf].after];
        scores[leaf] = before < after ? before : after;
    }
    return scores;
}

static rl_kept leaves_of(const uint8_t *mask, const Neighbours *lines, int32_t leaf_count, rl_pool *pool) {
    rl_kept kept = {RL_TAKE(pool, int32_t, (size_t)leaf_count), 0};
    for (int32_t leaf = 0; leaf < leaf_count; leaf++)
        if (mask[lines[leaf].before] && mask[lines[leaf].after]) kept.items[kept.count++] = leaf;
    return kept;
}

static bool has_sections(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++)
        if (rl_properties(columns->tag[row]) & RL_SECTION) return true;
    return false;
}

/* Add the last line before the kept ones that says what the title says, on pages of the older web. */
static void add_title(const rl_columns *columns, const float *overlap, int32_t count, uint8_t *mask) {
    int32_t first = 0;
    while (first < count && !mask[first]) first++;
    if (first == count || has_sections(columns)) return;
    for (int32_t line = first - 1; line >= 0; line--) {
        if (overlap[line] > MIN_TITLE_OVERLAP) {
            mask[line] = 1;
            return;
        }
    }
}

void rl_select(const rl_page *page, const rl_prediction *prediction, double b, rl_pool *pool, rl_selection *selection) {
    const rl_lines *lines = &prediction->lines;
    const rl_page *beginning = &prediction->beginning;
    int32_t count = lines->count, leaf_count = page->derived.leaf_count;
    float *words = RL_TAKE(pool, float, (size_t)count);
    uint8_t *mask = RL_TAKE(pool, uint8_t, (size_t)count);
    for (int32_t line = 0; line < count; line++) words[line] = lines->counts[line][RL_WORDS];
    const Neighbours *neighbours = lines_of_leaves(lines, leaf_count, pool);
    memset(selection, 0, sizeof *selection);
    selection->scores = leaf_scores(prediction->probabilities, neighbours, leaf_count, pool);
    selection->balanced = selection->expected = rl_choose(prediction->probabilities, words, count, 1.0, pool, mask);
    for (int32_t line = 0; line < count; line++)
        if (mask[line]) selection->words += words[line];
    selection->candidate = leaves_of(mask, neighbours, leaf_count, pool);
    if (b != 1.0) selection->expected = rl_choose(prediction->probabilities, words, count, b, pool, mask);
    rl_keep_tables(beginning, prediction, pool, mask);
    rl_drop_other_articles(beginning, prediction, pool, mask);
    rl_drop_shortcodes(beginning, lines, mask);
    add_title(&beginning->columns, prediction->title_overlap, count, mask);
    selection->keep = leaves_of(mask, neighbours, leaf_count, pool);
}
