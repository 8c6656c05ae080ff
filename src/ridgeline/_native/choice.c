/* Chooses the lines to keep, given how probable each is content: the set with the greatest expected F1.

   F1 counts words, so a line counts by its words. For a given number of expected hits the best set is a prefix of the
   lines sorted by probability, so there are as many candidates as lines. The expected F1 of each is approximately

       (1 + b²) · hits / (b² · all content + all kept)

   with b = 1. A larger b favours recall, a smaller one precision. How much is kept thus depends on the page: where it
   is clear what is content, nothing doubtful is kept; where nothing is clear, a lot is.

   Lines are not independent. Whether the cards of a page, its table of data or its readers' replies belong to the
   content is one decision for all of them, which depends on what the page is for. So the expectation is also taken over
   a normal variable that all lines of a page share and that shifts their log odds up or down together: seven points of
   it with their weights (Gauss-Hermite quadrature). Lines with the same probability (together.c) are all kept or all
   dropped. */
#include <math.h>
#include <string.h>

#include "summit.h"

enum { POINTS = 7 };
static const double SHARED_DEVIATION = 2.0;  /* of the variable that all lines share, in log odds */
static const double POINT[POINTS] = {-3.750440, -2.366760, -1.154405, 0.0, 1.154405, 2.366760, 3.750440};
static const double WEIGHT[POINTS] = {0.000548, 0.030757, 0.240123, 0.457144, 0.240123, 0.030757, 0.000548};

/* By point, of the lines so far: the words that are expected to be content when the shared variable has this value. */
typedef struct {
    double hits[POINTS], kept;
} candidate;

/* ---- Lines by probability, the greatest first, equal ones in their order: a radix sort, linear on any input. */

enum { DIGIT_BITS = 8, DIGITS = 4, DIGIT_VALUES = 1 << DIGIT_BITS };

/* A number that is the smaller the greater the probability, which is not negative; NaN comes last. */
static uint32_t sort_key(float probability) {
    uint32_t bits;
    if (!(probability >= 0)) return UINT32_MAX;
    probability += 0.0f;  /* -0 is 0 */
    memcpy(&bits, &probability, sizeof bits);
    return UINT32_MAX - 1 - bits;
}

static uint32_t digit(uint64_t item, int place) { return item >> (32 + place * DIGIT_BITS) & (DIGIT_VALUES - 1); }

/* Items in order of this digit of their keys. `counts`: how many items have each value; false where all have one. */
static bool sort_by_digit(const uint64_t *items, size_t count, int place, const uint32_t counts[DIGIT_VALUES],
                          uint64_t *sorted) {
    uint32_t starts[DIGIT_VALUES], start = 0;
    if (counts[digit(items[0], place)] == count) return false;
    for (int value = 0; value < DIGIT_VALUES; value++) {
        starts[value] = start;
        start += counts[value];
    }
    for (size_t i = 0; i < count; i++) sorted[starts[digit(items[i], place)]++] = items[i];
    return true;
}

/* Items whose lower half is the number of a line and whose upper half was its key. */
static const uint64_t *sort_lines(const float *probabilities, size_t count, rl_pool *pool) {
    uint64_t *items = RL_TAKE(pool, uint64_t, count), *sorted = RL_TAKE(pool, uint64_t, count);
    uint32_t counts[DIGITS][DIGIT_VALUES] = {{0}};
    for (size_t line = 0; line < count; line++) {
        items[line] = (uint64_t)sort_key(probabilities[line]) << 32 | line;
        for (int place = 0; place < DIGITS; place++) counts[place][digit(items[line], place)]++;
    }
    for (int place = 0; place < DIGITS; place++)
        if (sort_by_digit(items, count, place, counts[place], sorted)) {
            uint64_t *other = items;
            items = sorted;
            sorted = other;
        }
    return items;
}

/* ---- The choice. */

/* Add the line's words to the candidate before: by point, with the probability when the variable has this value. */
static void extend(candidate *now, const double lifts[POINTS], double probability, double words) {
    for (int i = 0; i < POINTS; i++) {
        double lifted = lifts[i] * probability;
        now->hits[i] += lifted / (lifted + 1 - probability) * words;
    }
    now->kept += words;
}

static double expected(const candidate *kept, const candidate *all, double b) {
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
        double divisor = b * b * all->hits[i] + kept->kept;
        sum += WEIGHT[i] * ((1 + b * b) * kept->hits[i] / (divisor > 1e-9 ? divisor : 1e-9));
    }
    return sum;
}

/* By number of lines but one: the candidate that consists of the most probable ones. */
static const candidate *candidates(const uint64_t *order, const float *probabilities, const float *words,
                                   size_t count, rl_pool *pool) {
    candidate *found = RL_TAKE(pool, candidate, count), now = {{0}, 0};
    double lifts[POINTS];
    for (int i = 0; i < POINTS; i++) lifts[i] = exp(SHARED_DEVIATION * POINT[i]);
    for (size_t i = 0; i < count; i++) {
        uint32_t line = (uint32_t)order[i];
        extend(&now, lifts, (double)probabilities[line], (double)words[line]);
        found[i] = now;
    }
    return found;
}

/* Lines with the same probability are all kept or all dropped. */
static bool goes_on(const uint64_t *order, const float *probabilities, size_t i) {
    float here = probabilities[(uint32_t)order[i]], next = probabilities[(uint32_t)order[i + 1]];
    return next - here == 0;
}

static size_t best(const candidate *found, const uint64_t *order, const float *probabilities, size_t count, double b) {
    size_t last = count - 1;
    double most = -1;
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && goes_on(order, probabilities, i)) continue;
        double value = expected(&found[i], &found[count - 1], b);
        if (value > most) {
            most = value;
            last = i;
        }
    }
    return last;
}

double rl_choose(const float *probabilities, const float *words, int32_t count, double b, rl_pool *pool,
                 uint8_t *mask) {
    if (count < 1) return 0;
    size_t lines = (size_t)count;
    const uint64_t *order = sort_lines(probabilities, lines, pool);
    const candidate *found = candidates(order, probabilities, words, lines, pool);
    size_t last = best(found, order, probabilities, lines, b);
    memset(mask, 0, lines);
    for (size_t i = 0; i <= last; i++) mask[(uint32_t)order[i]] = 1;
    return expected(&found[last], &found[lines - 1], 1.0);
}
