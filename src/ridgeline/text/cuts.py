"""The cuts: ways to divide the leaves of a page into blocks.

    leaves      one block a leaf
    lines       leaves up to the next line break or border of a block element
    paragraphs  leaves up to the next border of a block element or doubled `<br>`
    tag_blocks  leaves by the innermost element of a tag set around them (GetBlockSet of the block papers)

Every leaf is in exactly one block, and blocks are ordered by their first leaf. A cut is two columns (`Blocks`), not a
list of objects; a `Block` is a view made on demand. The Mountain Model's cells, which are single texts in the order of
the source, are made by that model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..page import BoolColumn, Break, IntColumn, Page, elements
from ..page.cache import cached_property
from .concatenation import join

# The block papers' tags (`<TABLE>, <TR>, <HR>, <UL>, <P>, <DIV>, <SPAN>`), outermost first, with HTML5's sections
# and the list items, cells and headings that make today's blocks. `hr`, which holds nothing, is missing: only the
# extractors that choose blocks by their features have it in their tag set.
BLOCK_TAGS = (
    *"table tr td th section article nav aside header footer main form".split(),
    *"div ul ol dl li dt dd p h1 h2 h3 h4 h5 h6 pre blockquote figure span".split(),
)
# Elements that hold nothing and show nothing by themselves: in a tag set they part what stands around them.
SEPARATORS = elements.VOID_NAMES - elements.REPLACED_NAMES


@dataclass(frozen=True, eq=False)
class Blocks:
    """A page cut into blocks."""

    page: Page
    root: IntColumn  # by block: the node that it is, or that it stands in, perhaps with others
    of_leaf: IntColumn  # by leaf: its block

    def __len__(self) -> int:
        return len(self.root)

    def __getitem__(self, index: int) -> "Block":
        number = range(len(self))[index]
        start, end = self._starts[number : number + 2]
        return Block(self.page, int(self.root[number]), self._by_block[start:end])

    def __iter__(self) -> Iterator["Block"]:
        return map(self.__getitem__, range(len(self)))

    def keep(self, chosen: BoolColumn) -> IntColumn:
        """Return the leaves of the chosen blocks; `chosen` is a mask by block."""
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
    """Leaves that belong together."""

    page: Page
    root: int
    leaves: IntColumn

    @property
    def path(self) -> tuple[str, ...]:
        """The tag names from the page's root down to the block's."""
        return self.page[self.root].path

    @property
    def text(self) -> str:
        """The text as a browser shows it."""
        return join(self.page, self.leaves)


def leaves(page: Page) -> Blocks:
    """Cut at every leaf."""
    return Blocks(page, page.leaves, np.arange(len(page.leaves), dtype=np.int32))


def lines(page: Page) -> Blocks:
    """Cut at each `<br>` and border of a block element. A leaf is never cut, not even at line ends in a `pre`."""
    return _runs(page, Break.LINE)


def paragraphs(page: Page) -> Blocks:
    """Cut at each border of a block element and doubled `<br>`; the root is the block element around the leaves."""
    return _runs(page, Break.PARAGRAPH)


def _runs(page: Page, level: Break) -> Blocks:
    starts = page.breaks >= level
    return Blocks(page, page.block[page.leaves[starts]], (np.cumsum(starts) - 1).astype(np.int32))


def check_tags(tags: Sequence[str] | str) -> tuple[str, ...]:
    """Return one tag name or several as a tuple; raises OptionError for anything else."""
    names = (tags,) if isinstance(tags, str) else tags
    if not isinstance(names, Sequence):
        raise OptionError(f"tags are tag names, not {tags!r}")
    for name in names:
        if not isinstance(name, str) or not name or name != name.lower():
            raise OptionError(f"a tag name is in lower case and not empty, not {name!r}")
    return tuple(names)


def tag_blocks(page: Page, tags: Sequence[str] = BLOCK_TAGS) -> Blocks:
    """Cut by a tag set (GetBlockSet): a block that contains one of the tags is replaced by its parts.

    GetBlockSet takes the tags one by one and splits every block that contains one. Whatever the order of elements that
    hold something, each leaf ends up with the innermost of them around it, so they are taken in one step. Leaves
    outside of all of them belong to the root. An element that holds nothing, such as `hr` or `br`, parts the block that
    it is in when its turn comes: what stands before it in the page from what stands after it.
    """
    tags = check_tags(tags)
    holder, part = page.nearest(_having(page, tags)).astype(np.int64), _parts(page, tags)
    keys = (holder * len(page) + part)[page.leaves]
    keys, firsts, of_leaf = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    return Blocks(page, (keys[order] // len(page)).astype(np.int32), np.argsort(order)[of_leaf].astype(np.int32))


def _having(page: Page, tags: Sequence[str]) -> BoolColumn:
    """Return a mask of the elements with these names that can hold something; the root is always among them."""
    names = set(tags) - SEPARATORS
    flagged = np.isin(page.tag, [code for code, name in enumerate(page.names) if name in names])
    flagged[0] = True
    return flagged


def _parts(page: Page, tags: Sequence[str]) -> npt.NDArray[np.int64]:
    """Return for each node the number of the part, of the page or of a block, that separators leave it in."""
    part = np.zeros(len(page), dtype=np.int64)
    for position, tag in enumerate(tags):
        if tag in SEPARATORS and tag in page.names:
            holder = page.nearest(_having(page, tags[:position])).astype(np.int64)
            part = _parted(holder * len(page) + part, page.tag == page.names.index(tag))
    return part


def _parted(block: npt.NDArray[np.int64], is_separator: BoolColumn) -> npt.NDArray[np.int64]:
    """Return for each node a number for each run of nodes of one block between two separators of that block."""
    order = np.argsort(block, kind="stable")
    is_new = is_separator[order]
    is_new[1:] |= block[order][1:] != block[order][:-1]
    is_new[0] = False
    answer = np.empty(len(block), dtype=np.int64)
    answer[order] = np.cumsum(is_new)
    return answer
