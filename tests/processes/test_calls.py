"""One function in a guarded process."""

import math
import operator
import os

import pytest

from ridgeline.errors import DatasetError, WorkerError
from ridgeline.processes import Call, Caps, GuardedChild, run_here

from . import actions

ONCE = Caps(item_tries=1)


def test_a_call_in_another_process() -> None:
    with GuardedChild(ONCE) as child:
        assert child.call(Call(operator.add, (2, 3))) == 5
        assert child.call(Call(os.getpid)) == child.pid != os.getpid()


def test_a_call_in_this_process() -> None:
    assert run_here(Call(math.sqrt, (9.0,))) == 3.0


def test_an_exception_of_the_function() -> None:
    with GuardedChild(ONCE) as child:
        with pytest.raises(DatasetError, match="there is no such page"):
            child.call(Call(actions.raise_dataset_error))
        assert child.call(Call(bool)) is False


@pytest.mark.parametrize(
    ("function", "caps", "kind"),
    [
        (actions.segfault, ONCE, "crash"),
        (actions.exit_at_once, ONCE, "crash"),
        (actions.hang_with_the_lock, Caps(item_seconds=0.2, item_tries=1), "seconds"),
        (actions.grow, Caps(memory_bytes=200 * actions.MEBIBYTE, item_tries=1), "memory"),
    ],
)
def test_a_call_that_kills_its_process(function: object, caps: Caps, kind: str) -> None:
    with GuardedChild(caps) as child:
        with pytest.raises(WorkerError) as caught:
            child.call(Call(function))  # type: ignore[arg-type]
        assert caught.value.kind == kind
        assert child.call(Call(bool)) is False


def test_caps_of_one_task() -> None:
    with GuardedChild(Caps(item_seconds=60, item_tries=1)) as child:
        child.give(Call(actions.hang), Caps(item_seconds=0.1, item_tries=1))
        actions.wait_until(lambda: child.poll() is not None)
        assert child.call(Call(bool)) is False


def test_preparing_takes_none_of_the_time() -> None:
    with GuardedChild(Caps(item_seconds=0.3, item_tries=1)) as child:
        assert child.call(Call(bool, (), actions.do_nothing)) is False
        assert child.call(Call(bool, (), actions.take_a_moment)) is False
