"""Measures each step of CLG: the area found by the candidates, by the best group, and by the refined group.

"refined if weak" is the refining of `clg` with the option `refining="auto"`.

With the scores of a model, the steps show what grouping adds to learning. With perfect scores, 1 for the nodes that the
ground truth labels positive and 0 for all others, they show what grouping costs a learner that makes no errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....extractors.grouping import SCORE_THRESHOLD, Refining, View
from ....extractors.grouping.areas import Region
from ....extractors.grouping.groups import best_group, candidates, groups_of
from ....extractors.grouping.refinement import Branch, find_branch, needs_refining, refine
from ....extractors.grouping.view import Reals
from ....marks import Marks
from ....page import IntColumn
from ...metrics import Score, area_score, mean_score
from ...training.grouping.node_labels import Label, label

STEPS = ("candidates", "best group", "refined", "refined if weak")


@dataclass(frozen=True, slots=True)
class Steps:
    """The area scores of a page after each step."""

    area: tuple[Score, ...]  # in the order of STEPS
    branch: Branch | None  # of step 3 of Algorithm 1; None if there was no candidate
    group_score: float  # the mean score of the best group


def perfect_scores(view: View, marks: Marks) -> Reals:
    """Return for each scored node 1 if the marks make it positive, else 0."""
    scores: Reals = (label(view.page, marks)[view.scored] == Label.POSITIVE).astype(np.float64)
    return scores


def measure_steps(view: View, scores: Reals, truth: Region) -> Steps:
    """Score the steps of CLG without the title; `scores` is by scored node."""
    nodes = candidates(view, scores, SCORE_THRESHOLD)
    if not len(nodes):
        return Steps((Score.uniform(0.0),) * len(STEPS), None, 0.0)
    by_node = np.zeros(len(view.page), dtype=np.float64)
    by_node[view.scored] = scores
    group = best_group(view, groups_of(view, nodes), by_node)

    def area_of(chosen: IntColumn) -> Score:
        return area_score(view.region(chosen), truth)

    grouped, refined = area_of(group), area_of(refine(view, group, by_node, Refining()))
    areas = (area_of(nodes), grouped, refined, refined if needs_refining(group, by_node) else grouped)
    return Steps(areas, find_branch(view, group, Refining())[1], float(by_node[group].mean()))


def mean_steps(pages: Sequence[Steps]) -> dict[str, Score]:
    """Return for each step the mean over pages."""
    return {step: mean_score(page.area[place] for page in pages) for place, step in enumerate(STEPS)}


def branch_shares(pages: Sequence[Steps]) -> dict[Branch, float]:
    """Return for each branch of Algorithm 1 the share of the pages with candidates that take it."""
    taken = [page.branch for page in pages if page.branch is not None]
    return {branch: taken.count(branch) / max(len(taken), 1) for branch in Branch}
