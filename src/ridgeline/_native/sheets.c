#include "sheets.h"

#include <string.h>

#include "interning.h"
#include "kept.h"

enum {
    MAX_SHEET_BYTES = 4 << 20,  /* of all sheets of a page */
    MAX_SELECTORS = 100000,
    MAX_COMPOUNDS = 32,         /* of one selector */
    MAX_STEPS = 8 << 20,        /* comparisons of an element with a part of a selector */
    MAX_LISTS = 4,              /* of selectors in each other */
    NAME_BYTES = 128,           /* of a class or id; longer ones are not compared */
    QUERY_BYTES = 512,
    VALUES = 64,                /* of `class` that are remembered */
    NONE = -1,
    NOT_ASKED = -2,             /* of a name that no element has which is looked at */
};

typedef enum { HAS_CLASS, HAS_ATTRIBUTE, IS_ROOT, IS_FIRST, IS_LAST, IS_NTH, IS_ANY_OF, IS_NONE_OF, WAITS } test_kind;

/* A condition beside tag and id. */
typedef struct {
    test_kind kind;
    uint8_t operation;      /* of an attribute: '=', '~', '|', '^', '$', '*', or 0 for any value */
    bool any_case;
    bool waits;             /* what is false now may become true by a click */
    int32_t number, other;  /* of the class, the attribute, the first compound of a list; the a and b of an+b */
    rl_view value;
    int32_t next;
} test;

typedef struct {
    int32_t tag, id;     /* NONE for any */
    int32_t tests;       /* the first, NONE for none */
    int32_t next;        /* in a list */
    uint8_t combinator;  /* between the compound before and this one */
} compound;

/* A set of names, of which a name's bit may be another's, too: what is not in it is not there. */
typedef struct {
    uint64_t bits[4];
} name_set;

typedef struct {
    int32_t first, count;  /* compounds */
    int32_t next;          /* selector under the same name */
    name_set above;        /* names that elements around it must have */
    int32_t declaration, declaration_count;
    uint32_t specificity;
    bool is_layered;
} selector;

/* A value of `class`, and where its classes are in `classes_of`. */
typedef struct {
    rl_view value;
    int32_t first, count;
} numbered;

#define LIST(type) \
    struct { \
        type *items; \
        int32_t count, room; \
    }
struct rl_sheets {
    const rl_columns *columns;
    rl_pool *pool;
    rl_distinct classes, ids, tags, attributes;
    int32_t *first_class, *id_of;                    /* by row that is asked about, or whose parent is; its classes are
                                                        up to the first of the next row */
    LIST(int32_t) classes_of;
    rl_hints class_hints;
    numbered numbered[VALUES];
    name_set *above;                                 /* by row that is asked about: names of the elements around it */
    int32_t *by_class, *by_id, *by_tag, everywhere;  /* the first selector under a name, NOT_ASKED, or NONE */
    rl_declarations declarations;
    LIST(selector) selectors;
    LIST(compound) compounds;
    LIST(test) tests;
    size_t bytes;
    int64_t steps;
    bool is_cut;
};

/* Add an item to a list. */
#define PUSH(pool, list, type, item) \
    do { \
        if ((list).count == (list).room) { \
            size_t more = rl_room((pool), (list).room ? (size_t)(list).room : 64, (size_t)(list).count + 1); \
            if (more > INT32_MAX / 2) rl_fail(pool); \
            RL_RESIZE((pool), (list).items, type, more); \
            (list).room = (int32_t)more; \
        } \
        (list).items[(list).count++] = (item); \
    } while (0)

/* ---- Names of the page ---- */

static bool is_space(uint8_t byte) { return byte == ' ' || (byte >= 9 && byte <= 13); }

/* The next word of a value that white space divides, from `*at` on; empty at its end. */
static rl_view next_word(rl_view value, size_t *at) {
    while (*at < value.size && is_space(value.bytes[*at])) ++*at;
    size_t start = *at;
    while (*at < value.size && !is_space(value.bytes[*at])) ++*at;
    return (rl_view){value.bytes + start, *at - start};
}

/* Many elements have the same classes. */
static void number_classes(rl_sheets *sheets, rl_view class) {
    rl_view word;
    numbered *known = &sheets->numbered[rl_hint_of(class.bytes, class.size) % VALUES];
    if (rl_are_equal(known->value, class)) {
        for (int32_t i = 0; i < known->count; i++)
            PUSH(sheets->pool, sheets->classes_of, int32_t, sheets->classes_of.items[known->first + i]);
        return;
    }
    *known = (numbered){class, sheets->classes_of.count, 0};
    for (size_t at = 0; (word = next_word(class, &at)).size; known->count++) {
        rl_hint_add(&sheets->class_hints, word.bytes, word.size);
        PUSH(sheets->pool, sheets->classes_of, int32_t, rl_distinct_add(&sheets->classes, word.bytes, word.size));
    }
}

static void number_row(rl_sheets *sheets, int32_t row) {
    rl_view class = rl_value(sheets->columns, row, RL_ATTRIBUTE_CLASS);
    rl_view identifier = rl_value(sheets->columns, row, RL_ATTRIBUTE_ID);
    sheets->first_class[row] = sheets->classes_of.count;
    if (class.size) number_classes(sheets, class);
    sheets->id_of[row] = identifier.size ? rl_distinct_add(&sheets->ids, identifier.bytes, identifier.size) : NONE;
}

static void number_slices(rl_distinct *to, const rl_columns *columns, const rl_slice *slices, int32_t count) {
    for (int32_t i = 0; i < count; i++) rl_distinct_add(to, rl_bytes(columns, slices[i]), slices[i].length);
}

static int32_t *take_heads(rl_pool *pool, int32_t count) {
    int32_t *heads = RL_TAKE(pool, int32_t, (size_t)count + 1);
    for (int32_t i = 0; i < count; i++) heads[i] = NOT_ASKED;
    return heads;
}

/* Ask for the rules of the names of an element. */
static void ask(rl_sheets *sheets, int32_t row) {
    sheets->by_tag[sheets->columns->tag[row]] = NONE;
    if (sheets->id_of[row] >= 0) sheets->by_id[sheets->id_of[row]] = NONE;
    for (int32_t i = sheets->first_class[row]; i < sheets->first_class[row + 1]; i++)
        sheets->by_class[sheets->classes_of.items[i]] = NONE;
}

typedef enum { TAG_NAME, ID_NAME, CLASS_NAME } name_kind;

static void add_name(name_set *to, name_kind kind, int32_t number) {
    uint32_t bit = ((uint32_t)number * 3 + kind) * 2654435769u >> 24;
    to->bits[bit >> 6] |= UINT64_C(1) << (bit & 63);
}

static bool has_names(const name_set *all, const name_set *some) {
    uint64_t missing = 0;
    for (int i = 0; i < 4; i++) missing |= some->bits[i] & ~all->bits[i];
    return !missing;
}

/* The names of the elements around one, those of whose parent are known. */
static name_set names_around(const rl_sheets *sheets, int32_t row) {
    int32_t parent = sheets->columns->parent[row];
    if (parent < 0) return (name_set){{0}};
    name_set names = sheets->above[parent];
    add_name(&names, TAG_NAME, sheets->columns->tag[parent]);
    if (sheets->id_of[parent] >= 0) add_name(&names, ID_NAME, sheets->id_of[parent]);
    for (int32_t i = sheets->first_class[parent]; i < sheets->first_class[parent + 1]; i++)
        add_name(&names, CLASS_NAME, sheets->classes_of.items[i]);
    return names;
}

static void number_names(rl_sheets *sheets, const uint8_t *is_asked) {
    const rl_columns *columns = sheets->columns;
    rl_pool *pool = sheets->pool;
    rl_seed seed = rl_seed_make(pool);
    rl_distinct_begin(&sheets->classes, pool, seed);
    rl_distinct_begin(&sheets->ids, pool, seed);
    rl_distinct_begin(&sheets->tags, pool, seed);
    rl_distinct_begin(&sheets->attributes, pool, seed);
    sheets->first_class = RL_TAKE(pool, int32_t, (size_t)columns->count + 1);
    sheets->id_of = RL_TAKE(pool, int32_t, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        number_row(sheets, row);
        /* What is inside of an element that is not asked about can match no part of a selector. */
        for (int32_t end = is_asked[row] ? row + 1 : columns->end[row]; row + 1 < end;) {
            sheets->first_class[++row] = sheets->classes_of.count;
            sheets->id_of[row] = NONE;
        }
    }
    sheets->first_class[columns->count] = sheets->classes_of.count;
    number_slices(&sheets->tags, columns, columns->tag_names, columns->tag_name_count);
    number_slices(&sheets->attributes, columns, columns->attribute_names, columns->attribute_name_count);
    sheets->by_class = take_heads(pool, sheets->classes.count);
    sheets->by_id = take_heads(pool, sheets->ids.count);
    sheets->by_tag = take_heads(pool, RL_UNKNOWN + columns->tag_name_count);
    sheets->everywhere = NONE;
    sheets->above = RL_TAKE(pool, name_set, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        if (!is_asked[row]) continue;
        ask(sheets, row);
        sheets->above[row] = names_around(sheets, row);
    }
}

/* The code of a tag, NONE where no element has it. */
static int32_t tag_of(const rl_sheets *sheets, const uint8_t *name, size_t size) {
    uint64_t hash = RL_FIXED_SEED;
    for (size_t i = 0; i < size; i++) hash = rl_hash_step(hash, name[i]);
    int32_t code = rl_fixed_name_find(name, size, rl_hash_end(hash));
    if (code != RL_NO_NAME && code < RL_UNKNOWN) return code;
    code = rl_distinct_find(&sheets->tags, name, size);
    return code < 0 ? NONE : RL_UNKNOWN + code;
}

/* ---- Selectors ---- */

typedef struct {
    rl_sheets *sheets;
    const uint8_t *at, *end;
    bool may_match;  /* nothing so far is missing on the page, or not understood */
    int lists;       /* that this is in */
    uint32_t ids, classes, tags;  /* of the specificity */
} selector_reader;

static uint8_t peek(const selector_reader *reader) { return reader->at < reader->end ? *reader->at : 0; }

static bool take(selector_reader *reader, char byte) {
    if (reader->at == reader->end || *reader->at != (uint8_t)byte) return false;
    reader->at++;
    return true;
}

static void read_gap(selector_reader *reader) { reader->at = rl_css_gap(reader->at, reader->end); }

static rl_view read_name(selector_reader *reader, uint8_t name[NAME_BYTES], bool lowers) {
    size_t size = rl_css_identifier(&reader->at, reader->end, name, NAME_BYTES, lowers);
    if (!size || size > NAME_BYTES) reader->may_match = false;
    return (rl_view){name, size > NAME_BYTES ? 0 : size};
}

static void add_test(selector_reader *reader, compound *to, test added) {
    rl_sheets *sheets = reader->sheets;
    added.next = to->tests;
    to->tests = sheets->tests.count;
    PUSH(sheets->pool, sheets->tests, test, added);
}

static void read_class(selector_reader *reader, compound *to) {
    uint8_t bytes[NAME_BYTES];
    rl_view name = read_name(reader, bytes, false);
    bool may_be_there = name.size && rl_may_have(&reader->sheets->class_hints, name.bytes, name.size);
    int32_t number = may_be_there ? rl_distinct_find(&reader->sheets->classes, name.bytes, name.size) : NONE;
    reader->classes++;
    if (number < 0) reader->may_match = false;
    else add_test(reader, to, (test){.kind = HAS_CLASS, .number = number});
}

static void read_id(selector_reader *reader, compound *to) {
    uint8_t bytes[NAME_BYTES];
    rl_view name = read_name(reader, bytes, false);
    to->id = rl_distinct_find(&reader->sheets->ids, name.bytes, name.size);
    reader->ids++;
    if (to->id < 0) reader->may_match = false;
}

static void read_tag(selector_reader *reader, compound *to) {
    uint8_t bytes[NAME_BYTES];
    rl_view name = read_name(reader, bytes, true);
    to->tag = tag_of(reader->sheets, name.bytes, name.size);
    reader->tags++;
    if (to->tag < 0) reader->may_match = false;
}

/* The value of an attribute selector, in memory of its own. */
static rl_view read_attribute_value(selector_reader *reader) {
    uint8_t bytes[NAME_BYTES], quote = peek(reader);
    size_t size = 0;
    if (quote == '"' || quote == '\'') {
        for (reader->at++; peek(reader) && peek(reader) != quote; reader->at++, size++)
            if (size < NAME_BYTES) bytes[size] = *reader->at;
        take(reader, (char)quote);
    } else {
        size = rl_css_identifier(&reader->at, reader->end, bytes, NAME_BYTES, false);
    }
    if (size > NAME_BYTES) reader->may_match = false, size = 0;
    uint8_t *kept = RL_TAKE(reader->sheets->pool, uint8_t, size + 1);
    if (size) memcpy(kept, bytes, size);
    return (rl_view){kept, size};
}

static void read_attribute(selector_reader *reader, compound *to) {
    uint8_t bytes[NAME_BYTES];
    read_gap(reader);
    rl_view name = read_name(reader, bytes, true);
    test added = {.kind = HAS_ATTRIBUTE, .number = rl_distinct_find(&reader->sheets->attributes, name.bytes, name.size)};
    reader->classes++;
    if (added.number < 0) reader->may_match = false;
    read_gap(reader);
    if (peek(reader) && peek(reader) != ']') {
        added.operation = *reader->at++;
        if (added.operation != '=' && !take(reader, '=')) reader->may_match = false;
        read_gap(reader);
        added.value = read_attribute_value(reader);
        read_gap(reader);
        added.any_case = take(reader, 'i') || take(reader, 'I');
        read_gap(reader);
    }
    if (!take(reader, ']')) reader->may_match = false;
    add_test(reader, to, added);
}

static void skip_arguments(selector_reader *reader) {
    reader->at = rl_css_skip(reader->at, reader->end, ")");
    take(reader, ')');
}

/* an+b, odd, even */
static void read_nth(selector_reader *reader, compound *to) {
    char text[24];
    int32_t step = 0, sign = 1, value = 0;
    bool has_digits = false;
    reader->at = rl_css_value(reader->at, reader->end, ")", text, sizeof text);
    take(reader, ')');
    for (const char *at = !strcmp(text, "odd") ? "2n+1" : !strcmp(text, "even") ? "2n" : text; *at; at++) {
        if (*at >= '0' && *at <= '9') {
            value = value < 100000 ? value * 10 + (*at - '0') : value;
            has_digits = true;
        } else if (*at == 'n') {
            step = sign * (has_digits ? value : 1);
            value = 0, sign = 1, has_digits = false;
        } else if (*at == '-') {
            sign = -1;
        } else if (*at != '+' && *at != ' ') {
            reader->may_match = false;
        }
    }
    add_test(reader, to, (test){.kind = IS_NTH, .number = step, .other = sign * value});
}

static void read_compound(selector_reader *reader, compound *to);

/* The compounds between parentheses. One that cannot match is no alternative; combinators are not understood. */
static void read_list(selector_reader *reader, compound *to, test_kind kind) {
    rl_sheets *sheets = reader->sheets;
    bool may_match = reader->may_match;
    int32_t first = NONE;
    if (reader->lists == MAX_LISTS) {
        skip_arguments(reader);
        reader->may_match = false;
        return;
    }
    reader->lists++;
    do {
        compound own;
        reader->may_match = may_match;
        read_gap(reader);
        read_compound(reader, &own);
        read_gap(reader);
        bool is_whole = peek(reader) == ',' || peek(reader) == ')';
        if (!is_whole) {
            reader->at = rl_css_skip(reader->at, reader->end, ",)");
            may_match = false;
        }
        if (!reader->may_match || !is_whole) continue;
        own.next = first;
        first = sheets->compounds.count;
        PUSH(sheets->pool, sheets->compounds, compound, own);
    } while (take(reader, ','));
    take(reader, ')');
    reader->lists--;
    reader->may_match = may_match;
    add_test(reader, to, (test){.kind = kind, .number = first});
}

static bool is_name(rl_view name, const char *text) {
    return strlen(text) == name.size && !memcmp(name.bytes, text, name.size);
}

static bool is_waiting(rl_view name) {
    static const char *const names[] = {"hover", "focus", "focus-within", "focus-visible", "active", "target",
                                        "target-within", "open", "popover-open"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_name(name, names[i])) return true;
    return false;
}

static void read_function(selector_reader *reader, rl_view name, compound *to) {
    uint32_t ids = reader->ids, classes = reader->classes, tags = reader->tags;
    if (is_name(name, "is") || is_name(name, "where")) {
        read_list(reader, to, IS_ANY_OF);
        if (is_name(name, "where")) reader->ids = ids, reader->classes = classes, reader->tags = tags;
    } else if (is_name(name, "not")) {
        read_list(reader, to, IS_NONE_OF);
    } else if (is_name(name, "nth-child")) {
        reader->classes++;
        read_nth(reader, to);
    } else {
        skip_arguments(reader);
        reader->may_match = false;
    }
}

static void read_pseudo_class(selector_reader *reader, compound *to) {
    uint8_t bytes[NAME_BYTES];
    if (take(reader, ':')) reader->may_match = false;  /* a pseudo-element is no element */
    rl_view name = read_name(reader, bytes, true);
    if (take(reader, '(')) {
        read_function(reader, name, to);
        return;
    }
    test added = {.kind = HAS_ATTRIBUTE, .number = RL_ATTRIBUTE_HREF};
    reader->classes++;
    if (is_name(name, "root")) added.kind = IS_ROOT;
    else if (is_name(name, "first-child")) added.kind = IS_FIRST;
    else if (is_name(name, "last-child")) added.kind = IS_LAST;
    else if (is_name(name, "checked")) added.number = RL_ATTRIBUTE_CHECKED, added.waits = true;
    else if (is_waiting(name)) added.kind = WAITS, added.waits = true;
    else if (!is_name(name, "link") && !is_name(name, "any-link")) reader->may_match = false;
    add_test(reader, to, added);
}

static void read_compound(selector_reader *reader, compound *to) {
    const uint8_t *start = reader->at;
    *to = (compound){.tag = NONE, .id = NONE, .tests = NONE, .next = NONE};
    for (;;) {
        if (take(reader, '*')) continue;
        if (take(reader, '.')) read_class(reader, to);
        else if (take(reader, '#')) read_id(reader, to);
        else if (take(reader, '[')) read_attribute(reader, to);
        else if (take(reader, ':')) read_pseudo_class(reader, to);
        else if (reader->at == start && peek(reader) && !strchr(",)>+~{}&|", peek(reader))) read_tag(reader, to);
        else break;
        if (reader->at == start) break;
    }
    if (reader->at == start) reader->may_match = false;
}

/* The combinator before the next compound; 0 at the end of a selector. */
static uint8_t read_combinator(selector_reader *reader) {
    read_gap(reader);
    uint8_t byte = peek(reader);
    if (!byte || byte == ',' || byte == '{' || byte == '}') return 0;
    if (byte != '>' && byte != '+' && byte != '~') return ' ';
    reader->at++;
    read_gap(reader);
    return byte;
}

/* The list that a selector is looked up in: that of the id, a class or the tag of its last compound. */
static int32_t *head_of(rl_sheets *sheets, const compound *last) {
    if (last->id >= 0) return &sheets->by_id[last->id];
    for (int32_t i = last->tests; i >= 0; i = sheets->tests.items[i].next)
        if (sheets->tests.items[i].kind == HAS_CLASS) return &sheets->by_class[sheets->tests.items[i].number];
    return last->tag >= 0 ? &sheets->by_tag[last->tag] : &sheets->everywhere;
}

static void add_names(const rl_sheets *sheets, name_set *to, const compound *own) {
    if (own->tag >= 0) add_name(to, TAG_NAME, own->tag);
    if (own->id >= 0) add_name(to, ID_NAME, own->id);
    for (int32_t i = own->tests; i >= 0; i = sheets->tests.items[i].next)
        if (sheets->tests.items[i].kind == HAS_CLASS) add_name(to, CLASS_NAME, sheets->tests.items[i].number);
}

static uint32_t at_most_255(uint32_t number) { return number < 255 ? number : 255; }

/* Read one selector; if it may match, it is added to those of the rule, which have no declarations yet. */
static void read_selector(selector_reader *reader, bool is_layered) {
    rl_sheets *sheets = reader->sheets;
    compound parts[MAX_COMPOUNDS];
    int32_t count = 0;
    uint8_t combinator = ' ';
    reader->may_match = true;
    reader->ids = reader->classes = reader->tags = 0;
    do {
        compound own;
        read_compound(reader, &own);
        own.combinator = combinator;
        if (count < MAX_COMPOUNDS) parts[count++] = own;
        else reader->may_match = false, sheets->is_cut = true;
        if (!reader->may_match) {
            reader->at = rl_css_skip(reader->at, reader->end, ",{}");
            return;
        }
    } while ((combinator = read_combinator(reader)));
    if (sheets->selectors.count >= MAX_SELECTORS) {
        sheets->is_cut = true;
        return;
    }
    if (*head_of(sheets, &parts[count - 1]) == NOT_ASKED) return;
    selector added = {.first = sheets->compounds.count, .count = count, .is_layered = is_layered};
    added.specificity =
        at_most_255(reader->ids) << 16 | at_most_255(reader->classes) << 8 | at_most_255(reader->tags);
    for (int32_t i = 0; i < count; i++) {
        PUSH(sheets->pool, sheets->compounds, compound, parts[i]);
        if (i + 1 < count && (parts[i + 1].combinator == ' ' || parts[i + 1].combinator == '>'))
            add_names(sheets, &added.above, &parts[i]);
    }
    PUSH(sheets->pool, sheets->selectors, selector, added);
}

/* ---- Media queries ---- */

static bool begins(const char *text, const char *with) {
    while (*with && *text == *with) text++, with++;
    return !*with;
}

static bool read_pixels(const char *at, float *pixels) {
    bool is_relative;
    while (*at == ' ' || *at == ':' || *at == '=') at++;
    if (!rl_css_length(&at, 0, pixels, &is_relative)) return false;
    if (is_relative) *pixels *= RL_FONT_PIXELS;
    return true;
}

/* min-width: 600px, width >= 600px; `size` is that of the window. */
static bool is_size_matched(const char *text, const char *name, float size) {
    float pixels;
    const char *after = strstr(text, name);
    if (!after) return false;
    after += strlen(name);
    while (*after == ' ') after++;
    if (begins(text, "min-")) return read_pixels(after, &pixels) && size >= pixels;
    if (begins(text, "max-")) return read_pixels(after, &pixels) && size <= pixels;
    if (*after == '>') return read_pixels(after + 1, &pixels) && size >= pixels;
    if (*after == '<') return read_pixels(after + 1, &pixels) && size <= pixels;
    if (read_pixels(text, &pixels)) return strchr(text, '<') ? pixels <= size : pixels >= size;
    return read_pixels(after, &pixels) && size == pixels;
}

static bool is_feature_matched(const char *text) {
    static const char *const ours[] = {"orientation: landscape", "orientation:landscape", "prefers-color-scheme: light",
                                       "prefers-color-scheme:light", "prefers-reduced-motion: no-pref", "hover: hover",
                                       "hover:hover", "hover)", "any-hover: hover", "pointer: fine", "pointer:fine",
                                       "scripting: enabled", "scripting:enabled", "color)", "update: fast"};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        if (begins(text, ours[i])) return true;
    if (strstr(text, "device-") || strstr(text, "aspect")) return false;
    return is_size_matched(text, "width", RL_WINDOW_WIDTH) || is_size_matched(text, "height", RL_WINDOW_HEIGHT);
}

/* One query: an optional medium, and features that "and" or "or" joins. */
static bool is_query_matched(const char *text, size_t size) {
    const char *end = text + size;
    while (*text == ' ') text++;
    bool is_negated = begins(text, "not ") || begins(text, "not("), all = true, any = false, has_features = false;
    if (is_negated) text += strlen("not");
    bool is_other_medium = begins(text, " print") || begins(text, "print") || begins(text, "only print") ||
                           begins(text, "speech") || begins(text, "tv") || begins(text, "handheld");
    for (const char *at = text; (at = memchr(at, '(', (size_t)(end - at))); at++) {
        bool is_matched = is_feature_matched(at + 1);
        all = all && is_matched;
        any = any || is_matched;
        has_features = true;
    }
    const char *or = strstr(text, ") or (");
    bool is_matched = !is_other_medium && (!has_features || (or && or < end ? any : all));
    return is_matched != is_negated;
}

static bool is_media_matched(const char *text) {
    for (;;) {
        size_t size = strcspn(text, ",");
        if (is_query_matched(text, size)) return true;
        if (!text[size]) return false;
        text += size + 1;
    }
}

/* ---- Rules ---- */

/* The state of reading a sheet: how many blocks of at-rules are open, and from which on they are a layer. */
typedef struct {
    rl_sheets *sheets;
    const uint8_t *at, *end;
    int32_t depth, layer;
} sheet_reader;

static void read_rule(sheet_reader *reader) {
    rl_sheets *sheets = reader->sheets;
    int32_t first = sheets->selectors.count, declaration = sheets->declarations.count;
    selector_reader selectors = {.sheets = sheets, .at = reader->at, .end = reader->end};
    do {
        read_gap(&selectors);
        read_selector(&selectors, reader->layer >= 0);
    } while (take(&selectors, ','));
    reader->at = selectors.at;
    if (!take(&selectors, '{')) {  /* a brace that closes nothing, or the end */
        reader->at += reader->at < reader->end;
        return;
    }
    if (first == sheets->selectors.count) {
        reader->at = rl_css_block(selectors.at, reader->end);
        return;
    }
    reader->at = rl_declarations_read(&sheets->declarations, selectors.at, reader->end, false);
    int32_t count = sheets->declarations.count - declaration;
    if (!count) sheets->selectors.count = first;
    for (int32_t i = first; i < sheets->selectors.count; i++) {
        selector *own = &sheets->selectors.items[i];
        int32_t *head = head_of(sheets, &sheets->compounds.items[own->first + own->count - 1]);
        own->declaration = declaration;
        own->declaration_count = count;
        own->next = *head;
        *head = i;
    }
}

static void read_at_rule(sheet_reader *reader) {
    uint8_t bytes[NAME_BYTES];
    char text[QUERY_BYTES];
    size_t size = rl_css_identifier(&reader->at, reader->end, bytes, NAME_BYTES, true);
    rl_view name = {bytes, size > NAME_BYTES ? 0 : size};
    reader->at = rl_css_value(reader->at, reader->end, ";{", text, sizeof text);
    if (reader->at == reader->end || *reader->at++ == ';') return;
    bool is_layer = is_name(name, "layer"), is_entered = is_layer;
    if (is_name(name, "media")) is_entered = is_media_matched(text);
    else if (is_name(name, "supports")) is_entered = !begins(text, "not");
    if (!is_entered) {
        reader->at = rl_css_block(reader->at, reader->end);
        return;
    }
    if (is_layer && reader->layer < 0) reader->layer = reader->depth;
    reader->depth++;
}

static void read_sheet(rl_sheets *sheets, rl_view text) {
    sheet_reader reader = {sheets, text.bytes, rl_end_of(text), 0, NONE};
    while ((reader.at = rl_css_gap(reader.at, reader.end)) < reader.end) {
        if (*reader.at == '@') {
            reader.at++;
            read_at_rule(&reader);
        } else if (*reader.at == '}') {
            reader.at++;
            reader.depth -= reader.depth > 0;
            if (reader.depth <= reader.layer) reader.layer = NONE;
        } else if (reader.end - reader.at >= 4 && !memcmp(reader.at, "<!--", 4)) {
            reader.at += 4;
        } else {
            read_rule(&reader);
        }
    }
}

/* Whether an element is a sheet that a browser with scripts uses. */
static bool is_sheet(const rl_columns *columns, int32_t row) {
    if (columns->tag[row] != RL_TAG_STYLE || columns->end[row] == row + 1) return false;
    for (int32_t above = columns->parent[row]; above >= 0; above = columns->parent[above]) {
        int32_t tag = columns->tag[above];
        if (tag == RL_TAG_NOSCRIPT || tag == RL_TAG_TEMPLATE) return false;
    }
    rl_view media = rl_value(columns, row, RL_ATTRIBUTE_MEDIA);
    if (!media.size) return true;
    char text[QUERY_BYTES];
    rl_css_value(media.bytes, rl_end_of(media), "", text, sizeof text);
    return is_media_matched(text);
}

rl_sheets *rl_sheets_read(const rl_page *page, const uint8_t *is_asked, rl_pool *pool) {
    const rl_columns *columns = &page->columns;
    rl_sheets *sheets = NULL;
    for (int32_t row = 0; row < columns->count; row++) {
        if (!is_sheet(columns, row)) continue;
        if (!sheets) {
            sheets = rl_take_zeroed(pool, 1, sizeof *sheets);
            sheets->columns = columns;
            sheets->pool = sheets->declarations.pool = pool;
            number_names(sheets, is_asked);
        }
        rl_view text = rl_text_of(columns, row + 1);
        sheets->bytes += text.size;
        if (sheets->bytes > MAX_SHEET_BYTES) {
            sheets->is_cut = true;
            break;
        }
        read_sheet(sheets, text);
    }
    return sheets;
}

bool rl_sheets_are_cut(const rl_sheets *sheets) { return sheets->is_cut; }

/* ---- Matching ---- */

static bool equal_bytes(const uint8_t *a, const uint8_t *b, size_t size, bool any_case) {
    if (!size) return true;
    if (!any_case) return !memcmp(a, b, size);
    for (size_t i = 0; i < size; i++)
        if (RL_LOWER[a[i]] != RL_LOWER[b[i]]) return false;
    return true;
}

static bool has_part(rl_view value, rl_view part, bool any_case) {
    for (size_t at = 0; at + part.size <= value.size; at++)
        if (equal_bytes(value.bytes + at, part.bytes, part.size, any_case)) return true;
    return false;
}

static bool is_equal(rl_view value, rl_view other, bool any_case) {
    return value.size == other.size && equal_bytes(value.bytes, other.bytes, value.size, any_case);
}

static bool is_attribute_matched(rl_sheets *sheets, const test *own, int32_t row) {
    rl_view value = rl_value(sheets->columns, row, own->number), wanted = own->value, word;
    if (!value.bytes) return false;
    sheets->steps += (int64_t)(value.size / 64);
    switch (own->operation) {
    case 0: return true;
    case '=': return is_equal(value, wanted, own->any_case);
    case '~':
        for (size_t at = 0; (word = next_word(value, &at)).size;)
            if (is_equal(word, wanted, own->any_case)) return true;
        return false;
    case '|':
        return value.size >= wanted.size && equal_bytes(value.bytes, wanted.bytes, wanted.size, own->any_case) &&
               (value.size == wanted.size || value.bytes[wanted.size] == '-');
    case '^':
        return wanted.size && value.size >= wanted.size &&
               equal_bytes(value.bytes, wanted.bytes, wanted.size, own->any_case);
    case '$':
        return wanted.size && value.size >= wanted.size &&
               equal_bytes(value.bytes + value.size - wanted.size, wanted.bytes, wanted.size, own->any_case);
    case '*': return wanted.size && has_part(value, wanted, own->any_case);
    default: return false;
    }
}

/* The element before a row among its siblings, NONE where there is none; its place among them, from 1 on. */
static int32_t sibling_before(rl_sheets *sheets, int32_t row, int32_t *place) {
    const rl_columns *columns = sheets->columns;
    int32_t before = NONE, parent = columns->parent[row];
    *place = 1;
    if (parent < 0) return NONE;
    for (int32_t child = parent + 1; child < row; child = columns->end[child], sheets->steps++) {
        if (columns->tag[child] == RL_TAG_TEXT) continue;
        before = child;
        ++*place;
    }
    return before;
}

static bool is_last(rl_sheets *sheets, int32_t row) {
    const rl_columns *columns = sheets->columns;
    int32_t parent = columns->parent[row];
    for (int32_t child = columns->end[row]; parent >= 0 && child < columns->end[parent]; child = columns->end[child])
        if (sheets->steps++, columns->tag[child] != RL_TAG_TEXT) return false;
    return true;
}

static bool is_nth(const test *own, int32_t place) {
    int32_t step = own->number, rest = place - own->other;
    return step ? rest % step == 0 && rest / step >= 0 : rest == 0;
}

static bool has_class(const rl_sheets *sheets, int32_t row, int32_t number) {
    for (int32_t i = sheets->first_class[row]; i < sheets->first_class[row + 1]; i++)
        if (sheets->classes_of.items[i] == number) return true;
    return false;
}

static bool is_compound_matched(rl_sheets *sheets, const compound *own, int32_t row, bool *waits);

static bool is_any_matched(rl_sheets *sheets, int32_t first, int32_t row) {
    for (int32_t i = first; i >= 0; i = sheets->compounds.items[i].next) {
        bool waits = false;
        if (is_compound_matched(sheets, &sheets->compounds.items[i], row, &waits) && !waits) return true;
    }
    return false;
}

static bool is_test_matched(rl_sheets *sheets, const test *own, int32_t row) {
    int32_t place;
    switch (own->kind) {
    case HAS_CLASS: return has_class(sheets, row, own->number);
    case HAS_ATTRIBUTE: return is_attribute_matched(sheets, own, row);
    case IS_ROOT: return row == 0;
    case IS_FIRST: return sibling_before(sheets, row, &place) < 0;
    case IS_LAST: return is_last(sheets, row);
    case IS_NTH: return sibling_before(sheets, row, &place), is_nth(own, place);
    case IS_ANY_OF: return is_any_matched(sheets, own->number, row);
    case IS_NONE_OF: return !is_any_matched(sheets, own->number, row);
    default: return false;
    }
}

/* Whether an element is what a compound says, or would be after a click, which `*waits` says then. */
static bool is_compound_matched(rl_sheets *sheets, const compound *own, int32_t row, bool *waits) {
    sheets->steps++;
    if (own->tag >= 0 && sheets->columns->tag[row] != own->tag) return false;
    if (own->id >= 0 && sheets->id_of[row] != own->id) return false;
    for (int32_t i = own->tests; i >= 0; i = sheets->tests.items[i].next) {
        const test *condition = &sheets->tests.items[i];
        if (is_test_matched(sheets, condition, row)) continue;
        if (!condition->waits) return false;
        *waits = true;
    }
    return true;
}

/* NOWHERE: no element further up would do, either. */
typedef enum { NOT_HERE, NOWHERE, MATCHED } answer;

static answer match(rl_sheets *sheets, const selector *own, int32_t part, int32_t row, bool *waits);

/* Match the compound before with siblings before a row: the next one, or any. */
static answer match_siblings(rl_sheets *sheets, const selector *own, int32_t part, int32_t row, bool is_next, bool *waits) {
    int32_t place;
    for (;;) {
        row = sibling_before(sheets, row, &place);
        if (row < 0 || sheets->steps > MAX_STEPS) return NOT_HERE;
        if (match(sheets, own, part, row, waits) == MATCHED) return MATCHED;
        if (is_next) return NOT_HERE;
    }
}

static answer match(rl_sheets *sheets, const selector *own, int32_t part, int32_t row, bool *waits) {
    const compound *here = &sheets->compounds.items[own->first + part];
    bool waited = *waits;
    if (!is_compound_matched(sheets, here, row, waits)) return *waits = waited, NOT_HERE;
    if (part == 0) return MATCHED;
    answer found = NOT_HERE;
    int32_t above = sheets->columns->parent[row];
    if (here->combinator == '+' || here->combinator == '~')
        found = match_siblings(sheets, own, part - 1, row, here->combinator == '+', waits);
    else if (here->combinator == '>' && above >= 0)
        found = match(sheets, own, part - 1, above, waits);
    else if (here->combinator == ' ') {
        for (; above >= 0 && found == NOT_HERE && sheets->steps <= MAX_STEPS; above = sheets->columns->parent[above])
            found = match(sheets, own, part - 1, above, waits);
        if (found == NOT_HERE) found = NOWHERE;
    }
    if (found != MATCHED) *waits = waited;
    return found;
}

/* ---- The cascade ---- */

enum { ORDER_BITS = 24 };  /* more than there can be selectors */

static void win(rl_winner winners[RL_STYLE_COUNT], const rl_declaration *given, uint64_t priority) {
    rl_winner *winner = &winners[given->style];
    priority |= given->is_important ? UINT64_C(1) << 60 : 0;
    if (priority >= winner->priority) *winner = (rl_winner){priority, *given};
}

void rl_winner_take(rl_winner winners[RL_STYLE_COUNT], const rl_declaration *given, bool is_hint) {
    win(winners, given, is_hint ? 1 : UINT64_C(1) << 58);
}

/* Whether declarations show what others hide; what is clipped is for screen readers, and stays theirs. */
static bool shows(const rl_declaration *given, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        rl_style style = given[i].style;
        bool decides = style == RL_STYLE_DISPLAY || style == RL_STYLE_VISIBILITY || style == RL_STYLE_OPACITY ||
                       style == RL_STYLE_HEIGHT || style == RL_STYLE_MAX_HEIGHT || style == RL_STYLE_LEFT ||
                       style == RL_STYLE_TRANSFORM;
        if (decides && (given[i].kind != RL_GIVEN || given[i].number != 0)) return true;
    }
    return false;
}

static bool apply_list(rl_sheets *sheets, int32_t first, int32_t row, rl_winner winners[RL_STYLE_COUNT]) {
    bool is_awaited = false;
    for (int32_t i = first; i >= 0; i = sheets->selectors.items[i].next) {
        const selector *own = &sheets->selectors.items[i];
        const rl_declaration *given = &sheets->declarations.items[own->declaration];
        bool waits = false;
        if (sheets->steps++ > MAX_STEPS) {
            sheets->is_cut = true;
            break;
        }
        if (!has_names(&sheets->above[row], &own->above)) continue;
        if (match(sheets, own, own->count - 1, row, &waits) != MATCHED) continue;
        if (waits) {
            is_awaited = is_awaited || shows(given, own->declaration_count);
            continue;
        }
        uint64_t priority = (uint64_t)!own->is_layered << 56 | (uint64_t)own->specificity << ORDER_BITS | (uint64_t)(i + 2);
        for (int32_t at = 0; at < own->declaration_count; at++) win(winners, &given[at], priority);
    }
    return is_awaited;
}

bool rl_sheets_may_apply(const rl_sheets *sheets, int32_t row) {
    if (sheets->everywhere >= 0 || sheets->by_tag[sheets->columns->tag[row]] >= 0) return true;
    for (int32_t i = sheets->first_class[row]; i < sheets->first_class[row + 1]; i++)
        if (sheets->by_class[sheets->classes_of.items[i]] >= 0) return true;
    return sheets->id_of[row] >= 0 && sheets->by_id[sheets->id_of[row]] >= 0;
}

bool rl_sheets_apply(rl_sheets *sheets, int32_t row, rl_winner winners[RL_STYLE_COUNT]) {
    bool is_awaited = apply_list(sheets, sheets->everywhere, row, winners);
    is_awaited |= apply_list(sheets, sheets->by_tag[sheets->columns->tag[row]], row, winners);
    for (int32_t i = sheets->first_class[row]; i < sheets->first_class[row + 1]; i++)
        is_awaited |= apply_list(sheets, sheets->by_class[sheets->classes_of.items[i]], row, winners);
    if (sheets->id_of[row] >= 0) is_awaited |= apply_list(sheets, sheets->by_id[sheets->id_of[row]], row, winners);
    return is_awaited;
}
