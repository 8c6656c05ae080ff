/* The paragraphs of an outline as JSON objects: `ridgeline.output.json` says what they hold. */
#include "json_blocks.h"

#include <string.h>

static const char QUOTE = '"';

static void put(rl_json *json, const char *text) {
    rl_buffer_put(json->pool, &json->out, (const uint8_t *)text, strlen(text));
}

/* Whether one of eight bytes is a certain one: then it is zero in the difference. */
static uint64_t has_byte(uint64_t bytes, char byte) {
    static const uint64_t EACH = UINT64_C(0x0101010101010101), HIGH = UINT64_C(0x8080808080808080);
    const uint64_t difference = bytes ^ EACH * (uint8_t)byte;
    return (difference - EACH) & ~difference & HIGH;
}

/* Past what stands in JSON as it is, eight bytes at a time: there may be some of it left. */
static const uint8_t *after_plain(const uint8_t *at, const uint8_t *end) {
    static const uint64_t EACH = UINT64_C(0x0101010101010101), HIGH = UINT64_C(0x8080808080808080);
    for (uint64_t bytes; end - at >= (ptrdiff_t)sizeof bytes; at += sizeof bytes) {
        memcpy(&bytes, at, sizeof bytes);
        if (((bytes - EACH * ' ') & ~bytes & HIGH) | has_byte(bytes, QUOTE) | has_byte(bytes, '\\')) break;
    }
    return at;
}

void rl_json_put_escaped(rl_pool *pool, rl_buffer *out, rl_view text) {
    static const char HEX[] = "0123456789abcdef", SHORT[] = "btn\0fr";
    const uint8_t *plain = text.bytes, *end = rl_end_of(text);
    for (const uint8_t *at = after_plain(plain, end); at < end; at++) {
        if (*at >= 0x20 && *at != QUOTE && *at != '\\') continue;
        rl_buffer_put(pool, out, plain, (size_t)(at - plain));
        char sign = *at >= 0x20 ? (char)*at : *at >= '\b' && *at <= '\r' ? SHORT[*at - '\b'] : '\0';
        char escape[] = {'\\', sign ? sign : 'u', '0', '0', HEX[*at >> 4], HEX[*at & 15]};
        rl_buffer_put(pool, out, (const uint8_t *)escape, sign ? 2 : sizeof escape);
        plain = at + 1;
        at = after_plain(plain, end) - 1;
    }
    rl_buffer_put(pool, out, plain, (size_t)(end - plain));
}

static void put_escaped(rl_json *json, rl_view text) { rl_json_put_escaped(json->pool, &json->out, text); }

static void put_name(rl_json *json, int32_t node) {
    int32_t tag = json->outline->page->columns.tag[node];
    if (tag < json->name_count) put_escaped(json, json->names[tag]);
}

/* Put the names of the elements around a node, from the root down, and keep them in `path`. Of long paths only both ends: on a page nested
   to the parser's limit they would be most of the result. */
static void put_path_around(rl_json *json, int32_t node) {
    enum { FIRST = 16, LAST = 15 };  /* that are left, beside the node itself */
    const rl_page *page = json->outline->page;
    int32_t ends[FIRST + 1 + LAST] = {0}, above = page->derived.depth[node], count = above;
    if (count > (int32_t)(sizeof ends / sizeof *ends)) count = (int32_t)(sizeof ends / sizeof *ends);
    for (int32_t i = above - 1, row = page->columns.parent[node]; i >= 0 && row >= 0; i--, row = page->columns.parent[row]) {
        if (above == count || i < FIRST) ends[i] = row;
        else if (i >= above - LAST) ends[i - (above - count)] = row;
    }
    const size_t start = json->out.size;
    for (int32_t i = 0; i < count; i++) {
        if (above > count && i == FIRST) put(json, "\xE2\x80\xA6");
        else put_name(json, ends[i]);
        put(json, "/");
    }
    if (json->out.size - start > sizeof json->path) return;
    json->path_size = json->out.size - start;
    memcpy(json->path, json->out.bytes + start, json->path_size);
    json->path_of = page->columns.parent[node];
}

/* The names from the root down to a node; neighbours mostly share all but the last. */
static void put_path(rl_json *json, int32_t node) {
    const int32_t parent = json->outline->page->columns.parent[node];
    if (parent >= 0 && parent == json->path_of) rl_buffer_put(json->pool, &json->out, json->path, json->path_size);
    else if (parent >= 0) put_path_around(json, node);
    put_name(json, node);
}

static void put_number(rl_json *json, int32_t number) {
    char digits[12];
    size_t at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    rl_buffer_put(json->pool, &json->out, (const uint8_t *)digits + at, sizeof digits - at);
}

void rl_json_block(rl_json *json, const rl_part *part, int32_t role, const char *score) {
    rl_view text = rl_paragraph_text(json->outline, part, json->pool);
    int32_t node = json->outline->leaves[part->first].node;
    put(json, "{\"tag\": \"");
    if (text.size || node < 0) put(json, RL_PART_NAMES[role]);
    else put_name(json, node);
    put(json, "\", \"path\": \"");
    if (node >= 0) put_path(json, json->outline->page->derived.block[node]);
    put(json, "\", \"text\": \"");
    put_escaped(json, text);
    put(json, "\", \"score\": ");
    put(json, score);
    put(json, ", \"leaves\": [");
    bool is_first = true;
    for (int32_t i = part->first; i < part->end; i++) {
        int32_t leaf = json->outline->leaves[i].leaf;
        if (leaf < 0) continue;  /* one that the page does not have */
        if (!is_first) put(json, ", ");
        put_number(json, leaf);
        is_first = false;
    }
    put(json, "]}");
}
