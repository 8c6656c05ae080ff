"""Rows of results for tables: the fields of an extraction by name, computed for many pages in threads.

A row is a dict with the fields that were asked for. Every page gets one: where an extractor fails, which is a bug, the
row has only an `error`. Where there is no page (None) there is no row.
"""

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from .. import fields
from ..errors import OptionError
from ..extraction import Extractor
from ..fields import Field
from ..options import check_number
from ..page import DEFAULT_LIMITS, Limits, parse
from ..pipeline import extract_page
from ..processes import usable_cores
from ..registry import DEFAULT_EXTRACTOR, load

Row = dict[str, Any]

_NAMES = """title authors date modified language site_name description tags page_type status confidence text markdown
html""".split()
FIELDS: Mapping[str, Field] = {name: fields.FIELDS[name] for name in _NAMES} | {"error": Field("text", lambda _: None)}
DEFAULT_FIELDS = ("title", "authors", "date", "language", "page_type", "status", "confidence", "text", "error")


@dataclass(frozen=True, slots=True)
class RowReader:
    """Reads pages into rows with the same fields, by one extractor."""

    fields: tuple[str, ...]
    extractor: Extractor
    limits: Limits
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
        """Return a reader with checked settings; `seconds` bounds the time of a page, `options` go to the extractor.

        Raises:
            OptionError: A field, a bound or an option of the extractor is wrong.
            UnknownExtractorError: No extractor has this name.
        """
        if seconds is not None:
            check_number("seconds", seconds, "a positive number", lambda value: value > 0)
        if threads is not None:
            check_number("threads", threads, "a positive number", lambda value: value > 0, whole=True)
        chosen = load(extractor, **options) if isinstance(extractor, str) else extractor
        limits = DEFAULT_LIMITS if seconds is None else Limits(seconds=seconds)
        return cls(check_fields(fields), chosen, limits, threads or usable_cores())

    def row(self, html: str | bytes, url: str | None = None) -> Row:
        """Return the row of one page."""
        try:
            extraction = extract_page(parse(html, url=url, limits=self.limits), self.extractor)
            return {name: _storable(FIELDS[name].read(extraction)) for name in self.fields}
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


def check_fields(fields: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct names of fields. Raises OptionError where one is unknown, or there is none."""
    names = tuple(dict.fromkeys([fields] if isinstance(fields, str) else fields))
    if unknown := [name for name in names if name not in FIELDS]:
        raise OptionError(f"there is no field {unknown[0]!r}; there are: {', '.join(FIELDS)}")
    if not names:
        raise OptionError(f"no fields are named; there are: {', '.join(FIELDS)}")
    return names


def _storable(value: Any) -> Any:
    """Return a value that can be written as UTF-8: halves of characters (surrogates) cannot."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    return [_storable(part) for part in value] if isinstance(value, list) else value
