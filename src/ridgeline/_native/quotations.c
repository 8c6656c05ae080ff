/* Marks that a browser shows but the source does not hold: quotation marks of `q`, parentheses of ruby's readings. */
#include <string.h>

#include "characters.h"
#include "notation.h"
#include "notation_tables.h"
#include "signs.h"
#include "utf8.h"

enum { MAX_LANGUAGE_LENGTH = 20, NONE = -1 };  /* characters of the name of a language that are looked at */

/* A mark at an end of a leaf. Those of inner elements are written first, so the last one is the outermost. */
typedef struct {
    const rl_word *word;
    int32_t inner;  /* the mark inside of it, NONE for the innermost */
} mark;

typedef struct {
    const rl_shown_leaves *shown;
    mark *marks;
    int32_t count;
    int32_t *opening, *closing;  /* by shown leaf: its outermost mark, NONE for none */
} marking;

static bool is_mark(uint32_t point) {
    return point == '"' || point == '\'' || point == 0xAB || point == 0xBB || point == 0x2039 || point == 0x203A || point == 0xFF02 ||
           (point >= 0x2018 && point <= 0x201F) || (point >= 0x3008 && point <= 0x300F);
}

static rl_view view_of(const rl_word *word) { return (rl_view){(const uint8_t *)word->bytes, word->size}; }

/* Whether a text begins with a quotation mark. */
static bool begins_marked(const marking *work, int32_t leaf, bool is_stripped) {
    rl_view text = rl_shown_leaf(work->shown, leaf)->text, stripped = rl_strip(text);
    bool is_open = work->opening[leaf] != NONE && (is_stripped || stripped.bytes == text.bytes);
    if (is_open) text = view_of(work->marks[work->opening[leaf]].word);
    else if (is_stripped) text = stripped;
    const uint8_t *at = text.bytes;
    return text.size && is_mark(rl_decode(&at, rl_end_of(text)));
}

/* Whether a text ends with a quotation mark. */
static bool ends_marked(const marking *work, int32_t leaf, bool is_stripped) {
    rl_view text = rl_shown_leaf(work->shown, leaf)->text, stripped = rl_strip(text);
    bool is_closed = work->closing[leaf] != NONE && (is_stripped || rl_end_of(stripped) == rl_end_of(text));
    if (is_closed) text = view_of(work->marks[work->closing[leaf]].word);
    else if (is_stripped) text = stripped;
    const uint8_t *end = rl_end_of(text);
    return text.size && is_mark(rl_decode_last(text.bytes, &end));
}

static void add_mark(marking *work, int32_t *outermost, const rl_word *word) {
    work->marks[work->count] = (mark){word, *outermost};
    *outermost = work->count++;
}

/* The marks of quotations in a language: opening, closing, and the same of one inside another. */
static const rl_word *marks_of_name(rl_view name) {
    for (size_t i = 0; i < RL_QUOTATION_LANGUAGES; i++) {
        const rl_word *language = &RL_QUOTATIONS[i].language;
        if (name.size == language->size && !memcmp(name.bytes, language->bytes, name.size)) return RL_QUOTATIONS[i].marks;
    }
    return NULL;
}

static const rl_word *marks_of_language(rl_view language) {
    rl_sign sign;
    rl_sign_read(&sign, rl_strip(language), MAX_LANGUAGE_LENGTH);
    for (size_t i = 0; i < sign.size; i++)
        if (sign.bytes[i] == '_') sign.bytes[i] = '-';
    const rl_word *marks = marks_of_name(rl_sign_view(&sign));
    if (!marks) marks = marks_of_name(rl_before(rl_sign_view(&sign), '-'));
    return marks ? marks : RL_ENGLISH_QUOTATIONS;
}

/* By node: the nearest element around it that names a language, NONE for none, and whether the marks of a quotation there are
   those of one inside another. */
typedef struct {
    int32_t *named_by;
    bool *is_inner;
} surroundings;

static void read_surroundings(const rl_columns *columns, surroundings *around, rl_pool *pool) {
    around->named_by = RL_TAKE(pool, int32_t, (size_t)columns->count);
    around->is_inner = RL_TAKE(pool, bool, (size_t)columns->count);
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t parent = columns->parent[row];
        around->named_by[row] = rl_attribute(columns, row, RL_ATTRIBUTE_LANG) ? row : parent < 0 ? NONE : around->named_by[parent];
        around->is_inner[row] = parent >= 0 && around->is_inner[parent] != (columns->tag[parent] == RL_TAG_Q);
    }
}

/* Add the marks of an element, those of a quotation or of a reading. */
static void mark_element(marking *work, const surroundings *around, int32_t row) {
    static const rl_word READING[] = {{"(", 1}, {")", 1}};
    const rl_columns *columns = &work->shown->page->columns;
    int32_t first = rl_first_shown(work->shown, 0, row), last = rl_first_shown(work->shown, first, columns->end[row]) - 1;
    const rl_word *marks = READING;
    if (first > last) return;
    if (columns->tag[row] == RL_TAG_Q) {
        int32_t named = around->named_by[row];
        bool is_outside = first > 0 && last + 1 < work->shown->count;
        if (begins_marked(work, first, true) && ends_marked(work, last, true)) return;
        if (is_outside && begins_marked(work, last + 1, false) && ends_marked(work, first - 1, false)) return;
        marks = marks_of_language(named < 0 ? (rl_view){NULL, 0} : rl_value(columns, named, RL_ATTRIBUTE_LANG));
        marks += around->is_inner[row] ? 2 : 0;
    }
    add_mark(work, &work->opening[first], &marks[0]);
    add_mark(work, &work->closing[last], &marks[1]);
}

static size_t size_of(const marking *work, int32_t outermost) {
    size_t size = 0;
    for (int32_t i = outermost; i != NONE; i = work->marks[i].inner) size += work->marks[i].word->size;
    return size;
}

static uint8_t *put(uint8_t *to, const uint8_t *bytes, size_t size) {
    if (size) memcpy(to, bytes, size);
    return to + size;
}

/* A text with its marks, inside of the white space at its ends. */
static rl_view marked(const marking *work, int32_t leaf, rl_pool *pool) {
    rl_view text = rl_shown_leaf(work->shown, leaf)->text, words = rl_strip(text);
    size_t before = size_of(work, work->opening[leaf]), after = size_of(work, work->closing[leaf]);
    uint8_t *bytes = RL_TAKE(pool, uint8_t, rl_add(pool, text.size, before + after)), *to = bytes;
    to = put(to, text.bytes, (size_t)(words.bytes - text.bytes));
    for (int32_t i = work->opening[leaf]; i != NONE; i = work->marks[i].inner)
        to = put(to, view_of(work->marks[i].word).bytes, work->marks[i].word->size);
    to = put(to, words.bytes, words.size) + after;
    uint8_t *end = to;
    for (int32_t i = work->closing[leaf]; i != NONE; i = work->marks[i].inner) {
        end -= work->marks[i].word->size;
        put(end, view_of(work->marks[i].word).bytes, work->marks[i].word->size);
    }
    to = put(to, rl_end_of(words), (size_t)(rl_end_of(text) - rl_end_of(words)));
    return (rl_view){bytes, (size_t)(to - bytes)};
}

static bool is_marked_tag(int32_t tag) { return tag == RL_TAG_Q || tag == RL_TAG_RT; }

void rl_write_marks(const rl_shown_leaves *shown, rl_pool *pool) {
    const rl_columns *columns = &shown->page->columns;
    int32_t elements = 0;
    for (int32_t row = 0; row < columns->count; row++) elements += is_marked_tag(columns->tag[row]);
    if (!elements) return;
    marking work = {.shown = shown, .marks = RL_TAKE(pool, mark, 2 * (size_t)elements)};
    surroundings around;
    read_surroundings(columns, &around, pool);
    work.opening = RL_TAKE(pool, int32_t, 2 * (size_t)shown->count + 1);
    work.closing = work.opening + shown->count;
    for (int32_t i = 0; i < 2 * shown->count; i++) work.opening[i] = NONE;
    for (int32_t row = columns->count - 1; row >= 0; row--)  /* inner ones first: those of outer ones stand around them */
        if (is_marked_tag(columns->tag[row])) mark_element(&work, &around, row);
    for (int32_t i = 0; i < shown->count; i++)
        if (work.opening[i] != NONE || work.closing[i] != NONE) rl_shown_leaf(shown, i)->text = marked(&work, i, pool);
}
