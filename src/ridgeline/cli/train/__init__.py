"""`ridgeline train NAME`: extractors learn from pages; one command an extractor, one module a command."""

from ..command_groups import command_group

group = command_group(
    "train",
    "Let an extractor learn from pages whose content is known, or from the pages of one site.",
    "ridgeline train summit --output summit.json",
    "ridgeline train grouping --data wcxb-dev news-dev chinese --output weights/ --layouts layouts/",
    "ridgeline train ice-tree --output ice-tree.json",
    "ridgeline train mountain --output mountain.json",
    "ridgeline train mountain-site --pages site/ --gold texts/ --output site.json",
    "ridgeline train content-extractor --pages site/ --output shared.json",
)

# The commands register themselves.
from . import content_extractor, grouping, ice, mountain_classifiers, summit  # noqa: E402, F401
