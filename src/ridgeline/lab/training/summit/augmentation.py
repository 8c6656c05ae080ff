"""Augmentation: the content of one page in the surroundings of another, for more training examples than pages.

A network that is trained on a few hundred sites memorises their menus. An augmented page has the head and the content
of one page, that is the smallest element that holds nearly all of it, and everything around it from another page. So
the network sees the same article with other menus, and the same menus around other articles. Half of the time the end
of the content is left out: the surroundings matter most for short articles.

Only articles are exchanged. On pages of other types the surroundings say what the content is: in a listing, that it is
the list; in documentation, where the text begins. Augmenting those pages lowered F1 (docs/experiments.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....page import Columns, IntColumn, Page
from ....page.columns import ends_of
from ....page.elements import CODES
from .examples import LabelledPage

_ARTICLE = "article"  # the type of all pages in sets that name no types
_MIN_CONTENT_SHARE = 0.9  # of the page's content, inside of the content element
_MIN_PURITY = 0.5  # share of the words of the content element that are content
_MIN_WORDS = 20
_SHORTENED_SHARE = 0.5  # of the augmented pages
_MIN_SHORTENED_WORDS = 30
_WITHOUT_URL_SHARE = 0.3  # of the augmented pages


@dataclass(frozen=True, eq=False, slots=True)
class _Donor:
    labelled: LabelledPage
    node: int  # the content element


def augment(pages: Sequence[LabelledPage], rounds: int, rng: np.random.Generator) -> list[LabelledPage]:
    """Return the augmented pages: in each round every article gets the surroundings of another one."""
    donors = []
    for labelled in pages:
        node = _content_element(labelled) if labelled.type in (None, _ARTICLE) else None
        if node is not None:
            donors.append(_Donor(labelled, node))
    made = []
    for _ in range(rounds):
        for content, place in zip(donors, rng.permutation(len(donors)).tolist(), strict=True):
            surroundings = donors[place]
            if content.labelled.sites != surroundings.labelled.sites:
                combined = _combine(content, surroundings, rng)
                if combined is not None:
                    made.append(combined)
    return made


def _content_element(labelled: LabelledPage) -> int | None:
    """Return the deepest element that holds most of the content; None if much of it is not content."""
    page = labelled.page
    words = np.array([len(text.split()) for text in page.leaf_text], dtype=np.float64)
    content = words * (labelled.labels > 0.5) * (labelled.weights > 0)
    if content.sum() < _MIN_WORDS:
        return None
    content_in, words_in = _sum_by_node(page, content), _sum_by_node(page, words)
    node = int(np.flatnonzero(content_in >= _MIN_CONTENT_SHARE * content.sum())[-1])
    if not page.tag[node]:
        node = int(page.parent[node])
    if page.depth[node] < 2 or content_in[node] < _MIN_PURITY * words_in[node]:
        return None
    return node


def _sum_by_node(page: Page, by_leaf: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return for each node the sum over the leaves in it."""
    by_node = np.zeros(len(page) + 1)
    by_node[page.leaves + 1] = by_leaf
    running = np.cumsum(by_node)
    sums: npt.NDArray[np.float64] = running[page.end] - running[:-1]
    return sums


def _combine(content: _Donor, surroundings: _Donor, rng: np.random.Generator) -> LabelledPage | None:
    """Return the page with this content in these surroundings; None if the surroundings have no body."""
    ours, theirs = content.labelled.page, surroundings.labelled.page
    head = np.flatnonzero(ours.tag == CODES["head"])[:1]
    body = np.flatnonzero(theirs.tag == CODES["body"])[:1]
    if not len(head) or not len(body) or not body[0] < surroundings.node < theirs.end[body[0]]:
        return None
    # Rows of the new page, from ours and from theirs: root, head, before the content, the content, after it.
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
    # Content of the other page outside of its content element: its label here is unknown.
    weights[~is_ours & (labels > 0.5)] = 0
    labels[~is_ours] = 0
    text = [(ours if mine else theirs).text[row] for mine, row in zip(is_ours.tolist(), rows.tolist(), strict=True)]
    attributes = tuple(
        (ours if mine else theirs).attributes[row] for mine, row in zip(is_ours.tolist(), rows.tolist(), strict=True)
    )
    end = ends_of(parent)
    for row in np.flatnonzero(~is_ours & (tag == CODES["script"])):  # its data describe the other page
        text[row + 1 : end[row]] = [""] * int(end[row] - row - 1)
    if rng.random() < _SHORTENED_SHARE:
        _shorten(text, [row for row in range(start, end[start]) if labels[row] > 0.5], rng)
    url = ours.url if rng.random() >= _WITHOUT_URL_SHARE else None
    page = Page.from_columns(Columns.of(parent, tag, names, attributes, text), url=url)
    sites = content.labelled.sites | surroundings.labelled.sites
    return LabelledPage(
        page,
        labels[page.leaves].astype(np.float32),
        weights[page.leaves].astype(np.float32),
        content.labelled.type,
        sites,
    )


def _common_names(ours: Page, theirs: Page) -> tuple[tuple[str, ...], IntColumn]:
    """Return the tag names of both pages, and the other page's tag column in terms of them."""
    names = dict.fromkeys(ours.names)
    names.update(dict.fromkeys(theirs.names))
    numbers = {name: number for number, name in enumerate(names)}
    table = np.array([numbers[name] for name in theirs.names], dtype=np.int32)
    return tuple(names), table[theirs.tag]


def _shorten(text: list[str], rows: Sequence[int], rng: np.random.Generator) -> None:
    """Blank the end of the content in place; the length that stays is drawn log-uniformly."""
    words = np.array([len(text[row].split()) for row in rows])
    if words.sum() <= 2 * _MIN_SHORTENED_WORDS:
        return
    wanted = np.exp(rng.uniform(np.log(_MIN_SHORTENED_WORDS), np.log(words.sum())))
    for row, before in zip(rows, np.cumsum(words) - words, strict=True):
        if before >= wanted:
            text[row] = " "
