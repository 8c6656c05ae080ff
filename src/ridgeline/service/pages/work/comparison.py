"""Several extractors on one stored page: each in a call of its own, so that one that fails costs only its answer."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....errors import MissingExtraError, ModelError, RenderError, TemplateError
from ....extraction import Extraction
from ....extraction.agreement import agreement, only_words, word_bags
from ....library import PageSource
from ....pipeline import Pipeline
from ....registry import REGISTRY, load, load_once
from ....sites import KINDS, SiteFolder
from ....text.words import count_words
from .answers import answer

# What each preset compares. The papers, in the order of their publication: K-FeatureExtractor, the Mountain Model,
# FastContentExtractor, ICE, and the combination of learning and grouping.
PRESETS: Mapping[str, tuple[str, ...]] = {
    "all five papers": ("kfeature", "mountain", "fast-template", "ice-heuristic", "clg"),
    "default and papers": ("summit", "mountain", "kfeature", "ice-heuristic"),
    "default and all text": ("summit", "everything"),
    "on the rendered page": ("clg", "lr", "svm"),
}
_KINDS = {kind.extractor: name for name, kind in KINDS.items()}  # by extractor
_UNFIT = "it has to be fitted to a site first: {command}"


@dataclass(frozen=True, slots=True)
class Kept:
    """The answer of one extractor."""

    extractor: str
    keep: tuple[int, ...] = ()
    text: str = ""
    status: str | None = None
    confidence: float | None = None
    seconds: float = 0.0
    unavailable: str | None = None  # why it could not answer
    remarks: tuple[str, ...] = ()


def keep_by(source: PageSource, name: str, folder: Path, site: str) -> Kept:
    """Return what an extractor keeps of a page; one that cannot be used here says why.

    `folder` has site profiles: an extractor that is fitted to a site takes its model from there.
    """
    entry = REGISTRY[name]
    model = learnt_model(name, folder, site) if entry.fitted_by is not None else None
    if entry.needs_model and model is None:
        return Kept(name, unavailable=_UNFIT.format(command=entry.fitted_by))
    try:
        extractor = load_once(name) if model is None else load(name, model=model)
        page = source.parse()
        _ = page.leaves
        start = time.perf_counter()
        extraction = answer(page, Pipeline(extractor))
        text = extraction.text
    except (MissingExtraError, TemplateError, ModelError, RenderError) as error:
        return Kept(name, unavailable=str(error))
    return _kept(name, extraction, text, time.perf_counter() - start)


def learnt_model(name: str, folder: Path, site: str) -> Path | None:
    """Return the file of a model that was learnt from corrected pages of a site; None where there is none."""
    kind = _KINDS.get(name)
    if kind is None or not site:
        return None
    path = SiteFolder(folder).model_path(site, kind)
    return path if path.exists() else None


def _kept(name: str, extraction: Extraction, text: str, seconds: float) -> Kept:
    is_unrendered = REGISTRY[name].needs == "render" and not len(extraction.keep) and extraction.scores is None
    return Kept(
        extractor=name,
        keep=tuple(extraction.keep.tolist()),
        text=text,
        status=extraction.status.value,
        confidence=extraction.confidence,
        seconds=round(seconds, 4),
        unavailable="; ".join(extraction.remarks) or None if is_unrendered else None,
        remarks=extraction.remarks,
    )


def compare(answers: Sequence[Kept]) -> dict[str, Any]:
    """Return the answers side by side: what only one keeps, and how far every two agree."""
    able = {kept.extractor: kept for kept in answers if kept.unavailable is None}
    bags = word_bags({name: kept.text for name, kept in able.items()})
    return {
        "answers": [_described(kept, able, bags) for kept in answers],
        "agreement": [pair._asdict() for pair in agreement(bags)],
        "presets": {name: list(extractors) for name, extractors in PRESETS.items()},
    }


def _described(kept: Kept, able: Mapping[str, Kept], bags: Mapping[str, Any]) -> dict[str, Any]:
    others = {leaf for name, other in able.items() if name != kept.extractor for leaf in other.keep}
    is_able = kept.extractor in able
    return {
        "extractor": kept.extractor,
        "keep": list(kept.keep),
        "words": count_words(kept.text) if is_able else 0,
        "only": [leaf for leaf in kept.keep if leaf not in others] if len(able) > 1 else [],
        "only_words": only_words(bags, kept.extractor) if is_able and len(able) > 1 else 0,
        "confidence": kept.confidence,
        "status": kept.status,
        "seconds": kept.seconds,
        "unavailable": kept.unavailable,
        "remarks": list(kept.remarks),
    }
