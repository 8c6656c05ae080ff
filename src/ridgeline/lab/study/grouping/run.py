"""The six methods on pages whose content is known: area and words, cross-validated by domain (section 7).

Every page is rendered once, and read twice: first for what it teaches, then, when the models of all folds are learnt,
to be judged by the one that has not seen its site. The ground truth is what `mark` makes of the gold text's leaves;
its region is what is selected without what is cut off. A method that answers with nodes is measured by what they
cover. MSS answers with text alone: its leaves are turned into a region in the same way as those of the gold text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ....errors import OptionError, RenderError
from ....extractors.grouping import CLG, LR, LRA, SVM, SVMA, Example, Grouping, Kind, Knowledge, OnRenderedPage, learn
from ....extractors.grouping.areas import Region
from ....extractors.grouping.labels import Marks, mark, region_of_leaves
from ....extractors.grouping.mss import MSS, Bayes, Tokens, tokens
from ....extractors.grouping.mss import learn as learn_tokens
from ....extractors.grouping.view import View
from ....output import to_text
from ....page import IntColumn, parse
from ....render import LayoutStore, rendered
from ...align import align
from ...datasets import Record
from ...evaluate import split_into_folds
from ...metrics import Score, area_score, mean_score, word_score

METHODS = ("lr-a", "svm-a", "mss", "lr", "svm", "clg")  # in the order of Figure 11
SCORE_THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9)  # Figures 13 and 14
OVERLAP_RATIOS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)  # Figure 15

BoolColumn = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a page teaches each of the methods; the page itself is not kept."""

    example: Example
    content: BoolColumn  # by leaf
    tokens: Tokens


@dataclass(frozen=True, eq=False)
class Learnt:
    """All models of one fold."""

    knowledge: dict[Kind, Knowledge]
    bayes: Bayes

    def on_nodes(self, name: str) -> OnRenderedPage:
        """A method that chooses nodes, with what it learnt."""
        made: dict[str, type[OnRenderedPage]] = {"lr": LR, "svm": SVM, "lr-a": LRA, "svm-a": SVMA, "clg": CLG}
        return made[name](knowledge=self.knowledge[made[name].kind], render=False)


@dataclass(frozen=True, slots=True)
class PageScores:
    """One page: the score of each method."""

    id: str
    type: str | None
    words: dict[str, Score]
    area: dict[str, Score]  # empty where the gold text is nowhere on the page
    by_threshold: dict[str, dict[float, Score]] = field(default_factory=dict)  # area, for clg and lr
    by_ratio: dict[float, Score] = field(default_factory=dict)  # area, for clg


@dataclass(frozen=True, slots=True)
class Study:
    """All pages."""

    pages: tuple[PageScores, ...]
    failed: tuple[str, ...]  # those that could not be rendered

    def mean(self, method: str, *, words: bool = False, kind: str | None = None) -> Score:
        """The mean over pages, of one type where it is named."""
        chosen = [page for page in self.pages if kind is None or page.type == kind]
        scores = [page.words[method] if words else page.area[method] for page in chosen if words or page.area]
        return mean_score(scores)

    @property
    def types(self) -> list[str]:
        """The types of page that have a region to find."""
        return sorted({page.type for page in self.pages if page.type is not None and page.area})

    def mean_by_threshold(self, method: str) -> dict[float, Score]:
        """Figures 13 and 14."""
        pages = [page.by_threshold[method] for page in self.pages if page.by_threshold]
        return {value: mean_score(page[value] for page in pages) for value in SCORE_THRESHOLDS} if pages else {}

    def mean_by_ratio(self) -> dict[float, Score]:
        """Figure 15."""
        pages = [page.by_ratio for page in self.pages if page.by_ratio]
        return {value: mean_score(page[value] for page in pages) for value in OVERLAP_RATIOS} if pages else {}

    def as_dict(self) -> dict[str, object]:
        """All figures, for a JSON file."""
        return {
            "pages": len(self.pages),
            "failed": list(self.failed),
            "methods": {
                name: {
                    "area": _figures(self.mean(name)),
                    "words": _figures(self.mean(name, words=True)),
                    "area_f1_by_type": {kind: self.mean(name, kind=kind).f1 for kind in self.types},
                    "word_f1_by_type": {kind: self.mean(name, words=True, kind=kind).f1 for kind in self.types},
                }
                for name in METHODS
            },
            "score_threshold": {
                name: {str(value): _figures(score) for value, score in self.mean_by_threshold(name).items()}
                for name in ("clg", "lr")
            },
            "projection_overlap_ratio": {str(value): _figures(score) for value, score in self.mean_by_ratio().items()},
        }


def _figures(score: Score) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def lessons(
    records: Sequence[Record], store: LayoutStore | None, on_page: Callable[[Record, RenderError | None], None]
) -> list[Lesson | None]:
    """What each page teaches; None for one that cannot be rendered."""
    taught: list[Lesson | None] = []
    for record in records:
        problem = None
        try:
            page = rendered(parse(record.html, url=record.url), store)
        except RenderError as error:
            problem = error
            taught.append(None)
        else:
            content = align(page, record.text).labels
            view = View(page, page.layout) if page.layout is not None else None
            example = Example.from_marks(view, mark(view, content)) if view is not None and len(page) else None
            taught.append(Lesson(example, content, tokens(page)) if example is not None else None)
        on_page(record, problem)
    return taught


def learn_all(taught: Sequence[Lesson | None]) -> Learnt:
    """All models from these pages."""
    present = [lesson for lesson in taught if lesson is not None]
    knowledge = learn([lesson.example for lesson in present])
    return Learnt(knowledge, learn_tokens([(lesson.tokens, lesson.content) for lesson in present]))


def cross_validate(
    records: Sequence[Record], taught: Sequence[Lesson | None], folds: int
) -> Iterator[tuple[Learnt, list[int]]]:
    """Models with the positions of the records that they have not seen."""
    if not any(lesson is not None for lesson in taught):
        raise OptionError("none of the pages could be rendered")
    for held_out in split_into_folds(records, folds):
        unseen = set(held_out)
        yield learn_all([lesson for place, lesson in enumerate(taught) if place not in unseen]), held_out


def judge(
    record: Record,
    content: BoolColumn,
    learnt: Learnt,
    store: LayoutStore | None,
    *,
    sweep: bool,
    marks: Marks | None = None,
) -> PageScores | None:
    """The scores of all methods on a page; None where there is nothing on it. `sweep`: over CLG's parameters too.

    `marks`: the ground truth, where it is not to be made from the leaves that are content.
    """
    page = rendered(parse(record.html, url=record.url), store)
    if page.layout is None or not len(page):
        return None
    view = View(page, page.layout)
    keeps: dict[str, IntColumn] = {"mss": MSS(learnt=learnt.bayes).extract(page).keep}
    regions = {"mss": region_of_leaves(view, keeps["mss"])}
    for name in METHODS:
        if name != "mss":
            nodes = learnt.on_nodes(name).nodes(view)
            keeps[name], regions[name] = view.kept(nodes), view.region(nodes)
    marks = marks or mark(view, content)
    truth = view.region(marks.selected, marks.deselected)
    spaceless = record.language_is_spaceless
    words = {name: word_score(to_text(page, keeps[name]), record.text, spaceless=spaceless) for name in METHODS}
    if not truth.area:
        return PageScores(record.id, record.type, words, {})
    area = {name: area_score(regions[name], truth) for name in METHODS}
    if not sweep:
        return PageScores(record.id, record.type, words, area)
    return PageScores(record.id, record.type, words, area, *_sweep(view, truth, learnt))


def _sweep(view: View, truth: Region, learnt: Learnt) -> tuple[dict[str, dict[float, Score]], dict[float, Score]]:
    knowledge = learnt.knowledge[Kind.LOGISTIC_REGRESSION]
    scores = knowledge.scores(view)

    def scored(method: OnRenderedPage) -> Score:
        nodes = method.choose(view, scores) if len(scores) else np.empty(0, dtype=np.int32)
        return area_score(view.region(nodes), truth)

    by_threshold = {
        method.name: {
            value: scored(method(knowledge=knowledge, render=False, threshold=value)) for value in SCORE_THRESHOLDS
        }
        for method in (CLG, LR)
    }
    by_ratio = {
        value: scored(CLG(knowledge=knowledge, render=False, grouping=Grouping(projection_overlap_ratio=value)))
        for value in OVERLAP_RATIOS
    }
    return by_threshold, by_ratio
