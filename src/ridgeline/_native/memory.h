/* Memory of one piece of work, such as a page: many blocks, freed together.

   No function of the core returns an error for want of memory. A pool is armed with `RL_TRY`; when a block cannot be
   had, or a size overflows, or the pool has taken more than it may, control jumps back there, and whoever armed the
   pool ends it. So there is one place for each piece of work that handles failure, and nothing is leaked.

       rl_pool pool;
       rl_pool_begin(&pool, most);
       if (RL_TRY(&pool)) { ... work that takes from the pool ... } else { ... it failed ... }
       rl_pool_end(&pool);

   Two kinds of block: `rl_take` gives one that never moves; `rl_resize` one that grows and may move, so whoever uses
   it keeps it in a struct and reads it from there after every call that may grow it. */
#ifndef RIDGELINE_MEMORY_H
#define RIDGELINE_MEMORY_H

/* On Windows longjmp unwinds the stack as an exception does, by the tables that the compiler wrote. There is nothing to
   clean up on the way, so MinGW is asked for the variant that restores the registers alone. The headers of Visual Studio
   have no such choice; there unwinding through frames of C is only slower. */
#if defined(__MINGW32__)
#define __USE_MINGW_SETJMP_NON_SEH
#endif
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rl_chunk;
struct rl_block;

typedef struct {
    struct rl_chunk *chunks;  /* for blocks that never move */
    struct rl_block *blocks;  /* that grow */
    size_t taken;             /* bytes, of both kinds */
    size_t most;              /* that it may take */
    jmp_buf escape;
} rl_pool;

/* Whether the work may begin. After a failure control comes back here, and it is false. The locals that the work
   changes are not to be used then, except through the pool. */
#define RL_TRY(pool) (setjmp((pool)->escape) == 0)

void rl_pool_begin(rl_pool *pool, size_t most);
void rl_pool_end(rl_pool *pool);  /* it is empty then, and may be used again */
_Noreturn void rl_fail(rl_pool *pool);

/* A block of `count` items of `size` bytes, aligned to 16 bytes, uninitialised. It never moves. */
void *rl_take(rl_pool *pool, size_t count, size_t size);
void *rl_take_zeroed(rl_pool *pool, size_t count, size_t size);
#define RL_TAKE(pool, type, count) ((type *)rl_take((pool), (count), sizeof(type)))
#define RL_TAKE_ZEROED(pool, type, count) ((type *)rl_take_zeroed((pool), (count), sizeof(type)))

/* The block with room for `count` items of `size` bytes; NULL stands for a new one. What was in it is kept, it may have
   moved, and what is new is uninitialised. */
void *rl_resize(rl_pool *pool, void *block, size_t count, size_t size);
#define RL_RESIZE(pool, block, type, count) ((block) = (type *)rl_resize((pool), (block), (count), sizeof(type)))

/* Room for at least `needed` items, in steps that double, so that pushing n items costs O(n). */
size_t rl_room(rl_pool *pool, size_t room, size_t needed);

/* Sums and products that fail instead of overflowing. */
size_t rl_add(rl_pool *pool, size_t a, size_t b);
size_t rl_multiply(rl_pool *pool, size_t a, size_t b);

#ifdef RIDGELINE_FAULTS
/* For tests: the n-th allocation from now on fails, and all after it; -1 for none. The number of allocations so far. */
void rl_fail_at(long allocation);
long rl_allocations(void);
#endif

#endif
