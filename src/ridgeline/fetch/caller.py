"""What a caller adds to its requests: headers, cookies, a proxy. None of their values is ever part of a message.

Headers go to the origin of the address that was asked for, and to no other after a redirect. Cookies go where their
domain, path and security allow it. Nothing that servers set is kept. What is fetched with headers or cookies is the
caller's own: no cache keeps it.
"""

import base64
import os
import re
import socket
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from http.cookiejar import CookieJar, LoadError, MozillaCookieJar
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import Request

from ..errors import OptionError

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]{0,8000}")
# They belong to the connection, or say how the answer is read.
_OWN = frozenset(
    "host connection content-length transfer-encoding te trailer upgrade expect range accept-encoding keep-alive"
    " proxy-authorization proxy-connection".split()
)
_MAX_HEADERS = 100
_MAX_COOKIES_BYTES = 5_000_000
_PROXY_FORM = "a proxy is written as http://HOST:PORT or http://USER:PASSWORD@HOST:PORT"
_NOT_COOKIES = "not a file of cookies in Netscape's format, which begins with “# Netscape HTTP Cookie File”"


@dataclass(frozen=True, slots=True)
class Proxy:
    """An HTTP proxy. The caller chose it, so its own address may be private."""

    host: str
    port: int
    headers: Mapping[str, str] = field(repr=False)  # for the proxy alone


@dataclass(frozen=True, slots=True)
class Caller:
    """What is sent for a caller."""

    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    cookies: CookieJar | None = field(default=None, repr=False)
    proxy: Proxy | None = field(default=None, repr=False)

    @property
    def is_personal(self) -> bool:
        """Whether the answers are for this caller alone."""
        return bool(self.headers) or self.cookies is not None

    def headers_for(self, url: str, *, is_same_origin: bool) -> dict[str, str]:
        """Return the headers of a request to a URL, the one asked for or one that it leads to."""
        headers = dict(self.headers) if is_same_origin else {}
        if self.cookies is not None and "cookie" not in map(str.lower, headers):
            request = Request(url)  # noqa: S310 - it is not opened: it carries the URL to the rules of cookies
            self.cookies.add_cookie_header(request)
            if found := request.get_header("Cookie"):
                headers["Cookie"] = found
        return headers


def make_caller(
    headers: Mapping[str, str] | None, cookies: "CookieJar | str | os.PathLike[str] | None", proxy: str | None
) -> Caller:
    """Return what is sent for a caller. Raises OptionError, whose message has no value of theirs."""
    jar = _read_cookies(os.fspath(cookies)) if isinstance(cookies, str | os.PathLike) else cookies
    return Caller(_checked(headers or {}), jar, None if proxy is None else read_proxy(proxy))


def read_headers(lines: tuple[str, ...]) -> dict[str, str]:
    """Return headers that are written as “Name: value”. Raises OptionError."""
    found = {}
    for line in lines:
        name, is_pair, value = line.partition(":")
        if not is_pair:
            raise OptionError("a header is written as NAME: VALUE")
        found[name.strip()] = value.strip(" ")
    return _checked(found)


def _checked(headers: Mapping[str, str]) -> dict[str, str]:
    if len(headers) > _MAX_HEADERS:
        raise OptionError(f"there are more than {_MAX_HEADERS} headers")
    for name, value in headers.items():
        if not _NAME.fullmatch(name):
            raise OptionError("the name of a header has letters, digits and hyphens only")
        if not _VALUE.fullmatch(value):
            raise OptionError(f"the header {name} has line breaks or other characters that no header may have")
        if name.lower() in _OWN:
            raise OptionError(f"the header {name} is set by the connection itself")
    return dict(headers)


@lru_cache(maxsize=8)
def _read_cookies(path: str) -> CookieJar:
    jar = MozillaCookieJar(path)
    try:
        if Path(path).stat().st_size > _MAX_COOKIES_BYTES:
            raise OptionError(f"{path}: larger than {_MAX_COOKIES_BYTES:,} bytes")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a broken line the standard library warns with a traceback
            jar.load(ignore_discard=True, ignore_expires=True)
    except LoadError:  # its message quotes the file; it is also an OSError
        raise OptionError(f"{path}: {_NOT_COOKIES}") from None
    except OSError as error:
        raise OptionError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError:
        raise OptionError(f"{path}: {_NOT_COOKIES}") from None
    if not all(_VALUE.fullmatch(f"{cookie.name}={cookie.value or ''}") for cookie in jar):
        raise OptionError(f"{path}: a cookie has characters that no header may have")
    for cookie in jar:
        if not int(cookie.expires or 0):  # a cookie of the session
            cookie.expires = None
    return jar


def read_proxy(url: str) -> Proxy:
    """Return the proxy at a URL. Raises OptionError."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise OptionError(_PROXY_FORM) from None
    if parts.scheme != "http" or not host or parts.path not in ("", "/") or parts.query or port == 0:
        raise OptionError(_PROXY_FORM)
    headers = {}
    if parts.username is not None:
        secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(secret).decode()}"
    return Proxy(host, port or 80, headers)


def literal_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a host is without being looked up, in any form that programs understand."""
    name = host.rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return IPv4Address("127.0.0.1")
    try:
        return ip_address(name)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(name))  # 127.1, 0x7f000001
    except OSError:
        return None
