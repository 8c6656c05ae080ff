"""The fields of a row, and their types in Parquet.

With several extractors a row has one field of each kind, and one for each extractor where it depends on the extractor:
`text_summit`, `text_ice_tree`. Title, authors, date, language and metadata are read with the first extractor.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ..errors import OptionError

Type = Literal["string", "integer", "number", "strings"]


@dataclass(frozen=True, slots=True)
class Field:
    """One row of the table of fields."""

    type: Type
    meaning: str
    by_extractor: bool = False  # with several extractors there is one for each


FIELDS: dict[str, Field] = {
    "id": Field("string", "the WARC-Record-ID, the value of an id field, the path of a file, a URL"),
    "url": Field("string", "the address of the page"),
    "source": Field("string", "the file, folder or list that the page is from"),
    "offset": Field("integer", "where it is in the source: a byte, or the number of a row or entry"),
    "http_status": Field("integer", "the status code of the HTTP response"),
    "status": Field("string", "ok, nothing, shell, blocked, not-html; revisit; error", by_extractor=True),
    "error": Field("string", "why there is no content, as `kind: detail`; null where nothing went wrong"),
    "title": Field("string", "the headline"),
    "authors": Field("strings", "the authors"),
    "date": Field("string", "the date of publication, as 2023-12-17"),
    "language": Field("string", "the language, as en"),
    "page_type": Field("string", "article, forum, product …, where the extractor predicts it", by_extractor=True),
    "confidence": Field("number", "the word F1 that the extractor expects of its answer", by_extractor=True),
    "text": Field("string", "the content as plain text", by_extractor=True),
    "markdown": Field("string", "the content as Markdown", by_extractor=True),
    "html": Field("string", "the content as clean HTML", by_extractor=True),
    "metadata": Field("string", "all metadata as a JSON object"),
    "seconds": Field("number", "the time that the page took, without reading it"),
    "text_hash": Field(
        "string", "a hash of the plain text, 128 bits in hexadecimal: equal texts have equal hashes", True
    ),
}
DEFAULT_FIELDS = (
    *("id", "url", "source", "offset", "status", "error"),
    *("title", "authors", "date", "language", "page_type", "confidence", "text"),
)


def check_fields(fields: Sequence[str]) -> tuple[str, ...]:
    """Return the fields in the order of the table, without repetitions. Raises OptionError for an unknown name."""
    for name in fields:
        if name not in FIELDS:
            raise OptionError(f"no field is called {name!r}; there are: {', '.join(FIELDS)}")
    if not fields:
        raise OptionError(f"a row has at least one field; there are: {', '.join(FIELDS)}")
    return tuple(name for name in FIELDS if name in fields)


def column_names(fields: Sequence[str], extractors: Sequence[str]) -> dict[str, Type]:
    """Return the names of the columns and their types, in order."""
    columns: dict[str, Type] = {}
    for name in fields:
        for extractor in extractors if FIELDS[name].by_extractor else extractors[:1]:
            columns[column_name(name, extractor, len(extractors))] = FIELDS[name].type
    return columns


def column_name(field: str, extractor: str, extractors: int) -> str:
    """Return the name of a field's column for an extractor, one of several."""
    if extractors == 1 or not FIELDS[field].by_extractor:
        return field
    return f"{field}_{extractor.replace('-', '_')}"
