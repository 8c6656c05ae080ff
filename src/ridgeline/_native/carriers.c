#include <string.h>

#include "kept.h"
#include "utf8.h"

enum {
    MAX_FLAG_TAGS = 7,        /* of a flag of a region: a letter or digit each, and the end */
    MIN_PRIVATE_SERIES = 8,   /* icons stand alone or, as stars, by five */
    BLACK_FLAG = 0x1F3F4,
    FIRST_IDEOGRAPH = 0x2E80,
    WORD_SPACE = 0x200B,
};

typedef enum { SHOWN, ZERO_WIDTH, SELECTOR, TAG, PRIVATE, OVERRIDE, EMBEDDING, POP } kind;

static kind kind_of(uint32_t point) {
    if (point < 0x180E) return SHOWN;
    if (point == 0x180E || (point >= WORD_SPACE && point <= 0x200D) || (point >= 0x2060 && point <= 0x2064) || point == 0xFEFF)
        return ZERO_WIDTH;
    if (point == 0x202D || point == 0x202E) return OVERRIDE;
    if (point == 0x202A || point == 0x202B) return EMBEDDING;
    if (point == 0x202C) return POP;
    if ((point >= 0xFE00 && point <= 0xFE0F) || (point >= 0xE0100 && point <= 0xE01EF)) return SELECTOR;
    if (point >= 0xE0000 && point <= 0xE0FFF) return TAG;
    return (point >= 0xE000 && point <= 0xF8FF) || point >= 0xF0000 ? PRIVATE : SHOWN;
}

/* Whether such a character may begin at a byte, by the first bytes of it. */
static bool may_begin(const uint8_t *at, const uint8_t *end) {
    uint8_t byte = *at, next = end - at > 1 ? at[1] : 0;
    if (byte < 0xE1) return false;
    if (byte >= 0xF3 || byte == 0xEE || (byte == 0xEF && (next <= 0xA3 || next == 0xB8 || next == 0xBB))) return true;
    if (byte != 0xE2 || (next != 0x80 && next != 0x81) || end - at < 3) return byte == 0xE1 && next == 0xA0;
    return next == 0x80 ? (at[2] >= 0x8B && at[2] <= 0x8D) || (at[2] >= 0xAA && at[2] <= 0xAE) : at[2] >= 0xA0 && at[2] <= 0xA4;
}

/* Past ASCII, eight bytes at a time: there may be some of it left. */
static const uint8_t *after_ascii(const uint8_t *at, const uint8_t *end) {
    for (uint64_t word; end - at >= (ptrdiff_t)sizeof word; at += sizeof word) {
        memcpy(&word, at, sizeof word);
        if (word & UINT64_C(0x8080808080808080)) break;
    }
    return at;
}

/* Whether a text may hold such characters. */
static bool may_carry(const uint8_t *bytes, size_t size) {
    const uint8_t *end = bytes + size;
    for (const uint8_t *at = bytes; (at = after_ascii(at, end)) < end;)
        for (const uint8_t *stop = end - at < 8 ? end : at + 8; at < stop; at++)
            if (may_begin(at, end)) return true;
    return false;
}

/* A series of characters of one kind. */
typedef struct {
    const uint8_t *start, *second, *end;
    uint32_t first, last;
    int32_t count;
} series;

static series read_series(const uint8_t *at, const uint8_t *end, kind own) {
    series read = {.start = at};
    while (at < end) {
        const uint8_t *next = at;
        uint32_t point = rl_decode(&next, end);
        if (kind_of(point) != own) break;
        if (!read.count++) read.first = point, read.second = next;
        read.last = point;
        at = next;
    }
    read.end = at;
    return read;
}

static bool is_ascii_word(uint32_t point) {
    uint32_t small = point | 0x20;
    return (small >= 'a' && small <= 'z') || (point >= '0' && point <= '9');
}

/* Up to where a series stays, given the character before it. */
static const uint8_t *kept_end(const series *own, kind of, uint32_t before) {
    switch (of) {
    case ZERO_WIDTH:  /* one joins or parts letters of some scripts, and emoji; in a Latin word it says nothing */
        return is_ascii_word(before) && (own->count > 1 || own->first != WORD_SPACE) ? own->start : own->second;
    case SELECTOR:  /* one chooses the form of the character before it */
        return own->first < 0x10000 || before >= FIRST_IDEOGRAPH ? own->second : own->start;
    case TAG: return before == BLACK_FLAG && own->count <= MAX_FLAG_TAGS && own->last == 0xE007F ? own->end : own->start;
    case PRIVATE: return own->count < MIN_PRIVATE_SERIES ? own->end : own->start;
    case OVERRIDE: return own->start;
    default: return own->end;
    }
}

/* Write a text without what carries; its size. */
static size_t write_shown(const uint8_t *at, const uint8_t *end, uint8_t *to) {
    const uint8_t *begin = to;
    int32_t embeddings = 0;
    for (uint32_t before = 0; at < end;) {
        const uint8_t *next = after_ascii(at, end);
        if (next > at) {
            memcpy(to, at, (size_t)(next - at));
            to += next - at;
            before = next[-1];
            at = next;
            if (at == end) break;
        }
        uint32_t point = rl_decode(&next, end);
        kind own = kind_of(point);
        const uint8_t *kept = next;
        if (own == EMBEDDING) embeddings++;
        else if (own == POP) kept = embeddings > 0 ? next : at, embeddings -= embeddings > 0;
        else if (own != SHOWN) {
            series all = read_series(at, end, own);
            kept = kept_end(&all, own, before);
            next = all.end;
        }
        memcpy(to, at, (size_t)(kept - at));
        to += kept - at;
        if (own == SHOWN) before = point;
        at = next;
    }
    return (size_t)(to - begin);
}

rl_view rl_without_carriers(rl_view text, rl_pool *pool) {
    if (!text.size || !may_carry(text.bytes, text.size)) return text;
    uint8_t *shown = RL_TAKE(pool, uint8_t, text.size);
    return (rl_view){shown, write_shown(text.bytes, rl_end_of(text), shown)};
}

static void push_carrier(rl_columns *columns, int32_t row) {
    if (columns->carrier_count == columns->carrier_room) {
        size_t room = rl_room(columns->pool, columns->carrier_room ? (size_t)columns->carrier_room : 16,
                              (size_t)columns->carrier_count + 1);
        RL_RESIZE(columns->pool, columns->carriers, rl_carrier, room);
        columns->carrier_room = (int32_t)room;
    }
    columns->carriers[columns->carrier_count++] = (rl_carrier){row, columns->content[row]};
}

void rl_drop_carriers(rl_columns *columns) {
    for (int32_t row = 0; row < columns->count; row++) {
        rl_slice text = columns->content[row];
        if (columns->tag[row] != RL_TAG_TEXT || columns->blank[row]) continue;
        if (!may_carry(rl_bytes(columns, text), text.length)) continue;
        uint8_t *to = rl_extra_reserve(columns, text.length);
        const uint8_t *bytes = rl_bytes(columns, text);
        size_t size = write_shown(bytes, bytes + text.length, to);
        if (size == text.length) continue;
        push_carrier(columns, row);
        columns->blank[row] = rl_is_blank(to, size) || !size;
        columns->content[row] = rl_extra_keep(columns, size);
    }
}
