"""Lines that are the text's own: verses, and text whose white space a style keeps.

A poem in a `pre` is no code, and its lines are lines of a paragraph; an empty line begins the next stanza. So is text
in an element with `white-space: pre-wrap` or its like, by its style or by a class of Tailwind. Where every line of a
poem is an element of its own, as Sphinx and TEI write them, the lines beside each other are a stanza.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import groupby

from ..output.outline import Draft, Part
from ..page import Break, IntColumn, Page, elements
from ..text.attributes import class_names
from ..text.spaces import normalize_preformatted
from .kind import Kind, Signs

_VERSES = frozenset(
    "verse poem poetry poem-text poem-body poetry-text wp-block-verse stanza strophe lyrics lyric line-block lineblock"
    " verseblock versecontent".split()
)
_KEPT_BY_CLASS = frozenset({"whitespace-pre-wrap", "whitespace-pre-line", "whitespace-pre", "pre-wrap", "pre-line"})
_KEPT_BY_STYLE = re.compile(r"white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
_CODE = elements.table(("code", "kbd", "samp"))
_DIV = elements.CODES["div"]
_MAX_LINES = 20_000  # of a page that are written as lines of their own
_MAX_LINE_LENGTH = 200  # characters of a line that is an element

_Line = list[tuple[int, str | None]]  # leaves, and what they say in it: None for all


def _edit(draft: Draft) -> bool:
    """Write the lines of verses and of text that keeps its white space."""
    page = draft.page
    verses = _outermost(page, [node for node in page.containing("class", tuple(_VERSES)) if _is_verse(page, node)])
    kept = _outermost(page, sorted({*_kept_by_style(page), *_kept_by_class(page)}))
    if not verses and not kept:
        return False
    editor = _Editor(draft, verses, kept)
    editor.edit(draft.root)
    return editor.has_changed


def _is_verse(page: Page, node: int) -> bool:
    """Return whether an element is a poem or a part of one; the numbered verses of a scripture are parts of a line."""
    return not _VERSES.isdisjoint(class_names(page, node)) and page.names[page.tag[node]] in elements.BLOCK_NAMES


def _kept_by_style(page: Page) -> Iterator[int]:
    for node in page.containing("style", ("white-space",)):
        if _KEPT_BY_STYLE.search(page.value(node, "style") or ""):
            yield node


def _kept_by_class(page: Page) -> Iterator[int]:
    for node in page.containing("class", tuple(_KEPT_BY_CLASS)):
        if not _KEPT_BY_CLASS.isdisjoint(class_names(page, node)):
            yield node


def _outermost(page: Page, nodes: list[int]) -> list[int]:
    """Return those of some elements, in document order, that are in no other one."""
    found: list[int] = []
    for node in nodes:
        if not found or node >= page.end[found[-1]]:
            found.append(node)
    return found


class _Editor:
    """Puts lines into a draft."""

    def __init__(self, draft: Draft, verses: list[int], kept: list[int]) -> None:
        self.has_changed = False
        self._draft = draft
        self._verses = verses
        self._kept = kept
        self._leaves: IntColumn = draft.outline.leaves
        self._left = _MAX_LINES

    def edit(self, element: Part) -> None:
        """Replace the paragraphs of an element, and those inside of its parts."""
        parts: list[Part] = []
        for part in element.parts:
            if part.kind == "p":
                parts += self._split(part) if self._around(self._kept, self._node(part)) >= 0 else [part]
            elif part.kind == "pre" and len(part.parts) == 1 and self._is_poem(part.parts[0]):
                self.has_changed = True
                parts += self._split(part.parts[0])
            else:
                self.edit(part)
                parts.append(part)
        element.parts = self._stanzas(parts) if self._verses else parts

    def _node(self, paragraph: Part) -> int:
        return self._draft.nodes[paragraph.first]

    def _around(self, roots: list[int], node: int) -> int:
        """Return which of some elements a node is in, -1 for none."""
        place = bisect_right(roots, node) - 1
        return roots[place] if place >= 0 and node < self._draft.page.end[roots[place]] else -1

    def _is_poem(self, lines: Part) -> bool:
        """Return whether preformatted text is a poem."""
        page, verse = self._draft.page, self._around(self._verses, self._node(lines))
        return verse >= 0 and not _CODE.take(page.tag[verse : page.end[verse]], mode="clip").any()

    def _split(self, paragraph: Part) -> list[Part]:
        """Return the stanzas of a paragraph, which empty lines separate."""
        lines: list[_Line] = [[]]
        for leaf in range(paragraph.first, paragraph.end):
            pieces = self._pieces(leaf)
            lines[-1].append((leaf, pieces[0] if len(pieces) > 1 else None))
            lines += [[(leaf, piece)] for piece in pieces[1:]]
        if len(lines) == 1 and paragraph.kind == "p":
            return [paragraph]
        self.has_changed = True
        self._left -= len(lines)
        stanzas = groupby(lines, key=lambda line: any(text is None or text.strip() for _, text in line))
        return [self._paragraph(list(stanza)) for is_shown, stanza in stanzas if is_shown]

    def _pieces(self, leaf: int) -> list[str]:
        """Return the lines of a leaf; one where no more may be written."""
        position = int(self._leaves[leaf]) if leaf < len(self._leaves) else -1
        text = normalize_preformatted(self._draft.page.leaf_text[position]) if position >= 0 else ""
        return text.split("\n") if text.count("\n") <= self._left else [text]

    def _paragraph(self, lines: list[_Line]) -> Part:
        first = len(self._draft.nodes)
        for line in lines:
            for place, (leaf, text) in enumerate(line):
                is_new = place == 0 and len(self._draft.nodes) > first
                self._draft.copy(leaf, text, Break.LINE if is_new else -1)
        return Part("p", first=first, end=len(self._draft.nodes))

    def _stanzas(self, parts: list[Part]) -> list[Part]:
        """Join paragraphs that are lines of one stanza."""
        runs: list[list[Part]] = []
        for part in parts:
            if runs and self._are_lines(runs[-1][-1], part):
                runs[-1].append(part)
            else:
                runs.append([part])
        self.has_changed |= len(runs) < len(parts)
        return [run[0] if len(run) == 1 else self._paragraph([_leaves_of(line) for line in run]) for run in runs]

    def _are_lines(self, one: Part, other: Part) -> bool:
        """Return whether two paragraphs are elements beside each other in a verse, each a line."""
        page = self._draft.page
        if one.kind != "p" or other.kind != "p" or not all(map(self._is_line, (one, other))):
            return False
        blocks = [int(page.block[self._node(part)]) for part in (one, other)]
        if page.parent[blocks[0]] != page.parent[blocks[1]] or any(map(self._is_no_line, blocks)):
            return False
        after = int(page.end[blocks[0]])
        while after < blocks[1] and page.blank[after]:
            after += 1
        return after == blocks[1] and self._around(self._verses, int(page.parent[after])) >= 0

    def _is_line(self, part: Part) -> bool:
        text = self._draft.texts.get(part.first, "")
        return "\n" not in text and len(text) <= _MAX_LINE_LENGTH

    def _is_no_line(self, block: int) -> bool:
        page = self._draft.page
        return block < 0 or page.tag[block] != _DIV or _is_verse(page, block)


def _leaves_of(paragraph: Part) -> _Line:
    return [(leaf, None) for leaf in range(paragraph.first, paragraph.end)]


LINES = Kind(
    "lines",
    Signs(words=(*sorted(_VERSES), *sorted(_KEPT_BY_CLASS)), styles=("white-space",)),
    edit=_edit,
)
