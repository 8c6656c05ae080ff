"""Figures of summit's training: calibration of its confidence, and precision against recall."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ....extractors.summit.calibration import calibrate as interpolate
from ....extractors.summit.constants import FAVORS
from ...plots import drawing
from .training import ScoredPage, Training, calibrate

_PARTS = 10


def draw_calibration(pages: Sequence[ScoredPage], path: Path) -> None:
    """Draw confidence against true F1, on pages of sites not trained on; the calibration is fitted on other pages."""
    kept = [page for page in pages if page.expected is not None]
    confidence = np.array(_cross_calibrated(kept))
    true = np.array([page.f1 for page in kept])
    order = np.argsort(confidence, kind="stable")
    with drawing(path, size=(6.4, 6.0)) as (_, (axes,)):
        axes.plot([0, 1], [0, 1], color="0.7", linewidth=1, zorder=1)
        axes.scatter(confidence, true, s=7, alpha=0.25, linewidths=0, zorder=2, label="pages")
        for part in np.array_split(order, _PARTS):
            axes.plot(
                [confidence[part].mean()] * 2,
                np.quantile(true[part], [0.25, 0.75]),
                color="C1",
                linewidth=1.5,
                zorder=3,
            )
        means = [(confidence[part].mean(), true[part].mean()) for part in np.array_split(order, _PARTS)]
        axes.plot(
            *zip(*means, strict=True), "o", color="C1", zorder=4, label="means of tenths, and their middle halves"
        )
        axes.set_xlabel("confidence")
        axes.set_ylabel("word F1")
        axes.set_xlim(0, 1.02)
        axes.set_ylim(0, 1.02)
        axes.legend(loc="upper left")


def _cross_calibrated(pages: Sequence[ScoredPage]) -> list[float]:
    """Return the confidence of each page, calibrated on the nine tenths of the pages that it is not part of."""
    curves = [calibrate([page for place, page in enumerate(pages) if place % _PARTS != part]) for part in range(_PARTS)]
    return [interpolate(page.expected or 0.0, *curves[place % _PARTS]) for place, page in enumerate(pages)]


def draw_curve(training: Training, path: Path) -> None:
    """Draw precision against recall over the range of `favor`."""
    points = training.curve
    with drawing(path, size=(6.4, 4.8)) as (_, (axes,)):
        axes.plot([recall for _, _, recall in points], [precision for _, precision, _ in points], "-", color="C0")
        for b, precision, recall in points:
            name = next((name for name, value in FAVORS.items() if value == b), None)
            axes.plot([recall], [precision], "o" if name else ".", color="C1" if name else "C0")
            if name:
                axes.annotate(f"  {name}", (recall, precision), ha="left", va="bottom")
        axes.set_xlabel("recall")
        axes.set_ylabel("precision")
        axes.margins(0.15)
