#include "references.h"

#include <string.h>

#include "parser_tables.h"

_Static_assert(sizeof RL_REFERENCE[0].value <= RL_REFERENCE_BYTES, "values fit");

static uint8_t encode(uint32_t character, uint8_t *bytes) {
    if (character < 0x80) {
        bytes[0] = (uint8_t)character;
        return 1;
    }
    if (character < 0x800) {
        bytes[0] = (uint8_t)(0xC0 | character >> 6);
        bytes[1] = (uint8_t)(0x80 | (character & 0x3F));
        return 2;
    }
    if (character < 0x10000) {
        bytes[0] = (uint8_t)(0xE0 | character >> 12);
        bytes[1] = (uint8_t)(0x80 | (character >> 6 & 0x3F));
        bytes[2] = (uint8_t)(0x80 | (character & 0x3F));
        return 3;
    }
    bytes[0] = (uint8_t)(0xF0 | character >> 18);
    bytes[1] = (uint8_t)(0x80 | (character >> 12 & 0x3F));
    bytes[2] = (uint8_t)(0x80 | (character >> 6 & 0x3F));
    bytes[3] = (uint8_t)(0x80 | (character & 0x3F));
    return 4;
}

/* The value of a digit, or -1. */
static int digit(uint8_t byte, bool hexadecimal) {
    if (RL_BYTE_CLASS[byte] & RL_BYTE_DIGIT) return byte - '0';
    if (hexadecimal && RL_BYTE_CLASS[byte] & RL_BYTE_HEX_LETTER) return RL_LOWER[byte] - 'a' + 10;
    return -1;
}

/* The numeric character reference end state. */
static uint32_t meant(uint32_t number) {
    if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000)) return 0xFFFD;
    return number >= 0x80 && number < 0xA0 ? RL_WINDOWS_1252[number - 0x80] : number;
}

static rl_reference ampersand(void) { return (rl_reference){1, 1, {'&'}}; }

static rl_reference read_number(const uint8_t *text, const uint8_t *end) {
    const uint8_t *next = text + 2;
    bool hexadecimal = next < end && (*next == 'x' || *next == 'X');
    if (hexadecimal) next++;
    const uint8_t *first = next;
    uint32_t number = 0;
    for (int value; next < end && (value = digit(*next, hexadecimal)) >= 0; next++)
        if (number <= 0x10FFFF) number = number * (hexadecimal ? 16 : 10) + (uint32_t)value;
    if (next == first) return ampersand();
    if (next < end && *next == ';') next++;
    rl_reference found = {(size_t)(next - text), 0, {0}};
    found.length = encode(meant(number), found.bytes);
    return found;
}

/* The byte of a name; names end with a NUL, which sorts before all others. */
static uint8_t letter(int reference, size_t position) {
    return (uint8_t)RL_REFERENCE[reference].name[position];
}

/* Of the sorted references from `low` up to `high`, which agree up to `position`, the first with at least this byte
   there. */
static int first_with(int low, int high, size_t position, int byte) {
    while (low < high) {
        int middle = (low + high) / 2;
        if (letter(middle, position) < byte) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* The references that pages use most, none of which begins a longer one. */
static const struct {
    size_t size;
    char name[7];
    rl_reference value;
} COMMON[] = {
    {6, "&quot;", {6, 1, {'"'}}}, {5, "&amp;", {5, 1, {'&'}}}, {6, "&nbsp;", {6, 2, {0xC2, 0xA0}}},
    {4, "&lt;", {4, 1, {'<'}}},   {4, "&gt;", {4, 1, {'>'}}},
};

static const rl_reference *common(const uint8_t *text, const uint8_t *end) {
    for (size_t i = 0; i < sizeof COMMON / sizeof COMMON[0]; i++)
        if ((size_t)(end - text) >= COMMON[i].size && !memcmp(text, COMMON[i].name, COMMON[i].size))
            return &COMMON[i].value;
    return NULL;
}

/* The longest name that the text begins with, or -1. */
static int longest(const uint8_t *name, const uint8_t *end) {
    int low = RL_FIRST_REFERENCE[*name], high = RL_FIRST_REFERENCE[*name + 1], found = -1;
    for (size_t length = 1; low < high; length++) {
        if (RL_REFERENCE[low].length == length) found = low;  /* of those that agree the shortest comes first */
        if (name + length >= end || name[length] == 0) break;
        low = first_with(low, high, length, name[length]);
        high = first_with(low, high, length, name[length] + 1);
    }
    return found;
}

static rl_reference read_name(const uint8_t *text, const uint8_t *end, bool in_attribute) {
    const rl_reference *frequent = common(text, end);
    if (frequent) return *frequent;
    int number = longest(text + 1, end);
    if (number < 0) return ampersand();
    const rl_named_reference *named = &RL_REFERENCE[number];
    const uint8_t *after = text + 1 + named->length;
    bool in_a_word = after < end && (*after == '=' || RL_BYTE_CLASS[*after] & (RL_BYTE_LETTER | RL_BYTE_DIGIT));
    if (in_attribute && in_a_word && after[-1] != ';') return ampersand();  /* such as ?a=1&copy=2 */
    rl_reference found = {(size_t)(after - text), named->value_length, {0}};
    memcpy(found.bytes, named->value, named->value_length);
    return found;
}

rl_reference rl_read_reference(const uint8_t *text, const uint8_t *end, bool in_attribute) {
    if (text + 1 >= end) return ampersand();
    if (text[1] == '#') return read_number(text, end);
    return RL_BYTE_CLASS[text[1]] & RL_BYTE_LETTER ? read_name(text, end, in_attribute) : ampersand();
}
