"""Tells content from the text of a refusal or of a shell, of which summit keeps nothing."""

from ...page import IntColumn, Page
from ...status import MAX_REFUSAL_WORDS, Status, read_status
from ...status.consent import MAX_WALL_WORDS, may_ask_for_consent

_MIN_EXPECTED = 0.25  # F1: a page that promises less has no content …
_MIN_EXPECTED_OF_SHELLS = 0.5  # … and one that looks like a shell is one, unless it promises this much


def has_content(page: Page, expected: float, words: float, leaves: IntColumn) -> bool:
    """Return whether the best set of lines, with its expected F1, words and leaves, is content of the page."""
    if expected < _MIN_EXPECTED:
        return False
    if words >= MAX_WALL_WORDS or (words >= MAX_REFUSAL_WORDS and not may_ask_for_consent(page, leaves)):
        return True
    status = read_status(page, leaves)
    is_shell = status is Status.SHELL and expected < _MIN_EXPECTED_OF_SHELLS
    return status not in (Status.BLOCKED, Status.ERROR) and not is_shell
