/* Clean HTML: the kept leaves in the elements around them. The markup is written anew from the outline, with a fixed list
   of tags and attributes, all text escaped and all addresses checked; nothing of the page's own markup is copied. It is
   written as a sanitiser writes it (nh3), so that one that is asked changes nothing. */
#include <string.h>

#include "gadgets.h"
#include "outline.h"
#include "urls.h"

typedef struct {
    const rl_outline *outline;
    const rl_columns *columns;
    rl_pool *pool;
    rl_buffer *out;
    rl_links links;
    bool is_numbered;
} writer;

static void put(writer *writing, const char *text) {
    rl_buffer_put(writing->pool, writing->out, (const uint8_t *)text, strlen(text));
}

static void put_number(writer *writing, int32_t number) {
    char text[16];
    int at = 15;
    uint32_t rest = number < 0 ? 0 : (uint32_t)number;
    text[at] = 0;
    do text[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) put(writing, "-1");
    else put(writing, text + at);
}

static void put_escaped(writer *writing, rl_view text, bool in_attribute) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text), *plain = at;
    for (; at < end; at++) {
        const char *reference = NULL;
        size_t size = 1;
        if (*at == '&') reference = "&amp;";
        else if (*at == '<') reference = "&lt;";
        else if (*at == '>') reference = "&gt;";
        else if (*at == '"' && in_attribute) reference = "&quot;";
        else if (*at == 0xC2 && end - at > 1 && at[1] == 0xA0) reference = "&nbsp;", size = 2;
        if (!reference) continue;
        rl_buffer_put(writing->pool, writing->out, plain, (size_t)(at - plain));
        put(writing, reference);
        at += size - 1;
        plain = at + 1;
    }
    rl_buffer_put(writing->pool, writing->out, plain, (size_t)(at - plain));
}

static void put_attribute(writer *writing, const char *name, rl_view value) {
    if (!value.bytes) return;
    put(writing, " ");
    put(writing, name);
    put(writing, "=\"");
    put_escaped(writing, value, true);
    put(writing, "\"");
}

/* An attribute with the place of a note or of what refers to it. */
static void put_place(writer *writing, const char *name, const char *prefix, rl_view label) {
    if (!name) return;
    put(writing, " ");
    put(writing, name);
    put(writing, "=\"");
    put(writing, prefix);
    put_escaped(writing, label, true);
    put(writing, "\"");
}

/* ---- Attributes ---- */

static bool is_language(rl_view value) {
    enum { MOST = 35 };
    if (!value.size || value.size > MOST) return false;
    for (size_t i = 0; i < value.size; i++) {
        uint8_t byte = value.bytes[i], letter = byte | 0x20;
        if (!(letter >= 'a' && letter <= 'z') && !(byte >= '0' && byte <= '9') && byte != '-') return false;
    }
    return true;
}

static const char *direction_of(rl_view value) {
    static const char *const DIRECTIONS[] = {"ltr", "rtl", "auto"};
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(DIRECTIONS[i]), same = 0;
        while (value.size == size && same < size && (value.bytes[same] | 0x20) == (uint8_t)DIRECTIONS[i][same]) same++;
        if (same == size && value.size == size) return DIRECTIONS[i];
    }
    return NULL;
}

/* The attributes that name the language and the direction of an element. */
static void put_language(writer *writing, int32_t node) {
    if (node < 0 || writing->columns->tag[node] == RL_TAG_TEXT) return;
    rl_view language = rl_value(writing->columns, node, RL_ATTRIBUTE_LANG);
    const char *direction = direction_of(rl_value(writing->columns, node, RL_ATTRIBUTE_DIR));
    if (is_language(language)) put_attribute(writing, "lang", language);
    if (direction) put_attribute(writing, "dir", (rl_view){(const uint8_t *)direction, strlen(direction)});
}

static void open_tag(writer *writing, const char *name, int32_t node) {
    put(writing, "<");
    put(writing, name);
    put_language(writing, node);
}

static void close_tag(writer *writing, const char *name) {
    put(writing, "</");
    put(writing, name);
    put(writing, ">");
}

/* ---- Inline ---- */

static rl_view link_target(writer *writing, int32_t mark) {
    const rl_mark *link = &writing->outline->marks[mark];
    return rl_links_target(&writing->links, link->node, link->url);
}

static void open_mark(writer *writing, int32_t mark) {
    const rl_mark *own = &writing->outline->marks[mark];
    put(writing, "<");
    put(writing, RL_MARK_NAMES[own->kind]);
    if (own->kind == RL_MARK_A) {
        if (!writing->is_numbered) put_attribute(writing, "href", link_target(writing, mark));
        if (own->node >= 0) put_attribute(writing, "title", rl_links_label(&writing->links, own->node, RL_ATTRIBUTE_TITLE));
        put(writing, " rel=\"noopener noreferrer\"");
    }
    put(writing, ">");
}

/* What a picture is called; empty where it has an attribute that says nothing. */
static rl_view image_label(writer *writing, int32_t node) {
    rl_view label = rl_links_name(&writing->links, node);
    return label.bytes ? label : (rl_view){(const uint8_t *)"", 0};
}

static void write_image(writer *writing, int32_t node, rl_view url) {
    put(writing, "<img");
    if (!writing->is_numbered) put_attribute(writing, "src", url);
    put_attribute(writing, "alt", image_label(writing, node));
    put_attribute(writing, "title", rl_links_label(&writing->links, node, RL_ATTRIBUTE_TITLE));
    put(writing, ">");
}

static void write_player(writer *writing, int32_t node) {
    rl_view url = rl_links_embedded(&writing->links, node);
    if (!url.bytes) return;
    rl_view label = rl_links_title(&writing->links, node);
    put(writing, "<a");
    if (!writing->is_numbered) put_attribute(writing, "href", url);
    put(writing, " rel=\"noopener noreferrer\">");
    put_escaped(writing, label.size ? label : url, false);
    put(writing, "</a>");
}

static void write_content(writer *writing, const rl_run *run, bool is_in_link) {
    const rl_leaf *leaf = run->leaf;
    int32_t tag = writing->columns->tag[leaf->node];
    if (leaf->kind == RL_LEAF_FORMULA) {
        put(writing, "<code class=\"language-tex\">");
        put_escaped(writing, leaf->source, false);
        put(writing, "</code>");
        return;
    }
    if (leaf->kind == RL_LEAF_REFERENCE) {
        put(writing, "<sup><a");
        put_place(writing, writing->is_numbered ? NULL : "href", "#fn-", run->text);
        put_place(writing, "id", "fnref-", run->text);
        put(writing, " rel=\"noopener noreferrer\">");
        put_escaped(writing, run->text, false);
        put(writing, "</a></sup>");
        return;
    }
    if ((leaf->kind == RL_LEAF_OTHER && tag == RL_TAG_IMG) || leaf->kind == RL_LEAF_PICTURE) {
        rl_view url = leaf->kind == RL_LEAF_PICTURE ? rl_links_safe(&writing->links, leaf->source)
                                                    : rl_links_image(&writing->links, leaf->node);
        if (url.bytes) {
            write_image(writing, leaf->node, url);
            return;
        }
    }
    if (leaf->kind == RL_LEAF_OTHER && rl_is_embedded(tag) && !is_in_link) write_player(writing, leaf->node);
    else put_escaped(writing, run->text, false);
}

/* Marks that are written around a leaf, outermost first; how many. */
static int read_marks(writer *writing, int32_t mark, int32_t without, int32_t marks[RL_MARK_KINDS]) {
    int32_t chain[RL_MARK_KINDS + 1];
    int length = 0, count = 0;
    for (; mark; mark = writing->outline->marks[mark].outer) chain[length++] = mark;
    while (length) {
        int32_t next = chain[--length], kind = writing->outline->marks[next].kind;
        if (kind != without && (kind != RL_MARK_A || link_target(writing, next).bytes)) marks[count++] = next;
    }
    return count;
}

typedef struct {
    int32_t marks[RL_MARK_KINDS];
    int count;
    rl_view gap;
    bool is_begun;
} open_marks;

static void close_marks(writer *writing, open_marks *opened, int from) {
    while (opened->count > from) close_tag(writing, RL_MARK_NAMES[writing->outline->marks[opened->marks[--opened->count]].kind]);
}

/* Write a run; what it closes and opens is written only where it shows something. */
static void write_run(writer *writing, const rl_run *run, open_marks *opened, const char *line_break, int32_t without) {
    int32_t marks[RL_MARK_KINDS];
    bool is_reference = run->leaf->kind == RL_LEAF_REFERENCE;  /* which is a link by itself */
    int count = is_reference ? 0 : read_marks(writing, run->leaf->mark, without, marks), common = 0;
    bool is_in_link = false;
    for (int i = 0; i < count; i++) is_in_link = is_in_link || writing->outline->marks[marks[i]].kind == RL_MARK_A;
    rl_buffer content = {NULL, 0, 0}, *out = writing->out;
    writing->out = &content;
    write_content(writing, run, is_in_link);
    writing->out = out;
    opened->gap = rl_wider(opened->gap, run->gap);
    if (!content.size) return;
    while (common < opened->count && common < count && opened->marks[common] == marks[common]) common++;
    close_marks(writing, opened, common);
    if (opened->is_begun) {
        if (opened->gap.size == 1 && opened->gap.bytes[0] == '\n') put(writing, line_break);
        else rl_buffer_put(writing->pool, out, opened->gap.bytes, opened->gap.size);
    }
    for (; opened->count < count; opened->count++) open_mark(writing, opened->marks[opened->count] = marks[opened->count]);
    if (writing->is_numbered) {
        put(writing, "<rl-leaf data-l=\"");
        put_number(writing, run->leaf->leaf);
        put(writing, "\">");
    }
    rl_buffer_put(writing->pool, out, content.bytes, content.size);
    if (writing->is_numbered) put(writing, "</rl-leaf>");
    opened->gap = (rl_view){(const uint8_t *)"", 0};
    opened->is_begun = true;
}

static void write_inline(writer *writing, const rl_part *part, const char *line_break, int32_t without) {
    const rl_run *runs = rl_runs_read(writing->outline, part, true, writing->pool);
    open_marks opened = {.gap = {(const uint8_t *)"", 0}};
    for (int32_t i = 0; i < part->end - part->first; i++) write_run(writing, &runs[i], &opened, line_break, without);
    close_marks(writing, &opened, 0);
}

/* ---- Blocks. All return whether they wrote anything. ---- */

static bool write_part(writer *writing, const rl_part *part);

static bool write_paragraph(writer *writing, const rl_part *part) {
    size_t start = writing->out->size;
    if (part->first == part->end) return false;
    if (!writing->is_numbered && rl_is_plain(writing->outline, part))
        put_escaped(writing, rl_without_zero_width(rl_paragraph_text(writing->outline, part, writing->pool), writing->pool), false);
    else
        write_inline(writing, part, "<br>", -1);
    return writing->out->size > start;
}

/* Elements of which only their paragraphs are written, but their language is. */
static bool is_wrapper(int32_t tag) {
    return tag == RL_TAG_P || tag == RL_TAG_DIV || tag == RL_TAG_SECTION || tag == RL_TAG_ARTICLE || tag == RL_TAG_MAIN;
}

static bool write_block(writer *writing, const rl_part *part) {
    size_t start = writing->out->size;
    int32_t wrapper = writing->outline->page->derived.block[part->node];
    open_tag(writing, "p", is_wrapper(writing->columns->tag[wrapper]) ? wrapper : -1);
    put(writing, ">");
    if (write_paragraph(writing, part)) {
        close_tag(writing, "p");
        return true;
    }
    writing->out->size = start;
    return false;
}

/* Write parts with something between them; those that show nothing are left out. */
static bool write_joined(writer *writing, const rl_part *first, const rl_part *end, const char *between,
                         bool (*write)(writer *, const rl_part *)) {
    bool is_begun = false;
    for (const rl_part *part = first; part && part != end; part = rl_next(writing->outline, part)) {
        size_t start = writing->out->size;
        if (is_begun) put(writing, between);
        if (write(writing, part)) is_begun = true;
        else writing->out->size = start;
    }
    return is_begun;
}

static bool write_parts(writer *writing, const rl_part *first) { return write_joined(writing, first, NULL, "\n", write_part); }

static bool write_heading_line(writer *writing, const rl_part *part) {
    return rl_is_paragraph(part) && write_paragraph(writing, part);
}

/* A part of a figure; an image in a figure is no paragraph. */
static bool write_in_figure(writer *writing, const rl_part *part) {
    bool is_bare = rl_is_paragraph(part) && !rl_paragraph_text(writing->outline, part, writing->pool).size;
    return is_bare ? write_paragraph(writing, part) : write_part(writing, part);
}

/* In these a single paragraph needs no element of its own. */
static bool is_plain_element(int32_t kind) {
    return kind == RL_PART_LI || kind == RL_PART_DT || kind == RL_PART_DD || kind == RL_PART_TD || kind == RL_PART_TH ||
           kind == RL_PART_CAPTION || kind == RL_PART_FIGCAPTION || kind == RL_PART_SUMMARY;
}

static bool write_inside(writer *writing, const rl_part *element) {
    const rl_part *first = rl_first_child(writing->outline, element);
    if (rl_is_heading(element)) return write_joined(writing, first, NULL, "<br>", write_heading_line);
    if (element->kind == RL_PART_FIGURE) return write_joined(writing, first, NULL, "\n", write_in_figure);
    if (!is_plain_element(element->kind) || !rl_is_short(writing->outline, element)) return write_parts(writing, first);
    if (element->kind == RL_PART_LI && element->label.size) put(writing, *element->label.bytes == 'x' ? "☑ " : "☐ ");
    bool is_begun = write_paragraph(writing, first);
    size_t start = writing->out->size;
    if (is_begun && first->next >= 0) put(writing, "\n");
    if (write_parts(writing, rl_next(writing->outline, first))) return true;
    writing->out->size = start;
    return is_begun;
}

static bool write_element(writer *writing, const rl_part *element, const char *attribute, int32_t value) {
    size_t start = writing->out->size;
    const char *name = RL_PART_NAMES[element->kind];
    open_tag(writing, name, element->node);
    if (attribute) {
        put(writing, " ");
        put(writing, attribute);
        put(writing, "=\"");
        if (value >= 0) put_number(writing, value);
        put(writing, "\"");
    }
    put(writing, ">");
    if (write_inside(writing, element)) {
        close_tag(writing, name);
        return true;
    }
    writing->out->size = start;
    return false;
}

static bool write_ordered_list(writer *writing, const rl_part *list) {
    int32_t count, place = 0, *numbers = rl_item_numbers(writing->outline, list, &count, writing->pool);
    if (!count) return false;
    size_t start = writing->out->size;
    int32_t expected = numbers[0];
    bool has_items = false;
    open_tag(writing, "ol", list->node);
    if (expected != 1) {
        put(writing, " start=\"");
        put_number(writing, expected);
        put(writing, "\"");
    }
    put(writing, ">");
    for (RL_EACH_CHILD(writing->outline, list, item)) {
        int32_t number = numbers[place++];
        if (rl_is_paragraph(item)) continue;
        size_t item_start = writing->out->size;
        if (has_items) put(writing, "\n");
        if (!write_element(writing, item, number == expected ? NULL : "value", number)) {
            writing->out->size = item_start;
            continue;
        }
        has_items = true;
        expected = number + 1;
    }
    if (has_items) close_tag(writing, "ol");
    else writing->out->size = start;
    return has_items;
}

/* The contents of some items, from one to before another. */
static bool write_contents(writer *writing, const rl_part *first, const rl_part *end, bool is_begun) {
    for (const rl_part *item = first; item && item != end; item = rl_next(writing->outline, item)) {
        size_t start = writing->out->size;
        if (is_begun) put(writing, "\n");
        if (write_parts(writing, rl_first_child(writing->outline, item))) is_begun = true;
        else writing->out->size = start;
    }
    return is_begun;
}

/* A list that begins with a term and ends with a definition; what it has beyond them, around it. */
static bool write_definition_list(writer *writing, const rl_part *list) {
    const rl_part *items = rl_first_child(writing->outline, list), *first = NULL, *end = items;
    bool has_definition = false;
    for (RL_EACH_CHILD(writing->outline, list, item)) {
        if (!first && item->kind == RL_PART_DT) first = item;
        if (item->kind == RL_PART_DD) end = rl_next(writing->outline, item), has_definition = first != NULL;
    }
    if (!first || !has_definition) return write_contents(writing, items, NULL, false);
    bool is_begun = write_contents(writing, items, first, false);
    size_t start = writing->out->size;
    if (is_begun) put(writing, "\n");
    open_tag(writing, "dl", list->node);
    put(writing, ">");
    if (write_joined(writing, first, end, "\n", write_part)) {
        close_tag(writing, "dl");
        is_begun = true;
    } else {
        writing->out->size = start;
    }
    return write_contents(writing, end, NULL, is_begun);
}

/* ---- Tables ---- */

typedef struct {
    int32_t *numbers;  /* by kept row: its number among all rows */
    int32_t rows;
} row_places;

static int32_t height_of(writer *writing, const row_places *places, int32_t row, int32_t node) {
    int32_t size = rl_span(writing->columns, node, RL_ATTRIBUTE_ROWSPAN, RL_MAX_ROWS);
    return size > 1 ? rl_row_height(places->numbers, places->rows, row, size) : 1;
}

static void write_cell(writer *writing, int32_t node, const rl_part *cell, int32_t height) {
    const char *name = cell ? RL_PART_NAMES[cell->kind] : writing->columns->tag[node] == RL_TAG_TH ? "th" : "td";
    int32_t width = rl_span(writing->columns, node, RL_ATTRIBUTE_COLSPAN, RL_MAX_COLUMNS);
    open_tag(writing, name, node);
    if (width > 1) {
        put(writing, " colspan=\"");
        put_number(writing, width);
        put(writing, "\"");
    }
    if (height > 1) {
        put(writing, " rowspan=\"");
        put_number(writing, height);
        put(writing, "\"");
    }
    put(writing, ">");
    if (cell) write_inside(writing, cell);
    close_tag(writing, name);
}

/* A row up to its last kept cell, with the cells that are not kept, empty. */
static void write_row(writer *writing, const rl_part *row, const row_places *places, int32_t place) {
    const rl_part *kept = rl_first_child(writing->outline, row), *last = rl_part_at(writing->outline, row->last_child);
    put(writing, "<tr>");
    if (row->node < 0) {
        for (; kept; kept = rl_next(writing->outline, kept)) write_cell(writing, kept->node, kept, 1);
    } else {
        const int32_t *end = writing->columns->end;
        for (int32_t node = row->node + 1; node < end[row->node] && last && node <= last->node; node = end[node]) {
            if (!(rl_properties(writing->columns->tag[node]) & RL_CELL)) continue;
            while (kept && kept->node < node) kept = rl_next(writing->outline, kept);
            write_cell(writing, node, kept && kept->node == node ? kept : NULL, height_of(writing, places, place, node));
        }
    }
    put(writing, "</tr>\n");
}

static int32_t header_height(writer *writing, const rl_part *first, const row_places *places) {
    int32_t height = 1;
    if (first->node < 0) return 1;
    for (int32_t node = first->node + 1; node < writing->columns->end[first->node]; node = writing->columns->end[node]) {
        if (!(rl_properties(writing->columns->tag[node]) & RL_CELL)) continue;
        int32_t own = height_of(writing, places, 0, node);
        if (own > height) height = own;
    }
    return height;
}

static bool write_table(writer *writing, const rl_part *table) {
    row_places places;
    places.numbers = rl_row_numbers(writing->outline, table, &places.rows, writing->pool);
    const rl_part *row = rl_first_child(writing->outline, table);
    while (row && row->kind != RL_PART_TR) row = rl_next(writing->outline, row);
    if (!row) return write_parts(writing, rl_first_child(writing->outline, table));
    int32_t height = header_height(writing, row, &places);
    /* A cell cannot reach out of the header; one that reaches down to the last row is the name of all rows. */
    bool is_headed = (height == 1 || height < places.rows) && rl_has_header(writing->outline, table, writing->pool);
    open_tag(writing, "table", table->node);
    put(writing, ">\n");
    for (RL_EACH_CHILD(writing->outline, table, part))
        if (part->kind == RL_PART_CAPTION && write_part(writing, part)) put(writing, "\n");
    int32_t place = 0;
    for (; row; row = rl_next(writing->outline, row)) {
        if (row->kind != RL_PART_TR) continue;
        if (place == 0) put(writing, is_headed ? "<thead>" : "<tbody>");
        if (is_headed && place == height) put(writing, "</thead>\n<tbody>");
        write_row(writing, row, &places, place++);
    }
    put(writing, is_headed && place <= height ? "</thead>\n</table>" : "</tbody>\n</table>");
    return true;
}

/* ---- Code ---- */

static bool write_code(writer *writing, const rl_part *code) {
    const rl_part *part = rl_first_child(writing->outline, code);  /* code is one paragraph */
    if (!part || !rl_is_paragraph(part)) return false;
    rl_view language = code->label;
    if (!language.size) language = rl_code_language(writing->outline->page, code->node, writing->pool);
    bool is_code = language.size > 0;
    for (int32_t i = part->first; i < part->end && !is_code; i++)
        is_code = rl_has_mark(writing->outline, writing->outline->leaves[i].mark, RL_MARK_CODE);
    size_t start = writing->out->size;
    put(writing, "<pre>");
    if (is_code && language.size) {
        put(writing, "<code class=\"language-");
        put_escaped(writing, language, true);
        put(writing, "\">");
    } else if (is_code) {
        put(writing, "<code>");
    }
    size_t text_start = writing->out->size;
    write_inline(writing, part, "\n", RL_MARK_CODE);
    if (writing->out->size == text_start) {
        writing->out->size = start;
        return false;
    }
    put(writing, is_code ? "</code></pre>" : "</pre>");
    return true;
}

/* ---- Footnotes and callouts ---- */

static bool write_note(writer *writing, const rl_part *note) {
    size_t start = writing->out->size;
    put(writing, "<li");
    put_place(writing, "id", "fn-", note->label);
    put(writing, ">");
    if (!write_parts(writing, rl_first_child(writing->outline, note))) {
        writing->out->size = start;
        return false;
    }
    put(writing, "\n<a");
    put_place(writing, writing->is_numbered ? NULL : "href", "#fnref-", note->label);
    put(writing, " rel=\"noopener noreferrer\">\342\206\251</a></li>");  /* an arrow back */
    return true;
}

static bool write_footnotes(writer *writing, const rl_part *notes) {
    size_t start = writing->out->size;
    put(writing, "<section><ol>");
    if (write_joined(writing, rl_first_child(writing->outline, notes), NULL, "\n", write_note)) {
        put(writing, "</ol></section>");
        return true;
    }
    writing->out->size = start;
    return false;
}

/* A quotation that begins with its kind, in bold. */
static bool write_callout(writer *writing, const rl_part *callout) {
    size_t start = writing->out->size;
    put(writing, "<blockquote><p><strong>");
    if (callout->label.size) {
        uint8_t first = callout->label.bytes[0];
        if (first >= 'a' && first <= 'z') first = (uint8_t)(first - ('a' - 'A'));
        put_escaped(writing, (rl_view){&first, 1}, false);
        put_escaped(writing, (rl_view){callout->label.bytes + 1, callout->label.size - 1}, false);
    }
    put(writing, "</strong></p>\n");
    if (write_parts(writing, rl_first_child(writing->outline, callout))) {
        put(writing, "</blockquote>");
        return true;
    }
    writing->out->size = start;
    return false;
}

static bool write_part(writer *writing, const rl_part *part) {
    switch (part->kind) {
    case RL_PART_PARAGRAPH: case RL_PART_LINES: return write_block(writing, part);
    case RL_PART_HR: put(writing, "<hr>"); return true;
    case RL_PART_PRE: return write_code(writing, part);
    case RL_PART_TABLE: return write_table(writing, part);
    case RL_PART_OL: return write_ordered_list(writing, part);
    case RL_PART_DL: return write_definition_list(writing, part);
    case RL_PART_DETAILS: return write_element(writing, part, "open", -1);
    case RL_PART_CALLOUT: return write_callout(writing, part);
    case RL_PART_FOOTNOTES: return write_footnotes(writing, part);
    case RL_PART_NOTE: return write_parts(writing, rl_first_child(writing->outline, part));
    default: return write_element(writing, part, NULL, 0);
    }
}

/* Whether the page is read from right to left: `html` or else `body` says so. */
static bool is_right_to_left(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_HTML && columns->tag[row] != RL_TAG_BODY) continue;
        const char *direction = direction_of(rl_value(columns, row, RL_ATTRIBUTE_DIR));
        if (direction && !strcmp(direction, "rtl")) return true;
    }
    return false;
}

void rl_write_html(const rl_outline *outline, bool is_numbered, rl_pool *pool, rl_buffer *out) {
    writer writing = {.outline = outline, .columns = &outline->page->columns, .pool = pool, .out = out,
                      .is_numbered = is_numbered};
    rl_links_begin(&writing.links, writing.columns, outline->url, pool);
    writing.links.is_clean = outline->has_clean_links;
    bool is_rtl = is_right_to_left(writing.columns);
    size_t start = out->size;
    if (is_rtl) put(&writing, "<div dir=\"rtl\">\n");
    if (!write_parts(&writing, rl_first_child(outline, &outline->parts[0]))) out->size = start;
    else if (is_rtl) put(&writing, "\n</div>");
}
