"""Snapshots in a browser: a page looks as it did on the web, without the web, and no request goes to strangers."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ..service.websites import Website, website
from .running import Studio, Visit
from .sites import SITES, files_of

LEAD = 'img[alt="The hills in the morning"]'


@pytest.fixture(params=["harbour-news"])
def site(request: pytest.FixtureRequest) -> Iterator[Website]:
    """A website that looks real."""
    with website(files_of(request.param)) as running:
        yield running


def open_address(visit: Visit, site: Website) -> None:
    visit.page.get_by_label("Address of a page").fill(f"{site.url}/")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")


def watch(visit: Visit) -> list[str]:
    """Return the addresses outside of the studio that are requested from now on."""
    strangers: list[str] = []

    def note(url: str) -> None:
        if not url.startswith((visit.studio.url, "data:", "blob:")):
            strangers.append(url)

    visit.listen("request", lambda request: note(request.url))
    return strangers


def natural_width(visit: Visit, selector: str) -> int:
    loaded = "one => one.complete && one.naturalWidth"
    visit.until(lambda: bool(visit.frame.eval_on_selector(selector, loaded)))
    return int(visit.frame.eval_on_selector(selector, "one => one.naturalWidth"))


@pytest.mark.parametrize("site", SITES, indirect=True)
def test_a_page_with_its_styles_and_pictures_and_no_request_to_strangers(visit: Visit, site: Website) -> None:
    strangers = watch(visit)
    open_address(visit, site)
    asked = len(site.asked)
    assert natural_width(visit, LEAD) == 1200
    assert natural_width(visit, 'img[alt="The valley"]') == 800
    assert visit.frame.eval_on_selector("main", "one => getComputedStyle(one).maxWidth") == "1060px"
    assert "/v1/files/" in visit.frame.eval_on_selector(".bar", "one => getComputedStyle(one).backgroundImage")
    expect(visit.page.locator(".lacks")).to_have_count(0)
    stored = visit.page.url.split("/pages/")[1].split("/")[0]
    for mode in ("compare", "correct", "read"):
        visit.open(stored, mode)
    assert strangers == []
    assert len(site.asked) == asked
    assert "/fonts/own.woff2" not in site.asked


def test_it_opens_without_the_web(visit: Visit) -> None:
    with website(files_of("rail-weekly")) as site:
        open_address(visit, site)
    address = visit.page.url
    visit.go("/")
    visit.page.goto(address)
    assert natural_width(visit, LEAD) == 1200


def test_a_real_browser_lays_it_out_with_its_styles_and_without_the_web(visit: Visit) -> None:
    with website(files_of("rail-weekly")) as site:
        open_address(visit, site)
    visit.page.locator(".pane-page summary", has_text="View").click()
    visit.page.get_by_label("As a real browser laid it out").check()
    visit.until(lambda: "rendered=1" in (visit.page.locator(".pane-page iframe").get_attribute("src") or ""))
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]", timeout=60_000)
    visit.frame.wait_for_selector("rl-leaf.rl-kept", state="attached")
    width, left, scale = visit.frame.evaluate(
        """() => [document.querySelector('rl-leaf[aria-label="The hills in the morning"]'),
          document.querySelector("rl-box")].map((one) => one.offsetWidth).concat(innerWidth / 1280)"""
    )
    assert width == 722  # of the column beside the aside, which the style sheets give it
    assert left == 1280
    assert visit.frame.evaluate("Number(document.body.style.zoom)") == pytest.approx(scale, abs=0.02)
    assert visit.frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.picture("laid-out")


def test_pictures_on_demand(visit: Visit, site: Website) -> None:
    visit.page.get_by_label("Pictures").select_option("demand")
    open_address(visit, site)
    expect(visit.page.locator(".lacks")).to_contain_text("Shown without 3 pictures (not loaded yet).")
    assert not [path for path in site.asked if path.startswith("/images")]
    visit.page.get_by_role("button", name="Load").click()
    expect(visit.page.locator(".lacks")).to_have_count(0)
    assert natural_width(visit, LEAD) == 1200


def test_never_is_never(visit: Visit, site: Website) -> None:
    visit.page.get_by_label("Pictures").select_option("never")
    open_address(visit, site)
    visit.page.locator(".facts .chip").first.wait_for()
    expect(visit.page.locator(".lacks")).to_have_count(0)
    assert not [path for path in site.asked if path.startswith("/images")]


def test_a_page_without_its_styles_says_why(visit: Visit, site: Website, studio: Studio) -> None:
    del site.files["/css/main.css"]
    open_address(visit, site)
    expect(visit.page.locator(".lacks")).to_contain_text("without 1 style sheet")
    expect(visit.page.locator(".lacks")).to_contain_text("main.css: the server answers 404 Not Found")


def test_the_reader_shows_the_pictures(visit: Visit, site: Website) -> None:
    strangers = watch(visit)
    open_address(visit, site)
    visit.press("4")
    picture = visit.page.locator(f".article {LEAD}")
    visit.until(lambda: bool(picture.evaluate("one => one.naturalWidth")))
    assert strangers == []
