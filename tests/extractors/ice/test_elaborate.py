"""The pseudo-probabilities of section 3.2, calculated by hand, and the threshold."""

from pathlib import Path

import pytest

import ridgeline
from ridgeline.errors import ModelError
from ridgeline.extractors.ice.elaborate import Elaborate, headings, list_items, paragraph_scores
from ridgeline.extractors.ice.features import Features, read_features
from ridgeline.storage.models import SavedModel, save
from ridgeline.text.cuts import paragraphs

from ...pages import page
from .pages import SENTENCES


def features(body: str) -> Features:
    return read_features(paragraphs(page(f"{body}<p>{SENTENCES[0]}</p>")))


def test_list_items() -> None:
    counted = features("<ul><li>Three small words<li>and three more</ul>")
    first = (0.4 + 0.2 * 0.9 + 0.1) / 0.7
    second = (0.4 + 0.2 * 0.9) / 0.7
    sentence = (0.2 * (1 - 18 / 30) + 0.1) / 0.7
    assert list_items(counted) == pytest.approx(
        [0.7 * first + 0.15 * second, 0.7 * second + 0.15 * (first + sentence), 0.7 * sentence + 0.15 * second]
    )


def test_headings() -> None:
    # in h2 and before a long block; in no heading and before a short one
    assert headings(features("<div>Three small words</div><h2>Three small words</h2>")) == pytest.approx(
        [0.3 * 0.8, 0.4 + 0.3 * 0.8 + 0.3, 0.0]
    )


def test_a_hyperlink_makes_neither_item_nor_heading() -> None:
    counted = features(
        '<h2><a href="/">Linked</a></h2><ul><li>with <a href="/">a link</a></ul><h2><a name=x>Named</a></h2>'
    )
    assert list_items(counted)[:2].tolist() == [0, 0]
    assert headings(counted)[:2].tolist() == [0, 0]
    assert headings(counted)[2] > 0.5


def test_paragraphs() -> None:
    # 18 words, 3 marks; two conjunctions, "and" and "because"
    assert paragraph_scores(features(""))[0] == pytest.approx(1.0)
    # 20 words: one mark and no conjunction
    assert paragraph_scores(features(f"<p>{'word ' * 20}.</p>"))[0] == pytest.approx((1 / 21 / 0.1) / 2)


def test_markup_and_the_threshold() -> None:
    body = (
        "<h1>The ferry</h1><p>It goes on, day by day by day by day by day by day by day by day by day by day</p>"
        f"<p>{SENTENCES[0]}</p><ul><li>One coat</li><li>One ticket</li></ul><ul><li><a href=/>Home</a></ul>"
    )
    everything = Elaborate(0.0).extract(page(body)).cleaneval.split("\n\n")
    assert [line[:3] for line in everything] == ["<h>", "<p>", "<p>", "<l>", "<l>"]
    strict = Elaborate(0.9).extract(page(body)).cleaneval.split("\n\n")
    assert [line[:3] for line in strict] == ["<h>", "<p>", "<l>", "<l>"]


def test_a_threshold_is_saved_and_loaded(tmp_path: Path) -> None:
    Elaborate(0.35).save(tmp_path / "model.json")
    assert Elaborate.load(tmp_path / "model.json").threshold == 0.35


def test_the_shipped_threshold() -> None:
    assert 0 < ridgeline.load("ice-elaborate").threshold < 1  # type: ignore[attr-defined]


def test_a_threshold_that_is_not_a_number_is_an_error(tmp_path: Path) -> None:
    save(SavedModel("ice-elaborate", {"threshold": "high"}), tmp_path / "model.json")
    with pytest.raises(ModelError, match="threshold"):
        Elaborate.load(tmp_path / "model.json")
