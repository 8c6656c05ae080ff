#include "mountain.h"

#include "characters.h"
#include "utf8.h"

/* What is in these is code or data, never text of the page: `cells.HIDING_TAGS`. */
static bool hides(int32_t tag) {
    switch (tag) {
    case RL_TAG_SCRIPT:
    case RL_TAG_STYLE:
    case RL_TAG_TEXTAREA:
    case RL_TAG_TITLE:
    case RL_TAG_IFRAME:
    case RL_TAG_NOEMBED:
    case RL_TAG_NOFRAMES:
    case RL_TAG_TEMPLATE: return true;
    default: return false;
    }
}

static bool is_link(const rl_columns *columns, int32_t row) {
    return columns->tag[row] == RL_TAG_A && rl_attribute(columns, row, RL_ATTRIBUTE_HREF);
}

/* Whether a point before this character ends a sentence: `cells.CLOSERS`. */
static bool closes(uint32_t character) {
    switch (character) {
    case '"': case '\'': case ')': case ']':
    case 0x201D: case 0x2019: case 0xBB: case 0x203A:  /* ” ’ » › */
    case 0x300D: case 0x300F: case 0xFF09: case 0x3011:  /* 」 』 ） 】 */
    case 0x300B: case 0x3009: case 0x3015: return true;  /* 》 〉 〕 */
    default: return false;
    }
}

/* Whether a mark separates sentences or clauses, by the kind of the character before it and the text behind it. */
static bool separates(uint8_t mark, unsigned before, const uint8_t *at, const uint8_t *end) {
    if (mark != '.' && mark != ',') return true;
    if (at == end) return true;
    uint32_t character = rl_decode(&at, end);
    if (mark == '.') return (rl_kind(character) & RL_KIND_SPACE) || closes(character);
    return !(before & rl_kind(character) & RL_KIND_DIGIT);
}

static void count_text(const rl_columns *columns, int32_t row, rl_cell cell) {
    rl_slice text = columns->content[row];
    const uint8_t *at = rl_bytes(columns, text), *end = at + text.length;
    int32_t length = 0, punctuation = 0, ends = 0, spaceless = 0, characters = 0, first = -1, last = -1;
    unsigned kind = 0, before = 0;
    for (; at < end; characters++, before = kind) {
        uint8_t byte = *at;
        kind = byte < 0x80 ? RL_KINDS[*at++] : rl_kind(rl_decode(&at, end));
        if (kind & RL_KIND_SPACE) continue;
        if (first < 0) first = characters;
        last = characters;
        length++;
        spaceless += (kind & RL_KIND_SPACELESS) != 0;
        if (!(kind & (RL_KIND_SENTENCE_END | RL_KIND_COMMA)) || !separates(byte, before, at, end)) continue;
        punctuation++;
        ends += (kind & RL_KIND_SENTENCE_END) != 0;
    }
    cell[RL_CELL_LENGTH] = length;
    cell[RL_CELL_SHOWN] = first < 0 ? 0 : last - first + 1;
    cell[RL_CELL_PUNCTUATION] = punctuation;
    cell[RL_CELL_ENDS] = ends;
    cell[RL_CELL_SPACELESS] = spaceless;
}

static void add_cell(const rl_columns *columns, int32_t row, bool in_link, rl_cells *cells) {
    int32_t *cell = cells->items[cells->count++];
    cell[RL_CELL_NODE] = row;
    cell[RL_CELL_ANCHOR] = in_link;
    count_text(columns, row, cell);
}

static size_t count_texts(const rl_columns *columns) {
    size_t texts = 0;
    for (int32_t row = 0; row < columns->count; row++)
        texts += columns->tag[row] == RL_TAG_TEXT && !columns->blank[row];
    return texts;
}

void rl_find_cells(const rl_columns *columns, rl_pool *pool, rl_cells *cells) {
    cells->count = 0;
    cells->items = RL_TAKE(pool, rl_cell, count_texts(columns));
    int32_t link_end = 0;  /* rows before it are in a link */
    for (int32_t row = 0; row < columns->count; row++) {
        if (columns->tag[row] == RL_TAG_TEXT) {
            if (!columns->blank[row]) add_cell(columns, row, row < link_end, cells);
        } else if (hides(columns->tag[row])) {
            row = columns->end[row] - 1;
        } else if (columns->end[row] > link_end && is_link(columns, row)) {
            link_end = columns->end[row];
        }
    }
}
