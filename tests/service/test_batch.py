"""POST /v1/batch: every line has its answer, in order or as done, and a wrong line costs itself alone."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from ridgeline.service.batch import Line, answer_all, split_lines
from ridgeline.service.problems import Problem

from ..integrations.site import PARAGRAPHS, article
from .serving import problem

NDJSON = {"content-type": "application/x-ndjson"}


def page(mark: str) -> str:
    return article(paragraphs=(f"The boat {mark} is painted green, and its captain is proud of it.", *PARAGRAPHS))


def send(client: TestClient, lines: list[str], **options: str) -> list[Any]:
    answer = client.post("/v1/batch", content="\n".join(lines), headers=NDJSON, params=options)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.mark.parametrize("order", ["input", "done"])
def test_no_answer_is_lost_or_mixed_up(client: TestClient, order: str) -> None:
    sizes = random.Random(7)
    pages = {f"m{number}": page(f"mark{number}") + "<p>x" * sizes.randrange(2_000) for number in range(30)}
    lines = [json.dumps({"id": name, "html": html, "formats": ["text"]}) for name, html in pages.items()]
    found = send(client, lines, order=order)
    assert sorted(each["line"] for each in found) == list(range(1, 31))
    assert {each["id"] for each in found} == set(pages)
    assert all(f"mark{each['id'][1:]} " in each["formats"]["text"] for each in found)
    if order == "input":
        assert [each["id"] for each in found] == list(pages)


def test_a_wrong_line_costs_itself(client: TestClient) -> None:
    lines = [
        json.dumps({"id": 1, "html": page("one")}),
        "nonsense",
        "",
        "[1]",
        json.dumps({"id": 5}),
        json.dumps({"id": "six", "html": "x", "extractor": "sumit"}),
        json.dumps({"id": 7.5, "url": "ftp://example.org/"}),
        json.dumps({"id": ["no"], "html": "x"}),
        json.dumps({"html": page("nine")}),
    ]
    found = send(client, lines)
    kinds = [each.get("problem", {}).get("type", "ok").removeprefix("urn:ridgeline:problem:") for each in found]
    assert [(each["line"], each["id"], kind) for each, kind in zip(found, kinds, strict=True)] == [
        (1, 1, "ok"),
        (2, None, "invalid-json"),
        (4, None, "invalid-request"),
        (5, 5, "invalid-request"),
        (6, "six", "unknown-extractor"),
        (7, 7.5, "invalid-url"),
        (8, None, "invalid-request"),
        (9, None, "ok"),
    ]


def test_options_for_all_lines(client: TestClient) -> None:
    lines = [json.dumps({"html": page("one")}), json.dumps({"html": page("two"), "formats": ["html"]})]
    assert [list(each["formats"]) for each in send(client, lines, formats="text")] == [["text"], ["html"]]


def test_problems_of_the_whole_batch(client: TestClient) -> None:
    assert problem(client.post("/v1/batch", content="{}")) == "415 unsupported-media-type"
    assert problem(client.post("/v1/batch?order=any", content="", headers=NDJSON)) == "422 invalid-request"
    assert send(client, []) == []


async def in_parts(parts: list[bytes]) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


@given(st.lists(st.text(alphabet="ab", max_size=9)), st.integers(1, 7))
def test_lines_whatever_the_parts(lines: list[str], size: int) -> None:
    data = "".join(f"{line}\n" for line in lines).encode()
    parts = [data[start : start + size] for start in range(0, len(data), size)]

    async def split() -> list[tuple[int, bytes | str]]:
        return [
            (number, line.slug if isinstance(line, Problem) else line)
            async for number, line in split_lines(in_parts(parts), 5)
        ]

    assert asyncio.run(split()) == [
        (number, line.encode() if len(line) <= 5 else "body-too-large") for number, line in enumerate(lines, 1) if line
    ]


class Work:
    """Answers that come when the test says so."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.gates: dict[int, asyncio.Event] = {}

    async def answer(self, number: int, line: Line) -> bytes:
        self.begun.append(number)
        self.gates[number] = asyncio.Event()
        await self.gates[number].wait()
        return str(number).encode()


@pytest.mark.parametrize(("order", "first"), [("done", b"2"), ("input", b"1")])
def test_no_more_lines_are_read_than_are_worked_on(order: Literal["input", "done"], first: bytes) -> None:
    async def batch() -> list[bytes]:
        work = Work()
        answers = answer_all(in_lines(6), work.answer, 2, order)
        coming = asyncio.ensure_future(anext(answers))
        await settle()
        assert work.begun == [1, 2]
        work.gates[2].set()
        await settle()
        assert coming.done() == (order == "done")
        work.gates[1].set()
        got = [await coming]
        for number in range(3, 7):
            coming = asyncio.ensure_future(anext(answers))
            await settle()
            assert len(work.begun) <= len(got) + 3
            work.gates[number].set()
            got.append(await coming)
        got += [answer async for answer in answers]
        return got

    found = asyncio.run(batch())
    assert found[0] == first
    assert sorted(found) == [b"1", b"2", b"3", b"4", b"5", b"6"]


async def in_lines(count: int) -> AsyncIterator[tuple[int, Line]]:
    for number in range(1, count + 1):
        yield number, b"x"


async def settle() -> None:
    """Let all tasks go as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_an_answer_is_sent_before_the_next_line_comes() -> None:
    async def talk() -> bytes:
        more = asyncio.Event()

        async def lines() -> AsyncIterator[tuple[int, Line]]:
            yield 1, b"x"
            await more.wait()

        async def answer(number: int, line: Line) -> bytes:
            return b"answered"

        answers = answer_all(lines(), answer, 4, "input")
        first = await asyncio.wait_for(anext(answers), 10)
        more.set()
        assert [rest async for rest in answers] == []
        return first

    assert asyncio.run(talk()) == b"answered"


def test_what_is_given_up_ends_all_work() -> None:
    async def give_up() -> bool:
        ended = asyncio.Event()

        async def answer(number: int, line: Line) -> bytes:
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()
            return b""

        coming = asyncio.ensure_future(anext(answer_all(in_lines(3), answer, 4, "input")))
        await settle()
        coming.cancel()
        await asyncio.wait_for(ended.wait(), 10)
        return coming.cancelled()

    assert asyncio.run(give_up())
