"""Resolves the URLs of a page as browsers do: cleaned, then joined to the page's own URL or that of its `base` element.

Only schemes that a reader may follow without harm pass (`SCHEMES`). A URL is cleaned before its scheme is looked at, so
that none hides behind white space or control characters. Nothing raises, whatever a page writes.
"""

import re
from dataclasses import dataclass
from itertools import chain, islice
from urllib.parse import quote, urljoin, urlsplit

from ..page import Page

_NAMED_BY_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
SCHEMES = frozenset({"http", "https", "mailto", "ftp", "tel"})
MAX_URL_LENGTH = 8_192  # servers refuse longer ones

_WEB = ("http://", "https://")
_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_EDGES = "".join(map(chr, range(0x21)))  # what browsers strip
_LINE_ENDS = str.maketrans("", "", "\t\n\r")  # what browsers take out
_SURROGATES = re.compile(r"[\ud800-\udfff]+")
_UNSAFE = re.compile(
    r"[\x00-\x20\x7f-\xa0\xad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\"<>\\^`{|}]"
)
_QUERY_START = re.compile(r"[?#]")
_DOT_SEGMENT = re.compile(r"(?:\A|/)\.{1,2}(?:[/?#]|\Z)")
_SEGMENT_END = re.compile(r"[/?#]")
_HOST_END = re.compile(r"[/?#\\]")
_PLAIN_SEGMENT = re.compile(r"[\w.~-]*")


@dataclass(frozen=True, slots=True)
class BaseUrl:
    """The URL that relative URLs are relative to. `urljoin` splits it for each of them; here that is done once."""

    url: str
    origin: str  # scheme and host
    directory: str  # up to the last slash of the path
    document: str  # without query and fragment

    @classmethod
    def of(cls, url: str) -> "BaseUrl":
        """Return the parts of an absolute URL."""
        document = _QUERY_START.split(url, maxsplit=1)[0]
        path = document.find("/", document.index("//") + 2)
        if path < 0:
            path, document = len(document), document + "/"
        return cls(url, document[:path], document[: document.rindex("/") + 1], document)

    def join(self, reference: str) -> str | None:
        """Return the URL that a relative reference stands for; None for one that is malformed."""
        if not _DOT_SEGMENT.search(reference):
            if reference[0] == "#":
                return self.url.split("#", 1)[0] + reference
            if reference[0] == "?":
                return self.document + reference
            if reference[0] != "/":
                return self.directory + reference
            if reference[1:2] != "/":
                return self.origin + reference
        try:
            return urljoin(self.url, reference)
        except ValueError:  # such as "//[::1"
            return None


def find_base(page: Page) -> BaseUrl | None:
    """Return what the page's relative URLs are relative to: its `base`, its URL, or the address that it says it has.

    None where it has none of them.
    """
    own = _web_base(resolve(page.url, None)) or _stated_base(page)
    for element in page.find("base"):
        if (given := element.get("href")) is not None:
            return _web_base(resolve(given, own)) or own
    return own


def _stated_base(page: Page) -> BaseUrl | None:
    """Return the canonical address of a page whose own URL is unknown."""
    links = (node.get("href") for node in page.find("link") if (node.get("rel") or "").strip().lower() == "canonical")
    metas = (node.get("content") for node in page.find("meta") if node.get("property") == "og:url")
    bases = (_web_base(resolve(url, None)) for url in chain(islice(links, 1), islice(metas, 1)))
    return next(filter(None, bases), None)


def _web_base(url: str | None) -> BaseUrl | None:
    return BaseUrl.of(url) if url and url.startswith(_WEB) else None


def is_url(name: str) -> bool:
    """Return whether a page is named by a URL; a file with such a name can be given as ./http://…"""
    return _NAMED_BY_URL.match(name) is not None


def resolve(reference: str | None, base: BaseUrl | None) -> str | None:
    """Return a URL made absolute where there is a base; None where it is malformed or has no safe scheme."""
    if len(reference or "") > MAX_URL_LENGTH:
        return None
    cleaned = _SURROGATES.sub("", reference or "").strip(_EDGES).translate(_LINE_ENDS)
    if not cleaned:
        return None
    if scheme := _SCHEME.match(cleaned):
        return _absolute(cleaned, scheme.group(1).lower())
    return _relative(cleaned) if base is None else base.join(cleaned)


def percent_encode(url: str) -> str:
    """Return the URL with all characters encoded that could end an attribute or a Markdown link, or hide something."""
    return _UNSAFE.sub(lambda found: quote(found.group()), url)


def _absolute(url: str, scheme: str) -> str | None:
    if scheme not in SCHEMES:
        return None
    rest = url[len(scheme) + 1 :]
    if scheme in ("http", "https", "ftp"):
        rest = rest.replace("\\", "/", 2) if rest[:1] == "\\" or rest[1:2] == "\\" else rest
        if not rest.startswith("//") or not _is_host(_HOST_END.split(rest[2:], maxsplit=1)[0]):
            return None
    return f"{scheme}:{rest}" if rest else None


def _is_host(host: str) -> bool:
    """Return whether there is a host, and any brackets in it are those of an IPv6 address."""
    if "[" not in host and "]" not in host:
        return bool(host)
    try:
        return bool(urlsplit(f"//{host}").netloc)
    except ValueError:
        return False


def _relative(url: str) -> str | None:
    """Return a reference that cannot be taken for one with a scheme, even if it is decoded once more."""
    if url.startswith("//") and not _is_host(_HOST_END.split(url[2:], maxsplit=1)[0]):
        return None
    first = _SEGMENT_END.split(url, maxsplit=1)[0]
    return url if _PLAIN_SEGMENT.fullmatch(first) else f"./{url}"
