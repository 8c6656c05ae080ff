#include "lowering.h"

#include <string.h>

#include "characters.h"
#include "utf8.h"

enum {
    CAPITAL_SIGMA = 0x3A3, FINAL_SIGMA = 0x3C2,
    CAPITAL_I_WITH_DOT = 0x130, DOT_ABOVE = 0x307,
};

const char RL_ASCII_LOWER[128 + 1] =
    "\0\1\2\3\4\5\6\7\10\t\n\13\14\r\16\17\20\21\22\23\24\25\26\27\30\31\32\33\34\35\36\37"
    " !\"#$%&'()*+,-./0123456789:;<=>?"
    "@abcdefghijklmnopqrstuvwxyz[\\]^_"
    "`abcdefghijklmnopqrstuvwxyz{|}~\177";

static const uint8_t *after_characters(const uint8_t *at, const uint8_t *end, size_t count) {
    for (; count && at < end; count--) rl_decode(&at, end);
    return at;
}

/* The character before `at`, which moves back to it. */
static uint32_t decode_back(const uint8_t *begin, const uint8_t **at) {
    const uint8_t *end = *at, *first = end - 1;
    while (first > begin && end - first < 4 && rl_continues(*first)) first--;
    const uint8_t *next = first;
    uint32_t point = rl_decode(&next, end);
    if (next != end) {  /* no UTF-8: one byte is a character */
        first = end - 1;
        point = RL_REPLACEMENT;
    }
    *at = first;
    return point;
}

/* Whether a sigma ends a word: the nearest character before it that is not ignored is cased, the nearest after it is
   not. What is ignored is looked at from the two sigmas around it at most, so this is linear in the text. */
static bool is_final(const uint8_t *begin, const uint8_t *sigma, const uint8_t *after, const uint8_t *end) {
    uint32_t point = 0;
    bool is_found = false;
    while (sigma > begin && !is_found) is_found = !rl_is_case_ignorable(point = decode_back(begin, &sigma));
    if (!is_found || !rl_is_cased(point)) return false;
    while (after < end)
        if (!rl_is_case_ignorable(point = rl_decode(&after, end))) return !rl_is_cased(point);
    return true;
}

/* Write a character that is not ASCII; where the next one goes. */
static uint8_t *put_lower(uint8_t *to, uint32_t point) {
    to += rl_encode(to, rl_lower(point));  /* if that is ASCII, it is a letter */
    if (point == CAPITAL_I_WITH_DOT) to += rl_encode(to, DOT_ABOVE);
    return to;
}

uint8_t *rl_lower_text(uint8_t *to, const char *table, rl_view text, size_t *left) {
    if (!text.size) return to;
    const uint8_t *at = text.bytes, *end = at + text.size, *cut = NULL;
    size_t rest = *left;
    for (; rest && at < end; rest--) {
        const uint8_t *before = at, *ascii_end = (size_t)(end - at) > rest ? at + rest : end;
        while (at < ascii_end && *at < 0x80) *to++ = (uint8_t)table[*at++];
        rest -= (size_t)(at - before);
        if (at == ascii_end) break;
        before = at;
        uint32_t point = rl_decode(&at, end);
        if (point == CAPITAL_SIGMA) {
            if (!cut) cut = after_characters(before, end, rest);
            if (is_final(text.bytes, before, at, cut)) point = FINAL_SIGMA;
        }
        to = put_lower(to, point);
    }
    *left = rest;
    return to;
}

rl_view rl_strip(rl_view text) {
    if (!text.size) return text;
    const uint8_t *start = text.bytes, *end = start + text.size;
    for (const uint8_t *at = start; at < end; start = at)
        if (!(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) break;
    while (end > start) {
        const uint8_t *last = end;
        if (!(rl_kind(rl_decode_last(start, &last)) & RL_KIND_SPACE)) break;
        end = last;
    }
    return (rl_view){start, (size_t)(end - start)};
}

rl_view rl_before(rl_view text, char byte) {
    const uint8_t *found = text.size ? memchr(text.bytes, byte, text.size) : NULL;
    return found ? (rl_view){text.bytes, (size_t)(found - text.bytes)} : text;
}

/* Below 0 where the text comes before the word, above 0 where it comes after it. */
static int compare(rl_view text, const rl_word *word) {
    size_t common = text.size < word->size ? text.size : word->size;
    int order = common ? memcmp(text.bytes, word->bytes, common) : 0;
    return order ? order : (text.size > word->size) - (text.size < word->size);
}

bool rl_is_word(rl_view text, rl_word_list list) {
    for (size_t first = 0, end = list.count; first < end;) {
        size_t middle = first + (end - first) / 2;
        int order = compare(text, &list.words[middle]);
        if (!order) return true;
        if (order < 0) end = middle;
        else first = middle + 1;
    }
    return false;
}

static bool has_word(rl_view text, const rl_word *word) {
    const uint8_t *at = text.bytes, *end = at + text.size;
    while ((size_t)(end - at) >= word->size) {
        const uint8_t *found = memchr(at, word->bytes[0], (size_t)(end - at) - word->size + 1);
        if (!found) return false;
        if (!memcmp(found, word->bytes, word->size)) return true;
        at = found + 1;
    }
    return false;
}

bool rl_has_word(rl_view text, rl_word_list list) {
    for (size_t i = 0; text.size && i < list.count; i++)
        if (has_word(text, &list.words[i])) return true;
    return false;
}

static uint8_t lower_byte(uint8_t byte) { return byte < 0x80 ? (uint8_t)RL_ASCII_LOWER[byte] : byte; }

static bool is_in_any_case(const uint8_t *bytes, const rl_word *word) {
    for (size_t i = 0; i < word->size; i++)
        if (lower_byte(bytes[i]) != (uint8_t)word->bytes[i]) return false;
    return true;
}

/* Of two bytes in any case: eight bits that tell most pairs apart. */
static uint8_t pair_of(const uint8_t *bytes) { return (uint8_t)((bytes[0] | 0x20) * 31 + (bytes[1] | 0x20)); }

bool rl_has_word_in_any_case(rl_view text, rl_word_list list) {
    uint64_t begun[4] = {0};  /* pairs of bytes that words begin with: hardly any place of a text has one of them */
    for (size_t i = 0; text.size && i < list.count; i++) {
        uint8_t pair = pair_of((const uint8_t *)list.words[i].bytes);  /* a word of one byte has a zero after it */
        if (list.words[i].size == 1) memset(begun, 0xFF, sizeof begun);
        begun[pair >> 6] |= UINT64_C(1) << (pair & 63);
    }
    for (size_t at = 0; at < text.size; at++) {
        uint8_t pair = at + 1 < text.size ? pair_of(text.bytes + at) : 0;
        if (at + 1 < text.size && !(begun[pair >> 6] >> (pair & 63) & 1)) continue;
        for (size_t i = 0; i < list.count; i++)
            if (list.words[i].size <= text.size - at && is_in_any_case(text.bytes + at, &list.words[i])) return true;
    }
    return false;
}

bool rl_ends_with_word(rl_view text, rl_word_list list) {
    for (size_t i = 0; i < list.count; i++) {
        const rl_word *word = &list.words[i];
        if (text.size < word->size) continue;
        if (!memcmp(text.bytes + text.size - word->size, word->bytes, word->size)) return true;
    }
    return false;
}
