/* Lines that are kept or dropped together: of a table of data, a list, a paragraph; the same part of like cards.

   A list with holes misleads its reader more than a list that is missing: a recipe without its flour. The items of a
   list are alike, and where the networks are in doubt about some of them, chance decides which. So all lines of a group
   (groups.c) get one probability: the mean of their log odds, in which long lines weigh more. A group of whose lines
   the networks are sure, one by one, stays as it is: an advert between the rows of a table goes, and the rows stay.

   A table of data with heads in the midst of an article is kept although the networks doubt it: its heading and what is
   said of it are kept as well. So are definitions, and a list after a line that ends with a colon. So is code, whose
   bar with buttons may be dropped; at the end of a text it stays where one element holds both: the last lines of a
   post. */
#include <math.h>
#include <string.h>

#include "groups.h"
#include "kept.h"
#include "lowering.h"
#include "selection.h"

static const double SURE = 3;  /* log odds */
static const double MIN_PROBABILITY = 1e-6;
static const double MIN_BETWEEN = 0.15;  /* probability of a table between kept lines */
static const double MIN_INTRODUCED = 0.02;  /* … of definitions, and of a list after a line that ends with a colon */
static const double NEVER = 2;

enum { MAX_BAR_WORDS = 3, MAX_BARS = 2 };  /* lines between code and what is kept around it */
enum { MAX_LEVELS = 4 };                   /* of elements around code that may hold the text before it */

typedef struct {
    int32_t lines;
    double odds, weight;
    bool is_doubtful;
} group;

/* Whether a line ends with a colon. */
static bool is_introduction(const rl_reading *reading, int32_t line) {
    static const uint8_t wide[] = {0xEF, 0xBC, 0x9A};  /* U+FF1A */
    const rl_page *page = reading->page;
    int32_t node = page->derived.leaves[reading->lines.end[line] - 1];
    rl_view text = rl_strip(rl_text_of(&page->columns, node));
    if (!text.size) return false;
    return text.bytes[text.size - 1] == ':' ||
           (text.size >= sizeof wide && !memcmp(rl_end_of(text) - sizeof wide, wide, sizeof wide));
}

/* How probable the lines of a list or table have to be on average, to be kept between kept lines. */
static double min_between(const rl_reading *reading, const rl_lists *lists, const uint8_t *mask, int32_t first) {
    if (lists->is_headed[first]) return MIN_BETWEEN;
    if (lists->nearest[first] < 0) return NEVER;
    const rl_page *page = reading->page;
    bool is_definitions = page->columns.tag[lists->nearest[first]] == RL_TAG_DL;
    int32_t before = page->derived.block[reading->lines.node[first - 1]];
    if (is_definitions && rl_properties(page->columns.tag[before]) & RL_HEADING) {
        int32_t line = first - 2;
        while (line >= 0 && !mask[line]) line--;
        is_definitions = line >= 0;  /* below the title it is author, date and views */
    }
    return is_definitions || is_introduction(reading, first - 1) ? MIN_INTRODUCED : NEVER;
}

void rl_keep_tables(const rl_reading *reading, const float *probabilities, uint8_t *mask) {
    const rl_lines *lines = &reading->lines;
    const rl_lists *lists = &reading->lists;
    for (int32_t first = 0, last; first < lines->count; first = last) {
        double sum = 0;
        bool is_kept = false;
        for (last = first; last < lines->count && lists->nearest[last] == lists->nearest[first]; last++) {
            sum += (double)probabilities[last];
            is_kept |= mask[last];
        }
        bool is_between = first > 0 && last < lines->count && mask[first - 1] && mask[last];
        if (!is_between || is_kept || sum / (last - first) < min_between(reading, lists, mask, first)) continue;
        for (int32_t line = first; line < last; line++) mask[line] = 1;
    }
}

/* The next kept line from one on in a direction, -1 where one with more words than a bar of buttons is in between. */
static int32_t kept_beyond(const rl_reading *reading, const uint8_t *mask, int32_t line, int32_t step) {
    for (int32_t bars = 0; line >= 0 && line < reading->count; line += step) {
        if (mask[line]) return line;
        if (reading->words[line] > MAX_BAR_WORDS || ++bars > MAX_BARS) return -1;
    }
    return -1;
}

/* Whether an element close around code holds a line before it, too: the body of a post or of an answer. */
static bool is_in_one_text(const rl_reading *reading, int32_t block, int32_t line) {
    const rl_columns *columns = &reading->page->columns;
    for (int32_t level = 0; level < MAX_LEVELS && block >= 0; level++, block = columns->parent[block])
        if (reading->lines.node[line] >= block) return true;
    return false;
}

void rl_keep_code(const rl_reading *reading, uint8_t *mask) {
    const int32_t *preformatted = reading->page->derived.preformatted;
    for (int32_t first = 0, last; first < reading->count; first = last) {
        int32_t block = preformatted[reading->lines.node[first]];
        for (last = first + 1; last < reading->count; last++)
            if (preformatted[reading->lines.node[last]] != block) break;
        if (block < 0 || reading->page->columns.tag[block] != RL_TAG_PRE) continue;
        int32_t before = kept_beyond(reading, mask, first - 1, -1);
        if (before < 0 || (kept_beyond(reading, mask, last, 1) < 0 && !is_in_one_text(reading, block, before))) continue;
        for (int32_t line = first; line < last; line++) mask[line] = 1;
    }
}

static double log_odds(double probability) {
    double limited = probability < MIN_PROBABILITY ? MIN_PROBABILITY : probability;
    if (limited > 1 - MIN_PROBABILITY) limited = 1 - MIN_PROBABILITY;
    return log(limited / (1 - limited));
}

void rl_pool_groups(const rl_reading *reading, rl_pool *pool, float *probabilities) {
    const rl_lines *lines = &reading->lines;
    int32_t count;
    const int32_t *numbers = rl_number_groups(&reading->beginning, lines, reading, pool, &count);
    if (!count) return;
    group *groups = RL_TAKE_ZEROED(pool, group, (size_t)count);
    for (int32_t line = 0; line < lines->count; line++) {
        if (numbers[line] < 0) continue;
        group *own = &groups[numbers[line]];
        double weight = sqrt((double)lines->counts[line][RL_WORDS] + 1);
        double odds = log_odds((double)probabilities[line]);
        own->lines++;
        own->odds += weight * odds;
        own->weight += weight;
        own->is_doubtful |= fabs(odds) < SURE;
    }
    for (int32_t line = 0; line < lines->count; line++) {
        const group *own = numbers[line] < 0 ? NULL : &groups[numbers[line]];
        if (own && own->lines > 1 && own->is_doubtful)
            probabilities[line] = (float)(1 / (1 + exp(-(own->odds / own->weight))));
    }
}
