#include "posts.h"

#include "characters.h"
#include "lowering.h"
#include "utf8.h"

enum { MAX_ADDRESS = 1000 };  /* characters */

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* What may stand between a slash and one of / . ? - in the address of a person's page. */
static const rl_word PERSON_STEPS[] = {
    {"author", 6}, {"authors", 7}, {"people", 6}, {"person", 6}, {"profile", 7}, {"profiles", 8}, {"user", 4}, {"users", 5},
    {"u", 1}, {"member", 6}, {"members", 7}, {"nutzer", 6}, {"benutzer", 8}, {"mitglieder", 10}, {"personal_pages", 14},
    {"uzytkownik", 10}, {"usuario", 7}, {"utilisateur", 11},
};
/* Of the file of a person's page, before its suffix; the suffixes. */
static const rl_word PERSON_FILES[] = {
    {"member", 6}, {"profile", 7}, {"userinfo", 8}, {"user_info", 9}, {"user", 4}, {"memberlist", 10}, {"space", 5},
};
static const rl_word SUFFIXES[] = {
    {"php", 3}, {"pl", 2}, {"asp", 3}, {"aspx", 4}, {"htm", 3}, {"html", 4},
};
static const rl_word PERSON_FIELDS[] = {
    {"uid=", 4}, {"userid=", 7}, {"user_id=", 8}, {"memberid=", 9}, {"member_id=", 10},
};
static const rl_word POST_FIELDS[] = {
    {"p=", 2}, {"pid=", 4},
};
/* What is done to a post, as the beginning of a step. */
static const rl_word ACTION_STEPS[] = {
    {"reply", 5}, {"quote", 5}, {"react", 5}, {"edit", 4}, {"share", 5}, {"like", 4}, {"vote", 4},
};

/* Words that say it anywhere in an address. */
static const struct {
    rl_word word;
    uint8_t kinds;
} PARTS[] = {
    {{"action=profile", 14}, RL_LINK_PERSON}, {{"mod=space", 9}, RL_LINK_PERSON}, {{"mode=viewprofile", 16}, RL_LINK_PERSON},
    {{"space-uid", 9}, RL_LINK_PERSON}, {{"user_profile=", 13}, RL_LINK_PERSON}, {{"do=add", 6}, RL_LINK_ACTION},
    {{"do=quote", 8}, RL_LINK_ACTION}, {{"do=reply", 8}, RL_LINK_ACTION}, {{"login", 5}, RL_LINK_ACTION},
    {{"mode=quote", 10}, RL_LINK_ACTION}, {{"mode=reply", 10}, RL_LINK_ACTION}, {{"newreply", 8}, RL_LINK_ACTION},
    {{"report", 6}, RL_LINK_ACTION}, {{"answer", 6}, RL_LINK_POST}, {{"comment", 7}, RL_LINK_POST},
    {{"message", 7}, RL_LINK_POST}, {{"msg", 3}, RL_LINK_POST}, {{"permalink", 9}, RL_LINK_POST},
    {{"post", 4}, RL_LINK_POST}, {{"reply", 5}, RL_LINK_POST},
};

/* By letter: which letters follow it at the beginning of one of these words, or of user?id=. */
#define LETTER(letter) (1u << ((letter) & 31))
static const uint32_t SECONDS[32] = {
    ['a' & 31] = LETTER('c') | LETTER('n'), ['c' & 31] = LETTER('o'), ['d' & 31] = LETTER('o'), ['l' & 31] = LETTER('o'),
    ['m' & 31] = LETTER('e') | LETTER('o') | LETTER('s'), ['n' & 31] = LETTER('e'), ['p' & 31] = LETTER('e') | LETTER('o'),
    ['r' & 31] = LETTER('e'), ['s' & 31] = LETTER('p'), ['u' & 31] = LETTER('s'),
};

/* The same of the steps that say something; u, p and a may be all of one. */
static const uint32_t STEP_SECONDS[32] = {
    ['a' & 31] = LETTER('u'), ['b' & 31] = LETTER('e'), ['e' & 31] = LETTER('d'), ['l' & 31] = LETTER('i'),
    ['m' & 31] = LETTER('e') | LETTER('i'), ['n' & 31] = LETTER('u'), ['p' & 31] = LETTER('e') | LETTER('r'),
    ['q' & 31] = LETTER('u'), ['r' & 31] = LETTER('e'), ['s' & 31] = LETTER('h'),
    ['u' & 31] = LETTER('s') | LETTER('t') | LETTER('z'), ['v' & 31] = LETTER('o'),
};

static inline bool is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

static inline bool begins(const uint8_t *at, const uint8_t *end, const char *word, size_t size) {
    if ((size_t)(end - at) < size) return false;
    for (size_t i = 0; i < size; i++)
        if ((at[i] < 0x80 ? (uint8_t)RL_ASCII_LOWER[at[i]] : at[i]) != (uint8_t)word[i]) return false;
    return true;
}

/* The size of the longest of some words that a text begins with, 0 for none. */
static size_t begins_any(const uint8_t *at, const uint8_t *end, const rl_word *words, size_t count) {
    size_t longest = 0;
    uint8_t first = at < end && *at < 0x80 ? (uint8_t)RL_ASCII_LOWER[*at] : 0;
    for (size_t i = 0; i < count; i++)
        if ((uint8_t)words[i].bytes[0] == first && words[i].size > longest && begins(at, end, words[i].bytes, words[i].size))
            longest = words[i].size;
    return longest;
}
#define BEGINS_ANY(at, end, words) begins_any((at), (end), (words), COUNT_OF(words))

static bool is_word_at(const uint8_t *at, const uint8_t *end) {
    return at < end && rl_is_word_character(rl_decode(&at, end));
}

static bool ends_step(uint8_t byte) { return byte == '/' || byte == '.' || byte == '?' || byte == '-'; }

/* Whether any name is followed by the end of a step and a word: it has one character at least. */
static bool is_name_then_word(const uint8_t *at, const uint8_t *end) {
    if (at >= end || *at == '/') return false;
    for (at++; at < end; at++) {
        if (ends_step(*at) && is_word_at(at + 1, end)) return true;
        if (*at == '/') return false;
    }
    return false;
}

static bool is_person_step(const uint8_t *at, const uint8_t *end) {
    if (at < end && *at == '@') return is_name_then_word(at + 1, end);
    size_t size = BEGINS_ANY(at, end, PERSON_STEPS);
    const uint8_t *after = at + size;
    if (!size && begins(at, end, "membre", 6))
        for (after += 6; after < end && *after >= '0' && *after <= '9';) after++;
    if (after > at && after < end && ends_step(*after) && is_word_at(after + 1, end)) return true;
    return begins(at, end, "user/", 5) && is_name_then_word(at + 5, end);
}

/* Whether an address ends here, but for the end of a line. */
static bool is_end(const uint8_t *at, const uint8_t *end) { return at == end || (end - at == 1 && *at == '\n'); }

/* /@name at the end. */
static bool is_handle(const uint8_t *at, const uint8_t *end) {
    const uint8_t *begin = at;
    while (at < end && (*at == '.' || *at == '-' || is_word_at(at, end))) rl_decode(&at, end);
    return at > begin && is_end(at, end);
}

/* /@name/12 at the end. */
static bool is_post_of_handle(const uint8_t *at, const uint8_t *end) {
    const uint8_t *begin = at;
    while (at < end && *at != '/') at++;
    if (at == begin || at == end) return false;
    const uint8_t *number = ++at;
    while (at < end && *at >= '0' && *at <= '9') at++;
    return at > number && is_end(at, end);
}

static bool is_person_file(const uint8_t *begin, const uint8_t *dot, const uint8_t *end) {
    size_t suffix = BEGINS_ANY(dot + 1, end, SUFFIXES);
    if (!suffix || is_word_at(dot + 1 + suffix, end)) return false;
    for (size_t i = 0; i < COUNT_OF(PERSON_FILES); i++) {
        const rl_word *file = &PERSON_FILES[i];
        if ((size_t)(dot - begin) >= file->size && begins(dot - file->size, dot, file->bytes, file->size)) return true;
    }
    return false;
}

static inline bool may_say(const uint8_t *at, const uint8_t *end) {
    return end - at < 2 || !is_letter(*at) || !is_letter(at[1]) || STEP_SECONDS[*at & 31] >> (at[1] & 31) & 1;
}

static uint8_t kinds_of_step(const uint8_t *at, const uint8_t *end) {
    if (!may_say(at, end)) return 0;
    uint8_t kinds = is_person_step(at, end) ? RL_LINK_PERSON : 0;
    size_t action = BEGINS_ANY(at, end, ACTION_STEPS);
    if (action && !is_word_at(at + action, end)) kinds |= RL_LINK_ACTION;
    if (begins(at, end, "p/", 2) || begins(at, end, "a/", 2)) kinds |= RL_LINK_POST;
    if (begins(at, end, "user-dashboard/", 15)) kinds |= RL_LINK_PERSON;
    if (at >= end || *at != '@') return kinds;
    if (is_handle(at + 1, end)) kinds |= RL_LINK_PERSON;
    if (is_post_of_handle(at + 1, end)) kinds |= RL_LINK_POST;
    return kinds;
}

static uint8_t kinds_of_mark(const uint8_t *begin, const uint8_t *at, const uint8_t *end) {
    if (*at == '#') return RL_LINK_POST;
    if (*at == '.') return is_person_file(begin, at, end) ? RL_LINK_PERSON : 0;
    if (*at == '/') return kinds_of_step(at + 1, end);
    if (*at != '?' && *at != '&') return 0;
    if (BEGINS_ANY(at + 1, end, PERSON_FIELDS)) return RL_LINK_PERSON;
    return BEGINS_ANY(at + 1, end, POST_FIELDS) ? RL_LINK_POST : 0;
}

static uint8_t kinds_of_word(const uint8_t *begin, const uint8_t *at, const uint8_t *end) {
    const uint8_t *before = at;
    if (begins(at, end, "user?id=", 8) && (at == begin || !rl_is_word_character(rl_decode_last(begin, &before))))
        return RL_LINK_PERSON;
    for (size_t i = 0; i < COUNT_OF(PARTS); i++)
        if (begins(at, end, PARTS[i].word.bytes, PARTS[i].word.size)) return PARTS[i].kinds;
    return 0;
}

static const bool IS_MARK[256] = {['#'] = true, ['&'] = true, ['.'] = true, ['/'] = true, ['?'] = true};

uint8_t rl_link_kinds(rl_view address) {
    const uint8_t *begin = address.bytes, *end = rl_end_of(address);
    if ((size_t)(end - begin) > MAX_ADDRESS) {
        const uint8_t *cut = begin;
        for (int left = MAX_ADDRESS; left && cut < end; left--) rl_decode(&cut, end);
        end = cut;
    }
    uint8_t kinds = may_say(begin, end) && is_person_step(begin, end) ? RL_LINK_PERSON : 0;
    for (const uint8_t *at = begin; at < end; at++) {
        if (IS_MARK[*at]) kinds |= kinds_of_mark(begin, at, end);
        else if (is_letter(*at) && at + 1 < end && SECONDS[*at & 31] >> (at[1] & 31) & 1) kinds |= kinds_of_word(begin, at, end);
    }
    return kinds;
}
