#include "signs.h"

#include <string.h>

#include "characters.h"
#include "utf8.h"

enum { MAX_LABEL_BYTES = 80 };  /* of a label that are looked at: more than any word of the tables has */

void rl_sign_read(rl_sign *sign, rl_view text, size_t max_characters) {
    sign->size = (size_t)(rl_lower_text(sign->bytes, RL_ASCII_LOWER, text, &max_characters) - sign->bytes);
}

/* Each part is lowered by itself: a space between them ends a word, as the end of a text does. */
void rl_name_of(const rl_columns *columns, int32_t row, rl_sign *name) {
    rl_view class = rl_value(columns, row, RL_ATTRIBUTE_CLASS), identifier = rl_value(columns, row, RL_ATTRIBUTE_ID);
    size_t left = RL_MAX_NAME_LENGTH;
    uint8_t *to = rl_lower_text(name->bytes, RL_ASCII_LOWER, class, &left);
    if (identifier.size && left) {
        *to++ = ' ';
        left--;
        to = rl_lower_text(to, RL_ASCII_LOWER, identifier, &left);
    }
    name->size = (size_t)(to - name->bytes);
}

rl_view rl_next_word(rl_view *name, const char *ends) {
    const uint8_t *start = name->bytes, *end = start + name->size, *at = start;
    while (at < end) {
        const uint8_t *here = at;
        uint32_t point = rl_decode(&at, end);
        bool is_end = (rl_kind(point) & RL_KIND_SPACE) || (point && point < 0x80 && strchr(ends, (int)point));
        if (!is_end) continue;
        *name = (rl_view){at, (size_t)(end - at)};
        return (rl_view){start, (size_t)(here - start)};
    }
    *name = (rl_view){end, 0};
    return (rl_view){start, (size_t)(end - start)};
}

rl_view rl_link_target(const rl_columns *columns, int32_t node, int max_levels) {
    for (int i = 0; i < max_levels && node >= 0; i++) {
        if (columns->tag[node] == RL_TAG_A) return rl_value(columns, node, RL_ATTRIBUTE_HREF);
        node = columns->parent[node];
    }
    return (rl_view){NULL, 0};
}

/* ---- Addresses ---- */

static bool begins_with(rl_view text, const char *beginning) {
    size_t size = strlen(beginning);
    return text.size >= size && !memcmp(text.bytes, beginning, size);
}

static rl_view own_address(const rl_columns *columns, int32_t node) {
    static const int32_t names[] = {
        RL_ATTRIBUTE_DATA_SRC, RL_ATTRIBUTE_DATA_ORIGINAL, RL_ATTRIBUTE_DATA_LAZY_SRC, RL_ATTRIBUTE_SRC,
        RL_ATTRIBUTE_SRCSET,   RL_ATTRIBUTE_DATA_SRCSET,   RL_ATTRIBUTE_DATA,
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        rl_view value = rl_value(columns, node, names[i]);
        if (value.size && !begins_with(value, "data:")) return value;
    }
    return (rl_view){NULL, 0};
}

/* A video has its sources inside of it, an image in a `picture` before it. */
static rl_view source_address(const rl_columns *columns, int32_t node) {
    bool is_around = columns->end[node] > node + 1;
    int32_t first = is_around ? node + 1 : columns->parent[node] + 1, end = is_around ? columns->end[node] : node;
    for (int32_t row = first; row < end && row < first + RL_MAX_SOURCES; row++) {
        if (columns->tag[row] != RL_TAG_SOURCE) continue;
        rl_view value = rl_value(columns, row, RL_ATTRIBUTE_SRC);
        if (!value.size) value = rl_value(columns, row, RL_ATTRIBUTE_SRCSET);
        if (!value.size || begins_with(value, "data:")) value = rl_value(columns, row, RL_ATTRIBUTE_DATA_SRCSET);
        if (value.size) return value;
    }
    return (rl_view){NULL, 0};
}

void rl_address_of(const rl_columns *columns, int32_t node, rl_sign *address) {
    rl_view value = own_address(columns, node);
    if (!value.size) value = source_address(columns, node);
    rl_sign_read(address, value, RL_MAX_ADDRESS);
}

/* What follows the last slash, also one that is encoded. */
static rl_view after_last_slash(rl_view path) {
    size_t start = path.size;
    while (start && path.bytes[start - 1] != '/' && !(start > 2 && !memcmp(path.bytes + start - 3, "%2f", 3))) start--;
    return (rl_view){path.bytes + start, path.size - start};
}

/* The address of the picture that a program scales, which has it as `url`; the whole address where there is none. */
static rl_view scaled_address(rl_view address) {
    static const char NAME[] = "url=";
    const size_t name = sizeof NAME - 1;
    for (size_t i = 1; i + name <= address.size; i++) {
        if ((address.bytes[i - 1] != '?' && address.bytes[i - 1] != '&') || memcmp(address.bytes + i, NAME, name) != 0) continue;
        return rl_before((rl_view){address.bytes + i + name, address.size - i - name}, '&');
    }
    return address;
}

rl_view rl_identity(rl_view address) {
    rl_view name = after_last_slash(rl_before(rl_before(scaled_address(address), '?'), ' '));
    size_t characters = 0;
    for (size_t i = 0; i < name.size; i++) characters += !rl_continues(name.bytes[i]);
    return characters >= RL_MIN_FILE_NAME && memchr(name.bytes, '.', name.size) ? name : address;
}

bool rl_is_bad_address(rl_view address) {
    rl_view path = rl_before(address, '?');
    for (;;) {
        rl_view part = rl_before(path, '/');
        if (part.size == path.size) break;
        if (rl_is_word(part, RL_BAD_FOLDERS)) return true;
        path = (rl_view){path.bytes + part.size + 1, path.size - part.size - 1};
    }
    return rl_is_word(rl_before(path, '.'), RL_BAD_FILES) || rl_has_word(address, RL_BAD_ADDRESSES);
}

bool rl_is_picture_address(rl_view address) {
    rl_view path = rl_before(rl_before(address, '?'), '#');
    while (path.size && path.bytes[path.size - 1] == '/') path.size--;
    return rl_ends_with_word(path, RL_PICTURE_ENDS) || rl_has_word(address, RL_PICTURE_ADDRESSES);
}

/* ---- Labels, sizes, names ---- */

/* The end of a long label tells as much as all of it, but that it is none of the whole labels. */
bool rl_has_bad_label(const rl_columns *columns, int32_t node) {
    rl_view label = rl_strip(rl_value(columns, node, RL_ATTRIBUTE_ALT));
    if (!label.size) return false;
    size_t skipped = label.size > MAX_LABEL_BYTES ? label.size - MAX_LABEL_BYTES : 0;
    while (skipped && skipped < label.size && rl_continues(label.bytes[skipped])) skipped++;
    rl_sign sign;
    rl_sign_read(&sign, (rl_view){label.bytes + skipped, label.size - skipped}, MAX_LABEL_BYTES);
    rl_view lower = rl_sign_view(&sign);
    return (!skipped && rl_is_word(lower, RL_BAD_LABELS)) || rl_ends_with_word(lower, RL_BAD_LABEL_ENDS);
}

int32_t rl_pixels(rl_view value) {
    rl_view digits = rl_strip(value);
    if (digits.size >= 2 && !memcmp(digits.bytes + digits.size - 2, "px", 2)) digits.size -= 2;
    if (!digits.size || digits.size > 5) return -1;
    int32_t number = 0;
    for (size_t i = 0; i < digits.size; i++) {
        if (digits.bytes[i] < '0' || digits.bytes[i] > '9') return -1;
        number = number * 10 + (digits.bytes[i] - '0');
    }
    return number;
}

/* Whether two numbers are no pixels but the shape of a picture that fills its place. */
static bool is_ratio(int32_t width, int32_t height) {
    return (width == 16 && height == 9) || (width == 4 && height == 3) || (width == 3 && height == 2);
}

bool rl_has_bad_size(const rl_columns *columns, int32_t node) {
    int32_t width = rl_pixels(rl_value(columns, node, RL_ATTRIBUTE_WIDTH));
    int32_t height = rl_pixels(rl_value(columns, node, RL_ATTRIBUTE_HEIGHT));
    if (is_ratio(width, height)) return false;
    if ((width >= 0 && width < RL_MIN_PIXELS) || (height >= 0 && height < RL_MIN_PIXELS)) return true;
    for (int i = 0; i < RL_ADVERT_SIZE_COUNT; i++)
        if (width == RL_ADVERT_SIZES[i][0] && height == RL_ADVERT_SIZES[i][1]) return true;
    return false;
}

bool rl_has_bad_name(const rl_columns *columns, int32_t node) {
    rl_sign sign;
    rl_name_of(columns, node, &sign);
    rl_view rest = rl_sign_view(&sign);
    while (rest.size)
        if (rl_is_word(rl_next_word(&rest, "-_"), RL_BAD_WORDS)) return true;
    return rl_has_word(rl_sign_view(&sign), RL_BAD_PARTS);
}
