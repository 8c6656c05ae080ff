"""The time of a study: said before it starts, and bounded by --budget."""

import json
import re
from pathlib import Path

import pytest

from ridgeline.cli.study import clock as study_clock
from ridgeline.cli.study.clock import MIN_PAGES, Clock
from ridgeline.errors import OptionError
from ridgeline.lab.datasets import Record

from .test_cli import Shell, shell

__all__ = ["shell"]  # a fixture

RECORDS = [Record(id=str(number), html="", text="") for number in range(100)]


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(study_clock, "_clock", lambda: self.now)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def test_a_budget_ends_the_work(time: Time, capfd: pytest.CaptureFixture[str]) -> None:
    clock = Clock(10)
    done = []
    with clock.progress(100, "pages") as advance:
        for number in range(100):
            done.append(number)
            time.now += 3
            advance()
    assert done == [0, 1, 2, 3]
    assert clock.left == 0
    assert "pages: the budget is over" in capfd.readouterr().err
    with clock.progress(5, "more") as advance:  # what comes later ends after its first step
        for number in range(5):
            done.append(number)
            advance()
    assert done == [0, 1, 2, 3, 0]


def test_without_a_budget_there_is_no_end(time: Time, capfd: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with clock.progress(3, "pages") as advance:
        for _ in range(3):
            time.now += 1e9
            advance()
    assert clock.fit(RECORDS, 1e9) == RECORDS
    clock.announce("3 pages", 150)
    assert capfd.readouterr().err == "ridgeline: 3 pages: about 2 min\n"


def test_a_budget_chooses_pages(time: Time, capfd: pytest.CaptureFixture[str]) -> None:
    clock = Clock(100)
    assert clock.fit(RECORDS, 0.5) == RECORDS
    chosen = clock.fit(RECORDS, 2.0)
    assert [record.id for record in chosen][:3] == ["0", "2", "5"]
    assert len(chosen) == 40  # of the time, four fifths are planned with
    assert "40 of 100 pages, evenly spread" in capfd.readouterr().err
    assert len(clock.fit(RECORDS, 2.0, share=0.5)) == 20
    assert len(clock.fit(RECORDS, 1e9)) == MIN_PAGES
    sets = clock.fit_sets({"a": RECORDS, "b": RECORDS[:50]}, 2.0)
    assert {name: len(pages) for name, pages in sets.items()} == {"a": 26, "b": 13}
    clock.announce("40 pages", 80)
    assert "40 pages: about 1 min; it ends after 2 min at the latest" in capfd.readouterr().err


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_wrong_budget(seconds: float) -> None:
    with pytest.raises(OptionError, match=r"^--budget is a positive number of seconds"):
        Clock(seconds)


# --- Every study


def rows(folder: Path) -> None:
    text = "<p>The ship number {0} left the harbour, and came back after {0} days. It was late.</p>"
    made = []
    for number in range(24):
        body = "".join(text.format(number * 3 + part) for part in range(3))
        page = f"<body><ul><li><a href=/>Home</a></li></ul><div>{body}</div><p>All rights reserved.</p></body>"
        gold = [f"The ship number {number * 3 + part} left" for part in range(3)]
        made.append(
            {"id": str(number), "html": page, "text": "\n\n".join(gold), "site": f"s{number % 4}.test"}
            | {"marked": "<p>" + "\n\n<p>".join(gold), "type": "article"}
        )
    (folder / "own.jsonl").write_text("\n".join(map(json.dumps, made)))


COMMANDS = (
    "study blocks --data own.jsonl",
    "study templates --data own.jsonl --repeats 1",
    "study templates --data own.jsonl --variants",
    "study ice --data own.jsonl --folds 2 --skip ice-ga",
)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_study_says_how_long_it_takes(command: str, shell: Shell, tmp_path: Path) -> None:
    rows(tmp_path)
    ran = shell(*command.split(), "--limit" if "templates" not in command else "--min-pages", "4")
    assert ran.code == 0
    assert re.match(r"ridgeline: .*(pages|sites).*: about \d+ (s|min)", ran.err)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_study_ends_with_its_budget(command: str, shell: Shell, tmp_path: Path) -> None:
    rows(tmp_path)
    ran = shell(*command.split(), "--budget", "0.000001")
    assert ran.code == 0
    assert "the budget is over" in ran.err
    ran = shell(*command.split(), "--budget", "0")
    assert (ran.code, ran.out) == (2, "")
    assert "--budget" in ran.err
