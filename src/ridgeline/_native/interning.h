/* The names of tags and attributes as numbers, for the parser (interning.c). */
#ifndef RIDGELINE_INTERNING_H
#define RIDGELINE_INTERNING_H

#include "columns.h"
#include "parser_tables.h"

enum { RL_NO_NAME = -1 };

/* Hashes are made byte by byte while a name is read. Names that HTML knows are looked up with a fixed seed; those of
   the page with one that no page can foresee, so that no page can make all of its names collide. */
#define RL_FIXED_SEED UINT64_C(0x9E3779B97F4A7C15)
static inline uint64_t rl_hash_step(uint64_t hash, uint8_t byte) {
    return (hash ^ byte) * UINT64_C(0xD6E8FEB86659FD93);
}
static inline uint32_t rl_hash_end(uint64_t hash) { return (uint32_t)(hash >> 32); }

typedef struct {
    uint32_t hash;
    int32_t number;  /* RL_NO_NAME: free */
} rl_intern_slot;

/* Names in the order in which they came, each once. */
typedef struct {
    rl_pool *pool;
    uint64_t seed;
    rl_intern_slot *slots;
    uint32_t mask;  /* the number of slots, which is a power of two, less one */
    rl_slice *names;
    int32_t count, room;
} rl_name_table;

void rl_intern_begin(rl_name_table *table, rl_pool *pool);

/* The number of a name, given in any case and compared in lower case; RL_NO_NAME where it is not there. */
int32_t rl_intern_find(const rl_name_table *table, const rl_columns *columns, const uint8_t *name, size_t size,
                      uint32_t hash);
int32_t rl_intern_add(rl_name_table *table, rl_slice name, uint32_t hash);
uint32_t rl_intern_hash(const rl_name_table *table, const uint8_t *name, size_t size);  /* of its lower case */

/* The code of a name that HTML knows; RL_NO_NAME for others. `hash` is with RL_FIXED_SEED. */
int32_t rl_fixed_name_find(const uint8_t *name, size_t size, uint32_t hash);

#endif
