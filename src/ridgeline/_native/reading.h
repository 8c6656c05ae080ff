/* What the parts of `rl_read` share:

       around.c    the elements around lines, and sums over them
       names.c     the names of elements; which siblings are of the same kind
       words.c     the first words of lines
       declared.c  what a page declares about itself
       features.c  the features of lines and of the page
       reading.c   all of it together */
#ifndef RIDGELINE_READING_H
#define RIDGELINE_READING_H

#include "buffer.h"
#include "hashing.h"
#include "summit.h"

typedef struct {
    double words, links, prose;  /* numbers of words: all, those inside of links, those of lines of prose */
} rl_sums;

/* Elements that hold lines, in document order; the position of one among them is its place. The root is the first. */
struct rl_tree {
    const rl_page *page;
    const rl_lines *lines;
    int32_t *before;       /* by node, and one past the last: the lines that begin before it */
    int32_t *place;        /* by node: its place; 0 for nodes that have none */
    int32_t count;         /* places */
    int32_t *node;         /* by place */
    int32_t *first, *last; /* by place: its first line, one past its last */
    int32_t *parent;       /* by place: the place of the element around it; the root has its own */
    int32_t *region;       /* by place: the place of the nearest sectioning element, itself included; else the root */
    rl_sums *running;      /* by line, and one past the last: sums over the lines before */
    double *link_share;    /* by line */
    uint8_t *is_prose;     /* by line */
    double total_words, total_prose;  /* at least 1 */
    int32_t (*around)[RL_LEVELS];     /* by line: the places of its block and of the elements around that */
    int32_t (*regions)[RL_REGIONS];   /* by line: the places of the sectioning elements around it, innermost first */
};

void rl_tree_build(const rl_page *page, const rl_lines *lines, rl_pool *pool, rl_tree *tree);

static inline bool rl_holds_lines(const rl_tree *tree, int32_t node) {
    return tree->before[tree->page->columns.end[node]] > tree->before[node];
}

static inline rl_sums rl_sums_between(const rl_tree *tree, int32_t first, int32_t last) {
    rl_sums from = tree->running[first], to = tree->running[last];
    return (rl_sums){to.words - from.words, to.links - from.links, to.prose - from.prose};
}

static inline rl_sums rl_sums_of(const rl_tree *tree, int32_t place) {
    return rl_sums_between(tree, tree->first[place], tree->last[place]);
}

/* A kind of sibling: children of one element with the same tag and alike classes. */
typedef struct {
    int32_t siblings;
    rl_sums sums;  /* over those that hold lines */
} rl_sibling_kind;

typedef struct {
    int32_t kind_count;
    rl_sibling_kind *kinds;
    int32_t *kind_of;                   /* by place */
    int32_t (*slots)[RL_NAME_SLOTS];    /* by place: its names, 0 for none */
    int32_t *alike;                     /* by place: a number that those share whose classes differ in numbers or states
                                           alone, 0 for those without others */
} rl_names;

/* Reads the names of elements; sets names, named_count, name_of, first, last and own of the reading. */
void rl_names_read(const rl_tree *tree, const rl_lexicon *lexicon, rl_seed seed, rl_pool *pool, rl_names *names,
                   rl_reading *reading);

/* Call `take` with each word in the names of an element, in small letters, and then with the kinds of element that its
   stems indicate, such as "~nav". Vocabularies are made of these. */
typedef void (*rl_take_word)(void *state, const uint8_t *word, size_t size);
void rl_name_words(const uint8_t *name, size_t size, rl_take_word take, void *state);

/* The first words of lines. */
struct rl_words {
    rl_buffer folded;      /* the beginnings of all lines, one after the other */
    int32_t *line_start;   /* by line, and one past the last: where its beginning starts in `folded` */
    int32_t *first_word;   /* by line, and one past the last */
    size_t word_room;
    int32_t *start, *end;  /* by word: where it is in `folded` */
};

void rl_words_read(const rl_tree *tree, rl_pool *pool, rl_words *words);

/* A text as it is compared: in lower case, every digit 0, spaces for ASCII punctuation. At most this many characters of
   it are added to the buffer. */
void rl_fold(rl_pool *pool, rl_buffer *buffer, const uint8_t *bytes, size_t size, size_t most_characters);

/* A set of words. Most words of a page are in none, and to see that is cheap. */
typedef struct {
    rl_distinct words;
    rl_hints hints;
} rl_word_set;

void rl_word_set_begin(rl_word_set *set, rl_pool *pool, rl_seed seed);
void rl_word_set_add(rl_word_set *set, const rl_buffer *folded);  /* the words of a text, which stays where it is */
bool rl_word_set_has(const rl_word_set *set, const uint8_t *word, size_t size);

/* By line: the overlap (Jaccard index) of its words with a set. */
void rl_words_overlap(const rl_words *words, int32_t line_count, const rl_word_set *set, float *overlap);

/* What a page declares; texts are folded, with single spaces between words. */
enum { RL_DECLARED_DESCRIPTION, RL_DECLARED_BODY, RL_DECLARED_REVIEWS, RL_DECLARED_NAMES, RL_DECLARED_TEXTS };
typedef struct {
    rl_buffer title;
    rl_buffer headline;  /* of Open Graph, without the site's name */
    rl_buffer texts[RL_DECLARED_TEXTS];
    bool schema_types[RL_SCHEMA_TYPES];
    bool open_graph_types[RL_OPEN_GRAPH_TYPES];
} rl_declared;

void rl_declared_read(const rl_page *page, rl_pool *pool, rl_declared *declared);

/* By line: which of the texts contain its beginning, as bits 1 << RL_DECLARED_…. */
uint8_t *rl_declared_lines(const rl_declared *declared, const rl_words *words, int32_t line_count, rl_seed seed,
                           rl_pool *pool);

/* Sets line_features, page_features, words, and the paths, slots and records with their counts; `heading` by line: the
   heading it stands under, -1 for none. */
void rl_features_describe(const rl_tree *tree, const rl_names *names, const rl_words *words,
                          const rl_declared *declared, const float address[RL_ADDRESS_FEATURES], rl_seed seed,
                          rl_pool *pool, rl_reading *reading, int32_t *heading);

#endif
