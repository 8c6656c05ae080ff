/* HTML → columns: WHATWG's tokenizer (tokenizer.c) and tree construction (tree.c), in linear time on any input. */
#ifndef RIDGELINE_PARSER_H
#define RIDGELINE_PARSER_H

#include "columns.h"

typedef struct {
    int32_t depth;       /* open elements; what is deeper becomes a sibling */
    int32_t attributes;  /* of one tag */
    int32_t nodes;       /* rows */
    double seconds;      /* of this call, CPU time of its thread; 0 for any number */
} rl_limits;

/* Parse UTF-8 into columns that `rl_columns_begin` made. `scratch` is for what the parser needs on its way; both pools
   are armed by the caller. Never fails because of the page. */
void rl_parse(rl_columns *columns, rl_pool *scratch, const rl_limits *limits);

#endif
