"""The side of the process, run in this one."""

import pickle
from collections.abc import Iterator
from functools import partial
from operator import attrgetter

import pytest

import ridgeline
from ridgeline import Extraction
from ridgeline.isolation import requests
from ridgeline.isolation.requests import Asking, Request
from ridgeline.processes import Failure, run_here

_read: list[str] = []


def read_noted(html: str, url: str | None, charset: str | None) -> Extraction:
    if url is not None:  # not the example that every process begins with
        _read.append(url)
    return ridgeline.extract(html, extractor="everything")


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    _read.clear()
    yield
    requests._kept.clear()
    requests._prepared.clear()


def ask(number: int, html: str = "<p>one two") -> str | Failure:
    request = Request((0, number), html, str(number), None, pickle.dumps(partial(read_noted)), "noted")
    answer = run_here(Asking(request, attrgetter("text")))
    if isinstance(answer, Failure):
        return answer
    text, is_unfinished = pickle.loads(answer)
    assert not is_unfinished
    return str(text)


def test_a_page_is_read_once() -> None:
    assert [ask(1), ask(2), ask(1), ask(2)] == ["one two"] * 4
    assert _read == ["1", "2"]


def test_the_page_that_was_used_longest_ago_is_forgotten() -> None:
    for number in (*range(requests._MAX_KEPT), 0, 99):
        ask(number)
    _read.clear()
    for number in (99, 0, 1):
        ask(number)
    assert _read == ["1"]


def test_long_pages_are_forgotten_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "_MAX_KEPT_CHARACTERS", 100)
    ask(1, "<p>" + "long " * 50)
    ask(1, "<p>" + "long " * 50)
    ask(2)
    ask(1, "<p>" + "long " * 50)
    assert _read == ["1", "2", "1"]


def test_an_answer_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_ANSWER_BYTES", 2**20)
    assert ask(1) == "one two"
    answer = ask(2, "<p>" + "x" * 2**20)
    assert str(answer) == "memory: the answer takes 1 MiB, more than 1"
