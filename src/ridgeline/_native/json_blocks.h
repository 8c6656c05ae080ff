/* The paragraphs of an outline as JSON (json_blocks.c). */
#ifndef RIDGELINE_JSON_BLOCKS_H
#define RIDGELINE_JSON_BLOCKS_H

#include "outline.h"

enum { RL_JSON_PATH_BYTES = 512 };
typedef struct {
    const rl_outline *outline;
    const rl_view *names;  /* of tags, by code */
    int32_t name_count;
    rl_pool *pool;
    rl_buffer out;
    int32_t path_of;  /* the element around the last one of which a path was written that fits here; -1 at first */
    size_t path_size;
    uint8_t path[RL_JSON_PATH_BYTES];
} rl_json;

/* Put a string without the quotation marks around it. */
void rl_json_put_escaped(rl_pool *pool, rl_buffer *out, rl_view text);

/* Put an object of a paragraph in `out`; its score is JSON already. */
void rl_json_block(rl_json *json, const rl_part *part, int32_t role, const char *score);

#endif
