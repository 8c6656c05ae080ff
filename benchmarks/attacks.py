"""Attacks a service on loopback as a stranger could, and measures whether it still answers, and what it holds.

Each row is an attack on `ridgeline serve`, or on `ridgeline studio` without its token. While it goes on, `/health` is
asked again and again: the slowest answer is shown, with the most memory that the process of the service had meanwhile,
without its workers, which have caps of their own.

    python benchmarks/attacks.py                      # all attacks
    python benchmarks/attacks.py --only silent forms

The exit code is 1 where `/health` takes longer than 2 s, or the memory is over 600 MB.
"""

import argparse
import gzip
import http.client
import json
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path

from report import Table, wide_console
from service import serving

HEALTH_SECONDS = 2.0
MEMORY_BYTES = 600_000_000
WAIT_SECONDS = 120.0  # for an answer; a service that takes longer is hung
MEGABYTE = 10**6
ACCEPTED = "application/json, text/event-stream"
PAGE = "<p>The ferry leaves at eight, and again at noon. "


@dataclass(frozen=True, slots=True)
class Target:
    """A service under attack, and a server that it can be made to fetch from."""

    port: int
    site: str

    def connect(self) -> socket.socket:
        """Return a connection."""
        return socket.create_connection(("127.0.0.1", self.port), WAIT_SECONDS)

    def head(self, method: str, path: str, kind: str, length: int | None = None) -> bytes:
        """Return the head of a request; of a body in chunks without a length."""
        size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
        host = f"Host: 127.0.0.1:{self.port}\r\nAccept: {ACCEPTED}"
        return f"{method} {path} HTTP/1.1\r\n{host}\r\nContent-Type: {kind}\r\n{size}\r\n\r\n".encode()

    def send(self, path: str, body: bytes, kind: str = "application/json", method: str = "POST") -> str:
        """Send a request, read its answer, and return its status."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_SECONDS)
        try:
            connection.request(
                method, path, body, {"Content-Type": kind, "Accept": "application/json, text/event-stream"}
            )
            answer = connection.getresponse()
            while answer.read(MEGABYTE):
                pass
            return str(answer.status)
        except (OSError, http.client.HTTPException) as error:
            return type(error).__name__
        finally:
            connection.close()


Attack = Callable[[Target], str]  # returns what became of it, in a few words


def silent(target: Target) -> str:
    """1,100 connections that say nothing."""
    with ExitStack() as stack:
        for _ in range(1_100):
            stack.enter_context(target.connect())
        time.sleep(3)
    return ""


def heads(target: Target) -> str:
    """20 heads without an end."""

    def send() -> None:
        with target.connect() as connection, suppress(OSError):
            connection.sendall(b"GET / HTTP/1.1\r\n")
            for _ in range(100):
                connection.sendall(b"X: " + b"y" * MEGABYTE)

    together([send] * 20)
    return ""


def bodies(target: Target) -> str:
    """40 bodies of 30 MB that do not end."""
    with ExitStack() as stack:
        for _ in range(40):
            connection = stack.enter_context(target.connect())
            with suppress(OSError):
                connection.sendall(target.head("POST", "/v1/extract", "text/html", 31 * MEGABYTE))
                connection.sendall(b"x" * (30 * MEGABYTE))
        time.sleep(1)
    return ""


def lists(target: Target) -> str:
    """JSON of 32 MB that is a list of nothing."""
    return target.send("/v1/extract", b'{"html":"x","keep":[' + b"[]," * 10_600_000 + b"[]]}")


def small_lists(target: Target) -> str:
    """32 documents of 1 MB that are lists of nothing, at once."""
    body = b'{"html":"x","keep":[' + b"[]," * 330_000 + b"[]]}"
    return counted(together([lambda: target.send("/v1/extract", body)] * 32))


def names(target: Target) -> str:
    """A member whose name has 30 MB, and a million members."""
    name = target.send("/v1/extract", b'{"html":"x","' + b"n" * (30 * MEGABYTE) + b'":1}')
    members = ",".join(f'"m{number}":0' for number in range(10**6))
    return f"{name}, {target.send('/v1/extract', f'{{{members}}}'.encode())}"


def wide(target: Target) -> str:
    """4 pages of 30 MB with one character that makes each take four bytes, at once."""
    body = json.dumps({"html": PAGE * 600_000 + "\U0001f6a2"}, ensure_ascii=False).encode()
    return counted(together([lambda: target.send("/v1/extract", body)] * 4))


def batch(target: Target) -> str:
    """A batch with lines of 30 MB that are lists of nothing, and long pages."""
    line = b'{"html":"x","keep":[' + b"[]," * 9_000_000 + b"[]]}\n"
    page = json.dumps({"html": PAGE * 600_000}).encode() + b"\n"
    return target.send("/v1/batch", line * 2 + page * 4, "application/x-ndjson")


def newlines(target: Target) -> str:
    """100 MB of newlines as a batch."""
    return target.send("/v1/batch", b"\n" * (100 * MEGABYTE), "application/x-ndjson")


def documents(target: Target) -> str:
    """Lists of nothing for the rules of a site and for a tool."""
    items = b"[" + b"[]," * 10_000_000 + b"[]]"
    rules = target.send("/v1/rules/example.org", b'{"select":' + items + b"}", method="PUT")
    call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"compare_extractors","arguments":'
    small = b"[" + b"[]," * 600_000 + b"[]]"
    tool = target.send("/mcp", call + b'{"html":"x","extractors":' + small + b"}}}")
    return f"{rules}, {target.send('/mcp', call + items + b'}}')}, {tool}"


def unread(target: Target) -> str:
    """16 answers of many megabytes that nobody reads."""
    formats = ["markdown", "text", "html", "json", "tei"]
    body = json.dumps({"html": PAGE * 100_000, "formats": formats}).encode()
    with ExitStack() as stack:
        for _ in range(16):
            connection = stack.enter_context(target.connect())
            with suppress(OSError):
                connection.sendall(target.head("POST", "/v1/extract", "application/json", len(body)) + body)
        time.sleep(20)
    return ""


def fetches(target: Target) -> str:
    """64 requests for pages of 30 MB, plain and as bombs, at once."""
    urls = [f"{target.site}/{kind}/{number}" for number in range(32) for kind in ("plain", "bomb")]
    bodies = [json.dumps({"url": url}).encode() for url in urls]
    return counted(together([partial(target.send, "/v1/extract", body) for body in bodies]))


def leaving(target: Target) -> str:
    """900 requests for a page that never comes, by clients that leave at once."""
    body = json.dumps({"url": f"{target.site}/never"}).encode()
    for _ in range(900):
        with target.connect() as connection, suppress(OSError):
            connection.sendall(target.head("POST", "/v1/extract", "application/json", len(body)) + body)
    time.sleep(2)
    return ""


def requests(target: Target) -> str:
    """5,000 pages."""
    body = json.dumps({"html": PAGE * 200}).encode()
    answers = together([lambda: counted([target.send("/v1/extract", body) for _ in range(500)])] * 10)
    return counted(answers)


def forms(target: Target) -> str:
    """Forms of 60 MB from a page of another site, to the studio, without its token."""
    kind = "application/x-www-form-urlencoded"
    return counted(together([lambda: target.send("/studio/send", b"html=" + b"%41" * 20_000_000, kind)] * 4))


ATTACKS: tuple[Attack, ...] = (
    *(silent, heads, bodies, lists, small_lists, names, wide, batch, newlines, documents, unread, fetches, leaving),
    *(requests, forms),
)


def together(actions: Sequence[Callable[[], str | None]]) -> list[str]:
    """Do all actions at once, and return what they return."""
    results: list[str] = []
    threads = [threading.Thread(target=lambda action=action: results.append(action() or "")) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def counted(results: list[str]) -> str:
    """Return results with how often each is among them."""
    return ", ".join(f"{results.count(result)} × {result}" for result in sorted(set(results)))


class Watch:
    """Asks for the health of a service, in a process that the attacks do not slow down; keeps the slowest answer."""

    def __init__(self, port: int, pid: int) -> None:
        """Begin to watch the service on a port, whose process this is."""
        context = get_context("fork")
        self._slowest, self._threads, self._ended = context.Value("d", 0.0), context.Value("i", 0), context.Event()
        self._process = context.Process(target=self._watch, args=(port, pid))
        self._process.start()

    def stop(self) -> tuple[float, int]:
        """End to watch, and return the seconds of the slowest answer and the most threads that the service had."""
        self._ended.set()
        self._process.join()
        return self._slowest.value, self._threads.value

    def _watch(self, port: int, pid: int) -> None:
        while not self._ended.is_set():
            self._slowest.value = max(self._slowest.value, health_seconds(port))
            self._threads.value = max(self._threads.value, int(status_of(pid, "Threads")))
            self._ended.wait(0.1)


def health_seconds(port: int) -> float:
    """Return how long a service takes to say that it is well."""
    begin = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_SECONDS)
    try:
        connection.request("GET", "/health")
        return time.perf_counter() - begin if connection.getresponse().status == 200 else WAIT_SECONDS
    except (OSError, http.client.HTTPException):
        return WAIT_SECONDS
    finally:
        connection.close()


def status_of(pid: int, field: str) -> str:
    """Return a field of the status of a process."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name == field:
                return value.split()[0]
    return "0"


@contextmanager
def hostile_site() -> Iterator[str]:
    """A web server with large pages, bombs, and pages that never come."""
    plain, ended = (PAGE * 600_000).encode(), threading.Event()
    bomb = gzip.compress(plain)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/never":
                ended.wait(WAIT_SECONDS)
                return
            body = bomb if "bomb" in self.path else plain
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Encoding", "gzip" if body is bomb else "identity")
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 1_000
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        ended.set()
        server.shutdown()


def attack(one: Attack, site: str, workers: int) -> tuple[tuple[str, ...], bool]:
    """Attack a new service in one way; return the row of the table, and whether it held."""
    is_studio = one is forms
    options = ["--workers", str(workers), "--allow-private"] + ["--no-browser"] * is_studio
    with serving(*options, verb="studio" if is_studio else "serve") as (port, pid):
        before = int(status_of(pid, "VmRSS")) * 1_000
        watch = Watch(port, pid)
        said = one(Target(port, site))
        slowest, threads = watch.stop()
        peak, after = (int(status_of(pid, field)) * 1_000 for field in ("VmHWM", "VmRSS"))
    held = slowest <= HEALTH_SECONDS and 0 < peak <= MEMORY_BYTES
    health = f"{slowest:.2f}" if slowest < WAIT_SECONDS else "none"
    sizes = tuple(f"{size / MEGABYTE:.0f}" for size in (before, peak, after))
    return (f"{one.__name__}: {(one.__doc__ or '').rstrip('.')}", health, *sizes, str(threads), said), held


def main() -> int:
    """Attack, print the table, and check the bounds."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    known = [one.__name__ for one in ATTACKS]
    parser.add_argument("--only", nargs="+", choices=known, default=known, metavar="NAME", help=", ".join(known))
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="of the service (default: 2)")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    rows, all_held = [], True
    with hostile_site() as site:
        for one in ATTACKS:
            if one.__name__ in options.only:
                row, held = attack(one, site, options.workers)
                rows.append((*row, "yes" if held else "no"))
                all_held &= held
                print(*row, sep=" | ", file=sys.stderr)
    headings = ("attack", "slowest /health, s", "MB before", "peak MB", "MB after", "threads", "answers", "held")
    Table("attacks on a service", headings, rows).show(wide_console())
    return 0 if all_held else 1


if __name__ == "__main__":
    sys.exit(main())
