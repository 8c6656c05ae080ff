"""What the core reads of a page, and what it chooses, as tests ask for them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ridgeline import Page
from ridgeline.extractors.summit.constants import FAVORS, PAGE_TYPES, Matrix
from ridgeline.extractors.summit.features import LINE_FEATURES, PAGE_FEATURES
from ridgeline.extractors.summit.lexicon import EMPTY, Lexicon
from ridgeline.extractors.summit.lines import Lines, read_lines
from ridgeline.extractors.summit.model import Prediction, Selection
from ridgeline.page import BoolColumn

COUNTERS = ("words", "characters", "letters", "capitals", "digits", "punctuation", "ends", "commas", "spaceless")


def lines_of(page: Page, lexicon: Lexicon = EMPTY) -> Lines:
    """The lines of a page that has some."""
    lines = read_lines(page, lexicon)
    assert lines is not None
    return lines


def texts_of(lines: Lines) -> list[str]:
    """By line: its text."""
    texts = lines.page.leaf_text
    return ["".join(texts[start:end]) for start, end in zip(lines.start.tolist(), lines.end.tolist(), strict=True)]


def counts_of(lines: Lines) -> Matrix:
    """By line: its COUNTERS."""
    return lines.reals("counts").reshape(-1, len(COUNTERS))


def line_features(lines: Lines) -> dict[str, list[float]]:
    """By name: the feature of every line."""
    columns = lines.reals("line_features").reshape(len(lines), -1).T.tolist()
    return dict(zip(LINE_FEATURES, columns, strict=True))


def page_features(lines: Lines) -> dict[str, float]:
    """By name: the feature of the page."""
    return dict(zip(PAGE_FEATURES, lines.reals("page_features").tolist(), strict=True))


def reals(values: npt.ArrayLike) -> Matrix:
    """Probabilities as the core takes them."""
    return np.asarray(values, dtype=np.float32)


def select(
    lines: Lines,
    probabilities: npt.ArrayLike,
    b: float = FAVORS["balanced"],
    *,
    page_type: str = "collection",
    title: bool = False,
) -> Selection:
    """The lines to keep. A collection has no other articles, so that nothing is dropped but shortcodes."""
    assert page_type in PAGE_TYPES
    return Prediction(lines, reals(probabilities), page_type, 1).select(b, keeps_title=title)


def pooled(lines: Lines, probabilities: npt.ArrayLike) -> Matrix:
    """The probabilities, with one for all lines of a group."""
    return np.frombuffer(lines.core.pool(reals(probabilities)), dtype=np.float32)


def groups_of(lines: Lines) -> list[list[int]]:
    """The lines of each group of several, in the order of the page: those that share one probability when pooled."""
    doubtful = np.random.default_rng(7).uniform(0.2, 0.8, len(lines))
    by_probability: dict[float, list[int]] = {}
    for line, probability in enumerate(pooled(lines, doubtful).tolist()):
        by_probability.setdefault(probability, []).append(line)
    return [group for group in by_probability.values() if len(group) > 1]


def kept_lines(mask: BoolColumn) -> list[int]:
    """The lines in a mask."""
    return np.flatnonzero(mask).tolist()


def kept_texts(lines: Lines, mask: BoolColumn | Sequence[bool]) -> list[str]:
    """The texts of the lines in a mask."""
    return [text for text, is_kept in zip(texts_of(lines), mask, strict=True) if is_kept]
