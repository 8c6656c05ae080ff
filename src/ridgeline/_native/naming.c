#include "naming.h"

#include "hashing.h"

/* What names an element and those around it. All fields are as wide, so there is no padding: keys are compared as bytes. */
typedef struct {
    int32_t around;          /* the number of the element around it, -1 for none */
    int32_t tag, class, id;  /* the values are numbered; an attribute that is missing or has none is 0 */
} path_key;

static int32_t number_of_value(const rl_columns *columns, int32_t row, int32_t name, rl_distinct *values) {
    const rl_slice *value = rl_attribute(columns, row, name);
    if (!value || value->length == RL_NO_VALUE) return 0;
    return 1 + rl_distinct_add(values, rl_bytes(columns, *value), value->length);
}

int32_t *rl_number_name_paths(const rl_columns *columns, rl_pool *pool) {
    rl_distinct values, paths;
    rl_seed seed = rl_seed_make(pool);
    int32_t *numbers = RL_TAKE(pool, int32_t, (size_t)columns->count);
    path_key *keys = RL_TAKE(pool, path_key, (size_t)columns->count);
    rl_distinct_begin(&values, pool, seed);
    rl_distinct_begin(&paths, pool, seed);
    for (int32_t row = 0; row < columns->count; row++) {
        numbers[row] = -1;
        if (columns->tag[row] == RL_TAG_TEXT) continue;
        keys[row] = (path_key){columns->parent[row] < 0 ? -1 : numbers[columns->parent[row]], columns->tag[row],
                               number_of_value(columns, row, RL_ATTRIBUTE_CLASS, &values),
                               number_of_value(columns, row, RL_ATTRIBUTE_ID, &values)};
        numbers[row] = rl_distinct_add(&paths, (const uint8_t *)&keys[row], sizeof keys[row]);
    }
    return numbers;
}
