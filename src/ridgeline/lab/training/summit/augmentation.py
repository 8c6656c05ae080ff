"""Augmentation: the content of one page in the surroundings of another, for more training examples than pages.

A network that is trained on a few hundred sites memorises their menus. An augmented page has the head and the content
of one page, that is the smallest element that holds nearly all of it, and everything around it from another page. So
the network sees the same article with other menus, and the same menus around other articles. Half of the time the end
of the content is left out: the surroundings matter most for short articles. Sometimes another article follows, as on
pages that scroll on to the next one: the title tells which is the page's own.

Only articles are exchanged. On pages of other types the surroundings say what the content is: in a listing, that it is
the list; in documentation, where the text begins. Augmenting those pages lowered F1 (docs/experiments.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ....page import IntColumn, Page
from ....page.elements import CODES
from .labels import LabelledPage

_ARTICLE = "article"  # the type of all pages in sets that name no types
_MIN_CONTENT_SHARE = 0.9  # of the page's content, inside of the content element
_MIN_PURITY = 0.5  # share of the words of the content element that are content
_MIN_WORDS = 20
_SHORTENED_SHARE = 0.5  # of the augmented pages
_MIN_SHORTENED_WORDS = 30
_WITHOUT_URL_SHARE = 0.3  # of the augmented pages
_FOLLOWED_SHARE = 0.08  # of the augmented pages: the next article of an endless scroll follows


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
                following = donors[int(rng.integers(len(donors)))] if rng.random() < _FOLLOWED_SHARE else None
                if following is not None and following.labelled is content.labelled:
                    following = None
                combined = _combine(content, surroundings, following, rng)
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


def _combine(
    content: _Donor, surroundings: _Donor, following: _Donor | None, rng: np.random.Generator
) -> LabelledPage | None:
    """Return the page with this content in these surroundings, and another article after it if one is given; None if
    the surroundings have no body.
    """
    ours, theirs = content.labelled.page, surroundings.labelled.page
    head = np.flatnonzero(ours.tag == CODES["head"])[:1]
    body = np.flatnonzero(theirs.tag == CODES["body"])[:1]
    if not len(head) or not len(body) or not body[0] < surroundings.node < theirs.end[body[0]]:
        return None
    # Rows of the new page, by donor: root, head, before the content, the content, another article, after it.
    donors = [content, surroundings, *([following] if following else [])]
    pieces = [
        (0, np.array([0])),
        (0, np.arange(head[0], ours.end[head[0]])),
        (1, np.arange(body[0], surroundings.node)),
        (0, _rows(content)),
        *([(2, _rows(following))] if following else []),
        (1, np.arange(theirs.end[surroundings.node], theirs.end[body[0]])),
    ]
    rows = np.concatenate([piece for _, piece in pieces])
    donor = np.concatenate([np.full(len(piece), number) for number, piece in pieces])
    names, tags = _common_names([each.labelled.page for each in donors])
    parent, tag = np.empty(len(rows), dtype=np.int32), np.empty(len(rows), dtype=np.int32)
    labels, weights = np.zeros(len(rows)), np.zeros(len(rows))
    new_rows = []
    for number, each in enumerate(donors):
        page, mine = each.labelled.page, donor == number
        new_row = np.full(len(page), -1)
        new_row[rows[mine]] = np.flatnonzero(mine)
        new_rows.append(new_row)
        parent[mine] = new_row[page.parent[rows[mine]]]
        tag[mine] = tags[number][rows[mine]]
        by_node = np.zeros((2, len(page)))
        by_node[:, page.leaves] = each.labelled.labels, each.labelled.weights
        labels[mine], weights[mine] = by_node[:, rows[mine]]
    parent[0] = -1
    parent[new_rows[1][body[0]]] = 0
    place = new_rows[1][theirs.parent[surroundings.node]]
    start = int(new_rows[0][content.node])
    parent[start] = place
    if following:
        parent[new_rows[2][following.node]] = place
    # Content of the surroundings outside of their content element: its label here is unknown. Another article is none.
    weights[(donor == 1) & (labels > 0.5)] = 0
    labels[donor != 0] = 0
    sources = [donors[number].labelled.page for number in donor.tolist()]
    text = [page.text[row] for page, row in zip(sources, rows.tolist(), strict=True)]
    attributes = tuple(page.attributes[row] for page, row in zip(sources, rows.tolist(), strict=True))
    for row in np.flatnonzero((donor != 0) & (tag.take(parent) == CODES["script"])):  # its data describe another page
        text[row] = ""
    if rng.random() < _SHORTENED_SHARE:
        # Rows of the content element follow one another.
        _shorten(text, [row for row in range(start, start + len(_rows(content))) if labels[row] > 0.5], rng)
    url = ours.url if rng.random() >= _WITHOUT_URL_SHARE else None
    page = Page.build(parent, tag, names, attributes, text, url=url)
    return LabelledPage(
        page,
        labels[page.leaves].astype(np.float32),
        weights[page.leaves].astype(np.float32),
        content.labelled.type,
        frozenset().union(*(each.labelled.sites for each in donors)),
    )


def _rows(donor: _Donor) -> IntColumn:
    """Return the rows of its content element."""
    return np.arange(donor.node, donor.labelled.page.end[donor.node], dtype=np.int32)


def _common_names(pages: Sequence[Page]) -> tuple[tuple[str, ...], list[IntColumn]]:
    """Return the tag names of all pages, and the tag column of each in terms of them."""
    names = dict.fromkeys(name for page in pages for name in page.names)
    numbers = {name: number for number, name in enumerate(names)}
    tables = [np.array([numbers[name] for name in page.names], dtype=np.int32) for page in pages]
    return tuple(names), [table[page.tag] for table, page in zip(tables, pages, strict=True)]


def _shorten(text: list[str], rows: Sequence[int], rng: np.random.Generator) -> None:
    """Blank the end of the content in place; the length that stays is drawn log-uniformly."""
    words = np.array([len(text[row].split()) for row in rows])
    if words.sum() <= 2 * _MIN_SHORTENED_WORDS:
        return
    wanted = np.exp(rng.uniform(np.log(_MIN_SHORTENED_WORDS), np.log(words.sum())))
    for row, before in zip(rows, np.cumsum(words) - words, strict=True):
        if before >= wanted:
            text[row] = " "
