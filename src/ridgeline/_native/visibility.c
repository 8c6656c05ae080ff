#include "visibility.h"

#include <string.h>

#include "sheets.h"
#include "signs.h"

/* Texts with less are hidden: no one can read them. The judge is a browser (benchmarks/visibility.py). */
static const float MIN_OPACITY = 0.05f, MIN_FONT_PIXELS = 1.5f, MIN_BOX_PIXELS = 1.5f, MIN_CONTRAST = 1.12f;
/* Places out of the window; what stands in a box of its own may have that anywhere. */
static const float FAR_PIXELS = 900, FAR_IN_BOX_PIXELS = 5000, FAR_UP_PIXELS = 500, FAR_MARGIN_PIXELS = 2500;

enum { ATTRIBUTE_BYTES = 64, MAX_OVERLAY_ROWS = 200, TOGGLE_LEVELS = 3 };

#define WORD(text) {text, sizeof text - 1}
#define WORDS(words) ((rl_word_list){words, sizeof words / sizeof words[0]})

/* Names that say nothing but that no one sees it, of accessibility in frameworks and systems of content; sorted. */
static const rl_word UNSEEN_NAMES[] = {
    WORD("a11y-hidden"), WORD("accessibly-hidden"), WORD("element-invisible"), WORD("hidden-visually"),
    WORD("screen-reader"), WORD("screen-reader-only"), WORD("screen-reader-text"), WORD("screenreader-only"),
    WORD("screenreader-text"), WORD("show-for-sr"), WORD("sr-only"), WORD("sr_only"), WORD("sronly"),
    WORD("u-screen-reader"), WORD("u-visually-hidden"), WORD("u-visuallyhidden"), WORD("uk-hidden-visually"),
    WORD("visually-hidden"), WORD("visually_hidden"), WORD("visuallyhidden"),
};
/* Names that hide where the sheet that is not in the page is what it looks like. */
static const rl_word HIDING_NAMES[] = {
    WORD("d-none"), WORD("display-none"), WORD("hidden"), WORD("hide"), WORD("invisible"), WORD("is-hidden"),
    WORD("js-hidden"), WORD("u-hidden"), WORD("uk-hidden"),
};
/* Parts of names that show it again on a wide screen. */
static const rl_word SHOWING_PARTS[] = {
    WORD(":block"), WORD(":contents"), WORD(":flex"), WORD(":grid"), WORD(":inline"), WORD(":table"), WORD("-block"),
    WORD("-flex"), WORD("-grid"), WORD("-inline"), WORD("-table"), WORD("visible"),
};
/* Words and parts of names of what a person opens. */
static const rl_word TOGGLE_WORDS[] = {
    WORD("answer"), WORD("answers"), WORD("carousel"), WORD("drawer"), WORD("dropdown"), WORD("faq"), WORD("faqs"),
    WORD("fold"), WORD("foldable"), WORD("folded"), WORD("more"), WORD("pane"), WORD("panel"), WORD("panels"),
    WORD("reveal"), WORD("slide"), WORD("slider"), WORD("slides"), WORD("swiper"), WORD("tab"), WORD("tabbed"),
    WORD("tabpane"), WORD("tabs"),
};
static const rl_word TOGGLE_PARTS[] = {
    WORD("accordion"), WORD("collaps"), WORD("expand"), WORD("readmore"), WORD("spoiler"), WORD("tabcontent"),
    WORD("tabpanel"), WORD("toggl"), WORD("unfold"),
};
/* Beginnings of attributes by which frameworks of scripts show and hide. */
static const char *const TOGGLE_ATTRIBUTES[] = {"x-show", "v-show", "v-if", "ng-show", "ng-hide", "ng-if", ":hidden"};

/* What an element hands down. */
typedef struct {
    uint8_t box;        /* state and reason of what its box hides */
    uint8_t concealed;  /* those of `visibility` */
    uint8_t display;    /* RL_DISPLAY_… of its own */
    bool closes;        /* it is a `details` that is not open */
    bool is_positioned; /* what is absolute inside of it is so in a box of the page */
    bool is_painted, has_fill, has_colour, has_background;  /* the last three: known */
    float opacity, font, indent;
    uint32_t colour, fill, background;
} frame;

typedef struct {
    const rl_page *page;
    const rl_columns *columns;
    rl_pool *pool;
    rl_sheets *sheets;
    frame *frames;      /* by depth */
    bool is_external;   /* the page may have sheets that are not in it */
    bool has_targets;
    rl_distinct targets;  /* ids that something on the page opens, or leads to */
    rl_declarations own;  /* of the element at hand */
    rl_winner winners[RL_STYLE_COUNT];
} looking;

static uint8_t hidden_by(rl_hiding reason, bool is_closed) {
    return (uint8_t)(reason << RL_STATE_BITS | (is_closed ? RL_CLOSED : RL_UNSEEN));
}

static uint8_t stronger(uint8_t a, uint8_t b) { return (b & RL_STATE_MASK) > (a & RL_STATE_MASK) ? b : a; }

/* ---- What can be opened ---- */

static void add_target(looking *work, rl_view value) {
    size_t start = value.size && value.bytes[0] == '#';
    if (value.size > start) rl_distinct_add(&work->targets, value.bytes + start, value.size - start);
}

static bool begins_with(rl_view text, const char *beginning) {
    size_t size = strlen(beginning);
    return text.size >= size && !memcmp(text.bytes, beginning, size);
}

static rl_view view_of(const rl_columns *columns, rl_slice slice) {
    if (slice.length == RL_NO_VALUE || !slice.length) return (rl_view){(const uint8_t *)"", 0};
    return (rl_view){rl_bytes(columns, slice), slice.length};
}

static bool is_opener(const rl_columns *columns, int32_t name, rl_view value) {
    if (name == RL_ATTRIBUTE_ARIA_CONTROLS || name == RL_ATTRIBUTE_FOR) return true;
    rl_view text = view_of(columns, columns->attribute_names[name]);
    if (begins_with(text, "popovertarget") || begins_with(text, "commandfor")) return true;
    return value.size && value.bytes[0] == '#' && (name == RL_ATTRIBUTE_HREF || begins_with(text, "data-"));
}

static void find_targets(looking *work) {
    const rl_columns *columns = work->columns;
    work->has_targets = true;
    rl_distinct_begin(&work->targets, work->pool, rl_seed_make(work->pool));
    for (int32_t i = 0; i < columns->attribute_count; i++) {
        rl_view value = view_of(columns, columns->attribute_value[i]);
        if (is_opener(columns, columns->attribute_name[i], value)) add_target(work, value);
    }
}

static bool is_target(looking *work, int32_t row) {
    rl_view identifier = rl_value(work->columns, row, RL_ATTRIBUTE_ID);
    if (!identifier.size) return false;
    if (!work->has_targets) find_targets(work);
    return rl_distinct_find(&work->targets, identifier.bytes, identifier.size) >= 0;
}

static bool has_toggle_name(const rl_columns *columns, int32_t row) {
    rl_sign sign;
    rl_name_of(columns, row, &sign);
    rl_view rest = rl_sign_view(&sign);
    if (rl_has_word(rest, WORDS(TOGGLE_PARTS))) return true;
    while (rest.size)
        if (rl_is_word(rl_next_word(&rest, "-_"), WORDS(TOGGLE_WORDS))) return true;
    return false;
}

static bool has_toggle_attribute(const rl_columns *columns, int32_t row) {
    rl_view role = rl_value(columns, row, RL_ATTRIBUTE_ROLE);
    if (begins_with(role, "tabpanel") || rl_attribute(columns, row, RL_ATTRIBUTE_ARIA_LABELLEDBY)) return true;
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        rl_view name = view_of(columns, columns->attribute_names[columns->attribute_name[i]]);
        for (size_t at = 0; at < sizeof TOGGLE_ATTRIBUTES / sizeof TOGGLE_ATTRIBUTES[0]; at++)
            if (begins_with(name, TOGGLE_ATTRIBUTES[at])) return true;
    }
    return false;
}

/* Whether the element before says that it opens something. */
static bool follows_opener(const rl_columns *columns, int32_t row) {
    int32_t before = row - 1, parent = columns->parent[row];
    while (before > parent && columns->parent[before] != parent) before = columns->parent[before];
    if (before > parent && columns->tag[before] == RL_TAG_TEXT && columns->blank[before] && before - 1 > parent) {
        before--;
        while (columns->parent[before] != parent) before = columns->parent[before];
    }
    if (before <= parent) return false;
    for (int32_t inner = before; inner < columns->end[before] && inner < before + TOGGLE_LEVELS; inner++)
        if (rl_attribute(columns, inner, RL_ATTRIBUTE_ARIA_EXPANDED)) return true;
    return false;
}

static bool is_toggled(looking *work, int32_t row) {
    const rl_columns *columns = work->columns;
    if (is_target(work, row) || has_toggle_attribute(columns, row) || follows_opener(columns, row)) return true;
    for (int level = 0; level < TOGGLE_LEVELS && row >= 0; level++, row = columns->parent[row])
        if (has_toggle_name(columns, row)) return true;
    return false;
}

/* ---- The declarations of an element ---- */

static const rl_declaration *given(const looking *work, rl_style style) {
    const rl_winner *winner = &work->winners[style];
    return winner->priority && winner->given.kind != RL_DEFAULT ? &winner->given : NULL;
}

static float number_of(const looking *work, rl_style style, float otherwise) {
    const rl_declaration *found = given(work, style);
    return found && found->kind == RL_GIVEN ? found->number : otherwise;
}

static void hint(looking *work, rl_declaration declaration) { rl_winner_take(work->winners, &declaration, true); }

static void hint_colour(looking *work, int32_t row, int32_t attribute, rl_style style) {
    rl_view value = rl_value(work->columns, row, attribute);
    char text[ATTRIBUTE_BYTES];
    uint32_t colour;
    if (!value.size) return;
    rl_css_value(value.bytes, rl_end_of(value), "", text, sizeof text);
    if (rl_colour_read(text, &colour)) hint(work, (rl_declaration){.style = (uint8_t)style, .colour = colour});
}

/* What HTML says of an element: `hidden`, and colours. */
static void read_hints(looking *work, int32_t row) {
    const rl_columns *columns = work->columns;
    bool is_closed = (columns->tag[row] == RL_TAG_DIALOG && !rl_attribute(columns, row, RL_ATTRIBUTE_OPEN)) ||
                     rl_attribute(columns, row, RL_ATTRIBUTE_POPOVER);
    if (is_closed || rl_attribute(columns, row, RL_ATTRIBUTE_HIDDEN))
        hint(work, (rl_declaration){.style = RL_STYLE_DISPLAY, .number = RL_DISPLAY_NONE});
    hint_colour(work, row, RL_ATTRIBUTE_BGCOLOR, RL_STYLE_BACKGROUND);
    if (columns->tag[row] == RL_TAG_FONT) hint_colour(work, row, RL_ATTRIBUTE_COLOR, RL_STYLE_COLOR);
}

/* Returns whether a rule of a sheet would show the element after a click. */
static bool find_winners(looking *work, int32_t row) {
    memset(work->winners, 0, sizeof work->winners);
    read_hints(work, row);
    bool is_awaited = work->sheets && rl_sheets_apply(work->sheets, row, work->winners);
    rl_view style = rl_value(work->columns, row, RL_ATTRIBUTE_STYLE);
    if (!style.size) return is_awaited;
    work->own.count = 0;
    rl_declarations_read(&work->own, style.bytes, rl_end_of(style), true);
    for (int32_t i = 0; i < work->own.count; i++) rl_winner_take(work->winners, &work->own.items[i], false);
    return is_awaited;
}

/* ---- Boxes ---- */

static bool is_box(const looking *work, int32_t row, const frame *parent) {
    const rl_declaration *display = given(work, RL_STYLE_DISPLAY);
    if (parent->display == RL_DISPLAY_FLEX || number_of(work, RL_STYLE_FLOAT, 0) != 0) return true;
    if (number_of(work, RL_STYLE_POSITION, 0) >= RL_POSITION_ABSOLUTE) return true;
    if (display) return display->number == RL_DISPLAY_BOX || display->number == RL_DISPLAY_FLEX;
    return (rl_properties(work->columns->tag[row]) & (RL_BLOCK | RL_BOX)) != 0;
}

static bool is_far(const looking *work, const frame *parent) {
    int position = (int)number_of(work, RL_STYLE_POSITION, RL_POSITION_STATIC);
    if (number_of(work, RL_STYLE_MARGIN_LEFT, 0) <= -FAR_MARGIN_PIXELS) return true;
    if (number_of(work, RL_STYLE_MARGIN_TOP, 0) <= -FAR_MARGIN_PIXELS) return true;
    if (position == RL_POSITION_STATIC) return false;
    bool is_in_window = position == RL_POSITION_FIXED || (position == RL_POSITION_ABSOLUTE && !parent->is_positioned);
    float left = number_of(work, RL_STYLE_LEFT, 0), right = number_of(work, RL_STYLE_RIGHT, 0);
    float top = number_of(work, RL_STYLE_TOP, 0), bottom = number_of(work, RL_STYLE_BOTTOM, 0);
    float width = number_of(work, RL_STYLE_WIDTH, FAR_PIXELS);
    if (left <= -FAR_PIXELS || right <= -FAR_PIXELS || (is_in_window && left < 0 && left + width <= 0)) return true;
    float far_right = is_in_window ? RL_WINDOW_WIDTH : 2 * RL_WINDOW_WIDTH;
    if (left >= far_right || (!given(work, RL_STYLE_LEFT) && right >= far_right)) return true;
    if (top <= -FAR_IN_BOX_PIXELS || (is_in_window && top <= -FAR_UP_PIXELS)) return true;
    if (!given(work, RL_STYLE_TOP) && (bottom >= FAR_IN_BOX_PIXELS)) return true;
    return position == RL_POSITION_FIXED && (top >= RL_WINDOW_HEIGHT || bottom <= -FAR_UP_PIXELS);
}

static bool is_shut(const looking *work) {
    if (number_of(work, RL_STYLE_OVERFLOW_X, 0) == 0 && number_of(work, RL_STYLE_OVERFLOW_Y, 0) == 0) return false;
    float width = number_of(work, RL_STYLE_WIDTH, 100), height = number_of(work, RL_STYLE_HEIGHT, 100);
    float max_width = number_of(work, RL_STYLE_MAX_WIDTH, 100), max_height = number_of(work, RL_STYLE_MAX_HEIGHT, 100);
    float padding = number_of(work, RL_STYLE_PADDING, 0);
    bool is_narrow = width < MIN_BOX_PIXELS || max_width < MIN_BOX_PIXELS;
    bool is_low = height < MIN_BOX_PIXELS || max_height < MIN_BOX_PIXELS;
    return padding < MIN_BOX_PIXELS && ((is_narrow && number_of(work, RL_STYLE_MIN_WIDTH, 0) < MIN_BOX_PIXELS) ||
                                        (is_low && number_of(work, RL_STYLE_MIN_HEIGHT, 0) < MIN_BOX_PIXELS));
}

static bool is_clipped(const looking *work) {
    if (number_of(work, RL_STYLE_CLIP_PATH, 1) == 0) return true;
    return number_of(work, RL_STYLE_CLIP, 1) == 0 && number_of(work, RL_STYLE_POSITION, 0) >= RL_POSITION_ABSOLUTE;
}

static bool is_transformed_away(const looking *work) {
    return number_of(work, RL_STYLE_TRANSFORM, 1) == 0 || number_of(work, RL_STYLE_SCALE, 1) == 0 ||
           number_of(work, RL_STYLE_TRANSLATE, 1) == 0;
}

/* ---- Names ---- */

typedef enum { NO_NAME, HIDING_NAME, UNSEEN_NAME } naming;

/* Whether a name may be one of those: most are told from them by their first letter. */
static bool may_hide(rl_view name) {
    return name.size >= 4 && name.size <= 18 && strchr("adehijsuv", name.bytes[0]) && name.bytes[0];
}

/* What the classes of an element say where no declaration does. */
static naming name_hides(const looking *work, int32_t row) {
    rl_view class = rl_value(work->columns, row, RL_ATTRIBUTE_CLASS);
    bool hides = false;
    for (size_t at = 0; at < class.size; at++) {
        size_t start = at;
        while (at < class.size && class.bytes[at] > ' ') at++;
        rl_view word = {class.bytes + start, at - start};
        if (!may_hide(word)) continue;
        if (rl_is_word(word, WORDS(UNSEEN_NAMES))) return UNSEEN_NAME;
        hides = hides || (work->is_external && rl_is_word(word, WORDS(HIDING_NAMES)));
    }
    return hides && !rl_has_word(class, WORDS(SHOWING_PARTS)) ? HIDING_NAME : NO_NAME;
}

/* ---- Colours ---- */

static float luminance(uint32_t colour) {
    float red = (float)(colour >> 24) / 255, green = (float)(colour >> 16 & 255) / 255, blue = (float)(colour >> 8 & 255) / 255;
    /* The square stands for the power of 2.4 that the standard has. */
    return 0.2126f * red * red + 0.7152f * green * green + 0.0722f * blue * blue;
}

static bool is_opaque(uint32_t colour) { return (colour & 255) >= 230; }

/* Letters that cannot be told from what is behind them. Distant hues of one luminance can. */
static bool is_same_colour(uint32_t colour, uint32_t background) {
    float a = luminance(colour) + 0.05f, b = luminance(background) + 0.05f;
    int distance = 0;
    for (int shift = 8; shift <= 24; shift += 8) {
        int difference = (int)(colour >> shift & 255) - (int)(background >> shift & 255);
        distance += difference < 0 ? -difference : difference;
    }
    return distance < 60 && (a > b ? a / b : b / a) < MIN_CONTRAST;
}

/* Whether pictures may stand behind an absolute element. */
static bool may_lie_on_picture(const rl_columns *columns, int32_t row) {
    int32_t parent = columns->parent[row];
    for (int32_t other = parent + 1; other < columns->end[parent] && other < parent + MAX_OVERLAY_ROWS; other++) {
        int32_t tag = columns->tag[other];
        if (tag == RL_TAG_IMG || tag == RL_TAG_VIDEO || tag == RL_TAG_CANVAS || tag == RL_TAG_IFRAME || tag == RL_TAG_SVG)
            return true;
    }
    return false;
}

static void read_colours(looking *work, int32_t row, frame *own) {
    const rl_declaration *colour = given(work, RL_STYLE_COLOR), *fill = given(work, RL_STYLE_FILL);
    const rl_declaration *background = given(work, RL_STYLE_BACKGROUND);
    if (colour) {
        own->has_colour = colour->kind == RL_GIVEN;
        own->colour = colour->colour;
    } else if (work->columns->tag[row] == RL_TAG_A && !work->winners[RL_STYLE_COLOR].priority) {
        own->has_colour = false;  /* that of links */
    }
    if (fill) {
        own->has_fill = true;
        own->fill = fill->colour;
        if (fill->kind != RL_GIVEN) own->has_colour = own->has_fill = false;
    }
    if (background && (background->kind != RL_GIVEN || (background->colour & 255))) {
        own->has_background = background->kind == RL_GIVEN && is_opaque(background->colour);
        own->background = background->colour;
    } else if (number_of(work, RL_STYLE_POSITION, 0) >= RL_POSITION_ABSOLUTE && row && may_lie_on_picture(work->columns, row)) {
        own->has_background = false;
    }
    if (given(work, RL_STYLE_PAINTED)) own->is_painted = number_of(work, RL_STYLE_PAINTED, 0) != 0;
}

/* A colour that is painted over another. */
static uint32_t blend(uint32_t colour, uint32_t background) {
    uint32_t opacity = colour & 255, blended = 0xFF;
    for (int shift = 8; shift <= 24; shift += 8)
        blended |= ((colour >> shift & 255) * opacity + (background >> shift & 255) * (255 - opacity)) / 255 << shift;
    return blended;
}

static bool is_invisible_ink(const frame *own) {
    if (own->is_painted || (!own->has_colour && !own->has_fill)) return false;
    uint32_t colour = own->has_fill ? own->fill : own->colour;
    if ((colour & 255) < 255 * MIN_OPACITY) return true;
    return own->has_background && is_same_colour(blend(colour, own->background), own->background);
}

/* ---- Nodes ---- */

static void read_font(const looking *work, frame *own) {
    const rl_declaration *size = given(work, RL_STYLE_FONT_SIZE);
    if (size) own->font = size->kind == RL_RELATIVE ? own->font * size->number : size->number;
}

/* State and reason of what hides the box of an element, whatever is around it. */
static uint8_t box_of(looking *work, int32_t row, const frame *parent, frame *own, bool is_awaited) {
    const rl_columns *columns = work->columns;
    const rl_winner *display = &work->winners[RL_STYLE_DISPLAY];
    rl_hiding reason = RL_HIDDEN_BY_NOTHING;
    bool is_closed = false, may_toggle = true, is_real_box = is_box(work, row, parent);
    if (is_clipped(work)) {
        reason = RL_HIDDEN_BY_CLIP;
        may_toggle = false;
    } else if (given(work, RL_STYLE_DISPLAY) && display->given.number == RL_DISPLAY_NONE) {
        bool is_hint = display->priority == 1;
        reason = is_hint ? RL_HIDDEN_BY_ATTRIBUTE : RL_HIDDEN_BY_DISPLAY;
        is_closed = is_hint && (columns->tag[row] == RL_TAG_DIALOG || rl_attribute(columns, row, RL_ATTRIBUTE_POPOVER) ||
                                begins_with(rl_value(columns, row, RL_ATTRIBUTE_HIDDEN), "until-found"));
    } else if (columns->tag[row] == RL_TAG_NOSCRIPT && work->page->derived.hidden[row]) {
        return hidden_by(RL_HIDDEN_BY_NOSCRIPT, false);
    } else if (parent->closes && columns->tag[row] != RL_TAG_SUMMARY) {
        return hidden_by(RL_HIDDEN_BY_CLOSING, true);
    } else if (number_of(work, RL_STYLE_CONTENT_VISIBILITY, 1) == 0) {
        reason = RL_HIDDEN_BY_VISIBILITY;
    } else if (own->opacity < MIN_OPACITY && parent->opacity >= MIN_OPACITY) {
        reason = RL_HIDDEN_BY_OPACITY;
    } else if (is_far(work, parent)) {
        reason = RL_HIDDEN_BY_PLACE;
    } else if (is_real_box && (is_shut(work) || is_transformed_away(work))) {
        reason = RL_HIDDEN_BY_BOX;
    } else {
        naming name = name_hides(work, row);
        if (name == NO_NAME || (name == HIDING_NAME && given(work, RL_STYLE_DISPLAY))) return RL_SEEN;
        reason = RL_HIDDEN_BY_CLASS;
        may_toggle = name == HIDING_NAME;
    }
    return hidden_by(reason, is_closed || (may_toggle && (is_awaited || is_toggled(work, row))));
}

static void conceal(looking *work, int32_t row, frame *own, bool is_awaited) {
    const rl_declaration *visibility = given(work, RL_STYLE_VISIBILITY);
    if (!visibility) return;
    own->concealed = visibility->number != 0 ? RL_SEEN
                                             : hidden_by(RL_HIDDEN_BY_VISIBILITY, is_awaited || is_toggled(work, row));
}

/* Whether nothing is said of an element by which its text would be less seen than that around it. */
static bool is_plain(const looking *work, int32_t row, const frame *parent) {
    const rl_columns *columns = work->columns;
    int32_t tag = columns->tag[row];
    if (parent->closes || parent->display == RL_DISPLAY_FLEX || tag == RL_TAG_DETAILS || tag == RL_TAG_DIALOG ||
        tag == RL_TAG_FONT || tag == RL_TAG_NOSCRIPT || tag == RL_TAG_A)
        return false;
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        int32_t name = columns->attribute_name[i];
        if (name == RL_ATTRIBUTE_STYLE || name == RL_ATTRIBUTE_HIDDEN || name == RL_ATTRIBUTE_BGCOLOR ||
            name == RL_ATTRIBUTE_POPOVER || (name == RL_ATTRIBUTE_CLASS && name_hides(work, row) != NO_NAME))
            return false;
    }
    return !work->sheets || !rl_sheets_may_apply(work->sheets, row);
}

static uint8_t see_element(looking *work, int32_t row, const frame *parent, frame *own) {
    const rl_columns *columns = work->columns;
    *own = *parent;
    own->display = RL_DISPLAY_INLINE;
    if (is_plain(work, row, parent)) return stronger(own->box, own->concealed);
    bool is_awaited = find_winners(work, row);
    own->display = (uint8_t)number_of(work, RL_STYLE_DISPLAY, RL_DISPLAY_INLINE);
    own->closes = columns->tag[row] == RL_TAG_DETAILS && !rl_attribute(columns, row, RL_ATTRIBUTE_OPEN);
    own->opacity *= number_of(work, RL_STYLE_OPACITY, 1) * number_of(work, RL_STYLE_FILTER, 1);
    own->is_positioned |= number_of(work, RL_STYLE_POSITION, RL_POSITION_STATIC) != RL_POSITION_STATIC;
    if (is_box(work, row, parent)) own->indent = number_of(work, RL_STYLE_TEXT_INDENT, parent->indent);
    read_font(work, own);
    read_colours(work, row, own);
    conceal(work, row, own, is_awaited);
    own->box = stronger(parent->box, box_of(work, row, parent, own, is_awaited));
    return stronger(own->box, own->concealed);
}

static uint8_t see_text(const frame *parent) {
    /* What no script shows comes first, whatever else hides it. */
    if (parent->font < MIN_FONT_PIXELS) return hidden_by(RL_HIDDEN_BY_SIZE, false);
    if (is_invisible_ink(parent)) return hidden_by(RL_HIDDEN_BY_COLOUR, false);
    uint8_t seen = stronger(parent->box, parent->concealed);
    if (parent->indent <= -FAR_PIXELS) seen = stronger(seen, hidden_by(RL_HIDDEN_BY_PLACE, false));
    return parent->closes ? stronger(seen, hidden_by(RL_HIDDEN_BY_CLOSING, true)) : seen;
}

/* Whether the page may have sheets that are not in it: links to some, or scripts that bring them. */
static bool has_external_sheets(const rl_columns *columns) {
    static const rl_word sheets[] = {WORD("stylesheet")};
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_SCRIPT && rl_attribute(columns, row, RL_ATTRIBUTE_SRC)) return true;
        if (tag == RL_TAG_LINK && rl_has_word_in_any_case(rl_value(columns, row, RL_ATTRIBUTE_REL), WORDS(sheets))) return true;
    }
    return false;
}

static int32_t max_depth(const rl_kept_leaves *asked) {
    int32_t deepest = 0;
    for (int32_t i = 0; i < asked->count; i++) {
        int32_t depth = asked->page->derived.depth[rl_kept_node(asked, i)];
        if (depth > deepest) deepest = depth;
    }
    return deepest;
}

/* By node: whether it is asked about, or is around a leaf that is. */
static uint8_t *find_asked(const rl_kept_leaves *asked, rl_pool *pool) {
    const rl_columns *columns = &asked->page->columns;
    uint8_t *is_asked = RL_TAKE_ZEROED(pool, uint8_t, (size_t)columns->count + 1);
    for (int32_t i = 0; i < asked->count; i++)
        for (int32_t row = rl_kept_node(asked, i); row >= 0 && !is_asked[row]; row = columns->parent[row]) is_asked[row] = 1;
    return is_asked;
}

void rl_see(const rl_kept_leaves *asked, rl_pool *pool, rl_visibility *visibility) {
    const rl_page *page = asked->page;
    const rl_columns *columns = &page->columns;
    const uint8_t *is_asked = find_asked(asked, pool);
    looking *work = rl_take_zeroed(pool, 1, sizeof *work);
    work->page = page;
    work->columns = columns;
    work->pool = work->own.pool = pool;
    uint8_t *states = RL_TAKE(pool, uint8_t, (size_t)asked->count + 1);
    int32_t next = 0;
    work->frames = RL_TAKE(pool, frame, (size_t)max_depth(asked) + 2);
    work->is_external = has_external_sheets(columns);
    work->sheets = rl_sheets_read(page, is_asked, pool);
    /* What the page does not state is black on white, unless sheets state it that are not seen here. */
    work->frames[0] = (frame){.display = RL_DISPLAY_BOX, .opacity = 1, .font = RL_FONT_PIXELS, .colour = 0xFF,
                              .background = 0xFFFFFFFF, .has_colour = !work->is_external,
                              .has_background = !work->is_external};
    for (int32_t row = 0; row < columns->count; row++) {
        if (!is_asked[row]) {
            row = columns->end[row] - 1;
            continue;
        }
        frame *parent = &work->frames[page->derived.depth[row]];
        uint8_t seen = columns->tag[row] == RL_TAG_TEXT ? see_text(parent) : see_element(work, row, parent, parent + 1);
        if (next < asked->count && row == rl_kept_node(asked, next)) states[next++] = seen;
    }
    *visibility = (rl_visibility){states, work->sheets && rl_sheets_are_cut(work->sheets)};
}
