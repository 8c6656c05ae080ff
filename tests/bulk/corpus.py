"""Small corpora for tests of the runner, and extractors that fail on purpose."""

import json
import os
import signal
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet

from ridgeline.extraction import Extraction
from ridgeline.extractors.everything import Everything
from ridgeline.page import Page

HANG, EAT, CRASH, RAISE, EXIT = (
    "page-that-hangs",
    "page-that-eats",
    "page-that-crashes",
    "page-that-raises",
    "page-that-exits",
)
POISONS = (HANG, EAT, CRASH, RAISE, EXIT)


def page_html(number: int, mark: str = "") -> str:
    """A small article."""
    sentences = "".join(
        f"<p>Paragraph {index} of page {number} tells how the rivers of the valley find their way to the sea.</p>"
        for index in range(5)
    )
    return f"<title>Page {number}</title><article><h1>Page {number} {mark}</h1>{sentences}</article>"


def write_lines(path: Path, count: int, poisons: dict[int, str] | None = None, first: int = 0) -> Path:
    """Write JSON lines with `count` pages; some of them with a mark that `Poison` fails on."""
    marks = poisons or {}
    lines = [
        {"id": str(n), "url": f"https://example.org/{n}", "html": page_html(n, marks.get(n, ""))}
        for n in range(first, first + count)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def write_files(folder: Path, files: int, pages: int) -> Path:
    """Write a folder of files, each with so few pages that it is one slice."""
    folder.mkdir()
    for number in range(files):
        write_lines(folder / f"{number:03}.jsonl", pages, first=number * pages)
    return folder


def read_rows(output: Path) -> list[dict[str, Any]]:
    """The rows of all Parquet parts."""
    rows: list[dict[str, Any]] = []
    for part in sorted(output.glob("part-*.parquet")):
        rows += parquet.read_table(part).to_pylist()
    return rows


def ids(rows: Iterable[dict[str, Any]]) -> list[int]:
    """The ids of rows as numbers, sorted."""
    return sorted(int(row["id"]) for row in rows)


def by_id(rows: Sequence[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Rows by their id, which is in none of them twice."""
    found = {int(row["id"]): row for row in rows}
    assert len(found) == len(rows)
    return found


@dataclass
class Poison:
    """Keeps everything, and fails on marked pages in the way that the mark names; with `antidote`, on none."""

    name: str = "poison"
    antidote: str | None = None  # a file: while it exists, no page is poisoned

    def extract(self, page: Page) -> Extraction:
        """Return all leaves of a page, or fail."""
        if self.antidote is None or not Path(self.antidote).exists():
            fail(page.source)
        return Everything().extract(page)


def fail(source: str) -> None:
    """Fail as a page asks for it."""
    if HANG in source:
        time.sleep(600)
    elif EAT in source:
        eaten = []
        while True:
            eaten.append(bytearray(8_000_000))
    elif CRASH in source:
        os.kill(os.getpid(), signal.SIGSEGV)
    elif EXIT in source:
        os._exit(3)
    elif RAISE in source:
        raise ValueError("on purpose")
