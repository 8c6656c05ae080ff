"""Where a passage stands on the page: its span in the source, a CSS selector, and a link that browsers scroll to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

import numpy as np

from ..page import IntColumn, Page

_MAX_LEVELS = 12  # of a selector
_PLAIN_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
_WORDS, _MAX_LENGTH = 6, 200  # words at either end of a text that a link names, and characters that they are taken of


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands; all are None or -1 where the page has none of it."""

    start: int  # in characters of the source, `Page.source`
    stop: int
    selector: str | None  # of the element that its first text is in
    fragment: str | None  # "#:~:text=…", to be added to the address of the page


NOWHERE = Place(-1, -1, None, None)


def find_place(page: Page, first: int, last: int, keep: IntColumn) -> Place:
    """Return the place of what stands between two nodes; `keep` are the leaves that are kept."""
    if first < 0 or last < 0:
        return NOWHERE
    start, end = np.searchsorted(page.leaves, (first, last + 1)).tolist()
    kept = keep[keep.searchsorted(start) : keep.searchsorted(end)]
    texts = [node for node in page.leaves.take(kept).tolist() if page.start[node] >= 0]  # pictures have no place
    span = (int(page.start[texts[0]]), int(page.stop[texts[-1]])) if texts else (-1, -1)
    return Place(*span, css_path(page, int(page.block[first])), _fragment(page, texts))


def css_path(page: Page, node: int) -> str:
    """Return a selector of an element: from the nearest id above it, or from the top, child by child."""
    steps: list[str] = []
    while node >= 0 and len(steps) < _MAX_LEVELS:
        name = page.value(node, "id")
        if name and _is_plain(name) and len(page.by_value("id").get(name, ())) == 1:
            steps.append(f"#{name}")
            break
        steps.append(_step(page, node))
        node = int(page.parent[node])
    return " > ".join(reversed(steps))


def _is_plain(name: str) -> bool:
    """Return whether an id can stand in a selector as it is."""
    return _PLAIN_ID.fullmatch(name) is not None


def _step(page: Page, node: int) -> str:
    name, parent, tag = page.names[page.tag[node]], int(page.parent[node]), page.tag[node]
    if parent < 0 or not name.replace("-", "").isalnum():
        return name if parent < 0 else "*"
    number, total, child = 0, 0, parent + 1
    while child < page.end[parent]:
        if page.tag[child] == tag:
            total += 1
            number += child <= node
        child = int(page.end[child])
    return name if total == 1 else f"{name}:nth-of-type({number})"


def _fragment(page: Page, nodes: Sequence[int]) -> str | None:
    """Return the end of a link that names the first and the last words of some texts."""
    if not nodes:
        return None
    # Words of one text at either end: a browser looks for each in one block.
    first, last = page.text[nodes[0]].strip(), page.text[nodes[-1]].strip()
    beginning, ending = first[:_MAX_LENGTH].split(), last[-_MAX_LENGTH:].split()
    if len(nodes) == 1 and len(first) <= _MAX_LENGTH and len(beginning) <= 2 * _WORDS:
        return f"#:~:text={_quoted(beginning)}"
    return f"#:~:text={_quoted(beginning[:_WORDS])},{_quoted(ending[-_WORDS:])}"


def _quoted(words: list[str]) -> str:
    return quote(" ".join(words), safe="").replace("-", "%2D")
