"""Pages as documents: a text with flat metadata, as LangChain, LlamaIndex and Haystack index them.

    Converter   options that are checked once; then a page becomes a `ConvertedPage`, or several
    Splitting   what becomes a document of its own: the page, its chunks, its posts
    Reading     a file, or a URL through `ridgeline.fetch`, within limits

The values of the metadata are texts and numbers, since most vector stores take nothing else: lists are joined by
commas, and what is not known is left out.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import numpy as np

from ..errors import FetchError, InputError, OptionError, TemplateError
from ..extraction import Extraction, ExtractionViews
from ..options import ExtractOptions
from ..output import read_options
from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_SECONDS, check_fetch
from ..passages.chunks import check_budget
from ..pipeline import Pipeline
from ..row_fields import FIELDS
from ..status import Status
from ..text.urls import is_url

if TYPE_CHECKING:
    from ..passages import Chunk

DEFAULT_FORMAT = "markdown"
PAGE_ERRORS = (FetchError, InputError, TemplateError)  # they concern one page; all others would come with every page

_OF_A_PAGE = frozenset({"html", "url", "charset"})
_SEPARATOR, _PATH = ", ", " > "
_OF_A_POST = frozenset({"kind", "author", "author_url", "date", "permalink", "votes", "depth", "parent"})
_DESCRIBED = "title authors date language site_name description tags page_type status confidence".split()


Split = Literal["chunks", "posts"]


@dataclass(frozen=True, slots=True)
class Splitting:
    """What becomes a document of its own: the page (None), its chunks, or the posts of a thread."""

    split: Split | None = None
    max_tokens: int = 512  # of a chunk
    overlap: int = 0  # tokens of the chunk before that a chunk begins with

    def parts(self, extraction: ExtractionViews) -> "Iterator[tuple[str, dict[str, str | float]]]":
        """Yield the texts of a page with what is known of each; nothing where the page is one document."""
        if self.split == "posts":
            for number, post in enumerate(extraction.posts):
                said = {name: value for name, value in post.as_dict().items() if name in _OF_A_POST}
                yield post.text, {"post": number} | {name: value for name, value in said.items() if value is not None}
        elif self.split == "chunks" and isinstance(extraction, Extraction):
            for number, chunk in enumerate(extraction.chunks(self.max_tokens, overlap=self.overlap)):
                yield chunk.text, {"chunk": number, "tokens": chunk.tokens} | _placed(chunk, extraction.url)


def _placed(chunk: "Chunk", url: str | None) -> dict[str, str | float]:
    """Return the headings and the place of a chunk, as far as there are any."""
    known: dict[str, str | float] = {"headings": _PATH.join(chunk.headings)} if chunk.headings else {}
    if chunk.place.start >= 0:
        known |= {"start": chunk.place.start, "stop": chunk.place.stop}
    if chunk.place.selector:
        known["selector"] = chunk.place.selector
    if chunk.place.fragment:
        known["link"] = (url or "").partition("#")[0] + chunk.place.fragment
    return known


class PageSource(NamedTuple):
    """A page as it was read."""

    data: str | bytes
    url: str | None = None
    charset: str | None = None


class ConvertedPage(NamedTuple):
    """The content of a page or of a part of it, and what is known about it."""

    text: str
    metadata: dict[str, str | float]
    status: Status


@dataclass(frozen=True, slots=True)
class Converter:
    """Turns pages into texts with metadata; made by `Converter.of`, which checks the options."""

    format: str
    format_options: dict[str, Any]
    pipeline: Pipeline
    splitting: Splitting = Splitting()

    @classmethod
    def of(
        cls,
        format: str = DEFAULT_FORMAT,
        format_options: Mapping[str, Any] | None = None,
        options: Mapping[str, Any] | None = None,
        splitting: Splitting = Splitting(),
    ) -> "Converter":
        """Check a format, its options, and those of `ridgeline.extract`.

        Raises:
            OptionError: One is unknown, or has a value that cannot be used.
            RidgelineError: The extractor cannot be loaded.
        """
        read_options(format, format_options or {})
        if wrong := sorted(_OF_A_PAGE & (options or {}).keys()):
            raise OptionError(f"{wrong[0]} belongs to a page, and is not an option for all pages")
        asked = ExtractOptions.of(**(options or {}))
        _check_splitting(splitting, format, format_options, asked)
        return cls(format, dict(format_options or {}), asked.pipeline(), splitting)

    def convert(self, page: PageSource, source: str | None = None) -> list[ConvertedPage]:
        """Return the parts of a page that become documents, the whole page where it has none.

        `source` is what to call it where it has no URL.
        """
        extraction = self.pipeline.extract(page.data, page.url, page.charset)
        parts = list(self.splitting.parts(extraction)) if extraction.status is Status.OK else []
        if not parts:
            parts = [(extraction.write(self.format, **self.format_options) if extraction else "", {})]
        known = describe(extraction, source or page.url)
        return [ConvertedPage(text, known | own, extraction.status) for text, own in parts]


def _check_splitting(
    splitting: Splitting, format: str, format_options: Mapping[str, Any] | None, asked: ExtractOptions
) -> None:
    """Raise OptionError for a way to split pages that cannot be used."""
    if splitting.split not in (None, *get_args(Split)):
        raise OptionError(f"split is chunks or posts, not {splitting.split!r:.40}")
    if splitting.split == "chunks":
        if format != DEFAULT_FORMAT or format_options:
            raise OptionError("chunks are Markdown as it is by default: give neither format nor format_options")
        if asked.isolated:
            raise OptionError("an isolated page has no chunks: leave isolated or split out")
    check_budget(splitting.max_tokens, splitting.overlap)


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
