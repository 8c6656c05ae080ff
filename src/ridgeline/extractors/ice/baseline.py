"""The ICE baseline (section 3.1): all block-level elements are paragraphs, and no text is removed.

The paper replaces doubled `<br>` by paragraph boundaries, and so does the division into blocks. It converts pages to
UTF-8 by their `meta` tag, and so does `ridgeline.parse`. Like the paper's parser, and unlike `everything`, the baseline
ignores style sheets and `hidden` attributes, so hidden text is kept.
"""

from ...extraction import Extraction
from ...page import Page
from ...text.cuts import paragraphs
from .blocks import block_texts, extraction_from_classes
from .system import System

NAME = "ice-baseline"


class Baseline(System):
    """Marks every block as `<p>`."""

    name = NAME

    def mark_up(self, page: Page) -> Extraction:
        """Keep every leaf."""
        blocks = paragraphs(page)
        return extraction_from_classes(self.name, blocks, block_texts(blocks), ["p"] * len(blocks))
