#include "urls.h"

#include <string.h>

#include "characters.h"
#include "leaves.h"
#include "lowering.h"
#include "signs.h"
#include "utf8.h"

enum {
    MAX_URL_LENGTH = 8192,  /* characters; servers refuse longer ones */
    MAX_LABEL_LENGTH = 200,
    MAX_SOURCES = 8,        /* of one picture */
};

static const rl_view NONE = {NULL, 0};

static bool is_ascii_letter(uint8_t byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }
static uint8_t lowered(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte | 0x20 : byte; }

static bool starts_with(rl_view text, const char *start) {
    size_t size = strlen(start);
    return text.size >= size && !memcmp(text.bytes, start, size);
}

static bool equals_in_any_case(rl_view text, const char *word) {
    if (text.size != strlen(word)) return false;
    for (size_t i = 0; i < text.size; i++)
        if (lowered(text.bytes[i]) != (uint8_t)word[i]) return false;
    return true;
}

static rl_view from(rl_view text, size_t start) { return (rl_view){text.bytes + start, text.size - start}; }
static rl_view upto(rl_view text, size_t size) { return (rl_view){text.bytes, size}; }

/* Where the first of some ASCII characters stands; the size where none does. */
static size_t find_any(rl_view text, const char *characters) {
    uint64_t wanted[2] = {0, 0};
    for (; *characters; characters++) wanted[*characters >> 6] |= UINT64_C(1) << (*characters & 63);
    for (size_t i = 0; i < text.size; i++)
        if (text.bytes[i] < 0x80 && wanted[text.bytes[i] >> 6] >> (text.bytes[i] & 63) & 1) return i;
    return text.size;
}

static rl_view joined(rl_pool *pool, rl_view first, rl_view second) {
    uint8_t *bytes = RL_TAKE(pool, uint8_t, rl_add(pool, first.size, second.size) + 1);
    if (first.size) memcpy(bytes, first.bytes, first.size);
    if (second.size) memcpy(bytes + first.size, second.bytes, second.size);
    return (rl_view){bytes, first.size + second.size};
}

static size_t count_characters(rl_view text) {
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += !rl_continues(text.bytes[i]);
    return count;
}

/* ---- Hosts and schemes ---- */

/* What stands between brackets has to be an IPv6 address, roughly: hexadecimal digits, colons, full stops, a zone. */
static bool is_bracketed_host(rl_view host) {
    size_t at = find_any(host, "@");
    rl_view name = at < host.size ? from(host, at + 1) : host;
    if (!name.size || name.bytes[0] != '[') return false;
    size_t end = find_any(name, "]");
    if (end == name.size || end < 3) return false;
    for (size_t i = 1; i < end; i++)
        if (!strchr("0123456789abcdefABCDEF:.%vV", name.bytes[i])) return false;
    rl_view after = from(name, end + 1);
    return find_any(after, "[]") == after.size && (!after.size || after.bytes[0] == ':');
}

/* Whether there is a host without characters that none can have, and any brackets in it are those of an IPv6 address. */
static bool is_host(rl_view host) {
    for (size_t i = 0; i < host.size; i++)
        if (host.bytes[i] <= 0x20) return false;
    if (find_any(host, "\"<>\\^`{|}") < host.size) return false;
    if (find_any(host, "[]") == host.size) return host.size > 0;
    return is_bracketed_host(host);
}

/* The length of a scheme with its colon at the beginning of a reference; 0 for none. */
static size_t scheme_length(rl_view url) {
    if (!url.size || !is_ascii_letter(url.bytes[0])) return 0;
    for (size_t i = 1; i < url.size; i++) {
        uint8_t byte = url.bytes[i];
        if (byte == ':') return i + 1;
        if (!is_ascii_letter(byte) && !(byte >= '0' && byte <= '9') && byte != '+' && byte != '.' && byte != '-') return 0;
    }
    return 0;
}

static rl_view read_absolute(rl_pool *pool, rl_view url, size_t length) {
    static const char *const SCHEMES[] = {"http", "https", "ftp", "mailto", "tel"};
    rl_view scheme = upto(url, length - 1), rest = from(url, length);
    int known = -1;
    for (int i = 0; i < 5; i++)
        if (equals_in_any_case(scheme, SCHEMES[i])) known = i;
    if (known < 0 || !rest.size) return NONE;
    uint8_t *bytes = RL_TAKE(pool, uint8_t, url.size);
    for (size_t i = 0; i < url.size; i++) bytes[i] = i < length ? lowered(url.bytes[i]) : url.bytes[i];
    if (known < 3) {
        uint8_t *start = bytes + length;
        bool is_slanted = rest.bytes[0] == '\\' || (rest.size > 1 && rest.bytes[1] == '\\');
        for (size_t i = 0, left = 2; is_slanted && i < rest.size && left; i++)
            if (start[i] == '\\') start[i] = '/', left--;
        rl_view after = {start, rest.size};
        if (!starts_with(after, "//")) return NONE;
        rl_view host = from(after, 2);
        if (!is_host(upto(host, find_any(host, "/?#\\")))) return NONE;
    }
    return (rl_view){bytes, url.size};
}

/* A reference that cannot be taken for one with a scheme, even if it is decoded once more. */
static rl_view read_relative(rl_pool *pool, rl_view url) {
    if (starts_with(url, "//")) {
        rl_view host = from(url, 2);
        if (!is_host(upto(host, find_any(host, "/?#\\")))) return NONE;
    }
    rl_view first = upto(url, find_any(url, "/?#"));
    for (const uint8_t *at = first.bytes, *end = rl_end_of(first); at < end;) {
        uint32_t point = rl_decode(&at, end);
        if (!rl_is_word_character(point) && point != '.' && point != '~' && point != '-')
            return joined(pool, (rl_view){(const uint8_t *)"./", 2}, url);
    }
    return url;
}

/* ---- Joining ---- */

static bool is_dots(rl_view segment) {
    return (segment.size == 1 || segment.size == 2) && segment.bytes[0] == '.' && segment.bytes[segment.size - 1] == '.';
}

static rl_view next_segment(rl_view path, size_t *at) {
    rl_view rest = from(path, *at);
    rl_view segment = upto(rest, find_any(rest, "/"));
    *at += segment.size + 1;
    return segment;
}

static bool has_dot_segments(rl_view path) {
    for (size_t at = 0; at <= path.size;)
        if (is_dots(next_segment(path, &at))) return true;
    return false;
}

/* A path that begins with a slash without "." and ".." and without empty segments but the last: RFC 3986, 5.2.4. */
static rl_view without_dots(rl_pool *pool, rl_view path) {
    uint8_t *bytes = RL_TAKE(pool, uint8_t, path.size + 2);
    size_t size = 0;
    bool is_open = true;  /* whether a slash is still to be written at the end */
    for (size_t at = 1; at <= path.size;) {
        rl_view segment = next_segment(path, &at);
        bool is_last = at > path.size;
        is_open = is_last && (is_dots(segment) || !segment.size);
        if (is_dots(segment)) {
            if (segment.size == 2)
                while (size && bytes[--size] != '/') continue;
        } else if (segment.size) {
            bytes[size++] = '/';
            memcpy(bytes + size, segment.bytes, segment.size);
            size += segment.size;
        }
    }
    if (is_open || !size) bytes[size++] = '/';
    return (rl_view){bytes, size};
}

static rl_view join_base(rl_pool *pool, const rl_base *base, rl_view reference) {
    if (starts_with(reference, "//")) {
        rl_view host = from(reference, 2);
        if (!is_host(upto(host, find_any(host, "/?#\\")))) return NONE;
        return joined(pool, upto(base->url, find_any(base->url, ":") + 1), reference);
    }
    size_t path_size = find_any(reference, "?#");
    rl_view path = upto(reference, path_size), rest = from(reference, path_size);
    if (path.size && has_dot_segments(path)) {
        rl_view whole = path.bytes[0] == '/' ? path : joined(pool, from(base->directory, base->origin.size), path);
        return joined(pool, joined(pool, base->origin, without_dots(pool, whole)), rest);
    }
    if (reference.bytes[0] == '#') return joined(pool, upto(base->url, find_any(base->url, "#")), reference);
    if (reference.bytes[0] == '?') return joined(pool, base->document, reference);
    return joined(pool, reference.bytes[0] == '/' ? base->origin : base->directory, reference);
}

/* A reference without what browsers strip: spaces and control characters at its ends, tabs and line ends inside. */
static rl_view cleaned(rl_pool *pool, rl_view reference) {
    const uint8_t *start = reference.bytes, *end = rl_end_of(reference);
    while (start < end && *start <= 0x20) start++;
    while (end > start && end[-1] <= 0x20) end--;
    rl_view url = {start, (size_t)(end - start)};
    if (find_any(url, "\t\n\r") == url.size) return url;
    uint8_t *bytes = RL_TAKE(pool, uint8_t, url.size), *to = bytes;
    for (; start < end; start++)
        if (*start != '\t' && *start != '\n' && *start != '\r') *to++ = *start;
    return (rl_view){bytes, (size_t)(to - bytes)};
}

/* A URL made absolute where there is a base; NONE where it is malformed or has no safe scheme. */
static rl_view resolve(rl_pool *pool, const rl_base *base, rl_view reference) {
    if (!reference.size || reference.size > 4 * MAX_URL_LENGTH || count_characters(reference) > MAX_URL_LENGTH)
        return NONE;
    rl_view url = cleaned(pool, reference);
    if (!url.size) return NONE;
    size_t length = scheme_length(url);
    if (length) return read_absolute(pool, url, length);
    return base->url.size ? join_base(pool, base, url) : read_relative(pool, url);
}

/* Characters that could end an attribute or a Markdown link, or hide something. */
static bool is_unsafe(uint32_t point) {
    static const bool UNSAFE[0x7F] = {['"'] = true, ['<'] = true, ['>'] = true, ['\\'] = true, ['^'] = true,
                                      ['`'] = true, ['{'] = true, ['|'] = true, ['}'] = true};
    if (point < 0x7F) return point <= 0x20 || UNSAFE[point];
    if (point <= 0xA0 || point == 0xAD || point == 0x1680 || point == 0x3000 || point == 0xFEFF) return true;
    return (point >= 0x2000 && point <= 0x200F) || (point >= 0x2028 && point <= 0x202F) ||
           (point >= 0x205F && point <= 0x206F) || (point >= 0xFFF9 && point <= 0xFFFB);
}

static rl_view percent_encoded(rl_pool *pool, rl_view url) {
    static const char DIGITS[] = "0123456789ABCDEF";
    size_t unsafe = 0;
    for (const uint8_t *at = url.bytes, *end = rl_end_of(url); at < end;) {
        const uint8_t *start = at;
        if (is_unsafe(rl_decode(&at, end))) unsafe += (size_t)(at - start);
    }
    if (!unsafe) return url;
    uint8_t *bytes = RL_TAKE(pool, uint8_t, url.size + 2 * unsafe), *to = bytes;
    for (const uint8_t *at = url.bytes, *end = rl_end_of(url); at < end;) {
        const uint8_t *start = at;
        bool is_encoded = is_unsafe(rl_decode(&at, end));
        for (; start < at; start++) {
            if (!is_encoded) {
                *to++ = *start;
                continue;
            }
            *to++ = '%';
            *to++ = (uint8_t)DIGITS[*start >> 4];
            *to++ = (uint8_t)DIGITS[*start & 15];
        }
    }
    return (rl_view){bytes, (size_t)(to - bytes)};
}

/* ---- The base of a page ---- */

static rl_base base_of(rl_pool *pool, rl_view url) {
    if (!url.bytes || !(starts_with(url, "http://") || starts_with(url, "https://"))) return (rl_base){NONE, NONE, NONE, NONE};
    rl_view document = upto(url, find_any(url, "?#"));
    size_t start = find_any(url, ":") + 3;
    rl_view after = from(document, start);
    size_t path = start + find_any(after, "/");
    if (path == document.size) document = joined(pool, document, (rl_view){(const uint8_t *)"/", 1});
    size_t directory = document.size;
    while (document.bytes[directory - 1] != '/') directory--;
    return (rl_base){url, upto(document, path), upto(document, directory), document};
}

static bool is_canonical(const rl_columns *columns, int32_t row) {
    return equals_in_any_case(rl_strip(rl_value(columns, row, RL_ATTRIBUTE_REL)), "canonical");
}

static bool is_stated_url(const rl_columns *columns, int32_t row) {
    rl_view property = rl_value(columns, row, RL_ATTRIBUTE_PROPERTY);
    return property.size == strlen("og:url") && starts_with(property, "og:url");
}

/* What relative addresses are relative to: the page's `base`, its URL, or the address that it says it has. */
static rl_base find_base(const rl_columns *columns, rl_view url, rl_pool *pool) {
    static const rl_base NOTHING = {{NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}};
    rl_view canonical = NONE, stated = NONE, given = NONE;
    for (int32_t row = 0; row < columns->count; row++) {
        int32_t tag = columns->tag[row];
        if (tag == RL_TAG_BASE && !given.bytes) given = rl_value(columns, row, RL_ATTRIBUTE_HREF);
        if (tag == RL_TAG_LINK && !canonical.bytes && is_canonical(columns, row))
            canonical = rl_value(columns, row, RL_ATTRIBUTE_HREF);
        if (tag == RL_TAG_META && !stated.bytes && is_stated_url(columns, row))
            stated = rl_value(columns, row, RL_ATTRIBUTE_CONTENT);
    }
    rl_base own = base_of(pool, resolve(pool, &NOTHING, url));
    if (!own.url.size) own = base_of(pool, resolve(pool, &NOTHING, canonical));
    if (!own.url.size) own = base_of(pool, resolve(pool, &NOTHING, stated));
    rl_base of_element = given.bytes ? base_of(pool, resolve(pool, &own, given)) : NOTHING;
    return of_element.url.size ? of_element : own;
}

rl_view rl_base_url(const rl_columns *columns, rl_view url, rl_pool *pool) { return find_base(columns, url, pool).url; }

rl_view rl_resolve(rl_view reference, rl_view base, bool is_encoded, rl_pool *pool) {
    rl_base whole = base_of(pool, base);
    rl_view url = resolve(pool, &whole, reference);
    return is_encoded && url.bytes ? percent_encoded(pool, url) : url;
}

void rl_links_begin(rl_links *links, const rl_columns *columns, rl_view url, rl_pool *pool) {
    *links = (rl_links){.columns = columns, .pool = pool, .base = find_base(columns, url, pool)};
    links->known = RL_TAKE(pool, rl_view, (size_t)columns->count);
    links->is_known = RL_TAKE_ZEROED(pool, uint8_t, (size_t)columns->count);
    links->characters_left = 1000000 + 2 * (int64_t)columns->source_size;
}

/* ---- Addresses ---- */

static rl_view within_budget(rl_links *links, rl_view text) {
    links->characters_left -= (int64_t)text.size;
    return links->characters_left > 0 ? text : NONE;
}

static bool is_tracking(rl_view name) {
    static const char *const names[] = {
        "_hsenc", "_hsmi", "_openstat", "dclid", "fbclid", "gbraid", "gclid", "gclsrc", "hsctatracking", "igsh", "igshid",
        "mc_cid", "mc_eid", "mkt_tok", "msclkid", "oly_anon_id", "oly_enc_id", "rb_clickid", "s_cid", "ttclid", "twclid",
        "vero_id", "wbraid", "wickedid", "yclid"};
    static const char *const beginnings[] = {"utm_", "pk_", "mtm_", "__hs"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (equals_in_any_case(name, names[i])) return true;
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (name.size >= 4 && equals_in_any_case((rl_view){name.bytes, strlen(beginnings[i])}, beginnings[i])) return true;
    return false;
}

/* An address without the parameters by which readers are followed from page to page. */
static rl_view without_tracking(rl_pool *pool, rl_view url) {
    const uint8_t *query = memchr(url.bytes, '?', url.size), *end = rl_end_of(url);
    if (!query) return url;
    const uint8_t *fragment = memchr(query, '#', (size_t)(end - query)), *last = fragment ? fragment : end;
    uint8_t *clean = RL_TAKE(pool, uint8_t, url.size), *to = clean + (query - url.bytes);
    memcpy(clean, url.bytes, (size_t)(query - url.bytes));
    uint8_t mark = '?';
    for (const uint8_t *at = query + 1; at <= last;) {
        rl_view parameter = rl_before((rl_view){at, (size_t)(last - at)}, '&');
        if (parameter.size && !is_tracking(rl_before(parameter, '='))) {
            *to++ = mark;
            mark = '&';
            memcpy(to, parameter.bytes, parameter.size);
            to += parameter.size;
        }
        at += parameter.size + 1;
    }
    if (end > last) memcpy(to, last, (size_t)(end - last));
    return (rl_view){clean, (size_t)(to - clean) + (size_t)(end - last)};
}

/* Where the address of the page is unknown, an address of a host alone is taken for one of the usual kind. */
static rl_view with_scheme(rl_pool *pool, rl_view url) {
    static const char SCHEME[] = "https:";
    if (!starts_with(url, "//")) return url;
    uint8_t *bytes = RL_TAKE(pool, uint8_t, rl_add(pool, url.size, sizeof SCHEME));
    memcpy(bytes, SCHEME, sizeof SCHEME - 1);
    memcpy(bytes + sizeof SCHEME - 1, url.bytes, url.size);
    return (rl_view){bytes, url.size + sizeof SCHEME - 1};
}

rl_view rl_links_safe(rl_links *links, rl_view reference) {
    rl_view url = resolve(links->pool, &links->base, reference);
    if (!url.bytes) return NONE;
    url = with_scheme(links->pool, url);
    return percent_encoded(links->pool, links->is_clean ? without_tracking(links->pool, url) : url);
}

rl_view rl_links_target(rl_links *links, int32_t row, rl_view url) {
    if (row < 0) return within_budget(links, rl_links_safe(links, url));
    if (!links->is_known[row]) {
        links->known[row] = rl_links_safe(links, rl_value(links->columns, row, RL_ATTRIBUTE_HREF));
        links->is_known[row] = true;
    }
    return within_budget(links, links->known[row]);
}

rl_view rl_links_label(rl_links *links, int32_t row, int32_t attribute) {
    rl_view label = rl_value(links->columns, row, attribute);
    if (!label.size) return NONE;
    rl_view line = rl_one_line(rl_without_carriers(label, links->pool), links->pool);
    const uint8_t *at = line.bytes, *end = rl_end_of(line);
    for (int i = 0; i < MAX_LABEL_LENGTH && at < end; i++) rl_decode(&at, end);
    return at > line.bytes ? within_budget(links, (rl_view){line.bytes, (size_t)(at - line.bytes)}) : NONE;
}

rl_view rl_links_name(rl_links *links, int32_t row) {
    rl_view name = rl_links_label(links, row, RL_ATTRIBUTE_ALT);
    return name.bytes || links->columns->tag[row] == RL_TAG_IMG ? name : rl_links_label(links, row, RL_ATTRIBUTE_ARIA_LABEL);
}

rl_view rl_links_title(rl_links *links, int32_t row) {
    rl_view title = rl_links_label(links, row, RL_ATTRIBUTE_TITLE);
    return title.bytes ? title : rl_links_label(links, row, RL_ATTRIBUTE_ARIA_LABEL);
}

/* An address that shows something: no mail and no telephone number. */
static rl_view shown(rl_links *links, rl_view reference) {
    rl_view url = rl_links_safe(links, reference);
    return url.bytes && (starts_with(url, "mailto:") || starts_with(url, "tel:")) ? NONE : url;
}

/* The first address of a `srcset`. */
static rl_view first_candidate(rl_view set) {
    const uint8_t *at = set.bytes, *end = rl_end_of(set), *start = at;
    for (; at < end; start = at) {
        uint32_t point = rl_decode(&at, end);
        if (point != ',' && !(rl_kind(point) & RL_KIND_SPACE)) break;
    }
    const uint8_t *stop = start;
    for (at = start; at < end; stop = at)
        if (rl_kind(rl_decode(&at, end)) & RL_KIND_SPACE) break;
    while (stop > start && stop[-1] == ',') stop--;
    return (rl_view){start, (size_t)(stop - start)};
}

static bool is_invisible_size(rl_view size) {
    if (size.size != 1 && !(size.size == 3 && size.bytes[1] == 'p' && size.bytes[2] == 'x')) return false;
    return size.bytes[0] == '0' || size.bytes[0] == '1';
}

/* Whether an address is that of a picture that only takes room. */
static bool is_spacer(rl_view url) {
    static const char *const NAMES[] = {"spacer", "blank", "clear", "pixel", "transparent", "trans", "1x1"};
    rl_view path = upto(url, find_any(url, "?#"));
    if (path.size < 4) return false;
    rl_view extension = from(path, path.size - 4);
    if (!equals_in_any_case(extension, ".gif") && !equals_in_any_case(extension, ".png")) return false;
    for (int i = 0; i < 7; i++) {
        size_t size = strlen(NAMES[i]), end = path.size - 4;
        if (end >= size && equals_in_any_case((rl_view){path.bytes + end - size, size}, NAMES[i])) return true;
    }
    return false;
}

/* The address of a picture in any attribute whose name begins with "data-": scripts have many names for it. */
static rl_view data_address(rl_links *links, int32_t row) {
    const rl_columns *columns = links->columns;
    rl_slice own = columns->content[row];
    for (uint32_t i = own.offset; i < own.offset + own.length; i++) {
        rl_slice name = columns->attribute_names[columns->attribute_name[i]], value = columns->attribute_value[i];
        if (name.length < 5 || memcmp(rl_bytes(columns, name), "data-", 5) != 0) continue;
        if (!value.length || value.length == RL_NO_VALUE || value.length > RL_MAX_ADDRESS) continue;
        rl_view address = {rl_bytes(columns, value), value.length};
        rl_sign sign;
        rl_sign_read(&sign, address, RL_MAX_ADDRESS);
        rl_view path = upto(rl_sign_view(&sign), find_any(rl_sign_view(&sign), "?#"));
        if (rl_ends_with_word(path, RL_PICTURE_ENDS) && find_any(address, " {[") == address.size) return shown(links, address);
    }
    return NONE;
}

/* Pages load images late: then the address is in one of these, and `src` is a placeholder. */
static rl_view image_address(rl_links *links, int32_t row) {
    static const int LATE[] = {RL_ATTRIBUTE_DATA_SRC, RL_ATTRIBUTE_DATA_ORIGINAL, RL_ATTRIBUTE_DATA_LAZY_SRC};
    static const int SETS[] = {RL_ATTRIBUTE_SRCSET, RL_ATTRIBUTE_DATA_SRCSET};
    const rl_columns *columns = links->columns;
    rl_view url = NONE;
    for (int i = 0; i < 3 && !url.bytes; i++) url = shown(links, rl_value(columns, row, LATE[i]));
    if (!url.bytes) {
        rl_view placeholder = shown(links, rl_value(columns, row, RL_ATTRIBUTE_SRC));
        if (!placeholder.bytes || is_spacer(placeholder)) url = data_address(links, row);
        if (!url.bytes) url = placeholder;
    }
    for (int i = 0; i < 2 && !url.bytes; i++) url = shown(links, first_candidate(rl_value(columns, row, SETS[i])));
    int32_t parent = columns->parent[row];
    if (parent < 0 || columns->tag[parent] != RL_TAG_PICTURE) return url;
    for (int32_t i = parent + 1; i < row && i <= parent + MAX_SOURCES && !url.bytes; i++)
        for (int j = 0; j < 2 && !url.bytes; j++) url = shown(links, first_candidate(rl_value(columns, i, SETS[j])));
    return url;
}

rl_view rl_links_image(rl_links *links, int32_t row) {
    const rl_columns *columns = links->columns;
    if (is_invisible_size(rl_value(columns, row, RL_ATTRIBUTE_WIDTH)) ||
        is_invisible_size(rl_value(columns, row, RL_ATTRIBUTE_HEIGHT)))
        return NONE;
    rl_view url = image_address(links, row);
    return url.bytes && !rl_value(columns, row, RL_ATTRIBUTE_ALT).size && is_spacer(url) ? NONE : url;
}

rl_view rl_links_embedded(rl_links *links, int32_t row) {
    static const int OWN[] = {RL_ATTRIBUTE_SRC, RL_ATTRIBUTE_DATA, RL_ATTRIBUTE_DATA_SRC};
    const rl_columns *columns = links->columns;
    rl_view url = NONE;
    for (int i = 0; i < 3 && !url.bytes; i++) url = shown(links, rl_value(columns, row, OWN[i]));
    for (int32_t i = row + 1; i < columns->end[row] && !url.bytes; i++) {
        rl_view source = rl_value(columns, i, RL_ATTRIBUTE_SRC);
        if (!source.size) continue;
        url = shown(links, source);
        break;
    }
    return url;
}
