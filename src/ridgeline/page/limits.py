"""How much of a page is read."""

from dataclasses import dataclass

from ..errors import OptionError

_CHARACTERS_PER_SECOND = 2_500_000  # half of what the scan and the parser read on a slow machine
_MIN_READABLE = 100_000  # characters; most pages have no more


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a page is read. `Extraction.cuts` names the limits that cut something off.

    `seconds` is CPU time, for the parse and for all that is made of the page together: content in data, metadata, every
    format. What reaches the end of it ends early, with what there is. lexbor cannot be interrupted: it is given no more
    of a page than it should parse in half of the time.
    """

    characters: int = 32_000_000
    depth: int = 512  # where browsers stop nesting
    attributes: int = 1_000  # of one tag; a page of wcxb-dev has at most some dozens
    nodes: int = 750_000  # which take 60 MB; the largest page of wcxb-dev has 12,842
    seconds: float | None = 2.5  # a page of wcxb-dev takes a hundredth

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise OptionError(f"a limit of seconds is positive, not {self.seconds}")

    def cut(self, source: str, *, is_interruptible: bool = True) -> tuple[str, frozenset[str]]:
        """As much of the source as is read, and the name of the limit that cut it off, if one did."""
        in_time = self._readable_in_time if not is_interruptible else self.characters
        readable = min(self.characters, in_time)
        if len(source) <= readable:
            return source, frozenset()
        return source[:readable], frozenset({"seconds" if in_time < self.characters else "characters"})

    @property
    def _readable_in_time(self) -> int:
        """The number of characters that a parser which cannot be interrupted is given."""
        return (
            self.characters if self.seconds is None else int(max(_MIN_READABLE, self.seconds * _CHARACTERS_PER_SECOND))
        )


DEFAULT_LIMITS = Limits()
