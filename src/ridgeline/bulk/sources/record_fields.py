"""The fields of a structured record that hold the page, its address and its id: in JSON lines and in Parquet files.

A field is named by an option, where a dot leads into an object (`response.body`), or found by the usual names. A field
whose name ends in `_base64` holds bytes in that form.
"""

import base64
import binascii
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from ..records import BROKEN, TOO_LARGE, Record
from ..slices import Reading

# Not "text": in most corpora that is what others have extracted.
HTML_NAMES = "html raw_html html_content page_html raw_content content body html_base64 content_base64".split()
URL_NAMES = "url uri target_uri warc_target_uri page_url source_url link address".split()
ID_NAMES = "id _id record_id warc_record_id doc_id document_id docid uuid".split()
_BASE64 = "_base64"
_MAX_SHOWN_NAMES = 8


@dataclass(frozen=True, slots=True)
class Fields:
    """The names of the fields of a source; None where it has none."""

    html: str
    url: str | None
    id: str | None


def choose_fields(names: Container[str], reading: Reading) -> Fields | None:
    """Return the fields to read, given those that a record has at its top; None if none of them holds a page."""
    html = reading.html_field or next((name for name in HTML_NAMES if name in names), None)
    if html is None or (html not in names and html.partition(".")[0] not in names):
        return None
    url = reading.url_field or next((name for name in URL_NAMES if name in names), None)
    identity = reading.id_field or next((name for name in ID_NAMES if name in names), None)
    return Fields(html, url, identity)


def missing_field(names: list[str], reading: Reading) -> str:
    """Return what to say of a record without a page."""
    shown = ", ".join(names[:_MAX_SHOWN_NAMES]) + (" …" if len(names) > _MAX_SHOWN_NAMES else "")
    wanted = repr(reading.html_field) if reading.html_field else "any of " + ", ".join(HTML_NAMES)
    there_are = f"there are: {shown[:300] or 'none'}"
    return f"no field is called {wanted}; {there_are}. Name the one that holds the page (html_field)"


def structured_record(source: str, offset: int, values: Mapping[str, Any], fields: Fields, reading: Reading) -> Record:
    """Return the page that a JSON object or the row of a table holds."""
    url, identity = _text(_value(values, fields.url)), _text(_value(values, fields.id))
    data, error = _data(_value(values, fields.html), fields.html, reading.max_bytes)
    return Record(source, offset, identity or f"{source}@{offset}", url, data, error=error)


def _value(values: Mapping[str, Any], name: str | None) -> Any:
    if name is None or name in values:
        return values.get(name) if name is not None else None
    found: Any = values
    for part in name.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _text(value: Any) -> str | None:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(value) or None
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else None


def _data(value: Any, name: str, max_bytes: int) -> tuple[bytes | str, str | None]:
    if value is None:
        return b"", f"{BROKEN}: the field {name} is empty"
    if not isinstance(value, str | bytes):
        return b"", f"{BROKEN}: the field {name} is {type(value).__name__}, not text"
    if name.endswith(_BASE64):
        try:
            value = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            return b"", f"{BROKEN}: the field {name} is not valid base64"
    if len(value) > max_bytes:
        return b"", f"{TOO_LARGE}: {len(value):,} characters or bytes, more than {max_bytes:,}"
    return value, None
