"""Options that the training commands share."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from ...errors import OptionError
from ...registry import load
from ...storage import models
from .. import targets
from ..command import Option
from ..extraction_options import extractor_options

DEFAULT_SETS = ("wcxb-dev", "news-dev", "chinese")  # the shipped models of the papers are trained on these

Data = Annotated[
    list[str] | None,
    Option("--data", "-d", metavar="SET", help=f"Data sets; {', '.join(DEFAULT_SETS)} if none is named."),
]
Limit = Annotated[int | None, Option("--limit", metavar="N", help="At most N pages of a set, evenly spread over it.")]
Output = Annotated[str, Option("--output", "-o", metavar="MODEL.json", help="The file of the trained model.")]
Pages = Annotated[str, Option("--pages", metavar="DIR", help="A folder with pages of the site, .html files.")]


Options = Annotated[
    list[str] | None,
    Option(
        "--option",
        metavar="NAME=VALUE",
        help="Train with this option of the extractor, see `ridgeline extractors NAME`; repeat it for a list.",
    ),
]
Force = Annotated[bool, Option("--force", help="Overwrite files that exist.")]


def options_for(extractor: str, given: Sequence[str] | None, *, learnt: Sequence[str] = ()) -> dict[str, Any]:
    """Return the options that an extractor is trained with; `learnt` are those that training finds.

    Raises OptionError, before the work, for an option that it does not take.
    """
    options = extractor_options(others=given)
    for name in learnt:
        if name in options:
            raise OptionError(f"{name} is what training finds: give it to `ridgeline extract`")
    load(extractor, **options)
    return options


def model_path(output: str, *, force: bool, has_arrays: bool = True) -> Path:
    """Return the path of a model file; raises an error, before the work, if no model can be written there.

    `has_arrays`: a .bin file with the arrays of the model is written beside it.
    """
    path = Path(output)
    if path.suffix != ".json":
        raise OptionError(f"--output: a model is a .json file, not {output}")
    targets.check_new_file(path, force=force)
    if has_arrays:
        targets.check_new_file(path.with_suffix(models.SUFFIX), force=force)
    return path


def model_files(path: Path) -> str:
    """Return the names of the two files of a model with arrays, for messages."""
    return f"{path} and {path.with_suffix(models.SUFFIX)}, which belong together"


def check_picture(path: Path, *, force: bool) -> None:
    """Raise an error, before the work, if no picture can be drawn to this file."""
    from ...lab import plots  # only for those who want a picture

    plots.check_format(path)
    targets.check_new_file(path, force=force)
