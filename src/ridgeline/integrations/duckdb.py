"""Column functions for DuckDB: the content of pages in SQL.

    ridgeline.integrations.duckdb.register(connection)

    SELECT ridgeline(html).title, ridgeline_text(html) FROM pages

    ridgeline(html [, url])            a STRUCT of the fields: title, authors, date, language, status, text …
    ridgeline_text(html [, url])       VARCHAR
    ridgeline_markdown(html [, url])   VARCHAR

`html` is VARCHAR, or BLOB for pages in any encoding. NULL gives NULL. DuckDB hands over whole vectors through Arrow,
and the pages of a vector are read in threads.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..errors import OptionError
from ..extraction import Extractor
from ..registry import DEFAULT_EXTRACTOR
from ..row_fields import Type
from . import needs
from .columns import DEFAULT_FIELDS, FIELDS, Row, RowReader

with needs("duckdb"):
    import duckdb
    import pyarrow as pa
    from duckdb.func import ARROW, SPECIAL

__all__ = ["register"]

_TYPES: dict[Type, tuple[str, pa.DataType]] = {
    "string": ("VARCHAR", pa.string()),
    "strings": ("VARCHAR[]", pa.list_(pa.string())),
    "number": ("DOUBLE", pa.float64()),
    "integer": ("BIGINT", pa.int64()),
}
_SCALARS = ("text", "markdown")  # fields with a function of their own


def register(
    connection: duckdb.DuckDBPyConnection,
    *,
    fields: Iterable[str] = DEFAULT_FIELDS,
    extractor: str | Extractor = DEFAULT_EXTRACTOR,
    threads: int | None = None,
    seconds: float | None = None,
    **options: Any,
) -> None:
    """Create the functions `ridgeline`, `ridgeline_text` and `ridgeline_markdown`, or replace them.

    Args:
        connection: Where the functions are created.
        fields: The fields of the STRUCT, by the names in `ridgeline.integrations.columns.FIELDS`.
        extractor: A name in `ridgeline.REGISTRY`, or an extractor that `ridgeline.load` returned.
        threads: How many pages are read at once; by default, one for each processor.
        seconds: Time limit for the parse of a page, of which the part parsed by then is used.
        **options: Those of `ridgeline.extract`, such as `favor="precision"`.

    Raises:
        OptionError: A field or an option is wrong.
        UnknownExtractorError: No extractor has this name.
    """
    reader = RowReader.of(fields, extractor, seconds=seconds, threads=threads, **options)
    members = [(name, *_TYPES[FIELDS[name].type]) for name in reader.fields]
    sql_type = f"STRUCT({', '.join(f'{name} {sql}' for name, sql, _ in members)})"
    struct = pa.struct([(name, arrow) for name, _, arrow in members])
    _create(connection, "ridgeline", _ColumnFunction(reader, struct, lambda row: row), sql_type)
    for name in _SCALARS:
        one = replace(reader, fields=(name,))
        _create(connection, f"ridgeline_{name}", _ColumnFunction(one, pa.string(), _value_of(name)), "VARCHAR")


def _create(connection: duckdb.DuckDBPyConnection, name: str, function: "_ColumnFunction", sql_type: str) -> None:
    with suppress(duckdb.InvalidInputException):  # there is none, unless a notebook runs a cell again
        connection.remove_function(name)
    # Without parameter types, DuckDB accepts any number of columns of any types: with or without URLs, text or bytes.
    connection.create_function(name, function, None, sql_type, type=ARROW, null_handling=SPECIAL)


def _value_of(name: str) -> Callable[[Row], Any]:
    return lambda row: row[name]


@dataclass(frozen=True, slots=True)
class _ColumnFunction:
    """Computes a column from a column of pages and, if there is a second one, a column of their URLs."""

    reader: RowReader
    type: pa.DataType
    value: Callable[[Row], Any]

    def __call__(self, *columns):  # type: ignore[no-untyped-def]  # DuckDB would read annotations as SQL types
        if not 1 <= len(columns) <= 2:
            raise OptionError(f"ridgeline takes a page, and its URL if that is known, not {len(columns)} arguments")
        htmls, urls = columns[0], columns[1] if len(columns) > 1 else None
        _check_type("a page", htmls, "VARCHAR or BLOB", _is_text, _is_binary)
        if urls is not None:
            _check_type("a URL", urls, "VARCHAR", _is_text)
        rows = self.reader.rows(
            len(htmls),
            lambda position: htmls[position].as_py(),
            lambda position: None if urls is None else urls[position].as_py(),
        )
        return pa.array([None if row is None else self.value(row) for row in rows], type=self.type)


def _check_type(what: str, column: pa.ChunkedArray, expected: str, *tests: Callable[[pa.DataType], bool]) -> None:
    if not pa.types.is_null(column.type) and not any(test(column.type) for test in tests):
        raise OptionError(f"{what} is {expected}, not {column.type}: cast the column")


def _is_text(type: pa.DataType) -> bool:
    return bool(pa.types.is_string(type) or pa.types.is_large_string(type) or pa.types.is_string_view(type))


def _is_binary(type: pa.DataType) -> bool:
    return bool(pa.types.is_binary(type) or pa.types.is_large_binary(type) or pa.types.is_binary_view(type))
