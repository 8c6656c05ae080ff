"""What applies to a page: the rule of its site, and the extractor that was kept last."""

import pickle
from pathlib import Path
from typing import Any

import pytest

import ridgeline
from ridgeline.errors import ModelError, OptionError, SiteError
from ridgeline.sites import SiteFolder, Sites
from ridgeline.sites.collection import current_sites
from ridgeline.sites.learning import check, keep, learn
from ridgeline.sites.rules import Rule, Rules

from .. import courier


@pytest.fixture
def folder(tmp_path: Path) -> SiteFolder:
    """A folder with a head for the site."""
    place = SiteFolder(tmp_path)
    learn_kind(place, "summit")
    return place


def learn_kind(folder: SiteFolder, kind: str) -> None:
    """Learn something about the site from three pages."""
    pages = courier.several(3)
    keep(learn(kind, pages, courier.SITE), check(kind, pages, courier.SITE), folder)


def extract(number: int = 7, **options: Any) -> ridgeline.Extraction:
    """Extract a page of the site."""
    extraction: ridgeline.Extraction = ridgeline.extract(
        courier.source(number), **{"url": courier.url(number), **options}
    )
    return extraction


def test_nothing_applies_unless_told_so(folder: SiteFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridgeline.storage.files.user_data_folder", lambda: folder.path)
    assert extract().text != courier.content(7)
    assert extract(sites=False).text != courier.content(7)
    assert extract(sites=True).text == courier.content(7)


@pytest.mark.parametrize("form", ["path", "text", "folder", "sites"])
def test_the_folder_may_be_given(folder: SiteFolder, form: str) -> None:
    given: Any = {"path": folder.path, "text": str(folder.path), "sites": Sites.load(folder)}.get(form, folder.path)
    assert extract(sites=given).text == courier.content(7)


def test_anything_else_is_an_error() -> None:
    with pytest.raises(OptionError, match="sites is True, the path of a folder or"):
        extract(sites=3)


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    assert len(Sites.load(tmp_path / "none")) == 0
    assert extract(sites=tmp_path / "none").text == extract().text


def test_the_site_is_that_of_the_address(folder: SiteFolder) -> None:
    sites = Sites.load(folder)
    assert extract(sites=sites, url=f"https://sub.{courier.SITE}/").text == courier.content(7)
    assert extract(sites=sites, url="https://example.org/").text == extract(url="https://example.org/").text
    canonical = f'<link rel=canonical href="{courier.url(7)}">'
    html = courier.source(7).replace("<body", f"{canonical}<body", 1)
    assert ridgeline.extract(html, sites=sites).text == courier.content(7)


def test_the_extractor_that_was_kept_last_answers(folder: SiteFolder) -> None:
    learn_kind(folder, "template")
    assert extract(sites=folder.path).extractor == "fast-template"
    learn_kind(folder, "summit")
    assert extract(sites=folder.path).extractor == "summit"


def test_another_extractor_stays(folder: SiteFolder) -> None:
    assert extract(sites=folder.path, extractor="everything").extractor == "everything"


def test_options_of_summit_stay(folder: SiteFolder) -> None:
    sites = Sites.load(folder)
    assert extract(sites=sites, favor="recall").text == courier.content(7)
    assert extract(sites=sites, comments=False).text == courier.content(7)


def test_a_rule_applies_on_top(folder: SiteFolder) -> None:
    Rules([Rule(courier.SITE, exclude=("h1",))]).save(folder.rules_path)
    assert extract(sites=folder.path).text == courier.content(7).partition("\n\n")[2]
    assert extract(sites=folder.path, extractor="everything").text.count("Story 7") == 0


def test_rules_of_the_caller_count_first(folder: SiteFolder) -> None:
    Rules([Rule(courier.SITE, exclude=("h1",)), Rule("*", select=("a",))]).save(folder.rules_path)
    given = Rules([Rule(courier.SITE, select=("h1",))])
    assert extract(sites=folder.path, rules=given).text == "Story 7"
    assert extract(sites=folder.path, rules=given, url="https://example.org/").text == "Home"


def test_a_damaged_record_is_reported(folder: SiteFolder) -> None:
    (folder.path / "sites" / courier.SITE / "learnt.json").write_text("{")
    with pytest.raises(SiteError, match="damaged"):
        Sites.load(folder)


@pytest.mark.parametrize("text", ["{", "{}", '{"extractor": "summit-head", "format": 2}'])
def test_a_damaged_head_is_reported(folder: SiteFolder, text: str) -> None:
    folder.model_path(courier.SITE, "summit").write_text(text)
    with pytest.raises(ModelError):
        extract(sites=folder.path)


def test_it_can_be_sent_to_another_process(folder: SiteFolder) -> None:
    sites = Sites.load(folder)
    extract(sites=sites)
    other = pickle.loads(pickle.dumps(sites))
    assert extract(sites=other).text == courier.content(7)
    assert repr(other) == repr(sites)


def test_a_service_sees_what_was_learnt_since(folder: SiteFolder) -> None:
    first = current_sites(folder.path)
    assert current_sites(folder.path) is first
    learn_kind(folder, "template")
    second = current_sites(folder.path)
    assert second is not first
    assert [own.kind for own in second.learnt[courier.SITE]] == ["summit", "template"]


def test_extractors_are_loaded_once(folder: SiteFolder) -> None:
    sites = Sites.load(folder)
    page = courier.corrected(1).page
    default = ridgeline.load("summit")
    assert sites.extractor_for(page, default) is sites.extractor_for(page, default)
