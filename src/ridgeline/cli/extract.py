"""`ridgeline extract`: the primary content of pages."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import InputError, OptionError, OutputError, RidgelineError, WorkerError
from ..extraction import ExtractionViews
from ..options import ExtractOptions
from ..output import FORMATS, WHOLE, Format, find_format
from ..parameters import DEFAULT_PAGE_MEMORY_BYTES, DEFAULT_PAGE_SECONDS
from ..pipeline import Pipeline
from ..registry import DEFAULT_EXTRACTOR
from ..status import Status
from ..storage import files
from . import extraction_options, sources, targets
from .command import Option
from .folders import read_pages
from .render_mode import DEFAULT_RENDER_SECONDS, Render, RenderSeconds, check_proxy, open_renderer
from .sources import Reading, label
from .terminal import complain, note, printable, progress, without_controls, write_standard_output

if TYPE_CHECKING:
    from ..isolation import Isolation


def _complete_format(incomplete: str) -> list[str]:
    """Return the names of formats that begin so, for shell completion."""
    return [name for name in FORMATS if name.startswith(incomplete)]


FormatName = Annotated[
    str,
    Option(
        "--format",
        "-f",
        metavar=f"[{'|'.join(FORMATS)}]",
        help="The output format.",
        autocompletion=_complete_format,
    ),
]
DEFAULT_FORMAT = "text"
_MEGABYTE = 2**20
_OUTSIDE = "it reads pages outside of the process with the limits"


@dataclass(frozen=True, slots=True)
class Job:
    """The settings of a run, for all its pages."""

    pages: Sequence[str]
    pipeline: Pipeline
    format: Format
    reading: Reading
    force: bool
    written: Mapping[str, Any] = field(default_factory=dict)  # the options of the format
    skip_existing: bool = False


def extract(
    pages: extraction_options.Pages,
    *,
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
    site: Annotated[
        str | None,
        Option(
            "--site",
            metavar="FOLDER",
            help="Other pages of the same site: what they have in common is boilerplate; summit only.",
        ),
    ] = None,
    format: FormatName = DEFAULT_FORMAT,
    written: extraction_options.Written,
    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="PATH", help="A file for one page, a folder for several pages."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite files that exist.")] = False,
    skip_existing: Annotated[
        bool, Option("--skip-existing", help="Leave out pages whose file exists: to go on after a break.")
    ] = False,
    read: extraction_options.Read,
    render: Render = None,
    render_seconds: RenderSeconds = DEFAULT_RENDER_SECONDS,
    isolated: Annotated[
        bool,
        Option(
            "--isolated",
            help="Read pages in another process, with limits on time and memory: a page that breaks it costs itself.",
        ),
    ] = False,
    page_seconds: Annotated[
        float | None,
        Option("--page-seconds", metavar="SECONDS", help="With --isolated, the time of a page; 60."),
    ] = None,
    page_memory: Annotated[
        int | None,
        Option("--page-memory", metavar="MB", help="With --isolated, the memory of a page; 2048 on Linux."),
    ] = None,
    feature: extraction_options.Features = None,
    blocks: extraction_options.Blocks = None,
    option: extraction_options.Others = None,
) -> int:
    """Extract the primary content of web pages.

    With several pages on standard output, a line with its name precedes each page; as json, each page is an object on
    one line; as csv, each page is a row. A page that fails is reported, the others are still extracted, and the exit
    code is 1.
    """
    reading = Reading(**read)
    sources.check(pages, reading)
    check_proxy(render, reading.proxy)
    if skip_existing and (force or output in (None, "-")):
        raise OptionError("--skip-existing is for files that --output names, and not for use with --force")
    chosen = find_format(format)
    extraction_options.check_written(chosen, written)
    if isolated and (render is not None or site is not None):
        raise OptionError(f"--isolated cannot be used with {'--site' if render is None else '--render'}: {_OUTSIDE}")
    others = extraction_options.extractor_options(feature, blocks, option, model)
    if site is not None:
        others["site"] = read_pages(site, "--site")
    within = _isolated(isolated, page_seconds, page_memory)
    with open_renderer(render, render_seconds, allow_private=reading.allow_private) as renderer:
        how = ExtractOptions(**asked, extractor=extractor, render=renderer, isolated=within, others=others)
        return run(Job(pages, how.pipeline(), chosen, reading, force, written, skip_existing), output)


def _isolated(isolated: bool, seconds: float | None, megabytes: int | None) -> "bool | Isolation":
    """Return whether pages are isolated, or within which limits."""
    if seconds is None and megabytes is None:
        return isolated
    if not isolated:
        raise OptionError("--page-seconds and --page-memory are limits of isolated pages: give --isolated as well")
    from ..isolation import Isolation  # few command lines need it

    return Isolation(
        seconds=DEFAULT_PAGE_SECONDS if seconds is None else seconds,
        memory_bytes=DEFAULT_PAGE_MEMORY_BYTES if megabytes is None else megabytes * _MEGABYTE,
    )


def run(job: Job, output: str | None) -> int:
    """Extract page by page, and return the exit code."""
    pages = job.pages
    destinations: Sequence[Path | None] = [None] * len(pages)
    if output is not None and output != "-":
        destinations = targets.plan(pages, output, job.format.suffix)
    failures = skipped = 0
    with progress(len(pages), "pages", wanted=len(pages) > 1 and destinations[0] is not None) as advance:
        for number, (page, target) in enumerate(zip(pages, destinations, strict=True)):
            if job.skip_existing and target is not None and target.exists():
                skipped += 1
            else:
                failures += not _one_page(job, page, target, is_first=number == failures)
            advance()
    if skipped:
        note(f"left out {skipped:,} of {len(pages):,} pages, whose files exist already")
    return 1 if failures else 0


def _one_page(job: Job, page: str, target: Path | None, *, is_first: bool) -> bool:
    """Extract and write one page. Returns whether that succeeded; a failure is reported."""
    try:
        if target is not None:
            targets.check_writable(target, job.pages, force=job.force)
            files.write(target, _content(job, page).encode("utf-8", "replace"))
        elif len(job.pages) == 1:
            write_standard_output(_content(job, page))
        else:
            among_others = partial(_among_others, job.format, page, is_first=is_first)
            write_standard_output(_content(job, page, among_others))
    except OutputError as error:
        if target is None:
            raise  # standard output is broken for all further pages
        complain(str(error))
        return False
    except RidgelineError as error:
        complain(str(error))
        return False
    return True


def _among_others(format: Format, page: str, content: str, *, is_first: bool) -> str:
    """Return the formatted result of one of several pages with the name of the page."""
    if format.name == "json":
        return _json_line(page, content)
    if format.name == "csv":
        return _csv_lines(page, content, with_names=is_first)
    return ("" if is_first else "\n") + f"==> {printable(page)} <==\n{content}"


def _content(job: Job, page: str, finish: Callable[[str], str] = str) -> str:
    """Return the formatted result of one page, passed through `finish`, and report its remarks."""
    # An isolated page is unpacked where it is parsed.
    is_isolated = job.pipeline.isolation is not None
    source = _read(page, job.reading, is_raw=is_isolated)
    try:
        extraction = job.pipeline.extract(source.data, source.url, source.charset)
        content = finish(formatted(extraction, job.format, job.written))
        if is_isolated:
            _check_isolated(extraction)
        status = extraction.status
    except RidgelineError as error:  # something is missing that the extractor needs
        raise RidgelineError(f"{label(page)}: {error}") from error
    except Exception as error:  # a bug: it costs this page, not those after it
        raise RidgelineError(
            f"{label(page)}: {job.pipeline.extractor.name} failed: {type(error).__name__}: {error}"
        ) from error
    for remark in (remark for remark in extraction.remarks if remark != extraction.status.meaning):
        note(f"{label(page)}: {remark}")
    if status is not Status.OK:
        note(f"{label(page)}: {_advice(status, is_rendered=job.pipeline.renderer is not None)}")
    cuts = extraction.cuts | ({"seconds"} if extraction.is_unfinished else frozenset())
    if cuts := cuts - ({"outline"} if job.format.name in WHOLE else frozenset()):
        note(f"only a part of {label(page)} was read; over the limit: {', '.join(sorted(cuts))}")
    return content


def _read(page: str, reading: Reading, *, is_raw: bool) -> sources.Source:
    """Return the source of a page. Raises RidgelineError, whatever the page makes its reader raise."""
    try:
        return sources.read_raw(page, reading) if is_raw else sources.read(page, reading)
    except RidgelineError:
        raise
    except Exception as error:  # a bug: it costs this page, not those after it
        raise RidgelineError(f"{label(page)}: reading failed: {type(error).__name__}: {error}") from error


def _check_isolated(extraction: ExtractionViews) -> None:
    """Raise where an isolated page was given up, or is no web page, which `sources.read` says of others."""
    from ..isolation import IsolatedExtraction  # few command lines need it

    if isinstance(extraction, IsolatedExtraction) and extraction.failure is not None:
        raise WorkerError(f"given up: {extraction.failure.detail}")
    if extraction.status is Status.NOT_HTML:
        raise InputError(extraction.remarks[0])


def _advice(status: Status, *, is_rendered: bool) -> str:
    """Return what a status means, and what to do about it."""
    if status is Status.SHELL and not is_rendered:
        return f"{status.meaning}: --render opens it in one"
    return status.meaning


def formatted(extraction: ExtractionViews, format: Format, options: Mapping[str, Any]) -> str:
    """Return an extraction in a format, without control characters; nothing where it is empty."""
    if not extraction and not format.writes_empty:
        return ""
    content = without_controls(extraction.write(format.name, **options)).strip("\n")
    return content + "\n" if content else ""


def _json_line(page: str, content: str) -> str:
    """Return a JSON object on one line, with the name of the page added."""
    return without_controls(json.dumps({"page": page} | json.loads(content), ensure_ascii=False)) + "\n"


def _csv_lines(page: str, content: str, *, with_names: bool) -> str:
    """Return the row of a page, below the names of the columns or alone, with the name of the page added."""
    from ..output.csv import write_row  # no other format needs it

    names, row = content.rstrip("\n").split("\n")
    lines = [f"{write_row(['page'])},{names}"] if with_names else []
    return without_controls("\n".join([*lines, f"{write_row([page])},{row}"])) + "\n"
