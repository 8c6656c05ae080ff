"""The table of output formats: everything that lists, names or writes a format reads it.

A writer is loaded when it is first asked for: most of what Markdown, HTML and JSON take to load are patterns, and who
wants text alone should not wait for them.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..page import IntColumn, Page
from ..status import Status
from .cleaneval import Segment
from .options import DEFAULT_OPTIONS, OutputOptions

if TYPE_CHECKING:
    from ..metadata import Metadata
    from .outline import Outline


class Content(Protocol):
    """What a writer is given; `ridgeline.Extraction` has all of it."""

    @property
    def page(self) -> Page: ...
    @property
    def keep(self) -> IntColumn: ...
    @property
    def extractor(self) -> str: ...
    @property
    def scores(self) -> npt.NDArray[np.float32] | None: ...
    @property
    def remarks(self) -> tuple[str, ...]: ...
    @property
    def explain(self) -> Callable[[], Mapping[str, Any]] | None: ...
    @property
    def segments(self) -> tuple[Segment, ...] | None: ...
    @property
    def confidence(self) -> float | None: ...
    @property
    def page_type(self) -> str | None: ...
    @property
    def carrier(self) -> str | None: ...
    @property
    def title(self) -> str | None: ...
    @property
    def text(self) -> str: ...
    @property
    def outline(self) -> "Outline": ...
    @property
    def metadata(self) -> "Metadata": ...
    @property
    def status(self) -> Status: ...


Writer = Callable[[Content, OutputOptions], str]


class Format(NamedTuple):
    """One row of the table."""

    name: str
    writer: str  # "module:function" inside ridgeline.output
    suffix: str  # of files
    media_type: str
    summary: str

    @cache  # noqa: B019 - there are a handful of formats, and they live as long as the program
    def load(self) -> Writer:
        """Import the writer."""
        module, _, function = self.writer.partition(":")
        writer: Writer = getattr(import_module(f".{module}", __package__), function)
        return writer


FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format("text", "text:write", ".txt", "text/plain", "plain text in the shape of the page"),
        Format("markdown", "markdown:write", ".md", "text/markdown", "GitHub-flavoured Markdown"),
        Format("html", "html:write", ".html", "text/html", "clean, sanitised HTML"),
        Format("json", "json:write", ".json", "application/json", "text, blocks, scores and metadata as an object"),
        Format("cleaneval", "cleaneval:write", ".txt", "text/plain", "CleanEval's <h>, <p> and <l> segments"),
    )
}


def find_format(name: str) -> Format:
    """Return the format of this name."""
    if name not in FORMATS:
        raise OptionError(f"there is no format {name!r}; there are: {', '.join(FORMATS)}")
    return FORMATS[name]


def write(content: Content, format: str, options: OutputOptions = DEFAULT_OPTIONS) -> str:
    """Return the content in the format of this name."""
    return find_format(format).load()(content, options)
