"""Expressions for polars: the content of pages as columns.

    import ridgeline.integrations.polars     # adds the namespace `ridgeline` to expressions

    frame.with_columns(text=pl.col("html").ridgeline.text())
    frame.with_columns(pl.col("html").ridgeline.extract(url="url").alias("page")).unnest("page")

Pages are strings, or binary in any encoding. Null gives null. They are read in threads, and the expressions are element
by element, so the streaming engine can cut a column anywhere.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..errors import OptionError
from ..extraction import Extractor
from ..registry import DEFAULT_EXTRACTOR
from ..row_fields import Type
from . import needs
from .columns import DEFAULT_FIELDS, FIELDS, Row, RowReader

with needs("polars"):
    import polars as pl

__all__ = ["RidgelineNamespace"]

_TYPES: dict[Type, pl.DataType] = {
    "string": pl.String(),
    "strings": pl.List(pl.String()),
    "number": pl.Float64(),
    "integer": pl.Int64(),
}


@pl.api.register_expr_namespace("ridgeline")
class RidgelineNamespace:
    """The namespace `pl.col("html").ridgeline`.

    All methods take the same settings: `extractor`, a name in `ridgeline.REGISTRY` or a loaded extractor; `threads`,
    how many pages are read at once, by default one for each processor; `seconds`, a time limit for the parse of a page;
    and options of the extractor, such as `favor="precision"`. `url` is the column of the pages' addresses. A wrong
    setting raises `OptionError` or `UnknownExtractorError` when the expression is made.
    """

    def __init__(self, expression: pl.Expr) -> None:
        """Wrap the expression of the pages; polars does this."""
        self._pages = expression

    def text(
        self, url: str | pl.Expr | None = None, *, extractor: str | Extractor = DEFAULT_EXTRACTOR, **settings: Any
    ) -> pl.Expr:
        """Return the content as plain text: a column of strings."""
        return self._scalar("text", url, RowReader.of(["text"], extractor, **settings))

    def markdown(
        self, url: str | pl.Expr | None = None, *, extractor: str | Extractor = DEFAULT_EXTRACTOR, **settings: Any
    ) -> pl.Expr:
        """Return the content as Markdown: a column of strings."""
        return self._scalar("markdown", url, RowReader.of(["markdown"], extractor, **settings))

    def extract(
        self,
        url: str | pl.Expr | None = None,
        *,
        fields: Iterable[str] = DEFAULT_FIELDS,
        extractor: str | Extractor = DEFAULT_EXTRACTOR,
        **settings: Any,
    ) -> pl.Expr:
        """Return a column of structs with these fields, by the names in `ridgeline.integrations.columns.FIELDS`."""
        reader = RowReader.of(fields, extractor, **settings)
        type_ = pl.Struct({name: _TYPES[FIELDS[name].type] for name in reader.fields})
        return self._column(url, reader, type_, lambda row: {name: row[name] for name in reader.fields})

    def _scalar(self, field: str, url: str | pl.Expr | None, reader: RowReader) -> pl.Expr:
        return self._column(url, reader, pl.String(), lambda row: row[field])

    def _column(
        self, url: str | pl.Expr | None, reader: RowReader, type_: pl.DataType, value: Callable[[Row], Any]
    ) -> pl.Expr:
        def compute(columns: Sequence[pl.Series]) -> pl.Series:
            lengths = [len(column) for column in columns]
            count = max(lengths) if min(lengths) else 0
            rows = reader.rows(count, *map(_getter, columns, ("a page", "a URL")))
            values = [None if row is None else value(row) for row in rows]
            return pl.Series(columns[0].name, values, dtype=type_, strict=True)

        address = [] if url is None else [pl.col(url) if isinstance(url, str) else url]
        return pl.map_batches([self._pages, *address], compute, return_dtype=type_, is_elementwise=True)


def _getter(column: pl.Series, what: str) -> Callable[[int], Any]:
    """Return a function from a position to the value there; a column of one value has it at all positions."""
    kinds = (pl.String, pl.Binary, pl.Null) if what == "a page" else (pl.String, pl.Null)
    if isinstance(column.dtype, pl.Categorical | pl.Enum):
        column = column.cast(pl.String)
    if column.dtype not in kinds:
        expected = " or ".join(kind.__name__ for kind in kinds[:-1])
        raise OptionError(f"{what} is {expected}, not {column.dtype}: cast the column {column.name!r}")
    if len(column) == 1:
        only = column[0]
        return lambda _: only
    return column.__getitem__
