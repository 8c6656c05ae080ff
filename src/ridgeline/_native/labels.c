/* The words of pictures that stand for a word: a tick in a table's cell, an emoji in a sentence. */
#include <string.h>

#include "buffer.h"
#include "characters.h"
#include "notation.h"
#include "notation_tables.h"
#include "signs.h"
#include "utf8.h"

enum {
    MAX_LABEL_LENGTH = 20,  /* characters: "Yes", "Not included"; a longer one describes a photograph */
    MAX_ICON_SIZE = 48,     /* pixels */
    MAX_LEVELS = 6,         /* of elements between a picture and its cell */
    MAX_NODES = 50,         /* of a picture in which a title is looked for */
};

/* Whether a leaf is all that a cell of a table holds. An element around it that holds others ends the search, so no
   element is looked at for two leaves. */
static bool is_alone_in_cell(const rl_page *page, int32_t leaf) {
    const rl_columns *columns = &page->columns;
    const int32_t *leaves = page->derived.leaves;
    int32_t before = leaf ? leaves[leaf - 1] : -1;
    int32_t after = leaf + 1 < page->derived.leaf_count ? leaves[leaf + 1] : columns->count;
    for (int32_t row = columns->parent[leaves[leaf]]; row > before; row = columns->parent[row]) {
        if (columns->end[row] > after) return false;
        if (rl_properties(columns->tag[row]) & RL_CELL) return true;
    }
    return false;
}

static bool has_icon_name(const rl_columns *columns, int32_t node, int32_t attribute) {
    rl_view value = rl_value(columns, node, attribute);
    if (value.size > RL_MAX_CLASS_LENGTH) value.size = RL_MAX_CLASS_LENGTH;
    return rl_has_word_in_any_case(value, RL_ICON_PARTS);
}

/* Whether a picture is a drawing or small, or is named as an icon. */
static bool is_icon(const rl_columns *columns, int32_t node) {
    if (columns->tag[node] == RL_TAG_SVG) return true;
    rl_view size = rl_value(columns, node, RL_ATTRIBUTE_WIDTH);
    int32_t pixels = rl_pixels(size.size ? size : rl_value(columns, node, RL_ATTRIBUTE_HEIGHT));
    if (pixels >= 0) return pixels <= MAX_ICON_SIZE;
    return has_icon_name(columns, node, RL_ATTRIBUTE_CLASS) || has_icon_name(columns, node, RL_ATTRIBUTE_SRC);
}

/* Whether a picture in a cell is a link or a button: what it does is no word of the table. */
static bool is_button(const rl_columns *columns, int32_t node) {
    for (int i = 0; i < MAX_LEVELS; i++) {
        node = columns->parent[node];
        if (node < 0 || rl_properties(columns->tag[node]) & RL_CELL) return false;
        if (columns->tag[node] == RL_TAG_A || columns->tag[node] == RL_TAG_BUTTON) return true;
    }
    return false;
}

static bool is_emoji(const rl_columns *columns, int32_t node) {
    rl_view classes = rl_value(columns, node, RL_ATTRIBUTE_CLASS);
    if (!rl_has_word_in_any_case(classes, RL_EMOJI_CLASSES)) return false;
    rl_sign sign;
    rl_sign_read(&sign, classes, RL_MAX_SIGN);
    for (rl_view rest = rl_sign_view(&sign); rest.size;)
        if (rl_is_word(rl_next_word(&rest, ""), RL_EMOJI_CLASSES)) return true;
    return false;
}

/* The title inside of a drawing. */
static rl_view title_of(const rl_columns *columns, int32_t node, rl_pool *pool) {
    int32_t title = node + 1, end = columns->end[node] < node + MAX_NODES ? columns->end[node] : node + MAX_NODES;
    rl_buffer text = {NULL, 0, 0};
    while (title < end && columns->tag[title] != RL_TAG_TITLE) title++;
    for (int32_t row = title; title < end && row < columns->end[title]; row++) {
        rl_view part = rl_text_of(columns, row);
        if (part.size) rl_buffer_put(pool, &text, part.bytes, part.size);
    }
    return rl_one_line((rl_view){text.bytes, text.size}, pool);
}

/* What a picture is called. */
static rl_view name_of(const rl_columns *columns, int32_t node, rl_pool *pool) {
    static const int32_t NAMES[] = {RL_ATTRIBUTE_ALT, RL_ATTRIBUTE_ARIA_LABEL, RL_ATTRIBUTE_TITLE};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        rl_view name = rl_one_line(rl_value(columns, node, NAMES[i]), pool);
        if (name.size) return name;
    }
    return columns->tag[node] == RL_TAG_SVG ? title_of(columns, node, pool) : (rl_view){NULL, 0};
}

static bool is_short(rl_view text) {
    int characters = 0;
    for (size_t i = 0; i < text.size && characters <= MAX_LABEL_LENGTH; i++) characters += !rl_continues(text.bytes[i]);
    return characters <= MAX_LABEL_LENGTH;
}

/* Selectors of a form, which follow many emoji, count as letters. */
static bool has_words(rl_view text) {
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        uint32_t point = rl_decode(&at, end);
        if ((rl_kind(point) & RL_KIND_WORD) && !(point >= 0xFE00 && point <= 0xFE0F)) return true;
    }
    return false;
}

rl_view rl_label_of(const rl_page *page, int32_t leaf, rl_pool *pool) {
    static const rl_view NONE = {NULL, 0};
    const rl_columns *columns = &page->columns;
    int32_t node = page->derived.leaves[leaf], tag = columns->tag[node];
    if (tag != RL_TAG_IMG && tag != RL_TAG_SVG) return NONE;
    bool is_word = is_alone_in_cell(page, leaf) && is_icon(columns, node) && !is_button(columns, node);
    if (!is_word && !is_emoji(columns, node)) return NONE;
    rl_view name = name_of(columns, node, pool);
    return is_short(name) && (is_word || !has_words(name)) ? name : NONE;
}
