/* Finds out whether a page may have formulas, which are written in Python: `ridgeline.text.formulas`. */
#include <string.h>

#include "notation.h"
#include "notation_tables.h"

/* Names that HTML does not know: MathJax's, and MathML with a prefix. */
static bool has_foreign_formulas(const rl_columns *columns) {
    static const rl_word names[] = {{":math", 5}, {"mjx-container", 13}};
    for (int32_t i = 0; i < columns->tag_name_count; i++) {
        rl_view name = {rl_bytes(columns, columns->tag_names[i]), columns->tag_names[i].length};
        if (rl_ends_with_word(name, (rl_word_list){names, 2})) return true;
    }
    return false;
}

/* Whether the alternative text, the class or the address of an image may be that of a formula. */
static bool may_be_formula(const rl_columns *columns, int32_t image) {
    rl_view text = rl_value(columns, image, RL_ATTRIBUTE_ALT), address = rl_value(columns, image, RL_ATTRIBUTE_SRC);
    if (address.size > RL_MAX_PROGRAM_LENGTH) address.size = RL_MAX_PROGRAM_LENGTH;
    if (text.size && (memchr(text.bytes, '\\', text.size) || memchr(text.bytes, '^', text.size) || memchr(text.bytes, '$', text.size)))
        return true;
    return rl_has_word_in_any_case(rl_value(columns, image, RL_ATTRIBUTE_CLASS), RL_FORMULA_PARTS) ||
           rl_has_word_in_any_case(address, RL_FORMULA_PROGRAMS);
}

bool rl_may_have_formulas(const rl_page *page, const int32_t *keep, int32_t count) {
    const rl_columns *columns = &page->columns;
    if (page->derived.has_formulas || has_foreign_formulas(columns)) return true;
    for (int32_t i = 0; i < count; i++) {
        int32_t node = page->derived.leaves[keep[i]];
        if (columns->tag[node] == RL_TAG_IMG && may_be_formula(columns, node)) return true;
    }
    return false;
}
