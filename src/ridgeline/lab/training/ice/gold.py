"""Gold texts of CleanEval."""

from collections.abc import Sequence

from ....errors import OptionError
from ....output import parse_cleaneval
from ....page import Page


def check_gold(pages: Sequence[Page], gold: Sequence[str]) -> None:
    """Raise OptionError unless there are pages, each with a gold text."""
    if not pages or len(gold) != len(pages):
        raise OptionError("ICE is trained on pages with a gold text each, in CleanEval's form: <p>, <h>, <l>")


def plain_text(gold: str) -> str:
    """Return the words of a gold text in CleanEval's form, without its tags."""
    return " ".join(segment.text for segment in parse_cleaneval(gold))
