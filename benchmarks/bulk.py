"""What the bulk runner costs beside a bare loop, how soon it starts, and whether its memory stays flat.

Everything is measured in one run on the same WARC files, which are written into a temporary folder, in turns, and the
best of --rounds counts:

    bare        one process: FastWARC and `ridgeline.extract(…)`, text and status, which are thrown away
    side        as many of them at once as there are workers, each with its share of the files: a process that has the
                cores for itself takes less CPU time for the same work, so this is what the runner's CPU is held against
    bulk        `ridgeline.bulk.run` with --processes workers, from WARC to Parquet: id, url, offset, status, text

    python benchmarks/bulk.py                    # 5,000 pages
    python benchmarks/bulk.py --repeat 10 --rounds 1      # 50,000 pages, for the memory

The exit code is 1 if a requirement is not met: --speedup, --overhead, --start-seconds, --growth.
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from arguments import positive
from bulk_probe import FirstPage
from ridgeline.bulk import Report, run
from warcs import write_in_another_process

FIELDS = ("id", "url", "offset", "status", "error", "text")
Times = tuple[float, float]  # wall-clock and CPU seconds
_SAMPLE_SECONDS = 0.25
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Memory:
    """The resident memory of this process and of its children, sampled while something runs."""

    parent: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)  # the largest child of each sample

    def growth(self, samples: list[int]) -> float:
        """Return the maximum of the last quarter in units of that of the second quarter."""
        quarter = max(1, len(samples) // 4)
        return max(samples[-quarter:]) / max(samples[quarter : 2 * quarter] or samples)


@dataclass(frozen=True)
class Measured:
    """A run of the bulk runner."""

    report: Report
    seconds: float
    cpu_seconds: float
    first_page_seconds: float
    memory: Memory


def measure_bare(paths: list[Path], processes: int = 1) -> Times:
    """Return the wall-clock and CPU seconds of bare loops, each in a process of its own."""
    probe = [sys.executable, str(Path(__file__).with_name("bulk_probe.py"))]
    begin, before = time.monotonic(), children_cpu()
    loops = [
        subprocess.Popen([*probe, *map(str, paths[number::processes])], stdout=subprocess.DEVNULL)
        for number in range(processes)
    ]
    codes = [loop.wait() for loop in loops]
    if any(codes):
        raise SystemExit("a bare loop failed")
    return time.monotonic() - begin, children_cpu() - before


def measure_bulk(paths: list[Path], output: Path, processes: int, note: Path) -> Measured:
    """Return what a run costs, all its processes together."""
    memory = Memory()
    done = threading.Event()
    sampler = threading.Thread(target=sample, args=(memory, done))
    sampler.start()
    began, begin, before = time.time(), time.monotonic(), time.process_time() + children_cpu()
    try:
        report = run(paths, output, extractor=FirstPage(str(note)), fields=FIELDS, processes=processes)
    finally:
        done.set()
        sampler.join()
    cpu_seconds = time.process_time() + children_cpu() - before
    first = float(note.read_text(encoding="utf-8")) - began
    return Measured(report, time.monotonic() - begin, cpu_seconds, first, memory)


def sample(memory: Memory, done: threading.Event) -> None:
    """Note the memory of this process and its children until the end."""
    while not done.wait(_SAMPLE_SECONDS):
        memory.parent.append(resident(os.getpid()))
        memory.children.append(max(map(resident, children()), default=0))


def children() -> list[int]:
    """Return the processes that this one has started."""
    return [int(child) for path in Path("/proc/self/task").glob("*/children") for child in path.read_text().split()]


def resident(process: int) -> int:
    """Return the resident bytes of a process; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE_BYTES
    except OSError:
        return 0


def children_cpu() -> float:
    """Return the CPU seconds of the children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> int:
    """Measure, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=positive, default=5_000)
    parser.add_argument("--files", type=positive, default=8)
    parser.add_argument("--repeat", type=positive, default=1, help="how often every file is read, under other names")
    parser.add_argument("--processes", type=positive, default=2)
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--speedup", type=float, default=1.8, help="least wall-clock ratio of the bare loop")
    parser.add_argument("--overhead", type=float, default=0.08, help="largest share of CPU that is not the pages'")
    parser.add_argument("--start-seconds", type=float, default=1.5, help="longest time to the first page")
    parser.add_argument(
        "--growth", type=float, default=1.15, help="largest growth of memory from the second quarter on"
    )
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ridgeline-bulk-"))
    try:
        paths = link(write_in_another_process(folder, arguments.pages, arguments.files), arguments.repeat)
        rounds = [measure_round(paths, folder, arguments.processes) for _ in range(arguments.rounds)]
    finally:
        shutil.rmtree(folder)
    bare, side, bulk = zip(*rounds, strict=True)
    return report(arguments, best(bare), best(side), best_bulk(bulk))


def link(paths: list[Path], count: int) -> list[Path]:
    """Return files and further names of them, so that each is there this many times."""
    for path in paths:
        for number in range(1, count):
            path.with_name(f"{number}-{path.name}").hardlink_to(path)
    return [path.with_name(f"{number}-{path.name}") if number else path for number in range(count) for path in paths]


def measure_round(paths: list[Path], folder: Path, processes: int) -> tuple[Times, Times, Measured]:
    """Return the bare loop, several of them side by side, and the bulk runner, one after the other."""
    bare, side = measure_bare(paths), measure_bare(paths, processes)
    output, note = folder / "out", folder / "first-page"
    bulk = measure_bulk(paths, output, processes, note)
    shutil.rmtree(output)
    note.unlink()
    return bare, side, bulk


def best(rounds: tuple[Times, ...]) -> Times:
    """Return the least wall-clock and the least CPU time: what others did on the machine only adds to them."""
    return min(seconds for seconds, _ in rounds), min(cpu_seconds for _, cpu_seconds in rounds)


def best_bulk(rounds: tuple[Measured, ...]) -> Measured:
    """Return the last run with the least times of all."""
    seconds, cpu_seconds = best(tuple((each.seconds, each.cpu_seconds) for each in rounds))
    first = min(each.first_page_seconds for each in rounds)
    return replace(rounds[-1], seconds=seconds, cpu_seconds=cpu_seconds, first_page_seconds=first)


def report(arguments: argparse.Namespace, bare: Times, side: Times, bulk: Measured) -> int:
    """Print what was measured, and return the exit code."""
    seconds, cpu_seconds = bare[0], side[1]
    speedup = seconds / bulk.seconds
    overhead = (bulk.cpu_seconds - cpu_seconds) / bulk.cpu_seconds
    growth = {name: bulk.memory.growth(samples) for name, samples in vars(bulk.memory).items()}
    peak = {name: max(samples) / 1e6 for name, samples in vars(bulk.memory).items()}
    pages = arguments.pages * arguments.repeat
    for name, (loop_seconds, loop_cpu) in (("bare", bare), ("side", side)):
        print(f"{name}: {pages / loop_seconds:,.0f} pages a second, {loop_cpu / pages * 1_000:.2f} CPU ms a page")
    print(f"bulk: {pages / bulk.seconds:,.0f} pages a second, {bulk.cpu_seconds / pages * 1_000:.2f} CPU ms a page")
    limit = seconds / side[0]
    print(f"{arguments.processes} bare loops side by side: {limit:.2f} times one, which is what this machine can do")
    checks = [
        (f"{speedup:.2f} times the bare loop with {arguments.processes} workers", speedup >= arguments.speedup),
        (f"{overhead:.1%} of the CPU is the runner's own", overhead <= arguments.overhead),
        (f"{bulk.first_page_seconds:.2f} s to the first page", bulk.first_page_seconds <= arguments.start_seconds),
        *(
            (f"memory of the {n}: {peak[n]:,.0f} MB, grows by {g:.2f}", g <= arguments.growth)
            for n, g in growth.items()
        ),
        (f"{bulk.report.rows:,} rows, {sum(bulk.report.errors.values())} errors", bulk.report.rows == pages),
    ]
    for text, is_met in checks:
        print(f"{'ok ' if is_met else 'NOT'} {text}")
    return 0 if all(is_met for _, is_met in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
