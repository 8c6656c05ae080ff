"""Learning and grouping on the rendered page.

Shanchan Wu, Jerry Liu, Jian Fan: «Automatic Web Content Extraction by Combination of Learning and Grouping», WWW 2015.

    clg     a logistic regression scores nodes; those above 0.55 are grouped by how they are aligned on the page, the
            best group is chosen and refined, and a missing title is added
    lr      its first step alone: all nodes above the threshold
    lr-a    the one node with the highest score
    svm     as lr, by a linear support vector machine
    svm-a   as lr-a, likewise
    mss     maximum subsequence segmentation, what the paper compares with (mss.py)

All but `mss` need to see the page: one that comes without a layout is rendered (`ridgeline.render`), and the layout is
laid over its nodes. A page that cannot be rendered gives nothing, and a remark that says why.

    view → features → learning → groups → refine        one module a step; labels and areas beside them

What a node keeps are the leaves in it that a reader sees.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from ... import models
from ...errors import OptionError, RenderError
from ...extraction import Extraction, FloatColumn
from ...page import IntColumn, Page
from ...render import check_installed, layout_of
from .groups import PROJECTION_OVERLAP_RATIO, best_group, candidates, groups_of
from .learning import Example, Kind, Knowledge, learn
from .refine import Refining, missing_title, refine
from .view import Reals, View

__all__ = [
    "CLG",
    "LR",
    "LRA",
    "SVM",
    "SVMA",
    "Example",
    "Grouping",
    "Kind",
    "Knowledge",
    "OnRenderedPage",
    "Refining",
    "View",
    "learn",
]

MODEL = "grouping"  # one model for all of them: it holds what each learner learnt
SCORE_THRESHOLD = 0.55  # section 7.1

_NO_NODES = np.empty(0, dtype=np.int32)


@lru_cache(maxsize=2)
def _shipped(kind: Kind) -> Knowledge:
    return Knowledge.from_model(models.load_shipped(MODEL), kind)


class OnRenderedPage:
    """What the extractors share: seeing the page, scoring its nodes, and learning to."""

    name: ClassVar[str]
    kind: ClassVar[Kind] = Kind.LOGISTIC_REGRESSION

    def __init__(self, *, knowledge: Knowledge | None = None, render: bool = True) -> None:
        """`knowledge` instead of what is shipped; `render` False for pages that bring their layout."""
        if render:
            check_installed(self.name)
        self._knowledge = knowledge
        self._render = render

    @property
    def knowledge(self) -> Knowledge:
        """What was learnt."""
        return self._knowledge or _shipped(self.kind)

    def extract(self, page: Page) -> Extraction:
        """Keep what the chosen nodes show."""
        try:
            view = self._see(page)
        except RenderError as error:
            return Extraction(page, _NO_NODES, self.name, remarks=(str(error),))
        if view is None:
            return Extraction(page, _NO_NODES, self.name)
        scores = self.knowledge.scores(view)
        keep = view.kept(self.choose(view, scores)) if len(scores) else _NO_NODES
        return Extraction(page, keep, self.name, _by_leaf(view, scores))

    def nodes(self, view: View) -> IntColumn:
        """The nodes that are chosen on a rendered page."""
        scores = self.knowledge.scores(view)
        return self.choose(view, scores) if len(scores) else _NO_NODES

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """The nodes to keep, given the score of every judged node; there is at least one."""
        raise NotImplementedError

    def fit(self, pages: Sequence[Page], gold: Sequence[str] | None = None) -> Self:
        """Learn from pages and their gold texts; a page that cannot be rendered is left out."""
        if gold is None:
            raise OptionError(f"{self.name} learns from gold texts: give one for each page")
        examples = []
        for page, text in zip(pages, gold, strict=True):
            with suppress(RenderError):
                if (view := self._see(page)) is not None:
                    examples.append(Example.from_gold(view, text))
        self._knowledge = learn(examples, [self.kind])[self.kind]
        return self

    def save(self, path: Path) -> None:
        """Write what was learnt."""
        models.save(models.SavedModel(MODEL, {"learnt": [self.knowledge.as_dict()]}), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Read what was learnt."""
        return cls(knowledge=Knowledge.from_model(models.load(path, MODEL), cls.kind), **options)

    def _see(self, page: Page) -> View | None:
        """The page as it is rendered; None where it is not to be."""
        if not len(page) or (page.layout is None and not self._render):
            return None
        return View(page, layout_of(page))


class LR(OnRenderedPage):
    """Baseline LR: all nodes with a score above the threshold."""

    name = "lr"

    def __init__(self, *, threshold: float = SCORE_THRESHOLD, **options: Any) -> None:
        """`threshold`: the score that a candidate has to pass."""
        super().__init__(**options)
        self.threshold = float(threshold)

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """Candidates, without the redundant ones."""
        return candidates(view, scores, self.threshold)


class SVM(LR):
    """Baseline SVM: all nodes on the positive side."""

    name = "svm"
    kind = Kind.SUPPORT_VECTORS

    def __init__(self, *, threshold: float = 0.0, **options: Any) -> None:
        """`threshold`: the distance from the border, 0 is the border itself."""
        super().__init__(threshold=threshold, **options)


class LRA(OnRenderedPage):
    """Baseline LR_A: the node with the highest score."""

    name = "lr-a"

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """One node."""
        return view.judged[[int(np.argmax(scores))]]


class SVMA(LRA):
    """Baseline SVM_A: the same by support vectors."""

    name = "svm-a"
    kind = Kind.SUPPORT_VECTORS


@dataclass(frozen=True, slots=True)
class Grouping:
    """The parameters of the grouping step."""

    projection_overlap_ratio: float = PROJECTION_OVERLAP_RATIO
    refining: Refining = field(default_factory=Refining)
    title: bool = True


class CLG(LR):
    """The combination of learning and grouping."""

    name = "clg"

    def __init__(self, *, grouping: Grouping | None = None, **options: Any) -> None:
        """`grouping`: its parameters instead of the paper's."""
        super().__init__(**options)
        self.grouping = grouping or Grouping()

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """Sections 5 and 6, step by step."""
        nodes = super().choose(view, scores)
        if not len(nodes):
            return nodes
        by_node = np.zeros(len(view.page), dtype=np.float64)
        by_node[view.judged] = scores
        group = best_group(view, groups_of(view, nodes, self.grouping.projection_overlap_ratio), by_node)
        refined = refine(view, group, by_node, self.grouping.refining)
        title = missing_title(view, refined, self.grouping.refining) if self.grouping.title else None
        return refined if title is None else np.sort(np.append(refined, np.int32(title)))


def _by_leaf(view: View, scores: Reals) -> FloatColumn:
    """By leaf: the score of the innermost judged element around it, 0 where there is none."""
    judged = np.zeros(len(view.page), dtype=np.bool_)
    judged[view.judged] = True
    by_node = np.zeros(len(view.page) + 1, dtype=np.float32)  # the last entry answers for -1
    by_node[view.judged] = scores
    return by_node[view.page.nearest(judged)[view.page.leaves]]
