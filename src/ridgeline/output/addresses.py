"""Which addresses may be written, resolved against the page's own.

Only schemes that a reader may follow without harm pass (`SCHEMES`); what is relative stays relative where the page's
address is not known. An address is cleaned as browsers clean it before its scheme is looked at, so none hides behind
white space or control characters, and what could end an attribute or a Markdown link is percent-encoded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, urljoin, urlsplit

from ..page import Page, elements

SCHEMES = frozenset({"http", "https", "mailto", "ftp", "tel"})
MAX_ADDRESS_LENGTH = 8_192  # servers refuse longer ones

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]*):")
_EDGES = "".join(map(chr, range(0x21)))  # what browsers strip
_LINE_ENDS = str.maketrans("", "", "\t\n\r")  # what browsers take out
_UNSAFE = re.compile(
    r"[\x00-\x20\x7f-\xa0\xad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\"<>\\^`{|}]"
)
_QUERY_START = re.compile(r"[?#]")
_HAS_DOTS = re.compile(r"(?:\A|/)\.{1,2}(?:[/?#]|\Z)")
_SEGMENT_END = re.compile(r"[/?#]")
_PATH_START = re.compile(r"[/?#\\]")
_PLAIN = re.compile(r"[\w.~-]*")
_HALVES = re.compile(r"[\ud800-\udfff]+")

_PICTURE = elements.CODES["picture"]
# Pages load images late: then the address is in one of these, and `src` is a placeholder.
_IMAGE_ATTRIBUTES = ("data-src", "data-original", "data-lazy-src", "src")
_IMAGE_SETS = ("srcset", "data-srcset")
_EMBEDDED_ATTRIBUTES = ("src", "data", "data-src")
_MAX_SOURCES = 8  # of one picture
_CANDIDATE = re.compile(r"[\s,]*([^\s,]\S*)")
_SPACER = re.compile(r"(?:spacer|blank|clear|pixel|transparent|trans|1x1)\.(?:gif|png)(?:[?#]|\Z)", re.IGNORECASE)
_INVISIBLE_SIZES = frozenset({"0", "1", "0px", "1px"})


class Addresses:
    """The addresses of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.base = _base(page)
        self._known: dict[int, str | None] = {}
        # A link around a thousand blocks is written a thousand times: no page needs more characters than this for it.
        self._left = 1_000_000 + 8 * len(page.source)

    def link(self, node: int) -> str | None:
        """Where a link leads; None where it should not be followed."""
        if node not in self._known:
            self._known[node] = resolve(self.page.attributes[node].get("href"), self.base)
        address = self._known[node]
        self._left -= len(address or "")
        return address if self._left > 0 else None

    def image(self, node: int) -> str | None:
        """Where an image is; None for one that is part of the page itself, or that nobody can see."""
        attributes = self.page.attributes[node]
        if attributes.get("width") in _INVISIBLE_SIZES or attributes.get("height") in _INVISIBLE_SIZES:
            return None
        address = self._first(_image_addresses(self.page, node))
        return None if address and not attributes.get("alt") and _SPACER.search(address) else address

    def embedded(self, node: int) -> str | None:
        """Where a video, a sound or a frame is."""
        attributes = self.page.attributes
        own = [attributes[node].get(name) for name in _EMBEDDED_ATTRIBUTES]
        inside = (attributes[index].get("src") for index in range(node + 1, int(self.page.end[node])))
        return self._first(iter((*own, next((source for source in inside if source), None))))

    def _first(self, addresses: Iterator[str | None]) -> str | None:
        found = (resolve(address, self.base) for address in addresses)
        return next((address for address in found if address and not address.startswith(("mailto:", "tel:"))), None)


def _image_addresses(page: Page, node: int) -> Iterator[str | None]:
    attributes = page.attributes[node]
    for name in _IMAGE_ATTRIBUTES:
        yield attributes.get(name)
    for name in _IMAGE_SETS:
        yield _first_candidate(attributes.get(name))
    parent = int(page.parent[node])
    if page.tag[parent] == _PICTURE:
        for index in range(parent + 1, min(node, parent + 1 + _MAX_SOURCES)):
            yield _first_candidate(page.attributes[index].get("srcset"))


def _first_candidate(srcset: str | None) -> str | None:
    candidate = _CANDIDATE.match(srcset) if srcset else None
    return candidate.group(1).rstrip(",") if candidate else None


@dataclass(frozen=True, slots=True)
class Base:
    """What relative addresses are relative to. `urljoin` takes the address apart each time; this is done once."""

    address: str
    origin: str  # scheme and host
    directory: str  # up to the last slash of the path
    document: str  # without query and fragment

    @classmethod
    def of(cls, address: str) -> "Base":
        """The parts of an absolute address."""
        document = _QUERY_START.split(address, maxsplit=1)[0]
        path = document.find("/", document.index("//") + 2)
        if path < 0:
            path, document = len(document), document + "/"
        return cls(address, document[:path], document[: document.rindex("/") + 1], document)

    def join(self, reference: str) -> str | None:
        """The address that a reference leads to; None where it leads nowhere."""
        if not _HAS_DOTS.search(reference):
            if reference[0] == "#":
                return self.address.split("#", 1)[0] + reference
            if reference[0] == "?":
                return self.document + reference
            if reference[0] != "/":
                return self.directory + reference
            if reference[1:2] != "/":
                return self.origin + reference
        try:
            return urljoin(self.address, reference)
        except ValueError:  # such as "//[::1"
            return None


def _base(page: Page) -> Base | None:
    """The page's address, or that of its `base` element."""
    own = resolve(page.url, None)
    base = Base.of(own) if own and own.startswith(("http://", "https://")) else None
    for element in page.find("base"):
        if (given := element.get("href")) is not None:
            resolved = resolve(given, base)
            return Base.of(resolved) if resolved and resolved.startswith(("http://", "https://")) else base
    return base


def resolve(address: str | None, base: Base | None) -> str | None:
    """The address as it may be written, absolute where there is a base; None where it may not be."""
    if len(address or "") > MAX_ADDRESS_LENGTH:
        return None
    cleaned = _HALVES.sub("", address or "").strip(_EDGES).translate(_LINE_ENDS)
    if not cleaned:
        return None
    scheme = _SCHEME.match(cleaned)
    if scheme:
        return _absolute(cleaned, scheme.group(1).lower())
    if base is None:
        return _relative(cleaned)
    joined = base.join(cleaned)
    return None if joined is None else _encoded(joined)


def _absolute(address: str, scheme: str) -> str | None:
    if scheme not in SCHEMES:
        return None
    rest = address[len(scheme) + 1 :]
    if scheme in ("http", "https", "ftp"):
        rest = rest.replace("\\", "/", 2) if rest[:1] == "\\" or rest[1:2] == "\\" else rest
        if not rest.startswith("//") or not _is_host(_PATH_START.split(rest[2:], maxsplit=1)[0]):
            return None
    return _encoded(f"{scheme}:{rest}") if rest else None


def _is_host(host: str) -> bool:
    """Whether there is one, and brackets in it are those of an address of numbers."""
    if "[" not in host and "]" not in host:
        return bool(host)
    try:
        return bool(urlsplit(f"//{host}").netloc)
    except ValueError:
        return False


def _relative(address: str) -> str | None:
    """A reference that cannot be taken for one with a scheme, even if it is decoded once more."""
    if address.startswith("//") and not _is_host(_PATH_START.split(address[2:], maxsplit=1)[0]):
        return None
    first = _SEGMENT_END.split(address, maxsplit=1)[0]
    return _encoded(address if _PLAIN.fullmatch(first) else f"./{address}")


def _encoded(address: str) -> str:
    return _UNSAFE.sub(lambda found: quote(found.group()), address)
