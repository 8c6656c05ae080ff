/* The parser counts bytes. They are turned into characters by a table of how many begin before every 64th byte, so
   that texts may be asked for in any order. */
#include "offsets.h"

#include <string.h>

#include "utf8.h"

enum { BLOCK = 64, WORD = 8 };

static const uint64_t LOWEST_BITS = UINT64_C(0x0101010101010101);

/* Which of eight bytes continue a character (10xxxxxx): the lowest bit of each. */
static inline uint64_t continuing(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return (word >> 7 & ~word >> 6) & LOWEST_BITS;
}

/* The characters that begin in at most a block. */
static inline int32_t characters_in(const uint8_t *bytes, uint32_t size) {
    uint64_t sum = 0;  /* a counter in each byte */
    uint32_t i = 0, others = 0;
    for (; i + WORD <= size; i += WORD) sum += continuing(bytes + i);
    for (; i < size; i++) others += rl_continues(bytes[i]);
    /* The product adds the counters up in its highest byte. */
    return (int32_t)(size - others - (uint32_t)(sum * LOWEST_BITS >> 56));
}

/* By block: the characters that begin before it. */
static int32_t *count_blocks(const rl_columns *columns, rl_pool *scratch) {
    uint32_t blocks = columns->source_size / BLOCK;
    int32_t *before = RL_TAKE(scratch, int32_t, (size_t)blocks + 1);
    before[0] = 0;
    for (uint32_t i = 0; i < blocks; i++)
        before[i + 1] = before[i] + characters_in(columns->source + (size_t)i * BLOCK, BLOCK);
    return before;
}

static int32_t characters_before(const rl_columns *columns, const int32_t *before, uint32_t offset) {
    uint32_t block = offset / BLOCK;
    return before[block] + characters_in(columns->source + (size_t)block * BLOCK, offset % BLOCK);
}

void rl_text_offsets(const rl_columns *columns, rl_pool *scratch, int32_t *start, int32_t *stop) {
    const int32_t *before = count_blocks(columns, scratch);
    for (int32_t row = 0; row < columns->count; row++) {
        bool is_text = columns->tag[row] == RL_TAG_TEXT && columns->start[row] != RL_NO_PLACE;
        start[row] = is_text ? characters_before(columns, before, columns->start[row]) : -1;
        stop[row] = is_text ? characters_before(columns, before, columns->stop[row]) : -1;
    }
}
