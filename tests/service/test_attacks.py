"""What clients can do to a service: silent connections, bodies that do not end, documents that are made to cost."""

import asyncio
import http.client
import json
import logging
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.testclient import TestClient

from ridgeline.fetch import Fetched
from ridgeline.service import connections, guard, in_flight, log
from ridgeline.service.batch import split_lines
from ridgeline.service.configuration import ServiceSettings
from ridgeline.service.connections import Connections
from ridgeline.service.fetcher import _MAX_FETCHES, Fetcher
from ridgeline.service.guard import Guard
from ridgeline.service.in_flight import InFlight, current_lease
from ridgeline.service.problems import Problem, problem_of
from ridgeline.service.server import listen, max_connections, raise_file_limit

from ..processes.actions import DEADLINE_SECONDS, wait_until
from .serving import Running, client_of, problem, serve_command, service_of

SHORT_SECONDS = 0.3


# --- The real command


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), DEADLINE_SECONDS)


def health(port: int) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE_SECONDS)) as connection:
        connection.request("GET", "/health")
        return connection.getresponse().status


def peak_megabytes(running: Running) -> float:
    """Return the most memory that the service, without its workers, ever had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{running.process.pid}/status").read_text())
    assert found
    return int(found[1]) / 1_000


def written_by(running: Running) -> str:
    """End the service, and return what it wrote to standard error."""
    running.process.send_signal(signal.SIGTERM)
    assert running.process.stderr is not None
    return running.process.stderr.read()


def test_more_silent_connections_than_files(tmp_path: Path) -> None:
    """They come before any token. Whoever is silent makes room for who is not."""
    with serve_command(tmp_path, "--workers", "1", max_files=512) as running, ExitStack() as stack:
        for _ in range(600):
            stack.enter_context(connect(running.port))
        assert health(running.port) == 200
        stack.close()
        assert health(running.port) == 200
        assert len(written_by(running).splitlines()) < 30


def test_what_is_made_to_cost_memory_and_time(tmp_path: Path) -> None:
    """An error for each of a million items took a gigabyte, and a broken upload a traceback."""
    items = b"[" + b"[]," * 500_000 + b"[]]"
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"compare_extractors","arguments":'
    with serve_command(tmp_path, "--workers", "1") as running:
        for method, path, kind, body, status in (
            ("POST", "/v1/extract", "json", b'{"html":"x","keep":' + items + b"}", 422),
            ("POST", "/v1/batch", "x-ndjson", b'{"html":"x","keep":' + items + b"}", 200),
            ("PUT", "/v1/rules/example.org", "json", b'{"keep":' + items + b"}", 413),
            ("POST", "/mcp", "json", call + b'{"html":"x","extractors":' + items + b"}}}", 200),
        ):
            headers = {"Content-Type": f"application/{kind}", "Accept": "application/json, text/event-stream"}
            with closing(http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)) as connection:
                connection.request(method, path, body, headers)
                answer = connection.getresponse()
                assert (path, answer.status) == (path, status)
                assert len(answer.read()) < 5_000
        head = f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nContent-Type: text/html\r\n"
        with connect(running.port) as sending:
            sending.sendall(f"{head}Content-Length: 1000\r\n\r\n<p>".encode())
        assert health(running.port) == 200
        assert peak_megabytes(running) < 300
        assert written_by(running) == ""


# --- Connections, with short times


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer with as many bytes as the path says, after the body."""
    if scope["type"] == "lifespan":
        return
    try:
        while (await receive()).get("more_body", False):
            pass
    except Problem as error:
        await problem_of(error).response()(scope, receive, send)
        return
    asked = scope["path"][1:]
    body = b"x" * (int(asked) if asked.isdigit() else 0)
    length = (b"content-length", b"%d" % len(body))
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": body})


class Served:
    """A small application behind the guard, in this process."""

    def __init__(self, max_connections: int, max_per_address: int) -> None:
        self.listening = listen("127.0.0.1", 0)
        self.port = self.listening.getsockname()[1]
        settings = ServiceSettings(workers=1, port=self.port, max_body_bytes=40_000_000)
        self.in_flight = InFlight(settings.max_body_bytes)
        self.connections = Connections(max_connections, max_per_address)
        app = Guard(application, settings, self.in_flight)
        protocol: Any = self.connections.protocol
        self.server = uvicorn.Server(uvicorn.Config(app, http=protocol, lifespan="off", log_config=None))

    def request(self, path: str = "/", headers: str = "", method: str = "GET") -> bytes:
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{headers}\r\n".encode()


@contextmanager
def serving(max_connections: int = 50, max_per_address: int = 50) -> Iterator[Served]:
    served = Served(max_connections, max_per_address)
    thread = threading.Thread(target=served.server.run, kwargs={"sockets": [served.listening]})
    thread.start()
    try:
        wait_until(lambda: served.server.started)
        yield served
    finally:
        served.server.should_exit = served.server.force_exit = True
        thread.join(DEADLINE_SECONDS)


@pytest.fixture
def short_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", SHORT_SECONDS)
    monkeypatch.setattr(connections, "READING_SECONDS", SHORT_SECONDS)
    monkeypatch.setattr(connections, "_LOOK_SECONDS", 0.05)
    monkeypatch.setattr(guard, "BODY_SECONDS", SHORT_SECONDS)


def rest_of(connection: socket.socket) -> bytes:
    """Return what is sent until the connection is closed, which it has to be within the time of the test."""
    data = b""
    try:
        while part := connection.recv(65_536):
            data += part
    except ConnectionResetError:
        pass
    return data


@pytest.mark.usefixtures("short_times")
@pytest.mark.parametrize(
    "sent", [b"", b"GET /health HT", b"GET / HTTP/1.1\r\nHost: x\r\nX: ", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n"]
)
def test_a_head_that_does_not_come(sent: bytes) -> None:
    with serving() as served, connect(served.port) as connection:
        connection.sendall(sent)
        assert rest_of(connection) == b""


@pytest.mark.usefixtures("short_times")
def test_a_body_that_goes_on_after_its_answer_does_not_hold_a_connection() -> None:
    with serving() as served, connect(served.port) as connection:
        connection.sendall(served.request("/", "Origin: http://other.example\r\nContent-Length: 9\r\n", "POST"))
        assert b" 403 " in rest_of(connection)


@pytest.mark.usefixtures("short_times")
def test_a_body_that_does_not_come() -> None:
    with serving() as served, connect(served.port) as connection:
        connection.sendall(served.request("/", "Content-Length: 9\r\n", "POST") + b"x")
        assert rest_of(connection).startswith(b"HTTP/1.1 408 ")
        wait_until(lambda: served.in_flight.held == 0)


@pytest.mark.usefixtures("short_times")
def test_an_answer_that_is_not_read() -> None:
    with serving() as served, connect(served.port) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        connection.sendall(served.request("/30000000"))
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
        wait_until(lambda: not served.connections._open)
        wait_until(lambda: served.in_flight.held == 0)


def test_an_answer_that_is_read_is_whole() -> None:
    with serving() as served, closing(http.client.HTTPConnection("127.0.0.1", served.port)) as connection:
        for size in (0, 1, 65_535, 65_536, 65_537, 131_072, 20_000_001):
            connection.request("GET", f"/{size}")
            assert connection.getresponse().read() == b"x" * size


@pytest.mark.parametrize(
    "head",
    [
        b"GET /" + b"x" * 10_000_000,
        b"GET / HTTP/1.1\r\nX: " + b"y" * 10_000_000,
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1_000_000,
    ],
    ids=["address", "header", "headers"],
)
def test_a_head_without_an_end(head: bytes) -> None:
    with serving() as served, connect(served.port) as connection:
        try:
            connection.sendall(head)
        except ConnectionError:
            return
        assert b" 400 " in rest_of(connection) or not rest_of(connection)


def test_headers_behind_a_body_are_dropped() -> None:
    chunks = b"1\r\nx\r\n0\r\n" + b"X: y\r\n" * 20_000 + b"\r\n"
    with serving() as served, connect(served.port) as connection:
        connection.sendall(served.request("/7", "Transfer-Encoding: chunked\r\n", "POST") + chunks)
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")


def test_a_flood_of_requests_on_one_connection() -> None:
    with serving() as served, connect(served.port) as connection:
        connection.sendall(served.request() * 1_000)
        assert rest_of(connection).count(b"HTTP/1.1 200 ") < 50


@pytest.mark.parametrize("limits", [(5, 50), (50, 5)])
def test_who_is_silent_longest_makes_room(limits: tuple[int, int]) -> None:
    with serving(*limits) as served, ExitStack() as stack:
        silent = [stack.enter_context(connect(served.port)) for _ in range(5)]
        wait_until(lambda: len(served.connections._open) == 5)
        half = served.request("/", "Content-Length: 9\r\n", "POST") + b"x"
        silent[0].sendall(half)  # the first one is no longer the one that is silent longest
        wait_until(lambda: served.in_flight.held == 1)
        assert health(served.port) == 200
        assert rest_of(silent[1]) == b""
        silent[0].sendall(b"x" * 8)
        assert silent[0].recv(100).startswith(b"HTTP/1.1 200 ")


def test_who_is_being_answered_makes_no_room() -> None:
    with serving(2, 2) as served, ExitStack() as stack:
        for _ in range(2):
            busy = stack.enter_context(connect(served.port))
            busy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            busy.sendall(served.request("/9000000"))
            assert busy.recv(100).startswith(b"HTTP/1.1 200 ")
        assert rest_of(stack.enter_context(connect(served.port))) == b""  # refused


def test_bodies_in_flight_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_flight, "MIN_BYTES", 0)
    with serving() as served, ExitStack() as stack:  # 80 MB in all
        sending = [stack.enter_context(connect(served.port)) for _ in range(3)]
        head = served.request("/v1/extract", "Content-Length: 39000000\r\n", "POST")
        for connection in sending[:2]:
            connection.sendall(head + b"x" * 38_000_000)
        wait_until(lambda: served.in_flight.held == 76_000_000)
        sending[2].sendall(head + b"x" * 5_000_000)
        assert sending[2].recv(100).startswith(b"HTTP/1.1 503 ")
        assert health(served.port) == 200
        sending[0].close()
        wait_until(lambda: served.in_flight.held == 38_000_000)


def test_no_answer_without_room_for_it() -> None:
    with serving() as served, connect(served.port) as connection:
        connection.sendall(served.request("/300000000"))
        assert connection.recv(100).startswith(b"HTTP/1.1 503 ")


# --- Fetches of clients that left


def fetching_threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name.startswith("ridgeline-fetch")}


def test_fetches_that_are_given_up_end() -> None:
    settings = ServiceSettings(workers=1, allow_private=True, fetch_seconds=60, queue_size=8)

    others = fetching_threads()  # of other services in this process

    async def leave(url: str) -> None:
        fetcher = Fetcher(settings)
        for _ in range(3):
            waiting = [asyncio.create_task(fetcher.fetch(url)) for _ in range(_MAX_FETCHES + 8)]
            await asyncio.sleep(0)
            with pytest.raises(Problem, match="too many pages"):
                await fetcher.fetch(url)
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)
            assert len(fetching_threads() - others) <= _MAX_FETCHES
            while fetcher.under_way:
                await asyncio.sleep(0.01)
        fetcher.close()

    with socket.create_server(("127.0.0.1", 0), backlog=500) as silent:
        asyncio.run(asyncio.wait_for(leave(f"http://127.0.0.1:{silent.getsockname()[1]}/"), DEADLINE_SECONDS))


def test_pages_that_are_fetched_are_among_the_bytes_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    def fetch(url: str, *, supervision: Any, **_: Any) -> Fetched:
        supervision.hold(60_000_000)
        return Fetched(url, b"x", None, None)

    monkeypatch.setattr("ridgeline.fetch.fetch", fetch)

    async def two() -> None:
        flying, fetcher = InFlight(1), Fetcher(ServiceSettings(workers=1))
        with flying.lease():
            await fetcher.fetch("http://example.org/")
            with pytest.raises(Problem, match="as many bytes as it may"):
                await fetcher.fetch("http://example.org/")
            assert flying.held == 60_000_000
        assert flying.held == 0
        lease = current_lease.get()
        assert lease is None
        fetcher.close()

    asyncio.run(two())


# --- Documents


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a service whose workers may read documents."""
    with client_of(tmp_path_factory.mktemp("documents"), studio=True) as opened:
        yield opened


NAME = "n" * 900_000


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("/v1/extract", {"html": "x", "select": [[]] * 300_000}),
        ("/v1/extract", {"html": "x", "formats": [0] * 300_000}),
        ("/v1/extract", {"html": "x", NAME: 1}),
        ("/v1/extract", {"html": "x"} | {f"m{number}": 0 for number in range(50_000)}),
        ("/v1/extract", {"html": "x" * 1_100_000, "keep": [[]] * 300_000}),
        ("/v1/extract", {"url": "https://example.org/", "x": "x" * 1_100_000}),
        ("/v1/pages", {"html": "x", NAME: 1}),
        ("/v1/pages", {"html": "x" * 1_100_000, NAME: 1}),
        ("/v1/clips", {"pages": [[]] * 200_000}),
        ("/v1/runs", {"path": "x", NAME: 1}),
    ],
)
def test_a_wrong_document_is_refused_in_few_words(path: str, document: Any, client: TestClient) -> None:
    answer = client.post(path, json=document)
    assert problem(answer) == "422 invalid-request"
    assert len(answer.content) < 5_000


def test_a_large_document_is_read_by_a_worker(client: TestClient) -> None:
    html = "<title>Ferry</title><h1>Ferry</h1>" + "<p>The ferry leaves at eight, and at noon, as it does. " * 30_000
    answer = client.post("/v1/extract", json={"html": html, "formats": ["text"], "url": "https://example.org/"})
    assert answer.status_code == 200
    assert answer.json()["formats"]["text"].startswith("Ferry")
    assert client.post("/v1/extract?format=text", json={"html": html}).text.startswith("Ferry")
    assert client.post("/v1/pages", json={"html": html, "name": "ferry"}).json()["name"] == "ferry"
    lines = [{"id": 7, "html": html}, {"id": "x", "html": html, "extractor": "sumit"}, {"id": "y" * 2_000, "html": ""}]
    batch = client.post(
        "/v1/batch",
        content="\n".join(map(json.dumps, lines)),
        headers={"content-type": "application/x-ndjson"},
    )
    first, second, third = map(json.loads, batch.text.splitlines())
    assert (first["id"], first["line"], first["metadata"]["title"]) == (7, 1, "Ferry")
    assert (second["id"], second["problem"]["type"]) == ("x", "urn:ridgeline:problem:unknown-extractor")
    assert (third["id"], third["problem"]["type"]) == (None, "urn:ridgeline:problem:invalid-request")
    assert service_of(client).in_flight.held == 0


# --- Batches


async def flood(parts: int) -> AsyncIterator[bytes]:
    for _ in range(parts):
        yield b"\n" * 65_536


def test_a_flood_of_blank_lines_lets_others_work() -> None:
    async def count_turns() -> tuple[int, list[Any]]:
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        working = asyncio.create_task(others())
        lines = [line async for line in split_lines(flood(100), 10)]
        working.cancel()
        return turns, lines

    turns, lines = asyncio.run(count_turns())
    assert (turns >= 100, lines) == (True, [])


def test_a_line_that_does_not_come_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridgeline.service.batch.BODY_SECONDS", SHORT_SECONDS)

    async def dripping() -> AsyncIterator[bytes]:
        yield b"one\n"
        while True:
            yield b"x"
            await asyncio.sleep(0.05)

    async def read() -> list[Any]:
        return [line async for line in split_lines(dripping(), 1_000)]

    (first, (number, problem)) = asyncio.run(asyncio.wait_for(read(), DEADLINE_SECONDS))
    assert (first, number, problem.slug) == ((1, b"one"), 2, "body-too-slow")


def test_lines_of_a_batch_are_among_the_bytes_in_flight() -> None:
    async def lines() -> AsyncIterator[bytes]:
        yield b"x" * 10 + b"\n" + b"y" * 20 + b"\n" + b"z" * 5

    async def read() -> list[int]:
        flying = InFlight(1)
        with flying.lease() as lease:
            held = []
            async for _, line in split_lines(lines(), 15, lease):
                held.append(flying.held)
                if isinstance(line, bytes):
                    lease.give_back(len(line))
            return [*held, flying.held]

    assert asyncio.run(read()) == [10, 0, 5, 0]


# --- The log


def record(message: str = "once") -> logging.LogRecord:
    return logging.LogRecord("x", logging.WARNING, "", 0, message, None, None)


def test_the_log_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    limit = log.Limit()
    assert sum(limit.filter(record()) for _ in range(10_000)) == log._LINES
    now = 11.0
    last = record("again")
    assert limit.filter(last)
    assert last.getMessage() == "again (9,980 lines before this one were not written)"
    following = record("again")
    assert limit.filter(following)
    assert following.getMessage() == "again"


def test_tools_leave_the_log_of_the_process_alone() -> None:
    code = (
        "import logging; from ridgeline.service import ServiceSettings, make_app; "
        "make_app(ServiceSettings(workers=1)); print(logging.getLogger().handlers)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_files_and_connections() -> None:
    assert raise_file_limit() >= 256
    assert [max_connections(files) for files in (64, 512, 1_024, 10_240)] == [16, 56, 568, 1_000]
