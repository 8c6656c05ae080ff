/* The options that concern the content, applied to an outline: title, links, images, tables, emphasis, heading levels.

       outline ─→ without links, images, emphasis ─→ tables as lines ─→ title first ─→ headings lowered ─→ outline

   The outline of an extraction is shared by all formats, so its parts are copied first. */
#include <string.h>

#include "characters.h"
#include "outline.h"
#include "utf8.h"

enum {
    MAX_PARAGRAPHS_BEFORE = 5,  /* above the headline: a kicker, a date, an author, an image, breadcrumbs */
    MORE_THAN_TITLE = 100,      /* characters that a line may have beyond twice those of the title */
};

/* ---- Marks and leaves ---- */

/* Marks that only change how a text looks. Code, quotations, superscript and subscript change what it says. */
static bool is_look(int32_t kind) {
    return kind == RL_MARK_EM || kind == RL_MARK_STRONG || kind == RL_MARK_DEL || kind == RL_MARK_MARK ||
           kind == RL_MARK_SMALL || kind == RL_MARK_U || kind == RL_MARK_INS;
}

/* By mark: the innermost that stays, itself included. Outer marks have smaller numbers. */
static void drop_marks(rl_outline *outline, const rl_writing *options) {
    if (options->links && options->formatting) return;
    int32_t *stays = RL_TAKE(outline->pool, int32_t, (size_t)outline->mark_count);
    stays[0] = 0;
    for (int32_t i = 1; i < outline->mark_count; i++) {
        const rl_mark *mark = &outline->marks[i];
        bool is_dropped = (mark->kind == RL_MARK_A && !options->links) || (is_look(mark->kind) && !options->formatting);
        stays[i] = is_dropped ? stays[mark->outer] : i;
    }
    rl_mark *marks = RL_TAKE(outline->pool, rl_mark, (size_t)outline->mark_count);
    memcpy(marks, outline->marks, (size_t)outline->mark_count * sizeof *marks);
    for (int32_t i = 1; i < outline->mark_count; i++) marks[i].outer = stays[marks[i].outer];
    outline->marks = marks;
    for (int32_t i = 0; i < outline->leaf_count; i++) outline->leaves[i].mark = stays[outline->leaves[i].mark];
}

/* Whether a leaf is not written: of players and frames nothing is but a link; images of formulas and icons with a label
   are text. */
static bool is_left_out(const rl_outline *outline, const rl_leaf *leaf, const rl_writing *options) {
    if (leaf->kind == RL_LEAF_PICTURE) return !options->images;
    if (leaf->kind != RL_LEAF_OTHER || leaf->text.size) return false;
    int32_t tag = outline->page->columns.tag[leaf->node];
    return (tag == RL_TAG_IMG && !options->images) || (rl_is_embedded(tag) && !options->links);
}

static bool is_empty_paragraph(const rl_outline *outline, const rl_part *part, const rl_writing *options) {
    for (int32_t i = part->first; i < part->end; i++)
        if (!is_left_out(outline, &outline->leaves[i], options)) return false;
    return true;
}

static bool has_row(const rl_outline *outline, int32_t table) {
    for (int32_t part = outline->parts[table].first_child; part >= 0; part = outline->parts[part].next)
        if (outline->parts[part].kind == RL_PART_TR) return true;
    return false;
}

/* Drop paragraphs that would show nothing, and elements that are empty then; of a table without rows, its caption's
   contents stay. `is_dropped` by part. */
static void drop_parts(rl_outline *outline, int32_t element, const uint8_t *is_dropped) {
    int32_t part = outline->parts[element].first_child;
    outline->parts[element].first_child = outline->parts[element].last_child = RL_NO_PART;
    for (int32_t next; part >= 0; part = next) {
        next = outline->parts[part].next;
        if (rl_is_paragraph(&outline->parts[part])) {
            if (!is_dropped[part]) rl_part_append(outline, element, part);
            continue;
        }
        drop_parts(outline, part, is_dropped);
        if (outline->parts[part].kind == RL_PART_TABLE && !has_row(outline, part)) {
            for (int32_t caption = outline->parts[part].first_child; caption >= 0; caption = outline->parts[caption].next)
                for (int32_t inner = outline->parts[caption].first_child, after; inner >= 0; inner = after) {
                    after = outline->parts[inner].next;
                    rl_part_append(outline, element, inner);
                }
        } else if (outline->parts[part].first_child >= 0 || outline->parts[part].kind == RL_PART_HR) {
            rl_part_append(outline, element, part);
        }
    }
}

static void drop_leaves(rl_outline *outline, const rl_writing *options) {
    if (options->links && options->images) return;
    uint8_t *is_dropped = RL_TAKE_ZEROED(outline->pool, uint8_t, (size_t)outline->part_count);
    bool has_dropped = false;
    for (int32_t i = 0; i < outline->part_count; i++) {
        if (!rl_is_paragraph(&outline->parts[i])) continue;
        is_dropped[i] = is_empty_paragraph(outline, &outline->parts[i], options);
        has_dropped = has_dropped || is_dropped[i];
    }
    for (int32_t i = 0; i < outline->leaf_count; i++)
        if (is_left_out(outline, &outline->leaves[i], options)) {
            outline->leaves[i].kind = RL_LEAF_TEXT;
            outline->leaves[i].source.size = outline->leaves[i].text.size;
        }
    if (has_dropped) drop_parts(outline, 0, is_dropped);
}

/* ---- Tables as lines ---- */

/* The paragraphs of an element: the first and the last, and whether none is code and they follow each other. */
typedef struct {
    const rl_part *first, *last;
    bool are_plain;
} stretch;

static stretch find_stretch(const rl_outline *outline, int32_t element) {
    stretch found = {NULL, NULL, true};
    rl_paragraphs paragraphs;
    rl_paragraphs_begin(&paragraphs, element);
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, NULL)); found.last = part) {
        if (!found.first) found.first = part;
        found.are_plain = found.are_plain && part->kind != RL_PART_LINES && (!found.last || part->first == found.last->end);
    }
    return found;
}

/* Make a row one line with spaces between its cells. */
static void soften_row(rl_outline *outline, int32_t row) {
    rl_paragraphs paragraphs;
    rl_paragraphs_begin(&paragraphs, row);
    bool is_first = true;
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, NULL)); is_first = false) {
        for (int32_t i = part->first; i < part->end; i++)
            if (outline->leaves[i].gap > RL_BREAK_SPACE) outline->leaves[i].gap = RL_BREAK_SPACE;
        outline->leaves[part->first].gap = is_first ? RL_BREAK_LINE : RL_BREAK_SPACE;
    }
}

/* The rows of a table as one paragraph; RL_NO_PART where it holds code, in which line ends count. */
static int32_t rows_as_lines(rl_outline *outline, int32_t table) {
    stretch whole = {NULL, NULL, true};
    for (int32_t part = outline->parts[table].first_child; part >= 0; part = outline->parts[part].next) {
        if (outline->parts[part].kind != RL_PART_TR) continue;
        stretch row = find_stretch(outline, part);
        whole.are_plain = whole.are_plain && row.are_plain && (!whole.last || !row.first || row.first->first == whole.last->end);
        if (!whole.first) whole.first = row.first;
        if (row.last) whole.last = row.last;
    }
    if (!whole.first || !whole.are_plain) return RL_NO_PART;
    int32_t first = whole.first->first, end = whole.last->end;
    for (int32_t part = outline->parts[table].first_child; part >= 0; part = outline->parts[part].next)
        if (outline->parts[part].kind == RL_PART_TR) soften_row(outline, part);
    int32_t paragraph = rl_part_add(outline, RL_PART_PARAGRAPH, outline->leaves[first].node);
    outline->parts[paragraph].first = first;
    outline->parts[paragraph].end = end;
    outline->leaves[first].gap = RL_BREAK_PARAGRAPH;
    return paragraph;
}

static void flatten_tables(rl_outline *outline, int32_t element) {
    int32_t part = outline->parts[element].first_child;
    outline->parts[element].first_child = outline->parts[element].last_child = RL_NO_PART;
    for (int32_t next; part >= 0; part = next) {
        next = outline->parts[part].next;
        if (!rl_is_paragraph(&outline->parts[part])) flatten_tables(outline, part);
        int32_t lines = outline->parts[part].kind == RL_PART_TABLE ? rows_as_lines(outline, part) : RL_NO_PART;
        if (outline->parts[part].kind == RL_PART_TABLE) {
            for (int32_t caption = outline->parts[part].first_child; caption >= 0; caption = outline->parts[caption].next) {
                if (outline->parts[caption].kind != RL_PART_CAPTION) continue;
                for (int32_t inner = outline->parts[caption].first_child, after; inner >= 0; inner = after) {
                    after = outline->parts[inner].next;
                    rl_part_append(outline, element, inner);
                }
                outline->parts[caption].first_child = outline->parts[caption].last_child = RL_NO_PART;
            }
        }
        rl_part_append(outline, element, lines >= 0 ? lines : part);
    }
}

/* ---- The title ----

   Extractors often keep the headline: as a heading or as an ordinary line, under a kicker, a date or an image. Then that
   one is moved to the front. Titles are compared by their letters and digits alone: pages write a headline once with
   typographic quotation marks and once without, on one line and on two. */

/* The letters and digits of a text, in lower case; empty where it has more than so many. */
static rl_view letters_of(rl_view text, size_t most, rl_pool *pool) {
    uint8_t *bytes = RL_TAKE(pool, uint8_t, rl_multiply(pool, text.size, 3) + 1), *to = bytes;
    size_t characters = 0;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        uint32_t point = rl_decode(&at, end);
        if (++characters > most) return (rl_view){bytes, 0};
        if (point != '_' && rl_is_word_character(point)) to += rl_encode(to, rl_lower(point));
    }
    return (rl_view){bytes, (size_t)(to - bytes)};
}

/* Whether one of two titles is the beginning or the end of the other, and most of it. */
static bool is_similar(rl_view said, rl_view title) {
    rl_view brief = said.size < title.size ? said : title, whole = said.size < title.size ? title : said;
    if (2 * brief.size < whole.size) return false;
    return !memcmp(whole.bytes, brief.bytes, brief.size) ||
           !memcmp(whole.bytes + whole.size - brief.size, brief.bytes, brief.size);
}

static bool say_together(const rl_view *said, int count, rl_view letters) {
    size_t size = 0;
    for (int i = 0; i < count; size += said[i++].size)
        if (size + said[i].size > letters.size || memcmp(letters.bytes + size, said[i].bytes, said[i].size) != 0) return false;
    return size == letters.size && said[0].size && said[count - 1].size;
}

static size_t count_characters(rl_view text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += !rl_continues(text.bytes[i]);
    return count;
}

int rl_find_title(const rl_outline *outline, rl_view title, rl_pool *pool, int32_t found[RL_TITLE_LINES]) {
    rl_view letters = letters_of(title, SIZE_MAX, pool), said[MAX_PARAGRAPHS_BEFORE];
    int32_t beginning[MAX_PARAGRAPHS_BEFORE], roles[MAX_PARAGRAPHS_BEFORE], role;
    size_t most = 2 * count_characters(letters) + MORE_THAN_TITLE;
    rl_paragraphs paragraphs;
    int count = 0;
    rl_paragraphs_begin(&paragraphs, 0);
    if (!letters.size) return 0;
    for (const rl_part *part; count < MAX_PARAGRAPHS_BEFORE && (part = rl_paragraphs_next(outline, &paragraphs, &role)); count++) {
        rl_view text = part->kind == RL_PART_LINES ? (rl_view){(const uint8_t *)"", 0} : rl_paragraph_text(outline, part, pool);
        said[count] = letters_of(text, most, pool);
        beginning[count] = (int32_t)(part - outline->parts);
        roles[count] = role;
    }
    for (int start = 0; start < count; start++)
        for (int lines = 1; lines <= RL_TITLE_LINES && start + lines <= count; lines++)
            if (say_together(said + start, lines, letters)) {
                memcpy(found, beginning + start, (size_t)lines * sizeof *found);
                return lines;
            }
    for (int i = 0; i < count; i++) {
        if (roles[i] < RL_PART_H1 || roles[i] > RL_PART_H6) continue;
        rl_view whole = said[i].size ? said[i] : letters_of(rl_paragraph_text(outline, &outline->parts[beginning[i]], pool), SIZE_MAX, pool);
        if (!is_similar(whole, letters)) continue;
        found[0] = beginning[i];
        return 1;
    }
    rl_paragraphs_begin(&paragraphs, 0);
    for (const rl_part *part; (part = rl_paragraphs_next(outline, &paragraphs, &role));) {
        if (role != RL_PART_H1 || !rl_are_equal(letters_of(rl_paragraph_text(outline, part, pool), SIZE_MAX, pool), letters)) continue;
        found[0] = (int32_t)(part - outline->parts);
        return 1;
    }
    return 0;
}

static void put_first(rl_outline *outline, int32_t part) {
    outline->parts[part].next = outline->parts[0].first_child;
    outline->parts[0].first_child = part;
    if (outline->parts[0].last_child < 0) outline->parts[0].last_child = part;
}

/* A paragraph of a leaf that the page does not have. */
static int32_t add_title(rl_outline *outline, rl_view title) {
    int32_t leaf = outline->leaf_count++, paragraph = rl_part_add(outline, RL_PART_PARAGRAPH, 0);
    rl_view line = rl_one_line(title, outline->pool);
    outline->leaves[leaf] = (rl_leaf){.text = line, .source = line, .leaf = -1, .kind = RL_LEAF_TEXT, .gap = RL_BREAK_PARAGRAPH};
    outline->parts[paragraph].first = leaf;
    outline->parts[paragraph].end = leaf + 1;
    return paragraph;
}

static bool is_placed(const rl_outline *outline, const int32_t *found, int count) {
    const rl_part *first = rl_first_child(outline, &outline->parts[0]);
    int32_t part = first->kind == RL_PART_H1 ? first->first_child : RL_NO_PART;
    for (int i = 0; i < count; i++, part = outline->parts[part].next)
        if (part != found[i]) return false;
    return part < 0;
}

/* Begin with the title as an h1: the paragraphs that say it, or else a new one. */
static void place_title(rl_outline *outline, rl_view title) {
    int32_t found[RL_TITLE_LINES];
    if (!letters_of(title, SIZE_MAX, outline->pool).size) return;
    int count = rl_find_title(outline, title, outline->pool, found);
    if (count && is_placed(outline, found, count)) return;
    if (count) {
        uint8_t *is_dropped = RL_TAKE_ZEROED(outline->pool, uint8_t, (size_t)outline->part_count);
        for (int i = 0; i < count; i++) is_dropped[found[i]] = true;
        drop_parts(outline, 0, is_dropped);
    } else {
        found[0] = add_title(outline, title);
        count = 1;
    }
    int32_t heading = rl_part_add(outline, RL_PART_H1, -1);
    for (int i = 0; i < count; i++) rl_part_append(outline, heading, found[i]);
    put_first(outline, heading);
}

static void lower_headings(rl_outline *outline, int offset) {
    for (int32_t i = 0; offset && i < outline->part_count; i++) {
        if (!rl_is_heading(&outline->parts[i])) continue;
        outline->parts[i].kind += offset;
        if (outline->parts[i].kind > RL_PART_H6) outline->parts[i].kind = RL_PART_H6;
    }
}

void rl_outline_apply(const rl_outline *outline, const rl_writing *options, rl_pool *pool, rl_outline *applied) {
    *applied = *outline;
    applied->pool = pool;
    applied->has_clean_links = options->clean_links;
    applied->parts = NULL;
    applied->part_room = outline->part_count + 4;
    RL_RESIZE(pool, applied->parts, rl_part, (size_t)applied->part_room);
    memcpy(applied->parts, outline->parts, (size_t)outline->part_count * sizeof(rl_part));
    applied->leaves = RL_TAKE(pool, rl_leaf, (size_t)outline->leaf_count + 1);
    memcpy(applied->leaves, outline->leaves, (size_t)outline->leaf_count * sizeof(rl_leaf));
    if (applied->parts[0].first_child < 0) return;
    drop_marks(applied, options);
    drop_leaves(applied, options);
    if (!options->tables) flatten_tables(applied, 0);
    if (options->title.bytes && applied->parts[0].first_child >= 0) place_title(applied, options->title);
    lower_headings(applied, options->heading_offset);
}
