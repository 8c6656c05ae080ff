/* The columns of a page: what the parser writes and what everything else reads. A row for every element and every text
   node, in document order; row 0 is the root.

   Text is not copied: a slice points into the source of the page or, where characters had to be decoded or joined, into
   `extra`. Offsets below `source_size` are in the source, those from there on in `extra`; `rl_bytes` knows. */
#ifndef RIDGELINE_COLUMNS_H
#define RIDGELINE_COLUMNS_H

#include <stdbool.h>
#include <stdint.h>

#include "elements.h"
#include "memory.h"

typedef struct {
    uint32_t offset, length;  /* of bytes */
} rl_slice;

/* A text as it was before `rl_drop_carriers`. */
typedef struct {
    int32_t row;
    rl_slice text;
} rl_carrier;

/* Not enums, whose constants are int for some compilers. */
#define RL_NO_VALUE UINT32_MAX  /* the length of the value of an attribute that has none */
#define RL_NO_PLACE UINT32_MAX  /* the start of a row that stands in no source */

/* Attributes that the core itself asks for have fixed numbers; names that a page adds follow. */
#define RL_ATTRIBUTES(X) \
    X(CLASS, "class") X(ID, "id") X(ROLE, "role") X(ITEMPROP, "itemprop") X(STYLE, "style") X(HIDDEN, "hidden") \
    X(TYPE, "type") X(OPEN, "open") X(NAME, "name") X(PROPERTY, "property") X(CONTENT, "content") \
    X(SHADOWROOTMODE, "shadowrootmode") X(HREF, "href") X(ENCODING, "encoding") X(COLOR, "color") X(FACE, "face") X(SIZE, "size") \
    X(SRC, "src") X(SRCSET, "srcset") X(DATA, "data") X(DATA_SRC, "data-src") X(DATA_SRCSET, "data-srcset") \
    X(DATA_ORIGINAL, "data-original") X(DATA_LAZY_SRC, "data-lazy-src") X(ALT, "alt") X(WIDTH, "width") \
    X(HEIGHT, "height") X(HREFLANG, "hreflang") X(ARIA_HIDDEN, "aria-hidden") X(ARIA_LABEL, "aria-label") \
    X(ARIA_LEVEL, "aria-level") \
    X(LANG, "lang") X(DIR, "dir") X(START, "start") X(VALUE, "value") X(COLSPAN, "colspan") X(ROWSPAN, "rowspan") \
    X(TITLE, "title") X(MEDIA, "media") X(REL, "rel") X(CHECKED, "checked") X(DATA_LANG, "data-lang") \
    X(FOR, "for") X(BGCOLOR, "bgcolor") X(POPOVER, "popover") X(ARIA_CONTROLS, "aria-controls") \
    X(ARIA_EXPANDED, "aria-expanded") X(ARIA_LABELLEDBY, "aria-labelledby") X(ARIA_CHECKED, "aria-checked") \
    X(DATA_LANGUAGE, "data-language") X(LANGUAGE, "language") X(DATA_ENLIGHTER, "data-enlighter-language") \
    X(DATA_SYNTAXHIGHLIGHTER, "data-syntaxhighlighter-params")
#define RL_ATTRIBUTE_NUMBER(name, text) RL_ATTRIBUTE_##name,
enum { RL_ATTRIBUTES(RL_ATTRIBUTE_NUMBER) RL_KNOWN_ATTRIBUTES };
extern const char *const RL_ATTRIBUTE_NAMES[RL_KNOWN_ATTRIBUTES];

/* The limits that cut something off, as bits of `cuts`. */
enum { RL_CUT_DEPTH = 1, RL_CUT_ATTRIBUTES = 2, RL_CUT_NODES = 4, RL_CUT_SECONDS = 8 };

typedef struct {
    rl_pool *pool;  /* that all of it is taken from */
    const uint8_t *source;
    uint32_t source_size;
    uint8_t *extra;
    uint32_t extra_size, extra_room;

    int32_t count, room;  /* rows */
    int32_t *parent;      /* -1 for the root */
    int32_t *end;         /* one past the last descendant */
    int32_t *tag;         /* codes: RL_TAG_…; from RL_UNKNOWN on, positions in `tag_names` */
    rl_slice *content;    /* of a text node: its text; of an element: its first attribute, and how many it has */
    uint32_t *start;      /* where in the source its start tag or text begins; for implied elements, what implied them */
    uint32_t *stop;       /* one past the end of that; of a text in several pieces, of the last; of implied ones, `start` */
    uint8_t *blank;       /* whether it is a text node of white space alone, as `str.isspace` says */

    int32_t attribute_count, attribute_room;
    int32_t *attribute_name;  /* positions in `attribute_names` */
    rl_slice *attribute_value;

    int32_t tag_name_count, tag_name_room;  /* names beyond `elements.NAMES`, in the order in which rows have them */
    rl_slice *tag_names;
    int32_t attribute_name_count, attribute_name_room;  /* the known ones first */
    rl_slice *attribute_names;

    uint32_t cuts;

    int32_t carrier_count, carrier_room;
    rl_carrier *carriers;  /* texts that lost characters which show nothing (carriers.c), in the order of their rows */
} rl_columns;

static inline const uint8_t *rl_bytes(const rl_columns *columns, rl_slice slice) {
    return slice.offset < columns->source_size ? columns->source + slice.offset
                                               : columns->extra + (slice.offset - columns->source_size);
}

/* Empty columns over a source of under 2 GB, which stays where it is as long as they live. */
void rl_columns_begin(rl_columns *columns, rl_pool *pool, const uint8_t *source, size_t size);

/* Room in `extra` for `size` more bytes; returns where they go. `rl_extra_keep` keeps some of them as a slice. */
uint8_t *rl_extra_reserve(rl_columns *columns, size_t size);
rl_slice rl_extra_keep(rl_columns *columns, size_t size);
rl_slice rl_extra_put(rl_columns *columns, const uint8_t *bytes, size_t size);  /* `bytes` are not those of `extra` */

/* Room for as many rows and attributes as are expected, so that they need not move. */
void rl_columns_reserve(rl_columns *columns, int32_t rows, int32_t attributes);

/* A new row at the end, everything zero but the parent, which is -1; its number. */
int32_t rl_row_add(rl_columns *columns);
int32_t rl_attribute_add(rl_columns *columns, int32_t name, rl_slice value);
int32_t rl_tag_name_add(rl_columns *columns, rl_slice name);
int32_t rl_attribute_name_add(rl_columns *columns, rl_slice name);

/* The value of an attribute of an element; NULL where it has no such attribute. */
static inline const rl_slice *rl_attribute(const rl_columns *columns, int32_t row, int32_t name) {
    if (columns->tag[row] == RL_TAG_TEXT) return NULL;
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++)
        if (columns->attribute_name[i] == name) return &columns->attribute_value[i];
    return NULL;
}

/* Take characters out of texts that show nothing and can carry a message (carriers.c): tags, series of zero-width
   characters or variation selectors, overrides of the writing direction, private use in series. */
void rl_drop_carriers(rl_columns *columns);

bool rl_is_blank(const uint8_t *bytes, size_t size);  /* of UTF-8: white space alone, and some, as `str.isspace` says */

#endif
