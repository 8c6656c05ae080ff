"""Draws Figures 3 to 8.

The paper's Figures 5 to 7 show how many pages of a set reach which performance. Here they are curves: the share of the
pages whose precision, recall or FM, by sentences, is above the value below it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ...evaluation import PageResult
from ...plots import drawing
from .parameters import Figure

_PANELS_IN_A_ROW = 3
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


Lines = Mapping[str, Sequence[float]]  # a value for each page, by the label of a line


def draw_universal(results: Mapping[str, Sequence[PageResult]], path: Path) -> None:
    """Draw Figure 5 or 6: precision, recall and FM of one system, a panel for each set or site."""
    names = {"precision": "sentence_precision", "recall": "sentence_recall", "FM": "sentence_f1"}
    _draw_panels(
        {
            title: {label: [row.figures[figure] for row in rows] for label, figure in names.items()}
            for title, rows in results.items()
        },
        "precision, recall, FM",
        path,
    )


def draw_comparison(results: Mapping[str, Mapping[str, Sequence[PageResult]]], path: Path) -> None:
    """Draw Figure 7: the FM of several systems, a panel for each site."""
    _draw_panels(
        {
            title: {system: [row.figures["sentence_f1"] for row in rows] for system, rows in by_system.items()}
            for title, by_system in results.items()
        },
        "FM",
        path,
    )


def _draw_panels(panels: Mapping[str, Lines], what: str, path: Path) -> None:
    rows = -(-len(panels) // _PANELS_IN_A_ROW)
    values = np.linspace(0, 1, 201)
    with drawing(path, rows=rows, columns=_PANELS_IN_A_ROW, size=(9.6, 0.9 + 2.1 * rows)) as (figure, axes):
        for panel, (title, lines) in zip(axes, panels.items(), strict=False):
            for label, found in lines.items():
                panel.plot(values, [np.mean(np.array(found) > value) for value in values], label=label, linewidth=1.2)
            count = len(next(iter(lines.values())))
            panel.set_title(f"{title} ({count})", loc="left", fontsize="small")
            panel.set_ylim(-0.02, 1.02)
        for panel in axes[len(panels) :]:
            panel.set_visible(False)
        figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper center", ncols=4)
        figure.supxlabel(f"{what}, by sentences", fontsize="small")
        figure.supylabel("share of pages above", fontsize="small")


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
