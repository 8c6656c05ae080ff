"""Learning and grouping on the rendered page.

Shanchan Wu, Jerry Liu, Jian Fan: «Automatic Web Content Extraction by Combination of Learning and Grouping», WWW 2015.

    clg     a logistic regression scores nodes; those above 0.55 are grouped by their alignment on the page; the best
            group is selected and refined, and a missing title is added
    lr      the learning step alone: all nodes above the threshold
    lr-a    the one node with the highest score
    svm     like lr, with a linear support vector machine
    svm-a   like lr-a, with a linear support vector machine
    mss     maximum subsequence segmentation, a baseline of the paper (mss.py)

All but `mss` need a layout. A page without one is rendered (`ridgeline.render`), and the layout is mapped onto its
nodes. A page that cannot be rendered gives an empty extraction with a remark that says why.

    view → features → model → groups → refine        one module a step; areas and marks beside them

The result is the shown leaves inside the chosen nodes. `lab.training.grouping` trains the models.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from ...errors import OptionError, RenderError
from ...extraction import Extraction, FloatColumn
from ...page import IntColumn, Page
from ...parameters import check_number, read_settings
from ...render import check_installed, layout_of
from ...storage import models
from .groups import PROJECTION_OVERLAP_RATIO, best_group, candidates, groups_of
from .model import MODEL_NAME, Kind, Model, to_saved
from .refinement import Refining, When, missing_title, needs_refining, refine
from .view import Reals, View, node_mask

__all__ = [
    "CLG",
    "LR",
    "LRA",
    "MODEL_NAME",
    "SVM",
    "SVMA",
    "Grouping",
    "Kind",
    "Model",
    "Refining",
    "RenderedPageExtractor",
    "View",
]

SCORE_THRESHOLD = 0.55  # section 7.1

_NONE = np.empty(0, dtype=np.int32)  # no nodes, or no leaves


@lru_cache(maxsize=2)
def _shipped(kind: Kind) -> Model:
    return Model.from_saved(models.load_shipped(MODEL_NAME), kind)


class RenderedPageExtractor:
    """The common base: renders the page, scores its nodes, and keeps the leaves of the nodes that `choose` returns."""

    name: ClassVar[str]
    kind: ClassVar[Kind] = Kind.LOGISTIC_REGRESSION

    def __init__(self, *, model: Model | None = None, render: bool = True) -> None:
        """`model` replaces the one that ships; with `render` False, a page without a layout gives nothing."""
        if not isinstance(render, bool):
            raise OptionError(f"render is True or False, not {render!r}")
        if render:
            check_installed(self.name)
        self._model = model
        self._render = render

    @property
    def model(self) -> Model:
        """The model that scores nodes."""
        return self._model or _shipped(self.kind)

    def extract(self, page: Page) -> Extraction:
        """Keep the shown leaves inside the chosen nodes."""
        try:
            view = self.view(page)
        except RenderError as error:
            return Extraction(page, _NONE, self.name, remarks=(str(error),))
        if view is None:
            return Extraction(page, _NONE, self.name)
        scores = self.model.scores(view)
        return Extraction(page, view.visible_leaves(self._choose_any(view, scores)), self.name, _by_leaf(view, scores))

    def nodes(self, view: View) -> IntColumn:
        """Return the chosen nodes of a rendered page."""
        return self._choose_any(view, self.model.scores(view))

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """Return the nodes to keep, given the score of every scored node; there is at least one."""
        raise NotImplementedError

    def _choose_any(self, view: View, scores: Reals) -> IntColumn:
        return self.choose(view, scores) if len(scores) else _NONE

    def view(self, page: Page) -> View | None:
        """Return the view of a page, rendered if needed; None if it has no nodes, or no layout and may not get one.

        Raises RenderError if the browser cannot render it.
        """
        if not len(page) or (page.layout is None and not self._render):
            return None
        return View(page, layout_of(page))

    def save(self, path: Path) -> None:
        """Write the model to a file."""
        models.save(to_saved([self.model]), path)

    @classmethod
    def load(cls, path: Path, **options: Any) -> Self:
        """Return the extractor with the model of a file."""
        return cls(model=Model.from_saved(models.load(path, MODEL_NAME), cls.kind), **options)


class LR(RenderedPageExtractor):
    """Baseline LR: all nodes with a score above the threshold."""

    name = "lr"

    def __init__(self, *, threshold: float = SCORE_THRESHOLD, model: Model | None = None, render: bool = True) -> None:
        """`threshold`: a candidate's score is above it."""
        super().__init__(model=model, render=render)
        check_number("threshold", threshold)
        self.threshold = float(threshold)

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """Return the compacted candidates."""
        return candidates(view, scores, self.threshold)


class SVM(LR):
    """Baseline SVM: all nodes on the positive side of the decision boundary."""

    name = "svm"
    kind = Kind.SUPPORT_VECTORS

    def __init__(self, *, threshold: float = 0.0, model: Model | None = None, render: bool = True) -> None:
        """`threshold`: the signed distance from the decision boundary."""
        super().__init__(threshold=threshold, model=model, render=render)


class LRA(RenderedPageExtractor):
    """Baseline LR_A: the node with the highest score."""

    name = "lr-a"

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """Return one node."""
        return view.scored[[int(np.argmax(scores))]]


class SVMA(LRA):
    """Baseline SVM_A: the node with the largest signed distance."""

    name = "svm-a"
    kind = Kind.SUPPORT_VECTORS


@dataclass(frozen=True, slots=True)
class Grouping(Refining):
    """The parameters of the grouping step: of the groups, of Algorithm 1, and of the title."""

    projection_overlap_ratio: float = PROJECTION_OVERLAP_RATIO  # T
    title: bool = True  # add a title that is missing

    def __post_init__(self) -> None:
        Refining.__post_init__(self)
        ratio = self.projection_overlap_ratio
        check_number("projection_overlap_ratio", ratio, "a share from 0 to 1", lambda share: 0 <= share <= 1)
        if not isinstance(self.title, bool):
            raise OptionError(f"title is True or False, not {self.title!r}")


class CLG(LR):
    """The combination of learning and grouping."""

    name = "clg"
    settings_type = Grouping

    def __init__(
        self,
        *,
        refining: str = When.ALWAYS,
        threshold: float = SCORE_THRESHOLD,
        model: Model | None = None,
        render: bool = True,
        **grouping: Any,
    ) -> None:
        """`refining` "auto" refines only groups with weak scores. `grouping` are fields of `Grouping`."""
        super().__init__(threshold=threshold, model=model, render=render)
        if refining not in list(When):
            raise OptionError(f"refining is {' or '.join(When)}, not {refining!r}")
        self.refining = When(refining)
        self.grouping = read_settings(self.name, Grouping(), grouping)

    def choose(self, view: View, scores: Reals) -> IntColumn:
        """Return the refined best group and its title (sections 5 and 6, step by step)."""
        nodes = super().choose(view, scores)
        if not len(nodes):
            return nodes
        by_node = np.zeros(len(view.page), dtype=np.float64)
        by_node[view.scored] = scores
        group = best_group(view, groups_of(view, nodes, self.grouping.projection_overlap_ratio), by_node)
        refined = group
        if self.refining is When.ALWAYS or needs_refining(group, by_node):
            refined = refine(view, group, by_node, self.grouping)
        title = missing_title(view, refined, self.grouping) if self.grouping.title else None
        return refined if title is None else np.sort(np.append(refined, np.int32(title)))


def _by_leaf(view: View, scores: Reals) -> FloatColumn:
    """Return for each leaf the score of the innermost scored element around it, 0 where there is none."""
    by_node = np.zeros(len(view.page) + 1, dtype=np.float32)  # index -1 reads the last entry
    by_node[view.scored] = scores
    return by_node[view.page.nearest(node_mask(view.page, view.scored))[view.page.leaves]]
