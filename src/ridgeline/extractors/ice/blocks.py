"""The paper's block-level elements: "p, div, li, h1..6, or plain text", parted by doubled `<br>` as well (section 3.1).

Plain text is what stands in any other element that starts a new line, such as a table cell; so the cut is that of
`segment.paragraphs`. (Cutting at the elements that the paper lists and nowhere else makes a whole table one block; on
cleaneval-dev it moves the baseline's combined score by 0.2 points.)
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...extraction import Extraction, FloatColumn
from ...output import Segment
from ...output.leaves import visible_texts
from ...page import BoolColumn, Break, IntColumn, Page
from ...text.cuts import Blocks

Integers = npt.NDArray[np.int64]

NOT_INCLUDED = "n"  # the paper's fourth class beside `h`, `l` and `p`


def leaf_texts(page: Page) -> list[str]:
    """By leaf: what it shows, white space as it stands."""
    return visible_texts(page, np.arange(len(page.leaves), dtype=np.int32))


def block_texts(blocks: Blocks, kept: BoolColumn | None = None) -> list[str]:
    """By block: its text on one line; that of some leaves only, where it is said which."""
    pieces: list[list[str]] = [[] for _ in range(len(blocks))]
    page = blocks.page
    shown = [True] * len(page.leaves) if kept is None else kept.tolist()
    rows = zip(leaf_texts(page), page.breaks.tolist(), blocks.of_leaf.tolist(), shown, strict=True)
    for text, kind, block, is_shown in rows:
        if kind != Break.NOTHING or not is_shown:
            pieces[block].append(" ")
        if is_shown:
            pieces[block].append(text)
    return [" ".join("".join(parts).split()) for parts in pieces]


def parent_tags(blocks: Blocks) -> list[str]:
    """By block: the name of the block-level element that it stands in."""
    names = blocks.page.names
    return [names[code] for code in blocks.page.tag[blocks.root].tolist()]


def answer(
    name: str,
    blocks: Blocks,
    texts: Sequence[str],
    classes: Sequence[str],
    *,
    scores: FloatColumn | None = None,
    remarks: tuple[str, ...] = (),
) -> Extraction:
    """The answer of an extractor that gave every block a class: `h`, `l`, `p` or `n`. Scores are by block."""
    chosen = np.fromiter((label != NOT_INCLUDED for label in classes), np.bool_, len(blocks))
    marked = zip(classes, texts, strict=True)
    segments = tuple(Segment(label, text) for label, text in marked if text and label != NOT_INCLUDED)
    by_leaf = None if scores is None else scores[blocks.of_leaf].astype(np.float32)
    return Extraction(blocks.page, blocks.keep(chosen), name, by_leaf, remarks, segments=segments)


def mostly_covered(text: str, covered: BoolColumn, starts: Integers, ends: Integers) -> IntColumn:
    """The leaves of which more than half is covered; they stand in `text` from `starts` to `ends`, spaces not counted.

    Some of the paper's systems choose characters, not leaves; a leaf is the smallest thing that can be kept.
    """
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    shown = ~np.isin(points, _SPACES)
    shown_before = np.concatenate(([0], np.cumsum(shown)))
    covered_before = np.concatenate(([0], np.cumsum(shown & covered)))
    length = shown_before[ends] - shown_before[starts]
    part = covered_before[ends] - covered_before[starts]
    return np.flatnonzero(2 * part > length).astype(np.int32)


_SPACES = np.array([ord(space) for space in " \t\n\r\f\xa0"], dtype=np.uint32)
