"""Area and word scores of the six methods, cross-validated by domain (section 7).

Every page is rendered once and read twice: first as a training example, then, with the models of all folds trained, to
be scored with the models that have not seen its site. The ground truth is the region of the nodes that
`grouping.marks.mark` selects for the gold text, without the deselected ones. A method that chooses nodes is measured by
the region of these nodes. MSS keeps leaves: their region is derived in the same way as that of the gold text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from ....errors import OptionError
from ....extractors.grouping import CLG, LR, Grouping, Kind, RenderedPageExtractor, View
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


@dataclass(frozen=True, slots=True)
class PageScores:
    """The scores of each method on one page."""

    id: str
    type: str | None
    words: dict[str, Score]
    area: dict[str, Score]  # empty where the gold text was not found on the page
    by_threshold: dict[str, dict[float, Score]] = field(default_factory=dict)  # area, for clg and lr
    by_ratio: dict[float, Score] = field(default_factory=dict)  # area, for clg
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
) -> PageScores | None:
    """Score all methods on a page; None if it is empty. With `sweep`, also over CLG's parameters.

    `is_content` is by leaf; `marks` is the ground truth, where it is not derived from these leaves.
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
    share = real_layout.real_layout_share(view)
    if not truth.area:
        return PageScores(record.id, record.type, words, {}, real_layout=share)
    area = {name: area_score(regions[name], truth) for name in METHODS}
    by_threshold, by_ratio = _sweep(view, truth, models) if sweep else ({}, {})
    steps = measure_steps(view, models.linear[Kind.LOGISTIC_REGRESSION].scores(view), truth)
    perfect = measure_steps(view, perfect_scores(view, marks), truth)
    return PageScores(record.id, record.type, words, area, by_threshold, by_ratio, share, steps, perfect)


def _run_methods(view: View, models: TrainedModels) -> tuple[dict[str, IntColumn], dict[str, Region]]:
    """Return for each method the kept leaves, and their region."""
    keeps: dict[str, IntColumn] = {"mss": models.mss().extract(view.page).keep}
    regions = {"mss": region_of_leaves(view, keeps["mss"])}
    for name in METHODS:
        if name != "mss":
            nodes = models.node_extractor(name).nodes(view)
            keeps[name], regions[name] = view.visible_leaves(nodes), view.region(nodes)
    return keeps, regions


def _sweep(
    view: View, truth: Region, models: TrainedModels
) -> tuple[dict[str, dict[float, Score]], dict[float, Score]]:
    """Return the area scores by score threshold (clg, lr), and by projection overlap ratio (clg)."""
    model = models.linear[Kind.LOGISTIC_REGRESSION]
    scores = model.scores(view)

    def area_of(method: RenderedPageExtractor) -> Score:
        nodes = method.choose(view, scores) if len(scores) else np.empty(0, dtype=np.int32)
        return area_score(view.region(nodes), truth)

    by_threshold = {
        method.name: {value: area_of(method(model=model, render=False, threshold=value)) for value in SCORE_THRESHOLDS}
        for method in (CLG, LR)
    }
    by_ratio = {
        value: area_of(CLG(model=model, render=False, grouping=Grouping(projection_overlap_ratio=value)))
        for value in OVERLAP_RATIOS
    }
    return by_threshold, by_ratio
