"""Sentence precision, recall and F-measure: Bing et al., «Primary Content Extraction with Mountain Model», section 5.

With c correct sentences among t extracted and m missed: p = c / t, r = c / (c + m), FM = 2pr / (p + r). A page is good
enough with FM > 0.9, its content is located rightly with FM > 0.8. Content that cannot be segmented into sentences,
such as a list of names, is scored by its Levenshtein similarity, which is used for all three figures.

The paper leaves open what a sentence is. There are two readings (`Reading`):
- CLOSED, the default: a sentence is what a full stop closes. Text without one, such as a heading, a caption or a
  dateline, is no sentence, on either side. Section 5 names one exception: a *suggested* cell that is anchor text
  without punctuation is treated as a sentence, so a menu that is kept costs precision. The texts of the page's links
  are given as `anchors`; a suggested link counts as correct if the gold text has it as a line.
- LINES: every short line without a full stop is a sentence too, in the gold text as well, unless a sentence runs
  through it; longer ones are joined to what follows. A missed headline is then a missed sentence: it alone puts a page
  of eight sentences below 0.9.

The other choices, which both share:
- Sentences are equal if their letters and digits are, in lower case; quotes and spaces do not count. Character
  references are decoded: the gold texts of one set have them.
- A sentence ends at the full stops, question and exclamation marks of any script; a point, only before white space.
- By CLOSED, a line break ends a sentence, or the unfinished one, unless the gold text is hard-wrapped (`is_wrapped`):
  then lines of both texts are joined up to a blank line or a line that stands alone. By LINES they are always joined.
- Content cannot be segmented if the gold text has no sentence end at all. Its similarity is computed over characters.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from html import unescape
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
# Of the breaks between two lines, blank ones aside: in wrapped gold texts a sentence goes on after 0.67 to 0.82 of
# them, in those of news sites after less than 0.1.
MIN_RUNNING_SHARE = 0.2

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
_BLANK_LINE = re.compile(r"\n\s*?\n")
_WIDE = re.compile(f"[{SPACELESS_CLASS}]")


class Reading(StrEnum):
    """The definition of a sentence."""

    CLOSED = "closed"  # what a full stop closes, and suggested links
    LINES = "lines"  # short lines too


@dataclass(frozen=True, slots=True)
class SentenceSummary:
    """The shares of a set's pages that section 5 reports."""

    pages: int
    good_enough: float
    located: float
    little_lost: float


def sentence_score(
    predicted: str, gold: str, *, anchors: Collection[str] = (), reading: Reading = Reading.CLOSED
) -> Score:
    """Return p, r and FM over bags of sentences; `anchors` are the texts of the page's links, if known."""
    predicted, gold = unescape(predicted), unescape(gold)
    if not _END.search(gold):
        return Score.uniform(edit_similarity(_collapsed(predicted), _collapsed(gold)))
    links = frozenset(map(_collapsed, anchors))
    if reading is Reading.LINES:
        found, wanted = (split_sentences(text, anchors=links) for text in (predicted, gold))
    else:
        wrapped = is_wrapped(gold)
        found = closed_sentences(predicted, anchors=links, wrapped=wrapped)
        wanted = closed_sentences(gold, anchors=links.intersection(found), wrapped=wrapped)
    return Score.from_bags(_keys(found), _keys(wanted))


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


def closed_sentences(text: str, *, anchors: Collection[str] = (), wrapped: bool = False) -> list[str]:
    """Return what a full stop closes, and the lines that are anchors without one, in order, white space collapsed."""
    passages: Iterable[str]
    if wrapped:
        passages = (passage for part in _BLANK_LINE.split(text) for passage in _passages(_lines(part), anchors))
    else:
        passages = _lines(text)
    return [
        sentence
        for passage in passages
        for sentence in ([passage] if passage in anchors and not _END.search(passage) else _cut(passage, closed=True))
    ]


def is_wrapped(text: str) -> bool:
    """Return whether the lines of a text are wrapped: whether a sentence goes on, in lower case, after many of them.

    Gold texts that put every link on a line of its own are wrapped in this sense too.
    """
    breaks = running = 0
    for line, following in pairwise(text.splitlines()):
        if line.strip() and following.strip():
            breaks += 1
            running += following.lstrip()[:1].islower() and not _CLOSED_LINE.search(line.rstrip())
    return running > MIN_RUNNING_SHARE * breaks


def split_sentences(text: str, *, anchors: Collection[str] = ()) -> list[str]:
    """Return the sentences in order, white space collapsed; short lines without a sentence end are sentences too."""
    return [sentence for passage in _passages(_lines(text), anchors) for sentence in _cut(passage)]


def _lines(text: str) -> list[str]:
    """Return the lines that are not blank, white space collapsed."""
    return [line for raw in text.splitlines() if (line := _collapsed(raw))]


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
    """Return whether a line is a sentence without punctuation at its end: a heading, or an entry of a list or menu."""
    if _END.search(line):
        return False
    if line in anchors:
        return True
    return closed and not following[:1].islower() and len(line) + len(_WIDE.findall(line)) < SHORT_LINE_COLUMNS


def _cut(passage: str, *, closed: bool = False) -> Iterator[str]:
    """Yield the sentences of a passage; `closed` leaves out the rest that no full stop closes."""
    start = 0
    for end in (match.end() for match in _END.finditer(passage)):
        yield passage[start:end].strip()
        start = end
    if not closed and (rest := passage[start:].strip()):
        yield rest


def _keys(found: Iterable[str]) -> list[str]:
    """Return the keys that sentences are compared by; those without letters and digits have none."""
    return [key for sentence in found if (key := "".join(split_words(sentence)))]


def _collapsed(text: str) -> str:
    return " ".join(text.split())
