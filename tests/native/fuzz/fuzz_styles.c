/* Any bytes as a style sheet, and as the style of an element, of a small page; or, from a `<` on, as a page of its own. */
#include <string.h>

#include "harness.h"

static const char *const PIECES[] = {
    "<link rel=stylesheet><style>", "</style><body class=a><div id=b class='c a'>one<p class=d data-x=yz title=t>two"
    "<span hidden>three</span><details>four<summary>five</summary><x-y>six</x-y></details></p><input checked><ul><li>"
    "seven<li class=c>eight<li>nine</ul></div><a href=#b style='", "'>ten</a><noscript>eleven</noscript>",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t page[3 * FUZZ_STYLE_BYTES];
    size_t at = INPUT_HEADER, given = size > INPUT_HEADER ? size - INPUT_HEADER : 0;
    if (given && data[INPUT_HEADER] == '<') return fuzz_page_use(data, size, use_visibility);
    if (given > FUZZ_STYLE_BYTES) given = FUZZ_STYLE_BYTES;
    memcpy(page, "00", INPUT_HEADER);
    for (size_t piece = 0; piece < sizeof PIECES / sizeof PIECES[0]; piece++) {
        memcpy(page + at, PIECES[piece], strlen(PIECES[piece]));
        at += strlen(PIECES[piece]);
        if (piece < 2 && given) memcpy(page + at, data + INPUT_HEADER, given);
        at += piece < 2 ? given : 0;
    }
    return fuzz_page_use(page, at, use_visibility);
}
