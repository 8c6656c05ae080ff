"""POST /v1/batch: lines of JSON in, lines of JSON out, while they come.

A line is a request as of /v1/extract, with an `id` if it has one. Its answer has the same id, and the number of its
line. A line that is wrong, or a page that fails, costs that line: its answer has a `problem`.

Only so many lines are worked on at a time. The next one is read when an answer has been sent, so neither side has to
hold more than a few pages, however long the batch is. A client may take its time between two lines, not within one.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from .documents import PAGE_BYTES, read_document
from .extraction_route import find_source, unasked, wanted_of
from .guard import BODY_SECONDS, MIN_BODY_RATE, too_large, too_slow
from .in_flight import Lease, current_lease
from .negotiation import media_type_of
from .problems import Problem, problem_of
from .schemas import BatchLine, BatchQuery, Id, id_of
from .state import Service, TheService, work_on
from .work import Answer, Unfetched, extract_as_json, extract_line

router = APIRouter(tags=["extraction"])

MEDIA_TYPE = "application/x-ndjson"
MEDIA_TYPES = (MEDIA_TYPE, "application/ndjson", "application/jsonl")
Line = bytes | Problem  # why it is not there
_LINES_PER_WORKER = 2  # one that is worked on, and one that is ready for it

_LINES = {"schema": {"type": "string", "description": "A JSON document on each line."}}
_BODY = {"requestBody": {"required": True, "content": dict.fromkeys(MEDIA_TYPES, _LINES)}}
_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "A line for each line.", "content": {MEDIA_TYPE: _LINES}}
}


@router.post("/v1/batch", response_class=Response, responses=_ANSWERS, openapi_extra=_BODY)
async def batch(request: Request, query: Annotated[BatchQuery, Query()], service: TheService) -> Response:
    """Extract many pages: a line of JSON for each page, answered with a line of JSON each, while they come.

    A line is a request as of /v1/extract, with an `id` if you like; its answer has the same `id`, and its number as
    `line`. A line that is wrong costs that line: its answer has a `problem`. Read the answers while you send.
    """
    media_type, _ = media_type_of(request.headers.get("content-type"))
    if media_type not in MEDIA_TYPES:
        known = ", ".join(MEDIA_TYPES)
        raise Problem(415, "unsupported-media-type", f"the Content-Type is one of {known}, not {media_type or 'none'}")
    service.pool.check_room()
    defaults = query.model_dump(exclude_unset=True, exclude={"order"})
    window = _LINES_PER_WORKER * service.pool.workers
    lease = current_lease.get()
    lines = split_lines(request.stream(), service.settings.max_body_bytes, lease)

    async def answer(number: int, line: Line) -> bytes:
        with service.in_flight.lease():  # of its own, for what is fetched
            try:
                return await _answer(service, number, line, defaults)
            finally:
                give_back(lease, line)

    return Streamed(answer_all(lines, answer, window, query.order))


class Streamed(Response):
    """Sends lines as they come. That of Starlette reads from the request meanwhile, and would lose lines of it."""

    media_type = MEDIA_TYPE

    def __init__(self, lines: AsyncIterator[bytes], headers: Mapping[str, str] | None = None) -> None:
        super().__init__(headers=headers)
        del self.headers["content-length"]
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for line in self._lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def split_lines(
    parts: AsyncIterator[bytes], max_bytes: int, lease: Lease | None = None
) -> AsyncIterator[tuple[int, Line]]:
    """Yield the lines of a stream that are not blank, with their numbers.

    In the place of one that is over the limit, or does not come to its end in time, comes the problem. The bytes of a
    line are taken from the lease; who has worked on it gives them back.
    """
    line, number = _LineReader(max_bytes, lease), 1
    try:
        while (part := await _next_part(parts, line)) is not None:
            *ended, rest = part.split(b"\n")
            if line.is_blank and not part.strip():  # a flood of these would keep everybody else waiting
                number += len(ended)
                ended, rest = [], b""
            for end in ended:
                await line.add(end)
                if not line.is_blank:
                    yield number, line.take()
                number += 1
            await line.add(rest)
            await asyncio.sleep(0)
    except TimeoutError:
        yield number, too_slow()
        return
    if not line.is_blank:
        yield number, line.take()


class _LineReader:
    """The line that is being read."""

    def __init__(self, max_bytes: int, lease: Lease | None) -> None:
        self._max_bytes = max_bytes
        self._lease = lease
        self._held = bytearray()
        self._problem: Problem | None = None
        self.read = 0  # bytes
        self.waited = 0.0  # seconds, for them

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing of it yet."""
        return self._problem is None and not self._held

    async def add(self, data: bytes) -> None:
        """Add more of it."""
        data = data.lstrip() if self.is_blank else data
        self.read += len(data)
        if self._problem is not None or not data:
            return
        try:
            if self.read > self._max_bytes:
                raise too_large(self._max_bytes)
            if self._lease is not None:
                await self._lease.wait(len(data), BODY_SECONDS)
            self._held += data
        except Problem as problem:
            self._problem = problem
            give_back(self._lease, self._held)
            self._held = bytearray()

    def take(self) -> Line:
        """Return it, and begin the next one."""
        line = self._problem or bytes(self._held)
        self._held, self._problem, self.read, self.waited = bytearray(), None, 0, 0.0
        return line


async def _next_part(parts: AsyncIterator[bytes], line: _LineReader) -> bytes | None:
    """Return the next part of a stream, None at its end. Raises TimeoutError where a line has begun, and stays away."""
    begin = time.monotonic()
    seconds = None if line.is_blank else BODY_SECONDS + line.read / MIN_BODY_RATE - line.waited
    async with asyncio.timeout(seconds):
        part = await anext(parts, None)
    if not line.is_blank:
        line.waited += time.monotonic() - begin
    return part


def give_back(lease: Lease | None, line: bytes | bytearray | Problem) -> None:
    """Give back the bytes of a line."""
    if lease is not None and not isinstance(line, Problem):
        lease.give_back(len(line))


async def answer_all(
    lines: AsyncIterator[tuple[int, Line]],
    answer: Callable[[int, Line], Awaitable[bytes]],
    window: int,
    order: Literal["input", "done"],
) -> AsyncIterator[bytes]:
    """Yield the answers to lines, at most `window` of which are worked on at a time."""
    room = asyncio.Semaphore(window)
    ready: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue()
    tasks: set[asyncio.Task[bytes]] = set()

    async def read() -> int:
        count = 0
        try:
            async with aclosing(lines) as reading:  # type: ignore[type-var]
                async for number, line in reading:
                    await room.acquire()
                    task = asyncio.ensure_future(answer(number, line))
                    tasks.add(task)
                    count += 1
                    if order == "input":
                        ready.put_nowait(task)
                    else:
                        task.add_done_callback(ready.put_nowait)
            return count
        finally:
            ready.put_nowait(None)

    reader = asyncio.create_task(read())
    sent, count = 0, None
    try:
        while count is None or sent < count:
            task = await ready.get()
            if task is None:
                count = await reader
                continue
            yield await task
            tasks.discard(task)
            sent += 1
            room.release()
    except ClientDisconnect:
        return
    finally:
        for unfinished in (reader, *tasks):
            unfinished.cancel()


async def _answer(service: Service, number: int, line: Line, defaults: dict[str, Any]) -> bytes:
    """Return the answer to a line."""
    name: Id = None
    try:
        if isinstance(line, Problem):
            raise line
        found: Answer | Exception
        if len(line) > PAGE_BYTES:
            name, first = await work_on(service, extract_line, line, defaults, unasked(service), patient=True)
            found = first
            if isinstance(first, Unfetched):
                source = await service.fetcher.fetch(first.url)
                found = await work_on(service, extract_as_json, source, first.wanted, patient=True)
        else:
            given = await service.documents.read_object(line)
            name = id_of(given)
            asked = read_document(BatchLine, given, defaults)
            source = await find_source(service, asked.html, asked.url, asked.http_status)
            found = await work_on(service, extract_as_json, source, wanted_of(service, asked), patient=True)
        if isinstance(found, Exception):
            raise found
    except Exception as error:  # a line costs itself alone, whatever it does
        return _failed(name, number, problem_of(error))
    return f'{{"id": {json.dumps(name)}, "line": {number}, '.encode() + found.body[1:] + b"\n"


def _failed(name: Id, number: int, problem: Problem) -> bytes:
    document = {"id": name, "line": number, "problem": problem.as_dict()}
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
