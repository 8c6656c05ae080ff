"""The cuts: a page's leaves divided into blocks, every leaf in exactly one, blocks ordered by their first leaf.

    leaves      one block a leaf
    lines       leaves up to the next line break or block boundary
    paragraphs  leaves up to the next block boundary or doubled `<br>`
    tag_blocks  leaves by the innermost element of an ordered tag set around them (GetBlockSet of the block papers)

A cut is two columns (`Blocks`), not a list of objects; a Block is a view made on demand. Cells on source offsets,
the Mountain Model's cut, are made by that model from `Page.source`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..page import BoolColumn, Break, IntColumn, Page, elements

# The block papers' tags (`<TABLE>, <TR>, <HR>, <UL>, <P>, <DIV>, <SPAN>`), outermost first, with HTML5's sections
# and the list items, cells and headings that make today's blocks. `hr` is missing: it holds nothing.
BLOCK_TAGS = (
    *"table tr td th section article nav aside header footer main form".split(),
    *"div ul ol dl li dt dd p h1 h2 h3 h4 h5 h6 pre blockquote figure span".split(),
)

_BR = elements.CODES["br"]
_OTHER_SPACES = "\t\n\r\f\xa0"  # white space of HTML, and the space that does not break
_SPACES = re.compile("  ++")
# They show nothing on a page, and in a terminal they may be commands. (Line ends and tabs are not among them.)
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]+")


@dataclass(frozen=True, eq=False)
class Blocks:
    """A cut of a page: for each block the node it stands in, for each leaf its block."""

    page: Page
    root: IntColumn  # by block
    of_leaf: IntColumn  # by leaf

    def __len__(self) -> int:
        return len(self.root)

    def __getitem__(self, index: int) -> "Block":
        number = range(len(self))[index]
        start, end = self._starts[number : number + 2]
        return Block(self.page, int(self.root[number]), self._by_block[start:end])

    def __iter__(self) -> Iterator["Block"]:
        return map(self.__getitem__, range(len(self)))

    def keep(self, chosen: BoolColumn) -> IntColumn:
        """The leaves of the blocks that are chosen."""
        return np.flatnonzero(chosen[self.of_leaf]).astype(np.int32)

    @cached_property
    def _by_block(self) -> IntColumn:
        return np.argsort(self.of_leaf, kind="stable").astype(np.int32)

    @cached_property
    def _starts(self) -> npt.NDArray[np.int64]:
        counts = np.bincount(self.of_leaf, minlength=len(self))
        return np.concatenate(([0], np.cumsum(counts)))


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some leaves that belong together."""

    page: Page
    root: int
    leaves: IntColumn

    @property
    def path(self) -> tuple[str, ...]:
        """The names from the page's root down to the block's."""
        return self.page[self.root].path

    @property
    def text(self) -> str:
        """What a reader sees of it."""
        return join(self.page, self.leaves)


def leaves(page: Page) -> Blocks:
    """One block a leaf."""
    return Blocks(page, page.leaves, np.arange(len(page.leaves), dtype=np.int32))


def lines(page: Page) -> Blocks:
    """Leaves up to the next `<br>` or block boundary. Line ends in preformatted text do not cut: a leaf is whole."""
    return _runs(page, Break.LINE)


def paragraphs(page: Page) -> Blocks:
    """Leaves up to the next block boundary or doubled `<br>`; the root is the block element they stand in."""
    return _runs(page, Break.PARAGRAPH)


def _runs(page: Page, level: Break) -> Blocks:
    starts = page.breaks >= level
    return Blocks(page, page.block[page.leaves[starts]], (np.cumsum(starts) - 1).astype(np.int32))


def tag_blocks(page: Page, tags: Sequence[str] = BLOCK_TAGS) -> Blocks:
    """GetBlockSet over a tag set: a block that contains one of the tags is replaced by its parts, nothing is lost.

    Taking the tags one by one and splitting every block that contains one leaves each leaf with the innermost of
    these elements around it, and what a split leaves over with the element that was split, whatever the order of the
    tags; so it is done in one step. Leaves outside of all of them belong to the root.
    """
    unknown = [name for name in tags if not name or name != name.lower()]
    if unknown:
        raise OptionError(f"tag names are lower case and not empty, not {unknown[0]!r}")
    codes = [code for code, name in enumerate(page.names) if name in set(tags)]
    flagged = np.isin(page.tag, codes)
    flagged[0] = True
    roots, firsts, of_leaf = np.unique(page.nearest(flagged)[page.leaves], return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    return Blocks(page, roots[order].astype(np.int32), np.argsort(order)[of_leaf].astype(np.int32))


def breaks_between(page: Page, keep: IntColumn) -> IntColumn:
    """For leaves picked out of a page: what stands between each and the one picked before it, as in `Page.breaks`.

    Where leaves between two picked ones are left out, they do not touch: at least a space stands between them.
    """
    if not len(keep):
        return np.empty(0, dtype=np.int32)
    strongest = np.maximum.reduceat(page.breaks, np.concatenate(([0], keep[:-1] + 1)))
    # reduceat's last group runs to the end of the page; the last picked leaf's group ends with that leaf.
    last = int(keep[-2]) + 1 if len(keep) > 1 else 0
    strongest[-1] = page.breaks[last : int(keep[-1]) + 1].max()
    apart = np.diff(keep, prepend=keep[:1] - 1) > 1
    strongest[apart & (strongest == Break.NOTHING)] = Break.SPACE
    strongest[0] = Break.PARAGRAPH
    return strongest.astype(np.int32)


def split(page: Page, keep: IntColumn, level: Break = Break.PARAGRAPH) -> list[IntColumn]:
    """Leaves picked out of a page, divided wherever a break of this level or above stands between two."""
    return np.split(keep, np.flatnonzero(breaks_between(page, keep) >= level)[1:]) if len(keep) else []


def join(page: Page, keep: IntColumn) -> str:
    """The text of some leaves as a browser shows it: white space folded, a line end for a `<br>`, a blank line between
    paragraphs; words split by inline tags stay whole, words on either side of a boundary stay apart.
    """
    pieces: list[str] = []
    after_space = True  # nothing, white space or a boundary stands before what comes next
    between = Break.NOTHING  # the strongest break since the last text
    before = -1  # the node of the last text, where it is preformatted
    nodes = page.leaves[keep]
    preformatted = page.preformatted[nodes].tolist()
    breaks = breaks_between(page, keep).tolist()
    for leaf, node, kind, as_it_stands in zip(keep.tolist(), nodes.tolist(), breaks, preformatted, strict=True):
        between = max(between, kind)
        text = page.leaf_text[leaf]
        if not text:
            continue
        if as_it_stands and before >= 0 and between < Break.PARAGRAPH:
            pieces.append(verbatim_between(page, before, node, between))
        elif pieces and between >= Break.LINE:
            pieces[-1] = pieces[-1].rstrip(" ")
            pieces.append("\n" if between == Break.LINE else "\n\n")
        elif between == Break.SPACE and not after_space:
            pieces.append(" ")
        after_space = after_space or between != Break.NOTHING
        between = Break.NOTHING
        before = node if as_it_stands else -1
        text = verbatim(text) if as_it_stands else fold(text)
        if after_space and not as_it_stands:
            text = text.lstrip(" ")
        if text:
            pieces.append(text)
            after_space = text[-1] in " \n\t"
    return CONTROLS.sub("", "".join(pieces)).strip("\n").rstrip()


def fold(text: str) -> str:
    """Text on one line: every run of HTML's white space is one space; the ideographic space and its like stay."""
    # Not one pattern for all kinds: it would stop at every space between two words, at three times the cost.
    for space in _OTHER_SPACES:
        if space in text:
            text = text.replace(space, " ")
    return _SPACES.sub(" ", text)


def verbatim(text: str) -> str:
    """Preformatted text: white space as it stands, with one kind of line end, and spaces that are spaces."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\xa0", " ")


def verbatim_between(page: Page, before: int, node: int, kind: int) -> str:
    """What stands between two kept leaves (nodes) of one preformatted element; `kind` is the `Break` between them.

    Highlighted code is many small leaves, and what parts its lines often is a text node of white space alone, which is
    no leaf: it is read back from the page.
    """
    pieces = []
    for index in range(before + 1, node):
        text = page.text[index]
        if text.isspace():
            pieces.append(verbatim(text))
        elif text:  # left out: it leaves a gap
            pieces.append("\n" if "\n" in text else " ")
        elif page.tag[index] == _BR:
            pieces.append("\n")
    between = "".join(pieces)
    if kind >= Break.LINE and "\n" not in between:
        return between + "\n"
    return between or (" " if kind == Break.SPACE else "")
