"""How much of a page is read."""

import math
from dataclasses import dataclass

from ..errors import OptionError

_CHARACTERS_PER_SECOND = 2_500_000  # half of what the scan and the parser read on a slow machine
_MIN_READABLE = 100_000  # characters; most pages have no more


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a page is looked at; what a limit cuts off is named in `Page.cuts`.

    `seconds` is wall-clock time for a parse. The parser itself cannot be interrupted, so no more of the page goes into
    it than it should be done with in half of that time; then the reading of the parsed tree ends early when the time
    has passed, with the nodes found so far. What comes after the parse is linear in the nodes.
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
        """How many characters are looked at, given the time."""
        in_time = math.inf if self.seconds is None else max(_MIN_READABLE, self.seconds * _CHARACTERS_PER_SECOND)
        return int(min(self.characters, in_time))


DEFAULT_LIMITS = Limits()
