/* Bytes that grow (buffer.c). */
#ifndef RIDGELINE_BUFFER_H
#define RIDGELINE_BUFFER_H

#include "memory.h"

/* They may move when they grow. */
typedef struct {
    uint8_t *bytes;
    size_t size, room;
} rl_buffer;

uint8_t *rl_buffer_reserve(rl_pool *pool, rl_buffer *buffer, size_t more);  /* where they go */
void rl_buffer_put(rl_pool *pool, rl_buffer *buffer, const uint8_t *bytes, size_t size);

#endif
