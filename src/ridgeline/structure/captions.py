"""Captions: what stands under a picture and belongs to it.

A caption is the `figcaption` of the figure around a picture, or an element beside it that names itself so, as WordPress
and Wikipedia write them. Extractors drop most captions, since people leave them out of the text. Where a picture is
written, its caption is written with it.
"""

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

import numpy as np

from ..output.outline import Draft, Part
from ..page import IntColumn, Page, elements
from ..text.attributes import class_names
from .kind import Kind, Signs

_PICTURES = ("img", "video", "iframe", "object", "embed")
_IS_PICTURE = elements.table(_PICTURES)
_FIGURE, _FIGCAPTION, _BUTTON, _TEXT = (elements.CODES[name] for name in ("figure", "figcaption", "button", "#text"))
_TAGS = frozenset(elements.CODES[name] for name in "figcaption div p span small em i dd td center".split())
_NAME = re.compile(r"(?:^|[\s_-])\w*caption(?:[_-]?te?xt)?(?=\s|$)")
_MAX_LEVELS = 4  # from a caption up to what holds its picture as well
_MAX_LEAVES = 80  # of a caption, and beside it in what holds its picture
_MAX_LENGTH = 2_000  # characters of a caption; those of science are long
_MAX_CAPTIONS = 1_000


class _Caption(NamedTuple):
    """A caption, and a kept picture that it belongs to; both by positions in `page.leaves`."""

    element: int  # a node
    leaves: range
    picture: int


def _complete(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves with the captions of kept pictures."""
    added = [leaf for caption in _captions(page, keep) for leaf in caption.leaves if _is_shown(page, leaf)]
    return np.union1d(keep, np.array(added, dtype=np.int32)).astype(np.int32) if added else keep


def _edit(draft: Draft) -> bool:
    """Put captions that are no `figcaption` into one, below their pictures."""
    page, leaves = draft.page, draft.outline.leaves
    others = [caption for caption in _captions(page, leaves) if page.tag[caption.element] != _FIGCAPTION]
    if not others:
        return False
    place = {leaf: position for position, leaf in enumerate(leaves.tolist())}
    owners = {place[leaf]: place[caption.picture] for caption in others for leaf in caption.leaves if leaf in place}
    captions = {picture: Part("figcaption", parts=parts) for picture, parts in draft.take(owners).items()}
    _put_below(draft.root, captions, owners)
    return True


def _captions(page: Page, keep: IntColumn) -> Iterator[_Caption]:
    """Yield the captions of kept pictures."""
    pictures = np.flatnonzero(page.has_tag(_IS_PICTURE)[page.leaves])
    nodes, is_kept = page.leaves[pictures], np.isin(pictures, keep)
    stop = 0
    for element in _named(page):
        first, end = _leaves_in(page, element)
        has_picture = len(range(*np.searchsorted(nodes, (element, page.end[element])))) > 0
        length = int(page.leaf_lengths[first:end].sum())
        if element < stop or has_picture or end - first > _MAX_LEAVES or not 0 < length <= _MAX_LENGTH:
            continue
        stop = int(page.end[element])
        beside = _pictures_beside(page, element, nodes)
        if kept := [int(pictures[position]) for position in beside if is_kept[position]]:
            yield _Caption(element, range(first, end), kept[-1])


def _named(page: Page) -> list[int]:
    """Return the elements that are captions by tag or class."""
    named = [node for node in page.containing("class", ("caption",)) if page.tag[node] in _TAGS]
    named = [node for node in named if _NAME.search(" ".join(class_names(page, node)))]
    return sorted({*named, *np.flatnonzero(page.tag == _FIGCAPTION).tolist()})[:_MAX_CAPTIONS]


def _pictures_beside(page: Page, element: int, pictures: IntColumn) -> range:
    """Return the pictures in the innermost element around a caption that has any, as positions."""
    around = element
    for _ in range(_MAX_LEVELS):
        around = int(page.parent[around])
        if around < 0:
            break
        first, end = np.searchsorted(pictures, (around, int(page.end[around]))).tolist()
        if first < end:
            start, stop = _leaves_in(page, around)
            return range(first, end) if stop - start <= 2 * _MAX_LEAVES else range(0)
        if page.tag[around] == _FIGURE:
            break
    return range(0)


def _leaves_in(page: Page, element: int) -> tuple[int, int]:
    first, end = np.searchsorted(page.leaves, (element, int(page.end[element]))).tolist()
    return first, end


def _is_shown(page: Page, leaf: int) -> bool:
    """Return whether a leaf is text that a reader sees, and no label of a button."""
    node = int(page.leaves[leaf])
    around = (int(page.parent[node]), int(page.parent[page.parent[node]]))
    return page.tag[node] == _TEXT and not page.hidden[node] and all(page.tag[other] != _BUTTON for other in around)


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


CAPTIONS = Kind("captions", Signs(tags=_PICTURES), complete=_complete, edit=_edit)
