"""Cached columns hold no lock: threads do not wait for each other, and forks never hang."""

import inspect
import os
import signal
import threading
import warnings
import weakref

import pytest

from ridgeline.extraction import Extraction
from ridgeline.page import Page
from ridgeline.page.cache import cached_if_short, cached_property

WAIT_SECONDS = 20


class Slow:
    """Its value is computed while others want theirs."""

    def __init__(self, *, waits: bool) -> None:
        self.waits = waits
        self.begun, self.may_end = threading.Event(), threading.Event()

    @cached_property
    def value(self) -> int:
        """The answer."""
        if self.waits:
            self.begun.set()
            assert self.may_end.wait(WAIT_SECONDS)
        return 42


def test_a_value_is_computed_once() -> None:
    one = Slow(waits=False)
    assert one.value == 42
    assert one.__dict__["value"] == 42


def test_it_is_documented_like_the_method() -> None:
    assert Slow.value.__doc__ == "The answer."


def test_a_thread_does_not_wait_for_another() -> None:
    slow = Slow(waits=True)
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    assert slow.begun.wait(WAIT_SECONDS)
    assert Slow(waits=False).value == 42  # with a lock of the class it would wait
    slow.may_end.set()
    thread.join(WAIT_SECONDS)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no forks")
def test_a_fork_does_not_inherit_a_lock() -> None:
    slow = Slow(waits=True)
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    assert slow.begun.wait(WAIT_SECONDS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks with threads, which is what is tested
        process = os.fork()
    if process == 0:
        signal.alarm(WAIT_SECONDS)  # ends a fork that hangs
        os._exit(0 if Slow(waits=False).value == 42 else 1)
    _, status = os.waitpid(process, 0)
    slow.may_end.set()
    thread.join(WAIT_SECONDS)
    assert os.waitstatus_to_exitcode(status) == 0


@pytest.mark.parametrize(("owner", "name"), [(Page, "leaves"), (Page, "hidden"), (Extraction, "text")])
def test_pages_and_extractions_use_it(owner: type, name: str) -> None:
    assert isinstance(inspect.getattr_static(owner, name), cached_property)


def test_values_of_short_texts_are_remembered_and_long_texts_are_not_held() -> None:
    asked: list[str] = []

    class Text(str):  # a plain string cannot be referred to weakly
        __slots__ = ("__weakref__",)

    @cached_if_short(8)
    def length(text: str) -> int:
        asked.append(text[:1])
        return len(text)

    assert [length("a"), length("a")] == [1, 1]
    assert asked == ["a"]
    long = Text("b" * 10_000)
    assert [length(long), length(long)] == [10_000, 10_000]
    assert asked[1:] == ["b", "b"]
    held = weakref.ref(long)
    del long
    assert held() is None
