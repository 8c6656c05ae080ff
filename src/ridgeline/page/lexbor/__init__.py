"""The parser's seam: the only package that knows lexbor, with its thresholds and quirks.

Text in, plain columns out. Another parser takes its place by offering the same `parse_columns`.
"""

from dataclasses import replace

from ..budget import Budget
from ..columns import Columns
from ..limits import Limits
from .flattening import flatten
from .scan import apply_limits, encode
from .tree import read_tree


def parse_columns(source: str, limits: Limits, budget: Budget) -> Columns:
    """Parse HTML into columns within the limits on depth, attributes and nodes, and a budget of time."""
    encoded, cuts = apply_limits(source, limits)
    columns = read_tree(encoded, limits, budget)
    if "depth" in columns.cuts - cuts:
        # Too small to have been followed tag by tag, and too deep all the same.
        flat, more = flatten(source, limits)
        cuts |= more
        columns = read_tree(encode(flat), limits, budget)
    return replace(columns, cuts=cuts | columns.cuts)
