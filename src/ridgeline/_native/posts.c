#include "posts.h"

#include <string.h>

#include "characters.h"
#include "lowering.h"
#include "post_tables.h"
#include "utf8.h"

enum {
    MAX_WORD_BYTES = RL_POST_NAME_LENGTH * RL_LOWER_CHARACTER_BYTES,
    MAX_MOMENT_WORDS = 12,   /* a date and a few words around it */
    MAX_MOMENT_LENGTH = 90,  /* `ridgeline.posts.moments.MAX_LENGTH` */
    MAX_LABEL_LENGTH = 30,   /* of a date */
    REMEMBERED = 256,  /* values of an attribute */
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* That a name has which has a word for it, is one, or is one without what parts its words. */
static const uint32_t OF_ANY_FORM = RL_POST_QUOTE | RL_POST_VOTES | RL_POST_DISLIKES | RL_POST_ACCEPTED | RL_POST_OWN_TEXT |
                                    RL_POST_BESIDE_CONTENT | RL_POST_BODY | RL_POST_REPLY;
static const uint32_t OF_WORDS = RL_POST_ANSWERS | RL_POST_QUESTIONS | RL_POST_REVIEWS | RL_POST_COMMENTS;
static const uint32_t OF_WHOLE_NAMES = RL_POST_FORUM | RL_POST_REPLIES;

static inline bool is_small(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }
static inline bool is_capital(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }
static inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
static inline bool is_letter(uint8_t byte) { return is_small(byte | 0x20); }

/* What a word in lower case says; 0 for most. */
static uint32_t bits_of(const uint8_t *word, size_t size) {
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

static size_t lowered(uint8_t *to, const uint8_t *begin, const uint8_t *end) {
    size_t size = 0;
    while (begin + size < end && begin[size] < 0x80 && size < RL_POST_NAME_LENGTH) {
        to[size] = (uint8_t)RL_ASCII_LOWER[begin[size]];
        size++;
    }
    if (begin + size == end) return size;
    size_t left = RL_POST_NAME_LENGTH;
    return (size_t)(rl_lower_text(to, RL_ASCII_LOWER, (rl_view){begin, (size_t)(end - begin)}, &left) - to);
}

static name_bits read_name(const uint8_t *at, const uint8_t *name_end) {
    uint8_t lower[MAX_WORD_BYTES], joined[MAX_WORD_BYTES];
    const uint8_t *end = cut(at, name_end, RL_POST_NAME_LENGTH), *next;
    name_bits bits = {0, 0, end == name_end ? bits_of(lower, lowered(lower, at, end)) : 0, false, true};
    size_t joined_size = 0;
    bool has_record = false, has_other = false;
    while (at < end) {
        const uint8_t *stop = after_word(at, end);
        if (stop == at) {
            if (!is_foreign_letter(at, end, &next)) rl_decode(&at, end);
            continue;
        }
        uint8_t *word = joined + joined_size;
        size_t size = lowered(word, at, stop);
        uint32_t own = bits_of(word, size);
        bits.words |= own;
        if (!(own & RL_POST_COMMON_BODY)) bits.is_common = false;
        if (own & RL_POST_RECORD) has_record = true;
        else if (!(own & RL_POST_WORD_BESIDE_RECORD) && !is_digit(*at)) has_other = true;
        joined_size += size;
        at = stop;
    }
    bits.whole = bits.own | bits_of(joined, joined_size);
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

/* Where a value is remembered: equal ones in the same place. */
static size_t place_of(rl_view value) {
    size_t middle = value.size / 2;
    return (value.size * 31 + value.bytes[0] * 7u + value.bytes[middle] * 131u + value.bytes[value.size - 1] * 17u) % REMEMBERED;
}

/* The same names come again and again. */
uint32_t *rl_post_meanings(const rl_columns *columns, int32_t attribute, rl_pool *pool) {
    uint32_t *meanings = RL_TAKE_ZEROED(pool, uint32_t, (size_t)columns->count);
    struct {
        rl_view value;
        uint32_t meaning;
    } remembered[REMEMBERED] = {0};
    for (int32_t row = 0; row < columns->count; row++) {
        rl_view value = rl_value(columns, row, attribute);
        if (!value.size) continue;
        size_t place = place_of(value);
        rl_view known = remembered[place].value;
        if (value.size != known.size || memcmp(value.bytes, known.bytes, value.size)) {
            remembered[place].value = value;
            remembered[place].meaning = rl_post_meaning(value);
        }
        meanings[row] = remembered[place].meaning;
    }
    return meanings;
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

/* --- Texts. */

static inline bool is_space(uint8_t byte) { return byte == ' ' || (byte >= 9 && byte <= 13) || (byte >= 28 && byte <= 31); }

/* Whether a character that is not ASCII is nothing but a mark or a space, which no date has. */
static bool is_mark(uint32_t point) {
    if (point >= 0x2010 && point <= 0x2027) return true;  /* dashes, quotation marks, bullets */
    static const uint16_t MARKS[] = {0xA0, 0xA3, 0xA9, 0xAB, 0xAE, 0xB7, 0xBB, 0x20AC, 0x2122};
    for (size_t i = 0; i < COUNT_OF(MARKS); i++)
        if (point == MARKS[i]) return true;
    return false;
}

static const uint8_t *after_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && is_digit(*at)) at++;
    return at;
}

/* One past what parts the numbers of a date; NULL where nothing of the sort begins at `at`. */
static const uint8_t *after_date_mark(const uint8_t *at, const uint8_t *end) {
    if (at >= end || (*at != '-' && *at != '/' && *at != '.')) return NULL;
    return *at == '.' && end - at > 1 && at[1] == ' ' ? at + 2 : at + 1;
}

/* Whether numbers that may be a date begin at a digit: 20240512, 2024-5-12, 5/12/24. */
static bool begins_date(const uint8_t *at, const uint8_t *end) {
    const uint8_t *first = after_digits(at, end), *second = after_date_mark(first, end);
    if (first - at >= 8) return true;
    if (!second || (first - at > 2 && first - at != 4)) return false;
    const uint8_t *stop = after_digits(second, end), *third = after_date_mark(stop, end);
    return stop > second && stop - second <= 2 && third && third < end && is_digit(*third);
}

/* What the words and numbers of a text say. */
typedef struct {
    uint32_t bits;
    bool has_number, has_year, has_date;
    bool has_other;  /* a word that stands in no date */
} moment_signs;

static const uint8_t *read_number(const uint8_t *at, const uint8_t *end, moment_signs *signs) {
    const uint8_t *stop = after_digits(at, end);
    signs->has_number = true;
    signs->has_year |= stop - at >= 4;
    signs->has_date |= begins_date(at, end);
    return stop;
}

static const uint8_t *read_letters(const uint8_t *at, const uint8_t *end, moment_signs *signs) {
    uint8_t lower[RL_POST_NAME_LENGTH];
    size_t size = 0;
    for (; at < end && is_letter(*at); at++, size++)
        if (size < sizeof lower) lower[size] = *at | 0x20;
    uint32_t bits = size <= sizeof lower ? bits_of(lower, size) : 0;
    signs->bits |= bits;
    signs->has_other |= !(bits & (RL_POST_WORD_CALENDAR | RL_POST_WORD_OF_TIME));
    return at;
}

static bool is_date_mark(uint8_t byte) { return byte == '-' || byte == '/' || byte == '.'; }

/* What parts the tokens of a date: one is a number, or all that stands between these and numbers. */
static bool parts_tokens(uint8_t byte) { return is_space(byte) || (byte && strchr(".,:;/|()-", byte)); }

enum { MAX_TOKENS = 48, MONTH = -1, OTHER_TOKEN = 0 };

/* Whether a web page certainly can have been published then; later years and days depend on the calendar. */
static bool is_plausible(int year, int month, int day) {
    return year >= 1990 && year <= 2025 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
}

static int value_of(const uint8_t *at, const uint8_t *end) {
    int value = 0;
    if (end - at > 4) return 0;
    while (at < end) value = value * 10 + (*at++ - '0');
    return value;
}

/* Write the tokens of a text of ASCII but for fillers: numbers of up to four digits, MONTH, OTHER_TOKEN. */
static int read_tokens(const uint8_t *at, const uint8_t *end, int *tokens) {
    int count = 0;
    while (at < end && count < MAX_TOKENS) {
        const uint8_t *begin = at;
        if (parts_tokens(*at)) {
            at++;
        } else if (is_digit(*at)) {
            at = after_digits(at, end);
            tokens[count++] = value_of(begin, at);
        } else {
            uint8_t lower[MAX_WORD_BYTES];
            while (at < end && !parts_tokens(*at) && !is_digit(*at)) at++;
            uint32_t bits = (size_t)(at - begin) <= 20 ? bits_of(lower, lowered(lower, begin, at)) : 0;
            if (bits & RL_POST_WORD_FILLER) continue;
            tokens[count++] = bits & RL_POST_WORD_MONTH && *begin != 't' && *begin != 'T' ? MONTH : OTHER_TOKEN;
        }
    }
    return count;
}

/* 17 December 2023, December 17th, 2023, 2023 December 17. */
static bool has_date_of_words(const uint8_t *at, const uint8_t *end) {
    int tokens[MAX_TOKENS + 4] = {0}, count = read_tokens(at, end, tokens + 1);
    memset(tokens + 1 + count, 0, 3 * sizeof *tokens);
    for (int i = 1; i <= count; i++) {
        if (tokens[i] != MONTH) continue;
        int before = tokens[i - 1], after = tokens[i + 1], later = tokens[i + 2];
        if (is_plausible(after, 1, before) || is_plausible(later, 1, after) || is_plausible(before, 1, after)) return true;
    }
    return false;
}

/* 2024-05-12, 5/12/2024, 12.05.24, where nothing beside it makes it anything else. */
static bool has_date_of_numbers(const uint8_t *begin, const uint8_t *end) {
    for (const uint8_t *at = begin, *first; at < end; at = first > at ? first : at + 1) {
        first = after_digits(at, end);
        if (first > at && at > begin && is_date_mark(at[-1])) return false;
        if (first == at || first >= end || !is_date_mark(*first)) continue;
        const uint8_t *second = first + 1, *stop = after_digits(second, end), *third = stop + 1;
        if (stop == second || stop - second > 2 || stop >= end || *stop != *first) continue;
        const uint8_t *last = after_digits(third, end);
        int one = value_of(at, first), two = value_of(second, stop), three = value_of(third, last);
        if (first - at == 4) {
            if (last > third && last - third <= 2) return is_plausible(one, two, three);  /* the first one counts */
            continue;
        }
        if (first - at > 2 || (last < end && *last == ':')) continue;
        if (last - third == 2 && (*first == '/' || (*first == '.' && first - at == 2 && stop - second == 2))) three += 2000;
        else if (last - third != 4) continue;
        if (is_plausible(three, one, two) || is_plausible(three, two, one)) return true;
    }
    return false;
}

/* Whether a text may say that a date is of something else: joined, last seen, edited. */
static bool may_be_of_other(rl_view text) {
    static const rl_word WORDS[] = {
        {"anmeld", 6}, {"beigetreten", 11}, {"beitritt", 8}, {"bearbeitet", 10}, {"born", 4},    {"dabei", 5},  {"deadline", 8},
        {"edit", 4},   {"expire", 6},       {"gemeldet", 8}, {"inscri", 6},      {"join", 4},    {"last", 4},   {"mitglied", 8},
        {"modif", 5},  {"regist", 6},       {"seit", 4},     {"since", 5},       {"updated", 7}, {"zuletzt", 7},
    };
    return rl_has_word_in_any_case(text, (rl_word_list){WORDS, COUNT_OF(WORDS)});
}

bool rl_may_label_other_date(rl_view text) {
    const uint8_t *end = rl_end_of(text = rl_strip(text));
    for (const uint8_t *at = text.bytes; at < end;) {
        if (is_digit(*at)) return false;
        if (*at < 0x80) at++;
        else if (!is_mark(rl_decode(&at, end))) return true;
    }
    return text.size <= 4 * MAX_LABEL_LENGTH && may_be_of_other(text);
}

static rl_moment certainty(rl_view text) {
    const uint8_t *end = rl_end_of(text);
    if (text.size > MAX_MOMENT_LENGTH || may_be_of_other(text)) return RL_MAY_BE_MOMENT;
    for (size_t i = 0; i < text.size; i++)
        if (text.bytes[i] >= 0x80) return RL_MAY_BE_MOMENT;
    bool is_date = has_date_of_words(text.bytes, end) || has_date_of_numbers(text.bytes, end);
    return is_date ? RL_MOMENT : RL_MAY_BE_MOMENT;
}

rl_moment rl_shows_moment(rl_view text) {
    const uint8_t *end = rl_end_of(text);
    moment_signs signs = {0};
    int words = 0;
    for (const uint8_t *at = text.bytes; at < end;) {
        if (!is_space(*at) && (at == text.bytes || is_space(at[-1])) && ++words > MAX_MOMENT_WORDS) return RL_NO_MOMENT;
        if (is_digit(*at)) at = read_number(at, end, &signs);
        else if (is_letter(*at)) at = read_letters(at, end, &signs);
        else if (*at < 0x80) at++;
        else if (!is_mark(rl_decode(&at, end))) return RL_MAY_BE_MOMENT;
    }
    if ((signs.has_year && (signs.bits & RL_POST_WORD_MONTH)) || signs.has_date) return certainty(text);
    if (signs.bits & (RL_POST_WORD_MOMENT | RL_POST_WORD_RELATIVE)) return RL_MAY_BE_MOMENT;
    return signs.has_number && !signs.has_other && (signs.bits & RL_POST_WORD_CALENDAR) ? RL_MAY_BE_MOMENT : RL_NO_MOMENT;
}
