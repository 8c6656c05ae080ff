"""Trains a classifier of ridges from pages whose content leaves are known: by gold texts, or corrected by a person.

A ridge is primary if most of its visible characters are in content leaves. A support vector machine with an RBF kernel
is then fitted to the ridges' features. scikit-learn does this (the extra `train`).

The paper does not give C and the kernel's decay (g of `Classifier`). Ours were chosen by four-fold cross-validation on
the training sets of `lab.training.mountain_classifiers`; docs/mountain.md has the figures.
"""

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...errors import MissingExtraError
from ...page import BoolColumn
from .cells import Floats
from .classifier import Classifier
from .terrain import FEATURES, Terrain

C = 1.0
KERNEL_DECAY = 1.0
# More ridges do not help: with 12,000 of them 0.784 of the ridges of unseen sites are classified correctly, with 3,000
# it is 0.780, and a page takes a fifth of the time since there are fewer support vectors.
MAX_TRAINING_RIDGES = 3_000
MIN_PRIMARY_SHARE = 0.5  # of a ridge's visible characters: if more of them are in content leaves, it is primary


@dataclass(frozen=True, eq=False, slots=True)
class LabelledRidges:
    """The ridges of a page with their labels: training examples for the classifier."""

    features: Floats
    is_primary: BoolColumn

    @classmethod
    def of(cls, terrain: Terrain, is_content: BoolColumn) -> "LabelledRidges":
        """Return the ridges of a mountain, labelled by a mask of the content leaves; none if it has no peaks.

        Where there are no peaks, the classifier is not asked.
        """
        if not terrain.has_peaks:
            return cls(np.empty((0, len(FEATURES))), np.empty(0, dtype=np.bool_))
        return cls(terrain.features, label_ridges(terrain, is_content))


def label_ridges(terrain: Terrain, is_content: BoolColumn) -> BoolColumn:
    """Return, for each ridge, whether most of its visible characters are in content leaves."""
    cells = terrain.cells
    is_content_cell = np.zeros(len(cells), dtype=np.bool_)
    is_content_cell[cells.of_leaves[is_content & (cells.of_leaves >= 0)]] = True
    content = np.concatenate(([0], np.cumsum(cells.length * is_content_cell)))
    length = np.concatenate(([0], np.cumsum(cells.length)))
    first, after = terrain.first_cell, terrain.last_cell + 1
    is_primary: BoolColumn = content[after] - content[first] > MIN_PRIMARY_SHARE * (length[after] - length[first])
    return is_primary


def train_on_pages(examples: Sequence[LabelledRidges]) -> Classifier:
    """Train a classifier on the labelled ridges of some pages."""
    features = np.concatenate([np.empty((0, len(FEATURES))), *(page.features for page in examples)])
    labels = np.concatenate([np.empty(0, dtype=np.bool_), *(page.is_primary for page in examples)])
    return train_classifier(features, labels)


def train_classifier(
    features: Floats, is_primary: BoolColumn, *, c: float = C, kernel_decay: float = KERNEL_DECAY
) -> Classifier:
    """Train a classifier on labelled ridges, or on `MAX_TRAINING_RIDGES` of them, evenly spread.

    If all ridges have the same label, the classifier predicts that label for every ridge.
    """
    if len(features) > MAX_TRAINING_RIDGES:
        chosen = np.arange(MAX_TRAINING_RIDGES) * len(features) // MAX_TRAINING_RIDGES
        features, is_primary = features[chosen], is_primary[chosen]
    if is_primary.all() or not is_primary.any():
        return _constant_classifier(bool(is_primary.all()), kernel_decay)  # without any ridges: primary
    try:
        svm: Any = importlib.import_module("sklearn.svm")
    except ModuleNotFoundError as error:
        raise MissingExtraError("training needs scikit-learn", "train") from error
    machine = svm.SVC(C=c, kernel="rbf", gamma=kernel_decay).fit(features, is_primary)
    return Classifier(
        machine.support_vectors_.astype(np.float32),
        machine.dual_coef_[0].astype(np.float32),
        float(machine.intercept_[0]),
        kernel_decay,
    )


def _constant_classifier(is_primary: bool, kernel_decay: float) -> Classifier:
    no_vectors = np.empty((0, len(FEATURES)), dtype=np.float32)
    return Classifier(no_vectors, np.empty(0, dtype=np.float32), 1.0 if is_primary else -1.0, kernel_decay)
