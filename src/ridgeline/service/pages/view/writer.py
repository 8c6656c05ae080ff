"""Writes a page anew from its columns: elements with their numbers, every leaf in an element of ours.

    <div data-n="17" class="story"><rl-leaf data-l="5">The ferry</rl-leaf></div>

`data-n` is the row of an element in the page, `data-l` the position of a leaf among the leaves. The markup is made for
the parser of a browser: what that would put somewhere else is found beforehand (`placement`) and written as a custom
element, which stays where it stands. In one walk, without recursion, in time linear in the rows.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from ....page import BoolColumn, Page, elements
from ....text.attributes import one_line
from ....text.urls import find_base
from .placeholders import write_placeholder
from .placement import find_misplaced
from .snapshot import EMPTY, Snapshot
from .styles import clean_style, page_styles
from .vocabulary import LEAF, LEFT_OUT, TABLE_FRAMES, TABLE_PARTS, VOID, escape_text, written_attributes, written_name

MAX_ROWS = 200_000  # a browser is slow with more
MAX_DEPTH = 480  # browsers stop nesting at 512; what is deeper is written without its elements
_MAX_ATTEMPTS = 3
_TEXT = elements.CODES[elements.TEXT]
_ROOTS = frozenset({"html", "body"})


@dataclass(frozen=True, slots=True)
class View:
    """A page, ready to be put into a frame."""

    title: str
    html_attributes: str
    body_attributes: str
    styles: str  # style elements
    body: str
    is_cut: bool = False  # whether the page goes on


def write_view(page: Page, *, with_styles: bool = True, snapshot: Snapshot = EMPTY) -> View:
    """Return the page as its reader sees it; with its own style sheets, or without them."""
    body = next((node.index for node in page.find("body")), None) if len(page) else None
    end = min(len(page), MAX_ROWS)
    return View(
        title=one_line(page.title or ""),
        html_attributes=_root_attributes(page, 0 if len(page) else None),
        body_attributes=_root_attributes(page, body),
        styles=page_styles(page, snapshot) if with_styles else "",
        body=_write_body(page, end, snapshot),
        is_cut=end < len(page),
    )


def _write_body(page: Page, end: int, snapshot: Snapshot) -> str:
    """Return the markup. Elements that a browser would misplace become neutral, and at last all of them."""
    neutral = np.zeros(len(page), dtype=np.bool_)
    for _ in range(_MAX_ATTEMPTS):
        writer = _Writer(page, neutral, snapshot)
        written = "".join(writer.write(end))
        misplaced = find_misplaced(page, written, writer.parents)
        if not misplaced.any():
            return written
        neutral |= misplaced
    neutral[:] = True
    return "".join(_Writer(page, neutral, snapshot).write(end))


def _root_attributes(page: Page, row: int | None) -> str:
    if row is None:
        return ""
    return f' data-n="{row}"' + written_attributes(page.names[int(page.tag[row])], page.attributes[row], clean_style)


class _Writer:
    def __init__(self, page: Page, neutral: BoolColumn, snapshot: Snapshot) -> None:
        self.page = page
        self.snapshot = snapshot
        self.clean_style = partial(clean_style, locate=partial(snapshot.background, base=find_base(page)))
        self.names = [page.names[code] for code in page.tag.tolist()]
        self.neutral: list[bool] = neutral.tolist()
        self.end: list[int] = page.end.tolist()
        self.parent: list[int] = page.parent.tolist()
        self.depth: list[int] = page.depth.tolist()
        self.hidden: list[bool] = page.hidden.tolist()
        self.leaf_of = dict(zip(page.leaves.tolist(), range(len(page.leaves)), strict=True))
        leaves = np.zeros(len(page) + 1, dtype=np.int64)
        leaves[page.leaves + 1] = 1
        self.leaves_before: list[int] = np.cumsum(leaves).tolist()
        self.parents: dict[int, int] = {}  # by row that was written: the element around it, -1 at the top

    def write(self, end: int) -> Iterator[str]:
        """Yield the markup of all rows but html and body, as far as `end`."""
        open_tags: list[tuple[int, str, int]] = []  # where an element ends, its end tag, and its row
        row = 0
        while row < end:
            while open_tags and open_tags[-1][0] <= row:
                yield open_tags.pop()[1]
            around = open_tags[-1][2] if open_tags else -1
            leaf = self.leaf_of.get(row)
            if leaf is not None:
                self.parents[row] = around
                yield self._leaf(row, leaf)
                row = self.end[row]
            elif self._is_left_out(row):
                row = self.end[row]
            else:
                opening, closing = self._element(row)
                yield opening
                if opening[:1] == "<":
                    self.parents[row] = around
                if closing:
                    open_tags.append((self.end[row], closing, row))
                row += 1
        yield from (closing for _, closing, _ in reversed(open_tags))

    def _leaf(self, row: int, leaf: int) -> str:
        if self.names[row] != elements.TEXT:
            return write_placeholder(self.page, row, leaf, self.snapshot.picture)
        return f'<{LEAF} data-l="{leaf}">{escape_text(self.page.text[row])}</{LEAF}>'

    def _is_left_out(self, row: int) -> bool:
        """Return whether neither the row nor what is in it is shown."""
        name = self.names[row]
        if name == elements.TEXT:
            return not self.page.blank[row]
        is_empty = self.leaves_before[self.end[row]] == self.leaves_before[row]
        return is_empty and (name in LEFT_OUT or (name not in TABLE_PARTS and self._is_between_cells(row)))

    def _is_between_cells(self, row: int) -> bool:
        """Return whether a row stands directly in a table or in its rows, as empty forms do."""
        return self.names[self.parent[row]] in TABLE_FRAMES

    def _element(self, row: int) -> tuple[str, str]:
        """Return what a row begins and ends with, without what is in it."""
        name = self.names[row]
        if name == elements.TEXT:
            return escape_text(self.page.text[row]), ""
        if name in _ROOTS or self.depth[row] > MAX_DEPTH:
            return "", ""
        tag = written_name(name, is_neutral=self.neutral[row])
        attributes = self._attributes(row, name)
        if tag in VOID:
            return f'<{tag} data-n="{row}"{attributes}>', ""
        return f'<{tag} data-n="{row}"{attributes}>', f"</{tag}>"

    def _attributes(self, row: int, name: str) -> str:
        own = self.page.attributes[row]
        attributes = written_attributes(name, own, self.clean_style) if own else ""
        if name == "details":
            return attributes + " open"  # all of it can be seen and corrected
        if name == "summary":
            return attributes + ' tabindex="-1"'
        if name == "a" and own.get("href"):
            return attributes + " data-link"
        if name == "noscript" and self.hidden[row] and "hidden" not in own:
            return attributes + " hidden"
        return attributes
