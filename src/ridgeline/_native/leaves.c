#include "leaves.h"

#include "characters.h"
#include "listings.h"
#include "notation.h"
#include "utf8.h"

bool rl_shows_text(rl_view text) {
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;)
        if (!rl_is_unshown(rl_decode(&at, end))) return true;
    return false;
}

uint8_t *rl_fold_spaces(uint8_t *to, rl_view text, bool *is_spaced) {
    bool was_space = *is_spaced;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        uint8_t byte = *at;
        if (byte < 0x20 || byte == 0x7F || byte == 0xC2) {  /* 0xC2 begins U+0080 to U+00BF */
            const uint8_t *start = at;
            uint32_t point = rl_decode(&at, end);
            if (rl_is_unshown(point)) continue;
            if (point != 0xA0 && point > 0x20) {
                while (start < at) *to++ = *start++;
                was_space = false;
                continue;
            }
            byte = ' ';
        } else {
            at++;
        }
        /* Without a branch, since no one can predict where words end. */
        bool is_space = byte == ' ';
        *to = byte;
        to += !(is_space & was_space);
        was_space = is_space;
    }
    *is_spaced = was_space;
    return to;
}

rl_view rl_one_line(rl_view text, rl_pool *pool) {
    uint8_t *line = RL_TAKE(pool, uint8_t, text.size + 1), *to = line;
    bool is_spaced = true;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        const uint8_t *start = at;
        uint32_t point = rl_decode(&at, end);
        if (rl_is_unshown(point)) continue;
        if (!(rl_kind(point) & RL_KIND_SPACE)) {
            while (start < at) *to++ = *start++;
            is_spaced = false;
        } else if (!is_spaced) {
            *to++ = ' ';
            is_spaced = true;
        }
    }
    if (to > line && is_spaced) to--;
    return (rl_view){line, (size_t)(to - line)};
}

static bool has_scripts(const rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++)
        if (columns->tag[row] == RL_TAG_SUP || columns->tag[row] == RL_TAG_SUB) return true;
    return false;
}

/* Write leaves in `sup` and `sub` in the characters that there are for it. */
static void raise_and_lower(const rl_kept_leaves *kept, rl_leaf *leaves, rl_pool *pool) {
    const rl_columns *columns = &kept->page->columns;
    if (!has_scripts(columns)) return;
    rl_shown_leaf *shown = RL_TAKE(pool, rl_shown_leaf, (size_t)kept->count);
    int32_t count = 0;
    for (int32_t i = 0; i < kept->count; i++)
        if (leaves[i].text.size) shown[count++] = (rl_shown_leaf){leaves[i].node, i, leaves[i].text};
    rl_raise_and_lower(columns, shown, count, pool);
    for (int32_t i = 0; i < count; i++) leaves[shown[i].position].text = shown[i].text;
}

rl_leaf *rl_leaves_read(const rl_kept_leaves *kept, const rl_notation *given, bool is_raised, rl_pool *pool) {
    const rl_columns *columns = &kept->page->columns;
    rl_leaf *leaves = RL_TAKE_ZEROED(pool, rl_leaf, (size_t)kept->count + 1);
    rl_opened opened = {.count = 0};
    for (int32_t i = 0; i < kept->count; i++) {
        rl_leaf *leaf = &leaves[i];
        leaf->leaf = kept->keep[i];
        leaf->node = rl_kept_node(kept, i);
        if (given) {
            leaf->text = given->texts[i];
            leaf->source = given->sources[i];
            leaf->kind = given->kinds[i];
            leaf->gap = given->gaps[i];
            if (leaf->kind != RL_LEAF_TEXT) continue;
            leaf->text = rl_without_shortcodes(kept->page, leaf->node, leaf->text, &opened, pool);
            leaf->source = rl_without_shortcodes(kept->page, leaf->node, leaf->source, &opened, pool);
            continue;
        }
        leaf->text = rl_without_shortcodes(kept->page, leaf->node, rl_text_of(columns, leaf->node), &opened, pool);
        if (!rl_shows_text(leaf->text)) leaf->text.size = 0;
        leaf->source = leaf->text;
        leaf->kind = columns->tag[leaf->node] == RL_TAG_TEXT ? RL_LEAF_TEXT : RL_LEAF_OTHER;
        leaf->gap = i ? (uint8_t)rl_strongest_break(&kept->page->derived, kept->keep[i - 1], kept->keep[i])
                      : RL_BREAK_PARAGRAPH;
    }
    if (!given && is_raised) raise_and_lower(kept, leaves, pool);
    return leaves;
}
