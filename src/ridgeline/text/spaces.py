"""White space as browsers treat it: folded in ordinary text, unchanged in preformatted text."""

import re
from collections.abc import Callable

_OTHER_SPACES = "\t\n\r\f\xa0"  # white space of HTML, and the no-break space
_SPACES = re.compile("  ++")
# White space to Python, but shown as it is by a browser.
_UNFOLDED = "\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def fold(text: str) -> str:
    """Return the text on one line, each run of HTML's white space as one space.

    The ideographic space and its like stay. Spaces at the ends stay, too: the text may continue in another leaf.
    """
    # Not one pattern for all kinds: it would stop at every space between two words, at three times the cost.
    for space in _OTHER_SPACES:
        if space in text:
            text = text.replace(space, " ")
    return _SPACES.sub(" ", text)


def fold_and_strip(text: str) -> str:
    """Return the text on one line, without spaces at its ends."""
    return fold(text).strip(" ")


def split_and_join(text: str) -> str:
    """Return the text on one line, all of Unicode's white space folded."""
    return " ".join(text.split())


def choose_folding(text: str) -> Callable[[str], str]:
    """Return the fastest function that does on all parts of this text what `fold_and_strip` does."""
    has_unfolded = not text.isascii() and any(space in text for space in _UNFOLDED)
    return fold_and_strip if has_unfolded else split_and_join


def normalize_preformatted(text: str) -> str:
    """Return preformatted text with one kind of line end and one kind of space, otherwise unchanged."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\xa0", " ")
