/* HTML's tokenizer (tokenizer.c): https://html.spec.whatwg.org/multipage/parsing.html#tokenization

   Its states are places in its functions. Each call reads one token; text comes in one piece, up to the next tag. */
#ifndef RIDGELINE_TOKENIZER_H
#define RIDGELINE_TOKENIZER_H

#include "columns.h"
#include "interning.h"

/* Names of tags that HTML does not know; tags beyond are ignored. Nobody has so many. */
enum { RL_MAX_PAGE_NAMES = 5000, RL_MAX_NAMES = RL_FIXED_NAMES + RL_MAX_PAGE_NAMES };

typedef enum {
    RL_TOKEN_TEXT,
    RL_TOKEN_START,
    RL_TOKEN_END,
    RL_TOKEN_COMMENT,  /* and processing instructions */
    RL_TOKEN_DOCTYPE,
    RL_TOKEN_EOF,
} rl_token_kind;

/* The states that tree construction switches to. In all but the first, text ends only at the end tag of the last start
   tag; then the state is RL_DATA again. */
typedef enum { RL_DATA, RL_RCDATA, RL_RAWTEXT, RL_SCRIPT_DATA, RL_PLAINTEXT, RL_CDATA } rl_tokenizer_state;

typedef struct {
    rl_token_kind kind;
    uint32_t start, stop;  /* in the source; those of text, tags and the end of the page */
    int32_t tag;           /* a code; RL_TAG_TEXT: no tag; RL_NO_NAME: an end tag of nothing, or one name too many */
    rl_slice name;         /* of a tag, as it stands in the source */
    bool self_closing;
    int32_t first_attribute, attribute_count;
    rl_slice text;
    bool has_nul;          /* the text has a NUL, which tree construction drops or replaces */
    bool quirks;           /* the doctype asks for them */
} rl_token;

/* What is known of the name of an attribute. */
typedef struct {
    uint32_t stamp;     /* of the last start tag that had it */
    int32_t attribute;  /* there: its number in the columns */
    int32_t svg;        /* the name as SVG writes it, plus one; 0: not yet looked up */
} rl_attribute_mark;

typedef struct {
    rl_columns *columns;
    rl_pool *scratch;
    int32_t attribute_limit;
    const uint8_t *next, *end;
    rl_tokenizer_state state;
    bool cdata_allowed;  /* the current node is in SVG or MathML */
    rl_token token;
    rl_slice raw_name;   /* of the last start tag, which ends raw text */

    /* The first of these bytes from the place where it was last asked for; so each is looked for in one pass. */
    const uint8_t *ampersand, *carriage_return, *nul;

    rl_name_table tags, attributes;
    rl_attribute_mark *marks;  /* by name of an attribute */
    int32_t mark_room;
    uint32_t stamp;            /* of the current start tag */
    int32_t math_name;         /* definitionURL, RL_NO_NAME until a page has it */
} rl_tokenizer;

void rl_tokenizer_begin(rl_tokenizer *tokenizer, rl_columns *columns, rl_pool *scratch, int32_t attribute_limit);

/* Reads the next token into `token`. */
void rl_next_token(rl_tokenizer *tokenizer);

/* The number of the current start tag's attribute of this name, or -1. */
static inline int32_t rl_token_attribute(const rl_tokenizer *tokenizer, int32_t name) {
    const rl_attribute_mark *mark = &tokenizer->marks[name];
    return tokenizer->token.kind == RL_TOKEN_START && mark->stamp == tokenizer->stamp ? mark->attribute : -1;
}

/* The number of the name of an attribute, exactly as given; it is added where it is new. */
int32_t rl_attribute_name(rl_tokenizer *tokenizer, const char *name);

/* The name of a tag that has a code. */
rl_slice rl_page_name(const rl_tokenizer *tokenizer, int32_t tag);

#endif
