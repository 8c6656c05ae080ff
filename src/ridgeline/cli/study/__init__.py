"""`ridgeline study NAME`: a paper's tables and figures, run again on the data at hand; one command a paper.

`search` measures what all of them promise.
"""

from ..command_groups import command_group

group = command_group(
    "study",
    "Run a paper's experiments again: its tables are printed, its figures drawn.",
    "ridgeline study blocks",
    "ridgeline study grouping --layouts layouts/ --output figures/",
    "ridgeline study ice --words wcxb-dev,news-dev",
    "ridgeline study mountain --output figures/",
    "ridgeline study search --budget 300",
    "ridgeline study templates",
)

# The commands register themselves.
from . import blocks, grouping, ice, mountain, search, templates  # noqa: E402, F401
