#include "outline.h"

#include <string.h>

#include "characters.h"
#include "gadgets.h"
#include "lowering.h"
#include "utf8.h"

#define NAME_OF(name, text) text,
const char *const RL_PART_NAMES[RL_PART_KINDS] = {RL_PARTS(NAME_OF)};
const char *const RL_MARK_NAMES[RL_MARK_KINDS] = {RL_MARKS(NAME_OF)};

enum { MAX_HEADING_PARAGRAPHS = 3 };  /* a heading with more was not closed */
enum { NO_KIND = -1 };

/* ---- What elements mean ---- */

static int32_t part_of(int32_t tag) {
    switch (tag) {
    case RL_TAG_H1: case RL_TAG_H2: case RL_TAG_H3: case RL_TAG_H4: case RL_TAG_H5: case RL_TAG_H6:
        return RL_PART_H1 + (tag - RL_TAG_H1);
    case RL_TAG_UL: case RL_TAG_MENU: case RL_TAG_DIR: return RL_PART_UL;
    case RL_TAG_OL: return RL_PART_OL;
    case RL_TAG_LI: return RL_PART_LI;
    case RL_TAG_DL: return RL_PART_DL;
    case RL_TAG_DT: return RL_PART_DT;
    case RL_TAG_DD: return RL_PART_DD;
    case RL_TAG_TABLE: return RL_PART_TABLE;
    case RL_TAG_TR: return RL_PART_TR;
    case RL_TAG_TD: return RL_PART_TD;
    case RL_TAG_TH: return RL_PART_TH;
    case RL_TAG_CAPTION: return RL_PART_CAPTION;
    case RL_TAG_BLOCKQUOTE: return RL_PART_BLOCKQUOTE;
    case RL_TAG_FIGURE: return RL_PART_FIGURE;
    case RL_TAG_FIGCAPTION: return RL_PART_FIGCAPTION;
    case RL_TAG_DETAILS: return RL_PART_DETAILS;
    case RL_TAG_SUMMARY: return RL_PART_SUMMARY;
    case RL_TAG_PRE: case RL_TAG_LISTING: case RL_TAG_XMP: case RL_TAG_PLAINTEXT: return RL_PART_PRE;
    default: return NO_KIND;
    }
}

/* The kind of an element that has the role of a heading; headings of no level are of the second. */
static int32_t part_of_role(const rl_columns *columns, int32_t row) {
    static const char HEADING[] = "heading";
    rl_view role = rl_value(columns, row, RL_ATTRIBUTE_ROLE), level = rl_value(columns, row, RL_ATTRIBUTE_ARIA_LEVEL);
    if (role.size != sizeof HEADING - 1 || memcmp(role.bytes, HEADING, role.size) != 0) return NO_KIND;
    bool is_level = level.size == 1 && *level.bytes >= '1' && *level.bytes <= '6';
    return is_level ? RL_PART_H1 + (*level.bytes - '1') : RL_PART_H2;
}

static int32_t mark_of(int32_t tag) {
    switch (tag) {
    case RL_TAG_A: return RL_MARK_A;
    case RL_TAG_EM: case RL_TAG_I: case RL_TAG_VAR: return RL_MARK_EM;
    case RL_TAG_STRONG: case RL_TAG_B: return RL_MARK_STRONG;
    case RL_TAG_DEL: case RL_TAG_S: case RL_TAG_STRIKE: return RL_MARK_DEL;
    case RL_TAG_CODE: case RL_TAG_KBD: case RL_TAG_SAMP: case RL_TAG_TT: return RL_MARK_CODE;
    case RL_TAG_SUB: return RL_MARK_SUB;
    case RL_TAG_SUP: return RL_MARK_SUP;
    case RL_TAG_MARK: return RL_MARK_MARK;
    case RL_TAG_SMALL: return RL_MARK_SMALL;
    case RL_TAG_U: return RL_MARK_U;
    case RL_TAG_INS: return RL_MARK_INS;
    case RL_TAG_Q: return RL_MARK_Q;
    case RL_TAG_RUBY: return RL_MARK_RUBY;
    case RL_TAG_RT: return RL_MARK_RT;
    default: return NO_KIND;
    }
}

/* The kinds of child that these may have alone, as bits; 0 for an element that may hold all that is ordinary. */
static uint32_t only_children(int32_t kind) {
    switch (kind) {
    case RL_PART_UL: case RL_PART_OL: return 1u << RL_PART_LI;
    case RL_PART_DL: return 1u << RL_PART_DT | 1u << RL_PART_DD;
    case RL_PART_TABLE: return 1u << RL_PART_CAPTION | 1u << RL_PART_TR;
    case RL_PART_TR: return 1u << RL_PART_TD | 1u << RL_PART_TH;
    case RL_PART_FOOTNOTES: return 1u << RL_PART_NOTE;
    default: return 0;
    }
}

/* What means nothing without the element around it. */
static bool is_fragment(int32_t kind) {
    return kind == RL_PART_LI || kind == RL_PART_DT || kind == RL_PART_DD || kind == RL_PART_CAPTION ||
           kind == RL_PART_TR || kind == RL_PART_TD || kind == RL_PART_TH || kind == RL_PART_NOTE;
}

static bool may_hold(int32_t kind, int32_t child) {
    uint32_t only = only_children(kind);
    if (only) return only >> child & 1;
    return child <= RL_PART_LINES || !is_fragment(child);
}

/* ---- Parts ---- */

int32_t rl_part_add(rl_outline *outline, int32_t kind, int32_t node) {
    if (outline->part_count == outline->part_room) {
        outline->part_room = (int32_t)rl_room(outline->pool, (size_t)outline->part_room, (size_t)outline->part_count + 1);
        RL_RESIZE(outline->pool, outline->parts, rl_part, (size_t)outline->part_room);
    }
    outline->parts[outline->part_count] =
        (rl_part){kind, node, RL_NO_PART, RL_NO_PART, RL_NO_PART, 0, 0, {NULL, 0}};
    return outline->part_count++;
}

int32_t rl_mark_add(rl_outline *outline, rl_mark mark) {
    if (outline->mark_count == outline->mark_room) {
        outline->mark_room = (int32_t)rl_room(outline->pool, (size_t)outline->mark_room, (size_t)outline->mark_count + 1);
        RL_RESIZE(outline->pool, outline->marks, rl_mark, (size_t)outline->mark_room);
    }
    outline->marks[outline->mark_count] = mark;
    return outline->mark_count++;
}

void rl_part_append(rl_outline *outline, int32_t parent, int32_t child) {
    rl_part *parts = outline->parts;
    parts[child].next = RL_NO_PART;
    if (parts[parent].last_child < 0) parts[parent].first_child = child;
    else parts[parts[parent].last_child].next = child;
    parts[parent].last_child = child;
}

bool rl_is_short(const rl_outline *outline, const rl_part *element) {
    const rl_part *part = rl_first_child(outline, element);
    if (!part || !rl_is_paragraph(part)) return false;
    while ((part = rl_next(outline, part)))
        if (!rl_is_list(part)) return false;
    return true;
}

void rl_paragraphs_begin(rl_paragraphs *paragraphs, int32_t element) {
    paragraphs->path[0] = element;
    paragraphs->depth = 1;
}

/* Elements that only hold others: a paragraph is an item or a cell, never a list or a table. */
static bool is_container(int32_t kind) {
    return kind == RL_PART_UL || kind == RL_PART_OL || kind == RL_PART_DL || kind == RL_PART_TABLE ||
           kind == RL_PART_TR || kind == RL_PART_FIGURE || kind == RL_PART_DETAILS || kind == RL_PART_ROOT ||
           kind == RL_PART_CALLOUT || kind == RL_PART_FOOTNOTES;
}

static int32_t role_of(const rl_outline *outline, const rl_paragraphs *paragraphs) {
    for (int i = paragraphs->depth - 2; i > 0; i--)
        if (!is_container(outline->parts[paragraphs->path[i]].kind)) return outline->parts[paragraphs->path[i]].kind;
    return RL_PART_PARAGRAPH;
}

const rl_part *rl_paragraphs_next(const rl_outline *outline, rl_paragraphs *paragraphs, int32_t *role) {
    const rl_part *parts = outline->parts;
    int32_t *path = paragraphs->path;
    bool is_new = paragraphs->depth == 1;  /* whether to go down from the last of the path */
    while (paragraphs->depth) {
        const rl_part *here = &parts[path[paragraphs->depth - 1]];
        int32_t next = is_new ? here->first_child : RL_NO_PART;
        if (next >= 0) {
            path[paragraphs->depth++] = next;
        } else {
            while (paragraphs->depth > 1 && (next = parts[path[paragraphs->depth - 1]].next) < 0) paragraphs->depth--;
            if (paragraphs->depth <= 1) break;
            path[paragraphs->depth - 1] = next;
        }
        is_new = true;
        if (!rl_is_paragraph(&parts[next])) continue;
        if (role) *role = role_of(outline, paragraphs);
        return &parts[next];
    }
    paragraphs->depth = 0;
    return NULL;
}

/* ---- Building ---- */

typedef struct {
    rl_outline *outline;
    const rl_kept_leaves *kept;
    int32_t opened[RL_MAX_OPEN], element_ends[RL_MAX_OPEN];
    int depth;
    int32_t marks_outside[RL_MARK_KINDS], mark_ends[RL_MARK_KINDS];
    int mark_depth;
    int32_t mark;       /* the innermost that is open */
    int32_t paragraph;  /* the last one, RL_NO_PART at first */
} builder;

static int32_t top_of(const builder *building) { return building->opened[building->depth - 1]; }

static void put_item(rl_outline *outline, int32_t element, int32_t item) {
    int32_t last = outline->parts[element].last_child;
    bool is_open = last >= 0 && outline->parts[last].kind == RL_PART_UL && outline->parts[last].node < 0;
    if (!is_open) {
        last = rl_part_add(outline, RL_PART_UL, -1);
        rl_part_append(outline, element, last);
    }
    rl_part_append(outline, last, item);
}

/* Put a part into an element; false where it must stand in front of that element. */
static bool put(rl_outline *outline, int32_t element, int32_t part) {
    int32_t kind = outline->parts[part].kind;
    while (only_children(outline->parts[element].kind) && !may_hold(outline->parts[element].kind, kind)) {
        int32_t last = outline->parts[element].last_child;
        if (last < 0 || rl_is_paragraph(&outline->parts[last])) return false;
        element = last;
    }
    if (may_hold(outline->parts[element].kind, kind)) {
        rl_part_append(outline, element, part);
    } else if (kind == RL_PART_LI) {
        put_item(outline, element, part);
    } else {
        for (int32_t inner = outline->parts[part].first_child, next; inner >= 0; inner = next) {
            next = outline->parts[inner].next;
            put(outline, element, inner);
        }
    }
    return true;
}

/* Put a part into the innermost open element that may hold it; drop an empty one. */
static void place(builder *building, int32_t part) {
    const rl_part *here = &building->outline->parts[part];
    if (!rl_is_paragraph(here) && here->first_child < 0 && here->kind != RL_PART_HR) return;
    int level = building->depth - 1;
    while (!put(building->outline, building->opened[level], part)) level--;
}

static void place_children(builder *building, int32_t element) {
    for (int32_t part = building->outline->parts[element].first_child, next; part >= 0; part = next) {
        next = building->outline->parts[part].next;
        place(building, part);
    }
    rl_part *emptied = &building->outline->parts[element];
    emptied->first_child = emptied->last_child = RL_NO_PART;  /* they are not to be found from here again */
}

/* The contents of the cells of a table, in order. */
static void place_contents(builder *building, int32_t table) {
    const rl_outline *outline = building->outline;
    for (int32_t part = outline->parts[table].first_child, next; part >= 0; part = next) {
        next = outline->parts[part].next;
        if (outline->parts[part].kind != RL_PART_TR) {
            place_children(building, part);
            continue;
        }
        for (int32_t cell = outline->parts[part].first_child, after; cell >= 0; cell = after) {
            after = outline->parts[cell].next;
            place_children(building, cell);
        }
    }
}

/* Whether a paragraph shows pictures and nothing else. */
static bool is_wordless(const rl_outline *outline, const rl_part *paragraph) {
    for (int32_t i = paragraph->first; i < paragraph->end; i++) {
        if (outline->leaves[i].text.size) return false;
    }
    return true;
}

static void place_heading(builder *building, int32_t heading) {
    rl_part *parts = building->outline->parts;
    int32_t first = parts[heading].first_child, others = 0;
    bool is_text = rl_is_paragraph(&parts[first]) &&
                   (parts[first].next >= 0 || !is_wordless(building->outline, &parts[first]));
    if (!is_text) {
        place_children(building, heading);
        return;
    }
    bool has_elements = false;
    for (int32_t part = parts[first].next; part >= 0; part = parts[part].next, others++)
        has_elements = has_elements || !rl_is_paragraph(&parts[part]);
    int32_t rest = RL_NO_PART;
    if (others >= MAX_HEADING_PARAGRAPHS || has_elements) {
        rest = parts[first].next;
        parts[first].next = RL_NO_PART;
        parts[heading].last_child = first;
    }
    place(building, heading);
    for (int32_t part = rest, next; part >= 0; part = next) {
        next = building->outline->parts[part].next;
        place(building, part);
    }
}

/* ---- Task lists ---- */

static const rl_view CHECKED = {(const uint8_t *)"x", 1}, UNCHECKED = {(const uint8_t *)" ", 1};

/* The label of an item whose text begins with a box, which goes: U+2610 to U+2612 and a space. */
static rl_view take_box(rl_leaf *leaf) {
    rl_view text = leaf->text;
    while (text.size && *text.bytes <= ' ') text.bytes++, text.size--;
    if (leaf->kind != RL_LEAF_TEXT || text.size < 4 || memcmp(text.bytes, "\xE2\x98", 2) != 0) return (rl_view){NULL, 0};
    uint8_t box = text.bytes[2];
    if (box < 0x90 || box > 0x92 || text.bytes[3] > ' ') return (rl_view){NULL, 0};
    leaf->text = leaf->source = (rl_view){text.bytes + 4, text.size - 4};
    return box == 0x90 ? UNCHECKED : CHECKED;
}

/* The label of an item before whose text an element has the role of a box. */
static rl_view box_before(const rl_columns *columns, int32_t item, int32_t text) {
    enum { MAX_DISTANCE = 8 };
    static const char ROLE[] = "checkbox", TRUE[] = "true";
    for (int32_t row = item + 1; row < text && row <= item + MAX_DISTANCE; row++) {
        rl_view role = rl_value(columns, row, RL_ATTRIBUTE_ROLE), state = rl_value(columns, row, RL_ATTRIBUTE_ARIA_CHECKED);
        if (role.size != sizeof ROLE - 1 || memcmp(role.bytes, ROLE, role.size) != 0) continue;
        return state.size == sizeof TRUE - 1 && !memcmp(state.bytes, TRUE, state.size) ? CHECKED : UNCHECKED;
    }
    return (rl_view){NULL, 0};
}

static void read_box(rl_outline *outline, rl_part *item) {
    const rl_part *first = rl_first_child(outline, item);
    if (!first || !rl_is_paragraph(first) || first->kind == RL_PART_LINES) return;
    rl_leaf *leaf = &outline->leaves[first->first];
    item->label = box_before(&outline->page->columns, item->node, leaf->node);
    if (!item->label.size) item->label = take_box(leaf);
}

/* Whether a part holds less than half of all leaves. */
static bool is_small(const builder *building, const rl_part *part) {
    int32_t end_node = building->kept->page->columns.end[part->node];
    int32_t first = rl_first_kept(building->kept, 0, part->node), end = rl_first_kept(building->kept, first, end_node);
    return 2 * (end - first) < building->kept->count;
}

/* An item that holds a list and nothing else indents it: the list belongs to the item before, or takes its place. */
static bool place_indented(builder *building, int32_t item) {
    rl_outline *outline = building->outline;
    rl_part *parts = outline->parts, *around = &parts[top_of(building)];
    int32_t list = parts[item].first_child, before = around->last_child;
    if (parts[item].kind != RL_PART_LI || !rl_is_list(around) || !rl_is_list(&parts[list]) || parts[list].next >= 0) return false;
    if (before >= 0 && parts[before].node >= 0 && outline->page->columns.parent[parts[before].node] == around->node) {
        rl_part_append(outline, before, list);
        return true;
    }
    if (before < 0) around->kind = parts[list].kind;
    place_children(building, list);
    return true;
}

/* Whether a list is one item that holds a section or a whole text: it lays out the page. */
static bool is_layout_list(const rl_outline *outline, const rl_part *list) {
    enum { MANY_PARTS = 8 };
    const rl_part *item = rl_first_child(outline, list);
    if (list->kind != RL_PART_UL || item->next >= 0 || item->kind != RL_PART_LI) return false;
    int parts = 0;
    for (RL_EACH_CHILD(outline, item, part)) parts++;
    return parts >= MANY_PARTS || (parts > 1 && rl_is_heading(rl_first_child(outline, item)));
}

/* Whether a list shows pictures and nothing else. */
static bool is_gallery(const rl_outline *outline, const rl_part *list) {
    if (!rl_is_list(list)) return false;
    for (RL_EACH_CHILD(outline, list, item))
        for (RL_EACH_CHILD(outline, item, part))
            if (!rl_is_paragraph(part) || !is_wordless(outline, part)) return false;
    return true;
}

static void place_items(builder *building, int32_t list) {
    for (int32_t item = building->outline->parts[list].first_child, next; item >= 0; item = next) {
        next = building->outline->parts[item].next;
        place_children(building, item);
    }
}

static void close_element(builder *building) {
    rl_outline *outline = building->outline;
    int32_t closed = building->opened[--building->depth];
    rl_part *part = &outline->parts[closed];
    if (part->first_child < 0 || place_indented(building, closed)) return;
    if (part->kind == RL_PART_LI) read_box(outline, part);
    if (part->kind == RL_PART_TABLE && is_small(building, part) && rl_is_calendar(outline, part, outline->pool)) return;
    if (part->kind == RL_PART_TABLE && rl_is_layout(outline, part)) place_contents(building, closed);
    else if (rl_is_heading(part)) place_heading(building, closed);
    else if (is_layout_list(outline, part) || is_gallery(outline, part)) place_items(building, closed);
    else place(building, closed);
}

static void close_until(builder *building, int32_t row) {
    while (building->depth > 1 && row >= building->element_ends[building->depth - 1]) close_element(building);
    while (building->mark_depth && row >= building->mark_ends[building->mark_depth - 1])
        building->mark = building->marks_outside[--building->mark_depth];
}

static void open_element(builder *building, int32_t kind, int32_t row) {
    if (building->depth == RL_MAX_OPEN || building->outline->parts[top_of(building)].kind == RL_PART_PRE) return;
    building->opened[building->depth] = rl_part_add(building->outline, kind, row);
    building->element_ends[building->depth++] = building->kept->page->columns.end[row];
}

/* What a style says of a property, NULL where it says nothing. */
static rl_view style_value(rl_view style, const char *property) {
    const size_t size = strlen(property);
    for (size_t i = 0; i + size <= style.size; i++) {
        size_t same = 0;
        while (same < size && (style.bytes[i + same] | 0x20) == (property[same] | 0x20)) same++;
        if (same < size) continue;
        const uint8_t *at = style.bytes + i + size, *end = rl_end_of(style);
        while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r'))) at++;
        if (at == end || *at++ != ':') continue;
        while (at < end && (*at == ' ' || (*at >= '\t' && *at <= '\r'))) at++;
        return rl_before((rl_view){at, (size_t)(end - at)}, ';');
    }
    return (rl_view){NULL, 0};
}

static bool begins_with(rl_view text, rl_word word) {
    return text.size >= word.size && rl_has_word_in_any_case((rl_view){text.bytes, word.size}, (rl_word_list){&word, 1});
}

/* Whether a weight is a number of hundreds in a range. */
static bool is_weight(rl_view value, uint8_t least, uint8_t most) {
    return value.size >= 3 && value.bytes[0] >= least && value.bytes[0] <= most && value.bytes[1] == '0' && value.bytes[2] == '0';
}

/* `font-weight: normal`, or a number up to 400. Editors wrap whole texts into bold that is not bold. */
static bool is_not_bold(rl_view style) {
    rl_view weight = style_value(style, "font-weight");
    return is_weight(weight, '1', '4') || begins_with(weight, (rl_word){"normal", 6});
}

/* The mark that a `span` has by its style, as editors of text write it; none where it holds one letter, drawn large. */
static int32_t mark_of_style(const rl_columns *columns, int32_t row) {
    static const rl_word through[] = {{"line-through", 12}};
    rl_view style = rl_value(columns, row, RL_ATTRIBUTE_STYLE);
    if (!style.size || (columns->end[row] == row + 2 && rl_strip(rl_text_of(columns, row + 1)).size <= 1)) return NO_KIND;
    rl_view weight = style_value(style, "font-weight");
    if (is_weight(weight, '6', '9') || begins_with(weight, (rl_word){"bold", 4})) return RL_MARK_STRONG;
    if (begins_with(style_value(style, "font-style"), (rl_word){"italic", 6})) return RL_MARK_EM;
    rl_view line = style_value(style, "text-decoration");
    if (!line.size) line = style_value(style, "text-decoration-line");
    return line.size && rl_has_word_in_any_case(line, (rl_word_list){through, 1}) ? RL_MARK_DEL : NO_KIND;
}

/* Whether a link in a heading leads to that heading, by its id, the section's, or its own. */
static bool leads_to_itself(const builder *building, int32_t row) {
    const rl_columns *columns = &building->kept->page->columns;
    const rl_part *heading = &building->outline->parts[top_of(building)];
    rl_view target = rl_value(columns, row, RL_ATTRIBUTE_HREF);
    if (!rl_is_heading(heading) || heading->node <= 0 || target.size < 2 || target.bytes[0] != '#') return false;
    const int32_t named[] = {heading->node, columns->parent[heading->node], row};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        rl_view identifier = rl_value(columns, named[i], RL_ATTRIBUTE_ID);
        if (identifier.size == target.size - 1 && !memcmp(identifier.bytes, target.bytes + 1, identifier.size)) return true;
    }
    return false;
}

static void open_mark(builder *building, int32_t kind, int32_t row) {
    const rl_columns *columns = &building->kept->page->columns;
    if (rl_has_mark(building->outline, building->mark, kind)) return;
    if (kind == RL_MARK_A && (!rl_attribute(columns, row, RL_ATTRIBUTE_HREF) || leads_to_itself(building, row))) return;
    if (kind == RL_MARK_STRONG && is_not_bold(rl_value(columns, row, RL_ATTRIBUTE_STYLE))) return;
    building->marks_outside[building->mark_depth] = building->mark;
    building->mark_ends[building->mark_depth++] = columns->end[row];
    building->mark = rl_mark_add(building->outline, (rl_mark){kind, row, building->mark, {NULL, 0}});
}

static void begin_paragraph(builder *building, int32_t kind, int32_t leaf) {
    rl_outline *outline = building->outline;
    building->paragraph = rl_part_add(outline, kind, outline->leaves[leaf].node);
    outline->parts[building->paragraph].first = outline->parts[building->paragraph].end = leaf;
    place(building, building->paragraph);
}

/* A film, a recording, a document of its own. */
static bool is_player(const rl_outline *outline, int32_t leaf) {
    int32_t tag = outline->page->columns.tag[outline->leaves[leaf].node];
    return tag == RL_TAG_VIDEO || tag == RL_TAG_AUDIO || tag == RL_TAG_IFRAME || tag == RL_TAG_EMBED || tag == RL_TAG_OBJECT;
}

static void take_leaf(builder *building, int32_t leaf) {
    rl_outline *outline = building->outline;
    const rl_part *top = &outline->parts[top_of(building)];
    if (top->kind == RL_PART_PRE) {
        if (top->first_child < 0) begin_paragraph(building, RL_PART_LINES, leaf);
    } else if (outline->leaves[leaf].gap == RL_BREAK_PARAGRAPH || building->paragraph < 0 ||
               (leaf && is_player(outline, leaf - 1) && is_player(outline, leaf))) {
        begin_paragraph(building, RL_PART_PARAGRAPH, leaf);
    }
    outline->leaves[leaf].mark = building->mark;
    outline->parts[building->paragraph].end = leaf + 1;
}

/* A rule between two neighbouring leaves that both are kept, the first of several. */
static bool is_rule(const builder *building, int32_t row, int32_t leaf, int32_t last_rule) {
    const rl_derived *derived = &building->kept->page->derived;
    if (!leaf || leaf == building->kept->count) return false;
    int32_t before = building->outline->leaves[leaf - 1].leaf, after = building->outline->leaves[leaf].leaf;
    return before + 1 == after && derived->leaves[before] < row && row < derived->leaves[after] &&
           last_rule < derived->leaves[before];
}

static void walk(builder *building) {
    const rl_columns *columns = &building->kept->page->columns;
    const rl_leaf *leaves = building->outline->leaves;
    int32_t leaf = 0, count = building->kept->count, last_rule = -1;
    for (int32_t row = 0; leaf < count; row++) {
        int32_t next_leaf = leaves[leaf].node;
        if (row == next_leaf) {
            close_until(building, row);
            take_leaf(building, leaf++);
            continue;
        }
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_TEXT || tag >= RL_UNKNOWN) continue;
        if (tag == RL_TAG_HR) {
            if (!is_rule(building, row, leaf, last_rule)) continue;
            close_until(building, row);
            place(building, rl_part_add(building->outline, RL_PART_HR, row));
            last_rule = row;
            continue;
        }
        if (next_leaf >= columns->end[row]) continue;
        bool is_listing = rl_is_code_listing(building->kept->page, row);
        int32_t part = is_listing ? RL_PART_PRE : part_of(tag), mark = mark_of(tag);
        if (tag == RL_TAG_SPAN) mark = mark_of_style(columns, row);
        if (part == NO_KIND && mark == NO_KIND && (part = part_of_role(columns, row)) == NO_KIND) continue;
        close_until(building, row);
        if (part != NO_KIND) open_element(building, part, row);
        else open_mark(building, mark, row);
    }
    close_until(building, INT32_MAX);
}

/* ---- Links around several blocks ---- */

static int32_t link_of(const rl_outline *outline, int32_t mark) {
    while (mark && outline->marks[mark].kind != RL_MARK_A) mark = outline->marks[mark].outer;
    return mark;
}

/* The same marks without the link; chains are as short as there are kinds. */
static int32_t without_link(rl_outline *outline, int32_t mark) {
    if (!mark) return 0;
    rl_mark own = outline->marks[mark];
    if (own.kind == RL_MARK_A) return own.outer;
    own.outer = without_link(outline, own.outer);
    return rl_mark_add(outline, own);
}

static bool shows_text(const rl_outline *outline, const rl_part *paragraph) {
    for (int32_t i = paragraph->first; i < paragraph->end; i++)
        if (outline->leaves[i].kind == RL_LEAF_TEXT && outline->leaves[i].text.size) return true;
    return false;
}

/* A link around several blocks, as cards have it, stays on one: a heading, or else the first with text. */
static void link_once(rl_outline *outline) {
    int32_t *chosen = RL_TAKE_ZEROED(outline->pool, int32_t, (size_t)outline->mark_count), role;  /* by link: a part */
    uint8_t *rank = RL_TAKE_ZEROED(outline->pool, uint8_t, (size_t)outline->mark_count);  /* of that: text, a heading */
    bool is_spread = false;
    rl_paragraphs paragraphs;
    rl_paragraphs_begin(&paragraphs, 0);
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, &role));) {
        int32_t link = link_of(outline, outline->leaves[part->first].mark), here = (int32_t)(part - outline->parts);
        if (!link) continue;
        is_spread = is_spread || chosen[link];
        uint8_t own = (uint8_t)(shows_text(outline, part) ? (role >= RL_PART_H1 && role <= RL_PART_H6 ? 2 : 1) : 0);
        if (!chosen[link] || own > rank[link]) chosen[link] = here, rank[link] = own;
    }
    if (!is_spread) return;
    int32_t links = outline->mark_count;
    rl_paragraphs_begin(&paragraphs, 0);
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, NULL));) {
        int32_t here = (int32_t)(part - outline->parts);
        for (int32_t i = part->first; i < part->end; i++) {
            int32_t link = link_of(outline, outline->leaves[i].mark);
            if (link && link < links && chosen[link] && chosen[link] != here)
                outline->leaves[i].mark = without_link(outline, outline->leaves[i].mark);
        }
    }
}

/* Whether a page is one text of several lines, without any markup: a file of plain text. */
static bool is_plain_file(const rl_page *page) {
    enum { MOST_ROWS = 4 };  /* the elements that a parser adds, and the text */
    const rl_columns *columns = &page->columns;
    if (columns->count > MOST_ROWS || page->derived.leaf_count != 1 || columns->tag[page->derived.leaves[0]] != RL_TAG_TEXT)
        return false;
    if (columns->source_size && memchr(columns->source, '<', columns->source_size)) return false;
    rl_view text = rl_strip(rl_text_of(columns, page->derived.leaves[0]));
    return text.size && memchr(text.bytes, '\n', text.size);
}

void rl_outline_build(rl_outline *outline, const rl_kept_leaves *kept, rl_leaf *leaves, rl_view url, rl_pool *pool) {
    *outline = (rl_outline){.page = kept->page, .pool = pool, .url = url, .leaves = leaves, .leaf_count = kept->count};
    rl_silence_notices(kept->page, leaves, kept->count);
    rl_part_add(outline, RL_PART_ROOT, 0);
    rl_mark_add(outline, (rl_mark){NO_KIND, -1, 0, {NULL, 0}});
    rl_mark_add(outline, (rl_mark){RL_MARK_STRONG, -1, 0, {NULL, 0}});
    rl_mark_add(outline, (rl_mark){RL_MARK_EM, -1, 0, {NULL, 0}});
    builder building = {.outline = outline, .kept = kept, .opened = {0}, .element_ends = {INT32_MAX}, .depth = 1,
                        .paragraph = RL_NO_PART};
    if (kept->count == 1 && is_plain_file(kept->page)) {
        open_element(&building, RL_PART_PRE, leaves[0].node);
        take_leaf(&building, 0);
        close_until(&building, INT32_MAX);
    } else {
        walk(&building);
        link_once(outline);
        rl_find_typed_lists(outline);
    }
}

/* ---- Other parts for the same leaves ---- */

/* How many leaves there are with those that are added; -1 where one takes the place of none. */
static int32_t count_leaves(const rl_outline *outline, const rl_new_parts *parts) {
    int32_t count = outline->leaf_count;
    for (int32_t i = 0; i < parts->leaf_count; i++) {
        if (parts->leaves[i].place < 0 || parts->leaves[i].place > count || parts->leaves[i].kind >= RL_LEAF_KINDS) return -1;
        if (parts->leaves[i].like < -1 || parts->leaves[i].like >= count) return -1;
        if (parts->leaves[i].node < -1 || parts->leaves[i].node >= outline->page->columns.count) return -1;
        if (parts->leaves[i].gap < -1 || parts->leaves[i].gap > RL_BREAK_PARAGRAPH) return -1;
        count += parts->leaves[i].place == count;
    }
    return count;
}

/* Whether columns are a tree of known kinds, whose paragraphs have leaves. */
static bool are_parts(const rl_outline *outline, const rl_new_parts *parts, int32_t leaves) {
    for (int32_t i = 0; i < parts->count; i++) {
        bool is_paragraph = parts->kinds[i] <= RL_PART_LINES;
        if (parts->kinds[i] < 0 || parts->kinds[i] >= RL_PART_KINDS || parts->kinds[i] == RL_PART_ROOT) return false;
        if (parts->nodes[i] < -1 || parts->nodes[i] >= outline->page->columns.count) return false;
        if (parts->ends[i] <= i || parts->ends[i] > parts->count || (is_paragraph && parts->ends[i] != i + 1)) return false;
        if (is_paragraph && (parts->firsts[i] < 0 || parts->firsts[i] >= parts->lasts[i] || parts->lasts[i] > leaves))
            return false;
    }
    return leaves >= 0;
}

/* A leaf in the place of another keeps its node and what stands before it, and its marks where it is no link. */
static void put_leaf(rl_outline *outline, const rl_new_leaf *new) {
    rl_leaf *leaf = &outline->leaves[new->place];
    if (new->place == outline->leaf_count) {
        *leaf = (rl_leaf){.leaf = -1, .gap = RL_BREAK_NOTHING};
        outline->leaf_count++;
    }
    if (new->like >= 0) *leaf = outline->leaves[new->like];
    if (new->gap >= 0) leaf->gap = (uint8_t)new->gap;
    if (new->node >= 0) leaf->node = new->node;
    if (new->text.bytes) leaf->text = new->text;
    if (new->text.bytes) leaf->source = new->source.bytes ? new->source : new->text;
    if (new->like >= 0) return;
    leaf->kind = new->kind;
    if (new->url.bytes) leaf->mark = rl_mark_add(outline, (rl_mark){RL_MARK_A, -1, 0, new->url});
}

/* Open an element, or place a paragraph or a rule. */
static void add_part(builder *building, const rl_new_parts *parts, int32_t i) {
    rl_outline *outline = building->outline;
    if (parts->kinds[i] <= RL_PART_LINES) {
        begin_paragraph(building, parts->kinds[i], parts->firsts[i]);
        outline->parts[building->paragraph].end = parts->lasts[i];
    } else if (parts->kinds[i] == RL_PART_HR) {
        place(building, rl_part_add(outline, RL_PART_HR, parts->nodes[i]));
    } else if (building->depth < RL_MAX_OPEN) {
        int32_t part = rl_part_add(outline, parts->kinds[i], parts->nodes[i]);
        outline->parts[part].label = parts->labels[i];
        building->opened[building->depth] = part;
        building->element_ends[building->depth++] = parts->ends[i];
    }
}

bool rl_outline_rebuild(rl_outline *rebuilt, const rl_outline *outline, const rl_new_parts *parts, rl_pool *pool) {
    int32_t leaves = count_leaves(outline, parts);
    if (!are_parts(outline, parts, leaves)) return false;
    *rebuilt = (rl_outline){.page = outline->page, .pool = pool, .url = outline->url, .leaf_count = outline->leaf_count};
    rebuilt->leaves = RL_TAKE(pool, rl_leaf, (size_t)leaves + 1);
    memcpy(rebuilt->leaves, outline->leaves, (size_t)outline->leaf_count * sizeof(rl_leaf));
    for (int32_t i = 0; i < outline->mark_count; i++) rl_mark_add(rebuilt, outline->marks[i]);
    for (int32_t i = 0; i < parts->leaf_count; i++) put_leaf(rebuilt, &parts->leaves[i]);
    rl_part_add(rebuilt, RL_PART_ROOT, 0);
    builder building = {.outline = rebuilt, .opened = {0}, .element_ends = {INT32_MAX}, .depth = 1, .paragraph = RL_NO_PART};
    for (int32_t i = 0; i <= parts->count; i++) {
        while (building.depth > 1 && (i == parts->count || i >= building.element_ends[building.depth - 1])) {
            int32_t closed = building.opened[--building.depth];
            place(&building, closed);
        }
        if (i < parts->count) add_part(&building, parts, i);
    }
    return true;
}
