"""Pages as documents: a text with flat metadata, as LangChain, LlamaIndex and Haystack index them.

    Converter   options that are checked once; then a page becomes a `ConvertedPage`
    Reading     a file, or a URL through `ridgeline.fetch`, within limits

The values of the metadata are texts and numbers, since most vector stores take nothing else: lists are joined by
commas, and what is not known is left out.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..errors import FetchError, InputError, OptionError, TemplateError
from ..extraction import ExtractionViews
from ..options import ExtractOptions
from ..output import read_options
from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_SECONDS, check_fetch
from ..pipeline import Pipeline
from ..row_fields import FIELDS
from ..status import Status
from ..text.urls import is_url

DEFAULT_FORMAT = "markdown"
PAGE_ERRORS = (FetchError, InputError, TemplateError)  # they concern one page; all others would come with every page

_OF_A_PAGE = frozenset({"html", "url", "charset"})
_SEPARATOR = ", "
_DESCRIBED = "title authors date language site_name description tags page_type status confidence".split()


class PageSource(NamedTuple):
    """A page as it was read."""

    data: str | bytes
    url: str | None = None
    charset: str | None = None


class ConvertedPage(NamedTuple):
    """The content of a page, and what is known about it."""

    text: str
    metadata: dict[str, str | float]
    status: Status


@dataclass(frozen=True, slots=True)
class Converter:
    """Turns pages into texts with metadata; made by `Converter.of`, which checks the options."""

    format: str
    format_options: dict[str, Any]
    pipeline: Pipeline

    @classmethod
    def of(
        cls,
        format: str = DEFAULT_FORMAT,
        format_options: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> "Converter":
        """Check a format, its options, and those of `ridgeline.extract`.

        Raises:
            OptionError: One is unknown, or has a value that cannot be used.
            RidgelineError: The extractor cannot be loaded.
        """
        read_options(format, format_options or {})
        if wrong := sorted(_OF_A_PAGE & (options or {}).keys()):
            raise OptionError(f"{wrong[0]} belongs to a page, and is not an option for all pages")
        return cls(format, dict(format_options or {}), ExtractOptions.of(**(options or {})).pipeline())

    def convert(self, page: PageSource, source: str | None = None) -> ConvertedPage:
        """Return the content of a page; `source` is what to call it where it has no URL."""
        extraction = self.pipeline.extract(page.data, page.url, page.charset)
        text = extraction.write(self.format, **self.format_options) if extraction else ""
        return ConvertedPage(text, describe(extraction, source or page.url), extraction.status)


def check_plain(options: Mapping[str, Any]) -> None:
    """Raise OptionError unless options can be written as JSON, as what is serialisable needs them."""
    try:
        json.dumps(dict(options))
    except (TypeError, ValueError) as error:
        raise OptionError(f"options are plain values, as names and paths: {error}") from error


def describe(extraction: ExtractionViews, source: str | None) -> dict[str, str | float]:
    """Return what is known about a page as texts and numbers."""
    canonical = extraction.metadata.canonical_url
    known: dict[str, Any] = {"source": source or canonical, "url": extraction.url or canonical}
    known |= {name: read(extraction) for name in _DESCRIBED if (read := FIELDS[name].read) is not None}
    known["extractor"] = extraction.extractor
    return {name: _flat(value) for name, value in known.items() if value not in (None, "", [])}


def _flat(value: Any) -> str | float:
    """Return a value as a text or a number."""
    if isinstance(value, list):
        return _SEPARATOR.join(value)
    return round(float(value), 3) if isinstance(value, float | np.floating) else str(value)


@dataclass(frozen=True, slots=True)
class Reading:
    """The options of reading pages."""

    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS
    max_bytes: int = DEFAULT_MAX_BYTES
    allow_private: bool = False

    def __post_init__(self) -> None:
        check_fetch(self.timeout_seconds, self.max_bytes)

    def read(self, source: str | os.PathLike[str]) -> PageSource:
        """Read a file or fetch a URL. Raises InputError or FetchError."""
        name = os.fspath(source)
        return self.fetch(name) if is_url(name) else PageSource(read_file(name, self.max_bytes))

    def fetch(self, url: str) -> PageSource:
        """Fetch a URL. Raises FetchError."""
        from ..fetch import fetch  # takes a while to import, and files do not need it

        fetched = fetch(
            url, timeout_seconds=self.timeout_seconds, max_bytes=self.max_bytes, allow_private=self.allow_private
        )
        return PageSource(fetched.data, fetched.url, fetched.charset)


def read_file(path: str | os.PathLike[str], max_bytes: int = DEFAULT_MAX_BYTES) -> bytes:
    """Return the bytes of a file. Raises InputError if it cannot be read or is too large."""
    try:
        with Path(path).open("rb") as stream:
            data = stream.read(max_bytes + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > max_bytes:
        raise InputError(f"{path}: larger than {max_bytes:,} bytes; max_bytes allows more")
    return data


def url_of(metadata: Mapping[str, Any]) -> str | None:
    """Return the URL that the metadata of a document names, as `url` or `source`."""
    named = (metadata.get(name) for name in ("url", "source"))
    return next((name for name in named if isinstance(name, str) and is_url(name)), None)
