/* Formulas that a page leaves for a script to typeset: \(…\), \[…\], $…$, $$…$$, \begin{…}…\end{…}.

   They are written as they stand, so that whoever reads the Markdown can typeset them. A page that loads such a script means
   them; on others the text between the delimiters has to look like TeX. Sums of money are no formulas: as Pandoc reads
   dollars, there is no space inside of them, and no digit after the second. */
#include <string.h>

#include "characters.h"
#include "inline.h"
#include "lowering.h"

enum {
    MAX_FORMULA = 5000,       /* bytes */
    MAX_DOLLAR_FORMULA = 500, /* … of one between single dollars */
    MAX_ENVIRONMENT = 24,     /* … of the name of an environment */
};

static bool is_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

static bool begins_with(const uint8_t *at, const uint8_t *end, const char *text) {
    size_t size = strlen(text);
    return (size_t)(end - at) >= size && !memcmp(at, text, size);
}

/* The text that ends what a formula's opener begins, NULL where none stands here; and how long the opener is. */
static const char *closer_of(const uint8_t *at, const uint8_t *end, size_t *size) {
    static const char *const PAIRS[][2] = {{"\\(", "\\)"}, {"\\[", "\\]"}, {"\\begin{", "\\end{"}, {"$$", "$$"}, {"$", "$"}};
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++) {
        if (!begins_with(at, end, PAIRS[i][0])) continue;
        *size = strlen(PAIRS[i][0]);
        return PAIRS[i][1];
    }
    return NULL;
}

/* Where a closer stands, NULL where the text ends, or another formula begins, before it. */
static const uint8_t *find_closer(const uint8_t *at, const uint8_t *end, const char *closer) {
    for (; at < end; at++) {
        if (*at != '\\' && *at != '$') continue;
        if (begins_with(at, end, closer)) return at;
        if (*at == '$' && *closer == '$') return NULL;  /* one dollar in what two begin */
        if (begins_with(at, end, "\\(") || begins_with(at, end, "\\[")) return NULL;
        if (*at == '\\') at++;
    }
    return NULL;
}

static bool is_balanced(const uint8_t *at, const uint8_t *end) {
    int depth = 0;
    for (; at < end && depth >= 0; at++) {
        if (*at == '\\') at++;
        else depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
    }
    return !depth;
}

/* Whether a text has a command of TeX, or a script behind something. */
static bool looks_like_tex(const uint8_t *at, const uint8_t *end) {
    for (const uint8_t *start = at; at + 1 < end; at++) {
        if (*at == '\\' && is_letter(at[1])) return true;
        if ((*at == '^' || *at == '_') && at > start && at[-1] > ' ' && at[1] > ' ') return true;
    }
    return false;
}

/* One past \end{…} of the environment whose name begins here; NULL where it does not end. */
static const uint8_t *environment_end(const uint8_t *name, const uint8_t *end) {
    const uint8_t *stop = name;
    while (stop < end && (is_letter(*stop) || *stop == '*')) stop++;
    size_t size = (size_t)(stop - name) + 1;  /* with its brace */
    if (stop == end || *stop != '}' || size < 2 || size > MAX_ENVIRONMENT) return NULL;
    for (const uint8_t *at = stop; (at = memchr(at, '\\', (size_t)(end - at))); at++)
        if (begins_with(at, end, "\\end{") && (size_t)(end - at) >= size + 5 && !memcmp(at + 5, name, size)) return at + 5 + size;
    return NULL;
}

const uint8_t *rl_raw_formula_end(const uint8_t *at, const uint8_t *end, bool is_expected) {
    size_t size = 0;
    if (end - at > MAX_FORMULA) end = at + MAX_FORMULA;
    const char *closer = closer_of(at, end, &size);
    const uint8_t *inside = at + size;
    if (!closer) return NULL;
    if (closer[1] == 'e') return environment_end(inside, end);
    bool is_inline_dollar = size == 1;
    if (is_inline_dollar && end - at > MAX_DOLLAR_FORMULA) end = at + MAX_DOLLAR_FORMULA;
    if (is_inline_dollar && (inside == end || *inside <= ' ')) return NULL;
    const uint8_t *close = find_closer(inside, end, closer);
    if (!close || close == inside || !is_balanced(inside, close)) return NULL;
    if (is_inline_dollar && (close[-1] == ' ' || (close + 1 < end && close[1] >= '0' && close[1] <= '9'))) return NULL;
    return is_expected || looks_like_tex(inside, close) ? close + size : NULL;
}

/* HTML, links and code have no place in a formula. */
void rl_write_raw_formula(rl_pool *pool, rl_buffer *out, const uint8_t *at, const uint8_t *end) {
    for (; at < end; at++) {
        uint8_t *to = rl_buffer_reserve(pool, out, 2);
        uint8_t next = at + 1 < end ? at[1] : 0;
        *to++ = *at == '`' ? '\'' : *at;
        bool is_markup = (*at == '<' && (is_letter(next) || next == '/' || next == '!' || next == '?')) ||
                         (*at == '&' && (is_letter(next) || next == '#')) || (*at == ']' && next == '(');
        if (is_markup) *to++ = ' ';
        out->size += 1 + (size_t)is_markup;
    }
}

const char *rl_open_formula(rl_view text) {
    const uint8_t *at = text.bytes, *end = rl_end_of(text);
    for (size_t size; at < end; at++) {
        const char *closer = *at == '\\' || *at == '$' ? closer_of(at, end, &size) : NULL;
        if (closer && !(*closer == '$' && size == 1)) {
            const uint8_t *close = at + size;
            while (close < end && !begins_with(close, end, closer)) close++;
            if (close == end) return closer;
            at = close + strlen(closer) - 1;
        } else if (*at == '\\') {
            at++;
        }
    }
    return NULL;
}

bool rl_expects_formulas(const rl_columns *columns) {
    static const rl_word words[] = {{"arithmatex", 10}, {"js-inline-math", 14}, {"katex", 5}, {"kdmath", 6}, {"math display", 12},
                                    {"math inline", 11}, {"math notranslate", 16}, {"math-container", 14}, {"mathjax", 7}};
    static const rl_word scripts[] = {{"mathjax", 7}, {"rendermathinelement", 19}};
    const rl_word_list names = {words, sizeof words / sizeof words[0]};
    for (int32_t i = 0; i < columns->attribute_count; i++) {
        int32_t name = columns->attribute_name[i];
        rl_slice value = columns->attribute_value[i];
        if (name != RL_ATTRIBUTE_CLASS && name != RL_ATTRIBUTE_SRC && name != RL_ATTRIBUTE_ID && name != RL_ATTRIBUTE_TYPE) continue;
        if (value.length == RL_NO_VALUE || value.length > MAX_FORMULA) continue;
        if (rl_has_word_in_any_case((rl_view){rl_bytes(columns, value), value.length}, names)) return true;
    }
    for (int32_t row = 1; row < columns->count; row++) {
        if (columns->tag[row] != RL_TAG_TEXT || columns->tag[columns->parent[row]] != RL_TAG_SCRIPT) continue;
        rl_view text = rl_text_of(columns, row);
        if (text.size > MAX_FORMULA) text.size = MAX_FORMULA;
        if (rl_has_word_in_any_case(text, (rl_word_list){scripts, 2})) return true;
    }
    return false;
}
