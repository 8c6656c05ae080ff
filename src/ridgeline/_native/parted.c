/* Texts that touch in the markup and that a style sheet sets apart: a label and its value, a caption and its credit. By
   its tags a word that is split looks the same, so names and the characters at the joint have to tell them apart. */
#include <string.h>

#include "characters.h"
#include "page.h"
#include "utf8.h"

enum { MIN_WORD = 3 };  /* letters after a number */

/* Where two texts touch. */
typedef struct {
    const rl_columns *columns;
    int32_t before, after;               /* each text, or the element around it, in the innermost one around both */
    uint32_t last_but_one, last, first;  /* characters */
    bool is_sentence;                    /* whether the first text has a space, unlike "json." before "JSONEncoder" */
    bool is_word;                        /* whether the second text begins with a word, not with the "th" of "20th" */
} joint;

static bool is_inline(int32_t tag) {
    static const int32_t tags[] = {RL_TAG_SPAN, RL_TAG_A, RL_TAG_B, RL_TAG_STRONG, RL_TAG_I, RL_TAG_EM, RL_TAG_SMALL,
                                   RL_TAG_TIME, RL_TAG_LABEL, RL_TAG_CITE};
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++)
        if (tag == tags[i]) return true;
    return false;
}

static rl_slice class_of(const rl_columns *columns, int32_t row) {
    const rl_slice *value = rl_attribute(columns, row, RL_ATTRIBUTE_CLASS);
    return value && value->length != RL_NO_VALUE ? *value : (rl_slice){0, 0};
}

static bool is_kind(uint32_t point, int kind) { return (rl_kind(point) & kind) != 0; }

/* Whether a class of an element, as Tailwind and Bootstrap name them, makes it a box or hides it from the eye alone. */
static bool is_named_box(const rl_columns *columns, int32_t row) {
    static const char *const names[] = {"block", "flex", "grid", "inline-block", "d-block", "d-flex", "d-inline-block",
                                        "sr-only", "visually-hidden", "screen-reader-text"};
    rl_slice value = class_of(columns, row);
    const uint8_t *bytes = rl_bytes(columns, value);
    for (uint32_t start = 0, end; start < value.length; start = end + 1) {
        for (end = start; end < value.length && bytes[end] > ' '; end++) continue;
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            if (strlen(names[i]) == end - start && !memcmp(bytes + start, names[i], end - start)) return true;
    }
    return false;
}

/* Whether both sides are elements with classes of their own. */
static bool are_classed_apart(const joint *at) {
    const rl_columns *columns = at->columns;
    if (!is_inline(columns->tag[at->before]) || !is_inline(columns->tag[at->after])) return false;
    rl_slice before = class_of(columns, at->before), after = class_of(columns, at->after);
    if (!before.length || !after.length) return false;
    return before.length != after.length || memcmp(rl_bytes(columns, before), rl_bytes(columns, after), before.length);
}

/* Whether an element is one of several that a style sheet puts side by side. */
static bool is_tab(const rl_columns *columns, int32_t row) {
    const rl_slice *role = rl_attribute(columns, row, RL_ATTRIBUTE_ROLE);
    return role && role->length == 3 && !memcmp(rl_bytes(columns, *role), "tab", 3);
}

/* Whether a class of an inline element ends with "item": "metadata-item". */
static bool is_item(const rl_columns *columns, int32_t row) {
    static const char ITEM[] = "item";
    const uint32_t size = sizeof ITEM - 1;
    rl_slice value = class_of(columns, row);
    const uint8_t *bytes = rl_bytes(columns, value);
    if (!is_inline(columns->tag[row])) return false;
    for (uint32_t end = size; end <= value.length; end++)
        if ((end == value.length || bytes[end] <= ' ') && !memcmp(bytes + end - size, ITEM, size)) return true;
    return false;
}

static bool is_boxed(const joint *at) {
    if (is_tab(at->columns, at->before) || is_tab(at->columns, at->after)) return true;
    if (is_item(at->columns, at->before) && is_item(at->columns, at->after)) return true;
    bool is_mark = is_kind(at->first, RL_KIND_PUNCTUATION) && at->first != '(' && at->first != '"';
    return !is_mark && (is_named_box(at->columns, at->before) || is_named_box(at->columns, at->after));
}

/* Whether a word or a sentence may end here: no capital, and no character of a script that writes without spaces. */
static bool is_word_end(const joint *at) {
    if (at->last == '.') return at->is_sentence;
    if (at->last == ')' || at->last == '%' || is_kind(at->last, RL_KIND_SENTENCE_END)) return true;
    return is_kind(at->last, RL_KIND_WORD) && !is_kind(at->last, RL_KIND_CAPITAL | RL_KIND_SPACELESS);
}

static bool is_word_start(const joint *at) {
    if (is_kind(at->first, RL_KIND_CAPITAL) || at->first == '#') return true;
    if (is_kind(at->last, RL_KIND_DIGIT)) return at->is_word;
    return is_kind(at->first, RL_KIND_DIGIT) && is_kind(at->last, RL_KIND_LETTER);  /* "Height", "9 metres" */
}

/* "was", "$12", but not "US", "$12". */
static bool is_price(const joint *at) {
    bool is_currency = at->first == '$' || at->first == 0xA3 || at->first == 0x20AC;  /* pound, euro */
    return is_currency && is_kind(at->last, RL_KIND_LETTER) && !is_kind(at->last, RL_KIND_CAPITAL | RL_KIND_SPACELESS);
}

static bool is_label(const joint *at) {
    return is_inline(at->columns->tag[at->before]) && at->last == ':' && is_kind(at->last_but_one, RL_KIND_LETTER) &&
           is_kind(at->first, RL_KIND_LETTER | RL_KIND_DIGIT);
}

/* Whether an element ends within a word: "b[Oil]ed", as glossaries link parts of words. */
static bool ends_in_word(const rl_columns *columns, int32_t row) {
    int32_t next = columns->end[row];
    if (next >= columns->count || columns->tag[next] != RL_TAG_TEXT || !columns->content[next].length) return false;
    const uint8_t *text = rl_bytes(columns, columns->content[next]);
    return is_kind(rl_decode(&text, text + columns->content[next].length), RL_KIND_LETTER);
}

/* Whether the second text begins a link that the first one is not in, with a capital: "headed to the[Boats]". */
static bool begins_link(const joint *at, int32_t here) {
    enum { FIRST_WIDE = 0x2E80 };  /* scripts without spaces */
    if (!is_kind(at->first, RL_KIND_CAPITAL) || at->last >= FIRST_WIDE) return false;
    for (int32_t row = here;; row = at->columns->parent[row]) {
        if (at->columns->tag[row] == RL_TAG_A) return !ends_in_word(at->columns, row);
        if (row == at->after) return false;
    }
}

static bool is_in_code(const rl_columns *columns, const rl_derived *derived, int32_t row) {
    if (derived->preformatted[row] >= 0) return true;
    for (int32_t above = row; above > derived->block[row]; above = columns->parent[above])
        if (columns->tag[above] == RL_TAG_CODE || columns->tag[above] == RL_TAG_KBD) return true;
    return false;
}

static bool read_characters(joint *at, int32_t before, int32_t here) {
    static const uint8_t ZERO_WIDTH_SPACE[] = {0xE2, 0x80, 0x8B};
    rl_slice ended = at->columns->content[before], begun = at->columns->content[here];
    if (!ended.length || !begun.length) return false;
    const uint8_t *start = rl_bytes(at->columns, ended), *end = start + ended.length;
    while (end - start > 3 && !memcmp(end - 3, ZERO_WIDTH_SPACE, 3)) end -= 3;
    const uint8_t *next = rl_bytes(at->columns, begun), *stop = next + begun.length;
    at->is_sentence = memchr(start, ' ', ended.length) != NULL;
    at->last = rl_decode_last(start, &end);
    at->last_but_one = end > start ? rl_decode_last(start, &end) : ' ';
    at->first = rl_decode(&next, stop);
    at->is_word = is_kind(at->first, RL_KIND_LETTER);
    for (int i = 1; i < MIN_WORD && at->is_word; i++) at->is_word = next < stop && is_kind(rl_decode(&next, stop), RL_KIND_LETTER);
    return !is_kind(at->last, RL_KIND_SPACE) && !is_kind(at->first, RL_KIND_SPACE);
}

/* The sides are found in linear time over a page: an element begins or ends between two texts once. */
static void find_sides(joint *at, int32_t before, int32_t here) {
    const int32_t *parent = at->columns->parent, *end = at->columns->end;
    for (at->before = before; end[parent[at->before]] <= here;) at->before = parent[at->before];
    for (at->after = here; parent[at->after] != parent[at->before];) at->after = parent[at->after];
}

bool rl_are_parted(const rl_columns *columns, const rl_derived *derived, int32_t before, int32_t here) {
    joint at = {.columns = columns};
    if (!read_characters(&at, before, here)) return false;
    find_sides(&at, before, here);
    bool is_cited = columns->tag[at.before] == RL_TAG_CITE && is_kind(at.first, RL_KIND_LETTER);
    bool is_apart = is_cited || is_label(&at) || is_price(&at) ||
                    is_boxed(&at) ||
                    (is_word_end(&at) && is_word_start(&at) &&
                     (are_classed_apart(&at) || begins_link(&at, here)));
    return is_apart && !is_in_code(columns, derived, here);
}
