"""Where a passage stands on the page: its span in the source, a CSS selector, and a link that browsers scroll to.

The link is a text fragment (`#:~:text=first words,last words`). Where the page repeats the first words, words beside
the passage tell it apart.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.cache import cached_property
from ..page.visibility import SEEN, STATE_MASK
from .text import to_text

_MAX_LEVELS = 40  # of a selector
_PLAIN_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
_TEXT = elements.CODES[elements.TEXT]
_WORDS, _CONTEXT_WORDS = 6, 3  # at either end of a passage, and beside it, that a link names
_MAX_CHARACTERS = 120  # of them, beyond the first
_MAX_RUN = 24  # leaves that the words at one end are taken from
_MAX_SEARCHED = 500_000  # characters of a page that words are looked for in
_LINE_END = re.compile(r"[\n\t]")
_WORD = re.compile(
    r"[^\s。、，！？；]+[。、，！？；]*"
)  # between spaces, or up to the punctuation of scripts without any


@dataclass(frozen=True, slots=True)
class Place:
    """Where a passage stands; all are None or -1 where the page has none of it."""

    start: int  # in characters of the source, `Page.source`
    stop: int
    selector: str | None  # of the element that its first text is in
    fragment: str | None  # "#:~:text=…", to be added to the address of the page


NOWHERE = Place(-1, -1, None, None)


class Places:
    """Finds places on one page. What passages share is found once."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._steps: dict[int, str] = {}  # by node: what its selector ends with

    def between(self, first: int, last: int, keep: IntColumn) -> Place:
        """Return the place of what stands between two nodes; `keep` are the leaves that are kept."""
        start, end = np.searchsorted(self._page.leaves, (first, last + 1)).tolist()
        return self.of_leaves(keep[keep.searchsorted(start) : keep.searchsorted(end)].tolist(), first)

    def of_leaves(self, leaves: Sequence[int], first: int) -> Place:
        """Return the place of some leaves; `first` is the node that the passage begins with."""
        page = self._page
        texts = [leaf for leaf in leaves if leaf >= 0 <= page.start[page.leaves[leaf]]]  # pictures have no place
        span, fragment = (-1, -1), None
        if texts:
            span = int(page.start[page.leaves[texts[0]]]), int(page.stop[page.leaves[texts[-1]]])
            fragment = self._fragment(texts)
        return Place(*span, self.selector(int(page.block[first])), fragment)

    def selector(self, node: int) -> str:
        """Return a selector of an element: from the nearest id above it, or from the top, child by child."""
        page = self._page
        steps: list[str] = []
        while node >= 0 and len(steps) < _MAX_LEVELS:
            name = page.value(node, "id")
            if name and name in self._ids and _PLAIN_ID.fullmatch(name):
                steps.append(f"#{name}")
                break
            parent = int(page.parent[node])
            if node not in self._steps:
                self._number(parent)
            steps.append(self._steps[node])
            node = parent
        return " > ".join(reversed(steps))

    @cached_property
    def _ids(self) -> frozenset[str]:
        """The ids that one element has."""
        return frozenset(name for name, nodes in self._page.by_value("id").items() if len(nodes) == 1)

    def _number(self, parent: int) -> None:
        """Find the steps to all children of an element; -1 stands above the root."""
        page, alike = self._page, dict[str, list[int]]()
        child, end = parent + 1, len(page) if parent < 0 else int(page.end[parent])
        count = 0
        while child < end:
            if page.tag[child] != _TEXT:
                count += 1
                name = page.names[page.tag[child]]
                if name.replace("-", "").isalnum():
                    alike.setdefault(name, []).append(child)
                else:  # it would have to be escaped
                    self._steps[child] = f":nth-child({count})"
            child = int(page.end[child])
        for name, children in alike.items():
            for number, child in enumerate(children, 1):
                self._steps[child] = name if len(children) == 1 else f"{name}:nth-of-type({number})"

    def _fragment(self, leaves: Sequence[int]) -> str | None:
        """Return the end of a link that names the first and the last words of some leaves."""
        opening = self._lines(_run(leaves))
        closing = self._lines(_run(leaves[::-1])[::-1])
        if not opening or not closing:
            return None
        first, last = _first_words(opening[0], _WORDS), _last_words(closing[-1], _WORDS)
        whole = _first_words(opening[0], 2 * _WORDS)
        if opening == closing == [whole]:
            first = whole
        named = [_quoted(first)] if opening == [first] == closing else [_quoted(first), _quoted(last)]
        return f"#:~:text={','.join(self._told_apart(named, first, leaves) if self._is_repeated(first) else named)}"

    def _told_apart(self, named: list[str], first: str, leaves: Sequence[int]) -> list[str]:
        """Return the words of a link with those that stand before the passage, else with those after it."""
        if before := self._beside(leaves[0] - 1):
            return [f"{_quoted(_last_words(before, _CONTEXT_WORDS))}-", *named]
        if after := self._beside(leaves[-1] + 1):
            return [*named, f"-{_quoted(_first_words(after, _CONTEXT_WORDS))}"]
        return named

    def _beside(self, leaf: int) -> str:
        """Return the text of a leaf that everybody sees; "" of any other."""
        if not 0 <= leaf < len(self._page.leaves):
            return ""
        states, _ = self._page.visibility(np.array([leaf], dtype=np.int32))
        return " ".join(self._page.leaf_text[leaf].split()) if states[0] & STATE_MASK == SEEN else ""

    def _lines(self, leaves: Sequence[int]) -> list[str]:
        text = to_text(self._page, np.array(leaves, dtype=np.int32))
        return [line for part in _LINE_END.split(text) if (line := part.strip())]

    def _is_repeated(self, words: str) -> bool:
        found = self._searched.find(words.lower())
        return found >= 0 and self._searched.find(words.lower(), found + 1) >= 0

    @cached_property
    def _searched(self) -> str:
        """The text of the page, in lower case, where it is not too long."""
        page = self._page
        if int(page.leaf_lengths.sum()) > _MAX_SEARCHED:
            return ""
        return " ".join(to_text(page, np.arange(len(page.leaves), dtype=np.int32)).lower().split())


def _run(leaves: Sequence[int]) -> Sequence[int]:
    """Return the first of some leaves that are neighbours on the page."""
    for place in range(1, min(len(leaves), _MAX_RUN)):
        if abs(leaves[place] - leaves[place - 1]) > 1:
            return leaves[:place]
    return leaves[:_MAX_RUN]


def _first_words(line: str, count: int) -> str:
    ends = [word.end() for _, word in zip(range(count), _WORD.finditer(line), strict=False)]
    fitting = [end for end in ends if end <= _MAX_CHARACTERS]
    return line[: max(fitting, default=ends[0] if ends else 0)]


def _last_words(line: str, count: int) -> str:
    starts = [word.start() for word in _WORD.finditer(line)][-count:]
    fitting = [start for start in starts if len(line) - start <= _MAX_CHARACTERS]
    return line[min(fitting, default=starts[-1] if starts else 0) :]


def _quoted(words: str) -> str:
    return quote(words, safe="").replace("-", "%2D")
