"""Files of plain text: what was given as a page has no markup at all, and its lines are its structure."""

from ..page import Page, elements
from .invisible import without_unshown
from .spaces import normalize_preformatted

_TEXT = elements.CODES[elements.TEXT]
_MAX_NODES = 4  # the elements that a parser adds, and the text


def is_plain_file(page: Page) -> bool:
    """Return whether a page is one text of several lines, without any markup."""
    if len(page) > _MAX_NODES or len(page.leaves) != 1 or page.tag[page.leaves[0]] != _TEXT:
        return False
    return "<" not in page.source and "\n" in page.leaf_text[0].strip()


def plain_lines(page: Page) -> str:
    """Return the text of such a file, its lines as they stand."""
    return without_unshown(normalize_preformatted(page.leaf_text[0])).strip("\n").rstrip()
