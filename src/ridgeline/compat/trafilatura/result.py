"""From what trafilatura's functions are given to a result: the content, the comments, the document."""

import logging
import sys
from dataclasses import replace
from typing import Any

import numpy as np

from ...errors import OptionError
from ...extraction import Extraction
from ...options import ExtractOptions
from ...output.outline import Part
from ...pipeline import Pipeline
from ...sites.rules import Selection
from ..ignored import warn_ignored
from .comments import with_comments, without_comments
from .document import Document, amend, describe, fingerprint
from .formats import Result, write_text
from .settings import Extractor, Settings, check_format
from .xpath import to_css

_LOGGER = logging.getLogger(__name__)
_WITH_FINGERPRINT = frozenset({"csv", "xml"})  # also without metadata
_ONE_MODE = "ridgeline has one mode"
_NO_VALIDATION = "ridgeline has no TEI schema to validate with"
_NO_MEMORY = "ridgeline keeps nothing between pages; compare the fingerprints of documents"


def as_html(given: Any) -> str | bytes | None:
    """Return the source of a page that is given as text, bytes, a response with `data`, or an lxml tree; else None."""
    if isinstance(given, str | bytes):
        return given
    if isinstance(given, bytearray | memoryview):
        return bytes(given)
    if isinstance(data := getattr(given, "data", None), str | bytes):
        return data
    if type(given).__module__.partition(".")[0] == "lxml" and hasattr(given, "getroottree"):
        written: bytes = sys.modules["lxml.etree"].tostring(given, encoding="utf-8", method="html")
        return written.decode()
    return None


def check(options: Any) -> None:
    """Warn of what is ignored, and raise OptionError for options that are none."""
    if not hasattr(options, "format") or not hasattr(options, "focus"):
        raise OptionError(f"options is an Extractor, not {options!r:.40}")
    check_format(options.format)
    if options.fast:
        warn_ignored("fast", _ONE_MODE)
    if options.tei_validation:
        warn_ignored("tei_validation", _NO_VALIDATION)
    if options.dedup:
        warn_ignored("deduplicate", _NO_MEMORY)


def find(
    html: str | bytes, options: Extractor, prune_xpath: str | list[str] | None, record_id: str | None
) -> Result | None:
    """Return what a page holds; None where the options do not want it, or there is nothing."""
    settings = Settings.of(options.config)
    asked = ExtractOptions(
        favor=None if options.focus == "balanced" else options.focus,
        exclude=to_css(prune_xpath) if prune_xpath is not None else (),
    )
    if settings.max_file_size and len(html) > settings.max_file_size:
        return _discarded(options, "it is too large")
    body, comments = _extract(html, options, asked.pipeline())
    document = _document(body, comments, options)
    document.id = record_id
    reason = _why_not(body, document, options, settings)
    return _discarded(options, reason) if reason else Result(body, comments, document, options)


def _discarded(options: Extractor, reason: str) -> Result | None:
    _LOGGER.info("discarded: %s: %s", options.source, reason)
    return None


def _document(body: Extraction, comments: Extraction, options: Extractor) -> Document:
    document = describe(body) if options.with_metadata else Document()
    document.text = document.raw_text = write_text(body, options, title=True)
    document.comments = write_text(comments, options, title=False)
    if options.with_metadata or options.format in _WITH_FINGERPRINT:
        document.fingerprint = fingerprint(f"{document.title or ''} {body.text}")
    return document


def _why_not(body: Extraction, document: Document, options: Extractor, settings: Settings) -> str | None:
    """Return why the options do not want a page."""
    lengths = len(document.text or ""), len(document.comments or "")
    if lengths[0] < settings.min_output_size and lengths[1] < settings.min_output_comm_size:
        return "there is too little text"
    if options.url_blacklist and document.url in options.url_blacklist:
        return "its URL is on the blacklist"
    if options.only_with_metadata and not (document.date and document.title and document.url):
        return "it has no date, title or URL"
    if options.lang and body.metadata.language != options.lang:
        return f"its language is {body.metadata.language}"
    return None


def _extract(html: str | bytes, options: Extractor, pipeline: Pipeline) -> tuple[Extraction, Extraction]:
    """Return the content of a page, and the comments beside it."""
    body = pipeline.extract_here(html, options.url)
    body = amend(body, options.author_blacklist, options.date_params)
    if options.comments:
        comments = _comments_beside(body, pipeline.selection)
    else:
        body = replace(body, keep=without_comments(body.page, body.keep))
        comments = replace(body, keep=body.keep[:0])
    return (body if options.tables else _without_tables(body)), comments


def _comments_beside(body: Extraction, selection: Selection | None) -> Extraction:
    """Return the readers' comments that the content leaves out."""
    both = replace(body, keep=with_comments(body.page, body.keep))
    keep = both.keep if selection is None else selection.apply(both).keep
    return replace(body, keep=np.setdiff1d(keep, body.keep))


def _without_tables(extraction: Extraction) -> Extraction:
    """Return an extraction without tables of data. Tables that only lay out a page are not tables here."""
    leaves = extraction.outline.leaves.tolist()
    tables = _tables(extraction.outline.tree())
    inside = {leaf for table in tables for part in table.walk() for leaf in leaves[part.first : part.end]}
    return replace(extraction, keep=np.setdiff1d(extraction.keep, list(inside))) if inside else extraction


def _tables(element: Part) -> list[Part]:
    """Return the outermost tables of an element."""
    return [table for part in element.parts for table in ([part] if part.kind == "table" else _tables(part))]
