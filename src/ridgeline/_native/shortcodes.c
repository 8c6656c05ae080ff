/* Lines that are shortcodes of a content management system, which it should have replaced: `[vc_row][vc_column]`.

   Such a line consists of pairs of brackets. A word in brackets alone is none, since people write `[edit]` and `[sic]`:
   at least one of the brackets closes another, has an attribute, or has a name with an underscore. */
#include "selection.h"

enum { MAX_LENGTH = 500 };  /* characters */

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
