"""Chooses the title of a page and removes the site's name from it.

The `title` element and og:title often contain the name of the site ("Headline | Site", "Site: Headline"); an h1 may be
a slogan or a logo. An h1 that agrees with a title of the head is the title; else one that agrees with the address; else
the head's title is, without the name of the site.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from urllib.parse import unquote, urlsplit

from ..page.cache import cached_if_short, cached_property

# Scripts written without spaces: every character is a word, and signs between them need no spaces either.
_SPACELESS = r"\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+")
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_SEPARATOR = re.compile(
    r"(\s+(?:[|\-–—·•»›«/~]|::)\s+|\s*[|｜]\s*"
    rf"|(?<=[{_SPACELESS})])\s?(?:-{{1,2}}|_)\s?|\s?(?:-{{1,2}}|_)\s?(?=[{_SPACELESS}]))"
)
_ASCII_SEPARATOR = re.compile(r"(\s+(?:[|\-/~]|::)\s+|\s*\|\s*)")  # the same in ASCII
_SEPARATOR_SIGNS = frozenset("|-–—·•»›«/~:｜_")  # one of them is in every separator
# Signs that no headline contains: what comes before the first of them is the headline, unless it is a mere label.
_DIVIDER = re.compile(rf"[|｜]|(?<=[{_SPACELESS}])_|_(?=[{_SPACELESS}])")
_MIN_OVERLAP = 0.4  # of the words of either: 0.3 to 0.6 are equally good on wcxb-dev and news-dev
# Of the words of the head's title; one word of it may head a section. 0.1 to 0.2 are equally good on wcxb-dev.
_MIN_SHARE = 0.15
_FIRST_PART_SCORE = 0.95  # of a heading that is the first part of a title: News | The Daily Lamp
_MIN_NAME_LENGTH = 3
_LABEL_RATIO = 3  # a first part shorter than another by this factor is no headline: News | …
_SITE_RATIO = 3  # a last part shorter than the whole by this factor may be the name of a site
_MAX_SITE_WORDS = 6
_MIN_SITE_WORD_LENGTH = 4
_LABELS = frozenset({"view topic", "view thread", "view single post"})  # of forum software
# What editors and site builders call a page that has no name, without spaces.
_NO_NAMES = frozenset(
    """home homepage index untitled untitleddocument newpage startseite accueil inicio início páginaprincipal
    páginainicial главная 首页 首頁 ホーム トップページ""".split()
)
_MIN_LABEL_LENGTH = 4  # shorter ones are articles: The best cameras
_MIN_WORDS_AFTER_LABEL = 2
_LATIN = re.compile(r"[A-Za-z0-9\u00c0-\u024f\u1e00-\u1eff]")
_CUT = re.compile(r"\s*(?:\.{3}|…)$")
_CUT_ENDS = ("...", "…")
_MAX_URL_LENGTH = 2_048
_BETWEEN_WORDS_OF_URLS = re.compile(r"[-_+.]")
_MIN_SLUG_WORDS = 3
_MIN_SLUG_SHARE = 0.6  # of the words in the address: 0.5 is as good on wcxb-dev


@dataclass(frozen=True, slots=True)
class Title:
    """The title and the element that shows it."""

    text: str | None
    heading: int | None  # a node; None where no heading shows it


def choose_title(headings: Mapping[int, str], stated: Sequence[str], sites: Iterable[str], url: str | None) -> Title:
    """Choose from the h1 elements, by node, and the titles stated in the head, the most trusted first."""
    names = (*sites, *_names_before_titles(headings.values(), stated))
    site = _site(names, url)
    headings = {node: text for node, text in headings.items() if not _is_no_name(text)}
    bare = [text for text in map(site.strip_from, stated) if text and not _is_no_name(text)]
    firsts = _first_parts(stated, site) if headings else []
    own = _own_headings(headings, firsts, bare, site)
    heading = _best_heading(own, bare, firsts) if own else None
    if heading is None and bare:
        heading = _heading_of_slug(own, bare[0], url)
    if heading is not None:
        return Title(_without_label(headings[heading], stated, bare), heading)
    others = (*headings.values(), *(names if stated else ()))
    return Title(_uncut(bare) or next(iter(others), None), None)


def _names_before_titles(headings: Iterable[str], stated: Sequence[str]) -> Iterator[str]:
    """Yield the headings that the head puts before another of its titles: blogs say "Site: Headline"."""
    return (text for text in headings if any(f"{text}: {title}" in stated for title in stated))


def same_heading(headings: Mapping[int, str], stated: Sequence[str], sites: Iterable[str], url: str | None) -> Title:
    """Return the first heading that has the same words as a title of the head, and is not the site's name."""
    site = _site(tuple(sites), url)
    shown = {node: words(text) for node, text in headings.items()}
    for title in chain(stated, map(site.strip_from, stated)) if shown else ():
        wanted = words(title)
        for node, parts in shown.items():
            if parts == wanted and not site.is_called(headings[node]) and not _is_no_name(title):
                return Title(headings[node], node)
    return Title(None, None)


def same_words(text: str, title: str) -> bool:
    """Return whether two titles differ at most in case, punctuation and white space."""
    return words(text) == words(title)


@cached_if_short(256)  # the titles of a page are compared with one another
def words(text: str) -> tuple[str, ...]:
    """Return the words of a title, in lower case."""
    return tuple((_ASCII_WORD if text.isascii() else _WORD).findall(text.casefold()))


def _is_no_name(text: str) -> bool:
    return "".join(words(text)) in _NO_NAMES


class _Site:
    """The names of a page's site."""

    def __init__(self, names: Iterable[str], url: str | None) -> None:
        self._url = url
        self.names = [squeezed for name in names if (squeezed := "".join(words(name)))]
        self._stripped: dict[str, str] = {}

    @cached_property
    def host(self) -> str:
        return "".join(words(host_of(self._url).removeprefix("www.")))

    def is_named(self, text: str) -> bool:
        """Return whether a text is the site's name or its host's."""
        return (squeezed := "".join(words(text))) in self.names or squeezed == self.host

    def is_part(self, text: str) -> bool:
        """Return whether a text is the site's name, or a part of it or of the host's."""
        squeezed = "".join(words(text))
        if len(squeezed) < _MIN_NAME_LENGTH:
            return not squeezed or squeezed in self.names
        return squeezed in self.host or any(squeezed in name for name in self.names)

    def is_called(self, text: str) -> bool:
        """Return whether a text is a part of the site's name, the name with little more, or made of the host's."""
        if self.is_part(text):
            return True
        squeezed = "".join(words(text))
        return self._is_made_of_host(text) or any(
            len(name) > _MIN_NAME_LENGTH and name in squeezed and len(squeezed) < 3 * len(name) for name in self.names
        )

    def _is_made_of_host(self, text: str) -> bool:
        """Return whether all words are in the host's name, and most of it in them: Lamp Forums, forums.lamp.example."""
        parts = words(text)
        return 2 * sum(map(len, parts)) >= len(self.host) > 0 and all(
            len(word) > 1 and word in self.host for word in parts
        )

    def strip_from(self, title: str) -> str:
        """Return the title without the site's name at either end; where none is found, without a short last part."""
        if (stripped := self._stripped.get(title)) is None:
            stripped = self._stripped[title] = self._strip_from(title)
        return stripped

    def _strip_from(self, title: str) -> str:
        pieces = _split(title)
        first, last = 0, len(pieces) - 1
        while last > first and _is_no_name(pieces[last]):
            last -= 2
        while first < last and _is_no_name(pieces[first]):
            first += 2
        while last > first and self.is_called(pieces[last]):
            last -= 2
        while first < last and (self.is_part(pieces[first]) or pieces[first].strip().lower() in _LABELS):
            first += 2
        is_unrecognised = first == 0 and last == len(pieces) - 1 > 0
        if is_unrecognised and _SITE_RATIO * len(pieces[-1]) < len(title):
            last -= 2
        rest = "".join(pieces[first : last + 1])
        return self._without_name(_before_divider(rest))

    def _without_name(self, title: str) -> str:
        """Return the headline of "Site: Headline". Many titles have a colon, so the label must be the site's name."""
        label, colon, rest = title.partition(": ")
        return rest.strip() if colon and "".join(words(label)) in self.names and rest.strip() else title


@lru_cache(maxsize=4)
def _site(names: tuple[str, ...], url: str | None) -> _Site:
    """Return the site of a page; the same again while that page is read."""
    return _Site(names, url)


@cached_if_short(64)
def _split(title: str) -> list[str]:
    """Return the parts of a title: text, separator, text, …"""
    if _SEPARATOR_SIGNS.isdisjoint(title):
        return [title]
    return (_ASCII_SEPARATOR if title.isascii() else _SEPARATOR).split(title)


def _before_divider(title: str) -> str:
    first, *others = _DIVIDER.split(title)
    longest = max(others, key=len, default="")
    return (longest if len(first) * _LABEL_RATIO < len(longest) else first).strip() or title


def site_in_title(stated: str, title: str | None, url: str | None) -> str | None:
    """Return the name of the site at an end of the head's title, which shares a word with the host: Lamp Forums.

    In a script that host names are not in, it is what follows the title last (so on 14 of 15 sites that state a name).
    """
    pieces = [piece.strip() for piece in _split(stated)[::2]]
    host, own = _site((), url).host, words(title or "")
    for piece in (pieces[-1], pieces[0]) if len(pieces) > 1 else ():
        parts = words(piece)
        if not piece or len(parts) > _MAX_SITE_WORDS or parts == own:
            continue
        is_foreign = piece is pieces[-1] and words(pieces[0]) == own and not _LATIN.search(piece)
        if is_foreign or any(len(word) >= _MIN_SITE_WORD_LENGTH and word in host for word in parts):
            return piece
    return None


def is_home_page(url: str | None) -> bool:
    """Return whether a URL is that of a site's home page."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return False
    return bool(parts.netloc) and parts.path in ("", "/")


def host_of(url: str | None) -> str:
    """Return the host name of a URL, "" where it has none."""
    try:
        return urlsplit(url or "").hostname or ""
    except ValueError:
        return ""


def _own_headings(
    headings: Mapping[int, str], firsts: list[tuple[str, ...]], bare: Sequence[str], site: _Site
) -> dict[int, tuple[str, ...]]:
    """Return the words of the headings, by node, without those that show the site's name.

    A heading that is the first part of a title is a page's own even if it contains the name. The only heading may be
    the name, where the head has no other title.
    """
    only_name = len(headings) == 1 and all(map(site.is_called, bare))
    by_node = {node: words(text) for node, text in headings.items()}
    return {
        node: parts
        for node, parts in by_node.items()
        if only_name or parts in firsts or not site.is_called(headings[node])
    }


def _first_parts(stated: Sequence[str], site: _Site) -> list[tuple[str, ...]]:
    """Return the words of what comes before the first separator of each title, unless that is the site's name."""
    firsts = (_split(title)[0] for title in stated)
    return [words(text) for text in firsts if not site.is_named(text)]


def _best_heading(
    headings: Mapping[int, tuple[str, ...]], bare: Sequence[str], firsts: list[tuple[str, ...]]
) -> int | None:
    """Return the heading that shares most words with a title of the head, if it shares enough."""
    titles = [words(text) for text in dict.fromkeys(bare)]
    best, best_score = None, 0.0
    for node, parts in headings.items():
        score = max(_scores(parts, titles), default=0.0)
        if parts and parts in firsts:
            score = max(score, _FIRST_PART_SCORE)
        if score > best_score:
            best, best_score = node, score
    return best


def _scores(heading: tuple[str, ...], others: Iterable[tuple[str, ...]]) -> Iterator[float]:
    for other in others:
        if not (both := _count_shared(heading, other)):
            continue
        of_heading, of_other = both / len(heading), both / len(other)
        if max(of_heading, of_other) >= _MIN_OVERLAP and of_other >= _MIN_SHARE:
            yield 0.6 * of_heading + 0.4 * of_other


def _count_shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return how many words two titles share, repeated ones as often as both have them."""
    distinct = set(one)
    return len(distinct.intersection(other)) if len(distinct) == len(one) else (Counter(one) & Counter(other)).total()


def _heading_of_slug(headings: Mapping[int, tuple[str, ...]], stated: str, url: str | None) -> int | None:
    """Return the heading that shares more words with the address of the page than the head's title does."""
    slug = _slug(url)
    if len(slug) < _MIN_SLUG_WORDS:
        return None
    shares = {node: len(slug.intersection(parts)) / len(slug) for node, parts in headings.items()}
    best = max(shares, key=shares.__getitem__, default=None)
    needed = max(_MIN_SLUG_SHARE, len(slug.intersection(words(stated))) / len(slug))
    return best if best is not None and shares[best] >= _MIN_SLUG_SHARE and shares[best] >= needed else None


def _slug(url: str | None) -> set[str]:
    """Return the words of that part of the URL's path that has most: the-winter-ferry."""
    try:
        path = urlsplit((url or "")[:_MAX_URL_LENGTH]).path
    except ValueError:
        return set()
    parts = (words(_BETWEEN_WORDS_OF_URLS.sub(" ", part)) for part in unquote(path).split("/"))
    return {word for word in max(parts, key=len, default=()) if not word.isdigit()}


def _without_label(heading: str, stated: Sequence[str], bare: Sequence[str]) -> str:
    """Return the heading without a label that no title of the head has: Thread: The ferry; 18 December The ferry."""
    folded = heading.casefold()
    for title in bare:
        label = folded.removesuffix(title.casefold())
        if _is_label(label, folded, stated) and len(words(title)) >= _MIN_WORDS_AFTER_LABEL:
            return heading[-len(title) :] if len(folded) == len(heading) else title
    return heading


def _is_label(label: str, heading: str, stated: Sequence[str]) -> bool:
    """Return whether the start of a heading is a label: apart from the rest, shorter, and in no title of the head."""
    if not len(label.strip()) > _MIN_LABEL_LENGTH or 2 * len(label) > len(heading) or label[-1].isalnum():
        return False
    return not any(title.casefold().startswith(heading[: len(label) + 5]) for title in stated)


def _uncut(bare: Sequence[str]) -> str | None:
    """Return the first title; where it was cut short, the one that continues it."""
    if not bare:
        return None
    start = _CUT.sub("", bare[0]) if bare[0].endswith(_CUT_ENDS) else bare[0]
    is_cut = start != bare[0] or start.count("(") > start.count(")")
    longer = (title for title in bare[1:] if is_cut and title.startswith(start) and len(title) > len(bare[0]))
    return next(longer, bare[0])
