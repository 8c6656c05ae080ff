"""LlamaIndex: pages as documents.

    RidgelineReader      files, URLs and HTML to documents            BasePydanticReader
    RidgelineTransform   nodes of HTML to nodes of content            TransformComponent
    RidgelineNodeParser  documents of HTML to chunks, or to posts     NodeParser

All are serialisable: `options` are those of `ridgeline.extract` as a dict of plain values, checked at once. A page
without content gives no document, unless `keep_all` is set: its status then says why it is empty. A page that cannot be
read is logged and left out, unless `raise_on_error` is set. As `file_extractor={".html": RidgelineReader()}` the reader
serves a `SimpleDirectoryReader`.
"""

import asyncio
import logging
import os
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, Self

from . import needs
from .documents import (
    DEFAULT_FORMAT,
    PAGE_ERRORS,
    ConvertedPage,
    Converter,
    PageSource,
    Reading,
    Split,
    Splitting,
    check_plain,
    url_of,
)

with needs("llama-index"):
    from llama_index.core.bridge.pydantic import Field, PrivateAttr, model_validator
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
    from llama_index.core.readers.base import BasePydanticReader
    from llama_index.core.schema import BaseComponent, BaseNode, Document, MetadataMode, TransformComponent
    from llama_index.core.utils import get_tqdm_iterable

from ..errors import InputError
from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_TIMEOUT_SECONDS
from ..status import Status

__all__ = ["RidgelineNodeParser", "RidgelineReader", "RidgelineTransform"]

_LOGGER = logging.getLogger(__name__)


class _Pages(BaseComponent):
    """The base of all: options, and one page to its content."""

    format: str = Field(default=DEFAULT_FORMAT, description="The format of the text: markdown, text, html …")
    format_options: dict[str, Any] = Field(default_factory=dict, description="Options of the format.")
    options: dict[str, Any] = Field(default_factory=dict, description="Options of ridgeline.extract, as plain values.")
    keep_all: bool = Field(default=False, description="Whether pages without content become documents, too.")
    raise_on_error: bool = Field(default=False, description="Whether a page that cannot be read raises.")
    _converter: Converter = PrivateAttr()

    @model_validator(mode="after")
    def _check_options(self) -> Self:
        check_plain(self.options)
        self._converter = Converter.of(self.format, self.format_options, self.options, self._splitting())
        return self

    def _splitting(self) -> Splitting:
        return Splitting()

    def _convert(self, page: PageSource, source: str | None) -> list[ConvertedPage]:
        parts = self._converter.convert(page, source)
        if (status := parts[0].status) is Status.OK or self.keep_all:
            return parts
        _LOGGER.warning("left out: %s has no content (%s)", source or "a page", status.value)
        return []


class RidgelineReader(_Pages, BasePydanticReader):
    """Reads pages. Private addresses are refused, unless `allow_private` is set."""

    is_remote: bool = True
    timeout_seconds: float = Field(default=DEFAULT_TIMEOUT_SECONDS, description="For each URL.")
    allow_private: bool = Field(default=False, description="Whether URLs may lead to private addresses.")
    _reading: Reading = PrivateAttr()

    @model_validator(mode="after")
    def _check_reading(self) -> Self:
        self._reading = Reading(self.timeout_seconds, allow_private=self.allow_private)
        return self

    @classmethod
    def class_name(cls) -> str:
        """Return the name in serialised form."""
        return "RidgelineReader"

    def lazy_load_data(
        self,
        sources: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
        *,
        html: str | bytes | Iterable[str | bytes] = (),
        extra_info: dict[str, Any] | None = None,
        fs: Any = None,
    ) -> Iterable[Document]:
        """Yield a document for each page that has content.

        Args:
            sources: Paths and URLs, or one of them.
            html: Sources of pages, or one of them.
            extra_info: Metadata of all documents.
            fs: The fsspec file system of the paths; None for that of this machine.
        """
        for source in [sources] if isinstance(sources, str | os.PathLike) else sources:
            yield from self._load(source, extra_info or {}, fs)
        for one in [html] if isinstance(html, str | bytes) else html:
            for converted in self._convert(PageSource(one, url_of(extra_info or {})), None):
                yield _document(converted, extra_info or {})

    def _load(self, source: str | os.PathLike[str], extra_info: dict[str, Any], fs: Any) -> list[Document]:
        try:
            page = self._reading.read(source) if fs is None else PageSource(_read_remote(source, fs))
            parts = self._convert(page, os.fspath(source))
        except PAGE_ERRORS as error:
            if self.raise_on_error:
                raise
            _LOGGER.warning("left out: %s", error)
            return []
        return [_document(converted, extra_info) for converted in parts]


def _read_remote(path: str | os.PathLike[str], fs: Any) -> bytes:
    try:
        with fs.open(path.as_posix() if isinstance(path, PurePath) else os.fspath(path), "rb") as stream:
            data: bytes = stream.read(DEFAULT_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    if len(data) > DEFAULT_MAX_BYTES:
        raise InputError(f"{path}: larger than {DEFAULT_MAX_BYTES:,} bytes")
    return data


def _document(converted: ConvertedPage, extra_info: dict[str, Any]) -> Document:
    return Document(text=converted.text, metadata={**converted.metadata, **extra_info})


class RidgelineTransform(_Pages, TransformComponent):
    """Replaces the HTML of nodes by its content, and adds metadata. Ids and relationships are kept.

    Nodes without text, such as images, pass as they are.
    """

    @classmethod
    def class_name(cls) -> str:
        """Return the name in serialised form."""
        return "RidgelineTransform"

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> Sequence[BaseNode]:
        """Return the nodes of the pages that have content, in order."""
        return [found for node in nodes if (found := self._transformed(node)) is not None]

    async def acall(self, nodes: Sequence[BaseNode], **kwargs: Any) -> Sequence[BaseNode]:
        """Return the same in a thread."""
        return await asyncio.to_thread(self.__call__, nodes, **kwargs)

    def _transformed(self, node: BaseNode) -> BaseNode | None:
        html = node.get_content(metadata_mode=MetadataMode.NONE)
        if not html:
            return node
        parts = self._convert(PageSource(html, url_of(node.metadata)), node.metadata.get("source") or node.node_id)
        if not parts:
            return None
        (converted,) = parts
        transformed = node.model_copy(deep=True)
        transformed.set_content(converted.text)
        transformed.metadata = {**converted.metadata, **node.metadata}
        return transformed


class RidgelineNodeParser(_Pages, NodeParser):
    """Parses documents of HTML into nodes: chunks with their headings and their place, or the posts of a thread.

    A page without content gives no node, unless `keep_all` is set.
    """

    split: Split = Field(default="chunks", description="What becomes a node: chunks, or posts.")
    max_tokens: int = Field(default=512, description="The most tokens of a chunk, by an estimate.")
    overlap: int = Field(default=0, description="Tokens of the chunk before that a chunk begins with, at most.")

    @classmethod
    def class_name(cls) -> str:
        """Return the name in serialised form."""
        return "RidgelineNodeParser"

    def _splitting(self) -> Splitting:
        return Splitting(self.split, self.max_tokens, self.overlap)

    def _parse_nodes(self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        parsed: list[BaseNode] = []
        for node in get_tqdm_iterable(nodes, show_progress, "Parsing pages"):
            html = node.get_content(metadata_mode=MetadataMode.NONE)
            source = node.metadata.get("source") or node.node_id
            parts = self._convert(PageSource(html, url_of(node.metadata)), source)
            made = build_nodes_from_splits([part.text for part in parts], node, id_func=self.id_func)
            for part, one in zip(parts, made, strict=True):
                one.metadata = {**part.metadata, **node.metadata}
            parsed += made
        return parsed
