#include "parser.h"

#include "platform.h"
#include "tree_construction.h"

enum { STRIDE = 4096 };  /* tokens between two looks at the clock */

/* Whether the parse ends before the page does, because there are too many rows or it has taken too long. */
static bool is_over(rl_columns *columns, const rl_limits *limits, uint32_t tokens, double deadline) {
    if (limits->nodes > 0 && columns->count > limits->nodes) return true;
    if (limits->seconds <= 0 || tokens % STRIDE || rl_thread_seconds() <= deadline) return false;
    columns->cuts |= RL_CUT_SECONDS;
    return true;
}

static void end_page(rl_builder *builder) {
    builder->tokenizer.next = builder->tokenizer.end;
    rl_next_token(&builder->tokenizer);
    rl_construct(builder);
}

void rl_parse(rl_columns *columns, rl_pool *scratch, const rl_limits *limits) {
    rl_builder *builder = RL_TAKE(scratch, rl_builder, 1);
    double deadline = rl_thread_seconds() + limits->seconds;
    rl_builder_begin(builder, columns, scratch, limits);
    for (uint32_t tokens = 1; !is_over(columns, limits, tokens, deadline); tokens++) {
        rl_next_token(&builder->tokenizer);
        if (builder->tokenizer.token.kind == RL_TOKEN_EOF) break;
        rl_construct(builder);
    }
    end_page(builder);
    rl_finish(builder);
}
