"""Explains why a leaf was kept or dropped, in words that a person understands."""

from typing import Any

from ....errors import OptionError
from ....extraction import Extraction
from ....extractors.mountain import Mountain, read_terrain
from ....library import PageSource
from ....registry import DEFAULT_EXTRACTOR, REGISTRY, load_once
from ....text.attributes import one_line
from .answers import How, extract_stored

_MAX_REASONS = 12
_MAX_TEXT = 300


def explain_leaf(source: PageSource, how: How, leaf: int) -> dict[str, Any]:
    """Return why an extractor kept or dropped a leaf. Raises OptionError where the page has no such leaf."""
    extraction = extract_stored(source, how)
    page = extraction.page
    if leaf >= len(page.leaves):
        raise OptionError(f"the page has leaves 0 to {len(page.leaves) - 1}, not {leaf}")
    return {
        "leaf": leaf,
        "text": (one_line(page.leaf_text[leaf]) or f"<{page[int(page.leaves[leaf])].tag}>")[:_MAX_TEXT],
        "extractor": extraction.extractor,
        "probability": _probability(extraction, leaf),
        "kept": bool((extraction.keep == leaf).any()),
        "reasons": _reasons(extraction, leaf),
    }


def _probability(extraction: Extraction, leaf: int) -> float | None:
    """Return the score of a leaf where that is a probability: the default extractor's."""
    if extraction.scores is None or extraction.extractor != DEFAULT_EXTRACTOR:
        return None
    return round(float(extraction.scores[leaf]), 4)


def _reasons(extraction: Extraction, leaf: int) -> list[dict[str, Any]]:
    if extraction.extractor == DEFAULT_EXTRACTOR:
        return _by_networks(extraction, leaf)
    if extraction.extractor.startswith("mountain"):
        return _by_terrain(extraction, leaf)
    reasons = _by_explanation(extraction, leaf) if extraction.explain is not None else []
    if extraction.scores is not None and not reasons:
        score = float(extraction.scores[leaf])
        reasons.append(_reason("score", "its score, as the extractor counts it", round(score, 4)))
    if not reasons:
        summary = REGISTRY[extraction.extractor].summary if extraction.extractor in REGISTRY else "it gives no reasons"
        reasons.append(_reason("method", f"how it decides: {summary}", None))
    return [*reasons, *(_reason("remark", remark, None) for remark in extraction.remarks)]


def _by_networks(extraction: Extraction, leaf: int) -> list[dict[str, Any]]:
    """Return the inputs of summit's networks that moved the log odds of the line most."""
    from ....extractors.summit.model import shipped_model
    from ....extractors.summit.reasons import explain_leaf as explain

    found = explain(shipped_model(), extraction.page, leaf, _MAX_REASONS)
    if found is None:
        return [_reason("no_line", "it is in no line of text: what is around it decides", None)]
    return [reason._asdict() for reason in found.reasons]


def _by_terrain(extraction: Extraction, leaf: int) -> list[dict[str, Any]]:
    """Return the features of the leaf's cell (Table 1 of the paper), its score, and its ridge."""
    mountain = load_once("mountain")
    assert isinstance(mountain, Mountain)  # noqa: S101 - the registry says so
    terrain = read_terrain(extraction.page, mountain.settings)
    cells = terrain.cells
    cell = int(cells.of_leaves[leaf])
    if cell < 0:
        return [_reason("no_cell", "it is no text: it goes with the texts before and after it", None)]
    place, ridge = int(terrain.position[cell]), int(terrain.ridge_of_cell[cell])
    reasons = [
        _reason("L", "text length: its visible characters", int(cells.length[cell])),
        _reason("P", "punctuation marks that separate sentences and clauses", int(cells.punctuation[cell])),
        _reason("S", "whether a sentence ends in it", int(cells.is_full_stopped[cell])),
        _reason("V", "the share of the source around it that is its text", round(float(cells.visible_ratio[cell]), 4)),
        _reason("A", "whether it is the text of a link", int(cells.is_anchor[cell])),
        _reason("score", "the score of its cell", round(float(terrain.raw_score[place]), 4)),
        _reason("smoothed", "its score, smoothed by its neighbours", round(float(terrain.score[place]), 4)),
        _reason("primary_threshold", "the mean score of the page's cells", round(terrain.primary_threshold, 4)),
    ]
    if ridge < 0:
        return [*reasons, _reason("ridge", "it is on no ridge of the mountain", None)]
    is_primary = bool(mountain.primary_ridges(terrain)[ridge])
    kind = "a primary ridge" if is_primary else "a cluttered ridge"
    return [*reasons, _reason("ridge", f"it is on {kind}, number {ridge + 1} of {len(terrain)}", ridge + 1)]


# What the explanations of the block extractors call things, in words.
_BLOCK_WORDS = {
    "path": "the block that it is in: {}",
    "desired": "what its block has of the desired features",
    "rest": "what its block has of the other features",
    "probability": "the probability of its block among those with the desired features",
    "rank": "the rank of its block among them",
}


def _by_explanation(extraction: Extraction, leaf: int) -> list[dict[str, Any]]:
    """Return what an extractor's own explanation says of the block that holds a leaf."""
    said = extraction.explain() if extraction.explain is not None else {}
    own = next((block for block in said.get("blocks", ()) if leaf in block.get("leaves", ())), None)
    if own is None:
        return []
    reasons = [
        _reason(name, words.format(own[name]), None if isinstance(own[name], str) else own[name])
        for name, words in _BLOCK_WORDS.items()
        if own.get(name) is not None
    ]
    counts, shares = own.get("counts", {}), own.get("values", {})
    reasons += [_reason(f"count_{name}", f"the number of {name} in its block", count) for name, count in counts.items()]
    reasons += [_reason(f"share_{name}", f"the weight of {name} in its block", share) for name, share in shares.items()]
    return reasons


def _reason(name: str, words: str, value: float | None) -> dict[str, Any]:
    return {"name": name, "words": words, "value": value, "effect": None}
