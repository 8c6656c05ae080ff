"""Entries of the library: pages, findings on them, and the corrections of annotators."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from ..page import Page, parse

ANONYMOUS = "me"  # the annotator where nobody gave a name


@dataclass(frozen=True, slots=True)
class PageSource:
    """Everything that is needed to parse a stored page again. Parsing is deterministic, so leaves keep their numbers.

    Where an extractor was given a page that was rebuilt from data (`ridgeline.embedded`), `rebuilt` is the source of
    that page: corrections, views and all numbers are about it.
    """

    html: bytes
    url: str | None = None
    charset: str | None = None  # that the HTTP header named
    rebuilt: str | None = None
    carrier: str | None = None  # of the data that `rebuilt` was made from

    def parse(self) -> Page:
        """Return the page that the numbers of leaves and nodes refer to."""
        original = parse(self.html, url=self.url, charset=self.charset)
        if self.rebuilt is None:
            return original
        page = parse(self.rebuilt, url=original.url)
        cuts = original.cuts | page.cuts
        return replace(page, cuts=cuts, encoding=original.encoding, original=original, carrier=self.carrier)


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings of the default extractor on a page, for lists.

    Queues are sorted by them without opening the pages.
    """

    status: str  # a value of `ridgeline.Status`
    confidence: float | None = None  # the word F1 that the extractor expects
    page_type: str | None = None
    title: str | None = None
    words: int = 0  # of the content
    leaves: int = 0  # of the whole page


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page of the library, without its source."""

    id: str
    name: str  # what a person calls it: the name of a file, else its title, else its address
    url: str | None
    site: str  # the host without `www.`; "" where it is unknown
    added: str  # the time, in ISO 8601
    opened: str  # the time when it was last opened
    size: int  # of the source, in bytes
    findings: Findings | None = None
    annotators: tuple[str, ...] = ()  # who corrected it, in the order of their names
    tags: tuple[str, ...] = ()
    unread: bool = True
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """The content of a page in the opinion of one annotator."""

    annotator: str
    made: str  # the time, in ISO 8601
    keep: tuple[int, ...]  # positions in `Page.leaves`, ascending
    selected: tuple[str, ...]  # clip paths of the nodes that cover the content: see `clip_paths`
    deselected: tuple[str, ...]  # clip paths of the nodes inside them that are not content
    extractor: str  # whose answer was corrected
    word_f1: float  # of that answer, beside the corrected one
    seconds: float | None = None  # how long the annotator looked at the page
    title: str | None = None  # the title by the annotator, where it was corrected


@dataclass(frozen=True, slots=True)
class SiteCount:
    """The number of pages of a site in the library."""

    site: str
    pages: int
    corrected: int


@dataclass(frozen=True, slots=True)
class StoredRun:
    """The output of a bulk run that a person opened."""

    id: str
    path: str
    opened: str  # the time, in ISO 8601


def site_of(url: str | None) -> str:
    """Return the site of a URL: its host in lower case, without `www.`; "" where it has none."""
    try:
        host = urlsplit(url or "").hostname or ""
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    except ValueError:  # such as an unclosed bracket, or a label that is too long
        return ""
    return host.strip(".").removeprefix("www.")


def now() -> str:
    """Return the present time as the library writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
