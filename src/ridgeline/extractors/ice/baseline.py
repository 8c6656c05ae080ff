"""The ICE baseline (section 3.1): all block-level elements are paragraphs, and no text is removed.

The paper replaces doubled `<br>` by paragraph boundaries, which is how a page is cut into blocks here; and it converts
pages to UTF-8 by their `meta` tag, which `ridgeline.parse` does for every page. Like the paper's parser, and unlike
`everything`, it does not know what a style sheet or a `hidden` attribute hides: nothing is removed.
"""

from ...extraction import Extraction
from ...page import Page
from ...text.cuts import paragraphs
from .blocks import answer, block_texts

NAME = "ice-baseline"


class Baseline:
    """Every block is a `<p>`."""

    name = NAME

    def extract(self, page: Page) -> Extraction:
        """Keep every leaf."""
        blocks = paragraphs(page)
        return answer(self.name, blocks, block_texts(blocks), ["p"] * len(blocks))
