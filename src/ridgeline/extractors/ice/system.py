"""The base of the six systems, and the page as a stripper of tags reads it: with the text of scripts.

What the paper's parsers made of a `script` is not known. Parsers of 2007 that "remove all HTML tags" kept what stood
between `<script>` and `</script>`. With `scripts`, the code is text of the page, in the lines that it was written in.
That is a guess, found after the fact: it brings the scores of baseline and heuristic to those of Table 1 (docs/ice.md).
It is off by default, since code is never content. Code can be marked as a segment, but is no leaf that could be kept.
"""

from dataclasses import replace

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...page import Page, elements

_SCRIPT, _PREFORMATTED = elements.CODES["script"], elements.CODES["pre"]


class System:
    """Marks up the text of a page; with `scripts`, that of its scripts too."""

    def __init__(self, *, scripts: bool = False) -> None:
        if not isinstance(scripts, bool):
            raise OptionError(f"scripts is True or False, not {scripts!r}")
        self.scripts = scripts

    def extract(self, page: Page) -> Extraction:
        """Keep the leaves that the system marks up."""
        return _in_leaves_of(page, self.mark_up(self.read(page)))

    def read(self, page: Page) -> Page:
        """Return the page that the system reads."""
        return with_scripts(page) if self.scripts else page

    def mark_up(self, page: Page) -> Extraction:
        """Return the answer for a page that was read."""
        raise NotImplementedError


def with_scripts(page: Page) -> Page:
    """Return the page with a `pre` in the place of every `script`: the same nodes, and the code is leaves."""
    tag = np.where(page.tag == _SCRIPT, np.int32(_PREFORMATTED), page.tag)
    return Page.build(page.parent, tag, page.names, tuple(page.attributes), tuple(page.text), url=page.url)


def _in_leaves_of(page: Page, answer: Extraction) -> Extraction:
    """Return an answer for a page `with_scripts` as one for the page itself, which has the same nodes."""
    if answer.page is page:
        return answer
    is_kept, scores = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page), dtype=np.float32)
    is_kept[answer.page.leaves[answer.keep]] = True
    if answer.scores is not None:
        scores[answer.page.leaves] = answer.scores
    keep = np.flatnonzero(is_kept[page.leaves]).astype(np.int32)
    return replace(answer, page=page, keep=keep, scores=None if answer.scores is None else scores[page.leaves])
