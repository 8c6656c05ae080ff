"""The "more elaborate heuristics" of ICE (section 3.2): is a block a list item, a heading, a paragraph, or discarded?

Three pseudo-probabilities, each from 0 to 1. The paper names what they depend on but not the weights; these are ours:

    list item   0.4 inside `li`; 0.2, decreasing to 0 at 30 words; 0.1 for a capital at the start; 0.3 × the mean of
                the previous and the next block's list item probability by those three; 0 if the block has a hyperlink
    heading     0.4 inside `h1` … `h6`; 0.3, decreasing to 0 at 15 words; 0.3 if the next block has more than 10 words;
                0 if the block has a hyperlink
    paragraph   0.5 for punctuation, in full at one mark per 10 words; 0.5 for conjunctions, in full at one per 20 words

The class with the highest probability is the block's markup. A paragraph is discarded if its score is below the
threshold, which training chooses. A list item or heading counts only with a probability of at least 0.5; otherwise a
line like "Copyright" would be one. Where conjunctions are unknown (see `features`) the paragraph score is that of
punctuation alone. In a script without capitals, their weight is dropped and the others are scaled up.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np

from ...extraction import Extraction
from ...page import BoolColumn, Page, elements
from ...page.elements import HEADINGS
from ...parameters import check_number
from ...storage import models
from ...storage.models import SavedModel
from ...text.cuts import Blocks, paragraphs
from .blocks import NOT_INCLUDED, extraction_from_classes
from .features import Column, Features, read_features
from .system import System
from .thresholds import read_threshold

NAME = "ice-elaborate"

MAX_ITEM_WORDS = 30
MAX_HEADING_WORDS = 15
MORE_THAN_WORDS = 10  # paper: "whether or not the next element contains more than 10 words"
FULL_PUNCTUATION = 0.1  # marks per word
FULL_CONJUNCTIONS = 0.05  # per word
MIN_PROBABILITY = 0.5  # of a list item or heading
_CLASSES = ("l", "h", "p")
_PARAGRAPH = _CLASSES.index("p")


class Elaborate(System):
    """Gives every block its most probable markup."""

    name = NAME

    def __init__(self, threshold: float | None = None, *, scripts: bool = False) -> None:
        super().__init__(scripts=scripts)
        if threshold is not None:
            check_number("threshold", threshold)
        self.threshold = read_threshold(models.load_shipped(NAME)) if threshold is None else threshold

    def mark_up(self, page: Page) -> Extraction:
        """Keep list items, headings, and paragraphs with a score of at least the threshold."""
        return self.prepare(page)(self.threshold)

    def prepare(self, page: Page) -> Callable[[float], Extraction]:
        """Return a function from a threshold to its extraction; the scores of the page are computed only once."""
        features = read_features(paragraphs(page))
        marked = np.stack([list_items(features), headings(features)])
        marked[marked < MIN_PROBABILITY] = 0
        probabilities = np.vstack([marked, paragraph_scores(features)])
        best, highest = probabilities.argmax(axis=0), probabilities.max(axis=0)

        def extract_at(threshold: float) -> Extraction:
            is_kept = (highest > 0) & ((best < _PARAGRAPH) | (highest >= threshold))
            classes = [_CLASSES[label] if kept else NOT_INCLUDED for label, kept in zip(best, is_kept, strict=True)]
            scores = highest.astype(np.float32)
            return extraction_from_classes(self.name, features.blocks, features.texts, classes, scores=scores)

        return extract_at

    def to_saved(self) -> SavedModel:
        """Return the threshold, and what it was chosen for, as a model to save."""
        return SavedModel(NAME, {"threshold": self.threshold, "scripts": self.scripts})

    def save(self, path: Path) -> None:
        """Write the threshold."""
        models.save(self.to_saved(), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read an extractor that `save` wrote; `options` override what was saved."""
        model = models.load(path, NAME)
        saved = {"threshold": read_threshold(model), "scripts": model.manifest.get("scripts", False)}
        return cls(**saved | options)


def list_items(features: Features) -> Column:
    """Return the probability that each block is a list item."""
    in_item = np.fromiter((tag == "li" for tag in features.parent_tag), np.float64, len(features.texts))
    length = np.maximum(0, 1 - features.wordcount / MAX_ITEM_WORDS)
    has_words = features.wordcount > 0
    capital = np.fromiter((text[:1].isupper() for text in features.texts), np.float64, len(features.texts))
    capital_weight = np.where(np.isnan(features.cap_ratio), 0.0, 0.1)
    own = (0.4 * in_item + 0.2 * length + capital_weight * capital) / (0.6 + capital_weight)
    own = np.where(has_words, own, 0.0)
    padded = np.concatenate(([0.0], own, [0.0]))
    neighbours = (padded[:-2] + padded[2:]) / 2
    return np.where(has_words & ~has_link(features.blocks), 0.7 * own + 0.3 * neighbours, 0.0)


def headings(features: Features) -> Column:
    """Return the probability that each block is a heading."""
    in_heading = np.fromiter((tag in HEADINGS for tag in features.parent_tag), np.float64, len(features.texts))
    length = np.maximum(0, 1 - features.wordcount / MAX_HEADING_WORDS)
    next_is_long = np.concatenate((features.wordcount[1:], [0.0]))[: len(length)] > MORE_THAN_WORDS
    probability = 0.4 * in_heading + 0.3 * length + 0.3 * next_is_long
    return np.where((features.wordcount > 0) & ~has_link(features.blocks), probability, 0.0)


def paragraph_scores(features: Features) -> Column:
    """Return the score of each block as a paragraph of running text."""
    punctuation = np.minimum(1, features.punct_ratio / FULL_PUNCTUATION)
    conjunctions = np.minimum(1, features.conjunction_ratio / FULL_CONJUNCTIONS)
    score = np.where(np.isnan(conjunctions), punctuation, (punctuation + conjunctions) / 2)
    return np.where(features.wordcount > 0, score, 0.0)


def has_link(blocks: Blocks) -> BoolColumn:
    """Return whether each block is or contains a hyperlink."""
    page = blocks.page
    is_link = page.tag == elements.CODES["a"]
    is_link[[node for node in np.flatnonzero(is_link).tolist() if "href" not in page.attributes[node]]] = False
    counts = np.bincount(blocks.of_leaf[page.inside(is_link)[page.leaves]], minlength=len(blocks))
    has_some: BoolColumn = counts > 0
    return has_some
