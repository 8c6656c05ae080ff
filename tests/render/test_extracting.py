"""Which pages are rendered when they are extracted, and what is kept of them."""

import subprocess
import sys
from typing import Any

import pytest

import ridgeline
from ridgeline import Limits, Page, Status
from ridgeline.errors import OptionError, RenderError
from ridgeline.page import DEFAULT_LIMITS
from ridgeline.pipeline import Pipeline
from ridgeline.render import Rendered, Renderer, RenderMode, shared_renderer

from ..browsers import need_browser

ARTICLE = (
    "<article><h1>Harbour</h1>" + "<p>The harbour was rebuilt after the storm of last winter.</p>" * 8 + "</article>"
)
SHELL = "<title>App</title><div id=root></div><script src=app.js></script>"
BLOCKED = "<title>Access denied</title><p>You have been blocked. Please verify you are human to continue."
BUILDING = f"<div id=root></div><script>document.getElementById('root').innerHTML = `{ARTICLE}`</script>"
SHOWN = "this is what the page shows in a browser"


class Fake(Renderer):
    """A browser that shows the same for every page."""

    def __init__(self, shown: str | RenderError, mode: RenderMode = "auto") -> None:
        super().__init__(mode)
        self.shown = shown
        self.pages: list[Page] = []

    def render(self, page: Page, limits: Limits = DEFAULT_LIMITS, wait_for: str | None = None) -> Rendered:
        self.pages.append(page)
        if isinstance(self.shown, RenderError):
            raise self.shown
        return Rendered(ridgeline.parse(self.shown, limits=limits), ("a remark",))


def test_auto_renders_shells_alone() -> None:
    fake = Fake(ARTICLE)
    extraction = ridgeline.extract(SHELL, render=fake)
    assert extraction.status is Status.OK
    assert extraction.text.startswith("The harbour")
    assert extraction.remarks == (SHOWN, "a remark")
    assert len(fake.pages) == 1
    for html in (ARTICLE, f"<script>run()</script>{ARTICLE}", BLOCKED, "", "%PDF-1.7 not a page"):
        assert ridgeline.extract(html, render=fake).remarks in [
            (),
            (Status.BLOCKED.meaning,),
            ("a PDF document, not a web page",),
        ]
    assert len(fake.pages) == 1


def test_always_renders_every_page() -> None:
    fake = Fake(ARTICLE, "always")
    for html in (SHELL, "<p>other", BLOCKED, ""):
        assert ridgeline.extract(html, render=fake).text.startswith("The harbour")
    assert len(fake.pages) == 4
    ridgeline.extract("%PDF-1.7 not a page", render=fake)
    assert len(fake.pages) == 4


@pytest.mark.parametrize(
    ("stored", "shown", "status", "is_shown"),
    [
        (ARTICLE, BLOCKED, Status.OK, False),
        (ARTICLE, SHELL, Status.OK, False),
        (ARTICLE, "", Status.OK, False),
        (ARTICLE, f"<p>First.</p>{ARTICLE}", Status.OK, True),
        (SHELL, BLOCKED, Status.BLOCKED, True),
        (SHELL, SHELL, Status.SHELL, False),
        (SHELL, "", Status.SHELL, False),
        (BLOCKED, "", Status.BLOCKED, False),
    ],
)
def test_the_better_is_kept(stored: str, shown: str, status: Status, is_shown: bool) -> None:
    extraction = ridgeline.extract(stored, render=Fake(shown, "always"))
    assert extraction.status is status
    assert extraction.remarks[:2] == (SHOWN if is_shown else "the page shows no more in a browser", "a remark")
    assert extraction.remarks[2:] == ((status.meaning,) if status is Status.BLOCKED else ())
    assert extraction.page.source == (shown if is_shown else stored)


def test_a_page_that_cannot_be_rendered_is_extracted_as_it_is() -> None:
    extraction = ridgeline.extract(SHELL, render=Fake(RenderError("https://example.org/: the browser gave up")))
    assert extraction.status is Status.SHELL
    assert extraction.remarks == ("the page could not be rendered: https://example.org/: the browser gave up",)


def test_selectors_and_limits_apply_to_what_is_shown() -> None:
    extraction = ridgeline.extract(SHELL, select="h1", render=Fake(ARTICLE), limits=Limits(characters=300))
    assert extraction.text == "Harbour"
    assert extraction.page.cuts == {"characters"}


def test_every_extractor_takes_a_rendered_page() -> None:
    extraction = Pipeline(ridgeline.load("everything"), renderer=Fake(ARTICLE)).extract_page(ridgeline.parse(SHELL))
    assert extraction.text.startswith("Harbour")


def test_a_wrong_mode() -> None:
    wrong: Any = "sometimes"
    with pytest.raises(OptionError, match="render is 'auto' or 'always', not 'sometimes'"):
        ridgeline.extract(SHELL, render=wrong)


def test_the_browser_of_the_process() -> None:
    need_browser()
    shared = shared_renderer("auto")
    assert ridgeline.extract(ARTICLE, render="auto").remarks == ()
    assert shared.starts == 0
    try:
        extraction = ridgeline.extract(BUILDING, render="auto")
        assert (extraction.status, extraction.remarks) == (Status.OK, (SHOWN,))
        assert "The harbour was rebuilt" in extraction.text
        assert shared.starts == 1
    finally:
        shared.close()


def test_the_browser_is_imported_only_on_demand() -> None:
    code = "import sys, ridgeline; ridgeline.extract('<p>x'); print([name for name in sys.modules if 'render' in name])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
