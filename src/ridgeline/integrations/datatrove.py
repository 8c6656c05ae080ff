"""An extractor for datatrove's pipelines, beside its Trafilatura.

    LocalPipelineExecutor([JsonlReader("pages/", text_key="html"), Ridgeline(), JsonlWriter("texts/")], tasks=8)

datatrove runs extractors in a sandbox, a process that it kills when a page takes longer than `timeout`. It hands over
nothing but the text; this extractor also passes the URL in the document's metadata, and notes what it found there.

datatrove drops a document without text, and one that took too long or killed the sandbox. With `keep_empty` all of them
go on, with an empty text and the reason in `metadata["error"]` or `metadata["status"]`.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, cast

from ..errors import OptionError
from ..page.cache import cached_property
from ..registry import DEFAULT_EXTRACTOR
from ..row_fields import check_fields
from . import needs
from .columns import FIELDS, Row, RowReader

with needs("datatrove"):
    from datatrove.pipeline.extractors.base import BaseExtractor, ExtractorSandbox
    from datatrove.utils.logging import logger
    from datatrove.utils.typeshelper import StatHints

if TYPE_CHECKING:
    from datatrove.data import Document, DocumentsPipeline

__all__ = ["Ridgeline"]

Format = Literal["text", "markdown", "html"]
_FORMATS = ("text", "markdown", "html")
_METADATA = ("title", "authors", "date", "language", "page_type", "status", "confidence")


class Ridgeline(BaseExtractor):  # type: ignore[misc]  # datatrove has no types
    """Replaces the HTML of documents by their content, and adds what the page says about itself to their metadata."""

    name = "⛰ Ridgeline"

    def __init__(
        self,
        extractor: str = DEFAULT_EXTRACTOR,
        *,
        format: Format = "text",
        fields: Iterable[str] = _METADATA,
        url_key: str = "url",
        keep_empty: bool = False,
        timeout: float = 10.0,
        **options: Any,
    ) -> None:
        """Check the settings.

        Args:
            extractor: A name in `ridgeline.REGISTRY`.
            format: What becomes of the text: "text", "markdown" or "html".
            fields: What is written to the metadata, by the names in `ridgeline.integrations.columns.FIELDS`.
            url_key: Where the metadata have the URL of the page.
            keep_empty: Let documents without content pass, with the reason in their metadata.
            timeout: Seconds for a page. The process that reads it is killed then.
            **options: Options of the extractor, such as `favor="precision"`.

        Raises:
            OptionError: The format, a field or an option is wrong.
            UnknownExtractorError: No extractor has this name.
        """
        super().__init__(timeout)
        if format not in _FORMATS:
            raise OptionError(f"format is one of {', '.join(_FORMATS)}, not {format!r}")
        self.format = format
        self.fields = check_fields((*fields, "error"), FIELDS)
        self.extractor = extractor
        self.options = options
        self.url_key = url_key
        self.keep_empty = keep_empty
        _ = self._reader  # a wrong option should fail here, not in every task

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the loaded extractor: each process loads its own."""
        return {name: value for name, value in self.__dict__.items() if name != "_reader"}

    @cached_property
    def _reader(self) -> RowReader:
        return RowReader.of((self.format, *self.fields), self.extractor, threads=1, **self.options)

    def extract(self, text: str, url: str | None = None) -> str:
        """Return the content of a page."""
        row = self.read(text, url)
        if row["error"]:
            raise RuntimeError(row["error"])
        return cast(str, row[self.format])

    def read(self, text: str, url: str | None = None) -> Row:
        """Return the content of a page and what goes to the metadata, by field. This runs in the sandbox."""
        return self._reader.row(text, url)

    def run(self, data: "DocumentsPipeline", rank: int = 0, world_size: int = 1) -> "DocumentsPipeline":
        """Yield the documents with their content in place of the HTML."""
        with ExtractorSandbox(timeout=self.timeout, warmup_text=("", None)) as sandbox:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    self._process(document, sandbox)
                if document.text or self.keep_empty:
                    self.stat_update(StatHints.forwarded)
                    self.update_doc_stats(document)
                    yield document
                else:
                    self.stat_update(StatHints.dropped)

    def _process(self, document: "Document", sandbox: ExtractorSandbox) -> None:
        url = document.metadata.get(self.url_key)
        try:
            row = sandbox.process_document((document.text, url if isinstance(url, str) else None), self.read)
        except TimeoutError:
            row = {"error": f"timeout: over {self.timeout:g} s"}
        except EOFError:
            row = {"error": "crash: the process that read the page died"}
        document.text = row.pop(self.format, None) or ""
        document.metadata |= {name: value for name, value in row.items() if value not in (None, [])}
        self._count(document, row.get("error"), row.get("status"))

    def _count(self, document: "Document", error: str | None, status: str | None) -> None:
        if error:
            self.stat_update(error.partition(":")[0])
            logger.warning(f"document {document.id}: {error}")
        else:
            self.stat_update("extracted", *([f"status {status}"] if status else []))
