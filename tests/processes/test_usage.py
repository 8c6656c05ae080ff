"""Caps: which can be kept where, and what counts as the time of an item."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from ridgeline.errors import OptionError, WorkerError
from ridgeline.processes import Caps, GuardedChild, executor, guarded, run_tasks, usage
from ridgeline.processes.board import Board
from ridgeline.processes.deaths import describe_death
from ridgeline.processes.usage import Stopwatch

from .actions import Actions, Numbers


@pytest.mark.parametrize(
    "values",
    [
        *({"item_seconds": 0}, {"memory_bytes": 1000}, {"item_tries": 0}),
        *({"item_cpu_seconds": 0}, {"item_cpu_seconds": 2**40}, {"item_growth_bytes": 0}),
    ],
    ids=str,
)
def test_caps_that_make_no_sense(values: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        Caps(**values)


def test_a_cap_on_memory_needs_a_system_that_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "_HAS_PROC", False)
    with pytest.raises(OptionError, match="/proc"):
        GuardedChild(Caps(memory_bytes=10**9))
    GuardedChild(Caps(item_seconds=10)).close()


def test_windows_runs_tasks_in_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usage, "runs_processes", lambda: False)
    monkeypatch.setattr(executor, "runs_processes", lambda: False)
    tasks = iter([Actions(tmp_path, ("ok", "ok")), Actions(tmp_path, ("raise",)), Actions(tmp_path, ("ok",))])
    answers = [answer for _, answer in run_tasks(lambda: next(tasks, None), 4)]
    assert answers[0] == ["0", "1"]
    assert str(answers[1].error) == "there is no such page"
    assert answers[2] == ["0"]
    assert set((tmp_path / "0").read_text(encoding="ascii").split()) == {str(os.getpid())}
    with pytest.raises(OptionError, match="Windows"):
        run_tasks(lambda: Numbers(0, 1), 4, Caps(item_seconds=1))
    monkeypatch.setattr(guarded, "runs_processes", lambda: False)
    with pytest.raises(OptionError, match="Unix"):
        GuardedChild()


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("time.monotonic", clock.monotonic)
    return clock


@pytest.fixture
def board() -> Iterator[Board]:
    board, descriptor = Board.create()
    yield board
    os.close(descriptor)


def poll_for(clock: Clock, stopwatch: Stopwatch, board: Board, seconds: float) -> float:
    """Let this time pass as it does for a supervisor that looks every half second."""
    measured = -1.0
    for _ in range(round(2 * seconds)):
        clock.now += 0.5
        measured = stopwatch.seconds(board)
    return measured


def test_the_time_of_an_item(clock: Clock, board: Board) -> None:
    stopwatch = Stopwatch()
    board.begin_item(0)
    assert poll_for(clock, stopwatch, board, 3) == 3
    board.begin_item(1)
    assert poll_for(clock, stopwatch, board, 2) == 2


def test_time_for_which_everything_was_stopped_does_not_count(clock: Clock, board: Board) -> None:
    stopwatch = Stopwatch()
    board.begin_item(0)
    poll_for(clock, stopwatch, board, 2)
    clock.now += 600
    assert stopwatch.seconds(board) == 2
    assert poll_for(clock, stopwatch, board, 3) == 5
    board.begin_item(1)  # and then stopped before the supervisor looked again
    clock.now += 600
    assert stopwatch.seconds(board) == 0
    assert poll_for(clock, stopwatch, board, 3) == 3


def test_waiting_does_not_count(clock: Clock, board: Board) -> None:
    stopwatch = Stopwatch()
    board.begin_item(0)
    poll_for(clock, stopwatch, board, 2)
    used = board.stop_clock()
    assert poll_for(clock, stopwatch, board, 600) < 0
    board.restart_clock(used)
    assert poll_for(clock, stopwatch, board, 3) == 5


def test_a_board_without_files_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.memfd_create")
    board, descriptor = Board.create()
    board.begin_item(7)
    assert Board(descriptor).position == 7
    os.close(descriptor)


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (0, "crash: the process died with exit status 0"),
        (-11, "crash: the process died of SIGSEGV"),
        (-9, "killed: the process died of SIGKILL"),
        (-15, "killed: the process died of SIGTERM"),
        (-signal.SIGXCPU, "seconds: used more processor time than it may"),
        (-40, "crash: the process died of signal 40"),
    ],
)
def test_why_a_process_died(status: int, failure: str) -> None:
    assert str(describe_death(status)) == failure


def test_an_interpreter_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    with GuardedChild() as child:
        with pytest.raises(WorkerError, match="cannot be started"):
            child.call(Numbers(0, 4))
        monkeypatch.undo()
        assert child.call(Numbers(0, 4)) == 14
