/* Writes the runs of one paragraph as Markdown (inline.c).

       runs ─→ pieces ─→ pieces without unreadable emphasis ─→ Markdown

   Emphasis is the hard part: Markdown opens and closes it only beside certain characters (CommonMark's flanking rules),
   so `<b>"so"</b>called` cannot be written `**"so"**called`. Every span of emphasis is checked with its neighbours before
   anything is written, and one that a reader of Markdown would not read back is written plain. */
#ifndef RIDGELINE_INLINE_H
#define RIDGELINE_INLINE_H

#include "outline.h"
#include "urls.h"

/* The place of a paragraph in the output. */
typedef struct {
    rl_view line_break;
    bool starts_lines;  /* whether text such as "# " or "1. " would start a heading or a list */
    bool in_cell;
    bool is_bold;       /* whether bold is implied */
} rl_place;

extern const rl_place RL_IN_PARAGRAPH, RL_IN_HEADING, RL_IN_CELL;

typedef struct {
    const rl_outline *outline;
    rl_pool *pool;
    rl_links *links;
    bool has_references;     /* links are numbered; "[1]" in a text would be one */
    rl_distinct references;  /* their addresses */
    int expects_formulas;    /* whether the page has a script for them; -1 until somebody asks */
} rl_inline;

void rl_inline_begin(rl_inline *writing, const rl_outline *outline, rl_links *links, bool has_references, rl_pool *pool);

/* Add one paragraph; nothing where it shows nothing. `whole`: a mark that all of it has, RL_BOLD or
   RL_EMPHASIS, or 0. */
void rl_inline_write(rl_inline *writing, const rl_part *paragraph, const rl_place *place, int32_t whole, rl_buffer *out);

/* ---- Escaping (escaping.c): only where Markdown would take a text for markup ---- */

typedef struct {
    bool in_link;      /* it is part of a link's text */
    bool before_link;  /* a link follows directly */
    bool line_start;   /* it stands at the start of a line of a paragraph */
    bool has_formulas; /* the page has a script that typesets TeX */
} rl_escaping;

void rl_escape(rl_pool *pool, rl_buffer *out, rl_view text, rl_escaping how);
void rl_escape_heading_end(rl_pool *pool, rl_buffer *out, size_t start);  /* of what was written from there on */
void rl_escape_cell(rl_pool *pool, rl_buffer *out, rl_view text);
void rl_write_code_span(rl_pool *pool, rl_buffer *out, rl_view text);
size_t rl_longest_run(rl_view text, uint8_t byte);
/* Formulas that are left for a script (raw_tex.c). */
const uint8_t *rl_raw_formula_end(const uint8_t *at, const uint8_t *end, bool is_expected);  /* NULL where none begins here */
void rl_write_raw_formula(rl_pool *pool, rl_buffer *out, const uint8_t *at, const uint8_t *end);
const char *rl_open_formula(rl_view text);  /* what would end the formula that is open after a text, NULL for none */
bool rl_expects_formulas(const rl_columns *columns);  /* whether a page has a script that typesets them */

void rl_write_destination(rl_pool *pool, rl_buffer *out, rl_view url);  /* a URL as the target of a link */

#endif
