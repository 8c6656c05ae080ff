/* Kept leaves as plain text: `ridgeline.output.text`, and what it uses of `ridgeline.text`.

   The leaves that show text become pieces; each gets a separator; then they are written line by line. White space is
   folded, but a preformatted element is one line as it stands. */
#include "text.h"

#include <string.h>

#include "characters.h"
#include "kept.h"
#include "listings.h"
#include "notation.h"
#include "utf8.h"

enum { TAB = RL_BREAK_PARAGRAPH + 1 };  /* a separator beside the breaks: between two cells of a row */
static const char *const WRITTEN[] = {"", " ", "\n", "\n\n", "\t"};  /* by separator */

enum { MAX_CLASS_LENGTH = 300 };  /* characters that are looked at */

/* A kept leaf that shows text. */
typedef struct {
    const uint8_t *bytes;  /* its text, with characters that are not shown */
    size_t size;
    int32_t node;
    int32_t position;      /* among the kept leaves */
    uint8_t kind;          /* RL_BREAK_…: the strongest since the piece before */
    uint8_t separator;     /* RL_BREAK_… or TAB: what is written before it */
} piece;

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
    piece *pieces;
    int32_t count;
    int32_t silent_until;  /* glyphs of a formula that was written already end at this node */
    uint8_t *out;
    size_t size, room;
    size_t line_from;      /* where the separator before the line begins */
    size_t line_start;     /* and where the line itself does */
    bool is_spaced;        /* whether the line is empty or ends with a space */
    rl_buffer gap;         /* between two pieces of a preformatted element */
    bool is_preformatted;  /* whether the line is a preformatted element, so that nothing can be added to it */
} writer;

/* ---- What leaves show ---- */

static bool shows_text(const uint8_t *at, size_t size) {
    const uint8_t *end = at + size;
    while (at < end)
        if (!rl_is_unshown(rl_decode(&at, end))) return true;
    return false;
}

/* Whether the lower case of a class is a name. U+0130 has two letters in lower case, which no name holds. */
static bool is_class(const uint8_t *at, const uint8_t *end, const char *name) {
    for (; *name; name++) {
        if (at == end) return false;
        uint32_t point = rl_decode(&at, end);
        if (point == 0x130 || rl_lower(point) != (uint32_t)*name) return false;
    }
    return at == end;
}

/* KaTeX and MathJax 2 write a formula twice: as glyphs for the eye and, in an element with one of these classes, as
   MathML for screen readers. */
static bool is_assistive(const rl_columns *columns, int32_t node) {
    const rl_slice *value = rl_attribute(columns, node, RL_ATTRIBUTE_CLASS);
    if (!value || value->length == RL_NO_VALUE) return false;
    const uint8_t *at = rl_bytes(columns, *value), *end = at + value->length, *start = at;
    for (int i = 0; i <= MAX_CLASS_LENGTH; i++) {
        const uint8_t *here = at;
        bool is_end = at == end || i == MAX_CLASS_LENGTH;
        if (!is_end && !(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) continue;
        if (is_class(start, here, "katex-mathml") || is_class(start, here, "mjx_assistive_mathml")) return true;
        if (is_end) return false;
        start = at;
    }
    return false;
}

/* Whether the text in an element of a formula is not part of what it shows. */
static bool is_beside_formula(const rl_columns *columns, int32_t row) {
    int32_t tag = columns->tag[row];
    if (tag == RL_TAG_ANNOTATION_XML || tag == RL_TAG_SCRIPT || tag == RL_TAG_STYLE) return true;
    if (tag < RL_UNKNOWN) return false;
    rl_slice name = columns->tag_names[tag - RL_UNKNOWN];
    return name.length == strlen("annotation") && memcmp(rl_bytes(columns, name), "annotation", name.length) == 0;
}

/* Add a character to words that are separated by one space each. */
static size_t add_character(uint8_t *words, size_t size, uint32_t point) {
    if (!(rl_kind(point) & RL_KIND_SPACE)) return size + rl_encode(words + size, point);
    if (size && words[size - 1] != ' ') words[size++] = ' ';
    return size;
}

static size_t add_words(uint8_t *words, size_t size, const uint8_t *at, const uint8_t *end) {
    while (at < end) size = add_character(words, size, rl_decode(&at, end));
    return size;
}

/* Room for the text of a formula; a byte that cannot be decoded takes three. */
static size_t formula_room(const writer *writing, int32_t node) {
    const rl_columns *columns = &writing->page->columns;
    size_t room = 0;
    for (int32_t row = node + 1; row < columns->end[node]; row++)
        room = rl_add(writing->pool, room, columns->tag[row] == RL_TAG_TEXT ? columns->content[row].length : 1);
    return rl_multiply(writing->pool, room, 3);
}

static void read_formula(const writer *writing, piece *formula) {
    const rl_columns *columns = &writing->page->columns;
    uint8_t *words = RL_TAKE(writing->pool, uint8_t, formula_room(writing, formula->node));
    size_t size = 0;
    for (int32_t row = formula->node + 1, next; row < columns->end[formula->node]; row = next) {
        bool is_beside = is_beside_formula(columns, row);
        next = is_beside ? columns->end[row] : row + 1;
        if (columns->tag[row] == RL_TAG_TEXT) {
            const uint8_t *text = rl_bytes(columns, columns->content[row]);
            size = add_words(words, size, text, text + columns->content[row].length);
        } else if (!is_beside && (rl_properties(columns->tag[row]) & RL_BLOCK)) {
            size = add_character(words, size, ' ');
        }
    }
    formula->bytes = words;
    formula->size = size && words[size - 1] == ' ' ? size - 1 : size;
}

static int32_t end_of_parent(const rl_columns *columns, int32_t node) {
    int32_t parent = columns->parent[node];
    return columns->end[parent < 0 ? node : parent];
}

/* Set the text of a piece whose node is known. Where glyphs follow a formula that was written, they are left out. */
static void read_leaf(writer *writing, piece *leaf) {
    const rl_columns *columns = &writing->page->columns;
    leaf->bytes = (const uint8_t *)"";
    leaf->size = 0;
    if (columns->tag[leaf->node] == RL_TAG_MATH) {
        int32_t parent = columns->parent[leaf->node];
        read_formula(writing, leaf);
        if (parent >= 0 && is_assistive(columns, parent)) writing->silent_until = end_of_parent(columns, parent);
    } else if (columns->tag[leaf->node] == RL_TAG_TEXT && leaf->node >= writing->silent_until) {
        leaf->bytes = rl_bytes(columns, columns->content[leaf->node]);
        leaf->size = columns->content[leaf->node].length;
    }
}

/* The kept leaves that show text. */
static void collect_pieces(writer *writing, const int32_t *keep, int32_t count) {
    const rl_derived *derived = &writing->page->derived;
    uint8_t strongest = RL_BREAK_PARAGRAPH;
    writing->pieces = RL_TAKE(writing->pool, piece, (size_t)count);
    for (int32_t i = 0; i < count; i++) {
        uint8_t kind = i ? (uint8_t)rl_strongest_break(derived, keep[i - 1], keep[i]) : RL_BREAK_PARAGRAPH;
        if (kind > strongest) strongest = kind;
        piece *leaf = &writing->pieces[writing->count];
        leaf->node = derived->leaves[keep[i]];
        read_leaf(writing, leaf);
        if (!shows_text(leaf->bytes, leaf->size)) continue;
        leaf->position = i;
        leaf->kind = leaf->separator = strongest;
        strongest = RL_BREAK_NOTHING;
        writing->count++;
    }
}

static bool has_scripts(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++)
        if (columns->tag[row] == RL_TAG_SUP || columns->tag[row] == RL_TAG_SUB) return true;
    return false;
}

/* Write pieces in `sup` and `sub` in the characters that there are for it. */
static void raise_and_lower(writer *writing) {
    const rl_columns *columns = &writing->page->columns;
    if (!has_scripts(columns)) return;
    rl_shown_leaf *leaves = RL_TAKE(writing->pool, rl_shown_leaf, (size_t)writing->count);
    for (int32_t i = 0; i < writing->count; i++) {
        const piece *here = &writing->pieces[i];
        leaves[i] = (rl_shown_leaf){here->node, here->position, {here->bytes, here->size}};
    }
    rl_raise_and_lower(columns, leaves, writing->count, writing->pool);
    for (int32_t i = 0; i < writing->count; i++) {
        writing->pieces[i].bytes = leaves[i].text.bytes;
        writing->pieces[i].size = leaves[i].text.size;
    }
}

/* ---- What is written between them ---- */

static int32_t count_paragraphs(const writer *writing) {
    int32_t count = 0;
    for (int32_t i = 0; i < writing->count; i++) count += writing->pieces[i].kind == RL_BREAK_PARAGRAPH;
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
        if (writing->pieces[i].kind != RL_BREAK_PARAGRAPH) continue;
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
static void join_cell(piece *pieces, int32_t start, int32_t end) {
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

/* Add a text to the line, each run of HTML's white space and no-break spaces as one space: `spaces.fold`. */
static void write_folded(writer *writing, const uint8_t *at, const uint8_t *end) {
    reserve(writing, (size_t)(end - at));
    uint8_t *out = writing->out + writing->size;
    bool is_spaced = writing->is_spaced;
    while (at < end) {
        uint8_t byte = *at;
        if (byte < 0x20 || byte == 0x7F || byte == 0xC2) {  /* 0xC2 begins U+0080 to U+00BF */
            const uint8_t *start = at;
            uint32_t point = rl_decode(&at, end);
            if (rl_is_unshown(point)) continue;
            if (point != 0xA0 && point > 0x20) {
                while (start < at) *out++ = *start++;
                is_spaced = false;
                continue;
            }
            byte = ' ';
        } else {
            at++;
        }
        /* Without a branch, since no one can predict where words end. */
        bool is_space = byte == ' ';
        *out = byte;
        out += !(is_space & is_spaced);
        is_spaced = is_space;
    }
    writing->size = (size_t)(out - writing->out);
    writing->is_spaced = is_spaced;
}

/* Add preformatted text, with one kind of line end and one kind of space. */
static void write_normalized(writer *writing, const uint8_t *bytes, size_t size) {
    reserve(writing, size);
    writing->size = (size_t)(rl_normalize(writing->out + writing->size, bytes, size) - writing->out);
}

/* Add what stands between a piece and the one before in a preformatted element. */
static void write_gap(writer *writing, const piece *here) {
    writing->gap.size = 0;
    rl_read_gap(writing->page, here[-1].node, here->node, here->kind, writing->pool, &writing->gap);
    if (writing->gap.size) write_bytes(writing, writing->gap.bytes, writing->gap.size);
}

/* The pieces of one preformatted element are a line, whatever line ends they have: `join_preformatted`. */
static void write_preformatted(writer *writing, int32_t first, int32_t end) {
    writing->size = writing->line_start;
    writing->is_preformatted = true;
    for (int32_t i = first; i < end; i++) {
        const piece *here = &writing->pieces[i];
        if (i > first) write_gap(writing, here);
        write_normalized(writing, here->bytes, here->size);
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
    static const uint8_t space[] = " ";
    if (separator > RL_BREAK_SPACE) {
        end_line(writing);
        begin_line(writing, separator);
    } else if (separator == RL_BREAK_SPACE && !writing->is_preformatted) {
        write_folded(writing, space, space + 1);
    }
}

static void write_pieces(writer *writing) {
    begin_line(writing, RL_BREAK_NOTHING);
    for (int32_t i = 0, next; i < writing->count; i = next) {
        const piece *here = &writing->pieces[i];
        next = i + 1;
        write_separator(writing, here->separator);
        if (writing->page->derived.preformatted[here->node] >= 0) {
            next = end_of_run(writing, i);
            write_preformatted(writing, i, next);
        } else if (!writing->is_preformatted) {
            write_folded(writing, here->bytes, here->bytes + here->size);
        }
    }
    end_line(writing);
}

/* Room for all pieces and separators, so that the text seldom moves; only preformatted gaps can need more. */
static void reserve_all(writer *writing) {
    size_t size = 1;
    for (int32_t i = 0; i < writing->count; i++) size = rl_add(writing->pool, size, writing->pieces[i].size + 2);
    reserve(writing, size);
}

void rl_write_text(const rl_page *page, const int32_t *keep, int32_t count, rl_pool *pool, rl_text *text) {
    writer writing = {.page = page, .pool = pool, .silent_until = -1};
    collect_pieces(&writing, keep, count);
    raise_and_lower(&writing);
    choose_separators(&writing);
    reserve_all(&writing);
    write_pieces(&writing);
    text->bytes = writing.out;
    text->size = writing.size;
}
