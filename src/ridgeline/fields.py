"""The fields of an extraction that tables have as columns: how each is read, and the kind of its values."""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from .extraction import Extraction

Kind = Literal["text", "texts", "number"]


class Field(NamedTuple):
    """A field: the kind of its values, and how it is read. What has no value is None."""

    kind: Kind
    read: Callable[[Extraction], Any]


def _hash(extraction: Extraction) -> str:
    return hashlib.blake2b(extraction.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _metadata(extraction: Extraction) -> str:
    return json.dumps(extraction.metadata.as_dict(), ensure_ascii=False)


FIELDS: Mapping[str, Field] = {
    "title": Field("text", lambda extraction: extraction.title),
    "authors": Field("texts", lambda extraction: list(extraction.metadata.authors)),
    "date": Field("text", lambda extraction: extraction.metadata.date),
    "modified": Field("text", lambda extraction: extraction.metadata.modified),
    "language": Field("text", lambda extraction: extraction.metadata.language),
    "site_name": Field("text", lambda extraction: extraction.metadata.site_name),
    "description": Field("text", lambda extraction: extraction.metadata.description),
    "tags": Field("texts", lambda extraction: list(extraction.metadata.tags)),
    "metadata": Field("text", _metadata),  # all of it, as a JSON object
    "page_type": Field("text", lambda extraction: extraction.page_type),
    "status": Field("text", lambda extraction: extraction.status.value),
    "confidence": Field("number", lambda extraction: extraction.confidence),
    "text": Field("text", lambda extraction: extraction.text),
    "markdown": Field("text", lambda extraction: extraction.markdown),
    "html": Field("text", lambda extraction: extraction.html),
    "text_hash": Field("text", _hash),  # 128 bits in hexadecimal: equal texts have equal hashes
}
