"""Training of the Mountain Model: by name, and of the universal classifier."""

from dataclasses import replace
from pathlib import Path

import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.mountain import Mountain, MountainSite, read_terrain
from ridgeline.lab import training
from ridgeline.lab.training.mountain_classifiers import articles, labelled_ridges, train_universal

from ...extractors.mountain.site import SITES, gold_of, pages_and_gold, records, site_page


@pytest.mark.parametrize(("name", "kind"), [("mountain", Mountain), ("mountain-site", MountainSite)])
def test_an_extractor_is_trained_by_name(name: str, kind: type[Mountain]) -> None:
    fitted = training.fit(name, *pages_and_gold())
    assert type(fitted) is kind
    page = ridgeline.parse(site_page("parcel", 5))
    assert fitted.extract(page).text.split() == gold_of("parcel", 5).split()


def test_settings_are_used_and_saved(tmp_path: Path) -> None:
    fitted = training.fit("mountain-site", *pages_and_gold(), span_window=9, peak_factor=2.0)
    assert isinstance(fitted, MountainSite)
    assert (fitted.settings.span_window, fitted.settings.peak_factor) == (9, 2.0)
    fitted.save(tmp_path / "site.json")
    assert MountainSite.load(tmp_path / "site.json").settings == fitted.settings


def test_a_gold_text_for_every_page() -> None:
    pages, gold = pages_and_gold()
    with pytest.raises(ValueError, match="shorter"):
        training.fit("mountain-site", pages, gold[:-1])


# --- The universal classifier


def test_it_is_scored_on_unseen_sites() -> None:
    steps: list[None] = []
    sets = {"one": SITES[:6], "two": SITES[6:]}
    trained = train_universal(sets, processes=1, advance=lambda: steps.append(None))
    assert len(steps) == 2 * len(SITES)
    assert trained.ridges == 2 * len(SITES)
    assert trained.ridge_accuracy == 1
    assert [trained.by_set[name].pages for name in sets] == [6, 6]
    assert trained.by_set["one"].good_enough == trained.by_set["two"].word_f1 == 1
    model = trained.to_saved(sets)
    assert model.manifest["trained_on"] == {"one": 6, "two": 6}
    assert model.manifest["fingerprint"] == trained.to_saved({"all": SITES}).manifest["fingerprint"]
    assert model.manifest["fingerprint"] != trained.to_saved({"most": SITES[1:]}).manifest["fingerprint"]


def test_other_pages_are_scored_but_not_trained_on() -> None:
    sets, others = {"one": [*SITES[0::3], *SITES[1::3]]}, {"two": SITES[2::3]}
    trained = train_universal(sets, others=others, processes=1)
    assert trained.ridges == 2 * 8
    assert [trained.by_set[name].pages for name in ("one", "two")] == [8, 4]
    assert trained.to_saved(sets).manifest["trained_on"] == {"one": 8}


def test_articles_are_pages_without_a_type_or_of_that_type() -> None:
    made = [replace(SITES[0], type=kind) for kind in (None, "article", "forum")]
    assert [record.type for record in articles(made)] == [None, "article"]


def test_pages_without_a_peak_train_nothing() -> None:
    page = ridgeline.parse("<p>One sentence alone.</p>")
    assert len(read_terrain(page)) == 1
    assert len(labelled_ridges(page, "One sentence alone.").is_primary) == 0


def test_too_few_sites_are_an_error_before_the_work() -> None:
    steps: list[None] = []
    with pytest.raises(OptionError, match="4 folds of 1 sites"):
        train_universal({"one": records("a.test")}, processes=1, advance=lambda: steps.append(None))
    assert steps == []
