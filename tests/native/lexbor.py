"""lexbor, through selectolax, as an oracle: the parser of the core makes the same rows of a page.

python -m tests.native.lexbor wcxb-dev news-dev      every page of these sets; without names, of all that are there
"""

import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

import ridgeline
from ridgeline import Page
from ridgeline.lab import datasets
from ridgeline.page import Attributes, elements

LIMITS = frozenset({"depth", "attributes", "nodes", "seconds"})


class Row(NamedTuple):
    """A row of a page."""

    parent: int
    tag: str
    attributes: Attributes
    text: str


def lexbor_rows(source: str) -> list[Row]:
    """The rows that lexbor makes of a page: elements and texts; a declarative shadow root is part of its host."""
    rows: list[Row] = []
    root = LexborHTMLParser(source.encode("utf-8", "ignore")).root
    waiting: list[tuple[LexborNode | None, int]] = [(root, -1)]
    while waiting:
        node, parent = waiting.pop()
        if node is None:
            continue
        if parent >= 0:
            waiting.append((node.next, parent))
        tag = node.tag or "-"
        if tag == "-text":
            if node.text_content:
                rows.append(Row(parent, elements.TEXT, {}, node.text_content))
        elif not tag.startswith("-"):  # comments, doctypes, processing instructions
            child = node.first_child
            if child is None and tag == "template" and "shadowrootmode" in node.attributes:
                fragments = (fragment.first_child for fragment in node.template_fragments())
                waiting.append((next(fragments, None), parent))
                continue
            rows.append(Row(parent, tag, node.attributes, ""))
            waiting.append((child, len(rows) - 1))
    return rows


def rows_of(page: Page) -> list[Row]:
    """The rows of a page, with the characters in their texts that show nothing and were taken out."""
    tags = [page.names[tag] for tag in page.tag.tolist()]
    texts = list(page.text)
    for row, text in page.core.carriers():
        texts[row] = text
    return list(map(Row, page.parent.tolist(), tags, page.attributes, texts))


def differences(html: str) -> list[str]:
    """What the core and lexbor disagree about; nothing is compared beyond a limit that cut the page."""
    page = ridgeline.parse(html)
    if page.cuts & LIMITS:
        return []
    ours, theirs = rows_of(page), lexbor_rows(page.source)
    pairs = enumerate(zip(ours, theirs, strict=False))
    found = [f"row {row}: {one} {other}" for row, (one, other) in pairs if one != other]
    return found[:1] or ([f"{len(ours)} and {len(theirs)} rows"] if len(ours) != len(theirs) else [])


def is_misread_by_lexbor(html: str) -> bool:
    """Whether lexbor is known to be wrong on a page; the core follows the standard there.

    A `sup` ends SVG and MathML, and lexbor leaves it inside. In a `textarea` there is text alone, and lexbor opens
    formatting elements again.
    """
    rows = lexbor_rows(html)
    raised = any(not {"math", "svg"}.isdisjoint(_around(rows, row)) for row in rows if row.tag == "sup")
    return raised or any(row.tag != elements.TEXT and rows[row.parent].tag == "textarea" for row in rows[1:])


def _around(rows: list[Row], row: Row) -> Iterator[str]:
    while row.parent >= 0:
        row = rows[row.parent]
        yield row.tag


def compare(name: str) -> int:
    """Compare the parsers on every page of a set; returns the number of pages that differ."""
    found = {record.id: differences(record.html) for record in datasets.read(name)}
    wrong = {page: lines for page, lines in found.items() if lines}
    for page, lines in list(wrong.items())[:10]:
        print(f"  {page}: {lines[0][:200]}")
    print(f"{name}: {len(found)} pages, {len(wrong)} differ")
    return len(wrong)


def main(names: Iterable[str]) -> int:
    """Compare the parsers on these sets, or on all that are at hand."""
    return min(1, sum(compare(name) for name in list(names) or datasets.names()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
