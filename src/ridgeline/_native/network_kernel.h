/* The arithmetic of a network, `ridgeline.extractors.summit.network.run`, for one width of vectors. Who includes it
   defines

       LANES               floats in a vector
       SPLAT(x)            a vector of this float
       MULTIPLY_ADD(s, a, b), GREATER(a, b), LESSER(a, b)
       KERNEL              the name of the rl_kernel that is made
       INSTRUCTIONS        what people call them

   Everything is float32 but sums over many lines whose differences are needed, which are float64. */
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

/* Vectors may stand anywhere in an array of floats. */
typedef float floats __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef float quad __attribute__((vector_size(16), aligned(4), may_alias));       /* four of a word's floats */
typedef float half_floats __attribute__((vector_size(2 * LANES), aligned(4), may_alias));
typedef double half_doubles __attribute__((vector_size(4 * LANES), aligned(8), may_alias));
typedef double quad_doubles __attribute__((vector_size(32), aligned(8), may_alias));

enum { PANEL = 2 * LANES, QUADS = RL_WORD_WIDTH / 4, HALF = LANES / 2 };
_Static_assert(RL_WIDTH % PANEL == 0 && RL_WORD_WIDTH % 4 == 0, "widths are whole vectors");
_Static_assert(RL_LINE_FEATURES >= LANES && RL_PAGE_FEATURES >= LANES, "a row is at least one vector");

INLINE floats load(const float *from) { return *(const floats *)from; }
INLINE void store(float *to, floats value) { *(floats *)to = value; }

#define WEIGHTS(name) (network->parameters[RL_PARAMETER_##name])

/* ---- Matrix products: RL_ROWS_AT_ONCE rows and PANEL columns at once, whose sums stay in registers. */

#define EACH_ROW(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
_Static_assert(RL_ROWS_AT_ONCE == 6, "EACH_ROW is all of them");

typedef struct {
#define DECLARE(i) floats low##i, high##i;
    EACH_ROW(DECLARE)
#undef DECLARE
} panel;

/* Sums that begin with the same row, or each with its own. */
INLINE void begin(panel *sums, const float *start, size_t stride) {
#define BEGIN(i) sums->low##i = load(start + i * stride), sums->high##i = load(start + i * stride + LANES);
    EACH_ROW(BEGIN)
#undef BEGIN
}

/* Add the products of rows that are `stride` apart with `depth` rows of weights. */
INLINE void multiply(panel *sums, const float *rows, size_t stride, const float *weights, size_t depth) {
    panel own = *sums;
    for (size_t k = 0; k < depth; k++, rows++, weights += RL_WIDTH) {
        floats low = load(weights), high = load(weights + LANES), factor;
#define STEP(i) \
    factor = SPLAT(rows[i * stride]); \
    own.low##i = MULTIPLY_ADD(own.low##i, factor, low); \
    own.high##i = MULTIPLY_ADD(own.high##i, factor, high);
        EACH_ROW(STEP)
#undef STEP
    }
    *sums = own;
}

INLINE void store_sums(const panel *sums, float *out) {
#define STORE(i) store(out + i * RL_WIDTH, sums->low##i), store(out + i * RL_WIDTH + LANES, sums->high##i);
    EACH_ROW(STORE)
#undef STORE
}

INLINE void make_positive(panel *sums) {
    const floats zero = SPLAT(0.0f);
#define RELU(i) sums->low##i = GREATER(sums->low##i, zero), sums->high##i = GREATER(sums->high##i, zero);
    EACH_ROW(RELU)
#undef RELU
}

INLINE void add_rows(panel *sums, const float *rows) {
#define ADD(i) sums->low##i += load(rows + i * RL_WIDTH), sums->high##i += load(rows + i * RL_WIDTH + LANES);
    EACH_ROW(ADD)
#undef ADD
}

/* out = rows @ weights, of RL_WIDTH columns both. */
static void multiply_rows(const float *rows, size_t count, const float *weights, float *out) {
    static const float zeros[RL_WIDTH];
    for (size_t row = 0; row < count; row += RL_ROWS_AT_ONCE)
        for (size_t column = 0; column < RL_WIDTH; column += PANEL) {
            panel sums;
            begin(&sums, zeros, 0);
            multiply(&sums, rows + row * RL_WIDTH, RL_WIDTH, weights + column, RL_WIDTH);
            store_sums(&sums, out + row * RL_WIDTH + column);
        }
}

/* out += row @ weights, for a single row. */
static void multiply_row(const float *row, size_t depth, const float *weights, float out[RL_WIDTH]) {
    for (size_t column = 0; column < RL_WIDTH; column += LANES) {
        floats sum = load(out + column);
        for (size_t k = 0; k < depth; k++)
            sum = MULTIPLY_ADD(sum, SPLAT(row[k]), load(weights + k * RL_WIDTH + column));
        store(out + column, sum);
    }
}

static void relu_row(float row[RL_WIDTH]) {
    for (size_t column = 0; column < RL_WIDTH; column += LANES)
        store(row + column, GREATER(load(row + column), SPLAT(0.0f)));
}

/* Rows beyond the last line are computed like the others; the next layer is to see zeros there. */
static void clear_rest(const rl_inputs *inputs, float *state) {
    size_t lines = (size_t)inputs->reading->count;
    memset(state + lines * RL_WIDTH, 0, (inputs->line_rows - lines) * RL_WIDTH * sizeof(float));
}

/* ---- Features. */

INLINE void standardise_some(const float *features, rl_scaling scaling, size_t column, float *out) {
    floats scaled = (load(features + column) - load(scaling.mean + column)) * load(scaling.scale + column);
    store(out + column, GREATER(LESSER(scaled, SPLAT(5.0f)), SPLAT(-5.0f)));
}

static void standardise(const float *features, size_t rows, size_t columns, rl_scaling scaling, float *out,
                        size_t stride) {
    for (size_t row = 0; row < rows; row++, features += columns, out += stride) {
        for (size_t column = 0; column + LANES <= columns; column += LANES)
            standardise_some(features, scaling, column, out);
        standardise_some(features, scaling, columns - LANES, out);  /* the last columns, some of them again */
    }
}

/* ---- Words: sums of the rows of tables. A sum of few words is held in QUADS vectors. */

typedef struct {
    quad part0, part1, part2;
} word_sum;
_Static_assert(QUADS == 3, "a word_sum is a word");

INLINE void add_word(word_sum *sum, const float *row) {
    sum->part0 += *(const quad *)row;
    sum->part1 += *(const quad *)(row + 4);
    sum->part2 += *(const quad *)(row + 8);
}

INLINE void store_word(const word_sum *sum, float weight, float *out) {
    const quad factor = {weight, weight, weight, weight};
    *(quad *)out = sum->part0 * factor;
    *(quad *)(out + 4) = sum->part1 * factor;
    *(quad *)(out + 8) = sum->part2 * factor;
}

INLINE const float *word_row(const float *table, int32_t id) { return table + (size_t)id * RL_WORD_STRIDE; }

/* The sum of a bag's words, times a weight. */
INLINE void sum_bag(const rl_bags *bags, int32_t bag, const float *table, float weight, float *out) {
    word_sum sum = {0};
    for (int32_t i = bags->starts[bag]; i < bags->starts[bag + 1]; i++) add_word(&sum, word_row(table, bags->ids[i]));
    store_word(&sum, weight, out);
}

/* The sum over the names of an element; the first name is empty, and the commonest. */
INLINE void add_names(word_sum *sum, const int32_t names[RL_NAME_SLOTS], const float *of_names) {
    for (int slot = 0; slot < RL_NAME_SLOTS; slot++)
        if (names[slot]) add_word(sum, word_row(of_names, names[slot]));
}

INLINE void change_running(double *row, const word_sum *sum, double sign) {
    const quad_doubles factor = {sign, sign, sign, sign};
    *(quad_doubles *)row += factor * __builtin_convertvector(sum->part0, quad_doubles);
    *(quad_doubles *)(row + 4) += factor * __builtin_convertvector(sum->part1, quad_doubles);
    *(quad_doubles *)(row + 8) += factor * __builtin_convertvector(sum->part2, quad_doubles);
}

/* By line: the sum over the named nodes around it, which take part from their first line to their last. */
static void sum_around(const rl_inputs *inputs, const rl_scratch *scratch) {
    const rl_reading *reading = inputs->reading;
    size_t lines = (size_t)reading->count;
    double *change = scratch->running, sum[RL_WORD_WIDTH] = {0};
    memset(change, 0, (lines + 1) * RL_WORD_WIDTH * sizeof(double));
    for (int32_t node = 0; node < reading->named_count; node++) {
        word_sum own = {0};
        add_names(&own, reading->name_of[node], scratch->names_around);
        change_running(change + (size_t)reading->first[node] * RL_WORD_WIDTH, &own, 1);
        change_running(change + (size_t)reading->last[node] * RL_WORD_WIDTH, &own, -1);
    }
    for (size_t line = 0; line < lines; line++, change += RL_WORD_WIDTH) {
        float *out = scratch->words + line * RL_WORD_INPUTS, weight = inputs->around_weights[line];
        const quad factor = {weight, weight, weight, weight};
        for (size_t i = 0; i < RL_WORD_WIDTH; i += 4) {
            quad_doubles now = *(const quad_doubles *)(sum + i) + *(const quad_doubles *)(change + i);
            *(quad_doubles *)(sum + i) = now;
            *(quad *)(out + i) = __builtin_convertvector(now, quad) * factor;
        }
    }
}

static void sum_names_and_headings(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch) {
    const rl_reading *reading = inputs->reading;
    for (int32_t name = 0; name < reading->names.count; name++) {
        size_t place = (size_t)name * RL_WORD_STRIDE;
        sum_bag(&reading->names, name, WEIGHTS(AROUND), 1, scratch->names_around + place);
        sum_bag(&reading->names, name, WEIGHTS(OWN), 1, scratch->names_own + place);
    }
    for (int32_t heading = 0; heading < reading->heading_words.count; heading++)
        sum_bag(&reading->heading_words, heading, WEIGHTS(HEADINGS), inputs->heading_weights[heading],
                scratch->headings + (size_t)heading * RL_WORD_STRIDE);
}

/* By line: the names of its own elements, its words, those of its heading, its tags. */
static void sum_own(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch) {
    const rl_reading *reading = inputs->reading;
    for (int32_t line = 0; line < reading->count; line++) {
        float *out = scratch->words + (size_t)line * RL_WORD_INPUTS + RL_WORD_WIDTH;
        for (int level = 0; level < RL_OWN_LEVELS; level++, out += RL_WORD_WIDTH) {
            word_sum own = {0};
            add_names(&own, reading->own[line][level], scratch->names_own);
            store_word(&own, inputs->own_weights[line][level], out);
        }
        sum_bag(&reading->line_words, line, WEIGHTS(WORDS), inputs->word_weights[line], out);
        memcpy(out + RL_WORD_WIDTH, word_row(scratch->headings, reading->heading_of[line]),
               RL_WORD_WIDTH * sizeof(float));
        word_sum tags = {0};
        for (int level = 0; level < RL_TAG_LEVELS; level++)
            add_word(&tags, word_row(WEIGHTS(TAGS), reading->tags[line][level]));
        store_word(&tags, 1, out + 2 * RL_WORD_WIDTH);
    }
}

/* ---- Layers. */

/* What the network makes of the page's features, and what that and the bias add to every line. */
static void read_page(const rl_network *network, const rl_inputs *inputs, float page[RL_PAGE_WIDTH],
                      float to_lines[RL_WIDTH]) {
    memcpy(page, WEIGHTS(PAGE_BIAS), RL_PAGE_WIDTH * sizeof(float));
    multiply_row(inputs->page_features, RL_PAGE_FEATURES, WEIGHTS(PAGE), page);
    relu_row(page);
    memcpy(to_lines, WEIGHTS(LINES_BIAS), RL_WIDTH * sizeof(float));
    multiply_row(page, RL_PAGE_WIDTH, WEIGHTS(PAGE_TO_LINES), to_lines);
}

/* The first state: from the features of lines, their words, and the page. */
static void read_lines(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch,
                       const float from_page[RL_WIDTH], float *state) {
    for (size_t row = 0; row < inputs->line_rows; row += RL_ROWS_AT_ONCE)
        for (size_t column = 0; column < RL_WIDTH; column += PANEL) {
            panel sums;
            begin(&sums, from_page + column, 0);
            multiply(&sums, inputs->line_features + row * RL_FEATURE_STRIDE, RL_FEATURE_STRIDE,
                     WEIGHTS(LINES) + column, RL_LINE_FEATURES);
            multiply(&sums, scratch->words + row * RL_WORD_INPUTS, RL_WORD_INPUTS, WEIGHTS(WORDS_TO_LINES) + column,
                     RL_WORD_INPUTS);
            make_positive(&sums);
            store_sums(&sums, state + row * RL_WIDTH + column);
        }
    clear_rest(inputs, state);
}

/* Each line takes in itself and the lines at this distance before and after it. */
static void look_around(const rl_inputs *inputs, const float *weights, const float *bias, size_t distance,
                        const float *state, float *next) {
    for (size_t row = 0; row < inputs->line_rows; row += RL_ROWS_AT_ONCE)
        for (size_t column = 0; column < RL_WIDTH; column += PANEL) {
            const float *own = state + row * RL_WIDTH, *by_column = weights + column;
            panel sums;
            begin(&sums, bias + column, 0);
            multiply(&sums, own - distance * RL_WIDTH, RL_WIDTH, by_column, RL_WIDTH);
            multiply(&sums, own, RL_WIDTH, by_column + RL_WIDTH * RL_WIDTH, RL_WIDTH);
            multiply(&sums, own + distance * RL_WIDTH, RL_WIDTH, by_column + 2 * RL_WIDTH * RL_WIDTH, RL_WIDTH);
            make_positive(&sums);
            add_rows(&sums, own + column);
            store_sums(&sums, next + row * RL_WIDTH + column);
        }
    clear_rest(inputs, next);
}

/* The sums of the states of all lines before each line, and before the end. */
static void run_sums(size_t lines, const float *state, double *running) {
    memset(running, 0, RL_WIDTH * sizeof(double));
    for (size_t line = 0; line < lines; line++, running += RL_WIDTH)
        for (size_t column = 0; column < RL_WIDTH; column += HALF) {
            half_floats own = *(const half_floats *)(state + line * RL_WIDTH + column);
            *(half_doubles *)(running + RL_WIDTH + column) =
                *(const half_doubles *)(running + column) + __builtin_convertvector(own, half_doubles);
        }
}

/* The mean states of groups of lines that are regions, from running sums. */
static void average_regions(const rl_inputs *inputs, int grouping, const double *running, float *mean) {
    for (size_t group = inputs->first_group[grouping]; group < inputs->first_group[grouping + 1]; group++) {
        const int32_t *lines = inputs->group_lines[group];
        const double *before = running + (size_t)lines[0] * RL_WIDTH, *after = running + (size_t)lines[1] * RL_WIDTH;
        double share = 1.0 / (lines[1] - lines[0] > 1 ? lines[1] - lines[0] : 1);
        for (size_t column = 0; column < RL_WIDTH; column += HALF, mean += HALF) {
            half_doubles sum = *(const half_doubles *)(after + column) - *(const half_doubles *)(before + column);
            *(half_floats *)mean = __builtin_convertvector(sum * share, half_floats);
        }
    }
}

/* The mean states of groups of lines that may stand anywhere. */
static void average_groups(const rl_inputs *inputs, int grouping, const float *state, float *means) {
    size_t first = inputs->first_group[grouping], count = inputs->first_group[grouping + 1] - first;
    memset(means, 0, count * RL_WIDTH * sizeof(float));
    for (int32_t line = 0; line < inputs->reading->count; line++, state += RL_WIDTH) {
        float *sum = means + ((size_t)inputs->group_of[line][grouping] - first) * RL_WIDTH;
        for (size_t column = 0; column < RL_WIDTH; column += LANES)
            store(sum + column, load(sum + column) + load(state + column));
    }
    for (size_t group = 0; group < count; group++, means += RL_WIDTH)
        for (size_t column = 0; column < RL_WIDTH; column += LANES)
            store(means + column, load(means + column) * SPLAT(inputs->group_shares[first + group]));
}

/* By group of a grouping: its mean state by a matrix. There are fewer groups than lines, so lines pick the products of
   theirs (`pick_groups`). Regions need `run_sums` of the state. */
static void multiply_groups(const rl_inputs *inputs, const rl_scratch *scratch, int grouping, const float *weights,
                            const float *state) {
    size_t first = inputs->first_group[grouping], count = inputs->first_group[grouping + 1] - first;
    if (grouping >= RL_BY_REGION && grouping < RL_BY_REGION + RL_REGIONS)
        average_regions(inputs, grouping, scratch->running, scratch->means);
    else average_groups(inputs, grouping, state, scratch->means);
    multiply_rows(scratch->means, count, weights, scratch->products + first * RL_WIDTH);
}

/* What the groups of some lines contribute to them, and a bias; lines beyond the last take those of the last. */
INLINE void pick_groups(const rl_inputs *inputs, const float *products, int groupings, const float *bias, size_t row,
                        float *out) {
    size_t last = (size_t)inputs->reading->count - 1;
    for (size_t i = 0; i < RL_ROWS_AT_ONCE; i++, out += RL_WIDTH) {
        const int32_t *own = inputs->group_of[row + i < last ? row + i : last];
        for (size_t column = 0; column < RL_WIDTH; column += LANES) {
            floats sum = load(bias + column);
            for (int grouping = 0; grouping < groupings; grouping++)
                sum += load(products + (size_t)own[grouping] * RL_WIDTH + column);
            store(out + column, sum);
        }
    }
}

/* Each line takes in its groups of the first `groupings`, whose products are computed. */
INLINE void take_in_groups(const rl_inputs *inputs, const rl_scratch *scratch, int groupings, const float *weights,
                           const float *bias, const float *state, float *next) {
    for (size_t row = 0; row < inputs->line_rows; row += RL_ROWS_AT_ONCE) {
        float from_groups[RL_ROWS_AT_ONCE * RL_WIDTH];
        pick_groups(inputs, scratch->products, groupings, bias, row, from_groups);
        for (size_t column = 0; column < RL_WIDTH; column += PANEL) {
            panel sums;
            begin(&sums, from_groups + column, RL_WIDTH);
            multiply(&sums, state + row * RL_WIDTH, RL_WIDTH, weights + column, RL_WIDTH);
            make_positive(&sums);
            add_rows(&sums, state + row * RL_WIDTH + column);
            store_sums(&sums, next + row * RL_WIDTH + column);
        }
    }
    clear_rest(inputs, next);
}

/* Each line takes in the regions around it and the lines with the same path, slot and records. */
static void look_at_groups(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch,
                           const float *state, float *next) {
    run_sums((size_t)inputs->reading->count, state, scratch->running);
    for (int level = 0; level < RL_REGIONS; level++)
        multiply_groups(inputs, scratch, RL_BY_REGION + level, WEIGHTS(REGIONS) + level * RL_WIDTH * RL_WIDTH, state);
    multiply_groups(inputs, scratch, RL_BY_PATH, WEIGHTS(PATHS), state);
    multiply_groups(inputs, scratch, RL_BY_SLOT, WEIGHTS(SLOTS), state);
    multiply_groups(inputs, scratch, RL_BY_RECORDS, WEIGHTS(RECORDS), state);
    take_in_groups(inputs, scratch, RL_GROUPINGS, WEIGHTS(GROUPS), WEIGHTS(GROUPS_BIAS), state, next);
}

/* Once the page is known: the lines with the same slot and records, and the region right around each line. */
static void look_at_groups_again(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch,
                                 const float *state, float *next) {
    run_sums((size_t)inputs->reading->count, state, scratch->running);
    multiply_groups(inputs, scratch, RL_BY_REGION, WEIGHTS(REGION_AGAIN), state);
    multiply_groups(inputs, scratch, RL_BY_SLOT, WEIGHTS(SLOTS_AGAIN), state);
    multiply_groups(inputs, scratch, RL_BY_RECORDS, WEIGHTS(RECORDS_AGAIN), state);
    take_in_groups(inputs, scratch, RL_GROUPINGS_AGAIN, WEIGHTS(GROUPS_AGAIN), WEIGHTS(GROUPS_AGAIN_BIAS), state, next);
}

/* The weighted mean and the maximum of the lines, and what was made of the page's features. */
static void pool_lines(const rl_inputs *inputs, const float *state, const float page[RL_PAGE_WIDTH],
                       float pooled[2 * RL_WIDTH + RL_PAGE_WIDTH]) {
    size_t lines = (size_t)inputs->reading->count;
    for (size_t column = 0; column < RL_WIDTH; column += LANES) {
        floats mean = SPLAT(0.0f), greatest = load(state + column);
        for (size_t line = 0; line < lines; line++) {
            floats own = load(state + line * RL_WIDTH + column);
            mean = MULTIPLY_ADD(mean, own, SPLAT(inputs->pool_shares[line]));
            greatest = GREATER(greatest, own);
        }
        store(pooled + column, mean);
        store(pooled + RL_WIDTH + column, greatest);
    }
    memcpy(pooled + 2 * RL_WIDTH, page, RL_PAGE_WIDTH * sizeof(float));
}

static void classify_page(const rl_network *network, const float whole[RL_WIDTH], float types[RL_PAGE_TYPES]) {
    for (size_t type = 0; type < RL_PAGE_TYPES; type++) {
        types[type] = WEIGHTS(TYPES_BIAS)[type];
        for (size_t i = 0; i < RL_WIDTH; i++) types[type] += whole[i] * WEIGHTS(TYPES)[i * RL_PAGE_TYPES + type];
    }
}

/* The page as a whole is classified, and every line takes it in. */
static void look_at_page(const rl_network *network, const rl_inputs *inputs, const float page[RL_PAGE_WIDTH],
                         float *state, float types[RL_PAGE_TYPES]) {
    float pooled[2 * RL_WIDTH + RL_PAGE_WIDTH], whole[RL_WIDTH], to_lines[RL_WIDTH] = {0};
    pool_lines(inputs, state, page, pooled);
    memcpy(whole, WEIGHTS(POOL_BIAS), sizeof whole);
    multiply_row(pooled, 2 * RL_WIDTH + RL_PAGE_WIDTH, WEIGHTS(POOL), whole);
    relu_row(whole);
    classify_page(network, whole, types);
    multiply_row(whole, RL_WIDTH, WEIGHTS(POOL_TO_LINES), to_lines);
    for (size_t column = 0; column < RL_WIDTH; column += LANES)
        for (size_t row = 0; row < inputs->line_rows; row++)
            store(state + row * RL_WIDTH + column, load(state + row * RL_WIDTH + column) + load(to_lines + column));
    clear_rest(inputs, state);
}

INLINE float sum_of_products(const float *left, const float *right) {
    floats products = load(left) * load(right);
    for (size_t column = LANES; column < RL_WIDTH; column += LANES)
        products = MULTIPLY_ADD(products, load(left + column), load(right + column));
    float total = 0;
    for (int lane = 0; lane < LANES; lane++) total += products[lane];
    return total;
}

static void answer(const rl_network *network, const rl_inputs *inputs, const float *state, float *logits) {
    size_t lines = (size_t)inputs->reading->count;
    for (size_t row = 0; row < lines; row += RL_ROWS_AT_ONCE) {
        float last[RL_ROWS_AT_ONCE * RL_WIDTH];
        for (size_t column = 0; column < RL_WIDTH; column += PANEL) {
            panel sums;
            begin(&sums, WEIGHTS(LAST_BIAS) + column, 0);
            multiply(&sums, state + row * RL_WIDTH, RL_WIDTH, WEIGHTS(LAST) + column, RL_WIDTH);
            make_positive(&sums);
            store_sums(&sums, last + column);
        }
        for (size_t i = 0; i < RL_ROWS_AT_ONCE && row + i < lines; i++)
            logits[row + i] = WEIGHTS(ANSWER_BIAS)[0] + sum_of_products(last + i * RL_WIDTH, WEIGHTS(ANSWER));
    }
}

static void run(const rl_network *network, const rl_inputs *inputs, const rl_scratch *scratch, float *logits,
                float types[RL_PAGE_TYPES]) {
    float page[RL_PAGE_WIDTH], from_page[RL_WIDTH], *state = scratch->state, *next = scratch->next;
    read_page(network, inputs, page, from_page);
    sum_names_and_headings(network, inputs, scratch);
    sum_around(inputs, scratch);
    sum_own(network, inputs, scratch);
    read_lines(network, inputs, scratch, from_page, state);
    look_around(inputs, WEIGHTS(NEAR_1), WEIGHTS(NEAR_1_BIAS), 1, state, next);
    look_around(inputs, WEIGHTS(NEAR_2), WEIGHTS(NEAR_2_BIAS), 2, next, state);
    look_around(inputs, WEIGHTS(NEAR_4), WEIGHTS(NEAR_4_BIAS), 4, state, next);
    look_around(inputs, WEIGHTS(NEAR_8), WEIGHTS(NEAR_8_BIAS), 8, next, state);
    look_at_groups(network, inputs, scratch, state, next);
    look_at_page(network, inputs, page, next, types);
    look_around(inputs, WEIGHTS(NEAR_AGAIN_1), WEIGHTS(NEAR_AGAIN_1_BIAS), 1, next, state);
    look_around(inputs, WEIGHTS(NEAR_AGAIN_3), WEIGHTS(NEAR_AGAIN_3_BIAS), 3, state, next);
    look_at_groups_again(network, inputs, scratch, next, state);
    answer(network, inputs, state, logits);
}

const rl_kernel KERNEL = {INSTRUCTIONS, standardise, run};
