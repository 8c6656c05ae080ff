"""Changes of a file of rules that several programs share."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ridgeline.errors import OutputError, RuleError
from ridgeline.sites.rules import Rule, Rules
from ridgeline.sites.rules.file import change_rules, load_or_empty


def test_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    path = tmp_path / "new" / "rules.toml"
    assert list(load_or_empty(path)) == []
    rule = Rule("example.org", select=("article",))
    assert list(change_rules(path, lambda rules: Rules([*rules, rule]))) == [rule]
    assert list(Rules.load(path)) == [rule]


def test_no_change_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"

    def add(number: int) -> None:
        change_rules(path, lambda rules: Rules([*rules, Rule(f"site{number}.example", select=("p",))]))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(24)))
    assert len(Rules.load(path)) == 24


def test_what_cannot_be_read_stays(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text("damaged")
    with pytest.raises(RuleError):
        change_rules(path, lambda rules: rules)
    assert path.read_text() == "damaged"


def test_what_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        change_rules(tmp_path / "file" / "rules.toml", lambda rules: rules)
