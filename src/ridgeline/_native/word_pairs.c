#include "word_pairs.h"

#include <string.h>

static uint8_t lowered(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte | 0x20) : byte; }
static bool is_word_byte(uint8_t byte) {
    static const uint64_t WORDS[4] = {UINT64_C(0x03FF000000000000), UINT64_C(0x07FFFFFE87FFFFFE)};  /* 0-9, A-Z, _, a-z */
    return WORDS[byte >> 6] >> (byte & 63) & 1;
}

/* The last five bits of a byte, which its case does not change. */
static unsigned bits_of(uint8_t byte) { return byte & 31; }

/* Add the beginning of a word to the table; what it is too short for may be anything. */
static void add_beginning(rl_word_pairs *pairs, rl_view word) {
    for (unsigned second = 0; second < 32; second++) {
        if (word.size > 1 && second != bits_of(word.bytes[1])) continue;
        pairs->beginnings[bits_of(word.bytes[0])][second] |= word.size > 2 ? UINT32_C(1) << bits_of(word.bytes[2]) : UINT32_MAX;
    }
}

void rl_word_pairs_index(rl_word_pairs *pairs) {
    memset(pairs->by_first_byte, 0, sizeof pairs->by_first_byte);
    memset(pairs->beginnings, 0, sizeof pairs->beginnings);
    for (int byte = 0; byte < 256; byte++) pairs->is_word[byte] = is_word_byte((uint8_t)byte);
    for (int i = 0; i < pairs->count; i++) {
        uint8_t *place = &pairs->by_first_byte[pairs->words[i].text.bytes[0]];
        pairs->next[i] = *place;
        *place = (uint8_t)(i + 1);
        add_beginning(pairs, pairs->words[i].text);
    }
}

/* Whether the first three bytes may be those of a word: of most of a text they are not. */
static bool may_begin_word(const rl_word_pairs *pairs, const uint8_t *at, const uint8_t *end) {
    return end - at < 3 || pairs->beginnings[bits_of(at[0])][bits_of(at[1])] >> bits_of(at[2]) & 1;
}

static bool stands_at(const rl_pair_word *word, const uint8_t *at, const uint8_t *end) {
    size_t size = word->text.size;
    if ((size_t)(end - at) < size) return false;
    for (size_t i = 1; i < size; i++)
        if (lowered(at[i]) != word->text.bytes[i]) return false;
    return !word->is_whole || (size_t)(end - at) == size || !is_word_byte(at[size]);
}

/* Whether a byte begins letters that have another case, and in it may be letters of ASCII or of words to look for: ß and ſ,
   the Kelvin sign, ligatures, Cyrillic … */
static bool has_unknown_case(const uint8_t *at, const uint8_t *end) {
    uint8_t next = end - at > 1 ? at[1] : 0;
    switch (*at) {
    case 0xC3: return next == 0x9F;
    case 0xC4: return next == 0xB0;
    case 0xC5: return next == 0x89 || next == 0xBF;
    case 0xC7: return next == 0xB0;
    case 0xD0: case 0xD1: return true;
    case 0xE1: return next == 0xBA;
    case 0xE2: return next == 0x84 && end - at > 2 && at[2] == 0xAA;
    case 0xEF: return next == 0xAC;
    default: return false;
    }
}

/* Whether these begin a space: of one of the blocks that spaces are in, whose other signs are not counted either. */
static bool may_be_space(const uint8_t *at, const uint8_t *end) {
    uint8_t next = end - at > 1 ? at[1] : 0;
    return (*at == 0xC2 && (next == 0xA0 || next == 0x85)) || (*at == 0xE2 && (next == 0x80 || next == 0x81)) ||
           (*at == 0xE3 && next == 0x80) || (*at == 0xE1 && next == 0x9A);
}

typedef struct {
    const rl_word_pairs *pairs;
    int64_t characters;           /* before the present one */
    int64_t last[RL_MOST_PAIRS];  /* by pair: where its first word ended last; one that goes on, where it began */
    uint32_t going_on;            /* pairs whose first word, or what it begins, has not ended */
    bool has_pair;                /* whether one ended since this was asked last */
    bool has_unknown_case;
} reader;

static void set_last(reader *reading, uint32_t which) {
    for (; which; which &= which - 1) reading->last[__builtin_ctz(which)] = reading->characters;
}

static void end_word(reader *reading) {
    set_last(reading, reading->going_on);
    reading->going_on = 0;
}

static void read_word(reader *reading, const rl_pair_word *word) {
    for (uint32_t second = word->second_of; second; second &= second - 1) {
        int pair = __builtin_ctz(second);
        reading->has_pair |= reading->characters - reading->last[pair] <= reading->pairs->gaps[pair];
    }
    set_last(reading, word->first_of);
    reading->going_on |= word->first_of;
}

static void look_up_words(reader *reading, const uint8_t *at, const uint8_t *end) {
    const rl_word_pairs *pairs = reading->pairs;
    if (!may_begin_word(pairs, at, end)) return;
    for (int i = pairs->by_first_byte[lowered(*at)]; i; i = pairs->next[i - 1])
        if (stands_at(&pairs->words[i - 1], at, end)) read_word(reading, &pairs->words[i - 1]);
}

/* Past a word of ASCII: words to look for begin only where it begins. */
static const uint8_t *read_ascii_word(reader *reading, const uint8_t *at, const uint8_t *end) {
    const uint8_t *begin = at;
    look_up_words(reading, at, end);
    do at++;
    while (at < end && reading->pairs->is_word[*at]);
    reading->characters += at - begin;
    return at;
}

/* Past a byte that is in no word of ASCII. */
static const uint8_t *read_other(reader *reading, const uint8_t *at, const uint8_t *end) {
    if (*at >= 0x80) {
        reading->has_unknown_case |= has_unknown_case(at, end);
        if ((*at & 0xC0) == 0x80) return at + 1;
    }
    look_up_words(reading, at, end);
    reading->characters += *at < 0x80 || !may_be_space(at, end);
    return at + 1;
}

static void read_text(reader *reading, const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        if (reading->pairs->is_word[*at]) {
            at = read_ascii_word(reading, at, end);
            continue;
        }
        if (reading->going_on && *at < 0x80) end_word(reading);
        if (*at > ' ') {
            at = read_other(reading, at, end);
            continue;
        }
        reading->characters++;
        do at++;
        while (at < end && *at <= ' ');
    }
    end_word(reading);
}

int32_t rl_leaves_with_pair(const rl_page *page, const rl_word_pairs *pairs, int32_t leaves[RL_MOST_PAIR_LEAVES]) {
    enum { FAR = 1 << 30 };
    reader reading = {.pairs = pairs, .characters = 0};
    bool has_first[RL_MOST_PAIRS] = {false};
    int32_t count = 0;
    for (int i = 0; i < pairs->count; i++)
        for (int pair = 0; pair < RL_MOST_PAIRS; pair++) has_first[pair] |= pairs->words[i].first_of >> pair & 1;
    for (int pair = 0; pair < RL_MOST_PAIRS; pair++) reading.last[pair] = has_first[pair] ? -(int64_t)FAR : INT64_MAX / 2;
    for (int32_t leaf = 0; leaf < page->derived.leaf_count; leaf++) {
        rl_view text = rl_text_of(&page->columns, page->derived.leaves[leaf]);
        read_text(&reading, text.bytes, rl_end_of(text));
        reading.characters++;  /* the space before the next */
        if (reading.has_unknown_case || (reading.has_pair && count == RL_MOST_PAIR_LEAVES)) return -1;
        if (reading.has_pair) leaves[count++] = leaf;
        reading.has_pair = false;
    }
    return count;
}
