"""Sitemaps: the pages that a site lists, and the further sitemaps that an index names (sitemaps.org).

They come from strangers: the bytes are bounded, also when they are unpacked, and so are the addresses; no entity is
expanded.
"""

from typing import NamedTuple

from ..errors import InputError, MissingExtraError
from ..fetch import Wanted
from ..page.decoder import decode
from ..page.input import open_file
from ..text.xml import EnoughError, parse_xml
from .links import within
from .scope import Scope

MAX_BYTES = 20_000_000  # of a sitemap, also when it is unpacked; the protocol allows 50 MB
MAX_SITEMAPS = 50  # of a site that are read
_MAX_ADDRESSES = 50_000  # of a sitemap, as the protocol allows
_MAX_LENGTH = 2_000  # characters of an address

SITEMAP = Wanted("a sitemap", "application/xml, text/xml, application/gzip, */*;q=0.1", None)


class Sitemap(NamedTuple):
    """What a sitemap lists."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def read_sitemap(data: bytes, charset: str | None = None) -> Sitemap:
    """Return what a sitemap lists, as far as it can be read. Raises InputError where it is none."""
    try:
        opened = open_file(data, MAX_BYTES)
    except MissingExtraError as error:
        raise InputError(str(error)) from error
    text = decode(opened.data[:MAX_BYTES], charset).text
    reader = _Reader()
    parse_xml(text, reader.start, reader.end, reader.characters)
    if reader.root not in ("urlset", "sitemapindex"):
        raise InputError("not a sitemap")
    found = tuple(dict.fromkeys(reader.found))
    return Sitemap(found) if reader.root == "urlset" else Sitemap(sitemaps=found[:MAX_SITEMAPS])


def read_sitemap_within(data: bytes, charset: str | None, scope: Scope, limit: int | None = None) -> Sitemap:
    """Return the pages of a scope that a sitemap lists, at most so many, and further sitemaps. Raises InputError."""
    found = read_sitemap(data, charset)
    return Sitemap(tuple(within(found.pages, scope)[:limit]), found.sitemaps)


class _Reader:
    """Collects the addresses in `loc` elements, by their names without namespaces."""

    def __init__(self) -> None:
        self.root = ""
        self.found: list[str] = []
        self._text: list[str] | None = None  # of the address that is being read
        self._length = 0
        self._around = ""

    def start(self, name: str, _: dict[str, str]) -> None:
        name = name.rpartition(":")[2]
        self.root = self.root or name
        if name == "loc" and self._around in ("url", "sitemap"):  # not that of a picture or a video
            self._text, self._length = [], 0
        self._around = name

    def characters(self, text: str) -> None:
        if self._text is not None and self._length <= _MAX_LENGTH:
            self._text.append(text)
            self._length += len(text)

    def end(self, _: str) -> None:
        if self._text is None:
            return
        address = "".join(self._text).strip()
        if 0 < len(address) <= _MAX_LENGTH:
            self.found.append(address)
        self._text = None
        if len(self.found) == _MAX_ADDRESSES:
            raise EnoughError
