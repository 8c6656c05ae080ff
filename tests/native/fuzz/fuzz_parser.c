/* Any bytes, under several limits: the parser and what follows from its columns. */
#include "harness.h"
#include "offsets.h"

static void check_offsets(const rl_columns *columns, rl_pool *pool) {
    int32_t *start = RL_TAKE(pool, int32_t, (size_t)columns->count);
    int32_t *stop = RL_TAKE(pool, int32_t, (size_t)columns->count);
    rl_text_offsets(columns, pool, start, stop);
    for (int32_t row = 0; row < columns->count; row++) {
        CHECK((start[row] >= 0) == (columns->tag[row] == RL_TAG_TEXT));
        CHECK(start[row] <= stop[row] && stop[row] <= (int32_t)columns->source_size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = read_input(data, size);
    fuzz_page opened;
    rl_pool pool;
    open_page(&input, &opened);
    rl_pool_begin(&pool, (size_t)1 << 32);
    if (!RL_TRY(&pool)) fail_for_memory();
    check_offsets(&opened.page.columns, &pool);
    rl_pool_end(&pool);
    close_page(&opened);
    return 0;
}
