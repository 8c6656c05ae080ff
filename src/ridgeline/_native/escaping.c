/* Escapes text for GitHub-flavoured Markdown. The neighbouring characters decide: `snake_case`, `2 * 3`, `a < b` and `R&D`
   stay as they are, `__init__`, `*not*`, `<b>` and `&amp;` do not. A text is one line with single spaces. What follows it
   directly is always markup, since neighbouring texts under the same marks are one text. */
#include <string.h>

#include "characters.h"
#include "inline.h"
#include "utf8.h"

static bool is_punctuation(uint8_t byte) {
    return (byte >= '!' && byte <= '/') || (byte >= ':' && byte <= '@') || (byte >= '[' && byte <= '`') ||
           (byte >= '{' && byte <= '~');
}
static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
static bool is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

static void put(rl_pool *pool, rl_buffer *out, uint8_t byte) { *rl_buffer_reserve(pool, out, 1) = byte, out->size++; }

/* ---- The start of a line ---- */

/* A rule, an underline, the line below a table's header: nothing but these characters, one of them "-" or "=" after none
   but "|", ":" and spaces. */
static bool is_underline(const uint8_t *at, const uint8_t *end) {
    if (!strchr("|:=-", *at)) return false;
    const uint8_t *first = at;
    while (first < end && (*first == '|' || *first == ':' || *first == ' ')) first++;
    if (first == end || (*first != '-' && *first != '=')) return false;
    for (; at < end; at++)
        if (!strchr("|:= -", *at)) return false;
    return true;
}

/* Write the beginning of a text that would start a heading, a quotation, a list, a definition …; where the rest begins. */
static const uint8_t *escape_start(rl_pool *pool, rl_buffer *out, const uint8_t *at, const uint8_t *end) {
    const uint8_t *after = at;
    while (after < end && is_digit(*after) && after - at < 10) after++;
    if (after > at && after - at <= 9 && after < end && (*after == '.' || *after == ')') &&
        (after + 1 == end || after[1] == ' ')) {
        rl_buffer_put(pool, out, at, (size_t)(after - at));
        put(pool, out, '\\');
        return after;
    }
    bool starts = *at == '>' || *at == '[';
    if (*at == '#') {
        while (after < end && *after == '#' && after - at < 7) after++;
        starts = after - at <= 6 && (after == end || *after == ' ');
    }
    if (*at == '-' || *at == '+') starts = at + 1 == end || at[1] == ' ';
    if (!starts && !(*at && is_underline(at, end))) return at;
    put(pool, out, '\\');
    put(pool, out, *at);
    return at + 1;
}

/* ---- Characters ---- */

static bool is_reference(const uint8_t *at, const uint8_t *end) {
    enum { MOST = 32 };
    if (at < end && *at == '#') at++;
    int length = 0;
    while (at < end && (is_letter(*at) || is_digit(*at)) && length <= MOST) at++, length++;
    return length && length <= MOST && at < end && *at == ';';
}

static bool is_word_before(const uint8_t *begin, const uint8_t *at) {
    if (at == begin) return false;
    const uint8_t *end = at;
    return rl_is_word_character(rl_decode_last(begin, &end));
}

static bool is_word_after(const uint8_t *at, const uint8_t *end) {
    return at < end && rl_is_word_character(rl_decode(&at, end));
}

/* Whether Markdown would take this character for markup. `begin` is where the text begins. */
static bool is_special(const uint8_t *begin, const uint8_t *at, const uint8_t *end, rl_escaping how) {
    const uint8_t *next = at + 1;
    bool is_last = next == end;
    switch (*at) {
    case '\\': return is_last || is_punctuation(*next);
    case '`': return true;
    case '*': return !(at > begin && at[-1] == ' ' && !is_last && *next == ' ');  /* between two spaces it is none */
    case '~': return !(at > begin && at[-1] == ' ') || (!is_last && *next == '~');  /* may close, or is a double one */
    case '<': return !is_last && (is_letter(*next) || *next == '/' || *next == '!' || *next == '?');
    case '&': return is_reference(next, end);
    case '[': return how.in_link;
    /* No link reference is ever defined, so few brackets make a link; inside a link's text all brackets count. */
    case ']': return how.in_link || (is_last ? how.before_link : *next == '(' || *next == '[' || *next == ':');
    default: return false;
    }
}

/* Write a run of underscores, which are never emphasis inside a word; one past its last. */
static const uint8_t *escape_underscores(rl_pool *pool, rl_buffer *out, const uint8_t *begin, const uint8_t *at,
                                         const uint8_t *end) {
    const uint8_t *after = at;
    while (after < end && *after == '_') after++;
    bool is_inside = is_word_before(begin, at) && is_word_after(after, end);
    for (; at < after; at++) {
        if (!is_inside) put(pool, out, '\\');
        put(pool, out, '_');
    }
    return after;
}

void rl_escape(rl_pool *pool, rl_buffer *out, rl_view text, rl_escaping how) {
    static const bool MAY_BE_SPECIAL[256] = {['\\'] = true, ['`'] = true, ['*'] = true, ['~'] = true, ['<'] = true,
                                             ['&'] = true,  ['['] = true, [']'] = true, ['_'] = true,
                                             ['$'] = true};
    const uint8_t *at = text.bytes, *end = rl_end_of(text), *begin = at, *plain;
    if (!text.size) return;
    if (how.line_start) at = begin = escape_start(pool, out, at, end);
    for (plain = at; at < end;) {
        if (!MAY_BE_SPECIAL[*at]) {
            at++;
            continue;
        }
        rl_buffer_put(pool, out, plain, (size_t)(at - plain));
        bool may_be_formula = (*at == '$' || *at == '\\') && !how.in_link;
        const uint8_t *after = may_be_formula ? rl_raw_formula_end(at, end, how.has_formulas) : NULL;
        if (after) {
            rl_write_raw_formula(pool, out, at, after);
            at = after;
        } else if (*at == '_') {
            at = escape_underscores(pool, out, begin, at, end);
        } else {
            if (is_special(begin, at, end, how)) put(pool, out, '\\');
            put(pool, out, *at++);
        }
        plain = at;
    }
    rl_buffer_put(pool, out, plain, (size_t)(at - plain));
}

static void insert_backslash(rl_pool *pool, rl_buffer *out, size_t at) {
    rl_buffer_reserve(pool, out, 1);
    memmove(out->bytes + at + 1, out->bytes + at, out->size - at);
    out->bytes[at] = '\\';
    out->size++;
}

/* Markdown would drop `#` at the end of a heading. */
void rl_escape_heading_end(rl_pool *pool, rl_buffer *out, size_t start) {
    size_t at = out->size;
    while (at > start && out->bytes[at - 1] == '#') at--;
    if (at < out->size && (at == start || out->bytes[at - 1] == ' ')) insert_backslash(pool, out, at);
}

/* In tables bars are escaped everywhere, also in code. */
void rl_escape_cell(rl_pool *pool, rl_buffer *out, rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    while (at < end) {
        const uint8_t *bar = memchr(at, '|', (size_t)(end - at));
        if (!bar) bar = end;
        rl_buffer_put(pool, out, at, (size_t)(bar - at));
        if (bar < end) rl_buffer_put(pool, out, (const uint8_t *)"\\|", 2);
        at = bar + 1;
    }
}

size_t rl_longest_run(rl_view text, uint8_t byte) {
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < text.size; i++) {
        run = text.bytes[i] == byte ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    return longest;
}

/* Its fence is longer than any run of backticks inside. */
void rl_write_code_span(rl_pool *pool, rl_buffer *out, rl_view text) {
    size_t fence = rl_longest_run(text, '`') + 1;
    bool is_padded = text.bytes[0] == '`' || text.bytes[text.size - 1] == '`';
    for (size_t i = 0; i < fence; i++) put(pool, out, '`');
    if (is_padded) put(pool, out, ' ');
    rl_buffer_put(pool, out, text.bytes, text.size);
    if (is_padded) put(pool, out, ' ');
    for (size_t i = 0; i < fence; i++) put(pool, out, '`');
}

/* Whether a URL's parentheses are pairs, and nested no deeper than readers of Markdown follow. */
static bool is_balanced(rl_view url) {
    enum { MOST_DEPTH = 30 };  /* CommonMark lets parsers stop at 32 */
    int depth = 0;
    for (size_t i = 0; i < url.size; i++) {
        depth += url.bytes[i] == '(' ? 1 : url.bytes[i] == ')' ? -1 : 0;
        if (depth < 0 || depth > MOST_DEPTH) return false;
    }
    return depth == 0;
}

/* Whether what follows an ampersand in a URL would be read as a character reference. */
static bool is_word_reference(const uint8_t *at, const uint8_t *end) {
    if (at < end && *at == '#') at++;
    const uint8_t *start = at;
    while (at < end) {
        const uint8_t *here = at;
        if (!rl_is_word_character(rl_decode(&here, end))) break;
        at = here;
    }
    return at > start && at < end && *at == ';';
}

void rl_write_destination(rl_pool *pool, rl_buffer *out, rl_view url) {
    bool is_encoded = !is_balanced(url);
    for (const uint8_t *at = url.bytes, *end = rl_end_of(url); at < end; at++) {
        if (is_encoded && *at == '(') rl_buffer_put(pool, out, (const uint8_t *)"%28", 3);
        else if (is_encoded && *at == ')') rl_buffer_put(pool, out, (const uint8_t *)"%29", 3);
        else if (*at == '&' && is_word_reference(at + 1, end)) rl_buffer_put(pool, out, (const uint8_t *)"&amp;", 5);
        else put(pool, out, *at);
    }
}
