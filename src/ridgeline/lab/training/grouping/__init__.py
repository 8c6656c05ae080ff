"""Trains the models of the learning and grouping paper from pages with gold texts (sections 4 and 5).

    node_labels    a gold text → marks → positive, neutral and negative nodes: rules (a) to (e)
    linear_fit     labelled pages → a logistic regression, a linear support vector machine
    joint          all models of the paper, mss's too, from pages that are rendered once

One function an extractor: each returns the extractor with a model trained on the pages. A page that cannot be rendered
is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from ....errors import RenderError
from ....extractors.grouping import CLG, LR, LRA, SVM, SVMA, RenderedPageExtractor
from ....page import Page
from .linear_fit import Example, learn

Method = TypeVar("Method", bound=RenderedPageExtractor)


def fit_clg(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> CLG:
    """Train clg; `options` are the extractor's."""
    return _fit(CLG, pages, gold, options)


def fit_lr(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> LR:
    """Train lr."""
    return _fit(LR, pages, gold, options)


def fit_svm(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> SVM:
    """Train svm."""
    return _fit(SVM, pages, gold, options)


def fit_lr_a(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> LRA:
    """Train lr-a."""
    return _fit(LRA, pages, gold, options)


def fit_svm_a(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> SVMA:
    """Train svm-a."""
    return _fit(SVMA, pages, gold, options)


def _fit(method: type[Method], pages: Sequence[Page], gold: Sequence[str], options: Mapping[str, Any]) -> Method:
    examples = list(_examples(method(**options), pages, gold))
    return method(model=learn(examples, [method.kind])[method.kind], **options)


def _examples(extractor: RenderedPageExtractor, pages: Sequence[Page], gold: Sequence[str]) -> Iterator[Example]:
    for page, text in zip(pages, gold, strict=True):
        with suppress(RenderError):
            if (view := extractor.view(page)) is not None:
                yield Example.from_gold(view, text)
