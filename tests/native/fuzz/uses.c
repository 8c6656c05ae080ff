/* What follows a parse, with all checks: what the networks read, predict and choose; tidying and text. */
#include <math.h>
#include <string.h>

#include "counting.h"
#include "finding.h"
#include "glance.h"
#include "harness.h"
#include "json_blocks.h"
#include "naming.h"
#include "notation.h"
#include "post_bodies.h"
#include "post_candidates.h"
#include "post_signs.h"
#include "post_tables.h"
#include "word_pairs.h"

/* --- The reader. */

static const float ADDRESS[RL_ADDRESS_FEATURES] = {1, 0, 1};

/* Made once, for all inputs, and never freed: a pointer to it stays here, so it is no leak. */
static rl_pool model_pool;
static const rl_model *the_model(void) {
    static const rl_model *model;
    if (model) return model;
    rl_pool_begin(&model_pool, SIZE_MAX / 2);
    if (!RL_TRY(&model_pool)) fail_for_memory();
    model = make_random_model(&model_pool);
    return model;
}

static void select_lines(const rl_reading *reading, const rl_prediction *prediction, rl_pool *pool) {
    static const rl_manner manners[] = {{0.4, true}, {0.9, true}, {0.9, false}, {2.5, true}};
    for (size_t i = 0; i < sizeof manners / sizeof manners[0]; i++) {
        rl_selection selection;
        rl_select(reading, prediction->probabilities, prediction->page_type, manners[i], pool, &selection);
        check_selection(reading, &selection, pool);
    }
    const float *scores = rl_leaf_scores(reading, prediction->probabilities, pool);
    for (int32_t leaf = 0; leaf < reading->page->derived.leaf_count; leaf++) CHECK(scores[leaf] >= 0 && scores[leaf] <= 1);
}

/* Whatever names an element is split into words of two letters and more. */
void check_name_word(void *state, const uint8_t *word, size_t size) {
    (void)state;
    CHECK(size >= 2);
    for (size_t i = 0; i < size; i++) CHECK((word[i] >= 'a' && word[i] <= 'z') || (i == 0 && word[i] == '~'));
}

static void name_elements(const rl_columns *columns, rl_pool *pool) {
    const int32_t *paths = rl_number_name_paths(columns, pool);
    for (int32_t row = 0; row < columns->count; row++) {
        CHECK((paths[row] < 0) == (columns->tag[row] == RL_TAG_TEXT) && paths[row] < columns->count);
        rl_view name = rl_value(columns, row, RL_ATTRIBUTE_CLASS);
        if (name.size) rl_name_words(name.bytes, name.size, check_name_word, NULL);
    }
}

/* What addresses and texts say. */
static void read_values(const rl_columns *columns, int32_t row) {
    rl_view text = rl_text_of(columns, row);
    CHECK(rl_link_kinds(rl_value(columns, row, RL_ATTRIBUTE_HREF)) <= (RL_LINK_PERSON | RL_LINK_ACTION | RL_LINK_POST));
    rl_moment moment = rl_shows_moment(text);
    int32_t day = rl_find_day(text, row % 2), other = rl_find_day(text, !(row % 2));
    CHECK(moment >= RL_NO_MOMENT && moment <= RL_MOMENT && (day > 0) == (other > 0));
    CHECK(!day || (day > 19900000 && day % 10000 > 100 && day % 10000 < 1232 && day % 100 > 0 && day % 100 < 32));
    rl_may_label_other_date(text);
    rl_may_be_calendar(text);
}

/* Leaves of posts: each once, in order, and bodies are parts of what the posts have of their own. */
static void check_leaf_lists(const rl_leaf_lists *lists, int32_t posts, int32_t leaves) {
    CHECK(lists->bounds[0] == 0 && lists->bounds[posts] <= leaves);
    for (int32_t post = 0; post < posts; post++) {
        CHECK(lists->bounds[post] <= lists->bounds[post + 1]);
        for (int32_t i = lists->bounds[post]; i < lists->bounds[post + 1]; i++) {
            CHECK(lists->leaves[i] >= 0 && lists->leaves[i] < leaves);
            CHECK(i == lists->bounds[post] || lists->leaves[i] > lists->leaves[i - 1]);
        }
    }
}

/* Bodies of the elements of one group, or of all elements; `flags` stand for all that is known of rows. */
static void read_bodies(const rl_page *page, rl_spans posts, uint8_t *flags, rl_pool *pool) {
    const int32_t rows = page->columns.count, leaves = page->derived.leaf_count;
    uint8_t *taken = RL_TAKE_ZEROED(pool, uint8_t, (size_t)leaves), tags[RL_UNKNOWN + 1];
    memset(tags, 1, sizeof tags);
    tags[RL_TAG_TEXT] = 0;
    for (int32_t leaf = 0; leaf < leaves; leaf++) taken[leaf] = flags[leaf % rows] && leaf % 7 == 0;
    rl_post_signs signs = {taken, page->derived.characters, flags, flags, flags, flags, flags, tags, RL_UNKNOWN + 1};
    rl_post_bodies bodies;
    rl_find_post_bodies(page, posts, &signs, pool, &bodies);
    check_leaf_lists(&bodies.own, posts.count, leaves);
    check_leaf_lists(&bodies.written, posts.count, leaves);
    for (int32_t post = 0; post < posts.count; post++)
        CHECK(bodies.written.bounds[post + 1] - bodies.written.bounds[post] <= bodies.own.bounds[post + 1] - bodies.own.bounds[post]);
}

/* Groups of members in order; `flags` stand for dates and authors. */
static void read_candidates(const rl_page *page, const rl_post_columns *columns, const uint8_t *flags, rl_pool *pool) {
    uint8_t tags[RL_UNKNOWN + 1];
    memset(tags, 1, sizeof tags);
    rl_post_totals totals = rl_read_post_totals(page, flags, columns->is_author, columns->of_class, columns->of_id, pool);
    rl_post_candidates found = rl_find_post_candidates(page, &totals.sums, tags, RL_UNKNOWN + 1, pool);
    for (int32_t i = 0; i < found.count; i++) {
        const rl_post_candidate *group = &found.items[i];
        CHECK(group->members.count > 0 && group->measures.posts <= group->members.count);
        CHECK(group->measures.signed_too <= group->measures.dated && group->measures.dated <= group->members.count);
        for (int32_t j = 0; j < group->members.count; j++) {
            CHECK(group->members.start[j] < group->members.end[j] && group->members.end[j] <= page->columns.count);
            CHECK(!j || group->members.start[j] > group->members.start[j - 1]);
        }
    }
}

static void measure_group(const rl_page *page, rl_spans posts, const uint8_t *flags, rl_pool *pool) {
    int64_t *sums = RL_TAKE(pool, int64_t, (size_t)page->columns.count + 1);
    sums[0] = 0;
    for (int32_t row = 0; row < page->columns.count; row++) sums[row + 1] = sums[row] + flags[row];
    rl_measuring room;
    rl_measuring_begin(&room, posts.count, pool);
    rl_group_measures found = rl_measure_group(posts, sums, sums, sums, 1, &room);
    CHECK(found.dated == found.signed_too && found.posts == found.dated && found.shown == 2 * (int64_t)found.posts);
    CHECK((found.median > 0) == (found.posts > 0) && found.posts <= posts.count);
}

static void read_spans(const rl_page *page, const int32_t *start, int32_t count, uint8_t *flags, rl_pool *pool) {
    int32_t *end = RL_TAKE(pool, int32_t, (size_t)count);
    for (int32_t i = 0; i < count; i++) end[i] = page->columns.end[start[i]];
    rl_spans posts = {start, end, count};
    read_bodies(page, posts, flags, pool);
    measure_group(page, posts, flags, pool);
}

/* Posts: every flag is a known one, and groups hold blocks in order, each once. */
static void read_posts(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    const rl_columns *columns = &page->columns;
    const rl_post_columns found = rl_read_post_columns(page, pool);
    const rl_stated_dates stated = rl_read_stated_dates(page, pool);
    CHECK(stated.doubtful_count <= columns->count && stated.titled_count <= columns->count);
    CHECK(found.leaf_of[columns->count] == page->derived.leaf_count && found.lengths[columns->count] >= 0);
    uint8_t *flags = RL_TAKE_ZEROED(pool, uint8_t, (size_t)columns->count);
    int32_t *elements = RL_TAKE(pool, int32_t, (size_t)columns->count), element_count = 0;
    for (int32_t row = 0; row < columns->count; row++) {
        rl_view value = rl_value(columns, row, RL_ATTRIBUTE_CLASS);
        CHECK(found.of_class[row] == rl_post_meaning(value) && found.of_class[row] < RL_POST_WORD_NOT_AUTHOR);
        CHECK(found.is_author[row] <= 1 && stated.is_date[row] <= 1);
        read_values(columns, row);
        flags[row] = !input->size || (input->source[(size_t)row % input->size] & 3) != 0;
        if (columns->tag[row] != RL_TAG_TEXT) elements[element_count++] = row;
    }
    read_spans(page, elements, element_count, flags, pool);
    read_candidates(page, &found, flags, pool);
    for (int32_t attribute = RL_ATTRIBUTE_CLASS; attribute <= RL_ATTRIBUTE_ID; attribute++) {
        rl_alike alike;
        rl_find_alike(columns, attribute, flags, flags, pool, &alike);
        for (int32_t i = 0; i < alike.count; i++) {
            CHECK(alike.group[i] >= 0 && alike.group[i] < alike.keys.count && flags[alike.row[i]]);
            CHECK(!i || alike.row[i] > alike.row[i - 1] || (alike.row[i] == alike.row[i - 1] && alike.group[i] != alike.group[i - 1]));
        }
        for (int32_t i = 0; i < alike.keys.count; i++) CHECK(alike.likely[i] >= 1 && alike.likely[i] <= alike.members[i]);
        for (int32_t i = 0; i < alike.keys.count; i++) CHECK(alike.place[i] >= 0 && alike.place[i] < RL_POST_NAMES);
    }
}

/* The kernels of this processor agree. */
static void compare_kernels(const rl_model *model, const rl_reading *reading, const float *probabilities,
                            double doubt, rl_pool *pool) {
    rl_model base = *model;
    rl_prediction other;
    base.kernel = &rl_kernel_base;
    rl_predict(&base, reading, doubt, pool, &other);
    for (int32_t line = 0; line < reading->count; line++)
        CHECK(fabsf(other.probabilities[line] - probabilities[line]) < 1e-3f);
}

void use_reader(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    const rl_model *model = the_model();
    rl_reading reading;
    rl_prediction prediction, all;
    name_elements(&page->columns, pool);
    read_posts(input, page, pool);
    if (!rl_read(page, &model->lexicon, ADDRESS, pool, &reading)) return;
    check_reading(page, &reading);
    rl_predict(model, &reading, input->doubt, pool, &prediction);
    rl_pool_groups(&reading, pool, prediction.probabilities);
    check_prediction(&reading, &prediction);
    rl_predict(model, &reading, 2.0, pool, &all);
    compare_kernels(model, &reading, all.probabilities, 2.0, pool);
    select_lines(&reading, &prediction, pool);
}

/* --- The writer. */

static void use_glance(const rl_page *page, const int32_t *keep, int32_t count, int64_t words) {
    static const uint8_t none[RL_TAG_CODES], links[RL_TAG_CODES] = {[RL_TAG_A] = 1};
    uint8_t text[RL_BEGINNING * RL_LOWER_CHARACTER_BYTES];
    CHECK(rl_lower_beginning(page, keep, count, text) <= sizeof text);
    int64_t outside = rl_count_words_outside(page, keep, count, links, INT64_MAX);
    int64_t all = rl_count_words_outside(page, keep, count, none, INT64_MAX);
    CHECK(outside >= 0 && outside <= all && words <= all && !rl_has_any(&page->columns, none));
    CHECK(outside == all || rl_has_any(&page->columns, links));
    uint8_t short_text[RL_SHORT_TEXT];
    for (int32_t row = 0; row < page->columns.count; row += 7)
        CHECK(rl_short_text(&page->columns, row, short_text) <= sizeof short_text);
    CHECK(rl_count_characters(&page->derived, INT64_MAX) <= (int64_t)page->columns.source_size + page->columns.extra_size);
}

/* Which leaves: all, none, or those that bits of the source choose. */
static bool is_kept(const fuzz_input *input, int32_t leaf) {
    size_t at = (size_t)leaf + input->keep_choice;
    switch (input->keep_choice) {
        case 6: return true;  /* what '0' chooses */
        case 0: return false;
        case 1: return leaf % 2 == 0;
        case 2: return leaf % 7 == 3;
        default: return (input->source[at / 8 % input->size] >> at % 8 & 1) != 0;
    }
}

/* Write an outline with the options that bits choose, and check what comes out. */
static void write_outline(const rl_outline *outline, unsigned bits, rl_view title, rl_pool *pool) {
    rl_writing options = {.links = !(bits & 1), .images = !(bits & 2), .tables = !(bits & 4), .formatting = !(bits & 8),
                          .references = (bits & 17) == 16, .repeat_spans = (bits & 24) == 24, .heading_offset = (int)(bits >> 5 & 3),
                          .clean_links = (bits & 6) == 2, .plain_callouts = (bits & 12) == 4};
    rl_outline applied;
    rl_buffer markdown = {NULL, 0, 0}, html = {NULL, 0, 0};
    rl_blocks blocks = {NULL, 0, 0};
    if (bits & 128) options.title = title;
    rl_outline_apply(outline, &options, pool, &applied);
    rl_write_markdown(&applied, &options, pool, &markdown, &blocks);
    check_blocks(outline->page, &blocks, (rl_view){markdown.bytes, markdown.size});
    rl_write_html(&applied, (bits & 64) != 0, pool, &html);
    check_written(outline->page, (rl_view){markdown.bytes, markdown.size});
    check_written(outline->page, (rl_view){html.bytes, html.size});
}

/* Write the paragraphs as JSON, with names that have to be escaped. */
static void write_json(const rl_outline *outline, rl_view name, rl_pool *pool) {
    rl_view names[] = {name, name, name, name};
    rl_json json = {outline, names, 4, pool, {NULL, 0, 0}, -1, 0, {0}};
    rl_paragraphs paragraphs;
    int32_t role = RL_PART_PARAGRAPH;
    rl_paragraphs_begin(&paragraphs, 0);
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, &role));) {
        json.out.size = 0;
        rl_json_block(&json, part, role, "null");
        for (size_t i = 0; i < json.out.size; i++) CHECK(json.out.bytes[i] >= 0x20);
        CHECK(json.out.bytes[0] == '{' && json.out.bytes[json.out.size - 1] == '}');
    }
}

/* The same leaves in other parts: quotations, callouts and notes of single paragraphs, whatever the outline was. */
static void rebuild_outline(const rl_outline *outline, unsigned bits, rl_view text, rl_pool *pool) {
    enum { PARTS = 3 };
    int32_t kinds[PARTS] = {(int32_t)(bits % RL_PART_KINDS), RL_PART_NOTE, RL_PART_PARAGRAPH}, nodes[PARTS] = {-1, -1, -1};
    int32_t ends[PARTS] = {3, 3, 3}, firsts[PARTS] = {0, 0, 0}, lasts[PARTS] = {0, 0, outline->leaf_count + 1};
    rl_view none = {NULL, 0}, labels[PARTS] = {text, text, none};
    int32_t like = bits & 2 && outline->leaf_count ? 0 : -1, node = bits & 4 ? outline->page->columns.count - 1 : -1;
    rl_new_leaf leaf = {outline->leaf_count, like, node, (uint8_t)(bits % RL_LEAF_KINDS), (int8_t)(bits % 5) - 1, text, none,
                        bits & 1 ? text : none};
    rl_new_parts parts = {PARTS, kinds, nodes, ends, firsts, lasts, labels, 1, &leaf};
    rl_outline rebuilt;
    if (!rl_outline_rebuild(&rebuilt, outline, &parts, pool)) return;
    write_outline(&rebuilt, bits, text, pool);
    write_json(&rebuilt, text, pool);
}

static void find_pairs(const rl_page *page, rl_view word) {
    rl_word_pairs pairs = {.words = {{word, true, 1, 2}, {word, false, 2, 1}}, .count = word.size ? 2 : 0, .gaps = {3, 50}};
    rl_word_pairs_index(&pairs);
    int32_t leaves[RL_MOST_PAIR_LEAVES];
    rl_leaves_with_pair(page, &pairs, leaves);
}

/* Texts on one line have no more bytes; a word is found wherever a plain search finds it, and in a text of itself. */
static void find_words(const rl_page *page, rl_view word, rl_pool *pool) {
    const rl_wanted wanted = rl_want(word);
    for (int32_t row = 0; row < page->columns.count; row++) {
        rl_view text = rl_text_of(&page->columns, row);
        int has;
        size_t size = rl_fold_line(text, RL_TAKE(pool, uint8_t, text.size + 1), &has);
        CHECK(size <= text.size && has >= 0 && has <= (RL_LINE_DIGIT | RL_LINE_OTHER));
        bool is_there = false;
        for (size_t i = 0; word.size && i + word.size <= text.size; i++) is_there |= !memcmp(text.bytes + i, word.bytes, word.size);
        CHECK(rl_has_text(text, &wanted) == is_there);
    }
    CHECK(!word.size || rl_has_text(word, &wanted));
}

static void use_outline(const fuzz_input *input, const rl_kept_leaves *kept, rl_pool *pool) {
    static const uint8_t URL[] = "https://example.org/a/b.html?c#d";
    unsigned bits = input->size ? input->source[input->size - 1] : 0;
    rl_view start = {input->source, input->size < 24 ? input->size : 24}, url = {URL, sizeof URL - 1};
    if (bits & 32) url = (rl_view){NULL, 0};
    while (start.size && start.size < input->size && (input->source[start.size] & 0xC0) == 0x80) start.size--;
    rl_outline outline;
    int32_t place = kept->count ? (int32_t)(bits % (unsigned)kept->count) : 0, size = 1 + (int32_t)bits % (kept->count - place + !kept->count);
    rl_given_leaf formula = {place, size, start, bits & 8 ? start : (rl_view){NULL, 0}};
    rl_given_leaves given = {&formula, kept->count > 0};
    rl_outline_build(&outline, kept, rl_leaves_read(kept, bits & 64 ? &given : NULL, true, pool), url, pool);
    write_outline(&outline, bits, start, pool);
    write_outline(&outline, 0, start, pool);
    write_json(&outline, start, pool);
    find_pairs(outline.page, start);
    find_words(outline.page, start, pool);
    rebuild_outline(&outline, bits, start, pool);
    rl_sign_table table;
    rl_sign_table_begin(&table, pool);
    rl_sign_table_add(&table, RL_SIGN_WORD, start, 0);
    rl_sign_table_add(&table, RL_SIGN_ATTRIBUTE, (rl_view){(const uint8_t *)"href", 4}, 1);
    rl_sign_table_add(&table, RL_SIGN_TAG, (rl_view){(const uint8_t *)"x", 1}, 2);
    rl_sign_table_add(&table, RL_SIGN_WORD, (rl_view){(const uint8_t *)"a", 1}, 2);
    rl_sign_table_add(&table, RL_SIGN_PART, start, 2);
    table.by_tag[RL_TAG_P] |= 4;
    CHECK(rl_find_kinds(&table, kept, pool) < 8);
}

void use_writer(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    int32_t *keep = RL_TAKE(pool, int32_t, (size_t)page->derived.leaf_count), count = 0;
    rl_text text;
    for (int32_t leaf = 0; leaf < page->derived.leaf_count; leaf++)
        if (is_kept(input, leaf)) keep[count++] = leaf;
    rl_kept_leaves kept = {page, keep, count};
    rl_tidied tidied;
    rl_tidy(&kept, pool, &tidied);
    check_tidied(&kept, &tidied);
    if (tidied.leaves) {
        rl_kept_leaves rest = {page, tidied.leaves, tidied.count};
        rl_write_text(page, rl_leaves_read(&rest, NULL, true, pool), tidied.count, false, pool, &text);
        check_text(page, &text);
    }
    rl_may_have_formulas(page, keep, count);
    rl_write_text(page, rl_leaves_read(&kept, NULL, true, pool), count, false, pool, &text);
    check_text(page, &text);
    rl_write_text(page, rl_leaves_read(&kept, NULL, false, pool), count, true, pool, &text);
    check_text(page, &text);
    use_outline(input, &kept, pool);
    int64_t words = rl_count_words(page, keep, count, INT64_MAX);
    use_glance(page, keep, count, words);
    use_visibility(input, page, pool);
    CHECK(words >= 0 && words <= (int64_t)page->columns.source_size + page->columns.extra_size);
}

void use_visibility(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    int32_t *keep = RL_TAKE(pool, int32_t, (size_t)page->derived.leaf_count), count = 0;
    rl_visibility visibility;
    for (int32_t leaf = 0; leaf < page->derived.leaf_count; leaf++)
        if (is_kept(input, leaf)) keep[count++] = leaf;
    rl_see(&(rl_kept_leaves){page, keep, count}, pool, &visibility);
    for (int32_t i = 0; i < count; i++) {
        uint8_t state = visibility.states[i] & RL_STATE_MASK, reason = visibility.states[i] >> RL_STATE_BITS;
        CHECK(state <= RL_UNSEEN && reason <= RL_HIDDEN_BY_COLOUR && !state == !reason);
    }
}
