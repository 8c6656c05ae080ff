"""The paper's block-level elements: "p, div, li, h1..6, or plain text", divided at doubled `<br>` too (section 3.1).

Plain text is the text of any other element that starts a new line, such as a table cell, so the blocks are those of
`text.cuts.paragraphs`. (Dividing a page only at the elements that the paper lists makes a whole table one block; on
cleaneval-dev it changes the combined score of the baseline by 0.2 points.)
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...extraction import Extraction, FloatColumn
from ...output import Segment
from ...page import BoolColumn, Break, IntColumn, Page
from ...text.cuts import Blocks
from ...text.visible import visible_texts

Integers = npt.NDArray[np.int64]

NOT_INCLUDED = "n"  # the paper's fourth class beside `h`, `l` and `p`
_SPACES = np.array([ord(space) for space in " \t\n\r\f\xa0"], dtype=np.uint32)


def leaf_texts(page: Page) -> list[str]:
    """Return the visible text of every leaf, its white space unchanged."""
    return visible_texts(page, np.arange(len(page.leaves), dtype=np.int32))


def block_texts(blocks: Blocks, mask: BoolColumn | None = None) -> list[str]:
    """Return the text of every block on one line; `mask` selects the leaves to include (default: all)."""
    pieces: list[list[str]] = [[] for _ in range(len(blocks))]
    page = blocks.page
    included = [True] * len(page.leaves) if mask is None else mask.tolist()
    rows = zip(leaf_texts(page), page.breaks.tolist(), blocks.of_leaf.tolist(), included, strict=True)
    for text, kind, block, is_included in rows:
        if kind != Break.NOTHING or not is_included:
            pieces[block].append(" ")
        if is_included:
            pieces[block].append(text)
    return [" ".join("".join(parts).split()) for parts in pieces]


def parent_tags(blocks: Blocks) -> list[str]:
    """Return the name of the block-level element around every block."""
    names = blocks.page.names
    return [names[code] for code in blocks.page.tag[blocks.root].tolist()]


def extraction_from_classes(
    name: str,
    blocks: Blocks,
    texts: Sequence[str],
    classes: Sequence[str],
    *,
    scores: FloatColumn | None = None,
    remarks: tuple[str, ...] = (),
) -> Extraction:
    """Return the extraction that keeps the blocks of class `h`, `l` or `p`; `scores` has one value per block."""
    is_kept = np.fromiter((label != NOT_INCLUDED for label in classes), np.bool_, len(blocks))
    labelled = zip(classes, texts, strict=True)
    segments = tuple(Segment(label, text) for label, text in labelled if text and label != NOT_INCLUDED)
    leaf_scores = None if scores is None else scores[blocks.of_leaf].astype(np.float32)
    return Extraction(blocks.page, blocks.keep(is_kept), name, leaf_scores, remarks, segments=segments)


def mostly_covered(text: str, mask: BoolColumn, starts: Integers, ends: Integers) -> IntColumn:
    """Return the leaves with more than half of their characters in `mask`, white space not counted.

    Leaf number i is `text[starts[i]:ends[i]]`, and `mask` has one value per character. Some of the paper's systems
    select characters; a leaf is the smallest unit that an extraction can keep.
    """
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    is_visible = ~np.isin(points, _SPACES)
    visible_before = np.concatenate(([0], np.cumsum(is_visible)))
    covered_before = np.concatenate(([0], np.cumsum(is_visible & mask)))
    length = visible_before[ends] - visible_before[starts]
    covered = covered_before[ends] - covered_before[starts]
    return np.flatnonzero(2 * covered > length).astype(np.int32)
