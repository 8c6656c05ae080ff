"""Measures the HTTP service on loopback: requests a second, times of answers and CPU time, beside the bare library.

Every page is sent under an address of its own, its mark, and its answer is compared with what the library gives for the
same page and address: an answer that is lost, doubled, or that of another page is found.

The bare library does the same work as a worker of the service, from the source of the page to the bytes of the answer,
in one process, then in as many as the service has workers. The service runs as `ridgeline serve`, with one worker for
each core by default. Requests a second and latencies are of the clock, and include the time in the queue; the clients
share the cores with the service. So the CPU time of a page counts more: of all processes of the service together, of
the one among them that listens, and of the clients.

    python benchmarks/service.py --data wcxb-dev --pages 300

The exit code is 1 if an answer is missing or wrong, or if a connection takes longer than `--seconds`.
"""

import argparse
import asyncio
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

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
    cpu_seconds: float  # of all processes that work on pages
    listening_seconds: float = 0.0  # of them, of the process that listens
    client_seconds: float = 0.0
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
    requests = [Request(mark, *prepared(mark, html)) for mark, html in pages]
    runs = [run_bare(pages, processes) for processes in sorted({1, options.workers})]
    with serving("--workers", str(options.workers), "--queue", "1000", "--no-fetch") as (port, pid):
        for connections in options.connections:
            runs.append(asyncio.run(run_service(port, pid, requests, connections, options.seconds)))
    table(runs, options.workers).show(wide_console())
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


def prepared(mark: str, html: str) -> tuple[bytes, object]:
    """Return the body of a request, and the answer that it has to get."""
    answer = extract_as_json(Source(html, mark), Wanted())
    return json.dumps({"html": html, "url": mark}).encode(), comparable(answer.body)


def run_bare(pages: Sequence[tuple[str, str]], processes: int) -> Run:
    """Extract all pages in so many forks of this process, each of which has its share of them."""
    forking = get_context("fork")
    answers = forking.SimpleQueue()

    def work(share: Sequence[tuple[str, str]]) -> None:
        latencies, cpu = [], time.process_time()
        for mark, html in share:
            begin = time.perf_counter()
            extract_as_json(Source(html, mark), Wanted())
            latencies.append(time.perf_counter() - begin)
        answers.put((latencies, time.process_time() - cpu))

    start = time.perf_counter()
    workers = [forking.Process(target=work, args=(pages[first::processes],)) for first in range(processes)]
    for worker in workers:
        worker.start()
    found = [answers.get() for _ in workers]
    took = time.perf_counter() - start
    for worker in workers:
        worker.join()
    latencies = tuple(latency for some, _ in found for latency in some)
    return Run(f"bare library, {counted(processes, 'process')}", took, latencies, sum(cpu for _, cpu in found))


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


async def run_service(port: int, pid: int, requests: Sequence[Request], connections: int, seconds: float) -> Run:
    """Send all pages over so many connections, each of which waits for an answer before it sends the next page."""
    waiting = iter(requests)
    latencies: list[float] = []
    answers: list[tuple[Request, bytes]] = []

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
        try:
            for request in waiting:
                start = time.perf_counter()
                answer = await ask(reader, writer, port, request.body)
                latencies.append(time.perf_counter() - start)
                answers.append((request, answer))
        finally:
            writer.close()

    before = cpu_of(pid), sum(map(cpu_of, children_of(pid))), time.process_time()
    start = time.perf_counter()
    async with asyncio.timeout(seconds):
        await asyncio.gather(*(client() for _ in range(connections)))
    took = time.perf_counter() - start
    after = cpu_of(pid), sum(map(cpu_of, children_of(pid))), time.process_time()
    listening, working, clients = (now - then for now, then in zip(after, before, strict=True))
    wrong = sum(comparable(answer) != request.expected for request, answer in answers) + len(requests) - len(answers)
    name = f"service, {counted(connections, 'connection')}"
    return Run(name, took, tuple(latencies), listening + working, listening, clients, wrong)


def children_of(pid: int) -> list[int]:
    """Return the processes that a process has started, in whichever of its threads."""
    return [int(child) for path in Path(f"/proc/{pid}/task").glob("*/children") for child in path.read_text().split()]


def cpu_of(pid: int) -> float:
    """Return the CPU time of a process, in user and system mode."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def counted(count: int, noun: str) -> str:
    """Return a number of things: "1 process", "2 processes"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('s') else 's'}"


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, body: bytes) -> bytes:
    """Return the answer to a request."""
    head = f"POST /v1/extract HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    await writer.drain()
    headers = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = re.search(r"^content-length: (\d+)", headers, re.M)
    content = await reader.readexactly(int(length[1]) if length else 0)
    return content if headers.startswith("http/1.1 200 ") else b"null"


def table(runs: Sequence[Run], workers: int) -> Table:
    """The table with a row per run; it is compared with as many bare processes as the service has workers."""
    bare = next(run for run in reversed(runs) if run.name.startswith("bare"))
    headings = (
        "run",
        "pages a second",
        "of bare",
        "median, ms",
        "99th percentile",
        "× median",
        "CPU a page, ms",
        "bare of it",
        "listening",
        "clients",
        "wrong or lost",
    )
    title = f"{len(bare.latencies)} pages, {workers} workers on {usable_cores()} cores"
    return Table(title, headings, [row(run, bare) for run in runs])


def row(run: Run, bare: Run) -> tuple[str, ...]:
    """The table row of a run."""
    pages, median, last = len(run.latencies), percentile(run.latencies, 50), percentile(run.latencies, 99)
    return (
        run.name,
        f"{pages / run.seconds:,.0f}",
        f"{pages / run.seconds / (len(bare.latencies) / bare.seconds):.0%}",
        f"{1000 * median:.1f}",
        f"{1000 * last:.1f}",
        f"{last / median:.1f}",
        f"{1000 * run.cpu_seconds / pages:.1f}",
        f"{bare.cpu_seconds / run.cpu_seconds:.0%}",
        f"{1000 * run.listening_seconds / pages:.1f}",
        f"{1000 * run.client_seconds / pages:.1f}",
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
