"""Preformatted text: white space as it stands, also the white space between two leaves.

Highlighted code is many small leaves, and what parts its lines often is a text node of white space alone, which is no
leaf: it is read back from the page here.
"""

from .. import elements
from ..page import Break, Page

_BR = elements.CODES["br"]


def verbatim(text: str) -> str:
    """Preformatted text with one kind of line end, and spaces that are spaces."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").replace("\xa0", " ")


def verbatim_between(page: Page, before: int, node: int, kind: int) -> str:
    """What stands between two kept leaves (nodes) of one preformatted element; `kind` is the `Break` between them."""
    pieces = []
    for index in range(before + 1, node):
        text = page.text[index]
        if text.isspace():
            pieces.append(verbatim(text))
        elif text:  # left out: it leaves a gap
            pieces.append("\n" if "\n" in text else " ")
        elif page.tag[index] == _BR:
            pieces.append("\n")
    between = "".join(pieces)
    if kind >= Break.LINE and "\n" not in between:
        return between + "\n"
    return between or (" " if kind == Break.SPACE else "")
