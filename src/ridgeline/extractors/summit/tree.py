"""Sums over the elements that hold the lines of a page."""

import numpy as np

from ...page import BoolColumn, IntColumn, elements
from .lines import COMMAS, ENDS, SPACELESS, WORDS, Lines

LEVELS = 7  # of the elements around a line: its own block, and six above
REGIONS = 4  # of the sectioning elements around it
PATH_LEVELS = 5  # whose names make a path
SLOT_LEVELS = 4  # whose names and classes make a slot
_PROSE_WORDS = 10  # a line of at least this many, few of them links, with punctuation, is prose
_PROSE_CHARACTERS = 15  # the same in scripts without spaces
_PROSE_LINKS = 0.4
_REGION_TAGS = elements.table(
    "div section article main aside nav header footer td table ul ol dl form body blockquote".split()
)


class Tree:
    """Sums over the nodes of a page that hold lines, and the elements around each line.

    Half of the nodes of a page hold no line. The sums are over the others alone; a node's position among them is its
    place.
    """

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        page = self.page = lines.page
        counts = lines.counts
        self.words = counts[:, WORDS].astype(np.float64)
        self.links = lines.link_words.astype(np.float64)
        self.link_share = self.links / np.maximum(self.words, 1)
        has_marks = counts[:, ENDS] + counts[:, COMMAS] > 0
        is_long = (self.words >= _PROSE_WORDS) | (counts[:, SPACELESS] >= _PROSE_CHARACTERS)
        self.is_prose: BoolColumn = is_long & (self.link_share < _PROSE_LINKS) & has_marks
        self.prose_words = self.words * self.is_prose
        # Lines before each node: a line counts where its first leaf stands.
        before = np.zeros(len(page) + 1, dtype=np.int32)
        before[lines.node + 1] = 1
        before = np.cumsum(before, dtype=np.int32)
        self.first, self.last = before[:-1], before.take(page.end)
        is_held = self.last > self.first
        self.held = np.flatnonzero(is_held)
        self.place = np.cumsum(is_held) - 1  # by node
        first, last = self.first.take(self.held), self.last.take(self.held)
        running = np.zeros((3, len(lines) + 1))
        np.cumsum((self.words, self.links, self.prose_words), axis=1, out=running[:, 1:])
        self.node_words, self.node_links, self.node_prose = running.take(last, axis=1) - running.take(first, axis=1)
        self.node_lines = last - first
        self.total_words, total_prose = max(1.0, float(running[0, -1])), float(running[2, -1])
        self.total_prose = max(1.0, total_prose)
        self.parent = np.maximum(page.parent, 0)
        own = page.block.take(lines.node)
        self.around = _chain(own, self.parent, LEVELS)
        self.places = self.place.take(self.around)
        region = np.maximum(page.nearest(page.has_tag(_REGION_TAGS)), 0)
        self.regions = self.place.take(_chain(region.take(own), region.take(self.parent), REGIONS))  # places
        self.depth = page.depth.take(own)
        self.tags = page.tag.take(self.around[:, :PATH_LEVELS])

    def inside(self, node: int) -> BoolColumn:
        """By line: whether it stands in this element."""
        answer: BoolColumn = (self.lines.node >= node) & (self.lines.node < self.page.end[node])
        return answer


def _chain(start: IntColumn, following: IntColumn, length: int) -> IntColumn:
    """By start: the chain of `length` nodes that begins there."""
    chain = np.empty((len(start), length), dtype=np.int32)
    chain[:, 0] = start
    for level in range(1, length):
        start = following.take(start)
        chain[:, level] = start
    return chain
