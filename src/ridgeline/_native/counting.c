#include "counting.h"

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

rl_spaced_words rl_count_spaced_words(const uint8_t *bytes, size_t size) {
    const uint8_t *at = bytes, *end = bytes + size;
    int64_t words = 0, words_apart = 0, ideographs = 0;
    bool in_word = false, in_word_apart = false;
    while (at < end) {
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
