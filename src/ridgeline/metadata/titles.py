"""Chooses the title of a page and removes the site's name from it.

The `title` element and og:title often contain the name of the site ("Headline | Site", "Site: Headline"); an h1 may be
a slogan or a logo. An h1 that agrees with a title of the head is the title; else the head's title is, without the name
of the site.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

# Scripts written without spaces: every character is a word, and signs between them need no spaces either.
_SPACELESS = r"\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+")
_SEPARATOR = re.compile(
    r"(\s+(?:[|\-–—·•»›«/~]|::)\s+|\s*[|｜]\s*"
    rf"|(?<=[{_SPACELESS})])\s?(?:-{{1,2}}|_)\s?|\s?(?:-{{1,2}}|_)\s?(?=[{_SPACELESS}]))"
)
# Signs that no headline contains: what comes before the first of them is the headline, unless it is a mere label.
_DIVIDER = re.compile(rf"[|｜]|(?<=[{_SPACELESS}])_|_(?=[{_SPACELESS}])")
_MIN_OVERLAP = 0.4  # of the words of either: 0.3 to 0.6 are equally good on wcxb-dev and news-dev
_MIN_NAME_LENGTH = 3
_LABEL_RATIO = 3  # a first part shorter than another by this factor is no headline: News | …
_SITE_RATIO = 3  # a last part shorter than the whole by this factor may be the name of a site


@dataclass(frozen=True, slots=True)
class Title:
    """The title and the heading that shows it."""

    text: str | None
    heading: int | None  # a node; None where no h1 shows it


def choose_title(headings: Mapping[int, str], stated: Sequence[str], sites: Iterable[str], url: str | None) -> Title:
    """Choose from the h1 elements, by node, and the titles stated in the head, the most trusted first."""
    site = _Site(sites, url)
    bare = [text for text in map(site.strip_from, stated) if text]
    heading = _best_heading(headings, bare, site)
    if heading is not None:
        return Title(headings[heading], heading)
    return Title(next(iter((*bare, *headings.values())), None), None)


def same_words(text: str, title: str) -> bool:
    """Return whether two titles differ at most in case, punctuation and white space."""
    return _words(text) == _words(title)


class _Site:
    """The names of a page's site."""

    def __init__(self, names: Iterable[str], url: str | None) -> None:
        self.host = "".join(_words(_host(url).removeprefix("www.")))
        self.names = [squeezed for name in names if (squeezed := "".join(_words(name)))]

    def is_called(self, text: str) -> bool:
        """Return whether a text is the site's name, a part of it or of the host's, or the name with little more."""
        squeezed = "".join(_words(text))
        if len(squeezed) < _MIN_NAME_LENGTH:
            return not squeezed or squeezed in self.names
        return squeezed in self.host or any(
            squeezed in name or (len(name) > _MIN_NAME_LENGTH and name in squeezed and len(squeezed) < 3 * len(name))
            for name in self.names
        )

    def strip_from(self, title: str) -> str:
        """Return the title without the site's name at either end; where none is found, without a short last part."""
        pieces = _SEPARATOR.split(title)  # text, separator, text, …
        first, last = 0, len(pieces) - 1
        while last > first and self.is_called(pieces[last]):
            last -= 2
        while first < last and self.is_called(pieces[first]):
            first += 2
        is_unrecognised = first == 0 and last == len(pieces) - 1 > 0
        if is_unrecognised and _SITE_RATIO * len(pieces[-1]) < len(title):
            last -= 2
        rest = "".join(pieces[first : last + 1])
        return self._without_label(_before_divider(rest))

    def _without_label(self, title: str) -> str:
        """Return the headline of "Site: Headline". Many titles have a colon, so the label must be the site's name."""
        label, colon, rest = title.partition(": ")
        return rest.strip() if colon and "".join(_words(label)) in self.names and rest.strip() else title


def _before_divider(title: str) -> str:
    first, *others = _DIVIDER.split(title)
    longest = max(others, key=len, default="")
    return (longest if len(first) * _LABEL_RATIO < len(longest) else first).strip() or title


def is_home_page(url: str | None) -> bool:
    """Return whether a URL is that of a site's home page."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/")


def _host(url: str | None) -> str:
    try:
        return urlsplit(url or "").hostname or ""
    except ValueError:
        return ""


def _best_heading(headings: Mapping[int, str], stated: Sequence[str], site: _Site) -> int | None:
    """Return the heading that shares most words with a title of the head, if it shares enough."""
    counts = [Counter(_words(text)) for text in dict.fromkeys(stated)]
    best, best_score = None, 0.0
    for node, heading in headings.items():
        if len(headings) > 1 and site.is_called(heading):
            continue
        words = Counter(_words(heading))
        for other in counts:
            if not (both := (words & other).total()):
                continue
            of_heading, of_other = both / words.total(), both / other.total()
            score = 0.6 * of_heading + 0.4 * of_other
            if max(of_heading, of_other) >= _MIN_OVERLAP and score > best_score:
                best, best_score = node, score
    return best


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
