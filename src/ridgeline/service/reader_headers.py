"""Reads the headers that clients of Jina Reader send, so that they work with this service: docs/jina-reader.md."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..output import OutputOptions, find_format, has_option
from ..parameters import parameters_of

_FORMATS = {"markdown": "markdown", "content": "markdown", "html": "html", "text": "text"}
_ENGINES = {"browser": "always", "direct": "never"}
_OF_FORMATS = frozenset(row.name for row in parameters_of(OutputOptions))


class ReaderHeaders(NamedTuple):
    """What headers ask for."""

    format: str | None
    options: Mapping[str, Any]
    ignored: tuple[str, ...]  # headers that ask for what there is not
    cache_seconds: float | None  # how old a page of the cache may be
    forwarded: Mapping[str, str]  # headers of the request for the page

    def options_in(self, format: str) -> dict[str, Any]:
        """Return the options that have a meaning in a format; for JSON, in the Markdown that it carries."""
        chosen = find_format("markdown" if format == "json" else format)
        return {
            name: value for name, value in self.options.items() if name not in _OF_FORMATS or has_option(chosen, name)
        }


def _is_on(value: str) -> bool:
    return value.lower() not in ("", "false", "0", "none")


# By header: its value → options of ours.
_READERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "x-target-selector": lambda value: {"select": [value]},
    "x-remove-selector": lambda value: {"exclude": [value]},
    "x-retain-images": lambda value: {"images": value.lower() != "none"},
    "x-retain-links": lambda value: {"links": "inline" if value.lower() == "all" else "none"},
    "x-md-link-style": lambda value: {"links": "inline" if value.lower() == "inlined" else "references"},
    "x-with-links-summary": lambda value: {"links_summary": True} if _is_on(value) else {},
    "x-with-images-summary": lambda value: {"images_summary": True} if _is_on(value) else {},
    "x-token-budget": lambda value: {"max_tokens": value},
    "x-wait-for-selector": lambda value: {"render": "always", "wait_for": value} if value else {},
    "x-engine": lambda value: {"render": _ENGINES[value.lower()]} if value.lower() in _ENGINES else {},
}
_SECONDS = re.compile(r"[0-9]{1,9}")
_FORMAT_HEADERS = ("x-return-format", "x-respond-with")
# They ask for fetching in another way.
_UNKNOWN = tuple(
    f"x-{name}" for name in ("timeout with-iframe with-shadow-dom proxy proxy-url base robots-txt").split()
)
# Where the operator allows it, they become headers of the request for the page.
_FORWARDED = {
    "x-set-cookie": "Cookie",
    "x-user-agent": "User-Agent",
    "x-referer": "Referer",
    "x-locale": "Accept-Language",
}


def read_headers(headers: Mapping[str, str], *, forwards: bool = False, has_browser: bool = False) -> ReaderHeaders:
    """Return what headers of Jina Reader ask for; `forwards` says whether some may be sent on."""
    options: dict[str, Any] = {}
    ignored = []
    format = None
    for name in _FORMAT_HEADERS:
        if name in headers:
            format = _FORMATS.get(headers[name].strip().lower())
            ignored += [] if format else [name]
    for name, read in _READERS.items():
        if name in headers:
            options |= read(headers[name].strip())
    if options.get("render") != "always" or not has_browser:  # another engine was asked for, or there is none
        if options.pop("wait_for", None):
            ignored.append("x-wait-for-selector")
        if options.get("render") == "always":
            del options["render"]
            ignored += ["x-engine"] * ("x-engine" in headers)
    ignored += [name for name in _UNKNOWN if name in headers and _is_on(headers[name])]
    asked = {name: headers[name].strip() for name in _FORWARDED if headers.get(name)}
    ignored += [] if forwards else asked
    # The attributes of a cookie do not count: it goes to the host of the page alone.
    sent = {
        _FORWARDED[name]: value.partition(";")[0] if name == "x-set-cookie" else value for name, value in asked.items()
    }
    return ReaderHeaders(format, options, tuple(ignored), _cache_seconds(headers), sent if forwards else {})


def _cache_seconds(headers: Mapping[str, str]) -> float | None:
    """Return how old a page may be. One that may not be old at all is asked for again, as far as it has changed."""
    if _is_on(headers.get("x-no-cache", "")):
        return 0.0
    tolerance = headers.get("x-cache-tolerance", "").strip()
    return float(tolerance) if _SECONDS.fullmatch(tolerance) else None
