"""CleanEval's form: one line a segment, a tag before it, blank lines between.

`<h>` is a heading, `<l>` an item of a list, `<p>` anything else. Readers of the form look for tags anywhere, so a text
that itself says `<p>` is written `< p>`.
"""

import re

from ..elements import HEADINGS
from ..page import IntColumn, Page
from .structure import structure

_TAG_OF = {**dict.fromkeys(HEADINGS, "h"), **dict.fromkeys(("li", "dt", "dd"), "l")}
_LOOKS_LIKE_A_TAG = re.compile(r"<(?=/?[hlp]>)", re.IGNORECASE)


def to_cleaneval(page: Page, keep: IntColumn) -> str:
    """The kept leaves in CleanEval's form."""
    segments = []
    outline = structure(page, keep)
    for role, paragraph in outline.paragraphs():
        if text := " ".join(outline.text(paragraph).split()):
            segments.append(f"<{_TAG_OF.get(role, 'p')}>{_LOOKS_LIKE_A_TAG.sub('< ', text)}")
    return "\n\n".join(segments)
