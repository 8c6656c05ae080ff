/* A small fuzzer, where there is no libFuzzer; and a way to run a target over files once.

       driver [-seconds=N] [-seed=N] [-max_len=N] [-dict=FILE] [-artifact=FILE] [-repeat=BYTES] FILE …

   The files are run once each; then, for some seconds, mutations of them. With gcc's -fsanitize-coverage=trace-pc a
   mutation that reached new code is mutated further. While an input runs, it is in the artifact file; there it stays
   after a crash. -repeat: each file is repeated up to so many bytes before it is run, and the slowest is named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"

enum { MAX_INPUTS = 20000, MAX_TOKENS = 1000, TOKEN_SIZE = 64, COVERAGE = 1 << 16, SLOW_SECONDS = 10 };

typedef struct {
    uint8_t *bytes;
    size_t size;
} blob;

static struct {
    double seconds;
    uint64_t seed;
    size_t max_length, repeat;
    const char *dictionary;
    FILE *artifact;
} options = {0, 1, 8192, 0, NULL, NULL};

static blob inputs[MAX_INPUTS];
static size_t input_count;
static char tokens[MAX_TOKENS][TOKEN_SIZE];
static size_t token_sizes[MAX_TOKENS], token_count;
static uint8_t reached[COVERAGE];
static size_t reached_count;
static long executions;

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* gcc calls this in every block of the code. Places share entries now and then, which does no harm. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) {
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    uint8_t *entry = &reached[(place ^ place >> 16) % COVERAGE];
    reached_count += !*entry;
    *entry = 1;
}

static void keep_artifact(const uint8_t *bytes, size_t size) {
    rewind(options.artifact);
    if (fwrite(bytes, 1, size, options.artifact) != size || fflush(options.artifact)) exit(2);
    if (ftruncate(fileno(options.artifact), (off_t)size)) exit(2);
}

/* How long it took, of the processor's time: the machine may be busy. */
static double run(const uint8_t *bytes, size_t size) {
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    if (options.artifact) keep_artifact(bytes, size);
    LLVMFuzzerTestOneInput(bytes, size);
    executions++;
    double taken = now(CLOCK_PROCESS_CPUTIME_ID) - start;
    CHECK(taken < SLOW_SECONDS);
    return taken;
}

/* --- Mutations. */

static uint64_t random_number(uint64_t below) {
    options.seed ^= options.seed << 13;
    options.seed ^= options.seed >> 7;
    options.seed ^= options.seed << 17;
    return below ? (options.seed >> 11) % below : 0;
}

/* Put `size` bytes in the place of `removed` ones. */
static void splice(blob *input, size_t at, size_t removed, const void *bytes, size_t size) {
    if (input->size - removed + size > options.max_length) return;
    memmove(input->bytes + at + size, input->bytes + at + removed, input->size - at - removed);
    memmove(input->bytes + at, bytes, size);
    input->size += size - removed;
}

static void insert_part(blob *input, size_t at) {
    const blob *other = &inputs[random_number(input_count)];
    if (!other->size) return;
    size_t from = random_number(other->size), most = other->size - from;
    splice(input, at, 0, other->bytes + from, 1 + random_number(most < 400 ? most : 400));
}

/* Repeat a part of the input, as pages repeat their elements. */
static void repeat_part(blob *input, size_t at) {
    uint8_t part[64];
    size_t left = input->size - at, size = left < sizeof part ? left : sizeof part;
    size = size ? 1 + random_number(size) : 0;
    memcpy(part, input->bytes + at, size);
    for (uint64_t times = random_number(40); times > 0; times--) splice(input, at, 0, part, size);
}

static void mutate(blob *input) {
    size_t at = random_number(input->size + 1), left = input->size - at, token;
    uint8_t byte = (uint8_t)random_number(256);
    switch (random_number(8)) {
        case 0:
            if (left) input->bytes[at] ^= (uint8_t)(1 << random_number(8));
            return;
        case 1: splice(input, at, left ? 1 : 0, &byte, 1); return;
        case 2: splice(input, at, random_number(left < 100 ? left + 1 : 100), "", 0); return;
        case 3: insert_part(input, at); return;
        case 4: repeat_part(input, at); return;
        default:
            if (!token_count) return;
            token = random_number(token_count);
            splice(input, at, 0, tokens[token], token_sizes[token]);
    }
}

static void keep_input(const uint8_t *bytes, size_t size) {
    if (input_count == MAX_INPUTS) return;
    blob *kept = &inputs[input_count++];
    *kept = (blob){malloc(size ? size : 1), size};
    if (!kept->bytes) exit(2);
    memcpy(kept->bytes, bytes, size);
}

static void fuzz(void) {
    blob work = {malloc(options.max_length), 0};
    if (!work.bytes) exit(2);
    for (double end = now(CLOCK_MONOTONIC) + options.seconds; now(CLOCK_MONOTONIC) < end;) {
        const blob *chosen = &inputs[random_number(input_count)];
        work.size = chosen->size < options.max_length ? chosen->size : options.max_length;
        memcpy(work.bytes, chosen->bytes, work.size);
        for (uint64_t times = 1 + random_number(8); times > 0; times--) mutate(&work);
        size_t before = reached_count;
        run(work.bytes, work.size);
        if (reached_count > before) keep_input(work.bytes, work.size);
    }
    free(work.bytes);
}

/* --- Files. */

/* A token of a dictionary in libFuzzer's form, name="…", from its first quotation mark on. */
static void read_token(const char *from) {
    size_t size = 0;
    for (from++; *from && *from != '"' && size < TOKEN_SIZE && token_count < MAX_TOKENS; from++) {
        char digits[3] = {0};
        if (*from == '\\' && from[1] == 'x' && from[2] && from[3]) {
            memcpy(digits, from + 2, 2);
            tokens[token_count][size++] = (char)strtol(digits, NULL, 16);
            from += 3;
        } else {
            from += *from == '\\' && from[1];
            tokens[token_count][size++] = *from;
        }
    }
    if (size) token_sizes[token_count++] = size;
}

static void read_dictionary(void) {
    char line[512];
    FILE *file = options.dictionary ? fopen(options.dictionary, "r") : NULL;
    while (file && fgets(line, sizeof line, file))
        if (line[0] != '#' && strchr(line, '"')) read_token(strchr(line, '"'));
    if (file) fclose(file);
}

/* The page of an input again and again, behind its header. */
static blob repeated(blob input) {
    blob grown = {malloc(options.repeat + input.size), input.size};
    if (!grown.bytes) exit(2);
    memcpy(grown.bytes, input.bytes, input.size);
    size_t page = input.size > INPUT_HEADER ? input.size - INPUT_HEADER : 0;
    for (; page && grown.size < options.repeat; grown.size += page)
        memcpy(grown.bytes + grown.size, input.bytes + INPUT_HEADER, page);
    return grown;
}

static void run_repeated(blob input, const char *path) {
    blob grown = repeated(input);
    printf("%.3f %s\n", run(grown.bytes, grown.size), path);
    free(grown.bytes);
}

static void run_file(const char *path) {
    blob input;
    input.bytes = read_file(path, &input.size);
    keep_input(input.bytes, input.size);
    if (options.repeat) run_repeated(input, path);
    else run(input.bytes, input.size);
    free(input.bytes);
}

static bool read_option(const char *argument) {
    const char *value = strchr(argument, '=');
    if (argument[0] != '-' || !value) return false;
    size_t size = (size_t)(++value - argument);
    if (!strncmp(argument, "-seconds=", size)) options.seconds = strtod(value, NULL);
    else if (!strncmp(argument, "-seed=", size)) options.seed = strtoull(value, NULL, 10) * 2654435769u + 1;
    else if (!strncmp(argument, "-max_len=", size)) options.max_length = strtoull(value, NULL, 10);
    else if (!strncmp(argument, "-repeat=", size)) options.repeat = strtoull(value, NULL, 10);
    else if (!strncmp(argument, "-dict=", size)) options.dictionary = value;
    else if (!strncmp(argument, "-artifact=", size)) options.artifact = fopen(value, "wb");
    else exit(2);
    return true;
}

int main(int count, char **arguments) {
    for (int i = 1; i < count; i++) read_option(arguments[i]);
    for (int i = 1; i < count; i++)
        if (arguments[i][0] != '-') run_file(arguments[i]);
    read_dictionary();
    if (options.seconds > 0 && input_count) fuzz();
    printf("executions: %ld, coverage: %zu, inputs: %zu\n", executions, reached_count, input_count);
    for (size_t i = 0; i < input_count; i++) free(inputs[i].bytes);
    if (options.artifact) fclose(options.artifact);
    return 0;
}
