"""What a crawl costs: CPU time a page, from WARC to text, with the bulk runner and with its peers; and core hours.

    python benchmarks/scale.py                        # 1,400 pages of the data sets
    python benchmarks/scale.py --pages 5000 --billions 3

Every system reads the same WARC files, whole processes are measured, one at a time, and all of it counts: starting,
reading, decoding, extracting. `ridgeline bulk` also writes Parquet, and keeps its promises (a row for every page,
limits, resuming); the peers are bare loops over FastWARC's records, in the peers' environment (`--peers FOLDER`), and
throw their texts away.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from arguments import positive
from peers import DEFAULT_FOLDER, peers_python
from warcs import write_in_another_process

PEERS = ("resiliparse", "trafilatura")
_LOOP = """
import sys
sys.path.insert(0, sys.argv[1])
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.parse.encoding import bytes_to_str, detect_encoding
from worker import PEERS, Request

extract = PEERS[sys.argv[2]]()
for path in sys.argv[3:]:
    with open(path, "rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True):
            data = record.reader.read()
            extract(Request(bytes_to_str(data, detect_encoding(data))))
"""


def cpu_seconds(command: list[str]) -> float:
    """Run a command and return the CPU time of all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def measure(paths: list[Path], folder: Path, peers: Path) -> dict[str, float]:
    """Return the CPU seconds of every system."""
    names = [str(path) for path in paths]
    # One worker: two that share a core with each other take more CPU time for the same work.
    bulk = [sys.executable, "-m", "ridgeline", "bulk", *names, "--processes", "1", "--output"]
    seconds = {
        "ridgeline bulk, text": cpu_seconds([*bulk, str(folder / "text"), "--fields", "id,url,status,error,text"]),
        "ridgeline bulk, text and metadata": cpu_seconds([*bulk, str(folder / "default")]),
    }
    python, here = peers_python(peers), str(Path(__file__).parent)
    for name in PEERS:
        seconds[f"{name}, bare loop"] = cpu_seconds([python, "-c", _LOOP, here, name, *names])
    return seconds


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=positive, default=1_400)
    parser.add_argument("--billions", type=float, default=3.0, help="pages of the crawl")
    parser.add_argument("--peers", type=Path, default=DEFAULT_FOLDER, help="the environment of the peers")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="ridgeline-scale-"))
    try:
        paths = write_in_another_process(folder, arguments.pages, 4)
        megabytes = sum(path.stat().st_size for path in paths) / 1e6
        seconds = measure(paths, folder, arguments.peers)
    finally:
        shutil.rmtree(folder)
    print(f"{arguments.pages:,} pages, {megabytes:,.0f} MB compressed\n")
    print(f"| | CPU ms a page | core hours for {arguments.billions:g} billion pages |\n|---|---:|---:|")
    for name, value in seconds.items():
        hours = value / arguments.pages * arguments.billions * 1e9 / 3600
        print(f"| {name} | {value / arguments.pages * 1000:.1f} | {hours:,.0f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
