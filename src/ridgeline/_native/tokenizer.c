#include "tokenizer.h"

#include <string.h>

#include "references.h"

static const uint8_t REPLACEMENT[3] = {0xEF, 0xBF, 0xBD};  /* U+FFFD */

static bool is(uint8_t byte, int class) { return (RL_BYTE_CLASS[byte] & class) != 0; }

static uint32_t offset(const rl_tokenizer *t, const uint8_t *place) { return (uint32_t)(place - t->columns->source); }

static rl_slice slice(const rl_tokenizer *t, const uint8_t *from, const uint8_t *to) {
    return (rl_slice){offset(t, from), (uint32_t)(to - from)};
}

/* The first such byte, or `to`. */
static const uint8_t *find(const uint8_t *from, const uint8_t *to, uint8_t byte) {
    const uint8_t *found = from < to ? memchr(from, byte, (size_t)(to - from)) : NULL;
    return found ? found : to;
}

/* Whether a byte occurs. Each call asks for a place behind those of the calls before. */
static bool occurs(const rl_tokenizer *t, const uint8_t **known, uint8_t byte, const uint8_t *from, const uint8_t *to) {
    if (*known < from) *known = find(from, t->end, byte);
    return *known < to;
}

static const uint8_t *skip_space(const uint8_t *from, const uint8_t *to) {
    while (from < to && is(*from, RL_BYTE_SPACE)) from++;
    return from;
}

/* Whether the text begins with this word, in any case; the word is given in lower case. */
static bool begins(const uint8_t *from, const uint8_t *to, const char *word, size_t size) {
    if ((size_t)(to - from) < size) return false;
    for (size_t i = 0; i < size; i++)
        if (RL_LOWER[from[i]] != (uint8_t)word[i]) return false;
    return true;
}

/* --- Text */

/* What is read as something else than it is. */
enum { REFERENCES = 1, IN_ATTRIBUTE = 2, REPLACE_NUL = 4, SKIP_EMPTY_END_TAGS = 8 };

static const uint8_t *append_special(rl_columns *columns, const uint8_t *at, const uint8_t *to, int how) {
    if (*at == '&' && how & REFERENCES) {
        rl_reference found = rl_read_reference(at, to, how & IN_ATTRIBUTE);
        rl_extra_put(columns, found.bytes, found.length);
        return at + found.read;
    }
    if (*at == '\r') {
        rl_extra_put(columns, (const uint8_t *)"\n", 1);
        return at + (at + 1 < to && at[1] == '\n' ? 2 : 1);
    }
    if (*at == 0 && how & REPLACE_NUL) {
        rl_extra_put(columns, REPLACEMENT, sizeof REPLACEMENT);
        return at + 1;
    }
    if (*at == '<' && how & SKIP_EMPTY_END_TAGS && begins(at, to, "</>", 3)) return at + 3;
    rl_extra_put(columns, at, 1);
    return at + 1;
}

static rl_slice decode(rl_tokenizer *t, const uint8_t *from, const uint8_t *to, int how) {
    rl_columns *columns = t->columns;
    uint32_t first = columns->extra_size;
    while (from < to) {
        const uint8_t *plain = from;
        while (from < to && !is(*from, RL_BYTE_DECODED)) from++;
        if (from > plain) rl_extra_put(columns, plain, (size_t)(from - plain));
        if (from < to) from = append_special(columns, from, to, how);
    }
    return (rl_slice){columns->source_size + first, columns->extra_size - first};
}

/* The text as it is to be read: a part of the source, if it stands there so. */
static rl_slice read_text(rl_tokenizer *t, const uint8_t *from, const uint8_t *to, int how) {
    bool differs = how & SKIP_EMPTY_END_TAGS || (how & REFERENCES && occurs(t, &t->ampersand, '&', from, to)) ||
                   occurs(t, &t->carriage_return, '\r', from, to) ||
                   (how & REPLACE_NUL && occurs(t, &t->nul, 0, from, to));
    return differs ? decode(t, from, to, how) : slice(t, from, to);
}

static bool emit_text(rl_tokenizer *t, const uint8_t *from, const uint8_t *to, int how) {
    rl_token *token = &t->token;
    token->kind = RL_TOKEN_TEXT;
    token->tag = RL_TAG_TEXT;
    token->start = offset(t, from);
    token->stop = offset(t, to);
    token->has_nul = !(how & REPLACE_NUL) && occurs(t, &t->nul, 0, from, to);
    token->text = read_text(t, from, to, how);
    return token->text.length > 0;
}

/* --- Raw text */

/* Whether the end tag of the last start tag begins here, with `<`. */
static bool is_appropriate_end_tag(const rl_tokenizer *t, const uint8_t *at) {
    size_t size = t->raw_name.length;
    if (!size || (size_t)(t->end - at) < size + 3 || at[1] != '/') return false;
    const uint8_t *name = rl_bytes(t->columns, t->raw_name);
    for (size_t i = 0; i < size; i++)
        if (RL_LOWER[at[2 + i]] != RL_LOWER[name[i]]) return false;
    return is(at[2 + size], RL_BYTE_ENDS_TAG_NAME);
}

static const uint8_t *raw_text_end(const rl_tokenizer *t) {
    const uint8_t *at = find(t->next, t->end, '<');
    while (at < t->end && !is_appropriate_end_tag(t, at)) at = find(at + 1, t->end, '<');
    return at;
}

/* The end of the first `-->`, or NULL. */
static const uint8_t *arrow(const uint8_t *from, const uint8_t *to) {
    for (const uint8_t *at = find(from, to, '>'); at < to; at = find(at + 1, to, '>'))
        if (at - from >= 2 && at[-1] == '-' && at[-2] == '-') return at + 1;
    return NULL;
}

static bool begins_word(const uint8_t *at, const uint8_t *to, const char *word, size_t size) {
    return begins(at, to, word, size) && at + size < to && is(at[size], RL_BYTE_ENDS_TAG_NAME);
}

/* Scripts hide their end tag by `<!-- <script>`: the script data escaped and double escaped states. */
static const uint8_t *script_end(const rl_tokenizer *t) {
    enum { PLAIN, ESCAPED, DOUBLE_ESCAPED } state = PLAIN;
    const uint8_t *from = t->next;
    for (;;) {
        const uint8_t *at = find(from, t->end, '<');
        if (state != PLAIN && arrow(from, at)) state = PLAIN;
        if (at == t->end) return at;
        from = at + 1;
        if (state == PLAIN && begins(at, t->end, "<!--", 4)) {
            state = ESCAPED;
            from = at + 2;  /* the dashes may be those of its end */
        } else if (state != DOUBLE_ESCAPED && is_appropriate_end_tag(t, at)) {
            return at;
        } else if (state == DOUBLE_ESCAPED && begins_word(at, t->end, "</script", 8)) {
            state = ESCAPED;
        } else if (state == ESCAPED && begins_word(at, t->end, "<script", 7)) {
            state = DOUBLE_ESCAPED;
        }
    }
}

static const uint8_t *cdata_end(const uint8_t *from, const uint8_t *to) {
    for (const uint8_t *at = find(from, to, '>'); at < to; at = find(at + 1, to, '>'))
        if (at - from >= 2 && at[-1] == ']' && at[-2] == ']') return at - 2;
    return to;
}

/* Text in the states other than RL_DATA, if there is any. */
static bool read_raw_text(rl_tokenizer *t) {
    const uint8_t *from = t->next, *to = t->end;
    rl_tokenizer_state state = t->state;
    int how = state == RL_RCDATA ? REFERENCES | REPLACE_NUL : state == RL_CDATA ? 0 : REPLACE_NUL;
    if (state == RL_SCRIPT_DATA) to = script_end(t);
    else if (state == RL_CDATA) to = cdata_end(from, to);
    else if (state != RL_PLAINTEXT) to = raw_text_end(t);
    t->next = state == RL_CDATA && to < t->end ? to + 3 : to;
    t->state = RL_DATA;
    return from < to && emit_text(t, from, to, how);
}

/* --- Names */

/* A name in lower case, without NUL. */
static rl_slice keep_name(rl_tokenizer *t, const uint8_t *from, const uint8_t *to) {
    const uint8_t *at = from;
    while (at < to && *at && *at == RL_LOWER[*at]) at++;
    if (at == to) return slice(t, from, to);
    rl_slice kept = decode(t, from, to, REPLACE_NUL);
    uint8_t *bytes = t->columns->extra + (kept.offset - t->columns->source_size);
    for (uint32_t i = 0; i < kept.length; i++) bytes[i] = RL_LOWER[bytes[i]];
    return kept;
}

/* The number of a name, which is added where it is new if `most` allows. `hash` holds for names without NUL. */
static int32_t name_number(rl_tokenizer *t, rl_name_table *names, const uint8_t *from, const uint8_t *to, uint32_t hash,
                           int32_t most) {
    rl_columns *columns = t->columns;
    if (!occurs(t, &t->nul, 0, from, to)) {
        int32_t number = rl_intern_find(names, columns, from, (size_t)(to - from), hash);
        return number >= 0 || names->count >= most ? number : rl_intern_add(names, keep_name(t, from, to), hash);
    }
    rl_slice kept = keep_name(t, from, to);
    hash = rl_intern_hash(names, rl_bytes(columns, kept), kept.length);
    int32_t number = rl_intern_find(names, columns, rl_bytes(columns, kept), kept.length, hash);
    return number >= 0 || names->count >= most ? number : rl_intern_add(names, kept, hash);
}

static int32_t tag_code(rl_tokenizer *t, const uint8_t *from, const uint8_t *to, uint32_t fixed_hash, int32_t most) {
    int32_t code = rl_fixed_name_find(from, (size_t)(to - from), fixed_hash);
    if (code >= 0) return code;
    uint32_t hash = rl_intern_hash(&t->tags, from, (size_t)(to - from));
    int32_t number = name_number(t, &t->tags, from, to, hash, most);
    return number < 0 ? RL_NO_NAME : RL_FIXED_NAMES + number;
}

/* Every name of an attribute has a mark, and stands in the columns. */
static void follow_attribute_names(rl_tokenizer *t) {
    rl_name_table *names = &t->attributes;
    while (t->columns->attribute_name_count < names->count)
        rl_attribute_name_add(t->columns, names->names[t->columns->attribute_name_count]);
    if (names->count <= t->mark_room) return;
    RL_RESIZE(t->scratch, t->marks, rl_attribute_mark, (size_t)names->room);
    memset(t->marks + t->mark_room, 0, (size_t)(names->room - t->mark_room) * sizeof *t->marks);
    t->mark_room = names->room;
}

int32_t rl_attribute_name(rl_tokenizer *t, const char *name) {
    rl_slice kept = rl_extra_put(t->columns, (const uint8_t *)name, strlen(name));
    uint32_t hash = rl_intern_hash(&t->attributes, (const uint8_t *)name, kept.length);
    int32_t number = rl_intern_add(&t->attributes, kept, hash);
    follow_attribute_names(t);
    return number;
}

rl_slice rl_page_name(const rl_tokenizer *t, int32_t tag) { return t->tags.names[tag - RL_FIXED_NAMES]; }

/* --- Tags */

static int32_t attribute_number(rl_tokenizer *t, const uint8_t *from, const uint8_t *to, uint32_t hash) {
    int32_t number = name_number(t, &t->attributes, from, to, hash, INT32_MAX);
    if (number >= t->columns->attribute_name_count) follow_attribute_names(t);
    return number;
}

static void add_attribute(rl_tokenizer *t, int32_t number, rl_slice value) {
    rl_attribute_mark *mark = &t->marks[number];
    if (mark->stamp == t->stamp) return;  /* of two with the same name the first counts */
    mark->stamp = t->stamp;
    mark->attribute = rl_attribute_add(t->columns, number, value);
}

/* The value after `=`, in `value`; false where the page ends before it does. */
static bool read_value(rl_tokenizer *t, rl_slice *value) {
    const uint8_t *from = skip_space(t->next, t->end), *to;
    if (from == t->end) return false;
    if (*from == '>') {
        t->next = from;
        return true;
    }
    if (*from == '"' || *from == '\'') {
        to = find(from + 1, t->end, *from);
        if (to == t->end) return false;
        from++;
        t->next = to + 1;
    } else {
        for (to = from; to < t->end && !is(*to, RL_BYTE_ENDS_VALUE);) to++;
        if (to == t->end) return false;
        t->next = to;
    }
    *value = read_text(t, from, to, REFERENCES | IN_ATTRIBUTE | REPLACE_NUL);
    return true;
}

/* An attribute, which begins at `next`; false where the page ends before it does. */
static bool read_attribute(rl_tokenizer *t, bool wanted) {
    const uint8_t *from = t->next, *to = from;
    uint64_t hash = t->attributes.seed;
    do hash = rl_hash_step(hash, RL_LOWER[*to++]);  /* the first may be `=` */
    while (to < t->end && !is(*to, RL_BYTE_ENDS_ATTRIBUTE_NAME));
    rl_slice value = {offset(t, to), (uint32_t)RL_NO_VALUE};
    t->next = skip_space(to, t->end);
    if (wanted && t->columns->attribute_count - t->token.first_attribute >= t->attribute_limit) {
        t->columns->cuts |= RL_CUT_ATTRIBUTES;
        wanted = false;
    }
    int32_t number = wanted ? attribute_number(t, from, to, rl_hash_end(hash)) : RL_NO_NAME;
    if (t->next < t->end && *t->next == '=') {
        t->next++;
        if (!read_value(t, &value)) return false;
    }
    if (wanted) add_attribute(t, number, value);
    return true;
}

/* Attributes up to `>`; false where the page ends before. */
static bool read_attributes(rl_tokenizer *t, bool wanted) {
    for (;;) {
        t->token.self_closing = false;
        while (t->next < t->end && (is(*t->next, RL_BYTE_SPACE) || *t->next == '/'))
            t->token.self_closing = *t->next++ == '/';
        if (t->next == t->end) return false;
        if (*t->next == '>') {
            t->next++;
            return true;
        }
        if (!read_attribute(t, wanted)) return false;
    }
}

/* A tag whose name begins at `from`; false where the page ends inside of it, so that there is none. */
static bool read_tag(rl_tokenizer *t, const uint8_t *from, rl_token_kind kind) {
    rl_token *token = &t->token;
    bool starts = kind == RL_TOKEN_START;
    const uint8_t *to = from;
    uint64_t hash = RL_FIXED_SEED;
    for (; to < t->end && !is(*to, RL_BYTE_ENDS_TAG_NAME); to++) hash = rl_hash_step(hash, RL_LOWER[*to]);
    token->start = offset(t, t->next);
    token->kind = kind;
    token->name = slice(t, from, to);
    token->tag = tag_code(t, from, to, rl_hash_end(hash), starts ? RL_MAX_PAGE_NAMES : 0);
    token->first_attribute = t->columns->attribute_count;
    t->next = to;
    if (starts) {
        t->stamp++;
        t->raw_name = token->name;
    }
    bool whole = read_attributes(t, starts);
    token->stop = offset(t, t->next);
    token->attribute_count = t->columns->attribute_count - token->first_attribute;
    return whole;
}

/* --- Comments and doctypes */

static void emit_comment(rl_tokenizer *t, const uint8_t *next) {
    t->token.kind = RL_TOKEN_COMMENT;
    t->token.tag = RL_TAG_TEXT;
    t->token.start = offset(t, t->next);
    t->next = next;
}

static void read_bogus_comment(rl_tokenizer *t) {
    const uint8_t *to = find(t->next, t->end, '>');
    emit_comment(t, to < t->end ? to + 1 : to);
}

/* A comment whose content begins at `from`; `<!-->` and `<!--->` are whole ones. */
static void read_comment(rl_tokenizer *t, const uint8_t *from) {
    const uint8_t *at = find(from, t->end, '>');
    for (; at < t->end; at = find(at + 1, t->end, '>')) {
        if (at[-1] == '-' && at[-2] == '-') break;
        if (at - from >= 3 && at[-1] == '!' && at[-2] == '-' && at[-3] == '-') break;
    }
    emit_comment(t, at < t->end ? at + 1 : at);
}

/* A quoted identifier of a doctype; false if there is none or it does not end. */
static bool read_identifier(const uint8_t **at, const uint8_t *to, rl_slice *found, const uint8_t *source) {
    if (*at == to || (**at != '"' && **at != '\'')) return false;
    const uint8_t *from = *at + 1, *end = find(from, to, **at);
    *found = (rl_slice){(uint32_t)(from - source), (uint32_t)(end - from)};
    *at = end < to ? skip_space(end + 1, to) : to;
    return end < to;
}

static bool is_any(const uint8_t *text, size_t size, const char *const *words, int count, bool whole) {
    for (int i = 0; i < count; i++) {
        size_t length = strlen(words[i]);
        if (begins(text, text + size, words[i], length) && (!whole || size == length)) return true;
    }
    return false;
}

static bool is_quirky(const uint8_t *source, rl_slice public, const rl_slice *system) {
    const uint8_t *text = source + public.offset;
    if (system && is_any(source + system->offset, system->length, (const char *const[]){RL_QUIRKY_SYSTEM}, 1, true))
        return true;
    return is_any(text, public.length, RL_QUIRKY_IDENTIFIERS, RL_QUIRKY_IDENTIFIERS_COUNT, true) ||
           is_any(text, public.length, RL_QUIRKY_PREFIXES, RL_QUIRKY_PREFIXES_COUNT, false) ||
           (!system && is_any(text, public.length, RL_QUIRKY_WITHOUT_SYSTEM, RL_QUIRKY_WITHOUT_SYSTEM_COUNT, false));
}

/* Whether the doctype whose name begins at `at` asks for quirks. */
static bool asks_for_quirks(const rl_tokenizer *t, const uint8_t *at, const uint8_t *to) {
    const uint8_t *source = t->columns->source, *name = at = skip_space(at, to);
    while (at < to && !is(*at, RL_BYTE_SPACE)) at++;
    if (at - name != 4 || !begins(name, at, "html", 4)) return true;
    at = skip_space(at, to);
    if (at == to) return false;
    rl_slice public = {offset(t, at), 0}, system = public;
    bool has_public = begins(at, to, "public", 6);
    if (!has_public && !begins(at, to, "system", 6)) return true;
    at = skip_space(at + 6, to);
    if (has_public) {
        if (!read_identifier(&at, to, &public, source)) return true;
        if (at == to) return is_quirky(source, public, NULL);
    }
    return !read_identifier(&at, to, &system, source) || is_quirky(source, public, &system);
}

static void read_doctype(rl_tokenizer *t, const uint8_t *from) {
    const uint8_t *to = find(from, t->end, '>');
    t->token.kind = RL_TOKEN_DOCTYPE;
    t->token.tag = RL_TAG_TEXT;
    t->token.start = offset(t, t->next);
    t->token.quirks = to == t->end || asks_for_quirks(t, from, to);
    t->next = to < t->end ? to + 1 : to;
}

/* The markup declaration open state. False where a CDATA section begins, which is text. */
static bool read_declaration(rl_tokenizer *t) {
    const uint8_t *at = t->next;
    if (begins(at, t->end, "<!--", 4)) {
        read_comment(t, at + 4);
    } else if (begins(at, t->end, "<!doctype", 9)) {
        read_doctype(t, at + 9);
    } else if (t->cdata_allowed && t->end - at >= 9 && !memcmp(at, "<![CDATA[", 9)) {
        t->next += 9;
        t->state = RL_CDATA;
        return false;
    } else {
        read_bogus_comment(t);
    }
    return true;
}

/* --- Data */

/* The next `<` that begins a tag, a comment or the like. `</>` is nothing at all, not even text. */
static const uint8_t *find_markup(const rl_tokenizer *t, bool *has_empty_end_tags) {
    const uint8_t *at = find(t->next, t->end, '<');
    for (; at < t->end; at = find(at + 1, t->end, '<')) {
        if (t->end - at < 2) continue;
        if (is(at[1], RL_BYTE_LETTER) || at[1] == '!' || at[1] == '?') break;
        if (at[1] != '/' || t->end - at < 3) continue;
        if (at[2] != '>') break;
        *has_empty_end_tags = true;
    }
    return at;
}

/* What begins with `<`; false if no token comes of it. */
static bool read_markup(rl_tokenizer *t) {
    const uint8_t *at = t->next;
    if (at[1] == '!') return read_declaration(t);
    if (is(at[1], RL_BYTE_LETTER)) {
        if (read_tag(t, at + 1, RL_TOKEN_START)) return true;
    } else if (at[1] == '/' && is(at[2], RL_BYTE_LETTER)) {
        if (read_tag(t, at + 2, RL_TOKEN_END)) return true;
    } else {
        read_bogus_comment(t);
        return true;
    }
    /* The page ends inside of a tag. */
    t->columns->attribute_count = t->token.first_attribute;
    t->next = t->end;
    return false;
}

static bool read_data(rl_tokenizer *t) {
    bool has_empty_end_tags = false;
    const uint8_t *from = t->next, *markup = find_markup(t, &has_empty_end_tags);
    if (markup == from) return read_markup(t);
    t->next = markup;
    return emit_text(t, from, markup, REFERENCES | (has_empty_end_tags ? SKIP_EMPTY_END_TAGS : 0));
}

void rl_next_token(rl_tokenizer *t) {
    while (t->next < t->end)
        if (t->state == RL_DATA ? read_data(t) : read_raw_text(t)) return;
    t->token.kind = RL_TOKEN_EOF;
    t->token.tag = RL_TAG_TEXT;
    t->token.start = t->token.stop = t->columns->source_size;
}

void rl_tokenizer_begin(rl_tokenizer *t, rl_columns *columns, rl_pool *scratch, int32_t attribute_limit) {
    memset(t, 0, sizeof *t);
    t->columns = columns;
    t->scratch = scratch;
    t->attribute_limit = attribute_limit;
    t->math_name = RL_NO_NAME;
    t->next = columns->source;
    t->end = columns->source + columns->source_size;
    t->ampersand = find(t->next, t->end, '&');
    t->carriage_return = find(t->next, t->end, '\r');
    t->nul = find(t->next, t->end, 0);
    rl_intern_begin(&t->tags, scratch);
    rl_intern_begin(&t->attributes, scratch);
    for (int32_t i = 0; i < columns->attribute_name_count; i++) {
        rl_slice name = columns->attribute_names[i];
        rl_intern_add(&t->attributes, name, rl_intern_hash(&t->attributes, rl_bytes(columns, name), name.length));
    }
    follow_attribute_names(t);
}
