"""Reads feeds (Atom, RSS of any version, JSON Feed), and reads and writes lists of them (OPML).

    read_feed(data, url=…) -> Feed(title, entries), the newest entry first; or the address of the feed of a web page

A feed names the pages of its entries: those are fetched, so what a feed says about them beyond their title is not read.
Feeds are often written by hand or cut off, which `text/xml.py` mends.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from html import escape, unescape

from ..errors import InputError
from ..page import parse
from ..page.decoder import decode
from ..text.urls import find_base, safe_url
from ..text.xml import EnoughError, parse_xml

MAX_BYTES = 5_000_000  # of a feed
MAX_ENTRIES = 500  # of a feed that are looked at
MAX_FEEDS = 1_000
MAX_LENGTH = 2_000  # characters of an address or a title
FEED_TYPES = ("application/atom+xml", "application/rss+xml", "application/feed+json", "application/rdf+xml")

_HEAD = 4_096
_ROOT = re.compile(r"<(?:rss|rdf:RDF|(?:\w+:)?feed)[\s>]")
_ENTRIES = frozenset({"item", "entry"})
_CHANNELS = frozenset({"channel", "feed"})
_FIELDS = frozenset({"title", "link", "guid", "id", "pubDate", "published", "updated", "date"})
_WEB = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """An entry: the address of its page, and its title."""

    url: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed, its newest entry first."""

    title: str
    entries: tuple[FeedEntry, ...]


def read_feed(data: bytes, charset: str | None = None, url: str | None = None) -> Feed | str:
    """Return a feed; of a web page, the address of its feed. Raises InputError where it is or has none."""
    text = decode(data, charset).text
    head = text[:_HEAD].lstrip("\ufeff \t\r\n")
    if head.startswith("{"):
        return _read_json(text, url)
    if _ROOT.search(head):
        return _read_xml(text, url)
    for node in (page := parse(data, url=url, charset=charset)).find("link"):
        if "alternate" in (node.get("rel") or "").lower().split() and (node.get("type") or "").lower() in FEED_TYPES:
            address = _web_address(node.get("href"), find_base(page))
            if address:
                return address
    raise InputError("neither a feed nor a page that names one")


def read_opml(data: bytes) -> list[FeedEntry]:
    """Return the feeds of a list in OPML, each once. Raises InputError where there are none."""
    found: dict[str, FeedEntry] = {}

    def start(name: str, attributes: Mapping[str, str]) -> None:
        url = _web_address(next((value for key, value in attributes.items() if key.lower() == "xmlurl"), None), None)
        if name.lower() == "outline" and url and len(found) < MAX_FEEDS:
            found.setdefault(url, FeedEntry(url, _line(attributes.get("title") or attributes.get("text") or "")))

    parse_xml(decode(data).text, start)
    if not found:
        raise InputError("no feeds in it: a list of feeds is a file in OPML")
    return list(found.values())


def write_opml(feeds: Iterable[FeedEntry]) -> str:
    """Return a list of feeds in OPML."""
    rows = "".join(
        f'<outline type="rss" text="{escape(feed.title or feed.url)}" xmlUrl="{escape(feed.url)}"/>\n' for feed in feeds
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>Feeds</title></head><body>\n'
    return f"{head}{rows}</body></opml>\n"


def _read_json(text: str, url: str | None) -> Feed:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the feed is not JSON: {error}") from error
    items = document.get("items")
    if not isinstance(items, list):
        raise InputError("the JSON is no feed: it has no items")
    records = [
        {name: str(item.get(key) or "") for name, key in (("link", "url"), *_JSON_FIELDS)}
        for item in items[:MAX_ENTRIES]
        if isinstance(item, dict)
    ]
    return _feed(str(document.get("title") or ""), records, url)


_JSON_FIELDS = (("id", "id"), ("title", "title"), ("published", "date_published"), ("updated", "date_modified"))


def _read_xml(text: str, url: str | None) -> Feed:
    reader = _XmlReader()
    parse_xml(text, reader.start, reader.end, reader.characters)
    return _feed(reader.title, reader.records, url)


def _feed(title: str, records: list[dict[str, str]], base: str | None) -> Feed:
    found: dict[str, tuple[float | None, FeedEntry]] = {}
    for record in records:
        guid = next((value for name in ("guid", "id") if (value := record.get(name, "")).startswith(_WEB)), None)
        if url := _web_address(record.get("link") or guid, base):
            found.setdefault(url, (_moment(record), FeedEntry(url, _line(record.get("title", "")))))
    entries = list(found.values())
    if all(moment is not None for moment, _ in entries):  # else the order of the feed, which is mostly the same
        entries.sort(key=lambda one: -(one[0] or 0.0))
    return Feed(_line(title), tuple(entry for _, entry in entries))


def _moment(record: Mapping[str, str]) -> float | None:
    """Return when an entry was published, as a number that grows with time; None where it is not known."""
    written = next((record[name] for name in ("pubDate", "published", "date", "updated") if record.get(name)), "")[:60]
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = read(written.strip())
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, TypeError, OverflowError, IndexError):
            continue
    return None


def _web_address(reference: str | None, base: str | None) -> str | None:
    url = safe_url(reference.strip(), base) if reference and len(reference) <= MAX_LENGTH else None
    return url if url and url.startswith(_WEB) and len(url) <= MAX_LENGTH else None


def _line(text: str) -> str:
    """Return a title in one line; most are HTML, so names of characters are read once more."""
    return " ".join(unescape(text).split())[:300]


class _XmlReader:
    """Collects the title of a feed, and the fields of its entries, by the names that they have without namespaces."""

    def __init__(self) -> None:
        self.title = ""
        self.records: list[dict[str, str]] = []
        self._prefix = ""  # that the elements of Atom have, where they have one
        self._path: list[str] = []
        self._field: int | None = None  # the depth of the field that is being read
        self._text: list[str] = []
        self._length = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if not self._path and name.endswith(":feed"):
            self._prefix = name[:-4]
        name = name.removeprefix(self._prefix).removeprefix("dc:")
        around = self._path[-1] if self._path else ""
        self._path.append(name)
        if name in _ENTRIES:
            if len(self.records) == MAX_ENTRIES:
                raise EnoughError
            self.records.append({})
        elif self._field is None and name in _FIELDS and around in _ENTRIES | _CHANNELS:
            self._field, self._text, self._length = len(self._path), [], 0
            if name == "link" and "href" in attributes:
                self._set(around, name, attributes["href"] if attributes.get("rel", "alternate") == "alternate" else "")

    def characters(self, text: str) -> None:
        if self._field is not None and self._length <= MAX_LENGTH:
            self._text.append(text)
            self._length += len(text)

    def end(self, _: str) -> None:
        if self._field == len(self._path):
            self._field = None
            self._set(self._path[-2], self._path[-1], "".join(self._text))
        self._path.pop()

    def _set(self, around: str, name: str, value: str) -> None:
        """Take the first value of a field that is not empty."""
        value = value.strip()
        if around in _ENTRIES and self.records and value:
            self.records[-1].setdefault(name, value)
        elif around in _CHANNELS and name == "title":
            self.title = self.title or value
