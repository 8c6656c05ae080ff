"""`ridgeline lab NAME`: golden pages and data sets, for those who develop ridgeline; one command a module."""

from ..command_groups import command_group

group = command_group(
    "lab",
    "Golden pages and data sets: what ridgeline is measured by.",
    "ridgeline lab golden list",
    "ridgeline lab golden show news-article",
    "ridgeline lab datasets",
)

# The commands register themselves.
from . import datasets, golden  # noqa: E402, F401
