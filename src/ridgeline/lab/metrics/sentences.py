"""Sentence precision, recall and F-measure: Bing et al., «Primary Content Extraction with Mountain Model», section 5.

With c correct sentences among t extracted and m missed: p = c / t, r = c / (c + m), FM = 2pr / (p + r). A page is good
enough with FM > 0.9, its content is located rightly with FM > 0.8. Content that cannot be segmented into sentences,
such as a list of names, is scored by its Levenshtein similarity, which is used for all three figures.

The paper leaves some choices open. Ours:
- Sentences are equal if their letters and digits are, in lower case; quotes and spaces do not count.
- A sentence ends at the full stops, question and exclamation marks of any script; a point, only before white space.
- A line break does not end a sentence: gold texts are wrapped (on cleaneval-dev the FM of trafilatura would be 0.12
  instead of 0.59).
- The paper counts a suggested cell as a sentence if it is anchor text without punctuation. Plain text has no anchors:
  instead, short lines without a sentence end that no sentence runs through are sentences, such as headings and entries
  of menus and lists. A caller who knows the anchors can pass their texts: such lines are sentences of any length, in
  the predicted text and in the gold text, which would otherwise never match.
- Content cannot be segmented if the gold text has no sentence end at all. Its similarity is computed over characters.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ...errors import OptionError
from ...text.characters import SPACELESS_CLASS
from ...text.words import split_words
from .edits import edit_similarity
from .score import Score

GOOD_ENOUGH = 0.9  # section 5
LOCATED = 0.8  # section 5
LITTLE_LOST = 0.95  # recall, section 5
# Wrapped lines are longer: CleanEval wraps at 70 columns. Ideographs and kana are two columns wide.
SHORT_LINE_COLUMNS = 50

# Unicode's Sentence_Terminal characters of the Basic Multilingual Plane but for points; the ellipsis and Khmer's two.
ENDS = (
    "!?…‼‽⁇⁈⁉⸮。！？｡﹖﹗"  # Latin, Greek, Cyrillic, Chinese, Japanese
    "\u037e։؝؞؟۔܀܁܂߹"  # Greek, Armenian, Arabic, Urdu, Syriac, N'Ko
    "।॥၊။።፧፨។៕"  # India, Myanmar, Ethiopia, Khmer
    "᙮᠃᠉᥄᥅᭚᭛᭞᭟᰻᰼᱾᱿꓿꘎꘏꛳꛷꡶꡷꣎꣏꤯꧈꧉꩝꩞꩟꫰꫱꯫"  # Canada, Mongolia, and more of Asia and Africa
)
POINTS = ".．﹒"
CLOSERS = "\"'”’»›」』）)\\]】》〉〕"

# A run of points is matched from its first one only, without backtracking, so that the search stays linear.
_END = re.compile(f"(?:[{ENDS}]++|(?<![{POINTS}])[{POINTS}]++(?=[{CLOSERS}]*+(?:\\s|$)))[{CLOSERS}]*+")
_CLOSED_LINE = re.compile(f"[{ENDS}{POINTS};；:：][{CLOSERS}]*+$")
_WIDE = re.compile(f"[{SPACELESS_CLASS}]")


@dataclass(frozen=True, slots=True)
class SentenceSummary:
    """The shares of a set's pages that section 5 reports."""

    pages: int
    good_enough: float
    located: float
    little_lost: float


def sentence_score(predicted: str, gold: str, *, anchors: Collection[str] = ()) -> Score:
    """Return p, r and FM over bags of sentences; `anchors` are the texts of the page's links, if known."""
    if not _END.search(gold):
        return Score.uniform(edit_similarity(_collapsed(predicted), _collapsed(gold)))
    links = frozenset(map(_collapsed, anchors))
    found, wanted = (_keys(split_sentences(text, anchors=links)) for text in (predicted, gold))
    return Score.from_bags(found, wanted)


def summarise_sentences(scores: Iterable[Score]) -> SentenceSummary:
    """Return the shares of pages that are good enough, located correctly, and lost little."""
    pages = list(scores)
    if not pages:
        raise OptionError("there are no scores to summarise: choose a set or a filter that leaves some pages")
    return SentenceSummary(
        pages=len(pages),
        good_enough=sum(page.f1 > GOOD_ENOUGH for page in pages) / len(pages),
        located=sum(page.f1 > LOCATED for page in pages) / len(pages),
        little_lost=sum(page.recall > LITTLE_LOST for page in pages) / len(pages),
    )


def split_sentences(text: str, *, anchors: Collection[str] = ()) -> list[str]:
    """Return the sentences in order, white space collapsed; short lines without a sentence end are sentences too."""
    lines = [line for raw in text.splitlines() if (line := _collapsed(raw))]
    return [sentence for passage in _passages(lines, anchors) for sentence in _cut(passage)]


def _passages(lines: list[str], anchors: Collection[str]) -> Iterator[str]:
    """Yield lines that are sentences by themselves, and the lines between them joined."""
    running: list[str] = []
    for line, following in pairwise([*lines, ""]):
        closed = not running or _CLOSED_LINE.search(running[-1]) is not None
        if not _stands_alone(line, following, closed, anchors):
            running.append(line)
            continue
        yield " ".join(running)
        yield line
        running = []
    yield " ".join(running)


def _stands_alone(line: str, following: str, closed: bool, anchors: Collection[str]) -> bool:
    """Whether a line is a sentence without punctuation at its end: a heading, or an entry of a list or menu."""
    if _END.search(line):
        return False
    if line in anchors:
        return True
    return closed and not following[:1].islower() and len(line) + len(_WIDE.findall(line)) < SHORT_LINE_COLUMNS


def _cut(passage: str) -> Iterator[str]:
    start = 0
    for end in (match.end() for match in _END.finditer(passage)):
        yield passage[start:end].strip()
        start = end
    if rest := passage[start:].strip():
        yield rest


def _keys(found: Iterable[str]) -> list[str]:
    """Return the keys that sentences are compared by; those without letters and digits have none."""
    return [key for sentence in found if (key := "".join(split_words(sentence)))]


def _collapsed(text: str) -> str:
    return " ".join(text.split())
