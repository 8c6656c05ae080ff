"""Training of a classifier: labels of ridges, and the support vector machine."""

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.mountain import Classifier, read_terrain
from ridgeline.extractors.mountain.cells import Floats
from ridgeline.extractors.mountain.training import MAX_TRAINING_RIDGES, label_ridges, train_classifier
from ridgeline.page import BoolColumn

from .site import site_page


def test_ridges_are_labelled_by_content_leaves() -> None:
    page = ridgeline.parse(site_page("ferry", 4))
    terrain = read_terrain(page)
    is_content = np.array(["ferry" in text for text in page.leaf_text])
    assert label_ridges(terrain, is_content).tolist() == [True, False]


def two_kinds(count: int) -> tuple[Floats, BoolColumn]:
    features = np.random.default_rng(1).random((count, 4))
    return features, features[:, 0] > 0.5 * features[:, 3] + 0.2


def test_decisions_are_those_of_scikit_learn() -> None:
    svm = pytest.importorskip("sklearn.svm")
    features, labels = two_kinds(300)
    ours = train_classifier(features, labels, c=2.0, kernel_decay=3.0)
    theirs = svm.SVC(C=2.0, gamma=3.0).fit(features, labels)
    unseen, _ = two_kinds(50)
    assert ours.decide(unseen) == pytest.approx(theirs.decision_function(unseen), abs=1e-4)


def test_it_learns_and_is_saved_whole() -> None:
    features, labels = two_kinds(400)
    classifier = train_classifier(features, labels, c=100)
    assert ((classifier.decide(features) > 0) == labels).mean() > 0.95
    again = Classifier.from_arrays(classifier.arrays(), "test")
    assert np.array_equal(again.decide(features), classifier.decide(features))


def test_very_many_ridges_are_sampled() -> None:
    features, labels = two_kinds(3 * MAX_TRAINING_RIDGES)
    classifier = train_classifier(features, labels)
    assert len(classifier.vectors) < MAX_TRAINING_RIDGES
    assert ((classifier.decide(features) > 0) == labels).mean() > 0.95


@pytest.mark.parametrize(("labels", "expected"), [([True, True], True), ([False, False], False), ([], True)])
def test_ridges_of_one_kind(labels: list[bool], expected: bool) -> None:
    classifier = train_classifier(np.ones((len(labels), 4)), np.array(labels, dtype=bool))
    assert (classifier.decide(np.ones((2, 4))) > 0).tolist() == [expected] * 2
