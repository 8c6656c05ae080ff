"""Precision, recall and F1 of areas."""

import numpy as np

from ridgeline.extractors.grouping.areas import Region
from ridgeline.lab.metrics import area_score


def region(*rows: tuple[float, float, float, float]) -> Region:
    return Region(np.array(rows, dtype=np.float64).reshape(-1, 4))


def test_figure_10() -> None:
    score = area_score(region((0, 0, 10, 10)), region((5, 0, 10, 20)))
    assert (score.precision, score.recall, score.f1) == (0.5, 0.5, 0.5)


def test_regions_without_area() -> None:
    assert area_score(region(), region()).f1 == 1
    assert area_score(region(), region((0, 0, 1, 1))).f1 == 0
    assert area_score(region((0, 0, 1, 1)), region()).f1 == 0
