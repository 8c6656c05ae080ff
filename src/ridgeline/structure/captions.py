"""Captions: what stands under a picture and belongs to it.

A caption is the `figcaption` of the figure around a picture, or an element beside it that names itself so, as WordPress
and Wikipedia write them. Extractors drop most captions, since people leave them out of the text. Where a picture is
written, its caption is written with it; where a quotation, code or a table is, the caption of its figure, which says
who is quoted, names the file, or says what the table is about.
"""

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from ..text.attributes import class_names
from .kind import Kind, Signs
from .placeholders import PICTURES

_IS_PICTURE = elements.table(("img", "video", "iframe", "object", "embed"))
_CAPTIONED = elements.table(("blockquote", "pre", "table"))
_FIGURE, _FIGCAPTION, _QUOTE, _PRE, _TABLE = (
    elements.CODES[name] for name in ("figure", "figcaption", "blockquote", "pre", "table")
)
_BUTTON, _TEXT = elements.CODES["button"], elements.CODES["#text"]
_TAGS = frozenset(elements.CODES[name] for name in "div p span small em i dd td center".split())
_NAME = re.compile(r"(?:^|[\s_-])\w*caption(?:[_-]?te?xt)?(?=\s|$)")
_TITLE = "codeblocktitle"
_GADGET = re.compile(r"(?:cta|toggle|hide|show|button|btn)[_-]?caption")
_MAX_LEVELS = 4  # from a caption up to what holds its picture as well
_MAX_LEAVES = 80  # of a caption, and beside it in what holds its picture
_MAX_LENGTH = 2_000  # characters of a caption; those of science are long
_MAX_BUTTON = 24  # of what a button says: "Read more"
_MAX_ATTRIBUTION = 10  # leaves that say who is quoted
_MAX_CAPTIONS = 1_000
_MAX_BETWEEN = 300  # characters of kept text between a caption and its picture


class _Caption(NamedTuple):
    """A caption, and a kept picture that it belongs to; both by positions in `page.leaves`."""

    element: int  # a node
    leaves: range
    picture: int


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with the captions of kept pictures and quotations."""
    has_picture = _IS_PICTURE.take(page.tag.take(page.leaves.take(keep)), mode="clip").any()
    placeholders = sorted(picture.index for name in PICTURES if name in page.names for picture in page.find(name))
    if not has_picture and not placeholders and not page.has_any(_CAPTIONED):
        return keep
    given = [row for (row,) in page.tagged(_FIGCAPTION)]
    known = sorted({*given, *_named(page)})
    leaves = [caption.leaves for caption in _captions(page, keep, known)]
    leaves += _attributions(page, keep, sorted({*given, *_titles(page)}))
    is_kept = np.zeros(len(page.leaves), dtype=np.bool_)
    is_kept[keep] = True
    is_kept[[leaf for own in leaves for leaf in own if _is_shown(page, leaf)]] = True
    for own in _of_placeholders(page, known, placeholders):
        if own.start and is_kept[own.start - 1]:
            is_kept[[leaf for leaf in own if _is_shown(page, leaf)]] = True
    return np.flatnonzero(is_kept).astype(np.int32)


def _of_placeholders(page: Page, captions: list[int], pictures: list[int]) -> Iterator[range]:
    """Yield the leaves of captions beside pictures that have no leaf, so nothing says whether they are kept."""
    for caption in captions[:_MAX_CAPTIONS] if pictures else ():
        leaves = range(*page.leaves_in(caption))
        if len(leaves) <= _MAX_LEAVES and _beside(page, caption, pictures):
            yield leaves


def _attributions(page: Page, keep: IntColumn, captions: list[int]) -> Iterator[range]:
    """Yield the leaves of captions that say who is quoted, or name a file or table, where that is kept."""
    quotations = sorted(row for tag in (_QUOTE, _PRE, _TABLE) for (row,) in page.tagged(tag)) if captions else []
    for caption in captions[:_MAX_CAPTIONS] if quotations else ():
        figure, leaves = page.parent.data[caption], range(*page.leaves_in(caption))
        inside = _inside(quotations, page, figure)
        is_around = page.tag.data[figure] == _FIGURE or page.tag.data[caption] != _FIGCAPTION
        if inside and is_around and len(leaves) <= _MAX_ATTRIBUTION:
            first, end = page.leaves_in(quotations[inside.start])
            if bisect_left(keep.data, first) < bisect_left(keep.data, end):
                yield leaves


def _edit(draft: Draft) -> bool:
    """Put captions that are no `figcaption` into one, below their pictures."""
    leaves = draft.outline.leaves
    captions = list(_captions(draft.page, leaves, _named(draft.page)))
    if not captions:
        return False
    place = {leaf: position for position, leaf in enumerate(leaves.tolist())}
    owners = {place[leaf]: place[caption.picture] for caption in captions for leaf in caption.leaves if leaf in place}
    below = {picture: Part("figcaption", parts=parts) for picture, parts in draft.take(owners).items()}
    _put_below(draft.root, below, owners)
    return True


def _titles(page: Page) -> list[int]:
    """Return the elements that name a file above code, as Docusaurus writes them."""
    return [
        node for node in page.containing("class", (_TITLE,)) if " ".join(class_names(page, node)).startswith(_TITLE)
    ]


def _named(page: Page) -> list[int]:
    """Return the elements that are captions by their classes."""
    named = [node for node in page.containing("class", ("caption",)) if page.tag[node] in _TAGS]
    names = {node: " ".join(class_names(page, node)) for node in named}
    named = [node for node, name in names.items() if _NAME.search(name) and not _GADGET.search(name)]
    return [node for node in named if not any(page.tag[above] == _FIGCAPTION for above in _above(page, node))]


def _above(page: Page, node: int) -> Iterator[int]:
    for _ in range(_MAX_LEVELS):
        node = page.parent.data[node]
        if node < 0:
            return
        yield node


def _captions(page: Page, keep: IntColumn, named: list[int]) -> Iterator[_Caption]:
    """Yield those of some elements, in document order, that are captions of kept pictures."""
    if not named:
        return
    is_picture = _IS_PICTURE.take(page.tag.take(page.leaves), mode="clip")
    kept = set(keep[is_picture.take(keep, mode="clip")].tolist())
    if not kept:
        return
    pictures = np.flatnonzero(is_picture)
    nodes, stop, said = page.leaves.take(pictures).data, 0, _said(page, keep, named)
    for element in named[:_MAX_CAPTIONS]:
        leaves = range(*page.leaves_in(element))
        length = sum(page.leaf_lengths.data[leaves.start : leaves.stop]) if len(leaves) <= _MAX_LEAVES else 0
        if element < stop or not 0 < length <= _MAX_LENGTH or _inside(nodes, page, element):
            continue
        stop = page.end.data[element]
        beside = [int(pictures[position]) for position in _beside(page, element, nodes)]
        kept_beside = [picture for picture in beside if picture in kept]
        if kept_beside and abs(said[leaves.start] - said[kept_beside[-1]]) <= _MAX_BETWEEN:
            yield _Caption(element, leaves, kept_beside[-1])


def _said(page: Page, keep: IntColumn, captions: list[int]) -> Sequence[int]:
    """Return by leaf how many characters of text are kept before it, not counting captions."""
    lengths, kept = np.zeros(len(page.leaves) + 1, dtype=np.int64), keep[keep >= 0]
    lengths[kept + 1] = page.leaf_lengths.take(kept)
    for caption in captions[:_MAX_CAPTIONS]:
        first, end = page.leaves_in(caption)
        lengths[first + 1 : end + 1] = 0
    return np.cumsum(lengths).data


def _beside(page: Page, element: int, pictures: Sequence[int]) -> range:
    """Return the pictures in the innermost element around a caption that has any, as positions."""
    for around in _above(page, element):
        if found := _inside(pictures, page, around):
            return found if len(range(*page.leaves_in(around))) <= 2 * _MAX_LEAVES else range(0)
        if page.tag.data[around] == _FIGURE:
            break
    return range(0)


def _inside(nodes: Sequence[int], page: Page, element: int) -> range:
    """Return which of some nodes, in document order, are in an element, as positions."""
    first = bisect_left(nodes, element)
    return range(first, bisect_left(nodes, page.end.data[element], first))


def _is_shown(page: Page, leaf: int) -> bool:
    """Return whether a leaf is text that a reader sees, and no label of a button."""
    node = int(page.leaves[leaf])
    around = (int(page.parent[node]), int(page.parent[page.parent[node]]))
    is_short = len(page.text[node]) <= _MAX_BUTTON
    is_label = any(page.tag[other] == _BUTTON for other in around)
    is_label |= is_short and page.value(around[0], "role") == "button"  # a zoomed figure may be one as a whole
    return page.tag[node] == _TEXT and not page.hidden[node] and not is_label


def _put_below(element: Part, captions: dict[int, Part], taken: Container[int]) -> None:
    """Put each caption below the paragraph of its picture, and a figure around both where that holds nothing else."""
    parts: list[Part] = []
    for part in element.parts:
        _put_below(part, captions, taken)
        parts.append(part)
        leaves = [leaf for leaf in range(part.first, part.end) if part.is_paragraph and leaf not in taken]
        for caption in [captions[leaf] for leaf in leaves if leaf in captions]:
            if element.kind == "figure":
                parts.append(caption)
            elif len(leaves) == 1:
                parts[-1] = Part("figure", parts=[part, caption])
            else:
                parts.append(Part("figure", parts=[caption]))
    element.parts = parts


CAPTIONS = Kind(
    "captions", Signs(words=("codeblockcontainer",), anywhere=("*caption*",)), complete=_complete, edit=_edit
)
