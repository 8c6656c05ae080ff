"""`import trafilatura`, with ridgeline behind it: the names, parameters and results of trafilatura 2.3.1.

    from ridgeline.compat import trafilatura
    trafilatura.extract(html, output_format="json", with_metadata=True)

    settings.py   Extractor, use_config            document.py   Document
    result.py     from parameters to a result      formats.py    the output formats; xml.py, xpath.py, comments.py

Here: `extract`, `extract_with_metadata`, `bare_extraction`, `extract_metadata`, `html2txt`, `fetch_url`. Not here,
since their contracts are about lxml trees and raw responses: `baseline`, `load_html`, `fetch_response`.
`docs/integrations/trafilatura.md` says of every parameter what it does.
"""

from configparser import ConfigParser
from typing import Any

from ...errors import FetchError, OptionError
from ...page import parse
from ...parameters import DEFAULT_MAX_BYTES, DEFAULT_MAX_REDIRECTS, DEFAULT_TIMEOUT_SECONDS
from ...pipeline import Pipeline
from ...registry import DEFAULT_EXTRACTOR, load_once
from ..ignored import warn_ignored
from .document import Document, amend, describe
from .formats import Result, write
from .result import as_html, check, find
from .settings import Extractor, Settings, use_config

__all__ = [
    "Document",
    "Extractor",
    "bare_extraction",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_url",
    "html2txt",
    "use_config",
]

_INSTEAD = {
    "baseline": 'it returns an lxml tree; use ridgeline.extract(html, favor="recall").text',
    "load_html": "it returns an lxml tree; use ridgeline.parse(html)",
    "fetch_response": "it returns a raw response; use ridgeline.fetch.fetch(url)",
}


def __getattr__(name: str) -> Any:
    """Say what to use instead of a function that is not here.

    It is an ImportError, since `from … import name` would replace the message of an AttributeError by its own.
    """
    if name in _INSTEAD:
        raise ImportError(f"ridgeline.compat.trafilatura has no {name!r}: {_INSTEAD[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser | None = None,
    options: Any = None,
) -> str | None:
    """Return the content of a page in an output format; None where there is none, or the parameters do not want it.

    Raises:
        OptionError: A parameter has a value that cannot be used.
        InputError: The settings file cannot be read.
    """
    result = _result(dict(locals()))  # all parameters by name: has to be the first statement
    return None if result is None else write(result)


def extract_with_metadata(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    tei_validation: bool = False,
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    settingsfile: str | None = None,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser | None = None,
    options: Any = None,
) -> Document | None:
    """Return a document whose `text` is what `extract` returns, with the metadata beside it; None as there."""
    result = _result({**locals(), "with_metadata": True})
    if result is None:
        return None
    result.document.text = write(result)
    return result.document


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: bool | None = None,
    include_links: bool = False,
    deduplicate: Any = False,
    date_extraction_params: dict[str, Any] | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: int | None = None,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    prune_xpath: str | list[str] | None = None,
    config: ConfigParser | None = None,
    options: Any = None,
) -> Document | dict[str, Any] | None:
    """Return the text of a page, its comments and, where they are asked for, its metadata; None as in `extract`."""
    result = _result({**locals(), "record_id": None, "settingsfile": None}, for_python=True)
    if result is None:
        return None
    return result.document.as_dict() if as_dict else result.document


def _result(parameters: dict[str, Any], *, for_python: bool = False) -> Result | None:
    if parameters.get("max_tree_size") is not None:
        raise OptionError(
            "max_tree_size is refused, as in trafilatura; ridgeline.extract(html, limits=…) bounds a page"
        )
    if parameters.get("no_fallback"):
        warn_ignored("no_fallback", "ridgeline has one mode")
    config = use_config(parameters.get("settingsfile"), parameters["config"])
    options = parameters["options"] or Extractor.of(parameters | {"config": config})
    check(options)
    if options.format == "python" and not for_python:
        raise OptionError("output_format 'python' is for bare_extraction; here it is txt, json, markdown …")
    html = as_html(parameters["filecontent"])
    return None if html is None else find(html, options, parameters["prune_xpath"], parameters["record_id"])


def extract_metadata(
    filecontent: Any,
    default_url: str | None = None,
    date_config: dict[str, Any] | None = None,
    extensive: bool = True,
    author_blacklist: set[str] | None = None,
) -> Document:
    """Return what a page says about itself. Raises TypeError if it is not a page."""
    if not extensive:
        warn_ignored("extensive", "ridgeline has one way to search for dates")
    page = parse(_page_source(filecontent), url=default_url)
    extraction = Pipeline(load_once(DEFAULT_EXTRACTOR)).extract_page(page)
    return describe(amend(extraction, author_blacklist, date_config))


def html2txt(content: Any, clean: bool = True) -> str:
    """Return all text that a page shows, on one line. Raises TypeError if it is not a page."""
    if not clean:
        warn_ignored("clean", "what a page does not show is never text here")
    extraction = Pipeline(load_once("everything")).extract_here(_page_source(content))
    return " ".join(extraction.text.split())


def _page_source(given: Any) -> str | bytes:
    html = as_html(given)
    if html is None:
        raise TypeError(f"a page is text, bytes, a response or an lxml tree, not {type(given).__name__}")
    return html


def fetch_url(url: str, no_ssl: bool = False, config: ConfigParser | None = None, options: Any = None) -> str | None:
    """Return the source of the page at a URL as text; None if it cannot be fetched. See `ridgeline.fetch`."""
    from ...fetch import fetch  # takes a while to import
    from ...page.decoder import decode

    if no_ssl:
        warn_ignored("no_ssl", "certificates are always checked")
    settings = Settings.of(config or getattr(options, "config", None))
    try:
        fetched = fetch(
            url,
            timeout_seconds=settings.download_timeout or DEFAULT_TIMEOUT_SECONDS,
            max_bytes=settings.max_file_size or DEFAULT_MAX_BYTES,
            max_redirects=DEFAULT_MAX_REDIRECTS if settings.max_redirects is None else settings.max_redirects,
            allow_private=settings.allow_private,
        )
    except FetchError:
        return None
    if len(fetched.data) < (settings.min_file_size or 1):
        return None
    return decode(fetched.data, fetched.charset).text or None
