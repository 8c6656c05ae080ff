"""Chooses the thresholds that the paper calls difficult to set (sections 3.2 and 3.4).

Of a fixed list of candidates the threshold is the one with the best mean combined CleanEval score over the training
pages. Cross-validation measures how well this choice works on other pages (`ridgeline study ice`).
"""

from collections.abc import Callable, Sequence
from typing import Any

from ....extraction import Extraction
from ....extractors.ice.elaborate import Elaborate
from ....extractors.ice.language_model import LanguageModel
from ....page import Page
from ...metrics import cleaneval_score
from .gold import check_gold

ELABORATE_CANDIDATES = tuple(step / 20 for step in range(20))
LANGUAGE_MODEL_CANDIDATES = tuple(step / 10 for step in range(61))

# From a page to a function from a threshold to its extraction: the part that does not depend on it is computed once.
Prepare = Callable[[Page], Callable[[float], Extraction]]


def fit_elaborate(pages: Sequence[Page], gold: Sequence[str], *, scripts: bool = False) -> Elaborate:
    """Return `ice-elaborate` with the best threshold for paragraphs."""
    untrained = Elaborate(0.0, scripts=scripts)
    read = [untrained.read(page) for page in pages]
    return Elaborate(best_threshold(read, gold, ELABORATE_CANDIDATES, untrained.prepare), scripts=scripts)


def fit_language_model(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> LanguageModel:
    """Return `ice-lm` with the best threshold for the divergence; `options` are its others."""
    untrained = LanguageModel(0.0, **options)
    read = [untrained.read(page) for page in pages]
    return LanguageModel(best_threshold(read, gold, LANGUAGE_MODEL_CANDIDATES, untrained.prepare), **options)


def best_threshold(pages: Sequence[Page], gold: Sequence[str], candidates: Sequence[float], prepare: Prepare) -> float:
    """Return the candidate with the best mean combined score; of equal ones, the first."""
    check_gold(pages, gold)
    totals = [0.0] * len(candidates)
    for page, wanted in zip(pages, gold, strict=True):
        for position, score in enumerate(_combined_scores(prepare(page), wanted, candidates)):
            totals[position] += score
    return candidates[max(range(len(candidates)), key=totals.__getitem__)]


def _combined_scores(extract_at: Callable[[float], Extraction], gold: str, candidates: Sequence[float]) -> list[float]:
    """Return the combined score of each candidate on one page; equal extractions are scored once."""
    known: dict[str, float] = {}
    scores = []
    for candidate in candidates:
        predicted = extract_at(candidate).cleaneval
        if predicted not in known:
            known[predicted] = cleaneval_score(predicted, gold).combined
        scores.append(known[predicted])
    return scores
