#include "counting.h"

#include <string.h>

#include "characters.h"
#include "utf8.h"

/* A word begins at the first of a run of letters and digits, and at every ideograph or kana. */
int64_t rl_count_words_in(const uint8_t *bytes, size_t size) {
    const uint8_t *at = bytes, *end = bytes + size;
    int64_t words = 0;
    uint8_t before = 0;
    while (at < end) {
        uint8_t kind = rl_kind(rl_decode(&at, end));
        bool in_word = kind & (RL_KIND_LETTER | RL_KIND_DIGIT);
        bool continues = (before & (RL_KIND_LETTER | RL_KIND_DIGIT)) && !((before | kind) & RL_KIND_SPACELESS);
        words += in_word && !continues;
        before = kind;
    }
    return words;
}

/* Punctuation of Chinese and Japanese, which no space follows: signs of their own, and full-width forms. */
static bool is_wide_punctuation(uint32_t point) {
    return (point >= 0x3000 && point <= 0x303F) || (point >= 0xFF00 && point <= 0xFF65);
}

/* Eight bytes, the first as the lowest. */
static uint64_t load_bytes(const uint8_t *at) {
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* Past printable ASCII, eight bytes at a time. Of each byte the highest bit says whether it is no space. */
static const uint8_t *count_printable(const uint8_t *at, const uint8_t *end, int64_t *words, bool *in_word) {
    static const uint64_t HIGH = UINT64_C(0x8080808080808080), EACH = UINT64_C(0x0101010101010101);
    for (; end - at >= 8; at += 8) {
        const uint64_t bytes = load_bytes(at);
        if (bytes & HIGH || (((bytes | HIGH) - EACH * ' ') & HIGH) != HIGH) break;
        const uint64_t inside = ((bytes | HIGH) - EACH * '!') & HIGH, before = inside << 8 | (*in_word ? 0x80 : 0);
        *words += __builtin_popcountll(inside & ~before);
        *in_word = inside >> 63;
    }
    return at;
}

int64_t rl_count_beyond_ascii(const uint8_t *bytes, size_t size) {
    static const uint64_t HIGH = UINT64_C(0x8080808080808080);
    const uint8_t *at = bytes, *end = bytes + size;
    int64_t found = 0;
    while (at < end) {
        while (end - at >= 32 && !((load_bytes(at) | load_bytes(at + 8) | load_bytes(at + 16) | load_bytes(at + 24)) & HIGH))
            at += 32;
        if (at == end) break;
        const uint8_t *before = at;
        const uint32_t point = rl_decode(&at, end);
        if (point == RL_REPLACEMENT && at - before == 1) return -1;
        found += point >= 0x80;
    }
    return found;
}

rl_spaced_words rl_count_spaced_words(const uint8_t *bytes, size_t size) {
    const uint8_t *at = bytes, *end = bytes + size;
    int64_t words = 0, words_apart = 0, ideographs = 0;
    bool in_word = false, in_word_apart = false;
    while (at < end) {
        if (in_word == in_word_apart) {
            const int64_t before = words;
            at = count_printable(at, end, &words, &in_word);
            words_apart += words - before;
            in_word_apart = in_word;
            if (at == end) break;
        }
        if (*at < 0x80) {  /* most are */
            bool is_word = !(RL_KINDS[*at++] & RL_KIND_SPACE);
            words += is_word & !in_word;
            words_apart += is_word & !in_word_apart;
            in_word = in_word_apart = is_word;
            continue;
        }
        uint32_t point = rl_decode(&at, end);
        uint8_t kind = rl_kind(point);
        bool is_word = !(kind & RL_KIND_SPACE);
        bool is_word_apart = is_word && !(kind & RL_KIND_SPACELESS) && !is_wide_punctuation(point);
        words += is_word && !in_word;
        words_apart += is_word_apart && !in_word_apart;
        ideographs += (kind & RL_KIND_SPACELESS) > 0;
        in_word = is_word;
        in_word_apart = is_word_apart;
    }
    return (rl_spaced_words){ideographs ? words_apart : words, ideographs};
}

int64_t rl_count_words(const rl_page *page, const int32_t *keep, int32_t count, int64_t enough) {
    const rl_columns *columns = &page->columns;
    int64_t words = 0;
    for (int32_t i = 0; i < count && words < enough; i++) {
        int32_t node = page->derived.leaves[keep[i]];
        if (columns->tag[node] != RL_TAG_TEXT) continue;
        words += rl_count_words_in(rl_bytes(columns, columns->content[node]), columns->content[node].length);
    }
    return words;
}

/* ---- Tokens of language models ---- */

/* Thousandths of a token, fitted to cl100k_base on Markdown of 900 pages in some forty languages: docs/language-models.md
   has the errors. */
enum {
    TOKENS_WORD = 828,         /* a run of ASCII letters … */
    TOKENS_LATER = 225,        /* … and each of its letters after the first five … */
    TOKENS_CAPITAL = 440,      /* … and each capital */
    TOKENS_DIGITS = 1430,      /* up to three digits */
    TOKENS_PUNCTUATION = 677,  /* a run of ASCII punctuation … */
    TOKENS_SIGN = 121,         /* … and each of it */
    TOKENS_LINE_ENDS = 1747,
    FIRST_LETTERS = 5,
    DIGITS_AT_ONCE = 3,
};

/* By character, of code points up to this one. */
static const struct {
    uint32_t last;
    int weight;
} TOKENS_OF_SCRIPT[] = {
    {0x36F, 2094},   /* Latin letters with marks */
    {0x3FF, 1044},   /* Greek */
    {0x58F, 543},    /* Cyrillic */
    {0x8FF, 888},    /* Hebrew, Arabic */
    {0x1FFF, 1231},  /* of India, Thai, Georgian */
    {0x2FFF, 700},   /* punctuation, symbols */
    {0x303F, 1771},
    {0x30FF, 909},   /* kana */
    {0xABFF, 1151},  /* Chinese characters */
    {0xD7FF, 1392},  /* Hangul */
    {0xFFFF, 1976},
    {0x10FFFF, 6119},
};

static int tokens_of_other(uint32_t point) {
    size_t i = 0;
    while (point > TOKENS_OF_SCRIPT[i].last && i + 1 < sizeof TOKENS_OF_SCRIPT / sizeof TOKENS_OF_SCRIPT[0]) i++;
    return TOKENS_OF_SCRIPT[i].weight;
}

typedef enum { RUN_NONE, RUN_LETTERS, RUN_DIGITS, RUN_SIGNS, RUN_LINES } run_kind;

static run_kind run_of(uint8_t byte) {
    if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z') return RUN_LETTERS;
    if (byte >= '0' && byte <= '9') return RUN_DIGITS;
    if (byte == '\n') return RUN_LINES;
    return byte > ' ' && byte < 0x7F ? RUN_SIGNS : RUN_NONE;
}

int64_t rl_estimate_tokens(const uint8_t *bytes, size_t size) {
    const uint8_t *at = bytes, *end = bytes + size;
    int64_t thousandths = 0, length = 0;
    run_kind before = RUN_NONE;
    while (at < end) {
        if (*at >= 0x80) {
            thousandths += tokens_of_other(rl_decode(&at, end));
            before = RUN_NONE;
            continue;
        }
        uint8_t byte = *at++;
        run_kind kind = run_of(byte);
        length = kind == before ? length + 1 : 1;
        before = kind;
        if (kind == RUN_LETTERS) {
            thousandths += length == 1 ? TOKENS_WORD : length > FIRST_LETTERS ? TOKENS_LATER : 0;
            if (byte < 'a') thousandths += TOKENS_CAPITAL;
        } else if (kind == RUN_DIGITS) {
            thousandths += length % DIGITS_AT_ONCE == 1 ? TOKENS_DIGITS : 0;
        } else if (kind == RUN_SIGNS) {
            thousandths += TOKENS_SIGN + (length == 1 ? TOKENS_PUNCTUATION : 0);
        } else if (kind == RUN_LINES) {
            thousandths += length == 1 ? TOKENS_LINE_ENDS : 0;
        }
    }
    return (thousandths + 999) / 1000;
}
