"""Lines that are shortcodes of a content management system, which it should have replaced: `[vc_row][vc_column]`.

Such a line consists of pairs of brackets. A word in brackets alone is none, since people write `[edit]` and `[sic]`: at
least one of the brackets closes another, has an attribute, or has a name with an underscore.
"""

import numpy as np

from ...page import BoolColumn
from ...patterns import lazy_pattern
from .lines import Lines

MAX_LENGTH = 500  # characters; longer lines are not looked at
_SHORTCODES = lazy_pattern(r"[ \t\r\n]*(?:\[/?[a-z][a-z0-9_-]*+(?:[ \t\r\n][^][]*+)?\][ \t\r\n]*)++")
_SURE = lazy_pattern(r"\[/|\[[a-z0-9-]*+_|=")


def without_shortcodes(lines: Lines, mask: BoolColumn) -> BoolColumn:
    """The mask without lines that are shortcodes."""
    texts = lines.page.leaf_text
    shorter = mask.copy()
    for line in np.flatnonzero(mask).tolist():
        start, end = int(lines.start[line]), int(lines.end[line])
        if texts[start].lstrip(" \t\r\n")[:1] in ("[", "") and is_shortcode("".join(texts[start:end])):
            shorter[line] = False
    return shorter


def is_shortcode(text: str) -> bool:
    """Whether a line consists of shortcodes."""
    return len(text) <= MAX_LENGTH and _SHORTCODES().fullmatch(text) is not None and _SURE().search(text) is not None
