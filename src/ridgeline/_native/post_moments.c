/* The dates of texts: what may be one, and the day of those in ASCII whose form leaves no doubt. `ridgeline.metadata.dates`
   reads all others. */
#include "posts.h"

#include <string.h>

#include "lowering.h"
#include "post_tables.h"
#include "utf8.h"

enum {
    MAX_MOMENT_WORDS = 12,   /* a date and a few words around it */
    MAX_MOMENT_LENGTH = 90,  /* `ridgeline.posts.moments.MAX_LENGTH` */
    MAX_LABEL_LENGTH = 30,   /* of a date */
    MAX_DATE_TEXT = 400,     /* that is searched for a day */
    MAX_CALENDAR_WORD = 20,
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }
static inline bool is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }
static inline bool is_space(uint8_t byte) { return byte == ' ' || (byte >= 9 && byte <= 13) || (byte >= 28 && byte <= 31); }

/* Whether a character that is not ASCII is nothing but a mark or a space, which no date has. */
static bool is_mark(uint32_t point) {
    if (point >= 0x2010 && point <= 0x2027) return true;  /* dashes, quotation marks, bullets */
    static const uint16_t MARKS[] = {0xA0, 0xA3, 0xA9, 0xAB, 0xAE, 0xB7, 0xBB, 0x20AC, 0x2122};
    for (size_t i = 0; i < COUNT_OF(MARKS); i++)
        if (point == MARKS[i]) return true;
    return false;
}

static const uint8_t *after_digits(const uint8_t *at, const uint8_t *end) {
    while (at < end && is_digit(*at)) at++;
    return at;
}

/* One past what parts the numbers of a date; NULL where nothing of the sort begins at `at`. */
static const uint8_t *after_date_mark(const uint8_t *at, const uint8_t *end) {
    if (at >= end || (*at != '-' && *at != '/' && *at != '.')) return NULL;
    return *at == '.' && end - at > 1 && at[1] == ' ' ? at + 2 : at + 1;
}

/* Whether numbers that may be a date begin at a digit: 20240512, 2024-5-12, 5/12/24. */
static bool begins_date(const uint8_t *at, const uint8_t *end) {
    const uint8_t *first = after_digits(at, end), *second = after_date_mark(first, end);
    if (first - at >= 8) return true;
    if (!second || (first - at > 2 && first - at != 4)) return false;
    const uint8_t *stop = after_digits(second, end), *third = after_date_mark(stop, end);
    return stop > second && stop - second <= 2 && third && third < end && is_digit(*third);
}

/* What the words and numbers of a text say. */
typedef struct {
    uint32_t bits;
    bool has_number, has_year, has_date;
    bool has_other;  /* a word that stands in no date */
} moment_signs;

static const uint8_t *read_number(const uint8_t *at, const uint8_t *end, moment_signs *signs) {
    const uint8_t *stop = after_digits(at, end);
    signs->has_number = true;
    signs->has_year |= stop - at >= 4;
    signs->has_date |= begins_date(at, end);
    return stop;
}

static const uint8_t *read_letters(const uint8_t *at, const uint8_t *end, moment_signs *signs) {
    uint8_t lower[RL_POST_NAME_LENGTH];
    size_t size = 0;
    for (; at < end && is_letter(*at); at++, size++)
        if (size < sizeof lower) lower[size] = *at | 0x20;
    uint32_t bits = size <= sizeof lower ? rl_post_word_bits(lower, size) : 0;
    signs->bits |= bits;
    signs->has_other |= !(bits & (RL_POST_WORD_CALENDAR | RL_POST_WORD_OF_TIME));
    return at;
}

static bool is_date_mark(uint8_t byte) { return byte == '-' || byte == '/' || byte == '.'; }

/* What parts the tokens of a date: one is a number, or all that stands between these and numbers. */
static bool parts_tokens(uint8_t byte) { return is_space(byte) || (byte && strchr(".,:;/|()-", byte)); }

enum { MAX_TOKENS = 48, OTHER_TOKEN = 0, WEEKDAY = -13, STRANGE_TOKEN = -14 };
enum { FIRST_PERSIAN_YEAR = 1369, FIRST_YEAR = 1990, LAST_YEAR = 2025 };

/* The day as 20231217 where a web page certainly can have been published then; 0 where it cannot, or only the calendars
   of today and of Iran can say. */
static int32_t day_of(int year, int month, int day) {
    static const int DAYS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1) return 0;
    return day <= DAYS[month - 1] + (month == 2 && year % 4 == 0) ? year * 10000 + month * 100 + day : 0;
}

/* Whether another calendar may have such a year. */
static bool is_strange_year(int year) { return year > LAST_YEAR || (year >= FIRST_PERSIAN_YEAR && year < FIRST_YEAR); }

static int value_of(const uint8_t *at, const uint8_t *end) {
    int value = 0;
    if (end - at > 4) return 0;
    while (at < end) value = value * 10 + (*at++ - '0');
    return value;
}

/* What a token is that is no number: minus the number of a month; WEEKDAY, OTHER_TOKEN, or STRANGE_TOKEN, which Python reads. */
static int kind_of_token(uint32_t bits) {
    if (bits >> RL_POST_MONTH_SHIFT) return -(int)(bits >> RL_POST_MONTH_SHIFT);
    if (bits & RL_POST_WORD_CALENDAR) return WEEKDAY;
    return bits & RL_POST_WORD_MONTH ? STRANGE_TOKEN : OTHER_TOKEN;
}

typedef struct {
    int kinds[MAX_TOKENS + 4];  /* from the second on, 0 after the last: numbers of up to four digits, and kinds of words */
    int count;
    bool is_whole;              /* whether these are all */
    bool is_strange;            /* whether a year or a word is one that only Python can read … */
    bool has_strange_word;      /* … and a word */
    bool has_other_word;        /* one that is no part of a date */
    bool is_calendar;           /* whether all are months, weekdays and numbers, and one is a name */
} date_tokens;

static uint32_t bits_of_token(const uint8_t *begin, const uint8_t *end, size_t *size) {
    uint8_t lower[MAX_CALENDAR_WORD];
    *size = (size_t)(end - begin) <= MAX_CALENDAR_WORD ? rl_post_lower(lower, begin, end) : 0;
    return rl_post_word_bits(lower, *size);
}

/* Read the tokens of a text of ASCII but for fillers. */
static void read_tokens(const uint8_t *at, const uint8_t *end, date_tokens *tokens) {
    bool has_name = false;
    memset(tokens, 0, sizeof *tokens);
    while (at < end && tokens->count < MAX_TOKENS) {
        const uint8_t *begin = at;
        int *kind = &tokens->kinds[tokens->count + 1];
        if (parts_tokens(*at)) {
            at++;
            continue;
        }
        if (is_digit(*at)) {
            at = after_digits(at, end);
            *kind = value_of(begin, at);
            tokens->is_strange |= is_strange_year(*kind);
        } else {
            size_t size;
            while (at < end && !parts_tokens(*at) && !is_digit(*at)) at++;
            uint32_t bits = bits_of_token(begin, at, &size);
            if (bits & RL_POST_WORD_FILLER) continue;
            *kind = kind_of_token(bits);
            tokens->has_strange_word |= *kind == STRANGE_TOKEN;
            has_name |= *kind < 0 && size > 2;
            tokens->has_other_word |= *kind == OTHER_TOKEN;
        }
        tokens->count++;
    }
    tokens->is_strange |= tokens->has_strange_word;
    tokens->is_whole = at == end;
    tokens->is_calendar = tokens->is_whole && has_name && !tokens->has_other_word && !tokens->has_strange_word;
}

/* 17 December 2023, December 17th, 2023, 2023 December 17. */
static int32_t find_day_of_words(const date_tokens *tokens) {
    for (int i = 1; i <= tokens->count; i++) {
        const int *kind = tokens->kinds + i;
        if (*kind >= 0 || *kind < -12) continue;
        int32_t day = day_of(kind[1], -*kind, kind[-1]);
        if (!day) day = day_of(kind[2], -*kind, kind[1]);
        if (!day) day = day_of(kind[-1], -*kind, kind[1]);
        if (day) return day;
    }
    return 0;
}

/* Three numbers with the same mark between them. */
typedef struct {
    const uint8_t *end;
    int sizes[3], values[3];
    uint8_t mark;
} three_numbers;

static bool read_three(const uint8_t *at, const uint8_t *end, three_numbers *found) {
    for (int i = 0; i < 3; i++) {
        const uint8_t *stop = after_digits(at, end);
        if (stop == at) return false;
        found->sizes[i] = stop - at > 9 ? 9 : (int)(stop - at);
        found->values[i] = value_of(at, stop);
        found->end = at = stop;
        if (i == 2) break;
        if (stop == end || !is_date_mark(*stop) || (i && *stop != found->mark)) return false;
        found->mark = *stop;
        at++;
    }
    return found->sizes[1] <= 2;
}

enum { UNKNOWN_DAY = -1 };

/* 5/12/2024, 12.05.24. */
static int32_t day_of_three(const three_numbers *numbers, bool month_first) {
    int one = numbers->values[0], two = numbers->values[1], year = numbers->values[2];
    if (numbers->sizes[0] > 2 || (numbers->sizes[2] != 2 && (numbers->sizes[2] != 4 || year < 1000 || year > 2999)))
        return UNKNOWN_DAY;
    if (numbers->sizes[2] == 2) {
        if (numbers->mark == '-' || (numbers->mark == '.' && numbers->sizes[0] + numbers->sizes[1] < 4)) return 0;
        year += 2000;
    }
    if (is_strange_year(year)) return UNKNOWN_DAY;
    int32_t day_first = day_of(year, two, one), other = day_of(year, one, two);
    if (month_first && numbers->mark != '.') return other ? other : day_first;
    return day_first ? day_first : other;
}

/* Whether what begins at a number cannot be read here: marks before it, eight digits, 5. 12. 2024. */
static bool is_odd_number(const uint8_t *begin, const uint8_t *at, const uint8_t *stop, const uint8_t *end) {
    return stop - at == 8 || (at > begin && is_date_mark(at[-1])) ||
           (end - stop > 2 && *stop == '.' && stop[1] == ' ' && is_digit(stop[2]));
}

/* The first day in numbers, 0 where there is none; UNKNOWN_DAY where marks stand between others, too. One that begins with
   the year comes before all others. */
static int32_t find_day_of_numbers(const uint8_t *begin, const uint8_t *end, bool month_first) {
    int32_t found = 0;
    for (const uint8_t *at = begin, *stop; at < end; at = stop > at ? stop : at + 1) {
        three_numbers numbers = {0};
        if ((stop = after_digits(at, end)) == at) continue;
        if (is_odd_number(begin, at, stop, end)) return UNKNOWN_DAY;
        if (end - stop < 2 || !is_date_mark(*stop) || !is_digit(stop[1])) continue;
        if (!read_three(at, end, &numbers)) return UNKNOWN_DAY;
        if (numbers.sizes[0] == 4 && (*at == '1' || *at == '2') && numbers.sizes[2] <= 2) {
            int32_t day = day_of(numbers.values[0], numbers.values[1], numbers.values[2]);
            return day ? day : UNKNOWN_DAY;
        }
        stop = numbers.end;
        int32_t day = stop < end && *stop == ':' ? UNKNOWN_DAY : day_of_three(&numbers, month_first);
        if (day < 0) return UNKNOWN_DAY;
        if (!found) found = day;
    }
    return found;
}

static bool is_ascii(rl_view text) {
    for (size_t i = 0; i < text.size; i++)
        if (text.bytes[i] >= 0x80) return false;
    return true;
}

static int32_t day_in(rl_view text, const date_tokens *tokens, bool month_first) {
    if (!tokens->is_whole || tokens->has_strange_word) return 0;
    int32_t day = find_day_of_numbers(text.bytes, rl_end_of(text), month_first);
    if (day < 0) return 0;
    return day || tokens->is_strange ? day : find_day_of_words(tokens);
}

int32_t rl_find_day(rl_view text, bool month_first) {
    date_tokens tokens;
    if (text.size > MAX_DATE_TEXT || !is_ascii(text)) return 0;
    read_tokens(text.bytes, rl_end_of(text), &tokens);
    return day_in(text, &tokens, month_first);
}

bool rl_may_be_calendar(rl_view text) {
    date_tokens tokens;
    if (text.size > MAX_DATE_TEXT || !is_ascii(text)) return true;
    read_tokens(text.bytes, rl_end_of(text), &tokens);
    return !tokens.has_other_word;
}

/* 3 days ago, with single spaces between the words. */
static bool has_distance(const uint8_t *at, const uint8_t *end) {
    static const rl_word UNITS[] = {
        {"d", 1},   {"day", 3},  {"days", 4},   {"h", 1},       {"hour", 4}, {"hours", 5}, {"hr", 2},     {"hrs", 3}, {"min", 3},
        {"mins", 4}, {"minute", 6}, {"minutes", 7}, {"mo", 2},  {"month", 5}, {"months", 6}, {"mos", 3},  {"s", 1},   {"sec", 3},
        {"second", 6}, {"seconds", 7}, {"w", 1}, {"week", 4},   {"weeks", 5}, {"y", 1},    {"year", 4},   {"years", 5}, {"yr", 2},
        {"yrs", 3},
    };
    while (at < end && is_space(*at)) at++;
    const uint8_t *number = at, *unit = at = after_digits(at, end);
    if (at == number || at == end || *at != ' ') return false;
    for (unit = ++at; at < end && is_letter(*at);) at++;
    size_t size;
    uint8_t lower[MAX_CALENDAR_WORD];
    if ((size_t)(at - unit) > sizeof lower || end - at < 4 || *at != ' ') return false;
    size = rl_post_lower(lower, unit, at);
    if (!rl_is_word((rl_view){lower, size}, (rl_word_list){UNITS, COUNT_OF(UNITS)})) return false;
    rl_post_lower(lower, at + 1, at + 4);
    return !memcmp(lower, "ago", 3) && (end - at == 4 || is_space(at[4]));
}

/* Whether a text may say that a date is of something else: joined, last seen, edited. */
static bool may_be_of_other(rl_view text) {
    static const rl_word WORDS[] = {
        {"anmeld", 6}, {"beigetreten", 11}, {"beitritt", 8}, {"bearbeitet", 10}, {"born", 4},    {"dabei", 5},  {"deadline", 8},
        {"edit", 4},   {"expire", 6},       {"gemeldet", 8}, {"inscri", 6},      {"join", 4},    {"last", 4},   {"mitglied", 8},
        {"modif", 5},  {"regist", 6},       {"seit", 4},     {"since", 5},       {"updated", 7}, {"zuletzt", 7},
    };
    return rl_has_word_in_any_case(text, (rl_word_list){WORDS, COUNT_OF(WORDS)});
}

bool rl_may_label_other_date(rl_view text) {
    const uint8_t *end = rl_end_of(text = rl_strip(text));
    for (const uint8_t *at = text.bytes; at < end;) {
        if (is_digit(*at)) return false;
        if (*at < 0x80) at++;
        else if (!is_mark(rl_decode(&at, end))) return true;
    }
    return text.size <= 4 * MAX_LABEL_LENGTH && may_be_of_other(text);
}

static rl_moment certainty(rl_view text) {
    date_tokens tokens;
    if (text.size > MAX_MOMENT_LENGTH || !is_ascii(text) || may_be_of_other(text)) return RL_MAY_BE_MOMENT;
    read_tokens(text.bytes, rl_end_of(text), &tokens);
    bool is_date = tokens.is_calendar || has_distance(text.bytes, rl_end_of(text)) || day_in(text, &tokens, true) > 0;
    return is_date ? RL_MOMENT : RL_MAY_BE_MOMENT;
}

rl_moment rl_shows_moment(rl_view text) {
    const uint8_t *end = rl_end_of(text);
    moment_signs signs = {0};
    bool is_foreign = false;
    int words = 0;
    for (const uint8_t *at = text.bytes; at < end;) {
        if (!is_space(*at) && (at == text.bytes || is_space(at[-1])) && ++words > MAX_MOMENT_WORDS) return RL_NO_MOMENT;
        if (is_digit(*at)) at = read_number(at, end, &signs);
        else if (is_letter(*at)) at = read_letters(at, end, &signs);
        else if (*at < 0x80) at++;
        else is_foreign |= !is_mark(rl_decode(&at, end));
    }
    if (is_foreign) return RL_MAY_BE_MOMENT;
    bool is_dated = (signs.has_year && (signs.bits & RL_POST_WORD_MONTH)) || signs.has_date;
    if (is_dated || (signs.has_number && (signs.bits & (RL_POST_WORD_CALENDAR | RL_POST_WORD_MOMENT)))) {
        rl_moment found = certainty(text);
        if (found == RL_MOMENT || is_dated) return found;
    }
    if (signs.bits & (RL_POST_WORD_MOMENT | RL_POST_WORD_RELATIVE)) return RL_MAY_BE_MOMENT;
    return signs.has_number && !signs.has_other && (signs.bits & RL_POST_WORD_CALENDAR) ? RL_MAY_BE_MOMENT : RL_NO_MOMENT;
}
