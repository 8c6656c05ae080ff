"""`ridgeline crawl`: the pages of a site as files of a folder."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..crawl.options import CrawlOptions
from ..options import ExtractOptions
from ..output import find_format
from ..parameters import check_fetch
from ..registry import DEFAULT_EXTRACTOR
from . import extraction_options
from .command import Argument, Option, Table
from .extract import FormatName
from .render_mode import DEFAULT_RENDER_SECONDS, Render, RenderSeconds, check_proxy, open_renderer
from .targets import make_folder
from .terminal import Update, minutes, note, open_progress

if TYPE_CHECKING:
    from ..crawl.frontier import Counts


def crawl(
    url: Annotated[str, Argument(metavar="URL", help="Where to begin: pages below its path are crawled.")],
    *,
    output: Annotated[
        Path, Option("--output", "-o", metavar="FOLDER", help="The folder of the files; a crawl that is there goes on.")
    ],
    asked_of_crawl: Annotated[dict[str, Any], Table(CrawlOptions)],
    extractor: Annotated[
        str,
        Option(
            "--extractor",
            "-e",
            metavar="NAME",
            help="See `ridgeline extractors`.",
            autocompletion=extraction_options.complete_extractor,
        ),
    ] = DEFAULT_EXTRACTOR,
    model: extraction_options.Model = None,
    asked: extraction_options.Asked,
    format: FormatName = "markdown",
    written: extraction_options.Written,
    render: Render = None,
    render_seconds: RenderSeconds = DEFAULT_RENDER_SECONDS,
    feature: extraction_options.Features = None,
    blocks: extraction_options.Blocks = None,
    option: extraction_options.Others = None,
) -> int:
    """Crawl a site: a file a page, Markdown by default, with links between the files.

    Pages of the host below the path of the URL, breadth-first, and what its sitemaps list. robots.txt is kept to, and
    requests are a second apart. To go on after an interruption, run the same command again. _pages.jsonl in the folder
    says what became of each page.
    """
    from ..crawl.runner import Form, crawl  # takes a while to import
    from .conversion import Conversion, converting

    options = CrawlOptions(**asked_of_crawl)
    check_fetch(options.timeout_seconds, options.max_bytes)
    check_proxy(render, options.proxy)
    chosen = find_format(format)
    extraction_options.check_written(chosen, written)
    if chosen.name == "markdown":
        written = {"front_matter": True, **written}
    others = extraction_options.extractor_options(feature, blocks, option, model)
    settings = {"extractor": extractor, "options": asked | others, "written": written, "render": render}
    with open_renderer(render, render_seconds, allow_private=options.allow_private) as renderer:
        how = ExtractOptions(**asked, extractor=extractor, render=renderer, others=others)
        with converting(Conversion(how, chosen.name, written)) as convert, open_progress("pages") as update:
            make_folder(output)
            counts = crawl(
                url,
                output,
                options,
                convert,
                Form(chosen.name, chosen.suffix),
                settings,
                _reporter(update, options.max_pages),
            )
    note(_summary(counts, output))
    return 0


def _reporter(update: Update, max_pages: int) -> "Callable[[Counts], None]":
    begin = time.monotonic()
    first: int | None = None  # where an earlier run has come to

    def report(counts: "Counts") -> None:
        nonlocal first
        first = counts.asked - 1 if first is None else first
        total = min(max_pages, counts.asked + counts.waiting)
        done, spent = counts.asked - first, time.monotonic() - begin
        left = f", {minutes(spent / done * (total - counts.asked))} left" if done > 0 else ""
        update(counts.asked, total, f"{counts.written:,} written, {counts.failed:,} failed{left}")

    return report


def _summary(counts: "Counts", output: Path) -> str:
    more = f", {counts.waiting:,} are not fetched yet: --max-pages allows more" if counts.waiting else ""
    failed = f"; {counts.failed:,} failed" if counts.failed else ""
    return f"{counts.written:,} files of {counts.asked:,} pages in {output}{failed}{more}"
