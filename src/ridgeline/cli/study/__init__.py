"""`ridgeline study NAME`: a paper's tables and figures, run again on the data at hand; one command a paper."""

import typer

from ..terminal import examples

group = typer.Typer(
    help="Run a paper's experiments again: its tables are printed, its figures drawn.",
    epilog=examples(
        "ridgeline study mountain --output figures/",
    ),
    no_args_is_help=True,
)

# The commands register themselves.
from . import mountain  # noqa: E402, F401
