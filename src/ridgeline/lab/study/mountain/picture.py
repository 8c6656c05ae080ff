"""Figure 1 for any page: its cells as bars, the smoothed score, both thresholds, the ridges and which of them are kept.

Pictures (.png, .svg, .pdf) are drawn by matplotlib. A .html file is a drawing without scripts, made here, that shows
the text of a cell when the mouse rests on it, and the text of every ridge below.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

import numpy as np

from .... import files
from ....errors import OptionError
from ....extractors.mountain import Terrain
from ....page import BoolColumn
from ....text.cuts import CONTROLS
from ...plots import COLOURS, FORMATS, drawing

HTML = ".html"
KEPT, DROPPED, CELL, LINE, PEAK = COLOURS[2], COLOURS[5], COLOURS[0], COLOURS[3], COLOURS[1]
_HEIGHT, _BAR, _MARGIN = 320, 4, 40  # pixels
_MAX_HOVER = 400  # characters of a cell's text
_STYLE = (
    "body{font:14px/1.5 sans-serif;margin:2em;color:#222;max-width:70em}div.m{overflow-x:auto}"
    "svg rect.c:hover{fill:#000}section{border-left:6px solid;padding:.1em 1em;margin:1em 0}h2{font-size:1em}"
)


def check_format(path: Path) -> None:
    """Complain of a file name whose ending is none of ours."""
    if path.suffix.lower() not in FORMATS | {HTML}:
        raise OptionError(f"a mountain is drawn as {', '.join(sorted(FORMATS | {HTML}))}, not {path.name!r}")


def draw_mountain(terrain: Terrain, primary: BoolColumn, path: Path, title: str) -> None:
    """Draw a page's mountain to a file; `primary` says which ridges are kept."""
    check_format(path)
    if path.suffix.lower() == HTML:
        files.write(path, _as_html(terrain, primary, title).encode("utf-8", "replace"))
    else:
        _draw(terrain, primary, path, title)


def _spans(terrain: Terrain) -> Iterator[tuple[int, int]]:
    """The first and the last position of each ridge."""
    first, last = terrain.place[terrain.first], terrain.place[terrain.last]
    return zip(first.tolist(), last.tolist(), strict=True)


def _draw(terrain: Terrain, primary: BoolColumn, path: Path, title: str) -> None:
    with drawing(path, size=(9.0, 3.6)) as (_, [axes]):
        for (first, last), kept in zip(_spans(terrain), primary.tolist(), strict=True):
            axes.axvspan(first - 0.5, last + 0.5, color=KEPT if kept else DROPPED, alpha=0.25, linewidth=0)
        axes.vlines(terrain.place, 0, terrain.raw[terrain.place], color=CELL, linewidth=1.0, label="cell score")
        positions = np.arange(len(terrain.score))
        axes.plot(positions, terrain.score, color=LINE, linewidth=0.9, label="smoothed")
        axes.axhline(terrain.primary, color=PEAK, linewidth=0.8, linestyle=":", label="primary threshold")
        axes.axhline(terrain.peak, color=PEAK, linewidth=0.8, linestyle="--", label="peak threshold")
        for name, colour in (("primary ridge", KEPT), ("cluttered ridge", DROPPED)):
            axes.fill_between([], [], color=colour, alpha=0.25, linewidth=0, label=name)
        axes.margins(x=0.01)
        axes.set_xlabel("cell, blank ones included")
        axes.set_ylabel("score")
        # matplotlib would read dollar signs as mathematics.
        axes.set_title(_one_line(title, 90).replace("$", r"\$"), loc="left")
        axes.legend(ncols=3, fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.16))


def _as_html(terrain: Terrain, primary: BoolColumn, title: str) -> str:
    heading = escape(_one_line(title, 200))
    kept = int(primary.sum())
    return "".join(
        (
            f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{heading}</title><style>{_STYLE}</style></head>',
            f"<body><h1>{heading}</h1><p>{len(terrain.cells)} cells, ",
            f"{len(terrain.score) - len(terrain.cells)} blank ones between them; primary threshold ",
            f"{terrain.primary:.3f}, peak threshold {terrain.peak:.3f}; {kept} of {len(terrain)} ridges are kept. ",
            'Rest the mouse on a cell to read it.</p><div class="m">',
            *_svg(terrain, primary),
            "</div>",
            *_ridges(terrain, primary),
            "</body></html>\n",
        )
    )


def _svg(terrain: Terrain, primary: BoolColumn) -> Iterator[str]:
    width = _BAR * len(terrain.score) + 2 * _MARGIN
    highest = max(float(terrain.raw.max(initial=0)), float(terrain.score.max(initial=0)), terrain.peak, 1e-9)

    def across(position: float) -> float:
        return _MARGIN + _BAR * position

    def up(score: float) -> float:
        return _MARGIN + _HEIGHT * (1 - max(score, 0) / highest)

    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_HEIGHT + 2 * _MARGIN}">'
    for (first, last), kept in zip(_spans(terrain), primary.tolist(), strict=True):
        colour = KEPT if kept else DROPPED
        yield f'<rect x="{across(first)}" y="{_MARGIN}" width="{_BAR * (last - first + 1)}" height="{_HEIGHT}" '
        yield f'fill="{colour}" opacity=".25"/>'
    for score, dashes, name in ((terrain.primary, "2 3", "primary"), (terrain.peak, "7 4", "peak")):
        yield f'<line x1="{_MARGIN}" x2="{width - _MARGIN}" y1="{up(score):.1f}" y2="{up(score):.1f}" stroke="{PEAK}" '
        yield f'stroke-dasharray="{dashes}"><title>{name} threshold {score:.3f}</title></line>'
    cells = terrain.cells
    raw, smoothed = terrain.raw[terrain.place].tolist(), terrain.score[terrain.place].tolist()
    for number, place in enumerate(terrain.place.tolist()):
        facts = f"cell {number + 1}: score {raw[number]:.3f}, smoothed {smoothed[number]:.3f}; "
        facts += f"L {cells.length[number]}, P {cells.punctuation[number]}, S {int(cells.full_stopped[number])}, "
        facts += f"V {cells.visible[number]:.2f}, A {int(cells.anchor[number])}"
        # A bar of a pixel can be pointed at, too.
        yield f'<rect class="c" x="{across(place)}" y="{up(raw[number]) - 1:.1f}" width="{_BAR - 1}" '
        yield f'height="{_MARGIN + _HEIGHT + 1 - up(raw[number]):.1f}" fill="{CELL}">'
        yield f"<title>{facts}\n{escape(_one_line(cells.text[number], _MAX_HOVER))}</title></rect>"
    points = " ".join(
        f"{across(place) + _BAR / 2},{up(score):.1f}" for place, score in enumerate(terrain.score.tolist())
    )
    yield f'<polyline points="{points}" fill="none" stroke="{LINE}" pointer-events="none"/></svg>'


def _ridges(terrain: Terrain, primary: BoolColumn) -> Iterator[str]:
    for number, kept in enumerate(primary.tolist()):
        first, last = int(terrain.first[number]), int(terrain.last[number])
        height, width, ridge_position, cell_position = terrain.features[number].tolist()
        colour, word = (KEPT, "primary") if kept else (DROPPED, "cluttered")
        yield f'<section style="border-color:{colour}"><h2>Ridge {number + 1}, {word}: cells {first + 1}–{last + 1}; '
        yield f"height {height:.2f}, width {width:.2f}, RP {ridge_position:.2f}, CP {cell_position:.2f}</h2><p>"
        yield escape(CONTROLS.sub(" ", " ".join(terrain.cells.text[first : last + 1])))
        yield "</p></section>"


def _one_line(text: str, most: int) -> str:
    text = " ".join(CONTROLS.sub(" ", text).split())
    return text if len(text) <= most else text[: most - 1] + "…"
