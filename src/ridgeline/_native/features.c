/* The features of a page: of each line, of the page, and the paths, slots and records that lines share.
   docs/features.md says each in a sentence. */
#include <math.h>
#include <string.h>

#include "characters.h"
#include "reading.h"

enum {
    NEAR_LEVELS = 3, PATH_LEVELS = 5, SLOT_LEVELS = 4, REGION_STATS = 7, SIBLING_STATS = 4, PROSE_SHARES = 3,
    LINE_GROUP_STATS = 5,  /* of the lines of a path or slot */
    SLOT_STATS = LINE_GROUP_STATS + 2,
    TOP_STATS = 5,         /* of the records, and of the slot, that hold most words */
    LONG_COPY = 8,         /* words */
};
static const float TITLE_SHARE = 0.5f;  /* overlap of a line that is the title */
static const double PROSE_SHARE[PROSE_SHARES] = {0.5, 0.75, 0.9};

typedef struct {
    const rl_tree *tree;
    const rl_page *page;
    const rl_lines *lines;
    rl_pool *pool;
    rl_reading *reading;
    int32_t count;                     /* lines */
    float (*sheet)[RL_LINE_FEATURES];  /* by line */
} describer;

/* log1p of what is never negative: counts and means, so the sum loses no digits that a feature has. */
static inline float log1p_of(double number) { return number > 0 ? (float)log(1 + number) : 0.0f; }
static inline double at_least_1(double number) { return number > 1 ? number : 1; }
static inline double at_most(double number, double most) { return number < most ? number : most; }
static inline float flag(int bits) { return bits ? 1.0f : 0.0f; }

static void put_text(const describer *state, int32_t line, float *row) {
    const float *counts = state->lines->counts[line];
    float words = counts[RL_WORDS] > 1 ? counts[RL_WORDS] : 1;
    float characters = counts[RL_CHARACTERS] > 1 ? counts[RL_CHARACTERS] : 1;
    row[RL_OF_LINE_WORDS] = log1p_of((double)counts[RL_WORDS]);
    row[RL_OF_LINE_CHARACTERS] = log1p_of((double)counts[RL_CHARACTERS]);
    row[RL_OF_LINE_WORD_LENGTH] = (float)at_most((double)(counts[RL_LETTERS] / words), 15) / 15;
    row[RL_OF_LINE_CAPITALS] = counts[RL_CAPITALS] / (counts[RL_LETTERS] > 1 ? counts[RL_LETTERS] : 1);
    row[RL_OF_LINE_CAPITAL_WORDS] = (float)at_most((double)(counts[RL_CAPITALS] / words), 2);
    row[RL_OF_LINE_DIGITS] = counts[RL_DIGITS] / characters;
    row[RL_OF_LINE_PUNCTUATION] = counts[RL_PUNCTUATION] / characters;
    row[RL_OF_LINE_ENDS] = log1p_of((double)counts[RL_ENDS]);
    row[RL_OF_LINE_ENDS_PER_WORD] = counts[RL_ENDS] / words;
    row[RL_OF_LINE_COMMAS] = log1p_of((double)counts[RL_COMMAS]);
    row[RL_OF_LINE_COMMAS_PER_WORD] = counts[RL_COMMAS] / words;
    row[RL_OF_LINE_SPACELESS] = counts[RL_SPACELESS] / characters;
}

static int32_t count_images(const describer *state, int32_t line) {
    int32_t images = 0;
    for (int32_t leaf = state->lines->start[line]; leaf < state->lines->end[line]; leaf++)
        images += state->page->columns.tag[state->page->derived.leaves[leaf]] == RL_TAG_IMG;
    return images;
}

static void put_links_and_ends(const describer *state, int32_t line, float *row) {
    int first = state->lines->first_kind[line], last = state->lines->last_kind[line];
    double link_share = state->tree->link_share[line];
    row[RL_OF_LINE_LINKS] = (float)link_share;
    row[RL_OF_LINE_LINK_WORDS] = log1p_of((double)state->lines->link_words[line]);
    row[RL_OF_LINE_ONLY_LINKS] = flag(link_share > 0.99);
    row[RL_OF_LINE_IMAGES] = log1p_of(count_images(state, line));
    row[RL_OF_LINE_FIRST_CAPITAL] = flag(first & RL_KIND_CAPITAL);
    row[RL_OF_LINE_FIRST_DIGIT] = flag(first & RL_KIND_DIGIT);
    row[RL_OF_LINE_FIRST_PUNCTUATION] = flag(first & RL_KIND_PUNCTUATION);
    row[RL_OF_LINE_LAST_END] = flag(last & RL_KIND_SENTENCE_END);
    row[RL_OF_LINE_LAST_PUNCTUATION] = flag(last & RL_KIND_PUNCTUATION);
    row[RL_OF_LINE_IS_PROSE] = flag(state->tree->is_prose[line]);
}

/* The number of other lines with the same text, and whether one of them comes before or after. */
static void put_copies(const describer *state, const rl_words *words, rl_seed seed) {
    rl_distinct texts;
    size_t count = (size_t)state->count;
    int32_t *text_of = RL_TAKE(state->pool, int32_t, count), *lines_with = RL_TAKE_ZEROED(state->pool, int32_t, count);
    int32_t *last_with = RL_TAKE(state->pool, int32_t, count);
    rl_distinct_begin(&texts, state->pool, seed);
    for (int32_t line = 0; line < state->count; line++) {
        int32_t start = words->line_start[line], size = words->line_start[line + 1] - start;
        int32_t text = rl_distinct_add(&texts, words->folded.bytes + start, (size_t)size);
        text_of[line] = text;
        last_with[text] = line;
        state->sheet[line][RL_OF_LINE_IS_COPY] = flag(lines_with[text]++);
    }
    for (int32_t line = 0; line < state->count; line++) {
        float *row = state->sheet[line];
        bool is_long = state->lines->counts[line][RL_WORDS] >= LONG_COPY;
        row[RL_OF_LINE_COPIES] = log1p_of(lines_with[text_of[line]] - 1);
        row[RL_OF_LINE_LONG_COPY_BEFORE] = is_long ? row[RL_OF_LINE_IS_COPY] : 0.0f;
        row[RL_OF_LINE_LONG_COPY_AFTER] = flag(is_long && last_with[text_of[line]] > line);
    }
}

static void put_headline(const describer *state, const rl_words *words, const rl_declared *declared, rl_seed seed) {
    rl_word_set headline;
    float *overlap = RL_TAKE(state->pool, float, (size_t)state->count);
    rl_word_set_begin(&headline, state->pool, seed);
    rl_word_set_add(&headline, &declared->headline);
    rl_words_overlap(words, state->count, &headline, overlap);
    for (int32_t line = 0; line < state->count; line++) state->sheet[line][RL_OF_LINE_HEADLINE_OVERLAP] = overlap[line];
}

/* Whether the page's description, or a text of its JSON-LD, contains the line. */
static void put_declared(const describer *state, const rl_words *words, const rl_declared *declared, rl_seed seed) {
    const uint8_t *contains = rl_declared_lines(declared, words, state->count, seed, state->pool);
    for (int32_t line = 0; line < state->count; line++)
        for (int text = 0; text < RL_DECLARED_TEXTS; text++)
            state->sheet[line][RL_OF_LINE_IN_DESCRIPTION + text] = flag(contains[line] >> text & 1);
}

static int32_t depth_of(const describer *state, int32_t line) {
    return state->page->derived.depth[state->tree->node[state->tree->around[line][0]]];
}

static void put_place(const describer *state, int32_t line, float *row) {
    const rl_tree *tree = state->tree;
    row[RL_OF_LINE_HIDDEN] = flag(state->page->derived.hidden[state->lines->node[line]]);
    row[RL_OF_LINE_DEPTH] = (float)(depth_of(state, line) / 20.0);
    row[RL_OF_LINE_POSITION] = (float)(line / at_least_1(state->count - 1));
    row[RL_OF_LINE_WORDS_BEFORE] = (float)(tree->running[line].words / tree->total_words);
    row[RL_OF_LINE_INDEX] = log1p_of(line);
    row[RL_OF_LINE_INDEX_FROM_END] = log1p_of(state->count - 1 - line);
}

/* Whether a line comes after the first of some, and how far it is from the last of them; -1 for none. */
static void put_since(float *row, int32_t line, int32_t first, int32_t last) {
    double distance = at_most((line - last) / 50.0, 2);
    row[0] = flag(first >= 0 && line >= first);
    row[1] = first < 0 ? 0.0f : (float)(distance > -2 ? distance : -2);
}

static int32_t tag_of_line(const describer *state, int32_t line) {
    return state->page->columns.tag[state->tree->node[state->tree->around[line][0]]];
}

static int32_t first_with_tag(const describer *state, int32_t tag) {
    for (int32_t line = 0; line < state->count; line++)
        if (tag_of_line(state, line) == tag) return line;
    return -1;
}

/* The heading that each line stands under; the distances from it, from the first one, and from the title. */
static void put_headings(const describer *state, int32_t *heading) {
    const float *overlap = state->reading->title_overlap;
    int32_t first = first_with_tag(state, RL_TAG_H1), above = -1, first_title = -1, last_title = -1, level = 0;
    for (int32_t line = 0; line < state->count; line++) {
        if (!(overlap[line] > TITLE_SHARE)) continue;
        if (first_title < 0) first_title = line;
        last_title = line;
    }
    for (int32_t line = 0; line < state->count; line++) {
        float *row = state->sheet[line];
        int32_t tag = tag_of_line(state, line);
        if (rl_properties(tag) & RL_HEADING) {
            above = line;
            level = tag - RL_TAG_H1 + 1;
        }
        heading[line] = above;
        row[RL_OF_LINE_TITLE_OVERLAP] = overlap[line];
        row[RL_OF_LINE_HEADING_DISTANCE] = above < 0 ? 0.0f : log1p_of(line - above);
        row[RL_OF_LINE_HEADING_LEVEL] = (float)(level / 6.0);
        put_since(row + RL_OF_LINE_AFTER_FIRST_HEADING, line, first, first);
        put_since(row + RL_OF_LINE_AFTER_TITLE, line, first_title, last_title);
    }
}

/* How much a line of prose says for the elements around it, in single precision. */
static float vote_of(const describer *state, int32_t line) {
    const float *counts = state->lines->counts[line];
    if (!state->tree->is_prose[line] || state->page->derived.hidden[state->lines->node[line]]) return 0;
    float length = counts[RL_CHARACTERS] / 100.0f, votes = 1.0f + counts[RL_COMMAS];
    return votes + (length < 3.0f ? length : 3.0f);
}

/* The place of the element whose children hold the most prose, as Readability scores it. */
static int32_t best_place(const describer *state) {
    const rl_tree *tree = state->tree;
    double *score = RL_TAKE_ZEROED(state->pool, double, (size_t)tree->count);
    double *from_below = RL_TAKE_ZEROED(state->pool, double, (size_t)tree->count), most = 0;
    int32_t best = 0;
    for (int32_t line = 0; line < state->count; line++) {
        float votes = vote_of(state, line);
        score[tree->around[line][1]] += (double)votes;
        from_below[tree->around[line][2]] += (double)(votes / 2);
    }
    for (int32_t place = 0; place < tree->count; place++) {
        rl_sums sums = rl_sums_of(tree, place);
        double all = (score[place] + from_below[place]) * (1 - sums.links / at_least_1(sums.words));
        if (!(all > most)) continue;
        most = all;
        best = place;
    }
    return best;
}

/* Where a line is relative to an element and to those around it, which are nested: how many of them a line is in is
   counted from the outside. Lines are in document order, so both counts only move on. */
static void put_container(const describer *state) {
    const rl_tree *tree = state->tree;
    const rl_columns *columns = &state->page->columns;
    int32_t best = best_place(state), node = tree->node[best], length = state->page->derived.depth[node] + 1;
    int32_t *chain = RL_TAKE(state->pool, int32_t, (size_t)length);
    for (int32_t i = length - 1, place = best; i >= 0; i--, place = tree->parent[place]) chain[i] = tree->node[place];
    rl_sums sums = rl_sums_of(tree, best);
    float share = (float)(sums.words / tree->total_words), prose_share = (float)(sums.prose / tree->total_prose);
    int32_t begun = 0, not_ended = length;
    for (int32_t line = 0; line < state->count; line++) {
        float *row = state->sheet[line];
        int32_t at = state->lines->node[line];
        while (begun < length && chain[begun] <= at) begun++;
        while (not_ended > 0 && columns->end[chain[not_ended - 1]] <= at) not_ended--;
        int32_t held = begun < not_ended ? begun : not_ended;
        int32_t common_depth = state->page->derived.depth[chain[held > 0 ? held - 1 : 0]];
        row[RL_OF_LINE_IN_BEST] = flag(held >= length);
        row[RL_OF_LINE_IN_BEST_PARENT] = flag(held >= length - 1);
        row[RL_OF_LINE_IN_BEST_GRANDPARENT] = flag(held >= length - 2);
        row[RL_OF_LINE_BEST_SHARE] = share;
        row[RL_OF_LINE_BEST_PROSE_SHARE] = prose_share;
        row[RL_OF_LINE_BEST_DISTANCE] = (float)(at_most(length - held, 10) / 5);
        row[RL_OF_LINE_BELOW_BEST] = (float)(at_most(depth_of(state, line) - common_depth, 15) / 5);
        row[RL_OF_LINE_AFTER_BEST] = flag(at >= columns->end[node]);
        row[RL_OF_LINE_BEFORE_BEST] = flag(at < node);
    }
}

/* The deepest node that holds more than this much of the prose. A text is one that holds a line. */
static int32_t holder_of(const describer *state, double prose) {
    const rl_tree *tree = state->tree;
    int32_t place = tree->count - 1, line = state->count - 1;
    while (place > 0 && !(rl_sums_of(tree, place).prose > prose)) place--;
    while (line >= 0 && !(rl_sums_between(tree, line, line + 1).prose > prose)) line--;
    int32_t node = place >= 0 ? tree->node[place] : 0, own = line >= 0 ? state->lines->node[line] : 0;
    return own > node ? own : node;
}

static void put_most(const describer *state) {
    const rl_tree *tree = state->tree;
    for (int i = 0; i < PROSE_SHARES; i++) {
        int32_t node = holder_of(state, PROSE_SHARE[i] * tree->total_prose), end = state->page->columns.end[node];
        double words = rl_sums_between(tree, tree->before[node], tree->before[end]).words;
        float share = (float)(words / tree->total_words);
        for (int32_t line = 0; line < state->count; line++) {
            int32_t at = state->lines->node[line];
            state->sheet[line][RL_OF_LINE_IN_MOST_0_5 + 2 * i] = flag(at >= node && at < end);
            state->sheet[line][RL_OF_LINE_IN_MOST_0_5 + 2 * i + 1] = share;
        }
    }
}

static void region_stats(const rl_tree *tree, int32_t place, float stats[REGION_STATS]) {
    rl_sums sums = rl_sums_of(tree, place);
    int32_t lines = tree->last[place] - tree->first[place];
    stats[0] = log1p_of(sums.words);
    stats[1] = (float)(sums.links / at_least_1(sums.words));
    stats[2] = (float)(sums.prose / at_least_1(sums.words));
    stats[3] = log1p_of(lines);
    stats[4] = (float)(sums.words / tree->total_words);
    stats[5] = (float)(sums.prose / tree->total_prose);
    stats[6] = log1p_of(sums.words / at_least_1(lines));
}

/* Words, links and prose of the elements around a line: the nearest ones and the sectioning ones. */
static void put_regions(const describer *state) {
    const rl_tree *tree = state->tree;
    float (*stats)[REGION_STATS] = rl_take(state->pool, (size_t)tree->count, sizeof *stats);
    uint8_t *is_known = RL_TAKE_ZEROED(state->pool, uint8_t, (size_t)tree->count);
    for (int32_t line = 0; line < state->count; line++) {
        float *to = state->sheet[line] + RL_OF_LINE_WORDS_OWN;
        for (int level = 0; level < NEAR_LEVELS + RL_REGIONS; level++, to += REGION_STATS) {
            int32_t place =
                level < NEAR_LEVELS ? tree->around[line][level] : tree->regions[line][level - NEAR_LEVELS];
            if (!is_known[place]) region_stats(tree, place, stats[place]);
            is_known[place] = 1;
            memcpy(to, stats[place], sizeof stats[place]);
        }
    }
}

typedef struct {
    float stats[SIBLING_STATS];
    double weight;  /* as records */
    bool is_known;
} sibling_stats;

static void fill_sibling_stats(const rl_sibling_kind *kind, sibling_stats *to) {
    double words = kind->sums.words, siblings = kind->siblings;
    to->stats[0] = log1p_of(siblings);
    to->stats[1] = log1p_of(words / at_least_1(siblings));
    to->stats[2] = (float)(kind->sums.links / at_least_1(words));
    to->stats[3] = (float)(kind->sums.prose / at_least_1(words));
    to->weight = siblings >= 3 ? log1p(words) * at_most(siblings, 12) : 0;
    to->is_known = true;
}

/* The number of siblings of the same kind as the elements around a line, and what those hold. A record is the element
   around a line, within the levels, whose siblings of the same kind hold the most: a post of a thread, a card of a
   listing, a row of a table. `record_of` by line: the place of its record, 0 for none. */
static void put_siblings(const describer *state, const rl_names *names, sibling_stats *stats, int32_t *record_of) {
    const rl_tree *tree = state->tree;
    for (int32_t line = 0; line < state->count; line++) {
        float *row = state->sheet[line];
        const sibling_stats *record = NULL;
        record_of[line] = 0;
        int record_level = 0;
        for (int level = 0; level < RL_LEVELS; level++) {
            int32_t place = tree->around[line][level], kind = names->kind_of[place];
            if (!stats[kind].is_known) fill_sibling_stats(&names->kinds[kind], &stats[kind]);
            if (level < NEAR_LEVELS)
                memcpy(row + RL_OF_LINE_SIBLINGS_0 + level * SIBLING_STATS, stats[kind].stats, sizeof stats[kind].stats);
            if (place == 0 || !(stats[kind].weight > (record ? record->weight : 0))) continue;
            record = &stats[kind];
            record_of[line] = place;
            record_level = level + 1;
        }
        for (int i = 0; i < SIBLING_STATS; i++) row[RL_OF_LINE_RECORDS + i] = record ? record->stats[i] : 0.0f;
        row[RL_OF_LINE_RECORD_LEVEL] = (float)(record_level / 5.0);
    }
}

/* Number the kinds of records that lines are in. The first stands for none where some line is in none. */
static void number_records(const describer *state, const rl_names *names, const int32_t *record_of) {
    rl_reading *reading = state->reading;
    int32_t *counted = RL_TAKE_ZEROED(state->pool, int32_t, (size_t)names->kind_count);  /* by kind: up to it */
    int32_t count = 0;
    reading->records = RL_TAKE_ZEROED(state->pool, int32_t, (size_t)state->count);
    for (int32_t line = 0; line < state->count; line++)
        if (!record_of[line]) count = 1;
    for (int32_t line = 0; line < state->count; line++) {
        if (!record_of[line]) continue;
        int32_t kind = names->kind_of[record_of[line]];
        if (!counted[kind]) counted[kind] = ++count;
        reading->records[line] = counted[kind] - 1;
    }
    reading->record_count = count;
}

/* What the records are like that hold most words, of several the first on the page; zeros where none hold any. */
static void put_top_record(const describer *state, const rl_names *names, const sibling_stats *stats,
                           const int32_t *record_of) {
    double *words = RL_TAKE_ZEROED(state->pool, double, (size_t)names->kind_count), most = 0;
    float *to = state->reading->page_features + RL_OF_PAGE_TOP_RECORD_COUNT;
    int32_t top = 0;
    for (int32_t line = 0; line < state->count; line++)
        if (record_of[line]) words[names->kind_of[record_of[line]]] += (double)state->lines->counts[line][RL_WORDS];
    for (int32_t line = 0; line < state->count; line++) {
        int32_t kind = names->kind_of[record_of[line]];
        if (!record_of[line] || !(words[kind] > most)) continue;
        most = words[kind];
        top = kind;
    }
    for (int i = 0; i < SIBLING_STATS; i++) to[i] = most > 0 ? stats[top].stats[i] : 0.0f;
    to[SIBLING_STATS] = (float)(most / state->tree->total_words);
}

/* Whether the regions and the record around a line hold the page's title: on a page of several articles, only one of
   them does. */
static void put_title(const describer *state, const int32_t *record_of) {
    const rl_tree *tree = state->tree;
    int32_t *before = RL_TAKE(state->pool, int32_t, (size_t)state->count + 1);  /* by line: titles before it */
    before[0] = 0;
    for (int32_t line = 0; line < state->count; line++) {
        const float *row = state->sheet[line];
        before[line + 1] = before[line] + (row[RL_OF_LINE_TITLE_OVERLAP] > TITLE_SHARE || row[RL_OF_LINE_HEADLINE_OVERLAP] > TITLE_SHARE);
    }
    for (int32_t line = 0; line < state->count; line++)
        for (int level = 0; level <= RL_REGIONS; level++) {
            int32_t place = level < RL_REGIONS ? tree->regions[line][level] : record_of[line];
            state->sheet[line][RL_OF_LINE_TITLE_IN_REGION_0 + level] = flag(before[tree->last[place]] > before[tree->first[place]]);
        }
}

static void put_records(const describer *state, const rl_names *names) {
    sibling_stats *stats = RL_TAKE_ZEROED(state->pool, sibling_stats, (size_t)names->kind_count);
    int32_t *record_of = RL_TAKE(state->pool, int32_t, (size_t)state->count);
    put_siblings(state, names, stats, record_of);
    number_records(state, names, record_of);
    put_top_record(state, names, stats, record_of);
    put_title(state, record_of);
}

/* What lines of one path share: the tags around them, and their depth. Names of custom elements have numbers beyond
   those that this was made for, so paths may fall together. */
static int64_t path_key(const describer *state, int32_t line) {
    uint64_t key = 0, scale = 1;
    for (int level = 0; level < PATH_LEVELS; level++, scale *= 167) {
        int32_t tag = state->page->columns.tag[state->tree->node[state->tree->around[line][level]]];
        key += scale * (uint64_t)tag;
    }
    return (int64_t)(key * 521 + (uint64_t)depth_of(state, line));
}

/* Paths are numbered as they come: the networks do not care. */
static void number_paths(const describer *state, rl_seed seed) {
    rl_distinct paths;
    int64_t *keys = RL_TAKE(state->pool, int64_t, (size_t)state->count);
    rl_distinct_begin(&paths, state->pool, seed);
    state->reading->paths = RL_TAKE(state->pool, int32_t, (size_t)state->count);
    for (int32_t line = 0; line < state->count; line++) {
        keys[line] = path_key(state, line);
        state->reading->paths[line] = rl_distinct_add(&paths, (const uint8_t *)&keys[line], sizeof keys[line]);
    }
    state->reading->path_count = paths.count;
}

/* The lines of a path or slot. */
typedef struct {
    rl_sums sums;
    int32_t lines, first, last;
} line_group;

static line_group *sum_groups(const describer *state, const int32_t *group_of, int32_t count) {
    line_group *groups = RL_TAKE_ZEROED(state->pool, line_group, (size_t)count);
    for (int32_t line = 0; line < state->count; line++) {
        line_group *group = &groups[group_of[line]];
        rl_sums own = rl_sums_between(state->tree, line, line + 1);
        group->sums.words += own.words;
        group->sums.links += own.links;
        group->sums.prose += own.prose;
        if (!group->lines++) group->first = line;
        group->last = line;
    }
    return groups;
}

/* How many lines are in the group, and what they hold. */
static void line_group_stats(const rl_tree *tree, const line_group *group, float stats[LINE_GROUP_STATS]) {
    double words = group->sums.words;
    stats[0] = log1p_of(group->lines);
    stats[1] = (float)(words / tree->total_words);
    stats[2] = log1p_of(words / at_least_1(group->lines));
    stats[3] = (float)(group->sums.links / at_least_1(words));
    stats[4] = (float)(group->sums.prose / tree->total_prose);
}

static void put_paths(const describer *state) {
    const int32_t *path_of = state->reading->paths, count = state->reading->path_count;
    const line_group *paths = sum_groups(state, path_of, count);
    float (*stats)[LINE_GROUP_STATS] = rl_take(state->pool, (size_t)count, sizeof *stats);
    for (int32_t path = 0; path < count; path++) line_group_stats(state->tree, &paths[path], stats[path]);
    for (int32_t line = 0; line < state->count; line++)
        memcpy(state->sheet[line] + RL_OF_LINE_PATH_LINES, stats[path_of[line]], sizeof *stats);
}

/* What lines of one slot share. All fields are as wide, so there is no padding: keys are compared as bytes. */
typedef struct {
    int32_t tag[SLOT_LEVELS], alike[SLOT_LEVELS];
} slot_key;

/* A slot: lines around which elements of the same tags and of alike classes stand. */
static void number_slots(const describer *state, const rl_names *names, rl_seed seed) {
    const rl_tree *tree = state->tree;
    rl_distinct slots;
    slot_key *keys = RL_TAKE(state->pool, slot_key, (size_t)state->count);
    rl_distinct_begin(&slots, state->pool, seed);
    state->reading->slots = RL_TAKE(state->pool, int32_t, (size_t)state->count);
    for (int32_t line = 0; line < state->count; line++) {
        for (int level = 0; level < SLOT_LEVELS; level++) {
            int32_t place = tree->around[line][level];
            keys[line].tag[level] = state->page->columns.tag[tree->node[place]];
            keys[line].alike[level] = names->alike[place];
        }
        state->reading->slots[line] = rl_distinct_add(&slots, (const uint8_t *)&keys[line], sizeof keys[line]);
    }
    state->reading->slot_count = slots.count;
}

typedef struct {
    double sum, squares;  /* of log1p of the words of its lines */
} slot_lengths;

/* How unlike in length the lines of a slot are: the standard deviation. */
static float length_deviation(slot_lengths lengths, int32_t lines) {
    double mean = lengths.sum / lines, variance = lengths.squares / lines - mean * mean;
    return variance > 0 ? (float)sqrt(variance) : 0.0f;
}

/* What the slot that holds most words is like, of several the first on the page. */
static void put_top_slot(const describer *state, const line_group *slots, float (*stats)[SLOT_STATS]) {
    const int32_t *slot_of = state->reading->slots;
    float *to = state->reading->page_features + RL_OF_PAGE_TOP_SLOT_COUNT;
    int32_t top = slot_of[0];
    for (int32_t line = 0; line < state->count; line++)
        if (slots[slot_of[line]].sums.words > slots[top].sums.words) top = slot_of[line];
    to[0] = stats[top][0];
    to[1] = stats[top][2];
    to[2] = stats[top][3];
    to[3] = (float)(slots[top].sums.prose / at_least_1(slots[top].sums.words));
    to[4] = stats[top][1];
}

/* What the slot of a line holds, how far it spreads over the page, and how alike its lines are. */
static void put_slots(const describer *state) {
    const int32_t *slot_of = state->reading->slots, count = state->reading->slot_count;
    const line_group *slots = sum_groups(state, slot_of, count);
    slot_lengths *lengths = RL_TAKE_ZEROED(state->pool, slot_lengths, (size_t)count);
    float (*stats)[SLOT_STATS] = rl_take(state->pool, (size_t)count, sizeof *stats);
    for (int32_t line = 0; line < state->count; line++) {
        double length = log1p((double)state->lines->counts[line][RL_WORDS]);
        lengths[slot_of[line]].sum += length;
        lengths[slot_of[line]].squares += length * length;
    }
    for (int32_t slot = 0; slot < count; slot++) {
        line_group_stats(state->tree, &slots[slot], stats[slot]);
        stats[slot][LINE_GROUP_STATS] = (float)((slots[slot].last - slots[slot].first) / (double)state->count);
        stats[slot][LINE_GROUP_STATS + 1] = length_deviation(lengths[slot], slots[slot].lines);
    }
    for (int32_t line = 0; line < state->count; line++)
        memcpy(state->sheet[line] + RL_OF_LINE_SLOT_LINES, stats[slot_of[line]], sizeof *stats);
    put_top_slot(state, slots, stats);
}

/* The features of the text as a whole. */
static void put_page_text(const describer *state, float *to) {
    const rl_tree *tree = state->tree;
    rl_sums all = tree->running[state->count];
    double hidden = 0, spaceless = 0, characters = 0;
    int32_t prose_lines = 0;
    for (int32_t line = 0; line < state->count; line++) {
        const float *counts = state->lines->counts[line];
        if (state->page->derived.hidden[state->lines->node[line]]) hidden += (double)counts[RL_WORDS];
        spaceless += (double)counts[RL_SPACELESS];
        characters += (double)counts[RL_CHARACTERS];
        prose_lines += tree->is_prose[line];
    }
    to[RL_OF_PAGE_WORDS] = log1p_of(tree->total_words);
    to[RL_OF_PAGE_LINES] = log1p_of(state->count);
    to[RL_OF_PAGE_LINKS] = (float)(all.links / tree->total_words);
    to[RL_OF_PAGE_PROSE] = (float)(all.prose / tree->total_words);
    to[RL_OF_PAGE_PROSE_LINES] = log1p_of(prose_lines);
    to[RL_OF_PAGE_PROSE_WORDS] = log1p_of(all.prose);
    to[RL_OF_PAGE_HIDDEN] = (float)(hidden / tree->total_words);
    to[RL_OF_PAGE_SPACELESS] = (float)(spaceless / at_least_1(characters));
}

static void put_tag_counts(const describer *state, float *to) {
    const rl_columns *columns = &state->page->columns;
    int32_t counts[RL_UNKNOWN + 1] = {0};
    for (int32_t row = 0; row < columns->count; row++)
        counts[columns->tag[row] < RL_UNKNOWN ? columns->tag[row] : RL_UNKNOWN]++;
    for (int i = 0; i < RL_COUNTED_TAGS; i++) to[i] = log1p_of(counts[RL_COUNTED[i]]);
}

/* How much of the text is in `main` and `article`. */
static void put_shares(const describer *state, float *to) {
    const rl_tree *tree = state->tree;
    double mains = 0, articles = 0, longest = 0;
    for (int32_t place = 0; place < tree->count; place++) {
        int32_t tag = state->page->columns.tag[tree->node[place]];
        if (tag != RL_TAG_MAIN && tag != RL_TAG_ARTICLE) continue;
        double words = rl_sums_of(tree, place).words;
        *(tag == RL_TAG_MAIN ? &mains : &articles) += words;
        if (tag == RL_TAG_ARTICLE && words > longest) longest = words;
    }
    to[RL_OF_PAGE_MAIN_SHARE] = (float)at_most(mains / tree->total_words, 1);
    to[RL_OF_PAGE_ARTICLE_SHARE] = (float)at_most(articles / tree->total_words, 1);
    to[RL_OF_PAGE_LONGEST_ARTICLE_SHARE] = (float)(longest / tree->total_words);
}

static void put_page(const describer *state, const rl_declared *declared, const float address[RL_ADDRESS_FEATURES]) {
    float *to = state->reading->page_features;  /* all but the last ones, which the groups of lines have put */
    put_page_text(state, to);
    put_tag_counts(state, to + RL_OF_PAGE_COUNT_H1);
    put_shares(state, to);
    memcpy(to + RL_OF_PAGE_IS_HOME, address, RL_ADDRESS_FEATURES * sizeof *address);
    for (int type = 0; type < RL_SCHEMA_TYPES; type++)
        to[RL_OF_PAGE_SCHEMA_ARTICLE + type] = flag(declared->schema_types[type]);
    for (int type = 0; type < RL_OPEN_GRAPH_TYPES; type++)
        to[RL_OF_PAGE_OPEN_GRAPH_ARTICLE + type] = flag(declared->open_graph_types[type]);
    to[RL_OF_PAGE_DECLARED_BODY] = log1p_of((double)declared->texts[RL_DECLARED_BODY].size);
    to[RL_OF_PAGE_DECLARED_REVIEWS] = log1p_of((double)declared->texts[RL_DECLARED_REVIEWS].size);
}

/* Columns that are put together stand side by side. */
#define SIDE_BY_SIDE(first, count, next) \
    _Static_assert((int)RL_OF_##first + (int)(count) == (int)RL_OF_##next, #first " and those after it")
SIDE_BY_SIDE(LINE_IN_DESCRIPTION, RL_DECLARED_TEXTS, LINE_HIDDEN);
SIDE_BY_SIDE(LINE_AFTER_FIRST_HEADING, 1, LINE_FROM_FIRST_HEADING);
SIDE_BY_SIDE(LINE_AFTER_TITLE, 1, LINE_FROM_TITLE);
SIDE_BY_SIDE(LINE_IN_MOST_0_5, 2 * PROSE_SHARES, LINE_WORDS_OWN);
SIDE_BY_SIDE(LINE_WORDS_OWN, (NEAR_LEVELS + RL_REGIONS) * REGION_STATS, LINE_SIBLINGS_0);
SIDE_BY_SIDE(LINE_SIBLINGS_0, NEAR_LEVELS * SIBLING_STATS, LINE_RECORDS);
SIDE_BY_SIDE(LINE_RECORDS, SIBLING_STATS, LINE_RECORD_LEVEL);
SIDE_BY_SIDE(LINE_PATH_LINES, LINE_GROUP_STATS, LINE_SLOT_LINES);
SIDE_BY_SIDE(LINE_SLOT_LINES, SLOT_STATS, LINE_HEADLINE_OVERLAP);
SIDE_BY_SIDE(LINE_TITLE_IN_REGION_0, RL_REGIONS, LINE_TITLE_IN_RECORD);
SIDE_BY_SIDE(PAGE_COUNT_H1, RL_COUNTED_TAGS, PAGE_MAIN_SHARE);
SIDE_BY_SIDE(PAGE_IS_HOME, RL_ADDRESS_FEATURES, PAGE_SCHEMA_ARTICLE);
SIDE_BY_SIDE(PAGE_SCHEMA_ARTICLE, RL_SCHEMA_TYPES, PAGE_OPEN_GRAPH_ARTICLE);
SIDE_BY_SIDE(PAGE_OPEN_GRAPH_ARTICLE, RL_OPEN_GRAPH_TYPES, PAGE_DECLARED_BODY);
SIDE_BY_SIDE(PAGE_TOP_RECORD_COUNT, TOP_STATS, PAGE_TOP_SLOT_COUNT);

void rl_features_describe(const rl_tree *tree, const rl_names *names, const rl_words *words,
                          const rl_declared *declared, const float address[RL_ADDRESS_FEATURES], rl_seed seed,
                          rl_pool *pool, rl_reading *reading, int32_t *heading) {
    describer state = {.tree = tree, .page = tree->page, .lines = tree->lines, .pool = pool, .reading = reading,
                       .count = tree->lines->count};
    reading->line_features = rl_take(pool, (size_t)state.count, sizeof *reading->line_features);
    reading->words = RL_TAKE(pool, float, (size_t)state.count);
    state.sheet = reading->line_features;
    for (int32_t line = 0; line < state.count; line++) {
        put_text(&state, line, state.sheet[line]);
        put_links_and_ends(&state, line, state.sheet[line]);
        put_place(&state, line, state.sheet[line]);
        reading->words[line] = tree->lines->counts[line][RL_WORDS];
    }
    put_copies(&state, words, seed);
    put_headline(&state, words, declared, seed);
    put_declared(&state, words, declared, seed);
    put_headings(&state, heading);
    put_container(&state);
    put_most(&state);
    put_regions(&state);
    put_records(&state, names);
    number_paths(&state, seed);
    put_paths(&state);
    number_slots(&state, names, seed);
    put_slots(&state);
    put_page(&state, declared, address);
}
