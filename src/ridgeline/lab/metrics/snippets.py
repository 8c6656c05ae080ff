"""Snippets that must, and must not, stand in the text: a check that needs no full gold text (WCXB has both lists).

A snippet is there if the text has it, wherever it begins or ends, once both are case-folded, runs of white space are
single spaces, and quotation marks and dashes are plain: WCXB's gold texts have plain ones where its pages do not. So
compared, its own gold texts have 99.3% of what they must and lack 99.7% of what they must not.
"""

from collections.abc import Iterable
from dataclasses import dataclass

_PLAIN = str.maketrans(dict.fromkeys("‘’‚‛′", "'") | dict.fromkeys("“”„‟″", '"') | dict.fromkeys("‐‑‒–—−", "-"))


@dataclass(frozen=True, slots=True)
class SnippetScore:
    """The share of the wanted snippets that are present and of the unwanted that are absent; 1 where there are none."""

    present: float
    absent: float


def snippet_score(predicted: str, must: Iterable[str], mustnot: Iterable[str] = ()) -> SnippetScore:
    """Look for the snippets of both lists in the predicted text; blank snippets do not count."""
    text = _normalised(predicted)
    return SnippetScore(present=_share_found(must, text, wanted=True), absent=_share_found(mustnot, text, wanted=False))


def _share_found(snippets: Iterable[str], text: str, *, wanted: bool) -> float:
    as_wanted = [(snippet in text) is wanted for raw in snippets if (snippet := _normalised(raw))]
    return sum(as_wanted) / len(as_wanted) if as_wanted else 1.0


def _normalised(text: str) -> str:
    return " ".join(text.casefold().translate(_PLAIN).split())
