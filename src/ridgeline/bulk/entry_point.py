"""`ridgeline.bulk.run`: the options of a run, checked before it begins."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from ..errors import OptionError
from ..extraction import Extractor
from ..options import ExtractOptions
from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_PAGE_MEMORY_BYTES, DEFAULT_PAGE_SECONDS, check_number
from ..processes import Caps, usable_cores
from ..registry import DEFAULT_EXTRACTOR
from . import storage
from .engines import Engine
from .report import Report
from .row_files import check_installed
from .runner import OnProgress, run_settings
from .settings import DEFAULT_FIELDS, Filters, Settings
from .slices import DEFAULT_SLICE_PAGES, Reading
from .sources import open_inputs
from .sources.inputs import LIST_MARK

ENGINES = ("local", "ray")
_PROCESS_LOCAL = "memory://"

Paths = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]


def run(
    inputs: Paths,
    output: str | os.PathLike[str],
    *,
    extractor: str | Extractor | Sequence[str | Extractor] = DEFAULT_EXTRACTOR,
    fields: Sequence[str] = DEFAULT_FIELDS,
    output_format: Literal["parquet", "jsonl", "jsonl.zst"] = "parquet",
    language: str | Sequence[str] = (),
    min_confidence: float | None = None,
    status: str | Sequence[str] = (),
    http_status: str | Sequence[str] = (),
    render_seconds: float | None = None,
    by_site: bool = False,
    reading: Reading | None = None,
    processes: int | None = None,
    page_seconds: float | None = DEFAULT_PAGE_SECONDS,
    page_memory: int | None = DEFAULT_PAGE_MEMORY_BYTES,
    engine: Literal["local", "ray"] = "local",
    address: str | None = None,
    retry_errors: bool = False,
    on_progress: OnProgress = lambda progress: None,
    **options: Any,
) -> Report:
    """Extract all pages of the inputs into a folder of parts, one row a page, and return what became of them.

    The same call again resumes a run that was ended, however it ended. Inputs may be added; other settings are refused.

    Args:
        inputs: WARC files, JSON lines, Parquet files, folders, patterns, lists of files or URLs; see docs/bulk.md.
        output: The folder of the output. Inputs and output may be remote, as s3://bucket/folder.
        extractor: One or several, by name or as loaded objects. They share one parse.
        fields: The columns; see `ridgeline.row_fields.FIELDS`.
        output_format: Parquet, or JSON lines, plain or compressed.
        language: Keep only rows in these languages, as "en" or "english".
        min_confidence: Keep only rows of which the extractor expects at least this word F1.
        status: Keep only rows with these statuses: "ok", "nothing", "shell", "blocked", "error", "not-html", "revisit".
        http_status: Keep only rows with these codes, as "200" or "2xx", and those that have none.
        render_seconds: The time that a page may take in the browser; None for 15.
        by_site: Let pages of one host in a slice, five or more, tell `summit` what is boilerplate there.
        reading: How inputs are read: the pages of a slice, names of fields, limits, politeness.
        processes: How many pages are extracted at once; by default one for each core. 0 runs in this process.
        page_seconds: The time that one page may take; None for no limit.
        page_memory: The bytes that a process may take for a page; None for no limit.
        engine: Where the work is done: "local" or "ray".
        address: The Ray cluster to connect to; None starts one on this machine.
        retry_errors: Do pages that failed in earlier runs once more.
        on_progress: Called about twice a second.
        **options: Those of `ridgeline.extract`: `favor`, `comments`, `select`, `exclude`, `rules`, `sites`, `limits`,
            `render`, and further ones of the extractors that are given by name. Every worker has to reach the folder
            of `sites`. What files hold is part of the settings: a changed file is another run.

    Raises:
        OptionError, UnknownExtractorError: An option cannot be used.
        InputError: An input is missing or not readable.
        OutputError: The output cannot be written, or holds a run with other settings.
        MissingExtraError: A package is not installed.
    """
    settings = Settings(
        extractors=tuple(_several(extractor)),
        fields=tuple(fields),
        asked=_asked(options),
        output_format=output_format,
        filters=Filters(
            tuple(_several(language)), min_confidence, tuple(_several(status)), tuple(map(str, _several(http_status)))
        ),
        reading=reading or Reading(slice_pages=DEFAULT_SLICE_PAGES, max_bytes=DEFAULT_MAX_BYTES),
        render_seconds=render_seconds,
        by_site=by_site,
    )
    settings.pipelines()  # whatever is wrong with an extractor is wrong before the run
    check_installed(output_format)
    paths = [_absolute(os.fspath(path)) for path in _several(inputs)]
    units = open_inputs(paths, settings.reading)
    chosen = _engine(engine, address, processes, Caps(page_seconds, page_memory), [*paths, os.fspath(output)])
    return run_settings(units, os.fspath(output), settings, chosen, retry_errors=retry_errors, on_progress=on_progress)


def _several(given: Any) -> list[Any]:
    """Return one value or several as a list."""
    return [given] if isinstance(given, str | os.PathLike | Extractor) else list(given)


def _absolute(path: str) -> str:
    """Return the path of an input without regard to the current folder: one input has one name in every run."""
    if storage.is_remote(path) or not path:
        return path
    mark = LIST_MARK if path.startswith(LIST_MARK) else ""
    return mark + os.path.normpath(Path(path.removeprefix(mark)).absolute())


def _asked(options: Mapping[str, Any]) -> ExtractOptions:
    """Return the options of the extractions, with the files that they name read. Raises OptionError, RuleError …"""
    asked = ExtractOptions.of(**options)
    if asked.isolated is not False:
        raise OptionError("isolated: bulk reads every page in a guarded process anyway; see page_seconds, page_memory")
    return asked.read_files()


def _engine(name: str, address: str | None, processes: int | None, caps: Caps, paths: Sequence[str]) -> Engine:
    if processes is not None:
        check_number("processes", processes, "a number that is not negative", lambda n: n >= 0, whole=True)
    if name not in ENGINES:
        raise OptionError(f"the engine is {' or '.join(ENGINES)}, not {name!r}")
    if processes != 0 and any(path.startswith(_PROCESS_LOCAL) for path in paths):
        raise OptionError(f"{_PROCESS_LOCAL} belongs to one process: give processes=0")
    if name == "ray":
        from .engines.ray import RayEngine

        return RayEngine(address, processes, caps)
    if address is not None:
        raise OptionError("an address is that of a Ray cluster: give engine ray as well")
    from .engines.local import InlineEngine, LocalEngine

    return InlineEngine() if processes == 0 else LocalEngine(processes or usable_cores(), caps)
