"""`ridgeline study NAME`: a paper's tables and figures, run again on the data at hand; one command a paper."""

import typer

from ..terminal import examples

group = typer.Typer(
    help="Run a paper's experiments again: its tables are printed, its figures drawn.",
    epilog=examples(
        "ridgeline study blocks",
        "ridgeline study grouping --layouts layouts/ --output figures/",
        "ridgeline study ice --words wcxb-dev,news-dev",
        "ridgeline study mountain --output figures/",
        "ridgeline study templates",
    ),
    no_args_is_help=True,
)

# The commands register themselves.
from . import blocks, grouping, ice, mountain, templates  # noqa: E402, F401
