/* `ridgeline.extractors.summit.together`: one probability for all lines of a slot in a list, and of a table of data. */
#include <math.h>

#include "hashing.h"
#include "selection.h"

static const double MIN_PROBABILITY = 1e-6;
static const double MIN_BETWEEN = 0.15;  /* probability of a table between kept lines */
static const double MAX_MEAN_WORDS = 8, MAX_WORDS = 40;  /* of the lines of a table of data */

typedef struct {
    int32_t list, slot;
} place;

typedef struct {
    int32_t lines;
    double odds, weight;
} group;

static bool is_list(int32_t tag) {
    return tag == RL_TAG_DL || tag == RL_TAG_OL || tag == RL_TAG_TABLE || tag == RL_TAG_UL;
}

/* By node: the nearest ancestor or self that is a list, -1 for none. */
static int32_t *nearest_lists(const rl_columns *columns, rl_pool *pool) {
    int32_t *nearest = RL_TAKE(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++)
        nearest[row] = is_list(columns->tag[row]) ? row : row ? nearest[columns->parent[row]] : -1;
    return nearest;
}

/* What the lines of a list hold. */
typedef struct {
    int32_t lines;
    double words, longest;
    bool has_heads;
} contents;

/* By node: what the lines hold of which it is the nearest list. */
static contents *sum_up(const rl_page *page, const rl_lines *lines, const int32_t *nearest, rl_pool *pool) {
    contents *found = RL_TAKE_ZEROED(pool, contents, (size_t)page->columns.count);
    for (int32_t line = 0; line < lines->count; line++) {
        int32_t list = nearest[page->derived.block[lines->node[line]]];
        double words = (double)lines->counts[line][RL_WORDS];
        if (list < 0) continue;
        found[list].lines++;
        found[list].words += words;
        if (words > found[list].longest) found[list].longest = words;
    }
    for (int32_t row = 0; row < page->columns.count; row++)
        if (page->columns.tag[row] == RL_TAG_TH && nearest[row] >= 0) found[nearest[row]].has_heads = true;
    return found;
}

static bool holds_data(int32_t tag, const contents *list) {
    return tag == RL_TAG_TABLE && list->has_heads && list->words / list->lines <= MAX_MEAN_WORDS && list->longest <= MAX_WORDS;
}

/* By line: the number of its group, -1 for a line in no list. */
static int32_t *number_groups(const rl_page *page, const rl_lines *lines, const int32_t *slots, rl_pool *pool,
                              int32_t *count) {
    int32_t *nearest = nearest_lists(&page->columns, pool);
    const contents *held = sum_up(page, lines, nearest, pool);
    int32_t *numbers = RL_TAKE(pool, int32_t, (size_t)lines->count);
    place *places = RL_TAKE_ZEROED(pool, place, (size_t)lines->count);
    rl_distinct distinct;
    rl_distinct_begin(&distinct, pool, rl_seed_make(pool));
    for (int32_t line = 0; line < lines->count; line++) {
        int32_t list = nearest[page->derived.block[lines->node[line]]];
        bool is_data = list >= 0 && holds_data(page->columns.tag[list], &held[list]);
        places[line] = (place){list, is_data ? -1 : slots[line]};
        numbers[line] = list < 0 ? -1 : rl_distinct_add(&distinct, (const uint8_t *)&places[line], sizeof(place));
    }
    *count = distinct.count;
    return numbers;
}

void rl_keep_tables(const rl_page *page, const rl_prediction *prediction, rl_pool *pool, uint8_t *mask) {
    const rl_lines *lines = &prediction->lines;
    const int32_t *nearest = nearest_lists(&page->columns, pool);
    const contents *held = sum_up(page, lines, nearest, pool);
    for (int32_t first = 0, last; first < lines->count; first = last) {
        int32_t list = nearest[page->derived.block[lines->node[first]]];
        double sum = 0;
        bool is_kept = false;
        for (last = first; last < lines->count && nearest[page->derived.block[lines->node[last]]] == list; last++) {
            sum += (double)prediction->probabilities[last];
            is_kept |= mask[last];
        }
        bool is_table = list >= 0 && holds_data(page->columns.tag[list], &held[list]);
        bool is_between = first > 0 && last < lines->count && mask[first - 1] && mask[last];
        if (!is_table || !is_between || is_kept || sum / (last - first) < MIN_BETWEEN) continue;
        for (int32_t line = first; line < last; line++) mask[line] = 1;
    }
}

static double log_odds(double probability) {
    double limited = probability < MIN_PROBABILITY ? MIN_PROBABILITY : probability;
    if (limited > 1 - MIN_PROBABILITY) limited = 1 - MIN_PROBABILITY;
    return log(limited / (1 - limited));
}

void rl_pool_lists(const rl_page *page, const rl_lines *lines, const int32_t *slots, rl_pool *pool,
                   float *probabilities) {
    int32_t count;
    const int32_t *numbers = number_groups(page, lines, slots, pool, &count);
    if (!count) return;
    group *groups = RL_TAKE_ZEROED(pool, group, (size_t)count);
    for (int32_t line = 0; line < lines->count; line++) {
        if (numbers[line] < 0) continue;
        group *own = &groups[numbers[line]];
        double weight = sqrt((double)lines->counts[line][RL_WORDS] + 1);
        own->lines++;
        own->odds += weight * log_odds((double)probabilities[line]);
        own->weight += weight;
    }
    for (int32_t line = 0; line < lines->count; line++) {
        const group *own = numbers[line] < 0 ? NULL : &groups[numbers[line]];
        if (own && own->lines > 1) probabilities[line] = (float)(1 / (1 + exp(-(own->odds / own->weight))));
    }
}
