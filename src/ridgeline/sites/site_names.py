"""The names of sites: a host with its subdomains, and a path with what is below it.

    example.org          covers example.org, www.example.org, blog.example.org, and all of their pages
    example.org/coast    covers /coast, /coast/ and /coast/ferry, not /coastal
    *                    covers every page

Of several sites that cover a URL the most specific counts: first the longer host, then the longer path.
"""

import re
from collections.abc import Iterator
from urllib.parse import SplitResult, urlsplit

from ..errors import OptionError

EVERY_SITE = "*"

_MAX_LENGTH = 2_048  # of a site's name, and of the part of a URL that is looked at
_MAX_LABELS = 127  # of a host: more do not fit into a domain name
_MAX_SEGMENTS = 32  # of a path; what is below is covered by them
_NO_SITE = "{name!r:.80} names no site: write a host such as example.org, or example.org/path"
_ABSOLUTE = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
_HOST = re.compile(r"(?:[\w-]++\.)*+[\w-]++|[0-9a-f:.]*:[0-9a-f:.]*")  # names, IPv4, IPv6


def normalise_site(name: str) -> str:
    """Return a site as profiles name it: host in lower case, without `www.`, and path, without a slash at its end.

    Raises OptionError where it names no site.
    """
    if name == EVERY_SITE:
        return name
    host, parts = _named(name)
    if parts.query or parts.fragment:
        raise OptionError(_NO_SITE.format(name=name))
    return host + parts.path.rstrip("/")


def whole_host(url: str) -> str:
    """Return the site of the whole host of a URL, or of a host. Raises OptionError where there is none."""
    return _named(url[: _MAX_LENGTH - len("//")])[0]


def covering_sites(url: str | None) -> Iterator[str]:
    """Yield the names of all sites that would cover a URL, the most specific first."""
    parts = _split((url or "")[:_MAX_LENGTH])
    host = "" if parts is None else _host(parts)
    if parts is not None and host:
        labels = host.split(".")[-_MAX_LABELS:]
        paths = list(_paths(parts.path))
        for start in range(len(labels)):
            domain = ".".join(labels[start:])
            yield from (domain + path for path in paths)
    yield EVERY_SITE


def _named(name: str) -> tuple[str, SplitResult]:
    """Return the host that a name has, without `www.`, and all of its parts."""
    parts = _split(name if _ABSOLUTE.match(name) else f"//{name}")
    host = "" if parts is None else _host(parts)
    if parts is None or not _HOST.fullmatch(host):
        raise OptionError(_NO_SITE.format(name=name))
    return _without_www(host), parts


def _without_www(host: str) -> str:
    while host.startswith("www.") and "." in host.removeprefix("www."):
        host = host.removeprefix("www.")
    return host


def _paths(path: str) -> Iterator[str]:
    """Yield a path and those above it, the longest first; "" is the whole host."""
    segments = path.rstrip("/").split("/")[: _MAX_SEGMENTS + 1]
    for count in range(len(segments), 0, -1):
        yield "/".join(segments[:count])


def _split(url: str) -> SplitResult | None:
    try:
        return urlsplit(url) if len(url) <= _MAX_LENGTH else None
    except ValueError:  # such as an unclosed bracket
        return None


def _host(parts: SplitResult) -> str:
    """Return the host in lower case, names in other scripts as the web writes them: xn--…"""
    host = (parts.hostname or "").strip(".")
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
