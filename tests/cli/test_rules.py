"""`ridgeline rules`, and --select, --exclude and --rules of `ridgeline extract`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ridgeline.cli import main

Run = Callable[..., tuple[int, str, str]]

PROSE = "The morning ferry leaves at nine, and it carries more mail than people across the sound."
PAGE = f"""<title>Ferry</title><nav><a href=/>Home</a></nav><div class=story><h1>Ferry</h1><p>{PROSE}</p>
<p class=promo>Subscribe now.</p></div><p class=byline>Ilse Brandt</p><time datetime=2024-05-02>May</time>"""
RULES = """["example.org"]
select = ".story"
exclude = [".promo", "aside"]
author = ".byline"
date = "time"

["example.org/coast"]
select = "nav"
"""


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs commands in a folder with a page and a file of rules."""
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(PAGE, encoding="utf-8")
    Path("rules.toml").write_text(RULES, encoding="utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        capsysbinary.readouterr()
        code = main(arguments)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


# --- extract


def test_select_and_exclude(run: Run) -> None:
    assert run("extract", "page.html", "--select", "nav", "--select", ".promo, h1", "--exclude", "h1") == (
        *(0, "Home\n\nSubscribe now.\n", ""),
    )


def test_a_selector_that_matches_nothing_is_noted(run: Run) -> None:
    code, out, err = run("extract", "page.html", "--select", ".none", "-e", "everything")
    assert code == 0
    assert PROSE in out
    assert err == "ridgeline: page.html: nothing on the page matches .none, so the extractor decided\n"


@pytest.mark.parametrize("option", ["--select", "--exclude"])
@pytest.mark.parametrize(
    ("css", "said"), [("p >", "at its end: expected an element"), ("", "at its end"), ("p:x", ":x")]
)
def test_a_wrong_selector_is_one_line_and_2(option: str, css: str, said: str, run: Run) -> None:
    code, out, err = run("extract", "page.html", option, css)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("ridgeline: error: the CSS selector ")
    assert said in err


def test_rules_of_a_file(run: Run) -> None:
    url = ("--url", "https://example.org/news")
    assert run("extract", "page.html", "--rules", "rules.toml", *url)[1].split() == f"Ferry {PROSE}".split()
    _, out, _ = run("extract", "page.html", "--rules", "rules.toml", *url, "-f", "json")
    metadata = json.loads(out)["metadata"]
    assert (metadata["authors"], metadata["date"]) == (["Ilse Brandt"], "2024-05-02")
    coast = ("--url", "https://www.example.org/coast/ferry")
    assert run("extract", "page.html", "--rules", "rules.toml", *coast) == (0, "Home\n", "")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (None, "none.toml: cannot be read: No such file or directory"),
        ('[example.org]\nselect = "p"', "none.toml: 'example': write the name of the site in quotes"),
        ('["a.org"]\nselect = "p >"', "none.toml: 'a.org': select: the CSS selector 'p >' cannot be read at its end"),
    ],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "page.html", "--rules", "none.toml"),
        ("rules", "list", "none.toml"),
        ("rules", "test", "none.toml", "page.html"),
        ("rules", "check", "none.toml"),
    ],
    ids=" ".join,
)
def test_a_file_that_cannot_be_used_is_one_line_and_1(
    arguments: tuple[str, ...], source: str | None, said: str, run: Run
) -> None:
    if source is not None:
        Path("none.toml").write_text(source, encoding="utf-8")
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"ridgeline: error: {said}")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    "arguments",
    [
        ("extract", "page.html", "other.html", "--output", "texts", "--rules", "former.toml"),
        ("rules", "check", "former.toml"),
    ],
    ids=" ".join,
)
def test_former_words_are_noted_once(arguments: tuple[str, ...], run: Run) -> None:
    Path("other.html").write_text(PAGE, encoding="utf-8")
    Path("former.toml").write_text(RULES.replace("select", "keep").replace("exclude", "drop"), encoding="utf-8")
    code, _, err = run(*arguments)
    assert (code, err) == (0, "ridgeline: former.toml: keep and drop are called select and exclude now\n")


# --- rules list, rules check


def test_list(run: Run) -> None:
    assert run("rules", "list", "rules.toml") == (
        0,
        "example.org\n  select   .story\n  exclude  .promo\n  exclude  aside\n  author   .byline\n  date     time\n"
        "example.org/coast\n  select   nav\n",
        "",
    )
    code, out, err = run("rules", "list", "rules.toml", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)[1] == {"site": "example.org/coast", "select": ["nav"]}


def test_list_of_an_empty_file(run: Run) -> None:
    Path("empty.toml").write_text("# nothing yet\n")
    assert run("rules", "list", "empty.toml") == (0, "", "ridgeline: empty.toml: has no rules\n")


def test_check_names_all_mistakes(run: Run) -> None:
    assert run("rules", "check", "rules.toml") == (0, "", "")
    Path("a.toml").write_text('["a.org"]\nselect = "p >"\n["b.org"]\nkep = "p"\n')
    code, out, err = run("rules", "check", "a.toml", "rules.toml", "none.toml")
    assert (code, out) == (1, "")
    assert [line.split(": ")[2] for line in err.splitlines()] == ["a.toml", "a.toml", "none.toml"]


# --- rules test


def test_what_rules_change(run: Run) -> None:
    Path("other.html").write_text("<p>Another page of another site.", encoding="utf-8")
    code, out, err = run(
        "rules", "test", "rules.toml", "page.html", "--url", "https://example.org/", "-e", "everything", "--json"
    )
    assert (code, err) == (0, "")
    (row,) = json.loads(out)
    assert row["rule"] == "example.org"
    assert row["words_before"] > row["words_after"] == 1 + len(PROSE.split())
    assert (row["title"], row["author"], row["date"]) == ("Ferry", "Ilse Brandt", "2024-05-02")
    assert row["unmatched"] == {"exclude": ["aside"]}


def test_the_extractor_takes_its_options(run: Run) -> None:
    code, _, err = run("rules", "test", "rules.toml", "page.html", "-e", "kfeature", "--option", "hue=1")
    assert code != 0
    assert "kfeature has no option 'hue'" in err
    assert run("rules", "test", "rules.toml", "page.html", "-e", "kfeature", "--option", "blocks=2")[0] == 0


def test_the_table_of_changes(run: Run) -> None:
    code, out, err = run("rules", "test", "rules.toml", "page.html", "--url", "https://example.org/")
    assert (code, err) == (0, "")
    assert all(word in out for word in ("page.html", "example.org", "words before", "exclude: aside"))
    code, out, err = run("rules", "test", "rules.toml", "page.html", "none.html")
    assert code == 1
    assert "page.html" in out
    assert "–" in out
    assert err == "ridgeline: error: none.html: there is no such file\n"
