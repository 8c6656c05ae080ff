"""Measures what the default way costs beside lexbor's bare parse, resiliparse and turbohtml, in one process, in turns.

Everything runs on every page before the next page begins; the best of a few repeats of each counts. So other load on
the machine affects all alike: read the ratios. What gives a text has its word F1 beside its cost. `--options` measures
each option of summit beside the plain call. `--threads` asks another question: how many pages a second several threads
extract, by the wall clock, beside one thread.

    python benchmarks/cost.py --data wcxb-dev news-dev cleaneval-dev multisite-dev --sample 300
    python benchmarks/cost.py --options
    python benchmarks/cost.py --threads 8
"""

import argparse
import sys
import time
from collections.abc import Callable, Container, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

import turbohtml
from resiliparse.extract.html2text import extract_plain_text  # type: ignore[import-untyped]
from selectolax.lexbor import LexborHTMLParser

import ridgeline
from arguments import positive
from measuring import cpu_seconds
from report import Table, wide_console
from ridgeline import _native
from ridgeline.errors import RidgelineError
from ridgeline.extractors.summit.head import Head
from ridgeline.lab import datasets
from ridgeline.lab.datasets.records import Record
from ridgeline.lab.evaluation import spread
from ridgeline.lab.metrics import word_score

LEXBOR, RESILIPARSE = "lexbor, the bare parse", "resiliparse, main content"
TURBOHTML, TEXT = "turbohtml, main text", "extract().text"
RESILIPARSE_BYTES = "resiliparse, of bytes, decoded"
POSTS = "extract().text and .posts"
WITHOUT, WITH = "… of pages without posts", "… of pages with posts"  # beside the text of the same pages
PLAIN = "plain call"
SECONDS = 5.0  # that each measurement of threads takes at least


def main() -> int:
    """Measure and print the tables."""
    options = read_options()
    try:
        records = {name: list(spread(datasets.load(name), options.sample)) for name in options.data}
    except RidgelineError as problem:
        print(f"cost: {problem}", file=sys.stderr)
        return 2
    console = wide_console()
    print(f"ridgeline {ridgeline.__version__} ({_native.describe()})")
    for name, pages in records.items():
        sources = [record.html for record in pages]
        if options.threads:
            threads_table(name, sources, options.threads).show(console)
        elif options.options:
            cost_table(name, pages, options.repeats, (found := option_ways(sources)), (PLAIN,), set(found)).show(
                console
            )
        else:
            cost_table(name, pages, options.repeats, ways(), (RESILIPARSE, TEXT), {RESILIPARSE, TURBOHTML, TEXT}).show(
                console
            )
    return 0


def read_options() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", nargs="+", default=["wcxb-dev"], metavar="SET", help="data sets (default: wcxb-dev)")
    parser.add_argument("--sample", type=positive, default=300, metavar="N", help="pages of each set (default: 300)")
    parser.add_argument("--repeats", type=positive, default=3, metavar="N", help="the best of N counts (default: 3)")
    parser.add_argument("--options", action="store_true", help="measure the options of summit instead")
    parser.add_argument("--threads", type=positive, metavar="N", help="measure how N threads scale instead")
    return parser.parse_args()


def ways() -> dict[str, Callable[[str], object]]:
    """What is measured, by name."""
    return {
        LEXBOR: LexborHTMLParser,
        RESILIPARSE: lambda html: extract_plain_text(html, main_content=True),
        TURBOHTML: lambda html: turbohtml.parse(html).main_text(),
        "turbohtml, Markdown": _turbohtml_markdown,
        "parse": ridgeline.parse,
        TEXT: lambda html: ridgeline.extract(html).text,
        RESILIPARSE_BYTES: lambda html: extract_plain_text(_encoded(html).decode(), main_content=True),
        "extract(bytes).text": lambda html: ridgeline.extract(_encoded(html)).text,
        "extract().markdown": lambda html: ridgeline.extract(html).markdown,
        "… without naming posts": lambda html: ridgeline.extract(html).write("markdown", posts=False),
        "extract().html": lambda html: ridgeline.extract(html).html,
        "extract().json": lambda html: ridgeline.extract(html).json,
        "extract().text and .metadata": _text_and_metadata,
        POSTS: _text_and_posts,
    }


@lru_cache(maxsize=1)
def _encoded(html: str) -> bytes:
    """Return a page as bytes, which it came as; the best of several repeats has them already."""
    return html.encode()


def _turbohtml_markdown(html: str) -> object:
    found = turbohtml.parse(html).main_content()
    return "" if found is None else found.to_markdown()


def option_ways(sources: Sequence[str]) -> dict[str, Callable[[str], object]]:
    """The plain call, and one for each option of summit; heads of a site have hundreds of signs."""
    weights = {f"div.part-{number}": 0.1 for number in range(300)} | {"p": 0.5, "li < ul": -0.5, '"share"': -2.0}
    given: dict[str, dict[str, Any]] = {
        PLAIN: {},
        **{f"{name}=False": {name: False} for name in ("comments", "references", "captions", "author_boxes")},
        "comments=True": {"comments": True},
        "favor=recall": {"favor": "recall"},
        "site=": {"site": sources[:12]},
        "head=": {"head": Head(weights)},
    }
    extractors = {name: ridgeline.load("summit", **options) for name, options in given.items()}
    return {
        name: lambda html, extractor=extractor: ridgeline.extract(html, extractor=extractor).text  # type: ignore[misc]
        for name, extractor in extractors.items()
    }


def _text_and_metadata(html: str) -> object:
    extraction = ridgeline.extract(html)
    return extraction.text, extraction.metadata


def _text_and_posts(html: str) -> object:
    extraction = ridgeline.extract(html)
    return extraction.text, extraction.posts


def cost_table(
    data: str,
    pages: Sequence[Record],
    repeats: int,
    measured: Mapping[str, Callable[[str], object]],
    units: Sequence[str],
    texts: Container[str],
) -> Table:
    """Return the table of CPU times, also in units of some of what was measured, and the word F1 of `texts`."""
    total, f1 = dict.fromkeys(measured, 0.0), dict.fromkeys(measured, 0.0)
    parts: dict[str, list[dict[str, float]]] = {WITHOUT: [], WITH: []}  # what each page took, where posts are measured
    for call in measured.values():
        call(pages[0].html)
    for record in pages:
        seconds = {
            name: min(cpu_seconds(lambda call=call, html=record.html: call(html)) for _ in range(repeats))  # type: ignore[misc]
            for name, call in measured.items()
        }
        for name, call in measured.items():
            total[name] += seconds[name]
            if name in texts:
                f1[name] += word_score(str(call(record.html)), record.text).f1
        if POSTS in measured:
            parts[WITH if ridgeline.extract(record.html).posts else WITHOUT].append(seconds)
    rows = [
        row(name, taken, total, units, len(pages), f"{f1[name] / len(pages):.3f}" if name in texts else "")
        for name, taken in total.items()
    ]
    for name, taken in parts.items():
        if taken:
            own = {each: sum(seconds[each] for seconds in taken) for each in total}
            rows.append(row(f"{name} ({len(taken)})", own[POSTS], own, units, len(taken), ""))
    headings = ("", "ms a page", *(f"× {unit.split(',')[0]}" for unit in units), "word F1")
    return Table(f"{data}, {len(pages)} pages", headings, rows)


def row(
    name: str, seconds: float, total: Mapping[str, float], units: Sequence[str], pages: int, f1: str
) -> tuple[str, ...]:
    """Return the cells of one row: milliseconds a page, multiples of the units on the same pages, word F1."""
    return (name, f"{1000 * seconds / pages:.3f}", *(f"{seconds / total[unit]:.2f}" for unit in units), f1)


def threads_table(data: str, sources: Sequence[str], threads: int) -> Table:
    """Return the table of pages a second of one thread and of several, measured in turns, for text and Markdown."""
    best = {(view, number): 0.0 for view in ("text", "markdown") for number in (1, threads)}
    for _ in range(3):
        for view, number in best:
            best[view, number] = max(best[view, number], pages_a_second(sources, number, view))
    rows = [
        (view, str(number), f"{speed:.0f}", f"{speed / best[view, 1]:.2f}") for (view, number), speed in best.items()
    ]
    return Table(f"{data}, {len(sources)} pages", ("", "threads", "pages a second", "× one thread"), rows)


def pages_a_second(sources: Sequence[str], threads: int, view: str) -> float:
    """Return how many pages a second this many threads extract, by the wall clock; each takes all pages in turn."""
    start = time.perf_counter()

    def work(first: int) -> int:
        done = 0
        while time.perf_counter() - start < SECONDS:
            getattr(ridgeline.extract(sources[(first + done) % len(sources)]), view)
            done += 1
        return done

    with ThreadPoolExecutor(threads) as pool:
        done = sum(pool.map(work, [len(sources) * number // threads for number in range(threads)]))
    return done / (time.perf_counter() - start)


if __name__ == "__main__":
    sys.exit(main())
