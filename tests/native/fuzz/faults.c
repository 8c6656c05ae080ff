/* Fault injection: the whole way of each page with every single allocation failing in turn, and with pools that may
   take little. Each time control must come back to whoever armed the pool, with nothing leaked (LeakSanitizer) and
   nothing broken: afterwards the same page gives the same result as before.

       faults FILE … */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

enum { ALL_POINTS = 150 };  /* allocations up to which each is made to fail; of more, this many are, others on every page */

static rl_pool model_pool;
static long faults;

static const rl_model *try_model(void) {
    const rl_model *volatile model = NULL;
    rl_pool_begin(&model_pool, SIZE_MAX / 2);
    if (RL_TRY(&model_pool)) model = make_random_model(&model_pool);
    return model;
}

/* The model, made with faults first: it stays in its pool. */
static const rl_model *make_model(void) {
    rl_fail_at(LONG_MAX);
    CHECK(try_model() != NULL);
    long count = rl_allocations();
    for (long point = 0; point < count; point++, faults++) {
        rl_pool_end(&model_pool);
        rl_fail_at(point);
        CHECK(try_model() == NULL);
    }
    rl_pool_end(&model_pool);
    rl_fail_at(-1);
    return try_model();
}

static void fail_at_each(const fuzz_input *input, const rl_model *model, uint64_t expected) {
    whole_way_result result = {0};
    size_t most = most_bytes(input->size);
    rl_fail_at(LONG_MAX);
    CHECK(whole_way(input, model, most, &result) && result.hash == expected);
    long count = rl_allocations(), points = count < ALL_POINTS ? count : ALL_POINTS;
    long first = (long)(input->size % (size_t)(count / points));
    for (long i = 0; i < points; i++, faults++) {
        rl_fail_at(first + i * (count - first) / points);
        CHECK(!whole_way(input, model, most, &result));
    }
    rl_fail_at(-1);
}

/* What is allowed goes up in small steps, from nothing to what is enough. */
static void limit_pools(const fuzz_input *input, const rl_model *model, uint64_t expected) {
    whole_way_result result = {0};
    for (size_t most = 0;; most += most / 16 + 97, faults++) {
        if (!whole_way(input, model, most, &result)) continue;
        CHECK(result.hash == expected);
        return;
    }
}

static void try_file(const char *path, const rl_model *model) {
    size_t size;
    uint8_t *bytes = read_file(path, &size);
    fuzz_input input = read_input(bytes, size);
    whole_way_result before = {0}, after = {0};
    input.limits.seconds = 0;  /* the same result each time */
    CHECK(whole_way(&input, model, most_bytes(size), &before));
    fail_at_each(&input, model, before.hash);
    limit_pools(&input, model, before.hash);
    CHECK(whole_way(&input, model, most_bytes(size), &after) && after.hash == before.hash);
    free(bytes);
}

int main(int count, char **arguments) {
    const rl_model *model = make_model();
    CHECK(model != NULL);
    for (int i = 1; i < count; i++) try_file(arguments[i], model);
    rl_pool_end(&model_pool);
    printf("files: %d, faults: %ld\n", count - 1, faults);
    return 0;
}
