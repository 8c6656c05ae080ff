"""The walk over a site: the start, what sitemaps list, then page by page, breadth-first.

A walk makes no requests and reads no pages itself. It yields steps, and its driver sends what they ask for, or throws
why it cannot be had: `ridgeline crawl` does them one after the other in its process, the service in its event loop and
its workers. Each page is in the frontier before its links are followed, so a walk that was killed goes on where it was.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from ..errors import FetchError, InputError, RidgelineError
from ..fetch import HTML, PAGE, Fetched, Wanted
from . import robots as robot_files
from .frontier import Entry, Frontier
from .options import CrawlOptions
from .robots import BUSY, Robots, missing_robots, read_robots, retry_seconds
from .scope import Scope, normal_url
from .sitemaps import MAX_BYTES, MAX_SITEMAPS, SITEMAP, Sitemap

_MAX_FAILURES = 10  # one after the other, of a server that does not answer
_MAX_BUSY = 3  # answers of a server that it is busy, for one page
_MAX_ERROR_CHARACTERS = 300


class Ask(NamedTuple):
    """Fetch a file. Sent back: the file; thrown: FetchError."""

    url: str
    wanted: Wanted
    max_bytes: int | None = None
    pause_seconds: float = 0.0  # that the host asks for between two requests


class Wait(NamedTuple):
    """Wait, since a server is busy."""

    seconds: float


class ReadList(NamedTuple):
    """Read a sitemap. Sent back: what it lists in a scope; thrown: InputError."""

    fetched: Fetched
    scope: Scope


class Read(NamedTuple):
    """Read a page. Sent back: its Reading; whatever is thrown costs this page alone."""

    entry: Entry
    fetched: Fetched
    scope: Scope


class Reading(NamedTuple):
    """What was read from a page."""

    digest: str | None  # by which pages with the same text are known
    links: list[str]  # to pages of the scope
    canonical: str | None  # the address that the page says it has, where it is one of this page
    content: Any  # what the driver keeps


class Keep(NamedTuple):
    """Keep a page. Sent back: what the frontier notes beside it."""

    entry: Entry
    fetched: Fetched
    reading: Reading


class Failed(NamedTuple):
    """A page failed. Sent back: what the frontier notes beside the error, if it is not tried again."""

    entry: Entry
    error: Exception


class Ended(NamedTuple):
    """A page is done, or has failed, and the frontier knows it."""

    entry: Entry


class StoppedError(RidgelineError):
    """What a driver throws that can do no more for now: it ends the walk, and no page has failed of it."""


Step = Ask | Wait | ReadList | Read | Keep | Failed | Ended
Result = TypeVar("Result")
Steps = Generator[Step, Any, Result]


def drive(steps: Steps[Result], do: Callable[[Step], Any]) -> Result:
    """Do the steps of a walk one after the other, and return its result."""
    try:
        step = next(steps)
        while True:
            try:
                answer = do(step)
            except Exception as error:  # the walk knows which it can go on after
                step = steps.throw(error)
            else:
                step = steps.send(answer)
    except StopIteration as end:
        result: Result = end.value
        return result


class Walk:
    """A walk; its frontier says how far it is."""

    def __init__(
        self, start: str, frontier: Frontier, options: CrawlOptions, *, max_sitemaps: int = MAX_SITEMAPS
    ) -> None:
        """Begin nothing yet; `start` is an address as `normal_url` writes it."""
        self._start, self._frontier, self._options = start, frontier, options
        self._max_sitemaps = max_sitemaps
        self._robots: dict[str, Robots] = {}  # by origin
        self._failures = 0
        self.scope = Scope(start)

    def begin(self, wanted: Wanted = HTML) -> Steps[None]:
        """Fetch the start, unless it is there, and read the sitemaps. Raises FetchError."""
        frontier, options = self._frontier, self._options
        base = frontier.setting("base") or (yield from self._fetch_start(wanted))
        self.scope = Scope(base, options.whole_host, options.include, options.skip)
        if options.sitemap:
            yield from self._read_sitemaps(base)

    def pages(self) -> Steps[None]:
        """Go on page by page, to the end or to a bound. Raises FetchError where the server is gone."""
        while (entry := self._frontier.next()) is not None:
            if not entry.is_fetched:
                if self._frontier.counts().asked >= self._options.max_pages:
                    return
                if not (yield from self._fetch(entry)):
                    continue
            yield from self._finish(entry)

    def _fetch_start(self, wanted: Wanted) -> Steps[str]:
        """Fetch the start; where it leads, there is the crawl."""
        self._frontier.add([self._start], 0, is_listed=True)
        entry = self._frontier.next()
        if entry is None:
            raise FetchError(f"{self._start}: it failed in an earlier run: choose another folder")
        if not entry.is_fetched:
            if refusal := (yield from self._robots_of(self._start)).refuses(self._start):
                raise FetchError(f"{self._start[:200]}: {refusal}")
            fetched = yield from self._ask(self._start, wanted)
            self._frontier.keep(entry, fetched, normal_url(fetched.url) or self._start)
        base = normal_url(self._frontier.fetched(entry).url) or self._start
        self._frontier.keep_base(base)
        return base

    def _read_sitemaps(self, base: str) -> Steps[None]:
        frontier, origin = self._frontier, _origin(base)
        named = (normal_url(url) for url in [*(yield from self._robots_of(base)).sitemaps, f"{origin}/sitemap.xml"])
        frontier.add(_of_host(named, base)[: self._max_sitemaps], 0, is_listed=True, state="sitemap")
        while (entry := frontier.next_sitemap()) is not None:
            found = Sitemap()
            if not (yield from self._robots_of(entry.url)).refuses(entry.url):
                try:
                    fetched = yield from self._ask(entry.url, SITEMAP, MAX_BYTES)
                    found = yield ReadList(fetched, self.scope)
                except (FetchError, InputError):
                    pass  # most sites have none, and the links remain
            room = max(0, self._max_sitemaps - frontier.sitemaps())
            further = _of_host(map(normal_url, found.sitemaps), base)[:room]
            frontier.end_sitemap(entry, found.pages if self._options.max_depth else (), further)

    def _fetch(self, entry: Entry) -> Steps[bool]:
        """Fetch a page and keep it; returns whether it is one to go on with."""
        if refusal := (yield from self._robots_of(entry.url)).refuses(entry.url):
            yield from self._fail(entry, FetchError(refusal))
            return False
        try:
            fetched = yield from self._ask(entry.url, HTML)
        except FetchError as error:
            yield from self._note_failure(entry, error)
            return False
        self._failures = 0
        address = normal_url(fetched.url)
        if address is None or not self.scope.holds(address):
            yield from self._fail(entry, FetchError(f"leads out of the crawl: {fetched.url[:200]}"))
            return False
        return self._frontier.keep(entry, fetched, address)

    def _note_failure(self, entry: Entry, error: FetchError) -> Steps[None]:
        is_answer = error.http_status is not None or error.is_other_type
        self._failures = 0 if is_answer else self._failures + 1
        yield from self._fail(entry, error, is_final=is_answer)
        if self._failures >= _MAX_FAILURES:
            raise FetchError(f"given up after {_MAX_FAILURES} failures: {error}")

    def _finish(self, entry: Entry) -> Steps[None]:
        """Keep what is read from a page, and note the pages that it leads to."""
        fetched = self._frontier.fetched(entry)
        try:
            reading: Reading = yield Read(entry, fetched, self.scope)
        except StoppedError:
            raise
        except Exception as error:  # a bug, or a page that killed its process: it costs this page, not those after it
            yield from self._fail(entry, error, text=f"extraction failed: {type(error).__name__}: {error}")
            return
        if self._frontier.same_as(entry, reading.digest or "", reading.canonical):
            return
        known = yield Keep(entry, fetched, reading)
        links = reading.links if entry.depth < self._options.max_depth else []
        self._frontier.end(entry, links, digest=reading.digest, **known)
        yield Ended(entry)

    def _fail(self, entry: Entry, error: Exception, *, is_final: bool = True, text: str | None = None) -> Steps[None]:
        known = yield Failed(entry, error)
        if self._frontier.fail(entry, (text or str(error))[:_MAX_ERROR_CHARACTERS], is_final=is_final, **known):
            yield Ended(entry)

    # --- Requests

    def _robots_of(self, url: str) -> Steps[Robots]:
        origin = _origin(url)
        if origin not in self._robots:
            try:
                fetched = yield Ask(f"{origin}/robots.txt", PAGE, robot_files.MAX_BYTES, self._pause_seconds)
                self._robots[origin] = read_robots(fetched)
            except FetchError as error:
                self._robots[origin] = missing_robots(error)
        return self._robots[origin]

    def _ask(self, url: str, wanted: Wanted, max_bytes: int | None = None) -> Steps[Fetched]:
        """Ask for a file, again where the server is busy. Raises FetchError."""
        for attempt in range(_MAX_BUSY):
            try:
                fetched: Fetched = yield Ask(url, wanted, max_bytes, self._pause_seconds)
            except FetchError as error:
                if error.http_status not in BUSY or attempt == _MAX_BUSY - 1:
                    raise
                yield Wait(retry_seconds(error.retry_after))
            else:
                return fetched
        raise AssertionError("the last attempt returns or raises")

    @property
    def _pause_seconds(self) -> float:
        return max((robots.delay_seconds for robots in self._robots.values()), default=0.0)


def _origin(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


def _of_host(urls: Iterable[str | None], base: str) -> list[str]:
    return [url for url in dict.fromkeys(urls) if url and urlsplit(url).netloc == urlsplit(base).netloc]
