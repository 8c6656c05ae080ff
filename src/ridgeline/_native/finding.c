#include "finding.h"

#include <string.h>

#include "characters.h"
#include "utf8.h"

rl_wanted rl_want(rl_view text) {
    static const char COMMON[] = "zqxjkvbpygfwmucldrhsnioate ";  /* of ASCII, the most common last */
    rl_wanted wanted = {text, 0};
    const char *least = COMMON + sizeof COMMON;
    for (size_t i = 0; i < text.size; i++) {
        const char *place = text.bytes[i] < 0x80 ? memchr(COMMON, text.bytes[i], sizeof COMMON - 1) : COMMON + sizeof COMMON - 1;
        if (!place) place = COMMON;
        if (place < least) least = place, wanted.rarest = i;
    }
    return wanted;
}

bool rl_has_text(rl_view text, const rl_wanted *wanted) {
    const size_t size = wanted->text.size, rarest = wanted->rarest;
    if (!size || text.size < size) return false;
    const uint8_t *at = text.bytes + rarest, *last = rl_end_of(text) - (size - rarest);
    while (at <= last && (at = memchr(at, wanted->text.bytes[rarest], (size_t)(last - at) + 1))) {
        if (!memcmp(at - rarest, wanted->text.bytes, size)) return true;
        at++;
    }
    return false;
}

size_t rl_fold_line(rl_view text, uint8_t *to, int *has) {
    size_t size = 0;
    *has = 0;
    for (const uint8_t *at = text.bytes, *end = rl_end_of(text); at < end;) {
        const uint8_t *begin = at, byte = *at;
        const uint8_t kind = byte < 0x80 ? RL_KINDS[*at++] : rl_kind(rl_decode(&at, end));
        if (kind & RL_KIND_SPACE) {
            if (size && to[size - 1] != ' ') to[size++] = ' ';
            continue;
        }
        if (kind & RL_KIND_DIGIT || byte == '&') *has |= RL_LINE_DIGIT;
        if (byte == '&' || byte < ' ' || (byte >= 0x7F && !(kind & RL_KIND_LETTER))) *has |= RL_LINE_OTHER;
        while (begin < at) to[size++] = *begin++;
    }
    return size && to[size - 1] == ' ' ? size - 1 : size;
}
