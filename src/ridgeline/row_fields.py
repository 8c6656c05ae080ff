"""The fields that tables have as columns, one row each: bulk, DuckDB, polars, Scrapy and documents read them here.

Every field of `Metadata` is one, but for products, recipes and the like. What is not read from an extraction, bulk
knows of the record or the run.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from .errors import OptionError
from .extraction import ExtractionViews
from .metadata.record import Metadata
from .metadata.things import KINDS

Type = Literal["string", "integer", "number", "strings"]
_TYPES: Mapping[Any, Type] = {str | None: "string", int | None: "integer", tuple[str, ...]: "strings"}


class Field(NamedTuple):
    """The type of a field's values, what they mean, and how they are read. What has no value is None."""

    type: Type
    meaning: str
    read: Callable[[ExtractionViews], Any] | None = None
    by_extractor: bool = False  # with several extractors a row of bulk has one for each


def _stated(name: str) -> Callable[[ExtractionViews], Any]:
    """Return what reads a field of the metadata."""

    def read(extraction: ExtractionViews) -> Any:
        value = getattr(extraction.metadata, name)
        return list(value) if isinstance(value, tuple) else value

    return read


def _hash(extraction: ExtractionViews) -> str:
    return hashlib.blake2b(extraction.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _as_json(extraction: ExtractionViews) -> str:
    return json.dumps(extraction.metadata.as_dict(), ensure_ascii=False)


FIELDS: Mapping[str, Field] = {
    "id": Field("string", "the WARC-Record-ID, the value of an id field, the path of a file, a URL"),
    "url": Field("string", "the address of the page"),
    "source": Field("string", "the file, folder or list that the page is from"),
    "offset": Field("integer", "where it is in the source: a byte, or the number of a row or entry"),
    "http_status": Field("integer", "the status code of the HTTP response"),
    "status": Field(
        "string", "ok, nothing, shell, blocked, error, not-html; in bulk also revisit", attrgetter("status.value"), True
    ),
    "error": Field("string", "why there is no content, in bulk as `kind: detail`; null where nothing went wrong"),
    **{
        own.name: Field(_TYPES[own.type], own.metadata["meaning"], _stated(own.name))
        for own in fields(Metadata)
        if own.name not in KINDS  # they are in the column `metadata`
    },
    "title": Field("string", "the headline", attrgetter("title")),  # in a fraction of the time of all metadata
    "page_type": Field(
        "string", "article, forum, product …, where the extractor predicts it", attrgetter("page_type"), True
    ),
    "confidence": Field("number", "the word F1 that the extractor expects", attrgetter("confidence"), True),
    "text": Field("string", "the content as plain text", attrgetter("text"), True),
    "markdown": Field("string", "the content as Markdown", attrgetter("markdown"), True),
    "html": Field("string", "the content as clean HTML", attrgetter("html"), True),
    "metadata": Field("string", "all metadata as a JSON object", _as_json),
    "seconds": Field("number", "the time that the page took, without reading it"),
    "text_hash": Field(
        "string", "a hash of the plain text, 128 bits in hexadecimal: equal texts have equal hashes", _hash, True
    ),
}


def check_fields(names: Iterable[str], known: Iterable[str] = FIELDS) -> tuple[str, ...]:
    """Return the distinct names of fields. Raises OptionError where one is unknown, or there is none."""
    distinct = tuple(dict.fromkeys([names] if isinstance(names, str) else names))
    for name in distinct:
        if name not in known:
            raise OptionError(f"there is no field {name!r}; there are: {', '.join(known)}")
    if not distinct:
        raise OptionError(f"no fields are named; there are: {', '.join(known)}")
    return distinct
