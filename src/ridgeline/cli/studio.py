"""`ridgeline studio`: the service with its web page, and pages that are opened in it first."""

import json
import secrets
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

from ..errors import FetchError, InputError, OptionError, OutputError, RidgelineError
from ..text.urls import is_url
from . import sources, targets
from .command import Argument, Option
from .folders import PAGE_SUFFIXES
from .serve import Asked
from .sources import Reading
from .terminal import complain, note

if TYPE_CHECKING:
    from ..library.importing import SavedPage
    from ..service import ServiceSettings

_TOKEN_BYTES = 24
_ANSWER_SECONDS = 120.0
_PAUSE_SECONDS = 1.0  # between two pages of one site
_MAX_BODY_BYTES = 64_000_000  # a page with all its pictures inside, as a form of the bookmarklet


def studio(
    pages: Annotated[list[str] | None, Argument(metavar="PAGE", help="Files, folders and URLs to open first.")] = None,
    *,
    bulk: Annotated[
        Path | None, Option("--bulk", metavar="FOLDER", help="Show the output of `ridgeline bulk`.")
    ] = None,
    saved: Annotated[
        Path | None,
        Option(
            "--import",
            metavar="FILE",
            help="Fetch the pages of an export: bookmarks of a browser, Pocket, Omnivore, or JSON Lines of the studio.",
        ),
    ] = None,
    fetch_feeds: Annotated[
        bool, Option("--fetch-feeds", help="Fetch the new entries of the feeds that you follow in the studio.")
    ] = False,
    backup: Annotated[
        Path | None, Option("--backup", metavar="FILE", help="Write a copy of the library, and start nothing.")
    ] = None,
    browser: Annotated[bool, Option("--browser/--no-browser", help="Open the studio in your browser.")] = True,
    asked: Asked,
) -> None:
    """Look at pages in your browser: what is kept and why, compare, correct, learn, annotate, clip and print.

    It is a web page that this machine serves to you alone, at an address with a secret token. Pages that you open run
    nothing and load nothing. They are kept, with your corrections, until you remove them. Ctrl-C ends it.
    """
    from ..library import FILE_NAME, Library
    from ..service import ServiceSettings
    from ..service.server import run

    own: dict[str, Any] = {
        "studio": True,
        "token": secrets.token_urlsafe(_TOKEN_BYTES),
        "max_body_bytes": _MAX_BODY_BYTES,
    }
    settings = ServiceSettings(**(own | asked))
    if backup is not None:
        Library(settings.folder / FILE_NAME).back_up(backup)
        note(f"the library is copied to {backup}")
        return
    reading = Reading(timeout_seconds=settings.fetch_seconds, allow_private=settings.allow_private)
    sources.check(pages or [], reading)
    names = list(_named(pages or []))
    wanted = [] if saved is None else _read_export(saved)

    targets.make_folder(settings.folder)  # before the work, of which nothing could be kept

    def begin(settled: "ServiceSettings") -> None:
        opened = _Studio(settled)
        _begin(opened, names, reading, bulk, browser=browser)
        if wanted:  # the studio is used meanwhile; what is left when it ends comes with the next import
            Thread(target=_import, args=(opened, wanted), daemon=True, name="ridgeline-import").start()
        if fetch_feeds:
            Thread(target=_fetch_feeds, args=(opened,), daemon=True, name="ridgeline-feeds").start()

    run(settings, begin)


def _read_export(path: Path) -> "list[SavedPage]":
    from ..library.importing import MAX_BYTES, read_export

    try:
        with path.open("rb") as stream:
            return read_export(stream.read(MAX_BYTES + 1))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _import(studio: "_Studio", pages: "list[SavedPage]") -> None:
    """Fetch and store saved pages, one after the other, those of one host with a pause; pages that are there stay."""
    from ..library import FILE_NAME, Library, site_of

    library = Library(studio.settings.folder / FILE_NAME)
    fetched: dict[str, float] = {}  # by site: when it was last asked
    failed = 0
    for page in pages:
        if library.find_url(page.url) is None:
            site = site_of(page.url)
            time.sleep(max(0.0, fetched.get(site, 0.0) + _PAUSE_SECONDS - time.monotonic()))
            failed += not _import_page(studio, page)
            fetched[site] = time.monotonic()
    note(f"imported: {len(pages) - failed:,} of {len(pages):,} pages are in the library")


def _import_page(studio: "_Studio", page: "SavedPage") -> bool:
    """Fetch and store a saved page with its tags and highlights. Returns whether that was possible."""
    try:
        path = f"/v1/pages/{studio.ask('/v1/pages', {'url': page.url})['id']}"
        studio.ask(f"{path}/resources", {})
        studio.ask(
            f"{path}/reading",
            {"tags": list(page.tags), "archived": page.archived, "unread": page.unread},
            method="PUT",
        )
        for highlight in page.highlights:
            studio.ask(f"{path}/highlights", asdict(highlight))
    except RidgelineError as error:
        complain(str(error) if page.url in str(error) else f"{page.url}: {error}")
        return False
    return True


def _fetch_feeds(studio: "_Studio") -> None:
    """Fetch the new entries of all feeds, and store them with their style sheets and pictures."""
    stored = 0
    feeds = studio.send("GET", "/v1/feeds", b"", "application/json")["feeds"]
    for feed in feeds:
        path = f"/v1/feeds/{feed['id']}"
        try:
            entries = studio.ask(f"{path}/entries", {})["entries"]
        except RidgelineError as error:
            complain(f"{feed['url']}: {error}")
            continue
        for entry in entries:
            try:
                page = studio.ask(f"{path}/pages", {"url": entry["url"]})["id"]
                stored += 1
                studio.ask(f"/v1/pages/{page}/resources", {})
            except RidgelineError as error:
                complain(str(error))
    note(f"feeds: {stored:,} new pages of {len(feeds):,} feeds are in the library")


def _named(pages: list[str]) -> Iterator[str]:
    """Yield the pages of a command line, with those of a folder in its place."""
    for page in pages:
        if is_url(page) or not Path(page).is_dir():
            yield page
            continue
        found = sorted(path for path in Path(page).rglob("*") if path.suffix.lower() in PAGE_SUFFIXES)
        if not found:
            raise OptionError(f"{page}: no pages in this folder; their names end in {', '.join(sorted(PAGE_SUFFIXES))}")
        yield from map(str, found)


@dataclass(frozen=True, slots=True)
class _Studio:
    """A studio that runs, as a client sees it."""

    settings: "ServiceSettings"

    def address(self, path: str = "") -> str:
        """Return the address for a person: it begins a session."""
        from ..service.server import base_url

        return f"{base_url(self.settings)}/?token={self.settings.token}{path}"

    def post(self, path: str, body: bytes, media_type: str) -> Any:
        """Send something, and return the answer. Raises InputError with what the service says against it."""
        return self.send("POST", path, body, media_type)

    def ask(self, path: str, document: dict[str, Any], method: str = "POST") -> Any:
        """Send a document, and return the answer."""
        return self.send(method, path, json.dumps(document).encode(), "application/json")

    def send(self, method: str, path: str, body: bytes, media_type: str) -> Any:
        """Do the same by another method."""
        from http.client import HTTPConnection, HTTPException  # no other command needs it

        headers = {"Authorization": f"Bearer {self.settings.token}", "Content-Type": media_type}
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.settings.host, self.settings.host)  # noqa: S104
        connection = HTTPConnection(host, self.settings.port, timeout=_ANSWER_SECONDS)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            document = json.loads(answer.read())
        except (OSError, HTTPException, ValueError) as error:
            raise InputError(f"the studio does not answer: {error}") from error
        finally:
            connection.close()
        if answer.status >= 400:
            raise InputError(str(document.get("detail", answer.status)))
        return document


def _begin(studio: _Studio, pages: list[str], reading: Reading, bulk: Path | None, *, browser: bool) -> None:
    """Open pages, say where the studio is, and open it in the browser."""
    found = [page for page in (_open(studio, name, reading) for name in pages) if page is not None]
    address = studio.address(_place(studio, found, bulk))
    note(f"the studio is at {address} (Ctrl-C ends it)")
    if browser and not _show(address):
        note("no browser could be opened: follow the address above")


def _open(studio: _Studio, name: str, reading: Reading) -> str | None:
    """Store a page, and return its id. One that cannot be read is reported, and the others are still opened."""
    try:
        source = sources.read(name, reading)
        about = {"url": source.url, "name": None if is_url(name) else Path(name).name}
        query = urlencode({key: value for key, value in about.items() if value})
        media_type = f"text/html; charset={source.charset}" if source.charset else "text/html"
        page = str(studio.post(f"/v1/pages?{query}", source.data, media_type)["id"])
        if is_url(name):
            studio.ask(f"/v1/pages/{page}/resources", {})
        return page
    except (InputError, FetchError, OutputError) as error:
        complain(str(error) if name in str(error) else f"{sources.label(name)}: {error}")
        return None


def _place(studio: _Studio, pages: list[str], bulk: Path | None) -> str:
    """Return the place in the studio that is shown first: the run, the one page, or the list."""
    if bulk is not None:
        try:
            return f"#/runs/{studio.ask('/v1/runs', {'path': str(bulk.absolute())})['id']}"
        except RidgelineError as error:
            complain(f"--bulk: {error}")
    return f"#/pages/{pages[0]}" if len(pages) == 1 else ""


def _show(address: str) -> bool:
    import webbrowser  # no other command needs it

    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False
