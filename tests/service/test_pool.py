"""The pool: answers reach their callers, the queue is bounded, and a call that kills its worker costs itself alone."""

import asyncio
import operator
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from ridgeline.errors import DatasetError, OptionError, WorkerError
from ridgeline.processes import Caps
from ridgeline.service.pool import Pool
from ridgeline.service.problems import Problem

from ..processes import actions
from ..processes.actions import is_running

CAPS = Caps(item_seconds=60, item_tries=1)


def in_pool(use: Callable[[Pool], Awaitable[Any]], workers: int = 1, queue_size: int = 4, caps: Caps = CAPS) -> Any:
    """What `use` returns, given a pool whose processes run; afterwards none does."""

    async def used() -> Any:
        pool = Pool(workers, queue_size, caps)
        try:
            await pool.start()
            return await asyncio.wait_for(use(pool), 60)
        finally:
            pids = pool.pids
            await pool.close()
            assert not any(is_running(pid) for pid in pids)

    return asyncio.run(used())


def test_answers_reach_their_callers() -> None:
    async def use(pool: Pool) -> list[int]:
        return list(await asyncio.gather(*(pool.run(operator.mul, number, 3) for number in range(20))))

    assert in_pool(use, workers=2, queue_size=20) == [3 * number for number in range(20)]


def test_work_is_done_in_the_children() -> None:
    async def use(pool: Pool) -> tuple[set[int], set[int]]:
        found = {await pool.run(os.getpid) for _ in range(3)}
        return found, set(pool.pids)

    found, pids = in_pool(use)
    assert found == pids


def test_errors_are_raised_here() -> None:
    async def use(pool: Pool) -> None:
        with pytest.raises(DatasetError, match="no such page"):
            await pool.run(actions.raise_dataset_error)
        with pytest.raises(OptionError, match="one process only"):
            await pool.run(lambda: None)
        assert await pool.run(operator.add, 1, 1) == 2
        assert pool.restarts == 0

    in_pool(use)


@pytest.mark.parametrize(("function", "kind"), [(actions.segfault, "crash"), (actions.exit_at_once, "crash")])
def test_a_call_that_kills_its_worker_is_tried_once(function: Callable[[], None], kind: str) -> None:
    async def use(pool: Pool) -> None:
        other = asyncio.ensure_future(pool.run(operator.add, 1, 1))
        with pytest.raises(WorkerError) as caught:
            await pool.run(function)
        assert caught.value.kind == kind
        assert pool.restarts == 1
        assert await other == 2
        assert await pool.run(operator.add, 1, 2) == 3

    in_pool(use, workers=2)


def test_time_and_memory_are_capped() -> None:
    async def use(pool: Pool) -> None:
        for function, kind in ((actions.hang_with_the_lock, "seconds"), (actions.grow, "memory")):
            with pytest.raises(WorkerError) as caught:
                await pool.run(function)
            assert caught.value.kind == kind

    in_pool(use, caps=Caps(item_seconds=2, memory_bytes=200 * actions.MEBIBYTE, item_tries=1))


def test_a_call_may_have_a_cap_of_its_own() -> None:
    async def use(pool: Pool) -> None:
        with pytest.raises(WorkerError, match=r"more than 0\.1 s"):
            await pool.run(actions.hang, seconds=0.1)

    in_pool(use)


async def fill(pool: Pool, waiting: int) -> "list[asyncio.Task[Any]]":
    """Give every worker a call without an end, and let more wait."""
    tasks = [asyncio.create_task(pool.run(actions.hang)) for _ in range(pool.workers)]
    await asyncio.sleep(0)
    tasks += [asyncio.create_task(pool.run(operator.add, 1, 1)) for _ in range(waiting)]
    await asyncio.sleep(0)
    assert (pool.busy, pool.queued) == (pool.workers, waiting)
    return tasks


def test_a_full_queue_is_a_problem() -> None:
    async def use(pool: Pool) -> Problem:
        tasks = await fill(pool, 4)
        with pytest.raises(Problem) as caught:
            await pool.run(operator.add, 1, 1)
        for task in tasks:
            task.cancel()
        return caught.value

    found = in_pool(use)
    assert (found.status_code, found.slug) == (503, "overloaded")
    assert int((found.headers or {})["retry-after"]) >= 1


def test_what_is_given_up_leaves_the_queue() -> None:
    async def use(pool: Pool) -> None:
        _, first, second = await fill(pool, 2)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert pool.queued == 1
        second.cancel()

    in_pool(use)


def test_work_that_is_given_up_ends_and_its_answer_is_nobodys() -> None:
    async def use(pool: Pool) -> None:
        task = asyncio.create_task(pool.run(actions.take_a_moment))
        await asyncio.sleep(0)
        task.cancel()
        assert await pool.run(operator.add, 1, 1) == 2
        assert pool.restarts == 0

    in_pool(use)


def test_patient_calls_let_others_go_first() -> None:
    async def use(pool: Pool) -> list[str]:
        order: list[str] = []

        async def note(name: str, patient: bool) -> None:
            await pool.run(operator.add, 1, 1, patient=patient)
            order.append(name)

        busy = asyncio.create_task(pool.run(actions.take_a_moment))
        await asyncio.sleep(0)
        calls = [asyncio.create_task(note("batch", True)) for _ in range(6)]
        await asyncio.sleep(0)
        with pytest.raises(Problem):
            pool.check_room()
        calls.append(asyncio.create_task(note("single", False)))
        await asyncio.gather(busy, *calls)
        pool.check_room()
        return order

    assert in_pool(use) == ["single", *["batch"] * 6]


def test_a_worker_that_somebody_kills_is_replaced() -> None:
    async def use(pool: Pool) -> None:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert await pool.run(operator.add, 1, 1) == 2
        assert pool.pids != [pid]
        assert pool.restarts == 1

    in_pool(use)


def test_the_end_answers_everybody() -> None:
    async def use(pool: Pool) -> list[Any]:
        tasks = await fill(pool, 2)
        await pool.close()
        with pytest.raises(Problem, match="shutting down"):
            await pool.run(operator.add, 1, 1)
        return await asyncio.gather(*tasks, return_exceptions=True)

    assert [getattr(answer, "slug", answer) for answer in in_pool(use)] == ["shutting-down"] * 3


def test_what_cannot_be_prepared_is_found_out_at_the_start() -> None:
    async def start() -> None:
        pool = Pool(1, 1, CAPS, actions.raise_dataset_error)
        try:
            await pool.start()
        finally:
            await pool.close()

    with pytest.raises(DatasetError):
        asyncio.run(start())
