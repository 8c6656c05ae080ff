"""Labels of a page's leaves by its gold text, and how far they are to be believed.

A label is only as good as the gold text, so some weigh less, or nothing:

    short      a gold text of a few words is a notice, a captcha or a mistake: nothing is learnt from the page
    partial    a set whose gold texts are a part of the content teaches what is content, not what is none
    edition    where another edition of the gold texts says otherwise, the label is a matter of taste
    goes on    where a gold text stops in the middle of an article, the rest of it is not taken for boilerplate
"""

from dataclasses import dataclass, replace

import numpy as np

from ....extractors.summit.constants import Matrix
from ....extractors.summit.lines import read_lines
from ....page import BoolColumn, Page, parse
from ....text.characters import count_words
from ...alignment import align
from ...datasets import Record

_MIN_GOLD_WORDS = 8
_DOUBT = 0.6  # the weight of a label on which two editions differ
_ARTICLES = (None, "article")  # types of pages whose text may go on
_MIN_LABELLED_PARAGRAPHS = 3
_MIN_MORE_PARAGRAPHS = 3
_MIN_MORE_WORDS = 100


@dataclass(frozen=True, eq=False, slots=True)
class LabelledPage:
    """A page with labels of its leaves."""

    page: Page
    labels: Matrix  # by leaf: 1 for content
    weights: Matrix  # by leaf: the certainty of the label, from 0 to 1
    type: str | None
    sites: frozenset[str]  # the site of the page; all sites of an augmented page


def label(record: Record, other_text: str | None = None, *, is_partial: bool = False) -> LabelledPage:
    """Parse a page and label its leaves by its gold text. `other_text` is that of another edition."""
    page = parse(record.html, url=record.url)
    found = align(page, record.text)
    weights = found.weights
    if is_partial:
        weights = weights * found.labels
    elif count_words(record.text) < _MIN_GOLD_WORDS:
        weights = np.zeros_like(weights)
    if other_text is not None:
        weights = np.where(align(page, other_text).labels == found.labels, weights, _DOUBT * weights)
    labelled = LabelledPage(
        page,
        found.labels.astype(np.float32),
        weights.astype(np.float32),
        record.type,
        frozenset({record.group}),
    )
    return labelled if is_partial or record.type not in _ARTICLES else _without_the_rest(labelled)


def _without_the_rest(labelled: LabelledPage) -> LabelledPage:
    rest = goes_on(labelled)
    return replace(labelled, weights=np.where(rest, 0, labelled.weights).astype(np.float32)) if rest.any() else labelled


def goes_on(labelled: LabelledPage) -> BoolColumn:
    """Return for each leaf whether the article goes on here after its gold text has stopped.

    That is several paragraphs of prose after the last labelled one, in the same element and of the same kind.
    """
    page = labelled.page
    rest = np.zeros(len(page.leaves), dtype=np.bool_)
    lines = read_lines(page)
    if lines is None:
        return rest
    is_labelled = np.maximum.reduceat(labelled.labels, lines.start) > 0.5
    paragraphs = np.flatnonzero(is_labelled & lines.is_prose)
    if len(paragraphs) < _MIN_LABELLED_PARAGRAPHS:
        return rest
    last = paragraphs[-1]
    tags = page.tag.take(lines.around[:, 0])
    is_like = (lines.around[:, 1] == lines.around[last, 1]) & (tags == tags[last])
    more = np.flatnonzero(is_like & lines.is_prose & ~is_labelled & (np.arange(len(lines)) > last))
    if len(more) >= _MIN_MORE_PARAGRAPHS and lines.words[more].sum() >= _MIN_MORE_WORDS:
        for line in more.tolist():
            rest[lines.start[line] : lines.end[line]] = True
    return rest
