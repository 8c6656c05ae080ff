/* Byte strings of a page → numbers, in linear time whatever the page holds: SipHash with a seed that a page cannot know
   (hashing.c). The seed decides only where a string is kept, never its number. */
#ifndef RIDGELINE_HASHING_H
#define RIDGELINE_HASHING_H

#include <string.h>

#include "memory.h"

typedef struct {
    const uint8_t *bytes;
    size_t size;
} rl_view;

/* One past the last byte; nothing may be added to a NULL, not even 0. */
static inline const uint8_t *rl_end_of(rl_view view) { return view.size ? view.bytes + view.size : view.bytes; }

static inline bool rl_are_equal(rl_view one, rl_view other) {
    return one.size == other.size && (!one.size || !memcmp(one.bytes, other.bytes, one.size));
}

typedef struct {
    uint64_t low, high;
} rl_seed;

/* A seed made of what differs from run to run: the time, and where memory lies. */
rl_seed rl_seed_make(const rl_pool *pool);

uint64_t rl_hash(rl_seed seed, const uint8_t *bytes, size_t size);

typedef struct {
    uint32_t hash;
    int32_t number;  /* -1: free */
} rl_hash_slot;

/* Distinct byte strings, numbered from 0 in the order in which they come. The bytes stay with the caller, unmoved. */
typedef struct {
    rl_pool *pool;
    rl_seed seed;
    uint32_t mask;  /* of the slots; at least half of them are free */
    rl_hash_slot *slots;
    int32_t count, room;
    rl_view *views;  /* by number */
} rl_distinct;

void rl_distinct_begin(rl_distinct *distinct, rl_pool *pool, rl_seed seed);
int32_t rl_distinct_add(rl_distinct *distinct, const uint8_t *bytes, size_t size);         /* its number, old or new */
int32_t rl_distinct_find(const rl_distinct *distinct, const uint8_t *bytes, size_t size);  /* -1: not there */

/* A set of strings that are not empty, in little room: what it may have may be there, all else is not. */
enum { RL_HINTS = 4096 };
typedef struct {
    uint64_t bits[RL_HINTS / 64];
} rl_hints;

static inline uint32_t rl_hint_of(const uint8_t *bytes, size_t size) {
    uint32_t mixed = (uint32_t)bytes[0] * 67 + (uint32_t)bytes[size / 2] * 29 + (uint32_t)bytes[size - 1] * 5;
    return (mixed + (uint32_t)size * 401) % RL_HINTS;
}
static inline void rl_hint_add(rl_hints *hints, const uint8_t *bytes, size_t size) {
    uint32_t hint = rl_hint_of(bytes, size);
    hints->bits[hint / 64] |= (uint64_t)1 << hint % 64;
}
static inline bool rl_may_have(const rl_hints *hints, const uint8_t *bytes, size_t size) {
    uint32_t hint = rl_hint_of(bytes, size);
    return hints->bits[hint / 64] >> hint % 64 & 1;
}

#endif
