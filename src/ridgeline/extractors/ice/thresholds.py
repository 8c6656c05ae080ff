"""The numbers that the paper calls difficult to set (sections 3.2 and 3.4): chosen by the score that they bring.

A threshold is the one with the best mean combined CleanEval score over the pages that it is fitted on, of a fixed list
of candidates. How good such a choice is on other pages is told by cross-validation (`ridgeline study ice`).
"""

from collections.abc import Callable, Sequence

from ...errors import ModelError, OptionError
from ...extraction import Extraction
from ...models import SavedModel
from ...page import Page

# From a page to what a threshold makes of it, so that what does not depend on the threshold is done once.
Deciding = Callable[[Page], Callable[[float], Extraction]]


def best_threshold(
    pages: Sequence[Page], gold: Sequence[str] | None, candidates: Sequence[float], by: Deciding
) -> float:
    """The candidate that scores best on these pages; `gold` is in CleanEval's form. Of equals, the first."""
    marked = check_gold(pages, gold)
    totals = [0.0] * len(candidates)
    for page, wanted in zip(pages, marked, strict=True):
        for position, score in enumerate(_scores(by(page), wanted, candidates)):
            totals[position] += score
    return candidates[max(range(len(candidates)), key=totals.__getitem__)]


def _scores(decide: Callable[[float], Extraction], wanted: str, candidates: Sequence[float]) -> list[float]:
    """The combined score of each candidate on one page; answers that are alike are scored once."""
    from ...lab.metrics import cleaneval_score

    known: dict[str, float] = {}
    scores = []
    for candidate in candidates:
        found = decide(candidate).cleaneval
        if found not in known:
            known[found] = cleaneval_score(found, wanted).combined
        scores.append(known[found])
    return scores


def check_gold(pages: Sequence[Page], gold: Sequence[str] | None) -> Sequence[str]:
    """The gold texts, one for every page; without them nothing of ICE's can be learnt."""
    if gold is None or len(gold) != len(pages) or not pages:
        raise OptionError("ICE learns from pages with a gold text each, in CleanEval's form: <p>, <h>, <l>")
    return gold


def threshold_of(model: SavedModel) -> float:
    """The threshold in a model."""
    threshold = model.manifest.get("threshold")
    if isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise ModelError(f"the model of {model.extractor} has no threshold that is a number: fit it again")
    return float(threshold)
