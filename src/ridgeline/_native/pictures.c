/* Pictures and players that belong to the kept text: inside of it, between its blocks, with its captions, at its head.

   The *box* of a picture is the outermost element around it without a kept leaf: the figure, the link, the wrapper.
   What stands around the box is kept. A picture belongs to the text where its box holds no more than a caption, where
   little that was dropped stands between it and kept text, and where neither names, sizes nor links say that it is an
   icon, an avatar, an advert or the picture of another page. Each picture is added once: pages have copies for phones,
   for galleries and, in `noscript`, for readers without scripts. Of the pictures that were kept, avatars, the pixels
   of trackers, marks that are repeated, and badges before and after the text are dropped. */
#include <string.h>

#include "gadgets.h"
#include "signs.h"
#include "tidying.h"

/* Where a picture stands. */
typedef struct {
    int32_t node;
    int32_t box;     /* the outermost element around it without a kept leaf, or the picture itself */
    int32_t before;  /* the node of the kept leaf before it, -1 where there is none */
    int32_t after;   /* and after it, the number of nodes where there is none */
    int64_t length;  /* characters that were dropped inside of the box */
} place;

/* A picture that is to be added, unless it is a copy. */
typedef struct {
    int32_t leaf;
    rl_view identity;
} finding;

typedef struct {
    const rl_kept_leaves *kept;
    rl_pool *pool;
    int32_t *pictures;    /* leaves */
    int32_t count;
    int32_t last_figure;  /* the last `figure` before `figures_to`, -1 for none */
    int32_t figures_to;   /* rows up to which figures were looked for */
} search;

static bool is_picture(int32_t tag) {
    return tag == RL_TAG_IMG || tag == RL_TAG_VIDEO || tag == RL_TAG_AUDIO || tag == RL_TAG_IFRAME ||
           tag == RL_TAG_EMBED || tag == RL_TAG_OBJECT;
}

static bool is_frame(int32_t tag) { return tag == RL_TAG_IFRAME || tag == RL_TAG_EMBED || tag == RL_TAG_OBJECT; }

static bool is_outside(int32_t tag) {
    return tag == RL_TAG_NAV || tag == RL_TAG_ASIDE || tag == RL_TAG_FOOTER || tag == RL_TAG_BUTTON ||
           tag == RL_TAG_FORM || tag == RL_TAG_DIALOG;
}

/* ---- Where pictures stand ---- */

static int64_t sum_of(const int32_t *lengths, int32_t first, int32_t end) {
    int64_t sum = 0;
    for (int32_t i = first; i < end; i++) sum += lengths[i];
    return sum;
}

/* Whether the leaves from one to before another are few and have few characters. */
static bool is_little(const int32_t *lengths, int32_t first, int32_t end) {
    return end - first <= RL_MAX_LEAVES && sum_of(lengths, first, end) <= RL_MAX_DROPPED_LENGTH;
}

/* The outermost element around a node without a kept leaf; -1 where it is too far. */
static int32_t find_box(const rl_columns *columns, const place *here) {
    int32_t box = here->node;
    for (int i = 0; i < RL_MAX_LEVELS; i++) {
        int32_t around = columns->parent[box];
        if (around <= here->before || columns->end[around] > here->after) return around < 0 ? -1 : box;
        box = around;
    }
    return -1;
}

/* Whether a picture between two kept leaves stands near one of them, with no more than a caption in its box. */
static bool find_place(const rl_page *page, int32_t leaf, int32_t leaf_before, int32_t leaf_after, place *here) {
    const rl_columns *columns = &page->columns;
    const int32_t *leaves = page->derived.leaves, *lengths = page->derived.characters;
    here->node = leaves[leaf];
    here->before = leaf_before >= 0 ? leaves[leaf_before] : -1;
    here->after = leaf_after < page->derived.leaf_count ? leaves[leaf_after] : columns->count;
    here->box = find_box(columns, here);
    if (here->box < 0) return false;
    int32_t around = columns->parent[here->box], end = columns->end[here->box], start = leaf, stop = leaf + 1;
    int32_t first = leaf_before + 1 > leaf - RL_MAX_LEAVES ? leaf_before + 1 : leaf - RL_MAX_LEAVES;
    int32_t last = leaf_after < leaf + RL_MAX_LEAVES ? leaf_after : leaf + RL_MAX_LEAVES;
    while (start > first && leaves[start - 1] >= here->box) start--;
    while (stop < last && leaves[stop] < end) stop++;
    bool is_near;
    if (here->after < columns->end[around]) {
        is_near = is_little(lengths, stop, leaf_after) ||
                  (around < here->before && is_little(lengths, leaf_before + 1, start));
    } else {  /* after the last line of kept text: often that of an author or of another page */
        is_near = around < here->before && start == leaf_before + 1;
    }
    here->length = is_near ? sum_of(lengths, start, stop) : 0;
    return is_near && here->length <= RL_MAX_CAPTION_LENGTH;
}

/* ---- What they are ---- */

/* Whether there is a `figure` from the box up to the picture. Pictures come in their order, so all rows are looked at
   once. */
static bool has_figure(search *work, const place *here) {
    const int32_t *tags = work->kept->page->columns.tag;
    for (; work->figures_to < here->node; work->figures_to++)
        if (tags[work->figures_to] == RL_TAG_FIGURE) work->last_figure = work->figures_to;
    return work->last_figure >= here->box;
}

/* Whether nothing between a picture and its box is hidden or named as what is not content. */
static bool is_well_named(const rl_page *page, const place *here) {
    const rl_columns *columns = &page->columns;
    bool is_hidden = page->derived.hidden[here->node];
    for (int32_t node = here->node; node >= here->box; node = columns->parent[node]) {
        if (is_outside(columns->tag[node]) || rl_has_bad_name(columns, node)) return false;
        is_hidden = is_hidden && columns->tag[node] != RL_TAG_NOSCRIPT;
    }
    return !is_hidden;
}

static bool leads_to(const rl_columns *columns, int32_t node, rl_view target) {
    if (node < 0 || node >= columns->count) return false;
    rl_view other = rl_link_target(columns, node, RL_MAX_LEVELS);
    return other.bytes && other.size == target.size && (!other.size || !memcmp(other.bytes, target.bytes, other.size));
}

/* Whether a picture is no link, or one to a picture, or to where the text beside it leads. */
static bool leads_nowhere_else(const rl_columns *columns, const place *here) {
    rl_view target = rl_link_target(columns, here->node, RL_MAX_LEVELS);
    if (!target.bytes || (target.size && *target.bytes == '#')) return true;
    rl_sign address;
    rl_sign_read(&address, target, RL_MAX_ADDRESS);
    return rl_is_picture_address(rl_sign_view(&address)) || leads_to(columns, here->before, target) ||
           leads_to(columns, here->after, target);
}

static bool is_named_avatar(const rl_columns *columns, int32_t node) {
    rl_sign name;
    if (node < 0) return false;
    rl_name_of(columns, node, &name);
    return rl_has_word(rl_sign_view(&name), RL_AVATAR);
}

static bool has_no_size(const rl_columns *columns, int32_t node, int32_t name) {
    rl_view value = rl_value(columns, node, name);
    return value.size && rl_is_word(value, RL_NO_SIZES);
}

/* Whether an image is the picture of a user beside a post, or one that nobody sees. */
static bool is_avatar_or_pixel(const rl_columns *columns, int32_t node) {
    if (has_no_size(columns, node, RL_ATTRIBUTE_WIDTH) && has_no_size(columns, node, RL_ATTRIBUTE_HEIGHT)) return true;
    rl_sign address;
    rl_address_of(columns, node, &address);
    return rl_has_word(rl_sign_view(&address), RL_TRACKERS) || rl_has_word(rl_sign_view(&address), RL_AVATAR) ||
           is_named_avatar(columns, node) || is_named_avatar(columns, columns->parent[node]);
}

/* Whether an address is that of a drawing, not of a photograph. */
static bool is_drawing(rl_view address) {
    static const rl_word drawings[] = {{".gif", 4}, {".svg", 4}};
    return rl_ends_with_word(rl_before(address, '?'), (rl_word_list){drawings, 2});
}

/* Whether a picture before all text or after it is a logo, a badge, a code for phones, or a drawing without a label. */
static bool is_badge(const rl_columns *columns, int32_t node) {
    rl_sign address, label;
    rl_address_of(columns, node, &address);
    rl_sign_read(&label, rl_value(columns, node, RL_ATTRIBUTE_ALT), RL_MAX_NAME_LENGTH);
    return (!label.size && is_drawing(rl_sign_view(&address))) || rl_is_bad_address(rl_sign_view(&address)) || rl_has_word(rl_sign_view(&address), RL_JUNK_ADDRESSES) ||
           rl_has_bad_size(columns, node) || rl_has_bad_label(columns, node) ||
           rl_has_word(rl_sign_view(&label), RL_JUNK_LABELS);
}

/* Whether a picture that is repeated is a bullet or the mark of a post: such are drawings, and small. */
static bool is_like_mark(const rl_columns *columns, int32_t node, rl_view address) {
    return rl_has_bad_size(columns, node) || rl_is_bad_address(address) || is_drawing(address);
}

/* Whether a leaf is all that a cell of a table shows. */
static bool is_alone_in_cell(const rl_page *page, int32_t leaf) {
    const int32_t *leaves = page->derived.leaves, *block = page->derived.block;
    int32_t own = block[leaves[leaf]];
    if (!(rl_properties(page->columns.tag[own]) & RL_CELL)) return false;
    return (!leaf || block[leaves[leaf - 1]] != own) &&
           (leaf + 1 == page->derived.leaf_count || block[leaves[leaf + 1]] != own);
}

/* Whether a label says more than what a drawing shows: "15 minutes", "4.4 out of 5 stars", but not "Step 1". */
static bool tells_amount(rl_view label) {
    int digits = 0;
    for (size_t i = 0; i < label.size; i++) digits += label.bytes[i] >= '0' && label.bytes[i] <= '9';
    return digits > 1 && memchr(label.bytes, ' ', label.size);
}

/* Whether an image is an icon, whatever words its label has: it is small or a drawing, and named so. In a cell of its own
   it may be what the cell says. */
static bool is_icon(const rl_page *page, int32_t leaf) {
    const rl_columns *columns = &page->columns;
    int32_t node = page->derived.leaves[leaf];
    rl_sign address, label, name;
    rl_address_of(columns, node, &address);
    if (!is_drawing(rl_sign_view(&address)) && !rl_has_bad_size(columns, node)) return false;
    rl_name_of(columns, node, &name);
    rl_sign_read(&label, rl_value(columns, node, RL_ATTRIBUTE_ALT), RL_MAX_NAME_LENGTH);
    bool is_named = rl_has_word(rl_sign_view(&address), RL_ICON_FOLDERS);
    for (rl_view rest = rl_sign_view(&label), word; rest.size && !is_named;) {
        word = rl_next_word(&rest, "");
        is_named = !rest.size && rl_is_word(word, RL_ICON_NAMES);
    }
    for (rl_view rest = rl_sign_view(&name); rest.size && !is_named;)
        is_named = rl_is_word(rl_next_word(&rest, "-_"), RL_ICON_NAMES);
    return is_named && !tells_amount(rl_sign_view(&label)) && !rl_is_smiley(columns, node) && !is_alone_in_cell(page, leaf);
}

/* Whether an image that is not kept is one that would be dropped if it were. A badge may have a label: others tell it. */
static bool is_no_picture(search *work, const place *here, int32_t leaf) {
    const rl_columns *columns = &work->kept->page->columns;
    if (is_avatar_or_pixel(columns, here->node) || is_icon(work->kept->page, leaf)) return true;
    rl_sign label;
    rl_sign_read(&label, rl_value(columns, here->node, RL_ATTRIBUTE_ALT), RL_MAX_NAME_LENGTH);
    if (label.size) return rl_has_word(rl_sign_view(&label), RL_JUNK_LABELS);
    return is_badge(columns, here->node) && !has_figure(work, here);
}

/* Whether neither its address, its size, its label, its link nor names around it say that it is not. */
static bool is_content(search *work, const place *here, int32_t leaf, rl_view address) {
    const rl_page *page = work->kept->page;
    const rl_columns *columns = &page->columns;
    if (is_frame(columns->tag[here->node]) && !rl_has_word(address, RL_PLAYERS)) return false;
    if (here->length > RL_MAX_BOX_LENGTH && !has_figure(work, here)) return false;
    if (rl_is_bad_address(address) || rl_has_bad_size(columns, here->node) || rl_has_bad_label(columns, here->node))
        return false;
    if (columns->tag[here->node] == RL_TAG_IMG && is_no_picture(work, here, leaf)) return false;
    return is_well_named(page, here) && leads_nowhere_else(columns, here);
}

/* ---- Adding and dropping ---- */

static rl_view copy_of(rl_pool *pool, rl_view text) {
    uint8_t *bytes = RL_TAKE(pool, uint8_t, text.size + 1);
    if (text.size) memcpy(bytes, text.bytes, text.size);
    return (rl_view){bytes, text.size};
}

/* What two copies of a picture have in common, kept in the pool. */
static rl_view kept_identity(rl_pool *pool, rl_view address) { return copy_of(pool, rl_identity(address)); }

/* The pictures among the leaves that are kept, or among those that are not; so many of them at most. */
static void find_pictures(search *work, const uint8_t *mask, bool is_kept) {
    const rl_page *page = work->kept->page;
    work->count = 0;
    for (int32_t leaf = 0; leaf < page->derived.leaf_count && work->count < RL_MAX_PICTURES; leaf++)
        if (mask[leaf] == is_kept && is_picture(page->columns.tag[page->derived.leaves[leaf]]))
            work->pictures[work->count++] = leaf;
}

static int32_t find_missing(search *work, finding *findings) {
    const rl_kept_leaves *kept = work->kept;
    const int32_t leaf_count = kept->page->derived.leaf_count;
    int32_t following = 0, found = 0;
    for (int32_t i = 0; i < work->count; i++) {
        int32_t leaf = work->pictures[i];
        while (following < kept->count && kept->keep[following] < leaf) following++;
        int32_t before = following ? kept->keep[following - 1] : -1;
        int32_t after = following < kept->count ? kept->keep[following] : leaf_count;
        place here;
        rl_sign address;
        if (leaf - before > RL_MAX_LEAVES && after - leaf > RL_MAX_LEAVES) continue;
        if (!find_place(kept->page, leaf, before, after, &here)) continue;
        rl_address_of(&kept->page->columns, here.node, &address);
        if (!address.size || !is_content(work, &here, leaf, rl_sign_view(&address))) continue;
        findings[found++] = (finding){leaf, kept_identity(work->pool, rl_sign_view(&address))};
    }
    return found;
}

/* Add the pictures that are not kept already, each once: `_first_copies`. */
static bool add_first_copies(search *work, const finding *findings, int32_t count, uint8_t *mask) {
    const rl_page *page = work->kept->page;
    rl_distinct shown;
    bool is_changed = false;
    rl_distinct_begin(&shown, work->pool, rl_seed_make(work->pool));
    find_pictures(work, mask, true);
    for (int32_t i = 0; i < work->count; i++) {
        rl_sign address;
        rl_address_of(&page->columns, page->derived.leaves[work->pictures[i]], &address);
        rl_view identity = kept_identity(work->pool, rl_sign_view(&address));
        rl_distinct_add(&shown, identity.bytes, identity.size);
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t known = shown.count;
        if (rl_distinct_add(&shown, findings[i].identity.bytes, findings[i].identity.size) < known) continue;
        mask[findings[i].leaf] = 1;
        is_changed = true;
    }
    return is_changed;
}

/* By image, in order: whether it has no label and is shown several times. Of what is no mark, the first stays. */
static uint8_t *find_repeated(search *work, const int32_t *images, int32_t count) {
    enum { MIN_REPEATS = 3 };
    const rl_columns *columns = &work->kept->page->columns;
    int32_t *numbers = RL_TAKE(work->pool, int32_t, (size_t)count + 1);
    int32_t *repeats = RL_TAKE_ZEROED(work->pool, int32_t, (size_t)count + 1);
    uint8_t *is_dropped = RL_TAKE_ZEROED(work->pool, uint8_t, (size_t)count + 1);
    rl_distinct shown;
    rl_distinct_begin(&shown, work->pool, rl_seed_make(work->pool));
    for (int32_t i = 0; i < count; i++) {
        rl_sign address;
        rl_address_of(columns, rl_kept_node(work->kept, images[i]), &address);
        rl_view copy = copy_of(work->pool, rl_sign_view(&address));  /* not its identity: programs draw formulas */
        numbers[i] = rl_distinct_add(&shown, copy.bytes, copy.size);
        is_dropped[i] = repeats[numbers[i]]++ || is_like_mark(columns, rl_kept_node(work->kept, images[i]), copy);
    }
    for (int32_t i = 0; i < count; i++) {
        bool has_label = rl_value(columns, rl_kept_node(work->kept, images[i]), RL_ATTRIBUTE_ALT).size > 0;
        is_dropped[i] = is_dropped[i] && !has_label && repeats[numbers[i]] >= MIN_REPEATS;
    }
    return is_dropped;
}

/* Whether an image has the label of the one right before it with the same link, which stays: shown under the mouse. */
static bool is_second_view(const rl_kept_leaves *kept, const uint8_t *mask, int32_t i) {
    const rl_columns *columns = &kept->page->columns;
    int32_t node = rl_kept_node(kept, i), before = i ? rl_kept_node(kept, i - 1) : -1;
    if (!i || columns->tag[before] != RL_TAG_IMG || !mask[kept->keep[i - 1]]) return false;
    rl_view label = rl_value(columns, node, RL_ATTRIBUTE_ALT), other = rl_value(columns, before, RL_ATTRIBUTE_ALT);
    rl_view target = rl_link_target(columns, node, RL_MAX_LEVELS);
    return label.size && rl_are_equal(label, other) && target.size && leads_to(columns, before, target);
}

/* Drop avatars, pixels, icons, marks that are repeated, second views, and badges at either end of the text. */
static bool drop_what_is_no_picture(search *work, uint8_t *mask) {
    const rl_kept_leaves *kept = work->kept;
    const rl_columns *columns = &kept->page->columns;
    int32_t *images = RL_TAKE(work->pool, int32_t, RL_MAX_PICTURES), count = 0, first_text = kept->count, last_text = -1;
    for (int32_t i = 0; i < kept->count && count < RL_MAX_PICTURES; i++)
        if (columns->tag[rl_kept_node(kept, i)] == RL_TAG_IMG) images[count++] = i;
    if (!count) return false;
    for (int32_t i = 0; i < kept->count; i++) {
        if (columns->tag[rl_kept_node(kept, i)] != RL_TAG_TEXT) continue;
        if (first_text == kept->count) first_text = i;
        last_text = i;
    }
    const uint8_t *is_repeated = find_repeated(work, images, count);
    bool is_changed = false;
    for (int32_t i = 0; i < count; i++) {
        int32_t node = rl_kept_node(kept, images[i]);
        bool is_outside = last_text >= 0 && (images[i] < first_text || images[i] > last_text);
        if (!is_repeated[i] && !is_avatar_or_pixel(columns, node) && !(is_outside && is_badge(columns, node)) &&
            !is_icon(kept->page, kept->keep[images[i]]) && !is_second_view(kept, mask, images[i]))
            continue;
        mask[kept->keep[images[i]]] = 0;
        is_changed = true;
    }
    return is_changed;
}

/* Drop the frames of advertisers. */
static bool drop_advert_frames(const rl_kept_leaves *kept, uint8_t *mask) {
    const rl_columns *columns = &kept->page->columns;
    bool is_changed = false;
    for (int32_t i = 0; i < kept->count; i++) {
        if (!is_frame(columns->tag[rl_kept_node(kept, i)])) continue;
        rl_sign address;
        rl_address_of(columns, rl_kept_node(kept, i), &address);
        if (!rl_has_word(rl_sign_view(&address), RL_ADVERTISERS)) continue;
        mask[kept->keep[i]] = 0;
        is_changed = true;
    }
    return is_changed;
}

static bool is_in_noscript(const rl_columns *columns, int32_t node) {
    enum { MAX_LEVELS = 4 };
    for (int level = 0; level < MAX_LEVELS && node >= 0; level++, node = columns->parent[node])
        if (columns->tag[node] == RL_TAG_NOSCRIPT) return true;
    return false;
}

/* Drop what stands in `noscript` for the picture or film right beside it, which a script loads; where that is at another
   address it is small, until the script replaces it, and goes. */
static bool drop_noscript_copies(const search *work, uint8_t *mask) {
    const rl_kept_leaves *kept = work->kept;
    const rl_columns *columns = &kept->page->columns;
    bool is_changed = false;
    int32_t last = -1;  /* the picture before with an address, and nothing but pictures in between */
    for (int32_t i = 0; i < kept->count; i++) {
        int32_t node = rl_kept_node(kept, i), before = last >= 0 ? rl_kept_node(kept, last) : node;
        rl_sign first, second;
        if (!is_picture(columns->tag[node])) last = -1;
        if (!is_picture(columns->tag[node])) continue;
        rl_address_of(columns, node, &second);
        if (!second.size) continue;
        bool is_second = is_in_noscript(columns, node), is_pair = last >= 0 && columns->tag[before] == columns->tag[node] &&
                                                                  is_in_noscript(columns, before) != is_second;
        if (is_pair) rl_address_of(columns, before, &first);
        if (is_pair && rl_are_equal(rl_identity(rl_sign_view(&first)), rl_identity(rl_sign_view(&second)))) {
            bool is_copy = rl_are_equal(rl_sign_view(&first), rl_sign_view(&second));
            mask[kept->keep[is_second == is_copy ? i : last]] = 0;
            is_changed = true;
        }
        last = i;
    }
    return is_changed;
}

/* ---- Variants: pictures side by side of which a page shows one ---- */

/* Words of names of files that tell variants apart: first those that go. */
static const rl_word VARIANTS[] = {{"dark", 4}, {"mobile", 6}, {"light", 5}, {"desktop", 7}};
enum { FIRST_GOOD = 2, VARIANT_COUNT = 4 };

/* Where a name has a whole word that tells variants apart, the name's size where it has none. */
static size_t find_variant(rl_view name, size_t *variant) {
    for (size_t at = 1; at < name.size; at++) {
        if (!memchr("-_.", name.bytes[at - 1], 3)) continue;
        for (*variant = 0; *variant < VARIANT_COUNT; ++*variant) {
            const rl_word *word = &VARIANTS[*variant];
            size_t end = at + word->size;
            if (end < name.size && !memcmp(name.bytes + at, word->bytes, word->size) && memchr("-_.@", name.bytes[end], 4))
                return at;
        }
    }
    return name.size;
}

/* Whether a name is one with another variant, or with none, in the place of that of the first: "a-dark.png", "a.png". */
static bool is_like_variant(rl_view first, size_t at, rl_view second) {
    size_t variant, same;
    if (second.size < at || memcmp(first.bytes, second.bytes, at - 1) != 0) return false;
    bool is_other = second.bytes[at - 1] == first.bytes[at - 1] && find_variant(second, &variant) == at &&
                    find_variant(first, &same) == at && variant != same;
    return is_other || (second.bytes[at - 1] == '.' && find_variant(second, &variant) == second.size);
}

/* Which of two pictures goes: that for the dark or for phones, or else the one of which only its name says a variant. */
static int worse_by_name(rl_view first, rl_view second) {
    size_t variants[2], places[2] = {find_variant(first, &variants[0]), find_variant(second, &variants[1])};
    bool is_pair = (places[0] < first.size && is_like_variant(first, places[0], second)) ||
                   (places[1] < second.size && is_like_variant(second, places[1], first));
    if (!is_pair) return 0;
    bool is_first = places[0] < first.size && (variants[0] < FIRST_GOOD || places[1] == second.size);
    return is_first ? -1 : 1;
}

/* Which of two sizes of a picture goes: the one without a label, or else the first, a placeholder. */
static int worse_by_size(rl_view first, rl_view second, rl_view label, rl_view other) {
    rl_view path = rl_before(first, '?');
    if (rl_are_equal(first, second) || !rl_are_equal(path, rl_before(second, '?')) || (label.size && other.size)) return 0;
    return !rl_ends_with_word(path, RL_PICTURE_ENDS) ? 0 : label.size ? 1 : -1;
}

/* Which of two images side by side goes: -1 the first, 1 the second, 0 none. */
static int worse_of(const rl_columns *columns, int32_t before, int32_t node) {
    rl_view label = rl_value(columns, before, RL_ATTRIBUTE_ALT), other = rl_value(columns, node, RL_ATTRIBUTE_ALT);
    rl_sign first, second;
    rl_address_of(columns, before, &first);
    rl_address_of(columns, node, &second);
    if (rl_are_equal(label, other)) {
        int is_dark = rl_has_word(rl_value(columns, node, RL_ATTRIBUTE_CLASS), RL_DARK_CLASSES) -
                      rl_has_word(rl_value(columns, before, RL_ATTRIBUTE_CLASS), RL_DARK_CLASSES);
        int by_name = is_dark ? is_dark : worse_by_name(rl_identity(rl_sign_view(&first)), rl_identity(rl_sign_view(&second)));
        if (by_name) return by_name;
    }
    return worse_by_size(rl_sign_view(&first), rl_sign_view(&second), label, other);
}

static bool drop_variants(const rl_kept_leaves *kept, uint8_t *mask) {
    const rl_columns *columns = &kept->page->columns;
    bool is_changed = false;
    for (int32_t i = 1; i < kept->count; i++) {
        int32_t before = rl_kept_node(kept, i - 1), node = rl_kept_node(kept, i);
        if (columns->tag[before] != RL_TAG_IMG || columns->tag[node] != RL_TAG_IMG) continue;
        if (!mask[kept->keep[i - 1]] || !mask[kept->keep[i]]) continue;
        int worse = worse_of(columns, before, node);
        if (!worse) continue;
        mask[kept->keep[worse < 0 ? i - 1 : i]] = 0;
        is_changed = true;
    }
    return is_changed;
}

/* Whether an image is another size of one before: with the same label, and the same file at another address. */
static bool is_other_size(const rl_columns *columns, int32_t before, int32_t node) {
    rl_view label = rl_value(columns, node, RL_ATTRIBUTE_ALT), other = rl_value(columns, before, RL_ATTRIBUTE_ALT);
    rl_sign first, second;
    if (!label.size || !rl_are_equal(label, other)) return false;
    rl_address_of(columns, before, &first);
    rl_address_of(columns, node, &second);
    if (rl_are_equal(rl_sign_view(&first), rl_sign_view(&second))) return false;
    rl_view one = rl_identity(rl_sign_view(&first));
    return one.size && rl_are_equal(one, rl_identity(rl_sign_view(&second)));
}

/* Drop an image that is another size of the one before it: what is shown when that is touched. */
static bool drop_other_sizes(const search *work, uint8_t *mask) {
    enum { MAX_BETWEEN = 400 };  /* characters of a caption */
    const rl_kept_leaves *kept = work->kept;
    const rl_page *page = kept->page;
    int32_t last = -1;
    int64_t between = 0;
    bool is_changed = false;
    for (int32_t i = 0; i < kept->count; i++) {
        int32_t node = rl_kept_node(kept, i);
        between += page->derived.characters[kept->keep[i]];
        if (page->columns.tag[node] != RL_TAG_IMG || !mask[kept->keep[i]]) continue;
        if (last >= 0 && between <= MAX_BETWEEN && is_other_size(&page->columns, last, node)) {
            mask[kept->keep[i]] = 0;
            is_changed = true;
            continue;
        }
        last = node;
        between = 0;
    }
    return is_changed;
}

bool rl_tidy_pictures(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask) {
    size_t leaf_count = (size_t)kept->page->derived.leaf_count;
    search work = {.kept = kept, .pool = pool, .last_figure = -1};
    work.pictures = RL_TAKE(pool, int32_t, leaf_count < RL_MAX_PICTURES ? leaf_count : RL_MAX_PICTURES);
    find_pictures(&work, mask, false);
    finding *findings = RL_TAKE(pool, finding, (size_t)work.count);
    int32_t found = kept->count ? find_missing(&work, findings) : 0;
    bool is_changed = found && add_first_copies(&work, findings, found, mask);
    is_changed |= drop_noscript_copies(&work, mask);
    is_changed |= drop_advert_frames(kept, mask);
    is_changed |= drop_variants(kept, mask);
    is_changed |= drop_other_sizes(&work, mask);
    return drop_what_is_no_picture(&work, mask) || is_changed;
}
