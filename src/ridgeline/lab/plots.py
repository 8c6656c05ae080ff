"""Figures in one style, with reproducible bytes: the same data give the same file."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtraError, OptionError
from ..storage import files

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = frozenset({".png", ".svg", ".pdf"})
COLOURS = ("#20639b", "#d1495b", "#3caea3", "#edae49", "#6a4c93", "#5c6b73", "#8cb369", "#bc6c25")

_STYLE: Any = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": "medium",
    "figure.dpi": 110,
    "font.size": 9.0,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "savefig.bbox": "tight",
    "svg.fonttype": "none",
    "svg.hashsalt": "ridgeline",
}


@contextmanager
def drawing(
    path: Path, *, rows: int = 1, columns: int = 1, size: tuple[float, float] = (6.4, 4.0)
) -> "Iterator[tuple[Figure, list[Axes]]]":
    """Yield a figure and its axes, row by row, to draw on; on exit, save it to `path` in the format of its suffix."""
    check_format(path)
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtraError("drawing needs matplotlib", "plot") from error
    from cycler import cycler

    with mpl.rc_context({**_STYLE, "axes.prop_cycle": cycler(color=COLOURS)}):
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False)
        yield figure, list(axes.flat)
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix.lower())
        stream = io.BytesIO()
        figure.savefig(stream, format=path.suffix.lower().removeprefix("."), metadata=metadata)
        files.write(path, stream.getvalue())


def check_format(path: Path) -> None:
    """Raise OptionError if the suffix of a file is not that of a picture."""
    if path.suffix.lower() not in FORMATS:
        raise OptionError(f"a picture is {', '.join(sorted(FORMATS))}, not {path.name!r}")
