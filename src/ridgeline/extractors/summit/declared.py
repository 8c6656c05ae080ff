"""What a page declares about itself outside of its text: title, description, types and texts of its JSON-LD.

The JSON-LD is searched by patterns, not parsed (`metadata.jsonld` parses it): the model was trained on what they find,
and they read broken JSON as well.
"""

import re
from typing import NamedTuple

import numpy as np

from ...page import Page
from ...page.elements import CODES
from ...patterns import lazy_pattern
from .tokens import fold

_SCHEMA_TYPE = lazy_pattern(r'"@type"\s*+:\s*+\[?\s*+"(\w+)"')
_TEXT = lazy_pattern(
    r'"(?:(articleBody|description|text|recipeInstructions)|(reviewBody)|(name|headline))"\s*+:\s*+("(?:[^"\\]|\\.)*+")',
    re.DOTALL,
)
_MIN_TEXT = 20  # characters with their quotes; shorter strings are labels
_MARKUP = lazy_pattern(r"<[^<>]*+>|&\w+;")  # no "<" inside: else a text of "<" alone would take quadratic time
_DESCRIPTIONS = frozenset({"description", "og:description", "twitter:description"})


class Declared(NamedTuple):
    """The declarations of a page; texts are folded like the words of lines."""

    title: bytes
    headline: bytes  # of Open Graph, without the site's name
    description: bytes
    body: bytes  # articles, descriptions, instructions
    reviews: bytes
    names: bytes  # of things and articles
    schema_types: frozenset[str]
    open_graph_type: str


def read(page: Page) -> Declared:
    """The declarations of a page."""
    descriptions, open_graph_type, headline = [], "", ""
    for row in np.flatnonzero(page.tag == CODES["meta"]).tolist():
        attributes = page.attributes[row]
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        if name in _DESCRIPTIONS:
            descriptions.append(attributes.get("content") or "")
        elif name == "og:type":
            open_graph_type = (attributes.get("content") or "").lower()
        elif name == "og:title":
            headline = attributes.get("content") or ""
    data = "\n".join(node.text_content for node in page.scripts("application/ld+json"))
    texts: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for match in _TEXT().finditer(data) if data else ():
        if match.end() - match.start(4) >= _MIN_TEXT:
            texts[next(group for group in texts if match.group(group))].append(_text(match.group(4)))
    return Declared(
        title=_folded(page.title or ""),
        headline=_folded(headline),
        description=_folded(" ".join(descriptions)),
        body=_folded(" ".join(texts[1])),
        reviews=_folded(" ".join(texts[2])),
        names=_folded(" ".join(texts[3])),
        schema_types=frozenset(_SCHEMA_TYPE().findall(data) if data else ()),
        open_graph_type=open_graph_type,
    )


def _text(literal: str) -> str:
    import json  # few pages have such texts

    try:
        text = json.loads(literal, strict=False)
    except ValueError:
        return ""
    return _MARKUP().sub(" ", text) if isinstance(text, str) else ""


def _folded(text: str) -> bytes:
    return b" ".join(fold(text).split())
