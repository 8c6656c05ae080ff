#include "inline.h"

#include <string.h>

#include "characters.h"
#include "utf8.h"

/* Each pass removes spans that the pass before left without a good neighbour. Real pages need two passes. */
enum { MAX_PASSES = 8 };
enum { MAX_MARKS = 5 };  /* of a piece: a link, three kinds of emphasis, code */

const rl_place RL_IN_PARAGRAPH = {{(const uint8_t *)"  \n", 3}, true, false, false};
const rl_place RL_IN_HEADING = {{(const uint8_t *)" ", 1}, false, false, true};
const rl_place RL_IN_CELL = {{(const uint8_t *)"<br>", 4}, false, true, false};

/* Text under the same marks, or finished Markdown: an image, a formula. */
typedef struct {
    rl_view before;  /* "", " ", or a line end */
    rl_view content;
    bool is_finished;
    int count;
    int32_t marks[MAX_MARKS];  /* outermost first, code last */
} piece;

/* Neighbouring pieces under one link or emphasis, from `start` to before `end`; `level` marks are outside of it. */
typedef struct {
    int32_t start, end;
    int level;
    int32_t mark;
} span;

typedef struct {
    rl_inline *writing;
    const rl_place *place;
    piece *pieces;
    int32_t count;
    span *spans;
    int32_t span_count;
    int32_t span_room;
} paragraph;

void rl_inline_begin(rl_inline *writing, const rl_outline *outline, rl_links *links, bool has_references, rl_pool *pool) {
    *writing = (rl_inline){.outline = outline, .pool = pool, .links = links, .has_references = has_references,
                            .expects_formulas = -1};
    if (has_references) rl_distinct_begin(&writing->references, pool, rl_seed_make(pool));
}

/* ---- Marks ---- */

static int32_t kind_of(const paragraph *here, int32_t mark) { return here->writing->outline->marks[mark].kind; }
static bool is_emphasis(int32_t kind) { return kind == RL_MARK_STRONG || kind == RL_MARK_EM || kind == RL_MARK_DEL; }

static bool is_code(const paragraph *here, const piece *one) {
    return one->count && kind_of(here, one->marks[one->count - 1]) == RL_MARK_CODE;
}

/* Whether one of the marks from a level on is a link. */
static bool has_link(const paragraph *here, const piece *one, int from, int to) {
    for (int i = from; i < to; i++)
        if (kind_of(here, one->marks[i]) == RL_MARK_A) return true;
    return false;
}

static bool has_emphasis(const paragraph *here, const piece *one, int from) {
    for (int i = from; i < one->count; i++)
        if (is_emphasis(kind_of(here, one->marks[i]))) return true;
    return false;
}

static bool has_mark(const piece *one, int32_t mark) {
    for (int i = 0; one && i < one->count; i++)
        if (one->marks[i] == mark) return true;
    return false;
}

static rl_view link_target(const paragraph *here, int32_t mark) {
    const rl_mark *link = &here->writing->outline->marks[mark];
    return rl_links_target(here->writing->links, link->node, link->url);
}

/* The marks that can be written here: links with a target, emphasis outside of code, code innermost. */
static void read_marks(const paragraph *here, int32_t mark, int32_t whole, piece *one) {
    int32_t chain[RL_MARK_KINDS + 1], code = 0;
    int length = 0;
    for (; mark; mark = here->writing->outline->marks[mark].outer)
        if (!whole || kind_of(here, mark) != kind_of(here, whole)) chain[length++] = mark;
    if (whole) chain[length++] = whole;
    one->count = 0;
    while (length) {
        int32_t next = chain[--length], kind = kind_of(here, next);
        if (kind == RL_MARK_CODE) {
            code = next;
        } else if (kind == RL_MARK_A) {
            if (link_target(here, next).bytes) one->marks[one->count++] = next;
        } else if (is_emphasis(kind) && !code && !(kind == RL_MARK_STRONG && here->place->is_bold)) {
            one->marks[one->count++] = next;
        }
    }
    if (code) one->marks[one->count++] = code;
}

/* A link goes on in a piece that leads to the same place as the one before: cards have several side by side. */
static void continue_link(const paragraph *here, piece *one, const piece *before) {
    if (!one->count || !before->count || one->is_finished || before->is_finished) return;
    int32_t link = one->marks[0], other = before->marks[0];
    if (link == other || kind_of(here, link) != RL_MARK_A || kind_of(here, other) != RL_MARK_A) return;
    rl_view target = link_target(here, link), last = link_target(here, other);
    if (rl_are_equal(target, last)) one->marks[0] = other;
}

/* Emphasis of the same kind continues in a piece on the same line, code in one that touches the one before. */
static void continue_marks(const paragraph *here, piece *one, const piece *before, bool touches) {
    for (int i = 0; i < one->count; i++) {
        int32_t kind = kind_of(here, one->marks[i]);
        for (int j = 0; (is_emphasis(kind) || (touches && kind == RL_MARK_CODE)) && j < before->count; j++)
            if (kind_of(here, before->marks[j]) == kind) one->marks[i] = before->marks[j];
    }
}

/* ---- Pieces ---- */

static void put(rl_inline *writing, rl_buffer *out, const char *text) {
    rl_buffer_put(writing->pool, out, (const uint8_t *)text, strlen(text));
}

/* What follows the text of a link: its address, or the number of its address. */
static void write_target(rl_inline *writing, rl_buffer *out, rl_view url) {
    if (!writing->has_references) {
        put(writing, out, "(");
        rl_write_destination(writing->pool, out, url);
        put(writing, out, ")");
        return;
    }
    rl_buffer address = {NULL, 0, 0};
    rl_write_destination(writing->pool, &address, url);
    int32_t number = rl_distinct_add(&writing->references, address.bytes, address.size) + 1;
    char text[16];
    int at = 15;
    for (text[at] = 0; number; number /= 10) text[--at] = (char)('0' + number % 10);
    put(writing, out, "[");
    put(writing, out, text + at);
    put(writing, out, "]");
}

static void number_link(rl_inline *writing, rl_view url) {
    rl_buffer unused = {NULL, 0, 0};
    write_target(writing, &unused, url);
}

static rl_view written_image(rl_inline *writing, int32_t node, rl_view url) {
    rl_buffer out = {NULL, 0, 0};
    if (!url.bytes) return (rl_view){NULL, 0};  /* its alternative text is no text of the page */
    rl_view label = rl_links_name(writing->links, node);
    put(writing, &out, "![");
    if (label.size) rl_escape(writing->pool, &out, label, (rl_escaping){.in_link = true});
    put(writing, &out, "]");
    write_target(writing, &out, url);
    return (rl_view){out.bytes, out.size};
}

static rl_view written_player(rl_inline *writing, int32_t node) {
    rl_buffer out = {NULL, 0, 0};
    rl_view url = rl_links_embedded(writing->links, node);
    if (!url.bytes) return (rl_view){NULL, 0};
    rl_view title = rl_links_title(writing->links, node);
    if (!title.size && memchr(url.bytes, ':', url.size)) {
        put(writing, &out, "<");
        rl_buffer_put(writing->pool, &out, url.bytes, url.size);
        put(writing, &out, ">");
    } else {
        put(writing, &out, "[");
        rl_escape(writing->pool, &out, title.size ? title : url, (rl_escaping){.in_link = true});
        put(writing, &out, "]");
        write_target(writing, &out, url);
    }
    return (rl_view){out.bytes, out.size};
}

/* What an element is in Markdown; empty where it is not written. A formula and a picture need no escaping. */
static void replace_element(const paragraph *here, const rl_run *run, piece *one) {
    int32_t tag = here->writing->outline->page->columns.tag[run->leaf->node];
    one->content = run->text;
    one->is_finished = run->leaf->kind == RL_LEAF_FORMULA;
    if (run->leaf->kind == RL_LEAF_REFERENCE) {
        rl_buffer out = {NULL, 0, 0};
        put(here->writing, &out, "[^");
        rl_buffer_put(here->writing->pool, &out, run->text.bytes, run->text.size);
        put(here->writing, &out, "]");
        *one = (piece){.content = {out.bytes, out.size}, .is_finished = true};
        return;
    }
    if (run->text.size) return;
    one->is_finished = true;
    if (run->leaf->kind == RL_LEAF_PICTURE)
        one->content = written_image(here->writing, run->leaf->node, rl_links_safe(here->writing->links, run->leaf->source));
    else if (tag == RL_TAG_IMG)
        one->content = written_image(here->writing, run->leaf->node, rl_links_image(here->writing->links, run->leaf->node));
    else if (rl_is_embedded(tag) && !has_link(here, one, 0, one->count)) one->content = written_player(here->writing, run->leaf->node);
}

static bool is_blank(rl_view text) {
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;)
        if (!(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) return false;
    return true;
}

static void read_pieces(paragraph *here, const rl_run *runs, int32_t count, int32_t whole) {
    static const rl_view nothing = {(const uint8_t *)"", 0}, space = {(const uint8_t *)" ", 1};
    rl_view gap = nothing;
    here->pieces = RL_TAKE(here->writing->pool, piece, (size_t)count + 1);
    int32_t known = -1;  /* the mark of the run whose marks were read last */
    piece last_read = {.count = 0};
    for (int32_t i = 0; i < count; i++) {
        piece *one = &here->pieces[here->count];
        if (runs[i].gap.size) gap = rl_wider(gap, runs[i].gap);
        if (runs[i].leaf->mark != known) read_marks(here, known = runs[i].leaf->mark, whole, &last_read);
        *one = last_read;
        one->content = runs[i].text;
        one->is_finished = false;
        if (runs[i].leaf->kind != RL_LEAF_TEXT) replace_element(here, &runs[i], one);
        if (!one->content.size) continue;
        if (runs[i].leaf->kind == RL_LEAF_INDENT) {
            one->is_finished = true;
        } else if (is_blank(one->content)) {
            gap = rl_wider(gap, space);
            continue;
        }
        for (int j = 0; here->writing->has_references && j < one->count; j++)
            if (kind_of(here, one->marks[j]) == RL_MARK_A) number_link(here->writing, link_target(here, one->marks[j]));
        if (here->count && !rl_is_line(gap)) {
            continue_marks(here, one, one - 1, !gap.size);
            continue_link(here, one, one - 1);
        }
        if (one->is_finished && is_code(here, one)) one->count--;
        one->before = here->count ? gap : nothing;
        gap = nothing;
        here->count++;
    }
}

static rl_view strip_start(rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text), *start = at;
    for (; at < end; start = at)
        if (!(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) break;
    return (rl_view){start, (size_t)(end - start)};
}

static rl_view strip_end(rl_view text) {
    const uint8_t *end = rl_end_of(text);
    while (end > text.bytes) {
        const uint8_t *last = end;
        if (!(rl_kind(rl_decode_last(text.bytes, &last)) & RL_KIND_SPACE)) break;
        end = last;
    }
    return (rl_view){text.bytes, (size_t)(end - text.bytes)};
}

/* Strip Unicode's white space at the ends of lines, where readers of Markdown strip it. */
static void trim_pieces(paragraph *here) {
    for (int32_t i = 0; i < here->count; i++) {
        piece *one = &here->pieces[i];
        if (one->is_finished) continue;
        if (i == 0 || rl_is_line(one->before)) one->content = strip_start(one->content);
        if (i + 1 == here->count || rl_is_line(here->pieces[i + 1].before)) one->content = strip_end(one->content);
    }
}

static bool have_same_marks(const piece *one, const piece *other) {
    return one->count == other->count && !memcmp(one->marks, other->marks, (size_t)one->count * sizeof *one->marks);
}

/* Whether a formula that is left for a script goes over the lines from one piece to another. */
static bool is_formula_over_lines(const paragraph *here, const piece *first, const piece *one) {
    enum { MAX_LINES = 64 };
    const char *closer = first->count ? NULL : rl_open_formula(first->content);
    const piece *end = here->pieces + here->count;
    if (end - first > MAX_LINES) end = first + MAX_LINES;
    for (const piece *line = first + 1; closer && line < end && !line->count && !line->is_finished; line++) {
        size_t size = strlen(closer);
        for (size_t i = 0; i + size <= line->content.size; i++)
            if (!memcmp(line->content.bytes + i, closer, size)) return one <= line;
    }
    return false;
}

static bool can_merge(const paragraph *here, const piece *first, const piece *one) {
    return have_same_marks(first, one) && !first->is_finished && !one->is_finished &&
           (!rl_is_line(one->before) || is_code(here, one) || is_formula_over_lines(here, first, one));
}

/* Make neighbouring texts under the same marks one. */
static void merge_pieces(paragraph *here) {
    int32_t merged = 0;
    for (int32_t i = 0, end; i < here->count; i = end) {
        size_t size = here->pieces[i].content.size;
        for (end = i + 1; end < here->count && can_merge(here, &here->pieces[i], &here->pieces[end]); end++)
            size = rl_add(here->writing->pool, size, here->pieces[end].before.size + here->pieces[end].content.size);
        piece one = here->pieces[i];
        if (end > i + 1) {
            uint8_t *bytes = RL_TAKE(here->writing->pool, uint8_t, size), *to = bytes;
            for (int32_t j = i; j < end; j++) {
                rl_view before = here->pieces[j].before, content = here->pieces[j].content;
                if (j > i && rl_is_line(before)) *to++ = ' ';
                else if (j > i && before.size) memcpy(to, before.bytes, before.size), to += before.size;
                if (content.size) memcpy(to, content.bytes, content.size);
                to += content.size;
            }
            one.content = (rl_view){bytes, (size_t)(to - bytes)};
        }
        here->pieces[merged++] = one;
    }
    here->count = merged;
}

/* ---- Emphasis around links ---- */

static void remove_mark(piece *one, int32_t mark) {
    int count = 0;
    for (int i = 0; i < one->count; i++)
        if (one->marks[i] != mark) one->marks[count++] = one->marks[i];
    one->count = count;
}

/* The level of a piece's link, -1 where it has none. */
static int link_level(const paragraph *here, const piece *one) {
    for (int i = 0; i < one->count; i++)
        if (kind_of(here, one->marks[i]) == RL_MARK_A) return i;
    return -1;
}

static bool has_outside_link(const paragraph *here, const piece *one, int32_t mark) {
    int link = link_level(here, one);
    for (int i = 0; i < one->count && i != link; i++)
        if (one->marks[i] == mark) return true;
    return false;
}

/* Move the emphasis that all of a link has outside of it, where it goes on beside the link: "_See_ [_this_](url)". */
static void lift_emphasis(paragraph *here, int32_t start, int32_t end) {
    const piece *first = &here->pieces[start], *before = start ? first - 1 : NULL;
    const piece *after = end < here->count ? &here->pieces[end] : NULL;
    int link = link_level(here, first);
    for (int i = link + 1; i < first->count; i++) {
        int32_t mark = first->marks[i];
        bool goes_on = (before && has_outside_link(here, before, mark)) || (after && has_outside_link(here, after, mark));
        for (int32_t j = start; j < end && goes_on; j++)
            goes_on = link_level(here, &here->pieces[j]) == link && has_mark(&here->pieces[j], mark);
        if (!goes_on || !is_emphasis(kind_of(here, mark))) continue;
        for (int32_t j = start; j < end; j++) {
            piece *one = &here->pieces[j];
            remove_mark(one, mark);
            memmove(one->marks + link + 1, one->marks + link, (size_t)(one->count++ - link) * sizeof *one->marks);
            one->marks[link] = mark;
        }
        link++;
    }
}

/* Twice, since the emphasis of one link may come from the next one, which has it from the text behind. */
static void lift_all_emphasis(paragraph *here) {
    for (int32_t start = 0, end; start < here->count; start = end) {
        int link = link_level(here, &here->pieces[start]);
        for (end = start + 1; link >= 0 && end < here->count && has_mark(&here->pieces[end], here->pieces[start].marks[link]);) end++;
        if (link >= 0) lift_emphasis(here, start, end);
    }
    for (int32_t end = here->count, start; end > 0; end = start) {
        int link = link_level(here, &here->pieces[end - 1]);
        for (start = end - 1; link >= 0 && start > 0 && has_mark(&here->pieces[start - 1], here->pieces[end - 1].marks[link]);) start--;
        if (link >= 0) lift_emphasis(here, start, end);
    }
}

/* ---- Spans ---- */

static void add_span(paragraph *here, span one) {
    if (here->span_count == here->span_room) {
        here->span_room = (int32_t)rl_room(here->writing->pool, (size_t)here->span_room, (size_t)here->span_count + 1);
        RL_RESIZE(here->writing->pool, here->spans, span, (size_t)here->span_room);
    }
    here->spans[here->span_count++] = one;
}

/* Find the spans of all links and emphases, outer ones before inner ones. */
static void find_spans(paragraph *here) {
    int32_t opened[MAX_MARKS];  /* by level: a span */
    int depth = 0;
    const piece *before = NULL;
    here->span_count = 0;
    for (int32_t i = 0; i < here->count; i++) {
        const piece *one = &here->pieces[i];
        int common = 0;
        while (before && common < one->count && common < before->count && one->marks[common] == before->marks[common]) common++;
        for (int level = common; level < depth; level++) here->spans[opened[level]].end = i;
        if (common < depth) depth = common;
        for (int level = common; level < one->count; level++) {
            if (kind_of(here, one->marks[level]) == RL_MARK_CODE) break;  /* it is the innermost */
            add_span(here, (span){i, here->count, level, one->marks[level]});
            opened[depth++] = here->span_count - 1;
        }
        before = one;
    }
}

/* Whether one of the first marks is a link that the other piece is not part of. */
static bool changes_link(const paragraph *here, const piece *one, int count, const piece *other) {
    for (int i = 0; i < count; i++)
        if (kind_of(here, one->marks[i]) == RL_MARK_A && !has_mark(other, one->marks[i])) return true;
    return false;
}

static uint32_t first_character(rl_view text) {
    const uint8_t *at = text.bytes;
    return text.size ? rl_decode(&at, text.bytes + text.size) : ' ';
}

static uint32_t last_character(rl_view text) {
    const uint8_t *end = rl_end_of(text);
    return text.size ? rl_decode_last(text.bytes, &end) : ' ';
}

/* The character before a span, as Markdown sees it. */
static uint32_t character_before(const paragraph *here, const span *one) {
    const piece *first = &here->pieces[one->start], *previous = one->start ? first - 1 : NULL;
    if (changes_link(here, first, one->level, previous)) return '[';
    if (!previous || first->before.size) return ' ';
    if (changes_link(here, previous, previous->count, first)) return ')';
    return is_code(here, previous) ? '`' : last_character(previous->content);
}

static uint32_t character_after(const paragraph *here, const span *one) {
    const piece *last = &here->pieces[one->end - 1], *following = one->end < here->count ? last + 1 : NULL;
    if (changes_link(here, last, one->level, following)) return ']';
    if (!following || following->before.size) return ' ';
    if (changes_link(here, following, following->count, last)) return '[';
    return is_code(here, following) ? '`' : first_character(following->content);
}

/* Whether a character is white space or punctuation in every version of CommonMark. */
static bool separates(uint32_t point) {
    if (point < 0x80 && point > 0x20) return strchr("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", (int)point) != NULL;
    return (rl_kind(point) & (RL_KIND_SPACE | RL_KIND_PUNCTUATION)) != 0;
}

static bool is_space(uint32_t point) { return (rl_kind(point) & RL_KIND_SPACE) != 0; }
static bool is_letter(uint32_t point) { return (rl_kind(point) & RL_KIND_WORD) != 0; }

/* Whether a span is no part of a word. Inside a word an underscore is no emphasis; an asterisk is. */
static bool stands_apart(const paragraph *here, const span *one) {
    return separates(character_before(here, one)) && separates(character_after(here, one));
}

/* Whether another emphasis starts or ends where this one does: their asterisks would be one run. */
static bool touches_emphasis(const paragraph *here, const span *one) {
    const piece *first = &here->pieces[one->start], *last = &here->pieces[one->end - 1];
    const piece *before = one->start ? first - 1 : NULL, *after = one->end < here->count ? last + 1 : NULL;
    for (int i = 0; i < first->count; i++)
        if (first->marks[i] != one->mark && is_emphasis(kind_of(here, first->marks[i])) && !has_mark(before, first->marks[i])) return true;
    for (int i = 0; i < last->count; i++)
        if (last->marks[i] != one->mark && is_emphasis(kind_of(here, last->marks[i])) && !has_mark(after, last->marks[i])) return true;
    return false;
}

/* Whether another emphasis ends where this one starts: their delimiters would be one run. */
static bool follows_emphasis(const paragraph *here, const span *one) {
    const piece *first = &here->pieces[one->start], *before = first - 1;
    if (!one->start || first->before.size) return false;
    bool is_common = true;
    for (int i = 0; i < before->count; i++) {
        is_common = is_common && i < first->count && first->marks[i] == before->marks[i];
        if (!is_common && is_emphasis(kind_of(here, before->marks[i]))) return true;
    }
    return false;
}

/* Whether a delimiter can stand between these characters; `inner` is the piece inside. With a letter outside there must
   be a letter inside, and no other delimiter: runs of asterisks inside words have rules of their own. */
static bool can_touch(const paragraph *here, const span *one, const piece *inner, uint32_t outside, uint32_t inside) {
    if (is_space(inside)) return false;
    return separates(outside) || (is_letter(inside) && !has_emphasis(here, inner, one->level + 1));
}

/* The first or last character inside a span. */
static uint32_t edge(const paragraph *here, const piece *inner, int level, bool is_first) {
    if (has_link(here, inner, level + 1, inner->count)) return is_first ? '[' : ')';
    if (inner->count > level + 1 && is_code(here, inner)) return '`';
    return is_first ? first_character(inner->content) : last_character(inner->content);
}

static bool is_readable(const paragraph *here, const span *one) {
    const piece *first = &here->pieces[one->start], *last = &here->pieces[one->end - 1];
    bool has_text = false;
    for (const piece *inner = first; inner <= last && !has_text; inner++) has_text = !inner->is_finished;
    if (!has_text || follows_emphasis(here, one)) return false;
    uint32_t before = character_before(here, one), after = character_after(here, one);
    bool is_apart = separates(before) && separates(after);
    if (kind_of(here, one->mark) == RL_MARK_EM && !is_apart && touches_emphasis(here, one)) return false;
    return can_touch(here, one, first, before, edge(here, first, one->level, true)) &&
           can_touch(here, one, last, after, edge(here, last, one->level, false));
}

/* Remove emphasis that would not be read back. */
static void keep_readable(paragraph *here) {
    find_spans(here);
    for (int attempt = 0; attempt < MAX_PASSES; attempt++) {
        bool has_removed = false;
        uint8_t *is_removed = RL_TAKE_ZEROED(here->writing->pool, uint8_t, (size_t)here->span_count + 1);
        for (int32_t i = 0; i < here->span_count; i++) {
            if (!is_emphasis(kind_of(here, here->spans[i].mark))) continue;
            is_removed[i] = attempt == MAX_PASSES - 1 || !is_readable(here, &here->spans[i]);
            has_removed = has_removed || is_removed[i];
        }
        if (!has_removed) return;
        for (int32_t i = 0; i < here->span_count; i++)
            for (int32_t j = here->spans[i].start; is_removed[i] && j < here->spans[i].end; j++)
                remove_mark(&here->pieces[j], here->spans[i].mark);
        merge_pieces(here);
        find_spans(here);
    }
}

/* ---- Writing ---- */

static const char *delimiter(const paragraph *here, const span *one) {
    switch (kind_of(here, one->mark)) {
    case RL_MARK_A: return "[";
    case RL_MARK_STRONG: return "**";
    case RL_MARK_DEL: return "~~";
    default: return stands_apart(here, one) ? "_" : "*";
    }
}

/* Whether a text has a backslash, or more than the one dollar of a price. */
static bool may_have_formulas(rl_view text) {
    if (!text.size) return false;
    const uint8_t *dollar = memchr(text.bytes, '$', text.size);
    return (dollar && memchr(dollar + 1, '$', (size_t)(rl_end_of(text) - dollar) - 1)) || memchr(text.bytes, '\\', text.size);
}

/* Whether the page has a script that typesets the formulas which may be in a text. */
static bool expects_formulas(rl_inline *writing, rl_view text) {
    if (!may_have_formulas(text)) return false;
    if (writing->expects_formulas < 0) writing->expects_formulas = rl_expects_formulas(&writing->outline->page->columns);
    return writing->expects_formulas;
}

static void write_content(paragraph *here, int32_t index, bool is_marked, rl_buffer *out) {
    const piece *one = &here->pieces[index], *following = index + 1 < here->count ? one + 1 : NULL;
    rl_pool *pool = here->writing->pool;
    if (one->is_finished) {
        rl_buffer_put(pool, out, one->content.bytes, one->content.size);
        return;
    }
    if (is_code(here, one)) {
        /* In a table a bar in code is written with a backslash, so a backslash before a bar cannot be written as code. */
        bool has_bar = false;
        for (size_t i = 0; here->place->in_cell && i + 1 < one->content.size; i++)
            has_bar = has_bar || (one->content.bytes[i] == '\\' && one->content.bytes[i + 1] == '|');
        if (!has_bar) {
            rl_write_code_span(pool, out, one->content);
            return;
        }
    }
    bool is_before_link = following && !following->before.size &&
                          (has_link(here, following, 0, following->count) ||
                           (following->is_finished && following->content.bytes[0] == '['));
    rl_escape(pool, out, one->content,
              (rl_escaping){
                  .before_link = is_before_link,
                  .in_link = here->writing->has_references || has_link(here, one, 0, one->count),
                  .line_start = here->place->starts_lines && !is_marked && (!index || rl_is_line(one->before)),
                  .has_formulas = expects_formulas(here->writing, one->content),
              });
}

/* Write the ends of the spans that end before a piece, inner ones first. */
static void close_spans(paragraph *here, const int32_t *opened, int *depth, int32_t index, rl_buffer *out) {
    while (*depth && here->spans[opened[*depth - 1]].end <= index) {
        const span *one = &here->spans[opened[--*depth]];
        if (kind_of(here, one->mark) == RL_MARK_A) {
            put(here->writing, out, "]");
            write_target(here->writing, out, link_target(here, one->mark));
        } else {
            put(here->writing, out, delimiter(here, one));
        }
    }
}

static void write_pieces(paragraph *here, rl_buffer *out) {
    int32_t opened[MAX_MARKS + 1], next = 0;
    int depth = 0;
    for (int32_t i = 0; i < here->count; i++) {
        const piece *one = &here->pieces[i];
        size_t start = out->size;
        close_spans(here, opened, &depth, i, out);
        if (rl_is_line(one->before)) rl_buffer_put(here->writing->pool, out, here->place->line_break.bytes, here->place->line_break.size);
        else rl_buffer_put(here->writing->pool, out, one->before.bytes, one->before.size);
        bool touches = i && out->size == start, is_marked = next < here->span_count && here->spans[next].start == i;
        for (; next < here->span_count && here->spans[next].start == i; next++) {
            put(here->writing, out, delimiter(here, &here->spans[next]));
            opened[depth++] = next;
        }
        write_content(here, i, is_marked, out);
        if (touches && out->bytes[start - 1] == '!' && out->bytes[start] == '[') {  /* or the link would be an image */
            rl_buffer_put(here->writing->pool, out, (const uint8_t *)"\\", 1);
            memmove(out->bytes + start, out->bytes + start - 1, out->size - start);
            out->bytes[start - 1] = '\\';
        }
    }
    close_spans(here, opened, &depth, INT32_MAX, out);
}

void rl_inline_write(rl_inline *writing, const rl_part *part, const rl_place *place, int32_t whole, rl_buffer *out) {
    if (part->first == part->end) return;
    const rl_run *runs = rl_runs_read(writing->outline, part, false, writing->pool);
    if (rl_is_plain(writing->outline, part) && !whole) {
        rl_view text = strip_end(strip_start(runs[0].text));
        rl_escape(writing->pool, out, text,
                  (rl_escaping){.in_link = writing->has_references, .line_start = place->starts_lines,
                                .has_formulas = expects_formulas(writing, text)});
        return;
    }
    paragraph here = {.writing = writing, .place = place};
    read_pieces(&here, runs, part->end - part->first, whole);
    if (!here.count) return;
    trim_pieces(&here);
    lift_all_emphasis(&here);
    merge_pieces(&here);
    keep_readable(&here);
    write_pieces(&here, out);
}
