"""The features of a block: the five of section 3.3, and the ratio of conjunctions that the heuristics of 3.2 use.

    wordcount    number of words, separated by white space; 1.6 ideographs or kana count as one word
    parent_tag   the block-level element around the block
    cap_ratio    capitalised words per word
    punct_ratio  punctuation marks per word
    stop_ratio   stop words per word

The paper writes "the ratio of words to" these, but the numbers of Figure 2 (`punct_ratio <= 0.0333333`) are marks per
word. Its `cap_ratio > 1.25` in blocks of one or two words shows that words are separated by white space while capitals
count at every word boundary: `U.S.A.` is one word with three capitals.

A ratio without meaning is unknown, NaN, never 0: capitals in a script that has none (Chinese, Arabic …), stop words
where the language is unknown or puts no spaces between words. C4.5 has a rule for unknown values.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ...languages.detection import detect_language
from ...languages.stop_words import STOP_WORDS, primary_code
from ...page import BoolColumn, Page
from ...page.cache import cached_property
from ...text.characters import Kind, Kinds, code_points, kinds, word_starts
from ...text.cuts import Blocks
from .blocks import block_texts, parent_tags

Column = npt.NDArray[np.float64]

# Words that join clauses or their parts, for each language with stop words. The elaborate heuristics count them.
_CONJUNCTIONS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "and or but nor yet because although though while if unless until since as than that whether when",
        "de": "und oder aber denn sondern doch weil obwohl dass wenn als ob während bis damit sowie bevor nachdem",
        "fr": "et ou mais donc or ni car que quand lorsque si comme puisque quoique parce afin tandis",
        "es": "y e o u pero sino ni que porque aunque si como cuando mientras pues donde",
        "it": "e ed o oppure ma però né che perché se come quando mentre anche benché quindi dunque",
        "pt": "e ou mas nem porém que porque se como quando embora enquanto pois portanto",
        "nl": "en of maar want dus noch dat omdat als toen terwijl hoewel indien zodat totdat",
        "sv": "och eller men för så att om när som medan eftersom därför fast utan samt",
        "pl": "i a oraz lub albo ale lecz że bo ponieważ gdy kiedy jeśli jeżeli aby żeby choć więc",
        "cs": "a i nebo ale však že protože když pokud aby zda jestli než nebot ani tedy",
        "tr": "ve veya ya ama fakat ancak çünkü ile ki de da eğer hem ne",
        "ru": "и а или но да что чтобы если когда как потому хотя либо однако пока зато",
        "uk": "і й та а або але що щоб якщо коли як бо тому хоча поки проте",
        "el": "και ή αλλά όμως ότι πως αν όταν επειδή γιατί ώστε ενώ ούτε είτε",
    }.items()
}
_WORD = re.compile(r"\w+")
# Most Chinese words have one or two characters. With one character per word the tree's word F1 on Chinese pages is 0.06
# lower, since blocks seem longer and poorer in punctuation than the English ones it was trained on.
CHARACTERS_PER_WORD = 1.6


@dataclass(frozen=True, eq=False)
class Features:
    """The blocks of a page and their features, one value per block."""

    blocks: Blocks
    texts: Sequence[str]
    parent_tag: Sequence[str]
    wordcount: Column
    cap_ratio: Column
    punct_ratio: Column
    language: str

    @cached_property
    def stop_ratio(self) -> Column:
        """Stop words per word; unknown if the language is not in our lists."""
        return self._ratio_of(STOP_WORDS.get(self.language))

    @cached_property
    def conjunction_ratio(self) -> Column:
        """Conjunctions per word; unknown if the language is not in our lists."""
        return self._ratio_of(_CONJUNCTIONS.get(self.language))

    def _ratio_of(self, vocabulary: frozenset[str] | None) -> Column:
        if vocabulary is None:
            return np.full(len(self.texts), np.nan)
        counts = [sum(map(vocabulary.__contains__, _WORD.findall(text.lower()))) for text in self.texts]
        return np.array(counts, dtype=np.float64) / np.maximum(self.wordcount, 1)


def read_features(blocks: Blocks) -> Features:
    """Return the features of the blocks of a page."""
    texts = block_texts(blocks)
    words, capitals, marks = _counts(texts)
    cap_ratio = capitals / np.maximum(words, 1)
    cap_ratio[[index for index, text in enumerate(texts) if not text.isascii() and _has_no_case(text)]] = np.nan
    return Features(
        blocks,
        texts,
        parent_tags(blocks),
        words,
        cap_ratio,
        marks / np.maximum(words, 1),
        language_of(blocks.page, texts),
    )


def language_of(page: Page, texts: Iterable[str]) -> str:
    """Return the language of a page, guessed from its text, else as declared by the page, else ""."""
    return detect_language("\n".join(texts)) or primary_code(page[0].get("lang"))


def _counts(texts: Sequence[str]) -> tuple[Column, Column, Column]:
    """Return the numbers of words, capitalised words and punctuation marks of every text."""
    joined = "\n".join(texts)
    flags = kinds(joined)
    of_text = np.cumsum(code_points(joined) == ord("\n"))
    is_spaceless = (flags & np.uint8(Kind.SPACELESS)) > 0
    is_capital = word_starts(flags) & ((flags & np.uint8(Kind.CAPITAL)) > 0)
    is_mark = (flags & np.uint8(Kind.PUNCTUATION)) > 0
    masks = (_spaced_word_starts(flags, is_spaceless), is_spaceless, is_capital, is_mark)
    words, ideographs, capitals, marks = (np.bincount(of_text[mask], minlength=len(texts)) for mask in masks)
    return words + ideographs / CHARACTERS_PER_WORD, capitals.astype(np.float64), marks.astype(np.float64)


def _spaced_word_starts(kinds: Kinds, is_spaceless: BoolColumn) -> BoolColumn:
    """Return where words separated by white space start; an ideograph or kana ends a word too."""
    in_word = (kinds & np.uint8(Kind.LETTER | Kind.DIGIT)) > 0
    is_space = (kinds & np.uint8(Kind.SPACE)) > 0
    after_space = np.concatenate(([True], is_space[:-1]))[: len(kinds)]
    after_spaceless = np.concatenate(([False], is_spaceless[:-1]))[: len(kinds)]
    return ~is_spaceless & ((~is_space & after_space) | (in_word & after_spaceless))


def _has_no_case(text: str) -> bool:
    """Return whether a text has letters, none of them with a capital form."""
    return text.lower() == text.upper() and any(map(str.isalpha, text))
