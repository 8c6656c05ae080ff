"""The table of output formats: everything that lists, names or writes a format reads it.

A writer is loaded when it is first asked for: most of what Markdown, HTML and JSON take to load are patterns, and who
wants text alone should not wait for them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import OptionError
from ..page import Budget, IntColumn, Page
from ..status import Status
from .cleaneval import Segment
from .options import DEFAULT_OPTIONS, OutputOptions

if TYPE_CHECKING:
    from ..metadata import Metadata
    from .outline import Outline
    from .posts import PostContent


class NamedText(Protocol):
    """A text and the reason why it is of interest, as a named tuple."""

    def _asdict(self) -> dict[str, Any]: ...


class Described(Protocol):
    """What is known about an extraction, wherever its page was read."""

    if TYPE_CHECKING:  # fields, properties and cached values of those that implement it

        @property
        def url(self) -> str | None: ...
        @property
        def extractor(self) -> str: ...
        @property
        def remarks(self) -> tuple[str, ...]: ...
        @property
        def confidence(self) -> float | None: ...
        @property
        def page_type(self) -> str | None: ...
        @property
        def carrier(self) -> str | None: ...
        @property
        def cuts(self) -> frozenset[str]: ...
        @property
        def is_unfinished(self) -> bool: ...
        @property
        def hidden(self) -> "Sequence[NamedText]": ...
        @property
        def suspicious(self) -> "Sequence[NamedText]": ...
        @property
        def status(self) -> Status: ...
        @property
        def title(self) -> str | None: ...
        @property
        def text(self) -> str: ...
        @property
        def metadata(self) -> "Metadata": ...
        @property
        def posts(self) -> "Sequence[PostContent]": ...


class ExcerptContent(Protocol):
    """A part of the Markdown; `ridgeline.passages.Excerpt` is one."""

    @property
    def markdown(self) -> str: ...


class Content(Described, Protocol):
    """What a writer is given; `ridgeline.Extraction` has all of it."""

    @property
    def page(self) -> Page: ...
    @property
    def keep(self) -> IntColumn: ...
    @property
    def scores(self) -> npt.NDArray[np.float32] | None: ...
    @property
    def budget(self) -> Budget: ...
    @property
    def explain(self) -> Callable[[], Mapping[str, Any]] | None: ...
    @property
    def segments(self) -> tuple[Segment, ...] | None: ...
    @property
    def outline(self) -> "Outline": ...
    @property
    def left_out_notes(self) -> tuple[str, ...]: ...
    def excerpt_of(self, options: OutputOptions) -> ExcerptContent: ...
    def fitted(self, format: str, written: str, options: OutputOptions) -> str: ...


Writer = Callable[[Content, OutputOptions], str]


class Format(NamedTuple):
    """One row of the table."""

    name: str
    writer: str  # "module:function" inside ridgeline.output
    suffix: str  # of files
    media_type: str
    summary: str
    options: frozenset[str] = frozenset()  # the fields of `OutputOptions` that have a meaning in it; see `has_option`
    writes_empty: bool = False  # whether it has something to say about a page without content

    @cache  # noqa: B019 - there are a handful of formats, and they live as long as the program
    def load(self) -> Writer:
        """Import the writer."""
        module, _, function = self.writer.partition(":")
        writer: Writer = getattr(import_module(f".{module}", __package__), function)
        return writer


_SWITCHES = frozenset({"title", "links", "clean_links", "images", "tables", "formatting", "heading_offset", "posts"})

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format(
            *("text", "text:write", ".txt", "text/plain", "plain text in the shape of the page"),
            frozenset({"title", "width", "posts", "max_tokens", "start"}),
        ),
        Format(
            *("markdown", "markdown:write", ".md", "text/markdown", "GitHub-flavoured Markdown"),
            _SWITCHES
            | {"width", "front_matter", "repeat_spans", "alerts", "images_summary", "links_summary"}
            | {"max_tokens", "query", "section", "start"},
        ),
        Format(
            *("html", "html:write", ".html", "text/html", "clean, sanitised HTML"),
            _SWITCHES | {"whole_page", "max_tokens"},
        ),
        Format(
            *("json", "json:write", ".json", "application/json", "text, blocks, scores and metadata as an object"),
            frozenset({"title", "width", "formats", "posts", "places"}),
            writes_empty=True,
        ),
        Format("cleaneval", "cleaneval:write", ".txt", "text/plain", "CleanEval's <h>, <p> and <l> segments"),
        Format(
            *("tei", "tei:write", ".xml", "application/tei+xml", "XML-TEI: the text with a header of metadata"),
            _SWITCHES,
        ),
        Format(
            *("csv", "csv:write", ".csv", "text/csv", "one row of metadata"),
            writes_empty=True,
        ),
    )
}


WHOLE = frozenset({"text", "csv"})  # formats that are written without an outline, and always whole


def find_format(name: str) -> Format:
    """Return the format of this name."""
    if name not in FORMATS:
        raise OptionError(f"there is no format {name!r}; there are: {', '.join(FORMATS)}")
    return FORMATS[name]


def has_option(format: Format, name: str, formats: Sequence[str] = ()) -> bool:
    """Return whether an option has a meaning in a format, or in one of those that it carries."""
    if name in format.options:
        return True
    return "formats" in format.options and any(name in find_format(other).options for other in formats)


def read_options(format: str, given: Mapping[str, Any]) -> OutputOptions:
    """Check options by name. Raises `OptionError` for one that is unknown, has no meaning here, or makes no sense."""
    chosen = find_format(format)
    if not given:
        return DEFAULT_OPTIONS
    options = OutputOptions.of(**given)
    if any("formats" in find_format(name).options for name in options.formats):
        raise OptionError(f"formats: {format} cannot carry itself; name other formats, as markdown and html")
    for name in given:
        if not has_option(chosen, name, options.formats):
            raise OptionError(f"{name} has no meaning in {format}; it is for {', '.join(formats_with(name))}")
    return options


def formats_with(option: str) -> list[str]:
    """Return the names of the formats in which an option has a meaning."""
    return [format.name for format in FORMATS.values() if option in format.options]


def write(content: Content, format: str, options: OutputOptions = DEFAULT_OPTIONS) -> str:
    """Return the content in the format of this name."""
    return find_format(format).load()(content, options)
