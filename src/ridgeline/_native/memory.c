#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, HEADER = 48, CHUNK = 1 << 18 };  /* malloc aligns to 16 bytes */

struct rl_chunk {
    struct rl_chunk *next;
    size_t size, used;  /* of the bytes that follow the header */
};

struct rl_block {
    struct rl_block *next, *previous;
    size_t size;
};

_Static_assert(sizeof(struct rl_chunk) <= HEADER && sizeof(struct rl_block) <= HEADER, "headers fit");

#ifdef RIDGELINE_FAULTS
static long allocations, failing = -1;
void rl_fail_at(long allocation) { allocations = 0; failing = allocation; }
long rl_allocations(void) { return allocations; }
static bool is_failing(void) { return failing >= 0 && allocations++ >= failing; }
#else
static bool is_failing(void) { return false; }
#endif

static void *allocate(size_t size) { return is_failing() ? NULL : malloc(size); }

void rl_pool_begin(rl_pool *pool, size_t most) {
    memset(pool, 0, sizeof *pool);
    pool->most = most;
}

void rl_pool_end(rl_pool *pool) {
    for (struct rl_chunk *chunk = pool->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    for (struct rl_block *block = pool->blocks, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    pool->chunks = NULL;
    pool->blocks = NULL;
    pool->taken = 0;
}

_Noreturn void rl_fail(rl_pool *pool) { longjmp(pool->escape, 1); }

size_t rl_add(rl_pool *pool, size_t a, size_t b) {
    if (a > SIZE_MAX - b) rl_fail(pool);
    return a + b;
}

size_t rl_multiply(rl_pool *pool, size_t a, size_t b) {
    if (b && a > SIZE_MAX / b) rl_fail(pool);
    return a * b;
}

size_t rl_room(rl_pool *pool, size_t room, size_t needed) {
    if (room < 64) room = 64;
    while (room < needed) room = rl_multiply(pool, room, 2);
    return room;
}

/* `size` rounded up to the alignment, with the header, counted as taken. */
static size_t charge(rl_pool *pool, size_t size) {
    size = rl_add(pool, size, HEADER + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > pool->most - pool->taken) rl_fail(pool);
    pool->taken += size;
    return size;
}

void *rl_take(rl_pool *pool, size_t count, size_t size) {
    size_t bytes = rl_add(pool, rl_multiply(pool, count, size), ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    struct rl_chunk *chunk = pool->chunks;
    if (!chunk || bytes > chunk->size - chunk->used) {
        size_t whole = charge(pool, bytes < CHUNK ? CHUNK : bytes);
        chunk = allocate(whole);
        if (!chunk) rl_fail(pool);
        chunk->size = whole - HEADER;
        chunk->used = 0;
        /* A block that fills its chunk goes behind the one that still has room. */
        if (bytes >= CHUNK && pool->chunks) {
            chunk->next = pool->chunks->next;
            pool->chunks->next = chunk;
        } else {
            chunk->next = pool->chunks;
            pool->chunks = chunk;
        }
    }
    void *taken = (char *)chunk + HEADER + chunk->used;
    chunk->used += bytes;
    return taken;
}

void *rl_take_zeroed(rl_pool *pool, size_t count, size_t size) {
    void *taken = rl_take(pool, count, size);
    memset(taken, 0, count * size);
    return taken;
}

void *rl_resize(rl_pool *pool, void *block, size_t count, size_t size) {
    size_t bytes = rl_multiply(pool, count, size);
    struct rl_block *old = block ? (struct rl_block *)((char *)block - HEADER) : NULL;
    if (old && bytes <= old->size) return block;
    size_t whole = charge(pool, bytes);
    struct rl_block *grown = allocate(whole);
    if (!grown) rl_fail(pool);
    grown->size = whole - HEADER;
    grown->next = pool->blocks;
    grown->previous = NULL;
    if (pool->blocks) pool->blocks->previous = grown;
    pool->blocks = grown;
    if (old) {
        memcpy((char *)grown + HEADER, block, old->size);
        old->previous->next = old->next;  /* the new block stands before it at least */
        if (old->next) old->next->previous = old->previous;
        pool->taken -= old->size + HEADER;
        free(old);
    }
    return (char *)grown + HEADER;
}
