#include "hashing.h"

#include <string.h>

#include "platform.h"

enum { FIRST_SLOTS = 256 };

rl_seed rl_seed_make(const rl_pool *pool) {
    uint64_t now = rl_ticks();
    uint64_t heap = (uint64_t)(uintptr_t)pool->chunks, stack = (uint64_t)(uintptr_t)&now;
    uint64_t code = (uint64_t)(uintptr_t)&rl_fail;
    uint64_t mixed = (now << 32) ^ (now >> 32);
    return (rl_seed){mixed ^ (heap << 17), stack ^ (code << 24) ^ (heap >> 7)};
}

static inline uint64_t rotate(uint64_t value, int bits) { return value << bits | value >> (64 - bits); }

typedef struct {
    uint64_t a, b, c, d;
} sip_state;

static inline void sip_round(sip_state *state) {
    uint64_t a = state->a, b = state->b, c = state->c, d = state->d;
    a += b, b = rotate(b, 13) ^ a, a = rotate(a, 32);
    c += d, d = rotate(d, 16) ^ c;
    a += d, d = rotate(d, 21) ^ a;
    c += b, b = rotate(b, 17) ^ c, c = rotate(c, 32);
    *state = (sip_state){a, b, c, d};
}

static inline void sip_word(sip_state *state, uint64_t word) {
    state->d ^= word;
    sip_round(state);
    state->a ^= word;
}

/* SipHash-1-3 (Aumasson and Bernstein), as Python and Rust have it; words in the order of the machine. */
uint64_t rl_hash(rl_seed seed, const uint8_t *bytes, size_t size) {
    sip_state state = {seed.low ^ 0x736f6d6570736575u, seed.high ^ 0x646f72616e646f6du,
                       seed.low ^ 0x6c7967656e657261u, seed.high ^ 0x7465646279746573u};
    uint64_t word, last = (uint64_t)size << 56;
    size_t i = 0;
    for (; size - i >= 8; i += 8) {
        memcpy(&word, bytes + i, 8);
        sip_word(&state, word);
    }
    for (int shift = 0; i < size; i++, shift += 8) last |= (uint64_t)bytes[i] << shift;
    sip_word(&state, last);
    state.c ^= 0xff;
    sip_round(&state);
    sip_round(&state);
    sip_round(&state);
    return state.a ^ state.b ^ state.c ^ state.d;
}

static void empty_slots(rl_distinct *distinct, size_t count) {
    distinct->slots = RL_TAKE(distinct->pool, rl_hash_slot, count);
    memset(distinct->slots, 0xFF, count * sizeof(rl_hash_slot));
    distinct->mask = (uint32_t)(count - 1);
}

void rl_distinct_begin(rl_distinct *distinct, rl_pool *pool, rl_seed seed) {
    memset(distinct, 0, sizeof *distinct);
    distinct->pool = pool;
    distinct->seed = seed;
    empty_slots(distinct, FIRST_SLOTS);
}

/* The slot of a string, or the free one where it belongs. */
static rl_hash_slot *find_slot(const rl_distinct *distinct, uint32_t hash, const uint8_t *bytes, size_t size) {
    for (uint32_t at = hash & distinct->mask;; at = (at + 1) & distinct->mask) {
        rl_hash_slot *slot = &distinct->slots[at];
        if (slot->number < 0) return slot;
        if (slot->hash != hash) continue;
        rl_view view = distinct->views[slot->number];
        if (view.size == size && (!size || memcmp(view.bytes, bytes, size) == 0)) return slot;
    }
}

static void double_slots(rl_distinct *distinct) {
    const rl_hash_slot *old = distinct->slots;
    size_t count = (size_t)distinct->mask + 1;
    if (count > UINT32_MAX / 4) rl_fail(distinct->pool);
    empty_slots(distinct, count * 2);
    for (size_t i = 0; i < count; i++) {
        if (old[i].number < 0) continue;
        uint32_t at = old[i].hash & distinct->mask;
        while (distinct->slots[at].number >= 0) at = (at + 1) & distinct->mask;
        distinct->slots[at] = old[i];
    }
}

static int32_t push_view(rl_distinct *distinct, const uint8_t *bytes, size_t size) {
    if (distinct->count == distinct->room) {
        size_t room = rl_room(distinct->pool, (size_t)distinct->room, (size_t)distinct->count + 1);
        if (room > INT32_MAX / 2) rl_fail(distinct->pool);
        RL_RESIZE(distinct->pool, distinct->views, rl_view, room);
        distinct->room = (int32_t)room;
    }
    distinct->views[distinct->count] = (rl_view){bytes, size};
    return distinct->count++;
}

int32_t rl_distinct_add(rl_distinct *distinct, const uint8_t *bytes, size_t size) {
    if ((size_t)distinct->count * 2 > distinct->mask) double_slots(distinct);
    uint32_t hash = (uint32_t)rl_hash(distinct->seed, bytes, size);
    rl_hash_slot *slot = find_slot(distinct, hash, bytes, size);
    if (slot->number < 0) *slot = (rl_hash_slot){hash, push_view(distinct, bytes, size)};
    return slot->number;
}

int32_t rl_distinct_find(const rl_distinct *distinct, const uint8_t *bytes, size_t size) {
    return find_slot(distinct, (uint32_t)rl_hash(distinct->seed, bytes, size), bytes, size)->number;
}
