"""Draws Figures 3, 4 and 8."""

from collections.abc import Sequence
from pathlib import Path

from ...plots import drawing
from .parameters import Figure

LABELS = {
    "cell_threshold": "cell threshold (characters of code a blank cell)",
    "smoothing_window": "smoothing window",
    "span_window": "span window (cells)",
    "peak_factor": "peak factor",
}


def draw_figure(figure: Figure, path: Path) -> None:
    """Draw Figure 3 or 4: the share of pages that are good enough."""
    values = sorted({across for _, across in figure.good_enough})
    with drawing(path) as (_, [axes]):
        for line in sorted({line for line, _ in figure.good_enough}):
            shares = [figure.good_enough[line, across] / figure.pages for across in values]
            axes.plot(values, shares, marker="o", markersize=4, label=f"{line:g}")
        axes.set_xticks(values)
        axes.set_xlabel(LABELS[figure.across])
        axes.set_ylabel("share of pages with FM > 0.9")
        axes.legend(title=LABELS[figure.lines], ncols=2)
        axes.set_title(f"{figure.title} on {figure.pages} pages, four-fold cross-validation", loc="left")


def draw_speed(
    pages: Sequence[int],
    seconds: Sequence[float],
    megabytes: Sequence[float],
    page_seconds: Sequence[float],
    path: Path,
) -> None:
    """Draw Figure 8: the time over the number of pages, and beside it the time of one page over its size."""
    with drawing(path, columns=2, size=(9, 3.6)) as (_, [left, right]):
        left.plot(pages, seconds, marker="o", markersize=4)
        left.set_xlabel("pages")
        left.set_ylabel("seconds of CPU time")
        left.set_title("Figure 8: time by number of pages", loc="left")
        left.set_ylim(bottom=0)
        right.plot(megabytes, page_seconds, marker="o", markersize=4)
        right.set_xscale("log")
        right.set_yscale("log")
        right.set_xlabel("size of one page, MB")
        right.set_ylabel("seconds of CPU time")
        right.set_title("Time by page size", loc="left")
