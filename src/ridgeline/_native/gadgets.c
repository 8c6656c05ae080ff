/* Gadgets that stand anywhere: permalinks ("¶" after a term, a link around a zero-width space), and lines that count
   views, and what forums say of old browsers and folded quotations. Those of headings and code are Python's (`ridgeline.cleanup`). */
#include "gadgets.h"

#include <string.h>

#include "characters.h"
#include "signs.h"
#include "utf8.h"

enum { MAX_CHARACTERS = 40, MAX_NOTICE_BYTES = 160, MAX_FACE_BYTES = 3, MAX_LEVELS = 4 };  /* of a gadget, and of elements around it that are looked at */

enum { NON_JOINER = 0x200C, FIRST_JOINING = 0x600 };  /* U+0600: the first script whose letters a non-joiner parts */

static bool is_zero_width(uint32_t point) {
    return point == 0x200B || point == 0x2060 || point == 0xFEFF || point == 0xAD;
}

/* All of them begin with one of three bytes, and most texts have none of these. */
static bool may_have_zero_width(rl_view text) {
    return text.size && (memchr(text.bytes, 0xE2, text.size) || memchr(text.bytes, 0xEF, text.size) ||
                         memchr(text.bytes, 0xC2, text.size));
}

rl_view rl_without_zero_width(rl_view text, rl_pool *pool) {
    if (!may_have_zero_width(text)) return text;
    uint8_t *bytes = RL_TAKE(pool, uint8_t, text.size + 1), *to = bytes;
    uint32_t last = 0;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        const uint8_t *start = at;
        uint32_t point = rl_decode(&at, end);
        if (is_zero_width(point) || (point == NON_JOINER && last < FIRST_JOINING)) continue;
        last = point;
        while (start < at) *to++ = *start++;
    }
    return (rl_view){bytes, (size_t)(to - bytes)};
}

/* Whether a leaf is all that a link to a place on the page says. */
static bool is_permalink(const rl_columns *columns, int32_t node, rl_view text) {
    for (int level = 0; level < MAX_LEVELS && (node = columns->parent[node]) >= 0; level++) {
        if (columns->tag[node] != RL_TAG_A) continue;
        rl_view target = rl_value(columns, node, RL_ATTRIBUTE_HREF);
        if (!target.size || !memchr(target.bytes, '#', target.size)) return false;
        return !text.size || rl_has_word_in_any_case(rl_value(columns, node, RL_ATTRIBUTE_CLASS), RL_PERMALINK_NAMES);
    }
    return false;
}

/* Whether a leaf is part of what editors of a wiki remark on a sentence: "[citation needed]". */
static bool is_remark(const rl_columns *columns, int32_t node) {
    for (int level = 0; level < MAX_LEVELS && (node = columns->parent[node]) >= 0; level++)
        if (columns->tag[node] == RL_TAG_SUP)
            return rl_has_word_in_any_case(rl_value(columns, node, RL_ATTRIBUTE_CLASS), RL_REMARK_NAMES);
    return false;
}

/* Whether an element around a leaf says that it unfolds a quotation, or warns of an old browser. */
static bool is_notice(const rl_columns *columns, int32_t node) {
    for (int level = 0; level < MAX_LEVELS && (node = columns->parent[node]) >= 0; level++)
        if (rl_has_word_in_any_case(rl_value(columns, node, RL_ATTRIBUTE_CLASS), RL_NOTICE_NAMES)) return true;
    return false;
}

static bool is_in_table(const rl_columns *columns, int32_t node) {
    for (int level = 0; level < MAX_LEVELS && node >= 0; level++, node = columns->parent[node])
        if (columns->tag[node] == RL_TAG_TD || columns->tag[node] == RL_TAG_DD) return true;
    return false;
}

static bool stands_beside_number(uint32_t point) {
    if (point < 0x80) return !((point | 0x20) >= 'a' && (point | 0x20) <= 'z');
    return (rl_kind(point) & (RL_KIND_SPACE | RL_KIND_PUNCTUATION)) != 0;
}

/* Whether a text is a number and what it counts: "Views: 1,200". */
static bool is_counter(rl_view text) {
    rl_sign sign;
    bool has_digit = false;
    for (size_t i = 0; i < text.size && !has_digit; i++) has_digit = text.bytes[i] >= '0' && text.bytes[i] <= '9';
    if (!has_digit) return false;
    rl_sign_read(&sign, text, MAX_CHARACTERS);
    const uint8_t *start = sign.bytes, *end = start + sign.size;
    for (const uint8_t *at = start; at < end && stands_beside_number(rl_decode(&at, end));) start = at;
    if (end - start > 1 && start > sign.bytes && *start == 'k' && start[1] == ' ') start += 2;  /* "1.2k views" */
    if (end - start > 1 && end[-1] == 'k' && end[-2] >= '0' && end[-2] <= '9') end--;
    for (const uint8_t *last = end; last > start && stands_beside_number(rl_decode_last(start, &last));) end = last;
    return rl_is_word((rl_view){start, (size_t)(end - start)}, RL_COUNTED);
}

static bool is_alone_on_line(const rl_kept_leaves *kept, int32_t i) {
    const rl_derived *derived = &kept->page->derived;
    return (!i || rl_strongest_break(derived, kept->keep[i - 1], kept->keep[i]) >= RL_BREAK_LINE) &&
           (i + 1 == kept->count || rl_strongest_break(derived, kept->keep[i], kept->keep[i + 1]) >= RL_BREAK_LINE);
}

/* Whether a line is a letter that an icon font draws as a picture, or a mark that was left of a line. */
static bool is_lone_character(const rl_page *page, int32_t node, rl_view text) {
    const rl_columns *columns = &page->columns;
    if (text.size != 1 || page->derived.preformatted[node] >= 0) return false;
    if (strchr(".,;:)]>|\"", *text.bytes)) return true;
    rl_sign name;
    rl_name_of(columns, columns->parent[node], &name);
    for (rl_view rest = rl_sign_view(&name); rest.size;)
        if (rl_is_word(rl_next_word(&rest, "-_"), RL_ICON_NAMES)) return true;
    return false;
}

bool rl_drop_gadgets(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask) {
    const rl_columns *columns = &kept->page->columns;
    bool is_changed = false;
    for (int32_t i = 0; i < kept->count; i++) {
        int32_t node = rl_kept_node(kept, i);
        if (columns->tag[node] != RL_TAG_TEXT || kept->page->derived.characters[kept->keep[i]] > MAX_CHARACTERS) continue;
        rl_view text = rl_strip(rl_without_zero_width(rl_text_of(columns, node), pool));
        bool is_gadget = !text.size || rl_is_word(text, RL_PERMALINK_MARKS)
                             ? is_permalink(columns, node, text)
                             : (is_counter(text) || is_lone_character(kept->page, node, text)) &&
                                   is_alone_on_line(kept, i) && !is_in_table(columns, node);
        if (!is_gadget) continue;
        mask[kept->keep[i]] = 0;
        is_changed = true;
    }
    return is_changed;
}

/* Whether a label is a face, as ":-)", or its name between colons. */
static bool is_face(rl_view label) {
    if (label.size < 2 || !memchr(":;=", label.bytes[0], 3)) return false;
    return label.size <= MAX_FACE_BYTES || (label.bytes[label.size - 1] == ':' && !memchr(label.bytes, ' ', label.size));
}

bool rl_is_smiley(const rl_columns *columns, int32_t node) {
    if (is_face(rl_value(columns, node, RL_ATTRIBUTE_ALT))) return true;
    if (rl_has_word_in_any_case(rl_value(columns, node, RL_ATTRIBUTE_CLASS), RL_SMILEYS)) return true;
    return rl_has_word_in_any_case(rl_value(columns, node, RL_ATTRIBUTE_SRC), RL_SMILEY_FOLDERS);
}

void rl_silence_notices(const rl_page *page, rl_leaf *leaves, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        rl_view text = leaves[i].text;
        if (leaves[i].kind == RL_LEAF_OTHER && page->columns.tag[leaves[i].node] == RL_TAG_IMG && !text.size &&
            rl_is_smiley(&page->columns, leaves[i].node)) {
            leaves[i].kind = RL_LEAF_TEXT;
            leaves[i].text = leaves[i].source = rl_value(&page->columns, leaves[i].node, RL_ATTRIBUTE_ALT);
            continue;
        }
        if (leaves[i].kind != RL_LEAF_TEXT || !text.size || text.size > MAX_NOTICE_BYTES) continue;
        bool is_silent = is_remark(&page->columns, leaves[i].node) ||
                         (rl_has_word_in_any_case(text, RL_NOTICE_WORDS) && is_notice(&page->columns, leaves[i].node));
        if (is_silent)
            leaves[i].text.size = leaves[i].source.size = 0;
    }
}
