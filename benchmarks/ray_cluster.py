"""A Ray cluster of two nodes on this machine, one of which is killed in the middle: every page has exactly one row.

    python benchmarks/ray_cluster.py --pages 2000

Two nodes are started with `ray start`, each with one core and ports of its own. A run begins on both. When a quarter of
its parts are there, all processes of the second node are killed with `kill -9`. The run has to end by itself, with exit
code 0 and a row for every page. The exit code is 1 if that is not so.
"""

import argparse
import json
import os
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
from warcs import generated_page, write_warcs

_SLICE_PAGES = 25
_PORT = 26_379
_NODE_SECONDS = 180
_RUN = """
import json, sys
sys.path.insert(0, sys.argv[1])
from bulk_probe import Poisonable
from ridgeline.bulk import run
from ridgeline.bulk.slices import Reading
from ridgeline.bulk.sources import inputs
inputs._PAGE_BYTES = 1  # small files have several slices, too
report = run(
    sys.argv[2], sys.argv[3], extractor=Poisonable(seconds=0.01), fields=("id", "status", "error"),
    engine="ray", address=sys.argv[4], reading=Reading(slice_pages=int(sys.argv[5])),
)
print(json.dumps({"pages": report.pages, "failures": report.failures, "is_complete": report.is_complete}))
"""


def environment() -> dict[str, str]:
    """Return the environment of the nodes: they import the extractor of the run, and report to nobody."""
    ours = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled", "RAY_worker_niceness": "0"}
    ours["PYTHONPATH"] = str(Path(__file__).parent)
    # Both nodes have one address, and are told apart by their ports.
    return {**os.environ, **ours, "RAY_health_check_period_ms": "1000", "RAY_health_check_failure_threshold": "3"}


def start_node(folder: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Start a node with one core, in a session of its own."""
    common = ["--num-cpus=1", "--block", "--node-ip-address=127.0.0.1", "--object-store-memory=100000000"]
    command = [str(Path(sys.executable).with_name("ray")), "start", *common, f"--temp-dir={folder}", *options]
    log = (folder.parent / f"{folder.name}-{len(options)}.log").open("wb")
    with log:
        return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, env=environment())


def in_tree(root: int) -> list[int]:
    """Return a process and all its descendants."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [root]
    for process in found:
        found += [child for child, parent in parents.items() if parent == process and child not in found]
    return found


def kill_node(node: "subprocess.Popen[bytes]") -> int:
    """Kill all processes of a node at once; return how many there were."""
    processes = in_tree(node.pid)
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue
    node.wait()
    return len(processes)


def wait_for_nodes(address: str, count: int) -> None:
    """Wait until a cluster has as many nodes."""
    code = f"import ray; ray.init({address!r}, log_to_driver=False, logging_level='ERROR'); print(len(ray.nodes()))"
    deadline = time.monotonic() + _NODE_SECONDS
    while time.monotonic() < deadline:
        asked = subprocess.run([sys.executable, "-c", code], capture_output=True, env=environment(), check=False)
        if asked.stdout.split()[-1:] == [str(count).encode()]:
            return
        time.sleep(0.5)
    raise SystemExit(f"the cluster did not get {count} nodes in {_NODE_SECONDS} s")


def run_and_kill(folder: Path, output: Path, address: str, second: "subprocess.Popen[bytes]", parts: int) -> list[str]:
    """Run on the cluster, kill the second node when there are as many parts, and return what is wrong."""
    command = [sys.executable, "-c", _RUN, str(Path(__file__).parent), str(folder), str(output), address]
    run = subprocess.Popen([*command, str(_SLICE_PAGES)], stdout=subprocess.PIPE, env=environment())
    while len(list(output.glob("part-*"))) < parts and run.poll() is None:
        time.sleep(0.05)
    if run.poll() is not None:
        return ["the run ended before the node was killed"]
    print(f"killed {kill_node(second)} processes of a node after {len(list(output.glob('part-*')))} parts")
    written, _ = run.communicate()
    if run.returncode != 0:
        return [f"exit code {run.returncode}"]
    report = json.loads(written.splitlines()[-1])  # Ray says above that a node died
    print(f"the run ended: {report}")
    return [] if report["is_complete"] else [f"not complete: {report}"]


def check_rows(output: Path, pages: int) -> list[str]:
    """Return what is wrong with the rows."""
    rows = [row for part in output.glob("part-*.parquet") for row in parquet.read_table(part).to_pylist()]
    counts = Counter(int(row["id"]) for row in rows)
    wrong = [f"page {number} has {count} rows" for number, count in counts.items() if count > 1]
    wrong += [f"{pages - len(counts)} pages are missing"] * (len(counts) != pages)
    return wrong + [f"page {row['id']}: {row['error']}" for row in rows if row["error"]]


def main() -> int:
    """Start the cluster, run, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=positive, default=2_000)
    arguments = parser.parse_args()
    pages = arguments.pages
    folder = Path(tempfile.mkdtemp(prefix="rc-"))  # short: sockets have long paths
    address = f"127.0.0.1:{_PORT}"
    nodes: list[subprocess.Popen[bytes]] = []
    try:
        (folder / "in").mkdir()
        corpus = [(f"https://example.org/{n}", generated_page(n, paragraphs=3)) for n in range(pages)]
        write_warcs(folder / "in", corpus, pages, 4)
        nodes.append(start_node(folder / "a", "--head", f"--port={_PORT}", "--include-dashboard=false"))
        wait_for_nodes(address, 1)
        nodes.append(start_node(folder / "a", f"--address={address}"))
        wait_for_nodes(address, 2)
        wrong = run_and_kill(folder / "in", folder / "out", address, nodes[1], pages // _SLICE_PAGES // 4)
        wrong += check_rows(folder / "out", pages)
    finally:
        for node in nodes:
            kill_node(node)
        shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(f"NOT ok: {line}" for line in wrong[:20]) or f"ok: {pages:,} pages, one row each")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
