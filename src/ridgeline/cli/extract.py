"""`ridgeline extract`: the primary content of pages."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from .. import files
from ..errors import InputError, OptionError, OutputError, RidgelineError, WorkerError
from ..extraction import Extraction, Extractor
from ..options import DEFAULT_MAX_BYTES, DEFAULT_PAGE_MEMORY_BYTES, DEFAULT_PAGE_SECONDS, DEFAULT_TIMEOUT_SECONDS
from ..output import FORMATS, WHOLE, Format, find_format
from ..page import parse
from ..page.limits import DEFAULT_LIMITS, Limits
from ..pipeline import choose_isolation, choose_selection, choose_sites, extract_isolated, extract_page
from ..registry import DEFAULT_EXTRACTOR
from ..status import Status
from . import options, sources, targets
from .command import Option
from .folders import read_pages
from .rendering import DEFAULT_RENDER_SECONDS, Render, RenderSeconds, open_renderer
from .sources import Reading, Source, label
from .terminal import complain, note, printable, progress, without_controls, write_standard_output

if TYPE_CHECKING:
    from ..isolation import Isolation
    from ..render import Renderer
    from ..sites import Sites
    from ..sites.rules import Selection


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
    extractor: Extractor
    format: Format
    reading: Reading
    force: bool
    limits: Limits = DEFAULT_LIMITS
    selection: "Selection | None" = None
    output_options: Mapping[str, Any] = field(default_factory=dict)
    renderer: "Renderer | None" = None
    sites: "Sites | None" = None
    skip_existing: bool = False
    isolation: "Isolation | None" = None


def extract(
    pages: options.Pages,
    extractor: Annotated[
        str,
        Option(
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
    select: options.Selected = None,
    exclude: options.Excluded = None,
    rules: options.RulesFile = None,
    sites: options.SitesFolder = None,
    site: Annotated[
        str | None,
        Option(
            "--site",
            metavar="FOLDER",
            help="Other pages of the same site: what they have in common is boilerplate; summit only.",
        ),
    ] = None,
    format: FormatName = DEFAULT_FORMAT,
    title: options.Title = None,
    links: options.LinkStyle = None,
    images: options.Images = None,
    tables: options.Tables = None,
    formatting: options.Formatting = None,
    heading_offset: options.HeadingOffset = None,
    width: options.Width = None,
    front_matter: options.FrontMatter = None,
    whole_page: options.WholePage = None,
    posts: options.Posts = None,
    carried: options.Carried = None,
    output: Annotated[
        str | None,
        Option("--output", "-o", metavar="PATH", help="A file for one page, a folder for several pages."),
    ] = None,
    force: Annotated[bool, Option("--force", help="Overwrite files that exist.")] = False,
    skip_existing: Annotated[
        bool, Option("--skip-existing", help="Leave out pages whose file exists: to go on after a break.")
    ] = False,
    url: options.Address = None,
    charset: Annotated[
        str | None, Option("--charset", metavar="NAME", help="The encoding, instead of the declared one.")
    ] = None,
    render: Render = None,
    render_seconds: RenderSeconds = DEFAULT_RENDER_SECONDS,
    allow_private: options.AllowPrivate = False,
    timeout: Annotated[
        float, Option("--timeout", metavar="SECONDS", help="Time limit for fetching a page.")
    ] = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: options.MaxBytes = DEFAULT_MAX_BYTES,
    seconds: Annotated[
        float | None,
        Option(
            "--seconds",
            metavar="SECONDS",
            help="Processor time of a page, 2.5 by default; what there is by then is used.",
        ),
    ] = None,
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
    feature: options.Features = None,
    blocks: options.Blocks = None,
    option: options.Others = None,
) -> int:
    """Extract the primary content of web pages.

    With several pages on standard output, a line with its name precedes each page; as json, each page is an object on
    one line; as csv, each page is a row. A page that fails is reported, the others are still extracted, and the exit
    code is 1.
    """
    reading = Reading(url, charset, timeout, max_bytes, allow_private)
    sources.check(pages, reading)
    if skip_existing and (force or output in (None, "-")):
        raise OptionError("--skip-existing is for files that --output names, and not for use with --force")
    if seconds is not None and not seconds > 0:  # also catches NaN
        raise OptionError(f"--seconds is positive, not {seconds}")
    chosen = find_format(format)
    written = options.output_options(
        chosen,
        carried,
        title=title,
        links=links and links.value,
        images=images,
        tables=tables,
        formatting=formatting,
        heading_offset=heading_offset,
        width=width,
        front_matter=front_matter,
        whole_page=whole_page,
        posts=posts,
    )
    given = options.extractor_options(feature, blocks, option, model, favor, comments)
    if isolated and (render is not None or site is not None):
        raise OptionError(f"--isolated cannot be used with {'--site' if render is None else '--render'}: {_OUTSIDE}")
    if site is not None:
        given["site"] = read_pages(site, "--site")
    loaded = options.load_ready(extractor, **given)
    known = choose_sites(options.sites_folder(sites))
    selection = choose_selection(select or (), exclude or (), rules, known)
    isolation = choose_isolation(_isolated(isolated, page_seconds, page_memory), loaded)
    with open_renderer(render, render_seconds, allow_private=allow_private) as renderer:
        limits = DEFAULT_LIMITS if seconds is None else Limits(seconds=seconds)
        job = Job(
            *(pages, loaded, chosen, reading, force, limits, selection, written, renderer, known, skip_existing),
            isolation,
        )
        return run(job, output)


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
    source = sources.read(page, job.reading) if job.isolation is None else sources.read_raw(page, job.reading)
    try:
        extraction = _extraction(job, source)
        content = finish(_formatted(extraction, job))
        if job.isolation is not None:
            _check_isolated(extraction)
        status = extraction.status
    except RidgelineError as error:  # something is missing that the extractor needs
        raise RidgelineError(f"{label(page)}: {error}") from error
    except Exception as error:  # a bug: it costs this page, not those after it
        raise RidgelineError(f"{label(page)}: {job.extractor.name} failed: {type(error).__name__}: {error}") from error
    for remark in extraction.remarks:
        note(f"{label(page)}: {remark}")
    if status is not Status.OK:
        note(f"{label(page)}: {_advice(status, is_rendered=job.renderer is not None)}")
    if cuts := extraction.cuts - ({"outline"} if job.format.name in WHOLE else frozenset()):
        note(f"only a part of {label(page)} was read; over the limit: {', '.join(sorted(cuts))}")
    return content


def _extraction(job: Job, source: Source) -> Extraction:
    if job.isolation is None:
        parsed = parse(source.data, url=source.url, charset=source.charset, limits=job.limits)
        return extract_page(parsed, job.extractor, job.selection, job.renderer, job.limits, job.sites)
    return extract_isolated(
        *(source.data, job.extractor, job.isolation, job.selection, job.limits, job.sites),
        url=source.url,
        charset=source.charset,
    )


def _check_isolated(extraction: Extraction) -> None:
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


def _formatted(extraction: Extraction, job: Job) -> str:
    if not extraction and not job.format.writes_empty:
        return ""
    written = extraction.write(job.format.name, **job.output_options)
    content = without_controls(written).strip("\n")
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
