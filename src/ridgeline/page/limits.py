"""How much of a page is read."""

import math
from dataclasses import dataclass

from ..errors import OptionError

_CHARACTERS_PER_SECOND = 2_500_000  # half of what the scan and the parser read on a slow machine
_MIN_READABLE = 100_000  # characters; most pages have no more


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a page is read. `Page.cuts` names the limits that cut something off.

    `seconds` is the wall-clock time of a parse. A parser is given no more of the page than it should parse in half of
    that time, since lexbor cannot be interrupted; the parser of the compiled core, and the reading of lexbor's tree,
    also end early when the time is up, with the nodes found so far. What comes after the parse is linear in the nodes.
    """

    characters: int = 32_000_000
    depth: int = 512  # where browsers stop nesting
    attributes: int = 1_000  # of one tag; a page of wcxb-dev has at most some dozens
    nodes: int = 1_500_000
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise OptionError(f"a limit of seconds is positive, not {self.seconds}")

    @property
    def readable(self) -> int:
        """The number of characters that are read, given the time."""
        in_time = math.inf if self.seconds is None else max(_MIN_READABLE, self.seconds * _CHARACTERS_PER_SECOND)
        return int(min(self.characters, in_time))

    def cut(self, source: str) -> tuple[str, frozenset[str]]:
        """As much of the source as is read, and the name of the limit that cut it off, if one did."""
        if len(source) <= self.readable:
            return source, frozenset()
        limit = "characters" if self.readable == self.characters else "seconds"
        return source[: self.readable], frozenset({limit})


DEFAULT_LIMITS = Limits()
