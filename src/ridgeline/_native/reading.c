/* The input of the networks. */
#include "reading.h"

#include <string.h>

#include "groups.h"

enum {
    SHORT_LINE = 12,  /* words: of a line with at most this many, all are looked up … */
    FIRST_WORDS = 4,  /* … of a longer one only these */
};

int32_t rl_looked_up(const rl_reading *reading, int32_t line) {
    const int32_t *first = reading->first_words->first_word;
    int32_t most = reading->lines.counts[line][RL_WORDS] <= SHORT_LINE ? SHORT_LINE : FIRST_WORDS;
    int32_t words = first[line + 1] - first[line];
    return words < most ? words : most;
}

static void look_up_words(const rl_lexicon *lexicon, rl_pool *pool, rl_reading *reading) {
    const rl_words *words = reading->first_words;
    rl_bags *bags = &reading->line_words;
    int32_t count = reading->count, known = 0;
    bags->count = count;
    bags->ids = RL_TAKE(pool, int32_t, (size_t)words->first_word[count]);
    bags->starts = RL_TAKE(pool, int32_t, (size_t)count + 1);
    for (int32_t line = 0; line < count; line++) {
        int32_t first = words->first_word[line], last = first + rl_looked_up(reading, line);
        bags->starts[line] = known;
        for (int32_t word = first; word < last; word++) {
            int32_t start = words->start[word], end = words->end[word];
            int32_t id = rl_vocabulary_find(lexicon->words, words->folded.bytes + start, (size_t)(end - start));
            if (id >= 0) bags->ids[known++] = id;
        }
    }
    bags->starts[count] = known;
}

/* The regions that lines stand in, in document order, and by line which of them. */
static void read_regions(const rl_tree *tree, rl_pool *pool, rl_reading *reading) {
    int32_t *number = RL_TAKE_ZEROED(pool, int32_t, (size_t)tree->count);
    const int32_t *places = &tree->regions[0][0];
    size_t all = (size_t)tree->lines->count * RL_REGIONS;
    int32_t regions = 0;
    for (size_t i = 0; i < all; i++) number[places[i]] = 1;
    reading->regions = rl_take(pool, (size_t)tree->count, sizeof *reading->regions);
    for (int32_t place = 0; place < tree->count; place++) {
        if (!number[place]) continue;
        reading->regions[regions][0] = tree->first[place];
        reading->regions[regions][1] = tree->last[place];
        number[place] = regions++;
    }
    reading->region_count = regions;
    reading->region_of = rl_take(pool, (size_t)tree->lines->count, sizeof *reading->region_of);
    int32_t *region_of = &reading->region_of[0][0];
    for (size_t i = 0; i < all; i++) region_of[i] = number[places[i]];
}

/* The headings that lines stand under, after an empty one for none; by line which of them. */
static void read_headings(const int32_t *heading, rl_pool *pool, rl_reading *reading) {
    rl_bags *bags = &reading->heading_words;
    const rl_bags *lines = &reading->line_words;
    int32_t count = reading->count, size = 0, headings = 1;
    reading->heading_of = RL_TAKE(pool, int32_t, (size_t)count);
    bags->ids = RL_TAKE(pool, int32_t, (size_t)lines->starts[count]);
    bags->starts = RL_TAKE(pool, int32_t, (size_t)count + 2);
    bags->starts[0] = bags->starts[1] = 0;
    for (int32_t line = 0; line < count; line++) {
        if (heading[line] == line) {
            int32_t start = lines->starts[line], ids = lines->starts[line + 1] - start;
            if (ids) memcpy(bags->ids + size, lines->ids + start, (size_t)ids * sizeof *bags->ids);
            size += ids;
            bags->starts[++headings] = size;
        }
        reading->heading_of[line] = headings - 1;
    }
    bags->count = headings;
}

static int32_t tag_number(int32_t tag, int level) {
    return (tag < RL_UNKNOWN ? tag : RL_UNKNOWN) + level * (RL_UNKNOWN + 1);
}

/* The tags of the element right around the text, of its block, and of those above. */
static void read_tags(const rl_tree *tree, rl_pool *pool, rl_reading *reading) {
    const rl_columns *columns = &tree->page->columns;
    reading->tags = rl_take(pool, (size_t)reading->count, sizeof *reading->tags);
    for (int32_t line = 0; line < reading->count; line++) {
        int32_t parent = columns->parent[tree->lines->node[line]];
        reading->tags[line][0] = tag_number(columns->tag[parent > 0 ? parent : 0], 0);
        for (int level = 1; level < RL_TAG_LEVELS; level++)
            reading->tags[line][level] = tag_number(columns->tag[tree->node[tree->around[line][level - 1]]], level);
    }
}

static void read_title_overlap(const rl_declared *declared, const rl_words *words, rl_seed seed, rl_pool *pool,
                               rl_reading *reading) {
    rl_word_set title;
    rl_word_set_begin(&title, pool, seed);
    rl_word_set_add(&title, &declared->title);
    reading->title_overlap = RL_TAKE(pool, float, (size_t)reading->count);
    rl_words_overlap(words, reading->count, &title, reading->title_overlap);
}

bool rl_read(const rl_page *page, const rl_lexicon *lexicon, const float address[RL_ADDRESS_FEATURES], rl_pool *pool,
             rl_reading *reading) {
    memset(reading, 0, sizeof *reading);
    reading->page = page;
    rl_beginning(page, pool, &reading->beginning);
    page = &reading->beginning;
    if (!rl_split_lines(page, pool, &reading->lines)) return false;
    reading->count = reading->lines.count;
    rl_tree *tree = RL_TAKE(pool, rl_tree, 1);
    rl_words *words = RL_TAKE(pool, rl_words, 1);
    rl_names names;
    rl_declared declared;
    int32_t *heading = RL_TAKE(pool, int32_t, (size_t)reading->count);
    rl_seed seed = rl_seed_make(pool);
    reading->tree = tree;
    reading->first_words = words;
    rl_tree_build(page, &reading->lines, pool, tree);
    rl_names_read(tree, lexicon, seed, pool, &names, reading);
    rl_words_read(tree, pool, words);
    rl_declared_read(page, pool, &declared);
    read_title_overlap(&declared, words, seed, pool, reading);
    rl_features_describe(tree, &names, words, &declared, address, seed, pool, reading, heading);
    read_regions(tree, pool, reading);
    look_up_words(lexicon, pool, reading);
    read_headings(heading, pool, reading);
    read_tags(tree, pool, reading);
    rl_read_lists(page, &reading->lines, pool, &reading->lists);
    return true;
}
