"""POST /v1/batch: lines of JSON in, lines of JSON out, while they come.

A line is a request as of /v1/extract, with an `id` if it has one. Its answer has the same id, and the number of its
line. A line that is wrong, or a page that fails, costs that line: its answer has a `problem`.

Only so many lines are worked on at a time. The next one is read when an answer has been sent, so neither side has to
hold more than a few pages, however long the batch is.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from .extraction_route import find_source, wanted_of
from .guard import too_large
from .negotiation import media_type_of
from .problems import Problem, invalid_request, problem_of
from .schemas import BatchLine, BatchQuery, Id
from .state import Service, TheService
from .work import Answer, extract_as_json

router = APIRouter(tags=["extraction"])

MEDIA_TYPE = "application/x-ndjson"
MEDIA_TYPES = (MEDIA_TYPE, "application/ndjson", "application/jsonl")
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
    lines = split_lines(request.stream(), service.settings.max_body_bytes)
    answers = answer_all(lines, lambda number, line: _answer(service, number, line, defaults), window, query.order)
    return _Streamed(answers)


class _Streamed(Response):
    """Sends lines as they come. That of Starlette reads from the request meanwhile, and would lose lines of it."""

    media_type = MEDIA_TYPE

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for line in self._lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def split_lines(parts: AsyncIterator[bytes], max_bytes: int) -> AsyncIterator[bytes | None]:
    """Yield the lines of a stream; None for one over the limit, of which no more is held than that."""
    held, is_over = bytearray(), False
    async for part in parts:
        *ended, rest = part.split(b"\n")
        for end in ended:
            is_over = is_over or len(held) + len(end) > max_bytes
            yield None if is_over else bytes(held + end)
            held, is_over = bytearray(), False
        is_over = is_over or len(held) + len(rest) > max_bytes
        if not is_over:
            held += rest
    if held or is_over:
        yield None if is_over else bytes(held)


async def answer_all(
    lines: AsyncIterator[bytes | None],
    answer: Callable[[int, bytes | None], Awaitable[bytes]],
    window: int,
    order: Literal["input", "done"],
) -> AsyncIterator[bytes]:
    """Yield the answers to lines that are not empty, at most `window` of which are worked on at a time."""
    room = asyncio.Semaphore(window)
    ready: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue()
    tasks: set[asyncio.Task[bytes]] = set()

    async def read() -> int:
        count, number = 0, 0
        try:
            async with aclosing(lines) as reading:  # type: ignore[type-var]
                async for line in reading:
                    number += 1
                    if line is not None and not line.strip():
                        continue
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


async def _answer(service: Service, number: int, line: bytes | None, defaults: dict[str, Any]) -> bytes:
    """Return the answer to a line."""
    name: Id = None
    try:
        if line is None:
            raise too_large(service.settings.max_body_bytes)
        given = _parsed(line)
        name = given["id"] if isinstance(given.get("id"), str | int | float) else None
        asked = BatchLine.model_validate({**defaults, **given})
        source = await find_source(service, asked.html, asked.url)
        found: Answer = await service.pool.run(extract_as_json, source, wanted_of(service, asked), patient=True)
    except ValidationError as error:
        return _failed(name, number, invalid_request(error.errors(include_url=False, include_input=False)))
    except Exception as error:  # a line costs itself alone, whatever it does
        return _failed(name, number, problem_of(error))
    return f'{{"id": {json.dumps(name)}, "line": {number}, '.encode() + found.body[1:] + b"\n"


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        given = from_json(line)
    except ValueError as error:
        raise Problem(422, "invalid-json", f"the line is not JSON: {error}") from error
    if not isinstance(given, dict):
        raise Problem(422, "invalid-request", "a line is a JSON object")
    return given


def _failed(name: Id, number: int, problem: Problem) -> bytes:
    document = {"id": name, "line": number, "problem": problem.as_dict()}
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
