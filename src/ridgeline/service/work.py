"""The work of processes for a request to extract. Only plain values go in and out: they are sent by pickling.

This module is imported by worker processes, so it imports nothing of the framework but what reads documents.
"""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import OptionError, RidgelineError
from ..extraction import Extraction
from ..options import ExtractOptions
from ..output import FORMATS, find_format, has_option
from ..output.json import describe
from ..page import Page, parse
from ..registry import check_offered
from ..sites.collection import current_sites
from ..status import Status
from .documents import MAX_BYTES_HERE, DocumentError, read_document, read_object

if TYPE_CHECKING:
    from ..integrations.mcp.pages import BrowserPages
    from ..render import Renderer, RenderMode
    from .schemas import ExtractRequest
else:
    RenderMode = str

MAX_ANSWER_BYTES = 64_000_000  # all formats of a large page together are many times the page
_EXAMPLE = f"<title>A page</title><h1>A page</h1>{'<p>It has a few sentences, as pages do.' * 3}"


@dataclass(frozen=True, slots=True)
class Source:
    """A page as it came."""

    data: str | bytes
    url: str | None = None
    charset: str | None = None  # that the HTTP header named
    http_status: int | None = None  # of the response that it came with, where a client says so


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request: how to extract, and what to return."""

    formats: tuple[str, ...] = ("markdown",)
    asked: ExtractOptions = field(default_factory=ExtractOptions)  # `sites` is whether site profiles are used
    written: Mapping[str, Any] = field(default_factory=dict)  # options of the formats
    remarks: tuple[str, ...] = ()  # about the request
    folder: Path | None = None  # of site profiles
    any_extractor: bool = False  # also those that need a browser
    render: RenderMode | None = None  # open the page in a browser: if it is an empty shell, or always


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a page; `body` is the content in a format, or a JSON document with all that is known."""

    status: str
    confidence: float | None
    body: bytes
    is_for_browser: bool = False  # whether the process with the browser has to do it again


@dataclass(frozen=True, slots=True)
class Unfetched:
    """A page that a document names by its address alone, and what is wanted of it: a worker fetches nothing."""

    url: str
    wanted: Wanted


@cache
def prepare() -> None:
    """Load what the first page would otherwise wait for: networks, formats, and what reads documents."""
    from . import schemas  # noqa: F401

    extract_as_json(Source(_EXAMPLE), Wanted(tuple(FORMATS)))


# The browser of this process, where it is the one that opens pages: `prepare_browser`.
_renderer: "Renderer | None" = None


@cache
def prepare_browser(seconds: float, allow_private: bool) -> None:
    """Make this process the one that opens pages in a browser, and start that, so that it is known to work.

    Raises MissingExtraError or RenderError.
    """
    global _renderer
    from ..render import Renderer, RenderLimits

    prepare()
    _renderer = Renderer("always", RenderLimits(seconds=seconds), allow_private=allow_private)
    _renderer.render(parse(_EXAMPLE))


def end_browser() -> None:
    """End the browser of this process."""
    if _renderer is not None:
        _renderer.close()


def use_shown_page(open_page: Callable[[], Page], use: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a tool makes of a page as the browser of this process shows it."""
    return use(_browser_pages().open(open_page), *arguments)


@cache
def _browser_pages() -> "BrowserPages":
    from ..integrations.mcp.pages import BrowserPages

    if _renderer is None:
        raise RuntimeError("this process has no browser")
    return BrowserPages(_renderer)


def extract_as_json(source: Source, wanted: Wanted) -> Answer:
    """Return the content of a page in all wanted formats, with what is known about it, as a JSON object."""
    return answer_as_json(source, wanted)[0]


def answer_as_json(source: Source, wanted: Wanted) -> tuple[Answer, Extraction | None]:
    """Return the same with the extraction; None where the process with the browser has to do it."""
    if _is_always_rendered_elsewhere(wanted):
        return _FOR_BROWSER, None
    start = time.perf_counter()
    extraction = extract_source(source, wanted)
    formats = write_all(extraction, wanted.formats, wanted.written)  # before `cuts`, which they may add to
    answer = describe(extraction) | {"formats": formats}
    answer["seconds"] = round(time.perf_counter() - start, 6)
    return _answer(extraction, json.dumps(answer, ensure_ascii=False), wanted), extraction


def extract_as_text(source: Source, wanted: Wanted) -> Answer:
    """Return the content of a page in the first of the wanted formats."""
    if _is_always_rendered_elsewhere(wanted):
        return _FOR_BROWSER
    extraction = extract_source(source, wanted)
    return _answer(extraction, write_all(extraction, wanted.formats[:1], wanted.written)[wanted.formats[0]], wanted)


def _is_always_rendered_elsewhere(wanted: Wanted) -> bool:
    return wanted.render == "always" and _renderer is None


_FOR_BROWSER = Answer("", None, b"", is_for_browser=True)


def extract_document(
    body: bytes, defaults: Mapping[str, Any], wanted: Wanted, format: str | None = None
) -> Answer | Unfetched:
    """Return the content of the page in a document of /v1/extract, as JSON or in a format."""
    from .schemas import ExtractRequest  # which imports this module

    return _extract_asked(read_document(ExtractRequest, body, defaults), len(body), wanted, format)


def extract_line(
    line: bytes, defaults: Mapping[str, Any], wanted: Wanted
) -> tuple[Any, Answer | Unfetched | RidgelineError]:
    """Return the id of a line of a batch, and the content of its page as JSON or why there is none."""
    from .schemas import BatchLine, id_of

    given = read_object(line)
    try:
        return id_of(given), _extract_asked(read_document(BatchLine, given, defaults), len(line), wanted)
    except RidgelineError as error:
        return id_of(given), error


def _extract_asked(
    document: "ExtractRequest", length: int, wanted: Wanted, format: str | None = None
) -> Answer | Unfetched:
    asked = document.wanted(wanted)
    if format is not None:
        asked = replace(asked, formats=(format,))
    if document.html is not None:
        extract = extract_as_json if format is None else extract_as_text
        return extract(Source(document.html, document.url, http_status=document.http_status), asked)
    if length > MAX_BYTES_HERE:
        raise DocumentError("invalid-request", "a document without html is small")
    return Unfetched(document.url or "", asked)


def extract_source(source: Source, wanted: Wanted) -> Extraction:
    """Return the extraction of a page.

    Raises OptionError for an option that cannot be used.
    """
    asked = wanted.asked
    if not wanted.any_extractor and isinstance(asked.extractor, str):
        check_offered(asked.extractor)
    check_output(wanted.formats, wanted.written)
    awaited = None if _renderer is None else asked.wait_for
    pipeline = replace(with_sites(asked, wanted.folder), render=_renderer, wait_for=awaited).pipeline()
    extraction = pipeline.extract_here(source.data, source.url, source.charset, source.http_status)
    return replace(extraction, remarks=(*wanted.remarks, *extraction.remarks)) if wanted.remarks else extraction


def with_sites(asked: ExtractOptions, folder: Path | None) -> ExtractOptions:
    """Return options with the site profiles of a folder where they ask for them: a request says only whether."""
    return replace(asked, sites=current_sites(folder) if asked.sites and folder is not None else None)


def check_output(formats: Sequence[str], options: Mapping[str, Any]) -> None:
    """Raise OptionError for an unknown format, or an option that has no meaning in any of the formats."""
    chosen = [find_format(name) for name in formats]
    for option in options:
        if not any(has_option(format, option) for format in chosen):
            raise OptionError(f"{option} has no meaning in {' or '.join(formats)}")


def write_all(extraction: Extraction, formats: Sequence[str], options: Mapping[str, Any]) -> dict[str, str]:
    """Return the content in all formats, each with the options that have a meaning in it."""
    return {
        name: extraction.write(
            name, **{option: value for option, value in options.items() if has_option(find_format(name), option)}
        )
        for name in formats
    }


def _answer(extraction: Extraction, text: str, wanted: Wanted) -> Answer:
    is_for_browser = wanted.render is not None and _renderer is None and extraction.status is Status.SHELL
    # A page may hold halves of characters (surrogates), which UTF-8 cannot carry.
    body = _bounded(text.encode("utf-8", "replace"))
    return Answer(extraction.status.value, extraction.confidence, body, is_for_browser)


def dump(function: Callable[..., Any], *arguments: Any) -> bytes:
    """Return what a function returns as JSON. A large document would keep the event loop busy for long."""
    text = json.dumps(function(*arguments), ensure_ascii=False, separators=(",", ":"))
    return _bounded(text.encode("utf-8", "replace"))


def _bounded(body: bytes) -> bytes:
    if len(body) > MAX_ANSWER_BYTES:
        raise OptionError(f"the answer has more than {MAX_ANSWER_BYTES:,} bytes: ask for less at a time")
    return body
