#include "network.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#ifdef RIDGELINE_CHECKS
#include <assert.h>
#endif

enum { CACHE_LINE = 64 };

#if defined(__x86_64__)
/* The registers that the operating system saves when it switches threads: XCR0 of the processor. */
static uint32_t saved_registers(void) {
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* The kernel for this processor, as far as the system lets programs use its registers. The compilers' own
   __builtin_cpu_supports needs their run-time library, which not every linker brings: Visual Studio's does not. The
   first processors with AVX-512 slow down for it; those that have VBMI2 too do not. */
const rl_kernel *rl_kernel_best(void) {
    enum { AVX_STATE = 0x06, AVX512_STATE = 0xE6 };
    uint32_t eax, ebx, ecx, edx, needed = bit_FMA | bit_OSXSAVE | bit_AVX;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & needed) != needed) return &rl_kernel_base;
    uint32_t saved = saved_registers();
    if ((saved & AVX_STATE) != AVX_STATE || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || !(ebx & bit_AVX2))
        return &rl_kernel_base;
    bool is_wide = (saved & AVX512_STATE) == AVX512_STATE && ebx & bit_AVX512F && ecx & bit_AVX512VBMI2;
    return is_wide ? &rl_kernel_avx512 : &rl_kernel_avx2;
}
#else
const rl_kernel *rl_kernel_best(void) { return &rl_kernel_base; }
#endif

float *rl_take_matrix(rl_pool *pool, size_t rows, size_t columns) {
    size_t bytes = rl_multiply(pool, rl_multiply(pool, rows, columns), sizeof(float));
    char *taken = rl_take(pool, rl_add(pool, bytes, CACHE_LINE), 1);
    size_t beyond = (uintptr_t)taken % CACHE_LINE;
    return (float *)(void *)(beyond ? taken + (CACHE_LINE - beyond) : taken);
}

#ifdef RIDGELINE_CHECKS
static void check_numbers(const int32_t *numbers, size_t count, int32_t limit) {
    for (size_t i = 0; i < count; i++) assert(numbers[i] >= 0 && numbers[i] < limit);
}

static void check_bags(const rl_bags *bags) {
    assert(bags->count >= 0 && bags->starts[0] == 0);
    for (int32_t i = 0; i < bags->count; i++) assert(bags->starts[i] <= bags->starts[i + 1]);
}

/* All but the ids of words, whose number is the model's (`check_ids` in predict.c). */
static void check_reading(const rl_reading *reading) {
    size_t lines = (size_t)reading->count;
    assert(reading->count >= 1 && reading->count <= RL_MAX_LINES);
    for (int32_t i = 0; i < reading->region_count; i++)
        assert(reading->regions[i][0] >= 0 && reading->regions[i][0] <= reading->regions[i][1] &&
               reading->regions[i][1] <= reading->count);
    check_numbers(&reading->region_of[0][0], lines * RL_REGIONS, reading->region_count);
    check_numbers(reading->paths, lines, reading->path_count);
    check_numbers(reading->slots, lines, reading->slot_count);
    check_numbers(reading->records, lines, reading->record_count);
    check_bags(&reading->names);
    assert(reading->names.starts[1] == 0);
    check_numbers(&reading->name_of[0][0], (size_t)reading->named_count * RL_NAME_SLOTS, reading->names.count);
    check_numbers(reading->first, (size_t)reading->named_count, reading->count + 1);
    check_numbers(reading->last, (size_t)reading->named_count, reading->count + 1);
    check_numbers(&reading->own[0][0][0], lines * RL_OWN_LEVELS * RL_NAME_SLOTS, reading->names.count);
    check_bags(&reading->line_words);
    assert(reading->line_words.count == reading->count);
    check_bags(&reading->heading_words);
    assert(reading->heading_words.starts[1] == 0);
    check_numbers(reading->heading_of, lines, reading->heading_words.count);
    check_numbers(&reading->tags[0][0], lines * RL_TAG_LEVELS, RL_TAG_NUMBERS);
}
#endif

/* The rows of a matrix whose rows are computed RL_ROWS_AT_ONCE at once. */
static size_t whole_blocks(rl_pool *pool, int32_t rows) {
    return rl_add(pool, (size_t)rows, RL_ROWS_AT_ONCE - 1) / RL_ROWS_AT_ONCE * RL_ROWS_AT_ONCE;
}

static float root_weight(int64_t size) { return (float)(1 / sqrt((double)(size > 1 ? size : 1))); }

static int32_t bag_size(const rl_bags *bags, int32_t bag) { return bags->starts[bag + 1] - bags->starts[bag]; }

/* The number of words in the names of an element. */
static int64_t name_size(const rl_bags *names, const int32_t of_element[RL_NAME_SLOTS]) {
    int64_t size = 0;
    for (int slot = 0; slot < RL_NAME_SLOTS; slot++) size += bag_size(names, of_element[slot]);
    return size;
}

/* By line: the weights of the names around it. A node is around the lines from `first` to before `last`. */
static void weigh_around(const rl_reading *reading, rl_pool *pool, float *weights) {
    int64_t *change = RL_TAKE_ZEROED(pool, int64_t, (size_t)reading->count + 1), size = 0;
    for (int32_t i = 0; i < reading->named_count; i++) {
        int64_t own = name_size(&reading->names, reading->name_of[i]);
        change[reading->first[i]] += own;
        change[reading->last[i]] -= own;
    }
    for (int32_t line = 0; line < reading->count; line++) {
        size += change[line];
        weights[line] = root_weight(size);
    }
}

static void weigh_own(const rl_reading *reading, float (*weights)[RL_OWN_LEVELS]) {
    for (int32_t line = 0; line < reading->count; line++)
        for (int level = 0; level < RL_OWN_LEVELS; level++)
            weights[line][level] = root_weight(name_size(&reading->names, reading->own[line][level]));
}

static void weigh_bags(const rl_bags *bags, float *weights) {
    for (int32_t i = 0; i < bags->count; i++) weights[i] = root_weight(bag_size(bags, i));
}

/* Number the groups of a grouping after those of the one before. */
static void number_groups(const rl_reading *reading, int grouping, const int32_t *numbers, int32_t count,
                          rl_pool *pool, rl_inputs *inputs) {
    size_t first = inputs->first_group[grouping], rows = whole_blocks(pool, count);
    float *shares = inputs->group_shares + first;
    memset(shares, 0, rows * sizeof(float));
    for (int32_t line = 0; line < reading->count; line++) {
        inputs->group_of[line][grouping] = (int32_t)first + numbers[line];
        shares[numbers[line]]++;
    }
    for (int32_t group = 0; group < count; group++)
        if (shares[group] > 0) shares[group] = 1 / shares[group];
    inputs->first_group[grouping + 1] = first + rows;
}

/* Number the regions that lines stand in at a level after the groups of the grouping before. `group_of_region` has room
   for a number by region. */
static void number_regions(const rl_reading *reading, int level, int32_t *group_of_region, rl_inputs *inputs) {
    int grouping = RL_BY_REGION + level;
    size_t group = inputs->first_group[grouping];
    for (int32_t region = 0; region < reading->region_count; region++) group_of_region[region] = -1;
    for (int32_t line = 0; line < reading->count; line++) {
        int32_t region = reading->region_of[line][level];
        if (group_of_region[region] < 0) {
            memcpy(inputs->group_lines[group], reading->regions[region], sizeof inputs->group_lines[group]);
            group_of_region[region] = (int32_t)group++;
        }
        inputs->group_of[line][grouping] = group_of_region[region];
    }
    while (group % RL_ROWS_AT_ONCE) memset(inputs->group_lines[group++], 0, sizeof inputs->group_lines[0]);
    inputs->first_group[grouping + 1] = group;
}

static void number_all_groups(const rl_reading *reading, rl_pool *pool, rl_inputs *inputs) {
    int32_t regions = reading->count < reading->region_count ? reading->count : reading->region_count;
    size_t most = rl_multiply(pool, RL_REGIONS, whole_blocks(pool, regions));
    most = rl_add(pool, most, whole_blocks(pool, reading->slot_count));
    most = rl_add(pool, most, whole_blocks(pool, reading->record_count));
    most = rl_add(pool, most, whole_blocks(pool, reading->path_count));
    int32_t *group_of_region = RL_TAKE(pool, int32_t, (size_t)reading->region_count);
    inputs->group_of = rl_take(pool, (size_t)reading->count, sizeof *inputs->group_of);
    inputs->group_lines = rl_take(pool, most, sizeof *inputs->group_lines);
    inputs->group_shares = RL_TAKE(pool, float, most);
    inputs->first_group[0] = 0;
    number_groups(reading, RL_BY_SLOT, reading->slots, reading->slot_count, pool, inputs);
    number_groups(reading, RL_BY_RECORDS, reading->records, reading->record_count, pool, inputs);
    for (int level = 0; level < RL_REGIONS; level++) number_regions(reading, level, group_of_region, inputs);
    number_groups(reading, RL_BY_PATH, reading->paths, reading->path_count, pool, inputs);
}

/* A line counts by its words, long ones less than in proportion. */
static void share_page(const rl_reading *reading, float *shares) {
    double total = 0;
    for (int32_t line = 0; line < reading->count; line++) {
        shares[line] = log1pf(reading->words[line]) + 1e-3f;
        total += (double)shares[line];
    }
    for (int32_t line = 0; line < reading->count; line++) shares[line] = (float)((double)shares[line] / total);
}

static void prepare_features(const rl_kernel *kernel, rl_scaling line_scaling, rl_scaling page_scaling,
                             const rl_reading *reading, rl_pool *pool, rl_inputs *inputs) {
    size_t lines = (size_t)reading->count, rest = inputs->line_rows - lines;
    inputs->line_features = rl_take_matrix(pool, inputs->line_rows, RL_FEATURE_STRIDE);
    kernel->standardise(&reading->line_features[0][0], lines, RL_LINE_FEATURES, line_scaling, inputs->line_features,
                        RL_FEATURE_STRIDE);
    memset(inputs->line_features + lines * RL_FEATURE_STRIDE, 0, rest * RL_FEATURE_STRIDE * sizeof(float));
    kernel->standardise(reading->page_features, 1, RL_PAGE_FEATURES, page_scaling, inputs->page_features,
                        RL_PAGE_FEATURES);
}

void rl_prepare(const rl_kernel *kernel, rl_scaling line_scaling, rl_scaling page_scaling, const rl_reading *reading,
                rl_pool *pool, rl_inputs *inputs) {
#ifdef RIDGELINE_CHECKS
    check_reading(reading);
#endif
    size_t lines = (size_t)reading->count;
    inputs->reading = reading;
    inputs->line_rows = whole_blocks(pool, reading->count);
    prepare_features(kernel, line_scaling, page_scaling, reading, pool, inputs);
    inputs->around_weights = RL_TAKE(pool, float, lines);
    weigh_around(reading, pool, inputs->around_weights);
    inputs->own_weights = rl_take(pool, lines, sizeof *inputs->own_weights);
    weigh_own(reading, inputs->own_weights);
    inputs->word_weights = RL_TAKE(pool, float, lines);
    weigh_bags(&reading->line_words, inputs->word_weights);
    inputs->heading_weights = RL_TAKE(pool, float, (size_t)reading->heading_words.count);
    weigh_bags(&reading->heading_words, inputs->heading_weights);
    number_all_groups(reading, pool, inputs);
    inputs->pool_shares = RL_TAKE(pool, float, lines);
    share_page(reading, inputs->pool_shares);
}

/* A matrix of states, zeros before the first line and after the last block of lines. */
static float *take_states(rl_pool *pool, size_t rows) {
    size_t margin = (size_t)RL_MARGIN * RL_WIDTH;
    float *taken = rl_take_matrix(pool, rl_add(pool, rows, 2 * RL_MARGIN), RL_WIDTH);
    memset(taken, 0, margin * sizeof(float));
    memset(taken + margin + rows * RL_WIDTH, 0, margin * sizeof(float));
    return taken + margin;
}

/* The number of groups in the grouping that has most of them. */
static size_t most_groups(const rl_inputs *inputs) {
    size_t most = 0;
    for (int grouping = 0; grouping < RL_GROUPINGS; grouping++) {
        size_t own = inputs->first_group[grouping + 1] - inputs->first_group[grouping];
        if (own > most) most = own;
    }
    return most;
}

void rl_scratch_take(const rl_inputs *inputs, rl_pool *pool, rl_scratch *scratch) {
    const rl_reading *reading = inputs->reading;
    size_t lines = (size_t)reading->count, names = (size_t)reading->names.count;
    scratch->state = take_states(pool, inputs->line_rows);
    scratch->next = take_states(pool, inputs->line_rows);
    scratch->names_around = rl_take_matrix(pool, names, RL_WORD_STRIDE);
    scratch->names_own = rl_take_matrix(pool, names, RL_WORD_STRIDE);
    scratch->headings = rl_take_matrix(pool, (size_t)reading->heading_words.count, RL_WORD_STRIDE);
    scratch->words = rl_take_matrix(pool, inputs->line_rows, RL_WORD_INPUTS);
    memset(scratch->words + lines * RL_WORD_INPUTS, 0,
           (inputs->line_rows - lines) * RL_WORD_INPUTS * sizeof(float));
    scratch->running = (double *)(void *)rl_take_matrix(pool, rl_add(pool, lines, 1), 2 * RL_WIDTH);
    scratch->means = rl_take_matrix(pool, most_groups(inputs), RL_WIDTH);
    scratch->products = rl_take_matrix(pool, inputs->first_group[RL_GROUPINGS], RL_WIDTH);
}
