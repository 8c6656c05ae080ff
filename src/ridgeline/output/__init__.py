"""From kept leaves to what people and programs read: plain text, Markdown, HTML, JSON, CleanEval.

    (page, keep) ─leaves→ visible texts ─→ text
                 └─structure→ outline ───→ markdown, html, json, cleaneval

    leaves.py     what a reader sees of each leaf
    parts.py      the outline: blocks, paragraphs, runs, marks
    structure.py  one walk that makes it
    lists.py, tables.py, code.py   numbers of items; data or layout, cells on a grid; languages of code
    addresses.py  which URLs may be written, resolved against what
    escaping.py, inline.py   text and paragraphs for Markdown
    text.py, markdown.py, html.py, json.py, cleaneval.py   one format each

An element appears only through its kept leaves. No format adds words that are not on the page, none glues two words
together, and none takes more than linear time, whatever the page holds.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .cleaneval import Segment, parse_cleaneval, to_cleaneval, write_cleaneval
from .text import to_text

if TYPE_CHECKING:
    from .html import to_html
    from .json import to_json
    from .markdown import to_markdown

__all__ = [
    "Segment",
    "parse_cleaneval",
    "to_cleaneval",
    "to_html",
    "to_json",
    "to_markdown",
    "to_text",
    "write_cleaneval",
]

# Most of what these take to load are patterns. Who wants text alone does not wait for them.
_LOADED_WHEN_ASKED_FOR = {"to_html": "html", "to_json": "json", "to_markdown": "markdown"}


def __getattr__(name: str) -> Any:
    if name not in _LOADED_WHEN_ASKED_FOR:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LOADED_WHEN_ASKED_FOR[name]}"), name)
