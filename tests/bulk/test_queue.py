"""What is handed out when: lanes, walks, what is left."""

from pathlib import Path

import pytest

from ridgeline.bulk.engines.local import InlineEngine
from ridgeline.bulk.outcome import Outcome
from ridgeline.bulk.parts import Summary, part_key
from ridgeline.bulk.plan import Plan
from ridgeline.bulk.queue import Done, Queue, Unit
from ridgeline.bulk.settings import Settings
from ridgeline.bulk.slices import Slice, Walk, Walked
from ridgeline.bulk.tasks import Found, SliceTask, WalkTask

SETTINGS = Settings(("everything",), ("id",))


@pytest.fixture
def big(tmp_path: Path) -> str:
    """A file of 1,000 bytes."""
    (tmp_path / "big.jsonl").write_bytes(bytes(1_000))
    return str(tmp_path / "big.jsonl")


def queue(tmp_path: Path, *units: Unit, done: dict[str, Done] | None = None, processes: int = 2) -> Queue:
    """A queue with a plan in a folder."""
    plan = Plan(str(tmp_path))
    return Queue(plan.complete(units), plan, SETTINGS, str(tmp_path), InlineEngine(processes), done or {})


def test_slices_of_a_lane_never_run_at_once(tmp_path: Path) -> None:
    slices = [Slice("list", "addresses", names=(f"{host}{n}",), lane=host) for host in "ab" for n in range(2)]
    waiting = queue(tmp_path, *slices)
    first, second = waiting.take(), waiting.take()
    assert isinstance(first, SliceTask)
    assert isinstance(second, SliceTask)
    assert {first.slice.lane, second.slice.lane} == {"a", "b"}
    assert waiting.take() is None
    waiting.end(first, None)
    third = waiting.take()
    assert isinstance(third, SliceTask)
    assert third.slice.lane == first.slice.lane
    assert waiting.take() is None


def test_walks_give_slices_and_walks(tmp_path: Path, big: str) -> None:
    waiting = queue(tmp_path, Walk(big, "jsonl"))
    walk = waiting.take()
    assert isinstance(walk, WalkTask)
    assert waiting.take() is None
    slices = (Slice(big, "jsonl", 0, 250, 10), Slice(big, "jsonl", 250, 500, 10))
    waiting.end(walk, Found(Walked(slices, Walk(big, "jsonl", 500)), "v1"))
    assert waiting.pages_left() == 40  # as many again are expected in the other half
    following = waiting.take()
    assert isinstance(following, WalkTask)
    assert following.version == "v1"
    assert [type(waiting.take()) for _ in range(3)] == [SliceTask, SliceTask, type(None)]


def test_a_walk_is_not_done_twice(tmp_path: Path, big: str) -> None:
    waiting = queue(tmp_path, Walk(big, "jsonl"))
    walk = waiting.take()
    assert isinstance(walk, WalkTask)
    slices = (Slice(big, "jsonl", 0, 500, 10), Slice(big, "jsonl", 500, None, 10))
    waiting.end(walk, Found(Walked(slices, None), "v1"))
    again = queue(tmp_path, Walk(big, "jsonl"), done={part_key(slices[0], SETTINGS): Done(None, None)})
    task = again.take()
    assert isinstance(task, SliceTask)
    assert (task.slice, task.version) == (slices[1], "v1")
    assert again.take() is None


def test_a_walk_that_failed_gives_nothing(tmp_path: Path, big: str) -> None:
    waiting = queue(tmp_path, Walk(big, "jsonl"))
    walk = waiting.take()
    assert isinstance(walk, WalkTask)
    waiting.end(walk, None)
    assert waiting.take() is None


def chained(task: object, next_offset: int | None) -> tuple[SliceTask, Summary]:
    """A task of a chain, and the summary of ten pages of it."""
    assert isinstance(task, SliceTask)
    assert task.max_pages == SETTINGS.reading.slice_pages
    outcome = Outcome(SETTINGS, task.slice)
    outcome.next_offset = next_offset
    for _ in range(10):
        outcome.count_row("ok", is_kept=True)
    return task, outcome.summary("v1", task.max_pages)


def test_a_chain_goes_on_where_a_slice_ended(tmp_path: Path, big: str) -> None:
    waiting = queue(tmp_path, Walk(big, "warc"), processes=1)
    first, summary = chained(waiting.take(), 250)
    assert waiting.take() is None
    waiting.end(first, summary)
    assert waiting.pages_left() == 30
    second, summary = chained(waiting.take(), None)
    assert (second.slice.offset, second.version) == (250, "v1")
    waiting.end(second, summary)
    assert waiting.take() is None


def test_a_walk_finds_the_rest_of_a_chain_for_idle_processes(tmp_path: Path, big: str) -> None:
    waiting = queue(tmp_path, Walk(big, "warc"), processes=2)
    waiting.end(*chained(waiting.take(), 250))
    walk = waiting.take()
    assert isinstance(walk, WalkTask)
    assert walk.walk.offset == 250
    slices = (Slice(big, "warc", 250, 500, 10), Slice(big, "warc", 500, None, 10))
    waiting.end(walk, Found(Walked(slices, None), "v1"))
    assert [type(waiting.take()) for _ in range(3)] == [SliceTask, SliceTask, type(None)]


def test_a_chain_is_followed_when_a_run_is_resumed(tmp_path: Path, big: str) -> None:
    before = queue(tmp_path, Walk(big, "warc"), processes=2)
    first, summary = chained(before.take(), 250)
    before.end(first, summary)
    walk = before.take()
    assert isinstance(walk, WalkTask)
    rest = Walk(big, "warc", 500)
    before.end(walk, Found(Walked((Slice(big, "warc", 250, 500, 10),), rest), "v1"))
    again = queue(tmp_path, Walk(big, "warc"), done={first.key: Done(250, "v1")}, processes=2)
    walked, unknown = again.take(), again.take()
    assert isinstance(walked, SliceTask)
    assert isinstance(unknown, SliceTask)
    assert (walked.slice.offset, walked.max_pages) == (250, None)
    assert (unknown.slice.offset, unknown.max_pages) == (500, SETTINGS.reading.slice_pages)  # not a walk
    assert again.take() is None


def test_what_is_left_is_unknown_at_first(tmp_path: Path, big: str) -> None:
    waiting = queue(tmp_path, Walk(big, "jsonl"), Slice(big, "jsonl"))
    assert waiting.pages_left() is None
    waiting.look_ahead()
    assert waiting.waiting == 2
    assert waiting.pages_left() is None
