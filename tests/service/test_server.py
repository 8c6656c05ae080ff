"""The real command on a real socket: disconnects, overload, and the end of the service."""

import http.client
import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ridgeline.cli import main
from ridgeline.errors import OutputError
from ridgeline.service.configuration import ServiceSettings
from ridgeline.service.server import base_url, listen, read_token

from ..integrations.site import article
from ..processes.actions import DEADLINE_SECONDS, is_running, wait_until
from .serving import TOKEN, Running, serve_command

SLOW = "<p>word " * 400_000  # takes a second or so


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with one worker, and room for one request that waits."""
    with serve_command(tmp_path_factory.mktemp("running"), "--workers", "1", "--queue", "1") as started:
        yield started


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def get(running: Running, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", running.port, timeout=DEADLINE_SECONDS)) as connection:
        connection.request("GET", path, headers=headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def metric(running: Running, name: str) -> int:
    found = re.search(rf"^{name} (\d+)$", get(running, "/metrics")[1], re.M)
    assert found
    return int(found[1])


def begin(running: Running, page: str) -> socket.socket:
    """Send a page, and read nothing of the answer."""
    sending = socket.create_connection(("127.0.0.1", running.port), DEADLINE_SECONDS)
    head = f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nContent-Type: text/html\r\n"
    body = page.encode()
    sending.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return sending


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_service(tmp_path: Path, number: signal.Signals) -> None:
    with serve_command(tmp_path, "--workers", "2") as running:
        workers = children_of(running.process.pid)
        assert len(workers) == 2
        begin(running, SLOW).close()
        running.process.send_signal(number)
        assert running.process.wait(DEADLINE_SECONDS) in (-signal.SIGTERM, 130)
        assert not any(is_running(pid) for pid in workers)


def test_no_process_outlives_a_service_that_is_killed(tmp_path: Path) -> None:
    with serve_command(tmp_path, "--workers", "1") as running:
        (worker,) = children_of(running.process.pid)
        running.process.kill()
        wait_until(lambda: not is_running(worker))


def test_a_client_that_is_gone_leaves_the_queue_and_a_full_queue_is_said(running: Running) -> None:
    (worker,) = children_of(running.process.pid)
    os.kill(worker, signal.SIGSTOP)  # so that a page takes as long as this test needs
    try:
        first = begin(running, article())
        wait_until(lambda: metric(running, "ridgeline_workers_busy") == 1)
        second = begin(running, article())
        wait_until(lambda: metric(running, "ridgeline_queue") == 1)
        with begin(running, article()) as third:
            answer = third.recv(65_536).decode()
        assert answer.startswith("HTTP/1.1 503 ")
        assert re.search(r"^retry-after: [1-9]", answer, re.M)
        second.close()
        wait_until(lambda: metric(running, "ridgeline_queue") == 0)
    finally:
        os.kill(worker, signal.SIGCONT)
    with first:
        assert first.recv(65_536).startswith(b"HTTP/1.1 200 ")


def test_a_worker_that_dies_is_replaced(running: Running) -> None:
    (worker,) = children_of(running.process.pid)
    before = metric(running, "ridgeline_worker_restarts_total")
    os.kill(worker, signal.SIGKILL)
    with begin(running, article()) as sending:
        assert sending.recv(65_536).startswith(b"HTTP/1.1 200 ")
    assert metric(running, "ridgeline_worker_restarts_total") == before + 1


def test_a_batch_is_answered_while_it_is_sent(running: Running) -> None:
    sending = socket.create_connection(("127.0.0.1", running.port), DEADLINE_SECONDS)
    head = f"POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nContent-Type: application/x-ndjson\r\n"
    sending.sendall(f"{head}Transfer-Encoding: chunked\r\n\r\n".encode())
    with sending, sending.makefile("rb") as reading:
        for number in range(3):
            line = json.dumps({"id": number, "html": article()}).encode() + b"\n"
            sending.sendall(b"%x\r\n%s\r\n" % (len(line), line))
            while not (answer := reading.readline()).startswith(b'{"id"'):
                assert answer
            assert json.loads(answer)["id"] == number
        sending.sendall(b"0\r\n\r\n")


def test_a_token_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\nmore\n")
    assert read_token(tmp_path / "token") == TOKEN


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("--host 0.0.0.0", "can be reached from other machines: give a token"),
        ("--host example.org", "can be reached from other machines"),
        ("--host :: --workers 1", "can be reached from other machines"),
        ("--port 70000", "port is 0 to 65535"),
        ("--workers 0", "workers is a positive number"),
        ("--queue -1", "queue_size is 0 or more"),
        ("--page-seconds 0", "page_seconds is a positive number"),
        ("--page-memory 1", "at least 64 MiB"),
        ("--max-body 0", "a limit on bytes is positive"),
        ("--token-file {folder}/short", "a token is 16 or more"),
    ],
)
def test_wrong_command_lines(line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "short").write_text("short")
    assert main(["serve", *line.format(folder=tmp_path).split()]) == 2
    shown = capsys.readouterr().err
    assert says in shown
    assert shown.count("\n") == 1


def test_what_is_not_there_or_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--token-file", str(tmp_path / "missing")]) == 1
    assert "the token cannot be read" in capsys.readouterr().err
    with listen("127.0.0.1", 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(OutputError, match=rf"127.0.0.1:{port}: cannot be listened on: .*; choose another --port"):
            listen("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "url"),
    [("127.0.0.1", "http://127.0.0.1:8765"), ("::1", "http://[::1]:8765"), ("0.0.0.0", "http://127.0.0.1:8765")],
)
def test_addresses_for_people(host: str, url: str) -> None:
    assert base_url(ServiceSettings(host=host, token=TOKEN, workers=1)) == url


def test_answers_are_sent_without_delay() -> None:
    """asyncio switches Nagle's algorithm off only where it knows that a socket is TCP."""
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
