"""Rows of results for tables: the fields of an extraction by name, computed for many pages in threads.

A row is a dict with the fields that were asked for. Every page gets one: where an extractor fails, which is a bug, the
row has only an `error`. Where there is no page (None) there is no row.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from .. import row_fields
from ..extraction import Extractor
from ..options import ExtractOptions
from ..page import Limits
from ..parameters import check_number
from ..pipeline import Pipeline
from ..processes import usable_cores
from ..registry import DEFAULT_EXTRACTOR
from ..row_fields import Field, check_fields

Row = dict[str, Any]

# What is read from an extraction, and why that failed.
FIELDS: Mapping[str, Field] = {
    name: field for name, field in row_fields.FIELDS.items() if field.read is not None or name == "error"
}
DEFAULT_FIELDS = ("title", "authors", "date", "language", "page_type", "status", "confidence", "text", "error")


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads pages into rows with the same fields, by one pipeline."""

    fields: tuple[str, ...]
    pipeline: Pipeline
    threads: int

    @classmethod
    def of(
        cls,
        fields: Iterable[str] = DEFAULT_FIELDS,
        extractor: str | Extractor = DEFAULT_EXTRACTOR,
        *,
        seconds: float | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> "RowReader":
        """Return a reader with checked settings; `seconds` bounds the time of a page, `options` are those of `extract`.

        Raises:
            OptionError: A field, a bound or another option is wrong.
            UnknownExtractorError: No extractor has this name.
        """
        if seconds is not None:
            check_number("seconds", seconds, "a positive number", lambda value: value > 0)
            options["limits"] = Limits(seconds=seconds)
        if threads is not None:
            check_number("threads", threads, "a positive number", lambda value: value > 0, whole=True)
        pipeline = ExtractOptions.of(extractor=extractor, **options).pipeline()
        return cls(check_fields(fields, FIELDS), pipeline, threads or usable_cores())

    def row(self, html: str | bytes, url: str | None = None) -> Row:
        """Return the row of one page."""
        try:
            extraction = self.pipeline.extract(html, url)
            readers = ((name, FIELDS[name].read) for name in self.fields)
            return {name: None if read is None else _storable(read(extraction)) for name, read in readers}
        except Exception as error:  # a bug: it costs this page, not those around it
            return dict.fromkeys(self.fields) | {"error": f"{type(error).__name__}: {error}"}

    def rows(
        self,
        count: int,
        html_at: Callable[[int], str | bytes | None],
        url_at: Callable[[int], str | None] = lambda _: None,
    ) -> list[Row | None]:
        """Return the rows of `count` pages, which are read one by one when it is their turn."""

        def read(position: int) -> Row | None:
            html = html_at(position)
            return None if html is None else self.row(html, url_at(position))

        threads = min(self.threads, count)
        if threads <= 1:
            return [read(position) for position in range(count)]
        with ThreadPoolExecutor(threads) as pool:
            return list(pool.map(read, range(count)))


def _storable(value: Any) -> Any:
    """Return a value that can be written as UTF-8: halves of characters (surrogates) cannot."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return [_storable(part) for part in value] if isinstance(value, list) else value
