"""`ridgeline train NAME`: extractors learn from pages; one command an extractor, one module a command."""

import typer

from ..terminal import examples

group = typer.Typer(
    help="Let an extractor learn from pages whose content is known, or from the pages of one site.",
    epilog=examples(),
    no_args_is_help=True,
)
