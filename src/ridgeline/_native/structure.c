#include "structure.h"

#include <string.h>

#include "lowering.h"

enum { MOST_WORD = 64 };  /* bytes of a word that is looked up */

void rl_sign_table_begin(rl_sign_table *table, rl_pool *pool) {
    memset(table, 0, sizeof *table);
    for (int i = 0; i < RL_SIGN_LOOKED_UP; i++) rl_distinct_begin(&table->texts[i], pool, rl_seed_make(pool));
}

static uint32_t size_bit(size_t size) { return 1u << (size < 31 ? size : 31); }

static void add_part(rl_sign_table *table, rl_view text, int kind) {
    rl_pool *pool = table->texts[0].pool;
    if (table->part_count == table->part_room) {
        table->part_room = (int32_t)rl_room(pool, (size_t)table->part_room, (size_t)table->part_count + 1);
        RL_RESIZE(pool, table->parts, rl_sign_part, (size_t)table->part_room);
    }
    rl_word word = {(const char *)text.bytes, (uint8_t)(text.size < MOST_WORD ? text.size : MOST_WORD)};
    table->parts[table->part_count++] = (rl_sign_part){word, UINT64_C(1) << kind};
}

void rl_sign_table_add(rl_sign_table *table, int sort, rl_view text, int kind) {
    if (!text.size) return;
    if (sort == RL_SIGN_PART) {
        add_part(table, text, kind);
        return;
    }
    rl_distinct *texts = &table->texts[sort];
    int32_t count = texts->count, number = rl_distinct_add(texts, text.bytes, text.size);
    if (texts->count > table->room[sort]) {
        table->room[sort] = (int32_t)rl_room(texts->pool, (size_t)table->room[sort], (size_t)texts->count);
        RL_RESIZE(texts->pool, table->kinds[sort], uint64_t, (size_t)table->room[sort]);
    }
    if (texts->count > count) table->kinds[sort][number] = 0;
    table->kinds[sort][number] |= UINT64_C(1) << kind;
    table->sizes[sort][*text.bytes] |= size_bit(text.size);
}

static uint64_t look_up(const rl_sign_table *table, int sort, rl_view text) {
    if (!text.size || !(table->sizes[sort][*text.bytes] & size_bit(text.size))) return 0;
    int32_t number = rl_distinct_find(&table->texts[sort], text.bytes, text.size);
    return number < 0 ? 0 : table->kinds[sort][number];
}

static bool is_word_end(uint8_t byte) { return byte <= ' ' || byte == '-' || byte == '_' || byte == ':'; }

/* The kinds that the names in a class, an id or a role call: whole names, and the words in them. */
static uint64_t kinds_of_names(const rl_sign_table *table, rl_view names) {
    uint8_t name[MOST_WORD];
    size_t size = 0, word = 0;
    uint64_t kinds = 0;
    for (size_t i = 0; i <= names.size; i++) {
        uint8_t byte = i < names.size ? names.bytes[i] : ' ';
        if (!is_word_end(byte)) {
            if (size < MOST_WORD) name[size++] = byte < 0x80 ? (uint8_t)RL_ASCII_LOWER[byte] : byte;
            continue;
        }
        if (size > word) kinds |= look_up(table, RL_SIGN_WORD, (rl_view){name + word, size - word});
        if (byte > ' ') {
            if (size < MOST_WORD) name[size++] = byte;
            word = size;
        } else {
            if (word) kinds |= look_up(table, RL_SIGN_WORD, (rl_view){name, size});
            size = word = 0;
        }
    }
    return kinds;
}

static uint64_t kinds_of_tag(const rl_sign_table *table, const rl_columns *columns, int32_t tag) {
    if (tag < RL_UNKNOWN) return table->by_tag[tag];
    rl_slice name = columns->tag_names[tag - RL_UNKNOWN];
    return look_up(table, RL_SIGN_TAG, (rl_view){rl_bytes(columns, name), name.length});
}

/* By name of an attribute of the page: the kinds that it calls. */
static uint64_t *read_attribute_names(const rl_sign_table *table, const rl_columns *columns, rl_pool *pool) {
    uint64_t *kinds = RL_TAKE(pool, uint64_t, (size_t)columns->attribute_name_count + 1);
    for (int32_t i = 0; i < columns->attribute_name_count; i++) {
        rl_slice name = columns->attribute_names[i];
        kinds[i] = look_up(table, RL_SIGN_ATTRIBUTE, (rl_view){rl_bytes(columns, name), name.length});
    }
    return kinds;
}

static uint64_t kinds_of_style(const rl_sign_table *table, rl_view style) {
    const rl_distinct *properties = &table->texts[RL_SIGN_STYLE];
    uint64_t kinds = 0;
    for (int32_t i = 0; i < properties->count; i++) {
        rl_word word = {(const char *)properties->views[i].bytes, (uint8_t)properties->views[i].size};
        if (rl_has_word_in_any_case(style, (rl_word_list){&word, 1})) kinds |= table->kinds[RL_SIGN_STYLE][i];
    }
    return kinds;
}

static uint64_t kinds_of_row(const rl_sign_table *table, const rl_columns *columns, int32_t row,
                             const uint64_t *by_attribute) {
    uint64_t kinds = kinds_of_tag(table, columns, columns->tag[row]);
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        int32_t name = columns->attribute_name[i];
        rl_slice value = columns->attribute_value[i];
        kinds |= by_attribute[name];
        if (name == RL_ATTRIBUTE_STYLE && value.length && value.length != RL_NO_VALUE)
            kinds |= kinds_of_style(table, (rl_view){rl_bytes(columns, value), value.length});
        if ((name == RL_ATTRIBUTE_CLASS || name == RL_ATTRIBUTE_ID || name == RL_ATTRIBUTE_ROLE) && value.length && value.length != RL_NO_VALUE)
            kinds |= kinds_of_names(table, (rl_view){rl_bytes(columns, value), value.length});
    }
    return kinds;
}

/* By byte that stands where a word would end: how far the next place is where it may. */
static void read_strides(rl_word word, uint8_t strides[256]) {
    memset(strides, word.size, 256);
    for (int i = 0; i + 1 < word.size; i++) {
        uint8_t byte = (uint8_t)word.bytes[i], stride = (uint8_t)(word.size - 1 - i);
        strides[byte] = stride;
        if (byte >= 'a' && byte <= 'z') strides[byte ^ 0x20] = stride;
    }
}

static bool ends_here(const uint8_t *last, rl_word word) {
    for (int i = 0; i < word.size; i++) {
        uint8_t byte = last[i + 1 - word.size];
        if ((byte < 0x80 ? (uint8_t)RL_ASCII_LOWER[byte] : byte) != (uint8_t)word.bytes[i]) return false;
    }
    return true;
}

/* Whether a part stands in a class anywhere on the page. */
static bool has_part(const rl_columns *columns, rl_word word) {
    uint8_t strides[256];
    read_strides(word, strides);
    for (int32_t i = 0; i < columns->attribute_count; i++) {
        rl_slice value = columns->attribute_value[i];
        if (columns->attribute_name[i] != RL_ATTRIBUTE_CLASS || value.length == RL_NO_VALUE) continue;
        const uint8_t *bytes = rl_bytes(columns, value);
        for (size_t last = (size_t)word.size - 1; last < value.length; last += strides[bytes[last]])
            if (ends_here(bytes + last, word)) return true;
    }
    return false;
}

/* The kinds that elements call wherever they stand, before the first kept leaf or after the last as well. */
static uint64_t kinds_anywhere(const rl_sign_table *table, const rl_columns *columns) {
    uint64_t kinds = 0;
    for (int32_t i = 0; i < columns->tag_name_count; i++) {
        rl_slice name = columns->tag_names[i];
        kinds |= look_up(table, RL_SIGN_ANYWHERE, (rl_view){rl_bytes(columns, name), name.length});
    }
    for (int32_t i = 0; i < columns->attribute_name_count; i++) {
        rl_slice name = columns->attribute_names[i];
        kinds |= look_up(table, RL_SIGN_ANYWHERE, (rl_view){rl_bytes(columns, name), name.length});
    }
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag < RL_UNKNOWN) kinds |= table->anywhere[tag];
        if (tag == RL_TAG_TEXT || tag == RL_TAG_IMG || tag == RL_TAG_SVG) continue;  /* pictures are leaves themselves */
        rl_slice own = columns->content[row];
        for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
            rl_slice value = columns->attribute_value[i];
            if (columns->attribute_name[i] != RL_ATTRIBUTE_ROLE || !value.length || value.length == RL_NO_VALUE) continue;
            kinds |= look_up(table, RL_SIGN_ANYWHERE, (rl_view){rl_bytes(columns, value), value.length});
        }
    }
    for (int32_t i = 0; i < table->part_count; i++)
        if ((table->parts[i].kind & ~kinds) && has_part(columns, table->parts[i].word)) kinds |= table->parts[i].kind;
    return kinds;
}

uint64_t rl_find_kinds(const rl_sign_table *table, const rl_kept_leaves *kept, rl_pool *pool) {
    const rl_columns *columns = &kept->page->columns;
    const uint64_t *by_attribute = read_attribute_names(table, columns, pool);
    uint64_t kinds = kinds_anywhere(table, columns);
    int32_t next = 0;
    for (int32_t row = 0; next < kept->count; row++) {
        int32_t leaf = rl_kept_node(kept, next);
        if (row == leaf) next++;
        if (columns->tag[row] != RL_TAG_TEXT && leaf < columns->end[row])
            kinds |= kinds_of_row(table, columns, row, by_attribute);
    }
    return kinds;
}
