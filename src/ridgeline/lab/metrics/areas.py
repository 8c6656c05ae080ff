"""Precision, recall and F1 of the area of a rendered page (Figure 10 of the learning and grouping paper)."""

from ...extractors.grouping.areas import Region, shared_area
from .score import Score


def area_score(predicted: Region, gold: Region) -> Score:
    """P = S_overlap / S_predict, R = S_overlap / S_groundTruth; two regions without area are the same."""
    found, wanted = predicted.area, gold.area
    if found == wanted == 0:
        return Score.uniform(1.0)
    shared = shared_area(predicted, gold)
    if shared == 0:
        return Score.uniform(0.0)
    return Score(shared / found, shared / wanted, 2 * shared / (found + wanted))
