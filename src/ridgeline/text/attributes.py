"""Values of attributes as text."""

from ..page import Page
from .invisible import without_unshown
from .spaces import split_and_join

_MAX_CLASS_LENGTH = 300  # characters that are looked at


def one_line(value: str | None) -> str:
    """Return the value of an attribute as one line of text, "" where there is none."""
    if not value:
        return ""
    if (
        value.isprintable() and "  " not in value
    ):  # as most are: no white space but single spaces, no control characters
        return value.strip()
    return split_and_join(without_unshown(value))


def class_names(page: Page, node: int) -> list[str]:
    """Return the classes of an element, in lower case."""
    names = page.value(node, "class", _MAX_CLASS_LENGTH)
    return names.lower().split() if names else []
