#include "interning.h"

#include <string.h>

#include "platform.h"

enum { FIRST_SLOTS = 256 };

/* The clock and the place of the pool: nothing that a page knows. */
static uint64_t unforeseeable(const rl_pool *pool) {
    uint64_t hash = rl_hash_step(RL_FIXED_SEED, 0) ^ (uint64_t)(uintptr_t)pool;
    hash = (hash ^ rl_ticks()) * RL_FIXED_SEED;
    return (hash ^ hash >> 29) * RL_FIXED_SEED;
}

static void clear_slots(rl_name_table *table, uint32_t slots) {
    table->slots = RL_TAKE(table->pool, rl_intern_slot, slots);
    table->mask = slots - 1;
    for (uint32_t i = 0; i < slots; i++) table->slots[i] = (rl_intern_slot){0, RL_NO_NAME};
}

void rl_intern_begin(rl_name_table *table, rl_pool *pool) {
    memset(table, 0, sizeof *table);
    table->pool = pool;
    table->seed = unforeseeable(pool);
    clear_slots(table, FIRST_SLOTS);
}

static bool equals_in_lower_case(const uint8_t *stored, const uint8_t *name, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (stored[i] != RL_LOWER[name[i]]) return false;
    return true;
}

int32_t rl_intern_find(const rl_name_table *table, const rl_columns *columns, const uint8_t *name, size_t size,
                       uint32_t hash) {
    for (uint32_t i = hash & table->mask; table->slots[i].number >= 0; i = (i + 1) & table->mask) {
        if (table->slots[i].hash != hash) continue;
        rl_slice own = table->names[table->slots[i].number];
        if (own.length == size && equals_in_lower_case(rl_bytes(columns, own), name, size))
            return table->slots[i].number;
    }
    return RL_NO_NAME;
}

static void put(rl_name_table *table, rl_intern_slot slot) {
    uint32_t i = slot.hash & table->mask;
    while (table->slots[i].number >= 0) i = (i + 1) & table->mask;
    table->slots[i] = slot;
}

/* Twice as many slots. The old ones together take no more than the new. */
static void grow(rl_name_table *table) {
    const rl_intern_slot *old = table->slots;
    uint32_t slots = table->mask + 1;
    clear_slots(table, slots * 2);
    for (uint32_t i = 0; i < slots; i++)
        if (old[i].number >= 0) put(table, old[i]);
}

int32_t rl_intern_add(rl_name_table *table, rl_slice name, uint32_t hash) {
    if ((uint32_t)table->count * 2 > table->mask) grow(table);
    if (table->count == table->room) {
        size_t room = rl_room(table->pool, (size_t)table->room, (size_t)table->count + 1);
        if (room > INT32_MAX / 4) rl_fail(table->pool);
        RL_RESIZE(table->pool, table->names, rl_slice, room);
        table->room = (int32_t)room;
    }
    int32_t number = table->count++;
    table->names[number] = name;
    put(table, (rl_intern_slot){hash, number});
    return number;
}

uint32_t rl_intern_hash(const rl_name_table *table, const uint8_t *name, size_t size) {
    uint64_t hash = table->seed;
    for (size_t i = 0; i < size; i++) hash = rl_hash_step(hash, RL_LOWER[name[i]]);
    return rl_hash_end(hash);
}

int32_t rl_fixed_name_find(const uint8_t *name, size_t size, uint32_t hash) {
    for (uint32_t i = hash % RL_HASH_SLOTS; RL_HASH_SLOT[i]; i = (i + 1) % RL_HASH_SLOTS) {
        const rl_fixed_name *known = &RL_FIXED_NAME[RL_HASH_SLOT[i]];
        if (known->length == size && equals_in_lower_case((const uint8_t *)known->text, name, size))
            return RL_HASH_SLOT[i];
    }
    return RL_NO_NAME;
}
