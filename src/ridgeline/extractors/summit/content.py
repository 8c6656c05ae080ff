"""Whether what summit would keep is content at all: the text of a refusal or of a shell is not."""

from collections.abc import Callable

from ...page import IntColumn, Page
from ...status import MAX_REFUSAL_WORDS, Status, read_status

_MIN_EXPECTED = 0.25  # F1: a page that promises less has no content …
_MIN_EXPECTED_OF_SHELLS = 0.5  # … and one that looks like a shell is one, unless it promises this much


def is_content(page: Page, expected: float, words: float, leaves: Callable[[], IntColumn]) -> bool:
    """Whether the best set of lines, of this expected F1 and with this many words, is content of the page."""
    if expected < _MIN_EXPECTED:
        return False
    if words >= MAX_REFUSAL_WORDS:
        return True
    status = read_status(page, leaves())
    return status is not Status.BLOCKED and (status is not Status.SHELL or expected >= _MIN_EXPECTED_OF_SHELLS)
