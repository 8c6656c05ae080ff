"""The three scores of CleanEval, as the ICE paper reports them (Hofmann and Weerkamp, section 4 and Table 1).

The paper used the competition's own Perl script, which is no longer to be had. Its authors described it: one score is
«the edit distance between the two and the extent to which contestant-inserted markup tags indicate blocks of text
starting and ending in the same places», the other «alignment of text alone, ignoring the tags»; the result is their
mean (so it is in Table 1: 50.7 and 73.7 give 62.2). We took that to be:

    text-only       the Levenshtein similarity of the words: 1 - distance / length of the longer
    text-alignment  the mean of the same with the tags <p> <h> <l> as words, and of the F1 over bags of segments, which
                    are equal if tag and words are: they start and end in the same places
    combined        the mean of text-only and text-alignment

Checked on cleaneval-dev with a quick sketch of the paper's baseline and heuristic runs, in % (Table 1 in brackets):
text-alignment 50.8 (50.7) and 58.6 (58.7), text-only 76.6 (73.7) and 79.5 (78.3), combined 63.7 (62.2) and 69.0 (68.5).
With tags as words alone, text-alignment would be 73.9 and 78.2; with a ratio of longest common subsequences text-only
would be 83.2 and 85.4. Where the gold text is empty we give 0 throughout; the script's text-alignment did not (17.5).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ..output import Segment, parse_cleaneval
from .edits import edit_similarity
from .score import Range, Score
from .tokens import is_spaceless, split_chunks

__all__ = ["CleanEvalScore", "CleanEvalSummary", "Segment", "cleaneval_score", "parse_cleaneval", "summarise_cleaneval"]


@dataclass(frozen=True, slots=True)
class CleanEvalScore:
    """The parts of the score, each from 0 to 1."""

    text_only: float
    markup_similarity: float
    segment_f1: float

    @property
    def text_alignment(self) -> float:
        """Words and tags in place, and segments that start and end in the same places."""
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
    """Compare two texts in CleanEval's form; `spaceless` None judges the language by the gold text."""
    if spaceless is None:
        spaceless = is_spaceless(gold)
    found = _tokenised(parse_cleaneval(predicted), spaceless)
    wanted = _tokenised(parse_cleaneval(gold), spaceless)
    return CleanEvalScore(
        text_only=edit_similarity(_sequence(found, tags=False), _sequence(wanted, tags=False)),
        markup_similarity=edit_similarity(_sequence(found, tags=True), _sequence(wanted, tags=True)),
        segment_f1=Score.from_bags(found, wanted).f1,
    )


def summarise_cleaneval(scores: Iterable[CleanEvalScore]) -> CleanEvalSummary:
    """The figures of several documents as Table 1 of the paper gives them: least, greatest and mean of each."""
    documents = list(scores)
    return CleanEvalSummary(
        text_alignment=Range.of(document.text_alignment for document in documents),
        text_only=Range.of(document.text_only for document in documents),
        combined=Range.of(document.combined for document in documents),
    )


def _tokenised(segments: list[Segment], spaceless: bool) -> list[tuple[str, ...]]:
    """Each segment as its tag and its words."""
    return [(f"<{tag}>", *split_chunks(text, spaceless=spaceless)) for tag, text in segments]


def _sequence(segments: list[tuple[str, ...]], *, tags: bool) -> list[str]:
    return [token for segment in segments for token in segment[0 if tags else 1 :]]
