"""The memory that pages take: at most twelve times their bytes, and 60 MB.

A fresh process measures each page, since memory that another page has left behind would hide what this one takes. All
of the pages that ever took more, and all views, are measured by `benchmarks/hostile.py`.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from .hostile import reproductions

MEASURE = """
import sys
from pathlib import Path
import ridgeline

def resident(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))

view, data = sys.argv[1], sys.stdin.buffer.read()
getattr(ridgeline.extract("<title>A page</title><p>" + "It has a few sentences. " * 9), view)
Path("/proc/self/clear_refs").write_text("5")
before = resident("VmRSS")
getattr(ridgeline.extract(data), view)
print(resident("VmHWM") - before)
"""
PAGES = {page.stem: page for page in reproductions()}


@pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the peak of a process's memory"
)
@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("format__cells", "text"),
        ("format__items", "markdown"),
        ("format__items_nested", "markdown"),
        ("format__quotations_nested", "json"),
        ("format__quotations_open", "json"),
        ("format__ruby", "tei"),
        ("format__formulas", "tei"),
        ("format__backticks", "markdown"),
        ("format__backticks_apart", "markdown"),
        ("after__menu", "text"),
        ("copied__paragraphs", "metadata"),
        ("data__lists_of_nothing", "text"),
        ("memory__words", "cleaneval"),
        ("memory__prose_and_emoji", "html"),
    ],
)
def test_memory_is_bounded(name: str, view: str) -> None:
    data = PAGES[name].data
    command = [sys.executable, "-c", MEASURE, view]
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    assert int(done.stdout) < 12 * len(data) + 60_000_000
