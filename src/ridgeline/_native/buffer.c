#include "buffer.h"

#include <string.h>

uint8_t *rl_buffer_reserve(rl_pool *pool, rl_buffer *buffer, size_t more) {
    size_t needed = rl_add(pool, buffer->size, more);
    if (needed > buffer->room || !buffer->bytes) {
        buffer->room = rl_room(pool, buffer->room ? buffer->room : 1024, needed);
        RL_RESIZE(pool, buffer->bytes, uint8_t, buffer->room);
    }
    return buffer->bytes + buffer->size;
}

void rl_buffer_put(rl_pool *pool, rl_buffer *buffer, const uint8_t *bytes, size_t size) {
    uint8_t *to = rl_buffer_reserve(pool, buffer, size);
    if (size) memcpy(to, bytes, size);
    buffer->size += size;
}
