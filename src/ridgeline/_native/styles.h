/* Declarations of CSS that decide whether text is seen, and their values (styles.c). Everything else is skipped. */
#ifndef RIDGELINE_STYLES_H
#define RIDGELINE_STYLES_H

#include "hashing.h"

/* The window in pixels that lengths and media queries are read for: that of `ridgeline.render`. */
enum { RL_WINDOW_WIDTH = 1280, RL_WINDOW_HEIGHT = 1024, RL_FONT_PIXELS = 16 };

typedef enum {
    RL_STYLE_DISPLAY,     /* RL_DISPLAY_… */
    RL_STYLE_VISIBILITY,  /* 1 for visible */
    RL_STYLE_CONTENT_VISIBILITY,
    RL_STYLE_OPACITY,
    RL_STYLE_FILTER,      /* the opacity that it leaves */
    RL_STYLE_FONT_SIZE,
    RL_STYLE_COLOR,
    RL_STYLE_FILL,        /* -webkit-text-fill-color */
    RL_STYLE_BACKGROUND,
    RL_STYLE_PAINTED,     /* 1 where a shadow, a stroke or the background paints the letters */
    RL_STYLE_POSITION,    /* RL_POSITION_… */
    RL_STYLE_FLOAT,
    RL_STYLE_LEFT,
    RL_STYLE_TOP,
    RL_STYLE_RIGHT,
    RL_STYLE_BOTTOM,
    RL_STYLE_MARGIN_LEFT,
    RL_STYLE_MARGIN_TOP,
    RL_STYLE_TEXT_INDENT,
    RL_STYLE_CLIP,        /* 0 where nothing is left */
    RL_STYLE_CLIP_PATH,
    RL_STYLE_TRANSFORM,   /* likewise, or far away */
    RL_STYLE_SCALE,
    RL_STYLE_TRANSLATE,
    RL_STYLE_WIDTH,
    RL_STYLE_HEIGHT,
    RL_STYLE_MAX_WIDTH,
    RL_STYLE_MAX_HEIGHT,
    RL_STYLE_MIN_WIDTH,
    RL_STYLE_MIN_HEIGHT,
    RL_STYLE_PADDING,     /* the largest */
    RL_STYLE_OVERFLOW_X,  /* 1 where what is outside is not painted */
    RL_STYLE_OVERFLOW_Y,
    RL_STYLE_COUNT,
} rl_style;

enum { RL_DISPLAY_NONE, RL_DISPLAY_INLINE, RL_DISPLAY_BOX, RL_DISPLAY_FLEX, RL_DISPLAY_CONTENTS };
enum { RL_POSITION_STATIC, RL_POSITION_RELATIVE, RL_POSITION_ABSOLUTE, RL_POSITION_FIXED };

enum { RL_GIVEN, RL_DEFAULT, RL_RELATIVE, RL_UNKNOWN_VALUE };
typedef struct {
    uint8_t style, kind;  /* RL_RELATIVE: a multiple of the inherited font size */
    bool is_important;
    float number;         /* lengths in pixels */
    uint32_t colour;      /* red, green, blue and opacity, a byte each */
} rl_declaration;

typedef struct {
    rl_pool *pool;
    rl_declaration *items;
    int32_t count, room;
} rl_declarations;

/* Add the declarations from here to the brace that closes their block, or to the end; returns what follows. In an
   attribute no brace ends them. */
const uint8_t *rl_declarations_read(rl_declarations *to, const uint8_t *at, const uint8_t *end, bool is_attribute);

/* The colour that an attribute of HTML or a value names; false where it names none. */
bool rl_colour_read(const char *text, uint32_t *colour);

/* --- What sheets are read with, too. */

/* Past white space and comments. */
const uint8_t *rl_css_gap(const uint8_t *at, const uint8_t *end);

/* Past a block whose brace was read. */
const uint8_t *rl_css_block(const uint8_t *at, const uint8_t *end);

/* To one of some punctuation marks outside of parentheses and strings, or to the end. */
const uint8_t *rl_css_skip(const uint8_t *at, const uint8_t *end, const char *ends);

/* An identifier, escapes decoded, in lower case on request: its size, at most `room`, which longer ones exceed by one. */
size_t rl_css_identifier(const uint8_t **at, const uint8_t *end, uint8_t *to, size_t room, bool lower);

/* A value in lower case, without comments, its white space folded, up to one of some bytes outside of parentheses, or a
   closing brace; cut at `room`, with a 0 at its end. */
const uint8_t *rl_css_value(const uint8_t *at, const uint8_t *end, const char *ends, char *to, size_t room);

/* The length at the beginning of a text, which moves on; percentages are of `whole`. */
bool rl_css_length(const char **at, float whole, float *pixels, bool *is_relative);

#endif
