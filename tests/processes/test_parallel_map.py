"""A function over items in forked processes: order, progress, errors, and processes that die."""

import os
from pathlib import Path

import pytest

from ridgeline.errors import DatasetError, WorkerError
from ridgeline.processes import Advance, map_in_processes

from .actions import note, noted


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_a_map_keeps_the_order_and_needs_no_pickling(processes: int) -> None:
    class Local:
        """Cannot be pickled, and need not be: processes inherit it."""

        def __init__(self, number: int) -> None:
            self.number = number

    items = [Local(number) for number in range(20)]

    def square(item: Local, _: Advance) -> int | None:
        return item.number**2 if item.number % 3 else None

    expected = [None if number % 3 == 0 else number**2 for number in range(20)]
    assert map_in_processes(square, items, processes) == expected
    assert map_in_processes(square, [], processes) == []


@pytest.mark.parametrize("processes", [1, 3])
def test_progress_comes_from_the_processes(processes: int, tmp_path: Path) -> None:
    reported: list[int] = []

    def work(item: int, advance: Advance) -> int:
        for _ in range(item):
            advance(2)
        if item == 3 and processes > 1 and not noted(tmp_path / "died"):
            note(tmp_path / "died", "once")
            os._exit(1)
        return item

    assert map_in_processes(work, [1, 2, 3], processes, reported.append) == [1, 2, 3]
    assert sum(reported) == 12


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_in_a_process_is_raised_here(processes: int) -> None:
    def fail(item: int, _: Advance) -> int:
        if item == 3:
            raise DatasetError("three is too many")
        return item

    with pytest.raises(DatasetError, match="three is too many"):
        map_in_processes(fail, range(5), processes)


def test_a_map_whose_process_dies_says_so() -> None:
    def die(item: int, _: Advance) -> int:
        if item == 3:
            os._exit(1)
        return item

    with pytest.raises(WorkerError, match=r"fewer processes .*exit status 1"):
        map_in_processes(die, range(5), 2)


def test_maps_inside_of_maps() -> None:
    def total(item: int, _: Advance) -> int:
        return sum(map_in_processes(lambda number, advance: number * item, range(4), 2))

    assert map_in_processes(total, [1, 2, 3], 2) == [6, 12, 18]


def test_a_system_that_cannot_fork_works_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.fork")
    assert set(map_in_processes(lambda item, advance: os.getpid(), range(3), 4)) == {os.getpid()}
