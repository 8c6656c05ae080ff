/* Character references such as &amp; and &#8217; (references.c). */
#ifndef RIDGELINE_REFERENCES_H
#define RIDGELINE_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RL_REFERENCE_BYTES = 8 };  /* no reference stands for more */

typedef struct {
    size_t read;  /* bytes of the source */
    uint8_t length, bytes[RL_REFERENCE_BYTES];
} rl_reference;

/* What stands at `text`, which begins with `&`: a reference, or the `&` itself. */
rl_reference rl_read_reference(const uint8_t *text, const uint8_t *end, bool in_attribute);

#endif
