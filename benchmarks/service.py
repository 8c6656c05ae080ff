"""Measures the HTTP service on loopback: requests a second and times of answers, beside the bare library.

Every page is sent under an address of its own, its mark, and its answer is compared with what the library gives for the
same page and address in this process: an answer that is lost, doubled, or that of another page is found.

The bare library does the same work as a worker of the service, from the source of the page to the bytes of the answer,
in one thread of this process. The service runs as `ridgeline serve`, with one worker for each core by default; the
clients share the cores with it. Times are wall-clock times, so that they include the time in the queue.

    python benchmarks/service.py --data wcxb-dev --pages 300

The exit code is 1 if an answer is missing or wrong, or if a connection takes longer than `--seconds`.
"""

import argparse
import asyncio
import json
import math
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from arguments import positive
from report import Table, wide_console
from ridgeline.errors import RidgelineError
from ridgeline.lab import datasets
from ridgeline.lab.evaluation import spread
from ridgeline.processes import usable_cores
from ridgeline.service.work import Source, Wanted, extract_as_json, prepare

READY = re.compile(r"(?:listening on|the studio is at) http://127\.0\.0\.1:(\d+)")
START_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Request:
    """A page under its mark, and the answer that it has to get."""

    mark: str
    body: bytes
    expected: object


@dataclass(frozen=True, slots=True)
class Run:
    """The times of one way to extract all pages."""

    name: str
    seconds: float  # in all
    latencies: tuple[float, ...]
    wrong: int = 0


def main() -> int:
    """Measure the library and the service, print the table, and check the answers."""
    options = read_options()
    try:
        records = spread(datasets.load(options.data), options.pages)
    except RidgelineError as problem:
        print(f"service: {problem}", file=sys.stderr)
        return 2
    pages = [(f"https://mark-{number}.example/page", record.html) for number, record in enumerate(records)]
    prepare()
    bare, requests = run_bare(pages)
    runs = [bare]
    with serving("--workers", str(options.workers), "--queue", "1000", "--no-fetch") as (port, _):
        for connections in options.connections:
            runs.append(asyncio.run(run_service(port, requests, connections, options.seconds)))
    table(runs, len(pages), options.workers).show(wide_console())
    return report_wrong(runs)


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", default="wcxb-dev", metavar="SET", help="a data set (default: wcxb-dev)")
    parser.add_argument("--pages", type=positive, default=300, metavar="N", help="pages of the set (default: 300)")
    parser.add_argument(
        "--connections", type=positive, nargs="+", default=[1, 32], metavar="N", help="at a time (default: 1 32)"
    )
    parser.add_argument("--workers", type=positive, default=usable_cores(), metavar="N", help="of the service")
    parser.add_argument("--seconds", type=float, default=120.0, help="the longest time of a run (default: 120)")
    return parser.parse_args()


def run_bare(pages: Sequence[tuple[str, str]]) -> tuple[Run, list[Request]]:
    """Extract all pages in this process; return the times, and the requests with the answers that they have to get."""
    latencies, requests = [], []
    for mark, html in pages:
        start = time.perf_counter()
        answer = extract_as_json(Source(html, mark), Wanted())
        latencies.append(time.perf_counter() - start)
        body = json.dumps({"html": html, "url": mark}).encode()
        requests.append(Request(mark, body, comparable(answer.body)))
    return Run("bare library", sum(latencies), tuple(latencies)), requests


def comparable(body: bytes) -> object:
    """Return an answer without its time."""
    answer = json.loads(body)
    answer.pop("seconds", None)
    return answer


@contextmanager
def serving(*options: str, verb: str = "serve") -> Iterator[tuple[int, int]]:
    """Run the service until the block ends; yields its port and its process id."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ridgeline", verb, "--port", "0", "--folder", folder, *options]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            try:
                line = process.stderr.readline() if process.stderr else ""
                found = READY.search(line)
                if found is None:
                    raise SystemExit(f"service: it did not start: {line.strip()}")
                yield int(found[1]), process.pid
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(START_SECONDS)


async def run_service(port: int, requests: Sequence[Request], connections: int, seconds: float) -> Run:
    """Send all pages over so many connections, each of which waits for an answer before it sends the next page."""
    waiting = iter(requests)
    latencies: list[float] = []
    wrong: list[str] = []

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        try:
            for request in waiting:
                start = time.perf_counter()
                answer = await ask(reader, writer, port, request.body)
                latencies.append(time.perf_counter() - start)
                if comparable(answer) != request.expected:
                    wrong.append(request.mark)
        finally:
            writer.close()

    start = time.perf_counter()
    async with asyncio.timeout(seconds):
        await asyncio.gather(*(client() for _ in range(connections)))
    took = time.perf_counter() - start
    missing = len(requests) - len(latencies)
    name = f"service, {connections} connection{'s' * (connections != 1)}"
    return Run(name, took, tuple(latencies), len(wrong) + missing)


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, body: bytes) -> bytes:
    """Return the answer to a request."""
    head = f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await writer.drain()
    headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = re.search(r"^content-length: (\d+)", headers, re.M)
    content = await reader.readexactly(int(length[1]) if length else 0)
    return content if headers.startswith("http/1.1 200 ") else b"null"


def table(runs: Sequence[Run], pages: int, workers: int) -> Table:
    """The table with a row per run."""
    rows = [row(run, runs[0]) for run in runs]
    headings = ("run", "requests a second", "median, ms", "99th percentile, ms", "× bare, median", "wrong or lost")
    return Table(f"{pages} pages, {workers} workers on {usable_cores()} cores; wall-clock times", headings, rows)


def row(run: Run, bare: Run) -> tuple[str, ...]:
    """The table row of a run."""
    median = percentile(run.latencies, 50)
    return (
        run.name,
        f"{len(run.latencies) / run.seconds:,.0f}",
        f"{1000 * median:.1f}",
        f"{1000 * percentile(run.latencies, 99):.1f}",
        f"{median / percentile(bare.latencies, 50):.2f}",
        str(run.wrong),
    )


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def report_wrong(runs: Sequence[Run]) -> int:
    """Say which runs have wrong answers; 1 if any has."""
    for run in runs:
        if run.wrong:
            print(f"service: {run.name}: {run.wrong} answers are missing or wrong", file=sys.stderr)
    return 1 if any(run.wrong for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
