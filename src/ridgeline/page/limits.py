"""Limits on how much of a page is read."""

from dataclasses import dataclass

from ..errors import OptionError


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on how much of a page is read. `Extraction.cuts` names those that cut something off.

    `seconds` is CPU time, for the parse and for all that is made of the page together: content in data, metadata, every
    format. What reaches the end of it ends early, with what there is.
    """

    characters: int = 32_000_000
    depth: int = 512  # where browsers stop nesting
    attributes: int = 1_000  # of one tag; a page of wcxb-dev has at most some dozens
    nodes: int = 750_000  # which take 60 MB; the largest page of wcxb-dev has 12,842
    seconds: float | None = 2.5  # a page of wcxb-dev takes a hundredth

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise OptionError(f"a limit of seconds is positive, not {self.seconds}")

    def cut(self, source: str) -> tuple[str, frozenset[str]]:
        """Return as much of the source as is read, and the name of the limit that cut it off, if one did."""
        if len(source) <= self.characters:
            return source, frozenset()
        return source[: self.characters], frozenset({"characters"})


DEFAULT_LIMITS = Limits()
