/* The names of elements (classes, ids, roles, properties, telling tags), whose classes are alike, and which siblings
   are of the same kind. */
#include <string.h>

#include "characters.h"
#include "reading.h"
#include "stems.h"
#include "utf8.h"

enum {
    MAX_CLASS_LENGTH = 300,  /* characters of a value that are read */
    ALIKE_WORDS = 2,         /* classes that tell which elements are alike */
    FEW_KINDS = 8,           /* of siblings */
    ATTRIBUTES = 4,          /* that name an element; they are the first of the known ones */
    TAG_SLOT = RL_NAME_SLOTS - 1,
};
_Static_assert(RL_ATTRIBUTE_CLASS == 0 && RL_ATTRIBUTE_ID == 1 && RL_ATTRIBUTE_ROLE == 2 &&
                   RL_ATTRIBUTE_ITEMPROP == 3 && ATTRIBUTES == TAG_SLOT,
               "the attributes that name an element have the numbers of their slots");

/* What tells a kind of sibling. All fields are as wide, so there is no padding: keys are compared as bytes. */
typedef struct {
    int32_t parent;  /* a place */
    int32_t tag;
    int32_t alike;   /* of its classes */
} kind_key;

/* What is known of a value of an attribute. */
typedef struct {
    int32_t name;   /* 0 where it was given none */
    int32_t alike;  /* of classes, 0 where it is not known: one more than the number that alike ones share */
} noted_value;

typedef struct {
    const rl_tree *tree;
    const rl_lexicon *lexicon;
    rl_pool *pool;
    rl_names *names;
    rl_reading *reading;

    rl_distinct values;    /* of attributes, numbered from 2 on: 0 stands for no attribute, 1 for one without a value */
    noted_value *noted;    /* by number of a value */
    int32_t noted_room;
    rl_distinct alike;     /* classes without numbers and states */
    rl_slice last_class;   /* the class that was numbered last, and its number */
    int32_t last_number;

    kind_key *keys;        /* by kind; they never move, since there is room for all */
    int32_t first_kind;    /* of the parent whose children are read */
    rl_distinct many;      /* the kinds of parents that have many */
    int32_t *many_kind;    /* by number there: the kind */
    int32_t many_count, many_room;

    int32_t *ids;          /* of all names */
    size_t id_count, id_room;
    int32_t *starts;       /* by name, and one past the last */
    int32_t name_count, start_room;
    int32_t *seen;         /* by id of a word: the last name that has it */
    int32_t kind_ids[RL_STEM_KINDS];
} reader;

static void push_id(reader *state, int32_t id) {
    if (state->id_count == state->id_room) {
        state->id_room = rl_room(state->pool, state->id_room, state->id_count + 1);
        RL_RESIZE(state->pool, state->ids, int32_t, state->id_room);
    }
    if (state->id_count >= INT32_MAX) rl_fail(state->pool);
    state->ids[state->id_count++] = id;
}

/* The id of a known word, if the name has none such yet. */
static void add_id(reader *state, int32_t id) {
    if (id < 0 || id >= state->lexicon->class_count || state->seen[id] == state->name_count) return;
    state->seen[id] = state->name_count;
    push_id(state, id);
}

/* The longest stem at the beginning of at least two small letters, NULL where there is none. */
static const rl_stem *stem_at(const uint8_t *at, const uint8_t *end) {
    int letter = *at - 'a';
    if (!(RL_SECOND_LETTERS[letter] >> (at[1] - 'a') & 1)) return NULL;  /* as at most places */
    for (int i = RL_STEMS_FROM[letter]; i < RL_STEMS_FROM[letter + 1]; i++) {
        const rl_stem *stem = &RL_STEM[i];
        if (end - at < stem->size || at[1] != (uint8_t)stem->text[1]) continue;
        if (memcmp(at + 2, stem->text + 2, stem->size - 2u) == 0) return stem;
    }
    return NULL;
}

/* The next stem in a word of small letters, which `*at` moves past; NULL where there is none. */
static const rl_stem *next_stem(const uint8_t **at, const uint8_t *end) {
    while (end - *at >= 2) {
        const rl_stem *stem = stem_at(*at, end);
        *at += stem ? stem->size : 1;
        if (stem) return stem;
    }
    return NULL;
}

/* The ids of a word and of the kinds of element that its stems indicate. */
static void add_word(void *reading, const uint8_t *word, size_t size) {
    reader *state = reading;
    const uint8_t *at = word;
    add_id(state, rl_vocabulary_find(state->lexicon->classes, word, size));
    for (const rl_stem *stem; (stem = next_stem(&at, word + size));) add_id(state, state->kind_ids[stem->kind]);
}

static inline bool is_small(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }
static inline bool is_capital(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }

static const uint8_t *after_small(const uint8_t *at, const uint8_t *end) {
    while (at < end && is_small(*at)) at++;
    return at;
}

static const uint8_t *after_capitals(const uint8_t *at, const uint8_t *end) {
    while (at < end && is_capital(*at)) at++;
    return at;
}

static const uint8_t *cut_value(const uint8_t *at, const uint8_t *end) {
    if (end - at <= MAX_CLASS_LENGTH) return end;
    for (int i = 0; i < MAX_CLASS_LENGTH && at < end; i++) rl_decode(&at, end);
    return at;
}

/* The parts of `post-body mainContent`, in small letters: post, body, main, content. Two capitals and more are a word
   of their own; single letters are none. */
static inline void split_name(rl_view name, rl_take_word take, void *state) {
    const uint8_t *at = name.bytes, *end = cut_value(at, at + name.size);
    uint8_t word[MAX_CLASS_LENGTH];
    while (at < end) {
        const uint8_t *begin = at;
        at = after_capitals(at, end);
        if (at - begin < 2) at = after_small(at, end);
        size_t size = (size_t)(at - begin);
        if (!size) at++;  /* no letter */
        if (size < 2) continue;
        for (size_t i = 0; i < size; i++) word[i] = begin[i] | 0x20;
        take(state, word, size);
    }
}

typedef struct {
    rl_take_word take;
    void *state;
} teller;

static void tell_word(void *state, const uint8_t *word, size_t size) {
    const teller *to = state;
    const uint8_t *at = word;
    to->take(to->state, word, size);
    for (const rl_stem *stem; (stem = next_stem(&at, word + size));) {
        const char *kind = RL_STEM_KIND[stem->kind];
        to->take(to->state, (const uint8_t *)kind, strlen(kind));
    }
}

void rl_name_words(const uint8_t *name, size_t size, rl_take_word take, void *state) {
    teller to = {take, state};
    split_name((rl_view){name, size}, tell_word, &to);
}

static void push_start(reader *state) {
    if (state->name_count >= state->start_room) {
        size_t room = rl_room(state->pool, (size_t)state->start_room, (size_t)state->name_count + 1);
        if (room > INT32_MAX / 2) rl_fail(state->pool);
        RL_RESIZE(state->pool, state->starts, int32_t, room);
        state->start_room = (int32_t)room;
    }
    state->starts[state->name_count++] = (int32_t)state->id_count;
}

/* Room to note something of the value with this number. */
static void reserve_noted(reader *state, int32_t number) {
    int32_t old = state->noted_room;
    if (number < old) return;
    size_t room = rl_room(state->pool, (size_t)old, (size_t)number + 1);
    if (room > INT32_MAX / 2) rl_fail(state->pool);
    RL_RESIZE(state->pool, state->noted, noted_value, room);
    memset(state->noted + old, 0, (room - (size_t)old) * sizeof(noted_value));
    state->noted_room = (int32_t)room;
}

/* The name that a value is; it is read when it is first asked for. */
static int32_t name_of_value(reader *state, int32_t number) {
    reserve_noted(state, number);
    if (!state->noted[number].name) {
        state->noted[number].name = state->name_count;
        push_start(state);
        rl_view value = number == 1 ? (rl_view){NULL, 0} : state->values.views[number - 2];
        if (value.size) split_name(value, add_word, state);
    }
    return state->noted[number].name;
}

static bool is_state(const uint8_t *part, size_t size) {
    static const char STATES[][9] = {"first",    "last", "odd",    "even", "alt",    "active",  "current",
                                     "selected", "open", "closed", "new",  "sticky", "featured"};
    if (size < 3 || size > 8) return false;
    for (size_t i = 0; i < sizeof STATES / sizeof STATES[0]; i++) {
        size_t at = 0;
        while (at < size && (part[at] | 0x20) == STATES[i][at]) at++;  /* only letters become small letters by this */
        if (at == size && !STATES[i][size]) return true;
    }
    return false;
}

/* Whether a class has a digit, or a part between `-` and `_` that names a state. */
static bool names_state(rl_view word) {
    const uint8_t *part = word.bytes, *end = part + word.size;
    for (const uint8_t *at = part;; at++) {
        bool is_end = at == end || *at == '-' || *at == '_';
        if (is_end && is_state(part, (size_t)(at - part))) return true;
        if (at == end) return false;
        if (*at >= '0' && *at <= '9') return true;
        if (is_end) part = at + 1;
    }
}

/* The next class of some, which `*at` moves past; an empty one after the last. */
static rl_view next_class(const uint8_t **at, const uint8_t *end) {
    const uint8_t *begin = *at, *next = begin;
    while (next < end && rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE) begin = next;
    const uint8_t *stop = next = begin;
    while (next < end && !(rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE)) stop = next;
    *at = stop;
    return (rl_view){begin, (size_t)(stop - begin)};
}

/* The first classes that name neither a number nor a state: `post-12 post odd type-post` → `post type-post`. They are
   numbered from 1 on; 0 stands for none. */
static int32_t number_without_state(reader *state, rl_view classes) {
    const uint8_t *at = classes.bytes, *end = cut_value(at, at + classes.size);
    rl_view found[ALIKE_WORDS];
    size_t count = 0, size = 0;
    for (rl_view word = next_class(&at, end); word.size && count < ALIKE_WORDS; word = next_class(&at, end)) {
        if (names_state(word)) continue;
        found[count++] = word;
        size += word.size + 1;
    }
    if (!count) return 0;
    uint8_t *joined = RL_TAKE(state->pool, uint8_t, size), *to = joined;
    for (size_t i = 0; i < count; i++) {
        memcpy(to, found[i].bytes, found[i].size);
        to += found[i].size;
        *to++ = ' ';
    }
    return 1 + rl_distinct_add(&state->alike, joined, size);
}

/* By the number of a value of class, the number that alike ones share. */
static int32_t alike_of_class(reader *state, int32_t number) {
    if (number < 2) return 0;  /* no classes */
    reserve_noted(state, number);
    if (!state->noted[number].alike)
        state->noted[number].alike = 1 + number_without_state(state, state->values.views[number - 2]);
    return state->noted[number].alike - 1;
}

/* The number of a value; one that is missing and an empty one are two. */
static int32_t number_of_value(reader *state, rl_slice value) {
    if (value.length == RL_NO_VALUE) return 1;
    return 2 + rl_distinct_add(&state->values, rl_bytes(&state->tree->page->columns, value), value.length);
}

static bool is_equal(const rl_columns *columns, rl_slice one, rl_slice other) {
    if (one.length != other.length || one.length == RL_NO_VALUE) return false;
    return !one.length || memcmp(rl_bytes(columns, one), rl_bytes(columns, other), one.length) == 0;
}

/* Siblings often have the same classes. */
static int32_t number_of_class(reader *state, const rl_slice *value) {
    if (!value) return 0;
    if (state->last_number && is_equal(&state->tree->page->columns, *value, state->last_class))
        return state->last_number;
    state->last_class = *value;
    state->last_number = number_of_value(state, *value);
    return state->last_number;
}

static int32_t add_kind(reader *state) {
    state->names->kinds[state->names->kind_count] = (rl_sibling_kind){0, {0, 0, 0}};
    return state->names->kind_count++;
}

/* Number the key of a kind in the table; the kind, which is `kind` where the key is new. */
static int32_t kind_in_table(reader *state, int32_t kind) {
    int32_t number = rl_distinct_add(&state->many, (const uint8_t *)&state->keys[kind], sizeof state->keys[kind]);
    if (number >= state->many_room) {
        size_t room = rl_room(state->pool, (size_t)state->many_room, (size_t)number + 1);
        if (room > INT32_MAX / 2) rl_fail(state->pool);
        RL_RESIZE(state->pool, state->many_kind, int32_t, room);
        state->many_room = (int32_t)room;
    }
    if (number == state->many_count) state->many_kind[state->many_count++] = kind;
    return state->many_kind[number];
}

/* Kinds have the key of their parent, and those of one parent follow one another. Most parents have few: these are
   looked through. When they become many, they go into a table. */
static int32_t number_of_kind(reader *state, kind_key key) {
    int32_t next = state->names->kind_count, first = state->first_kind;
    state->keys[next] = key;
    if (next - first <= FEW_KINDS) {
        for (int32_t kind = next - 1; kind >= first; kind--)
            if (state->keys[kind].tag == key.tag && state->keys[kind].alike == key.alike) return kind;
        if (next - first == FEW_KINDS)
            for (int32_t kind = first; kind <= next; kind++) kind_in_table(state, kind);
        return add_kind(state);
    }
    int32_t kind = kind_in_table(state, next);
    return kind == next ? add_kind(state) : kind;
}

/* The names that the attributes of an element give it. The root and the body count for none: theirs are about the whole
   page or site. */
static void read_slots(reader *state, int32_t place, int32_t row, int32_t class_number) {
    const rl_columns *columns = &state->tree->page->columns;
    int32_t *slots = state->names->slots[place];
    if (state->tree->page->derived.depth[row] <= 1) return;
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        int32_t name = columns->attribute_name[i];
        if (name >= ATTRIBUTES || slots[name]) continue;
        int32_t number =
            name == RL_ATTRIBUTE_CLASS ? class_number : number_of_value(state, columns->attribute_value[i]);
        slots[name] = name_of_value(state, number);
    }
}

/* Number the kind of an element; where it holds lines, add what it holds to its kind, and read its names. */
static void read_element(reader *state, int32_t parent, int32_t row) {
    const rl_columns *columns = &state->tree->page->columns;
    int32_t class_number = number_of_class(state, rl_attribute(columns, row, RL_ATTRIBUTE_CLASS));
    int32_t alike = alike_of_class(state, class_number);
    int32_t number = number_of_kind(state, (kind_key){parent, columns->tag[row], alike});
    rl_sibling_kind *kind = &state->names->kinds[number];
    kind->siblings++;
    if (!rl_holds_lines(state->tree, row)) return;
    int32_t place = state->tree->place[row];
    rl_sums sums = rl_sums_of(state->tree, place);
    kind->sums.words += sums.words;
    kind->sums.links += sums.links;
    kind->sums.prose += sums.prose;
    state->names->kind_of[place] = number;
    state->names->alike[place] = alike;
    read_slots(state, place, row, class_number);
}

/* All elements that hold lines are children of others that do; their siblings count as well. */
static void read_elements(reader *state) {
    const rl_tree *tree = state->tree;
    const rl_columns *columns = &tree->page->columns;
    read_element(state, 0, 0);
    for (int32_t place = 0; place < tree->count; place++) {
        int32_t end = columns->end[tree->node[place]];
        if (place) state->first_kind = state->names->kind_count;  /* the root counts as its own child */
        for (int32_t row = tree->node[place] + 1; row < end;) {
            if (columns->tag[row] != RL_TAG_TEXT) read_element(state, place, row);
            row = columns->end[row] > row ? columns->end[row] : row + 1;
        }
    }
}

/* Each telling tag is a name with one id, after all others. */
static void add_telling_tags(reader *state) {
    const rl_tree *tree = state->tree;
    int32_t texts = state->name_count;
    for (int32_t tag = 0; tag < RL_TELLING_TAGS; tag++) {
        push_start(state);
        push_id(state, state->lexicon->class_count + tag);
    }
    for (int32_t place = 0; place < tree->count; place++) {
        int32_t tag = tree->page->columns.tag[tree->node[place]];
        int32_t telling = RL_TELLING_NUMBER[tag < RL_UNKNOWN ? tag : RL_UNKNOWN];
        if (telling >= 0) state->names->slots[place][TAG_SLOT] = texts + telling;
    }
}

static void make_bags(reader *state) {
    rl_bags *bags = &state->reading->names;
    bags->count = state->name_count;
    push_start(state);  /* where the last one ends */
    bags->ids = state->ids;
    bags->starts = state->starts;
}

static bool is_named(const int32_t slots[RL_NAME_SLOTS]) {
    int32_t any = 0;
    for (int slot = 0; slot < RL_NAME_SLOTS; slot++) any |= slots[slot];
    return any != 0;
}

static void list_named(const rl_tree *tree, const rl_names *names, rl_pool *pool, rl_reading *reading) {
    size_t most = (size_t)tree->count;
    reading->name_of = rl_take(pool, most, sizeof *reading->name_of);
    reading->first = RL_TAKE(pool, int32_t, most);
    reading->last = RL_TAKE(pool, int32_t, most);
    reading->named_count = 0;
    for (int32_t place = 0; place < tree->count; place++) {
        if (!is_named(names->slots[place])) continue;
        int32_t named = reading->named_count++;
        memcpy(reading->name_of[named], names->slots[place], sizeof names->slots[place]);
        reading->first[named] = tree->first[place];
        reading->last[named] = tree->last[place];
    }
}

static void read_own(const rl_tree *tree, const rl_names *names, rl_pool *pool, rl_reading *reading) {
    size_t count = (size_t)tree->lines->count;
    reading->own = rl_take(pool, count, sizeof *reading->own);
    for (size_t line = 0; line < count; line++)
        for (int level = 0; level < RL_OWN_LEVELS; level++)
            memcpy(reading->own[line][level], names->slots[tree->around[line][level]], sizeof names->slots[0]);
}

static void begin(reader *state, rl_seed seed) {
    rl_pool *pool = state->pool;
    rl_names *names = state->names;
    size_t places = (size_t)state->tree->count;
    rl_distinct_begin(&state->values, pool, seed);
    rl_distinct_begin(&state->alike, pool, seed);
    rl_distinct_begin(&state->many, pool, seed);
    /* One for each row, and one to write the key of a kind that turns out to be known. */
    size_t kinds = (size_t)state->tree->page->columns.count + 1;
    state->keys = RL_TAKE(pool, kind_key, kinds);
    names->kinds = RL_TAKE(pool, rl_sibling_kind, kinds);
    names->kind_of = RL_TAKE_ZEROED(pool, int32_t, places);
    names->alike = RL_TAKE_ZEROED(pool, int32_t, places);
    names->slots = rl_take_zeroed(pool, places, sizeof *names->slots);
    state->seen = RL_TAKE_ZEROED(pool, int32_t, (size_t)state->lexicon->class_count + 1);
    for (int kind = 0; kind < RL_STEM_KINDS; kind++) {
        const char *text = RL_STEM_KIND[kind];
        state->kind_ids[kind] = rl_vocabulary_find(state->lexicon->classes, (const uint8_t *)text, strlen(text));
    }
    push_start(state);  /* the first name is empty */
}

void rl_names_read(const rl_tree *tree, const rl_lexicon *lexicon, rl_seed seed, rl_pool *pool, rl_names *names,
                   rl_reading *reading) {
    reader state = {.tree = tree, .lexicon = lexicon, .pool = pool, .names = names, .reading = reading};
    memset(names, 0, sizeof *names);
    begin(&state, seed);
    read_elements(&state);
    add_telling_tags(&state);
    make_bags(&state);
    list_named(tree, names, pool, reading);
    read_own(tree, names, pool, reading);
}
