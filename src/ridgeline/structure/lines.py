"""Lines that are the text's own: verses, and text whose white space a style keeps.

A poem in a `pre` is no code, and its lines are lines of a paragraph; an empty line begins the next stanza. So is text
in an element with `white-space: pre-wrap` or its like, by its style or by a class of Tailwind. Where every line of a
poem is an element of its own, as Sphinx and TEI write them, the lines beside each other are a stanza. Lines of
poems keep how far they are indented beyond the others, by spaces, margins, or classes.
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

_WIDTHS = {
    " ": 1,
    "\xa0": 1,
    "\t": 4,
    "\u2002": 1,
    "\u2003": 2,
    "\u3000": 2,
}  # of white space, in columns: two are an em
_MARGIN = re.compile(
    r"(?:margin-left|padding-left|text-indent)\s*:\s*(-?\d{1,3}(?:\.\d{1,3})?)(em|rem|ch|px)", re.IGNORECASE
)
_COLUMNS = {"em": 2.0, "rem": 2.0, "ch": 1.0, "px": 0.125}
_INDENTED = re.compile(r"i(?:ndent(?:ed)?-?)?(\d{1,2})")  # Project Gutenberg has i2, i4 …
_NESTED = frozenset({"line-block", "lineblock"})
_MAX_LEVELS = 8  # of elements around a line that indent it
_MAX_INDENT = 40  # columns
_MAX_STYLE_LENGTH = 300  # characters

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
        self._own_columns: dict[int, float] = {}  # by element around lines

    def edit(self, element: Part) -> None:
        """Replace the paragraphs of an element, and those inside of its parts."""
        parts: list[Part] = []
        for part in element.parts:
            if part.kind == "p":
                is_kept = self._around(self._kept, self._node(part)) >= 0
                parts += self._split(part) if is_kept else [self._with_indents(part)]
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

    def _with_indents(self, paragraph: Part) -> Part:
        """Return a paragraph of a verse with its lines indented, or as it is where none is."""
        if not self._verses or self._around(self._verses, self._node(paragraph)) < 0:
            return paragraph
        lines: list[_Line] = []
        for leaf in range(paragraph.first, paragraph.end):
            position = int(self._leaves[leaf]) if leaf < len(self._leaves) else -1
            if not lines or (position > 0 and self._draft.page.breaks[position] >= Break.LINE):
                lines.append([])
            lines[-1].append((leaf, None))
        if not any(self._indents(lines)):
            return paragraph
        self.has_changed = True
        return self._paragraph(lines)

    def _indents(self, lines: list[_Line]) -> list[int]:
        """Return by line of a verse how many ems it is indented beyond the others."""
        columns = [self._columns(line) for line in lines]
        least = min(columns)
        return [min(round(width - least), _MAX_INDENT) // 2 for width in columns]

    def _columns(self, line: _Line) -> float:
        """Return how many columns a line of a verse is indented, 0 for any other."""
        page, (leaf, said) = self._draft.page, line[0]
        node = self._draft.nodes[leaf]
        verse = self._around(self._verses, node)
        if verse < 0:
            return 0
        text = (
            page.text[node].lstrip(" \t\r\n")
            if said is None and page.preformatted[node] < 0
            else said or page.text[node]
        )
        width: float = sum(_WIDTHS.get(character, 0) for character in text[: len(text) - len(text.lstrip())])
        for _ in range(_MAX_LEVELS):
            node = int(page.parent[node])
            if node <= verse:
                break
            if node not in self._own_columns:
                self._own_columns[node] = _own_columns(page, node)
            width += self._own_columns[node]
        return max(width, 0)

    def _pieces(self, leaf: int) -> list[str]:
        """Return the lines of a leaf; one where no more may be written."""
        position = int(self._leaves[leaf]) if leaf < len(self._leaves) else -1
        text = normalize_preformatted(self._draft.page.leaf_text[position]) if position >= 0 else ""
        return text.split("\n") if text.count("\n") <= self._left else [text]

    def _paragraph(self, lines: list[_Line]) -> Part:
        first = len(self._draft.nodes)
        for line, indent in zip(lines, self._indents(lines), strict=True):
            if indent:
                self._draft.add_indent(indent, Break.LINE if len(self._draft.nodes) > first else -1)
            for place, (leaf, text) in enumerate(line):
                is_new = place == 0 and len(self._draft.nodes) > first
                if indent and place == 0:
                    text = (self._draft.page.text[self._draft.nodes[leaf]] if text is None else text).lstrip()
                self._draft.copy(leaf, text, -1 if not is_new else Break.NOTHING if indent else Break.LINE)
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
        if page.parent[blocks[0]] != page.parent[blocks[1]]:
            blocks = [self._outer(block) for block in blocks]
        if page.parent[blocks[0]] != page.parent[blocks[1]] or any(map(self._is_no_line, blocks)):
            return False
        after = int(page.end[blocks[0]])
        while after < blocks[1] and page.blank[after]:
            after += 1
        return after == blocks[1] and self._around(self._verses, int(page.parent[after])) >= 0

    def _outer(self, block: int) -> int:
        """Return the outermost element around a line that indents it."""
        page = self._draft.page
        for _ in range(_MAX_LEVELS):
            around = int(page.parent[block]) if block > 0 else 0
            is_nested = not _NESTED.isdisjoint(class_names(page, around))
            if not is_nested or self._around(self._verses, int(page.parent[around])) < 0:
                break
            block = around
        return block

    def _is_line(self, part: Part) -> bool:
        text = self._draft.texts.get(part.first, "")
        return "\n" not in text and len(text) <= _MAX_LINE_LENGTH

    def _is_no_line(self, block: int) -> bool:
        page = self._draft.page
        is_stanza = block >= 0 and _is_verse(page, block) and _NESTED.isdisjoint(class_names(page, block))
        return block < 0 or page.tag[block] != _DIV or is_stanza


def _own_columns(page: Page, node: int) -> float:
    """Return how many columns an element indents the lines in it."""
    names, style = class_names(page, node), page.value(node, "style", _MAX_STYLE_LENGTH) or ""
    width = sum(float(size) * _COLUMNS[unit.lower()] for size, unit in _MARGIN.findall(style))
    width += sum(int(found[1]) for name in names if (found := _INDENTED.fullmatch(name)))
    return width if _NESTED.isdisjoint(names) else width + 4


def _leaves_of(paragraph: Part) -> _Line:
    return [(leaf, None) for leaf in range(paragraph.first, paragraph.end)]


LINES = Kind(
    "lines",
    Signs(words=(*sorted(_VERSES), *sorted(_KEPT_BY_CLASS)), styles=("white-space",)),
    edit=_edit,
)
