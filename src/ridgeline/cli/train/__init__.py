"""`ridgeline train NAME`: extractors learn from pages; one command an extractor, one module a command."""

import typer

from ..terminal import examples

group = typer.Typer(
    help="Let an extractor learn from pages whose content is known, or from the pages of one site.",
    epilog=examples(
        "ridgeline train grouping --data wcxb-dev news-dev chinese --output weights/ --layouts layouts/",
        "ridgeline train ice-tree --output ice-tree.json",
        "ridgeline train mountain --output mountain.json",
        "ridgeline train mountain-site --pages site/ --gold texts/ --output site.json",
        "ridgeline train content-extractor --pages site/ --output shared.json",
    ),
    no_args_is_help=True,
)

# The commands register themselves.
from . import grouping, ice, mountain, templates  # noqa: E402, F401
