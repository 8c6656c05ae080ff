/* The lines of a page that hold text, and how many characters of each kind they have.

   Every character is looked up once. Its flags are spread over the bytes of an integer, one byte for each counter, and
   such integers are added up, as many at a time as no byte overflows. */
#include "characters.h"
#include "summit.h"
#include "utf8.h"

/* White space is not counted, so its flag can stand for the start of a word. */
enum { WORD_START = RL_KIND_SPACE, FIELDS = 8, MAX_SUM = 255 };

/* By bit of the flags: the counter that it adds to. */
static const uint8_t COUNTER_OF_BIT[FIELDS] = {
    RL_LETTERS, RL_CAPITALS, RL_DIGITS, RL_PUNCTUATION, RL_ENDS, RL_COMMAS, RL_WORDS, RL_SPACELESS,
};
_Static_assert(RL_KIND_LETTER == 1 && RL_KIND_CAPITAL == 2 && RL_KIND_DIGIT == 4 && RL_KIND_PUNCTUATION == 8 &&
               RL_KIND_SENTENCE_END == 16 && RL_KIND_COMMA == 32 && WORD_START == 64 && RL_KIND_SPACELESS == 128,
               "the order of the bits");

/* Bit i of the flags as the lowest bit of byte i. The factor holds 1 << 7 * i for every i, and a product with seven
   bits has no carries. */
static inline uint64_t spread(unsigned flags) {
    uint64_t lower = (flags & 0x7F) * UINT64_C(0x02040810204081) & UINT64_C(0x01010101010101);
    return lower | (uint64_t)(flags >> 7) << 56;
}

/* The flags of a character to count. `*in_word` tells whether a word goes on: ideographs and kana stand alone. */
static inline unsigned counted_flags(unsigned kind, unsigned *in_word) {
    unsigned is_word = (kind & RL_KIND_WORD) != 0, is_alone = kind >> 7;
    unsigned starts = is_word & (~*in_word | is_alone);
    *in_word = is_word & ~is_alone;
    return (kind & ~(unsigned)RL_KIND_SPACE) | starts * WORD_START;
}

/* Add up the flags of as many characters as no field overflows; `*at` moves past them. */
static uint64_t sum_flags(const uint8_t **at, const uint8_t *end, unsigned *in_word) {
    uint64_t sum = 0;
    const uint8_t *here = *at, *stop = end - here > MAX_SUM ? here + MAX_SUM : end;
    while (here < stop) {
        unsigned kind = *here < 0x80 ? RL_KINDS[*here++] : rl_kind(rl_decode(&here, end));
        sum += spread(counted_flags(kind, in_word));
    }
    *at = here;
    return sum;
}

/* The counters of a text but for the number of its characters. */
static void count_kinds(const uint8_t *at, const uint8_t *end, uint32_t counts[RL_COUNTERS]) {
    unsigned in_word = 0;
    while (at < end) {
        uint64_t sum = sum_flags(&at, end, &in_word);
        for (int bit = 0; bit < FIELDS; bit++) counts[COUNTER_OF_BIT[bit]] += (uint32_t)(sum >> (8 * bit) & 0xFF);
    }
}

static const uint8_t *leaf_text(const rl_page *page, int32_t leaf, size_t *size) {
    rl_slice text = page->columns.content[page->derived.leaves[leaf]];
    *size = text.length;
    return rl_bytes(&page->columns, text);
}

static void count_leaf(const rl_page *page, rl_lines *lines, int32_t line, int32_t leaf) {
    size_t size;
    const uint8_t *text = leaf_text(page, leaf, &size);
    uint32_t counts[RL_COUNTERS] = {0};
    count_kinds(text, text + size, counts);
    counts[RL_CHARACTERS] = (uint32_t)page->derived.characters[leaf];
    for (int i = 0; i < RL_COUNTERS; i++) lines->counts[line][i] += (float)counts[i];
    if (page->derived.in_link[page->derived.leaves[leaf]]) lines->link_words[line] += (float)counts[RL_WORDS];
}

/* The kind of the first character that is no white space; that of white space where there is none. */
static uint8_t first_shown(const uint8_t *at, const uint8_t *end) {
    uint8_t kind = RL_KIND_SPACE;
    while (at < end && (kind & RL_KIND_SPACE)) kind = rl_kind(rl_decode(&at, end));
    return kind;
}

static uint8_t last_shown(const uint8_t *begin, const uint8_t *end) {
    uint8_t kind = RL_KIND_SPACE;
    while (end > begin && (kind & RL_KIND_SPACE)) kind = rl_kind(rl_decode_last(begin, &end));
    return kind;
}

static void find_outer_kinds(const rl_page *page, rl_lines *lines, int32_t line) {
    const int32_t *characters = page->derived.characters;
    size_t size;
    uint8_t kind = RL_KIND_SPACE;
    for (int32_t leaf = lines->start[line]; leaf < lines->end[line] && (kind & RL_KIND_SPACE); leaf++) {
        if (!characters[leaf]) continue;
        const uint8_t *text = leaf_text(page, leaf, &size);
        kind = first_shown(text, text + size);
    }
    lines->first_kind[line] = kind;
    kind = RL_KIND_SPACE;
    for (int32_t leaf = lines->end[line] - 1; leaf >= lines->start[line] && (kind & RL_KIND_SPACE); leaf--) {
        if (!characters[leaf]) continue;
        const uint8_t *text = leaf_text(page, leaf, &size);
        kind = last_shown(text, text + size);
    }
    lines->last_kind[line] = kind;
}

/* One past the last leaf of the line that begins at a leaf, and whether it holds text. */
static int32_t line_end(const rl_derived *derived, int32_t start, bool *has_text) {
    int32_t leaf = start;
    *has_text = false;
    do {
        *has_text |= derived->characters[leaf++] > 0;
    } while (leaf < derived->leaf_count && derived->breaks[leaf] < RL_BREAK_LINE);
    return leaf;
}

static void add_line(const rl_page *page, rl_lines *lines, int32_t start, int32_t end) {
    int32_t line = lines->count++;
    lines->start[line] = start;
    lines->end[line] = end;
    lines->node[line] = page->derived.leaves[start];
    for (int32_t leaf = start; leaf < end; leaf++)
        if (page->derived.characters[leaf]) count_leaf(page, lines, line, leaf);
    find_outer_kinds(page, lines, line);
}

static void take_lines(rl_pool *pool, rl_lines *lines, size_t count) {
    lines->count = 0;
    lines->start = RL_TAKE(pool, int32_t, count);
    lines->end = RL_TAKE(pool, int32_t, count);
    lines->node = RL_TAKE(pool, int32_t, count);
    lines->counts = rl_take_zeroed(pool, count, sizeof *lines->counts);
    lines->link_words = RL_TAKE_ZEROED(pool, float, count);
    lines->first_kind = RL_TAKE(pool, uint8_t, count);
    lines->last_kind = RL_TAKE(pool, uint8_t, count);
}

/* The number of lines with text, at most RL_MAX_LINES; `*leaf` becomes one past the last leaf that was looked at. */
static int32_t count_lines(const rl_derived *derived, int32_t *leaf) {
    int32_t count = 0;
    bool has_text;
    *leaf = 0;
    while (*leaf < derived->leaf_count && count < RL_MAX_LINES) {
        *leaf = line_end(derived, *leaf, &has_text);
        count += has_text;
    }
    return count;
}

void rl_beginning(const rl_page *page, rl_pool *pool, rl_page *beginning) {
    int32_t leaf;
    count_lines(&page->derived, &leaf);
    beginning->columns = page->columns;
    beginning->derived = page->derived;
    if (leaf == page->derived.leaf_count) return;
    int32_t rows = page->derived.leaves[leaf], *end = RL_TAKE(pool, int32_t, (size_t)rows);
    for (int32_t row = 0; row < rows; row++) end[row] = page->columns.end[row] < rows ? page->columns.end[row] : rows;
    beginning->columns.end = end;
    beginning->columns.count = rows;
    beginning->derived.leaf_count = leaf;
}

bool rl_split_lines(const rl_page *page, rl_pool *pool, rl_lines *lines) {
    const rl_derived *derived = &page->derived;
    int32_t leaf, count = count_lines(derived, &leaf);
    take_lines(pool, lines, (size_t)count);
    bool has_text;
    for (int32_t start = 0, end; lines->count < count; start = end) {
        end = line_end(derived, start, &has_text);
        if (has_text) add_line(page, lines, start, end);
    }
    return count > 0;
}
