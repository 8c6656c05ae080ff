"""`ridgeline extract --isolated`."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from ridgeline import options
from ridgeline.isolation import end_processes
from ridgeline.output import FORMATS

from ..isolation.hostile import Hostile, page
from ..pages import AWKWARD
from .test_cli import Shell, shell

__all__ = ["shell"]  # a fixture

ARTICLE = AWKWARD["article"]


@pytest.fixture(autouse=True)
def _ended_processes() -> Iterator[None]:
    yield
    end_processes()


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every extractor does what a page tells it."""
    monkeypatch.setattr(options, "load_ready", lambda name, **given: Hostile())


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_the_same(format: str, shell: Shell) -> None:
    for name in ("article", "only hidden text", "right to left"):
        Path(f"{name}.html").write_text(AWKWARD[name], encoding="utf-8")
        assert shell("extract", "--isolated", f"{name}.html", "-f", format) == shell(
            "extract", f"{name}.html", "-f", format
        )


@pytest.mark.parametrize(
    "line",
    [
        "-f markdown --front-matter --links none --width 40 --no-title",
        "-f json --with markdown,html --heading-offset 2",
        "-e mountain --url https://ferry.example/",
        "--select h1 --exclude em --favor recall",
        "-e rnn --feature text --blocks 2 --option seed=1",
        "--charset utf-8 --seconds 5",
    ],
)
def test_other_options_are_the_same(line: str, shell: Shell) -> None:
    Path("a.html").write_text(ARTICLE, encoding="utf-8")
    assert shell("extract", "a.html", "--isolated", *line.split()) == shell("extract", "a.html", *line.split())


def test_files_are_unpacked_in_the_process(shell: Shell) -> None:
    Path("a.html.gz").write_bytes(gzip.compress(ARTICLE.encode()))
    ran = shell("extract", "--isolated", "a.html.gz")
    assert (ran.code, ran.out) == (0, shell("extract", "a.html.gz").out)


def test_what_is_not_a_web_page(shell: Shell) -> None:
    Path("a.pdf").write_bytes(b"%PDF-1.4\n")
    ran = shell("extract", "--isolated", "a.pdf")
    assert ran == shell("extract", "a.pdf")
    assert ran.code == 1


def test_standard_input(shell: Shell) -> None:
    assert shell("extract", "--isolated", "-", stdin=ARTICLE.encode()).out.startswith("The morning ferry")


@pytest.mark.usefixtures("hostile")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("segfault", "the process died of SIGSEGV"),
        ("raise", "ValueError: a bug"),
        ("hang", "took more than 0.3 s"),
    ],
)
def test_a_page_that_breaks_its_process_costs_only_itself(action: str, reason: str, shell: Shell) -> None:
    for name, does in (("1", "nothing"), ("2", action), ("3", "nothing")):
        Path(f"{name}.html").write_text(page(does), encoding="utf-8")
    ran = shell("extract", "--isolated", "--page-seconds", "0.3", "1.html", "2.html", "3.html", "-f", "json")
    assert ran.code == 1
    assert ran.err == f"ridgeline: error: 2.html: given up: {reason}\n"
    assert [json.loads(line)["page"] for line in ran.out.splitlines()] == ["1.html", "3.html"]


@pytest.mark.usefixtures("hostile")
def test_a_page_that_breaks_its_process_has_no_file(shell: Shell) -> None:
    for name, does in (("1", "segfault"), ("2", "nothing"), ("3", "json exit")):
        Path(f"{name}.html").write_text(page(does), encoding="utf-8")
    ran = shell("extract", "--isolated", "1.html", "2.html", "3.html", "-f", "json", "-o", "out")
    assert ran.code == 1
    assert ran.err.count("given up") == 2
    assert [path.name for path in Path("out").iterdir()] == ["2.json"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--isolated --render", "--isolated cannot be used with --render"),
        ("--isolated --site .", "--isolated cannot be used with --site"),
        ("--isolated -e clg", "clg opens pages in a browser"),
        ("--isolated --page-memory 1", "at least 64 MiB"),
        ("--isolated --page-seconds 0", "seconds is a positive number, not 0"),
        ("--page-seconds 5", "give --isolated as well"),
    ],
)
def test_options_that_cannot_be_used(line: str, says: str, shell: Shell) -> None:
    Path("a.html").write_text(ARTICLE, encoding="utf-8")
    ran = shell("extract", "a.html", *line.split())
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert ran.err.count("\n") == 1
