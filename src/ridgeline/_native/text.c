/* Kept leaves as plain text in the shape of the page: a blank line between paragraphs, list items and table rows on lines
   of their own, a tab between the cells of a row. Nothing is added, no marker and no word.

   The leaves that show text are moved to the front, as pieces; each gets a separator; then they are written line by line. White space is
   folded, but a preformatted element is one line as it stands. */
#include "text.h"

#include <string.h>

#include "characters.h"
#include "listings.h"
#include "utf8.h"

enum { TAB = RL_BREAK_PARAGRAPH + 1 };  /* a separator beside the breaks: between two cells of a row */
static const char *const WRITTEN[] = {"", " ", "\n", "\n\n", "\t"};  /* by separator */

/* The first piece of a paragraph. */
typedef struct {
    int32_t piece;
    int32_t item;       /* the nearest list item or cell around it, -1 for none */
    bool is_single;     /* whether it is the only paragraph of that */
    uint8_t separator;  /* RL_BREAK_… or TAB: what is written before it */
} paragraph;

typedef struct {
    const rl_page *page;
    rl_pool *pool;
    rl_leaf *pieces;  /* their gap is the strongest since the piece before */
    int32_t count;
    uint8_t *out;
    size_t size, room;
    size_t line_from;      /* where the separator before the line begins */
    size_t line_start;     /* and where the line itself does */
    bool is_spaced;        /* whether the line is empty or ends with a space */
    rl_buffer gap;         /* between two pieces of a preformatted element */
    bool is_preformatted;  /* whether the line is a preformatted element, so that nothing can be added to it */
} writer;

/* The leaves that show text. */
static void collect_pieces(writer *writing, rl_leaf *leaves, int32_t count) {
    uint8_t strongest = RL_BREAK_NOTHING;
    writing->pieces = leaves;
    for (int32_t i = 0; i < count; i++) {
        if (leaves[i].gap > strongest) strongest = leaves[i].gap;
        if (!leaves[i].text.size) continue;
        rl_leaf *piece = &leaves[writing->count++];
        *piece = leaves[i];
        piece->gap = piece->separator = strongest;
        strongest = RL_BREAK_NOTHING;
    }
}

/* ---- What is written between them ---- */

static int32_t count_paragraphs(const writer *writing) {
    int32_t count = 0;
    for (int32_t i = 0; i < writing->count; i++) count += writing->pieces[i].gap == RL_BREAK_PARAGRAPH;
    return count;
}

/* By node, up to one: the nearest ancestor or self that is a list item or a cell, -1 for none. */
static int32_t *nearest_items(const writer *writing, int32_t last) {
    const rl_columns *columns = &writing->page->columns;
    int32_t *items = RL_TAKE(writing->pool, int32_t, (size_t)last + 1);
    for (int32_t row = 0; row <= last; row++) {
        int32_t parent = columns->parent[row];
        items[row] = rl_properties(columns->tag[row]) & RL_ITEM ? row : parent < 0 ? -1 : items[parent];
    }
    return items;
}

static paragraph *find_paragraphs(const writer *writing, int32_t count) {
    int32_t last = writing->pieces[writing->count - 1].node;
    int32_t *items = nearest_items(writing, last);
    int32_t *paragraphs_in = RL_TAKE_ZEROED(writing->pool, int32_t, (size_t)last + 1);
    paragraph *paragraphs = RL_TAKE(writing->pool, paragraph, (size_t)count);
    for (int32_t i = 0, number = 0; i < writing->count; i++) {
        if (writing->pieces[i].gap != RL_BREAK_PARAGRAPH) continue;
        int32_t item = items[writing->pieces[i].node];
        if (item >= 0) paragraphs_in[item]++;
        paragraphs[number++] = (paragraph){.piece = i, .item = item, .separator = RL_BREAK_PARAGRAPH};
    }
    for (int32_t i = 0; i < count; i++)
        paragraphs[i].is_single = paragraphs[i].item >= 0 && paragraphs_in[paragraphs[i].item] == 1;
    return paragraphs;
}

static int32_t parent_of(const rl_columns *columns, int32_t node) { return node < 0 ? -1 : columns->parent[node]; }

static bool is_cell(const rl_columns *columns, int32_t node) {
    return (rl_properties(columns->tag[node]) & RL_CELL) != 0;
}

static bool are_in_one_row(const rl_columns *columns, const paragraph *before, const paragraph *here) {
    return before->is_single && here->is_single && is_cell(columns, before->item) && is_cell(columns, here->item) &&
           columns->parent[before->item] == columns->parent[here->item];
}

static bool are_in_one_table(const rl_columns *columns, int32_t before, int32_t here) {
    int32_t row_before = columns->parent[before], row = columns->parent[here];
    return parent_of(columns, parent_of(columns, row_before)) == parent_of(columns, parent_of(columns, row));
}

/* An item after an item of its list, after one of a list inside that, or inside the one before. */
static bool are_in_one_list(const rl_columns *columns, int32_t before, int32_t here) {
    int32_t around = columns->parent[here];
    return (around <= before && around >= 0 && before < columns->end[around]) ||
           (before < here && here < columns->end[before]);
}

/* Whether two paragraphs that no tab separates are on neighbouring lines. Rows are where one of the two has several
   cells: a table of single cells is a way to lay out paragraphs. */
static bool are_close(const rl_columns *columns, const paragraph *here, bool is_beside_tab) {
    const paragraph *before = here - 1;
    if (!before->is_single || !here->is_single) return false;
    bool was_cell = is_cell(columns, before->item), is_now = is_cell(columns, here->item);
    if (was_cell != is_now) return false;
    if (is_now) return is_beside_tab && are_in_one_table(columns, before->item, here->item);
    return are_in_one_list(columns, before->item, here->item);
}

/* Items and cells of a single paragraph stand close together; one that holds more is set apart like any paragraph. */
static void separate_paragraphs(const rl_columns *columns, paragraph *paragraphs, int32_t count) {
    for (int32_t i = 1; i < count; i++)
        if (are_in_one_row(columns, &paragraphs[i - 1], &paragraphs[i])) paragraphs[i].separator = TAB;
    for (int32_t i = 1; i < count; i++) {
        if (paragraphs[i].separator == TAB) continue;
        bool is_after_tab = paragraphs[i - 1].separator == TAB;
        bool is_before_tab = i + 1 < count && paragraphs[i + 1].separator == TAB;
        if (are_close(columns, &paragraphs[i], is_after_tab || is_before_tab)) paragraphs[i].separator = RL_BREAK_LINE;
    }
}

/* A row is one line, whatever its cells hold. */
static void join_cell(rl_leaf *pieces, int32_t start, int32_t end) {
    for (int32_t i = start; i < end; i++)
        if (pieces[i].separator == RL_BREAK_LINE) pieces[i].separator = RL_BREAK_SPACE;
}

static void choose_separators(writer *writing) {
    int32_t count = count_paragraphs(writing);
    if (count < 2) return;
    paragraph *paragraphs = find_paragraphs(writing, count);
    separate_paragraphs(&writing->page->columns, paragraphs, count);
    for (int32_t i = 0; i < count; i++) {
        bool is_last = i + 1 == count;
        bool is_in_row = paragraphs[i].separator == TAB || (!is_last && paragraphs[i + 1].separator == TAB);
        int32_t start = paragraphs[i].piece, end = is_last ? writing->count : paragraphs[i + 1].piece;
        writing->pieces[start].separator = paragraphs[i].separator;
        if (is_in_row) join_cell(writing->pieces, start + 1, end);
    }
}

/* ---- Writing ---- */

static void reserve(writer *writing, size_t more) {
    size_t needed = rl_add(writing->pool, writing->size, more);
    if (needed <= writing->room) return;
    writing->room = rl_room(writing->pool, writing->room, needed);
    RL_RESIZE(writing->pool, writing->out, uint8_t, writing->room);
}

static void write_bytes(writer *writing, const void *bytes, size_t size) {
    reserve(writing, size);
    memcpy(writing->out + writing->size, bytes, size);
    writing->size += size;
}

static void begin_line(writer *writing, int separator) {
    writing->line_from = writing->size;
    if (writing->size) write_bytes(writing, WRITTEN[separator], strlen(WRITTEN[separator]));
    writing->line_start = writing->size;
    writing->is_spaced = true;
    writing->is_preformatted = false;
}

static void strip_end(writer *writing) {
    const uint8_t *start = writing->out + writing->line_start, *end = writing->out + writing->size;
    while (end > start) {
        const uint8_t *last = end;
        if (!(rl_kind(rl_decode_last(start, &last)) & RL_KIND_SPACE)) break;
        end = last;
    }
    writing->size = (size_t)(end - writing->out);
}

/* Remove bytes from a line, those from where it starts up to here. */
static void remove_start(writer *writing, const uint8_t *here) {
    uint8_t *start = writing->out + writing->line_start;
    if (here == start) return;
    memmove(start, here, (size_t)(writing->out + writing->size - here));
    writing->size -= (size_t)(here - start);
}

static void strip_start(writer *writing) {
    const uint8_t *start = writing->out + writing->line_start, *end = writing->out + writing->size;
    for (const uint8_t *at = start; at < end; start = at)
        if (!(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) break;
    remove_start(writing, start);
}

/* Finish a line; an empty one goes, and what separates it. */
static void end_line(writer *writing) {
    strip_end(writing);
    if (!writing->is_preformatted) strip_start(writing);
    if (writing->size == writing->line_start) writing->size = writing->line_from;
}

/* Add a text to the line, each run of white space as one space. */
static void write_folded(writer *writing, rl_view text) {
    reserve(writing, text.size + 1);
    writing->size = (size_t)(rl_fold_spaces(writing->out + writing->size, text, &writing->is_spaced) - writing->out);
}

/* Add preformatted text, with one kind of line end and one kind of space. */
static void write_normalized(writer *writing, rl_view text) {
    reserve(writing, text.size);
    writing->size = (size_t)(rl_normalize(writing->out + writing->size, text.bytes, text.size) - writing->out);
}

/* Add what stands between a piece and the one before in a preformatted element. */
static void write_gap(writer *writing, const rl_leaf *here) {
    writing->gap.size = 0;
    rl_read_gap(writing->page, here[-1].node, here->node, here->gap, false, writing->pool, &writing->gap);
    if (writing->gap.size) write_bytes(writing, writing->gap.bytes, writing->gap.size);
}

/* The pieces of one preformatted element are a line, whatever line ends they have: `join_preformatted`. */
static void write_preformatted(writer *writing, int32_t first, int32_t end) {
    writing->size = writing->line_start;
    writing->is_preformatted = true;
    for (int32_t i = first; i < end; i++) {
        const rl_leaf *here = &writing->pieces[i];
        if (i > first) write_gap(writing, here);
        write_normalized(writing, here->text);
        if (i > first) continue;
        const uint8_t *start = writing->out + writing->line_start, *stop = writing->out + writing->size;
        while (start < stop && *start == '\n') start++;
        remove_start(writing, start);
    }
}

/* One past the last piece that is in the same preformatted element. */
static int32_t end_of_run(const writer *writing, int32_t first) {
    const int32_t *preformatted = writing->page->derived.preformatted;
    int32_t element = preformatted[writing->pieces[first].node], end = first + 1;
    while (end < writing->count && preformatted[writing->pieces[end].node] == element) end++;
    return end;
}

static void write_separator(writer *writing, int separator) {
    static const rl_view space = {(const uint8_t *)" ", 1};
    if (separator > RL_BREAK_SPACE) {
        end_line(writing);
        begin_line(writing, separator);
    } else if (separator == RL_BREAK_SPACE && !writing->is_preformatted) {
        write_folded(writing, space);
    }
}

static void write_pieces(writer *writing) {
    begin_line(writing, RL_BREAK_NOTHING);
    for (int32_t i = 0, next; i < writing->count; i = next) {
        const rl_leaf *here = &writing->pieces[i];
        next = i + 1;
        write_separator(writing, here->separator);
        if (writing->page->derived.preformatted[here->node] >= 0) {
            next = end_of_run(writing, i);
            write_preformatted(writing, i, next);
        } else if (!writing->is_preformatted) {
            write_folded(writing, here->text);
        }
    }
    end_line(writing);
}

/* Room for all pieces and separators, so that the text seldom moves; only preformatted gaps can need more. */
static void reserve_all(writer *writing) {
    size_t size = 1;
    for (int32_t i = 0; i < writing->count; i++) size = rl_add(writing->pool, size, writing->pieces[i].text.size + 2);
    reserve(writing, size);
}

void rl_write_text(const rl_page *page, rl_leaf *leaves, int32_t count, bool is_apart, rl_pool *pool, rl_text *text) {
    writer writing = {.page = page, .pool = pool};
    collect_pieces(&writing, leaves, count);
    if (!is_apart) choose_separators(&writing);
    reserve_all(&writing);
    write_pieces(&writing);
    text->bytes = writing.out;
    text->size = writing.size;
}
