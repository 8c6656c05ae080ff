"""Remainders of tables of contents and of lists of languages, most of which was dropped.

A heading "Contents" goes where the list below it was dropped or was never there. Links to the same page in other
languages go where several stand together.
"""

from collections.abc import Iterator

from ..page import elements
from ..page.elements import CODES
from .kept import Kept, kept_headings, link_target

_HEADINGS = elements.table(elements.HEADINGS)
_A = CODES["a"]
_MAX_LENGTH = 40  # characters of a heading, white space included
_MIN_LINKS = 2  # to places of the page, in a dropped table of contents
_MAX_DROPPED = 400  # leaves of a table of contents
_MIN_LANGUAGES = 4  # of a list
_MAX_LANGUAGE_LENGTH = 60  # characters
_MAX_LINKS = 2_000  # with a language that are looked at
_MAX_LEVELS = 5  # from a leaf up to the link around it
_PHRASES = frozenset(
    " ".join(phrase.split())
    for phrase in """contents, table of contents, content, page contents, on this page, in this article, in this page,
    in this section, in this guide, in this post, what's inside, jump to, jump to section, article contents, toc,
    inhalt, inhaltsverzeichnis, auf dieser seite, sommaire, table des matières, sur cette page, índice, contenido,
    contenidos, tabla de contenidos, en esta página, conteúdo, sumário, neste artigo, nesta página, sommario, indice,
    in questa pagina, inhoud, inhoudsopgave, op deze pagina, innehåll, innehållsförteckning, indhold,
    indholdsfortegnelse, innhold, innholdsfortegnelse, sisällys, sisällysluettelo, spis treści, obsah, tartalom,
    tartalomjegyzék, cuprins, sadržaj, съдържание, содержание, оглавление, зміст, περιεχόμενα, içindekiler, mục lục,
    daftar isi, สารบัญ, 目录, 目錄, 目次, 본문 목차, 목차, المحتويات, תוכן עניינים, فهرست, विषय सूची""".split(",")
)


def orphan_headings(kept: Kept) -> Iterator[int]:
    """Yield the kept leaves of headings of tables of contents that were dropped."""
    lengths, nodes, texts = kept.lengths.data, kept.nodes.data, kept.page.text
    for node, first, end in kept_headings(kept):
        if end == first + 1 and lengths[first] <= _MAX_LENGTH:
            is_named = texts[nodes[first]].strip().lower().rstrip(":：") in _PHRASES
            if is_named and _is_orphan(kept, first, node):
                yield int(kept.keep[first])


def _is_orphan(kept: Kept, position: int, heading: int) -> bool:
    """Return whether a table of contents was dropped after this heading, or another heading follows at once."""
    page, leaf = kept.page, int(kept.keep[position])
    following = int(kept.keep[position + 1]) if position + 1 < len(kept.keep) else len(page.leaves)
    between = page.leaves[leaf + 1 : min(following, leaf + 1 + _MAX_DROPPED)].tolist()
    if between:
        links = (link_target(page, node, _MAX_LEVELS) for node in between)
        return sum(target is not None and "#" in target for target in links) >= _MIN_LINKS
    if following == len(page.leaves):
        return True
    above = int(page.nearest(page.has_tag(_HEADINGS))[page.leaves[following]])
    return above >= 0 and page.tag[above] <= page.tag[heading]  # codes of headings count up


def language_links(kept: Kept) -> Iterator[int]:
    """Yield the kept leaves of links to other languages, where there are several in one list."""
    page = kept.page
    links = [node for node in page.having("hreflang")[:_MAX_LINKS] if page.tag[node] == _A]
    if (
        len({page.value(node, "hreflang") for node in links}) < _MIN_LANGUAGES
    ):  # links of a page are often marked with its own
        return
    positions = [position for node in links for position in kept.inside(node)]
    short = [position for position in positions if kept.lengths[position] <= _MAX_LANGUAGE_LENGTH]
    if len(short) >= _MIN_LANGUAGES and len(short) == len(positions):
        yield from (int(kept.keep[position]) for position in short)
