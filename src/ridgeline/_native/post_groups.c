#include "post_groups.h"

#include <stdlib.h>
#include <string.h>

/* --- Groups of elements that have a name in common. */

enum { TAG_BYTES = sizeof(int32_t) };

typedef struct {
    size_t size;
    uint8_t bytes[TAG_BYTES + RL_POST_NAME_BYTES];
} group_key;

static int32_t add_group(rl_alike *alike, const group_key *key, rl_pool *pool) {
    uint8_t *bytes = RL_TAKE(pool, uint8_t, key->size);
    memcpy(bytes, key->bytes, key->size);
    int32_t number = rl_distinct_add(&alike->keys, bytes, key->size);
    if (number >= alike->group_room) {
        size_t room = rl_room(pool, (size_t)alike->group_room, (size_t)number + 1);
        if (room > INT32_MAX / 2) rl_fail(pool);
        RL_RESIZE(pool, alike->members, int32_t, room);
        RL_RESIZE(pool, alike->likely, int32_t, room);
        RL_RESIZE(pool, alike->place, int32_t, room);
        alike->group_room = (int32_t)room;
    }
    alike->members[number] = alike->likely[number] = 0;
    alike->place[number] = 0;
    return number;
}

static void add_member(rl_alike *alike, int32_t group, int32_t row, bool may_be_post, rl_pool *pool) {
    if (alike->count == alike->room) {
        size_t room = rl_room(pool, (size_t)alike->room, (size_t)alike->count + 1);
        if (room > INT32_MAX / 2) rl_fail(pool);
        RL_RESIZE(pool, alike->group, int32_t, room);
        RL_RESIZE(pool, alike->row, int32_t, room);
        alike->room = (int32_t)room;
    }
    alike->group[alike->count] = group;
    alike->row[alike->count++] = row;
    alike->members[group]++;
    alike->likely[group] += may_be_post;
}

/* Number the groups of a row, or add it to those that have a number. */
static void read_row(const rl_columns *columns, int32_t row, int32_t attribute, bool may_be_post, bool is_first_pass,
                     rl_pool *pool, rl_alike *alike) {
    rl_view value = rl_value(columns, row, attribute);
    bool is_id = attribute == RL_ATTRIBUTE_ID;
    if (!value.size || (is_id && !rl_has_digit(value))) return;
    rl_post_names names;
    group_key key;
    int32_t seen[RL_POST_NAMES], seen_count = 0;
    memcpy(key.bytes, &columns->tag[row], TAG_BYTES);
    rl_post_names_begin(&names, value);
    for (size_t size; (size = rl_post_next_name(&names, key.bytes + TAG_BYTES)) > 0;) {
        if (is_id) names.left = 0;
        key.size = TAG_BYTES + size;
        int32_t group = rl_distinct_find(&alike->keys, key.bytes, key.size), before = 0;
        if (is_first_pass && group < 0) add_group(alike, &key, pool);
        if (is_first_pass || group < 0) continue;
        while (before < seen_count && seen[before] != group) before++;
        if (before < seen_count) continue;
        seen[seen_count++] = group;
        if (!alike->members[group]) alike->place[group] = RL_POST_NAMES - 1 - names.left;
        add_member(alike, group, row, may_be_post, pool);
    }
}

void rl_find_alike(const rl_columns *columns, int32_t attribute, const uint8_t *is_block, const uint8_t *may_be_post,
                   rl_pool *pool, rl_alike *alike) {
    memset(alike, 0, sizeof *alike);
    rl_distinct_begin(&alike->keys, pool, rl_seed_make(pool));
    for (int32_t row = 0; row < columns->count; row++)
        if (is_block[row] && may_be_post[row]) read_row(columns, row, attribute, true, true, pool, alike);
    for (int32_t row = 0; alike->keys.count && row < columns->count; row++)
        if (is_block[row]) read_row(columns, row, attribute, may_be_post[row] != 0, false, pool, alike);
}

/* --- What spans hold. */

static void find_around(rl_spans spans, int32_t *around, int32_t *open) {
    int32_t open_count = 0;
    for (int32_t i = 0; i < spans.count; i++) {
        while (open_count && spans.end[open[open_count - 1]] <= spans.start[i]) open_count--;
        around[i] = open_count ? open[open_count - 1] : -1;
        open[open_count++] = i;
    }
}

int32_t *rl_spans_around(rl_spans spans, rl_pool *pool) {
    int32_t *around = RL_TAKE(pool, int32_t, (size_t)spans.count);
    find_around(spans, around, RL_TAKE(pool, int32_t, (size_t)spans.count));
    return around;
}

static void count_own(rl_spans spans, const int32_t *around, const int64_t *totals, int64_t *counts) {
    for (int32_t i = 0; i < spans.count; i++) {
        int64_t inside = totals[spans.end[i]] - totals[spans.start[i]];
        counts[i] = inside;
        if (around[i] >= 0) counts[around[i]] -= inside;
    }
}

int64_t *rl_own_counts(rl_spans spans, const int64_t *totals, rl_pool *pool) {
    int64_t *counts = RL_TAKE(pool, int64_t, (size_t)spans.count);
    count_own(spans, rl_spans_around(spans, pool), totals, counts);
    return counts;
}

static int in_order(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

void rl_measuring_begin(rl_measuring *room, int32_t count, rl_pool *pool) {
    room->around = RL_TAKE(pool, int32_t, (size_t)count);
    room->open = RL_TAKE(pool, int32_t, (size_t)count);
    for (int i = 0; i < 3; i++) room->counts[i] = RL_TAKE(pool, int64_t, (size_t)count);
}

rl_group_measures rl_measure_group(rl_spans spans, const int64_t *dates, const int64_t *authors, const int64_t *prose,
                                   int needed, rl_measuring *room) {
    rl_group_measures measures = {0};
    int64_t *dated = room->counts[0], *authored = room->counts[1], *written = room->counts[2];
    find_around(spans, room->around, room->open);
    count_own(spans, room->around, dates, dated);
    count_own(spans, room->around, authors, authored);
    count_own(spans, room->around, prose, written);
    for (int32_t i = 0; i < spans.count; i++) {
        int shown = (dated[i] > 0) + (authored[i] > 0);
        measures.nodes += spans.end[i] - spans.start[i];
        measures.dated += dated[i] > 0;
        measures.signed_too += shown == 2;
        if (shown < needed || written[i] <= 0) continue;
        measures.shown += shown;
        written[measures.posts++] = written[i];
    }
    if (!measures.posts) return measures;
    qsort(written, (size_t)measures.posts, sizeof *written, in_order);
    measures.median = (double)(written[(measures.posts - 1) / 2] + written[measures.posts / 2]) / 2;
    return measures;
}
