/* Threads: eight of them parse pages of their own, and read pages that all of them share, with one model, at once. Each
   result is that of a single thread. Built with ThreadSanitizer.

       threads FILE … */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

enum { THREADS = 8, ROUNDS = 2 };

typedef struct {
    uint8_t *bytes;
    fuzz_input input;
    rl_page page;
    uint64_t parsed, used;  /* what a single thread computed: of a page of its own, of the shared one */
} shared_page;

static shared_page *pages;
static int page_count;
static rl_pool model_pool;
static const rl_model *model;

static void use_one(shared_page *shared) {
    whole_way_result result = {0};
    uint64_t used = 0;
    size_t most = most_bytes(shared->input.size);
    CHECK(whole_way(&shared->input, model, most, &result) && result.hash == shared->parsed);
    CHECK(use_page(&shared->page, &shared->input, model, most, &used) && used == shared->used);
}

/* Half of the threads go through the pages in the same order, at the same time; the others begin elsewhere. */
static void *work(void *argument) {
    int thread = *(const int *)argument, first = thread % 2 ? thread * page_count / THREADS : 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < page_count; i++) use_one(&pages[(first + i) % page_count]);
    return NULL;
}

static void open_shared(const char *path, shared_page *shared) {
    size_t size;
    whole_way_result result = {0};
    shared->bytes = read_file(path, &size);
    shared->input = read_input(shared->bytes, size);
    shared->input.limits.seconds = 0;
    size_t most = most_bytes(size);
    CHECK(whole_way(&shared->input, model, most, &result) && parse_page(&shared->input, most, &shared->page));
    shared->parsed = result.hash;
    CHECK(use_page(&shared->page, &shared->input, model, most, &shared->used));
}

static void run_threads(void) {
    pthread_t threads[THREADS];
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, work, &numbers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
}

int main(int count, char **arguments) {
    page_count = count - 1;
    pages = calloc((size_t)count, sizeof *pages);
    rl_pool_begin(&model_pool, SIZE_MAX / 2);
    if (!pages || !RL_TRY(&model_pool)) return 2;
    model = make_random_model(&model_pool);
    for (int i = 0; i < page_count; i++) open_shared(arguments[i + 1], &pages[i]);
    run_threads();
    for (int i = 0; i < page_count; i++) {
        rl_pool_end(&pages[i].page.pool);
        free(pages[i].bytes);
    }
    rl_pool_end(&model_pool);
    free(pages);
    printf("threads: %d, pages: %d, rounds: %d\n", THREADS, page_count, ROUNDS);
    return 0;
}
