"""What benchmarks of the bulk runner give to its worker processes: extractors, and the bare loop beside it."""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import ridgeline
from ridgeline.extraction import Extraction
from ridgeline.page import Page
from ridgeline.registry import load_once

POISONS = {"hang": "poison-that-hangs", "memory": "poison-that-eats", "crash": "poison-that-crashes"}


@dataclass
class FirstPage:
    """The default extractor, which notes when the first page comes."""

    note: str  # a file
    name: str = "first-page"

    def extract(self, page: Page) -> Extraction:
        """Return what the default extractor keeps."""
        if not Path(self.note).exists():
            Path(self.note).write_text(repr(time.time()), encoding="utf-8")
        return load_once("summit").extract(page)


@dataclass
class Poisonable:
    """Keeps everything, and hangs, eats memory or crashes on pages that are marked so."""

    seconds: float = 0.0  # that every page takes
    name: str = "poisonable"

    def extract(self, page: Page) -> Extraction:
        """Return all leaves, or do harm."""
        if POISONS["hang"] in page.source:
            time.sleep(3_600)
        if POISONS["memory"] in page.source:
            eaten = []
            while True:
                eaten.append(bytearray(16_000_000))
        if POISONS["crash"] in page.source:
            os.kill(os.getpid(), signal.SIGSEGV)
        time.sleep(self.seconds)
        return load_once("everything").extract(page)


def bare_loop(paths: list[str]) -> int:
    """Extract the text of all pages of WARC files and its status, in this process; return the number of characters."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    characters = 0
    for path in paths:
        with Path(path).open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True):
                html = record.reader.read()
                extraction = ridgeline.extract(html, url=record.headers["WARC-Target-URI"])
                characters += len(extraction.text) if extraction.status else 0
    return characters


if __name__ == "__main__":
    print(bare_loop(sys.argv[1:]))
