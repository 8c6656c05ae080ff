"""One guarded process: every way to die costs one item, and is tried again as often as it should be.

Where only the counting matters, processes are forked: a new interpreter takes longer to start than these tests to run.
"""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ridgeline.errors import DatasetError, OptionError, OutputError, WorkerError
from ridgeline.processes import Caps, GuardedChild, TaskFailed, deaths, guarded
from ridgeline.processes.guarded import Ended, wait_for_any
from ridgeline.processes.launcher import start_forked

from .actions import MEBIBYTE, Actions, Endless, Large, Numbers, Waiting, is_running, noted, wait_until


@pytest.mark.parametrize(
    ("action", "caps", "kind", "detail"),
    [
        ("segfault", Caps(), "crash", "the process died of SIGSEGV"),
        ("exit", Caps(), "crash", "the process died with exit status 3"),
        ("leave", Caps(), "crash", "the process died with exit status 1"),
        ("hang with the lock", Caps(item_seconds=0.4), "seconds", "took more than 0.4 s"),
        ("grow", Caps(memory_bytes=200 * MEBIBYTE), "memory", "more than 200 MiB"),
    ],
)
def test_an_item_that_kills_its_process_costs_only_itself(
    tmp_path: Path, action: str, caps: Caps, kind: str, detail: str
) -> None:
    task = Actions(tmp_path, ("ok", action, "ok"))
    with GuardedChild(caps) as child:
        first, failed, last = child.call(task)
    assert (first, last) == ("0", "2")
    assert failed.startswith(f"{kind}: ")
    assert failed.endswith(detail)
    assert [task.tries(position) for position in range(3)] == [1, 2, 1]
    pids = [noted(tmp_path / str(position)) for position in range(3)]
    assert pids[0][0] == pids[1][0] != pids[1][1] != pids[2][0]


def test_an_item_that_kills_its_process_once_gets_its_result(tmp_path: Path) -> None:
    task = Actions(tmp_path, ("ok", "exit*1", "ok", "kill*1"))
    with GuardedChild(start=start_forked) as child:
        assert child.call(task) == ["0", "1", "2", "3"]
    assert [task.tries(position) for position in range(4)] == [1, 2, 1, 2]
    # The process that tried it again goes on with the rest.
    assert noted(tmp_path / "1")[1] == noted(tmp_path / "2")[0] == noted(tmp_path / "3")[0]


def test_an_item_may_be_tried_only_once(tmp_path: Path) -> None:
    task = Actions(tmp_path, ("exit", "ok"))
    with GuardedChild(Caps(item_tries=1), start=start_forked) as child:
        assert child.call(task) == ["crash: the process died with exit status 3", "1"]
    assert task.tries(0) == 1


@pytest.mark.parametrize(("kills", "answer"), [(4, "1"), (5, "killed: the process died of SIGKILL")])
def test_a_kill_from_outside_counts_for_less(tmp_path: Path, kills: int, answer: str) -> None:
    task = Actions(tmp_path, ("ok", f"kill*{kills}", "ok"))
    with GuardedChild(start=start_forked) as child:
        assert child.call(task) == ["0", answer, "2"]
    assert task.tries(1) == 5


def test_a_process_that_somebody_kills_is_replaced(tmp_path: Path) -> None:
    task = Actions(tmp_path, ("ok", "hang*1", "ok"))
    with GuardedChild(start=start_forked) as child:
        child.give(task)
        wait_until(lambda: noted(tmp_path / "1"))
        assert child.pid == int(noted(tmp_path / "1")[0])
        os.kill(child.pid, signal.SIGTERM)
        assert wait_for(child) == ["0", "1", "2"]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGQUIT])
def test_a_process_that_dies_between_tasks_is_replaced(number: signal.Signals) -> None:
    with GuardedChild(Caps(item_tries=1), start=start_forked) as child:
        assert child.call(Numbers(0, 4)) == 14
        pid = child.pid
        assert pid is not None
        os.kill(pid, number)
        wait_until(lambda: not is_running(pid))
        assert child.call(Numbers(1, 4)) == 30
        assert child.pid != pid


@pytest.mark.parametrize("ending", ["exit*2", "kill*4"])
def test_a_process_that_dies_at_the_end_does_no_item_again(tmp_path: Path, ending: str) -> None:
    task = Actions(tmp_path, ("ok", "ok"), ending)
    with GuardedChild(start=start_forked) as child:
        assert child.call(task) == ["0", "1"]
    assert (task.tries(0), task.tries(1), task.tries("end")) == (1, 1, int(ending[-1]) + 1)


@pytest.mark.parametrize(("ending", "tries"), [("exit", 3), ("kill", 5)])
def test_a_task_that_always_dies_at_its_end_fails(tmp_path: Path, ending: str, tries: int) -> None:
    task = Actions(tmp_path, ("ok",), ending)
    with GuardedChild(start=start_forked) as child:
        with pytest.raises(WorkerError, match=r"at its end: (crash|killed): the process died"):
            child.call(task)
        assert (task.tries(0), task.tries("end")) == (1, tries)
        assert child.call(Numbers(0, 4)) == 14


def test_a_task_that_no_process_can_read_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deaths, "MAX_FAILURES_IN_A_ROW", 3)
    with (
        GuardedChild(start=start_forked) as child,
        pytest.raises(WorkerError, match=r"items in a row .* exit status 4"),
    ):
        child.call(Endless())


def test_an_exception_is_raised_here_and_the_process_lives_on(tmp_path: Path) -> None:
    with GuardedChild(start=start_forked) as child:
        with pytest.raises(DatasetError, match="there is no such page") as caught:
            child.call(Actions(tmp_path, ("ok", "raise", "ok")))
        assert "raise_dataset_error" in "".join(caught.value.__notes__)
        pid = child.pid
        with pytest.raises(DatasetError, match="there is no such page"):
            child.call(Actions(tmp_path, ("ok",), "raise"))
        with pytest.raises(WorkerError, match="OddError: very odd"):
            child.call(Actions(tmp_path, ("raise odd",)))
        assert child.call(Numbers(0, 4)) == 14
        assert child.pid == pid


def test_a_full_disk_is_an_error_of_the_task() -> None:
    with GuardedChild(start=start_forked) as child, pytest.raises(OutputError, match="File too large: set TMPDIR"):
        child.call(Large())


def test_waiting_stops_the_clock() -> None:
    with GuardedChild(Caps(item_seconds=0.4, item_tries=1), start=start_forked) as child:
        assert child.call(Waiting(waiting_seconds=0.8, working_seconds=0.0)) == ["waited"]
        assert child.call(Waiting(waiting_seconds=0.0, working_seconds=30)) == ["seconds"]


def test_what_cannot_be_sent() -> None:
    class Local(Numbers):
        pass

    with GuardedChild(start=start_forked) as child:
        with pytest.raises(OptionError, match=r"processes=1.*Local"):
            child.give(Local(0, 4))
        assert child.call(Numbers(0, 4)) == 14


def test_a_child_does_one_task_at_a_time() -> None:
    with GuardedChild(start=start_forked) as child:
        with pytest.raises(RuntimeError, match="no task"):
            child.poll()
        child.give(Numbers(0, 4))
        with pytest.raises(RuntimeError, match="one task"):
            child.give(Numbers(0, 4))


def test_a_call_that_is_interrupted_leaves_a_child_that_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(children: object) -> None:
        wait_until(lambda: noted(tmp_path / "0"))
        raise KeyboardInterrupt

    with GuardedChild(start=start_forked) as child:
        with monkeypatch.context() as patch:
            patch.setattr(guarded, "wait_for_any", interrupt)
            with pytest.raises(KeyboardInterrupt):
                child.call(Actions(tmp_path, ("hang",)))
        assert not is_running(int(noted(tmp_path / "0")[0]))
        assert child.call(Numbers(0, 4)) == 14


def test_children_of_several_threads(tmp_path: Path) -> None:
    """As in a service: every thread has its own, and a process that dies is noticed by its own thread alone."""

    def call(number: int) -> list[str]:
        folder = tmp_path / str(number)
        folder.mkdir()
        with GuardedChild() as child:
            return child.call(Actions(folder, ("ok", "exit*1" if number else "ok", "ok")))

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(call, range(3))) == [["0", "1", "2"]] * 3


def test_an_empty_task_has_an_answer() -> None:
    with GuardedChild(start=start_forked) as child:
        assert child.call(Numbers(0, 0)) == 0


def wait_for(child: GuardedChild) -> object:
    ended: Ended | None = None
    while (ended := child.poll()) is None:
        wait_for_any([child])
    assert not isinstance(ended.answer, TaskFailed)
    return ended.answer
