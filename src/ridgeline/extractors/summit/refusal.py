"""Tells content from the text of a refusal or of a shell, of which summit keeps nothing."""

from ...status import MAX_REFUSAL_WORDS, Status, read_status
from .model import Prediction, Selection

_MIN_EXPECTED = 0.25  # F1: a page that promises less has no content …
_MIN_EXPECTED_OF_SHELLS = 0.5  # … and one that looks like a shell is one, unless it promises this much


def has_content(prediction: Prediction, selection: Selection) -> bool:
    """Return whether the best set of lines is content of the page."""
    if selection.balanced < _MIN_EXPECTED:
        return False
    if selection.words >= MAX_REFUSAL_WORDS:
        return True
    status = read_status(prediction.lines.page, prediction.leaves(selection.candidate))
    is_shell = status is Status.SHELL and selection.balanced < _MIN_EXPECTED_OF_SHELLS
    return status is not Status.BLOCKED and not is_shell
