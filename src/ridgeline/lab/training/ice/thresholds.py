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


def fit_elaborate(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> Elaborate:
    """Return `ice-elaborate` with the best threshold for paragraphs; `options` are its others."""
    scores = score_candidates(Elaborate(0.0, **options), pages, gold)
    return Elaborate(best_candidate(ELABORATE_CANDIDATES, scores), **options)


def fit_language_model(pages: Sequence[Page], gold: Sequence[str], **options: Any) -> LanguageModel:
    """Return `ice-lm` with the best threshold for the divergence; `options` are its others."""
    scores = score_candidates(LanguageModel(0.0, **options), pages, gold)
    return LanguageModel(best_candidate(LANGUAGE_MODEL_CANDIDATES, scores), **options)


def candidates_of(extractor: Elaborate | LanguageModel) -> Sequence[float]:
    """Return the thresholds that an extractor may get."""
    return ELABORATE_CANDIDATES if isinstance(extractor, Elaborate) else LANGUAGE_MODEL_CANDIDATES


def score_candidates(
    extractor: Elaborate | LanguageModel, pages: Sequence[Page], gold: Sequence[str]
) -> list[list[float]]:
    """Return for each page the combined score of each candidate, whatever the threshold of the extractor is."""
    check_gold(pages, gold)
    candidates = candidates_of(extractor)
    return [
        _combined_scores(extractor.prepare(extractor.read(page)), wanted, candidates)
        for page, wanted in zip(pages, gold, strict=True)
    ]


def best_candidate(candidates: Sequence[float], scores: Sequence[Sequence[float]]) -> float:
    """Return the candidate with the best mean score over pages; of equal ones, the first."""
    totals = [sum(column) for column in zip(*scores, strict=True)]
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
