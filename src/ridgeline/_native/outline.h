/* The outline of kept leaves: a tree of elements and paragraphs, the same for every format (outline.c).

   A part is an element with a meaning of its own (a heading, list, table, quotation …) or a paragraph: leaves between two
   borders of block elements. Wrappers without a meaning (`div`, `span`, layout tables) are left out. Where markup is
   broken, the outline follows what a browser shows: text in a list but in no item belongs to the item before it, an item
   without a list gets one, an unclosed heading ends after its first paragraph. Leaves stay in document order.

   A tree is never deeper than RL_MAX_OUTLINE_DEPTH, so functions that read it may recurse. */
#ifndef RIDGELINE_OUTLINE_H
#define RIDGELINE_OUTLINE_H

#include <string.h>

#include "buffer.h"
#include "leaves.h"

#define RL_PARTS(X) \
    X(PARAGRAPH, "p") X(LINES, "lines") X(ROOT, "html") X(H1, "h1") X(H2, "h2") X(H3, "h3") X(H4, "h4") X(H5, "h5") \
    X(H6, "h6") X(UL, "ul") X(OL, "ol") X(LI, "li") X(DL, "dl") X(DT, "dt") X(DD, "dd") X(TABLE, "table") X(TR, "tr") \
    X(TD, "td") X(TH, "th") X(CAPTION, "caption") X(BLOCKQUOTE, "blockquote") X(FIGURE, "figure") \
    X(FIGCAPTION, "figcaption") X(DETAILS, "details") X(SUMMARY, "summary") X(PRE, "pre") X(HR, "hr") \
    X(CALLOUT, "callout") X(FOOTNOTES, "footnotes") X(NOTE, "note")
#define RL_PART_NUMBER(name, text) RL_PART_##name,
enum { RL_PARTS(RL_PART_NUMBER) RL_PART_KINDS };  /* `lines` is a paragraph of preformatted text */
extern const char *const RL_PART_NAMES[RL_PART_KINDS];

#define RL_MARKS(X) \
    X(A, "a") X(EM, "em") X(STRONG, "strong") X(DEL, "del") X(CODE, "code") X(SUB, "sub") X(SUP, "sup") \
    X(MARK, "mark") X(SMALL, "small") X(U, "u") X(INS, "ins") X(Q, "q") X(RUBY, "ruby") X(RT, "rt")
#define RL_MARK_NUMBER(name, text) RL_MARK_##name,
enum { RL_MARKS(RL_MARK_NUMBER) RL_MARK_KINDS };
extern const char *const RL_MARK_NAMES[RL_MARK_KINDS];

enum {
    RL_MAX_OPEN = 32,                        /* elements nested deeper are left out: a browser would indent them out of view */
    RL_MAX_OUTLINE_DEPTH = 2 * RL_MAX_OPEN + 2,  /* with the lists that are added */
    RL_NO_PART = -1,
    RL_BOLD = 1, RL_EMPHASIS = 2,            /* the marks of text that has them because of where it stands */
};

typedef struct {
    int32_t kind;   /* RL_PART_… */
    int32_t node;   /* -1 where the page has no such element; of a paragraph, that of its first leaf */
    int32_t first_child, last_child, next;  /* RL_NO_PART */
    int32_t first, end;  /* of a paragraph: its leaves */
    rl_view label;       /* of code: its language, where the markup does not say it; of an item: "x" or " " in its box; of a callout: its kind, in lower
                            case; of a note: what refers to it */
} rl_part;

/* A link or an emphasis around some leaves. */
typedef struct {
    int32_t kind;   /* RL_MARK_… */
    int32_t node;   /* -1 where the page has no such element */
    int32_t outer;  /* the mark around it, 0 for none; each kind is there once */
    rl_view url;    /* of a link without a node */
} rl_mark;

typedef struct {
    const rl_page *page;
    rl_pool *pool;
    rl_view url;  /* of the page; NULL bytes where it is unknown */
    rl_leaf *leaves;
    int32_t leaf_count;
    rl_mark *marks;  /* 0 is none; RL_BOLD, RL_EMPHASIS */
    int32_t mark_count, mark_room;
    rl_part *parts;  /* 0 is the root */
    int32_t part_count, part_room;
    bool has_clean_links;  /* addresses are written without parameters that follow readers */
} rl_outline;

/* Build the outline of kept leaves, which are read already. */
void rl_outline_build(rl_outline *outline, const rl_kept_leaves *kept, rl_leaf *leaves, rl_view url, rl_pool *pool);

/* Parts in document order as columns, and leaves beyond those of an outline. */
typedef struct {
    int32_t count;
    const int32_t *kinds, *nodes, *ends;  /* ends: one past its last descendant */
    const int32_t *firsts, *lasts;        /* of a paragraph: its leaves, one past the last */
    const rl_view *labels;
    int32_t leaf_count;                   /* of leaves that are changed or added */
    const struct rl_new_leaf *leaves;
} rl_new_parts;

typedef struct rl_new_leaf {
    int32_t place;             /* of the leaf that it takes the place of; others follow all that there are, in order */
    int32_t like;              /* a leaf before it that it is a copy of, but for a text that is given; -1 for none */
    int32_t node;              /* -1 for none, or for that of the leaf in whose place it stands */
    uint8_t kind;              /* RL_LEAF_… */
    int8_t gap;                /* RL_BREAK_… before it, -1 for that of the leaf that it is a copy of */
    rl_view text, source, url; /* url: NULL bytes for one that is no link */
} rl_new_leaf;

/* An outline of the same leaves and more, with other parts; false where the columns make no tree. Where a part stands in
   an element that cannot hold it, it is placed as it is when a page is read. */
bool rl_outline_rebuild(rl_outline *rebuilt, const rl_outline *outline, const rl_new_parts *parts, rl_pool *pool);

int32_t rl_part_add(rl_outline *outline, int32_t kind, int32_t node);
void rl_part_append(rl_outline *outline, int32_t parent, int32_t child);
int32_t rl_mark_add(rl_outline *outline, rl_mark mark);

static inline bool rl_is_paragraph(const rl_part *part) { return part->kind <= RL_PART_LINES; }
static inline bool rl_is_heading(const rl_part *part) { return part->kind >= RL_PART_H1 && part->kind <= RL_PART_H6; }
static inline bool rl_is_list(const rl_part *part) { return part->kind == RL_PART_UL || part->kind == RL_PART_OL; }

static inline const rl_part *rl_part_at(const rl_outline *outline, int32_t part) {
    return part < 0 ? NULL : &outline->parts[part];
}
static inline const rl_part *rl_first_child(const rl_outline *outline, const rl_part *part) {
    return rl_part_at(outline, part->first_child);
}
static inline const rl_part *rl_next(const rl_outline *outline, const rl_part *part) {
    return rl_part_at(outline, part->next);
}
/* for (RL_EACH_CHILD(outline, part, child)) */
#define RL_EACH_CHILD(outline, parent, child) \
    const rl_part *child = rl_first_child(outline, parent); child; child = rl_next(outline, child)

/* The next paragraph of an element in document order, the first after RL_NO_PART; RL_NO_PART at the end. `role` becomes
   what it stands in: the kind of the innermost element that is no container, or RL_PART_PARAGRAPH. */
typedef struct {
    int32_t path[RL_MAX_OUTLINE_DEPTH + 2];
    int depth;
} rl_paragraphs;
void rl_paragraphs_begin(rl_paragraphs *paragraphs, int32_t element);
const rl_part *rl_paragraphs_next(const rl_outline *outline, rl_paragraphs *paragraphs, int32_t *role);

static inline bool rl_has_mark(const rl_outline *outline, int32_t mark, int32_t kind) {
    for (; mark; mark = outline->marks[mark].outer)
        if (outline->marks[mark].kind == kind) return true;
    return false;
}

/* A replaced element that shows or plays another document. */
static inline bool rl_is_embedded(int32_t tag) {
    return tag == RL_TAG_IFRAME || tag == RL_TAG_VIDEO || tag == RL_TAG_AUDIO || tag == RL_TAG_EMBED ||
           tag == RL_TAG_OBJECT || tag == RL_TAG_APPLET;
}

/* Whether a paragraph is one text without marks, as most are. */
static inline bool rl_is_plain(const rl_outline *outline, const rl_part *part) {
    const rl_leaf *leaf = &outline->leaves[part->first];
    return part->end == part->first + 1 && leaf->kind == RL_LEAF_TEXT && !leaf->mark && part->kind == RL_PART_PARAGRAPH;
}

/* Whether an element is one paragraph, with or without lists below it. */
bool rl_is_short(const rl_outline *outline, const rl_part *element);

/* ---- The texts of paragraphs (paragraphs.c) ---- */

/* A leaf of a paragraph with the white space before it: 0, 1 for a space, 2 for a line end. Its text is on one line
   without spaces at its ends; preformatted text is as it stands. */
typedef struct {
    rl_view text;
    rl_view gap;  /* "", " ", "\n" for a line end; in preformatted text any white space */
    const rl_leaf *leaf;
} rl_run;

static inline bool rl_is_line(rl_view gap) { return gap.size && memchr(gap.bytes, '\n', gap.size); }
/* The white space between two runs when the run between them, with these gaps around it, shows nothing. */
static inline rl_view rl_wider(rl_view gap, rl_view other) { return rl_is_line(other) || !gap.size ? other : gap; }

/* All of them; as many as the paragraph has leaves. */
rl_run *rl_runs_read(const rl_outline *outline, const rl_part *paragraph, bool of_sources, rl_pool *pool);

/* The text of a paragraph as a browser shows it. */
rl_view rl_paragraph_text(const rl_outline *outline, const rl_part *paragraph, rl_pool *pool);

/* The number of characters of its texts, up to `enough`. */
int32_t rl_paragraph_length(const rl_outline *outline, const rl_part *paragraph, int32_t enough);

/* ---- Tables (grids.c) ---- */

enum { RL_MAX_COLUMNS = 100, RL_MAX_ROWS = 1000 };  /* that a span may have; cells that exist are all written */

bool rl_is_layout(const rl_outline *outline, const rl_part *table);
bool rl_is_calendar(const rl_outline *outline, const rl_part *table, rl_pool *pool);  /* the days of a month alone */
bool rl_has_header(const rl_outline *outline, const rl_part *table, rl_pool *pool);

/* The cells of a table in their columns, row by row: RL_NO_PART where a cell is empty, not kept, or covered by a span. */
typedef struct {
    int32_t rows;
    int32_t *starts;  /* by row, and one past the last: where its cells begin */
    int32_t *cells;   /* parts */
    int32_t width;    /* of the longest row */
} rl_grid;
/* `repeats`: how many more places may repeat the cell that covers them, which is counted down. */
void rl_grid_read(const rl_outline *outline, const rl_part *table, int32_t *repeats, rl_pool *pool, rl_grid *grid);

int32_t rl_span(const rl_columns *columns, int32_t cell, int32_t attribute, int32_t most);  /* at least 1 */
/* The number of kept rows that a cell reaches over, given by its row among the kept ones. */
int32_t rl_row_height(const int32_t *row_numbers, int32_t rows, int32_t row, int32_t span);
/* By kept row: its number among all rows of the table. */
int32_t *rl_row_numbers(const rl_outline *outline, const rl_part *table, int32_t *rows, rl_pool *pool);

/* ---- Lists, code ---- */

/* Make lists of lines and paragraphs that begin with bullets or numbers (typed_lists.c). */
void rl_find_typed_lists(rl_outline *outline);

/* By item of an ordered list: its number, counted over all items that the page has. */
int32_t *rl_item_numbers(const rl_outline *outline, const rl_part *list, int32_t *count, rl_pool *pool);
bool rl_parse_integer(rl_view value, int64_t *number);  /* as HTML reads integers; at most a billion */

/* Whether an element shows code though it is no `pre` (code.c). */
bool rl_is_code_listing(const rl_page *page, int32_t row);
rl_view rl_code_language(const rl_page *page, int32_t node, rl_pool *pool);  /* empty where it is unknown */

/* ---- Options (options.c) ---- */

typedef struct {
    bool links, images, tables, formatting;
    bool references;      /* of Markdown: links are numbered */
    bool repeat_spans;    /* of Markdown: a cell stands in all places that it spans */
    int heading_offset;
    bool clean_links;
    bool plain_callouts;  /* of Markdown: they are quotations as any other */
    rl_view title;        /* NULL bytes: none is to be placed */
} rl_writing;

/* A copy of the outline to which the options were applied. */
void rl_outline_apply(const rl_outline *outline, const rl_writing *options, rl_pool *pool, rl_outline *applied);

/* The paragraphs near the beginning that say the title, or an h1 anywhere; how many. At most RL_TITLE_LINES. */
enum { RL_TITLE_LINES = 3 };
int rl_find_title(const rl_outline *outline, rl_view title, rl_pool *pool, int32_t found[RL_TITLE_LINES]);

/* ---- Writers ---- */

/* A block of Markdown: a paragraph, heading, code block or table. All fields are as wide, so that Python reads rows. */
typedef struct {
    int32_t kind;         /* RL_PART_… */
    int32_t first, last;  /* the first node that it shows, and the last; -1 where the page has none of it */
    int32_t start, stop;  /* where it stands in the text, in bytes */
} rl_block;

typedef struct {
    rl_block *items;
    size_t count, room;
} rl_blocks;

void rl_write_markdown(const rl_outline *outline, const rl_writing *options, rl_pool *pool, rl_buffer *out,
                       rl_blocks *blocks);
/* `is_numbered`: every leaf stands in an element with its number, and nothing can be followed or loaded. */
void rl_write_html(const rl_outline *outline, bool is_numbered, rl_pool *pool, rl_buffer *out);

#endif
