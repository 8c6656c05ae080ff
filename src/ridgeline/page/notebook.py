"""A page in a notebook: its numbers and its headings. All that comes from the page is escaped."""

from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from .elements import HEADINGS

if TYPE_CHECKING:
    from .table import Page

_MAX_HEADINGS = 50
_MAX_CHARACTERS = 200  # of one line
_MAX_TEXT_NODES = 100  # of one heading


def to_html(page: "Page") -> str:
    """Return the numbers and headings of a page as HTML."""
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in _facts(page))
    items = "".join(f'<li style="margin-left: {level - 1}em">{escape(text)}</li>' for level, text in _headings(page))
    outline = f'<ul style="list-style: none">{items}</ul>' if items else ""
    return f'<div class="tex2jax_ignore mathjax_ignore"><table>{rows}</table>{outline}</div>'


def to_markdown(page: "Page") -> str:
    """Return the numbers and headings of a page as an indented block, in which nothing is markup."""
    lines = [f"{name}: {value}" for name, value in _facts(page)]
    lines += [f"{'#' * level} {text}" for level, text in _headings(page)]
    return "\n".join(f"    {line}" for line in lines)


def _facts(page: "Page") -> Iterator[tuple[str, str]]:
    """Yield what there is to say about a page, a name and a value each."""
    hidden = int(page.hidden[page.leaves].sum())
    yield "page", _shortened(page.title or "untitled")
    if page.url:
        yield "url", _shortened(page.url)
    if page.kind is not None:
        yield "kind", page.kind.description
    if page.encoding:
        yield "encoding", page.encoding
    yield "source", f"{len(page.source):,} characters"
    yield "nodes", f"{len(page):,}"
    yield "leaves", f"{len(page.leaves):,}, {hidden:,} of them hidden"
    if page.cuts:
        yield "cut off by", ", ".join(sorted(page.cuts))
    if page.carrier:
        yield "rebuilt from", page.carrier


def _headings(page: "Page") -> Iterator[tuple[int, str]]:
    """Yield the first headings, each with its level."""
    headings = ((HEADINGS.index(node.tag) + 1, _text(page, node.index)) for node in page.find(*HEADINGS))
    return islice(((level, text) for level, text in headings if text), _MAX_HEADINGS)


def _text(page: "Page", node: int) -> str:
    texts = filter(None, map(page.text.__getitem__, range(node + 1, int(page.end[node]))))
    return _shortened("".join(text[: 2 * _MAX_CHARACTERS] for text in islice(texts, _MAX_TEXT_NODES)))


def _shortened(text: str) -> str:
    """Return a text as one line of limited length."""
    line = " ".join(text[: 4 * _MAX_CHARACTERS].split())
    return line if len(line) <= _MAX_CHARACTERS else f"{line[:_MAX_CHARACTERS]}…"
