/* Lists that a page types instead of marking them up: lines of a paragraph or paragraphs in a row that begin with a
   bullet, or with numbers that count from one. They become lists, and what was typed goes: formats write marks of their
   own. A number that is all of a paragraph counts what follows it: steps beside large numbers, rows of a ranking. */
#include "outline.h"

#include "characters.h"
#include "utf8.h"

enum { MIN_ITEMS = 2, MIN_DASHED = 3 };  /* dashes also begin what people say: three paragraphs of them are a list */
enum { MIN_LONG_STEPS = 3, MAX_STEP_PARTS = 6 };  /* of several parts each */
enum { NONE = 0, NUMBER = 1 };           /* marks that are no bullet */

/* A line of a paragraph, or another part as a whole. */
typedef struct {
    int32_t part;
    int32_t first, end;  /* leaves; the same for what is no paragraph */
    uint32_t mark;       /* the bullet, NUMBER or NONE */
    int32_t number;
    bool is_alone;       /* whether the number is all that the paragraph says */
    bool begins;         /* whether the line is the first of its part */
    size_t size;         /* bytes of the mark in its leaf, with the white space around it */
} line;

static bool is_bullet(uint32_t point) {
    static const uint32_t bullets[] = {'-', '*', '+', 0xB7, 0x2022, 0x2023, 0x2043, 0x2219, 0x25A0, 0x25AA, 0x25B6,
                                       0x25BA, 0x25CB, 0x25CF, 0x25E6, 0x2666, 0x27A2, 0x27A4};
    for (size_t i = 0; i < sizeof bullets / sizeof bullets[0]; i++)
        if (point == bullets[i]) return true;
    return false;
}

static const uint8_t *after_space(const uint8_t *at, const uint8_t *end) {
    for (const uint8_t *next = at; next < end && rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE;) at = next;
    return at;
}

/* Read "12." or "12)" as a mark, "12" where nothing else is there; NULL where it is none. */
static const uint8_t *read_number(line *here, const uint8_t *at, const uint8_t *end) {
    const uint8_t *start = at;
    for (; at < end && at - start < 3 && *at >= '0' && *at <= '9'; at++) here->number = here->number * 10 + (*at - '0');
    if (at == start || at - start > 2) return NULL;
    here->is_alone = after_space(at, end) == end;
    if (here->is_alone) return end;
    uint32_t point = rl_decode(&at, end);
    if (point != '.' && point != ')' && point != 0x3001) return NULL;  /* ideographic comma */
    here->is_alone = after_space(at, end) == end;
    return at < end && *at >= '0' && *at <= '9' ? NULL : at;
}

/* Find the mark at the beginning of a line. */
static void read_mark(const rl_outline *outline, line *here) {
    const rl_leaf *leaf = &outline->leaves[here->first];
    if (leaf->kind != RL_LEAF_TEXT || !leaf->text.size || rl_has_mark(outline, leaf->mark, RL_MARK_CODE)) return;
    const uint8_t *end = rl_end_of(leaf->text), *start = after_space(leaf->text.bytes, end), *at = start;
    if (at == end) return;
    uint32_t point = rl_decode(&at, end), mark = NUMBER;
    if (is_bullet(point)) {
        mark = point;
        if (point < 0x80 && at < end && after_space(at, end) == at) return;
    } else if (!(at = read_number(here, start, end))) {
        return;
    }
    at = after_space(at, end);
    bool is_all = here->first + 1 == here->end;
    here->is_alone = here->is_alone && is_all && here->begins && outline->parts[here->part].end == here->end;
    if (at == end && is_all && !here->is_alone) return;
    here->mark = mark;
    here->size = (size_t)(at - leaf->text.bytes);
}

/* The lines of an element that holds paragraphs. */
static line *read_lines(const rl_outline *outline, int32_t element, int32_t *count) {
    int32_t room = 0;
    const rl_part *parent = &outline->parts[element];
    for (RL_EACH_CHILD(outline, parent, child)) room += child->kind == RL_PART_PARAGRAPH ? child->end - child->first : 1;
    line *lines = RL_TAKE_ZEROED(outline->pool, line, (size_t)room + 1);
    *count = 0;
    for (RL_EACH_CHILD(outline, parent, child)) {
        int32_t part = (int32_t)(child - outline->parts);
        if (child->kind != RL_PART_PARAGRAPH) {
            lines[(*count)++] = (line){.part = part, .begins = true};
            continue;
        }
        for (int32_t first = child->first, end; first < child->end; first = end) {
            for (end = first + 1; end < child->end && outline->leaves[end].gap < RL_BREAK_LINE; end++) continue;
            line *here = &lines[(*count)++];
            *here = (line){.part = part, .first = first, .end = end, .begins = first == child->first};
            read_mark(outline, here);
        }
    }
    return lines;
}

/* Whether a line goes on with the list of the line before it. */
static bool goes_on(const line *before, const line *here) {
    return here->mark == before->mark && !here->is_alone && (here->mark != NUMBER || here->number == before->number + 1);
}

/* How many lines from one on are a list; 0 for none. */
static int32_t length_of_list(const line *lines, int32_t start, int32_t count) {
    const line *first = &lines[start];
    if (first->mark == NONE || first->is_alone || (first->mark == NUMBER && first->number != 1)) return 0;
    int32_t end = start + 1, paragraphs = 1;
    for (; end < count && goes_on(&lines[end - 1], &lines[end]); end++) paragraphs += lines[end].begins;
    bool is_dashed = first->mark < 0x80 && first->mark != NUMBER && paragraphs > 1;
    return end - start >= (is_dashed ? MIN_DASHED : MIN_ITEMS) ? end - start : 0;
}

static int32_t end_of_paragraph(const line *lines, int32_t start, int32_t count) {
    int32_t end = start + 1;
    while (end < count && !lines[end].begins) end++;
    return end;
}

/* One past the lines of so many parts at most that follow a number alone, without headings and the next number; `*parts`
   becomes how many there are. */
static int32_t end_of_step(const rl_outline *outline, const line *lines, int32_t start, int32_t count, int32_t *parts) {
    int32_t end = start + 1, most = *parts;
    for (*parts = 0; end < count && *parts < most && !lines[end].is_alone; ++*parts) {
        if (rl_is_heading(&outline->parts[lines[end].part])) break;
        end = end_of_paragraph(lines, end, count);
    }
    return end;
}

/* How many lines from one on are numbers alone, each before a paragraph, or before as many parts as the first; 0 where
   there are too few. */
static int32_t length_of_steps(const rl_outline *outline, const line *lines, int32_t start, int32_t count) {
    int32_t end = start, steps = 0, each = MAX_STEP_PARTS;
    if (!lines[start].is_alone || lines[start].number != 1) return 0;
    int32_t next = end_of_step(outline, lines, start, count, &each);
    if (next == count || !lines[next].is_alone) each = 1;
    while (each && end < count && lines[end].is_alone && lines[end].number == steps + 1) {
        int32_t parts = each, stop = end_of_step(outline, lines, end, count, &parts);
        if (parts < each || (each == 1 && outline->parts[lines[end + 1].part].kind != RL_PART_PARAGRAPH)) break;
        end = stop;
        steps++;
    }
    return steps >= (each > 1 ? MIN_LONG_STEPS : MIN_ITEMS) ? end - start : 0;
}

static void append_paragraph(rl_outline *outline, int32_t parent, int32_t first, int32_t end) {
    int32_t part = rl_part_add(outline, RL_PART_PARAGRAPH, outline->leaves[first].node);
    outline->parts[part].first = first;
    outline->parts[part].end = end;
    rl_part_append(outline, parent, part);
}

/* Take the mark from the text of a line. */
static void strip_mark(rl_outline *outline, const line *here) {
    rl_leaf *leaf = &outline->leaves[here->first];
    bool is_same = leaf->source.bytes == leaf->text.bytes;
    leaf->text = (rl_view){leaf->text.bytes + here->size, leaf->text.size - here->size};
    if (is_same) leaf->source = leaf->text;
}

static int32_t append_list(rl_outline *outline, int32_t element, uint32_t mark) {
    int32_t list = rl_part_add(outline, mark == NUMBER ? RL_PART_OL : RL_PART_UL, -1);
    rl_part_append(outline, element, list);
    return list;
}

static int32_t append_item(rl_outline *outline, int32_t list) {
    int32_t item = rl_part_add(outline, RL_PART_LI, -1);
    rl_part_append(outline, list, item);
    return item;
}

static void put_list(rl_outline *outline, int32_t element, const line *lines, int32_t count) {
    int32_t list = append_list(outline, element, lines->mark);
    for (const line *here = lines; here < lines + count; here++) {
        append_paragraph(outline, append_item(outline, list), here->first, here->end);
        strip_mark(outline, here);
    }
}

static void put_steps(rl_outline *outline, int32_t element, const line *lines, int32_t count) {
    int32_t list = append_list(outline, element, NUMBER), item = RL_NO_PART;
    for (const line *here = lines; here < lines + count; here++) {
        if (here->is_alone) item = append_item(outline, list);
        else if (here->begins) rl_part_append(outline, item, here->part);
    }
}

/* Put lines back that are in no list: a whole part, or the rest of a paragraph. */
static void put_rest(rl_outline *outline, int32_t element, const line *lines, int32_t start, int32_t end) {
    int32_t part = lines[start].part;
    if (outline->parts[part].kind != RL_PART_PARAGRAPH ||
        (lines[start].begins && lines[end - 1].end == outline->parts[part].end)) rl_part_append(outline, element, part);
    else append_paragraph(outline, element, lines[start].first, lines[end - 1].end);
}

static void find_in(rl_outline *outline, int32_t element) {
    int32_t count, rest = 0;
    const line *lines = read_lines(outline, element, &count);
    bool has_list = false;
    for (int32_t i = 0; i < count && !has_list; i++)
        has_list = length_of_list(lines, i, count) || length_of_steps(outline, lines, i, count);
    if (!has_list) return;
    outline->parts[element].first_child = outline->parts[element].last_child = RL_NO_PART;
    for (int32_t i = 0, length; i < count; i += length) {
        int32_t steps = length_of_steps(outline, lines, i, count), items = length_of_list(lines, i, count);
        length = steps ? steps : items ? items : 1;
        if (steps || items) {
            (steps ? put_steps : put_list)(outline, element, lines + i, length);
            rest = i + length;
        } else if (i + 1 == count || lines[i + 1].begins || length_of_list(lines, i + 1, count)) {
            put_rest(outline, element, lines, rest, i + 1);
            rest = i + 1;
        }
    }
}

static bool may_hold_lists(int32_t kind) {
    return kind == RL_PART_ROOT || kind == RL_PART_LI || kind == RL_PART_DD || kind == RL_PART_BLOCKQUOTE ||
           kind == RL_PART_DETAILS;
}

void rl_find_typed_lists(rl_outline *outline) {
    for (int32_t part = 0, count = outline->part_count; part < count; part++)
        if (may_hold_lists(outline->parts[part].kind) && outline->parts[part].first_child >= 0) find_in(outline, part);
}
