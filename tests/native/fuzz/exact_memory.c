/* memory.c for tests: every block is an allocation of its own, of exactly the size that was asked for, and every block
   that grows moves. So a sanitizer sees each byte that is read or written beyond a block, and each pointer into one
   that has moved; in the chunks of memory.c most of these would go unnoticed. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"

#if defined(__SANITIZE_ADDRESS__)
#define FILLS_BLOCKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FILLS_BLOCKS 1
#endif
#endif

/* A list entry; the block itself stands elsewhere. */
struct rl_block {
    struct rl_block *next;
    void *bytes;
    size_t size;
};

static long allocations, failing = -1;
void rl_fail_at(long allocation) {
    allocations = 0;
    failing = allocation;
}
long rl_allocations(void) { return allocations; }

/* Bytes that are no sensible number, unless a tool that knows which bytes were never written is to look at them. */
static void *allocate(rl_pool *pool, size_t size) {
    if (failing >= 0 && allocations++ >= failing) rl_fail(pool);
    if (size > pool->most - pool->taken) rl_fail(pool);
    void *bytes = malloc(size);
    if (!bytes && size) rl_fail(pool);
#ifdef FILLS_BLOCKS
    memset(bytes, 0xA5, size);
#endif
    pool->taken += size;
    return bytes;
}

static struct rl_block *add_block(rl_pool *pool, size_t size) {
    void *bytes = allocate(pool, size);
    struct rl_block *block = malloc(sizeof *block);
    if (!block) abort();
    *block = (struct rl_block){pool->blocks, bytes, size};
    pool->blocks = block;
    return block;
}

static void free_block(rl_pool *pool, struct rl_block **link) {
    struct rl_block *block = *link;
    *link = block->next;
    pool->taken -= block->size;
    free(block->bytes);
    free(block);
}

void rl_pool_begin(rl_pool *pool, size_t most) {
    memset(pool, 0, sizeof *pool);
    pool->most = most;
}

void rl_pool_end(rl_pool *pool) {
    while (pool->blocks) free_block(pool, &pool->blocks);
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

/* Little more than what is needed: blocks move often, and what is beyond them is near. */
size_t rl_room(rl_pool *pool, size_t room, size_t needed) {
    (void)room;
    return rl_add(pool, needed, needed / 4);
}

void *rl_take(rl_pool *pool, size_t count, size_t size) {
    return add_block(pool, rl_multiply(pool, count, size))->bytes;
}

void *rl_take_zeroed(rl_pool *pool, size_t count, size_t size) {
    void *taken = rl_take(pool, count, size);
    memset(taken, 0, count * size);
    return taken;
}

void *rl_resize(rl_pool *pool, void *block, size_t count, size_t size) {
    size_t bytes = rl_multiply(pool, count, size);
    struct rl_block **link = &pool->blocks;
    while (block && (*link)->bytes != block) link = &(*link)->next;
    if (block && bytes <= (*link)->size) return block;
    struct rl_block *grown = add_block(pool, bytes);
    if (!block) return grown->bytes;
    if (link == &pool->blocks) link = &grown->next;  /* the old block is behind the new one now */
    memcpy(grown->bytes, block, (*link)->size);
    free_block(pool, link);
    return grown->bytes;
}
