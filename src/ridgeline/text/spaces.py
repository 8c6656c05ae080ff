"""White space as browsers treat it: folded in ordinary text, unchanged in preformatted text."""

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


def fold_and_strip(text: str) -> str:
    """Return the text on one line, without spaces at its ends."""
    return fold(text).strip(" ")


def split_and_join(text: str) -> str:
    """Return the text on one line, all of Unicode's white space folded."""
    return " ".join(text.split())


def normalize_preformatted(text: str) -> str:
    """Return preformatted text with one kind of line end and one kind of space, otherwise unchanged."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\xa0", " ")
