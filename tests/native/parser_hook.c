/* What the tests of the parser call through ctypes: see parser_hook.py. */
#include <stdlib.h>
#include <string.h>

#include "tree_construction.h"

typedef struct {
    rl_pool pool, scratch;
    rl_columns columns;
    uint8_t *source;  /* a copy that ends where its memory ends, so that sanitizers see what reads beyond */
    uint8_t *out;     /* what the other functions return: fields, each with its length before it */
    size_t size, room;
} rl_hook;

static const size_t MOST = (size_t)4 << 30;

static rl_hook *begin(const uint8_t *source, size_t size) {
    rl_hook *hook = calloc(1, sizeof *hook);
    if (!hook || !(hook->source = malloc(size ? size : 1))) abort();
    memcpy(hook->source, source, size);
    rl_pool_begin(&hook->pool, MOST);
    rl_pool_begin(&hook->scratch, MOST);
    return hook;
}

void rl_hook_end(rl_hook *hook) {
    rl_pool_end(&hook->pool);
    rl_pool_end(&hook->scratch);
    free(hook->source);
    free(hook->out);
    free(hook);
}

const rl_columns *rl_hook_columns(const rl_hook *hook) { return &hook->columns; }
const uint8_t *rl_hook_out(const rl_hook *hook) { return hook->out; }
size_t rl_hook_size(const rl_hook *hook) { return hook->size; }

/* False where memory ran out. */
static bool parse(rl_hook *hook, size_t size, const rl_limits *limits) {
    if (!RL_TRY(&hook->pool)) return false;
    if (!RL_TRY(&hook->scratch)) return false;
    rl_columns_begin(&hook->columns, &hook->pool, hook->source, size);
    rl_parse(&hook->columns, &hook->scratch, limits);
    rl_pool_end(&hook->scratch);
    return true;
}

rl_hook *rl_hook_parse(const uint8_t *source, size_t size, const rl_limits *limits) {
    rl_hook *hook = begin(source, size);
    if (parse(hook, size, limits)) return hook;
    rl_hook_end(hook);
    return NULL;
}

static void put(rl_hook *hook, const void *bytes, size_t size) {
    if (hook->size + size + 4 > hook->room) {
        hook->room = (hook->size + size + 4) * 2;
        hook->out = realloc(hook->out, hook->room);
        if (!hook->out) abort();
    }
    uint32_t length = (uint32_t)size;
    memcpy(hook->out + hook->size, &length, 4);
    if (size) memcpy(hook->out + hook->size + 4, bytes, size);
    hook->size += 4 + size;
}

static void put_number(rl_hook *hook, int32_t number) { put(hook, &number, sizeof number); }

static void put_slice(rl_hook *hook, rl_slice slice) {
    uint32_t length = slice.length == (uint32_t)RL_NO_VALUE ? 0 : slice.length;
    put(hook, rl_bytes(&hook->columns, slice), length);
}

static void put_name(rl_hook *hook, const rl_tokenizer *t, int32_t tag) {
    if (tag < RL_FIXED_NAMES) put(hook, RL_FIXED_NAME[tag].text, RL_FIXED_NAME[tag].length);
    else put_slice(hook, rl_page_name(t, tag));
}

static void put_attributes(rl_hook *hook, int32_t first, int32_t count) {
    put_number(hook, count);
    for (int32_t i = first; i < first + count; i++) {
        put_slice(hook, hook->columns.attribute_names[hook->columns.attribute_name[i]]);
        put_slice(hook, hook->columns.attribute_value[i]);
    }
}

/* The tree before templates and namespaces are dropped: depth, namespace (-1: text), name or text, attributes. */
static void put_tree(rl_hook *hook, const rl_builder *b) {
    const rl_columns *columns = &hook->columns;
    int32_t row = 0, depth = 0;
    for (;;) {
        bool is_text = columns->tag[row] == RL_TAG_TEXT;
        put_number(hook, depth);
        put_number(hook, is_text ? -1 : b->nodes[row].space);
        if (is_text) put_slice(hook, columns->content[row]);
        else put_name(hook, &b->tokenizer, columns->tag[row]);
        rl_slice own = is_text ? (rl_slice){0, 0} : columns->content[row];
        put_attributes(hook, (int32_t)own.offset, (int32_t)own.length);
        if (b->nodes[row].first >= 0) {
            row = b->nodes[row].first;
            depth++;
            continue;
        }
        while (row && b->nodes[row].next < 0) {
            row = columns->parent[row];
            depth--;
        }
        if (!row) return;
        row = b->nodes[row].next;
    }
}

static void tree(rl_hook *hook, size_t size, const rl_limits *limits) {
    if (!RL_TRY(&hook->pool)) abort();
    if (!RL_TRY(&hook->scratch)) abort();
    rl_columns_begin(&hook->columns, &hook->pool, hook->source, size);
    rl_builder *builder = RL_TAKE(&hook->scratch, rl_builder, 1);
    rl_builder_begin(builder, &hook->columns, &hook->scratch, limits);
    do {
        rl_next_token(&builder->tokenizer);
        rl_construct(builder);
    } while (builder->tokenizer.token.kind != RL_TOKEN_EOF);
    put_tree(hook, builder);
}

rl_hook *rl_hook_tree(const uint8_t *source, size_t size, const rl_limits *limits) {
    rl_hook *hook = begin(source, size);
    tree(hook, size, limits);
    return hook;
}

/* The name of an end tag that no element of the page has: it has no code. */
static void put_source_name(rl_hook *hook, rl_slice name) {
    uint8_t *lower = malloc((size_t)name.length * 3 + 1);
    size_t size = 0;
    if (!lower) abort();
    for (uint32_t i = 0; i < name.length; i++) {
        uint8_t byte = hook->columns.source[name.offset + i];
        if (byte) {
            lower[size++] = RL_LOWER[byte];
        } else {
            memcpy(lower + size, "\xEF\xBF\xBD", 3);
            size += 3;
        }
    }
    put(hook, lower, size);
    free(lower);
}

/* All tokens: kind, whether it closes itself or asks for quirks, name or text, attributes. `name` is that of the last
   start tag. */
static void tokens(rl_hook *hook, size_t size, int32_t state, const char *name) {
    if (!RL_TRY(&hook->pool)) abort();
    if (!RL_TRY(&hook->scratch)) abort();
    rl_columns_begin(&hook->columns, &hook->pool, hook->source, size);
    rl_tokenizer *t = RL_TAKE(&hook->scratch, rl_tokenizer, 1);
    rl_tokenizer_begin(t, &hook->columns, &hook->scratch, 1000);
    t->state = (rl_tokenizer_state)state;
    t->raw_name = rl_extra_put(&hook->columns, (const uint8_t *)name, strlen(name));
    for (rl_next_token(t); t->token.kind != RL_TOKEN_EOF; rl_next_token(t)) {
        const rl_token *token = &t->token;
        bool is_tag = token->kind == RL_TOKEN_START || token->kind == RL_TOKEN_END;
        put_number(hook, (int32_t)token->kind);
        put_number(hook, is_tag ? token->self_closing : token->kind == RL_TOKEN_DOCTYPE && token->quirks);
        if (token->kind == RL_TOKEN_TEXT) put_slice(hook, token->text);
        else if (is_tag && token->tag >= 0) put_name(hook, t, token->tag);
        else if (is_tag) put_source_name(hook, token->name);
        else put(hook, "", 0);
        put_attributes(hook, token->first_attribute, token->kind == RL_TOKEN_START ? token->attribute_count : 0);
    }
}

rl_hook *rl_hook_tokens(const uint8_t *source, size_t size, int32_t state, const char *name) {
    rl_hook *hook = begin(source, size);
    tokens(hook, size, state, name);
    return hook;
}
