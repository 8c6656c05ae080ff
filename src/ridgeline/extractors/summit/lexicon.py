"""The vocabularies of a model: words in the names of elements, words at the beginnings of lines.

Each known word has a learnt vector; a line gets the sum of the vectors of its words, divided by the square root of
their number. Only words that occur on many sites are in a vocabulary: those of one site say nothing elsewhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ... import _native
from ...page import IntColumn
from ...page.cache import cached_property

if TYPE_CHECKING:
    from ..._native import _core

# Elements whose tag says what they hold, at any distance around a line. Their ids follow those of class words.
TELLING_TAGS = (
    *"article aside blockquote button dd details dialog dl dt fieldset figcaption figure footer form".split(),
    *"h1 h2 h3 h4 header label li main nav noscript ol pre section table td th ul".split(),
)


class Lexicon:
    """Known words, each with an id: its position.

    Words of `kinds`, in many languages, that are not known themselves have the id of their kind: the ids of kinds
    follow those of words.
    """

    def __init__(
        self, classes: Iterable[str], words: Iterable[bytes], kinds: Mapping[str, Iterable[bytes]] | None = None
    ) -> None:
        self.classes = tuple(classes)  # words in the names of elements, and kinds of element such as "~nav"
        self.words = tuple(words)  # at the beginnings of lines, folded
        self.kinds = {kind: tuple(members) for kind, members in (kinds or {}).items()}

    @property
    def name_count(self) -> int:
        """The number of ids for names of elements."""
        return len(self.classes) + len(TELLING_TAGS)

    @property
    def word_count(self) -> int:
        """The number of ids for words of lines."""
        return len(self.words) + len(self.kinds)

    @cached_property
    def class_ids(self) -> Mapping[str, int]:
        """The ids of class words."""
        return {word: number for number, word in enumerate(self.classes)}

    @cached_property
    def word_ids(self) -> Mapping[bytes, int]:
        """The ids of words of lines, those of kinds included."""
        return self._of_kinds() | {word: number for number, word in enumerate(self.words)}

    @cached_property
    def kind_of_id(self) -> IntColumn:
        """By id of a word of lines: that of its kind, which is its own where it is a kind; -1 for none."""
        of_kinds = self._of_kinds()
        known = [of_kinds.get(word, -1) for word in self.words]
        return np.array([*known, *range(len(self.words), self.word_count)], dtype=np.int32)

    @cached_property
    def core(self) -> "_core.Lexicon":
        """The same in the core."""
        classes = _in_a_row([word.encode() for word in self.classes])
        ids = np.fromiter(self.word_ids.values(), np.int32, len(self.word_ids))
        return _native.core.make_lexicon(classes, _in_a_row([*self.word_ids]), ids, self.word_count)

    def _of_kinds(self) -> dict[bytes, int]:
        """Return for each word of a kind the id of the kind."""
        return {word: number for number, words in enumerate(self.kinds.values(), len(self.words)) for word in words}


EMPTY = Lexicon((), ())


def _in_a_row(words: Sequence[bytes]) -> "_core.Words":
    """Return the words in a row, and where each begins, with the end of the last."""
    starts: npt.NDArray[np.uint32] = np.zeros(len(words) + 1, dtype=np.uint32)
    np.cumsum([len(word) for word in words], out=starts[1:])
    return b"".join(words), starts
