"""LangChain: pages as documents.

    RidgelineLoader        files and URLs to documents                 BaseLoader
    RidgelineParser        blobs of HTML to documents                  BaseBlobParser
    RidgelineTransformer   documents of HTML to documents of content   BaseDocumentTransformer

All three take `format` ("markdown" by default), its options as `format_options`, and the options of
`ridgeline.extract`, which are checked at once. A page without content gives no document, unless `keep_all` is set: its
status then says why it is empty. A page that cannot be read is logged and left out, unless `continue_on_failure` is
False. Everything has an asynchronous form, in threads.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from . import needs
from .documents import DEFAULT_FORMAT, PAGE_ERRORS, Converter, PageSource, Reading, read_file, url_of

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
    """The base of the three: one page to one document, or to none."""

    def __init__(
        self,
        *,
        format: str = DEFAULT_FORMAT,
        format_options: Mapping[str, Any] | None = None,
        keep_all: bool = False,
        continue_on_failure: bool = True,
        **options: Any,
    ) -> None:
        self._converter = Converter.of(format, format_options, options)
        self._keep_all = keep_all
        self._continue_on_failure = continue_on_failure

    def _document(
        self, read: Callable[[], PageSource], source: str | None, metadata: Mapping[str, Any], id: str | None = None
    ) -> Document | None:
        try:
            converted = self._converter.convert(read(), source)
        except PAGE_ERRORS as error:
            if not self._continue_on_failure:
                raise
            _LOGGER.warning("left out: %s", error)
            return None
        if converted.status is not Status.OK and not self._keep_all:
            _LOGGER.warning("left out: %s has no content (%s)", source or "a page", converted.status.value)
            return None
        return Document(converted.text, metadata={**converted.metadata, **metadata}, id=id)


class RidgelineParser(_Documents, BaseBlobParser):
    """Parses blobs of HTML into documents. A blob's URL is the `url` or `source` of its metadata."""

    def lazy_parse(self, blob: Blob) -> Iterator[Document]:
        """Yield the document of a page, if it has content."""
        document = self._document(partial(_page_of, blob), blob.source, blob.metadata)
        if document is not None:
            yield document


def _page_of(blob: Blob) -> PageSource:
    data = blob.data
    if data is None:
        if blob.path is None:
            raise InputError("a blob has neither data nor a path")
        data = read_file(blob.path)
    charset = None if blob.encoding == _USUAL_ENCODING else blob.encoding
    return PageSource(data, url_of(blob.metadata), charset)


class RidgelineTransformer(_Documents, BaseDocumentTransformer):
    """Replaces the HTML of documents by its content, and adds metadata. Ids are kept."""

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return the documents of the pages that have content, in order."""
        return [found for one in documents if (found := self._transformed(one)) is not None]

    def _transformed(self, document: Document) -> Document | None:
        page = PageSource(document.page_content, url_of(document.metadata))
        source = document.metadata.get("source")
        return self._document(lambda: page, None if source is None else str(source), document.metadata, document.id)


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
        """Yield a document for each page that has content, in order; each is read when it is asked for."""
        for source in self._sources:
            document = self._document(partial(self._reading.read, source), os.fspath(source), {})
            if document is not None:
                yield document
