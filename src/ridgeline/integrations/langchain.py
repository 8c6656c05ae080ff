"""LangChain: pages as documents.

    RidgelineLoader        files and URLs to documents                 BaseLoader
    RidgelineParser        blobs of HTML to documents                  BaseBlobParser
    RidgelineTransformer   documents of HTML to documents of content   BaseDocumentTransformer

All three take `format` ("markdown" by default), its options as `format_options`, and the options of
`ridgeline.extract`, which are checked at once. With `split="chunks"` a page becomes documents of at most `max_tokens`,
each with its headings and its place on the page; with "posts", every post of a thread does. A page without content
gives no document, unless `keep_all` is set: its status then says why it is empty. A page that cannot be read is logged
and left out, unless `continue_on_failure` is False. Everything has an asynchronous form, in threads.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from . import needs
from .documents import DEFAULT_FORMAT, PAGE_ERRORS, Converter, PageSource, Reading, Split, Splitting, read_file, url_of

with needs("langchain"):
    from langchain_core.document_loaders import BaseBlobParser, BaseLoader
    from langchain_core.documents import BaseDocumentTransformer, Document
    from langchain_core.documents.base import Blob

from ..errors import InputError
from ..parameters import DEFAULT_TIMEOUT_SECONDS
from ..status import Status

__all__ = ["RidgelineLoader", "RidgelineParser", "RidgelineTransformer"]

_LOGGER = logging.getLogger(__name__)
_USUAL_ENCODING = "utf-8"  # of a blob that names none


class _Documents:
    """The base of the three: one page to one document, to several, or to none."""

    def __init__(
        self,
        *,
        format: str = DEFAULT_FORMAT,
        format_options: Mapping[str, Any] | None = None,
        keep_all: bool = False,
        continue_on_failure: bool = True,
        split: Split | None = None,
        max_tokens: int = 512,
        overlap: int = 0,
        **options: Any,
    ) -> None:
        self._converter = Converter.of(format, format_options, options, Splitting(split, max_tokens, overlap))
        self._keep_all = keep_all
        self._continue_on_failure = continue_on_failure

    def _documents(
        self, read: Callable[[], PageSource], source: str | None, metadata: Mapping[str, Any], id: str | None = None
    ) -> list[Document]:
        try:
            parts = self._converter.convert(read(), source)
        except PAGE_ERRORS as error:
            if not self._continue_on_failure:
                raise
            _LOGGER.warning("left out: %s", error)
            return []
        if (status := parts[0].status) is not Status.OK and not self._keep_all:
            _LOGGER.warning("left out: %s has no content (%s)", source or "a page", status.value)
            return []
        ids = [id] if len(parts) == 1 else [id and f"{id}-{number}" for number in range(len(parts))]
        return [
            Document(part.text, metadata={**part.metadata, **metadata}, id=own)
            for part, own in zip(parts, ids, strict=True)
        ]


class RidgelineParser(_Documents, BaseBlobParser):
    """Parses blobs of HTML into documents. A blob's URL is the `url` or `source` of its metadata."""

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """Yield the documents of a page, if it has content."""
        yield from self._documents(partial(_page_of, blob), blob.source, blob.metadata)


def _page_of(blob: Blob) -> PageSource:
    data = blob.data
    if data is None:
        if blob.path is None:
            raise InputError("a blob has neither data nor a path")
        data = read_file(blob.path)
    charset = None if blob.encoding == _USUAL_ENCODING else blob.encoding
    return PageSource(data, url_of(blob.metadata), charset)


class RidgelineTransformer(_Documents, BaseDocumentTransformer):
    """Replaces the HTML of documents by its content, and adds metadata.

    Ids are kept; the parts of a document that is split have its id with their number.
    """

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return the documents of the pages that have content, in order."""
        return [part for document in documents for part in self._transformed(document)]

    def _transformed(self, document: Document) -> list[Document]:
        page = PageSource(document.page_content, url_of(document.metadata))
        source = document.metadata.get("source")
        return self._documents(lambda: page, None if source is None else str(source), document.metadata, document.id)


class RidgelineLoader(_Documents, BaseLoader):
    """Loads the pages of files and URLs. Private addresses are refused, unless `allow_private` is set."""

    def __init__(
        self,
        sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        *,
        timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
        allow_private: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._sources = [sources] if isinstance(sources, str | os.PathLike) else list(sources)
        self._reading = Reading(timeout_seconds, allow_private=allow_private)

    def lazy_load(self) -> Iterator[Document]:
        """Yield the documents of each page that has content, in order; each is read when it is asked for."""
        for source in self._sources:
            yield from self._documents(partial(self._reading.read, source), os.fspath(source), {})
