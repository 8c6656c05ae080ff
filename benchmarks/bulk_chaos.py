"""Chaos: runs that are killed at random points, poisoned pages, a full disk. Every page must have exactly one row.

    python benchmarks/bulk_chaos.py --kills 50 --pages 2000

The corpus holds pages that hang, eat memory and crash their process. A run is started again and again; each time, after
a random while, `kill -9` hits the parent, one of its children, or all of them at once. Then it is left alone, and:

- every page has one row, and every poisoned page the right kind of error
- the report counts what the rows show, and the exit code is 0
- no file of a killed writer is left, and no process

Then the same with a limit on the size of files instead of kills, as if the disk were full: exit code 1, one line, whole
parts; and without the limit, all rows. The exit code is 1 if anything of this is not so.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import pyarrow.parquet as parquet

from arguments import positive
from bulk_probe import POISONS
from warcs import generated_page, write_warcs

_SLICE_PAGES = 25
_ERRORS = {"hang": "seconds", "memory": "memory", "crash": "crash"}
_RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
from bulk_probe import Poisonable
from ridgeline.bulk import run
from ridgeline.bulk.slices import Reading
from ridgeline.bulk.sources import inputs
from ridgeline.errors import RidgelineError
inputs._PAGE_BYTES = 1  # small files have several slices, too
try:
    report = run(
        sys.argv[2], sys.argv[3], extractor=Poisonable(seconds=0.002), fields=("id", "status", "error"),
        processes=2, page_seconds=2.0, page_memory=400_000_000, reading=Reading(slice_pages=int(sys.argv[4])),
    )
except RidgelineError as error:
    sys.exit(str(error))
print(json.dumps({"pages": report.pages, "errors": report.errors, "is_complete": report.is_complete}))
"""


def start(folder: Path, output: Path, max_file_bytes: int | None = None) -> "subprocess.Popen[bytes]":
    """Start a run in a session of its own."""
    limit = [] if max_file_bytes is None else ["prlimit", f"--fsize={max_file_bytes}"]
    command = [sys.executable, "-c", _RUN, str(Path(__file__).parent), str(folder), str(output), str(_SLICE_PAGES)]
    return subprocess.Popen([*limit, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def children(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += map(int, path.read_text().split())
        except OSError:  # it has ended
            continue
    return found


def kill_somebody(process: "subprocess.Popen[bytes]", generator: random.Random) -> str | None:
    """Kill the parent, a child, or all; return who it was, None if there was nobody."""
    victim = generator.choice(("parent", "child", "all"))
    those = children(process.pid)
    if victim == "child":
        targets = [generator.choice(those)] if those else []
    else:
        targets = [process.pid] if victim == "parent" else [process.pid, *those]
    for target in targets:
        try:
            os.kill(target, signal.SIGKILL)
        except ProcessLookupError:
            continue
    return victim if targets else None


def storm(folder: Path, output: Path, kills: int, generator: random.Random) -> Counter[str]:
    """Start runs and kill, until there were as many kills; return who was killed how often."""
    victims: Counter[str] = Counter()
    while victims.total() < kills:
        with start(folder, output) as process:
            deadline = time.monotonic() + 600
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(generator.uniform(0.05, 2.5))
                if process.poll() is None and (victim := kill_somebody(process, generator)) is not None:
                    victims[victim] += 1
            orphans = wait_for_end(process.pid)
        if orphans:
            raise SystemExit(f"NOT ok: processes outlived their parent: {orphans}")
        if process.returncode == 0 and victims.total() < kills:
            remove_some_parts(output, generator)  # it has ended too soon: there is more to kill
    return victims


def wait_for_end(session: int, seconds: float = 5.0) -> list[int]:
    """Return the processes of a session that are still there after a while."""
    deadline = time.monotonic() + seconds
    while (alive := in_session(session)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return alive


def in_session(session: int) -> list[int]:
    """Return the processes of a session, without those that have ended and are not collected yet."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def remove_some_parts(output: Path, generator: random.Random) -> None:
    """Let some slices be done again."""
    for part in sorted(output.glob("part-*")):
        if generator.random() < 0.7:
            part.unlink()


def check(
    folder: Path, output: Path, pages: int, poisons: dict[int, str], max_file_bytes: int | None = None
) -> list[str]:
    """Run to the end, and return what is wrong."""
    with start(folder, output, max_file_bytes) as process:
        written, complaints = process.communicate()
    wrong = [] if process.returncode == 0 else [f"exit code {process.returncode}: {complaints.decode()}"]
    rows = [row for part in output.glob("part-*.parquet") for row in parquet.read_table(part).to_pylist()]
    counts = Counter(int(row["id"]) for row in rows if row["id"] is not None)
    wrong += [f"{pages - len(counts)} pages are missing"] * (len(counts) != pages)
    wrong += [f"page {number} has {count} rows" for number, count in counts.items() if count > 1]
    errors = {int(row["id"]): row["error"].partition(":")[0] for row in rows if row["error"]}
    wrong += [f"errors are {errors}, not {poisons}"] * (errors != poisons)
    wrong += [f"a file is left: {left}" for left in output.rglob(".ridgeline-*")]
    report = json.loads(written or b"{}")
    expected = {"pages": pages, "errors": dict(Counter(poisons.values())), "is_complete": True}
    return wrong + [f"the report is {report}, not {expected}"] * (report != expected)


def check_full_disk(folder: Path, output: Path) -> list[str]:
    """Run with a limit on the size of files, and return what is wrong."""
    with start(folder, output, max_file_bytes=2_000) as process:
        _, complaints = process.communicate()
    wrong = [] if process.returncode == 1 else [f"exit code {process.returncode} on a full disk"]
    lines = complaints.decode().strip().splitlines()
    return wrong + [f"complaints on a full disk: {lines}"] * (len(lines) != 1)


def make_corpus(folder: Path, pages: int, generator: random.Random, poisoned: int) -> dict[int, str]:
    """Write WARC files, some pages of which are poisoned; return the error that each of those gives."""
    kinds = [(number, list(POISONS)[number % 3]) for number in range(poisoned)]
    places = dict(zip(sorted(generator.sample(range(pages), poisoned)), (kind for _, kind in kinds), strict=True))
    corpus = []
    for number in range(pages):
        html = generated_page(number, paragraphs=3)
        if number in places:
            html += f"<p>{POISONS[places[number]]}".encode()
        corpus.append((f"https://example.org/{number}", html))
    write_warcs(folder, corpus, pages, 3)
    return {number: _ERRORS[kind] for number, kind in places.items()}


def main() -> int:
    """Run the chaos, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=positive, default=50)
    parser.add_argument("--pages", type=positive, default=2_000)
    parser.add_argument("--poisoned", type=positive, default=6)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    folder = Path(tempfile.mkdtemp(prefix="ridgeline-chaos-"))
    try:
        (folder / "in").mkdir()
        poisons = make_corpus(folder / "in", arguments.pages, generator, arguments.poisoned)
        victims = storm(folder / "in", folder / "out", arguments.kills, generator)
        print(f"killed: {dict(victims)}")
        wrong = check(folder / "in", folder / "out", arguments.pages, poisons)
        wrong += check_full_disk(folder / "in", folder / "full")
        wrong += check(folder / "in", folder / "full", arguments.pages, poisons)
    finally:
        shutil.rmtree(folder)
    print("\n".join(f"NOT ok: {line}" for line in wrong) or f"ok: {arguments.pages:,} pages, one row each")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
