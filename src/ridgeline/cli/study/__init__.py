"""`ridgeline study NAME`: a paper's tables and figures, run again on the data at hand; one command a paper."""

import typer

from ..terminal import examples
from .ice import ice

group = typer.Typer(
    help="Run a paper's experiments again: its tables are printed, its figures drawn.",
    epilog=examples("ridgeline study ice --words wcxb-dev,news-dev"),
    no_args_is_help=True,
)
group.command(
    epilog=examples(
        "ridgeline study ice --skip ice-ga",
        "ridgeline study ice --words wcxb-dev,news-dev --picture table1.svg",
        "ridgeline study ice --tree --json scores.json",
    )
)(ice)
