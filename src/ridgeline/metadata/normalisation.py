"""Cleans what a page says about itself: text on one line, without invisible characters, bounded; URLs absolute."""

import re
from collections.abc import Iterable
from itertools import islice
from urllib.parse import urlsplit

from ..text.entities import unescape
from ..text.invisible import INVISIBLE
from ..text.urls import resolve

# Inline markup that strays into strings of JSON-LD. A headline about the tag `<div>` keeps it.
_STRAY_TAG = re.compile(r"</?(?:b|i|em|strong|span|p|br|a|u|sup|sub|h[1-6]|font|mark|small)(?:\s[^<>]*)?/?>", re.I)
_MAX_MARKUP_LENGTH = 100_000
_READ_PER_CHARACTER = 20  # characters that are read for each that is wanted: references and white space shrink
_MAX_URL_LENGTH = 2_048  # every browser and server takes these
_MAX_URLS = 20
_HOSTLESS = re.compile(r"(https?:)(?:(?=/[^/])|//(?=/))")
# A URL in which there is nothing to resolve, to clean or to doubt.
_SOUND_URL = re.compile(
    r"https?://(?:[a-z0-9]++(?:-++[a-z0-9]++)*+\.)++[a-z]++(?:/[\w.~+=,@-]*+)++(?:\?[\w.~+=,@&/-]++)?", re.ASCII
)
_NOT_IN_HOSTS = frozenset('%<>"{}|\\^` ')


def clean(text: str, limit: int) -> str:
    """Return the text on one line, at most `limit` characters of it."""
    text = text[: _READ_PER_CHARACTER * limit]
    if text.isprintable() and "&" not in text and "  " not in text and len(text) <= limit:
        return text.strip()  # most are clean: no invisible characters, no references
    text = unescape(text)
    text = INVISIBLE().sub("", " ".join(text.split()))
    return " ".join(text[:limit].split()) if len(text) > limit else text.strip()


def without_markup(text: str) -> str:
    """Return the text without inline tags, which some sites put into their JSON-LD, escaped or not."""
    text = text[:_MAX_MARKUP_LENGTH]
    if "&lt;" in text:
        text = unescape(text)
    return _STRAY_TAG.sub("", text) if "<" in text else text


def absolute_url(reference: str, base: str | None) -> str | None:
    """Return a URL made absolute; None where it is not a sound http or https URL."""
    if len(reference) > _MAX_URL_LENGTH:
        return None
    if _SOUND_URL.fullmatch(reference) and "/." not in reference:
        return reference  # as most are
    url = resolve(_with_host(INVISIBLE().sub("", reference.strip()), base), base)
    try:
        parts = urlsplit((url or "").replace(" ", "%20"))
        _ = parts.port  # raises where it is no port number
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or not _NOT_IN_HOSTS.isdisjoint(parts.hostname):
        return None
    return found if len(found := parts.geturl()) <= _MAX_URL_LENGTH else None


def first_url(candidates: Iterable[str], base: str | None) -> str | None:
    """Return the first sound URL, made absolute."""
    for candidate in islice(candidates, _MAX_URLS):
        if url := absolute_url(candidate, base):
            return url
    return None


def _with_host(reference: str, base: str | None) -> str:
    """Return a URL with a scheme but no host, such as "https:/images/a.jpg", as a path on the page's own host."""
    hostless = _HOSTLESS.match(reference)
    if hostless is None or base is None or not base.startswith(hostless[1]):
        return reference
    return "/".join(base.split("/", 3)[:3]) + reference[hostless.end() :]
