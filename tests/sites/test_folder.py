"""The files of what is known about sites."""

import json
from pathlib import Path

import pytest

from ridgeline.errors import OptionError, OutputError, RuleError, SiteError
from ridgeline.sites import Learnt, SiteFolder
from ridgeline.sites.rules import Rule, Rules

SUMMIT = Learnt("summit", "2026-01-01T00:00:00", 2, 0.8, 0.9)
RULE = Learnt("rule", "2026-02-01T00:00:00", 3, 0.8, None)


@pytest.fixture
def folder(tmp_path: Path) -> SiteFolder:
    """A folder that is not there yet."""
    return SiteFolder(tmp_path / "data")


def records(folder: SiteFolder, site: str = "example.org") -> Path:
    """The file of the records of a site."""
    return folder.path / "sites" / site / "learnt.json"


def test_a_folder_that_is_not_there_knows_nothing(folder: SiteFolder) -> None:
    assert list(folder.sites()) == []
    assert folder.learnt("example.org") == ()
    assert len(folder.rules()) == 0
    assert not folder.path.exists()


def test_records_are_kept_in_their_order_whatever_the_clock_says(folder: SiteFolder) -> None:
    folder.record("www.example.org", RULE)
    folder.record("example.org", SUMMIT)
    assert folder.learnt("example.org") == (RULE, SUMMIT)
    assert list(folder.sites()) == ["example.org"]


def test_a_kind_is_recorded_once(folder: SiteFolder) -> None:
    folder.record("example.org", SUMMIT)
    newer = Learnt("summit", "2026-03-01T00:00:00", 5)
    folder.record("example.org", newer)
    assert folder.learnt("example.org") == (newer,)


def test_forgetting_deletes_the_model(folder: SiteFolder) -> None:
    folder.record("example.org", SUMMIT)
    path = folder.model_path("example.org", "summit")
    path.write_text("{}")
    folder.forget("example.org", "summit")
    assert folder.learnt("example.org") == ()
    assert not path.exists()
    with pytest.raises(SiteError, match="nothing of the kind summit was learnt about"):
        folder.forget("example.org", "summit")


def test_forgetting_a_rule_keeps_the_others(folder: SiteFolder) -> None:
    folder.record("example.org", RULE)
    Rules([Rule("example.org", select=("p",)), Rule("other.example", select=("p",))]).save(folder.rules_path)
    folder.forget("example.org", "rule")
    assert [rule.site for rule in folder.rules()] == ["other.example"]


@pytest.mark.parametrize("site", ["../../etc", "*", "", ".", "..", "a/../../b", "x" * 300 + ".example"])
def test_no_name_leads_out_of_the_folder(site: str, folder: SiteFolder) -> None:
    try:
        path = folder.model_path(site, "summit")
    except OptionError:
        return
    assert path.parent.parent == folder.path / "sites"
    assert path.resolve().is_relative_to(folder.path.resolve())


def test_a_site_with_a_path_has_a_folder(folder: SiteFolder) -> None:
    folder.record("example.org/coast", SUMMIT)
    assert list(folder.sites()) == ["example.org/coast"]
    assert folder.learnt("example.org/coast") == (SUMMIT,)


@pytest.mark.parametrize(
    "text",
    ["", "{", "{}", "[1]", '[{"kind": "network"}]', '[{"kind": "rule"}]', "[" * 100_000, "\x00"]
    + [json.dumps([SUMMIT.as_dict() | change]) for change in ({"pages": "x"}, {"made": 3}, {"f1_after": "high"})],
)
def test_a_damaged_record_is_one_clear_error(text: str, folder: SiteFolder) -> None:
    folder.record("example.org", SUMMIT)
    records(folder).write_text(text)
    with pytest.raises(SiteError, match=r"learnt\.json: damaged: ") as caught:
        folder.learnt("example.org")
    assert "\n" not in str(caught.value)


def test_damaged_rules_are_an_error(folder: SiteFolder) -> None:
    folder.prepare("example.org")
    folder.rules_path.write_text("select = [")
    with pytest.raises(RuleError, match=r"rules\.toml: not TOML"):
        folder.rules()


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be made"):
        SiteFolder(tmp_path / "file").prepare("example.org")


def test_the_digest_is_that_of_the_contents(folder: SiteFolder) -> None:
    empty = folder.digest()
    folder.record("example.org", SUMMIT)
    recorded = folder.digest()
    folder.model_path("example.org", "summit").write_text("one")
    first = folder.digest()
    folder.model_path("example.org", "summit").write_text("two")
    second = folder.digest()
    assert len({empty, recorded, first, second}) == 4
    folder.model_path("example.org", "summit").write_text("one")
    assert folder.digest() == first


def test_the_user_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ridgeline.storage.files.user_data_folder", lambda: tmp_path)
    assert SiteFolder.of_user().rules_path == tmp_path / "rules.toml"
