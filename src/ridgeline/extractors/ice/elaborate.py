"""The "more elaborate heuristics" of ICE (section 3.2): is a block a list item, a heading, a paragraph, or nothing?

Three pseudo-probabilities, each from 0 to 1. The paper names what they look at, not how much; the weights are ours:

    list item   0.4 for standing in `li`, 0.2 that fall to 0 at 30 words, 0.1 for a capital at the start, 0.3 for how
                likely the blocks before and after are items by those three; 0 for a block with a hyperlink in it
    heading     0.4 for standing in `h1` … `h6`, 0.3 that fall to 0 at 15 words, 0.3 where the next block has more
                than 10 words; 0 for a block with a hyperlink in it
    paragraph   0.5 for punctuation marks, full at one for 10 words, 0.5 for conjunctions, full at one for 20 words

The most probable one is the block's markup. A paragraph is left out if its score is under the threshold, which is what
`fit` chooses; an item or a heading is considered only where it is more probable than not, or else a line like
"Copyright" would be one. Where conjunctions are unknown (see `features`) punctuation alone decides on paragraphs; where
a script has no capitals, their weight falls away and the others are scaled up.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import numpy as np

from ... import models
from ...extraction import Extraction
from ...models import SavedModel
from ...page import BoolColumn, Page, elements
from ...page.elements import HEADINGS
from ...text.cuts import Blocks, paragraphs
from .blocks import NOT_INCLUDED, answer
from .features import Column, Features, read_features
from .thresholds import best_threshold, threshold_of

NAME = "ice-elaborate"

MAX_ITEM_WORDS = 30
MAX_HEADING_WORDS = 15
MORE_THAN_WORDS = 10  # paper: "whether or not the next element contains more than 10 words"
FULL_PUNCTUATION = 0.1
FULL_CONJUNCTIONS = 0.05
MORE_PROBABLE_THAN_NOT = 0.5
_CLASSES = ("l", "h", "p")
_PARAGRAPH = _CLASSES.index("p")
CANDIDATES = tuple(step / 20 for step in range(20))


class Elaborate:
    """The most probable markup of every block."""

    name = NAME

    def __init__(self, threshold: float | None = None) -> None:
        self.threshold = _shipped_threshold() if threshold is None else threshold

    def extract(self, page: Page) -> Extraction:
        """Keep items, headings, and paragraphs over the threshold."""
        return self._deciding(page)(self.threshold)

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Choose the threshold by pages and their gold texts in CleanEval's form."""
        self.threshold = best_threshold(pages, gold, CANDIDATES, self._deciding)
        return self

    def save(self, path: Path) -> None:
        """Write the threshold."""
        models.save(SavedModel(NAME, {"threshold": self.threshold}), path)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a threshold."""
        return cls(threshold_of(models.load(path, NAME)))

    def _deciding(self, page: Page) -> Callable[[float], Extraction]:
        features = read_features(paragraphs(page))
        marked = np.stack([list_items(features), headings(features)])
        marked[marked < MORE_PROBABLE_THAN_NOT] = 0
        probabilities = np.vstack([marked, paragraph_scores(features)])
        best, highest = probabilities.argmax(axis=0), probabilities.max(axis=0)

        def decide(threshold: float) -> Extraction:
            enough = (highest > 0) & ((best < _PARAGRAPH) | (highest >= threshold))
            classes = [_CLASSES[label] if kept else NOT_INCLUDED for label, kept in zip(best, enough, strict=True)]
            return answer(self.name, features.blocks, features.texts, classes, scores=highest.astype(np.float32))

        return decide


def list_items(features: Features) -> Column:
    """By block: how probably it is an item of a list."""
    in_item = np.fromiter((tag == "li" for tag in features.parent_tag), np.float64, len(features.texts))
    length = np.maximum(0, 1 - features.wordcount / MAX_ITEM_WORDS)
    has_words = features.wordcount > 0
    capital = np.fromiter((text[:1].isupper() for text in features.texts), np.float64, len(features.texts))
    weight = np.where(np.isnan(features.cap_ratio), 0.0, 0.1)
    own = np.where(has_words, (0.4 * in_item + 0.2 * length + weight * capital) / (0.6 + weight), 0.0)
    padded = np.concatenate(([0.0], own, [0.0]))
    neighbours = (padded[:-2] + padded[2:]) / 2
    return np.where(has_words & ~has_link(features.blocks), 0.7 * own + 0.3 * neighbours, 0.0)


def headings(features: Features) -> Column:
    """By block: how probably it is a heading."""
    in_heading = np.fromiter((tag in HEADINGS for tag in features.parent_tag), np.float64, len(features.texts))
    length = np.maximum(0, 1 - features.wordcount / MAX_HEADING_WORDS)
    next_is_long = np.concatenate((features.wordcount[1:], [0.0]))[: len(length)] > MORE_THAN_WORDS
    probable = 0.4 * in_heading + 0.3 * length + 0.3 * next_is_long
    return np.where((features.wordcount > 0) & ~has_link(features.blocks), probable, 0.0)


def paragraph_scores(features: Features) -> Column:
    """By block: how much like running text it is."""
    punctuation = np.minimum(1, features.punct_ratio / FULL_PUNCTUATION)
    conjunctions = np.minimum(1, features.conjunction_ratio / FULL_CONJUNCTIONS)
    score = np.where(np.isnan(conjunctions), punctuation, (punctuation + conjunctions) / 2)
    return np.where(features.wordcount > 0, score, 0.0)


def has_link(blocks: Blocks) -> BoolColumn:
    """By block: whether it is or contains a hyperlink."""
    page = blocks.page
    links = page.tag == elements.CODES["a"]
    links[[index for index in np.flatnonzero(links).tolist() if "href" not in page.attributes[index]]] = False
    counts = np.bincount(blocks.of_leaf[page.inside(links)[page.leaves]], minlength=len(blocks))
    answer: BoolColumn = counts > 0
    return answer


def _shipped_threshold() -> float:
    return threshold_of(models.load_shipped(NAME))
