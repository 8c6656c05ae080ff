"""The lines that summit classifies, as the core read them.

A line is a run of leaves up to the next line break or block boundary that holds text. Of a page with more than
MAX_LINES lines no more are read; later leaves are decided with the last line.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ... import _native
from ...page import BoolColumn, IntColumn, Page
from ...page.cache import cached_property
from .address import ADDRESS_FEATURES, address_features
from .constants import Matrix
from .lexicon import EMPTY, Lexicon

if TYPE_CHECKING:
    from ..._native import _core

_LEVELS = 7  # of the elements around a line: its own block, and six above


class Lines:
    """The lines of a page that hold text."""

    def __init__(self, page: Page, core: "_core.Reading") -> None:
        self.page = page
        self.core = core

    def __len__(self) -> int:
        return len(self.start)

    def numbers(self, name: str) -> IntColumn:
        """Return a column of integers by the core's name of it."""
        return np.frombuffer(self.core.column(name), dtype=np.int32)

    def reals(self, name: str) -> Matrix:
        """Return a column of floating-point numbers by the core's name of it."""
        return np.frombuffer(self.core.column(name), dtype=np.float32)

    @cached_property
    def start(self) -> IntColumn:
        """By line: its first leaf."""
        return self.numbers("start")

    @cached_property
    def end(self) -> IntColumn:
        """By line: one past its last leaf."""
        return self.numbers("end")

    @cached_property
    def node(self) -> IntColumn:
        """By line: the node of its first leaf."""
        return self.numbers("node")

    @cached_property
    def words(self) -> Matrix:
        """By line: how many words it has."""
        return self.reals("words")

    @cached_property
    def link_words(self) -> Matrix:
        """By line: how many of them are in links."""
        return self.reals("link_words")

    @cached_property
    def is_prose(self) -> BoolColumn:
        """By line: whether it is long, has punctuation and few links."""
        return np.frombuffer(self.core.column("is_prose"), dtype=np.bool_)

    @cached_property
    def around(self) -> IntColumn:
        """By line: the nodes of its block and of the elements around that."""
        places = self.numbers("places").reshape(-1, _LEVELS)
        nodes: IntColumn = self.numbers("place_nodes").take(places)
        return nodes

    @cached_property
    def beginnings(self) -> list[bytes]:
        """By line: its first characters as they are compared: small letters, every digit 0, spaces for punctuation."""
        return self.core.beginnings()

    @cached_property
    def leaf_words(self) -> Matrix:
        """By leaf: how many words it has."""
        texts = self.page.leaf_text
        return np.fromiter(map(_native.core.count_words, texts), np.float32, len(texts))

    def leaves(self, mask: BoolColumn) -> IntColumn:
        """Return the leaves of the lines in a mask; a leaf between two lines belongs to both."""
        return np.frombuffer(self.core.leaves(mask), dtype=np.int32)

    def leaf_scores(self, probabilities: Matrix) -> Matrix:
        """Return for each leaf how probable it is content."""
        return np.frombuffer(self.core.scores(probabilities), dtype=np.float32)


def read_lines(page: Page, lexicon: Lexicon = EMPTY) -> Lines | None:
    """Return the lines of a page, read with these vocabularies; None where it has no text."""
    core = _native.core.read(page.core, lexicon.core, read_address(page.url))
    return None if core is None else Lines(page, core)


@lru_cache(maxsize=64)
def read_address(url: str | None) -> Matrix:
    """Return the features of a page's address, as the core takes them."""
    known = address_features(url or "")
    return np.array([known[name] for name in ADDRESS_FEATURES], dtype=np.float32)
