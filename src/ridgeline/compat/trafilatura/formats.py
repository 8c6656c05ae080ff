"""Writes a result in the output formats of trafilatura: txt, markdown, html, json, csv, xml, xmltei."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import escape
from typing import Any

import numpy as np

from ...extraction import Extraction
from ...text.invisible import without_unshown
from .document import Document
from .settings import Extractor
from .xml import write_document

_NULL = "null"  # an empty cell of CSV
_CELLS = "url id fingerprint hostname title image date text comments license pagetype".split()
_HEADER_FIELDS = "title author url hostname description sitename date categories tags fingerprint id license".split()
_ATTRIBUTES = (
    "sitename title author date url hostname description categories tags license id fingerprint language".split()
)
_WITH_MARKUP = frozenset({"html", "xml", "xmltei"})  # they show links and emphasis themselves
# Fields that JSON has under another name.
_JSON_NAMES = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}


@dataclass(frozen=True, slots=True)
class Result:
    """The content of a page, readers' comments beside it, and what the page says about itself."""

    body: Extraction
    comments: Extraction
    document: Document
    options: Extractor


def write(result: Result) -> str:
    """Return a result in the format that its options name."""
    written = _WRITERS[result.options.format](result)
    try:
        written.encode()
    except UnicodeEncodeError:
        return without_unshown(written)
    return written


def write_text(extraction: Extraction, options: Extractor, *, title: bool) -> str:
    """Return the text of an extraction: plain, or Markdown where the options ask for more than text can show.

    `title` says whether Markdown begins with the headline.
    """
    if options.format == "markdown":
        return extraction.write("markdown", title=title, **_switches(options))
    switches = _switches(options)
    if options.format in _WITH_MARKUP or not (options.links or options.images or switches["formatting"]):
        return extraction.text
    return extraction.write("markdown", title=False, **switches)


def _switches(options: Extractor) -> dict[str, Any]:
    has_formatting = bool(options.formatting) and options.format != "json"  # which trafilatura leaves without, too
    return {
        "links": "inline" if options.links else "none",
        "images": bool(options.images),
        "formatting": has_formatting,
    }


def _write_text(result: Result) -> str:
    document = result.document
    header = _front_matter(document) if result.options.with_metadata else ""
    return header + "\n\n".join(part for part in (document.text, document.comments) if part)


def _front_matter(document: Document) -> str:
    """Return the metadata as YAML. Every value is written as JSON, which YAML can read."""
    fields = {name: getattr(document, name) for name in _HEADER_FIELDS}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in fields.items() if value]
    return "\n".join(["---", *lines, "---", ""])


def _write_html(result: Result) -> str:
    fields = _attributes(result) if result.options.with_metadata else {}
    metas = [f'<meta name="{name}" content="{escape(value)}">' for name, value in fields.items()]
    head = "\n".join(["<head>", *metas, "</head>"]) if metas else ""
    parts = ["<html>", head, "<body>", _html(result.body, result.options, title=None)]
    return "\n".join([part for part in (*parts, _html(result.comments, result.options, title=False)) if part]) + (
        "\n</body>\n</html>"
    )


def _html(extraction: Extraction, options: Extractor, *, title: bool | None) -> str:
    return extraction.write("html", title=title, **_switches(options))


def _write_json(result: Result) -> str:
    document = result.document
    text = {"text": document.text, "comments": document.comments}
    if not result.options.with_metadata:
        return json.dumps(text, ensure_ascii=False)
    fields = document.as_dict()
    fields |= {new: fields.pop(name) for name, new in _JSON_NAMES.items()}
    fields |= {name: ";".join(fields.pop(name) or ()) for name in ("categories", "tags")}
    return json.dumps(fields | text, ensure_ascii=False)


def _write_csv(result: Result) -> str:
    row = io.StringIO()
    csv.writer(row, delimiter="\t").writerow([getattr(result.document, name) or _NULL for name in _CELLS])
    return row.getvalue()


def _write_xml(result: Result) -> str:
    main = _html(result.body, result.options, title=False)
    return write_document(_attributes(result), main, _html(result.comments, result.options, title=False))


def _attributes(result: Result) -> dict[str, str]:
    """Return what is known of a page, as texts."""
    fields = {name: getattr(result.document, name) for name in _ATTRIBUTES}
    return {name: ";".join(value) if isinstance(value, list) else value for name, value in fields.items() if value}


def _write_tei(result: Result) -> str:
    """Return TEI, which has one text: comments follow the content."""
    whole = replace(result.body, keep=np.union1d(result.body.keep, result.comments.keep))
    return whole.write("tei", **_switches(result.options))


_WRITERS: dict[str, Callable[[Result], str]] = {
    "txt": _write_text,
    "markdown": _write_text,
    "html": _write_html,
    "json": _write_json,
    "csv": _write_csv,
    "xml": _write_xml,
    "xmltei": _write_tei,
}
