"""The mountain of a page: cell scores (1), blank cells, smoothing (2)(3), ridges (Definition 3), features (4)–(7).

Choices where the paper is silent or ambiguous:
- Blank cells: one for each full `cell_threshold` of source code distance (section 4: threshold 50, SCD 500 give 10).
- Near the ends of the sequence the smoothing window holds fewer cells; the divisor stays sw − 1.
- Ridges, thresholds and heights use the smoothed scores, since smoothing serves to decide which cells are primary.
- Blank cells count as cells everywhere: in the primary threshold ("the average score of all the Cells contained in a
  page"), in a ridge's width and average, in FCN and TC. Without them the threshold is higher, there are fewer ridges,
  and even a perfect classifier reaches less (docs/experiments.md).
- A score that equals the primary threshold counts as smaller.
- Cells and ridges are numbered from 1.
- The peak threshold is several times the average, so a page without clutter, such as a heading and six paragraphs, has
  no peak and no ridge. Its ridges are then the sequences that fulfil the other two conditions of Definition 3: the
  cells over the primary threshold, with the lower ones between them. Without clutter there is nothing to classify: all
  of them are primary (`Terrain.has_peaks`). Where all scores are equal, every cell is at the threshold and counts.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ...errors import OptionError
from ...page import BoolColumn, IntColumn
from ...parameters import check_number
from .cells import Cells, Floats, Ints

FEATURES = ("height", "width", "RP", "CP")  # Definition 4
_MAX_NEAR_DISTANCE = 4  # in cells, (3)
_FAR_WEIGHT = 0.1  # (3)
_TINY = float(np.finfo(np.float64).tiny)
_MAX_WHOLE = 1_000_000  # more cells or characters than a page has between two texts


@dataclass(frozen=True, slots=True)
class Settings:
    """The model's constants; the defaults are the paper's. `whole_blocks` goes beyond it (`mountain.Mountain`)."""

    alpha: float = 0.5  # section 3.1: bonus of a full stopped cell
    beta: float = -0.5  # section 3.1: penalty of anchor text
    gamma: float | None = None  # section 3.1: visible characters a sentence; None: by the page's language
    cell_threshold: int = 200  # section 4: characters of code for each blank cell
    smoothing_window: int = 5  # section 4: in cells
    span_window: int = 5  # section 4: in cells
    peak_factor: float = 3.0  # section 4
    whole_blocks: bool = False  # keep the whole paragraph around a cell that is kept

    def __post_init__(self) -> None:
        for option in ("alpha", "beta", "peak_factor"):
            check_number(option, getattr(self, option))
        if self.gamma is not None:
            check_number("gamma", self.gamma, "a positive number, or None", lambda number: number > 0)
        if not isinstance(self.whole_blocks, bool):
            raise OptionError(f"whole_blocks is True or False, not {self.whole_blocks!r}")
        for option, least, kind in (("cell_threshold", 1, ""), ("span_window", 0, ""), ("smoothing_window", 1, "odd ")):
            self._check_whole(option, least, kind)

    def _check_whole(self, option: str, least: int, kind: str) -> None:
        def is_allowed(number: int) -> bool:
            return least <= number <= _MAX_WHOLE and (not kind or number % 2 == 1)

        expected = f"{'an' if kind else 'a'} {kind}whole number from {least} to {_MAX_WHOLE}"
        check_number(option, getattr(self, option), expected, is_allowed, whole=True)


PAPER_SETTINGS = Settings()


@dataclass(frozen=True, eq=False, slots=True)
class Terrain:
    """A page's mountain: the sequence of its cells and the blank cells between them, with its ridges."""

    cells: Cells
    position: Ints  # by cell: its position in the sequence
    raw_score: Floats  # by position: CS
    score: Floats  # by position: CSS
    primary_threshold: float
    peak_threshold: float
    first_cell: Ints  # by ridge
    last_cell: Ints  # by ridge
    features: Floats  # by ridge: height, width, RP, CP
    has_peaks: bool  # False: no cell reaches the peak threshold, so the ridges have no peak

    def __len__(self) -> int:
        """Return the number of ridges."""
        return len(self.first_cell)

    @property
    def ridge_of_cell(self) -> Ints:
        """By cell: the ridge it belongs to, or -1."""
        ridge = np.full(len(self.cells), -1)
        for number, (first, last) in enumerate(zip(self.first_cell.tolist(), self.last_cell.tolist(), strict=True)):
            ridge[first : last + 1] = number
        return ridge


def build_terrain(cells: Cells, gamma: float, settings: Settings = PAPER_SETTINGS) -> Terrain:
    """Return the mountain of some cells: GetRidgeSet and GetFeatureVector of Figure 2."""
    blanks = blank_cells(cells.distance, settings.cell_threshold)
    position = np.arange(len(cells)) + np.cumsum(blanks)
    raw_score = np.zeros(len(cells) + int(blanks.sum()))
    raw_score[position] = cell_scores(cells, gamma, settings)
    score = smooth(raw_score, settings.smoothing_window)
    primary_threshold = float(score.sum()) / max(len(score), 1)
    peak_threshold = primary_threshold * settings.peak_factor
    start, stop = find_ridges(score, primary_threshold, peak_threshold, settings.span_window)
    start, stop = _with_cells(start, stop, position)
    has_peaks = len(start) > 0
    if not has_peaks:
        start, stop = _with_cells(*_lowland(score, primary_threshold, settings.span_window), position)
    first, last = position.searchsorted(start), position.searchsorted(stop, side="right") - 1
    features = ridge_features(score, start, stop)
    return Terrain(
        cells, position, raw_score, score, primary_threshold, peak_threshold, first, last, features, has_peaks
    )


def _with_cells(start: Ints, stop: Ints, position: Ints) -> tuple[Ints, Ints]:
    """Drop the ridges that hold blank cells alone: smoothing can lift one above the threshold."""
    has_cells = position.searchsorted(start) < position.searchsorted(stop, side="right")
    return start[has_cells], stop[has_cells]


def _lowland(score: Floats, primary_threshold: float, span_window: int) -> tuple[Ints, Ints]:
    """Return the ridges of a page without a peak: sequences of cells at or over the primary threshold."""
    below = float(np.nextafter(primary_threshold, -np.inf))
    return find_ridges(score, below, below, span_window)


def cell_scores(cells: Cells, gamma: float, settings: Settings = PAPER_SETTINGS) -> Floats:
    """Return CS of each cell, equation (1)."""
    sentences: Floats = cells.length / gamma + cells.punctuation
    style: Floats = (1 + settings.alpha * cells.is_full_stopped) * (1 + settings.beta * cells.is_anchor)
    return sentences * style * cells.visible_ratio


def blank_cells(distance: IntColumn, threshold: int) -> IntColumn:
    """Return the number of blank cells before each cell, by the source code distance to the cell before it."""
    return distance // threshold


@lru_cache(maxsize=8)
def weights(window: int) -> Floats:
    """Return w_i of equation (3) for i = n - ⌊sw/2⌋ … n + ⌊sw/2⌋; 0 for n itself, which (2) excludes."""
    distance = np.abs(np.arange(window) - window // 2)
    weight = np.where(distance <= _MAX_NEAR_DISTANCE, 1 - distance * 0.2, _FAR_WEIGHT)
    weight[window // 2] = 0
    weight.setflags(write=False)
    return weight


def smooth(raw_score: Floats, window: int) -> Floats:
    """Return CSS of each cell, equation (2)."""
    if window < 3 or not len(raw_score):
        return raw_score.copy()
    # The sum over a window of (CS − AVG) w is that of CS w, less the sum of CS times the mean weight.
    deviation = _window_sums(raw_score, weights(window))
    deviation -= _window_sums(raw_score, np.ones(window)) * _mean_weights(len(raw_score), window)
    answer: Floats = raw_score + deviation / (window - 1)
    return answer


def _mean_weights(count: int, window: int) -> Floats:
    """Return the mean of the weights in the window around each position; windows end where the sequence does."""
    half = window // 2
    short = _mean_weights_of_short(min(count, window), window)
    if count <= window:
        return short
    mean = np.full(count, short[half])
    mean[:half], mean[-half:] = short[:half], short[-half:]
    return mean


@lru_cache(maxsize=64)
def _mean_weights_of_short(count: int, window: int) -> Floats:
    ones = np.ones(count)
    return _window_sums(ones, weights(window)) / _window_sums(ones, np.ones(window))


def _window_sums(values: Floats, weight: Floats) -> Floats:
    """Return, for each position, the weighted sum of the values around it."""
    half = len(weight) // 2
    return np.convolve(values, weight)[half : half + len(values)]  # the weights are symmetric


def find_ridges(score: Floats, primary_threshold: float, peak_threshold: float, span_window: int) -> tuple[Ints, Ints]:
    """Return the first and the last position of each ridge (Definition 3), in order.

    Cells above the primary threshold form a sequence as long as at most `span_window` lower cells lie between two of
    them. The sequence is a ridge if one of its cells is above the peak threshold.
    """
    above = np.flatnonzero(score > primary_threshold)
    if not len(above):
        return above, above
    splits = np.flatnonzero(above[1:] - above[:-1] - 1 > span_window)
    start, stop = np.empty((2, len(splits) + 1), dtype=np.int64)
    start[0], start[1:] = 0, splits + 1
    stop[:-1], stop[-1] = splits, len(above) - 1
    is_ridge: BoolColumn = np.maximum.reduceat(score[above], start) > peak_threshold
    return above[start[is_ridge]], above[stop[is_ridge]]


def ridge_features(score: Floats, first: Ints, last: Ints) -> Floats:
    """Return height, width, ridge position and cell position of each ridge: equations (4) to (7)."""
    ridges = len(first)
    features = np.empty((ridges, len(FEATURES)))
    if not ridges:
        return features
    total = np.zeros(len(score) + 1)
    np.cumsum(score, out=total[1:])
    cells = last - first + 1
    average = (total[last + 1] - total[first]) / cells
    # Ridges lie above the thresholds, so the largest average is positive; the guard keeps the division safe.
    features[:, 0] = average / max(float(average.max()), _TINY)
    features[:, 1] = cells / cells.max()
    features[:, 2] = np.arange(1, ridges + 1) / ridges
    features[:, 3] = (first + 1) / len(score)
    return features
