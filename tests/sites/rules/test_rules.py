"""Rules: found by URL, read from a file and written to one, with mistakes that say what to do."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.errors import OptionError, RuleError
from ridgeline.parameters import MAX_SELECTORS
from ridgeline.sites.rules import Rule, Rules
from ridgeline.sites.rules.collection import find_mistakes
from ridgeline.sites.rules.rule import KEYS
from ridgeline.sites.rules.toml import MAX_BYTES

FILE = """
# The coast.
["example.org"]
select = ["article .body", "figure[data-kind='chart']"]
exclude = [".newsletter", "aside"]
title = "h1.headline"

["www.example.org/coast"]
author = ".byline a"
date = ["time[datetime]", ".date"]

["*"]
exclude = ".cookie-banner"
"""


def test_a_file_is_read() -> None:
    rules = Rules.parse(FILE)
    assert list(rules) == [
        Rule("*", exclude=(".cookie-banner",)),
        Rule(
            "example.org",
            select=("article .body", "figure[data-kind='chart']"),
            exclude=(".newsletter", "aside"),
            title=("h1.headline",),
        ),
        Rule("example.org/coast", author=(".byline a",), date=("time[datetime]", ".date")),
    ]
    assert repr(rules) == "<Rules for 3 sites>"


def test_former_words_are_read_and_new_ones_written() -> None:
    former = FILE.replace("select", "keep").replace("exclude", "drop")
    with pytest.warns(FutureWarning, match="^f: keep and drop are called select and exclude now$") as warned:
        rules = Rules.parse(former, "f")
    assert len(warned) == 1
    assert rules == Rules.parse(FILE)
    assert "keep" not in rules.as_toml()
    with pytest.warns(FutureWarning), pytest.raises(RuleError, match=r"f: 'a\.org': keep is another name of select"):
        Rules.parse('["a.org"]\nkeep = "p"\nselect = "b"', "f")


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://example.org/", "example.org"),
        ("https://www.example.org/about", "example.org"),
        ("https://blog.example.org/about", "example.org"),
        ("https://example.org/coast", "example.org/coast"),
        ("https://m.example.org/coast/ferry?x=1", "example.org/coast"),
        ("https://example.org/coastal", "example.org"),
        ("https://example.com/", "*"),
        (None, "*"),
    ],
)
def test_the_most_specific_rule_counts(url: str | None, site: str) -> None:
    rule = Rules.parse(FILE).for_url(url)
    assert rule is not None
    assert rule.site == site


def test_without_a_rule_for_every_site_there_may_be_none() -> None:
    assert Rules([Rule("example.org")]).for_url("https://example.com/") is None
    assert Rules().for_url("https://example.com/") is None


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    rules = Rules.parse(FILE)
    rules.save(tmp_path / "a.toml")
    assert Rules.load(tmp_path / "a.toml") == rules
    assert Rules.load(str(tmp_path / "a.toml")).as_toml() == rules.as_toml()
    assert find_mistakes(tmp_path / "a.toml") == []


_strings = st.text(alphabet="ab'\"\\ \t\n\x7f\x01é船[]=#,.", max_size=12)
_selectors = st.lists(
    _strings.map(lambda text: "[title='" + "".join(f"\\{ord(one):x} " for one in text) + "']")
    | st.sampled_from(["p", 'a[href="/x"]', r"#\31 st", ".très", "p > b", "[a='it\\'s']", "p\n, b", "p /* \x7f */ b"])
    | st.just("div > " * 30 + "p"),
    max_size=5,
).map(tuple)
_rules = st.builds(
    Rule, st.sampled_from(["*", "example.org", "a.example.org/x", "ü.example"]), *[_selectors] * len(KEYS)
)


@given(st.lists(_rules, max_size=4, unique_by=lambda rule: rule.site))
def test_any_rules_survive_a_round_trip(rules: list[Rule]) -> None:
    written = Rules(rules).as_toml()
    assert list(tomllib.loads(written)) == [rule.site for rule in Rules(rules)]
    read = Rules.parse(written)
    assert read == Rules(rules)
    assert hash(read) == hash(Rules(rules))
    assert read.as_toml() == written


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('["example.org"\nselect = "p"', "f: not TOML: .*line 1"),
        ('["example.org"]\nselect = p', "f: not TOML: .*line 2"),
        ('["example.org"]\nselect = "p"\nselect = "b"\n\n', "f: not TOML: .*line 3"),
        (
            '["example.org"]\nselect = "p >"',
            "f: 'example.org': select: the CSS selector 'p >' cannot be read at its end",
        ),
        ('["example.org"]\nselect = ["p", "b:hover"]', "select: .* at character 2, ':hover': unknown pseudo-class"),
        ('["example.org"]\nselect = 7', "select: selectors are a string or a list of strings, not 7"),
        ('["example.org"]\nselect = ["p", 7]', "select: a CSS selector is a string, not 7"),
        ('["example.org"]\nselekt = "p"', "no key is called 'selekt': there are select, exclude, title, author, date"),
        ('[example.org]\nselect = "p"', r"f: 'example': write the name of the site in quotes: \[\"example.org\"\]"),
        ('[a.b.example.org]\nselect = "p"', r"in quotes: \[\"a.b.example.org\"\]"),
        ('select = "p"', r"f: 'select': rules are in a table of their site, as \[\"example.org\"\]"),
        ('["exa mple"]\nselect = "p"', "f: 'exa mple': 'exa mple' names no site: write a host such as"),
        ('["a.org"]\n["www.a.org"]', "f: 'www.a.org': there is another rule for a.org, 'a.org': join them"),
        ('[["example.org"]]\nselect = "p"', "rules are in a table of their site"),
        (
            '["example.org"]\nselect = ' + repr(["p"] * (MAX_SELECTORS + 1)),
            "select: there are 201 selectors; the limit is",
        ),
        (b"\xff\xfe", "f: not a file of rules: it is not in UTF-8"),
        (b"\x89PNG\r\n", "f: not a file of rules: it is not in UTF-8"),
        ("<!DOCTYPE html>", "f: not TOML: "),
        ("a = " + "[" * 20_000, "f: not TOML: "),
        (".".join("a" * 5_000) + " = 1", "f: not a file of rules: it has a key of many parts"),
        ("#" * (MAX_BYTES + 1), "f: larger than 4,000,000 bytes"),
    ],
)
def test_a_mistake_is_one_line_that_says_what_to_do(source: str | bytes, said: str) -> None:
    with pytest.raises(RuleError, match=said) as raised:
        Rules.parse(source, "f")
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 500


def test_all_mistakes_of_a_file_are_found(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('["a.org"]\nselect = "p >"\n["b.org"]\nselect = "p"\n["c.org"]\nkep = "p"\n["www.b.org"]\n')
    found = [str(mistake).removeprefix(f"{path}: ")[:7] for mistake in find_mistakes(path)]
    assert found == ["'a.org'", "'c.org'", "'www.b."]
    path.write_text("[")
    assert len(find_mistakes(path)) == 1


@pytest.mark.parametrize(("name", "said"), [("none.toml", "cannot be read: No such file"), (".", "cannot be read")])
def test_a_file_that_cannot_be_read(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=said):
        Rules.load(tmp_path / name)
    assert said in str(find_mistakes(tmp_path / name)[0])


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(RuleError, match=r"^'a\\x00b' cannot be the name of a file$"):
        Rules.load("a\0b")


def test_two_rules_for_a_site_are_a_mistake() -> None:
    with pytest.raises(OptionError, match=r"^there are two rules for example\.org$"):
        Rules([Rule("example.org"), Rule("www.example.org")])


@pytest.mark.parametrize("select", [7, None, {"p"}, b"p"])
def test_selectors_are_strings(select: Any) -> None:
    with pytest.raises(OptionError, match=r"^select: selectors are a string or a list of strings, not "):
        Rule("example.org", select=select)


@given(st.text(alphabet="[]\"'=.ab\n#{},", max_size=60))
def test_any_text_is_a_file_of_rules_or_a_rule_error(source: str) -> None:
    try:
        rules = Rules.parse(source)
    except RuleError:
        return
    assert all(rule.site for rule in rules)
