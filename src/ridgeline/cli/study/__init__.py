"""`ridgeline study NAME`: a paper's tables and figures, run again on the data at hand; one command a paper."""

import typer

from ..evaluate import EvaluateCommand
from ..terminal import examples
from .grouping import grouping

group = typer.Typer(
    help="Run a paper's experiments again: its tables are printed, its figures drawn.",
    epilog=examples("ridgeline study grouping --layouts layouts/ --output figures/"),
    no_args_is_help=True,
)
group.command(
    "grouping",
    cls=EvaluateCommand,
    epilog=examples(
        "ridgeline study grouping --layouts layouts/ --output figures/",
        "ridgeline study grouping --data wcxb-dev --limit 200 --no-sweep",
        "ridgeline study grouping --styled examples/styled",
    ),
)(grouping)
