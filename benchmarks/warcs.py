"""WARC files for benchmarks: pages of the data sets, or generated ones where there is no data."""

import gzip
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from ridgeline.errors import DatasetError
from ridgeline.lab.datasets import load

_SETS = ("wcxb-dev", "news-dev", "fundus", "misinfo", "harvest", "magic-html", "postlight")
_WORDS = "river valley ferry morning harbour lamp winter letter bridge captain mail people water stone".split()


def corpus_pages() -> list[tuple[str, bytes]]:
    """Return the pages of the data sets with their addresses; generated ones where there is no data."""
    pages: list[tuple[str, bytes]] = []
    for name in _SETS:
        try:
            pages += [(page.url or f"https://example.org/{name}", page.html.encode()) for page in load(name)]
        except DatasetError:
            continue
    return pages or [(f"https://example.org/{seed}", generated_page(seed)) for seed in range(500)]


def generated_page(seed: int, paragraphs: int = 40) -> bytes:
    """Return an article between menus."""
    generator = random.Random(seed)
    links = "".join(f"<li><a href='/{n}'>{generator.choice(_WORDS)} {n}</a>" for n in range(30))
    text = "".join(f"<p>{' '.join(generator.choices(_WORDS, k=40))}.</p>" for _ in range(paragraphs))
    title = f"The {generator.choice(_WORDS)} {seed}"
    return f"<title>{title}</title><ul>{links}</ul><article><h1>{title}</h1>{text}</article>".encode()


def write_warcs(folder: Path, pages: list[tuple[str, bytes]], count: int, files: int) -> list[Path]:
    """Write `count` pages, repeated where there are fewer, into WARC files; the id of page n is `n`."""
    paths = [folder / f"{number:03}.warc.gz" for number in range(files)]
    numbered = enumerate(islice(cycle(pages), count))
    for number, path in enumerate(paths):
        share = count // files + (number < count % files)
        with path.open("wb") as stream:
            for record in _records(islice(numbered, share)):
                stream.write(gzip.compress(record, 6))
    return paths


def write_in_another_process(folder: Path, count: int, files: int) -> list[Path]:
    """Write WARC files as `write_warcs` does, without the memory that the pages take."""
    subprocess.run([sys.executable, __file__, str(folder), str(count), str(files)], check=True)
    return sorted(folder.glob("*.warc.gz"))


def _records(pages: Iterator[tuple[int, tuple[str, bytes]]]) -> Iterator[bytes]:
    for number, (url, html) in pages:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(html)}\r\n\r\n".encode()
        block = head + html
        yield (
            (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <{number}>\r\nWARC-Target-URI: {url}\r\n"
                f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(block)}\r\n\r\n"
            ).encode()
            + block
            + b"\r\n\r\n"
        )


if __name__ == "__main__":
    write_warcs(Path(sys.argv[1]), corpus_pages(), int(sys.argv[2]), int(sys.argv[3]))
