"""One studio and one browser for all tests of this folder; a fresh window for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from ..browsers import need_browser
from .pages import LIGHTHOUSE
from .running import WIDE, Studio, Visit, run_browser, run_studio


@pytest.fixture(scope="package")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio that was started with a page."""
    need_browser()
    with run_studio(tmp_path_factory.mktemp("studio"), str(LIGHTHOUSE), "no-such-page.html") as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A browser."""
    need_browser()
    with run_browser() as running:
        yield running


@pytest.fixture(scope="package")
def session(studio: Studio, browser: Browser) -> Iterator[BrowserContext]:
    """A session in the studio; its windows share what the browser has loaded."""
    context = browser.new_context(
        viewport={"width": WIDE[0], "height": WIDE[1]},
        reduced_motion="reduce",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.new_page().goto(studio.entrance)
    yield context
    context.close()


@pytest.fixture
def visit(studio: Studio, session: BrowserContext, tidy: None) -> Iterator[Visit]:
    """A fresh visit to the studio, in the first window of the session. No script of the studio fails in it."""
    opened = Visit(studio, session.pages[0])
    opened.page.goto(studio.url)
    opened.page.wait_for_selector("main[data-place]")
    yield opened
    opened.end()
    assert opened.errors == []


@pytest.fixture(scope="module")
def tidy(studio: Studio) -> Iterator[None]:
    """Remove what the tests of a module opened: lists stay short, and modules do not see each other's pages."""
    yield
    for page in studio.call("GET", "/v1/pages?limit=500")["pages"]:
        if page["name"] != LIGHTHOUSE.name:
            studio.call("DELETE", f"/v1/pages/{page['id']}")


@pytest.fixture(scope="package")
def lighthouse(studio: Studio) -> str:
    """The page that the studio was started with."""
    return studio.store(LIGHTHOUSE.read_text(encoding="utf-8"), name="lighthouse.html")


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    """A folder for files that the studio gives out."""
    return tmp_path
