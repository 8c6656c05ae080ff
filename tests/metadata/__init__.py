"""Builders that the tests of metadata share."""

import json
from typing import Any

from hypothesis import settings

import ridgeline
from ridgeline.metadata import Metadata, read_metadata

from ..pages import page

LAWS = settings(max_examples=200)


def read(head: str = "", body: str = "", url: str | None = None) -> Metadata:
    """The metadata of a page with this head and body."""
    return read_metadata(page(body, head, url))


def read_html(html: str, url: str | None = None) -> Metadata:
    """The metadata of this source."""
    return read_metadata(ridgeline.parse(html, url=url))


def meta(**contents: str) -> str:
    """Meta elements; two underscores stand for a colon, one for itself."""
    return "".join(f'<meta property="{name.replace("__", ":")}" content="{text}">' for name, text in contents.items())


def jsonld(*nodes: Any) -> str:
    """A script for each node."""
    return "".join(f'<script type="application/ld+json">{json.dumps(node)}</script>' for node in nodes)


def article(**more: Any) -> dict[str, Any]:
    """The node of an article."""
    return {"@context": "https://schema.org", "@type": "NewsArticle", **more}


def strings_of(metadata: Metadata) -> list[str]:
    """All strings of the metadata."""
    values = metadata.as_dict().values()
    return [
        text for value in values for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)
    ]
