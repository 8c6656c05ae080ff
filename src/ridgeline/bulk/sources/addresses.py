"""Lists of URLs, fetched politely: robots.txt is kept to, and the requests to one host are made with pauses.

The URLs of a list are dealt out to lanes by their hosts, and slices of one lane never run at once, so a host is never
asked from two processes. Within a slice the hosts take turns, and are asked at the same time.
"""

import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from urllib.parse import urlsplit

from ...crawl.robots import BUSY, Robots, fetch_robots, retry_seconds
from ...errors import FetchError, RidgelineError
from ...fetch import check_url, fetch_page
from ..records import FETCH, HTTP, Record
from ..slices import Reading, Slice, Walk, Walked, Watch
from .politeness import Again, Fetcher

READER = "addresses"
LANES = 8  # few, so that a slice of a short list still has many hosts
MAX_SLICE_PAGES = 250  # a host with all of them takes some minutes
_MAX_ERROR_CHARACTERS = 300
_ALL_ALLOWED = Robots()


class AddressesReader:
    """Fetches the URLs of a slice."""

    def read(
        self, part: Slice, reading: Reading, first: int, watch: Watch | None, tally: Counter[str]
    ) -> Iterator[Record]:
        """Yield a record for each URL."""
        crawl = _Crawl(part, reading, first)
        # Where an earlier slice of the lane, or an earlier try, may just have asked the same hosts.
        pause = reading.delay_seconds if first or part.offset else 0.0
        fetcher = Fetcher(crawl.hosts, crawl.request, crawl.delay_seconds, pause)
        with closing(fetcher) as requests:
            records = requests.results()
            while True:
                with nullcontext() if watch is None else watch.waiting():
                    record = next(records, None)
                if record is None:
                    return
                yield record

    def walk(self, walk: Walk, reading: Reading) -> Walked:
        """Return nothing: a list is cut up when it is read."""
        return Walked((), None)


class _Crawl:
    """The requests of a slice."""

    def __init__(self, part: Slice, reading: Reading, first: int) -> None:
        self._source = part.source
        self._urls, self._offsets = part.names[first:], part.offsets[first:]
        self._reading = reading
        self._robots: dict[str, Robots] = {}  # by scheme, host and port; a host is asked by one thread at a time
        self._delays: dict[str, float] = {}  # that hosts ask for
        self._tried_again: set[int] = set()
        self.hosts = [host_of(url) for url in self._urls]

    def request(self, position: int) -> Record | Again:
        """Return the page at a URL, or why there is none."""
        url = self._urls[position]
        try:
            check_url(url)
            if refusal := self._robots_of(url).refuses(url):
                return self._failed(position, refusal)
            fetched = fetch_page(url, self._reading)
        except FetchError as error:
            if error.http_status in BUSY and position not in self._tried_again:
                self._tried_again.add(position)
                return Again(retry_seconds(error.retry_after))
            return self._failed(position, _reason(error), error.http_status)
        except RidgelineError:  # a package that is missing: no page of the slice can be fetched
            raise
        except Exception as error:  # whatever a robots.txt makes its parser raise: it costs this URL, not the slice
            return self._failed(position, f"{FETCH}: {type(error).__name__}: {error}"[:_MAX_ERROR_CHARACTERS])
        offset = self._offsets[position]
        return Record(self._source or url, offset, url, fetched.url, fetched.data, fetched.charset, 200)

    def delay_seconds(self, host: str) -> float:
        """Return the seconds between two requests to a host."""
        return max(self._reading.delay_seconds, self._delays.get(host, 0.0))

    def _robots_of(self, url: str) -> Robots:
        if self._reading.ignore_robots:
            return _ALL_ALLOWED
        host, parts = host_of(url), urlsplit(url.strip())
        origin = f"{parts.scheme}://{parts.netloc}".lower()
        if origin not in self._robots:
            self._robots[origin] = fetch_robots(origin, self._reading)
            self._delays[host] = max(self._delays.get(host, 0.0), self._robots[origin].delay_seconds)
        return self._robots[origin]

    def _failed(self, position: int, error: str, http_status: int | None = None) -> Record:
        url, offset = self._urls[position], self._offsets[position]
        return Record(self._source or url, offset, url, url, http_status=http_status, error=error)


def host_of(url: str) -> str:
    """Return the host of a URL in lower case; nothing if there is none."""
    try:
        return (urlsplit(url.strip()).hostname or "").rstrip(".")
    except ValueError:
        return ""


def address_slices(source: str, urls: Iterable[tuple[int, str]], slice_pages: int) -> Iterator[Slice]:
    """Yield slices of the URLs of a list, which are given with their places in it.

    The list is read once, and little of it is held: each lane collects the URLs of its next slice.
    """
    slice_pages = min(slice_pages, MAX_SLICE_PAGES)
    lanes: dict[int, list[tuple[int, str]]] = {}
    begun: Counter[int] = Counter()
    for offset, url in urls:
        lane = zlib.crc32(host_of(url).encode("utf-8", "replace")) % LANES
        lanes.setdefault(lane, []).append((offset, url))
        if len(lanes[lane]) == slice_pages:
            yield _slice(source, lane, begun[lane], lanes.pop(lane))
            begun[lane] += 1
    for lane, rest in sorted(lanes.items()):
        yield _slice(source, lane, begun[lane], rest)


def _slice(source: str, lane: int, number: int, urls: list[tuple[int, str]]) -> Slice:
    taking_turns = list(_take_turns(urls))
    return Slice(
        source,
        READER,
        offset=number,
        count=len(urls),
        names=tuple(url for _, url in taking_turns),
        offsets=tuple(offset for offset, _ in taking_turns),
        lane=f"hosts-{lane}",
    )


def _take_turns(urls: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield URLs so that hosts take turns."""
    by_host: dict[str, deque[tuple[int, str]]] = {}
    for entry in urls:
        by_host.setdefault(host_of(entry[1]), deque()).append(entry)
    while by_host:
        for host in list(by_host):
            yield by_host[host].popleft()
            if not by_host[host]:
                del by_host[host]


def _reason(error: FetchError) -> str:
    return f"{HTTP}: {error.http_status}" if error.http_status is not None else f"{FETCH}: {error}"
