"""ICE by language models (section 3.4): which blocks talk of what the page says that it is about?

There is no query, so one is made of the page's title, its headings and its keywords. Of the query and of every block a
language model is made, smoothed by absolute discounting (Zhai and Lafferty), where `c` counts a word in a text of
`n` words, `u` of them different, and the collection is the whole page with its title and keywords:

    p(word) = (c - δ) / n  +  δ · u / n · p(word in the collection)

A block is kept if the Kullback-Leibler divergence between its model and the query's is under a threshold in absolute
value. Blocks in `h1` … `h6` are marked as headings ("it does include headings", section 4), all others as paragraphs.
Where a page has nothing to make a query of, every block is kept, as the baseline does, and a remark says so.

Where the paper is silent: δ is 0.7, which Zhai and Lafferty found to be best over several collections. The divergence
"between every element LM and the query LM" is taken in that order, Σ p(block) log p(block) / p(query); retrieval has it
the other way round, `direction="query"`, where no threshold does better than to keep everything. The threshold is what
`fit` chooses.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ... import models
from ...errors import OptionError
from ...extraction import Extraction
from ...lab.metrics import is_spaceless, split_words
from ...models import SavedModel
from ...page import Page
from ...page.elements import HEADINGS
from ...text.cuts import paragraphs
from .blocks import NOT_INCLUDED, answer, block_texts, parent_tags
from .thresholds import best_threshold, threshold_of

NAME = "ice-lm"

DISCOUNT = 0.7  # Zhai and Lafferty 2004: δ around 0.7 is best for title queries
NO_QUERY = "it has no title, headings or keywords to make a query of, so everything is kept, as by ice-baseline"
CANDIDATES = tuple(step / 10 for step in range(61))

Column = npt.NDArray[np.float64]


class Direction(StrEnum):
    """Of which model the divergence is the expectation."""

    QUERY = "query"
    BLOCK = "block"


class LanguageModel:
    """The blocks whose model is near the query's."""

    name = NAME

    def __init__(
        self, threshold: float | None = None, *, discount: float = DISCOUNT, direction: str = Direction.BLOCK
    ) -> None:
        if not 0 < discount < 1:
            raise OptionError(f"a discount lies between 0 and 1, not at {discount}")
        if direction not in set(Direction):
            raise OptionError(f"a direction is {' or '.join(Direction)}, not {direction!r}")
        self.threshold = threshold_of(models.load_shipped(NAME)) if threshold is None else threshold
        self.discount = discount
        self.direction = Direction(direction)

    def extract(self, page: Page) -> Extraction:
        """Keep the blocks under the threshold."""
        return self._deciding(page)(self.threshold)

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Choose the threshold by pages and their gold texts in CleanEval's form."""
        self.threshold = best_threshold(pages, gold, CANDIDATES, self._deciding)
        return self

    def save(self, path: Path) -> None:
        """Write the threshold and what it belongs to."""
        manifest = {"threshold": self.threshold, "discount": self.discount, "direction": str(self.direction)}
        models.save(SavedModel(NAME, manifest), path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a threshold and what it belongs to."""
        model = models.load(path, NAME)
        options = {key: model.manifest[key] for key in ("discount", "direction") if key in model.manifest}
        return cls(threshold_of(model), **options)

    def _deciding(self, page: Page) -> Callable[[float], Extraction]:
        blocks = paragraphs(page)
        texts, tags = block_texts(blocks), parent_tags(blocks)
        query = " ".join(_query(page, texts, tags))
        spaceless = is_spaceless("\n".join(texts))
        query_words = split_words(query, spaceless=spaceless)
        if not query_words:
            return lambda threshold: answer(self.name, blocks, texts, ["p"] * len(blocks), remarks=(NO_QUERY,))
        block_words = [split_words(text, spaceless=spaceless) for text in texts]
        divergence = np.abs(divergences(query_words, block_words, self.discount, self.direction))
        markup = ["h" if tag in HEADINGS else "p" for tag in tags]

        def decide(threshold: float) -> Extraction:
            near = (divergence < threshold).tolist()
            classes = [label if kept else NOT_INCLUDED for label, kept in zip(markup, near, strict=True)]
            return answer(self.name, blocks, texts, classes, scores=np.exp(-divergence).astype(np.float32))

        return decide


def _query(page: Page, texts: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    """What the page says that it is about: title, keywords, headings."""
    if page.title:
        yield page.title
    for meta in page.find("meta"):
        if (meta.get("name") or "").strip().lower() == "keywords":
            yield meta.get("content") or ""
    yield from (text for text, tag in zip(texts, tags, strict=True) if tag in HEADINGS)


class _Bags(NamedTuple):
    """Every word of every text once: rows in order of the texts."""

    text: npt.NDArray[np.int64]
    word: npt.NDArray[np.int64]
    times: Column


def divergences(
    query: Sequence[str], blocks: Sequence[Sequence[str]], discount: float = DISCOUNT, direction: str = Direction.BLOCK
) -> Column:
    """By block: the Kullback-Leibler divergence between its language model and the query's; infinite without words.

    Words that a block does not have are covered by sums over the whole vocabulary, so the time is linear in the words.
    """
    codes: dict[str, int] = {}
    numbers = [codes.setdefault(word, len(codes)) for word in chain(query, *blocks)]
    of_text = np.repeat(np.arange(len(blocks) + 1), [len(query), *map(len, blocks)])
    bags = _bags(of_text, np.array(numbers, dtype=np.int64), len(codes))
    collection = np.bincount(bags.word, bags.times, minlength=len(codes)) / bags.times.sum()
    length = np.bincount(bags.text, bags.times, minlength=len(blocks) + 1)
    different = np.bincount(bags.text, minlength=len(blocks) + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        unseen = discount * different / length  # what a text leaves to words that it does not have
        probability = (bags.times - discount) / length[bags.text] + unseen[bags.text] * collection[bags.word]
        background = unseen[bags.text] * collection[bags.word]
        of_query = unseen[0] * collection
        of_query[bags.word[bags.text == 0]] = probability[bags.text == 0]
        if direction == Direction.QUERY:
            everywhere = (of_query * np.log(of_query / collection)).sum() - np.log(unseen)
            correction = -of_query[bags.word] * np.log(probability / background)
        else:
            everywhere = unseen * (np.log(unseen) + (collection * np.log(collection / of_query)).sum())
            own = of_query[bags.word]
            correction = probability * np.log(probability / own) - background * np.log(background / own)
        total = everywhere + np.bincount(bags.text, correction, minlength=len(blocks) + 1)
    total[length == 0] = np.inf
    answer: Column = total[1:]
    return answer


def _bags(of_text: npt.NDArray[np.int64], words: npt.NDArray[np.int64], vocabulary: int) -> _Bags:
    keys, counts = np.unique(of_text * vocabulary + words, return_counts=True)
    return _Bags(keys // vocabulary, keys % vocabulary, counts.astype(np.float64))
