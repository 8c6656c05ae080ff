/* Any columns that `Page.build` may be given: trees that no parser makes, in the reader and the writer.

   A row is a byte that says how many elements it closes, whether it is a text, and how many attributes it has; then its
   tag, attributes and texts. A string is a byte for its length, then its bytes. */
#include <string.h>

#include "harness.h"
#include "utf8.h"

enum { UNKNOWN_NAMES = 2, LONGEST_STRING = 63, NO_VALUE = 255, MOST_ROWS = 4000 };

/* Python hands over UTF-8: bytes that are none become question marks. */
static rl_slice put_string(rl_columns *columns, byte_stream *stream, size_t most) {
    rl_view bytes = next_bytes(stream, most);
    uint8_t *to = rl_extra_reserve(columns, bytes.size);
    size_t size = 0;
    for (const uint8_t *at = bytes.bytes, *end = at + bytes.size; at < end;) {
        const uint8_t *before = at;
        bool is_right = rl_decode(&at, end) != RL_REPLACEMENT;
        if (is_right) memcpy(to + size, before, (size_t)(at - before));
        else to[size] = '?';
        size += is_right ? (size_t)(at - before) : 1;
    }
    return rl_extra_keep(columns, size);
}

static bool has_name(const rl_columns *columns, int32_t first, int32_t name) {
    for (int32_t i = first; i < columns->attribute_count; i++)
        if (columns->attribute_name[i] == name) return true;
    return false;
}

static void put_attributes(rl_columns *columns, int32_t row, int count, byte_stream *stream) {
    int32_t first = columns->attribute_count;
    for (int i = 0; i < count; i++) {
        int32_t name = next_byte(stream) % (RL_KNOWN_ATTRIBUTES + UNKNOWN_NAMES);
        uint8_t size = next_byte(stream);
        rl_slice value = {0, RL_NO_VALUE};
        if (has_name(columns, first, name)) continue;  /* the attributes of a row are a dict */
        if (size != NO_VALUE) value = put_string(columns, stream, size & LONGEST_STRING);
        rl_attribute_add(columns, name, value);
    }
    columns->content[row] = (rl_slice){(uint32_t)first, (uint32_t)(columns->attribute_count - first)};
}

/* The element around a new row: the row before, or one around that. */
static int32_t parent_of(const rl_columns *columns, int32_t row, int closed) {
    int32_t parent = row - 1;
    if (parent >= 0 && columns->tag[parent] == RL_TAG_TEXT) parent = columns->parent[parent];
    for (; closed && parent > 0; closed--) parent = columns->parent[parent];
    return parent;
}

static void put_row(rl_columns *columns, byte_stream *stream) {
    uint8_t kind = next_byte(stream);
    int32_t row = rl_row_add(columns), parent = parent_of(columns, row, kind & 7);
    columns->parent[row] = parent;
    columns->start[row] = columns->stop[row] = RL_NO_PLACE;
    for (int32_t open = row - 1; open > parent; open = columns->parent[open]) columns->end[open] = row;
    if (row && kind & 8) {
        rl_slice text = put_string(columns, stream, next_byte(stream) & LONGEST_STRING);
        columns->content[row] = text;
        columns->blank[row] = rl_is_blank(rl_bytes(columns, text), text.length);
        return;
    }
    columns->tag[row] = next_byte(stream) % (RL_UNKNOWN + UNKNOWN_NAMES);
    if (columns->tag[row] == RL_TAG_TEXT) columns->tag[row] = RL_TAG_DIV;
    put_attributes(columns, row, kind >> 4 & 3, stream);
}

static void build_columns(const fuzz_input *input, rl_columns *columns) {
    static const char *const NAMES[UNKNOWN_NAMES] = {"x-card", "data-x"};
    byte_stream stream = {input->source, input->source + input->size};
    for (int i = 0; i < UNKNOWN_NAMES; i++) {
        const uint8_t *name = (const uint8_t *)NAMES[i];
        rl_tag_name_add(columns, rl_extra_put(columns, name, strlen(NAMES[i])));
        rl_attribute_name_add(columns, rl_extra_put(columns, name, strlen(NAMES[i])));
    }
    do put_row(columns, &stream);
    while (stream.at < stream.end && columns->count < MOST_ROWS);
    for (int32_t open = columns->count - 1; open >= 0; open = columns->parent[open]) columns->end[open] = columns->count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = read_input(data, size);
    rl_page page = {0};
    rl_pool scratch;
    rl_pool_begin(&page.pool, most_bytes(size));
    rl_pool_begin(&scratch, (size_t)1 << 32);
    if (!RL_TRY(&page.pool) || !RL_TRY(&scratch)) fail_for_memory();
    rl_columns_begin(&page.columns, &page.pool, (const uint8_t *)"", 0);
    build_columns(&input, &page.columns);
    rl_derive(&page.columns, &scratch, &page.derived);
    check_derived(&page);
    use_reader(&input, &page, &scratch);
    use_writer(&input, &page, &scratch);
    rl_pool_end(&scratch);
    rl_pool_end(&page.pool);
    return 0;
}
