"""Finds the licence of a page: rel=license, JSON-LD, meta elements; else a link to a Creative Commons licence."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from ..page import elements
from .evidence import Evidence
from .jsonld import linked_strings
from .normalisation import absolute_url, clean

_MAX_LENGTH = 300
_MAX_STATED = 20
_META = ("dcterms.license", "dc.rights.license", "dc.rights", "dcterms.rights", "license", "rights")
_COMMONS_URL = re.compile(r"https?://(?:www\.)?creativecommons\.org/(?:licenses|publicdomain)/[a-z]", re.I)
# A text that is a licence, not a mere claim of copyright: "All rights reserved".
_LICENCE_NAME = re.compile(r"licen[cs]e|creative commons|\bcc[ -](?:by|0)|public domain|\b(?:mit|gpl|gfdl)\b", re.I)
_FIGURES = frozenset(elements.CODES[name] for name in ("figure", "figcaption"))


def find_license(evidence: Evidence) -> str | None:
    """Return the URL of the licence; its name where the page gives no URL."""
    name: str | None = None
    for text in islice(_stated(evidence), _MAX_STATED):
        if _looks_like_url(text):
            if url := absolute_url(text, evidence.base):
                return url
        elif _LICENCE_NAME.search(cleaned := clean(text, _MAX_LENGTH)):
            name = name or cleaned
    return name or next(_commons_links(evidence), None)


def _looks_like_url(text: str) -> bool:
    text = text.strip()
    return " " not in text and ("/" in text or text.startswith("#"))


def _stated(evidence: Evidence) -> Iterator[str]:
    return chain(
        evidence.sources.links.get("license", ()),
        linked_strings(evidence.linked, "license"),
        _links(evidence, evidence.sources.anchors("license")),
        evidence.sources.each_meta(*_META),
    )


def _commons_links(evidence: Evidence) -> Iterator[str]:
    """Yield the Creative Commons licences that the page links to."""
    for url in _links(evidence, evidence.sources.commons):
        if _COMMONS_URL.match(url) and (sound := absolute_url(url, evidence.base)):
            yield sound


def _links(evidence: Evidence, nodes: list[int]) -> Iterator[str]:
    """Yield the addresses of links, without those of pictures' own licences."""
    for index in nodes[:_MAX_STATED]:
        if (href := evidence.page.value(index, "href")) and not _is_in_figure(evidence, index):
            yield href


def _is_in_figure(evidence: Evidence, index: int) -> bool:
    page = evidence.page
    while index >= 0:
        if int(page.tag[index]) in _FIGURES:
            return True
        index = int(page.parent[index])
    return False
