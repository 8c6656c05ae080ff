"""Options that commands which learn have in common."""

from pathlib import Path
from typing import Annotated

import typer

from ...errors import OptionError
from ...lab import plots
from .. import targets

DEFAULT_SETS = ("wcxb-dev", "news-dev", "chinese")  # what shipped weights are trained on

Data = Annotated[
    list[str] | None,
    typer.Option("--data", "-d", metavar="SET", help=f"Data sets; {', '.join(DEFAULT_SETS)} if none is named."),
]
Limit = Annotated[
    int | None, typer.Option("--limit", metavar="N", help="So many pages of a set, evenly spread over it.")
]
Output = Annotated[str, typer.Option("--output", "-o", metavar="MODEL.json", help="Where to write what was learnt.")]
Pages = Annotated[str, typer.Option("--pages", metavar="DIR", help="A folder with pages of the site, .html files.")]


def model_place(output: str) -> Path:
    """Where a model is to be written, if it can be."""
    place = Path(output)
    if place.suffix != ".json":
        raise OptionError(f"--output: a model is a .json file, not {output}")
    targets.check_place(place)
    return place


def picture_place(place: Path) -> None:
    """Complain of a place where no picture can be drawn: better before the work than after it."""
    plots.check_format(place)
    targets.check_place(place)
