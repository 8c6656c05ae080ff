"""Times the library: search and opening among many stored pages, beside a search without an index.

    python benchmarks/library.py [--pages 10000]

The baseline is what the studio did before it had an index: every word looked for by LIKE, here in the texts too.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ridgeline.library import Findings, Library, PageSource
from ridgeline.library.schema import read_rows
from ridgeline.service.pages.view import Snapshot
from ridgeline.service.pages.work.views import view_page

_WORDS = 20_000
_WORDS_A_PAGE = 700
_QUERIES = ("harbour", "ferry winter", "東京", "東京タワー", "กรุงเทพ", "qu", "absentword")
_TIMES = 9


def main() -> None:
    """Make a library, and print the time of each query."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    count = parser.parse_args().pages
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "library.sqlite")
        start = time.perf_counter()
        ids = _fill(library, count)
        size = library.path.stat().st_size / 1e6
        print(f"{count:,} pages stored in {time.perf_counter() - start:.0f} s, {size:.0f} MB")
        print(f"{'query':<16}{'pages':>8}{'search ms':>12}{'LIKE ms':>10}")
        for query in _QUERIES:
            found = library.count_pages(query=query)
            indexed, scanned = _median(partial(_search, library, query)), _median(partial(_scan, library, query))
            print(f"{query:<16}{found:>8,}{indexed:>12.1f}{scanned:>10.1f}")
        chosen = random.Random(7).choice(ids)
        print(f"opening a page: {_median(partial(_open, library, chosen)):.1f} ms (source, parse, view)")


def _fill(library: Library, count: int) -> list[str]:
    rng = random.Random(5)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(rng.choices(letters, k=rng.randint(3, 10))) for _ in range(_WORDS)]
    weights = [1 / rank for rank in range(1, _WORDS + 1)]
    rare = ["harbour", "ferry", "winter", "東京へ行く", "東京タワーの下", "ร้านในกรุงเทพ"]
    ids = []
    for number in range(count):
        text = rng.choices(words, weights, k=_WORDS_A_PAGE) + (rng.sample(rare, 2) if number % 20 == 0 else [])
        body = " ".join(rng.sample(text, len(text)))
        html = f"<title>Page {number}</title><article><h1>Page {number}</h1><p>{body}</p></article>".encode()
        findings = Findings("ok", rng.random(), "article", f"Page {number}", len(text), 2)
        ids.append(
            library.add_page(
                PageSource(html, f"https://s{number % 200}.example/{number}"), findings=findings, text=body
            )
        )
    return ids


def _search(library: Library, query: str) -> None:
    pages = library.pages(query=query)
    library.count_pages(query=query)
    library.excerpts([page.id for page in pages], query)


def _scan(library: Library, query: str) -> None:
    where = " AND ".join(["(about || body) LIKE ?"] * len(query.split()))
    values = [f"%{word}%" for word in query.split()]
    read_rows(library.path, f"SELECT page FROM reading WHERE {where} LIMIT 50", values)
    read_rows(library.path, f"SELECT count(*) FROM reading WHERE {where}", values)


def _open(library: Library, page: str) -> None:
    library.page(page)
    view_page(library.source(page), True, Snapshot())


def _median(run: Callable[[], None]) -> float:
    times = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        run()
        times.append(1_000 * (time.perf_counter() - start))
    return statistics.median(times)


if __name__ == "__main__":
    main()
