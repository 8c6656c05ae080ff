"""Tells whether a title in data is the page's own."""

import re

from ..page import Page
from ..page.cache import cached_if_short
from ..text.entities import unescape

_MAX_TITLE_LENGTH = 1_000  # characters that are compared


def is_title(title: str, page: Page) -> bool:
    """Return whether a title is the page's: one contains the other."""
    folded, whole = _fold(title), _fold(page.title or "")
    return len(folded) > 3 and bool(whole) and (folded in whole or whole in folded)


@cached_if_short(256)
def _fold(text: str) -> str:
    return " ".join(re.findall(r"\w+", unescape(text[:_MAX_TITLE_LENGTH]).lower()))
