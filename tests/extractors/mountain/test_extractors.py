"""`mountain` and `mountain-site`: what they learn, keep and store."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline import models
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.mountain import Mountain, MountainSite, label_ridges, mountain_of
from ridgeline.extractors.mountain.cells import Reals
from ridgeline.extractors.mountain.classifier import MAX_RIDGES, Classifier, train
from ridgeline.extractors.mountain.leaves import cells_of_leaves
from ridgeline.page import BoolColumn

MENU = "<ul>" + "".join(f"<li><a href='/{number}'>Section {number}</a></li>" for number in range(25)) + "</ul>"
SCRIPT = "<script>" + "var state = {a: 1 < 2};" * 90 + "</script>"
NOTICE = (
    "<div id='legal'><p>All rights reserved, by the harbour office. No liability is taken, for anything.</p>"
    "<p>Cookies are used here, for all purposes. By reading you agree, at once.</p></div>"
)


def site_page(topic: str, paragraphs: int) -> str:
    body = "".join(
        f"<p>The {topic} of day {number} came in at nine, with mail and salt. Nobody had seen it, they said.</p>"
        for number in range(paragraphs)
    )
    image = "<img src='/ferry.png'>"
    return f"<html lang=en><body>{MENU}{SCRIPT}<main>{body}{image}{body}</main>{SCRIPT}{NOTICE}{MENU}</body></html>"


def gold_of(topic: str, paragraphs: int) -> str:
    page = ridgeline.parse(site_page(topic, paragraphs))
    return "\n".join(text for text in page.leaf_text if topic in text)


TOPICS = [("ferry", 4), ("storm", 6), ("whale", 3), ("letter", 8)]


@pytest.fixture(scope="module")
def site() -> MountainSite:
    pages = [ridgeline.parse(site_page(*topic)) for topic in TOPICS]
    return MountainSite().fit(pages, [gold_of(*topic) for topic in TOPICS])


def test_a_site_is_learnt(site: MountainSite) -> None:
    page = ridgeline.parse(site_page("parcel", 5))
    answer = site.extract(page)
    assert answer.text.split() == gold_of("parcel", 5).split()
    assert answer.extractor == "mountain-site"
    # The image stands inside the primary ridge.
    assert "<img" in answer.html
    assert answer.scores is not None
    assert answer.scores[answer.keep].max() == answer.scores.max()


def test_ridges_are_labelled_by_the_gold_text() -> None:
    page = ridgeline.parse(site_page("ferry", 4))
    terrain = mountain_of(page.source)
    labels = np.array(["ferry" in text for text in page.leaf_text])
    assert label_ridges(terrain, cells_of_leaves(page, terrain.cells), labels).tolist() == [True, False]


def test_without_a_page(site: MountainSite) -> None:
    source = site_page("parcel", 5)
    assert site.primary_text(source).split() == gold_of("parcel", 5).split()
    assert site.primary_text("") == ""


def test_hidden_text_is_not_kept(site: MountainSite) -> None:
    source = site_page("parcel", 5).replace("<p>The parcel of day 2", "<p hidden>The parcel of day 2")
    assert "day 2" not in site.extract(ridgeline.parse(source)).text
    assert "day 3" in site.extract(ridgeline.parse(source)).text


def test_saved_and_loaded_is_the_same(site: MountainSite, tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    site.save(path)
    page = ridgeline.parse(site_page("parcel", 7))
    for again in (MountainSite.load(path), ridgeline.load("mountain-site", model=str(path))):
        assert np.array_equal(again.extract(page).keep, site.extract(page).keep)


def test_settings_are_stored_with_what_they_gave(tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    pages = [ridgeline.parse(site_page(*topic)) for topic in TOPICS]
    fitted = MountainSite(span_window=9, peak_factor=2.0).fit(pages, [gold_of(*topic) for topic in TOPICS])
    fitted.save(path)
    assert MountainSite.load(path).settings == fitted.settings
    assert MountainSite(model=path, peak_factor=4.0).settings.peak_factor == 4.0


def test_what_is_not_a_classifier_is_an_error(site: MountainSite, tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    models.save(models.SavedModel("mountain-site", {"settings": {}}, {"vectors": np.zeros((3, 4))}), path)
    with pytest.raises(ModelError, match="train it again"):
        MountainSite.load(path)
    arrays = site.to_model({}).arrays
    models.save(models.SavedModel("mountain-site", {"settings": {"hue": 1}}, arrays), path)
    with pytest.raises(ModelError, match="settings that this ridgeline does not know"):
        MountainSite.load(path)
    models.save(models.SavedModel("mountain", {"settings": {}}, arrays), path)
    with pytest.raises(ModelError, match="a model of mountain"):
        MountainSite.load(path)


def test_not_fitted_is_an_error() -> None:
    with pytest.raises(ModelError, match="not learnt a site"):
        MountainSite().extract(ridgeline.parse("<p>x"))
    with pytest.raises(OptionError, match="gold"):
        MountainSite().fit([ridgeline.parse("<p>x")])


def test_wrong_options_are_an_error() -> None:
    with pytest.raises(OptionError, match="does not take these options"):
        ridgeline.load("mountain", hue=3)
    with pytest.raises(OptionError, match="odd"):
        ridgeline.load("mountain", smoothing_window=2)


def test_the_shipped_classifier_finds_an_article() -> None:
    page = ridgeline.parse(site_page("ferry", 6))
    assert set(gold_of("ferry", 6).split()) <= set(ridgeline.load("mountain").extract(page).text.split())


def test_where_no_ridge_is_primary_nothing_is_kept() -> None:
    nothing = Classifier(np.empty((0, 4), dtype=np.float32), np.empty(0, dtype=np.float32), -1.0)
    assert not Mountain(classifier=nothing).extract(ridgeline.parse(site_page("ferry", 6)))


# --- The classifier


def two_kinds(count: int) -> tuple[Reals, BoolColumn]:
    features = np.random.default_rng(1).random((count, 4))
    return features, features[:, 0] > 0.5 * features[:, 3] + 0.2


def test_decisions_are_those_of_scikit_learn() -> None:
    svm = pytest.importorskip("sklearn.svm")
    features, labels = two_kinds(300)
    ours = train(features, labels, c=2.0, width=3.0)
    theirs = svm.SVC(C=2.0, gamma=3.0).fit(features, labels)
    unseen, _ = two_kinds(50)
    assert ours.decide(unseen) == pytest.approx(theirs.decision_function(unseen), abs=1e-4)


def test_it_learns_and_is_stored_whole() -> None:
    features, labels = two_kinds(400)
    classifier = train(features, labels, c=100)
    assert ((classifier.decide(features) > 0) == labels).mean() > 0.95
    again = Classifier.from_arrays(classifier.arrays(), "test")
    assert np.array_equal(again.decide(features), classifier.decide(features))


def test_very_many_ridges_are_sampled() -> None:
    features, labels = two_kinds(3 * MAX_RIDGES)
    classifier = train(features, labels)
    assert len(classifier.vectors) < MAX_RIDGES
    assert ((classifier.decide(features) > 0) == labels).mean() > 0.95


@pytest.mark.parametrize(("labels", "expected"), [([True, True], True), ([False, False], False), ([], True)])
def test_ridges_of_one_kind(labels: list[bool], expected: bool) -> None:
    classifier = train(np.ones((len(labels), 4)), np.array(labels, dtype=bool))
    assert (classifier.decide(np.ones((2, 4))) > 0).tolist() == [expected] * 2
