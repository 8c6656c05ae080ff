"""CSV: what is known about a page as one row, with the names of the columns above it.

The columns are `url`, the fields of the metadata (but for products and the like), `page_type`, `status` and
`confidence`; the values of a list are joined by "; ". Programs for tables run a cell that begins with =, +, - or @ as a
formula, and a page may say anything: such cells get an apostrophe in front, which those programs hide. Every row is one
line.
"""

import csv
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..metadata.things import KINDS
from ..text.invisible import INVISIBLE
from ..text.spaces import split_and_join

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_STARTS_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")  # also the full-width forms, which Excel folds


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the names of the columns and the row of one page."""
    metadata = {name: value for name, value in content.metadata.as_dict().items() if name not in KINDS}
    row = {"url": content.page.url, **metadata, **_about_the_extraction(content)}
    return f"{write_row(row)}\n{write_row(row.values())}"


def write_row(values: Iterable[Any]) -> str:
    """Return values as one line of CSV."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([_cell(value) for value in values])
    return line.getvalue()


def _about_the_extraction(content: "Content") -> dict[str, Any]:
    return {
        "page_type": content.page_type,
        "status": content.status.value,
        "confidence": None if content.confidence is None else round(float(content.confidence), 3),
    }


def _cell(value: Any) -> str | int | float | None:
    if value is None or isinstance(value, int | float):
        return value
    text = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    text = INVISIBLE().sub("", split_and_join(text))
    return f"'{text}" if text.startswith(_STARTS_FORMULA) else text
