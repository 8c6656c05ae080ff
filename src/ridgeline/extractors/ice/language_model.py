"""ICE by language models (section 3.4): keeps the blocks whose words are similar to those that describe the page.

There is no query, so the page's title, headings and keywords make up one. The query and every block get a language
model, smoothed by absolute discounting (Zhai and Lafferty), where `c` is the count of a word in a text of `n` words,
`u` of them distinct, and the collection is the whole page with its title and keywords (the headings of the query are
blocks of the page already):

    p(word) = (c - δ) / n  +  δ · u / n · p(word in the collection)

A block is kept if the absolute Kullback-Leibler divergence between its model and the query's is below a threshold.
Blocks in `h1` … `h6` are marked as headings ("it does include headings", section 4), all others as paragraphs. On a
page without title, headings and keywords every block is kept, as by the baseline, and a remark says so.

Where the paper is silent: δ is 0.7, which Zhai and Lafferty found best over several collections. The divergence
"between every element LM and the query LM" is taken in that order, Σ p(block) log p(block) / p(query). Retrieval uses
the opposite one, `direction="query"`, with which no threshold is better than keeping everything. Training chooses the
threshold.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ...errors import OptionError
from ...extraction import Extraction
from ...page import Page
from ...page.elements import HEADINGS
from ...parameters import check_number
from ...storage import models
from ...storage.models import SavedModel
from ...text.cuts import paragraphs
from ...text.words import is_spaceless, split_words
from .blocks import NOT_INCLUDED, Integers, block_texts, extraction_from_classes, parent_tags
from .system import System
from .thresholds import read_threshold

NAME = "ice-lm"

DISCOUNT = 0.7  # Zhai and Lafferty 2004: δ around 0.7 is best for title queries
NO_QUERY = "the page has no title, headings or keywords to build a query from, so every block is kept"

Column = npt.NDArray[np.float64]


class Direction(StrEnum):
    """The model over which the divergence is the expectation."""

    QUERY = "query"
    BLOCK = "block"


class LanguageModel(System):
    """Keeps the blocks whose language model is near the query's."""

    name = NAME

    def __init__(
        self,
        threshold: float | None = None,
        *,
        discount: float = DISCOUNT,
        direction: str = Direction.BLOCK,
        scripts: bool = False,
    ) -> None:
        super().__init__(scripts=scripts)
        if threshold is not None:
            check_number("threshold", threshold)
        check_number("discount", discount, "a number between 0 and 1", lambda number: 0 < number < 1)
        if direction not in list(Direction):  # a list, since the value may not be hashable
            raise OptionError(f"direction is {' or '.join(Direction)}, not {direction!r}")
        self.threshold = read_threshold(models.load_shipped(NAME)) if threshold is None else threshold
        self.discount = discount
        self.direction = Direction(direction)

    def mark_up(self, page: Page) -> Extraction:
        """Keep the blocks with a divergence below the threshold."""
        return self.prepare(page)(self.threshold)

    def prepare(self, page: Page) -> Callable[[float], Extraction]:
        """Return a function from a threshold to its extraction; the divergences are computed only once."""
        blocks = paragraphs(page)
        texts, tags = block_texts(blocks), parent_tags(blocks)
        divergence = self._divergences(page, texts, tags)
        if divergence is None:
            everything = ["p"] * len(blocks)
            return lambda _: extraction_from_classes(self.name, blocks, texts, everything, remarks=(NO_QUERY,))
        markup = ["h" if tag in HEADINGS else "p" for tag in tags]
        scores = np.exp(-divergence).astype(np.float32)

        def extract_at(threshold: float) -> Extraction:
            is_near = (divergence < threshold).tolist()
            classes = [label if near else NOT_INCLUDED for label, near in zip(markup, is_near, strict=True)]
            return extraction_from_classes(self.name, blocks, texts, classes, scores=scores)

        return extract_at

    def _divergences(self, page: Page, texts: Sequence[str], tags: Sequence[str]) -> Column | None:
        """Return the absolute divergence of every block from the query, None if there is no query."""
        spaceless = is_spaceless("\n".join(texts))
        described = split_words(" ".join(_description(page)), spaceless=spaceless)
        blocks = [split_words(text, spaceless=spaceless) for text in texts]
        headings = [words for words, tag in zip(blocks, tags, strict=True) if tag in HEADINGS]
        query = [*described, *chain.from_iterable(headings)]
        if not query:
            return None
        return np.abs(divergences(query, blocks, self.discount, self.direction, beside_blocks=described))

    def to_saved(self) -> SavedModel:
        """Return the threshold, with the options that it was chosen for, as a model to save."""
        chosen_for = {"discount": self.discount, "direction": str(self.direction), "scripts": self.scripts}
        return SavedModel(NAME, {"threshold": self.threshold, **chosen_for})

    def save(self, path: Path) -> None:
        """Write the threshold and its options."""
        models.save(self.to_saved(), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote; `options` override what was saved."""
        model = models.load(path, NAME)
        saved = {key: model.manifest[key] for key in ("discount", "direction", "scripts") if key in model.manifest}
        return cls(**{"threshold": read_threshold(model)} | saved | options)


def _description(page: Page) -> Iterator[str]:
    """Yield the parts of the query that are not blocks of the page: title and keywords."""
    if page.title:
        yield page.title
    for meta in page.find("meta"):
        if (meta.get("name") or "").strip().lower() == "keywords":
            yield meta.get("content") or ""


def divergences(
    query: Sequence[str],
    blocks: Sequence[Sequence[str]],
    discount: float = DISCOUNT,
    direction: str = Direction.BLOCK,
    *,
    beside_blocks: Sequence[str] | None = None,
) -> Column:
    """Return the Kullback-Leibler divergence between every block's model and the query's; infinite without words.

    The collection is the blocks and `beside_blocks`, the words of the query that are in none of them; by default, all
    of its words. Sums over the whole vocabulary cover the words that a block does not have, so the time is linear in
    the words.
    """
    bags = _count_words([query, *blocks, query if beside_blocks is None else beside_blocks])
    with np.errstate(divide="ignore", invalid="ignore"):  # blocks without words
        smoothed = _smooth(bags, discount)
        terms = _query_terms if direction == Direction.QUERY else _block_terms
        vocabulary_sum, corrections = terms(bags, smoothed)
        total = vocabulary_sum + np.bincount(bags.text, corrections, minlength=len(bags.lengths))
    total[bags.lengths == 0] = np.inf
    of_blocks: Column = total[1:-1]
    return of_blocks


class _Bags(NamedTuple):
    """Bags of words of the query, the blocks and what is beside them in the collection.

    The first three columns have a row for every distinct word of every text.
    """

    text: Integers
    word: Integers
    times: Column
    lengths: Column  # by text, in words


class _Smoothed(NamedTuple):
    """The smoothed language models of several texts, of which the first is the query."""

    collection: Column  # by word: probability in the collection
    unseen: Column  # by text: probability of the words that it does not have
    probability: Column  # by row of the bags
    background: Column  # by row of the bags: the part of the probability that comes from the collection
    query: Column  # by word: probability in the query


def _count_words(texts: Sequence[Sequence[str]]) -> _Bags:
    codes: dict[str, int] = {}
    words = np.array([codes.setdefault(word, len(codes)) for word in chain.from_iterable(texts)], dtype=np.int64)
    of_text = np.repeat(np.arange(len(texts)), list(map(len, texts)))
    keys, counts = np.unique(of_text * len(codes) + words, return_counts=True)
    lengths = np.array(list(map(len, texts)), dtype=np.float64)
    return _Bags(keys // len(codes), keys % len(codes), counts.astype(np.float64), lengths)


def _smooth(bags: _Bags, discount: float) -> _Smoothed:
    """Apply absolute discounting: the formula at the top of this module. The collection is all texts but the query."""
    times = np.where(bags.text > 0, bags.times, 0)
    collection = np.bincount(bags.word, times) / times.sum()
    distinct = np.bincount(bags.text, minlength=len(bags.lengths))
    unseen = discount * distinct / bags.lengths
    background = unseen[bags.text] * collection[bags.word]
    probability = (bags.times - discount) / bags.lengths[bags.text] + background
    query = unseen[0] * collection
    query[bags.word[bags.text == 0]] = probability[bags.text == 0]
    return _Smoothed(collection, unseen, probability, background, query)


def _query_terms(bags: _Bags, smoothed: _Smoothed) -> tuple[Column, Column]:
    """Return Σ p(query) log p(query) / p(block): by text as if it had no words, and the correction of each row."""
    query, collection = smoothed.query, smoothed.collection
    vocabulary_sum = (query * np.log(query / collection)).sum() - np.log(smoothed.unseen)
    return vocabulary_sum, -query[bags.word] * np.log(smoothed.probability / smoothed.background)


def _block_terms(bags: _Bags, smoothed: _Smoothed) -> tuple[Column, Column]:
    """Return Σ p(block) log p(block) / p(query): by text as if it had no words, and the correction of each row."""
    collection, probability, background = smoothed.collection, smoothed.probability, smoothed.background
    vocabulary_sum = smoothed.unseen * (
        np.log(smoothed.unseen) + (collection * np.log(collection / smoothed.query)).sum()
    )
    query = smoothed.query[bags.word]
    return vocabulary_sum, probability * np.log(probability / query) - background * np.log(background / query)
