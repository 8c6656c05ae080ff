#include "listings.h"

#include <string.h>

#include "characters.h"
#include "kept.h"
#include "notation_tables.h"
#include "utf8.h"

typedef struct {
    const rl_page *page;
    rl_pool *pool;
    rl_buffer *out;
    bool is_listing;
    bool is_after_line_end;  /* whether what was added last, or else the leaf before, ends with a line end */
    int32_t line_ends;       /* that were added */
    int32_t lines;           /* elements that start a line */
    size_t place;            /* where the last line starts */
    int32_t line_end;        /* the end of the element of that line … */
    bool is_dropped;         /* … and whether it holds text that is not kept */
} gap;

uint8_t *rl_normalize(uint8_t *to, const uint8_t *bytes, size_t size) {
    const uint8_t *end = size ? bytes + size : bytes;
    bool is_after_return = false;
    for (const uint8_t *at = bytes; at < end;) {
        const uint8_t *start = at;
        uint32_t point = rl_decode(&at, end);
        if (rl_is_unshown(point)) continue;
        bool is_second_half = point == '\n' && is_after_return;
        is_after_return = point == '\r';
        if (is_second_half) continue;
        if (point == '\r') *to++ = '\n';
        else if (point == '\f' || point == 0xA0) *to++ = ' ';
        else
            while (start < at) *to++ = *start++;
    }
    return to;
}

/* ---- Elements that start a line ---- */

/* Whether a class is what highlighters call the element of a line. */
static bool has_line_class(rl_view classes) {
    uint8_t lower[RL_MAX_CLASS_LENGTH * RL_LOWER_CHARACTER_BYTES];
    size_t left = RL_MAX_CLASS_LENGTH;
    const uint8_t *end = rl_lower_text(lower, RL_ASCII_LOWER, classes, &left), *start = lower;
    while (start < end) {
        const uint8_t *at = start, *stop = start;
        while (at < end && !(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) stop = at;
        rl_view name = {start, (size_t)(stop - start)};
        if (rl_is_word(name, RL_LINE_CLASSES) || rl_ends_with_word(name, RL_LINE_ENDINGS)) return true;
        start = at;
    }
    return false;
}

/* Whether a style says that an element is a block. */
static bool is_block_style(rl_view style) {
    static const rl_word display[] = {{"display:block", 13}};
    uint8_t lower[RL_MAX_STYLE_LENGTH * RL_LOWER_CHARACTER_BYTES], *out = lower;
    size_t left = RL_MAX_STYLE_LENGTH;
    const uint8_t *end = rl_lower_text(lower, RL_ASCII_LOWER, style, &left);
    for (const uint8_t *at = lower; at < end;) {
        const uint8_t *start = at;
        if (rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE) continue;
        while (start < at) *out++ = *start++;
    }
    return rl_has_word((rl_view){lower, (size_t)(out - lower)}, (rl_word_list){display, 1});
}

static bool is_line_span(const rl_columns *columns, int32_t row) {
    static const rl_word line[] = {{"line", 4}}, display[] = {{"display", 7}};
    rl_view classes = rl_value(columns, row, RL_ATTRIBUTE_CLASS), style = rl_value(columns, row, RL_ATTRIBUTE_STYLE);
    bool is_candidate = rl_has_word_in_any_case(classes, (rl_word_list){line, 1}) ||
                        rl_has_word_in_any_case(style, (rl_word_list){display, 1});
    return is_candidate && (has_line_class(classes) || is_block_style(style));
}

/* Whether an element inside of a preformatted one starts a line: a block, or what a highlighter makes a line. */
static bool starts_line(const rl_page *page, int32_t row, bool is_listing) {
    int32_t tag = page->columns.tag[row], around = page->derived.preformatted[row];
    if (around < 0 && !is_listing) return false;
    if (rl_properties(tag) & RL_BLOCK) return around != row;
    return tag == RL_TAG_SPAN && is_line_span(&page->columns, row);
}

/* ---- Gaps ---- */

static void put(gap *work, const char *text) {
    rl_buffer_put(work->pool, work->out, (const uint8_t *)text, 1);
    work->is_after_line_end = *text == '\n';
    work->line_ends += work->is_after_line_end;
}

static void put_blank(gap *work, rl_slice content) {
    uint8_t *to = rl_buffer_reserve(work->pool, work->out, content.length);
    uint8_t *end = rl_normalize(to, rl_bytes(&work->page->columns, content), content.length);
    work->out->size += (size_t)(end - to);
    work->is_after_line_end = end > to && end[-1] == '\n';
    for (; to < end; to++) work->line_ends += *to == '\n';
}

/* A text between the two leaves. White space between the cells of a table is not shown. What is not kept leaves a gap,
   but for a prompt or a line number. */
static void pass_text(gap *work, int32_t row) {
    const rl_columns *columns = &work->page->columns;
    rl_slice content = columns->content[row];
    if (columns->blank[row]) {
        int32_t parent = columns->parent[row];
        if (parent < 0 || !(rl_properties(columns->tag[parent]) & RL_BETWEEN_CELLS)) put_blank(work, content);
    } else if (content.length && row < work->line_end) {
        work->is_dropped = true;
    } else if (content.length && memchr(rl_bytes(columns, content), '\n', content.length)) {
        put(work, "\n");
    } else if (content.length && !work->is_after_line_end) {
        put(work, " ");
    }
}

static void pass_row(gap *work, int32_t row) {
    const rl_columns *columns = &work->page->columns;
    if (columns->tag[row] == RL_TAG_TEXT) {
        pass_text(work, row);
    } else if (columns->tag[row] == RL_TAG_BR) {
        put(work, "\n");
    } else if (row >= work->line_end && starts_line(work->page, row, work->is_listing)) {
        work->lines += !work->is_dropped;
        work->place = work->out->size;
        work->line_end = columns->end[row];
        work->is_dropped = false;
    }
}

static void insert_line_ends(gap *work, size_t count) {
    rl_buffer_reserve(work->pool, work->out, count);
    uint8_t *at = work->out->bytes + work->place;
    memmove(at + count, at, work->out->size - work->place);
    memset(at, '\n', count);
    work->out->size += count;
}

static bool ends_line(const rl_columns *columns, int32_t node) {
    rl_slice content = columns->content[node];
    if (columns->tag[node] != RL_TAG_TEXT || !content.length) return false;
    return rl_bytes(columns, content)[content.length - 1] == '\n';
}

static bool begins_line(const rl_columns *columns, int32_t node) {
    rl_slice content = columns->content[node];
    return columns->tag[node] == RL_TAG_TEXT && content.length && *rl_bytes(columns, content) == '\n';
}

/* Whether a node is in the element of a line that ends before another node. */
static bool leaves_line(const rl_page *page, int32_t node, int32_t other, bool is_listing) {
    enum { MAX_LEVELS = 4 };
    for (int level = 0; level < MAX_LEVELS; level++) {
        node = page->columns.parent[node];
        if (node < 0 || page->columns.end[node] > other) return false;
        if (starts_line(page, node, is_listing)) return true;
    }
    return false;
}

void rl_read_gap(const rl_page *page, int32_t before, int32_t node, int kind, bool is_listing, rl_pool *pool,
                 rl_buffer *out) {
    bool is_after_line_end = ends_line(&page->columns, before);
    size_t start = out->size;
    gap work = {page, pool, out, is_listing, is_after_line_end, 0, 0, start, before, false};
    for (int32_t row = before + 1; row < node; row++) pass_row(&work, row);
    int32_t lines = work.lines - (work.is_dropped && work.line_end <= node);
    bool is_new_line = kind >= RL_BREAK_LINE ||
                       (leaves_line(page, before, node, is_listing) && !begins_line(&page->columns, node));
    if (is_new_line && lines < 1) lines = 1;
    int32_t missing = lines - work.line_ends - is_after_line_end;
    if (lines > 0 && missing > 0) insert_line_ends(&work, (size_t)missing);
    if (out->size == start && kind == RL_BREAK_SPACE && !is_after_line_end) put(&work, " ");
}
