/* What names, texts and addresses say of posts (posts.c): what an element is in a thread, whether a text may show a
   moment. */
#ifndef RIDGELINE_POSTS_H
#define RIDGELINE_POSTS_H

#include "kept.h"

static inline bool rl_has_digit(rl_view text) {
    for (size_t i = 0; i < text.size; i++)
        if (text.bytes[i] >= '0' && text.bytes[i] <= '9') return true;
    return false;
}

/* Of a value: how many names are read, how many characters of each, and the bytes that these may have. */
enum { RL_POST_NAMES = 8, RL_POST_NAME_LENGTH = 60, RL_POST_NAME_BYTES = RL_POST_NAME_LENGTH * 4 };

/* What a word in lower case says: RL_POST_… of post_tables.h; 0 for most. */
uint32_t rl_post_word_bits(const uint8_t *word, size_t size);

/* Write the lower case of at most RL_POST_NAME_LENGTH characters; how many bytes these are: at most 4 for each. */
size_t rl_post_lower(uint8_t *to, const uint8_t *begin, const uint8_t *end);

/* The meanings of the names in a class attribute or an id, as bits: `ridgeline.posts.names.MEANINGS`. */
uint32_t rl_post_meaning(rl_view names);

/* What names mean that were asked for before; all zero at first. */
enum { RL_POST_REMEMBERED = 1024 };
typedef struct {
    rl_view names[RL_POST_REMEMBERED];
    uint32_t meanings[RL_POST_REMEMBERED];
} rl_post_memory;
uint32_t rl_post_known_meaning(rl_post_memory *memory, rl_view names);

/* The names in a class attribute or an id, one after another: the first ones, cut where they are long. */
typedef struct {
    const uint8_t *at, *end;
    int left;
} rl_post_names;

void rl_post_names_begin(rl_post_names *names, rl_view value);

/* Write the next name, # for every number in it; its size, 0 where there is none. There is room for RL_POST_NAME_BYTES. */
size_t rl_post_next_name(rl_post_names *names, uint8_t *to);

/* Whether a text shows when something was written. Only Python can say of one with letters that are not ASCII. */
typedef enum { RL_NO_MOMENT, RL_MAY_BE_MOMENT, RL_MOMENT } rl_moment;
rl_moment rl_shows_moment(rl_view text);

/* The first day in a text as 20231217; 0 where there is none, or only `ridgeline.metadata.dates` can say. */
int32_t rl_find_day(rl_view text, bool month_first);

/* Whether a text may be nothing but months, weekdays and numbers. One with letters that are not ASCII always may. */
bool rl_may_be_calendar(rl_view text);

/* What an address may lead to, as bits: a person's page; something that is done to a post; a post. */
enum { RL_LINK_PERSON = 1, RL_LINK_ACTION = 2, RL_LINK_POST = 4 };
uint8_t rl_link_kinds(rl_view address);

/* Count by row and one past the last the leaves before it, and their characters (post_signs.c). */
void rl_count_leaves(const rl_page *page, int32_t *leaf_of, int64_t *lengths);

/* The number of an attribute that the core does not know, -1 where no element has it. */
int32_t rl_attribute_named(const rl_columns *columns, const char *name);

/* Whether a text before a date may say that it is of something else: "Joined:". */
bool rl_may_label_other_date(rl_view text);

#endif
