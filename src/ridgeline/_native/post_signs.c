#include "post_signs.h"

#include "lowering.h"
#include "post_tables.h"

enum {
    MAX_NAME_LEAVES = 6,
    MAX_NAME_LENGTH = 120,  /* characters */
    MAX_ITEM = 1000,        /* characters of a list of items */
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const rl_word ITEMS_OF_AUTHORS[] = {{"author", 6}, {"creator", 7}};
static const rl_word ITEMS_OF_DATES[] = {
    {"commenttime", 11}, {"datecreated", 11}, {"datemodified", 12}, {"datepublished", 13}, {"uploaddate", 10},
};

void rl_count_leaves(const rl_page *page, int32_t *leaf_of, int64_t *lengths) {
    const rl_derived *derived = &page->derived;
    int32_t leaf = 0;
    int64_t length = 0;
    for (int32_t row = 0; row <= page->columns.count; row++) {
        leaf_of[row] = leaf;
        lengths[row] = length;
        if (leaf < derived->leaf_count && derived->leaves[leaf] == row) length += derived->characters[leaf++];
    }
}

/* Whether one of the names in `itemprop` is one of these words. */
static bool has_item(rl_view items, rl_word_list words) {
    uint8_t lower[RL_POST_NAME_BYTES];
    const uint8_t *end = items.bytes + (items.size < MAX_ITEM ? items.size : MAX_ITEM);
    for (const uint8_t *at = items.bytes; at < end;) {
        const uint8_t *begin = at;
        while (at < end && *at > ' ') at++;
        if (at > begin && rl_is_word((rl_view){lower, rl_post_lower(lower, begin, at)}, words)) return true;
        at += at < end;
    }
    return false;
}

/* Whether an element shows as much text as a name has. */
static bool is_short(const rl_post_columns *found, int32_t row, int32_t end) {
    int32_t leaves = found->leaf_of[end] - found->leaf_of[row];
    return leaves > 0 && leaves <= MAX_NAME_LEAVES && found->lengths[end] - found->lengths[row] <= MAX_NAME_LENGTH;
}

/* What the attributes of an element say, but for whom it names. */
static void read_attributes(const rl_columns *columns, int32_t row, rl_post_memory *memory, rl_post_columns *found) {
    const rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        const rl_slice value = columns->attribute_value[i];
        if (value.length == RL_NO_VALUE || !value.length) continue;
        const rl_view view = {rl_bytes(columns, value), value.length};
        switch (columns->attribute_name[i]) {
        case RL_ATTRIBUTE_CLASS: found->of_class[row] = rl_post_known_meaning(memory, view); break;
        case RL_ATTRIBUTE_ID: found->of_id[row] = rl_post_known_meaning(memory, view); break;
        case RL_ATTRIBUTE_ITEMPROP:
            found->of_item[row] = rl_post_known_meaning(memory, view);
            found->is_author[row] |= has_item(view, (rl_word_list){ITEMS_OF_AUTHORS, COUNT_OF(ITEMS_OF_AUTHORS)});
            break;
        case RL_ATTRIBUTE_HREF: found->links[row] = rl_link_kinds(view); break;
        default: break;
        }
    }
}

rl_post_columns rl_read_post_columns(const rl_page *page, rl_pool *pool) {
    const rl_columns *columns = &page->columns;
    const size_t count = (size_t)columns->count;
    const int32_t stated = rl_attribute_named(columns, "data-author");
    rl_post_memory *memory = RL_TAKE_ZEROED(pool, rl_post_memory, 1);
    rl_post_columns found = {RL_TAKE_ZEROED(pool, uint32_t, count), RL_TAKE_ZEROED(pool, uint32_t, count),
                             RL_TAKE_ZEROED(pool, uint32_t, count), RL_TAKE_ZEROED(pool, uint8_t, count),
                             RL_TAKE(pool, int32_t, count + 1),     RL_TAKE(pool, int64_t, count + 1),
                             RL_TAKE_ZEROED(pool, uint8_t, count)};
    rl_count_leaves(page, found.leaf_of, found.lengths);
    for (int32_t row = 0; row < columns->count; row++) {
        if (columns->tag[row] == RL_TAG_TEXT || !columns->content[row].length) continue;
        read_attributes(columns, row, memory, &found);
        bool is_named = (found.of_class[row] & RL_POST_AUTHOR) || (found.links[row] & RL_LINK_PERSON);
        if ((is_named && is_short(&found, row, columns->end[row])) || (stated >= 0 && rl_attribute(columns, row, stated)))
            found.is_author[row] = 1;
    }
    return found;
}

/* --- Dates. */

static inline bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/* Whether a text begins like 2024-05-12T19:48. */
static bool is_stamp(rl_view text) {
    static const char FORM[] = "0000-00-00 00:00";
    text = rl_strip(text);
    if (text.size < sizeof FORM - 1) return false;
    for (size_t i = 0; i < sizeof FORM - 1; i++) {
        uint8_t byte = text.bytes[i];
        if (FORM[i] == '0' ? !is_digit(byte) : FORM[i] == ' ' ? byte != ' ' && byte != 'T' : byte != (uint8_t)FORM[i]) return false;
    }
    return true;
}

bool rl_may_be_labelled(const rl_page *page, int32_t leaf) {
    return leaf > 0 && rl_may_label_other_date(rl_text_of(&page->columns, page->derived.leaves[leaf - 1]));
}

rl_stated_dates rl_read_stated_dates(const rl_page *page, rl_pool *pool) {
    const rl_columns *columns = &page->columns;
    const rl_derived *derived = &page->derived;
    const size_t count = (size_t)columns->count;
    int32_t leaf = 0;
    rl_stated_dates found = {RL_TAKE_ZEROED(pool, uint8_t, count), RL_TAKE(pool, int32_t, count), RL_TAKE(pool, int32_t, count), 0, 0};
    for (int32_t row = 0; row < columns->count; row++) {
        if (leaf < derived->leaf_count && derived->leaves[leaf] < row) leaf++;
        if (columns->tag[row] == RL_TAG_TEXT || (!columns->content[row].length && columns->tag[row] != RL_TAG_TIME)) continue;
        rl_view items = rl_value(columns, row, RL_ATTRIBUTE_ITEMPROP);
        if (items.size && has_item(items, (rl_word_list){ITEMS_OF_DATES, COUNT_OF(ITEMS_OF_DATES)})) found.is_date[row] = 1;
        if (is_stamp(rl_value(columns, row, RL_ATTRIBUTE_TITLE))) found.titled[found.titled_count++] = row;
        if (columns->tag[row] != RL_TAG_TIME) continue;
        if (rl_may_be_labelled(page, leaf)) found.doubtful[found.doubtful_count++] = row;
        else found.is_date[row] = 1;
    }
    return found;
}
