#include "columns.h"

#include <string.h>

#define RL_ATTRIBUTE_TEXT(name, text) text,
const char *const RL_ATTRIBUTE_NAMES[RL_KNOWN_ATTRIBUTES] = {RL_ATTRIBUTES(RL_ATTRIBUTE_TEXT)};

void rl_columns_begin(rl_columns *columns, rl_pool *pool, const uint8_t *source, size_t size) {
    memset(columns, 0, sizeof *columns);
    if (size > INT32_MAX) rl_fail(pool);
    columns->pool = pool;
    columns->source = source;
    columns->source_size = (uint32_t)size;
    for (int i = 0; i < RL_KNOWN_ATTRIBUTES; i++) {
        const char *name = RL_ATTRIBUTE_NAMES[i];
        rl_attribute_name_add(columns, rl_extra_put(columns, (const uint8_t *)name, strlen(name)));
    }
}

uint8_t *rl_extra_reserve(rl_columns *columns, size_t size) {
    size_t needed = rl_add(columns->pool, columns->extra_size, size);
    if (needed > INT32_MAX) rl_fail(columns->pool);  /* with the source, offsets stay below 2³² */
    if (needed > columns->extra_room) {
        size_t room = rl_room(columns->pool, columns->extra_room ? columns->extra_room : 4096, needed);
        RL_RESIZE(columns->pool, columns->extra, uint8_t, room);
        columns->extra_room = room > INT32_MAX ? INT32_MAX : (uint32_t)room;
    }
    return columns->extra + columns->extra_size;
}

rl_slice rl_extra_keep(rl_columns *columns, size_t size) {
    if (size > columns->extra_room - columns->extra_size) rl_fail(columns->pool);
    rl_slice slice = {columns->source_size + columns->extra_size, (uint32_t)size};
    columns->extra_size += (uint32_t)size;
    return slice;
}

rl_slice rl_extra_put(rl_columns *columns, const uint8_t *bytes, size_t size) {
    memcpy(rl_extra_reserve(columns, size), bytes, size);
    return rl_extra_keep(columns, size);
}

/* Room for one more item; sizes of columns are kept below 2³¹. */
static int32_t next_room(rl_pool *pool, int32_t room, int32_t count) {
    if (count < room) return room;
    size_t wanted = rl_room(pool, room ? (size_t)room : 512, (size_t)count + 1);
    if (wanted > INT32_MAX / 2) rl_fail(pool);
    return (int32_t)wanted;
}

static void make_room(rl_columns *columns, int32_t room) {
    size_t many = (size_t)room;
    RL_RESIZE(columns->pool, columns->parent, int32_t, many);
    RL_RESIZE(columns->pool, columns->end, int32_t, many);
    RL_RESIZE(columns->pool, columns->tag, int32_t, many);
    RL_RESIZE(columns->pool, columns->content, rl_slice, many);
    RL_RESIZE(columns->pool, columns->start, uint32_t, many);
    RL_RESIZE(columns->pool, columns->stop, uint32_t, many);
    RL_RESIZE(columns->pool, columns->blank, uint8_t, many);
    columns->room = room;
}

static void make_attribute_room(rl_columns *columns, int32_t room) {
    RL_RESIZE(columns->pool, columns->attribute_name, int32_t, (size_t)room);
    RL_RESIZE(columns->pool, columns->attribute_value, rl_slice, (size_t)room);
    columns->attribute_room = room;
}

void rl_columns_reserve(rl_columns *columns, int32_t rows, int32_t attributes) {
    if (rows > columns->room) make_room(columns, rows);
    if (attributes > columns->attribute_room) make_attribute_room(columns, attributes);
}

int32_t rl_row_add(rl_columns *columns) {
    int32_t row = columns->count;
    if (row == columns->room) make_room(columns, next_room(columns->pool, columns->room, row));
    columns->parent[row] = -1;
    columns->end[row] = 0;
    columns->tag[row] = RL_TAG_TEXT;
    columns->content[row] = (rl_slice){0, 0};
    columns->start[row] = columns->stop[row] = 0;
    columns->blank[row] = 0;
    columns->count = row + 1;
    return row;
}

int32_t rl_attribute_add(rl_columns *columns, int32_t name, rl_slice value) {
    int32_t index = columns->attribute_count;
    if (index == columns->attribute_room)
        make_attribute_room(columns, next_room(columns->pool, columns->attribute_room, index));
    columns->attribute_name[index] = name;
    columns->attribute_value[index] = value;
    columns->attribute_count = index + 1;
    return index;
}

static int32_t add_name(rl_pool *pool, rl_slice **names, int32_t *count, int32_t *room, rl_slice name) {
    if (*count == *room) {
        int32_t more = next_room(pool, *room ? *room : 64, *count);
        *names = rl_resize(pool, *names, (size_t)more, sizeof(rl_slice));
        *room = more;
    }
    (*names)[*count] = name;
    return (*count)++;
}

int32_t rl_tag_name_add(rl_columns *columns, rl_slice name) {
    return add_name(columns->pool, &columns->tag_names, &columns->tag_name_count, &columns->tag_name_room, name);
}

int32_t rl_attribute_name_add(rl_columns *columns, rl_slice name) {
    return add_name(columns->pool, &columns->attribute_names, &columns->attribute_name_count,
                    &columns->attribute_name_room, name);
}

static bool is_ascii_space(uint8_t byte) {
    return byte == ' ' || (byte >= 9 && byte <= 13) || (byte >= 28 && byte <= 31);
}

bool rl_is_blank(const uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size;) {
        if (is_ascii_space(bytes[i])) {
            i++;
            continue;
        }
        if (bytes[i] < 0x80) return false;
        uint8_t first = bytes[i], second = i + 1 < size ? bytes[i + 1] : 0, third = i + 2 < size ? bytes[i + 2] : 0;
        if (first == 0xC2 && (second == 0x85 || second == 0xA0)) {
            i += 2;
        } else if ((first == 0xE1 && second == 0x9A && third == 0x80) ||
                   (first == 0xE2 && second == 0x80 &&
                    ((third >= 0x80 && third <= 0x8A) || third == 0xA8 || third == 0xA9 || third == 0xAF)) ||
                   (first == 0xE2 && second == 0x81 && third == 0x9F) ||
                   (first == 0xE3 && second == 0x80 && third == 0x80)) {
            i += 3;
        } else {
            return false;
        }
    }
    return size > 0;
}
