"""URLs that can be fetched: complete, http or https, percent-encoded, without a user name."""

import re
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult, quote, unquote, urldefrag, urljoin, urlsplit, urlunsplit

from ..errors import FetchError

# What browsers leave as it is in a path; everything else but letters and digits is escaped.
_SAFE_IN_PATH = ":/?@!$&'()*+,;=%"
_SAFE_IN_QUERY = _SAFE_IN_PATH.replace("'", "")
_BEFORE_QUERY = re.compile("[^?#]*+")
_HOST_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?", re.IGNORECASE)
SHOWN_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Target:
    """One hop: the parts of a URL, percent-encoded."""

    url: str
    host: str  # a name, or an address without brackets
    port: int
    path: str  # with the query
    secure: bool

    @property
    def origin(self) -> tuple[bool, str, int]:
        return self.secure, self.host, self.port

    @property
    def authority(self) -> str:
        """The host and the port, for a proxy."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"


def find_target(url: str, base: str = "") -> Target:
    try:
        safe = urldefrag(_safe_url(urljoin(base, url))).url
        parts = urlsplit(safe)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:  # a port out of range, an unclosed bracket, a label that is too long
        raise FetchError(f"{shown(url)}: not a URL: {error}") from error
    if parts.scheme not in ("http", "https"):
        raise FetchError(f"{shown(url)}: only http and https URLs can be fetched")
    if "@" in parts.netloc:
        raise FetchError(f"{parts.scheme}://…@{shown(host)}: take the user name and password out of the URL")
    if not host:
        raise FetchError(f"{shown(url)}: the URL names no host")
    if not is_host(host) or port == 0:
        raise FetchError(f"{shown(url)}: the host or the port is not valid")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(safe, host, port or (443 if secure else 80), path, secure)


def check_url(url: str) -> None:
    """Raise FetchError unless this is a complete http or https URL."""
    find_target(url)


def complete_url(url: str, base: str = "") -> str:
    """Return the http or https URL that would be asked for, without its fragment. Raises FetchError."""
    return find_target(url, base).url


def _safe_url(url: str) -> str:
    """Return a URL in ASCII: the host in IDNA, other characters escaped. Raises ValueError if it cannot be parsed."""
    url.encode("utf-8")  # raises UnicodeEncodeError if it has lone surrogates
    url = url.strip("".join(map(chr, range(33))))
    before_query = _BEFORE_QUERY.match(url).end()  # type: ignore[union-attr]  # it matches nothing, too
    parts = urlsplit(url[:before_query].replace("\\", "/") + url[before_query:])  # as browsers do
    path = quote(parts.path, safe=_SAFE_IN_PATH)
    query = quote(parts.query, safe=_SAFE_IN_QUERY)
    fragment = quote(parts.fragment, safe=_SAFE_IN_PATH)
    netloc = _safe_netloc(parts)
    if not netloc or (query and not path):
        path = f"/{path.lstrip('/')}"  # "http:////x" would name a host, x
    return urlunsplit((parts.scheme, netloc, path, query, fragment))


def _safe_netloc(parts: SplitResult) -> str:
    user = "" if parts.username is None else f"{quote(unquote(parts.username), safe='')}@"
    host, port = parts.hostname or "", "" if parts.port is None else f":{parts.port}"
    if ":" in host:
        return f"{user}[{host}]{port}"
    with suppress(UnicodeError):  # a label that is empty or too long; such a host is refused later
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    return f"{user}{host}{port}"


def is_host(host: str) -> bool:
    if ":" not in host:
        return len(host) <= 253 and bool(_HOST_NAME.fullmatch(host))
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def shown(url: str) -> str:
    return url if len(url) <= SHOWN_CHARACTERS else url[:SHOWN_CHARACTERS] + "…"
