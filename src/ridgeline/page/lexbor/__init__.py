"""The parser's seam: the only package that knows lexbor, with its thresholds and quirks.

Text in, plain columns out. Another parser takes its place by offering the same `parse_columns`.
"""

from dataclasses import replace

from ..columns import Columns
from ..limits import Limits
from .flattening import flatten
from .scan import apply_limits, encode
from .tree import read_tree


def parse_columns(source: str, limits: Limits, deadline: float) -> Columns:
    """Parse HTML into columns within the limits; `deadline` is on the monotonic clock."""
    encoded, cuts = apply_limits(source, limits)
    columns = read_tree(encoded, limits, deadline)
    if "depth" in columns.cuts - cuts:
        # Too small to have been followed tag by tag, and too deep all the same.
        flat, more = flatten(source[: limits.readable], limits)
        cuts |= more
        columns = read_tree(encode(flat), limits, deadline)
    return replace(columns, cuts=cuts | columns.cuts)
