"""Hostile pages in the studio: nothing of them runs, nothing is requested, nothing escapes its frame."""

import time

import pytest
from playwright.sync_api import BrowserContext, Page, Request

from .attacks import SAID, VECTORS, page
from .running import Studio, Visit

MODES = ("look", "compare", "correct", "read")
_FORMATS = ("Reading", "Markdown", "Text", "HTML", "JSON", "Details")


def look_everywhere(visit: Visit, stored: str) -> None:
    """Open a page in every mode and every form of its result."""
    visit.open(stored)
    for name in _FORMATS:
        visit.page.get_by_role("tab", name=name).click()
    visit.page.locator(".facts .chip").first.wait_for()
    for leaf in visit.frame.locator("rl-leaf").all()[:6]:
        leaf.dispatch_event("click")
    for mode in MODES[1:]:
        visit.go(f"/pages/{stored}/{mode}")
        visit.page.wait_for_selector(".pane-side .pane-bar")


@pytest.mark.parametrize("together", [tuple(VECTORS)[start : start + 10] for start in range(0, len(VECTORS), 10)])
def test_nothing_runs_and_nothing_is_requested(visit: Visit, studio: Studio, together: tuple[str, ...]) -> None:
    asked: list[str] = []
    visit.listen("request", lambda request: asked.append(request.url))
    visit.listen("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    visit.listen("popup", lambda popup: pytest.fail(f"a window: {popup.url}"))
    visit.page.evaluate("window.heard = []; addEventListener('message', (event) => heard.push(event.data))")
    html = page("".join(VECTORS[name] for name in together))
    stored = studio.store(html, f"https://evil.example/{together[0]}?q={SAID}#{SAID}", name=SAID)
    studio.correct(stored, [0, 1], annotator=SAID[:60])
    look_everywhere(visit, stored)
    for place in ("/", "/annotate", "/sites"):
        visit.go(place)
    assert [url for url in asked if not url.startswith(studio.url) and not url.startswith(("data:", "blob:"))] == []
    assert visit.page.evaluate("[window.ran, heard.filter((one) => typeof one !== 'object').length]") == [None, 0]
    assert len(visit.page.frames) <= 3
    assert visit.page.locator(".article script, .article [onerror], .article iframe, .article [style]").count() == 0
    assert visit.page.locator(".article a[href^=javascript], .article a[href^=data]").count() == 0


@pytest.mark.parametrize("name", VECTORS)
def test_each_alone_in_a_frame(studio: Studio, frames: Page, requests: list[Request], name: str) -> None:
    """The view itself, in the frame that the studio uses: all leaves are there, and no request leaves."""
    stored = studio.store(page(VECTORS[name]), f"https://evil.example/alone/{time.monotonic_ns()}")
    requests.clear()
    frames.evaluate("(source) => { window.ran = undefined; window.load(source); }", f"/v1/pages/{stored}/view?of=page")
    frames.wait_for_selector("iframe[data-ready=true]")
    assert [request.url for request in requests if not request.url.startswith(studio.url)] == []
    assert frames.evaluate("window.ran") is None
    assert frames.frames[1].evaluate("self.origin") == "null"


@pytest.fixture(scope="module")
def frames(studio: Studio, session: BrowserContext) -> Page:  # type: ignore[misc]
    """A window of the studio with one frame that views are loaded into."""
    opened = session.new_page()
    opened.goto(f"{studio.url}/#/bookmarklet")
    opened.evaluate("""async () => {
      const { PageFrame } = await import("/studio/frame.js");
      const frame = new PageFrame("A page");
      document.querySelector("main").replaceChildren(frame.element);
      window.load = (source) => frame.load(source);
    }""")
    yield opened
    opened.close()


@pytest.fixture
def requests(frames: Page) -> list[Request]:
    """The requests of that window, as they are made."""
    made: list[Request] = []
    frames.on("request", lambda request: made.append(request))
    return made


def test_other_windows_are_not_listened_to(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse, "correct")
    kept = studio.extraction(lighthouse)["keep"]
    visit.wait_painted("kept", kept)
    visit.page.evaluate("""() => {
      const other = document.createElement("iframe");
      document.body.append(other);
      for (const leaf of [0, 1, 2, 20, 21, 22]) {
        postMessage({ ridgeline: "click", leaf, node: 1, path: [] }, "*");
        other.contentWindow.parent.postMessage({ ridgeline: "click", leaf, node: 1, path: [] }, "*");
      }
    }""")
    visit.page.evaluate("new Promise((resolve) => setTimeout(resolve))")
    assert visit.painted("kept") == kept


def test_a_frame_that_lies_about_numbers_does_nothing(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse, "correct")
    kept = studio.extraction(lighthouse)["keep"]
    visit.wait_painted("kept", kept)
    visit.frame.evaluate("""() => {
      const lies = [-1, 1e9, "1", null, {}, [1]].map((leaf) => ({ ridgeline: "click", leaf, path: "x" }));
      lies.push(null, 5, "x", [], {}, { ridgeline: 7 }, { ridgeline: "region", leaves: "all" });
      for (const data of lies) parent.postMessage(data, "*");
    }""")
    visit.frame.evaluate("new Promise((resolve) => setTimeout(resolve))")
    assert visit.painted("kept") == kept
    assert visit.errors == []
