/* Several articles on one page: only the one that the page's title names is kept.

   Pages that scroll on to the next article hold it already: `article` elements of the same depth, each with a text of
   its own. Where the page's title stands in one of them, those after it belong to other pages.

   On a portal a short article stands among teasers with prose of their own. Where the networks doubt what is content,
   and long dropped passages part the kept lines, the run that begins at the page's title is the article, if they are
   sure of it. */
#include <string.h>

#include "selection.h"

enum { ARTICLE_TYPE = 0 };  /* of the page types; on pages of others several are content together */
static const double MIN_WORDS = 80;
static const float MIN_OVERLAP = 0.5f;

/* Of the run of lines that stays alone, chosen on sets that were left out whole (docs/experiments.md). */
static const double MAX_EXPECTED = 0.72;  /* F1 of the page */
static const double MIN_GAP = 120;        /* dropped words between two runs */
static const double MIN_RUN_WORDS = 30;
static const double MIN_RUN_SHARE = 0.1;  /* of the kept words */
static const double MIN_PROBABILITY = 0.75;

typedef struct {
    int32_t node, first, last;  /* its lines, and one past the last */
    bool is_titled;
} article;

/* The first line from `line` on that does not stand before this node. */
static int32_t line_at(const rl_lines *lines, int32_t line, int32_t node) {
    int32_t end = lines->count;
    while (line < end) {
        int32_t middle = line + (end - line) / 2;
        if (lines->node[middle] < node) line = middle + 1;
        else end = middle;
    }
    return line;
}

/* By line, and one past the last: kept words and titles before it. */
typedef struct {
    double *words;
    int32_t *titles;
} totals;

static totals sum_up(const rl_reading *reading, const uint8_t *mask, rl_pool *pool) {
    const rl_lines *lines = &reading->lines;
    totals sums = {RL_TAKE(pool, double, (size_t)lines->count + 1), RL_TAKE(pool, int32_t, (size_t)lines->count + 1)};
    sums.words[0] = 0;
    sums.titles[0] = 0;
    for (int32_t line = 0; line < lines->count; line++) {
        sums.words[line + 1] = sums.words[line] + (mask[line] ? (double)lines->counts[line][RL_WORDS] : 0);
        sums.titles[line + 1] = sums.titles[line] + (reading->title_overlap[line] > MIN_OVERLAP);
    }
    return sums;
}

static int32_t count_articles(const rl_columns *columns) {
    int32_t count = 0;
    for (int32_t row = 0; row < columns->count; row++) count += columns->tag[row] == RL_TAG_ARTICLE;
    return count;
}

/* The articles that are long enough, in the order of the page. */
static int32_t find_articles(const rl_page *page, const rl_lines *lines, const totals *sums, article *found) {
    const rl_columns *columns = &page->columns;
    int32_t count = 0;
    for (int32_t row = 0; row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_ARTICLE) continue;
        int32_t first = line_at(lines, 0, row), last = line_at(lines, first, columns->end[row]);
        if (sums->words[last] - sums->words[first] < MIN_WORDS) continue;
        found[count++] = (article){row, first, last, sums->titles[last] > sums->titles[first]};
    }
    return count;
}

void rl_drop_other_articles(const rl_reading *reading, int32_t page_type, rl_pool *pool, uint8_t *mask) {
    const rl_page *page = &reading->beginning;
    const rl_columns *columns = &page->columns;
    int32_t room = page_type == ARTICLE_TYPE ? count_articles(columns) : 0;
    if (room < 2) return;
    totals sums = sum_up(reading, mask, pool);
    article *found = RL_TAKE(pool, article, (size_t)room);
    int32_t count = find_articles(page, &reading->lines, &sums, found);
    const int32_t *depths = page->derived.depth;
    int32_t *titled = RL_TAKE_ZEROED(pool, int32_t, (size_t)columns->count);  /* by depth: how many, … */
    int32_t *own = RL_TAKE_ZEROED(pool, int32_t, (size_t)columns->count);     /* … and the last of them */
    for (int32_t i = 0; i < count; i++) {
        if (!found[i].is_titled) continue;
        titled[depths[found[i].node]]++;
        own[depths[found[i].node]] = found[i].node;
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t depth = depths[found[i].node];
        if (titled[depth] != 1 || found[i].node <= own[depth]) continue;
        for (int32_t line = found[i].first; line < found[i].last; line++) mask[line] = 0;
    }
}

typedef struct {
    int32_t first, last;  /* lines */
    double words, hits;   /* kept, and how many of them are expected to be content */
    bool is_titled;       /* whether a line that says what the title says begins it, or stands before it */
} run;

/* The longest titled run of the lines in a mask; `*total` are the words of all. */
static run longest_titled(const rl_reading *reading, const float *probabilities, const uint8_t *best, double *total) {
    run longest = {0, -1, 0, 0, false}, now = longest;
    double dropped = MIN_GAP;
    bool is_titled = false;  /* since the last line in the mask */
    *total = 0;
    for (int32_t line = 0; line < reading->count; line++) {
        double words = (double)reading->words[line];
        is_titled |= reading->title_overlap[line] > MIN_OVERLAP;
        if (!best[line]) {
            dropped += words;
            continue;
        }
        if (dropped >= MIN_GAP) now = (run){line, line, 0, 0, is_titled};
        now.last = line;
        now.words += words;
        now.hits += words * (double)probabilities[line];
        *total += words;
        if (now.is_titled && now.words > longest.words) longest = now;
        dropped = 0;
        is_titled = false;
    }
    return longest;
}

void rl_keep_titled_run(const rl_reading *reading, const float *probabilities, int32_t page_type, rl_pool *pool,
                        rl_selection *selection) {
    if (page_type != ARTICLE_TYPE || selection->balanced >= MAX_EXPECTED) return;
    double total;
    run kept = longest_titled(reading, probabilities, selection->candidate, &total);
    if (kept.words < MIN_RUN_WORDS || kept.words < MIN_RUN_SHARE * total) return;
    if (kept.hits < MIN_PROBABILITY * kept.words || kept.words >= total) return;
    int32_t count = kept.last - kept.first + 1;
    if (!memchr(selection->mask + kept.first, 1, (size_t)count)) return;  /* of an empty answer nobody has anything */
    uint8_t *own = RL_TAKE(pool, uint8_t, (size_t)count);
    selection->expected = rl_choose(probabilities + kept.first, reading->words + kept.first, count, 1.0, pool, own);
    for (int32_t line = 0; line < reading->count; line++)
        selection->mask[line] &= line >= kept.first && line <= kept.last;
}
