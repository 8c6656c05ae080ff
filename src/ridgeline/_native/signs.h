/* What the attributes of an element say of it (signs.c). */
#ifndef RIDGELINE_SIGNS_H
#define RIDGELINE_SIGNS_H

#include "kept.h"
#include "tidying_tables.h"

/* A text in lower case that has at most as many characters as an address or a name. */
enum { RL_MAX_SIGN = RL_MAX_ADDRESS > RL_MAX_NAME_LENGTH ? RL_MAX_ADDRESS : RL_MAX_NAME_LENGTH };
typedef struct {
    size_t size;
    uint8_t bytes[RL_MAX_SIGN * RL_LOWER_CHARACTER_BYTES];
} rl_sign;

static inline rl_view rl_sign_view(const rl_sign *sign) { return (rl_view){sign->bytes, sign->size}; }

/* The beginning of a text in lower case. */
void rl_sign_read(rl_sign *sign, rl_view text, size_t max_characters);

/* The class and the id of an element: `name_of`. */
void rl_name_of(const rl_columns *columns, int32_t row, rl_sign *name);

/* The first word of a name, which moves on to what follows it. Words end at white space and at these bytes. */
rl_view rl_next_word(rl_view *name, const char *ends);

/* Where the link around a node leads, NULL where it is in none: `link_target`. */
rl_view rl_link_target(const rl_columns *columns, int32_t node, int max_levels);

/* The address of a picture: `images._address`. */
void rl_address_of(const rl_columns *columns, int32_t node, rl_sign *address);

/* What two copies of a picture have in common, a part of the address: `images._identity`. */
rl_view rl_identity(rl_view address);

bool rl_is_bad_address(rl_view address);                            /* `_is_bad_address` */
bool rl_is_picture_address(rl_view address);                        /* `_is_picture_address` */
bool rl_has_bad_label(const rl_columns *columns, int32_t node);     /* `_has_bad_label` */
int32_t rl_pixels(rl_view value);                                   /* a size in pixels, -1 where there is none */
bool rl_has_bad_size(const rl_columns *columns, int32_t node);      /* `_has_bad_size` */
bool rl_has_bad_name(const rl_columns *columns, int32_t node);      /* `_has_bad_name` */

#endif
