/* summit: the lines of a page, what the networks read of them, the networks, and the choice. Everything is taken from a
   pool of the caller. */
#ifndef RIDGELINE_SUMMIT_H
#define RIDGELINE_SUMMIT_H

#include "feature_table.h"
#include "page.h"

enum {
    RL_PAGE_TYPES = 7,
    RL_LEVELS = 7,      /* of the elements around a line */
    RL_REGIONS = 4,     /* of the sectioning elements around it */
    RL_OWN_LEVELS = 2,
    RL_NAME_SLOTS = 5,  /* class, id, role, itemprop, tag */
    RL_TAG_LEVELS = 5,
    RL_MAX_LINES = 10000,
    RL_WIDTH = 32,      /* of the state of a line; networks of another width cannot be run */
    RL_WORD_WIDTH = 12,
};

/* Counters of a text, in the order of their columns. */
enum {
    RL_WORDS, RL_CHARACTERS, RL_LETTERS, RL_CAPITALS, RL_DIGITS, RL_PUNCTUATION, RL_ENDS, RL_COMMAS, RL_SPACELESS,
    RL_COUNTERS
};

typedef struct {
    int32_t count;
    int32_t *start, *end;          /* by line: its first leaf, one past its last */
    int32_t *node;                 /* by line: the node of its first leaf */
    float (*counts)[RL_COUNTERS];  /* by line */
    float *link_words;             /* by line */
    uint8_t *first_kind, *last_kind;
} rl_lines;

typedef struct {
    int32_t count;
    int32_t *ids;
    int32_t *starts;  /* count + 1 */
} rl_bags;

/* By line: the innermost list or table around it. */
typedef struct {
    int32_t *nearest;    /* its node, -1 for none */
    uint8_t *is_headed;  /* whether that is a table of data that has heads */
    uint8_t *is_whole;   /* whether all lines of it belong together: a table of data, a plain list, definitions */
} rl_lists;

typedef struct rl_tree rl_tree;    /* the elements around lines: reading.h */
typedef struct rl_words rl_words;  /* the first words of lines: reading.h */

/* A page as the networks read it. */
typedef struct {
    const rl_page *page;
    rl_page beginning;                           /* as much of it as has RL_MAX_LINES lines; its pool is not set */
    rl_lines lines;
    const rl_tree *tree;
    const rl_words *first_words;
    int32_t count;                               /* lines */
    float (*line_features)[RL_LINE_FEATURES];
    float page_features[RL_PAGE_FEATURES];
    float *words;                                /* by line */
    int32_t region_count;
    int32_t (*regions)[2];                       /* by region: its first line, one past its last */
    int32_t (*region_of)[RL_REGIONS];            /* by line */
    int32_t path_count;
    int32_t *paths;                              /* by line */
    int32_t slot_count;
    int32_t *slots;                              /* by line */
    int32_t record_count;
    int32_t *records;                            /* by line; the first stands for none where some line is in none */
    rl_bags names;                               /* the first is empty */
    int32_t named_count;
    int32_t (*name_of)[RL_NAME_SLOTS];           /* by named node */
    int32_t *first, *last;                       /* by named node: its first line, one past its last */
    int32_t (*own)[RL_OWN_LEVELS][RL_NAME_SLOTS];  /* by line */
    rl_bags line_words;
    int32_t *heading_of;                         /* by line */
    rl_bags heading_words;                       /* the first is empty */
    int32_t (*tags)[RL_TAG_LEVELS];              /* by line; each level has numbers of its own */
    float *title_overlap;                        /* by line */
    rl_lists lists;
} rl_reading;

/* Known words → ids. */
typedef struct rl_vocabulary rl_vocabulary;
/* The words, one after the other, are copied; word i is bytes offsets[i] to offsets[i + 1], and its id is ids[i], or i
   where `ids` is NULL. Of equal words the last one counts (vocabulary.c). */
const rl_vocabulary *rl_vocabulary_make(rl_pool *pool, const uint8_t *words, const uint32_t *offsets,
                                        const int32_t *ids, int32_t count);
int32_t rl_vocabulary_find(const rl_vocabulary *vocabulary, const uint8_t *word, size_t size);  /* -1: not known */

typedef struct {
    const rl_vocabulary *classes;  /* words in the names of elements, and kinds such as "~nav" */
    const rl_vocabulary *words;    /* at the beginnings of lines; those of a kind, in many languages, share its id */
    int32_t class_count;           /* ids of `classes`; telling tags have those that follow */
} rl_lexicon;

typedef struct rl_model rl_model;  /* a lexicon, networks, scales: model.c */

typedef struct {
    float *probabilities;  /* by line */
    int32_t page_type;
    int32_t networks;      /* how many were run */
} rl_prediction;

/* The page up to the line after RL_MAX_LINES, which shares the columns of the page; its pool is not set (lines.c). */
void rl_beginning(const rl_page *page, rl_pool *pool, rl_page *beginning);

/* Whether the page has text; the lines of it (lines.c). */
bool rl_split_lines(const rl_page *page, rl_pool *pool, rl_lines *lines);

/* The input of the networks, which keeps the page; false where the page has no text (reading.c). `address` are the
   features of the page's URL, which Python computes. */
bool rl_read(const rl_page *page, const rl_lexicon *lexicon, const float address[RL_ADDRESS_FEATURES], rl_pool *pool,
             rl_reading *reading);

/* How many of the first words of a line are looked up in the vocabulary (reading.c). */
int32_t rl_looked_up(const rl_reading *reading, int32_t line);

/* The best set of lines for this b, as a mask; the F1 that is expected of it, for b = 1 (choice.c). */
double rl_choose(const float *probabilities, const float *words, int32_t count, double b, rl_pool *pool, uint8_t *mask);

/* Give all lines of a group one probability, in place (together.c). */
void rl_pool_groups(const rl_reading *reading, rl_pool *pool, float *probabilities);

/* What the networks predict (predict.c). All are run only where the first one expects an F1 below `doubt`. */
void rl_predict(const rl_model *model, const rl_reading *reading, double doubt, rl_pool *pool,
                rl_prediction *prediction);

#endif
