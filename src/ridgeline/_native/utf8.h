/* UTF-8, one character at a time. */
#ifndef RIDGELINE_UTF8_H
#define RIDGELINE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

enum { RL_REPLACEMENT = 0xFFFD };  /* stands for what cannot be decoded */

static inline bool rl_continues(uint8_t byte) { return (byte & 0xC0) == 0x80; }

/* The character at `*at`, which is before `end`; `*at` moves on to the next one. A byte that begins no character is
   U+FFFD: encoded surrogates, overlong forms and what the end cuts off are one for every byte. */
static inline uint32_t rl_decode(const uint8_t **at, const uint8_t *end) {
    const uint8_t *byte = *at;
    uint32_t first = *byte;
    *at = byte + 1;
    if (first < 0x80) return first;
    if (first < 0xE0) {
        if (first < 0xC2 || end - byte < 2 || !rl_continues(byte[1])) return RL_REPLACEMENT;
        *at = byte + 2;
        return (first & 0x1F) << 6 | (byte[1] & 0x3Fu);
    }
    if (first < 0xF0) {
        if (end - byte < 3 || !rl_continues(byte[1]) || !rl_continues(byte[2])) return RL_REPLACEMENT;
        uint32_t point = (first & 0x0F) << 12 | (byte[1] & 0x3Fu) << 6 | (byte[2] & 0x3Fu);
        if (point < 0x800 || (point >= 0xD800 && point < 0xE000)) return RL_REPLACEMENT;
        *at = byte + 3;
        return point;
    }
    if (end - byte < 4 || !rl_continues(byte[1]) || !rl_continues(byte[2]) || !rl_continues(byte[3]))
        return RL_REPLACEMENT;
    uint32_t point =
        (first & 0x0F) << 18 | (byte[1] & 0x3Fu) << 12 | (byte[2] & 0x3Fu) << 6 | (byte[3] & 0x3Fu);
    if (point < 0x10000 || point >= 0x110000) return RL_REPLACEMENT;
    *at = byte + 4;
    return point;
}

/* The last character before `*end`, which is after `begin`; `*end` moves back to where it begins. */
static inline uint32_t rl_decode_last(const uint8_t *begin, const uint8_t **end) {
    const uint8_t *last = *end, *at = last - 1;
    while (at > begin && last - at < 4 && rl_continues(*at)) at--;
    *end = at;
    uint32_t point = rl_decode(&at, last);
    if (at == last) return point;
    *end = last - 1;  /* bytes after the character: they continue nothing */
    return RL_REPLACEMENT;
}

/* Write a character, of up to 4 bytes; how many it has. */
static inline uint32_t rl_encode(uint8_t *out, uint32_t point) {
    if (point < 0x80) {
        out[0] = (uint8_t)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (uint8_t)(0xC0 | point >> 6);
        out[1] = (uint8_t)(0x80 | (point & 0x3F));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (uint8_t)(0xE0 | point >> 12);
        out[1] = (uint8_t)(0x80 | (point >> 6 & 0x3F));
        out[2] = (uint8_t)(0x80 | (point & 0x3F));
        return 3;
    }
    out[0] = (uint8_t)(0xF0 | (point >> 18 & 0x07));
    out[1] = (uint8_t)(0x80 | (point >> 12 & 0x3F));
    out[2] = (uint8_t)(0x80 | (point >> 6 & 0x3F));
    out[3] = (uint8_t)(0x80 | (point & 0x3F));
    return 4;
}

#endif
