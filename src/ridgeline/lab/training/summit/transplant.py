"""A page's content in the surroundings of another page: more lessons than there are pages.

A network that learns from some hundred sites learns their menus by heart. A transplant keeps the head of one page and
its content, the smallest element that holds nearly all of it, and puts that in the place of another page's content. So
the same article is seen with other menus, and the same menus around other articles. Part of the content is sometimes
left out: short articles are where the surroundings matter most.

Only articles are exchanged. On pages of other types the surroundings tell what the content is: in listings that the
list is, in documentation where the text begins. Transplants of them did harm (docs/experiments.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....page import Attributes, IntColumn, Page
from ....page.elements import CODES
from .lessons import Labelled

_ARTICLE = "article"  # what pages of sets without types are
_MIN_CONTENT_SHARE = 0.9
_MIN_PURITY = 0.5  # of the element that holds it
_MIN_WORDS = 20
_SHORTENED = 0.5  # of the transplants
_MIN_SHORTENED_WORDS = 30  # words
_WITHOUT_ADDRESS = 0.3


@dataclass(frozen=True, eq=False, slots=True)
class _Donor:
    labelled: Labelled
    node: int  # holds the content


def transplants(pages: Sequence[Labelled], rounds: int, rng: np.random.Generator) -> list[Labelled]:
    """In each round every article gets the surroundings of another one."""
    donors = []
    for labelled in pages:
        node = _content(labelled) if labelled.type in (None, _ARTICLE) else None
        if node is not None:
            donors.append(_Donor(labelled, node))
    made = []
    for _ in range(rounds):
        for content, place in zip(donors, rng.permutation(len(donors)).tolist(), strict=True):
            surroundings = donors[place]
            if content.labelled.sites != surroundings.labelled.sites:
                transplant = _transplant(content, surroundings, rng)
                if transplant is not None:
                    made.append(transplant)
    return made


def _content(labelled: Labelled) -> int | None:
    """The deepest element that holds most of the content, if it is mostly content."""
    page = labelled.page
    words = np.array([len(text.split()) for text in page.leaf_text], dtype=np.float64)
    content = words * (labelled.labels > 0.5) * (labelled.weights > 0)
    if content.sum() < _MIN_WORDS:
        return None
    held_content, held = _held(page, content), _held(page, words)
    node = int(np.flatnonzero(held_content >= _MIN_CONTENT_SHARE * content.sum())[-1])
    if not page.tag[node]:
        node = int(page.parent[node])
    if page.depth[node] < 2 or held_content[node] < _MIN_PURITY * held[node]:
        return None
    return node


def _held(page: Page, by_leaf: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """By node: the sum over the leaves in it."""
    by_node = np.zeros(len(page) + 1)
    by_node[page.leaves + 1] = by_leaf
    running = np.cumsum(by_node)
    answer: npt.NDArray[np.float64] = running[page.end] - running[:-1]
    return answer


def _transplant(content: _Donor, surroundings: _Donor, rng: np.random.Generator) -> Labelled | None:
    ours, theirs = content.labelled.page, surroundings.labelled.page
    head = np.flatnonzero(ours.tag == CODES["head"])[:1]
    body = np.flatnonzero(theirs.tag == CODES["body"])[:1]
    if not len(head) or not len(body) or not body[0] < surroundings.node < theirs.end[body[0]]:
        return None
    # Rows of the new page, from ours and from theirs: root, head, what stands before the content, it, what follows.
    pieces = [
        (True, np.array([0])),
        (True, np.arange(head[0], ours.end[head[0]])),
        (False, np.arange(body[0], surroundings.node)),
        (True, np.arange(content.node, ours.end[content.node])),
        (False, np.arange(theirs.end[surroundings.node], theirs.end[body[0]])),
    ]
    rows = np.concatenate([piece for _, piece in pieces])
    is_ours = np.concatenate([np.full(len(piece), mine) for mine, piece in pieces])
    new_row = {True: np.full(len(ours), -1), False: np.full(len(theirs), -1)}
    for mine in (True, False):
        new_row[mine][rows[is_ours == mine]] = np.flatnonzero(is_ours == mine)
    parent = np.empty(len(rows), dtype=np.int32)
    parent[is_ours] = new_row[True][ours.parent[rows[is_ours]]]
    parent[~is_ours] = new_row[False][theirs.parent[rows[~is_ours]]]
    parent[0] = -1
    parent[new_row[False][body[0]]] = 0
    start = int(new_row[True][content.node])
    parent[start] = new_row[False][theirs.parent[surroundings.node]]
    names, tags_of_theirs = _common_names(ours, theirs)
    tag = np.empty(len(rows), dtype=np.int32)
    tag[is_ours], tag[~is_ours] = ours.tag[rows[is_ours]], tags_of_theirs[rows[~is_ours]]
    labels, weights = np.zeros(len(rows)), np.zeros(len(rows))
    for mine, part in ((True, content.labelled), (False, surroundings.labelled)):
        by_node = np.zeros((2, len(part.page)))
        by_node[:, part.page.leaves] = part.labels, part.weights
        labels[is_ours == mine], weights[is_ours == mine] = by_node[:, rows[is_ours == mine]]
    # What was content of the other page and stands outside of its main element is neither content here nor not.
    weights[~is_ours & (labels > 0.5)] = 0
    labels[~is_ours] = 0
    text = [(ours if mine else theirs).text[row] for mine, row in zip(is_ours.tolist(), rows.tolist(), strict=True)]
    attributes = tuple(
        (ours if mine else theirs).attributes[row] for mine, row in zip(is_ours.tolist(), rows.tolist(), strict=True)
    )
    end = _ends(parent)
    for row in np.flatnonzero(~is_ours & (tag == CODES["script"])):  # they tell of the other page
        text[row + 1 : end[row]] = [""] * int(end[row] - row - 1)
    if rng.random() < _SHORTENED:
        _shorten(text, [row for row in range(start, end[start]) if labels[row] > 0.5], rng)
    url = ours.url if rng.random() >= _WITHOUT_ADDRESS else None
    page = _page(parent, end, tag, names, attributes, text, url)
    sites = content.labelled.sites | surroundings.labelled.sites
    return Labelled(
        page,
        labels[page.leaves].astype(np.float32),
        weights[page.leaves].astype(np.float32),
        content.labelled.type,
        sites,
    )


def _page(
    parent: IntColumn,
    end: IntColumn,
    tag: IntColumn,
    names: tuple[str, ...],
    attributes: tuple[Attributes, ...],
    text: Sequence[str],
    url: str | None,
) -> Page:
    by_attribute: dict[str, list[int]] = {}
    for row, own in enumerate(attributes):
        for name in own:
            by_attribute.setdefault(name, []).append(row)
    blank = np.fromiter(map(str.isspace, text), np.bool_, len(text))
    return Page("", parent, end, tag, names, attributes, tuple(text), blank, by_attribute, url)


def _common_names(ours: Page, theirs: Page) -> tuple[tuple[str, ...], IntColumn]:
    """Names of tags for both pages, and the other page's tags by them."""
    names = dict.fromkeys(ours.names)
    names.update(dict.fromkeys(theirs.names))
    numbers = {name: number for number, name in enumerate(names)}
    table = np.array([numbers[name] for name in theirs.names], dtype=np.int32)
    return tuple(names), table[theirs.tag]


def _ends(parent: IntColumn) -> IntColumn:
    end = list(range(1, len(parent) + 1))
    parents = parent.tolist()
    for row in range(len(parents) - 1, 0, -1):
        above = parents[row]
        if end[row] > end[above]:
            end[above] = end[row]
    return np.array(end, dtype=np.int32)


def _shorten(text: list[str], rows: Sequence[int], rng: np.random.Generator) -> None:
    """Leave out the end of the content; how much of it stays is even on a logarithmic scale."""
    words = np.array([len(text[row].split()) for row in rows])
    if words.sum() <= 2 * _MIN_SHORTENED_WORDS:
        return
    wanted = np.exp(rng.uniform(np.log(_MIN_SHORTENED_WORDS), np.log(words.sum())))
    for row, before in zip(rows, np.cumsum(words) - words, strict=True):
        if before >= wanted:
            text[row] = " "
