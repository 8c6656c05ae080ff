"""Figure 1 for any page: cells as bars, the smoothed score, both thresholds, primary and cluttered ridges.

matplotlib draws the pictures (.png, .svg, .pdf). A .html file needs no matplotlib and contains no scripts: it shows the
text of a cell on hover, and the text of each ridge below the drawing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import numpy as np

from ....errors import OptionError
from ....extractors.mountain import Terrain
from ....page import BoolColumn
from ....storage import files
from ....text.invisible import CONTROLS
from ...plots import COLOURS, FORMATS, drawing

HTML = ".html"
PRIMARY, CLUTTERED, CELL, LINE, PEAK = COLOURS[2], COLOURS[5], COLOURS[0], COLOURS[3], COLOURS[1]
_HEIGHT, _BAR, _MARGIN = 320, 4, 40  # pixels
_MAX_TOOLTIP_LENGTH = 400  # characters of a cell's text
_STYLE = (
    "body{font:14px/1.5 sans-serif;margin:2em;color:#222;max-width:70em}div.m{overflow-x:auto}"
    "svg rect.c:hover{fill:#000}section{border-left:6px solid;padding:.1em 1em;margin:1em 0}h2{font-size:1em}"
)


def check_format(path: Path) -> None:
    """Raise OptionError unless the suffix is a supported format."""
    if path.suffix.lower() not in FORMATS | {HTML}:
        raise OptionError(f"a mountain is drawn as {', '.join(sorted(FORMATS | {HTML}))}, not {path.name!r}")


def draw_mountain(terrain: Terrain, is_primary: BoolColumn, path: Path, title: str) -> None:
    """Draw a page's mountain to a file; `is_primary` is a mask of the ridges."""
    check_format(path)
    if path.suffix.lower() == HTML:
        files.write(path, _as_html(terrain, is_primary, title).encode("utf-8", "replace"))
    else:
        _draw(terrain, is_primary, path, title)


def _spans(terrain: Terrain) -> Iterator[tuple[int, int]]:
    """Return the first and the last position of each ridge."""
    first, last = terrain.position[terrain.first_cell], terrain.position[terrain.last_cell]
    return zip(first.tolist(), last.tolist(), strict=True)


def _draw(terrain: Terrain, is_primary: BoolColumn, path: Path, title: str) -> None:
    with drawing(path, size=(9.0, 3.6)) as (_, [axes]):
        for (first, last), primary in zip(_spans(terrain), is_primary.tolist(), strict=True):
            axes.axvspan(first - 0.5, last + 0.5, color=PRIMARY if primary else CLUTTERED, alpha=0.25, linewidth=0)
        axes.vlines(
            terrain.position, 0, terrain.raw_score[terrain.position], color=CELL, linewidth=1.0, label="cell score"
        )
        positions = np.arange(len(terrain.score))
        axes.plot(positions, terrain.score, color=LINE, linewidth=0.9, label="smoothed")
        axes.axhline(terrain.primary_threshold, color=PEAK, linewidth=0.8, linestyle=":", label="primary threshold")
        axes.axhline(terrain.peak_threshold, color=PEAK, linewidth=0.8, linestyle="--", label="peak threshold")
        for name, colour in (("primary ridge", PRIMARY), ("cluttered ridge", CLUTTERED)):
            axes.fill_between([], [], color=colour, alpha=0.25, linewidth=0, label=name)
        axes.margins(x=0.01)
        axes.set_xlabel("cell, blank ones included")
        axes.set_ylabel("score")
        # matplotlib treats text between dollar signs as mathematics.
        axes.set_title(_one_line(title, 90).replace("$", r"\$"), loc="left")
        axes.legend(ncols=3, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.16))


def _as_html(terrain: Terrain, is_primary: BoolColumn, title: str) -> str:
    heading = escape(_one_line(title, 200))
    primary = int(is_primary.sum())
    return "".join(
        (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{heading}</title><style>{_STYLE}</style></head>',
            f"<body><h1>{heading}</h1><p>{len(terrain.cells)} cells, ",
            f"{len(terrain.score) - len(terrain.cells)} blank cells between them; primary threshold ",
            f"{terrain.primary_threshold:.3f}, peak threshold {terrain.peak_threshold:.3f}; ",
            f"{primary} of {len(terrain)} ridges are primary. ",
            'Hover over a cell to read it.</p><div class="m">',
            *_svg(terrain, is_primary),
            "</div>",
            *_ridges(terrain, is_primary),
            "</body></html>\n",
        )
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Pixel coordinates of positions and scores."""

    width: int
    highest_score: float

    @classmethod
    def of(cls, terrain: Terrain) -> "_Scale":
        scores = (float(terrain.raw_score.max(initial=0)), float(terrain.score.max(initial=0)))
        return cls(_BAR * len(terrain.score) + 2 * _MARGIN, max(*scores, terrain.peak_threshold, 1e-9))

    def x(self, position: float) -> float:
        return _MARGIN + _BAR * position

    def y(self, score: float) -> float:
        return _MARGIN + _HEIGHT * (1 - max(score, 0) / self.highest_score)


def _svg(terrain: Terrain, is_primary: BoolColumn) -> Iterator[str]:
    scale = _Scale.of(terrain)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{scale.width}" height="{_HEIGHT + 2 * _MARGIN}">'
    yield from _ridge_boxes(terrain, is_primary, scale)
    yield from _threshold_lines(terrain, scale)
    yield from _cell_bars(terrain, scale)
    points = " ".join(
        f"{scale.x(position) + _BAR / 2},{scale.y(score):.1f}" for position, score in enumerate(terrain.score.tolist())
    )
    yield f'<polyline points="{points}" fill="none" stroke="{LINE}" pointer-events="none"/></svg>'


def _ridge_boxes(terrain: Terrain, is_primary: BoolColumn, scale: _Scale) -> Iterator[str]:
    for (first, last), primary in zip(_spans(terrain), is_primary.tolist(), strict=True):
        colour = PRIMARY if primary else CLUTTERED
        yield f'<rect x="{scale.x(first)}" y="{_MARGIN}" width="{_BAR * (last - first + 1)}" height="{_HEIGHT}" '
        yield f'fill="{colour}" opacity=".25"/>'


def _threshold_lines(terrain: Terrain, scale: _Scale) -> Iterator[str]:
    for score, dashes, name in ((terrain.primary_threshold, "2 3", "primary"), (terrain.peak_threshold, "7 4", "peak")):
        y = f"{scale.y(score):.1f}"
        yield f'<line x1="{_MARGIN}" x2="{scale.width - _MARGIN}" y1="{y}" y2="{y}" stroke="{PEAK}" '
        yield f'stroke-dasharray="{dashes}"><title>{name} threshold {score:.3f}</title></line>'


def _cell_bars(terrain: Terrain, scale: _Scale) -> Iterator[str]:
    raw_scores = terrain.raw_score[terrain.position].tolist()
    for cell, (position, raw_score) in enumerate(zip(terrain.position.tolist(), raw_scores, strict=True)):
        # At least a pixel high, so that the mouse can reach it.
        yield f'<rect class="c" x="{scale.x(position)}" y="{scale.y(raw_score) - 1:.1f}" width="{_BAR - 1}" '
        yield f'height="{_MARGIN + _HEIGHT + 1 - scale.y(raw_score):.1f}" fill="{CELL}">'
        yield f"<title>{_features(terrain, cell)}\n{_tooltip(terrain.cells.text[cell])}</title></rect>"


def _features(terrain: Terrain, cell: int) -> str:
    cells, position = terrain.cells, terrain.position[cell]
    return (
        f"cell {cell + 1}: score {terrain.raw_score[position]:.3f}, smoothed {terrain.score[position]:.3f}; "
        f"L {cells.length[cell]}, P {cells.punctuation[cell]}, S {int(cells.is_full_stopped[cell])}, "
        f"V {cells.visible_ratio[cell]:.2f}, A {int(cells.is_anchor[cell])}"
    )


def _tooltip(text: str) -> str:
    return escape(_one_line(text, _MAX_TOOLTIP_LENGTH))


def _ridges(terrain: Terrain, is_primary: BoolColumn) -> Iterator[str]:
    for number, primary in enumerate(is_primary.tolist()):
        first, last = int(terrain.first_cell[number]), int(terrain.last_cell[number])
        height, width, ridge_position, cell_position = terrain.features[number].tolist()
        colour, word = (PRIMARY, "primary") if primary else (CLUTTERED, "cluttered")
        yield f'<section style="border-color:{colour}"><h2>Ridge {number + 1}, {word}: cells {first + 1}–{last + 1}; '
        yield f"height {height:.2f}, width {width:.2f}, RP {ridge_position:.2f}, CP {cell_position:.2f}</h2><p>"
        yield escape(CONTROLS().sub(" ", " ".join(terrain.cells.text[first : last + 1])))
        yield "</p></section>"


def _one_line(text: str, max_length: int) -> str:
    """Return the text on one line, without control characters, shortened to the given length."""
    text = " ".join(CONTROLS().sub(" ", text).split())
    return text if len(text) <= max_length else text[: max_length - 1] + "…"
