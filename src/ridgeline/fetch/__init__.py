"""Fetch a page from a server that is not trusted.

    fetch("https://example.org/") -> Fetched(url, data, charset, content_type)

Everything is bounded: one deadline for the whole fetch (name lookup, handshakes and redirects included), the bytes of
the headers and of the body, the bytes after decompression, the redirects. Only public addresses are connected to. A
name is looked up once a hop, and the connection goes to the address that was checked, so a second answer of a name
server cannot replace it. Host header, SNI and certificate check use the name. `connect` does the same for whoever
speaks to the server by other means.

    targets           URLs that can be fetched
    public_addresses  which addresses are public
    deadlines         when a fetch ends
    sockets           connections, and waits that end
    exchange          the requests of a fetch, hop by hop
    responses         kinds of files, and what headers say of one
    unpacking         bodies, bounded and decompressed
    cache, caller     pages kept on disk; headers, cookies and a proxy of the caller

The proxies of the environment are not used, because the proxy would then choose the address. Headers, cookies and a
proxy are those that the caller gives (caller.py); nothing that servers set is kept.
"""

import os
import socket
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING

from ..errors import FetchError
from ..parameters import DEFAULT_MAX_BYTES, DEFAULT_MAX_REDIRECTS, DEFAULT_TIMEOUT_SECONDS, FetchOptions, check_fetch
from .deadlines import Deadline, Supervision
from .exchange import USER_AGENT, Request, follow, reason_of
from .public_addresses import is_public
from .responses import FEED, HTML, PAGE, PICTURE, STYLE_SHEET, Fetched, Wanted
from .sockets import connect_to_host
from .targets import Target, check_url, complete_url, find_target, is_host, shown

if TYPE_CHECKING:
    from http.cookiejar import CookieJar

    from .cache import PageCache


__all__ = [
    "FEED",
    "HTML",
    "PAGE",
    "PICTURE",
    "STYLE_SHEET",
    "USER_AGENT",
    "Fetched",
    "Supervision",
    "Wanted",
    "check_options",
    "check_url",
    "complete_url",
    "connect",
    "fetch",
    "fetch_page",
    "is_public",
]


def fetch(
    url: str,
    *,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
    max_bytes: int = DEFAULT_MAX_BYTES,
    max_redirects: int = DEFAULT_MAX_REDIRECTS,
    allow_private: bool = False,
    supervision: Supervision | None = None,
    wanted: Wanted = PAGE,
    etag: str | None = None,
    modified: str | None = None,
    cache: "PageCache | None" = None,
    headers: Mapping[str, str] | None = None,
    cookies: "CookieJar | str | os.PathLike[str] | None" = None,
    proxy: str | None = None,
) -> Fetched:
    """Fetch the page at an http or https URL, or what else is wanted.

    With the `etag` or the date (`modified`) of an earlier answer, it is fetched only if it has changed since. A `cache`
    keeps such answers: one that is young enough is returned without asking the server.

    `headers` are sent to the origin of the URL and to no other after a redirect; `cookies`, a jar or a file in
    Netscape's format, where they belong. What is fetched with them is not kept in the cache. A `proxy`
    (http://HOST:PORT) looks up the names of hosts itself, so only addresses in the URL are known to be public then.

    Raises OptionError for a header, cookie or proxy that cannot be used; its message has none of their values.
    Raises FetchError, or its subclass PrivateAddressError; of a file that has not changed, with `http_status` 304.
    """
    check_fetch(timeout_seconds, max_bytes, max_redirects)
    first, deadline = find_target(url), Deadline(timeout_seconds, supervision)
    request = Request(wanted, max_bytes, max_redirects, allow_private, deadline, etag, modified, first.url)
    if headers or cookies is not None or proxy is not None:
        from .caller import make_caller  # most callers do without

        request = replace(request, caller=make_caller(headers, cookies, proxy), origin=first.origin)
    if cache is None or etag or modified or (request.caller and request.caller.is_personal):
        return follow(url, first, request)
    return _fetch_by_cache(url, first, request, cache)


def fetch_page(
    url: str,
    options: FetchOptions,
    *,
    wanted: Wanted = PAGE,
    supervision: Supervision | None = None,
    max_bytes: int | None = None,
) -> Fetched:
    """Fetch as the options of a command say; raises what `fetch` raises."""
    return fetch(
        url,
        timeout_seconds=options.timeout_seconds,
        max_bytes=options.max_bytes if max_bytes is None else max_bytes,
        allow_private=options.allow_private,
        supervision=supervision,
        wanted=wanted,
        cache=_cache_of(options),
        headers=_headers_of(options),
        cookies=options.cookies,
        proxy=options.proxy,
    )


def check_options(options: FetchOptions) -> None:
    """Raise OptionError if nothing can be fetched with these options."""
    check_fetch(options.timeout_seconds, options.max_bytes)
    if options.headers or options.cookies or options.proxy is not None:
        from .caller import make_caller

        make_caller(_headers_of(options), options.cookies, options.proxy)


def _headers_of(options: FetchOptions) -> dict[str, str]:
    if not options.headers:
        return {}
    from .caller import read_headers

    return read_headers(options.headers)


def _cache_of(options: FetchOptions) -> "PageCache | None":
    if options.cache is None:
        return None
    from .cache import DEFAULT_MAX_AGE_SECONDS, PageCache  # most callers do without

    age = options.cache_seconds
    return PageCache(options.cache, DEFAULT_MAX_AGE_SECONDS if age is None else age)


def _fetch_by_cache(url: str, first: Target, request: Request, cache: "PageCache") -> Fetched:
    # What was fetched from private addresses is for those who may fetch from there.
    key = cache.key(first.url, request.wanted.accept, str(request.allow_private))
    stored, is_fresh = cache.find(key)
    if stored is not None:
        if is_fresh:
            return _from_cache(stored, request)
        request = replace(request, etag=stored.etag, modified=stored.modified, marked_url=stored.url)
    try:
        fetched = follow(url, first, request)
    except FetchError as error:
        if error.http_status != HTTPStatus.NOT_MODIFIED or stored is None:
            raise
        cache.refresh(key)
        return _from_cache(stored, request)
    cache.store(key, fetched)
    return fetched


def _from_cache(stored: Fetched, request: Request) -> Fetched:
    if len(stored.data) > request.max_bytes:
        raise FetchError(f"{shown(stored.url)}: larger than {request.max_bytes:,} bytes")
    request.deadline.supervision.hold(len(stored.data))
    return stored


def connect(
    host: str, port: int, *, timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS, allow_private: bool = False
) -> socket.socket:
    """Connect to a host by one of its public addresses. Raises FetchError, or its subclass PrivateAddressError."""
    deadline = Deadline(timeout_seconds)
    where = f"{shown(host)}:{port}"
    if not is_host(host):
        raise FetchError(f"{where}: the host is not valid")
    try:
        return connect_to_host(host, port, where, deadline, allow_private)
    except TimeoutError as error:
        raise FetchError(f"{where}: not there within {timeout_seconds:g} s") from error
    except OSError as error:
        raise FetchError(f"{where}: {reason_of(error)}") from error
