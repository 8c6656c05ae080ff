/* The invariants of what the core computes. */
#include <math.h>
#include <string.h>

#include "harness.h"
#include "utf8.h"

bool is_utf8(const uint8_t *bytes, size_t size) {
    static const uint8_t replacement[3] = {0xEF, 0xBF, 0xBD};
    for (const uint8_t *at = bytes, *end = bytes + size; at < end;) {
        const uint8_t *before = at;
        uint32_t point = rl_decode(&at, end);
        if (point == RL_REPLACEMENT && (at - before != 3 || memcmp(before, replacement, 3) != 0)) return false;
    }
    return true;
}

/* --- Columns. */

static void check_slice(const rl_columns *columns, rl_slice slice, bool must_be_utf8) {
    uint64_t from = slice.offset, to = from + slice.length, source = columns->source_size;
    CHECK(to <= source + columns->extra_size);
    CHECK(!slice.length || from >= source || to <= source);  /* in one of the two, not across */
    if (must_be_utf8 && slice.length) CHECK(is_utf8(rl_bytes(columns, slice), slice.length));
}

static bool are_equal(const rl_columns *columns, rl_slice a, rl_slice b) {
    return a.length == b.length && (!a.length || !memcmp(rl_bytes(columns, a), rl_bytes(columns, b), a.length));
}

/* Names are distinct; of a page with many, only the first are compared. */
static void check_names(const rl_columns *columns, const rl_slice *names, int32_t count, bool must_be_utf8) {
    for (int32_t i = 0; i < count; i++) {
        check_slice(columns, names[i], must_be_utf8);
        CHECK(names[i].length > 0);
        for (int32_t other = 0; other < i && i < 64; other++) CHECK(!are_equal(columns, names[i], names[other]));
    }
}

static void check_attributes(const rl_columns *columns, int32_t row, const rl_limits *limits, bool must_be_utf8) {
    rl_slice own = columns->content[row];
    CHECK((uint64_t)own.offset + own.length <= (uint64_t)columns->attribute_count);
    /* html and body collect those of several tags. */
    bool collects = columns->tag[row] == RL_TAG_HTML || columns->tag[row] == RL_TAG_BODY;
    CHECK(collects || own.length <= (uint32_t)(limits->attributes > 0 ? limits->attributes : 0));
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        CHECK(columns->attribute_name[i] >= 0 && columns->attribute_name[i] < columns->attribute_name_count);
        rl_slice value = columns->attribute_value[i];
        if (value.length != RL_NO_VALUE) check_slice(columns, value, must_be_utf8);
        for (uint32_t other = own.offset; other < i && other < own.offset + 32; other++)
            CHECK(columns->attribute_name[other] != columns->attribute_name[i]);
    }
}

/* A row stands in the nearest row before it that has not ended. */
static void check_nesting(const rl_columns *columns, int32_t row) {
    int32_t parent = columns->parent[row], end = columns->end[row];
    CHECK(end > row && end <= columns->count);
    if (row == 0) {
        CHECK(parent == -1 && end == columns->count);
        return;
    }
    CHECK(parent >= 0 && parent < row);
    CHECK(columns->tag[parent] != RL_TAG_TEXT);
    CHECK(end <= columns->end[parent]);
    int32_t before = row - 1;  /* the parent, or the last in the row's sibling before */
    while (before > parent && columns->end[before] == row && columns->parent[before] != parent)
        before = columns->parent[before];
    CHECK(before == parent || (columns->parent[before] == parent && columns->end[before] == row));
}

static void check_row(const rl_columns *columns, int32_t row, const rl_limits *limits, bool must_be_utf8) {
    check_nesting(columns, row);
    int32_t tag = columns->tag[row];
    CHECK(tag >= 0 && tag < RL_UNKNOWN + columns->tag_name_count);
    CHECK(columns->start[row] <= columns->stop[row] && columns->stop[row] <= columns->source_size);
    CHECK(columns->blank[row] <= 1);
    if (tag != RL_TAG_TEXT) {
        CHECK(!columns->blank[row]);
        check_attributes(columns, row, limits, must_be_utf8);
        return;
    }
    CHECK(row > 0 && columns->end[row] == row + 1);
    rl_slice text = columns->content[row];
    check_slice(columns, text, must_be_utf8);
    CHECK(text.length > 0 || columns->carrier_count > 0);  /* all of it may have been characters that show nothing */
    CHECK(columns->blank[row] == (!text.length || rl_is_blank(rl_bytes(columns, text), text.length)));
}

static void check_columns(const rl_columns *columns, const rl_limits *limits) {
    bool must_be_utf8 = is_utf8(columns->source, columns->source_size);
    CHECK(columns->count >= 1 && columns->tag[0] == RL_TAG_HTML);
    CHECK(limits->nodes <= 0 || columns->count <= limits->nodes);  /* 0: any number */
    CHECK(columns->attribute_name_count >= RL_KNOWN_ATTRIBUTES);
    check_names(columns, columns->tag_names, columns->tag_name_count, must_be_utf8);
    check_names(columns, columns->attribute_names, columns->attribute_name_count, must_be_utf8);
    for (int32_t row = 0; row < columns->count; row++) check_row(columns, row, limits, must_be_utf8);
}

/* --- What follows from them. */

static bool is_ancestor_or_self(const rl_columns *columns, int32_t ancestor, int32_t row) {
    return ancestor >= 0 && ancestor <= row && row < columns->end[ancestor];
}

static void check_derived_row(const rl_page *page, int32_t row) {
    const rl_columns *columns = &page->columns;
    const rl_derived *derived = &page->derived;
    int32_t parent = columns->parent[row];
    CHECK(derived->depth[row] == (parent < 0 ? 0 : derived->depth[parent] + 1));
    CHECK(is_ancestor_or_self(columns, derived->block[row], row));
    CHECK(derived->preformatted[row] == -1 || is_ancestor_or_self(columns, derived->preformatted[row], row));
    CHECK(derived->hidden[row] <= 1 && derived->in_link[row] <= 1);
    CHECK(parent < 0 || derived->hidden[row] >= derived->hidden[parent]);
    CHECK(parent < 0 || derived->in_link[row] >= derived->in_link[parent]);
}

static void check_leaf(const rl_page *page, int32_t leaf) {
    const rl_columns *columns = &page->columns;
    const rl_derived *derived = &page->derived;
    int32_t node = derived->leaves[leaf];
    bool is_text = columns->tag[node] == RL_TAG_TEXT;
    CHECK(node >= 0 && node < columns->count);
    /* Leaves stand beside each other, never one in the other. */
    CHECK(leaf == 0 || node >= columns->end[derived->leaves[leaf - 1]]);
    CHECK(derived->breaks[leaf] >= RL_BREAK_NOTHING && derived->breaks[leaf] <= RL_BREAK_PARAGRAPH);
    CHECK(derived->characters[leaf] >= 0);
    CHECK((uint32_t)derived->characters[leaf] <= (is_text ? columns->content[node].length : 0));
    CHECK(!is_text || !columns->blank[node]);
}

void check_derived(const rl_page *page) {
    for (int32_t row = 0; row < page->columns.count; row++) check_derived_row(page, row);
    CHECK(page->derived.leaf_count >= 0 && page->derived.leaf_count <= page->columns.count);
    for (int32_t leaf = 0; leaf < page->derived.leaf_count; leaf++) check_leaf(page, leaf);
}

void check_page(const rl_page *page, const rl_limits *limits) {
    check_columns(&page->columns, limits);
    check_derived(page);
}

/* --- summit. */

static void check_finite(const float *numbers, size_t count) {
    for (size_t i = 0; i < count; i++) CHECK(isfinite(numbers[i]));
}

static void check_shares(const float *numbers, int32_t count) {
    for (int32_t i = 0; i < count; i++) CHECK(numbers[i] >= 0 && numbers[i] <= 1);  /* not NaN either */
}

static void check_numbers(const int32_t *numbers, size_t count, int32_t limit) {
    for (size_t i = 0; i < count; i++) CHECK(numbers[i] >= 0 && numbers[i] < limit);
}

static void check_bags(const rl_bags *bags, int32_t words) {
    CHECK(bags->count >= 0 && bags->starts[0] == 0);
    for (int32_t i = 0; i < bags->count; i++) CHECK(bags->starts[i] <= bags->starts[i + 1]);
    check_numbers(bags->ids, (size_t)bags->starts[bags->count], words);
}

static void check_lines(const rl_page *page, const rl_lines *lines) {
    CHECK(lines->count >= 1 && lines->count <= RL_MAX_LINES);
    for (int32_t line = 0; line < lines->count; line++) {
        CHECK(lines->start[line] >= (line ? lines->end[line - 1] : 0));
        CHECK(lines->end[line] > lines->start[line] && lines->end[line] <= page->derived.leaf_count);
        CHECK(lines->node[line] == page->derived.leaves[lines->start[line]]);
        check_finite(lines->counts[line], RL_COUNTERS);
        for (int counter = 0; counter < RL_COUNTERS; counter++) CHECK(lines->counts[line][counter] >= 0);
        CHECK(lines->link_words[line] >= 0 && lines->link_words[line] <= lines->counts[line][RL_WORDS]);
    }
}

static void check_ranges(const rl_reading *reading) {
    for (int32_t i = 0; i < reading->region_count; i++)
        CHECK(reading->regions[i][0] >= 0 && reading->regions[i][0] <= reading->regions[i][1] &&
              reading->regions[i][1] <= reading->count);
    for (int32_t i = 0; i < reading->named_count; i++)
        CHECK(reading->first[i] >= 0 && reading->first[i] <= reading->last[i] && reading->last[i] <= reading->count);
}

static void check_first_words(const rl_reading *reading) {
    const rl_words *words = reading->first_words;
    int32_t count = words->first_word[reading->count], size = words->line_start[reading->count];
    CHECK(words->line_start[0] == 0 && words->first_word[0] == 0 && (size_t)size == words->folded.size);
    for (int32_t line = 0; line < reading->count; line++) {
        CHECK(words->line_start[line] <= words->line_start[line + 1]);
        CHECK(words->first_word[line] + rl_looked_up(reading, line) <= words->first_word[line + 1]);
    }
    for (int32_t word = 0; word < count; word++)
        CHECK(words->start[word] >= 0 && words->start[word] < words->end[word] && words->end[word] <= size);
}

void check_reading(const rl_page *page, const rl_reading *reading) {
    size_t lines = (size_t)reading->count;
    CHECK(reading->page == page && reading->lines.count == reading->count);
    check_lines(page, &reading->lines);
    check_first_words(reading);
    check_numbers(&reading->tree->around[0][0], lines * RL_LEVELS, reading->tree->count);
    check_numbers(reading->tree->node, (size_t)reading->tree->count, page->columns.count);
    int32_t class_words = model_class_words() + RL_TELLING_TAGS;
    CHECK(reading->count >= 1 && reading->count <= page->derived.leaf_count);
    check_finite(&reading->line_features[0][0], lines * RL_LINE_FEATURES);
    check_finite(reading->page_features, RL_PAGE_FEATURES);
    check_finite(reading->words, lines);
    check_ranges(reading);
    check_numbers(&reading->region_of[0][0], lines * RL_REGIONS, reading->region_count);
    check_numbers(reading->paths, lines, reading->path_count);
    check_numbers(reading->slots, lines, reading->slot_count);
    check_numbers(reading->records, lines, reading->record_count);
    check_bags(&reading->names, class_words);
    check_numbers(&reading->name_of[0][0], (size_t)reading->named_count * RL_NAME_SLOTS, reading->names.count);
    check_numbers(&reading->own[0][0][0], lines * RL_OWN_LEVELS * RL_NAME_SLOTS, reading->names.count);
    CHECK(reading->line_words.count == reading->count);
    check_bags(&reading->line_words, model_line_words());
    check_bags(&reading->heading_words, model_line_words());
    check_numbers(reading->heading_of, lines, reading->heading_words.count);
    check_numbers(&reading->tags[0][0], lines * RL_TAG_LEVELS, RL_TAG_NUMBERS);
    check_shares(reading->title_overlap, reading->count);
}

void check_prediction(const rl_reading *reading, const rl_prediction *prediction) {
    check_shares(prediction->probabilities, reading->count);
    CHECK(prediction->page_type >= 0 && prediction->page_type < RL_PAGE_TYPES);
    CHECK(prediction->networks == 1 || prediction->networks == MODEL_NETWORKS);
}

static void check_kept(const rl_page *page, rl_kept kept) {
    CHECK(kept.count >= 0 && kept.count <= page->derived.leaf_count);
    for (int32_t i = 0; i < kept.count; i++)
        CHECK(kept.items[i] > (i ? kept.items[i - 1] : -1) && kept.items[i] < page->derived.leaf_count);
}

void check_selection(const rl_reading *reading, const rl_selection *selection, rl_pool *pool) {
    for (int32_t line = 0; line < reading->count; line++) {
        CHECK(selection->candidate[line] <= 1);
        CHECK(selection->mask[line] <= 1);
    }
    check_kept(reading->page, rl_leaves_of(reading, selection->candidate, pool));
    check_kept(reading->page, rl_leaves_of(reading, selection->mask, pool));
    CHECK(selection->balanced >= 0 && selection->balanced <= 1 + 1e-6);
    CHECK(selection->expected >= 0 && selection->expected <= 1 + 1e-6);
    CHECK(isfinite(selection->words) && selection->words >= 0);
}

/* --- Tidying. */

/* Leaves are those of the page, in their order; only pictures are new. */
void check_tidied(const rl_kept_leaves *kept, const rl_tidied *tidied) {
    const rl_page *page = kept->page;
    const uint32_t rules = RL_RULE_HEADINGS | RL_RULE_CONTENTS | RL_RULE_LANGUAGES | RL_RULE_CODE;
    CHECK((tidied->rules & ~rules) == 0);
    if (!tidied->leaves) return;
    check_kept(page, (rl_kept){tidied->leaves, tidied->count});
    for (int32_t i = 0, before = 0; i < tidied->count; i++) {
        int32_t leaf = tidied->leaves[i];
        while (before < kept->count && kept->keep[before] < leaf) before++;
        bool was_kept = before < kept->count && kept->keep[before] == leaf;
        CHECK(was_kept || page->columns.tag[page->derived.leaves[leaf]] != RL_TAG_TEXT);
    }
}

/* --- Text. */

/* What no text shows: control characters but for tabs and line ends. */
static bool is_control(uint32_t point) {
    return (point < 0x20 && point != '\t' && point != '\n') || (point >= 0x7F && point < 0xA0);
}

void check_text(const rl_page *page, const rl_text *text) {
    const rl_columns *columns = &page->columns;
    size_t source = (size_t)columns->source_size + columns->extra_size;
    /* Of each row at most its text and two line ends; a byte that is no UTF-8 can become three in a formula. */
    CHECK(text->size <= 3 * source + 2 * (size_t)columns->count);
    if (!is_utf8(columns->source, columns->source_size)) return;  /* bytes that are left can make up a character */
    CHECK(is_utf8(text->bytes, text->size));
    for (const uint8_t *at = text->bytes, *end = at + text->size; at < end;) CHECK(!is_control(rl_decode(&at, end)));
}

void check_written(const rl_page *page, rl_view text) {
    const rl_columns *columns = &page->columns;  /* a page that was built has no source, and any texts */
    if (text.size && columns->source_size && is_utf8(columns->source, columns->source_size)) CHECK(is_utf8(text.bytes, text.size));
}

void check_blocks(const rl_page *page, const rl_blocks *blocks, rl_view markdown) {
    CHECK(!blocks->count == !markdown.size && (!blocks->count || !blocks->items[0].start));
    for (size_t i = 0; i < blocks->count; i++) {
        const rl_block *block = &blocks->items[i];
        CHECK(block->kind >= 0 && block->kind < RL_PART_KINDS);
        CHECK(block->first >= -1 && block->first <= block->last && block->last < page->columns.count);
        CHECK((block->first < 0) == (block->last < 0));
        CHECK(block->start < block->stop && (size_t)block->stop <= markdown.size);
        CHECK(!i || block->start >= blocks->items[i - 1].stop);
        CHECK(!rl_continues(markdown.bytes[block->start]) || !is_utf8(markdown.bytes, markdown.size));
    }
}
