"""Vocabularies: words of class names around a line, words at its beginning, words of the heading above it.

Each known word has a learnt vector; a line gets the sum of the vectors of its words, divided by the square root of
their number. Only words that occur on many sites are in a vocabulary: those of one site say nothing elsewhere.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ...caching import cached_property
from ...page import IntColumn, Page
from ...patterns import lazy_pattern
from .constants import Matrix
from .lines import WORDS, Lines

# The parts of `post-body mainContent`: post, body, main, Content.
_CLASS_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]{2,}")
# Parts of words that tell the role of an element, wherever in the word they stand.
_STEMS = {
    "~nav": "nav menu crumb toolbar topbar tab pagin pager skip toc meniu",
    "~footer": "foot copyright colophon legal bottom stopka rodape podval",
    "~header": "header banner masthead logo brand encabez kopfbereich",
    "~side": "side widget rail secondary complementary boczn lateral seitenleiste",
    "~comment": (
        "comment disqus reply replies discuss respond feedback komment koment coment opinia opinie otzyv otziv "
        "yorum reactie reacties hozzaszol diskus leserbrief"
    ),
    "~share": (
        "share sharing social follow facebook twitter addtoany whatsapp teilen partag compart condivid udostep paylas"
    ),
    "~related": (
        "relat recommend more also suggest popular trending latest recent similar upsell outbrain taboola next "
        "prev verwandt aehnlich similaire connexe podobn powiaz polecan pohozh poxozh correlat ilgili benzer "
        "empfehl recomend raccomand doporuc"
    ),
    "~advert": (
        "advert sponsor promo dfp gpt commercial affiliate partner reklam anzeig werbung publicid pubblicit annonc "
        "mainos"
    ),
    "~consent": "cookie consent gdpr modal popup overlay dialog lightbox notice alert drawer offcanvas",
    "~meta": (
        "meta byline author date time posted tag categor info credit bio profile avatar user member autor auteur "
        "avtor yazar datum fecha tarih"
    ),
    "~form": (
        "form search login signin signup subscri newsletter register input button btn cta field email buscar "
        "recherch poisk wyszuk arama anmeld connexion"
    ),
    "~content": (
        "content article entry body text main story post single prose markdown copy editor rich paragraph inhalt "
        "tresc contenu conteud contenid artik artyk statya haber notici nyhet beitrag obsah icerik"
    ),
    "~title": "title headline heading caption titul tytul titre titolo baslik zagol otsikko",
    "~hidden": "hidden hide sronly screen visually invisible collapse print clip",
    "~product": (
        "product price sku cart buy shop stock spec descript detail feature variant produkt producto prodott "
        "produit preis precio fiyat tovar warenkorb koszyk"
    ),
    "~review": "review rating testimonial star bewert recens rezens ocena degerlen",
    "~card": "card grid item tile teaser thumb carousel slider swiper slide gallery list row result feed river",
    "~forum": "message thread topic quote forum answer question accepted vote signature",
    "~summary": "summary excerpt intro lead dek standfirst subtitle abstract hero",
    "~choice": "lang locale country currency region switch select dropdown filter sort facet",
    "~paywall": "subscriber paywall premium metered paid locked",
    "~media": "tooltip transcript embed video player media figure image photo",
}
_KIND_OF_STEM = {stem: kind for kind, stems in _STEMS.items() for stem in stems.split()}


def _any_of(stems: Iterable[str]) -> str:
    """A pattern that finds the longest of the stems. They are grouped by first letter, so that few are tried at a
    place.
    """
    by_letter: dict[str, list[str]] = {}
    for stem in sorted(stems, key=len, reverse=True):
        by_letter.setdefault(stem[0], []).append(stem[1:])
    return "|".join(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items())


_STEM = lazy_pattern(_any_of(_KIND_OF_STEM))
_MAX_CLASS_LENGTH = 300  # characters that are read


def _is_kept(byte: int) -> bool:
    return chr(byte).isalnum() or byte in b"$&@|#+%"


NAMING = ("class", "id", "role", "itemprop")  # attributes that name an element
_ONLY_LETTERS = bytes(
    byte if chr(byte).isascii() and (chr(byte).isalpha() or not byte) else 0x20 for byte in range(256)
)
_BETWEEN = "\0"  # separates texts that are read together; becomes a line end when they are folded
_SEPARATOR, _END = _BETWEEN.encode(), -1  # end of the letters of a text, and of the ids of its words
_MAX_RUNS = 1 << 16  # of letters in the cache
_FOLDED = bytes(
    0x30 if 0x30 <= byte <= 0x39 else 0x0A if not byte else 0x20 if byte < 0x80 and not _is_kept(byte) else byte
    for byte in range(256)
)
_SPACE, _LINE_END = b" \n"
_PREFIX = 100  # characters of a line whose words are read
SHORT_LINE = 12  # words: of a line with at most this many, all are looked up …
FIRST_WORDS = 4  # … of a longer one only these


class Classes(NamedTuple):
    """The names of a page's elements: classes, ids, roles, properties."""

    of_node: IntColumn  # by naming attribute, classes first, and node: the position in `texts`, 0 for none
    texts: list[str]  # the values of these attributes, each once, after an empty one

    @property
    def alike(self) -> IntColumn:
        """By node: a number that elements share whose classes differ in numbers or states alone."""
        numbers: dict[str, int] = {"": 0}
        of_text = np.fromiter(
            (numbers.setdefault(without_state(text), len(numbers)) for text in self.texts), np.int32, len(self.texts)
        )
        answer: IntColumn = of_text.take(self.of_node[0])
        return answer


_STATE = re.compile(
    r"\d|(?:^|[-_])(?:first|last|odd|even|alt|active|current|selected|open|closed|new|sticky|featured)(?:$|[-_])",
    re.IGNORECASE | re.ASCII,
)
_ALIKE_WORDS = 2


def without_state(classes: str) -> str:
    """The first classes that name neither a number nor a state: `post-12 post odd type-post` → `post type-post`."""
    found = []
    for word in classes[:_MAX_CLASS_LENGTH].split():
        if not _STATE.search(word):
            found.append(word)
            if len(found) == _ALIKE_WORDS:
                break
    return " ".join(found)


def read_classes(page: Page) -> Classes:
    """Read the names of all elements."""
    attributes = page.attributes
    rows = [page.having(name) for name in NAMING]
    values = [attributes[row][name] for name, having in zip(NAMING, rows, strict=True) for row in having]
    positions = {text: position for position, text in enumerate(dict.fromkeys(values), start=1)}
    numbers = np.fromiter(map(positions.__getitem__, values), np.int32, len(values))
    of_node = np.zeros((len(NAMING), len(page)), dtype=np.int32)
    start = 0
    for column, having in zip(of_node, rows, strict=True):
        if having:
            column[having] = numbers[start : start + len(having)]
            start += len(having)
    return Classes(of_node, ["", *[text or "" for text in positions]])


Word = TypeVar("Word", str, bytes)


class Vocabulary(Generic[Word]):
    """Known words, each with an id."""

    def __init__(self, words: Iterable[Word]) -> None:
        self.words: tuple[Word, ...] = tuple(words)
        self.numbers: Mapping[Word, int] = {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)


class WordVocabulary(Vocabulary[bytes]):
    """Known words of lines. Those of `kinds`, in many languages, that are not known themselves have the id of their
    kind: the ids of kinds follow those of words.
    """

    def __init__(self, words: Iterable[bytes], kinds: Mapping[str, Iterable[bytes]] | None = None) -> None:
        super().__init__(words)
        self.kinds = {kind: tuple(members) for kind, members in (kinds or {}).items()}
        self.numbers = {**self._of_kind(), **self.numbers}

    def __len__(self) -> int:
        return len(self.words) + len(self.kinds)

    def _of_kind(self) -> dict[bytes, int]:
        """By word of a kind: the id of the kind."""
        return {word: number for number, words in enumerate(self.kinds.values(), len(self.words)) for word in words}

    @cached_property
    def kind_of_id(self) -> IntColumn:
        """By id: that of its kind, which is its own where it is a kind; -1 for none."""
        of_kind = self._of_kind()
        known = [of_kind.get(word, -1) for word in self.words]
        return np.array([*known, *range(len(self.words), len(self))], dtype=np.int32)


class ClassVocabulary(Vocabulary[str]):
    """Known words of class names, in any case."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(words)
        self._known = _KnownRuns(self.numbers)

    def find(self, texts: Sequence[str]) -> tuple[IntColumn, IntColumn]:
        """The ids of the known words in names of elements, each once a text; and the number of ids of each text."""
        numbers = np.frombuffer(b"".join(map(self._known.__getitem__, _letter_runs(texts))), dtype=np.int32)
        is_end = numbers == _END
        text = np.cumsum(is_end)[~is_end]
        numbers = numbers[~is_end]
        first = _first_of_each(text * len(self) + numbers)
        sizes = np.bincount(text.take(first), minlength=len(texts))
        return numbers.take(first), sizes.astype(np.int32)


class _KnownRuns(dict[bytes, bytes]):
    """By run of letters: the ids of the known words in it. A cache, since the same runs occur on other pages.

    Ids are stored as the bytes of an array: to join bytes is quicker than to collect integers. Two threads may look up
    a run at the same time: both find the same.
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        super().__init__()
        self._numbers = numbers

    def __missing__(self, run: bytes) -> bytes:
        found = [_END] if run == _SEPARATOR else self._look_up(run.decode("ascii"))
        if len(self) >= _MAX_RUNS:  # pages must not fill the memory
            self.clear()
        self[run] = answer = np.array(found, dtype=np.int32).tobytes()
        return answer

    def _look_up(self, run: str) -> list[int]:
        return [self._numbers[form] for form in class_words(run) if form in self._numbers]


def _letter_runs(texts: Sequence[str]) -> list[bytes]:
    """All runs of letters of all texts, and a separator after each text."""
    if max(map(len, texts), default=0) > _MAX_CLASS_LENGTH:
        texts = [text[:_MAX_CLASS_LENGTH] for text in texts]
    separator = f" {_BETWEEN} "
    joined = _joined(texts, separator) + separator
    return joined.encode("utf-8", "replace").translate(_ONLY_LETTERS).split() if texts else []


def _joined(texts: Sequence[str], separator: str) -> str:
    """All texts joined by a separator that none of them contains."""
    joined = separator.join(texts)
    if joined.count(_BETWEEN) >= max(1, len(texts)):
        joined = separator.join([text.replace(_BETWEEN, " ") for text in texts])
    return joined


def _first_of_each(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The position of the first occurrence of each key, ascending."""
    # To sort integers is quicker than to sort positions by them, so the positions are packed into the lower bits.
    bits = len(keys).bit_length()
    packed = np.sort((keys << bits) + np.arange(len(keys)))
    is_first = np.ones(len(keys), dtype=np.bool_)
    is_first[1:] = (packed[1:] >> bits) != (packed[:-1] >> bits)
    return np.sort(packed[is_first] & ((1 << bits) - 1))


def class_words(text: str) -> list[str]:
    """The words in the names of an element, and the kinds of element that they indicate. Vocabularies are made of
    these.
    """
    return [form for word in _CLASS_WORD.findall(text[:_MAX_CLASS_LENGTH]) for form in _forms(word)]


def _forms(word: str) -> list[str]:
    """A word in lower case, and the kinds of element that its stems indicate: `commentlist` → ~comment, ~card."""
    word = word.lower()
    if len(word) < 2:
        return []
    stems = _STEM().findall(word)
    return [word, *dict.fromkeys(map(_KIND_OF_STEM.__getitem__, stems))] if stems else [word]


def kinds_of_element(text: str) -> set[str]:
    """The kinds of element that its names indicate, such as "~comment"."""
    return {form for form in class_words(text) if form.startswith("~")}


@dataclass(frozen=True, eq=False)
class LineWords:
    """The first words of all lines, in a row, as UTF-8.

    Case is folded, every digit is 0, and ASCII punctuation separates words, except for marks with a meaning of their
    own.
    """

    words: Sequence[bytes]
    line: IntColumn  # by word: its line
    rank: IntColumn  # by word: its place in the line
    offset: IntColumn  # by word: where it begins in the text of its line
    counts: IntColumn  # by line: the words it has here
    folded: Sequence[bytes]  # by line: the same as text
    is_short: npt.NDArray[np.bool_]  # by line

    @cached_property
    def is_looked_up(self) -> npt.NDArray[np.bool_]:
        """By word: whether it is looked up in the vocabulary."""
        answer: npt.NDArray[np.bool_] = self.rank < np.where(self.is_short, SHORT_LINE, FIRST_WORDS).take(self.line)
        return answer

    def are_whole(self, length: int) -> npt.NDArray[np.bool_]:
        """By word: whether it is neither the first nor the last within this many characters of the line."""
        is_whole = np.zeros(len(self.line), dtype=np.bool_)
        is_whole[:-1] = (self.rank[1:] > 1) & (self.offset[1:] < length)
        return is_whole

    def overlap(self, text: bytes) -> Matrix:
        """By line: the overlap (Jaccard index) of its words with those of a text."""
        known = set(text.split())
        if not known:
            return np.zeros(len(self.counts), dtype=np.float32)
        hits = np.fromiter(map(known.__contains__, self.words), np.bool_, len(self.words))
        common = np.minimum(np.bincount(self.line[hits], minlength=len(self.counts)), len(known))
        return (common / np.maximum(self.counts + len(known) - common, 1)).astype(np.float32)


def read_words(lines: Lines) -> LineWords:
    """Read the first words of lines."""
    prefixes = [text[:_PREFIX] if text[:1] > " " else text.lstrip()[:_PREFIX] for text in lines.texts]
    folded = fold(_joined(prefixes, _BETWEEN))
    begins, starts = _words_and_lines(folded)
    before = np.searchsorted(begins, starts)
    counts = np.diff(before, append=len(begins)).astype(np.int32)
    line = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    return LineWords(
        words=folded.split(),
        line=line,
        rank=np.arange(len(line), dtype=np.int32) - before.astype(np.int32).take(line),
        offset=begins - starts.take(line),
        counts=counts,
        folded=folded.split(b"\n"),
        is_short=lines.counts[:, WORDS] <= SHORT_LINE,
    )


def _words_and_lines(folded: bytes) -> tuple[IntColumn, IntColumn]:
    """The offsets at which words and lines start. All words are split at once: that is cheaper than line by line."""
    characters = np.frombuffer(b"\n" + folded, dtype=np.uint8)
    is_word = characters > _SPACE  # folded text has no other white space but line ends, which are smaller
    begins = np.flatnonzero(is_word[1:] & ~is_word[:-1])
    return begins.astype(np.int32), np.flatnonzero(characters == _LINE_END).astype(np.int32)


def fold(text: str) -> bytes:
    """Fold a text for looking up and comparing words."""
    return text.lower().encode("utf-8", "replace").translate(_FOLDED)
