"""`ridgeline train NAME`: extractors learn from pages; one command an extractor, one module a command."""

import typer

from ..terminal import examples
from .ice import ice_elaborate, ice_ga, ice_lm, ice_tree

group = typer.Typer(
    help="Let an extractor learn from pages whose content is known, or from the pages of one site.",
    epilog=examples("ridgeline train ice-tree --output ice-tree.json"),
    no_args_is_help=True,
)
group.command(epilog=examples("ridgeline train ice-tree --output ice-tree.json"))(ice_tree)
group.command(epilog=examples("ridgeline train ice-elaborate --output ice-elaborate.json"))(ice_elaborate)
group.command(
    epilog=examples(
        "ridgeline train ice-lm --output ice-lm.json", "ridgeline train ice-lm --direction query --output ice-lm.json"
    )
)(ice_lm)
group.command(
    epilog=examples(
        "ridgeline train ice-ga --output ice-ga.json", "ridgeline train ice-ga --lengths --seed 7 --output ice-ga.json"
    )
)(ice_ga)
