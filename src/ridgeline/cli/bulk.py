"""`ridgeline bulk`: the pages of a corpus into a folder of Parquet or JSON Lines files.

`ridgeline bulk status OUT` is the same command, whose first input has this name: click would take the options of a
group with a default command only before the inputs. A file of this name is given as ./status.
"""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from ..bulk.slices import Reading
from ..errors import OptionError
from ..parameters import (
    DEFAULT_PAGE_MEMORY_BYTES,
    DEFAULT_PAGE_SECONDS,
    check_fetch,
)
from ..registry import DEFAULT_EXTRACTOR
from . import extraction_options
from .command import Argument, Option, Table
from .render_mode import DEFAULT_RENDER_SECONDS, Render, RenderSeconds, check_proxy
from .terminal import Update, note, open_progress, printable, write_standard_output

if TYPE_CHECKING:
    from ..bulk import Progress, Report

_STATUS = "status"  # as the first input: show the state of an output folder
_MEGABYTE = 2**20


class OutputFormat(StrEnum):
    """The format of the parts."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    JSONL_ZST = "jsonl.zst"


class EngineName(StrEnum):
    """The engine that does the work."""

    LOCAL = "local"
    RAY = "ray"


def bulk(
    inputs: Annotated[
        list[str],
        Argument(
            metavar="INPUT",
            help="WARC, JSON Lines and Parquet files, folders, patterns, lists; or `status OUT`, to look at a run.",
        ),
    ],
    *,
    output: Annotated[
        str | None, Option("--output", "-o", metavar="OUT", help="The folder of the output; may be remote.")
    ] = None,
    extractor: Annotated[
        list[str] | None,
        Option(
            "--extractor",
            "-e",
            metavar="NAME",
            help="See `ridgeline extractors`; repeatable: they share one parse.",
            autocompletion=extraction_options.complete_extractor,
        ),
    ] = None,
    fields: Annotated[
        list[str] | None,
        Option("--fields", metavar="NAMES", help="The columns, as id,url,text; an unknown name lists all of them."),
    ] = None,
    format: Annotated[OutputFormat, Option("--format", "-f", help="The format of the output.")] = OutputFormat.PARQUET,
    language: Annotated[
        list[str] | None, Option("--language", metavar="NAMES", help="Only rows in these languages, as en,german.")
    ] = None,
    min_confidence: Annotated[
        float | None, Option("--min-confidence", metavar="F1", help="Only rows that are this good, 0 to 1.")
    ] = None,
    status: Annotated[
        list[str] | None, Option("--status", metavar="NAMES", help="Only rows with these statuses, as ok,error.")
    ] = None,
    http_status: Annotated[
        list[str] | None,
        Option("--http-status", metavar="CODES", help="Only rows with these codes, as 200,3xx, or with none."),
    ] = None,
    asked: extraction_options.Asked,
    model: extraction_options.Model = None,
    feature: extraction_options.Features = None,
    blocks: extraction_options.Blocks = None,
    option: extraction_options.Others = None,
    read: Annotated[dict[str, Any], Table(Reading)],
    processes: Annotated[
        int | None, Option("--processes", "-p", metavar="N", help="Pages at once; one for each core by default.")
    ] = None,
    page_seconds: Annotated[
        float, Option("--page-seconds", metavar="SECONDS", help="The time that a page may take.")
    ] = DEFAULT_PAGE_SECONDS,
    page_memory: Annotated[
        int | None, Option("--page-memory", metavar="MB", help="The memory that a page may take; 2048 on Linux.")
    ] = None,
    engine: Annotated[EngineName, Option("--engine", help="Where the work is done.")] = EngineName.LOCAL,
    address: Annotated[
        str | None, Option("--address", metavar="ADDRESS", help="Of a Ray cluster; without one, Ray starts here.")
    ] = None,
    render: Render = None,
    render_seconds: RenderSeconds = DEFAULT_RENDER_SECONDS,
    by_site: Annotated[bool, Option("--by-site", help="Let pages of one host tell what is boilerplate there.")] = False,
    retry_errors: Annotated[
        bool, Option("--retry-errors", help="Do the pages that failed in earlier runs once more.")
    ] = False,
) -> int:
    """Extract the pages of whole corpora: one row a page, pages that failed included.

    The output is a folder of parts, each complete. To go on after an interruption, run the same command again. Inputs
    may be added; other settings need another folder. `ridgeline bulk status OUT` shows what a folder holds.

    The exit code is 1 if an input is damaged or could not be read to its end; pages that failed have rows, which say
    why.
    """
    if inputs[0] == _STATUS:
        return _show_status(inputs[1:])
    if output is None:
        raise OptionError("--output: name the folder of the output")
    from ..bulk import run  # few command lines need it
    from ..bulk.settings import DEFAULT_FIELDS

    reading = Reading(**read)
    check_fetch(reading.timeout_seconds, reading.max_bytes)
    check_proxy(render, reading.proxy)
    with open_progress("pages") as update:
        report = run(
            inputs,
            output,
            extractor=extractor or [DEFAULT_EXTRACTOR],
            fields=extraction_options.separate(fields) if fields else DEFAULT_FIELDS,
            output_format=format.value,
            language=extraction_options.separate(language or ()),
            min_confidence=min_confidence,
            status=extraction_options.separate(status or ()),
            http_status=extraction_options.separate(http_status or ()),
            **asked,
            **extraction_options.extractor_options(feature, blocks, option, model),
            render=None if render is None else render.value,
            render_seconds=render_seconds,
            by_site=by_site,
            reading=reading,
            processes=processes,
            page_seconds=page_seconds,
            page_memory=DEFAULT_PAGE_MEMORY_BYTES if page_memory is None else page_memory * _MEGABYTE,
            engine=engine.value,
            address=address,
            retry_errors=retry_errors,
            on_progress=lambda progress: _show_progress(update, progress),
        )
    return _show_report(report)


def _show_progress(update: Update, progress: "Progress") -> None:
    from ..bulk.status import format_seconds

    detail = f"{progress.pages_per_second:,.0f} a second, {progress.errors:,} errors"
    if progress.seconds_left is not None:
        detail += f", {format_seconds(progress.seconds_left)} left"
    total = None if progress.pages_left is None else progress.pages + progress.pages_left
    update(progress.pages, total, detail)


def _show_report(report: "Report") -> int:
    """Write the report for people to standard error, and return the exit code."""
    for line in report.lines():
        note(line)
    return 0 if report.is_complete else 1


def _show_status(folders: list[str]) -> int:
    from ..bulk import read_status

    if len(folders) != 1:
        raise OptionError("`ridgeline bulk status` takes one output folder; a file of this name is ./status")
    state = read_status(folders[0])
    write_standard_output("".join(f"{printable(line)}\n" for line in str(state).splitlines()))
    return 0
