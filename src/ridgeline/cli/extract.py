"""`ridgeline extract`: pages in, their primary content out."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .. import files
from ..errors import OptionError, OutputError, RidgelineError
from ..extraction import DEFAULT_EXTRACTOR, Extraction, Extractor
from ..extraction import extract as extract_page
from ..fetch import DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_SECONDS
from ..page.limits import DEFAULT_LIMITS, Limits
from ..status import Status
from . import options, sources, targets
from .sources import Reading, label
from .terminal import complain, note, printable, progress, without_controls, write_standard_output


class Format(StrEnum):
    """The forms of a result: each is an attribute of Extraction."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"
    JSON = "json"
    CLEANEVAL = "cleaneval"


SUFFIXES = {
    Format.TEXT: ".txt",
    Format.MARKDOWN: ".md",
    Format.HTML: ".html",
    Format.JSON: ".json",
    Format.CLEANEVAL: ".txt",
}


@dataclass(frozen=True, slots=True)
class Job:
    """What is done to every page of a run."""

    pages: Sequence[str]
    extractor: Extractor
    format: Format
    reading: Reading
    force: bool
    limits: Limits = DEFAULT_LIMITS


def extract(
    pages: Annotated[list[str], typer.Argument(metavar="PAGE", help="A file, a URL, or - for standard input.")],
    extractor: Annotated[
        str, typer.Option("--extractor", "-e", metavar="NAME", help="See `ridgeline extractors`.")
    ] = DEFAULT_EXTRACTOR,
    model: options.Model = None,
    favor: options.Favored = None,
    comments: options.Comments = None,
    format: Annotated[Format, typer.Option("--format", "-f", help="The form of the result.")] = Format.TEXT,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", help="A file for one page, a folder for several."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")] = False,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Where a file or standard input came from.")
    ] = None,
    charset: Annotated[
        str | None, typer.Option("--charset", metavar="NAME", help="The encoding, if it is known better.")
    ] = None,
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Fetch also from this machine and its network.")
    ] = False,
    timeout: Annotated[
        float, typer.Option("--timeout", metavar="SECONDS", help="For fetching a page, all in all.")
    ] = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: Annotated[
        int, typer.Option("--max-bytes", metavar="N", help="The largest page to read.")
    ] = DEFAULT_MAX_BYTES,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="SECONDS", help="For parsing a page; what is read by then is used."),
    ] = None,
    feature: options.Features = None,
    blocks: options.Blocks = None,
    option: options.Others = None,
) -> int:
    """Write the primary content of web pages.

    Several pages on standard output are each preceded by a line that names them; as json they are one object a line.
    A page that fails is reported and the others go on; the exit code is 1 then.
    """
    reading = Reading(url, charset, timeout, max_bytes, allow_private)
    sources.check(pages, reading)
    if seconds is not None and not seconds > 0:  # "not a number" fails this, too
        raise OptionError(f"--seconds is positive, not {seconds}")
    given = options.extractor_options(feature, blocks, option, model, favor, comments)
    made = options.load_ready(extractor, **given)
    return run(Job(pages, made, format, reading, force, Limits(seconds=seconds)), output)


def run(job: Job, output: str | None) -> int:
    """Do the job, page by page; the exit code."""
    pages = job.pages
    destinations: Sequence[Path | None] = [None] * len(pages)
    if output is not None and output != "-":
        destinations = targets.plan(pages, output, SUFFIXES[job.format])
    failures = 0
    with progress(len(pages), "pages", wanted=len(pages) > 1 and destinations[0] is not None) as advance:
        for number, (page, target) in enumerate(zip(pages, destinations, strict=True)):
            failures += not _one_page(job, page, target, is_first=number == failures)
            advance()
    return 1 if failures else 0


def _one_page(job: Job, page: str, target: Path | None, *, is_first: bool) -> bool:
    """Whether it went well; if not, it was said why."""
    try:
        if target is not None:
            targets.check_writable(target, job.pages, force=job.force)
            files.write(target, _content(job, page).encode("utf-8", "replace"))
        elif len(job.pages) == 1:
            write_standard_output(_content(job, page))
        elif job.format is Format.JSON:
            write_standard_output(_content(job, page, in_one_line=True))
        else:
            content = _content(job, page)
            write_standard_output(("" if is_first else "\n") + f"==> {printable(page)} <==\n{content}")
    except OutputError as error:
        if target is None:
            raise  # standard output takes nothing more, from no page
        complain(str(error))
        return False
    except RidgelineError as error:
        complain(str(error))
        return False
    return True


def _content(job: Job, page: str, *, in_one_line: bool = False) -> str:
    """The result for one page, in its form."""
    source = sources.read(page, job.reading)
    try:
        extraction = extract_page(
            source.data, url=source.url, charset=source.charset, extractor=job.extractor, limits=job.limits
        )
        content = _formatted(extraction, job.format)
        status = extraction.status
        if in_one_line:
            content = _json_line(page, content)
    except RidgelineError as error:  # not the page's fault: something is missing that the extractor needs
        raise RidgelineError(f"{label(page)}: {error}") from error
    except Exception as error:  # a fault of ours; it should cost one page, not the thousand after it
        raise RidgelineError(f"{label(page)}: {job.extractor.name} failed: {type(error).__name__}: {error}") from error
    for remark in extraction.remarks:
        note(f"{label(page)}: {remark}")
    if status is not Status.OK:
        note(f"{label(page)}: {_advice(status, page)}")
    if extraction.page.cuts:
        note(f"only a part of {label(page)} was read; over the limit: {', '.join(sorted(extraction.page.cuts))}")
    return content


def _advice(status: Status, page: str) -> str:
    """What a status means, and what to do about it."""
    if status is Status.SHELL:
        return f"{status.meaning}: see what it shows there by `ridgeline render {_seen_in_browser(page)}`"
    return status.meaning


def _seen_in_browser(page: str) -> str:
    """How a page is named to `render`: scripts of a page that was fetched run, those of a file on demand."""
    return f"{page} --output page.png" if sources.is_url(page) else f"{page} --scripts --network --output page.png"


def _formatted(extraction: Extraction, format: Format) -> str:
    if not extraction and format is not Format.JSON:
        return ""
    content = without_controls(getattr(extraction, format.value)).strip("\n")
    return content + "\n" if content else ""


def _json_line(page: str, content: str) -> str:
    """A JSON object on one line, with the page it belongs to."""
    return without_controls(json.dumps({"page": page} | json.loads(content), ensure_ascii=False)) + "\n"
