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

from ..errors import FetchError, OutputError
from ..fetch import Fetched, check_options, fetch_page
from ..storage import files
from . import walk
from .files import file_name, with_relative_links
from .frontier import FILE_NAME, Counts, Frontier
from .links import Leads
from .options import CrawlOptions
from .scope import Scope, normal_url
from .sitemaps import read_sitemap_within
from .walk import Walk, drive

LISTING_NAME = "_pages.jsonl"
_MIN_SAME_CHARACTERS = 100  # of a text that says which page it is
_sleep = time.sleep


@dataclass(frozen=True, slots=True)
class Converted:
    """What a page became."""

    text: str  # of its file; empty where there is no content
    digest: str | None  # by which equal pages are known
    title: str | None
    status: str
    leads: Leads  # those of the crawl


Convert = Callable[[Fetched, Scope], Converted]


@dataclass(frozen=True, slots=True)
class Form:
    """The form of the files."""

    format: str
    suffix: str


def digest_of(content: str) -> str | None:
    """Return what tells a text from others; None of one that is too short to."""
    long_enough = len(content) >= _MIN_SAME_CHARACTERS
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:32] if long_enough else None


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
        running = _Crawl(folder, frontier, options, convert, form, on_progress)
        try:
            running.run(Walk(first, frontier, options))
        finally:
            running.write_listing()
        running.link_files()
        return frontier.counts()
    finally:
        frontier.close()


class _Crawl:
    """Does the steps of a walk: requests with pauses, and a file a page."""

    def __init__(
        self,
        folder: Path,
        frontier: Frontier,
        options: CrawlOptions,
        convert: Convert,
        form: Form,
        on_progress: Callable[[Counts], object],
    ) -> None:
        self._folder, self._frontier, self._options = folder, frontier, options
        self._convert, self._form, self._on_progress = convert, form, on_progress
        self._asked: float | None = None  # when the last request ended

    def run(self, walking: Walk) -> None:
        """Walk to the end, or to a bound. Raises FetchError where the server is gone."""
        drive(walking.begin(), self._do)
        try:
            drive(walking.pages(), self._do)
        except FetchError as error:
            raise FetchError(f"{error}; the same command goes on") from error

    def _do(self, step: walk.Step) -> Any:
        match step:
            case walk.Ask():
                return self._request(step)
            case walk.Wait(seconds):
                _sleep(seconds)
            case walk.ReadList(fetched, scope):
                return read_sitemap_within(fetched.data, fetched.charset, scope)
            case walk.Read(_, fetched, scope):
                converted = self._convert(fetched, scope)
                links, canonical = converted.leads
                return walk.Reading(converted.digest, list(links), canonical, converted)
            case walk.Keep():
                return self._keep(step)
            case walk.Failed():
                return {}
            case walk.Ended():
                self._on_progress(self._frontier.counts())
        return None

    def _keep(self, step: walk.Keep) -> dict[str, str | None]:
        """Write the file of a page."""
        converted: Converted = step.reading.content
        name = None
        if converted.text:
            name = self._frontier.name(step.entry, file_name(step.fetched.url, self._form.suffix))
            self._write(name, converted.text)
        return {"name": name, "title": converted.title, "status": converted.status}

    def _write(self, name: str, text: str) -> None:
        target = self._folder / name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{target.parent}: cannot be made a folder: {error.strerror}") from error
        files.write(target, text.encode("utf-8", "replace"))

    def _request(self, step: walk.Ask) -> Fetched:
        """Fetch a file, after a pause. Raises FetchError."""
        pause = max(self._options.delay_seconds, step.pause_seconds)
        _sleep(0.0 if self._asked is None else max(0.0, self._asked + pause - time.monotonic()))
        try:
            fetched = fetch_page(step.url, self._options, wanted=step.wanted, max_bytes=step.max_bytes)
        except FetchError:
            self._asked = time.monotonic()
            raise
        self._asked = self._asked if fetched.is_cached else time.monotonic()
        return fetched

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
