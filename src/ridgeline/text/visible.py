"""The text that each leaf shows to a reader."""

from operator import itemgetter

from ..page import IntColumn, Page
from .formulas import has_formulas, plain_formulas
from .invisible import has_unshown, without_unshown


def visible_texts(page: Page, keep: IntColumn) -> list[str]:
    """Return by kept leaf the text that it shows, "" where it shows none; white space is that of the source."""
    positions = keep.tolist()
    if len(positions) > 1:
        texts = list(itemgetter(*positions)(page.leaf_text))
    else:
        texts = [page.leaf_text[position] for position in positions]
    if has_formulas(page, keep):
        for position, text in plain_formulas(page, keep).items():
            texts[position] = text
    return [without_unshown(text) for text in texts] if has_unshown("".join(texts)) else texts
