"""Caps that the system keeps itself: processor time and address space, renewed with every item."""

import resource
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ridgeline.errors import WorkerError
from ridgeline.processes import Call, Caps, Failure, GuardedChild, Watch
from ridgeline.processes.launcher import start_forked

from . import actions
from .actions import Busy, noted

ROOM = Caps(item_tries=1, item_growth_bytes=100 * actions.MEBIBYTE)


@dataclass(frozen=True)
class Taking:
    """Items that each take this much memory, and give it back; the first also before its clock runs."""

    mebibytes: tuple[int, ...]
    before: int = 0
    after: int = 0

    def results(self, first: int, watch: Watch) -> Iterator[int]:
        with watch.waiting():
            actions.take(self.before)
        for mebibytes in self.mebibytes[first:]:
            yield actions.take(mebibytes) // actions.MEBIBYTE

    def failure(self, position: int, failure: Failure) -> int:
        raise AssertionError(failure)

    def finish(self, results: Iterable[int]) -> list[int]:
        actions.take(self.after)
        return list(results)


def test_processor_time(tmp_path: Path) -> None:
    """Nobody watches the clock of this process."""
    with GuardedChild(Caps(item_tries=1, item_cpu_seconds=0.5), start=start_forked) as child:
        assert child.call(Busy(tmp_path, 60)) == ["seconds: used more processor time than it may"]
        assert len(noted(tmp_path / "0")) == 1
        assert child.call(Busy(tmp_path, 0.01)) == ["done"]


def test_processor_time_is_that_of_one_item() -> None:
    with GuardedChild(Caps(item_tries=1, item_cpu_seconds=1), start=start_forked) as child:
        before = [child.call(Call(resource.getrlimit, (resource.RLIMIT_CPU,)))[0], child.pid]
        child.call(Call(actions.compute, (1.2,)), Caps())
        after = [child.call(Call(resource.getrlimit, (resource.RLIMIT_CPU,)))[0], child.pid]
    assert after[1] == before[1]
    assert after[0] > before[0]


def test_an_allocation_beyond_the_address_space_fails() -> None:
    with GuardedChild(ROOM, start=start_forked) as child:
        with pytest.raises(MemoryError):
            child.call(Taking((200,)))
        pid = child.pid
        assert child.call(Taking((50,))) == [50]
        assert child.pid == pid


def test_every_item_has_the_whole_room() -> None:
    with GuardedChild(ROOM, start=start_forked) as child:
        assert child.call(Taking((60, 60, 60))) == [60, 60, 60]


def test_what_comes_before_and_after_the_items_has_no_bounds() -> None:
    with GuardedChild(ROOM, start=start_forked) as child:
        assert child.call(Taking((50,), before=200, after=200)) == [50]


def test_bounds_end_with_their_task() -> None:
    with GuardedChild(Caps(item_tries=1), start=start_forked) as child:
        unbounded = child.call(Call(_limits))
        assert child.call(Call(_limits), ROOM) != unbounded
        assert child.call(Call(_limits)) == unbounded == _limits()


def test_the_limits_of_the_caller_hold() -> None:
    def start_limited(journal: object) -> object:
        before = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (5000, before[1]))
        try:
            return start_forked(journal)  # type: ignore[arg-type]
        finally:
            resource.setrlimit(resource.RLIMIT_CPU, before)

    with GuardedChild(Caps(item_cpu_seconds=10**6), start=start_limited) as child:  # type: ignore[arg-type]
        assert child.call(Call(_limits))[0][0] == 5000


def _limits() -> list[tuple[int, int]]:
    return [resource.getrlimit(limit) for limit in (resource.RLIMIT_CPU, resource.RLIMIT_AS)]


def test_a_system_short_of_memory_ends_the_worker_first() -> None:
    ours = Path("/proc/self/oom_score_adj")
    if not ours.exists():
        pytest.skip("only Linux chooses by this")
    with GuardedChild(start=start_forked) as child:
        theirs = int(child.call(Call(ours.read_text)))
    assert theirs == min(int(ours.read_text()) + 500, 1000)


def test_a_death_at_the_end_says_what_killed(tmp_path: Path) -> None:
    with GuardedChild(start=start_forked) as child, pytest.raises(WorkerError) as caught:
        child.call(actions.Actions(tmp_path, (), "exit"))
    assert caught.value.kind == "crash"
