/* Columns that follow from others: see the properties of `ridgeline.page.Page`.

   One pass over the rows hands down what a node has from its parent, and collects the rows that may be leaves. A second
   one over these finds out which are, and what stands between them. */
#include <string.h>

#include "characters.h"
#include "page.h"
#include "utf8.h"

enum { MAX_NOTICE_CHARACTERS = 250 };  /* "this site needs JavaScript" is never longer */

/* Bits of `hidden` until it is known whether what stands in noscript is the content. */
enum { HIDDEN = 1, IN_NOSCRIPT = 2 };

/* What stands between a possible leaf and the one before it, itself included. */
enum { HAS_BLANK = 1, HAS_BLOCK = 2, HAS_BOX = 4 };

typedef struct {
    int32_t row;
    int32_t box;            /* the nearest ancestor or self that is one */
    uint8_t between;        /* HAS_… */
    uint8_t lines;          /* how many `br` stand between; 2 stands for more, too */
    bool is_text, is_leaf;
} candidate;

typedef struct {
    const rl_columns *columns;
    rl_derived *derived;
    int32_t *box;    /* by node: the nearest ancestor or self that is a box, -1 for none */
    uint8_t *shown;  /* by node: whether text in it would be shown */
    bool has_noscript;
    candidate *candidates;
    int32_t count;
    candidate next;  /* what was seen since the last candidate */
} derivation;

/* Whether a value holds a word of small letters, in any case. No letter beyond ASCII has one of these in lower case. */
static bool has_word(const uint8_t *value, size_t size, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= size; i++) {
        size_t same = 0;
        while (same < length && (value[i + same] | 0x20) == (uint8_t)word[same]) same++;
        if (same == length) return true;
    }
    return false;
}

/* Letters as `re.IGNORECASE` compares them: i is also U+0130 (by its lower case) and U+0131, s also U+017F. */
static bool is_letter(uint32_t point, char letter) {
    uint32_t lower = rl_lower(point);
    return lower == (uint32_t)letter || (letter == 'i' && lower == 0x131) || (letter == 's' && lower == 0x17F);
}

/* Whether a word stands here; if so, `*at` moves past it. */
static bool skip_word(const uint8_t **at, const uint8_t *end, const char *word) {
    const uint8_t *here = *at;
    for (; *word; word++)
        if (here == end || !is_letter(rl_decode(&here, end), *word)) return false;
    *at = here;
    return true;
}

static void skip_spaces(const uint8_t **at, const uint8_t *end) {
    for (const uint8_t *here = *at; here < end; *at = here)
        if (!(rl_kind(rl_decode(&here, end)) & RL_KIND_SPACE)) return;
}

static bool has_declaration(const uint8_t *at, const uint8_t *end, const char *property, const char *value) {
    if (!skip_word(&at, end, property)) return false;
    skip_spaces(&at, end);
    if (at == end || *at++ != ':') return false;
    skip_spaces(&at, end);
    if (!skip_word(&at, end, value)) return false;
    if (at == end) return true;
    uint32_t after = rl_decode(&at, end);
    return after != '-' && !rl_is_word_character(after);
}

/* `_HIDING_STYLE`: display: none or visibility: hidden, at the beginning or after a semicolon or white space. */
static bool is_hiding_style(const uint8_t *style, size_t size) {
    if (!has_word(style, size, "none") && !has_word(style, size, "hidden")) return false;
    const uint8_t *end = style + size;
    bool may_begin = true;
    for (const uint8_t *at = style; at < end;) {
        if (may_begin && (has_declaration(at, end, "display", "none") ||
                          has_declaration(at, end, "visibility", "hidden")))
            return true;
        uint32_t point = rl_decode(&at, end);
        may_begin = point == ';' || (rl_kind(point) & RL_KIND_SPACE);
    }
    return false;
}

static bool is_value(const rl_columns *columns, rl_slice value, const char *expected) {
    size_t length = strlen(expected);
    return value.length == length && memcmp(rl_bytes(columns, value), expected, length) == 0;
}

/* Whether an attribute hides its element: `_hides`. */
static bool attribute_hides(const rl_columns *columns, int32_t name, rl_slice value) {
    if (name == RL_ATTRIBUTE_HIDDEN) return !is_value(columns, value, "until-found");
    if (name != RL_ATTRIBUTE_STYLE || value.length == RL_NO_VALUE) return false;
    return is_hiding_style(rl_bytes(columns, value), value.length);
}

/* Whether the markup of an element hides it; noscript is decided later. */
static bool is_hiding(const rl_columns *columns, int32_t row) {
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++)
        if (attribute_hides(columns, columns->attribute_name[i], columns->attribute_value[i])) return true;
    return columns->tag[row] == RL_TAG_DIALOG && !rl_attribute(columns, row, RL_ATTRIBUTE_OPEN);
}

static bool is_hidden_input(const rl_columns *columns, int32_t row) {
    const rl_slice *type = rl_attribute(columns, row, RL_ATTRIBUTE_TYPE);
    return type && type->length == strlen("hidden") && has_word(rl_bytes(columns, *type), type->length, "hidden");
}

/* Whether a script is a formula, which MathJax 2 shows in its place. */
static bool is_formula_script(const rl_columns *columns, int32_t row) {
    static const char TYPE[] = "math/tex";
    const rl_slice *type = rl_attribute(columns, row, RL_ATTRIBUTE_TYPE);
    return type && type->length != RL_NO_VALUE && type->length >= sizeof TYPE - 1 &&
           has_word(rl_bytes(columns, *type), sizeof TYPE - 1, TYPE);
}

/* Whether a row is a leaf unless it shows text, or stands in one that is. */
static bool is_replaced(const derivation *work, int32_t row, int properties) {
    bool is_formula = work->columns->tag[row] == RL_TAG_SCRIPT && is_formula_script(work->columns, row);
    if (!(properties & RL_REPLACED) && !is_formula) return false;
    work->derived->has_formulas |= is_formula || work->columns->tag[row] == RL_TAG_MATH;
    int32_t parent = work->columns->parent[row];
    /* It is silent itself, so what counts is where it stands. */
    if (parent >= 0 && !work->shown[parent]) return false;
    return work->columns->tag[row] != RL_TAG_INPUT || !is_hidden_input(work->columns, row);
}

static void add_candidate(derivation *work, int32_t row, bool is_text) {
    candidate *added = &work->candidates[work->count++];
    *added = work->next;
    added->row = row;
    added->box = work->box[row];
    added->is_text = added->is_leaf = is_text;
    work->next = (candidate){0};
}

/* A text node has everything from its parent. */
static void pass_text(derivation *work, int32_t row, int32_t parent) {
    rl_derived *derived = work->derived;
    derived->depth[row] = derived->depth[parent] + 1;
    derived->block[row] = derived->block[parent];
    derived->preformatted[row] = derived->preformatted[parent];
    derived->hidden[row] = derived->hidden[parent];
    derived->in_link[row] = derived->in_link[parent];
    work->box[row] = work->box[parent];
    work->shown[row] = work->shown[parent];
    if (work->columns->blank[row]) {
        work->next.between |= HAS_BLANK;
    } else if (work->shown[row]) {
        add_candidate(work, row, true);
    }
}

static void pass_element(derivation *work, int32_t row, int32_t parent) {
    rl_derived *derived = work->derived;
    int32_t tag = work->columns->tag[row];
    int properties = rl_properties(tag);
    bool is_root = parent < 0, is_noscript = tag == RL_TAG_NOSCRIPT;
    derived->depth[row] = is_root ? 0 : derived->depth[parent] + 1;
    derived->block[row] = is_root || properties & RL_BLOCK ? row : derived->block[parent];  /* the root, whatever it is */
    derived->preformatted[row] = properties & RL_PREFORMATTED ? row : is_root ? -1 : derived->preformatted[parent];
    derived->in_link[row] = tag == RL_TAG_A || (!is_root && derived->in_link[parent]);
    derived->hidden[row] = (uint8_t)((is_root ? 0 : derived->hidden[parent]) | (is_noscript ? IN_NOSCRIPT : 0) |
                                     (is_hiding(work->columns, row) ? HIDDEN : 0));
    work->box[row] = properties & RL_BOX ? row : is_root ? -1 : work->box[parent];
    work->shown[row] = properties & RL_SPEAKING ? 1 : properties & RL_SILENT ? 0 : is_root || work->shown[parent];
    work->has_noscript |= is_noscript;
    work->next.between |= (uint8_t)((properties & RL_BLOCK ? HAS_BLOCK : 0) | (properties & RL_BOX ? HAS_BOX : 0));
    if (tag == RL_TAG_BR && work->next.lines < 2) work->next.lines++;
    if (is_replaced(work, row, properties)) add_candidate(work, row, false);
}

static void pass_rows(derivation *work) {
    const rl_columns *columns = work->columns;
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t parent = columns->parent[row];
        if (columns->tag[row] == RL_TAG_TEXT) {
            pass_text(work, row, parent);
        } else {
            pass_element(work, row, parent);
        }
    }
}

/* Which replaced elements are leaves. One that shows text (an object's fallback, HTML inside SVG) is a container, and
   of those that stand in each other the outermost is the leaf. Returns how many leaves there are. */
static int32_t choose_leaves(derivation *work) {
    const int32_t *end = work->columns->end;
    int32_t next_text = INT32_MAX, leaf_count = 0, covered = 0;
    for (int32_t i = work->count - 1; i >= 0; i--) {
        candidate *here = &work->candidates[i];
        if (here->is_text) {
            next_text = here->row;
        } else {
            here->is_leaf = next_text >= end[here->row];
        }
    }
    for (int32_t i = 0; i < work->count; i++) {
        candidate *here = &work->candidates[i];
        here->is_leaf = here->is_leaf && here->row >= covered;
        if (!here->is_leaf) continue;
        if (!here->is_text) covered = end[here->row];
        leaf_count++;
    }
    return leaf_count;
}

static int32_t break_between(const rl_columns *columns, const rl_derived *derived, const candidate *before,
                             const candidate *here, int lines, int between) {
    /* Two line breaks with nothing but white space between them are how the older web makes a paragraph. */
    if (lines > 1 || (between & HAS_BLOCK) || derived->block[before->row] != derived->block[here->row])
        return RL_BREAK_PARAGRAPH;
    if (lines == 1) return RL_BREAK_LINE;
    bool is_apart = between || before->box != here->box || !before->is_text || !here->is_text;
    return is_apart || rl_are_parted(columns, derived, before->row, here->row) ? RL_BREAK_SPACE : RL_BREAK_NOTHING;
}

/* Bytes that do not continue a character. */
static int32_t count_characters(const uint8_t *bytes, size_t size) {
    int32_t count = 0;
    for (size_t i = 0; i < size; i++) count += !rl_continues(bytes[i]);
    return count;
}

static void write_leaf(const rl_columns *columns, rl_derived *derived, const candidate *here, int32_t kind) {
    int32_t leaf = derived->leaf_count++;
    rl_slice text = columns->content[here->row];
    derived->leaves[leaf] = here->row;
    derived->breaks[leaf] = kind;
    derived->characters[leaf] = here->is_text ? count_characters(rl_bytes(columns, text), text.length) : 0;
}

static void write_leaves(derivation *work) {
    const candidate *before = NULL;
    int lines = 0, between = 0;
    for (int32_t i = 0; i < work->count; i++) {
        const candidate *here = &work->candidates[i];
        lines += here->lines;
        between |= here->between;
        if (!here->is_leaf) continue;
        int32_t kind = before ? break_between(work->columns, work->derived, before, here, lines, between)
                              : RL_BREAK_PARAGRAPH;
        write_leaf(work->columns, work->derived, here, kind);
        before = here;
        lines = between = 0;
    }
}

/* Whether what stands in noscript is most of the text, and more than a notice. */
static bool is_noscript_content(const rl_derived *derived) {
    int64_t inside = 0, all = 0;
    for (int32_t leaf = 0; leaf < derived->leaf_count; leaf++) {
        int64_t characters = derived->characters[leaf];
        all += characters;
        if (derived->hidden[derived->leaves[leaf]] & IN_NOSCRIPT) inside += characters;
    }
    return inside > MAX_NOTICE_CHARACTERS && 2 * inside > all;
}

static void decide_noscript(derivation *work) {
    rl_derived *derived = work->derived;
    uint8_t hiding = is_noscript_content(derived) ? HIDDEN : HIDDEN | IN_NOSCRIPT;
    for (int32_t row = 0; row < work->columns->count; row++)
        derived->hidden[row] = (derived->hidden[row] & hiding) != 0;
}

static void take_columns(const rl_columns *columns, rl_derived *derived) {
    size_t count = (size_t)columns->count;
    derived->depth = RL_TAKE(columns->pool, int32_t, count);
    derived->block = RL_TAKE(columns->pool, int32_t, count);
    derived->preformatted = RL_TAKE(columns->pool, int32_t, count);
    derived->hidden = RL_TAKE(columns->pool, uint8_t, count);
    derived->in_link = RL_TAKE(columns->pool, uint8_t, count);
}

static void take_leaves(const rl_columns *columns, rl_derived *derived, int32_t leaf_count) {
    derived->leaves = RL_TAKE(columns->pool, int32_t, (size_t)leaf_count);
    derived->breaks = RL_TAKE(columns->pool, int32_t, (size_t)leaf_count);
    derived->characters = RL_TAKE(columns->pool, int32_t, (size_t)leaf_count);
}

void rl_derive(const rl_columns *columns, rl_pool *scratch, rl_derived *derived) {
    size_t count = (size_t)columns->count;
    memset(derived, 0, sizeof *derived);
    take_columns(columns, derived);
    derivation work = {.columns = columns, .derived = derived};
    work.box = RL_TAKE(scratch, int32_t, count);
    work.shown = RL_TAKE(scratch, uint8_t, count);
    work.candidates = RL_TAKE(scratch, candidate, count);
    pass_rows(&work);
    take_leaves(columns, derived, choose_leaves(&work));
    write_leaves(&work);
    if (work.has_noscript) decide_noscript(&work);
}
