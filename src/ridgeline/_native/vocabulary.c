#include <string.h>

#include "summit.h"

/* The words come with the model, not from a page, so the table is what it is: how far a look-up goes is bounded by how
   it was filled, and a quick hash without a seed does. */
typedef struct {
    uint32_t hash;
    int32_t number;  /* -1: free */
} entry;

struct rl_vocabulary {
    entry *entries;
    uint32_t mask;            /* of the entries, at least half of which are free */
    uint32_t longest;
    const uint8_t *bytes;
    const uint32_t *offsets;  /* by number, and one past the last: of its bytes */
    const int32_t *ids;       /* by number; NULL where numbers are ids */
};

static inline uint64_t load_8(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint64_t load_4(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Of the first and last eight bytes: few words are longer than sixteen. */
static inline uint32_t quick_hash(const uint8_t *bytes, size_t size) {
    uint64_t first = 0, last = 0;
    if (size >= 8) {
        first = load_8(bytes);
        last = load_8(bytes + size - 8);
    } else if (size >= 4) {
        first = load_4(bytes);
        last = load_4(bytes + size - 4);
    } else if (size) {
        first = bytes[0] | (uint64_t)bytes[size / 2] << 8 | (uint64_t)bytes[size - 1] << 16;
    }
    uint64_t mixed = (first + size) * 0x9E3779B97F4A7C15u;
    mixed = ((mixed ^ mixed >> 32) + last) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(mixed >> 32);
}

static entry *find_entry(const rl_vocabulary *vocabulary, const uint8_t *word, size_t size) {
    uint32_t hash = quick_hash(word, size);
    for (uint32_t at = hash & vocabulary->mask;; at = (at + 1) & vocabulary->mask) {
        entry *found = &vocabulary->entries[at];
        if (found->number < 0) return found;
        if (found->hash != hash) continue;
        uint32_t offset = vocabulary->offsets[found->number];
        bool is_as_long = vocabulary->offsets[found->number + 1] - offset == size;
        if (is_as_long && memcmp(vocabulary->bytes + offset, word, size) == 0) return found;
    }
}

static uint32_t entries_for(rl_pool *pool, int32_t count) {
    size_t entries = 64;
    while (entries < (size_t)count * 2) entries *= 2;
    if (entries > UINT32_MAX / 2) rl_fail(pool);
    return (uint32_t)entries;
}

static const void *copy(rl_pool *pool, const void *from, size_t size) {
    void *to = rl_take(pool, size ? size : 1, 1);
    return size ? memcpy(to, from, size) : to;
}

const rl_vocabulary *rl_vocabulary_make(rl_pool *pool, const uint8_t *words, const uint32_t *offsets,
                                        const int32_t *ids, int32_t count) {
    rl_vocabulary *vocabulary = RL_TAKE_ZEROED(pool, rl_vocabulary, 1);
    uint32_t entries = entries_for(pool, count);
    vocabulary->bytes = copy(pool, words, count > 0 ? offsets[count] : 0);
    vocabulary->offsets = copy(pool, offsets, count > 0 ? ((size_t)count + 1) * sizeof *offsets : 0);
    if (ids) vocabulary->ids = copy(pool, ids, count > 0 ? (size_t)count * sizeof *ids : 0);
    vocabulary->mask = entries - 1;
    vocabulary->entries = RL_TAKE(pool, entry, entries);
    for (uint32_t i = 0; i < entries; i++) vocabulary->entries[i] = (entry){0, -1};
    for (int32_t number = 0; number < count; number++) {  /* of equal words the last one counts */
        const uint8_t *word = vocabulary->bytes + offsets[number];
        uint32_t size = offsets[number + 1] - offsets[number];
        *find_entry(vocabulary, word, size) = (entry){quick_hash(word, size), number};
        if (size > vocabulary->longest) vocabulary->longest = size;
    }
    return vocabulary;
}

int32_t rl_vocabulary_find(const rl_vocabulary *vocabulary, const uint8_t *word, size_t size) {
    if (size > vocabulary->longest) return -1;
    int32_t number = find_entry(vocabulary, word, size)->number;
    return number >= 0 && vocabulary->ids ? vocabulary->ids[number] : number;
}
