"""The URLs of a page's links, images and embedded documents, as they may be written.

Where the page's own URL is unknown, relative URLs stay relative. Characters that could end an attribute or a Markdown
link are percent-encoded.
"""

import re
from collections.abc import Iterator

from ..page import Page, elements
from ..text.attributes import one_line
from ..text.urls import MAX_URL_LENGTH, BaseUrl, find_base, percent_encode, resolve

# Replaced elements that show or play another document.
EMBEDDED = frozenset("iframe video audio embed object applet".split())

_PICTURE = elements.CODES["picture"]
# Pages load images late: then the URL is in one of these, and `src` is a placeholder.
_IMAGE_ATTRIBUTES = ("data-src", "data-original", "data-lazy-src", "src")
_IMAGE_SETS = ("srcset", "data-srcset")
_EMBEDDED_ATTRIBUTES = ("src", "data", "data-src")
_MAX_SOURCES = 8  # of one picture
_MAX_TITLE_LENGTH = 500
_CANDIDATE = re.compile(r"[\s,]*([^\s,]\S*)")
_SPACER = re.compile(r"(?:spacer|blank|clear|pixel|transparent|trans|1x1)\.(?:gif|png)(?:[?#]|\Z)", re.IGNORECASE)
# What most links are: URLs with nothing to clean, join or encode; the second kind, where there is no base.
_ABSOLUTE = re.compile(r"https?://[\w.:@-]+(?:[/?#][!#-;=?-\[\]_a-z~]*)?", re.ASCII)
_RELATIVE = re.compile(r"(?!//)[\w.~-]*(?:[/?#][!#-;=?-\[\]_a-z~]*)?", re.ASCII)
_INVISIBLE_SIZES = frozenset({"0", "1", "0px", "1px"})


class Links:
    """The URLs of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.base = find_base(page)
        self._known: dict[int, str | None] = {}
        # A link around a thousand paragraphs is written a thousand times, with its title. No real page needs more
        # characters than this.
        self._characters_left = 1_000_000 + 2 * len(page.source)

    def link(self, node: int) -> str | None:
        """Return the target of a link; None for one that should not be followed."""
        if node not in self._known:
            self._known[node] = safe_url(self.page.value(node, "href"), self.base)
        return self._within_budget(self._known[node])

    def title(self, node: int) -> str | None:
        """Return the title of a link or an image on one line, shortened; None where it has none."""
        title = self.page.value(node, "title")
        return self._within_budget(one_line(title[:_MAX_TITLE_LENGTH]) or None) if title else None

    def image(self, node: int) -> str | None:
        """Return the URL of an image; None for one that is inlined in the page, or invisible."""
        page = self.page
        if page.value(node, "width") in _INVISIBLE_SIZES or page.value(node, "height") in _INVISIBLE_SIZES:
            return None
        url = self._first(_image_candidates(page, node))
        return None if url and not page.value(node, "alt") and _SPACER.search(url) else url

    def embedded(self, node: int) -> str | None:
        """Return the URL of a video, a sound or a frame."""
        own = [self.page.value(node, name) for name in _EMBEDDED_ATTRIBUTES]
        inside = (self.page.value(index, "src") for index in range(node + 1, int(self.page.end[node])))
        return self._first(iter((*own, next((source for source in inside if source), None))))

    def _within_budget(self, text: str | None) -> str | None:
        self._characters_left -= len(text or "")
        return text if self._characters_left > 0 else None

    def _first(self, candidates: Iterator[str | None]) -> str | None:
        urls = (safe_url(candidate, self.base) for candidate in candidates)
        return next((url for url in urls if url and not url.startswith(("mailto:", "tel:"))), None)


def safe_url(reference: str | None, base: BaseUrl | None) -> str | None:
    """Return a URL as it may be written, absolute where there is a base; None where it may not be written."""
    if not reference:
        return None
    is_plain = _ABSOLUTE.fullmatch(reference) or (base is None and _RELATIVE.fullmatch(reference))
    if is_plain and len(reference) <= MAX_URL_LENGTH:
        return reference
    url = resolve(reference, base)
    return None if url is None else percent_encode(url)


def _image_candidates(page: Page, node: int) -> Iterator[str | None]:
    for name in _IMAGE_ATTRIBUTES:
        yield page.value(node, name)
    for name in _IMAGE_SETS:
        yield _first_candidate(page.value(node, name))
    parent = int(page.parent[node])
    if page.tag[parent] == _PICTURE:
        for index in range(parent + 1, min(node, parent + 1 + _MAX_SOURCES)):
            yield _first_candidate(page.value(index, "srcset"))


def _first_candidate(srcset: str | None) -> str | None:
    candidate = _CANDIDATE.match(srcset) if srcset else None
    return candidate.group(1).rstrip(",") if candidate else None
