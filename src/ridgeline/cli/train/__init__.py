"""`ridgeline train NAME`: extractors learn from pages; one command an extractor, one module a command."""

import typer

from ..evaluate import EvaluateCommand
from ..terminal import examples
from .grouping import grouping

group = typer.Typer(
    help="Let an extractor learn from pages whose content is known, or from the pages of one site.",
    epilog=examples("ridgeline train grouping --data wcxb-dev news-dev chinese --output weights/ --layouts layouts/"),
    no_args_is_help=True,
)
group.command(
    "grouping",
    cls=EvaluateCommand,
    epilog=examples(
        "ridgeline train grouping --data wcxb-dev news-dev chinese --output weights/ --layouts layouts/",
        "ridgeline train grouping --data pages.jsonl --output weights/",
    ),
)(grouping)
