"""Progress where standard error is no terminal: a line now and then, by a clock that the test sets."""

import io

import pytest

from ridgeline.cli import terminal
from ridgeline.cli.terminal import progress


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(terminal, "_clock", clock)
    return clock


def lines_of(clock: Clock, captured: pytest.CaptureFixture[str], steps: int, seconds_a_step: float) -> list[str]:
    with progress(steps, "pages") as advance:
        for step in range(1, steps + 1):
            clock.seconds = step * seconds_a_step
            advance()
    return captured.readouterr().err.splitlines()


def test_short_work_is_silent(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    assert lines_of(clock, capsys, steps=1000, seconds_a_step=0.0099) == []


def test_the_first_line_comes_after_ten_seconds_and_then_one_every_half_minute(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lines_of(clock, capsys, steps=1000, seconds_a_step=0.08) == [
        "ridgeline: pages: 125 of 1,000 (12%) after 10 s, 1 min left",
        "ridgeline: pages: 500 of 1,000 (50%) after 40 s, 40 s left",
        "ridgeline: pages: 875 of 1,000 (88%) after 1 min, 10 s left",
    ]


def test_slow_steps_have_a_line_each_time_they_end_late(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(clock, capsys, steps=100, seconds_a_step=20)
    assert lines[:3] == [
        "ridgeline: pages: 1 of 100 (1%) after 20 s",
        "ridgeline: pages: 3 of 100 (3%) after 1 min, 32 min left",
        "ridgeline: pages: 5 of 100 (5%) after 2 min, 32 min left",
    ]
    assert len(lines) == 50


def test_several_steps_at_once(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress(40, "steps") as advance:
        clock.seconds = 11
        advance(16)
        advance(3)
        advance(5)
        clock.seconds = 42
        advance(4)
    assert [line.split(" (")[0] for line in capsys.readouterr().err.splitlines()] == [
        "ridgeline: steps: 16 of 40",
        "ridgeline: steps: 28 of 40",
    ]


def test_nothing_to_do_and_nothing_wanted(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with progress(0, "pages") as advance:
        clock.seconds = 100
        advance(0)
    with progress(10, "pages", wanted=False) as advance:
        clock.seconds = 1000
        advance(10)
    assert capsys.readouterr().err.count("\n") == 1


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_bar_has_counts_and_the_time_left(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.sys, "stderr", Terminal())  # type: ignore[attr-defined]
    monkeypatch.setenv("COLUMNS", "100")
    with progress(4, "pages") as advance:
        clock.seconds = 30
        advance()
        terminal.note("a page is odd")
        clock.seconds = 120
        advance(3)
    shown = [line.rstrip() for line in terminal.sys.stderr.getvalue().split("\r")]  # type: ignore[attr-defined]
    assert "pages: 1 of 4 ━━━━━━━━━━                                25% 2 min left" in shown
    assert f"pages: 4 of 4 {'━' * 40} 100%" in shown
    assert any(line.startswith("ridgeline: a page is odd") for line in shown)
    assert shown[-1] == "", "the bar is removed at the end"


def test_a_bar_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Terminal()
    stream.encoding = "ascii"
    monkeypatch.setattr(terminal.sys, "stderr", stream)  # type: ignore[attr-defined]
    with progress(2, "pages") as advance:
        advance(2)
    assert f"pages: 2 of 2 {'#' * 40} 100%" in stream.getvalue()


def test_a_bar_is_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.sys, "stderr", Terminal())  # type: ignore[attr-defined]
    monkeypatch.setenv("COLUMNS", "20")
    with terminal.open_progress("pages") as update:
        update(5, 10, "漢字" * 40)
    shown = terminal.sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert max(map(terminal.width_of, shown.split("\r"))) < 20
