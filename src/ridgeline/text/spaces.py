"""White space as browsers treat it: folded in ordinary text, unchanged in preformatted text."""

import re
from collections.abc import Iterator

_PIECE_LENGTH, _MAX_PIECE_LENGTH = 100_000, 200_000
_SPACE = re.compile(r"\s")
_OTHER_SPACES = "\t\n\r\f\xa0"  # white space of HTML, and the no-break space


def fold(text: str) -> str:
    """Return the text on one line, each run of HTML's white space as one space.

    The ideographic space and its like stay. Spaces at the ends stay, too: the text may continue in another leaf.
    """
    # Neither a pattern nor `split`: they stop at every space between two words, at ten times the cost.
    for space in _OTHER_SPACES:
        if space in text:
            text = text.replace(space, " ")
    while "  " in text:
        text = text.replace("  ", " ")  # halves every run of spaces
    return text


def split_and_join(text: str) -> str:
    """Return the text on one line, all of Unicode's white space folded."""
    if len(text) <= _PIECE_LENGTH:
        return " ".join(text.split())
    folded: list[str] = []
    for piece in pieces(text):
        is_apart = folded and piece[:1].isspace()  # it is not where a piece had to end inside of a word
        folded.append(f"{' ' if is_apart else ''}{' '.join(piece.split())}")
    return "".join(folded).strip()


def pieces(text: str) -> Iterator[str]:
    """Yield a text in pieces: the words of a book at once take twenty times its size.

    A piece ends before white space, or anywhere where there is none for long, as in Chinese.
    """
    start = 0
    while start < len(text):
        space = _SPACE.search(text, start + _PIECE_LENGTH, start + _MAX_PIECE_LENGTH)
        end = space.start() if space else start + _MAX_PIECE_LENGTH
        yield text[start:end]
        start = end


def normalize_preformatted(text: str) -> str:
    """Return preformatted text with one kind of line end and one kind of space, otherwise unchanged."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\xa0", " ")
