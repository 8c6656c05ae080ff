"""Candidates, compaction, grouping: Figures 5 to 8."""

import numpy as np
import pytest

from ridgeline import parse
from ridgeline.extractors.grouping.groups import (
    best_group,
    candidates,
    compact,
    group,
    groups_of,
    projection_overlap_ratio,
)

from ...layouts import by_id, ids, view


def test_figure_5() -> None:
    """Of v3, v5, v6, v7, v8 above the threshold v3, v5 and v8 stay, in depth-first order v5, v3, v8."""
    page = parse(
        "<body id=v1><div id=v2><p id=v5></p></div><div id=v3><p id=v6></p><p id=v7></p></div>"
        "<div id=v4><p id=v8></p></div>"
    )
    chosen = by_id(page, "v3", "v5", "v6", "v7", "v8")
    assert ids(page, compact(page, chosen)) == ["v5", "v3", "v8"]


def test_compaction_drops_descendants_at_any_depth() -> None:
    page = parse("<body><div id=a><div id=b><div id=c></div></div></div><div id=d><div id=e></div></div>")
    assert ids(page, compact(page, by_id(page, "a", "c", "e"))) == ["a", "e"]
    assert len(compact(page, by_id(page))) == 0


def boxes(*rows: tuple[float, float, float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array(rows, dtype=np.float64)


def test_figure_7() -> None:
    """l1 = 10, l2 = 8, l = 6; h1 = 4, h2 = 5, h = 1: max(min(6/10, 6/8), min(1/4, 1/5)) = 0.6."""
    one, other = boxes((0, 0, 10, 4)), boxes((4, 3, 12, 8))
    assert projection_overlap_ratio(one, other)[0] == pytest.approx(0.6)
    assert projection_overlap_ratio(other, one)[0] == pytest.approx(0.6)
    assert projection_overlap_ratio(boxes((0, 0, 1, 1)), boxes((5, 5, 6, 6)))[0] == 0


def chain(*rows: tuple[float, float, float, float], parents: list[int] | None = None) -> list[list[int]]:
    """The groups of a sequence of boxes; by default no two have the same parent."""
    nodes = np.arange(len(rows), dtype=np.int32)
    above = np.array(parents if parents is not None else range(100, 100 + len(rows)), dtype=np.int32)
    return [part.tolist() for part in group(nodes, boxes(*rows), above)]


def test_figure_8_a_b() -> None:
    """Aligned, one below the other or side by side: no break."""
    assert chain((0, 0, 100, 50), (0, 60, 90, 100)) == [[0, 1]]
    assert chain((0, 0, 50, 100), (60, 5, 100, 100)) == [[0, 1]]


FIGURE_8_C = ((0, 0, 20, 100), (0, 110, 20, 200), (500, 300, 900, 320), (500, 330, 900, 350))


def test_figure_8_c() -> None:
    """v_{i-1} with v_i and v_{i+1} with v_{i+2} are aligned, and nothing across: a break between v_i and v_{i+1} …"""
    assert chain(*FIGURE_8_C) == [[0, 1], [2, 3]]
    # … unless they have the same parent
    assert chain(*FIGURE_8_C, parents=[1, 2, 2, 3]) == [[0, 1, 2, 3]]


def test_figure_8_d() -> None:
    """v_i is misaligned with both neighbours, which are aligned with each other: no break on either side of it."""
    assert chain((0, 0, 100, 50), (300, 60, 340, 80), (0, 90, 100, 150)) == [[0, 1, 2]]


def test_overlapping_boxes_are_grouped() -> None:
    """However small the overlap, and though not aligned. Boxes that only touch are not grouped."""
    assert chain((0, 0, 100, 100), (90, 90, 900, 900)) == [[0, 1]]
    assert chain((0, 0, 100, 100), (100, 100, 900, 900)) == [[0], [1]]


def test_the_threshold() -> None:
    nodes, parents = np.arange(2, dtype=np.int32), np.array([5, 6], dtype=np.int32)
    pair = boxes((0, 0, 100, 10), (0, 20, 60, 30))
    assert len(group(nodes, pair, parents, 0.7)) == 2
    assert len(group(nodes, pair, parents, 0.5)) == 1
    assert group(nodes[:0], pair[:0], parents[:0]) == []
    assert [part.tolist() for part in group(nodes[:1], pair[:1], parents[:1])] == [[0]]


PAGE = """
<div><p id=a data-box="0 0 500 100">One</p></div><div><p id=b data-box="0 110 500 300">Two</p></div>
<div><p id=c data-box="700 600 990 640">Three</p></div>
"""


def test_groups_of_a_page_and_the_best() -> None:
    seen = view(PAGE)
    a, b, c = by_id(seen.page, "a", "b", "c").tolist()
    scores = np.zeros(len(seen.scored))
    scores[np.isin(seen.scored, (a, b, c))] = (0.6, 0.7, 0.99)
    nodes = candidates(seen, scores, 0.55)
    groups = groups_of(seen, nodes)
    assert [part.tolist() for part in groups] == [[a, b], [c]]
    by_node = np.zeros(len(seen.page))
    by_node[seen.scored] = scores
    # 0.65 × (50,000 + 95,000) against 0.99 × 11,600
    assert best_group(seen, groups, by_node).tolist() == [a, b]
    by_node[c] = 100
    assert best_group(seen, groups, by_node).tolist() == [c]
    assert candidates(seen, scores, 0.6).tolist() == [b, c]  # above the threshold, not at it
