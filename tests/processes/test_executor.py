"""Many tasks in several processes: order, lanes, progress, and nothing left behind."""

import os
import random
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from ridgeline.errors import DatasetError, OptionError
from ridgeline.processes import Caps, Failure, Running, TaskFailed, executor, run_here, run_tasks
from ridgeline.processes.launcher import start_forked

from .actions import Actions, Numbers, UntilAsked


def taking(tasks: list[Any]) -> Callable[[], Any]:
    remaining = iter(tasks)
    return lambda: next(remaining, None)


def test_every_task_has_its_answer() -> None:
    tasks = [Numbers(number, 5) for number in range(300)]
    answers = dict(run_tasks(taking(tasks), 3))
    assert answers == {task: sum(range_squares(task)) for task in tasks}


def range_squares(task: Numbers) -> list[int]:
    return [number**2 for number in range(task.start, task.start + task.count)]


def test_random_deaths_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    generator = random.Random(17)
    names = ["ok"] * 12 + ["exit", "kill*2", "exit*1"]
    tasks = []
    for number in range(12):
        folder = tmp_path / str(number)
        folder.mkdir()
        chosen = tuple(generator.choice(names) for _ in range(10))
        tasks.append(Actions(folder, chosen, generator.choice(["ok", "ok", "exit*1"])))
    answers = {task.folder: answer for task, answer in run_tasks(taking(tasks), 3, start=start_forked)}
    died = "crash: the process died with exit status 3"
    for task in tasks:
        assert answers[task.folder] == [
            died if name == "exit" else str(position) for position, name in enumerate(task.names)
        ]


def test_a_task_that_raises_does_not_end_the_run(tmp_path: Path) -> None:
    tasks = [Actions(tmp_path, ("raise",)), Actions(tmp_path, ("ok",)), Actions(tmp_path, ("ok",), "raise")]
    answers = {(*task.names, task.ending): answer for task, answer in run_tasks(taking(tasks), 2, start=start_forked)}
    assert answers["ok", "ok"] == ["0"]
    for failed in (answers["raise", "ok"], answers["ok", "raise"]):
        assert isinstance(failed, TaskFailed)
        assert isinstance(failed.error, DatasetError)


def test_answers_lead_to_more_tasks() -> None:
    waiting = [Numbers(0, 8)]
    answered = []

    def take() -> Numbers | None:
        return waiting.pop() if waiting else None

    for task, answer in run_tasks(take, 3, start=start_forked):
        answered.append(answer)
        if task.count > 1:
            half = task.count // 2
            waiting += [Numbers(task.start, half), Numbers(task.start + half, half)]
    assert len(answered) == 15
    assert sum(answered) == 4 * sum(range_squares(Numbers(0, 8)))


def test_tasks_of_one_lane_never_run_at_once() -> None:
    waiting = [Numbers(lane, count) for count in range(6) for lane in (0, 0, 1)]
    at_work: Counter[int] = Counter()
    most_at_once = 0

    def take() -> Numbers | None:
        nonlocal most_at_once
        free = next((task for task in waiting if not at_work[task.start]), None)
        if free is not None:
            waiting.remove(free)
            at_work[free.start] += 1
            most_at_once = max(most_at_once, at_work.total())
        return free

    answered = 0
    for task, _ in run_tasks(take, 3, start=start_forked):
        at_work[task.start] -= 1
        answered += 1
    assert answered == 18
    assert most_at_once == 2


def test_progress_needs_no_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "PROGRESS_SECONDS", 0.05)
    seen: list[tuple[int, int]] = []

    def look(tasks: Sequence[Running[UntilAsked]]) -> None:
        seen.extend((each.items, each.steps) for each in tasks)
        (tmp_path / f"go {tasks[0].items}").touch()

    task = UntilAsked(tmp_path, 3)
    assert list(run_tasks(taking([task]), 2, on_progress=look, start=start_forked)) == [(task, [0, 1, 2])]
    assert list(dict.fromkeys(seen)) == [(0, 0), (1, 10), (2, 20)]


def test_progress_never_goes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process goes on counting where the dead one was, without the steps of the item that is done again."""
    monkeypatch.setattr(executor, "PROGRESS_SECONDS", 0.01)
    seen: list[tuple[int, int]] = []

    def look(tasks: Sequence[Running[UntilAsked]]) -> None:
        seen.append((tasks[0].items, tasks[0].steps))
        if seen[-1] == (1, 20) and not (tmp_path / "killed").exists():
            (tmp_path / "killed").touch()
            os.kill(int((tmp_path / "pid").read_text(encoding="ascii")), signal.SIGKILL)
            (tmp_path / "go 1").touch()

    (tmp_path / "go 0").touch()
    (tmp_path / "go 2").touch()
    task = UntilAsked(tmp_path, 3, first_steps=5)
    assert list(run_tasks(taking([task]), 1, on_progress=look, start=start_forked)) == [(task, [0, 1, 2])]
    assert (1, 20) in seen
    after = seen[seen.index((1, 20)) :]
    assert all(items >= 1 and steps >= 15 for items, steps in after)
    assert max(steps for _, steps in seen) <= 45


def test_tasks_are_taken_when_a_process_is_free_for_them() -> None:
    taken: list[int] = []

    def take() -> Numbers | None:
        taken.append(len(taken))
        return Numbers(len(taken), 1) if len(taken) <= 10 else None

    run = run_tasks(take, 2, start=start_forked)
    assert taken == []
    next(run)
    assert len(taken) == 2
    next(run)
    assert len(taken) == 3
    run.close()


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    before = (open_files(), children())
    tasks = [Actions(tmp_path, names) for names in (("exit", "ok"), ("ok", "hang"), ("raise",), ("ok",))]
    for _ in run_tasks(taking(tasks), 2, Caps(item_seconds=0.3), start=start_forked):
        assert list((tmp_path / "temporary").iterdir()) == []
    assert (open_files(), children()) == before
    abandoned = run_tasks(taking([Numbers(0, 2), Actions(tmp_path, ("hang",))]), 2)
    next(abandoned)
    del abandoned
    assert (open_files(), children()) == before


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def children() -> list[str]:
    """The processes that this one has started, zombies included."""
    return sorted(pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split())


@pytest.mark.parametrize("processes", [0, -1])
def test_impossible_numbers_of_processes(processes: int) -> None:
    with pytest.raises(OptionError, match="positive"):
        run_tasks(taking([]), processes)


def test_no_task_at_all() -> None:
    assert list(run_tasks(taking([]), 3)) == []


def test_a_task_in_this_process(tmp_path: Path) -> None:
    assert run_here(Numbers(0, 4)) == 14
    with pytest.raises(DatasetError):
        run_here(Actions(tmp_path, ("raise",)))
    assert (tmp_path / "0").read_text(encoding="ascii").split() == [str(os.getpid())]


def test_a_failure_says_what_and_why() -> None:
    assert str(Failure("crash", "the process died of SIGSEGV")) == "crash: the process died of SIGSEGV"
