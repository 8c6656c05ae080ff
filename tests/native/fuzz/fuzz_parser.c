/* Any bytes, under several limits: the parser and what follows from its columns. */
#include "harness.h"
#include "offsets.h"

static void use_parser(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    (void)input;
    const rl_columns *columns = &page->columns;
    int32_t *start = RL_TAKE(pool, int32_t, (size_t)columns->count);
    int32_t *stop = RL_TAKE(pool, int32_t, (size_t)columns->count);
    rl_text_offsets(columns, pool, start, stop);
    for (int32_t row = 0; row < columns->count; row++) {
        CHECK((start[row] >= 0) == (columns->tag[row] == RL_TAG_TEXT));
        CHECK(start[row] <= stop[row] && stop[row] <= (int32_t)columns->source_size);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return fuzz_page_use(data, size, use_parser); }
