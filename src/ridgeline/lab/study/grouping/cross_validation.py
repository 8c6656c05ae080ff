"""Area and word scores of the six methods, cross-validated by domain (section 7).

Every page is rendered once and read twice: first as a training example, then, with the models of all folds trained, to
be scored with the models that have not seen its site. The ground truth is the region of the nodes that
`grouping.marks.mark` selects for the gold text, without the deselected ones. A method that chooses nodes is measured by
the region of these nodes. MSS keeps leaves: their region is derived in the same way as that of the gold text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from ....errors import OptionError
from ....extractors.grouping import CLG, LR, Kind, RenderedPageExtractor, View
from ....extractors.grouping.areas import Region
from ....extractors.grouping.marks import mark, region_of_leaves
from ....marks import Marks
from ....output import to_text
from ....page import BoolColumn, IntColumn, parse
from ....render import LayoutStore, rendered
from ...datasets import Record
from ...evaluation import split_into_folds
from ...metrics import Score, area_score, mean_score, word_score
from ...training.grouping.joint import TrainedModels, TrainingPage, fit_models
from . import real_layout
from .steps import Steps, branch_shares, mean_steps, measure_steps, perfect_scores

METHODS = ("lr-a", "svm-a", "mss", "lr", "svm", "clg")  # in the order of Figure 11
SCORE_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9)  # Figures 13 and 14
OVERLAP_RATIOS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # Figure 15
DEPTHS = (0, 1, 2, 3, 4, 5, 6)  # d of Algorithm 1; 0 lets every common ancestor be the result
# Section 7.1 names θ1 to θ4 by the share of the page that the ground truth covers: bounds of a table of these shares.
AREA_BOUNDS = (0.0, 0.05, 0.2, 0.4, 0.6, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class PageScores:
    """The scores of each method on one page."""

    id: str
    type: str | None
    words: dict[str, Score]
    area: dict[str, Score]  # empty where the gold text was not found on the page
    by_threshold: dict[str, dict[float, Score]] = field(default_factory=dict)  # area, for clg and lr
    by_ratio: dict[float, Score] = field(default_factory=dict)  # area, for clg
    by_depth: dict[int, Score] = field(default_factory=dict)  # area, for clg …
    words_by_depth: dict[int, Score] = field(default_factory=dict)  # … and words
    site: str = ""
    fold: int = 0
    nodes: int = 0  # those with a score
    truth_share: float = 0.0  # of the page's area, that the ground truth covers
    real_layout: float = 0.0  # the share of its text that its style lays out
    steps: Steps | None = None  # of clg, where there is a region to find
    perfect_steps: Steps | None = None  # of clg with perfect scores


@dataclass(frozen=True, slots=True)
class Study:
    """The scores of all pages."""

    pages: tuple[PageScores, ...]
    failed: tuple[str, ...]  # the ids of pages that could not be rendered

    def mean(self, method: str, *, words: bool = False, kind: str | None = None) -> Score:
        """Return the mean area or word score over pages, of one type if it is named."""
        chosen = [page for page in self.pages if kind is None or page.type == kind]
        scores = [page.words[method] if words else page.area[method] for page in chosen if words or page.area]
        return mean_score(scores)

    @property
    def types(self) -> list[str]:
        """The types of the pages that have a region to find."""
        return sorted({page.type for page in self.pages if page.type is not None and page.area})

    def mean_by_threshold(self, method: str) -> dict[float, Score]:
        """Return the values of Figures 13 and 14."""
        pages = [page.by_threshold[method] for page in self.pages if page.by_threshold]
        return {value: mean_score(page[value] for page in pages) for value in SCORE_THRESHOLDS} if pages else {}

    def mean_by_ratio(self) -> dict[float, Score]:
        """Return the values of Figure 15."""
        pages = [page.by_ratio for page in self.pages if page.by_ratio]
        return {value: mean_score(page[value] for page in pages) for value in OVERLAP_RATIOS} if pages else {}

    def mean_by_depth(self, *, words: bool = False, without_fold: int | None = None) -> dict[int, Score]:
        """Return the area or word scores of clg by d, without the pages of one fold if it is named."""
        chosen = [page for page in self.pages if page.by_depth and page.fold != without_fold]
        pages = [page.words_by_depth if words else page.by_depth for page in chosen]
        return {value: mean_score(page[value] for page in pages) for value in DEPTHS} if pages else {}

    def depths_by_fold(self, *, words: bool = False) -> list[int]:
        """Return for each fold the d with the best mean F1 on the pages of all other folds."""
        chosen = []
        for fold in sorted({page.fold for page in self.pages if page.by_depth}):
            elsewhere = self.mean_by_depth(words=words, without_fold=fold)
            if elsewhere:
                chosen.append(max(elsewhere, key=lambda value: elsewhere[value].f1))
        return chosen

    def truth_shares(self) -> dict[tuple[float, float], float]:
        """Return the share of the pages whose ground truth covers a part of the page between two bounds."""
        covered = np.array([page.truth_share for page in self.pages if page.area])
        counts, _ = np.histogram(covered, AREA_BOUNDS)
        return dict(zip(pairwise(AREA_BOUNDS), (counts / max(len(covered), 1)).tolist(), strict=True))

    def by_real_layout(self) -> dict[str, "Study"]:
        """Return the pages with a region to find, by the share of real layout that they have."""
        parts: dict[str, Study] = {}
        for low, high in real_layout.CLASSES:
            pages = tuple(page for page in self.pages if page.area and low <= page.real_layout < high)
            if pages:
                parts[real_layout.class_name((low, high))] = Study(pages, ())
        return parts

    def steps(self, *, perfect: bool = False) -> list[Steps]:
        """Return the steps of clg on all pages with a region to find, with perfect scores or those of the model."""
        found = (page.perfect_steps if perfect else page.steps for page in self.pages)
        return [steps for steps in found if steps is not None]

    def to_dict(self) -> dict[str, object]:
        """Return all values as a JSON object."""
        return {
            "pages": len(self.pages),
            "failed": list(self.failed),
            "methods": {name: self._method_values(name) for name in METHODS},
            "score_threshold": {
                name: {str(value): _values(score) for value, score in self.mean_by_threshold(name).items()}
                for name in ("clg", "lr")
            },
            "depth": {str(value): _values(score) for value, score in self.mean_by_depth().items()},
            "depth_words": {str(value): _values(score) for value, score in self.mean_by_depth(words=True).items()},
            "depth_by_fold": {"area": self.depths_by_fold(), "words": self.depths_by_fold(words=True)},
            "truth_share_of_page": {f"{low} to {high}": share for (low, high), share in self.truth_shares().items()},
            "projection_overlap_ratio": {str(value): _values(score) for value, score in self.mean_by_ratio().items()},
            "steps": {name: self._step_values(perfect=name == "perfect") for name in ("model", "perfect")},
            "real_layout": {
                name: {"pages": len(part.pages), "area_f1": {method: part.mean(method).f1 for method in METHODS}}
                for name, part in self.by_real_layout().items()
            },
        }

    def _step_values(self, *, perfect: bool) -> dict[str, object]:
        steps = self.steps(perfect=perfect)
        if not steps:
            return {}
        return {
            "area": {step: _values(score) for step, score in mean_steps(steps).items()},
            "branches": {branch.value: share for branch, share in branch_shares(steps).items()},
        }

    def _method_values(self, name: str) -> dict[str, object]:
        return {
            "area": _values(self.mean(name)),
            "words": _values(self.mean(name, words=True)),
            "area_f1_by_type": {kind: self.mean(name, kind=kind).f1 for kind in self.types},
            "word_f1_by_type": {kind: self.mean(name, words=True, kind=kind).f1 for kind in self.types},
        }


def _values(score: Score) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def cross_validate(
    records: Sequence[Record], pages: Sequence[TrainingPage | None], folds: int
) -> Iterator[tuple[TrainedModels, list[int]]]:
    """Yield the models of each fold with the positions of the records that they have not seen."""
    if not any(page is not None for page in pages):
        raise OptionError("none of the pages could be rendered")
    for held_out in split_into_folds(records, folds):
        unseen = set(held_out)
        yield fit_models(page for position, page in enumerate(pages) if position not in unseen), held_out


def score_page(
    record: Record,
    is_content: BoolColumn,
    models: TrainedModels,
    store: LayoutStore | None,
    *,
    sweep: bool,
    marks: Marks | None = None,
    fold: int = 0,
) -> PageScores | None:
    """Score all methods on a page; None if it is empty. With `sweep`, also over CLG's parameters.

    `is_content` is by leaf; `marks` is the ground truth, where it is not derived from these leaves; `fold` is that of
    the models.
    """
    page = rendered(parse(record.html, url=record.url), store)
    if page.layout is None or not len(page):
        return None
    view = View(page, page.layout)
    keeps, regions = _run_methods(view, models)
    marks = marks or mark(view, is_content)
    truth = view.region(marks.selected, marks.deselected)
    spaceless = record.language_is_spaceless
    words = {name: word_score(to_text(page, keeps[name]), record.text, spaceless=spaceless) for name in METHODS}
    scores = PageScores(
        record.id,
        record.type,
        words,
        area={},
        site=record.group,
        fold=fold,
        nodes=len(view.scored),
        real_layout=real_layout.real_layout_share(view),
    )
    if not truth.area:
        return scores
    return replace(
        scores,
        area={name: area_score(regions[name], truth) for name in METHODS},
        truth_share=min(truth.area / view.layout.area, 1.0),
        steps=measure_steps(view, models.linear[Kind.LOGISTIC_REGRESSION].scores(view), truth),
        perfect_steps=measure_steps(view, perfect_scores(view, marks), truth),
        **(_sweep(view, truth, record, models) if sweep else {}),
    )


def _run_methods(view: View, models: TrainedModels) -> tuple[dict[str, IntColumn], dict[str, Region]]:
    """Return for each method the kept leaves, and their region."""
    keeps: dict[str, IntColumn] = {"mss": models.mss().extract(view.page).keep}
    regions = {"mss": region_of_leaves(view, keeps["mss"])}
    for name in METHODS:
        if name != "mss":
            nodes = models.node_extractor(name).nodes(view)
            keeps[name], regions[name] = view.visible_leaves(nodes), view.region(nodes)
    return keeps, regions


def _sweep(view: View, truth: Region, record: Record, models: TrainedModels) -> dict[str, Any]:
    """Return the area scores by score threshold (clg, lr), by projection overlap ratio and by depth (clg)."""
    model = models.linear[Kind.LOGISTIC_REGRESSION]
    scores = model.scores(view)

    def nodes_of(method: RenderedPageExtractor) -> IntColumn:
        return method.choose(view, scores) if len(scores) else np.empty(0, dtype=np.int32)

    def area_of(method: RenderedPageExtractor) -> Score:
        return area_score(view.region(nodes_of(method)), truth)

    def words_of(method: RenderedPageExtractor) -> Score:
        text = to_text(view.page, view.visible_leaves(nodes_of(method)))
        return word_score(text, record.text, spaceless=record.language_is_spaceless)

    def clg(**grouping: Any) -> CLG:
        return CLG(model=model, render=False, **grouping)

    return {
        "by_threshold": {
            "clg": {value: area_of(clg(threshold=value)) for value in SCORE_THRESHOLDS},
            "lr": {value: area_of(LR(model=model, render=False, threshold=value)) for value in SCORE_THRESHOLDS},
        },
        "by_ratio": {value: area_of(clg(projection_overlap_ratio=value)) for value in OVERLAP_RATIOS},
        "by_depth": {value: area_of(clg(depth=value)) for value in DEPTHS},
        "words_by_depth": {value: words_of(clg(depth=value)) for value in DEPTHS},
    }
