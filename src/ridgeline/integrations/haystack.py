"""Haystack: components for pages.

    RidgelineConverter   files and ByteStreams of HTML to Documents
    RidgelineFetcher     URLs to ByteStreams, through `ridgeline.fetch`

Both are serialisable, so `options` of `ridgeline.extract` are plain values; they are checked when a component is made.
As Haystack's converters do, a page that cannot be read or has no content is logged and left out; with `keep_all` a page
without content becomes a Document whose `status` says why it is empty. With `split="chunks"` a page becomes Documents
of at most `max_tokens`, each with its headings and its place on the page; with "posts", every post of a thread does.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import needs
from .documents import (
    DEFAULT_FORMAT,
    PAGE_ERRORS,
    Converter,
    PageSource,
    Reading,
    Split,
    Splitting,
    check_plain,
    read_file,
    url_of,
)

with needs("haystack"):
    from haystack import Document, component, default_from_dict, default_to_dict, logging
    from haystack.components.converters.utils import normalize_metadata
    from haystack.dataclasses import ByteStream

from ..errors import FetchError
from ..parameters import DEFAULT_TIMEOUT_SECONDS
from ..status import Status

__all__ = ["RidgelineConverter", "RidgelineFetcher"]

_LOGGER = logging.getLogger(__name__)


@component
class RidgelineConverter:
    """Converts pages to Documents: the content as text, and what is known about the page as meta."""

    def __init__(
        self,
        format: str = DEFAULT_FORMAT,
        format_options: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        store_full_path: bool = False,
        keep_all: bool = False,
        split: Split | None = None,
        max_tokens: int = 512,
        overlap: int = 0,
    ) -> None:
        self.format = format
        self.format_options = dict(format_options or {})
        self.options = dict(options or {})
        self.store_full_path = store_full_path
        self.keep_all = keep_all
        self.splitting = Splitting(split, max_tokens, overlap)
        check_plain(self.options)
        self._converter = Converter.of(format, self.format_options, self.options, self.splitting)

    def to_dict(self) -> dict[str, Any]:
        """Return the component as a dict."""
        return default_to_dict(
            self,
            format=self.format,
            format_options=self.format_options,
            options=self.options,
            store_full_path=self.store_full_path,
            keep_all=self.keep_all,
            **asdict(self.splitting),
        )

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "RidgelineConverter":
        """Return the component of a dict."""
        made: RidgelineConverter = default_from_dict(cls, data)
        return made

    @component.output_types(documents=list[Document])
    def run(
        self,
        sources: list[str | Path | ByteStream],
        meta: dict[str, Any] | list[dict[str, Any]] | None = None,
    ) -> dict[str, list[Document]]:
        """Convert files and streams. `meta` is that of all Documents, or a list with one for each source.

        The URL of a page is the `url` or `source` of its meta. What is given as meta wins over what the page says.
        """
        given = normalize_metadata(meta, len(sources))
        found = (self._documents(source, its_own) for source, its_own in zip(sources, given, strict=True))
        return {"documents": [document for documents in found for document in documents]}

    def _documents(self, source: str | Path | ByteStream, meta: dict[str, Any]) -> list[Document]:
        known = self._known(source) | meta
        name = str(known.get("url") or (source if isinstance(source, str | Path) else "a stream"))
        try:
            data = source.data if isinstance(source, ByteStream) else read_file(source)
            charset = known.get("charset")
            page = PageSource(data, url_of(known), charset if isinstance(charset, str) else None)
            parts = self._converter.convert(page)
        except PAGE_ERRORS as error:
            _LOGGER.warning("Could not read {source}. Skipping it. Error: {error}", source=name, error=error)
            return []
        if (status := parts[0].status) is not Status.OK and not self.keep_all:
            _LOGGER.warning("No content in {source} ({reason}). Skipping it.", source=name, reason=status.value)
            return []
        return [Document(content=part.text, meta={**part.metadata, **known}) for part in parts]

    def _known(self, source: str | Path | ByteStream) -> dict[str, Any]:
        """Return what is known of a source before it is read."""
        known = dict(source.meta) if isinstance(source, ByteStream) else {"file_path": str(source)}
        if not self.store_full_path and known.get("file_path"):
            known["file_path"] = Path(known["file_path"]).name
        return known


@component
class RidgelineFetcher:
    """Fetches pages. Private addresses are refused, unless `allow_private` is set."""

    def __init__(
        self,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        allow_private: bool = False,
        raise_on_failure: bool = False,
    ) -> None:
        self.timeout_seconds = timeout_seconds
        self.allow_private = allow_private
        self.raise_on_failure = raise_on_failure
        self._reading = Reading(timeout_seconds, allow_private=allow_private)

    def to_dict(self) -> dict[str, Any]:
        """Return the component as a dict."""
        return default_to_dict(
            self,
            timeout_seconds=self.timeout_seconds,
            allow_private=self.allow_private,
            raise_on_failure=self.raise_on_failure,
        )

    @component.output_types(streams=list[ByteStream])
    def run(self, urls: list[str]) -> dict[str, list[ByteStream]]:
        """Fetch pages; one that cannot be fetched is logged and left out, unless `raise_on_failure` is set."""
        found = (self._stream(url) for url in urls)
        return {"streams": [stream for stream in found if stream is not None]}

    def _stream(self, url: str) -> ByteStream | None:
        try:
            page = self._reading.fetch(url)
        except FetchError as error:
            if self.raise_on_failure:
                raise
            _LOGGER.warning("Could not fetch {url}. Skipping it. Error: {error}", url=url, error=error)
            return None
        data = page.data if isinstance(page.data, bytes) else page.data.encode()
        known = {"url": page.url, "charset": page.charset}
        return ByteStream(data, {name: value for name, value in known.items() if value}, "text/html")
