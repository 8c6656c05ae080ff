"""`mountain` and `mountain-site`: the leaves they keep, and how they are saved and loaded."""

from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline import Trainable
from ridgeline.errors import ModelError, OptionError
from ridgeline.extractors.mountain import Classifier, Mountain, MountainSite, read_terrain
from ridgeline.lab.training.mountain_classifiers import fit_mountain_site
from ridgeline.storage import models

from .site import gold_of, pages_and_gold, site_page


@pytest.fixture(scope="module")
def site() -> MountainSite:
    return fit_mountain_site(*pages_and_gold())


def test_primary_ridges_are_kept(site: MountainSite) -> None:
    page = ridgeline.parse(site_page("parcel", 5))
    answer = site.extract(page)
    assert answer.text.split() == gold_of("parcel", 5).split()
    assert answer.extractor == "mountain-site"
    # The image is inside the primary ridge.
    assert "<img" in answer.html
    assert answer.scores is not None
    assert answer.scores[answer.keep].max() == answer.scores.max()


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


def test_settings_are_saved_and_can_be_overridden(site: MountainSite, tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    MountainSite(classifier=site.classifier, span_window=9, peak_factor=2.0).save(path)
    settings = MountainSite.load(path).settings
    assert (settings.span_window, settings.peak_factor) == (9, 2.0)
    for again in (
        MountainSite(model=path, peak_factor=4.0),
        ridgeline.load("mountain-site", model=path, peak_factor=4),
    ):
        assert isinstance(again, MountainSite)
        assert (again.settings.span_window, again.settings.peak_factor) == (9, 4.0)


def test_what_is_not_a_classifier_is_an_error(site: MountainSite, tmp_path: Path) -> None:
    path = tmp_path / "site.json"
    models.save(models.SavedModel("mountain-site", {"settings": {}}, {"vectors": np.zeros((3, 4))}), path)
    with pytest.raises(ModelError, match="train it again"):
        MountainSite.load(path)
    arrays = site.to_saved().arrays
    models.save(models.SavedModel("mountain-site", {"settings": {"hue": 1}}, arrays), path)
    with pytest.raises(ModelError, match="settings that this version of ridgeline does not know"):
        MountainSite.load(path)
    models.save(models.SavedModel("mountain", {"settings": {}}, arrays), path)
    with pytest.raises(ModelError, match="a model of mountain"):
        MountainSite.load(path)


def test_without_a_classifier_the_error_says_how_to_train_one(tmp_path: Path) -> None:
    untrained = MountainSite()
    with pytest.raises(ModelError, match=r"ridgeline train mountain-site.*lab\.training\.fit"):
        untrained.extract(ridgeline.parse("<p>x"))
    with pytest.raises(ModelError, match="no classifier"):
        untrained.save(tmp_path / "site.json")


def test_they_do_not_learn_without_gold_texts() -> None:
    assert not isinstance(MountainSite(), Trainable)


def test_wrong_options_are_an_error() -> None:
    with pytest.raises(OptionError, match="has no option 'hue'; it takes alpha, beta"):
        ridgeline.load("mountain", hue=3)
    with pytest.raises(OptionError, match="odd"):
        ridgeline.load("mountain", smoothing_window=2)


def test_the_shipped_classifier_finds_an_article() -> None:
    page = ridgeline.parse(site_page("ferry", 6))
    assert set(gold_of("ferry", 6).split()) <= set(ridgeline.load("mountain").extract(page).text.split())


def by_cell_position(weight: float, intercept: float) -> Classifier:
    """A classifier whose decision grows (or, with a negative weight, falls) towards the top of the page."""
    top = np.array([[1.0, 1.0, 0.0, 0.0]], dtype=np.float32)
    return Classifier(top, np.array([weight], dtype=np.float32), intercept, 1.0)


def test_without_an_accepted_ridge_the_likeliest_is_kept() -> None:
    page = ridgeline.parse(site_page("ferry", 6))
    none_accepted = by_cell_position(1.0, -2.0)
    assert (none_accepted.decide(read_terrain(page).features) < 0).all()
    assert Mountain(classifier=none_accepted).extract(page).text.split() == gold_of("ferry", 6).split()
    assert "Cookies are used" in Mountain(classifier=by_cell_position(-1.0, -2.0)).extract(page).text


def test_a_clean_page_is_kept_although_it_has_no_ridge() -> None:
    paragraphs = "".join(
        f"<p>On day {day} the ferry came in at nine, with mail and salt. {'Nobody saw it. ' * length}</p>"
        for day, length in enumerate((5, 1, 3, 2, 1, 4))
    )
    page = ridgeline.parse(f"<html lang=en><h1>The ferry</h1>{paragraphs}")
    text = Mountain(classifier=by_cell_position(1.0, -9.0)).extract(page).text
    assert [f"day {day} " in text for day in range(6)] == [True] * 6
    assert Mountain().extract(ridgeline.parse("<p>One sentence alone.</p>")).text == "One sentence alone."


def test_a_classifier_survives_saving() -> None:
    generator = np.random.default_rng(1)
    vectors = generator.random((5, 4)).astype(np.float32)
    classifier = Classifier(vectors, generator.normal(size=5).astype(np.float32), 0.25, 2.0)
    again = Classifier.from_arrays(classifier.arrays(), "test")
    points = generator.random((9, 4))
    assert np.array_equal(again.decide(points), classifier.decide(points))
    squares = ((points[:, None] - vectors) ** 2).sum(axis=2)
    expected = np.exp(-2.0 * squares) @ classifier.coefficients + 0.25
    assert classifier.decide(points) == pytest.approx(expected, abs=1e-5)


def test_whole_blocks_complete_paragraphs_that_a_ridge_cuts(site: MountainSite) -> None:
    """The link that ends the last paragraph has a low score, so the ridge ends before it."""
    source = site_page("parcel", 5)
    last = source.rindex("</p></main>")
    ending = '<span hidden>Secret</span><a href="/map">Its map</a>'
    page = ridgeline.parse(source[:last] + ending + source[last:])
    whole = MountainSite(classifier=site.classifier, whole_blocks=True)
    assert "Its map" not in site.extract(page).text
    assert whole.extract(page).text.split() == [*site.extract(page).text.split(), "Its", "map"]
    for option in (1, "yes", None):
        with pytest.raises(OptionError, match="whole_blocks is True or False"):
            Mountain(whole_blocks=option)
