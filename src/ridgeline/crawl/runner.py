"""A crawl into a folder: a file a page, in folders by path.

    _pages.jsonl     what became of each page: address, file, title, or why there is none
    _crawl.sqlite    the frontier, by which the same crawl goes on

Requests are made one after the other, with pauses. A page is on the disk before its links are followed, so a crawl that
was killed goes on where it was.
"""

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..errors import FetchError, InputError, OutputError
from ..fetch import HTML, Fetched, Wanted, check_options, fetch_page
from ..storage import files
from .files import file_name, with_relative_links
from .frontier import FILE_NAME, Counts, Entry, Frontier
from .links import Leads
from .options import CrawlOptions
from .robots import BUSY, Robots, fetch_robots, retry_seconds
from .scope import Scope, is_same_page, normal_url
from .sitemaps import MAX_BYTES, MAX_SITEMAPS, SITEMAP, Sitemap, read_sitemap

LISTING_NAME = "_pages.jsonl"
_MAX_FAILURES = 10  # one after the other, of a server that does not answer
_MAX_BUSY = 3  # answers of a server that it is busy, for one page
_MIN_SAME_CHARACTERS = 100  # of a text that says which page it is
_sleep = time.sleep


@dataclass(frozen=True, slots=True)
class Converted:
    """What a page became."""

    text: str  # of its file; empty where there is no content
    content: str  # by which equal pages are known
    title: str | None
    status: str
    leads: Leads


Convert = Callable[[Fetched], Converted]


@dataclass(frozen=True, slots=True)
class Form:
    """The form of the files."""

    format: str
    suffix: str


def crawl(
    start: str,
    folder: Path,
    options: CrawlOptions,
    convert: Convert,
    form: Form,
    settings: Mapping[str, Any],
    on_progress: Callable[[Counts], object] = lambda counts: None,
) -> Counts:
    """Crawl a site into a folder; the same call again goes on with it. `settings` are what decides the files.

    Raises OptionError, FetchError where the start cannot be fetched or the server is gone, OutputError.
    """
    check_options(options)
    first = normal_url(start)
    if first is None:
        raise FetchError(f"{start[:200]}: not a complete http or https address, as https://example.org/docs/")
    frontier = Frontier(folder / FILE_NAME)
    try:
        scope = {name: getattr(options, name) for name in ("whole_host", "include", "skip", "sitemap")}
        frontier.keep_settings({"start": first, **scope, "format": form.format, **settings})
        running = _Crawl(first, folder, frontier, options, convert, form, on_progress)
        try:
            running.run()
        finally:
            running.write_listing()
        running.link_files()
        return frontier.counts()
    finally:
        frontier.close()


class _Crawl:
    def __init__(
        self,
        start: str,
        folder: Path,
        frontier: Frontier,
        options: CrawlOptions,
        convert: Convert,
        form: Form,
        on_progress: Callable[[Counts], object],
    ) -> None:
        self._start, self._folder, self._frontier, self._options = start, folder, frontier, options
        self._convert, self._form, self._on_progress = convert, form, on_progress
        self._robots: dict[str, Robots] = {}  # by origin
        self._ready = 0.0  # when the next request may be made
        self._failures = 0

    def run(self) -> None:
        """Fetch the start, read the sitemaps, then page by page."""
        frontier, options = self._frontier, self._options
        base = frontier.setting("base") or self._fetch_start()
        self._scope = Scope(base, options.whole_host, options.include, options.skip)
        if options.sitemap:
            self._read_sitemaps(base)
        while (entry := frontier.next()) is not None:
            if not entry.is_fetched:
                if frontier.counts().asked >= options.max_pages:
                    return
                if not self._fetch(entry):
                    continue
            self._finish(entry, frontier.fetched(entry))
            self._on_progress(frontier.counts())

    def _fetch_start(self) -> str:
        """Fetch the start; where it leads, there is the crawl. Raises FetchError."""
        self._frontier.add([self._start], 0, is_listed=True)
        entry = self._frontier.next()
        if entry is None:
            raise FetchError(f"{self._start}: it failed in an earlier run: choose another folder")
        if not entry.is_fetched:
            if refusal := self._robots_of(self._start).refuses(self._start):
                raise FetchError(f"{self._start}: {refusal}")
            fetched = self._request(self._start, HTML)
            self._frontier.keep(entry, fetched, normal_url(fetched.url) or self._start)
        base = normal_url(self._frontier.fetched(entry).url) or self._start
        self._frontier.keep_base(base)
        return base

    def _read_sitemaps(self, base: str) -> None:
        frontier, origin = self._frontier, "{0.scheme}://{0.netloc}".format(urlsplit(base))
        named = (normal_url(url) for url in [*self._robots_of(base).sitemaps, f"{origin}/sitemap.xml"])
        frontier.add(self._of_host(named, base), 0, is_listed=True, state="sitemap")
        while (entry := frontier.next_sitemap()) is not None:
            found = Sitemap()
            if not self._robots_of(entry.url).refuses(entry.url):
                try:
                    fetched = self._request(entry.url, SITEMAP, MAX_BYTES)
                    found = read_sitemap(fetched.data, fetched.charset)
                except (FetchError, InputError):
                    pass  # most sites have none, and the links remain
            room = max(0, MAX_SITEMAPS - frontier.sitemaps())
            pages = [url for url in map(normal_url, found.pages) if url and self._scope.holds(url)]
            further = self._of_host(map(normal_url, found.sitemaps), base)[:room]
            frontier.end_sitemap(entry, pages if self._options.max_depth else [], further)

    def _of_host(self, urls: Any, base: str) -> list[str]:
        return [url for url in urls if url and urlsplit(url).netloc == urlsplit(base).netloc]

    def _fetch(self, entry: Entry) -> bool:
        """Fetch a page and keep it; returns whether it is one to go on with."""
        if refusal := self._robots_of(entry.url).refuses(entry.url):
            self._frontier.fail(entry, refusal)
            return False
        try:
            fetched = self._request(entry.url, HTML)
        except FetchError as error:
            self._note_failure(entry, error)
            return False
        self._failures = 0
        address = normal_url(fetched.url)
        if address is None or not self._scope.holds(address):
            self._frontier.fail(entry, f"leads out of the crawl: {fetched.url[:200]}")
            return False
        return self._frontier.keep(entry, fetched, address)

    def _note_failure(self, entry: Entry, error: FetchError) -> None:
        is_answer = error.http_status is not None or error.is_other_type
        self._failures = 0 if is_answer else self._failures + 1
        self._frontier.fail(entry, str(error), is_final=is_answer)
        if self._failures >= _MAX_FAILURES:
            raise FetchError(f"given up after {_MAX_FAILURES} failures: {error}; the same command goes on")

    def _finish(self, entry: Entry, fetched: Fetched) -> None:
        """Write the file of a page, and note the pages that it leads to."""
        try:
            converted = self._convert(fetched)
        except Exception as error:  # a bug: it costs this page, not those after it
            self._frontier.fail(entry, f"extraction failed: {type(error).__name__}: {error}"[:300])
            return
        canonical = normal_url(converted.leads.canonical or "", fetched.url)
        if canonical is not None and not is_same_page(fetched.url, canonical):
            canonical = None  # many sites name their front page on every page
        content = converted.content
        digest = hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:32]
        digest = digest if len(content) >= _MIN_SAME_CHARACTERS else ""
        if self._frontier.same_as(entry, digest, canonical):
            return
        name = None
        if converted.text:
            name = self._frontier.name(entry, file_name(fetched.url, self._form.suffix))
            self._write(name, converted.text)
        links: list[str] = []
        if entry.depth < self._options.max_depth:
            found = dict.fromkeys(normal_url(url) for url in converted.leads.links)
            links = [url for url in found if url and self._scope.holds(url)]
        known = {"digest": digest or None, "title": converted.title, "status": converted.status}
        self._frontier.end(entry, links, name=name, **known)

    def _write(self, name: str, text: str) -> None:
        target = self._folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{target.parent}: cannot be made a folder: {error.strerror}") from error
        files.write(target, text.encode("utf-8", "replace"))

    # --- Requests

    def _robots_of(self, url: str) -> Robots:
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if origin not in self._robots:
            self._wait()
            self._robots[origin] = fetch_robots(origin, self._options)
            self._pause()
        return self._robots[origin]

    def _request(self, url: str, wanted: Wanted, max_bytes: int | None = None) -> Fetched:
        """Ask for a file, again where the server is busy. Raises FetchError."""
        for attempt in range(_MAX_BUSY):
            self._wait()
            try:
                fetched = fetch_page(url, self._options, wanted=wanted, max_bytes=max_bytes)
            except FetchError as error:
                self._pause()
                if error.http_status not in BUSY or attempt == _MAX_BUSY - 1:
                    raise
                self._ready += retry_seconds(error.retry_after)
            else:
                if not fetched.is_cached:
                    self._pause()
                return fetched
        raise AssertionError("the last attempt returns or raises")

    def _wait(self) -> None:
        _sleep(max(0.0, self._ready - time.monotonic()))

    def _pause(self) -> None:
        asked = max((robots.delay_seconds for robots in self._robots.values()), default=0.0)
        self._ready = time.monotonic() + max(self._options.delay_seconds, asked)

    # --- The end

    def write_listing(self) -> None:
        """Write what became of the pages."""
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in self._frontier.listing()]
        files.write(self._folder / LISTING_NAME, "".join(lines).encode("utf-8", "replace"))

    def link_files(self) -> None:
        """Make links between the pages relative, now that it is known which there are."""
        known = self._frontier.files()
        for name in sorted(set(known.values())):
            path = self._folder / name
            try:
                text = path.read_bytes().decode("utf-8")
            except (OSError, UnicodeError):
                continue  # somebody has changed it
            linked = with_relative_links(text, self._form.format, name, known)
            if linked != text:
                files.write(path, linked.encode("utf-8", "replace"))
