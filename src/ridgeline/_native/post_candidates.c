#include "post_candidates.h"

#include <string.h>

#include "lowering.h"
#include "post_tables.h"

enum {
    MAX_LEAF = 100000,       /* characters of a leaf that count */
    MAX_DATE_LENGTH = 180,   /* characters of an element that shows a date and little else … */
    MAX_DATE_LEAVES = 3,     /* … and its leaves */
    MAX_MEMBERS = 5000,
    MAX_HEAD_DATES = 4, MAX_HEAD_AUTHORS = 8,  /* in the header of a post */
};
static const double MAX_FURNITURE = 0.1;  /* of the page's text: what holds more is no signature, whatever its name */
static const double MAX_BESIDE = 0.3;     /* of the page's text: what holds more is the content */

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* --- Totals. */

typedef struct {
    const rl_page *page;
    const rl_columns *columns;
    int32_t *leaf_of;  /* by row and one past the last: the leaves before it … */
    int64_t *lengths;  /* … and their characters */
} totals_reader;

static int64_t length_in(const totals_reader *reader, int32_t row) {
    return reader->lengths[reader->columns->end[row]] - reader->lengths[row];
}

/* Flag all that is in flagged rows. */
static void flag_inside(const rl_columns *columns, uint8_t *flagged) {
    int32_t end = 0;
    for (int32_t row = 0; row < columns->count; row++) {
        if (flagged[row] && columns->end[row] > end) end = columns->end[row];
        flagged[row] = row < end;
    }
}

static bool is_control(int32_t tag) {
    return tag == RL_TAG_BUTTON || tag == RL_TAG_NAV || tag == RL_TAG_SELECT || tag == RL_TAG_TEXTAREA || tag == RL_TAG_INPUT;
}

static bool is_signature(const rl_columns *columns, int32_t row, int32_t role) {
    static const rl_word SIGNATURES[] = {{"signature", 9}};
    if (role < 0) return false;
    rl_view value = rl_value(columns, row, role);
    return value.size && rl_has_word_in_any_case(value, (rl_word_list){SIGNATURES, COUNT_OF(SIGNATURES)});
}

static uint8_t *find_furniture(const totals_reader *reader, const uint32_t *of_class, const uint32_t *of_id, rl_pool *pool) {
    const rl_columns *columns = reader->columns;
    const double most = MAX_FURNITURE * (double)reader->lengths[columns->count];
    const int32_t role = rl_attribute_named(columns, "data-role");  /* Invision's names say nothing */
    uint8_t *flagged = RL_TAKE(pool, uint8_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        bool is_named = ((of_class[row] | of_id[row]) & RL_POST_FURNITURE) && (double)length_in(reader, row) <= most;
        flagged[row] = (is_named || is_control(columns->tag[row]) || is_signature(columns, row, role)) &&
                       !(of_class[row] & RL_POST_OWN_TEXT);  /* Reddit's <form class="usertext" id="form-t1"> */
    }
    flag_inside(columns, flagged);
    return flagged;
}

static uint8_t *find_beside(const totals_reader *reader, const uint32_t *of_class, const uint32_t *of_id, rl_pool *pool) {
    const rl_columns *columns = reader->columns;
    const double most = MAX_BESIDE * (double)reader->lengths[columns->count];
    uint8_t *flagged = RL_TAKE(pool, uint8_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++)
        flagged[row] = ((of_class[row] | of_id[row]) & RL_POST_BESIDE_CONTENT) && (double)length_in(reader, row) <= most;
    flag_inside(columns, flagged);
    return flagged;
}

/* The element of a whole post may state its date. */
static uint8_t *find_in_dates(const totals_reader *reader, const uint8_t *is_date, rl_pool *pool) {
    const rl_columns *columns = reader->columns;
    uint8_t *flagged = RL_TAKE(pool, uint8_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++)
        flagged[row] = is_date[row] && length_in(reader, row) <= MAX_DATE_LENGTH &&
                       reader->leaf_of[columns->end[row]] - reader->leaf_of[row] <= MAX_DATE_LEAVES;
    flag_inside(columns, flagged);
    return flagged;
}

static totals_reader begin_totals(const rl_page *page, rl_pool *pool) {
    const size_t count = (size_t)page->columns.count + 1;
    totals_reader reader = {page, &page->columns, RL_TAKE(pool, int32_t, count), RL_TAKE(pool, int64_t, count)};
    rl_count_leaves(page, reader.leaf_of, reader.lengths);
    return reader;
}

rl_post_totals rl_read_post_totals(const rl_page *page, const uint8_t *is_date, const uint8_t *is_author,
                                   const uint32_t *of_class, const uint32_t *of_id, rl_pool *pool) {
    const totals_reader reader = begin_totals(page, pool);
    const rl_derived *derived = &page->derived;
    const size_t count = (size_t)page->columns.count + 1;
    int64_t *dates = RL_TAKE_ZEROED(pool, int64_t, count), *authors = RL_TAKE_ZEROED(pool, int64_t, count);
    int64_t *texts = RL_TAKE_ZEROED(pool, int64_t, count), *prose = RL_TAKE_ZEROED(pool, int64_t, count);
    rl_post_totals totals = {find_furniture(&reader, of_class, of_id, pool), find_in_dates(&reader, is_date, pool),
                             find_beside(&reader, of_class, of_id, pool), RL_TAKE_ZEROED(pool, int32_t, (size_t)derived->leaf_count), {dates, authors, texts, prose}};
    for (int32_t row = 0, leaf = 0; row < page->columns.count; row++) {
        dates[row + 1] = dates[row] + (is_date[row] != 0);
        authors[row + 1] = authors[row] + (is_author[row] != 0);
        texts[row + 1] = texts[row];
        prose[row + 1] = prose[row];
        if (leaf == derived->leaf_count || derived->leaves[leaf] != row) continue;
        bool is_text = !derived->hidden[row] && !derived->in_link[row];
        if (is_text && !totals.is_furniture[row] && !totals.in_date[row])
            totals.prose[leaf] = derived->characters[leaf] < MAX_LEAF ? derived->characters[leaf] : MAX_LEAF;
        texts[row + 1] += is_text;
        prose[row + 1] += totals.prose[leaf++];
    }
    return totals;
}

/* --- Candidates. */

typedef struct {
    const rl_columns *columns;
    const rl_post_sums *sums;
    rl_pool *pool;
    uint8_t *is_block;
    rl_measuring room;
    rl_post_candidates found;
} candidate_finder;

static int64_t sum_in(const candidate_finder *finder, const int64_t *sums, int32_t row) {
    return sums[finder->columns->end[row]] - sums[row];
}

static bool is_body(int32_t tag) {
    return tag == RL_TAG_HTML || tag == RL_TAG_HEAD || tag == RL_TAG_BODY || tag == RL_TAG_FORM || tag == RL_TAG_MAIN;
}

static int32_t *ends_of(const candidate_finder *finder, const int32_t *start, int32_t count) {
    int32_t *end = RL_TAKE(finder->pool, int32_t, (size_t)count);
    for (int32_t i = 0; i < count; i++) end[i] = finder->columns->end[start[i]];
    return end;
}

static void add_candidate(candidate_finder *finder, rl_post_candidate candidate) {
    rl_post_candidates *found = &finder->found;
    const int needed = candidate.is_named || candidate.form == RL_SHARED_ID ? 1 : 2;
    if (found->count == found->room) {
        size_t room = rl_room(finder->pool, (size_t)found->room, (size_t)found->count + 1);
        if (room > INT32_MAX) rl_fail(finder->pool);
        RL_RESIZE(finder->pool, found->items, rl_post_candidate, room);
        found->room = (int32_t)room;
    }
    candidate.measures = rl_measure_group(candidate.members, finder->sums->dates, finder->sums->authors, finder->sums->prose,
                                          needed, &finder->room);
    found->items[found->count++] = candidate;
}

/* The rows of numbered groups, one group after another; `bounds` are where each begins. */
static int32_t *rows_by_group(const int32_t *group, const int32_t *row, int32_t count, int32_t groups, int32_t *bounds,
                              rl_pool *pool) {
    int32_t *place = RL_TAKE(pool, int32_t, (size_t)groups + 1), *rows = RL_TAKE(pool, int32_t, (size_t)count);
    memset(bounds, 0, ((size_t)groups + 1) * sizeof *bounds);
    for (int32_t i = 0; i < count; i++) bounds[group[i] + 1]++;
    for (int32_t i = 0; i < groups; i++) bounds[i + 1] += bounds[i];
    memcpy(place, bounds, ((size_t)groups + 1) * sizeof *place);
    for (int32_t i = 0; i < count; i++) rows[place[group[i]]++] = row[i];
    return rows;
}

/* Those groups, of which half may be posts, that have several members or the name of a post. */
static void find_named_alike(candidate_finder *finder, int32_t attribute, const uint8_t *may_be_post) {
    rl_alike alike;
    rl_find_alike(finder->columns, attribute, finder->is_block, may_be_post, finder->pool, &alike);
    int32_t *bounds = RL_TAKE(finder->pool, int32_t, (size_t)alike.keys.count + 1);
    const int32_t *rows = rows_by_group(alike.group, alike.row, alike.count, alike.keys.count, bounds, finder->pool);
    for (int32_t i = 0; i < alike.keys.count; i++) {
        rl_view key = alike.keys.views[i], name = {key.bytes + sizeof(int32_t), key.size - sizeof(int32_t)};
        bool is_named = (rl_post_meaning(name) & RL_POST_RECORD) != 0;
        int32_t tag, count = alike.members[i] < MAX_MEMBERS ? alike.members[i] : MAX_MEMBERS;
        memcpy(&tag, key.bytes, sizeof tag);
        if (2 * (int64_t)alike.likely[i] < alike.members[i] || (alike.members[i] < 2 && !is_named) || is_body(tag)) continue;
        const rl_spans members = {rows + bounds[i], ends_of(finder, rows + bounds[i], count), count};
        rl_candidate_form form = attribute == RL_ATTRIBUTE_ID ? RL_SHARED_ID : RL_SHARED_CLASS;
        add_candidate(finder, (rl_post_candidate){form, tag, -1, name, alike.place[i], is_named, members, {0}});
    }
}

/* By row: how many of its children are flagged. */
static int32_t *count_children(const rl_columns *columns, const uint8_t *flagged, rl_pool *pool) {
    int32_t *counts = RL_TAKE_ZEROED(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 1; row < columns->count; row++)
        if (flagged[row]) counts[columns->parent[row]]++;
    return counts;
}

/* Children of one element without a class, by tag. Nothing names them, so several must have an author, too. */
static void find_plain_siblings(candidate_finder *finder) {
    typedef struct {
        int32_t parent, tag;
    } place;
    const rl_columns *columns = finder->columns;
    const rl_post_sums *sums = finder->sums;
    rl_pool *pool = finder->pool;
    const size_t count = (size_t)columns->count;
    uint8_t *is_signed = RL_TAKE_ZEROED(pool, uint8_t, count);
    for (int32_t row = 1; row < columns->count; row++)
        is_signed[row] = finder->is_block[row] && sum_in(finder, sums->dates, row) && sum_in(finder, sums->authors, row);
    const int32_t *signed_inside = count_children(columns, is_signed, pool);
    int32_t *group = RL_TAKE(pool, int32_t, count), *members = RL_TAKE(pool, int32_t, count), member_count = 0;
    place *places = RL_TAKE_ZEROED(pool, place, count);
    rl_distinct distinct;
    rl_distinct_begin(&distinct, pool, rl_seed_make(pool));
    for (int32_t row = 1; row < columns->count; row++) {
        if (!finder->is_block[row] || signed_inside[columns->parent[row]] < 2 || !sum_in(finder, sums->dates, row) ||
            rl_value(columns, row, RL_ATTRIBUTE_CLASS).size)
            continue;
        places[row] = (place){columns->parent[row], columns->tag[row]};
        group[member_count] = rl_distinct_add(&distinct, (const uint8_t *)&places[row], sizeof places[row]);
        members[member_count++] = row;
    }
    int32_t *bounds = RL_TAKE(pool, int32_t, (size_t)distinct.count + 1);
    int32_t *rows = rows_by_group(group, members, member_count, distinct.count, bounds, pool);
    for (int32_t i = 0; i < distinct.count; i++) {
        int32_t *start = rows + bounds[i], kept = 0, signed_count = 0;
        int32_t tag = columns->tag[*start], around = columns->tag[columns->parent[*start]];
        for (int32_t j = 0; j < bounds[i + 1] - bounds[i]; j++) {
            signed_count += is_signed[start[j]];
            if (sum_in(finder, sums->prose, start[j])) start[kept++] = start[j];
        }
        if (signed_count < 2 || kept < 2 || is_body(tag)) continue;
        if (kept > MAX_MEMBERS) kept = MAX_MEMBERS;
        const rl_spans spans = {start, ends_of(finder, start, kept), kept};
        add_candidate(finder, (rl_post_candidate){RL_PLAIN_SIBLINGS, tag, around, {NULL, 0}, 0, false, spans, {0}});
    }
}

/* Where the last run ends: after as many siblings as the run before it has. */
static int32_t end_of_run(const rl_columns *columns, int32_t parent, int32_t before, int32_t last) {
    int32_t between = 0, node = last, end = columns->end[parent];
    for (; before < last; before = columns->end[before]) between++;
    while (between-- && node < end) node = columns->end[node];
    return node < end ? node : end;
}

static bool is_named_post(const rl_columns *columns, int32_t row) {
    return ((rl_post_meaning(rl_value(columns, row, RL_ATTRIBUTE_CLASS)) |
             rl_post_meaning(rl_value(columns, row, RL_ATTRIBUTE_ID))) & RL_POST_RECORD) != 0;
}

/* Runs of siblings that start with one that shows a date and an author, and little else: those of one parent, given the first. */
static void add_runs(candidate_finder *finder, const uint8_t *is_head, int32_t first, int32_t head_count) {
    const rl_columns *columns = finder->columns;
    const int32_t parent = columns->parent[first];
    int32_t *start = RL_TAKE(finder->pool, int32_t, (size_t)head_count), *end, count = 0;
    int32_t before = first, last = first;
    for (int32_t row = first; row < columns->end[parent]; row = columns->end[row]) {
        if (!is_head[row] || columns->tag[row] != columns->tag[first]) continue;
        if (count < head_count) start[count++] = row;
        if (row > first) before = last;
        last = row;
    }
    if (count < 2) return;
    int32_t stop = end_of_run(columns, parent, before, last);
    if (count > MAX_MEMBERS) count = MAX_MEMBERS;
    end = RL_TAKE(finder->pool, int32_t, (size_t)count);
    memcpy(end, start + 1, ((size_t)count - 1) * sizeof *end);
    end[count - 1] = stop;
    add_candidate(finder, (rl_post_candidate){RL_RUNS, columns->tag[first], columns->tag[parent], {NULL, 0}, 0,
                                              is_named_post(columns, first), {start, end, count}, {0}});
}

static void find_runs(candidate_finder *finder) {
    const rl_columns *columns = finder->columns;
    uint8_t *is_head = RL_TAKE_ZEROED(finder->pool, uint8_t, (size_t)columns->count);
    for (int32_t row = 1; row < columns->count; row++) {
        if (columns->tag[row] == RL_TAG_TEXT) continue;
        int64_t dates = sum_in(finder, finder->sums->dates, row), authors = sum_in(finder, finder->sums->authors, row);
        is_head[row] = dates > 0 && dates <= MAX_HEAD_DATES && authors > 0 && authors <= MAX_HEAD_AUTHORS;
    }
    int32_t *heads = count_children(columns, is_head, finder->pool);
    for (int32_t row = 1; row < columns->count; row++) {
        int32_t count = is_head[row] ? heads[columns->parent[row]] : 0;
        if (count < 2) continue;
        heads[columns->parent[row]] = 0;  /* they are all taken now */
        add_runs(finder, is_head, row, count);
    }
}

rl_post_candidates rl_find_post_candidates(const rl_page *page, const rl_post_sums *sums, const uint8_t *is_block,
                                           int32_t tag_count, rl_pool *pool) {
    const rl_columns *columns = &page->columns;
    const size_t count = (size_t)columns->count;
    candidate_finder finder = {.columns = columns, .sums = sums, .pool = pool, .is_block = RL_TAKE(pool, uint8_t, count)};
    uint8_t *may_be_post = RL_TAKE(pool, uint8_t, count);
    rl_measuring_begin(&finder.room, columns->count < MAX_MEMBERS ? columns->count : MAX_MEMBERS, pool);
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        finder.is_block[row] = is_block[tag < tag_count ? tag : tag_count - 1];
        may_be_post[row] = (sum_in(&finder, sums->dates, row) || sum_in(&finder, sums->authors, row)) && sum_in(&finder, sums->texts, row);
    }
    find_named_alike(&finder, RL_ATTRIBUTE_CLASS, may_be_post);
    find_named_alike(&finder, RL_ATTRIBUTE_ID, may_be_post);
    find_plain_siblings(&finder);
    find_runs(&finder);
    return finder.found;
}
