"""Times the library: search and opening among many stored pages, beside a search without an index and a small library.

    python benchmarks/library.py [--pages 10000] [--no-browser]

The baseline of the search is what the studio did before it had an index: every word looked for by LIKE, here in the
texts too. Opening is timed in a real browser, from the click to the page with its tints: in the studio with all pages,
and in turn with it in one that has a single page, and as the bare file that the browser shows.
"""

import argparse
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from ridgeline.library import FILE_NAME, Findings, Library, PageSource
from ridgeline.library.schema import read_rows
from ridgeline.service.pages.view import Snapshot
from ridgeline.service.pages.work.views import view_page

_WORDS = 20_000
_WORDS_A_PAGE = 700
_QUERIES = ("harbour", "ferry winter", "東京", "東京タワー", "กรุงเทพ", "qu", "qu ferry", "xq", "absentword")
_TIMES = 9
_ADDRESS = re.compile(r"the studio is at (http://127\.0\.0\.1:\d+)/\?token=([\w-]+)")
_READY = ".pane-page iframe[data-ready=true]"


def main() -> None:
    """Make a library, and print the time of each query."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--browser", action=argparse.BooleanOptionalAction, default=True)
    asked = parser.parse_args()
    count = asked.pages
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / FILE_NAME)
        start = time.perf_counter()
        ids = _fill(library, count)
        size = library.path.stat().st_size / 1e6
        print(f"{count:,} pages stored in {time.perf_counter() - start:.0f} s, {size:.0f} MB")
        print(f"{'query':<16}{'pages':>8}{'search ms':>12}{'LIKE ms':>10}")
        for query in _QUERIES:
            found = library.count_pages(query=query)
            indexed, scanned = _median(partial(_search, library, query)), _median(partial(_scan, library, query))
            print(f"{query:<16}{found:>8,}{indexed:>12.1f}{scanned:>10.1f}")
        chosen = random.Random(7).sample(ids, _TIMES)
        print(f"a view: {_median(partial(_open, library, chosen[0])):.1f} ms (source, parse, view)")
        if asked.browser:
            _time_opening(library, chosen)


def _time_opening(library: Library, chosen: list[str]) -> None:
    """Open pages in turn in the large studio, in one that has only them, and as files."""
    from playwright.sync_api import sync_playwright

    from ridgeline.render import find_executable

    with ExitStack() as stack:
        few = Library(Path(stack.enter_context(tempfile.TemporaryDirectory())) / FILE_NAME)
        for page in chosen:
            stored = library.page(page)
            few.add_page(library.source(page), findings=stored.findings, text="few")
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find_executable(), chromium_sandbox=False)
        times: dict[str, list[float]] = {}
        studios = {f"among {library.count_pages():,}": library, f"among {few.count_pages():,}": few}
        windows = {}
        for name, kept in studios.items():
            url, token = stack.enter_context(_studio(kept.path.parent))
            windows[name] = browser.new_page(), url
            windows[name][0].goto(f"{url}/?token={token}")
            windows[name][0].wait_for_selector(".page-list")
        bare, file = browser.new_page(), few.path.parent / "page.html"
        for page in chosen:
            for name, (window, url) in windows.items():
                window.goto(f"{url}/#/")
                window.wait_for_selector(".page-list")
                start = time.perf_counter()
                window.evaluate("(page) => { location.hash = `/pages/${page}` }", page)
                window.wait_for_selector(_READY)
                window.frame_locator(".pane-page iframe").locator("rl-leaf.rl-kept").first.wait_for()
                times.setdefault(name, []).append(1_000 * (time.perf_counter() - start))
            file.write_bytes(library.html(page))
            start = time.perf_counter()
            bare.goto(file.as_uri())
            times.setdefault("the bare file", []).append(1_000 * (time.perf_counter() - start))
        for name, taken in times.items():
            print(f"opening in a browser, {name}: {statistics.median(taken):.0f} ms, at most {max(taken):.0f}")
        browser.close()


@contextmanager
def _studio(folder: Path) -> Iterator[tuple[str, str]]:
    """Run a studio, and yield its address and its token."""
    command = [sys.executable, "-m", "ridgeline", "studio", "--no-browser", "--port", "0", "--folder", str(folder)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            while not (found := _ADDRESS.search(line := process.stderr.readline())):
                if not line:
                    raise SystemExit("the studio did not start")
            yield found[1], found[2]
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate()


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
