"""From a record to the fields of its row, in a worker process.

A record gives its row in two steps, so that a page which kills its process still has its name in the output: `identify`
takes what is known before the page is parsed, and `extract` does the rest.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from ..extraction import Extraction, ExtractionViews
from ..extractors.summit import Summit
from ..extractors.summit.site import SiteMemory
from ..page import parse
from ..pipeline import Pipeline
from ..row_fields import FIELDS
from .hosts import host_of, learn_sites
from .records import Record
from .settings import ERROR, Settings, column_name

_MAX_ERROR_CHARACTERS = 300
_EXCEPTION = "exception"  # the kind of error of an extractor that raised one
_IDENTITY = ("id", "url", "source", "offset", "http_status")

_Read = Callable[[ExtractionViews], Any]
Row = dict[str, Any]  # column → value; a column that is missing is null


@dataclass(frozen=True, slots=True)
class Extracted:
    """The outcome of a page, beside its identity."""

    row: Row
    status: str  # by the first extractor
    error: str | None = None
    is_kept: bool = True  # False: a filter drops the row


def failed(settings: Settings, error: str) -> Extracted:
    """Return the fields of a page that has no content because of an error."""
    row = _statuses(settings, [ERROR] * len(settings.names))
    if "error" in settings.fields:
        row["error"] = error
    return Extracted(row, ERROR, error, not settings.filters.statuses or ERROR in settings.filters.statuses)


class RowMaker:
    """Makes rows by the settings of a run. It loads the extractors, and is made once in a process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._pipelines = settings.pipelines()
        self._at_site: dict[str, tuple[Pipeline, ...]] = {}  # by host: with the memory of its pages
        self._by_extractor, self._shared = _readers(settings.fields)

    def learn_sites(self, records: Iterable[Record]) -> None:
        """Learn what pages of each host share from those of a slice, for the rows of these pages."""
        memories = learn_sites(records, self._pipelines[0].limits)
        self._at_site = {host: tuple(_with_memory(own, memory) for own in self._pipelines) for host, memory in memories}

    def identify(self, record: Record) -> Row:
        """Return the fields that are known before the page is parsed."""
        return {name: getattr(record, name) for name in _IDENTITY if name in self._settings.fields}

    def extract(self, record: Record) -> Extracted:
        """Return the other fields. Never raises because of the page."""
        begin = perf_counter()
        if record.error is not None:
            extracted = failed(self._settings, record.error)
        elif record.status is not None:
            extracted = self._finished({}, [record.status] * len(self._pipelines), [], None)
        else:
            extracted = self._extract(record)
        if "seconds" in self._settings.fields:
            extracted.row["seconds"] = perf_counter() - begin
        is_kept = extracted.is_kept and self._settings.filters.pass_http(record.http_status)
        return replace(extracted, is_kept=is_kept)

    def close(self) -> None:
        """End the browser, if one was started; a page that needs it starts another."""
        renderer = self._pipelines[0].renderer  # which all share
        if renderer is not None:
            renderer.close()
            self._pipelines = self._settings.pipelines()

    def _extract(self, record: Record) -> Extracted:
        try:
            page = parse(
                record.data,
                url=record.url,
                charset=record.charset,
                http_status=record.http_status,
                limits=self._pipelines[0].limits,
            )
        except BaseException as error:
            return failed(self._settings, _describe(error))
        row: Row = {}
        statuses: list[str] = []
        errors: list[str] = []
        first: Extraction | None = None  # of the extractor that is named first
        pipelines = self._at_site.get(host_of(page), self._pipelines) if self._at_site else self._pipelines
        for position, pipeline in enumerate(pipelines):
            name = pipeline.extractor.name
            try:
                extraction = pipeline.extract_page(page)
                row |= self._fields(extraction, name)
                statuses.append(extraction.status.value)
                first = extraction if position == 0 else first
            except BaseException as error:
                statuses.append(ERROR)
                errors.append(_describe(error, name if len(self._pipelines) > 1 else None))
        return self._finished(row, statuses, errors, first)

    def _fields(self, extraction: Extraction, extractor: str) -> Row:
        """Return the fields that depend on the extractor, and with those of the first one those that do not."""
        count = len(self._pipelines)
        row = {column_name(name, extractor, count): read(extraction) for name, read in self._by_extractor.items()}
        if extractor == self._pipelines[0].extractor.name:
            row |= {name: read(extraction) for name, read in self._shared.items()}
        return row

    def _finished(self, row: Row, statuses: list[str], errors: list[str], first: Extraction | None) -> Extracted:
        row |= _statuses(self._settings, statuses)
        error = "; ".join(errors) or None
        if error is not None and "error" in self._settings.fields:
            row["error"] = error
        return Extracted(row, statuses[0], error, self._is_kept(statuses[0], first))

    def _is_kept(self, status: str, extraction: Extraction | None) -> bool:
        """Return whether the filters let a row pass. Language and confidence are not known of a page that failed."""
        filters = self._settings.filters
        if filters.statuses and status not in filters.statuses:
            return False
        if status == ERROR and extraction is None:
            return True
        confidence = None if extraction is None else extraction.confidence
        if filters.min_confidence is not None and (confidence is None or confidence < filters.min_confidence):
            return False
        if not filters.languages:
            return True
        return extraction is not None and extraction.metadata.language in filters.languages


def _with_memory(pipeline: Pipeline, memory: SiteMemory) -> Pipeline:
    extractor = pipeline.extractor
    return replace(pipeline, extractor=extractor.remembering(memory)) if isinstance(extractor, Summit) else pipeline


def _readers(fields: Sequence[str]) -> tuple[dict[str, _Read], dict[str, _Read]]:
    """Return how fields are read that depend on the extractor, and how those that do not. The status comes last."""
    readers = {name: read for name in fields if (read := FIELDS[name].read) is not None and name != "status"}
    by_extractor = {name: read for name, read in readers.items() if FIELDS[name].by_extractor}
    return by_extractor, {name: read for name, read in readers.items() if name not in by_extractor}


def _statuses(settings: Settings, statuses: list[str]) -> Row:
    if "status" not in settings.fields:
        return {}
    named = zip(settings.names, statuses, strict=True)
    return {column_name("status", name, len(statuses)): status for name, status in named}


def _describe(error: BaseException, extractor: str | None = None) -> str:
    """Return an exception as the error of a page. Raises what is no error: an interrupt, or the end of the process.

    Libraries in Rust raise their panics beside Exception; one costs a page, not the process.
    """
    if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit):
        raise error
    prefix = f"{_EXCEPTION}: " if extractor is None else f"{_EXCEPTION}: {extractor}: "
    return (prefix + " ".join(f"{type(error).__name__}: {error}".split()))[:_MAX_ERROR_CHARACTERS]
