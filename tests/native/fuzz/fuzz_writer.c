/* Any bytes, any leaves of the page: these tidied, and their text. */
#include "counting.h"
#include "harness.h"
#include "notation.h"

/* Which leaves: all, none, or those that bits of the source choose. */
static bool is_kept(const fuzz_input *input, int32_t leaf) {
    size_t at = (size_t)leaf + input->keep_choice;
    switch (input->keep_choice) {
        case 6: return true;  /* what '0' chooses */
        case 0: return false;
        case 1: return leaf % 2 == 0;
        case 2: return leaf % 7 == 3;
        default: return (input->source[at / 8 % input->size] >> at % 8 & 1) != 0;
    }
}

static void write_leaves(const fuzz_input *input, const rl_page *page, rl_pool *pool) {
    int32_t *keep = RL_TAKE(pool, int32_t, (size_t)page->derived.leaf_count), count = 0;
    rl_text text;
    for (int32_t leaf = 0; leaf < page->derived.leaf_count; leaf++)
        if (is_kept(input, leaf)) keep[count++] = leaf;
    rl_kept_leaves kept = {page, keep, count};
    rl_tidied tidied;
    rl_tidy(&kept, pool, &tidied);
    check_tidied(&kept, &tidied);
    if (tidied.leaves) {
        rl_write_text(page, tidied.leaves, tidied.count, pool, &text);
        check_text(page, &text);
    }
    rl_may_need_python(page, keep, count, pool);
    rl_write_text(page, keep, count, pool, &text);
    check_text(page, &text);
    int64_t words = rl_count_words(page, keep, count, INT64_MAX);
    CHECK(words >= 0 && words <= (int64_t)page->columns.source_size + page->columns.extra_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_input input = read_input(data, size);
    fuzz_page opened;
    rl_pool pool;
    open_page(&input, &opened);
    rl_pool_begin(&pool, (size_t)1 << 32);
    if (!RL_TRY(&pool)) fail_for_memory();
    write_leaves(&input, &opened.page, &pool);
    rl_pool_end(&pool);
    close_page(&opened);
    return 0;
}
