"""Precision, recall and F1 of the area of a rendered page (Figure 10 of the learning and grouping paper)."""

from ...extractors.grouping.areas import Region, shared_area
from .score import Score


def area_score(predicted: Region, gold: Region) -> Score:
    """Return P = S_overlap / S_predict and R = S_overlap / S_groundTruth; two regions without area score 1."""
    predicted_area, gold_area = predicted.area, gold.area
    if predicted_area == gold_area == 0:
        return Score.uniform(1.0)
    shared = shared_area(predicted, gold)
    if shared == 0:
        return Score.uniform(0.0)
    return Score(shared / predicted_area, shared / gold_area, 2 * shared / (predicted_area + gold_area))
