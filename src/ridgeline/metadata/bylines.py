"""Finds the authors of a page."""

import re
from collections.abc import Iterator

from .evidence import Evidence
from .names import folded, is_name, is_person, names_in, names_shown, starts_with_label, unique
from .normalisation import clean, without_markup
from .surroundings import Piece, links_person, pieces, pieces_of, shown_text

_MAX_LENGTH = 300
_META = (
    *("author", "article:author", "parsely-author", "sailthru.author", "dc.creator", "dcterms.creator"),
    *("citation_author", "og:author", "og:article:author", "article:author_name", "cxenseparse:author"),
    *("byl", "byline", "creator"),
)
_MAX_VALUES = 40  # of one kind of meta element
_WRITTEN_BY = re.compile(
    r"written|author|by\b|posted|verfasst|geschrieben|von\b|escrito|[eé]crit|auteur|autor|scritto|geschreven|skrev|автор"
    r"|написано|作者|投稿者|執筆",
    re.I,
)
_MAX_HINTS = 40
_MAX_AUTHORS = 5  # more are those of a list of pages, or of a discussion
_NODES_BEFORE_HEADLINE = 60  # a byline may stand above the headline, but not above the menu
_TEXTS_AFTER_HEADLINE = 12
_TEXTS_PER_BYLINE = 8
# Classes for authors of elements that hold something else.
_NOT_NAMES = re.compile(r"authori[sz]|avatar|image|photo|img|icon|social|desc|comment", re.I)


def find_authors(evidence: Evidence) -> tuple[str, ...]:
    """Return the persons that the best source names; an organisation, or the site itself, where none names a person."""
    sites = " ".join(map(folded, evidence.site_names))
    fallback: tuple[str, ...] = ()
    for names, is_organisation in _stated(evidence):
        found = unique(names)
        if not is_organisation and (persons := tuple(name for name in found if folded(name) not in sites)):
            return persons
        fallback = fallback or found
    for names in _shown(evidence):
        found = unique(names)
        # A single word somewhere on the page does not replace a name that its markup states.
        if found and (not fallback or all(" " in name and folded(name) not in sites for name in found)):
            return found
    return fallback


def _stated(evidence: Evidence) -> Iterator[tuple[list[str], bool]]:
    """Yield names in machine-readable markup, and whether they are an organisation's; the most trusted first."""
    yield from _in_jsonld(evidence)
    yield from ((names, False) for names in _in_meta(evidence))
    if not evidence.is_home:
        yield _unless_many(_in_microdata(evidence)), False


def _shown(evidence: Evidence) -> Iterator[list[str]]:
    """Yield names in visible text, the most trusted first. On a home page these are the authors of other pages."""
    if not evidence.is_home:
        yield _unless_many(_in_links(evidence))
        yield _near_headline(evidence)
        yield from _in_hints(evidence)
        yield _linked_near_headline(evidence)
        yield from _after_labels(evidence)


def _unless_many(names: list[str]) -> list[str]:
    """Return the names, none of them where there are too many for one page."""
    return names if len(unique(names)) <= _MAX_AUTHORS else []


def _in_jsonld(evidence: Evidence) -> Iterator[tuple[list[str], bool]]:
    for value in evidence.linked.each("author", "creator"):
        persons: list[str] = []
        organisations: list[str] = []
        for name, is_organisation in evidence.linked.names(value):
            name = clean(without_markup(name), _MAX_LENGTH)
            if is_organisation:
                organisations.append(name)
            else:
                persons += names_in(name)
        yield persons, False
        yield [name for name in organisations if is_name(name)], True


def _in_meta(evidence: Evidence) -> Iterator[list[str]]:
    meta = evidence.sources.meta
    for name in _META:
        if name in meta:
            yield [found for content in meta[name][:_MAX_VALUES] for found in names_in(clean(content, _MAX_LENGTH))]
    for label, content in (("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")):
        if label in meta and content in meta and _WRITTEN_BY.match(meta[label][0].strip()):
            yield names_in(clean(meta[content][0], _MAX_LENGTH))


def _in_microdata(evidence: Evidence) -> list[str]:
    nodes = evidence.sources.items("author", "creator")
    own = (index for index in nodes[:_MAX_HINTS] if not evidence.surroundings.is_other_content(index))
    return [name for index in own for name in _item_names(evidence, index)]


def _item_names(evidence: Evidence, index: int) -> list[str]:
    """Return the names of one author in microdata: its content, the names inside it, or its text."""
    page = evidence.page
    if content := page.value(index, "content"):
        return names_in(clean(content, _MAX_LENGTH))
    end = int(page.end[index])
    inner = [node for node in evidence.sources.items("name") if index < node < end]
    if not inner:
        return names_shown(pieces(page, index, end))
    texts = (page.value(node, "content") or shown_text(page, node, _MAX_LENGTH) for node in inner)
    return [name for text in texts for name in names_in(clean(text, _MAX_LENGTH))]


def _in_links(evidence: Evidence) -> list[str]:
    nodes = evidence.sources.anchors("author")
    own = (index for index in nodes[:_MAX_HINTS] if not evidence.surroundings.is_other_content(index))
    texts = (shown_text(evidence.page, index, _MAX_LENGTH) for index in own)
    return [name for text in texts for name in names_shown([Piece(text, links_person=True)])]


def _in_hints(evidence: Evidence) -> Iterator[list[str]]:
    page, surroundings = evidence.page, evidence.surroundings
    start = max(1, (surroundings.headline or 0) - _NODES_BEFORE_HEADLINE)
    nodes = [index for index in evidence.sources.author_hints if index >= start]
    for index in nodes[:_MAX_HINTS]:
        if _NOT_NAMES.search(page.value(index, "class") or "") or surroundings.is_other_content(index):
            continue
        yield names_shown(pieces(page, index, int(page.end[index])))


def _near_headline(evidence: Evidence) -> list[str]:
    """Return the names after a "By" near the headline."""
    surroundings = evidence.surroundings
    for near in (surroundings.after_headline[:_TEXTS_AFTER_HEADLINE], surroundings.before_headline):
        for position, (_, text, _, _) in enumerate(near):
            if starts_with_label(text):
                byline = pieces_of(evidence.page, near[position:][:_TEXTS_PER_BYLINE])
                if names := names_shown(byline, prose=True):
                    return names
    return []


def _linked_near_headline(evidence: Evidence) -> list[str]:
    """Return the persons that texts near the headline link to."""
    surroundings = evidence.surroundings
    texts = ((node, text, link) for node, text, link, _ in surroundings.after_headline[:_TEXTS_AFTER_HEADLINE])
    linked = ((node, text) for node, text, link in texts if links_person(evidence.page, link) and is_person(text))
    return _unless_many([text for node, text in linked if not surroundings.is_other_content(node)])


def _after_labels(evidence: Evidence) -> Iterator[list[str]]:
    """Yield the persons after "Written by" and the like, wherever the page's own content has them."""
    page = evidence.page
    for nodes in evidence.sources.author_labels:
        for index in nodes[:_MAX_HINTS]:
            if starts_with_label(page.text[index].strip()) and not evidence.surroundings.is_other_content(index):
                near = pieces(page, index, len(page), _TEXTS_PER_BYLINE)
                yield [name for name in names_shown(near, prose=True) if is_person(name)]
