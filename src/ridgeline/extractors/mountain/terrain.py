"""The mountain of a page: cells' scores (1), blank cells, smoothing (2)(3), ridges (Definition 3), features (4)–(7).

Where the paper leaves it open:
- Blank cells: one for every full `cell_threshold` of source code distance (section 4: threshold 50, SCD 500 give 10).
- Near the ends of the sequence the smoothing window holds fewer cells; the divisor stays sw − 1.
- Ridges, thresholds and heights are of the smoothed scores: smoothing is there to decide which cells are primary.
- Blank cells count as cells everywhere: in the primary threshold ("the average score of all the Cells contained in a
  page"), in a ridge's width and average, in FCN and TC. Without them (`count_blank_cells=False`) the threshold is
  higher and ridges fewer: 10 a page instead of 13. Even if each were judged perfectly, the characters kept would score
  0.735 instead of 0.797 (F1) on wcxb-dev without its articles, 0.913 instead of 0.934 on those.
- Scores that equal the primary threshold are neither larger nor smaller; they count as smaller.
- Cells, and ridges, are numbered from 1.
"""

from dataclasses import dataclass

import numpy as np

from ...errors import OptionError
from ...page import BoolColumn
from .cells import Cells, Counts, Reals

FEATURES = ("height", "width", "RP", "CP")  # Definition 4
NEAR = 4  # cells, (3)
FAR_WEIGHT = 0.1  # (3)


@dataclass(frozen=True, slots=True)
class Settings:
    """The model's constants, as the paper sets them."""

    alpha: float = 0.5  # section 3.1: what a full stop adds
    beta: float = -0.5  # section 3.1: what an anchor takes away
    gamma: float | None = None  # section 3.1: visible characters of a sentence; None: by the page's language
    cell_threshold: int = 200  # section 4: characters of code for a blank cell
    smoothing_window: int = 5  # section 4: cells
    span_window: int = 5  # section 4: cells
    peak_factor: float = 3.0  # section 4
    count_blank_cells: bool = True

    def __post_init__(self) -> None:
        if self.smoothing_window < 1 or self.smoothing_window % 2 == 0:
            raise OptionError(f"a smoothing window is 1, 3, 5 or another odd number, not {self.smoothing_window}")
        if self.cell_threshold < 1:
            raise OptionError(f"a cell threshold is positive, not {self.cell_threshold}")
        if self.span_window < 0:
            raise OptionError(f"a span window is 0 or more, not {self.span_window}")
        if self.gamma is not None and not self.gamma > 0:
            raise OptionError(f"gamma is positive, not {self.gamma}")


PAPER = Settings()


@dataclass(frozen=True, eq=False, slots=True)
class Terrain:
    """A page's mountain: the sequence of its cells with blank ones between, and the ridges in it."""

    cells: Cells
    place: Counts  # by cell: its position in the sequence
    raw: Reals  # by position: CS
    score: Reals  # by position: CSS
    primary: float  # threshold
    peak: float  # threshold
    first: Counts  # by ridge: the cell it begins with
    last: Counts  # by ridge: the cell it ends with
    features: Reals  # by ridge: height, width, RP, CP

    def __len__(self) -> int:
        """The number of ridges."""
        return len(self.first)

    @property
    def ridge_of_cell(self) -> Counts:
        """By cell: the ridge it belongs to, -1 where it belongs to none."""
        cell = np.arange(len(self.cells))
        if not len(self):
            return np.full(len(cell), -1)
        ridge = np.searchsorted(self.first, cell, side="right") - 1
        return np.where((ridge >= 0) & (cell <= self.last[ridge]), ridge, -1)


def survey(cells: Cells, gamma: float, settings: Settings = PAPER) -> Terrain:
    """The mountain of some cells: GetRidgeSet and GetFeatureVector of Figure 2."""
    blanks = blank_cells(cells.distance, settings.cell_threshold)
    place = np.arange(len(cells)) + np.cumsum(blanks)
    raw = np.zeros(len(cells) + int(blanks.sum()))
    raw[place] = cell_scores(cells, gamma, settings)
    score = smooth(raw, settings.smoothing_window)
    counted = score if settings.count_blank_cells else score[place]
    primary = float(counted.mean()) if len(counted) else 0.0
    peak = primary * settings.peak_factor
    begin, finish = find_ridges(score, primary, peak, settings.span_window)
    # A ridge begins and ends above the threshold. A blank cell can do so too, beside a high one.
    first, last = np.searchsorted(place, begin), np.searchsorted(place, finish, side="right") - 1
    lived_in = first <= last
    first, last, begin, finish = first[lived_in], last[lived_in], begin[lived_in], finish[lived_in]
    if settings.count_blank_cells:
        features = ridge_features(score, begin, finish)
    else:
        features = ridge_features(score[place], first, last)
    return Terrain(cells, place, raw, score, primary, peak, first, last, features)


def cell_scores(cells: Cells, gamma: float, settings: Settings = PAPER) -> Reals:
    """CS, equation (1)."""
    sentences: Reals = cells.length / gamma + cells.punctuation
    style: Reals = (1 + settings.alpha * cells.full_stopped) * (1 + settings.beta * cells.anchor)
    return sentences * style * cells.visible


def blank_cells(distance: Counts, threshold: int) -> Counts:
    """How many blank cells stand before each cell, by the source code distance to the one before."""
    return distance // threshold


def weights(window: int) -> Reals:
    """w_i of equation (3) for i = n - ⌊sw/2⌋ … n + ⌊sw/2⌋; 0 for n itself, which the sum of (2) leaves out."""
    apart = np.abs(np.arange(window) - window // 2)
    weight = np.where(apart <= NEAR, 1 - apart * 0.2, FAR_WEIGHT)
    weight[window // 2] = 0
    return weight


def smooth(raw: Reals, window: int) -> Reals:
    """CSS, equation (2)."""
    if window < 3 or not len(raw):
        return raw.copy()
    weight = weights(window)
    within = np.ones(len(raw))
    mean = _windowed(raw, np.ones(window)) / _windowed(within, np.ones(window))
    answer: Reals = raw + (_windowed(raw, weight) - mean * _windowed(within, weight)) / (window - 1)
    return answer


def _windowed(values: Reals, weight: Reals) -> Reals:
    """By position: the weighted sum of the values around it."""
    half = len(weight) // 2
    return np.convolve(values, weight)[half : half + len(values)]  # the weights are symmetric


def find_ridges(score: Reals, primary: float, peak: float, span_window: int) -> tuple[Counts, Counts]:
    """The first and the last position of each ridge (Definition 3), in order.

    Cells above the primary threshold belong together while no more than a span window of lower ones parts them; such
    a sequence is a ridge if one of its cells is above the peak threshold.
    """
    above = np.flatnonzero(score > primary)
    if not len(above):
        return above, above
    parted = np.diff(above) - 1 > span_window
    start = np.concatenate(([0], np.flatnonzero(parted) + 1))
    stop = np.concatenate((start[1:], [len(above)])) - 1
    is_ridge: BoolColumn = np.maximum.reduceat(score[above], start) > peak
    return above[start[is_ridge]], above[stop[is_ridge]]


def ridge_features(score: Reals, first: Counts, last: Counts) -> Reals:
    """Height, width, ridge position and cell position of each ridge: equations (4) to (7)."""
    if not len(first):
        return np.empty((0, len(FEATURES)))
    total = np.concatenate(([0.0], np.cumsum(score)))
    number = last - first + 1
    average = (total[last + 1] - total[first]) / number
    ridges = len(first)
    # A sequence that scores nothing on average has no peak above its average, so the maximum is positive.
    return np.column_stack(
        (
            average / max(float(average.max()), np.finfo(np.float64).tiny),
            number / number.max(),
            np.arange(1, ridges + 1) / ridges,
            (first + 1) / len(score),
        )
    )
