/* Copies of a passage of which a reader sees one: for phones and for wide screens, for the eye and for screen readers.

   A copy goes where the page says that a reader gets one of the two (names of elements such as "visible-xs",
   `aria-hidden`), and where two neighbours that are neither items of a list nor paragraphs are alike in all their words. What is said twice
   on purpose stays: quotes in forums, items of a list, a step that stands in each of several tabs. */
#include <string.h>

#include "buffer.h"
#include "signs.h"
#include "tidying.h"

/* What an element says of the text in it, as bits. */
enum { IS_KNOWN = 1, IS_QUOTE = 2, IS_UNSEEN = 4 };

typedef struct {
    const rl_kept_leaves *kept;
    rl_pool *pool;
    uint8_t *dropped;        /* by kept leaf */
    uint8_t *signs;          /* by node: IS_…, once it was looked at */
    rl_distinct texts;       /* of leaves */
    int32_t *last;           /* by text: the last kept leaf that has it */
    rl_distinct passages;    /* the kept words of elements */
    int32_t *passage_of;     /* by node: one more than the number of its words, once they were read */
} search;

static int32_t copy_length(const rl_kept_leaves *kept, int32_t position) {
    int32_t length = kept->page->derived.characters[kept->keep[position]];
    return length < RL_MAX_COPY_LENGTH ? length : RL_MAX_COPY_LENGTH;
}

/* The outermost elements around two nodes that hold only one of them: `_apart`. False where these are far. */
static bool find_apart(const rl_columns *columns, int32_t *node, int32_t *other) {
    int32_t above = columns->parent[*node];
    int levels = 1;
    for (; above >= 0 && columns->end[above] <= *other; levels++) {
        if (levels == RL_MAX_COPY_LEVELS) return false;
        *node = above;
        above = columns->parent[above];
    }
    for (levels = 0; levels < RL_MAX_COPY_LEVELS; levels++) {
        if (columns->parent[*other] == above) return above >= 0;
        *other = columns->parent[*other];
    }
    return false;
}

/* Whether what such elements hold is said twice on purpose: items of a list, and paragraphs of a text. */
static bool is_said(int32_t tag) {
    return tag == RL_TAG_LI || tag == RL_TAG_TR || tag == RL_TAG_OPTION || tag == RL_TAG_DD || tag == RL_TAG_P ||
           tag == RL_TAG_PRE || tag == RL_TAG_BLOCKQUOTE;
}

/* Whether two siblings of the same tag, neither items nor paragraphs, follow each other. */
static bool are_neighbours(const rl_columns *columns, int32_t one, int32_t other) {
    int32_t following = columns->end[one];
    while (following < other && columns->blank[following]) following++;
    return following == other && columns->tag[one] == columns->tag[other] && !is_said(columns->tag[one]);
}

/* ---- What elements say ---- */

static bool is_quote(const rl_columns *columns, int32_t node, rl_view name) {
    static const rl_word parts[] = {{"cite", 4}, {"quot", 4}};
    int32_t tag = columns->tag[node];
    return tag == RL_TAG_BLOCKQUOTE || tag == RL_TAG_Q || tag == RL_TAG_PRE ||
           rl_has_word(name, (rl_word_list){parts, 2});
}

/* Whether a name says that an element is for some devices or readers. */
static bool is_device_name(rl_view name) {
    if (rl_has_word(name, RL_DEVICE_PARTS)) return true;
    while (name.size)
        if (rl_is_word(rl_next_word(&name, ""), RL_DEVICE_WORDS)) return true;
    return false;
}

static bool is_aria_hidden(const rl_columns *columns, int32_t node) {
    static const char yes[] = "true";
    rl_sign sign;
    rl_sign_read(&sign, rl_value(columns, node, RL_ATTRIBUTE_ARIA_HIDDEN), strlen(yes) + 1);
    return sign.size == strlen(yes) && !memcmp(sign.bytes, yes, sign.size);
}

static uint8_t own_signs(search *work, int32_t node) {
    const rl_columns *columns = &work->kept->page->columns;
    if (!work->signs) work->signs = RL_TAKE_ZEROED(work->pool, uint8_t, (size_t)columns->count);
    if (work->signs[node]) return work->signs[node];
    rl_sign sign;
    rl_name_of(columns, node, &sign);
    rl_view name = rl_sign_view(&sign);
    uint8_t signs = IS_KNOWN;
    if (is_quote(columns, node, name)) signs |= IS_QUOTE;
    if (is_aria_hidden(columns, node) || is_device_name(name)) signs |= IS_UNSEEN;
    return work->signs[node] = signs;
}

/* What the elements around a leaf say, up to one. */
static uint8_t signs_of(search *work, int32_t node, int32_t top) {
    const int32_t *parent = work->kept->page->columns.parent;
    uint8_t signs = 0;
    for (node = parent[node]; node >= top; node = parent[node]) signs |= own_signs(work, node);
    return signs;
}

/* ---- What elements hold ---- */

/* Add the words of a text, with single spaces between them and the words before. */
static void put_words(rl_pool *pool, rl_buffer *words, rl_view text) {
    while (text.size) {
        rl_view word = rl_next_word(&text, "");
        if (!word.size) continue;
        if (words->size) rl_buffer_put(pool, words, (const uint8_t *)" ", 1);
        rl_buffer_put(pool, words, word.bytes, word.size);
    }
}

/* A number that elements share whose kept words are the same. */
static int32_t passage_in(search *work, int32_t node) {
    const rl_kept_leaves *kept = work->kept;
    const rl_columns *columns = &kept->page->columns;
    if (!work->passage_of) work->passage_of = RL_TAKE_ZEROED(work->pool, int32_t, (size_t)columns->count);
    if (work->passage_of[node]) return work->passage_of[node];
    rl_buffer words = {NULL, 0, 0};
    int32_t first = rl_first_kept(kept, 0, node), end = rl_first_kept(kept, first, columns->end[node]);
    for (int32_t i = first; i < end && i < first + RL_MAX_CONTAINER_LEAVES; i++)
        put_words(work->pool, &words, rl_text_of(columns, rl_kept_node(kept, i)));
    rl_buffer_reserve(work->pool, &words, 1);
    return work->passage_of[node] = rl_distinct_add(&work->passages, words.bytes, words.size) + 1;
}

/* ---- Which copies go ---- */

static void drop_inside(search *work, int32_t node) {
    const rl_kept_leaves *kept = work->kept;
    int32_t first = rl_first_kept(kept, 0, node);
    int32_t end = rl_first_kept(kept, first, kept->page->columns.end[node]);
    memset(work->dropped + first, 1, (size_t)(end - first));
}

/* Drop what is superfluous of a leaf and its copy: `_superfluous`. */
static void compare_copies(search *work, int32_t first, int32_t second) {
    const rl_columns *columns = &work->kept->page->columns;
    int32_t node = rl_kept_node(work->kept, first), copy = rl_kept_node(work->kept, second), one = node, other = copy;
    if (!find_apart(columns, &one, &other)) return;
    uint8_t signs = signs_of(work, node, one), copy_signs = signs_of(work, copy, other);
    bool is_unseen = signs & IS_UNSEEN, copy_is_unseen = copy_signs & IS_UNSEEN;
    if ((signs | copy_signs) & IS_QUOTE) return;
    if (!is_unseen && !copy_is_unseen && !are_neighbours(columns, one, other)) return;
    bool is_like = passage_in(work, one) == passage_in(work, other), is_first = is_unseen && !copy_is_unseen;
    if (is_like) drop_inside(work, is_first ? one : other);
    else if (is_unseen || copy_is_unseen) work->dropped[is_first ? first : second] = 1;
}

static void begin_search(search *work) {
    rl_seed seed = rl_seed_make(work->pool);
    rl_distinct_begin(&work->texts, work->pool, seed);
    rl_distinct_begin(&work->passages, work->pool, seed);
    work->last = RL_TAKE(work->pool, int32_t, RL_MAX_COPY_LEAVES);
    work->dropped = RL_TAKE_ZEROED(work->pool, uint8_t, (size_t)work->kept->count);
}

static bool take_out(const search *work, uint8_t *mask) {
    bool is_changed = false;
    for (int32_t i = 0; i < work->kept->count; i++) {
        if (!work->dropped[i]) continue;
        mask[work->kept->keep[i]] = 0;
        is_changed = true;
    }
    return is_changed;
}

/* Copies have the same length, and few other leaves have. */
bool rl_drop_copies(const rl_kept_leaves *kept, rl_pool *pool, uint8_t *mask) {
    int32_t with_length[RL_MAX_COPY_LENGTH + 1] = {0}, shared = 0;
    for (int32_t i = 0; i < kept->count; i++) {
        int32_t length = copy_length(kept, i);
        if (length >= RL_MIN_COPY_LENGTH) shared |= with_length[length]++;
    }
    if (!shared) return false;
    search work = {.kept = kept, .pool = pool};
    begin_search(&work);
    for (int32_t i = 0, looked_at = 0; i < kept->count && looked_at < RL_MAX_COPY_LEAVES; i++) {
        int32_t length = copy_length(kept, i), known = work.texts.count;
        if (length < RL_MIN_COPY_LENGTH || with_length[length] < 2) continue;
        rl_view text = rl_text_of(&kept->page->columns, rl_kept_node(kept, i));
        int32_t number = rl_distinct_add(&work.texts, text.bytes, text.size);
        if (number < known && !work.dropped[work.last[number]] && !work.dropped[i])
            compare_copies(&work, work.last[number], i);
        work.last[number] = i;
        looked_at++;
    }
    return take_out(&work, mask);
}
