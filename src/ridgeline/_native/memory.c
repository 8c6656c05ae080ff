#if defined(__linux__)
#define _GNU_SOURCE  /* mremap */
#include <sys/mman.h>
#endif

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, HEADER = 48, CHUNK = 1 << 18 };  /* malloc aligns to 16 bytes */

/* Pieces from this size on come from the system itself: what is never touched costs nothing, they grow without being
   copied, and go back at once. malloc keeps what huge pages have made it ask for. */
enum { LARGE = 1 << 20 };

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

#if defined(__linux__)
static void *map(size_t size) {
    void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mapped == MAP_FAILED ? NULL : mapped;
}
static void unmap(void *piece, size_t size) { munmap(piece, size); }
static void *grow_mapped(void *piece, size_t size, size_t wanted) {
    void *grown = mremap(piece, size, wanted, MREMAP_MAYMOVE);
    return grown == MAP_FAILED ? NULL : grown;
}
static bool is_mapped(size_t size) { return size >= LARGE; }
#else
static void *map(size_t size) { return malloc(size); }
static void unmap(void *piece, size_t size) { (void)size; free(piece); }
static void *grow_mapped(void *piece, size_t size, size_t wanted) { (void)size; return realloc(piece, wanted); }
static bool is_mapped(size_t size) { (void)size; return false; }
#endif

static void *allocate(size_t size) {
    if (is_failing()) return NULL;
    return is_mapped(size) ? map(size) : malloc(size);
}

static void release(void *piece, size_t size) {
    if (is_mapped(size)) unmap(piece, size);
    else free(piece);
}

/* A larger piece with the same contents; NULL where there is none, and the old one stays. */
static void *reallocate(void *piece, size_t size, size_t wanted) {
    if (is_failing()) return NULL;
    if (is_mapped(size)) return grow_mapped(piece, size, wanted);
    if (!is_mapped(wanted)) return realloc(piece, wanted);
    void *grown = map(wanted);
    if (!grown) return NULL;
    memcpy(grown, piece, size);
    free(piece);
    return grown;
}

void rl_pool_begin(rl_pool *pool, size_t most) {
    memset(pool, 0, sizeof *pool);
    pool->most = most;
}

void rl_pool_end(rl_pool *pool) {
    for (struct rl_chunk *chunk = pool->chunks, *next; chunk; chunk = next) {
        next = chunk->next;
        release(chunk, chunk->size + HEADER);
    }
    for (struct rl_block *block = pool->blocks, *next; block; block = next) {
        next = block->next;
        release(block, block->size + HEADER);
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
    size_t bytes = count * size;
    if (!is_mapped(bytes)) memset(taken, 0, bytes);  /* else it has a piece of its own, which the system zeroed */
    return taken;
}

/* Put a block that may have moved back into its place in the list. */
static void relink(rl_pool *pool, struct rl_block *block) {
    if (block->next) block->next->previous = block;
    if (block->previous) block->previous->next = block;
    else pool->blocks = block;
}

void *rl_resize(rl_pool *pool, void *block, size_t count, size_t size) {
    size_t bytes = rl_multiply(pool, count, size);
    struct rl_block *old = block ? (struct rl_block *)((char *)block - HEADER) : NULL;
    if (old && bytes <= old->size) return block;
    size_t before = old ? old->size + HEADER : 0, whole = charge(pool, bytes);
    struct rl_block *grown = old ? reallocate(old, before, whole) : allocate(whole);
    if (!grown) rl_fail(pool);
    if (!old) {
        grown->next = pool->blocks;
        grown->previous = NULL;
    }
    grown->size = whole - HEADER;
    pool->taken -= before;
    relink(pool, grown);
    return (char *)grown + HEADER;
}
