"""`ridgeline extract`: the primary content of pages."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from .. import files
from ..errors import OptionError, OutputError, RidgelineError
from ..extraction import Extraction, Extractor
from ..options import DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_SECONDS
from ..output import FORMATS, Format, find_format
from ..page.limits import DEFAULT_LIMITS, Limits
from ..pipeline import extract as extract_content
from ..registry import DEFAULT_EXTRACTOR
from ..status import Status
from . import options, sources, targets
from .folders import read_pages
from .sources import Reading, label
from .terminal import complain, note, printable, progress, without_controls, write_standard_output


def _complete_format(incomplete: str) -> list[str]:
    """Return the names of formats that begin so, for shell completion."""
    return [name for name in FORMATS if name.startswith(incomplete)]


FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        "-f",
        metavar=f"[{'|'.join(FORMATS)}]",
        help="The output format.",
        autocompletion=_complete_format,
    ),
]
DEFAULT_FORMAT = "text"


@dataclass(frozen=True, slots=True)
class Job:
    """The settings of a run, for all its pages."""

    pages: Sequence[str]
    extractor: Extractor
    format: Format
    reading: Reading
    force: bool
    limits: Limits = DEFAULT_LIMITS


def extract(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")],
    extractor: Annotated[
        str,
        typer.Option(
            "--extractor",
            "-e",
            metavar="NAME",
            help="See `ridgeline extractors`.",
            autocompletion=options.complete_extractor,
        ),
    ] = DEFAULT_EXTRACTOR,
    model: options.Model = None,
    favor: options.Favored = None,
    comments: options.Comments = None,
    site: Annotated[
        str | None,
        typer.Option(
            "--site",
            metavar="FOLDER",
            help="Other pages of the same site: what they have in common is boilerplate; summit only.",
        ),
    ] = None,
    format: FormatName = DEFAULT_FORMAT,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", help="A file for one page, a folder for several pages."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="The address of a file or of standard input.")
    ] = None,
    charset: Annotated[
        str | None, typer.Option("--charset", metavar="NAME", help="The encoding, instead of the declared one.")
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also fetch from this machine and its network.")
    ] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="Time limit for fetching a page.")
    ] = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: Annotated[
        int, typer.Option("--max-bytes", metavar="N", help="The largest page to read.")
    ] = DEFAULT_MAX_BYTES,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="SECONDS", help="Time limit for parsing a page; the part parsed by then is used."
        ),
    ] = None,
    feature: options.Features = None,
    blocks: options.Blocks = None,
    option: options.Others = None,
) -> int:
    """Extract the primary content of web pages.

    With several pages on standard output, a line with its name precedes each page; as json, each page is an object on
    one line. A page that fails is reported, the others are still extracted, and the exit code is 1.
    """
    reading = Reading(url, charset, timeout, max_bytes, allow_private)
    sources.check(pages, reading)
    if seconds is not None and not seconds > 0:  # also catches NaN
        raise OptionError(f"--seconds is positive, not {seconds}")
    given = options.extractor_options(feature, blocks, option, model, favor, comments)
    if site is not None:
        given["site"] = read_pages(site, "--site")
    loaded = options.load_ready(extractor, **given)
    return run(Job(pages, loaded, find_format(format), reading, force, Limits(seconds=seconds)), output)


def run(job: Job, output: str | None) -> int:
    """Extract page by page, and return the exit code."""
    pages = job.pages
    destinations: Sequence[Path | None] = [None] * len(pages)
    if output is not None and output != "-":
        destinations = targets.plan(pages, output, job.format.suffix)
    failures = 0
    with progress(len(pages), "pages", wanted=len(pages) > 1 and destinations[0] is not None) as advance:
        for number, (page, target) in enumerate(zip(pages, destinations, strict=True)):
            failures += not _one_page(job, page, target, is_first=number == failures)
            advance()
    return 1 if failures else 0


def _one_page(job: Job, page: str, target: Path | None, *, is_first: bool) -> bool:
    """Extract and write one page. Returns whether that succeeded; a failure is reported."""
    try:
        if target is not None:
            targets.check_writable(target, job.pages, force=job.force)
            files.write(target, _content(job, page).encode("utf-8", "replace"))
        elif len(job.pages) == 1:
            write_standard_output(_content(job, page))
        elif job.format.name == "json":
            write_standard_output(_content(job, page, in_one_line=True))
        else:
            content = _content(job, page)
            write_standard_output(("" if is_first else "\n") + f"==> {printable(page)} <==\n{content}")
    except OutputError as error:
        if target is None:
            raise  # standard output is broken for all further pages
        complain(str(error))
        return False
    except RidgelineError as error:
        complain(str(error))
        return False
    return True


def _content(job: Job, page: str, *, in_one_line: bool = False) -> str:
    """Return the formatted result of one page, and report its remarks."""
    source = sources.read(page, job.reading)
    try:
        extraction = extract_content(
            source.data, url=source.url, charset=source.charset, extractor=job.extractor, limits=job.limits
        )
        content = _formatted(extraction, job.format)
        status = extraction.status
        if in_one_line:
            content = _json_line(page, content)
    except RidgelineError as error:  # something is missing that the extractor needs
        raise RidgelineError(f"{label(page)}: {error}") from error
    except Exception as error:  # a bug: it costs this page, not those after it
        raise RidgelineError(f"{label(page)}: {job.extractor.name} failed: {type(error).__name__}: {error}") from error
    for remark in extraction.remarks:
        note(f"{label(page)}: {remark}")
    if status is not Status.OK:
        note(f"{label(page)}: {_advice(status, page)}")
    if extraction.page.cuts:
        note(f"only a part of {label(page)} was read; over the limit: {', '.join(sorted(extraction.page.cuts))}")
    return content


def _advice(status: Status, page: str) -> str:
    """Return what a status means, and what to do about it."""
    if status is Status.SHELL:
        return f"{status.meaning}: see it in one with `ridgeline render {_render_arguments(page)}`"
    return status.meaning


def _render_arguments(page: str) -> str:
    """Return the arguments of `render` for a page: scripts of a file run only on demand."""
    return f"{page} --output page.png" if sources.is_url(page) else f"{page} --scripts --network --output page.png"


def _formatted(extraction: Extraction, format: Format) -> str:
    if not extraction and format.name != "json":
        return ""
    content = without_controls(extraction.write(format.name)).strip("\n")
    return content + "\n" if content else ""


def _json_line(page: str, content: str) -> str:
    """Return a JSON object on one line, with the name of the page added."""
    return without_controls(json.dumps({"page": page} | json.loads(content), ensure_ascii=False)) + "\n"
