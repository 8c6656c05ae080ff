#include <string.h>

#include "characters.h"
#include "gadgets.h"
#include "listings.h"
#include "outline.h"
#include "utf8.h"

static const rl_view NOTHING = {(const uint8_t *)"", 0}, SPACE = {(const uint8_t *)" ", 1}, LINE = {(const uint8_t *)"\n", 1};

/* A leaf's text on one line, with one space at most at either end, without characters that have no width. */
static rl_view folded(rl_view text, rl_pool *pool) {
    uint8_t *bytes = RL_TAKE(pool, uint8_t, text.size + 1);
    bool is_spaced = false;
    uint8_t *end = rl_fold_spaces(bytes, text, &is_spaced);
    return rl_without_zero_width((rl_view){bytes, (size_t)(end - bytes)}, pool);
}

static rl_view shown_text(const rl_leaf *leaf, bool of_sources) {
    return of_sources && leaf->kind != RL_LEAF_FORMULA && leaf->kind != RL_LEAF_PICTURE ? leaf->source : leaf->text;
}

static void read_lines(const rl_outline *outline, const rl_part *paragraph, bool of_sources, rl_pool *pool, rl_run *runs) {
    rl_buffer gap = {NULL, 0, 0};
    for (int32_t i = paragraph->first; i < paragraph->end; i++) {
        const rl_leaf *leaf = &outline->leaves[i];
        rl_run *run = &runs[i - paragraph->first];
        rl_view text = shown_text(leaf, of_sources);
        uint8_t *bytes = RL_TAKE(pool, uint8_t, text.size + 1), *end = rl_normalize(bytes, text.bytes, text.size);
        *run = (rl_run){{bytes, 0}, NOTHING, leaf};
        if (i == paragraph->first) {
            while (bytes < end && *bytes == '\n') bytes++;
            run->text.bytes = bytes;
        } else if (leaf->node > leaf[-1].node) {
            gap.size = 0;
            rl_read_gap(outline->page, leaf[-1].node, leaf->node, leaf->gap, true, pool, &gap);
            uint8_t *copy = RL_TAKE(pool, uint8_t, gap.size + 1);
            if (gap.size) memcpy(copy, gap.bytes, gap.size);
            run->gap = (rl_view){copy, gap.size};
        }
        run->text.size = (size_t)(end - bytes);
        if (i == paragraph->end - 1) {
            const uint8_t *last = end;
            while (last > bytes) {
                const uint8_t *before = last;
                if (!(rl_kind(rl_decode_last(bytes, &before)) & RL_KIND_SPACE)) break;
                last = before;
            }
            run->text.size = (size_t)(last - bytes);
        }
    }
}

rl_run *rl_runs_read(const rl_outline *outline, const rl_part *paragraph, bool of_sources, rl_pool *pool) {
    rl_run *runs = RL_TAKE(pool, rl_run, (size_t)(paragraph->end - paragraph->first) + 1);
    if (paragraph->kind == RL_PART_LINES) {
        read_lines(outline, paragraph, of_sources, pool, runs);
        return runs;
    }
    bool has_space = false;  /* whether the text before ends with one */
    for (int32_t i = paragraph->first; i < paragraph->end; i++) {
        const rl_leaf *leaf = &outline->leaves[i];
        rl_run *run = &runs[i - paragraph->first];
        rl_view text = folded(shown_text(leaf, of_sources), pool);
        bool begins_with_space = text.size && text.bytes[0] == ' ';
        run->leaf = leaf;
        if (i == paragraph->first) run->gap = NOTHING;
        else if (leaf->gap >= RL_BREAK_LINE) run->gap = LINE;
        else run->gap = leaf->gap == RL_BREAK_SPACE || has_space || begins_with_space ? SPACE : NOTHING;
        has_space = text.size && text.bytes[text.size - 1] == ' ';
        if (begins_with_space) text.bytes++, text.size--;
        if (text.size && has_space) text.size--;
        run->text = text;
    }
    return runs;
}

static rl_view trimmed(uint8_t *start, uint8_t *end) {
    while (end > start) {
        const uint8_t *last = end;
        if (!(rl_kind(rl_decode_last(start, &last)) & RL_KIND_SPACE)) break;
        end = start + (last - start);
    }
    const uint8_t *first = start;
    for (const uint8_t *at = start; at < end; first = at)
        if (!(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) break;
    return (rl_view){first, (size_t)(end - first)};
}

/* Preformatted text: `concatenation.join_preformatted`. */
static rl_view text_of_lines(const rl_outline *outline, const rl_part *paragraph, rl_pool *pool) {
    rl_buffer out = {NULL, 0, 0};
    int32_t last = -1, strongest = 0;  /* the last leaf that shows text, and the strongest break since */
    for (int32_t i = paragraph->first; i < paragraph->end; i++) {
        const rl_leaf *leaf = &outline->leaves[i];
        if (leaf->gap > strongest) strongest = leaf->gap;
        if (!leaf->text.size) continue;
        if (last >= 0 && leaf->node > last) rl_read_gap(outline->page, last, leaf->node, strongest, true, pool, &out);
        uint8_t *to = rl_buffer_reserve(pool, &out, leaf->text.size);
        out.size += (size_t)(rl_normalize(to, leaf->text.bytes, leaf->text.size) - to);
        if (last < 0) {
            size_t blank = 0;
            while (blank < out.size && out.bytes[blank] == '\n') blank++;
            memmove(out.bytes, out.bytes + blank, out.size - blank);
            out.size -= blank;
        }
        last = leaf->node;
        strongest = 0;
    }
    while (out.size) {
        const uint8_t *end = out.bytes + out.size;
        if (!(rl_kind(rl_decode_last(out.bytes, &end)) & RL_KIND_SPACE)) break;
        out.size = (size_t)(end - out.bytes);
    }
    return (rl_view){out.bytes, out.size};
}

rl_view rl_paragraph_text(const rl_outline *outline, const rl_part *paragraph, rl_pool *pool) {
    if (paragraph->kind == RL_PART_LINES) return text_of_lines(outline, paragraph, pool);
    size_t room = 1;
    for (int32_t i = paragraph->first; i < paragraph->end; i++) room = rl_add(pool, room, outline->leaves[i].text.size + 2);
    uint8_t *bytes = RL_TAKE(pool, uint8_t, room), *to = bytes, *line = bytes;
    bool is_spaced = true;
    for (int32_t i = paragraph->first; i <= paragraph->end; i++) {
        bool is_end = i == paragraph->end;
        if (is_end || (i > paragraph->first && outline->leaves[i].gap >= RL_BREAK_LINE)) {
            rl_view shown = trimmed(line, to);
            if (shown.size) memmove(line, shown.bytes, shown.size);
            to = line + shown.size;
            if (is_end) break;
            if (shown.size) *to++ = '\n';
            line = to;
            is_spaced = true;
        } else if (outline->leaves[i].gap == RL_BREAK_SPACE && !is_spaced) {
            *to++ = ' ';
            is_spaced = true;
        }
        to = rl_fold_spaces(to, outline->leaves[i].text, &is_spaced);
    }
    if (to == line && to > bytes) to--;  /* the line end before a line that shows nothing */
    return (rl_view){bytes, (size_t)(to - bytes)};
}

int32_t rl_paragraph_length(const rl_outline *outline, const rl_part *paragraph, int32_t enough) {
    int32_t length = 0;
    for (int32_t i = paragraph->first; i < paragraph->end && length < enough; i++) {
        rl_view text = outline->leaves[i].text;
        bool is_spaced = true;
        int32_t characters = 0;
        for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end && length + characters < enough;) {
            uint32_t point = rl_decode(&at, end);
            if (rl_is_unshown(point)) continue;
            bool is_space = point == ' ' || point == 0xA0 || point < 0x20;
            characters += !(is_space && is_spaced);
            is_spaced = is_space;
        }
        length += characters - (characters && is_spaced);
    }
    return length;
}
