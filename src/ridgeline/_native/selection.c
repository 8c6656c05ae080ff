#include "selection.h"

#include <string.h>

static const double BALANCED = 0.9;  /* b of the usual choice, as in constants.py */
static const float MIN_TITLE_OVERLAP = 0.45f;  /* of the line's words with those of the `title` element */

/* The lines that a leaf is in, or between: of a picture, the one before and the one after. Leaves beyond the last line
   have that. */
typedef struct {
    int32_t before, after;
} neighbours;

/* Those of a leaf; `*line` moves on from the last line that begins at or before the leaf before, -1 for none. */
static neighbours lines_of(const rl_lines *lines, int32_t leaf, int32_t *line) {
    while (*line + 1 < lines->count && lines->start[*line + 1] <= leaf) ++*line;
    int32_t before = *line < 0 ? 0 : *line;
    bool is_inside = *line >= 0 && leaf < lines->end[before];
    int32_t following = *line + 1 < lines->count ? *line + 1 : lines->count - 1;
    return (neighbours){before, is_inside ? before : following};
}

rl_kept rl_leaves_of(const rl_reading *reading, const uint8_t *mask, rl_pool *pool) {
    int32_t leaf_count = reading->page->derived.leaf_count, line = -1;
    rl_kept kept = {RL_TAKE(pool, int32_t, (size_t)leaf_count), 0};
    for (int32_t leaf = 0; leaf < leaf_count; leaf++) {
        neighbours own = lines_of(&reading->lines, leaf, &line);
        if (mask[own.before] && mask[own.after]) kept.items[kept.count++] = leaf;
    }
    return kept;
}

float *rl_leaf_scores(const rl_reading *reading, const float *probabilities, rl_pool *pool) {
    int32_t leaf_count = reading->page->derived.leaf_count, line = -1;
    float *scores = RL_TAKE(pool, float, (size_t)leaf_count);
    for (int32_t leaf = 0; leaf < leaf_count; leaf++) {
        neighbours own = lines_of(&reading->lines, leaf, &line);
        float before = probabilities[own.before], after = probabilities[own.after];
        scores[leaf] = before < after ? before : after;
    }
    return scores;
}

static bool has_sections(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++)
        if (rl_properties(columns->tag[row]) & RL_SECTION) return true;
    return false;
}

/* Add the last line before the kept ones that says what the title says. Whether the title belongs to the content is a
   matter of convention: gold texts of newer data sets leave it out, since pages declare it for machines; those of older
   ones have it. So the page decides: one that has no sectioning elements (`main`, `article`, `header`, `nav`) is of the
   older web and keeps its title with its text. */
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

void rl_select(const rl_reading *reading, const float *probabilities, int32_t page_type, rl_manner manner,
               rl_pool *pool, rl_selection *selection) {
    const rl_page *page = &reading->beginning;
    const float *words = reading->words;
    int32_t count = reading->count;
    uint8_t *best = RL_TAKE(pool, uint8_t, (size_t)count), *mask = RL_TAKE(pool, uint8_t, (size_t)count);
    double balanced = rl_choose(probabilities, words, count, BALANCED, pool, best), expected = balanced;
    memcpy(mask, best, (size_t)count);
    if (manner.b != BALANCED) expected = rl_choose(probabilities, words, count, manner.b, pool, mask);
    *selection = (rl_selection){balanced, 0, best, expected, mask};
    for (int32_t line = 0; line < count; line++)
        if (best[line]) selection->words += (double)words[line];
    rl_keep_tables(reading, probabilities, mask);
    rl_keep_code(reading, mask);
    rl_drop_other_articles(reading, page_type, pool, mask);
    if (manner.b <= BALANCED) rl_keep_titled_run(reading, probabilities, page_type, pool, selection);
    rl_drop_shortcodes(page, &reading->lines, mask);
    if (manner.keeps_title) add_title(&page->columns, reading->title_overlap, count, mask);
}
