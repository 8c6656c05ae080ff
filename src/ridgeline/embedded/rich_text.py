"""Trees of rich text (paragraphs, headings, lists, as editors store them) as HTML."""

import html
import re
from typing import Any

from ..metadata.jsonld import Json
from ..page import Budget
from ..text.characters import count_words
from .prose import MARKUP, NOTHING, Writing

_MAX_MARKUP_DEPTH = 100  # levels
_MAX_MARKUP_WORDS = 500_000
_KINDS = ("type", "nodeType", "_type", "tag", "tagName", "kind", "blockType")
_INNER = ("children", "content", "nodes", "blocks", "items", "spans", "body", "root", "document")
_TEXTS = ("text", "value", "html", "content")
_TAGS = (
    dict.fromkeys("doc document root richtext body article section div listitemchild".split(), "div")
    | dict.fromkeys("paragraph p block textblock unstyled normal".split(), "p")
    | {f"h{level}": f"h{level}" for level in range(1, 7)}
    | {f"heading{level}": f"h{level}" for level in range(1, 7)}
    | dict.fromkeys("heading header headerblock subheading title".split(), "h2")
    | dict.fromkeys("list ul bulletlist bulletedlist unorderedlist bulletedlistblock".split(), "ul")
    | dict.fromkeys("ol orderedlist numberedlist".split(), "ol")
    | dict.fromkeys("listitem li bulletedlistitem".split(), "li")
    | dict.fromkeys("quote blockquote pullquote".split(), "blockquote")
    | dict.fromkeys("code codeblock pre".split(), "pre")
    | dict.fromkeys("text span link hyperlink a strong em bold italic b i inlinecode entityhyperlink".split(), "")
    | {"table": "table", "tablerow": "tr", "tr": "tr", "tablecell": "td", "td": "td", "tableheader": "th", "th": "th"}
)


def _tag(node: Json) -> str | None:
    """Return the element for a node: "" for inline text, None where its type is unknown."""
    for key in _KINDS:
        if isinstance(kind := node.get(key), str):
            return _TAGS.get(re.sub(r"[^a-z0-9]+", "", kind.lower()))
    return None


def is_rich_text(node: Json) -> bool:
    """Return whether an object is the root of a tree of rich text."""
    if _tag(node) is None:
        return False
    return any(isinstance(node.get(key), str) for key in _TEXTS) or any(
        isinstance(inner := node.get(key), list)
        and any(isinstance(part, dict) and _tag(part) is not None for part in inner)
        for key in _INNER
    )


def to_writing(root: Json, max_nodes: int, budget: Budget) -> tuple[Writing, int]:
    """Return a tree of rich text as HTML, and how many nodes were visited: at most `max_nodes`, within the budget."""
    pieces: list[str] = []
    words, visited = 0, 0
    pending: list[tuple[Any, int]] = [(root, 0)]
    for _ in budget.limited(range(max_nodes)):
        if not pending or words >= _MAX_MARKUP_WORDS:
            break
        value, depth = pending.pop()
        visited += 1
        if isinstance(value, str):
            pieces.append(value)  # an end tag
        elif isinstance(value, list):
            pending.extend((part, depth) for part in reversed(value) if isinstance(part, dict))
        elif isinstance(value, dict) and depth <= _MAX_MARKUP_DEPTH and (tag := _tag(value)) is not None:
            if tag:
                pieces.append(f"<{tag}>")
                pending.append((f"</{tag}>", depth))
            text = next((text for key in _TEXTS if isinstance(text := value.get(key), str)), None)
            if text is not None:
                pieces.append(text if MARKUP.search(text) else html.escape(text, quote=False))
                words += count_words(text)
            pending.extend((value[key], depth + 1) for key in _INNER if isinstance(value.get(key), list | dict))
    return (Writing(float(words), words, "".join(pieces)) if words else NOTHING), visited
