"""k-means clustering: Lloyd's algorithm with k-means++ seeding, deterministic for a given seed."""

import numpy as np

from ...page import IntColumn
from ..block_features import Reals

_MAX_ITERATIONS = 100  # it converges long before


def k_means(points: Reals, clusters: int, seed: int = 0) -> IntColumn:
    """Return the cluster of each point (a row). With no more distinct points than clusters, each is its own cluster."""
    distinct, inverse = np.unique(points, axis=0, return_inverse=True)
    inverse = inverse.reshape(-1)
    if len(distinct) <= clusters:
        return inverse.astype(np.int32)
    weights = np.bincount(inverse).astype(np.float64)
    centres = _initial_centres(distinct, weights, clusters, np.random.default_rng(seed))
    assigned = np.zeros(len(distinct), dtype=np.int64)
    for _ in range(_MAX_ITERATIONS):
        nearest = _squared_distances(distinct, centres).argmin(axis=1)
        _move_centres(centres, distinct, weights, nearest)
        if np.array_equal(nearest, assigned):
            break
        assigned = nearest
    return assigned[inverse].astype(np.int32)


def _move_centres(centres: Reals, points: Reals, weights: Reals, nearest: IntColumn) -> None:
    """Move each centre to the mean of its points; a centre without points stays."""
    for cluster in np.unique(nearest):
        members = nearest == cluster
        centres[cluster] = np.average(points[members], axis=0, weights=weights[members])


def _initial_centres(points: Reals, weights: Reals, clusters: int, random: np.random.Generator) -> Reals:
    """Draw centres by k-means++: the next one with a probability that grows with its distance from those drawn."""
    centres = points[[random.choice(len(points), p=weights / weights.sum())]]
    while len(centres) < clusters:
        chance = weights * _squared_distances(points, centres).min(axis=1)
        centres = np.concatenate((centres, points[[random.choice(len(points), p=chance / chance.sum())]]))
    return centres


def _squared_distances(points: Reals, centres: Reals) -> Reals:
    """Return the squared distance of every point (row) to every centre (column)."""
    answer: Reals = ((points[:, np.newaxis, :] - centres[np.newaxis, :, :]) ** 2).sum(axis=2)
    return answer
