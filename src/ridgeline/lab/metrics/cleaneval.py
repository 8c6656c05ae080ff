"""The three scores of CleanEval, as the ICE paper reports them (Hofmann and Weerkamp, section 4 and Table 1).

The paper used the competition's own Perl script, which is no longer available. Its authors described it: one score is
«the edit distance between the two and the extent to which contestant-inserted markup tags indicate blocks of text
starting and ending in the same places», the other «alignment of text alone, ignoring the tags»; the result is their
mean (as in Table 1: 50.7 and 73.7 give 62.2). We interpret that as:

    text-only       the Levenshtein similarity of the words: 1 - distance / length of the longer
    text-alignment  the mean of the same with the tags <p> <h> <l> as words, and of the mean over the three tags of the
                    F1 over bags of segments with that tag. Segments are equal if their words are: they start and end
                    in the same places. A tag that neither text has scores 1.
    combined        the mean of text-only and text-alignment

The minima of Table 1 show that the three tags are scored separately. One of its documents has an empty gold text. There
the baseline, which only writes <p>, is right about <h> and <l>, so its text-alignment is (0 + 2/3) / 2 and its combined
score 16.7 %; the heuristic, which writes <h> too, is right about <l> alone: 8.3 %; the tree, which writes all three,
has 0. These are exactly the minimal combined scores in Table 1. One bag of all segments would give 0 to all of them.

On cleaneval-dev, `ice-baseline` and `ice-heuristic` in %, minimum / maximum / mean (Table 1 in brackets):

    text-alignment  18.7 / 81.6 / 52.5  (17.5 / 81.5 / 50.7)   and  13.0 / 91.5 / 61.5  (16.7 / 94.0 / 58.7)
    text-only        0.0 / 99.8 / 78.7  ( 0.0 / 99.4 / 73.7)   and   0.0 / 99.8 / 82.1  ( 0.0 / 99.8 / 78.3)
    combined        16.7 / 90.6 / 65.6  (16.7 / 90.4 / 62.2)   and   8.3 / 95.6 / 71.8  ( 8.3 / 96.3 / 68.5)

With tags as words alone, the mean text-alignment would be 76.0 and 80.8.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from ...output import Segment, parse_cleaneval
from ...text.words import is_spaceless
from .edits import edit_similarity
from .score import Range, Score
from .tokens import split_chunks

__all__ = ["CleanEvalScore", "CleanEvalSummary", "Segment", "cleaneval_score", "parse_cleaneval", "summarise_cleaneval"]

TAGS = ("<p>", "<h>", "<l>")


@dataclass(frozen=True, slots=True)
class CleanEvalScore:
    """The parts of the score, each from 0 to 1."""

    text_only: float
    markup_similarity: float
    segment_f1: float  # the mean over the three tags

    @property
    def text_alignment(self) -> float:
        """The mean of the similarity of words with tags and the F1 of segments."""
        return (self.markup_similarity + self.segment_f1) / 2

    @property
    def combined(self) -> float:
        """The mean of text-only and text-alignment."""
        return (self.text_only + self.text_alignment) / 2


@dataclass(frozen=True, slots=True)
class CleanEvalSummary:
    """A row of Table 1: the scores of one system over some documents."""

    text_alignment: Range
    text_only: Range
    combined: Range


def cleaneval_score(predicted: str, gold: str, *, spaceless: bool | None = None) -> CleanEvalScore:
    """Score two texts in CleanEval's form; with `spaceless` None the gold text decides how words are split."""
    if spaceless is None:
        spaceless = is_spaceless(gold)
    found = _tokenised(parse_cleaneval(predicted), spaceless)
    wanted = _tokenised(parse_cleaneval(gold), spaceless)
    return CleanEvalScore(
        text_only=edit_similarity(_sequence(found, tags=False), _sequence(wanted, tags=False)),
        markup_similarity=edit_similarity(_sequence(found, tags=True), _sequence(wanted, tags=True)),
        segment_f1=fmean(_segment_f1(found, wanted, tag) for tag in TAGS),
    )


def summarise_cleaneval(scores: Iterable[CleanEvalScore]) -> CleanEvalSummary:
    """Return the minimum, maximum and mean over documents, as in Table 1 of the paper."""
    documents = list(scores)
    return CleanEvalSummary(
        text_alignment=Range.of(document.text_alignment for document in documents),
        text_only=Range.of(document.text_only for document in documents),
        combined=Range.of(document.combined for document in documents),
    )


def _segment_f1(found: list[tuple[str, ...]], wanted: list[tuple[str, ...]], tag: str) -> float:
    """Return the F1 over the segments with one tag."""
    return Score.from_bags(*([segment for segment in side if segment[0] == tag] for side in (found, wanted))).f1


def _tokenised(segments: list[Segment], spaceless: bool) -> list[tuple[str, ...]]:
    """Return each segment as its tag and its words."""
    return [(f"<{tag}>", *split_chunks(text, spaceless=spaceless)) for tag, text in segments]


def _sequence(segments: list[tuple[str, ...]], *, tags: bool) -> list[str]:
    return [token for segment in segments for token in segment[0 if tags else 1 :]]
