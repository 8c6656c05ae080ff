"""From the prediction for lines to those that are kept."""

from .articles import without_others
from .choice import Choice, choose
from .constants import FAVORS
from .content import is_content
from .lines import WORDS, leaves_of
from .model import Prediction
from .shortcodes import without_shortcodes
from .title import with_title
from .together import with_tables


def select(prediction: Prediction, b: float = FAVORS["balanced"], *, is_corrected: bool = False) -> Choice | None:
    """The lines to keep, their title included; None where the page has no content.

    Where corrected pages of the site taught the probabilities (`head.py`), they taught what to do with titles as well.
    """
    words = prediction.lines.counts[:, WORDS]
    balanced = choose(prediction.probabilities, words)
    if not _has_content(prediction, balanced):
        return None
    choice = balanced if b == FAVORS["balanced"] else choose(prediction.probabilities, words, b)
    mask = with_tables(prediction.lines, choice.mask, prediction.probabilities)
    mask = without_others(prediction.lines, mask, prediction.title_overlap, prediction.page_type)
    mask = without_shortcodes(prediction.lines, mask)
    if not is_corrected:
        mask = with_title(prediction.page, mask, prediction.title_overlap)
    return Choice(mask, choice.expected)


def _has_content(prediction: Prediction, choice: Choice) -> bool:
    words = float(prediction.lines.counts[choice.mask, WORDS].sum())
    return is_content(prediction.lines.whole, choice.expected, words, lambda: leaves_of(prediction.lines, choice.mask))
