/* All posts of a group are built alike, so the body is the same part of each: the one, named by class or place, that
   holds the most of their text and the least of what they share. Text that most posts repeat ("Reply", "Posts:") is no
   one's words, and neither is what a name says to be a signature, a profile or buttons. */
#include "post_bodies.h"

#include <string.h>

#include "lowering.h"
#include "post_tables.h"
#include "utf8.h"

enum {
    MAX_NODES = 400000,   /* of all posts together that are looked at */
    MAX_TEXT = 200,       /* characters by which texts are told apart */
    MAX_LEAF = 100000,    /* characters of a leaf that count */
    MAX_VALUE = 1000,     /* characters of an attribute */
    MAX_ITEM = 40,        /* of the name of an item */
    MAX_GIVEN = 60,       /* of a name for tests */
    MAX_LABEL = 90,       /* of a leaf that shows a date and little else: `ridgeline.posts.moments.MAX_LENGTH` */
    MAX_HEAD = 10, MAX_TAIL = 6,  /* leaves of a header, of a notice at the end */
};
static const double REPEATED = 0.2;      /* of the posts have the same text: it is part of the page's frame */
static const double MIN_PRESENCE = 0.7;  /* of the posts have a part of this name, if it is the body */
static const double NAMED_BONUS = 1.25;  /* for a part whose name says that it is the body; chosen on half of harvest's sites */
static const double MIN_FRAMED = 0.5;    /* of the bodies begin with their header: it has no element of its own */

typedef struct {
    int32_t post, part, first, end;
} occurrence;

/* The parts of posts, by number in the order in which they come. */
typedef struct {
    rl_distinct keys;
    int32_t *posts, *last_post;  /* how many posts have it, and the last of these */
    int64_t *held, *shown;       /* characters in it that posts do not share, and all */
    int32_t room;
    occurrence *occurrences;     /* the first of each part in each post */
    size_t count, occurrence_room;
} part_table;

typedef struct {
    const rl_page *page;
    const rl_columns *columns;
    rl_spans posts;
    const rl_post_signs *signs;
    rl_pool *pool;
    int32_t *leaf_of;            /* by row and one past the last: the number of leaves before it */
    int32_t *weights;            /* by leaf: its prose, 0 where most posts show the same text */
    int64_t *weight_sums, *length_sums;  /* by leaf and one past the last: of all before it */
    int32_t given_name;          /* the attribute `data-testid`, -1 where no element has it */
    part_table parts;
} body_reader;

/* How a part is named. */
enum { BY_CLASS, BY_ID, BY_ITEM, BY_GIVEN, BY_PLACE };
enum { PREFIX = 1 + 2 * sizeof(int32_t) };

typedef struct {
    size_t size;
    uint8_t bytes[PREFIX + RL_POST_NAME_BYTES];
} part_key;

/* --- Leaves. */

/* By leaf: the innermost post around it, -1 for none, and for what was taken before. */
static int32_t *find_owners(const body_reader *reader) {
    const rl_derived *derived = &reader->page->derived;
    const rl_spans *posts = &reader->posts;
    int32_t *owner = RL_TAKE(reader->pool, int32_t, (size_t)derived->leaf_count);
    int32_t *open = RL_TAKE(reader->pool, int32_t, (size_t)posts->count), open_count = 0, next = 0;
    for (int32_t leaf = 0; leaf < derived->leaf_count; leaf++) {
        int32_t node = derived->leaves[leaf];
        while (next < posts->count && posts->start[next] <= node) open[open_count++] = next++;
        while (open_count && posts->end[open[open_count - 1]] <= node) open_count--;
        owner[leaf] = open_count && !reader->signs->taken[leaf] ? open[open_count - 1] : -1;
    }
    return owner;
}

static rl_leaf_lists list_own(const body_reader *reader) {
    const int32_t *owner = find_owners(reader), leaf_count = reader->page->derived.leaf_count, count = reader->posts.count;
    rl_leaf_lists own = {NULL, RL_TAKE_ZEROED(reader->pool, int32_t, (size_t)count + 2)};
    int32_t *place = own.bounds + 1;  /* where the next leaf of each post goes: in the end, where those of the next one begin */
    for (int32_t leaf = 0; leaf < leaf_count; leaf++)
        if (owner[leaf] >= 0) place[owner[leaf] + 1]++;
    for (int32_t i = 0; i < count; i++) place[i + 1] += place[i];
    own.leaves = RL_TAKE(reader->pool, int32_t, (size_t)place[count]);
    for (int32_t leaf = 0; leaf < leaf_count; leaf++)
        if (owner[leaf] >= 0) own.leaves[place[owner[leaf]]++] = leaf;
    return own;
}

static void count_leaves(body_reader *reader) {
    const rl_derived *derived = &reader->page->derived;
    int32_t *leaf_of = reader->leaf_of = RL_TAKE(reader->pool, int32_t, (size_t)reader->columns->count + 1), leaf = 0;
    for (int32_t row = 0; row <= reader->columns->count; row++) {
        leaf_of[row] = leaf;
        if (leaf < derived->leaf_count && derived->leaves[leaf] == row) leaf++;
    }
}

/* --- Weights. */

/* A text by which texts are told apart: its beginning, 0 for every number. There is room for MAX_TEXT characters. */
static size_t fold_text(uint8_t *to, rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    for (int left = MAX_TEXT; left && at < end; left--) rl_decode(&at, end);
    rl_view beginning = rl_strip((rl_view){text.bytes, (size_t)(at - text.bytes)});
    size_t size = 0;
    for (size_t i = 0; i < beginning.size; i++) {
        bool is_digit = beginning.bytes[i] >= '0' && beginning.bytes[i] <= '9';
        if (!is_digit) to[size++] = beginning.bytes[i];
        else if (i == 0 || beginning.bytes[i - 1] < '0' || beginning.bytes[i - 1] > '9') to[size++] = '0';
    }
    return size;
}

static int32_t number_of(rl_distinct *distinct, const uint8_t *bytes, size_t size, rl_pool *pool) {
    int32_t number = rl_distinct_find(distinct, bytes, size);
    if (number >= 0) return number;
    uint8_t *own = RL_TAKE(pool, uint8_t, size);
    if (size) memcpy(own, bytes, size);
    return rl_distinct_add(distinct, own, size);
}

/* A text that is quoted is not repeated by that. */
static void weigh(body_reader *reader, rl_leaf_lists own) {
    const rl_page *page = reader->page;
    const int32_t posts = reader->posts.count, own_count = own.bounds[posts];
    int32_t most = (int32_t)(REPEATED * posts) > 1 ? (int32_t)(REPEATED * posts) : 1;
    int32_t *number = RL_TAKE(reader->pool, int32_t, (size_t)own_count);
    int32_t *having = RL_TAKE_ZEROED(reader->pool, int32_t, (size_t)own_count);  /* by number: the posts that have it … */
    int32_t *last = RL_TAKE_ZEROED(reader->pool, int32_t, (size_t)own_count);    /* … and the last of these, and one */
    uint8_t folded[MAX_TEXT * 4];
    rl_distinct texts;
    rl_distinct_begin(&texts, reader->pool, rl_seed_make(reader->pool));
    for (int32_t post = 0; post < posts; post++)
        for (int32_t i = own.bounds[post]; i < own.bounds[post + 1]; i++) {
            int32_t node = page->derived.leaves[own.leaves[i]];
            size_t size = fold_text(folded, rl_text_of(reader->columns, node));
            int32_t own_number = number[i] = number_of(&texts, folded, size, reader->pool);
            if (reader->signs->in_quote[node] || last[own_number] == post + 1) continue;
            last[own_number] = post + 1;
            having[own_number]++;
        }
    reader->weights = RL_TAKE_ZEROED(reader->pool, int32_t, (size_t)page->derived.leaf_count);
    for (int32_t i = 0; i < own_count; i++)
        if (having[number[i]] <= most) reader->weights[own.leaves[i]] = reader->signs->prose[own.leaves[i]];
}

static void sum_up(body_reader *reader) {
    const int32_t count = reader->page->derived.leaf_count, *characters = reader->page->derived.characters;
    int64_t *weights = reader->weight_sums = RL_TAKE(reader->pool, int64_t, (size_t)count + 1);
    int64_t *lengths = reader->length_sums = RL_TAKE(reader->pool, int64_t, (size_t)count + 1);
    weights[0] = lengths[0] = 0;
    for (int32_t leaf = 0; leaf < count; leaf++) {
        weights[leaf + 1] = weights[leaf] + reader->weights[leaf];
        lengths[leaf + 1] = lengths[leaf] + (characters[leaf] < MAX_LEAF ? characters[leaf] : MAX_LEAF);
    }
}

/* --- Parts. */

static void begin_key(part_key *key, uint8_t form, int32_t tag, int32_t around) {
    key->bytes[0] = form;
    memcpy(key->bytes + 1, &tag, sizeof tag);
    memcpy(key->bytes + 1 + sizeof tag, &around, sizeof around);
    key->size = PREFIX;
}

/* What names a part: without its tag, and how it is named. */
static rl_view name_of(rl_view key) { return (rl_view){key.bytes + PREFIX, key.size - PREFIX}; }

/* The number of a part, old or new. */
static int32_t add_part(part_table *parts, const part_key *key, rl_pool *pool) {
    int32_t number = number_of(&parts->keys, key->bytes, key->size, pool);
    if (number < parts->room) return number;
    size_t room = rl_room(pool, (size_t)parts->room, (size_t)number + 1);
    RL_RESIZE(pool, parts->posts, int32_t, room);
    RL_RESIZE(pool, parts->last_post, int32_t, room);
    RL_RESIZE(pool, parts->held, int64_t, room);
    RL_RESIZE(pool, parts->shown, int64_t, room);
    for (size_t i = (size_t)parts->room; i < room; i++) {
        parts->posts[i] = 0;
        parts->last_post[i] = -1;
        parts->held[i] = parts->shown[i] = 0;
    }
    if (room > INT32_MAX) rl_fail(pool);
    parts->room = (int32_t)room;
    return number;
}

/* Count a part of a post, the first one of its name. */
static void read_part(body_reader *reader, const part_key *key, int32_t post, int32_t first, int32_t end) {
    part_table *parts = &reader->parts;
    int32_t number = add_part(parts, key, reader->pool);
    if (parts->last_post[number] == post) return;
    parts->last_post[number] = post;
    parts->posts[number]++;
    parts->held[number] += reader->weight_sums[end] - reader->weight_sums[first];
    parts->shown[number] += reader->length_sums[end] - reader->length_sums[first];
    if (parts->count == parts->occurrence_room)
        RL_RESIZE(reader->pool, parts->occurrences, occurrence,
                  parts->occurrence_room = rl_room(reader->pool, parts->occurrence_room, parts->count + 1));
    parts->occurrences[parts->count++] = (occurrence){post, number, first, end};
}

static rl_view beginning_of(rl_view value, int characters) {
    const uint8_t *at = value.bytes, *end = rl_end_of(value);
    while (characters-- && at < end) rl_decode(&at, end);
    return (rl_view){value.bytes, (size_t)(at - value.bytes)};
}

static void put_item(part_key *key, rl_view item) {
    static const rl_word BODIES[] = {{"body", 4}, {"text", 4}};
    if (rl_has_word_in_any_case(item, (rl_word_list){BODIES, 2})) item = (rl_view){(const uint8_t *)"text", 4};
    size_t left = MAX_ITEM;
    key->size = (size_t)(rl_lower_text(key->bytes + PREFIX, RL_ASCII_LOWER, item, &left) - key->bytes);
}

static void put_given(part_key *key, rl_view given) {
    given = beginning_of(given, MAX_GIVEN);
    memcpy(key->bytes + PREFIX, given.bytes, given.size);
    key->size = PREFIX + given.size;
}

/* The classes of an element, its id where that has a number, its item of microdata; else its place. */
static void read_element(body_reader *reader, int32_t row, int32_t post, bool is_root, int32_t first, int32_t end) {
    const rl_columns *columns = reader->columns;
    const int32_t tag = columns->tag[row], parent = columns->parent[row];
    rl_view id = beginning_of(rl_value(columns, row, RL_ATTRIBUTE_ID), MAX_VALUE);
    rl_view item = beginning_of(rl_value(columns, row, RL_ATTRIBUTE_ITEMPROP), MAX_VALUE), given;
    bool is_named = false;
    part_key key;
    rl_post_names names;
    begin_key(&key, BY_CLASS, tag, 0);
    rl_post_names_begin(&names, rl_value(columns, row, RL_ATTRIBUTE_CLASS));
    for (size_t size; (size = rl_post_next_name(&names, key.bytes + PREFIX)) > 0; is_named = true) {
        key.size = PREFIX + size;
        read_part(reader, &key, post, first, end);
    }
    if (rl_has_digit(id)) {
        begin_key(&key, BY_ID, tag, 0);
        rl_post_names_begin(&names, rl_strip(id));
        key.size += rl_post_next_name(&names, key.bytes + PREFIX);
        read_part(reader, &key, post, first, end);
        is_named = true;
    }
    if (item.size) {
        begin_key(&key, BY_ITEM, tag, 0);
        put_item(&key, item);
        read_part(reader, &key, post, first, end);
    } else if (!is_named && reader->given_name >= 0 && (given = rl_value(columns, row, reader->given_name)).size) {
        begin_key(&key, BY_GIVEN, tag, 0);
        put_given(&key, given);
        read_part(reader, &key, post, first, end);
    } else if (!is_named && !is_root && parent >= 0) {
        begin_key(&key, BY_PLACE, tag, columns->tag[parent]);
        rl_post_names_begin(&names, rl_value(columns, parent, RL_ATTRIBUTE_CLASS));
        key.size += rl_post_next_name(&names, key.bytes + PREFIX);
        read_part(reader, &key, post, first, end);
    }
}

/* Elements that have leaves or classes. */
static void read_rows(body_reader *reader, int32_t post, int32_t start, int32_t end) {
    const rl_columns *columns = reader->columns;
    const rl_post_signs *signs = reader->signs;
    for (int32_t row = start; row < end; row++) {
        int32_t tag = columns->tag[row], first = reader->leaf_of[row], last = reader->leaf_of[columns->end[row]];
        if (!signs->may_be_body[tag < signs->tag_count ? tag : signs->tag_count - 1]) continue;
        if (first >= last && !rl_value(columns, row, RL_ATTRIBUTE_CLASS).size) continue;
        read_element(reader, row, post, row == reader->posts.start[post], first, last);
    }
}

/* The parts of all posts, of each without the posts inside of it. The outermost come first. */
static void read_parts(body_reader *reader) {
    const rl_spans *posts = &reader->posts;
    const size_t count = (size_t)posts->count;
    int32_t *around = rl_spans_around(*posts, reader->pool), *inner = RL_TAKE(reader->pool, int32_t, count);
    int32_t *next = RL_TAKE(reader->pool, int32_t, count);  /* the next one in the same post; -1 for none */
    for (size_t i = 0; i < count; i++) inner[i] = next[i] = -1;
    for (int32_t post = posts->count - 1; post >= 0; post--)
        if (around[post] >= 0) {
            next[post] = inner[around[post]];
            inner[around[post]] = post;
        }
    int64_t left = MAX_NODES;
    for (int32_t post = 0; post < posts->count; post++) {
        int32_t start = posts->start[post];
        if ((left -= posts->end[post] - start) < 0) return;
        for (int32_t each = inner[post]; each >= 0; each = next[each]) {
            read_rows(reader, post, start, posts->start[each]);
            start = posts->end[each];
        }
        read_rows(reader, post, start, posts->end[post]);
    }
}

/* The part that is the body, -1 where none stands out. Of equals it is the innermost, which comes last. */
static int32_t best_part(const body_reader *reader) {
    const part_table *parts = &reader->parts;
    int64_t total = reader->weight_sums[reader->page->derived.leaf_count];
    double best_score = 0.0;
    int32_t best = -1;
    for (int32_t i = 0; i < parts->keys.count; i++) {
        if (parts->posts[i] < MIN_PRESENCE * reader->posts.count) continue;
        double inside = (double)parts->held[i], recall = inside / (double)(total > 1 ? total : 1);
        double precision = inside / (double)(parts->shown[i] > 1 ? parts->shown[i] : 1);
        double score = inside > 0 ? 2 * recall * precision / (recall + precision) : 0.0;
        rl_view key = parts->keys.views[i];
        if (key.bytes[0] != BY_PLACE && (rl_post_meaning(name_of(key)) & RL_POST_BODY)) score *= NAMED_BONUS;
        if (score >= best_score) best = i, best_score = score;
    }
    return best;
}

/* --- Bodies. */

/* Write those leaves of a post that are its body; how many. They are in its part, or without one all that somebody may
   have written. */
static int32_t write_body(const body_reader *reader, const int32_t *own, int32_t count, const occurrence *part, int32_t *to) {
    const rl_derived *derived = &reader->page->derived;
    const rl_post_signs *signs = reader->signs;
    int32_t size = 0, written = 0, shown = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t node = derived->leaves[own[i]];
        if (part ? own[i] >= part->first && own[i] < part->end
                 : !signs->is_furniture[node] && !signs->is_date[node] && reader->weights[own[i]] > 0)
            to[size++] = own[i];
    }
    if (!part) return size;
    for (int32_t i = 0; i < size; i++) written += !signs->is_furniture[derived->leaves[to[i]]];
    if (written) {
        int32_t kept = 0;
        for (int32_t i = 0; i < size; i++)
            if (!signs->is_furniture[derived->leaves[to[i]]]) to[kept++] = to[i];
        size = kept;
    }
    for (int32_t i = 0; i < size; i++)
        if (!derived->hidden[derived->leaves[to[i]]]) shown++;
    if (!shown) return size;
    int32_t kept = 0;
    for (int32_t i = 0; i < size; i++)
        if (!derived->hidden[derived->leaves[to[i]]]) to[kept++] = to[i];
    return kept;
}

/* How many leaves a body begins with that show its author: pictures, and a link to a person's page. */
static int32_t after_person(const body_reader *reader, const int32_t *body, int32_t count) {
    const rl_derived *derived = &reader->page->derived;
    for (int32_t i = 0; i < count && i < MAX_HEAD; i++) {
        int32_t node = derived->leaves[body[i]], parent = reader->columns->parent[node];
        if (!derived->characters[body[i]]) continue;
        bool is_author = parent >= 0 && reader->signs->is_author[parent];
        return is_author && *rl_text_of(reader->columns, node).bytes != '@' ? i + 1 : 0;  /* @: whom it answers */
    }
    return 0;
}

/* The leaves at an end of a body up to a date or the author; 0 for none, or where all would be. `step` is 1 from the
   start on, -1 from the end. */
static int32_t frame_of(const body_reader *reader, const int32_t *body, int32_t count, int step) {
    const rl_derived *derived = &reader->page->derived;
    int32_t end = step > 0 ? after_person(reader, body, count) : 0;
    for (int32_t i = 0; i < count && i < (step > 0 ? MAX_HEAD : MAX_TAIL); i++) {
        int32_t leaf = body[step > 0 ? i : count - 1 - i], node = derived->leaves[leaf];
        if (derived->characters[leaf] > MAX_LABEL || reader->signs->in_quote[node]) break;
        if (reader->signs->in_date[node]) end = i + 1;
    }
    return end < count ? end : 0;
}

/* Take the headers of all bodies away, or the notices at their ends, where most have one. */
static void drop_frames(const body_reader *reader, rl_leaf_lists *bodies, int32_t *sizes, int step) {
    const int32_t count = reader->posts.count;
    int32_t *frames = RL_TAKE(reader->pool, int32_t, (size_t)count), framed = 0;
    for (int32_t i = 0; i < count; i++)
        framed += (frames[i] = frame_of(reader, bodies->leaves + bodies->bounds[i], sizes[i], step)) > 0;
    if (!(framed > MIN_FRAMED * count)) return;
    for (int32_t i = 0; i < count; i++) {
        if (step > 0) bodies->bounds[i] += frames[i];
        sizes[i] -= frames[i];
    }
}

/* Put the bodies beside each other again. */
static void close_gaps(rl_leaf_lists *bodies, const int32_t *sizes, int32_t count) {
    int32_t end = 0;
    for (int32_t i = 0; i < count; i++) {
        if (sizes[i]) memmove(bodies->leaves + end, bodies->leaves + bodies->bounds[i], (size_t)sizes[i] * sizeof(int32_t));
        bodies->bounds[i] = end;
        end += sizes[i];
    }
    bodies->bounds[count] = end;
}

static rl_leaf_lists write_bodies(const body_reader *reader, rl_leaf_lists own, int32_t best) {
    const int32_t count = reader->posts.count;
    int32_t *sizes = RL_TAKE(reader->pool, int32_t, (size_t)count);
    const occurrence **part = RL_TAKE_ZEROED(reader->pool, const occurrence *, (size_t)count);
    rl_leaf_lists bodies = {RL_TAKE(reader->pool, int32_t, (size_t)own.bounds[count]),
                            RL_TAKE(reader->pool, int32_t, (size_t)count + 1)};
    for (size_t i = 0; i < reader->parts.count; i++)
        if (reader->parts.occurrences[i].part == best) part[reader->parts.occurrences[i].post] = &reader->parts.occurrences[i];
    for (int32_t i = 0; i < count; i++) {
        int32_t first = bodies.bounds[i] = own.bounds[i];
        sizes[i] = write_body(reader, own.leaves + first, own.bounds[i + 1] - first, part[i], bodies.leaves + first);
    }
    drop_frames(reader, &bodies, sizes, 1);
    drop_frames(reader, &bodies, sizes, -1);
    close_gaps(&bodies, sizes, count);
    return bodies;
}

void rl_find_post_bodies(const rl_page *page, rl_spans posts, const rl_post_signs *signs, rl_pool *pool,
                         rl_post_bodies *bodies) {
    body_reader reader = {.page = page, .columns = &page->columns, .posts = posts, .signs = signs, .pool = pool};
    reader.given_name = rl_attribute_named(&page->columns, "data-testid");
    count_leaves(&reader);
    bodies->own = list_own(&reader);
    weigh(&reader, bodies->own);
    sum_up(&reader);
    rl_distinct_begin(&reader.parts.keys, pool, rl_seed_make(pool));
    read_parts(&reader);
    int32_t best = best_part(&reader);
    bodies->written = write_bodies(&reader, bodies->own, best);
    bodies->body_tag = -1;
    bodies->body_name = (rl_view){(const uint8_t *)"", 0};
    if (best < 0 || reader.parts.keys.views[best].bytes[0] != BY_CLASS) return;
    memcpy(&bodies->body_tag, reader.parts.keys.views[best].bytes + 1, sizeof bodies->body_tag);
    bodies->body_name = name_of(reader.parts.keys.views[best]);
}
