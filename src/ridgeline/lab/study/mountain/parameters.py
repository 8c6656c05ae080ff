"""Figures 3 and 4: pages that are good enough, by smoothing window and cell threshold, span window and peak factor.

Every point is a four-fold cross-validation grouped by site, as in section 4: ridges are found with the point's
settings, a classifier is trained on the ridges of three folds, and the pages of the fourth are scored by sentences.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ....extractors.mountain import Settings, Terrain, choose_ridges
from ....extractors.mountain.terrain import PAPER_SETTINGS
from ....extractors.mountain.training import train_on_pages
from ....page import BoolColumn
from ...evaluation import split_into_folds
from ...metrics import sentence_score
from ...metrics.sentences import GOOD_ENOUGH
from ...training.mountain_classifiers import FOLDS
from .prepared_pages import PreparedPage

SMOOTHING_WINDOWS = (1, 3, 5, 7, 9, 11)
CELL_THRESHOLDS = (50, 100, 200, 300, 400, 500)
SPAN_WINDOWS = (1, 3, 5, 7, 9, 15)
PEAK_FACTORS = (1.0, 2.0, 3.0, 4.0, 5.0)
# The best settings where short lines count as sentences, reported beside the paper's own; docs/mountain.md.
BEST_SETTINGS = replace(PAPER_SETTINGS, span_window=9, peak_factor=1.0)
WHOLE_BLOCKS = replace(PAPER_SETTINGS, whole_blocks=True)  # beyond the paper; likewise

Points = dict[tuple[float, float], Settings]  # (value of `lines`, value of `across`) → all settings


@dataclass(frozen=True, slots=True)
class Figure:
    """The number of good pages: a line for each value of one setting, over the values of another."""

    title: str
    across: str  # the setting along the x axis
    lines: str  # the setting with a line for each value
    pages: int
    good_enough: Mapping[tuple[float, float], int]  # (value of `lines`, value of `across`) → pages with FM > 0.9

    @property
    def best(self) -> tuple[float, float]:
        """The values of `lines` and `across` with the most good pages."""
        return max(self.good_enough, key=self.good_enough.__getitem__)


def figure_3(pages: Sequence[PreparedPage], advance: Callable[[], None] = lambda: None) -> Figure:
    """Return the effects of smoothing window size and Cell added threshold; `advance` is called after each point."""
    points: Points = {
        (window, threshold): replace(PAPER_SETTINGS, smoothing_window=window, cell_threshold=threshold)
        for window in SMOOTHING_WINDOWS
        for threshold in CELL_THRESHOLDS
    }
    return _figure("Figure 3", "cell_threshold", "smoothing_window", points, pages, advance)


def figure_4(pages: Sequence[PreparedPage], advance: Callable[[], None] = lambda: None) -> Figure:
    """Return the effects of span window size and peak factor; `advance` is called after each point."""
    points: Points = {
        (factor, window): replace(PAPER_SETTINGS, peak_factor=factor, span_window=window)
        for factor in PEAK_FACTORS
        for window in SPAN_WINDOWS
    }
    return _figure("Figure 4", "span_window", "peak_factor", points, pages, advance)


def number_of_points() -> int:
    """Return the number of points in both figures together."""
    return len(SMOOTHING_WINDOWS) * len(CELL_THRESHOLDS) + len(SPAN_WINDOWS) * len(PEAK_FACTORS)


def _figure(
    title: str,
    across: str,
    lines: str,
    points: Points,
    pages: Sequence[PreparedPage],
    advance: Callable[[], None],
) -> Figure:
    scores = SentenceScores(pages)
    good_enough = {}
    for point, settings in points.items():
        good_enough[point] = scores.good_enough(settings)
        advance()
    return Figure(title, across, lines, len(pages), good_enough)


class SentenceScores:
    """Sentence scores of pages. They are cached by text, since most settings agree on most pages."""

    def __init__(self, pages: Sequence[PreparedPage]) -> None:
        self._pages = pages
        self._folds = split_into_folds([page.record for page in pages], FOLDS)
        self._anchors = [[link.text_content for link in page.page.find("a")] for page in pages]
        self._cache: dict[tuple[int, str], float] = {}

    def good_enough(self, settings: Settings) -> int:
        """Return the number of pages with FM > 0.9, by cross-validation."""
        return sum(
            self._score(number, self._pages[number].text_of(terrain, is_primary)) > GOOD_ENOUGH
            for number, terrain, is_primary in self._predictions(settings)
        )

    def _predictions(self, settings: Settings) -> Iterator[tuple[int, Terrain, BoolColumn]]:
        terrains = [page.terrain(settings) for page in self._pages]
        examples = [page.labelled_ridges(terrain) for page, terrain in zip(self._pages, terrains, strict=True)]
        for held_out in self._folds:
            unseen = set(held_out)
            classifier = train_on_pages([page for number, page in enumerate(examples) if number not in unseen])
            for number in held_out:
                yield number, terrains[number], choose_ridges(classifier, terrains[number])

    def _score(self, number: int, text: str) -> float:
        key = (number, text)
        if key not in self._cache:
            gold = self._pages[number].record.text
            self._cache[key] = sentence_score(text, gold, anchors=self._anchors[number]).f1
        return self._cache[key]
