"""Reads XML that was written by hand or cut off, as feeds and sitemaps often are.

Names of characters that XML does not know, bare ampersands and control characters are mended beforehand, and what comes
before an error counts. No entity that a document declares is expanded.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from html import escape
from html.entities import html5
from typing import Any
from xml.parsers import expat

from ..errors import InputError

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_REFERENCE = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|&(?:#\d{1,8};|#x[0-9a-f]{1,8};|(\w{1,40});)?", re.DOTALL | re.IGNORECASE
)
_XML_NAMES = frozenset({"amp", "lt", "gt", "quot", "apos"})


class EnoughError(Exception):
    """Raised by a function that has read enough: the rest is not looked at."""


def parse_xml(
    text: str,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None = None,
    characters: Callable[[str], None] | None = None,
) -> None:
    """Read XML as far as it can be read. Raises InputError where it declares entities."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler, parser.EntityDeclHandler = characters, _refuse_entity
    mended = _REFERENCE.sub(_mended, _CONTROL.sub("", text[max(0, text.find("<")) :]))
    with suppress(expat.ExpatError, EnoughError):  # what was read before counts
        parser.Parse(mended.encode("utf-8", "replace"), True)


def _refuse_entity(*_: Any) -> None:
    raise InputError("the file declares entities, which no feed and no sitemap needs")


def _mended(match: re.Match[str]) -> str:
    """Return a reference as XML knows it."""
    name = match[1]
    if name is None:
        return "&amp;" if match[0] == "&" else match[0]
    if name in _XML_NAMES:
        return match[0]
    return escape(html5.get(f"{name};", match[0]))
