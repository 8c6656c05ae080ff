/* What a page declares about itself outside of its text, and the search for lines in it. The JSON-LD is searched by
   patterns, not parsed (`ridgeline.metadata.jsonld` parses it): the networks were trained on what these find, and they
   read broken JSON as well. */
#include <stdlib.h>
#include <string.h>

#include "characters.h"
#include "reading.h"
#include "utf8.h"

enum {
    MIN_TEXT = 20,           /* characters of a JSON string with its quotes; shorter ones are labels */
    COMPARED = 40,           /* bytes of a line that are searched for in the declarations */
    MIN_COMPARED = 15,
    MAX_COMPARED = 1 << 27,  /* bytes searched for all lines together */
};

static const char *const SCHEMA_TYPES[RL_SCHEMA_TYPES] = RL_SCHEMA_TYPE_NAMES;
static const char *const OPEN_GRAPH_TYPES[RL_OPEN_GRAPH_TYPES] = RL_OPEN_GRAPH_TYPE_NAMES;

typedef struct {
    const char *name;
    int text;  /* RL_DECLARED_… */
} json_key;

static const json_key JSON_KEYS[] = {
    {"articleBody", RL_DECLARED_BODY}, {"description", RL_DECLARED_BODY},        {"text", RL_DECLARED_BODY},
    {"name", RL_DECLARED_NAMES},       {"recipeInstructions", RL_DECLARED_BODY}, {"headline", RL_DECLARED_NAMES},
    {"reviewBody", RL_DECLARED_REVIEWS},
};
enum { JSON_KEY_COUNT = sizeof JSON_KEYS / sizeof JSON_KEYS[0] };

/* Texts as they stand in the page, before they are folded. */
typedef struct {
    rl_pool *pool;
    const rl_columns *columns;
    rl_declared *declared;
    rl_buffer texts[RL_DECLARED_TEXTS];
    rl_buffer headline;
    rl_buffer data;  /* JSON-LD */
} reader;

/* Whether bytes begin with a text in lower case, whatever their own case. No other letter has a lower case among the
   letters that are asked for (that of the Kelvin sign is a k), so ASCII is enough. */
static bool begins_with(const uint8_t *bytes, size_t size, const char *text) {
    for (; *text; text++, bytes++, size--) {
        if (!size) return false;
        uint8_t byte = *bytes >= 'A' && *bytes <= 'Z' ? *bytes | 0x20 : *bytes;
        if (byte != (uint8_t)*text) return false;
    }
    return true;
}

static bool is_text(const uint8_t *bytes, size_t size, const char *text) {
    return size == strlen(text) && begins_with(bytes, size, text);
}

/* The value of an attribute; an empty one where it is missing. */
static rl_view value_of(const rl_columns *columns, int32_t row, int32_t name) {
    const rl_slice *value = rl_attribute(columns, row, name);
    if (!value || value->length == RL_NO_VALUE || !value->length) return (rl_view){NULL, 0};
    return (rl_view){rl_bytes(columns, *value), value->length};
}

static const uint8_t *after_space(const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        const uint8_t *next = at;
        if (!(rl_kind(rl_decode(&next, end)) & RL_KIND_SPACE)) break;
        at = next;
    }
    return at;
}

static void read_meta(reader *state, int32_t row) {
    rl_view name = value_of(state->columns, row, RL_ATTRIBUTE_NAME);
    if (!name.size) name = value_of(state->columns, row, RL_ATTRIBUTE_PROPERTY);
    if (!name.size) return;
    bool is_description = is_text(name.bytes, name.size, "description") ||
                          is_text(name.bytes, name.size, "og:description") ||
                          is_text(name.bytes, name.size, "twitter:description");
    bool is_type = is_text(name.bytes, name.size, "og:type"), is_headline = is_text(name.bytes, name.size, "og:title");
    if (!is_description && !is_type && !is_headline) return;
    rl_view content = value_of(state->columns, row, RL_ATTRIBUTE_CONTENT);
    if (is_description) {
        rl_buffer_put(state->pool, &state->texts[RL_DECLARED_DESCRIPTION], content.bytes, content.size);
        rl_buffer_put(state->pool, &state->texts[RL_DECLARED_DESCRIPTION], (const uint8_t *)" ", 1);
    } else if (is_headline) {  /* the last one counts */
        state->headline.size = 0;
        rl_buffer_put(state->pool, &state->headline, content.bytes, content.size);
    } else {  /* here as well */
        for (int type = 0; type < RL_OPEN_GRAPH_TYPES; type++)
            state->declared->open_graph_types[type] = begins_with(content.bytes, content.size, OPEN_GRAPH_TYPES[type]);
    }
}

/* The row after an element and all that is in it. */
static int32_t after_element(const rl_columns *columns, int32_t row) {
    return columns->end[row];
}

static void put_text_content(reader *state, int32_t row, rl_buffer *to) {
    const rl_columns *columns = state->columns;
    for (int32_t end = columns->end[row]; row < end; row++) {
        if (columns->tag[row] != RL_TAG_TEXT || !columns->content[row].length) continue;
        rl_buffer_put(state->pool, to, rl_bytes(columns, columns->content[row]), columns->content[row].length);
    }
}

/* Write a space for every character of white space; whether there is anything else. */
static bool space_out(rl_buffer *text) {
    const uint8_t *at = text->bytes, *end = at + text->size;
    uint8_t *to = text->bytes;
    bool has_words = false;
    while (at < end) {
        const uint8_t *begin = at;
        if (rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE) {
            *to++ = ' ';
        } else {
            has_words = true;
            memmove(to, begin, (size_t)(at - begin));
            to += at - begin;
        }
    }
    text->size = (size_t)(to - text->bytes);
    return has_words;
}

static void fold_words(rl_pool *pool, const rl_buffer *text, rl_buffer *folded) {
    rl_fold(pool, folded, text->bytes, text->size, text->size);
    uint8_t *to = folded->bytes;
    for (size_t i = 0; i < folded->size; i++) {
        uint8_t byte = folded->bytes[i];
        if (byte > ' ' || (to > folded->bytes && to[-1] > ' ')) *to++ = byte;
    }
    if (to > folded->bytes && to[-1] <= ' ') to--;
    folded->size = (size_t)(to - folded->bytes);
}

/* The first title that says something. One that says nothing has no other inside that does. */
static int32_t read_title(reader *state, int32_t row, rl_buffer *title) {
    const rl_columns *columns = state->columns;
    if (row && columns->tag[columns->parent[row]] == RL_TAG_SVG) return row + 1;
    title->size = 0;
    put_text_content(state, row, title);
    if (!title->size || !space_out(title)) return after_element(columns, row);
    fold_words(state->pool, title, &state->declared->title);
    return columns->count;
}

static void find_title(reader *state) {
    rl_buffer title = {NULL, 0, 0};
    for (int32_t row = 0; row < state->columns->count;)
        row = state->columns->tag[row] == RL_TAG_TITLE ? read_title(state, row, &title) : row + 1;
}

static bool is_json_ld(const rl_columns *columns, int32_t row) {
    rl_view type = value_of(columns, row, RL_ATTRIBUTE_TYPE);
    if (!type.size) return false;
    const uint8_t *end = memchr(type.bytes, ';', type.size);
    if (!end) end = type.bytes + type.size;
    const uint8_t *at = after_space(type.bytes, end), *kind_end = at + strlen("application/ld+json");
    if (!begins_with(at, (size_t)(end - at), "application/ld+json")) return false;
    return after_space(kind_end, end) == end;
}

/* Add the code of a script to the data; scripts are separated by line ends. One inside of another (SVG has such) was
   read with that. */
static int32_t read_script(reader *state, int32_t row) {
    if (!is_json_ld(state->columns, row)) return row + 1;
    if (state->data.size) rl_buffer_put(state->pool, &state->data, (const uint8_t *)"\n", 1);
    put_text_content(state, row, &state->data);
    return after_element(state->columns, row);
}

static void read_rows(reader *state) {
    const int32_t *tag = state->columns->tag;
    for (int32_t row = 0; row < state->columns->count;) {
        if (tag[row] == RL_TAG_SCRIPT) {
            row = read_script(state, row);
        } else {
            if (tag[row] == RL_TAG_META) read_meta(state, row);
            row++;
        }
    }
}

/* A key at a quote, with the colon after it; where its value begins, NULL if it is another. */
static const uint8_t *after_key(const uint8_t *quote, const uint8_t *end, const char *key) {
    size_t size = strlen(key);
    if ((size_t)(end - quote) < size + 2 || quote[1] != (uint8_t)key[0] || quote[size + 1] != '"') return NULL;
    if (memcmp(quote + 1, key, size) != 0) return NULL;
    const uint8_t *at = after_space(quote + size + 2, end);
    return at < end && *at == ':' ? after_space(at + 1, end) : NULL;
}

static const uint8_t *next_quote(const uint8_t *at, const uint8_t *end) {
    return at < end ? memchr(at, '"', (size_t)(end - at)) : NULL;
}

/* The end of `"(\w+)"` at a place, NULL where there is none such. */
static const uint8_t *after_word(const uint8_t *at, const uint8_t *end) {
    if (at == end || *at != '"') return NULL;
    const uint8_t *begin = ++at, *next = at;
    while (next < end && rl_is_word_character(rl_decode(&next, end))) at = next;
    return at > begin && at < end && *at == '"' ? at + 1 : NULL;
}

/* _SCHEMA_TYPE: "@type"\s*+:\s*+\[?\s*+"(\w+)" */
static void find_schema_types(reader *state) {
    const uint8_t *at = state->data.bytes, *end = at + state->data.size;
    while ((at = next_quote(at, end))) {
        const uint8_t *word = after_key(at, end, "@type"), *after = NULL;
        if (word && word < end && *word == '[') word = after_space(word + 1, end);
        if (word) after = after_word(word, end);
        at = after ? after : at + 1;
        if (!after) continue;
        size_t size = (size_t)(after - word) - 2;
        for (int type = 0; type < RL_SCHEMA_TYPES; type++)
            if (size == strlen(SCHEMA_TYPES[type]) && memcmp(word + 1, SCHEMA_TYPES[type], size) == 0)
                state->declared->schema_types[type] = true;
    }
}

/* The end of a string that begins with a quote at `at`, and its characters; NULL where it has none. Where it has none,
   no key follows, since the quote that ends a key would end the string: so all searches together are linear. */
static const uint8_t *after_string(const uint8_t *at, const uint8_t *end, size_t *characters) {
    *characters = 1;
    for (at++; at < end; at++) {
        *characters += !rl_continues(*at);
        if (*at == '"') return at + 1;
        if (*at == '\\' && ++at < end) *characters += !rl_continues(*at);
    }
    return NULL;
}

static int hex_digit(uint8_t byte) {
    if (byte >= '0' && byte <= '9') return byte - '0';
    byte |= 0x20;
    return byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
}

/* The number of `\uXXXX` at a place, -1 where it is none. */
static int32_t unicode_escape(const uint8_t *at, const uint8_t *end) {
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return -1;
    int32_t number = 0;
    for (int i = 2; i < 6; i++) {
        int digit = hex_digit(at[i]);
        if (digit < 0) return -1;
        number = number * 16 + digit;
    }
    return number;
}

/* Write the character of `\uXXXX`, or of two that are one together; where the text goes on, NULL where it is invalid.
   Half a pair becomes what Python makes of it when it encodes the text: a question mark. */
static const uint8_t *put_unicode_escape(const uint8_t *at, const uint8_t *end, uint8_t **to) {
    int32_t point = unicode_escape(at, end);
    if (point < 0) return NULL;
    at += 6;
    if (point >= 0xD800 && point < 0xDC00) {
        int32_t second = unicode_escape(at, end);
        if (second >= 0xDC00 && second < 0xE000) {
            point = 0x10000 + ((point - 0xD800) << 10) + (second - 0xDC00);
            at += 6;
        }
    }
    *to += rl_encode(*to, point >= 0xD800 && point < 0xE000 ? '?' : (uint32_t)point);
    return at;
}

/* Write the inside of a JSON string; where what was written ends, NULL where it is invalid. It is no longer than what
   it is read from. Control characters are as good as others: `json.loads(…, strict=False)`. */
static uint8_t *unescape(const uint8_t *at, const uint8_t *end, uint8_t *to) {
    static const char ESCAPES[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    while (at < end) {
        if (*at != '\\') {
            *to++ = *at++;
        } else if (end - at > 1 && at[1] == 'u') {
            if (!(at = put_unicode_escape(at, end, &to))) return NULL;
        } else {
            const char *escape = end - at > 1 && at[1] ? strchr(ESCAPES, at[1]) : NULL;
            if (!escape) return NULL;
            *to++ = (uint8_t)MEANINGS[escape - ESCAPES];
            at += 2;
        }
    }
    return to;
}

/* The end of `<[^<>]*+>|&\w+;` at a place, NULL where there is none such. */
static const uint8_t *after_markup(const uint8_t *at, const uint8_t *end) {
    const uint8_t *begin = at + 1;
    if (*at == '<') {
        for (at++; at < end && *at != '<' && *at != '>'; at++) {}
        return at < end && *at == '>' ? at + 1 : NULL;
    }
    if (*at != '&') return NULL;
    const uint8_t *next = ++at;
    while (next < end && rl_is_word_character(rl_decode(&next, end))) at = next;
    return at > begin && at < end && *at == ';' ? at + 1 : NULL;
}

/* Put spaces in the place of markup; where the text ends then. */
static uint8_t *remove_markup(uint8_t *begin, const uint8_t *end) {
    uint8_t *to = begin;
    for (const uint8_t *at = begin; at < end;) {
        const uint8_t *after = after_markup(at, end);
        *to++ = after ? ' ' : *at;
        at = after ? after : at + 1;
    }
    return to;
}

static void put_string(reader *state, const uint8_t *at, const uint8_t *end, rl_buffer *text) {
    uint8_t *to = rl_buffer_reserve(state->pool, text, (size_t)(end - at) + 1);
    uint8_t *written = unescape(at, end, to);
    if (!written) return;
    written = remove_markup(to, written);
    *written++ = ' ';
    text->size = (size_t)(written - text->bytes);
}

/* _TEXT: the strings of some keys. */
static void find_texts(reader *state) {
    const uint8_t *at = state->data.bytes, *end = at + state->data.size;
    while ((at = next_quote(at, end))) {
        const uint8_t *string = NULL, *after = NULL;
        size_t characters = 0;
        int key = 0;
        while (key < JSON_KEY_COUNT && !(string = after_key(at, end, JSON_KEYS[key].name))) key++;
        if (string && string < end && *string == '"') after = after_string(string, end, &characters);
        if (after && characters >= MIN_TEXT)
            put_string(state, string + 1, after - 1, &state->texts[JSON_KEYS[key].text]);
        at = after ? after : at + 1;
    }
}

void rl_declared_read(const rl_page *page, rl_pool *pool, rl_declared *declared) {
    reader state = {.pool = pool, .columns = &page->columns, .declared = declared};
    memset(declared, 0, sizeof *declared);
    find_title(&state);
    read_rows(&state);
    if (state.data.size) {
        find_schema_types(&state);
        find_texts(&state);
    }
    if (state.headline.size) fold_words(pool, &state.headline, &declared->headline);
    for (int text = 0; text < RL_DECLARED_TEXTS; text++)
        if (state.texts[text].size) fold_words(pool, &state.texts[text], &declared->texts[text]);
}

/* The beginning of a line, with single spaces between words. */
typedef struct {
    uint8_t bytes[COMPARED];
    int32_t size;
    int32_t line;
} beginning;

typedef struct {
    int32_t line;
    int32_t number;  /* of its beginning */
} searched_line;

typedef struct {
    const rl_words *words;
    searched_line *lines;
    int32_t line_count;
    beginning *list;     /* sorted, each once */
    int32_t count;
    int32_t *above;      /* by beginning: the longest other one that it begins with; -1: none */
    uint8_t *is_found;   /* by beginning */
    int32_t left;        /* that are not found */
    uint64_t marks[64];  /* of the first four bytes of beginnings */
    bool is_short;       /* whether one has less than four */
} searcher;

static size_t size_of_word(const rl_words *words, int32_t word) {
    return (size_t)(words->end[word] - words->start[word]);
}

/* Whether a text of known words may contain the beginning of a line: then it contains all its whole words, which are
   all but the first and the last one. */
static bool may_be_among(const rl_words *words, int32_t line, const rl_word_set *known) {
    int32_t start = words->line_start[line], last = words->first_word[line + 1] - 1;
    if (words->line_start[line + 1] - start < MIN_COMPARED) return false;
    for (int32_t word = words->first_word[line] + 1; word < last; word++) {
        if (words->start[word + 1] - start >= COMPARED) break;
        if (!rl_word_set_has(known, words->folded.bytes + words->start[word], size_of_word(words, word))) return false;
    }
    return true;
}

static beginning beginning_of(const rl_words *words, int32_t line) {
    beginning answer = {.size = 0, .line = line};
    int32_t cut = words->line_start[line] + COMPARED;
    for (int32_t word = words->first_word[line]; word < words->first_word[line + 1]; word++) {
        int32_t start = words->start[word], end = words->end[word] < cut ? words->end[word] : cut;
        if (start >= cut) break;
        if (answer.size) answer.bytes[answer.size++] = ' ';
        memcpy(answer.bytes + answer.size, words->folded.bytes + start, (size_t)(end - start));
        answer.size += end - start;
    }
    return answer;
}

static int compare_bytes(const uint8_t *one, size_t one_size, const uint8_t *other, size_t other_size) {
    int order = memcmp(one, other, one_size < other_size ? one_size : other_size);
    return order ? order : (one_size > other_size) - (one_size < other_size);
}

static int compare_beginnings(const void *one, const void *other) {
    const beginning *a = one, *b = other;
    return compare_bytes(a->bytes, (size_t)a->size, b->bytes, (size_t)b->size);
}

static bool is_beginning_of(const beginning *one, const uint8_t *bytes, size_t size) {
    return (size_t)one->size <= size && memcmp(one->bytes, bytes, (size_t)one->size) == 0;
}

static uint32_t mark_of(const uint8_t *bytes) {
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word * 2654435761u >> 20;
}

/* Sort the beginnings and keep one of those that are equal. */
static void sort_beginnings(searcher *search, rl_pool *pool) {
    int32_t all = search->count, last = -1;
    qsort(search->list, (size_t)all, sizeof *search->list, compare_beginnings);
    search->lines = RL_TAKE(pool, searched_line, (size_t)all);
    search->line_count = all;
    for (int32_t i = 0; i < all; i++) {
        beginning own = search->list[i];
        if (last < 0 || compare_beginnings(&search->list[last], &own)) search->list[++last] = own;
        search->lines[i] = (searched_line){own.line, last};
    }
    search->count = last + 1;
}

/* For each beginning, note those that it begins with (at most one of each size), and what its first bytes are. */
static void link_beginnings(searcher *search, rl_pool *pool) {
    search->above = RL_TAKE(pool, int32_t, (size_t)search->count);
    search->is_found = RL_TAKE(pool, uint8_t, (size_t)search->count);
    for (int32_t i = 0; i < search->count; i++) {
        const beginning *own = &search->list[i];
        int32_t above = i - 1;
        while (above >= 0 && !is_beginning_of(&search->list[above], own->bytes, (size_t)own->size))
            above = search->above[above];
        search->above[i] = above;
        if (own->size < 4) {
            search->is_short = true;
        } else {
            uint32_t mark = mark_of(own->bytes);
            search->marks[mark / 64] |= (uint64_t)1 << mark % 64;
        }
    }
}

/* Find the beginnings that the text has at this place. The last one that is not greater than the text here begins with
   all of them, or is one of them. */
static void search_here(searcher *search, const uint8_t *at, size_t size) {
    int32_t low = 0, high = search->count;
    if (size > COMPARED) size = COMPARED;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        const beginning *other = &search->list[middle];
        if (compare_bytes(other->bytes, (size_t)other->size, at, size) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    int32_t found = low - 1;
    while (found >= 0 && !is_beginning_of(&search->list[found], at, size)) found = search->above[found];
    for (; found >= 0 && !search->is_found[found]; found = search->above[found]) {
        search->is_found[found] = 1;
        search->left--;
    }
}

/* Find all beginnings in a text in one pass over it. */
static void search_text(searcher *search, const uint8_t *bytes, size_t size) {
    memset(search->is_found, 0, (size_t)search->count);
    search->left = search->count;
    for (size_t i = 0; i < size && search->left; i++) {
        if (!search->is_short) {
            if (size - i < 4) break;
            uint32_t mark = mark_of(bytes + i);
            if (!(search->marks[mark / 64] >> mark % 64 & 1)) continue;
        }
        search_here(search, bytes + i, size - i);
    }
}

/* The beginnings that may be among the texts. How many lines have one, empty ones included, decides how much of a text
   is searched. */
static int32_t list_beginnings(searcher *search, int32_t line_count, const rl_word_set *known, rl_pool *pool) {
    int32_t lines = 0;
    size_t room = 0;
    for (int32_t line = 0; line < line_count; line++) {
        if (!may_be_among(search->words, line, known)) continue;
        lines++;
        beginning own = beginning_of(search->words, line);
        if (!own.size) continue;
        if ((size_t)search->count == room) {
            room = rl_room(pool, room, room + 1);
            RL_RESIZE(pool, search->list, beginning, room);
        }
        search->list[search->count++] = own;
    }
    return lines;
}

uint8_t *rl_declared_lines(const rl_declared *declared, const rl_words *words, int32_t line_count, rl_seed seed,
                           rl_pool *pool) {
    uint8_t *answer = RL_TAKE_ZEROED(pool, uint8_t, (size_t)line_count);
    rl_word_set known;
    rl_word_set_begin(&known, pool, seed);
    for (int text = 0; text < RL_DECLARED_TEXTS; text++) rl_word_set_add(&known, &declared->texts[text]);
    if (!known.words.count) return answer;
    searcher search = {.words = words};
    int32_t lines = list_beginnings(&search, line_count, &known, pool);
    if (!search.count) return answer;
    sort_beginnings(&search, pool);
    link_beginnings(&search, pool);
    size_t most = (size_t)(MAX_COMPARED / lines);
    for (int text = 0; text < RL_DECLARED_TEXTS; text++) {
        size_t size = declared->texts[text].size;
        search_text(&search, declared->texts[text].bytes, size < most ? size : most);
        for (int32_t i = 0; i < search.line_count; i++)
            if (search.is_found[search.lines[i].number]) answer[search.lines[i].line] |= (uint8_t)(1 << text);
    }
    return answer;
}
