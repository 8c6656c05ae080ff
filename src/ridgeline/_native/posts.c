#include "posts.h"

#include <string.h>

#include "characters.h"
#include "lowering.h"
#include "post_tables.h"
#include "utf8.h"

enum {
    MAX_WORD_BYTES = RL_POST_NAME_LENGTH * RL_LOWER_CHARACTER_BYTES,
};

/* That a name has which has a word for it, is one, or is one without what parts its words. */
static const uint32_t OF_ANY_FORM = RL_POST_QUOTE | RL_POST_VOTES | RL_POST_DISLIKES | RL_POST_ACCEPTED | RL_POST_OWN_TEXT |
                                    RL_POST_BESIDE_CONTENT | RL_POST_BODY | RL_POST_REPLY;
static const uint32_t OF_WORDS = RL_POST_ANSWERS | RL_POST_QUESTIONS | RL_POST_REVIEWS | RL_POST_COMMENTS;
static const uint32_t OF_WHOLE_NAMES = RL_POST_FORUM | RL_POST_REPLIES;

static inline bool is_small(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }
static inline bool is_capital(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }
static inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

uint32_t rl_post_word_bits(const uint8_t *word, size_t size) {
    uint32_t hash = 0;
    for (size_t i = 0; i < size; i++) hash = hash * RL_POST_HASH_FACTOR + word[i];
    for (uint32_t slot = hash % RL_POST_WORD_SLOTS; RL_POST_WORD_SLOT[slot]; slot = (slot + 1) % RL_POST_WORD_SLOTS) {
        const rl_post_word *known = &RL_POST_WORDS[RL_POST_WORD_SLOT[slot]];
        if (known->size == size && !memcmp(word, known->bytes, size)) return known->bits;
    }
    return 0;
}

/* --- Names. */

static const uint8_t *cut(const uint8_t *at, const uint8_t *end, int characters) {
    if (end - at <= characters) return end;
    while (characters-- && at < end) rl_decode(&at, end);
    return at;
}

static bool is_foreign_letter(const uint8_t *at, const uint8_t *end, const uint8_t **next) {
    if (at >= end || *at < 0x80) return false;
    *next = at;
    return (rl_kind(rl_decode(next, end)) & RL_KIND_LETTER) != 0;
}

/* One past the word that begins at `at`: small letters after at most one capital, capitals, digits, or other letters.
   `at` itself where none begins there. */
static const uint8_t *after_word(const uint8_t *at, const uint8_t *end) {
    const uint8_t *begin = at, *next;
    while (at < end && is_digit(*at)) at++;
    if (at > begin) return at;
    while (at < end && is_capital(*at)) at++;
    if (at - begin > 1) return at < end && is_small(*at) ? at - 1 : at;
    while (at < end && is_small(*at)) at++;
    if (at > begin) return at;
    while (is_foreign_letter(at, end, &next)) at = next;
    return at;
}

typedef struct {
    uint32_t words;      /* of its words */
    uint32_t whole;      /* of the name, and of its words without what parts them */
    uint32_t own;        /* of the name alone */
    bool is_record;
    bool is_common;      /* all its words are those of bodies that other content has, too */
} name_bits;

size_t rl_post_lower(uint8_t *to, const uint8_t *begin, const uint8_t *end) {
    size_t size = 0;
    while (begin + size < end && begin[size] < 0x80 && size < RL_POST_NAME_LENGTH) {
        to[size] = (uint8_t)RL_ASCII_LOWER[begin[size]];
        size++;
    }
    if (begin + size == end) return size;
    size_t left = RL_POST_NAME_LENGTH;
    return (size_t)(rl_lower_text(to, RL_ASCII_LOWER, (rl_view){begin, (size_t)(end - begin)}, &left) - to);
}

/* The lower case of a name in ASCII; false for any other. There is room for RL_POST_NAME_LENGTH bytes. */
static bool lower_ascii(uint8_t *to, const uint8_t *begin, const uint8_t *end) {
    for (const uint8_t *at = begin; at < end; at++) {
        if (*at >= 0x80) return false;
        *to++ = (uint8_t)RL_ASCII_LOWER[*at];
    }
    return true;
}

static name_bits read_name(const uint8_t *at, const uint8_t *name_end) {
    uint8_t lower[MAX_WORD_BYTES], joined[MAX_WORD_BYTES];
    const uint8_t *begin = at, *end = cut(at, name_end, RL_POST_NAME_LENGTH), *next;
    const bool is_ascii = lower_ascii(lower, at, end);
    const size_t whole_size = is_ascii ? (size_t)(end - at) : rl_post_lower(lower, at, end);
    name_bits bits = {0, 0, end == name_end ? rl_post_word_bits(lower, whole_size) : 0, false, true};
    size_t joined_size = 0;
    bool has_record = false, has_other = false;
    while (at < end) {
        const uint8_t *stop = after_word(at, end);
        if (stop == at) {
            if (!is_foreign_letter(at, end, &next)) rl_decode(&at, end);
            continue;
        }
        uint8_t *word = joined + joined_size;
        size_t size = is_ascii ? (size_t)(stop - at) : rl_post_lower(word, at, stop);
        if (is_ascii) memcpy(word, lower + (at - begin), size);
        uint32_t own = rl_post_word_bits(word, size);
        bits.words |= own;
        if (!(own & RL_POST_COMMON_BODY)) bits.is_common = false;
        if (own & RL_POST_RECORD) has_record = true;
        else if (!(own & RL_POST_WORD_BESIDE_RECORD) && !is_digit(*at)) has_other = true;
        joined_size += size;
        at = stop;
    }
    bits.whole = bits.own;
    if (joined_size < whole_size || end < name_end) bits.whole |= rl_post_word_bits(joined, joined_size);
    bits.is_record = (has_record && !has_other) || (bits.own & RL_POST_RECORD);
    return bits;
}

static bool is_furniture(uint32_t words) {
    return ((words & RL_POST_FURNITURE) && !(words & RL_POST_BODY)) ||
           ((words & RL_POST_WORD_USER) && (words & RL_POST_WORD_OF_USER));
}

static const uint8_t *after_kind(const uint8_t *at, const uint8_t *end, bool is_space) {
    for (const uint8_t *next = at; at < end; at = next) {
        bool is_own = *at < 0x80 && *at > ' ' ? (next++, false) : (rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE) != 0;
        if (is_own != is_space) break;
    }
    return at;
}

uint32_t rl_post_meaning(rl_view names) {
    if (!names.size) return 0;
    const uint8_t *at = names.bytes, *end = cut(at, at + names.size, RL_POST_NAMES * RL_POST_NAME_LENGTH);
    uint32_t meaning = 0;
    for (int i = 0; i < RL_POST_NAMES && (at = after_kind(at, end, true)) < end; i++) {
        const uint8_t *stop = after_kind(at, end, false);
        name_bits name = read_name(at, stop);
        meaning |= ((name.words | name.whole) & OF_ANY_FORM) | (name.words & OF_WORDS) | (name.own & OF_WHOLE_NAMES);
        if ((name.words & RL_POST_AUTHOR) && !(name.words & RL_POST_WORD_NOT_AUTHOR)) meaning |= RL_POST_AUTHOR;
        if (is_furniture(name.words)) meaning |= RL_POST_FURNITURE;
        if (name.is_record) meaning |= RL_POST_RECORD;
        if (name.is_common) meaning |= RL_POST_COMMON_BODY;
        at = stop;
    }
    if (meaning & RL_POST_RECORD) meaning &= ~(uint32_t)RL_POST_FURNITURE;
    return meaning;
}

/* The same names come again and again. */
uint32_t rl_post_known_meaning(rl_post_memory *memory, rl_view names) {
    if (!names.size) return 0;
    size_t place = names.size * 31 + names.bytes[0] * 7u + names.bytes[names.size / 2] * 131u + names.bytes[names.size - 1] * 17u;
    rl_view *known = &memory->names[place %= RL_POST_REMEMBERED];
    if (names.size != known->size || memcmp(names.bytes, known->bytes, names.size)) {
        *known = names;
        memory->meanings[place] = rl_post_meaning(names);
    }
    return memory->meanings[place];
}

/* --- The names in a value, one after another. */

void rl_post_names_begin(rl_post_names *names, rl_view value) {
    names->at = value.bytes;
    names->end = value.size ? cut(value.bytes, value.bytes + value.size, RL_POST_NAMES * RL_POST_NAME_LENGTH) : value.bytes;
    names->left = RL_POST_NAMES;
}

size_t rl_post_next_name(rl_post_names *names, uint8_t *to) {
    const uint8_t *begin = to;
    if (names->left-- <= 0 || (names->at = after_kind(names->at, names->end, true)) >= names->end) return 0;
    const uint8_t *at = names->at, *end = names->at = after_kind(at, names->end, false);
    end = cut(at, end, RL_POST_NAME_LENGTH);
    while (at < end) {
        const uint8_t *number = at;
        while (at < end && is_digit(*at)) at++;
        *to++ = at > number ? '#' : *at++;
    }
    return (size_t)(to - begin);
}

int32_t rl_attribute_named(const rl_columns *columns, const char *name) {
    for (int32_t i = RL_KNOWN_ATTRIBUTES; i < columns->attribute_name_count; i++) {
        rl_slice known = columns->attribute_names[i];
        if (known.length == strlen(name) && !memcmp(rl_bytes(columns, known), name, known.length)) return i;
    }
    return -1;
}
