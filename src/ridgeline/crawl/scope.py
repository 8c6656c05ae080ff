"""What belongs to a crawl: pages of one host, below the path of the start, and no trap.

A trap is a part of a site without end: a calendar, combinations of filters, paths that repeat themselves. So of one
path only so many queries are followed, of addresses that differ in their numbers alone only so many, and no long or
repeating path. What a sitemap lists is taken as it is.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cached_property
from urllib.parse import SplitResult, urlsplit, urlunsplit

from ..errors import FetchError
from ..fetch import complete_url

MAX_QUERIES = 30  # of one path
MAX_NUMBERED = 300  # addresses that differ in two or more numbers alone: days of a calendar
_MAX_LENGTH = 1_000  # characters of an address
_MAX_SEGMENTS = 20
_MAX_REPEATS = 3  # of a segment in a path
_NUMBER = re.compile(r"\d+")
_PAGE_OF_FOLDER = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$", re.IGNORECASE)
_NO_PAGE = re.compile(
    r"\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|epub|mobi|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|og[gv]"
    r"|wav|flac|mov|avi|mkv|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|dmg|exe|msi|deb|rpm|apk|jar|whl|iso|css|js|mjs|json|xml|rss"
    r"|atom|txt|csv|woff2?|ttf|otf|eot|wasm|map)$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Scope:
    """The pages of a crawl: those of the host of the start, and below its path unless the whole host is wanted."""

    start: str  # as `normal_url` writes it
    whole_host: bool = False
    include: Sequence[str] = ()  # patterns of paths with queries, as /docs/*; without any, all
    skip: Sequence[str] = ()

    @cached_property
    def _origin(self) -> tuple[str, str]:
        parts = urlsplit(self.start)
        return parts.scheme, parts.netloc

    @cached_property
    def prefix(self) -> str:
        """The beginning of the paths: the folder of the start; “/guide” stands for a folder, too."""
        folder, _, last = urlsplit(self.start).path.rpartition("/")
        return "/" if self.whole_host else f"{folder}/{last}/" if last and "." not in last else f"{folder}/"

    @cached_property
    def _patterns(self) -> tuple[list[re.Pattern[str]], list[re.Pattern[str]]]:
        included, excluded = ([re.compile(translate(one)) for one in given] for given in (self.include, self.skip))
        return included, excluded

    def holds(self, url: str) -> bool:
        """Return whether a page belongs to the crawl. http and https are one host."""
        parts = urlsplit(url)
        if parts.netloc != self._origin[1] or url == self.start:
            return url == self.start
        path, (included, excluded) = parts.path, self._patterns
        asked = f"{path}?{parts.query}" if parts.query else path
        return (
            (path.startswith(self.prefix) or f"{path}/" == self.prefix)
            and not _NO_PAGE.search(path)
            and (not included or any(pattern.match(asked) for pattern in included))
            and not any(pattern.match(asked) for pattern in excluded)
        )


def normal_url(url: str, base: str = "") -> str | None:
    """Return the one form of an address that a crawl knows; None where it cannot be fetched."""
    try:
        parts = urlsplit(complete_url(url, base))
    except (FetchError, ValueError):
        return None
    host = parts.netloc.lower().removesuffix(":80" if parts.scheme == "http" else ":443")
    return urlunsplit((parts.scheme, host, parts.path or "/", parts.query, ""))


def is_same_page(url: str, canonical: str) -> bool:
    """Return whether an address that a page gives itself names this page: they differ in the query or the end alone."""
    first, second = urlsplit(url), urlsplit(canonical)
    return first.netloc == second.netloc and _stem(first) == _stem(second)


def _stem(parts: SplitResult) -> str:
    return _PAGE_OF_FOLDER.sub("/", parts.path).rstrip("/")


def is_endless(url: str) -> bool:
    """Return whether an address looks like one of a trap by itself."""
    segments = [segment for segment in urlsplit(url).path.split("/") if segment]
    repeats = max(Counter(segments).values(), default=0)
    return len(url) > _MAX_LENGTH or len(segments) > _MAX_SEGMENTS or repeats > _MAX_REPEATS


def shapes(url: str) -> list[tuple[str, int]]:
    """Return the shapes of an address, each with how many addresses of it are followed."""
    parts = urlsplit(url)
    found = [(f"{parts.path}?", MAX_QUERIES)] if parts.query else []
    shape, numbers = _NUMBER.subn("0", f"{parts.path}?{parts.query}")
    return [*found, (shape, MAX_NUMBERED)] if numbers > 1 else found
