"""Pages in the compiled core: parsed there, and read from there when somebody asks.

Nothing of a page becomes a Python object at once. Integer columns are views of the core's memory; texts and attributes
are sequences that make their items when they are asked for.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _native
from . import elements
from .budget import Budget
from .columns import Columns, IntColumn, Offsets
from .limits import Limits

if TYPE_CHECKING:
    from .._native import _core

_CUTS = ("depth", "attributes", "nodes", "seconds")  # by bit
_BYTES = frozenset({"blank", "hidden"})  # columns of bytes; the others are of 32-bit integers
_MAX_INT = (1 << 31) - 1


class CompiledPage:
    """A page in the compiled core."""

    __slots__ = ("lacks_halves", "native")

    def __init__(self, native: "_core.Page", *, lacks_halves: bool = False) -> None:
        self.native = native
        self.lacks_halves = lacks_halves  # halves of characters (surrogates) were left out of what was parsed

    def column(self, name: str) -> IntColumn:
        """A column by name; it is a view of the core's memory, and read-only."""
        return np.frombuffer(self.native.column(name), dtype=np.uint8 if name in _BYTES else np.int32)

    def leaf_texts(self) -> tuple[str, ...]:
        """By leaf: its text."""
        return self.native.leaf_texts()

    def offsets(self, source: str) -> Offsets:
        """By node: where its text stands in the source that was parsed."""
        start, stop = (np.frombuffer(column, dtype=np.int32) for column in self.native.offsets())
        if self.lacks_halves:
            points = np.frombuffer(source.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            parsed = np.append(np.flatnonzero((points < 0xD800) | (points > 0xDFFF)), len(points)).astype(np.int32)
            start, stop = (np.where(column < 0, column, parsed.take(column)) for column in (start, stop))
        return Offsets(start, stop)

    def text_of(self, keep: IntColumn, *, is_plain: bool) -> str | None:
        """The plain text of kept leaves; None where it may have what the core cannot write, unless it `is_plain`."""
        return self.native.text_of(np.ascontiguousarray(keep, dtype=np.int32), is_plain)

    def tidy(self, keep: IntColumn) -> tuple[IntColumn, int]:
        """Kept leaves with the right pictures, without copies; the rules of `tidying` that may drop more, as bits."""
        leaves, rules = self.native.tidy(np.ascontiguousarray(keep, dtype=np.int32))
        return (keep if leaves is None else np.frombuffer(leaves, dtype=np.int32)), rules

    def count_words(self, keep: IntColumn, enough: int) -> int:
        """The number of words of kept leaves; the count ends with the leaf that reaches `enough`."""
        return self.native.count_words(np.ascontiguousarray(keep, dtype=np.int32), enough)


def parse_columns(source: str, limits: Limits, budget: Budget) -> Columns:
    """Parse HTML into columns within the limits on depth, attributes and nodes, and a budget of time."""
    core = _native.built()
    cuts: frozenset[str] = frozenset()
    bounds = [min(limit, _MAX_INT) for limit in (limits.depth, limits.attributes, limits.nodes)]
    seconds = 0.0 if budget.seconds is None else max(1e-9, budget.left)  # 0 stands for no limit
    lacks_halves = False
    try:
        native = core.parse(source, *bounds, seconds)
    except UnicodeEncodeError:  # halves of characters (surrogates) are no characters to the parser
        native = core.parse(source.encode("utf-8", "ignore"), *bounds, seconds)
        lacks_halves = True
    if bits := native.cuts():
        cuts |= {name for bit, name in enumerate(_CUTS) if bits >> bit & 1}
    page = CompiledPage(native, lacks_halves=lacks_halves)
    return Columns(
        parent=page.column("parent"),
        tag=page.column("tag"),
        names=elements.NAMES + native.tag_names(),
        attributes=core.attributes(native),
        text=core.texts(native),
        blank=page.column("blank").view(np.bool_),
        by_attribute=_ByAttribute(native),
        cuts=cuts,
        end=page.column("end"),
        compiled=page,
    )


class _ByAttribute(Mapping[str, Sequence[int]]):
    """The rows that have an attribute, by its name, found when somebody asks."""

    def __init__(self, native: "_core.Page") -> None:
        self._native = native
        self._found: dict[str, Sequence[int]] = {}

    def __getitem__(self, name: str) -> Sequence[int]:
        rows: Sequence[int] = self.get(name, ())
        if not rows:
            raise KeyError(name)
        return rows

    def get(self, name: str, default: Any = None) -> Any:
        """The rows that have this attribute."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._native.having(name)
        return found or default

    def __iter__(self) -> Iterator[str]:
        # The core's table of names also has some that no row has.
        return (name for name in self._native.attribute_names() if self.get(name))

    def __len__(self) -> int:
        return sum(1 for _ in self)
