#include "styles.h"

#include <string.h>

#include "utf8.h"

enum { NAME_BYTES = 32, VALUE_BYTES = 256, MAX_ARGUMENTS = 24 };
static const float FAR_PIXELS = 900.0f;  /* a transform by more than this moves what it is of out of the window */
static const float MIN_SCALE = 0.02f;    /* of text that can be told from a line */

/* ---- Characters ---- */

static bool is_space(uint8_t byte) { return byte == ' ' || (byte >= 9 && byte <= 13); }
static bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
static uint8_t lower(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

/* By bit of the byte: digits, the hyphen; letters, the low line; all that is not ASCII. */
static bool is_name_byte(uint8_t byte) {
    static const uint64_t bits[4] = {UINT64_C(0x03FF200000000000), UINT64_C(0x07FFFFFE87FFFFFE), UINT64_MAX, UINT64_MAX};
    return bits[byte >> 6] >> (byte & 63) & 1;
}

static bool is_comment(const uint8_t *at, const uint8_t *end) { return end - at >= 2 && at[0] == '/' && at[1] == '*'; }

static const uint8_t *after_comment(const uint8_t *at, const uint8_t *end) {
    for (at += 2; at < end; at++) {
        at = memchr(at, '*', (size_t)(end - at));
        if (!at) return end;
        if (end - at >= 2 && at[1] == '/') return at + 2;
    }
    return end;
}

const uint8_t *rl_css_gap(const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        if (is_comment(at, end)) at = after_comment(at, end);
        else if (is_space(*at)) at++;
        else break;
    }
    return at;
}

static const uint8_t *after_string(const uint8_t *at, const uint8_t *end) {
    for (uint8_t quote = *at++; at < end; at++) {
        if (*at == quote || *at == '\n') return at + 1;
        if (*at == '\\' && end - at >= 2) at++;
    }
    return end;
}

/* By byte: whether it may end, open or close what is skipped. */
static const bool STOPS[256] = {['"'] = true, ['\''] = true, ['/'] = true, ['\\'] = true, ['('] = true, [')'] = true,
                                ['['] = true, [']'] = true, ['{'] = true, ['}'] = true, [','] = true, [';'] = true};

/* Past bytes that mean nothing by themselves, up to one that does, which is not in a string, comment or escape. */
static const uint8_t *next_stop(const uint8_t *at, const uint8_t *end) {
    while (at < end) {
        while (at < end && !STOPS[*at]) at++;
        if (at == end) break;
        if (*at == '"' || *at == '\'') at = after_string(at, end);
        else if (*at == '/') at = is_comment(at, end) ? after_comment(at, end) : at + 1;
        else if (*at == '\\') at += end - at >= 2 ? 2 : 1;
        else break;
    }
    return at;
}

/* Past some bytes, many at once, that leave the depth of a block as it is: sheets are mostly blocks that are skipped. */
static const uint8_t *after_content(const uint8_t *at, const uint8_t *end) {
    typedef uint8_t many __attribute__((vector_size(16)));
    typedef uint64_t two __attribute__((vector_size(16)));
    for (many bytes; end - at >= (ptrdiff_t)sizeof bytes; at += sizeof bytes) {
        memcpy(&bytes, at, sizeof bytes);
        two stops = (two)(bytes == '{') | (two)(bytes == '}') | (two)(bytes == '"') | (two)(bytes == '\'') |
                    (two)(bytes == '/') | (two)(bytes == '\\');
        if (stops[0] | stops[1]) break;
    }
    return at;
}

const uint8_t *rl_css_block(const uint8_t *at, const uint8_t *end) {
    for (int32_t depth = 1; (at = next_stop(after_content(at, end), end)) < end;) {
        uint8_t byte = *at++;
        depth += (byte == '{') - (byte == '}');
        if (!depth) break;
    }
    return at;
}

const uint8_t *rl_css_skip(const uint8_t *at, const uint8_t *end, const char *ends) {
    for (int32_t depth = 0; (at = next_stop(at, end)) < end; at++) {
        const char *stop = ends;
        while (*stop && (uint8_t)*stop != *at) stop++;
        if (depth <= 0 && *stop) break;
        depth += (*at == '(' || *at == '[') - (*at == ')' || *at == ']');
    }
    return at;
}

static int hexadecimal(uint8_t byte) {
    uint8_t small = lower(byte);
    return is_digit((char)byte) ? byte - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/* The character of an escape, whose backslash was read. */
static uint32_t read_escape(const uint8_t **at, const uint8_t *end) {
    if (*at == end) return RL_REPLACEMENT;
    if (hexadecimal(**at) < 0) return rl_decode(at, end);
    uint32_t point = 0;
    for (int digits = 0; digits < 6 && *at < end && hexadecimal(**at) >= 0; digits++)
        point = point << 4 | (uint32_t)hexadecimal(*(*at)++);
    if (*at < end && is_space(**at)) ++*at;
    return !point || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000) ? RL_REPLACEMENT : point;
}

size_t rl_css_identifier(const uint8_t **at, const uint8_t *end, uint8_t *to, size_t room, bool lowers) {
    const uint8_t *here = *at;
    size_t size = 0;
    for (; here < end; here++) {
        if (is_name_byte(*here)) {
            if (size < room) to[size] = lowers ? lower(*here) : *here;
            size++;
        } else if (*here == '\\') {
            uint8_t bytes[4];
            here++;
            uint32_t count = rl_encode(bytes, read_escape(&here, end));
            for (uint32_t i = 0; i < count; i++, size++)
                if (size < room) to[size] = lowers ? lower(bytes[i]) : bytes[i];
            here--;
        } else {
            break;
        }
    }
    *at = here;
    return size > room ? room + 1 : size;
}

/* One piece of a value: a comment is white space, a string is its quote. */
static const uint8_t *value_piece(const uint8_t *at, const uint8_t *end, uint8_t *piece) {
    if (is_comment(at, end)) return *piece = ' ', after_comment(at, end);
    if (*at == '"' || *at == '\'') return *piece = '"', after_string(at, end);
    *piece = is_space(*at) ? ' ' : lower(*at);
    if (*at++ != '\\') return at;
    uint32_t point = read_escape(&at, end);
    *piece = point < 0x80 ? lower((uint8_t)point) : '?';
    return at;
}

const uint8_t *rl_css_value(const uint8_t *at, const uint8_t *end, const char *ends, char *to, size_t room) {
    size_t size = 0;
    int32_t depth = 0;
    while (at < end) {
        uint8_t byte = *at, piece;
        if (depth <= 0 && byte && strchr(ends, byte)) break;
        at = value_piece(at, end, &piece);
        depth += (byte == '(') - (byte == ')');
        if (!piece || (piece == ' ' && (!size || to[size - 1] == ' '))) continue;
        if (size + 1 < room) to[size++] = (char)piece;
    }
    if (size && to[size - 1] == ' ') size--;
    to[size] = 0;
    return at;
}

/* ---- Numbers, lengths ---- */

static bool begins(const char *text, const char *with) {
    while (*with && *text == *with) text++, with++;
    return !*with;
}

static bool skip(const char **at, const char *text) {
    if (!begins(*at, text)) return false;
    *at += strlen(text);
    return true;
}

static void skip_spaces(const char **at) {
    while (**at == ' ') ++*at;
}

static float power_of_ten(int exponent) {
    float power = 1;
    for (; exponent > 0; exponent--) power *= 10;
    for (; exponent < 0; exponent++) power /= 10;
    return power;
}

/* e or E and digits, unless what follows is a unit such as em. */
static int read_exponent(const char **at) {
    if (**at != 'e') return 0;
    const char *digits = *at + 1;
    int sign = *digits == '-' ? -1 : 1, exponent = 0;
    if (*digits == '-' || *digits == '+') digits++;
    if (!is_digit(*digits)) return 0;
    for (; is_digit(*digits); digits++) exponent = exponent < 30 ? exponent * 10 + (*digits - '0') : exponent;
    *at = digits;
    return sign * (exponent < 30 ? exponent : 30);
}

static bool read_number(const char **at, float *number) {
    const char *here = *at;
    float sign = *here == '-' ? -1 : 1, value = 0, place = 1;
    if (*here == '-' || *here == '+') here++;
    const char *digits = here;
    for (; is_digit(*here); here++) value = value < 1e9f ? value * 10 + (float)(*here - '0') : value;
    bool has_digits = here > digits;
    if (*here == '.' && is_digit(here[1])) {
        for (here++; is_digit(*here); here++) value += (place /= 10) * (float)(*here - '0');
        has_digits = true;
    }
    if (!has_digits) return false;
    *number = sign * value * power_of_ten(read_exponent(&here));
    *at = here;
    return true;
}

static bool is_word_end(char byte) { return !is_name_byte((uint8_t)byte) && byte != '%'; }

/* What stands after a number. One of an angle, a time and the like is no length. */
static bool read_unit(const char **at, float whole, float *number, bool *is_relative) {
    static const struct {
        const char *name;
        float pixels;
    } units[] = {{"px", 1},         {"rem", RL_FONT_PIXELS}, {"ex", 8},     {"ch", 8},     {"pt", 4.0f / 3},
                 {"pc", 16},        {"in", 96},              {"cm", 37.8f}, {"mm", 3.78f}, {"q", 0.945f},
                 {"vw", 12.8f},     {"vh", 10.24f},          {"vmin", 10.24f}, {"vmax", 12.8f}, {"dvh", 10.24f},
                 {"svh", 10.24f},   {"lvh", 10.24f},         {"dvw", 12.8f}};
    *is_relative = false;
    if (is_word_end(**at)) return *number == 0;
    if (skip(at, "%")) return *number *= (whole ? whole : 1) / 100, *is_relative = !whole, true;
    if (begins(*at, "em") && is_word_end((*at)[2])) return *at += 2, *is_relative = true;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        size_t size = strlen(units[i].name);
        if (strncmp(*at, units[i].name, size) || !is_word_end((*at)[size])) continue;
        *at += size;
        *number *= units[i].pixels;
        return true;
    }
    return false;
}

/* A number with or without a unit, and in `calc` what it is multiplied with or divided by. */
static bool read_product(const char **at, float whole, float *pixels) {
    float factor;
    bool is_relative = false;
    if (!read_number(at, pixels)) return false;
    if (!is_word_end(**at) && !read_unit(at, whole, pixels, &is_relative)) return false;
    if (is_relative) *pixels *= RL_FONT_PIXELS;
    for (;;) {
        const char *here = *at;
        skip_spaces(&here);
        char sign = *here;
        if (sign != '*' && sign != '/') return true;  /* it may be the end of the text */
        here++;
        skip_spaces(&here);
        if (!read_number(&here, &factor)) return true;
        if (!is_word_end(*here) && !read_unit(&here, whole, &factor, &is_relative)) return false;
        *pixels = sign == '*' ? *pixels * factor : factor != 0 ? *pixels / factor : 0;
        *at = here;
    }
}

static bool read_sum(const char **at, float whole, float *pixels) {
    float term;
    skip_spaces(at);
    if (!read_product(at, whole, pixels)) return false;
    for (;;) {
        skip_spaces(at);
        if (**at == ')') return ++*at, true;
        char sign = **at;
        if (sign != '+' && sign != '-') return false;
        ++*at;
        skip_spaces(at);
        if (!read_product(at, whole, &term)) return false;
        *pixels += sign == '+' ? term : -term;
    }
}

bool rl_css_length(const char **at, float whole, float *pixels, bool *is_relative) {
    *is_relative = false;
    if (skip(at, "calc(")) return read_sum(at, whole, pixels);
    return read_number(at, pixels) && read_unit(at, whole, pixels, is_relative);
}

/* ---- Colours ---- */

static const struct {
    const char *name;
    uint32_t colour;  /* without opacity */
} COLOURS[] = {
    {"aliceblue", 0xf0f8ff}, {"antiquewhite", 0xfaebd7}, {"aqua", 0x00ffff}, {"aquamarine", 0x7fffd4},
    {"azure", 0xf0ffff}, {"beige", 0xf5f5dc}, {"bisque", 0xffe4c4}, {"black", 0x000000}, {"blanchedalmond", 0xffebcd},
    {"blue", 0x0000ff}, {"blueviolet", 0x8a2be2}, {"brown", 0xa52a2a}, {"burlywood", 0xdeb887}, {"cadetblue", 0x5f9ea0},
    {"chartreuse", 0x7fff00}, {"chocolate", 0xd2691e}, {"coral", 0xff7f50}, {"cornflowerblue", 0x6495ed},
    {"cornsilk", 0xfff8dc}, {"crimson", 0xdc143c}, {"cyan", 0x00ffff}, {"darkblue", 0x00008b}, {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b}, {"darkgray", 0xa9a9a9}, {"darkgreen", 0x006400}, {"darkgrey", 0xa9a9a9},
    {"darkkhaki", 0xbdb76b}, {"darkmagenta", 0x8b008b}, {"darkolivegreen", 0x556b2f}, {"darkorange", 0xff8c00},
    {"darkorchid", 0x9932cc}, {"darkred", 0x8b0000}, {"darksalmon", 0xe9967a}, {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b}, {"darkslategray", 0x2f4f4f}, {"darkslategrey", 0x2f4f4f}, {"darkturquoise", 0x00ced1},
    {"darkviolet", 0x9400d3}, {"deeppink", 0xff1493}, {"deepskyblue", 0x00bfff}, {"dimgray", 0x696969},
    {"dimgrey", 0x696969}, {"dodgerblue", 0x1e90ff}, {"firebrick", 0xb22222}, {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22}, {"fuchsia", 0xff00ff}, {"gainsboro", 0xdcdcdc}, {"ghostwhite", 0xf8f8ff},
    {"gold", 0xffd700}, {"goldenrod", 0xdaa520}, {"gray", 0x808080}, {"green", 0x008000}, {"greenyellow", 0xadff2f},
    {"grey", 0x808080}, {"honeydew", 0xf0fff0}, {"hotpink", 0xff69b4}, {"indianred", 0xcd5c5c}, {"indigo", 0x4b0082},
    {"ivory", 0xfffff0}, {"khaki", 0xf0e68c}, {"lavender", 0xe6e6fa}, {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00}, {"lemonchiffon", 0xfffacd}, {"lightblue", 0xadd8e6}, {"lightcoral", 0xf08080},
    {"lightcyan", 0xe0ffff}, {"lightgoldenrodyellow", 0xfafad2}, {"lightgray", 0xd3d3d3}, {"lightgreen", 0x90ee90},
    {"lightgrey", 0xd3d3d3}, {"lightpink", 0xffb6c1}, {"lightsalmon", 0xffa07a}, {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa}, {"lightslategray", 0x778899}, {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de}, {"lightyellow", 0xffffe0}, {"lime", 0x00ff00}, {"limegreen", 0x32cd32},
    {"linen", 0xfaf0e6}, {"magenta", 0xff00ff}, {"maroon", 0x800000}, {"mediumaquamarine", 0x66cdaa},
    {"mediumblue", 0x0000cd}, {"mediumorchid", 0xba55d3}, {"mediumpurple", 0x9370db}, {"mediumseagreen", 0x3cb371},
    {"mediumslateblue", 0x7b68ee}, {"mediumspringgreen", 0x00fa9a}, {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585}, {"midnightblue", 0x191970}, {"mintcream", 0xf5fffa}, {"mistyrose", 0xffe4e1},
    {"moccasin", 0xffe4b5}, {"navajowhite", 0xffdead}, {"navy", 0x000080}, {"oldlace", 0xfdf5e6}, {"olive", 0x808000},
    {"olivedrab", 0x6b8e23}, {"orange", 0xffa500}, {"orangered", 0xff4500}, {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa}, {"palegreen", 0x98fb98}, {"paleturquoise", 0xafeeee}, {"palevioletred", 0xdb7093},
    {"papayawhip", 0xffefd5}, {"peachpuff", 0xffdab9}, {"peru", 0xcd853f}, {"pink", 0xffc0cb}, {"plum", 0xdda0dd},
    {"powderblue", 0xb0e0e6}, {"purple", 0x800080}, {"rebeccapurple", 0x663399}, {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f}, {"royalblue", 0x4169e1}, {"saddlebrown", 0x8b4513}, {"salmon", 0xfa8072},
    {"sandybrown", 0xf4a460}, {"seagreen", 0x2e8b57}, {"seashell", 0xfff5ee}, {"sienna", 0xa0522d}, {"silver", 0xc0c0c0},
    {"skyblue", 0x87ceeb}, {"slateblue", 0x6a5acd}, {"slategray", 0x708090}, {"slategrey", 0x708090}, {"snow", 0xfffafa},
    {"springgreen", 0x00ff7f}, {"steelblue", 0x4682b4}, {"tan", 0xd2b48c}, {"teal", 0x008080}, {"thistle", 0xd8bfd8},
    {"tomato", 0xff6347}, {"turquoise", 0x40e0d0}, {"violet", 0xee82ee}, {"wheat", 0xf5deb3}, {"white", 0xffffff},
    {"whitesmoke", 0xf5f5f5}, {"yellow", 0xffff00}, {"yellowgreen", 0x9acd32},
};

static bool colour_of_name(const char *text, size_t size, uint32_t *colour) {
    size_t first = 0, end = sizeof COLOURS / sizeof COLOURS[0];
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        int order = strncmp(text, COLOURS[middle].name, size);
        if (!order) order = COLOURS[middle].name[size] ? -1 : 0;
        if (!order) return *colour = COLOURS[middle].colour << 8 | 0xFF, true;
        if (order < 0) end = middle;
        else first = middle + 1;
    }
    return false;
}

static bool colour_of_digits(const char *text, size_t size, uint32_t *colour) {
    uint32_t value = 0;
    if (size != 3 && size != 4 && size != 6 && size != 8) return false;
    for (size_t i = 0; i < size; i++) {
        int digit = hexadecimal((uint8_t)text[i]);
        if (digit < 0) return false;
        value = size < 6 ? value << 8 | (uint32_t)digit * 17 : value << 4 | (uint32_t)digit;
    }
    *colour = size == 3 || size == 6 ? value << 8 | 0xFF : value;
    return true;
}

static uint32_t as_byte(float share) { return share <= 0 ? 0 : share >= 1 ? 255 : (uint32_t)(share * 255 + 0.5f); }

static float hue_share(float low, float high, float hue) {
    while (hue < 0) hue += 360;
    while (hue >= 360) hue -= 360;
    if (hue < 60) return low + (high - low) * hue / 60;
    if (hue < 180) return high;
    return hue < 240 ? low + (high - low) * (240 - hue) / 60 : low;
}

/* Numbers and percentages in parentheses, which commas, slashes or spaces divide: how many. */
static int read_shares(const char *at, float whole, float shares[4]) {
    int count = 0;
    for (; count < 4 && read_number(&at, &shares[count]); count++) {
        bool is_percentage = skip(&at, "%");
        shares[count] /= is_percentage ? 100 : count == 3 ? 1 : whole;
        if (!is_percentage && !skip(&at, "deg") && is_name_byte((uint8_t)*at)) return 0;
        while (*at == ' ' || *at == ',' || *at == '/') at++;
    }
    return *at == ')' ? count : 0;
}

static bool colour_of_function(const char *text, uint32_t *colour) {
    float shares[4] = {0, 0, 0, 1}, red, green, blue;
    bool is_hsl = begins(text, "hsl");
    if (!is_hsl && !begins(text, "rgb")) return false;
    text += text[3] == 'a' ? 4 : 3;
    if (*text++ != '(') return false;
    skip_spaces(&text);
    if (read_shares(text, is_hsl ? 1 : 255, shares) < 3) return false;
    red = shares[0], green = shares[1], blue = shares[2];
    if (is_hsl) {
        float hue = red > -3600 && red < 3600 ? red : 0, light = blue > 1 ? blue / 100 : blue;
        float full = green > 1 ? green / 100 : green;
        float spread = full * (light < 0.5f ? light : 1 - light), low = light - spread, high = light + spread;
        red = hue_share(low, high, hue + 120);
        green = hue_share(low, high, hue);
        blue = hue_share(low, high, hue - 120);
    }
    *colour = as_byte(red) << 24 | as_byte(green) << 16 | as_byte(blue) << 8 | as_byte(shares[3]);
    return true;
}

/* Where a part of a value ends: at a space or comma outside of parentheses. */
static size_t part_size(const char *text) {
    size_t size = 0;
    for (int32_t depth = 0; text[size] && (depth > 0 || (text[size] != ' ' && text[size] != ',')); size++)
        depth += (text[size] == '(') - (text[size] == ')');
    return size;
}

bool rl_colour_read(const char *text, uint32_t *colour) {
    size_t size = part_size(text);
    if (text[0] == '#') return colour_of_digits(text + 1, size - 1, colour);
    if (size == strlen("transparent") && begins(text, "transparent")) return *colour = 0, true;
    return colour_of_function(text, colour) || (size && colour_of_name(text, size, colour));
}

/* ---- Values ---- */

static bool is_value(const char *text, const char *value) { return !strcmp(text, value); }

static bool is_one_of(const char *text, const char *const *values) {
    for (; *values; values++)
        if (is_value(text, *values)) return true;
    return false;
}

static void add(rl_declarations *to, rl_declaration added) {
    if (to->count == to->room) {
        size_t room = rl_room(to->pool, to->room ? (size_t)to->room : 64, (size_t)to->count + 1);
        if (room > INT32_MAX / 2) rl_fail(to->pool);
        RL_RESIZE(to->pool, to->items, rl_declaration, room);
        to->room = (int32_t)room;
    }
    to->items[to->count++] = added;
}

/* What is read of a declaration. */
typedef struct {
    rl_declarations *to;
    const char *text;
    bool is_important;
} reading;

static void give(const reading *read, rl_style style, float number) {
    add(read->to, (rl_declaration){(uint8_t)style, RL_GIVEN, read->is_important, number, 0});
}

static void give_kind(const reading *read, rl_style style, int kind, float number, uint32_t colour) {
    add(read->to, (rl_declaration){(uint8_t)style, (uint8_t)kind, read->is_important, number, colour});
}

static void read_display(const reading *read, rl_style style) {
    static const char *const boxes[] = {"block", "inline-block", "flow-root", "table", "inline-table", "table-cell",
                                        "table-row", "list-item", "table-caption", "-webkit-box", NULL};
    static const char *const flexes[] = {"flex", "grid", "inline-flex", "inline-grid", "-webkit-flex", NULL};
    if (is_value(read->text, "none")) give(read, style, RL_DISPLAY_NONE);
    else if (is_one_of(read->text, flexes)) give(read, style, RL_DISPLAY_FLEX);
    else if (is_one_of(read->text, boxes)) give(read, style, RL_DISPLAY_BOX);
    else if (is_value(read->text, "contents")) give(read, style, RL_DISPLAY_CONTENTS);
    else if (begins(read->text, "inline") || begins(read->text, "ruby")) give(read, style, RL_DISPLAY_INLINE);
}

static void read_visibility(const reading *read, rl_style style) {
    bool is_visible = is_value(read->text, "visible");
    if (is_visible || is_value(read->text, "hidden") || is_value(read->text, "collapse")) give(read, style, is_visible);
}

static void read_content_visibility(const reading *read, rl_style style) {
    give(read, style, !is_value(read->text, "hidden"));
}

/* A number from 0 to 1, or a percentage. */
static bool read_share(const char *at, float *share) {
    if (!read_number(&at, share)) return false;
    if (skip(&at, "%")) *share /= 100;
    return !*at || *at == ')';
}

static void read_opacity(const reading *read, rl_style style) {
    float opacity;
    if (read_share(read->text, &opacity)) give(read, style, opacity);
}

static void read_filter(const reading *read, rl_style style) {
    const char *found = strstr(read->text, "opacity(");
    float opacity = 1;
    if (found && !read_share(found + strlen("opacity("), &opacity)) opacity = 1;
    give(read, style, opacity);
}

static void read_length(const reading *read, rl_style style, float whole) {
    const char *at = read->text;
    float pixels;
    bool is_relative;
    if (!rl_css_length(&at, whole, &pixels, &is_relative) || *at) give_kind(read, style, RL_DEFAULT, 0, 0);
    else give(read, style, is_relative ? pixels * RL_FONT_PIXELS : pixels);
}

static void read_across(const reading *read, rl_style style) { read_length(read, style, RL_WINDOW_WIDTH); }
static void read_down(const reading *read, rl_style style) { read_length(read, style, RL_WINDOW_HEIGHT); }

static bool give_font_size(const reading *read, const char *at) {
    static const char *const words[] = {"xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large",
                                        "xxx-large", NULL};
    float size;
    bool is_relative;
    if (is_one_of(at, words)) return give(read, RL_STYLE_FONT_SIZE, RL_FONT_PIXELS), true;
    if (!rl_css_length(&at, 0, &size, &is_relative)) return false;
    give_kind(read, RL_STYLE_FONT_SIZE, is_relative ? RL_RELATIVE : RL_GIVEN, size, 0);
    return true;
}

static void read_font_size(const reading *read, rl_style style) {
    (void)style;
    give_font_size(read, read->text);
}

static bool is_weight(const char *at) {
    float number;
    return read_number(&at, &number) && number >= 1 && (!*at || *at == ' ');
}

/* The size of a shorthand is its first length; numbers without a unit are weights. */
static void read_font(const reading *read, rl_style style) {
    (void)style;
    for (const char *at = read->text; *at; at += *at != 0) {
        bool may_be = is_digit(*at) || *at == '.' || begins(at, "calc(");
        if (may_be && !is_weight(at) && give_font_size(read, at)) return;
        at += part_size(at);
    }
}

static void read_colour(const reading *read, rl_style style) {
    uint32_t colour;
    if (rl_colour_read(read->text, &colour)) give_kind(read, style, RL_GIVEN, 0, colour);
    else if (is_value(read->text, "currentcolor")) give_kind(read, style, RL_DEFAULT, 0, 0);
    else if (strchr(read->text, '(')) give_kind(read, style, RL_UNKNOWN_VALUE, 0, 0);
}

static bool is_image(const char *text) { return strstr(text, "url(") || strstr(text, "gradient(") || strstr(text, "image-set("); }

/* Of layers the last one has the colour; an image is not known. */
static void read_background(const reading *read, rl_style style) {
    uint32_t colour = 0;
    bool is_known = !is_image(read->text) && !strstr(read->text, "var(");
    for (const char *at = read->text; is_known && *at; at += *at != 0) {
        if (rl_colour_read(at, &colour)) break;
        size_t size = part_size(at);
        if (memchr(at, '(', size)) is_known = false;
        at += size;
    }
    if (strstr(read->text, " text")) give(read, RL_STYLE_PAINTED, 1);  /* background-clip */
    give_kind(read, style, is_known ? RL_GIVEN : RL_UNKNOWN_VALUE, 0, colour);
}

static void read_background_image(const reading *read, rl_style style) {
    if (!is_value(read->text, "none")) give_kind(read, style, RL_UNKNOWN_VALUE, 0, 0);
}

static void read_painted(const reading *read, rl_style style) {
    static const char *const nothing[] = {"none", "border-box", "padding-box", "content-box", "0", NULL};
    give(read, style, !is_one_of(read->text, nothing));
}

static void read_position(const reading *read, rl_style style) {
    if (is_value(read->text, "absolute")) give(read, style, RL_POSITION_ABSOLUTE);
    else if (is_value(read->text, "fixed")) give(read, style, RL_POSITION_FIXED);
    else if (is_value(read->text, "relative") || strstr(read->text, "sticky")) give(read, style, RL_POSITION_RELATIVE);
    else if (is_value(read->text, "static")) give(read, style, RL_POSITION_STATIC);
}

static void read_float(const reading *read, rl_style style) { give(read, style, !is_value(read->text, "none")); }

/* The lengths of a list; those that are none count as not there. */
static int read_lengths(const char *at, float lengths[MAX_ARGUMENTS]) {
    int count = 0;
    bool is_relative;
    while (count < MAX_ARGUMENTS && *at && *at != ')') {
        const char *part = at;
        if (rl_css_length(&part, 100, &lengths[count], &is_relative)) {
            if (is_relative) lengths[count] *= RL_FONT_PIXELS;
            count++;
        } else {
            part += part_size(part);
        }
        at = part + (*part && *part != ')' && part == at);
        while (*at == ' ' || *at == ',') at++;
    }
    return count;
}

/* rect(top, right, bottom, left) */
static void read_clip(const reading *read, rl_style style) {
    float edges[MAX_ARGUMENTS];
    const char *at = read->text;
    bool is_known = skip(&at, "rect(") && read_lengths(at, edges) == 4;
    give(read, style, !is_known || (edges[2] - edges[0] > 1 && edges[1] - edges[3] > 1));
}

/* Whether something is left by inset(…) in percent or pixels: of one value, more than nothing between it and itself. */
static bool inset_leaves(const float *edges, int count) {
    float top = edges[0], right = count > 1 ? edges[1] : top, bottom = count > 2 ? edges[2] : top;
    float left = count > 3 ? edges[3] : right;
    return top + bottom < 99 && left + right < 99;
}

static bool polygon_leaves(const float *points, int count) {
    float area = 0;
    for (int i = 0; i + 1 < count; i += 2) {
        int next = i + 3 < count ? i + 2 : 0;
        area += points[i] * points[next + 1] - points[next] * points[i + 1];
    }
    return area > 2 || area < -2;
}

static void read_clip_path(const reading *read, rl_style style) {
    float numbers[MAX_ARGUMENTS];
    const char *at = strchr(read->text, '(');
    int count = at ? read_lengths(at + 1, numbers) : 0;
    bool leaves = true;
    if (count && begins(read->text, "inset(")) leaves = inset_leaves(numbers, count);
    else if (count && begins(read->text, "circle(")) leaves = numbers[0] > 0.5f;
    else if (count > 1 && begins(read->text, "ellipse(")) leaves = numbers[0] > 0.5f && numbers[1] > 0.5f;
    else if (count > 5 && count < MAX_ARGUMENTS && begins(read->text, "polygon(")) leaves = polygon_leaves(numbers, count);
    give(read, style, leaves);
}

static float size_of(float number) { return number < 0 ? -number : number; }

/* Whether one function of a transform leaves something where it can be seen. */
static bool transform_leaves(const char *name, const char *arguments) {
    float numbers[MAX_ARGUMENTS];
    int count = 0;
    for (const char *at = arguments; count < 6 && read_number(&at, &numbers[count]); count++) {
        bool is_relative;
        if (!is_word_end(*at) && !read_unit(&at, 0, &numbers[count], &is_relative)) at += part_size(at);
        while (*at == ' ' || *at == ',') at++;
    }
    if (!count) return true;
    if (begins(name, "scale")) return size_of(numbers[0]) > MIN_SCALE && (count < 2 || size_of(numbers[1]) > MIN_SCALE);
    if (begins(name, "matrix(") && count == 6)
        return size_of(numbers[0] * numbers[3] - numbers[1] * numbers[2]) > MIN_SCALE * MIN_SCALE &&
               numbers[4] > -FAR_PIXELS && numbers[5] > -FAR_PIXELS && numbers[4] < RL_WINDOW_WIDTH;
    if (begins(name, "translatey(")) return numbers[0] > -2 * FAR_PIXELS;
    if (begins(name, "translatez(") || !begins(name, "translate")) {
        bool is_edge_on = (begins(name, "rotatex(") || begins(name, "rotatey(")) && begins(arguments, "90deg");
        return !is_edge_on;
    }
    if (numbers[0] <= -FAR_PIXELS || numbers[0] >= RL_WINDOW_WIDTH) return false;
    return count < 2 || numbers[1] > -2 * FAR_PIXELS;
}

static void read_transform(const reading *read, rl_style style) {
    bool leaves = true;
    for (const char *at = read->text; *at; at += *at != 0) {
        const char *opening = strchr(at, '(');
        size_t size = part_size(at);
        if (opening && opening < at + size) leaves = leaves && transform_leaves(at, opening + 1);
        at += size;
    }
    give(read, style, leaves);
}

static void read_scale(const reading *read, rl_style style) {
    const char *at = read->text;
    float across, down;
    if (!read_number(&at, &across)) return;
    skip_spaces(&at);
    if (!read_number(&at, &down)) down = across;
    give(read, style, size_of(across) > MIN_SCALE && size_of(down) > MIN_SCALE);
}

static void read_translate(const reading *read, rl_style style) {
    float lengths[MAX_ARGUMENTS];
    int count = read_lengths(read->text, lengths);
    give(read, style, !count || (lengths[0] > -FAR_PIXELS && lengths[0] < RL_WINDOW_WIDTH &&
                                 (count < 2 || lengths[1] > -2 * FAR_PIXELS)));
}

static void read_overflow_along(const reading *read, rl_style style) {
    give(read, style, !is_value(read->text, "visible"));
}

static void read_overflow(const reading *read, rl_style style) {
    (void)style;
    give(read, RL_STYLE_OVERFLOW_X, !begins(read->text, "visible"));
    const char *second = strchr(read->text, ' ');
    give(read, RL_STYLE_OVERFLOW_Y, !is_value(second ? second + 1 : read->text, "visible"));
}

/* Up to four values, of which missing ones are those across. `styles` are those of top, right, bottom, left. */
static void read_edges(const reading *read, const rl_style styles[4]) {
    const char *parts[4] = {read->text, NULL, NULL, NULL};
    int count = 0;  /* at least 1: empty values are not read */
    char text[VALUE_BYTES];
    for (const char *at = read->text; *at && count < 4; at += *at != 0) {
        parts[count++] = at;
        at += part_size(at);
    }
    for (int i = 0; i < 4; i++) {
        if (styles[i] == RL_STYLE_COUNT) continue;
        const char *part = parts[i < count ? i : i == 3 && count > 1 ? 1 : 0];
        size_t size = part_size(part);
        memcpy(text, part, size);
        text[size] = 0;
        reading one = {read->to, text, read->is_important};
        read_length(&one, styles[i], i % 2 ? RL_WINDOW_WIDTH : RL_WINDOW_HEIGHT);
    }
}

static void read_inset(const reading *read, rl_style style) {
    (void)style;
    static const rl_style styles[4] = {RL_STYLE_TOP, RL_STYLE_RIGHT, RL_STYLE_BOTTOM, RL_STYLE_LEFT};
    read_edges(read, styles);
}

static void read_margin(const reading *read, rl_style style) {
    (void)style;
    static const rl_style styles[4] = {RL_STYLE_MARGIN_TOP, RL_STYLE_COUNT, RL_STYLE_COUNT, RL_STYLE_MARGIN_LEFT};
    read_edges(read, styles);
}

static void read_padding(const reading *read, rl_style style) {
    float lengths[MAX_ARGUMENTS], largest = 0;
    int count = read_lengths(read->text, lengths);
    for (int i = 0; i < count; i++) largest = lengths[i] > largest ? lengths[i] : largest;
    give(read, style, largest);
}

/* ---- Declarations ---- */

static const struct {
    const char *name;
    rl_style style;
    void (*read)(const reading *read, rl_style style);
} PROPERTIES[] = {
    {"-webkit-background-clip", RL_STYLE_PAINTED, read_painted},
    {"-webkit-clip-path", RL_STYLE_CLIP_PATH, read_clip_path},
    {"-webkit-text-fill-color", RL_STYLE_FILL, read_colour},
    {"-webkit-text-stroke", RL_STYLE_PAINTED, read_painted},
    {"-webkit-transform", RL_STYLE_TRANSFORM, read_transform},
    {"background", RL_STYLE_BACKGROUND, read_background},
    {"background-clip", RL_STYLE_PAINTED, read_painted},
    {"background-color", RL_STYLE_BACKGROUND, read_background},
    {"background-image", RL_STYLE_BACKGROUND, read_background_image},
    {"bottom", RL_STYLE_BOTTOM, read_down},
    {"clip", RL_STYLE_CLIP, read_clip},
    {"clip-path", RL_STYLE_CLIP_PATH, read_clip_path},
    {"color", RL_STYLE_COLOR, read_colour},
    {"content-visibility", RL_STYLE_CONTENT_VISIBILITY, read_content_visibility},
    {"display", RL_STYLE_DISPLAY, read_display},
    {"filter", RL_STYLE_FILTER, read_filter},
    {"float", RL_STYLE_FLOAT, read_float},
    {"font", RL_STYLE_FONT_SIZE, read_font},
    {"font-size", RL_STYLE_FONT_SIZE, read_font_size},
    {"height", RL_STYLE_HEIGHT, read_down},
    {"inset", RL_STYLE_LEFT, read_inset},
    {"left", RL_STYLE_LEFT, read_across},
    {"margin", RL_STYLE_MARGIN_LEFT, read_margin},
    {"margin-left", RL_STYLE_MARGIN_LEFT, read_across},
    {"margin-top", RL_STYLE_MARGIN_TOP, read_down},
    {"max-height", RL_STYLE_MAX_HEIGHT, read_down},
    {"max-width", RL_STYLE_MAX_WIDTH, read_across},
    {"min-height", RL_STYLE_MIN_HEIGHT, read_down},
    {"min-width", RL_STYLE_MIN_WIDTH, read_across},
    {"opacity", RL_STYLE_OPACITY, read_opacity},
    {"overflow", RL_STYLE_OVERFLOW_X, read_overflow},
    {"overflow-x", RL_STYLE_OVERFLOW_X, read_overflow_along},
    {"overflow-y", RL_STYLE_OVERFLOW_Y, read_overflow_along},
    {"padding", RL_STYLE_PADDING, read_padding},
    {"padding-bottom", RL_STYLE_PADDING, read_padding},
    {"padding-top", RL_STYLE_PADDING, read_padding},
    {"position", RL_STYLE_POSITION, read_position},
    {"right", RL_STYLE_RIGHT, read_across},
    {"scale", RL_STYLE_SCALE, read_scale},
    {"text-indent", RL_STYLE_TEXT_INDENT, read_across},
    {"text-shadow", RL_STYLE_PAINTED, read_painted},
    {"top", RL_STYLE_TOP, read_down},
    {"transform", RL_STYLE_TRANSFORM, read_transform},
    {"translate", RL_STYLE_TRANSLATE, read_translate},
    {"visibility", RL_STYLE_VISIBILITY, read_visibility},
    {"width", RL_STYLE_WIDTH, read_across},
};
enum { PROPERTY_COUNT = sizeof PROPERTIES / sizeof PROPERTIES[0] };

static int property_of(const char *name) {
    for (int first = 0, end = PROPERTY_COUNT; first < end;) {
        int middle = first + (end - first) / 2, order = strcmp(name, PROPERTIES[middle].name);
        if (!order) return middle;
        if (order < 0) end = middle;
        else first = middle + 1;
    }
    return -1;
}

/* Take "!important" off a value. */
static bool take_importance(char *text) {
    char *mark = strrchr(text, '!');
    if (!mark) return false;
    const char *word = mark + 1;
    skip_spaces(&word);
    if (!is_value(word, "important")) return false;
    while (mark > text && mark[-1] == ' ') mark--;
    *mark = 0;
    return true;
}

static void read_declaration(rl_declarations *to, int property, char *text) {
    static const char *const defaults[] = {"inherit", "initial", "unset", "revert", "revert-layer", NULL};
    reading read = {to, text, take_importance(text)};
    if (is_one_of(text, defaults)) give_kind(&read, PROPERTIES[property].style, RL_DEFAULT, 0, 0);
    else if (*text) PROPERTIES[property].read(&read, PROPERTIES[property].style);
}

const uint8_t *rl_declarations_read(rl_declarations *to, const uint8_t *at, const uint8_t *end, bool is_attribute) {
    const char *ends = is_attribute ? ";" : ";{}";
    char name[NAME_BYTES + 2], text[VALUE_BYTES];
    while ((at = rl_css_gap(at, end)) < end) {
        if (*at == '}' && !is_attribute) return at + 1;
        size_t size = rl_css_identifier(&at, end, (uint8_t *)name, NAME_BYTES, true);
        name[size > NAME_BYTES ? 0 : size] = 0;
        at = rl_css_gap(at, end);
        bool is_declaration = at < end && *at == ':';
        int property = is_declaration ? property_of(name) : -1;
        if (property >= 0) at = rl_css_value(at + 1, end, ends, text, sizeof text);
        else at = rl_css_skip(at, end, ends);
        if (at < end && *at == '{') {  /* a rule in the block of another */
            at = rl_css_block(at + 1, end);
            continue;
        }
        if (property >= 0) read_declaration(to, property, text);
        if (at < end && *at == ';') at++;
    }
    return end;
}
