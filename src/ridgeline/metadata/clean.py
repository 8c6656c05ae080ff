"""What a page says, made fit to hand out: folded, without control characters, bounded; addresses absolute."""

import html
import re
from urllib.parse import urljoin, urlsplit

# Characters that show nothing and change how the rest is shown or stored: controls, lone surrogates, noncharacters,
# soft hyphens, zero-width spaces, byte order marks, and the overrides of writing direction.
_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\xad\u200b\u2028-\u202e\u2060\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]")
# Inline markup that strays into strings of JSON-LD. A headline about the tag `<div>` keeps it.
_STRAY_TAG = re.compile(r"</?(?:b|i|em|strong|span|p|br|a|u|sup|sub|h[1-6]|font|mark|small)(?:\s[^<>]*)?/?>", re.I)
_MAX_URL_LENGTH = 2_048  # what every browser and server takes
_NO_HOST = frozenset('%<>"{}|\\^` ')


def clean(text: str, limit: int) -> str:
    """The text on one line, at most `limit` characters of it."""
    if len(text) > (enough := 20 * limit):
        text = text[:enough]
    if "&" in text:
        text = html.unescape(text)
    text = _INVISIBLE.sub("", " ".join(text.split()))
    return " ".join(text[:limit].split()) if len(text) > limit else text.strip()


def without_markup(text: str) -> str:
    """The text without inline tags, which some sites put into their JSON-LD, escaped or not."""
    text = text[:100_000]
    if "&lt;" in text:
        text = html.unescape(text)
    return _STRAY_TAG.sub("", text) if "<" in text else text


def absolute_url(address: str, base: str | None) -> str | None:
    """The address made absolute; None for one that is no sound http or https address."""
    if len(address) > _MAX_URL_LENGTH:
        return None
    address = _INVISIBLE.sub("", address.strip()).replace(" ", "%20")
    if not address:
        return None
    try:
        joined = urljoin(base, address) if base else address
        parts = urlsplit(joined)
        _ = parts.port  # raises where it is no port number
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or not _NO_HOST.isdisjoint(parts.hostname):
        return None
    return joined if len(joined) <= _MAX_URL_LENGTH else None
