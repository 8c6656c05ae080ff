/* Shortcodes of a content management system, which it should have replaced: `[vc_row][vc_column]`, `{{< figure >}}`.

   A line of them is dropped when lines are chosen. It consists of pairs of brackets. A word in brackets alone is none, since
   people write `[edit]` and `[sic]`: at least one of the brackets closes another, has an attribute, or has a name with an
   underscore. Within a line people write more in brackets, so more is asked of those that are left out of a text. */
#include "selection.h"

#include <string.h>

#include "leaves.h"

enum {
    MAX_LENGTH = 500,  /* characters of a line, bytes of a shortcode within one */
    MAX_LEVELS = 8,    /* elements around a text that are looked at */
};

/* The text of a line, leaf by leaf. */
typedef struct {
    const rl_page *page;
    int32_t leaf, last;  /* the current one, and one past the last */
    uint32_t at;         /* in the current one */
} reader;

static rl_slice text_of(const rl_page *page, int32_t leaf) {
    int32_t node = page->derived.leaves[leaf];
    if (page->columns.tag[node] != RL_TAG_TEXT) return (rl_slice){0, 0};
    return page->columns.content[node];
}

/* The next byte, -1 at the end. */
static int look(reader *text) {
    for (; text->leaf < text->last; text->leaf++, text->at = 0) {
        rl_slice slice = text_of(text->page, text->leaf);
        if (text->at < slice.length) return rl_bytes(&text->page->columns, slice)[text->at];
    }
    return -1;
}

static int next(reader *text) {
    int byte = look(text);
    text->at++;
    return byte;
}

static bool is_space(int byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }
static bool is_letter(int byte) { return byte >= 'a' && byte <= 'z'; }

static bool is_in_name(int byte) {
    return is_letter(byte) || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

static void skip_space(reader *text) {
    while (is_space(look(text))) next(text);
}

/* Read a pair of brackets; whether it is one. `is_sure`: whether it can be nothing but a shortcode. */
static bool read_brackets(reader *text, bool *is_sure) {
    if (next(text) != '[') return false;
    if (look(text) == '/') {
        next(text);
        *is_sure = true;
    }
    if (!is_letter(look(text))) return false;
    for (; is_in_name(look(text)); next(text)) *is_sure |= look(text) == '_';
    if (is_space(look(text)))
        for (int byte = look(text); byte >= 0 && byte != '[' && byte != ']'; byte = look(text)) {
            *is_sure |= byte == '=';
            next(text);
        }
    return next(text) == ']';
}

static bool is_short(const rl_page *page, int32_t leaf, int32_t last) {
    int64_t length = 0;
    for (; leaf < last && length <= MAX_LENGTH; leaf++) length += page->derived.characters[leaf];
    return length <= MAX_LENGTH;
}

static bool is_shortcode(const rl_page *page, int32_t first, int32_t last) {
    reader text = {page, first, last, 0};
    bool is_sure = false;
    skip_space(&text);
    if (look(&text) != '[' || !is_short(page, first, last)) return false;
    while (look(&text) >= 0) {
        if (!read_brackets(&text, &is_sure)) return false;
        skip_space(&text);
    }
    return is_sure;
}

void rl_drop_shortcodes(const rl_page *page, const rl_lines *lines, uint8_t *mask) {
    for (int32_t line = 0; line < lines->count; line++)
        if (mask[line] && is_shortcode(page, lines->start[line], lines->end[line])) mask[line] = 0;
}

/* ---- Within lines ---- */

/* A pair of brackets. */
typedef struct {
    rl_view name;
    const uint8_t *end;    /* one past the bracket that closes it */
    bool is_closing;       /* `[/name]` */
    bool has_underscore;   /* in its name */
    bool has_attribute;    /* with a value in quotation marks */
} brackets;

/* Whether a value in quotation marks begins here; texts have typographic ones in place of those that were written. */
static bool is_quoted(const uint8_t *at, const uint8_t *end) {
    if (at < end && (*at == '"' || *at == '\'')) return true;
    if (end - at < 3 || at[0] != 0xE2 || at[1] != 0x80) return false;
    return (at[2] >= 0x98 && at[2] <= 0x9F) || at[2] == 0xB2 || at[2] == 0xB3;  /* U+2018 to U+201F, primes */
}

/* Read the pair of brackets at `at`, which is a `[`. It ends before the next `[`, so all of them take linear time. */
static bool read_pair(const uint8_t *at, const uint8_t *end, brackets *pair) {
    if (end - at > MAX_LENGTH) end = at + MAX_LENGTH;
    *pair = (brackets){.is_closing = ++at < end && *at == '/'};
    at += pair->is_closing;
    pair->name.bytes = at;
    if (at == end || !is_letter(*at)) return false;
    for (; at < end && is_in_name(*at); at++) pair->has_underscore |= *at == '_';
    pair->name.size = (size_t)(at - pair->name.bytes);
    if (at < end && *at != ']' && *at != '/' && !is_space(*at)) return false;
    for (; at < end && *at != '[' && *at != ']'; at++) pair->has_attribute |= *at == '=' && is_quoted(at + 1, end);
    pair->end = at + 1;
    return at < end && *at == ']';
}

static bool is_word_byte(uint8_t byte) {
    return is_in_name(byte) || (byte >= 'A' && byte <= 'Z') || byte >= 0x80;
}

static bool was_opened(const rl_opened *opened, rl_view name) {
    for (size_t i = 0; i < RL_MAX_OPENED; i++)
        if (rl_are_equal(opened->names[i], name)) return true;
    return false;
}

/* Whether a pair of brackets can be nothing but a shortcode. A closing one follows its opening one, maybe in an earlier
   leaf. One with a bare name stands right at a word or at another: manuals write `[file_name]`, with spaces around it. */
static bool is_sure(const brackets *pair, rl_view text, const uint8_t *at, const rl_opened *opened) {
    uint8_t before = at > text.bytes ? at[-1] : ' ', after = pair->end < rl_end_of(text) ? *pair->end : ' ';
    if (before == '[') return false;  /* `[[name]]` shows a shortcode */
    if (pair->is_closing) return pair->has_underscore || was_opened(opened, pair->name);
    if (pair->has_attribute) return true;
    if (!pair->has_underscore || is_word_byte(before)) return false;  /* `array[an_index]` */
    return before == ']' || after == '[' || is_word_byte(after);
}

/* One past a shortcode of a static site generator, `{{< name >}}` or `{{% name %}}`, at `at`; NULL where there is none. */
static const uint8_t *braces_end(const uint8_t *at, const uint8_t *end) {
    if (end - at < 6 || at[1] != '{' || (at[2] != '<' && at[2] != '%')) return NULL;
    uint8_t mark = at[2] == '<' ? '>' : '%';
    if (end - at > MAX_LENGTH) end = at + MAX_LENGTH;
    for (at += 3; end - at >= 3 && *at != '{'; at++)
        if (at[0] == mark && at[1] == '}' && at[2] == '}') return at + 3;
    return NULL;
}

static bool is_code(const rl_page *page, int32_t node) {
    if (page->derived.preformatted[node] >= 0) return true;
    int32_t above = page->columns.parent[node];
    for (int i = 0; i < MAX_LEVELS && above >= 0; i++, above = page->columns.parent[above]) {
        int32_t tag = page->columns.tag[above];
        if (tag == RL_TAG_CODE || tag == RL_TAG_KBD || tag == RL_TAG_SAMP || tag == RL_TAG_PRE) return true;
    }
    return false;
}

/* One past the shortcode at `at`, NULL where there is none. */
static const uint8_t *shortcode_end(rl_view text, const uint8_t *at, rl_opened *opened) {
    brackets pair;
    if (*at == '{') return braces_end(at, rl_end_of(text));
    if (*at != '[' || !read_pair(at, rl_end_of(text), &pair) || !is_sure(&pair, text, at, opened)) return NULL;
    if (!pair.is_closing) opened->names[opened->count++ % RL_MAX_OPENED] = pair.name;
    return pair.end;
}

rl_view rl_without_shortcodes(const rl_page *page, int32_t node, rl_view text, rl_opened *opened, rl_pool *pool) {
    if (!text.size || (!memchr(text.bytes, '[', text.size) && !memchr(text.bytes, '{', text.size))) return text;
    const uint8_t *at = text.bytes, *end = rl_end_of(text), *kept = at;
    uint8_t *written = NULL, *to = NULL;
    while (at < end) {
        const uint8_t *after = *at == '[' || *at == '{' ? shortcode_end(text, at, opened) : NULL;
        if (!after) {
            at++;
            continue;
        }
        if (!written) {
            if (is_code(page, node)) return text;
            to = written = RL_TAKE(pool, uint8_t, text.size);
        }
        memcpy(to, kept, (size_t)(at - kept));
        to += at - kept;
        kept = at = after;
    }
    if (!written) return text;
    memcpy(to, kept, (size_t)(end - kept));
    to += end - kept;
    size_t size = (size_t)(to - written);
    return (rl_view){written, rl_is_blank(written, size) ? 0 : size};
}
