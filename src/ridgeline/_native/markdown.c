/* GitHub-flavoured Markdown.

   Headings are `#`, lists `-` and `1.`, code is fenced, tables have pipes. What GFM lacks becomes the nearest thing: terms
   of definition lists and summaries are bold paragraphs, captions of pictures emphasised ones, those of tables plain ones,
   and a table whose first row names no columns gets an empty header. Paragraphs, items and rows that show nothing are left out.

   What stands between two blocks, and what every line inside of a quotation or an item begins with, is written when the
   first character after it is: so a block that shows nothing leaves nothing behind. */
#include <string.h>

#include "inline.h"

/* Lists and quotations nested deeper are written at this level. Readers of Markdown have limits of their own:
   markdown-it's is 20 by default, where a list and its item count as two. */
enum { MAX_DEPTH = 8 };
/* Rows are padded to the table's width unless most of the table would be padding; GFM takes short rows as well. */
enum { MAX_PADDING_RATIO = 4 };
enum { MAX_MARKER = 32, NOTE_MARGIN = 4 };
enum { MAX_REPEATS = 10000 };  /* places of all tables in which the cell that spans them is repeated */

/* What the lines of a quotation or an item begin with. */
typedef struct {
    bool is_quotation;
    bool is_begun;            /* whether its first line was written, which has the marker of an item */
    char marker[MAX_MARKER];  /* "> ", "- ", "12. ", "[^1]: " */
    int size;
    int margin;               /* spaces that the lines after the first begin with */
} prefix;

typedef struct {
    prefix prefixes[MAX_DEPTH];
    int depth;
    bool is_line_start;  /* whether the prefixes of the line are still to be written */
    int newlines;        /* that are still to be written before the next character … */
    bool has_rule;       /* … and whether a rule is … */
    int gap_depth;       /* … at this depth */
} line_state;

typedef struct {
    const rl_outline *outline;
    rl_pool *pool;
    rl_inline inlines;
    rl_buffer *out;
    rl_buffer scratch;  /* a paragraph before it is known whether it shows anything */
    bool formatting, plain_callouts;
    int32_t repeats;    /* that tables may still have */
    line_state line;
    rl_blocks *blocks;  /* NULL where nobody asks for them */
} writer;

static const char SPACES[] = "                                ";

/* ---- Lines ---- */

static void put(writer *writing, const void *bytes, size_t size) { rl_buffer_put(writing->pool, writing->out, bytes, size); }

/* What a line without text begins with: prefixes up to the last quotation. */
static void put_empty_prefix(writer *writing, int depth) {
    while (depth && !writing->line.prefixes[depth - 1].is_quotation) depth--;
    for (int i = 0; i < depth; i++) {
        const prefix *one = &writing->line.prefixes[i];
        if (i == depth - 1) put(writing, ">", 1);
        else if (one->is_quotation) put(writing, "> ", 2);
        else put(writing, SPACES, (size_t)one->margin);
    }
}

static size_t empty_prefix_size(const writer *writing, int depth) {
    size_t size = 0;
    while (depth && !writing->line.prefixes[depth - 1].is_quotation) depth--;
    for (int i = 0; i < depth; i++) size += i == depth - 1 ? 1 : (size_t)writing->line.prefixes[i].margin;
    return size;
}

static void put_prefix(writer *writing, int depth) {
    for (int i = 0; i < depth; i++) {
        prefix *one = &writing->line.prefixes[i];
        if (one->is_quotation || !one->is_begun) put(writing, one->marker, (size_t)one->size);
        else put(writing, SPACES, (size_t)one->margin);
        one->is_begun = true;
    }
}

static void put_newlines(writer *writing, int count) {
    for (int i = 0; i < count; i++) {
        put(writing, "\n", 1);
        if (i + 1 < count) put_empty_prefix(writing, writing->line.gap_depth);
    }
}

/* Write what was left to be written before the next character. */
static void flush(writer *writing) {
    if (!writing->line.is_line_start) return;
    put_newlines(writing, writing->line.newlines);
    if (writing->line.has_rule) {
        put_prefix(writing, writing->line.gap_depth);
        put(writing, "---", 3);
        put_newlines(writing, 2);
    }
    put_prefix(writing, writing->line.depth);
    writing->line.is_line_start = writing->line.has_rule = false;
    writing->line.newlines = 0;
}

/* Ask for line ends before the next character. */
static void separate(writer *writing, int newlines) {
    writing->line.is_line_start = true;
    writing->line.newlines = newlines;
    writing->line.has_rule = false;
    writing->line.gap_depth = writing->line.depth;
}

/* Write text that may have several lines. */
static void put_text(writer *writing, rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    if (at == end) return;
    flush(writing);
    while (at < end) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) line_end = end;
        put(writing, at, (size_t)(line_end - at));
        if (line_end == end) break;
        put(writing, "\n", 1);
        at = line_end + 1;
        if (at == end || *at == '\n') put_empty_prefix(writing, writing->line.depth);
        else put_prefix(writing, writing->line.depth);
    }
}

/* ---- Where blocks stand ---- */

/* The nodes that a part shows, -1 where the page has none of it. */
static void find_nodes(const rl_outline *outline, const rl_part *part, rl_block *block) {
    if (rl_is_paragraph(part)) {
        for (int32_t i = part->first; i < part->end; i++) {
            int32_t node = outline->leaves[i].node;
            if (node <= 0) continue;  /* a title that the page does not show stands at its root */
            if (block->first < 0) block->first = node;
            block->last = node;
        }
        return;
    }
    for (RL_EACH_CHILD(outline, part, child)) find_nodes(outline, child, block);
}

static void note_block(writer *writing, const rl_part *part, size_t start) {
    rl_blocks *blocks = writing->blocks;
    if (writing->out->size > INT32_MAX) rl_fail(writing->pool);
    /* What was written and taken back is no block. */
    while (blocks->count && (size_t)blocks->items[blocks->count - 1].stop > start) blocks->count--;
    if (blocks->count == blocks->room) {
        blocks->room = rl_room(writing->pool, blocks->room, blocks->count + 1);
        RL_RESIZE(writing->pool, blocks->items, rl_block, blocks->room);
    }
    rl_block *block = &blocks->items[blocks->count++];
    *block = (rl_block){part->kind, -1, -1, (int32_t)start, (int32_t)writing->out->size};
    find_nodes(writing->outline, part, block);
}

/* What was put before some blocks belongs to the first of them, if there is one. */
static void lengthen_block(writer *writing, size_t number, size_t start) {
    if (writing->blocks && number < writing->blocks->count) writing->blocks->items[number].start = (int32_t)start;
}

/* Some bytes go: what stands after them moves. */
static void move_blocks(writer *writing, size_t at, size_t size) {
    rl_blocks *blocks = writing->blocks;
    for (size_t i = blocks ? blocks->count : 0; i && (size_t)blocks->items[i - 1].stop > at; i--) {
        rl_block *block = &blocks->items[i - 1];
        block->stop -= (int32_t)size;
        if ((size_t)block->start > at) block->start -= (int32_t)size;
    }
}

static void put_words(writer *writing, const char *text) { put_text(writing, (rl_view){(const uint8_t *)text, strlen(text)}); }

/* ---- Blocks. All return how many blocks they wrote, between which there are blank lines. ---- */

/* Those from one part to before another. `first_end` becomes where the output ended after the first block, 0 where that
   was not alone. */
static int write_parts(writer *writing, const rl_part *first, const rl_part *end, int depth, size_t *first_end);

static int write_fenced(writer *writing, rl_view text, rl_view language) {
    size_t fence = rl_longest_run(text, '`') + 1;
    rl_buffer block = {NULL, 0, 0};
    if (fence < 3) fence = 3;
    uint8_t *to = rl_buffer_reserve(writing->pool, &block, 2 * fence + language.size + text.size + 2);
    memset(to, '`', fence);
    to += fence;
    if (language.size) memcpy(to, language.bytes, language.size);
    to += language.size;
    *to++ = '\n';
    memcpy(to, text.bytes, text.size);
    to += text.size;
    *to++ = '\n';
    memset(to, '`', fence);
    put_text(writing, (rl_view){block.bytes, 2 * fence + language.size + text.size + 2});
    return 1;
}

/* Whether a paragraph is several lines of code, and nothing else. */
static bool is_code(const rl_outline *outline, const rl_part *part) {
    const rl_leaf *leaves = outline->leaves;
    bool has_lines = false;
    if (part->first == part->end || !leaves[part->first].mark) return false;
    for (int32_t i = part->first; i < part->end; i++) {
        if (!rl_has_mark(outline, leaves[i].mark, RL_MARK_CODE)) return false;
        has_lines = has_lines || (i > part->first && leaves[i].gap == RL_BREAK_LINE);
    }
    return has_lines;
}

static rl_view inline_text(writer *writing, const rl_part *part, const rl_place *place, int32_t whole) {
    writing->scratch.size = 0;
    rl_inline_write(&writing->inlines, part, place, whole, &writing->scratch);
    return (rl_view){writing->scratch.bytes, writing->scratch.size};
}

static int write_paragraph(writer *writing, const rl_part *part) {
    static const rl_view none = {NULL, 0};
    if (is_code(writing->outline, part)) return write_fenced(writing, rl_paragraph_text(writing->outline, part, writing->pool), none);
    rl_view text = inline_text(writing, part, &RL_IN_PARAGRAPH, 0);
    put_text(writing, text);
    return text.size > 0;
}

static void make_marker(const rl_part *list, int32_t number, bool is_odd, char marker[MAX_MARKER]);

/* Code on one line: each of its own lines is a span of code. */
static void join_code(writer *writing, const rl_part *code, const rl_place *place, rl_buffer *out) {
    const rl_part *first = rl_first_child(writing->outline, code);
    rl_view text = first ? rl_paragraph_text(writing->outline, first, writing->pool) : (rl_view){NULL, 0};
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    for (size_t start = out->size; at < end;) {
        const uint8_t *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end) line_end = end;
        rl_view line = {at, (size_t)(line_end - at)};
        if (line.size && out->size > start) rl_buffer_put(writing->pool, out, place->line_break.bytes, place->line_break.size);
        if (line.size) rl_write_code_span(writing->pool, out, line);
        if (line_end == end) break;
        at = line_end + 1;
    }
}

/* Add all paragraphs of an element on one line; the items of a list in a cell with their markers. */
static void join_paragraphs(writer *writing, const rl_part *element, const rl_place *place, rl_buffer *out) {
    bool is_list = place->in_cell && rl_is_list(element) && element->first_child != element->last_child;
    int32_t count = 0, number = 0;
    const int32_t *numbers = is_list && element->kind == RL_PART_OL
        ? rl_item_numbers(writing->outline, element, &count, writing->pool) : NULL;
    for (RL_EACH_CHILD(writing->outline, element, part)) {
        size_t start = out->size;
        if (start) rl_buffer_put(writing->pool, out, place->line_break.bytes, place->line_break.size);
        char marker[MAX_MARKER] = "";
        if (is_list) make_marker(element, numbers ? numbers[number++] : 0, false, marker);
        rl_buffer_put(writing->pool, out, (const uint8_t *)marker, strlen(marker));
        size_t text_start = out->size;
        if (rl_is_paragraph(part)) {
            rl_inline_write(&writing->inlines, part, place, 0, out);
        } else if (part->kind == RL_PART_PRE && place->in_cell) {
            join_code(writing, part, place, out);
        } else {
            rl_buffer inner = {NULL, 0, 0};
            join_paragraphs(writing, part, place, &inner);
            rl_buffer_put(writing->pool, out, inner.bytes, inner.size);
        }
        if (out->size == text_start) out->size = start;
    }
}

static int write_heading(writer *writing, const rl_part *heading) {
    rl_buffer text = {NULL, 0, 0};
    join_paragraphs(writing, heading, &RL_IN_HEADING, &text);
    if (!text.size) return 0;
    rl_escape_heading_end(writing->pool, &text, 0);
    put_text(writing, (rl_view){(const uint8_t *)"###### " + 6 - (heading->kind - RL_PART_H1 + 1),
                                (size_t)(heading->kind - RL_PART_H1) + 2});
    put_text(writing, (rl_view){text.bytes, text.size});
    return 1;
}

static bool has_heading(const rl_outline *outline, const rl_part *element) {
    for (RL_EACH_CHILD(outline, element, part))
        if (rl_is_heading(part)) return true;
    return false;
}

/* An element whose paragraphs have a mark: terms are bold, captions emphasised. */
static int write_marked(writer *writing, const rl_part *element, int32_t mark, int depth) {
    int count = 0;
    for (RL_EACH_CHILD(writing->outline, element, part)) {
        if (count) separate(writing, 2);
        if (rl_is_paragraph(part)) {
            rl_view text = inline_text(writing, part, &RL_IN_PARAGRAPH, writing->formatting ? mark : 0);
            put_text(writing, text);
            count += text.size > 0;
        } else {
            count += write_parts(writing, part, rl_next(writing->outline, part), depth, NULL);
        }
    }
    return count;
}

static void push(writer *writing, bool is_quotation, const char *marker) {
    prefix *one = &writing->line.prefixes[writing->line.depth++];
    *one = (prefix){.is_quotation = is_quotation, .size = (int)strlen(marker), .margin = (int)strlen(marker)};
    memcpy(one->marker, marker, (size_t)one->size);
    writing->line.is_line_start = true;
}

static void pop(writer *writing) { writing->line.depth--; }

static int write_quotation(writer *writing, const rl_part *quotation, int depth) {
    const rl_part *first = rl_first_child(writing->outline, quotation);
    if (depth >= MAX_DEPTH) return write_parts(writing, first, NULL, depth, NULL);
    size_t start = writing->out->size;
    push(writing, true, "> ");
    write_parts(writing, first, NULL, depth + 1, NULL);
    pop(writing);
    return writing->out->size > start;
}

/* A callout is a quotation whose first line names its kind, as GitHub writes it, or in bold. */
static int write_callout(writer *writing, const rl_part *callout, int depth) {
    const rl_part *first = rl_first_child(writing->outline, callout);
    if (depth >= MAX_DEPTH || callout->label.size > MAX_MARKER) return write_quotation(writing, callout, depth);
    const line_state line = writing->line;
    size_t start = writing->out->size;
    char kind[MAX_MARKER + 1] = "";
    for (size_t i = 0; i < callout->label.size; i++) {
        uint8_t byte = callout->label.bytes[i];
        bool is_capital = byte >= 'a' && byte <= 'z' && (!i || !writing->plain_callouts);
        kind[i] = (char)(is_capital ? byte - ('a' - 'A') : byte);
    }
    push(writing, true, "> ");
    put_words(writing, writing->plain_callouts ? "**" : "[!");
    put_words(writing, kind);
    put_words(writing, writing->plain_callouts ? "**" : "]");
    separate(writing, writing->plain_callouts ? 2 : 1);
    size_t text_start = writing->out->size, block = writing->blocks ? writing->blocks->count : 0;
    write_parts(writing, first, NULL, depth + 1, NULL);
    lengthen_block(writing, block, start);
    pop(writing);
    if (writing->out->size > text_start) return 1;
    writing->out->size = start;
    writing->line = line;
    return 0;
}

/* Whether a text after "[^1]: " is an address that nobody should follow. Readers that know no footnotes take such a line for
   the definition of a link, if it has nothing but an address and perhaps a title. */
static bool is_definition(rl_view text) {
    static const char *const SCHEMES[] = {"http:", "https:", "mailto:"};
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    while (at < end && *at != ':' && !strchr("/?# \n", *at)) at++;
    if (at == end || *at != ':') return false;
    for (size_t i = 0; i < sizeof SCHEMES / sizeof SCHEMES[0]; i++)
        if ((size_t)(at + 1 - text.bytes) == strlen(SCHEMES[i]) && !memcmp(text.bytes, SCHEMES[i], strlen(SCHEMES[i]))) return false;
    while (at < end && *at != ' ' && *at != '\n') at++;
    while (at < end && *at == ' ') at++;
    return at == end || strchr("\n\"'(", *at);
}

static bool begins_with_definition(writer *writing, const rl_part *element) {
    rl_paragraphs paragraphs;
    rl_view text = {NULL, 0};
    rl_paragraphs_begin(&paragraphs, (int32_t)(element - writing->outline->parts));
    for (const rl_part *part; !text.size && (part = rl_paragraphs_next(writing->outline, &paragraphs, NULL));)
        text = inline_text(writing, part, &RL_IN_PARAGRAPH, 0);
    return is_definition(text);
}

/* A footnote: "[^1]: " and its text, lines after the first indented. */
static int write_note(writer *writing, const rl_part *note, int depth) {
    char marker[MAX_MARKER] = "[^";
    size_t start = writing->out->size;
    if (depth >= MAX_DEPTH || !note->label.size || note->label.size > MAX_MARKER - 16)
        return write_parts(writing, rl_first_child(writing->outline, note), NULL, depth, NULL);
    memcpy(marker + 2, note->label.bytes, note->label.size);
    const char *colon = begins_with_definition(writing, note) ? "]: &nbsp; " : "]: ";
    memcpy(marker + 2 + note->label.size, colon, strlen(colon) + 1);
    push(writing, false, marker);
    writing->line.prefixes[writing->line.depth - 1].margin = NOTE_MARGIN;
    write_parts(writing, rl_first_child(writing->outline, note), NULL, depth + 1, NULL);
    pop(writing);
    return writing->out->size > start;
}

static int write_code(writer *writing, const rl_part *code) {
    const rl_part *first = rl_first_child(writing->outline, code);  /* code is one paragraph */
    if (!first || !rl_is_paragraph(first)) return 0;
    rl_view text = rl_paragraph_text(writing->outline, first, writing->pool);
    if (!text.size) return write_paragraph(writing, first);
    bool is_labelled = code->label.size > 0;
    return write_fenced(writing, text,
                        is_labelled ? code->label : rl_code_language(writing->outline->page, code->node, writing->pool));
}

/* ---- Lists ---- */

/* The box of a task list's item, where the item starts with one. */
static const char *check_box(const writer *writing, const rl_part *item) {
    const rl_part *first = rl_is_paragraph(item) ? item : rl_first_child(writing->outline, item);
    if (!first || !rl_is_paragraph(first) || first->first == first->end) return NULL;
    if (item->kind == RL_PART_LI && item->label.size) return *item->label.bytes == 'x' ? "[x]" : "[ ]";
    const rl_columns *columns = &writing->outline->page->columns;
    const rl_leaf *leaf = &writing->outline->leaves[first->first];
    if (leaf->kind != RL_LEAF_OTHER || columns->tag[leaf->node] != RL_TAG_INPUT) return NULL;
    rl_view type = rl_value(columns, leaf->node, RL_ATTRIBUTE_TYPE);
    static const char CHECK_BOX[] = "checkbox";
    if (type.size != sizeof CHECK_BOX - 1) return NULL;
    for (size_t i = 0; i < type.size; i++)
        if ((type.bytes[i] | 0x20) != (uint8_t)CHECK_BOX[i]) return NULL;
    return rl_attribute(columns, leaf->node, RL_ATTRIBUTE_CHECKED) ? "[x]" : "[ ]";
}

static bool starts_with_text(writer *writing, const rl_part *item) {
    const rl_part *first = rl_is_paragraph(item) ? item : rl_first_child(writing->outline, item);
    if (!rl_is_paragraph(first) || is_code(writing->outline, first)) return false;
    return inline_text(writing, first, &RL_IN_PARAGRAPH, 0).size > 0;
}

/* Remove the blank line that begins at a place: a list right below a paragraph needs none. */
static void close_gap(writer *writing, size_t at) {
    size_t blank = 1 + empty_prefix_size(writing, writing->line.depth);
    move_blocks(writing, at, blank);
    memmove(writing->out->bytes + at, writing->out->bytes + at + blank, writing->out->size - at - blank);
    writing->out->size -= blank;
}

/* The first byte of the block that follows the gap which begins at a place. */
static uint8_t first_byte_after(const writer *writing, size_t at) {
    size_t start = at + 2 + empty_prefix_size(writing, writing->line.depth);
    for (int i = 0; i < writing->line.depth; i++) start += (size_t)writing->line.prefixes[i].margin;
    return start < writing->out->size ? writing->out->bytes[start] : 0;
}

/* Only a list that starts with 1 can follow a paragraph without a blank line, and no list can follow a list. */
static bool is_tight_item(const writer *writing, const rl_part *item, int count, size_t first_end) {
    if (rl_is_paragraph(item) || !rl_is_short(writing->outline, item) || count != 2 || !first_end) return false;
    uint8_t first = first_byte_after(writing, first_end);
    return first < '0' || first > '9';
}

static void write_item(writer *writing, const rl_part *item, int depth) {
    bool is_alone = rl_is_paragraph(item);
    const rl_part *first = is_alone ? item : rl_first_child(writing->outline, item);
    const rl_part *end = is_alone ? rl_next(writing->outline, item) : NULL;
    const line_state line = writing->line;
    size_t start = writing->out->size, box_end = 0, first_end = 0, block = writing->blocks ? writing->blocks->count : 0;
    const char *box = check_box(writing, item);
    bool is_labelled = box && starts_with_text(writing, item);  /* else code, a table, a list: text after a box */
    if (box) {
        put_words(writing, box);
        box_end = writing->out->size;
        if (is_labelled) put_words(writing, " ");
        else separate(writing, 2);
    }
    int count = write_parts(writing, first, end, depth + 1, &first_end);
    lengthen_block(writing, block, start);
    if (!count) {  /* a box alone is no item */
        writing->out->size = start;
        writing->line = line;
    } else if (is_tight_item(writing, item, count, first_end)) {
        close_gap(writing, first_end);
        if (box && !is_labelled) close_gap(writing, box_end);
    }
}

static void make_marker(const rl_part *list, int32_t number, bool is_odd, char marker[MAX_MARKER]) {
    int at = 0, digits = 1;
    if (list->kind == RL_PART_UL) {
        marker[at++] = is_odd ? '*' : '-';
    } else {
        for (int32_t rest = number; rest >= 10; rest /= 10) digits++;
        for (int i = digits - 1; i >= 0; i--, number /= 10) marker[i] = (char)('0' + number % 10);
        at = digits;
        marker[at++] = is_odd ? ')' : '.';
    }
    marker[at++] = ' ';
    marker[at] = 0;
}

static int write_flat_list(writer *writing, const rl_part *list, int depth) {
    int count = 0;
    for (RL_EACH_CHILD(writing->outline, list, item)) {
        if (count) separate(writing, 2);
        count += write_parts(writing, item, rl_next(writing->outline, item), depth, NULL);
    }
    return count;
}

static int write_list(writer *writing, const rl_part *list, int depth, bool is_odd) {
    if (depth >= MAX_DEPTH) return write_flat_list(writing, list, depth);
    bool is_tight = true, has_items = false;
    for (RL_EACH_CHILD(writing->outline, list, one))
        is_tight = is_tight && (rl_is_paragraph(one) || rl_is_short(writing->outline, one));
    int32_t count, place = 0, *numbers = NULL;
    if (list->kind == RL_PART_OL) numbers = rl_item_numbers(writing->outline, list, &count, writing->pool);
    for (RL_EACH_CHILD(writing->outline, list, item)) {
        char marker[MAX_MARKER];
        size_t start = writing->out->size;
        make_marker(list, numbers ? numbers[place++] : 0, is_odd, marker);
        if (has_items) separate(writing, is_tight ? 1 : 2);
        push(writing, false, marker);
        write_item(writing, item, depth);
        pop(writing);
        has_items = has_items || writing->out->size > start;
    }
    return has_items;
}

/* ---- Tables ---- */

static void write_cell(writer *writing, int32_t cell, rl_buffer *block) {
    rl_buffer text = {NULL, 0, 0};
    if (cell >= 0) join_paragraphs(writing, &writing->outline->parts[cell], &RL_IN_CELL, &text);
    rl_escape_cell(writing->pool, block, (rl_view){text.bytes, text.size});
}

static void add(writer *writing, rl_buffer *block, const char *text) {
    rl_buffer_put(writing->pool, block, (const uint8_t *)text, strlen(text));
}

/* Write a row of at least so many cells; row -1 is empty. */
static void write_row(writer *writing, const rl_grid *grid, int32_t row, int32_t width, rl_buffer *block) {
    int32_t start = row < 0 ? 0 : grid->starts[row], end = row < 0 ? 0 : grid->starts[row + 1];
    if (end - start > width) width = end - start;
    add(writing, block, "| ");
    for (int32_t i = 0; i < width; i++) {
        if (i) add(writing, block, " | ");
        if (start + i < end) write_cell(writing, grid->cells[start + i], block);
    }
    add(writing, block, " |");
}

static int write_captions(writer *writing, const rl_part *table, int depth) {
    int count = 0;
    for (RL_EACH_CHILD(writing->outline, table, part)) {
        if (part->kind != RL_PART_CAPTION) continue;
        if (count) separate(writing, 2);
        count += write_parts(writing, part, rl_next(writing->outline, part), depth, NULL);
    }
    return count;
}

static int write_table(writer *writing, const rl_part *table, int depth) {
    rl_grid grid;
    rl_buffer block = {NULL, 0, 0};
    rl_grid_read(writing->outline, table, &writing->repeats, writing->pool, &grid);
    if (!grid.width) return 0;
    bool is_padded = (int64_t)grid.width * grid.rows < (int64_t)MAX_PADDING_RATIO * grid.starts[grid.rows];
    bool is_headed = rl_has_header(writing->outline, table, writing->pool);
    int count = write_captions(writing, table, depth);
    if (count) separate(writing, 2);
    write_row(writing, &grid, is_headed ? 0 : -1, grid.width, &block);
    add(writing, &block, "\n|");
    for (int32_t i = 0; i < grid.width; i++) add(writing, &block, " --- |");
    for (int32_t row = is_headed; row < grid.rows; row++) {
        add(writing, &block, "\n");
        write_row(writing, &grid, row, is_padded ? grid.width : 0, &block);
    }
    put_text(writing, (rl_view){block.bytes, block.size});
    return count + 1;
}

/* ---- All of it ---- */

static int write_one(writer *writing, const rl_part *part, int depth, bool is_odd) {
    if (rl_is_paragraph(part)) return write_paragraph(writing, part);
    if (rl_is_heading(part)) return write_heading(writing, part);
    switch (part->kind) {
    case RL_PART_UL: case RL_PART_OL: return write_list(writing, part, depth, is_odd);
    case RL_PART_BLOCKQUOTE: return write_quotation(writing, part, depth);
    case RL_PART_PRE: return write_code(writing, part);
    case RL_PART_TABLE: return write_table(writing, part, depth);
    case RL_PART_CALLOUT: return write_callout(writing, part, depth);
    case RL_PART_NOTE: return write_note(writing, part, depth);
    case RL_PART_DT: case RL_PART_SUMMARY:  /* where a heading is the title, the rest is none */
        return write_marked(writing, part, has_heading(writing->outline, part) ? 0 : RL_BOLD, depth);
    case RL_PART_FIGCAPTION: return write_marked(writing, part, RL_EMPHASIS, depth);
    default: return write_parts(writing, rl_first_child(writing->outline, part), NULL, depth, NULL);
    }
}

static int write_part(writer *writing, const rl_part *part, int depth, bool is_odd) {
    size_t start = writing->out->size;
    int count = write_one(writing, part, depth, is_odd);
    bool is_block = rl_is_paragraph(part) || rl_is_heading(part) || part->kind == RL_PART_PRE ||
                    part->kind == RL_PART_TABLE || part->kind == RL_PART_DT || part->kind == RL_PART_SUMMARY ||
                    part->kind == RL_PART_FIGCAPTION;
    if (count && writing->blocks && is_block) note_block(writing, part, start);
    return count;
}

static int write_parts(writer *writing, const rl_part *first, const rl_part *end, int depth, size_t *first_end) {
    int32_t before = -1;  /* the kind that was written last */
    bool is_odd = false;  /* whether the last list was written with the alternative markers */
    int count = 0;
    for (const rl_part *part = first; part && part != end; part = rl_next(writing->outline, part)) {
        int32_t kind = part->kind == RL_PART_LINES ? RL_PART_PARAGRAPH : part->kind;
        if (kind == RL_PART_HR) {
            before = count ? RL_PART_HR : -1;  /* a rule at either end separates nothing */
            continue;
        }
        /* Markdown takes lists that follow each other for one, unless their markers differ. */
        is_odd = kind == before && !is_odd;
        if (count) {
            separate(writing, 2);
            writing->line.has_rule = before == RL_PART_HR;
        }
        int more = write_part(writing, part, depth, is_odd);
        if (!more) continue;
        if (!count && first_end) *first_end = more == 1 ? writing->out->size : 0;
        count += more + (before == RL_PART_HR);
        before = kind;
    }
    return count;
}

static void write_references(writer *writing) {
    const rl_distinct *references = &writing->inlines.references;
    for (int32_t i = 0; i < references->count; i++) {
        char marker[MAX_MARKER];
        static const rl_part ordered = {.kind = RL_PART_OL};
        make_marker(&ordered, i + 1, false, marker);
        marker[strlen(marker) - 2] = 0;
        separate(writing, i ? 1 : 2);
        if (!i && !writing->out->size) writing->line.newlines = 0;
        put_words(writing, "[");
        put_words(writing, marker);
        put_words(writing, "]: ");
        put_text(writing, references->views[i]);
    }
}

void rl_write_markdown(const rl_outline *outline, const rl_writing *options, rl_pool *pool, rl_buffer *out,
                       rl_blocks *blocks) {
    rl_links links;
    writer writing = {.outline = outline, .pool = pool, .out = out, .formatting = options->formatting,
                      .plain_callouts = options->plain_callouts,
                      .repeats = options->repeat_spans ? MAX_REPEATS : 0, .line = {.is_line_start = true},
                      .blocks = blocks};
    rl_links_begin(&links, &outline->page->columns, outline->url, pool);
    links.is_clean = outline->has_clean_links;
    rl_inline_begin(&writing.inlines, outline, &links, options->references, pool);
    write_parts(&writing, rl_first_child(outline, &outline->parts[0]), NULL, 0, NULL);
    if (options->references) write_references(&writing);
}
