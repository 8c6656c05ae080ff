/* Code: elements that show it though they are no `pre`, and its language, in the markup that highlighters write. */
#include <string.h>

#include "characters.h"
#include "lowering.h"
#include "outline.h"
#include "tidying_tables.h"
#include "utf8.h"

enum {
    MIN_LINES = 3,            /* of a table that shows code */
    MAX_CLASS_LENGTH = 300,   /* characters of a class that are looked at */
    MAX_NAME_LENGTH = 31,     /* of a language */
    MAX_FILE_LENGTH = 60,     /* characters of a file's name */
    MAX_LABEL_DISTANCE = 12,  /* nodes before the code that are looked at */
    MAX_INSIDE = 10,          /* nodes inside of the code that are looked at: a bar may stand before it */
    MAX_DISTANCE = 3,         /* wrappers outside that are checked; parts of tables do not count */
    MAX_LEVELS = 12,
};

/* Classes of elements in which a highlighter or an editor shows code without a `pre`, a line an element. */
static const char *const LISTINGS[] = {"js-file-line-container", "syntaxhighlighter", "crayon-pre", "view-lines",
                                       "cm-content", "codemirror-code", NULL};
static const char *const NO_LANGUAGE[] = {
    "none",  "plaintext", "plain",         "text",  "txt",           "nohighlight", "default",
    "auto",  "source",    "wrap",          "numberlines", "linenums", "notranslate", "code",
    "chroma", "prettyprinted", "highlight", "undefined", "null", "unknown", "other", NULL};
/* Classes beside which highlighters write the bare name of the language. */
static const char *const HIGHLIGHTERS[] = {"hljs", "sourcecode", "prettyprint", "highlight", "syntaxhighlighter", NULL};
static const char *const PREFIXES[] = {"language-", "lang-", "lang:", "gatsby-code-", "highlight-source-", "highlight-text-", "brush:", NULL};
/* On wrappers, `lang-` is as likely to mean a human language. */
static const char *const WRAPPER_PREFIXES[] = {"language-",  "highlight-source-",  "highlight-text-",
                                               "highlight-", "mw-highlight-lang-", NULL};
/* What a fence calls a language, where pages have another name for it: on labels, in classes, as a file's ending. */
static const char *const FENCE_NAMES[][2] = {
    {"c++", "cpp"}, {"c#", "csharp"}, {"f#", "fsharp"}, {"js", "javascript"}, {"ts", "typescript"}, {"golang", "go"},
    {"objective-c", "objectivec"}, {"visual basic", "vb"}, {"vb.net", "vb"},
    {"curl", "bash"}, {"node.js", "javascript"}, {"nodejs", "javascript"}, {NULL, NULL}};
static const char *const OTHER_NAMES[][2] = {
    {"html-basic", "html"}, {"ipython", "python"}, {"ipython3", "python"}, {"python3", "python"}, {"jscript", "javascript"}, {"curl", "bash"},
    {NULL, NULL}};
static const char *const ENDINGS[][2] = {
    {"py", "python"}, {"js", "javascript"}, {"mjs", "javascript"}, {"ts", "typescript"}, {"jsx", "jsx"}, {"tsx", "tsx"},
    {"rb", "ruby"}, {"rs", "rust"}, {"go", "go"}, {"java", "java"}, {"kt", "kotlin"}, {"cs", "csharp"}, {"cpp", "cpp"},
    {"php", "php"}, {"html", "html"}, {"css", "css"}, {"scss", "scss"}, {"vue", "vue"}, {"json", "json"}, {"yml", "yaml"},
    {"yaml", "yaml"}, {"toml", "toml"}, {"xml", "xml"}, {"sh", "bash"}, {"ps1", "powershell"}, {"sql", "sql"},
    {"swift", "swift"}, {"tf", "hcl"}, {"ini", "ini"}, {NULL, NULL}};

static const rl_view NONE = {NULL, 0};

static bool is_text(rl_view view, const char *text) {
    return view.size == strlen(text) && !memcmp(view.bytes, text, view.size);
}

static bool is_one_of(rl_view view, const char *const *texts) {
    for (; *texts; texts++)
        if (is_text(view, *texts)) return true;
    return false;
}

static rl_view lower(rl_view value, uint8_t *room, size_t most) {
    size_t left = most;
    return (rl_view){room, (size_t)(rl_lower_text(room, RL_ASCII_LOWER, value, &left) - room)};
}

/* The next of the names that white space separates; an empty one at the end. */
static rl_view next_name(rl_view names, size_t *from) {
    const uint8_t *at = *from ? names.bytes + *from : names.bytes, *end = rl_end_of(names), *start = at, *stop;
    for (; at < end; start = at)
        if (!(rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE)) break;
    for (at = stop = start; at < end; stop = at)
        if (rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE) break;
    *from = (size_t)(stop - names.bytes);
    return (rl_view){start, (size_t)(stop - start)};
}

/* ---- Listings ---- */

static bool is_listing_name(const uint8_t *name, size_t size) {
    for (const char *const *listing = LISTINGS; *listing; listing++) {
        size_t same = 0;
        if (strlen(*listing) != size) continue;
        while (same < size && RL_ASCII_LOWER[name[same] & 0x7F] == (*listing)[same] && name[same] < 0x80) same++;
        if (same == size) return true;
    }
    return false;
}

/* Many classes of a page are looked at here, so names are told apart by their sizes first. */
static bool is_listing(const rl_columns *columns, int32_t row) {
    enum { LEAST = 10, MOST = 22 };  /* bytes of such a name */
    rl_view names = rl_value(columns, row, RL_ATTRIBUTE_CLASS);
    const uint8_t *at = names.bytes, *end = rl_end_of(names), *start = at;
    if (names.size < LEAST) return false;
    for (;; at++) {
        if (at < end && *at > ' ') continue;
        size_t size = (size_t)(at - start);
        if (size >= LEAST && size <= MOST && is_listing_name(start, size)) return true;
        if (at == end) return false;
        start = at + 1;
    }
}

/* Whether a table shows code, a row a line: every row has one `pre`. */
static bool is_table_of_lines(const rl_columns *columns, int32_t table) {
    int32_t lines = 0, rows = 0;
    for (int32_t row = table + 1; row < columns->end[table]; row++) {
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_TABLE) return false;
        lines += tag == RL_TAG_PRE;
        rows += tag == RL_TAG_TR;
    }
    return lines >= MIN_LINES && lines == rows;
}

bool rl_is_code_listing(const rl_page *page, int32_t row) {
    if (page->columns.tag[row] == RL_TAG_TABLE && is_table_of_lines(&page->columns, row)) return true;
    return page->derived.preformatted[row] < 0 && is_listing(&page->columns, row);
}

/* ---- Languages ---- */

static bool is_name_character(uint8_t byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || (byte && strchr("_+#.-", byte));
}

/* The other name of a language, itself where it has none. */
static rl_view renamed(rl_view name, const char *const names[][2]) {
    for (; (*names)[0]; names++)
        if (is_text(name, (*names)[0])) return (rl_view){(const uint8_t *)(*names)[1], strlen((*names)[1])};
    return name;
}

/* A language, in memory of the pool; none where this is no name of one. */
static rl_view language(rl_view name, rl_pool *pool) {
    if (!name.size || name.size > MAX_NAME_LENGTH || !is_name_character(name.bytes[0]) || strchr("_+#.-", name.bytes[0]))
        return NONE;
    for (size_t i = 0; i < name.size; i++)
        if (!is_name_character(name.bytes[i])) return NONE;
    if (is_one_of(name, NO_LANGUAGE) || is_one_of(name, LISTINGS)) return NONE;
    name = renamed(name, OTHER_NAMES);
    uint8_t *bytes = RL_TAKE(pool, uint8_t, name.size);
    memcpy(bytes, name.bytes, name.size);
    return (rl_view){bytes, name.size};
}

static rl_view attribute_language(const rl_columns *columns, int32_t row, int32_t attribute, rl_pool *pool) {
    uint8_t room[2 * MAX_NAME_LENGTH * RL_LOWER_CHARACTER_BYTES];
    rl_view value = rl_value(columns, row, attribute);
    if (!value.size) return NONE;
    return language(lower(rl_strip(value), room, 2 * MAX_NAME_LENGTH), pool);
}

static rl_view named_language(const rl_columns *columns, int32_t row, rl_pool *pool) {
    static const int NAMES[] = {RL_ATTRIBUTE_DATA_LANG, RL_ATTRIBUTE_DATA_LANGUAGE, RL_ATTRIBUTE_LANGUAGE, RL_ATTRIBUTE_DATA_ENLIGHTER};
    rl_view found = NONE;
    for (int i = 0; i < 4 && !found.size; i++) found = attribute_language(columns, row, NAMES[i], pool);
    return found;
}

static rl_view prefixed_language(rl_view name, const char *const *prefixes, rl_pool *pool) {
    for (; *prefixes; prefixes++) {
        size_t size = strlen(*prefixes);
        if (name.size <= size || memcmp(name.bytes, *prefixes, size) != 0) continue;
        rl_view found = language((rl_view){name.bytes + size, name.size - size}, pool);
        if (found.size) return found;
    }
    return NONE;
}

/* Whether a name beside that of a highlighter can be a language. */
static bool is_bare_language(rl_view name) { return !memchr(name.bytes, '-', name.size); }

static rl_view class_language(rl_view value, const char *const *prefixes, rl_pool *pool) {
    uint8_t room[MAX_CLASS_LENGTH * RL_LOWER_CHARACTER_BYTES];
    rl_view first = NONE, second = NONE, brush = NONE, before = NONE;
    if (!value.size) return NONE;
    rl_view names = lower(value, room, MAX_CLASS_LENGTH);
    int count = 0;
    for (size_t at = 0;; count++) {
        rl_view name = next_name(names, &at);
        if (!name.size) break;
        rl_view found = prefixed_language(name, prefixes, pool);
        if (found.size) return found;
        if (count == 0) first = name;
        if (count == 1) second = name;
        if (before.size && !brush.size && is_text(before, "brush:")) brush = name;  /* `brush: js` is two words */
        before = name;
    }
    if (count > 1 && is_one_of(first, HIGHLIGHTERS) && is_bare_language(second)) return language(second, pool);
    if (count > 1 && is_text(second, "hljs") && is_bare_language(first)) return language(first, pool);
    while (brush.size && brush.bytes[brush.size - 1] == ';') brush.size--;
    return brush.size ? language(brush, pool) : NONE;
}

/* What a fence calls a language that pages name so. */
static rl_view known_language(rl_view name) {
    for (size_t i = 0; i < RL_LANGUAGE_NAMES.count; i++) {
        const rl_word *word = &RL_LANGUAGE_NAMES.words[i];
        rl_view known = {(const uint8_t *)word->bytes, word->size};
        if (rl_are_equal(known, name)) return renamed(known, FENCE_NAMES);
    }
    return NONE;
}

/* The language that is the first class, as rustdoc and GeSHi write it. */
static rl_view first_class_language(rl_view value) {
    uint8_t room[(MAX_NAME_LENGTH + 1) * RL_LOWER_CHARACTER_BYTES];
    size_t at = 0;
    return value.size ? known_language(next_name(lower(value, room, MAX_NAME_LENGTH + 1), &at)) : NONE;
}

static rl_view own_language(const rl_columns *columns, int32_t row, rl_pool *pool) {
    rl_view found = named_language(columns, row, pool), classes = rl_value(columns, row, RL_ATTRIBUTE_CLASS);
    if (!found.size) found = attribute_language(columns, row, RL_ATTRIBUTE_LANG, pool);
    if (!found.size) found = class_language(classes, PREFIXES, pool);
    if (!found.size) found = first_class_language(classes);
    return found.size ? found : class_language(rl_value(columns, row, RL_ATTRIBUTE_DATA_SYNTAXHIGHLIGHTER), PREFIXES, pool);
}

static bool is_wrapper(int32_t tag) {
    return tag == RL_TAG_DIV || tag == RL_TAG_FIGURE || tag == RL_TAG_SPAN || tag == RL_TAG_FIGCAPTION;
}

/* Highlighters put the numbers of lines and the code into two cells. */
static bool is_table_part(int32_t tag) {
    return tag == RL_TAG_TD || tag == RL_TAG_TR || tag == RL_TAG_TBODY || tag == RL_TAG_TABLE || tag == RL_TAG_PRE ||
           tag == RL_TAG_CODE;
}

/* The language that a label names, or the ending of a file. */
static rl_view label_language(rl_view text) {
    uint8_t room[(MAX_FILE_LENGTH + 1) * RL_LOWER_CHARACTER_BYTES];
    rl_view name = lower(rl_strip(text), room, MAX_FILE_LENGTH + 1), known = known_language(name);
    if (known.size) return known;
    const uint8_t *end = rl_end_of(name), *dot = end;
    while (dot > name.bytes && dot[-1] != '.') dot--;
    if (dot == name.bytes || (size_t)(dot - name.bytes) == name.size || memchr(name.bytes, ' ', name.size)) return NONE;
    rl_view ending = {dot, (size_t)(end - dot)}, found = renamed(ending, ENDINGS);
    return found.bytes == ending.bytes ? NONE : found;
}

/* The language that a short text right before the code names: the bar above it, with its copy button. */
static rl_view label_before(const rl_columns *columns, int32_t node) {
    int32_t first = node > MAX_LABEL_DISTANCE ? node - MAX_LABEL_DISTANCE : 0, row = node - 1;
    rl_view found = NONE;
    while (row > first && columns->blank[row]) row--;
    for (; row > first; row--) {
        rl_view text = rl_text_of(columns, row), label = text.size ? label_language(text) : NONE;
        if (label.size && found.size) return NONE;  /* several are the labels of tabs */
        if (label.size) found = label;
        if ((rl_properties(columns->tag[row]) & RL_BLOCK) && !is_wrapper(columns->tag[row])) break;
    }
    return found;
}

/* Named by the `pre`, by the `code` in it, or by a wrapper around it. */
rl_view rl_code_language(const rl_page *page, int32_t node, rl_pool *pool) {
    const rl_columns *columns = &page->columns;
    if (node < 0) return NONE;
    for (int32_t row = node + 1; row < columns->end[node] && row <= node + MAX_INSIDE; row++) {
        if (columns->tag[row] != RL_TAG_CODE) continue;
        rl_view found = own_language(columns, row, pool);
        if (found.size) return found;
    }
    if (columns->tag[node] != RL_TAG_TEXT) {
        rl_view found = own_language(columns, node, pool);
        if (found.size) return found;
    }
    int32_t wrapper = columns->parent[node];
    for (int i = 0, checked = 0; i < MAX_LEVELS && checked < MAX_DISTANCE && wrapper >= 0; i++, wrapper = columns->parent[wrapper]) {
        bool is_part = is_table_part(columns->tag[wrapper]);
        if (!is_part && !is_wrapper(columns->tag[wrapper])) break;
        rl_view found = named_language(columns, wrapper, pool);
        if (!found.size) found = class_language(rl_value(columns, wrapper, RL_ATTRIBUTE_CLASS), WRAPPER_PREFIXES, pool);
        if (found.size) return found;
        checked += !is_part;
    }
    return label_before(columns, node);
}
