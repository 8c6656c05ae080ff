"""Snippets that must, and must not, occur in the text: a check without a full gold text (WCXB has both lists).

A snippet is present if it is a substring of the text, after both are case-folded, white space is collapsed, and
quotation marks and dashes are made plain: WCXB's gold texts have plain ones where its pages do not. By this measure its
own gold texts have 99.3% of the wanted snippets and lack 99.7% of the unwanted ones.
"""

from collections.abc import Iterable
from dataclasses import dataclass

_PLAIN = str.maketrans(dict.fromkeys("‘’‚‛′", "'") | dict.fromkeys("“”„‟″", '"') | dict.fromkeys("‐‑‒–—−", "-"))


@dataclass(frozen=True, slots=True)
class SnippetScore:
    """The shares of wanted snippets that are present and of unwanted ones that are absent; 1 if there are none."""

    present: float
    absent: float


def snippet_score(predicted: str, must: Iterable[str], mustnot: Iterable[str] = ()) -> SnippetScore:
    """Look for the snippets of both lists in the predicted text; blank snippets are ignored."""
    text = _normalised(predicted)
    return SnippetScore(present=_share_found(must, text, wanted=True), absent=_share_found(mustnot, text, wanted=False))


def _share_found(snippets: Iterable[str], text: str, *, wanted: bool) -> float:
    as_wanted = [(snippet in text) is wanted for raw in snippets if (snippet := _normalised(raw))]
    return sum(as_wanted) / len(as_wanted) if as_wanted else 1.0


def _normalised(text: str) -> str:
    return " ".join(text.casefold().translate(_PLAIN).split())
