"""Describes what an extraction misses and what it keeps by mistake, in a sentence or two."""

from collections import Counter
from dataclasses import dataclass

from .scores import golden_words

_EXAMPLES = 2
_MAX_LENGTH = 70  # characters of an example
_MIN_SHARE = 0.5  # of a line's words that are missing, for the line to be an example


@dataclass(frozen=True, slots=True)
class Excess:
    """Words that one of two texts has and the other has not, with the longest lines that they stand in."""

    words: int
    lines: tuple[str, ...]


def describe(found: str, expected: str) -> str:
    """Return what is wrong with an extraction, as text for people."""
    if not expected.strip():
        return "There is no content here, and none is kept." if not found.strip() else _kept(excess(found, ""))
    missed, added = excess(expected, found), excess(found, expected)
    if not missed.words and not added.words:
        return "All of the content, and nothing else."
    return " ".join(filter(None, (_missed(missed), _kept(added))))


def excess(text: str, other: str) -> Excess:
    """Return what a text has beyond another, as bags of words."""
    surplus = Counter(golden_words(text)) - Counter(golden_words(other))
    there = {line.strip() for line in other.splitlines()}
    lines = {line.strip() for line in text.splitlines()} - there
    telling = [line for line in lines if _share(line, surplus) >= _MIN_SHARE]
    longest = sorted(telling, key=lambda line: (-len(line), line))[:_EXAMPLES]
    return Excess(surplus.total(), tuple(map(_shortened, longest)))


def _share(line: str, surplus: Counter[str]) -> float:
    words = Counter(golden_words(line))
    return (words & surplus).total() / words.total() if words else 0.0


def _shortened(line: str) -> str:
    flat = " ".join(line.split()).strip("“”")  # it is quoted again
    return flat if len(flat) <= _MAX_LENGTH else flat[:_MAX_LENGTH].rsplit(" ", 1)[0] + " …"


def _missed(missed: Excess) -> str:
    return f"Missed: {_quoted(missed)}." if missed.words else "Nothing is missing."


def _kept(added: Excess) -> str:
    return f"Kept by mistake: {_quoted(added)}." if added.words else "Nothing is kept by mistake."


def _quoted(some: Excess) -> str:
    count = "a word" if some.words == 1 else f"{some.words} words"
    return f"{count}, in {' and '.join(f'“{line}”' for line in some.lines)}" if some.lines else count
