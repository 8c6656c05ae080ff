"""Accessibility: axe finds nothing serious on any view in both themes; keyboard; narrow windows; the policy."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from .pages import awkward, stories
from .running import NARROW, Studio, Visit

PLACES = ("/", "/feeds", "/annotate", "/sites", "/sites/axe.example", "/runs", "/bookmarklet")
MODES = ("look", "compare", "correct", "read")


def violations(visit: Visit) -> list[str]:
    """What axe finds that is serious or worse."""
    report = Axe().run(visit.page).response["violations"]
    return [
        f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:160]})"
        for one in report
        if one["impact"] in ("serious", "critical")
    ]


@pytest.fixture(scope="module")
def corrected(studio: Studio) -> str:
    """A page with a correction, so that its site has something to learn; with a tag, a note, and a missing style."""
    url, html = stories()[1]
    page = studio.store(
        html.replace("</head>", "<link rel=stylesheet href=/x.css></head>"), url.replace("almanac", "axe")
    )
    studio.correct(page, studio.extraction(page)["keep"][:2])
    studio.call("PUT", f"/v1/pages/{page}/reading", b'{"tags": ["bridges"]}')
    studio.call("POST", f"/v1/pages/{page}/highlights", b'{"exact": "night train", "note": "Which one?"}')
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, corrected: str, theme: str) -> None:
    visit.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    expect(visit.page.locator("html")).to_have_attribute("data-theme", theme)
    found = {}
    for place in PLACES:
        visit.go(place)
        found[place] = violations(visit)
    for mode in MODES:
        visit.open(corrected, mode)
        visit.page.locator(".notes" if mode == "read" else ".lacks").wait_for()
        found[mode] = violations(visit)
        if theme == "dark":
            visit.picture(f"{mode}-dark")
    visit.press("?")
    found["help"] = violations(visit)
    visit.press("Escape")
    visit.press("Control+k")
    visit.page.get_by_role("combobox").wait_for()
    found["palette"] = violations(visit)
    assert {place: serious for place, serious in found.items() if serious} == {}


def test_axe_in_a_narrow_window(visit: Visit, corrected: str) -> None:
    visit.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    found = []
    for place in PLACES:
        visit.go(place)
        found += violations(visit)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0], place
    for mode in MODES:
        visit.go(f"/pages/{corrected}/{mode}")
        visit.page.wait_for_selector(".pane-side .pane-bar", state="attached")
        found += violations(visit)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0], mode
    assert found == []


WIDE_TABLE = "<table><caption>Hours</caption>{}</table>".format(
    f"<tr>{''.join(f'<td>{number} hours of work</td>' for number in range(20))}</tr>" * 4
)


def test_a_phone(browser: Browser, studio: Studio) -> None:
    """Reading, highlighting and searching by thumb; no talk of keys; a wide table scrolls in its box."""
    url, html = stories()[1]
    page = studio.store(html.replace("</article>", f"{WIDE_TABLE}</article>"), url.replace("almanac", "phone"))
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    visit = Visit(studio, context.new_page())
    visit.page.goto(studio.entrance)
    for mode in MODES:
        visit.go(f"/pages/{page}/{mode}")
        visit.page.wait_for_selector(".pane-side .pane-bar", state="attached")
        assert not re.search(r"\bpress\b|\b(J|K|Space)\b|\bkeys?\b", visit.page.locator("main").inner_text()), mode
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 390, mode
        assert violations(visit) == [], mode
    table = visit.page.locator(".article table")
    assert table.evaluate("one => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto'")
    visit.page.evaluate(
        "getSelection().selectAllChildren(document.querySelector('.article p'))"
    )  # as a long press and its handles do
    button = visit.page.get_by_role("button", name="Highlight")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] > 700  # where a thumb is
    assert box["height"] >= 32
    button.tap()
    expect(visit.page.locator("mark.highlight").first).to_be_visible()
    visit.go("/")
    visit.page.get_by_label("Find among the pages").fill("hours of work")
    visit.page.locator(".page-link").first.tap()
    visit.page.wait_for_selector(f'main[data-place="/pages/{page}"]')
    assert visit.errors == []
    context.close()


def test_twice_the_size(visit: Visit, corrected: str) -> None:
    """A window of 1360 pixels at 200 % has 680 of its own."""
    visit.page.set_viewport_size({"width": 680, "height": 430})
    for place in (*PLACES, *(f"/pages/{corrected}/{mode}" for mode in MODES)):
        visit.go(place)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 680, place
        assert violations(visit) == [], place


def test_panes_become_tabs(visit: Visit, lighthouse: str) -> None:
    visit.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    visit.go(f"/pages/{lighthouse}")
    expect(visit.page.locator(".pane-page")).to_be_visible()
    expect(visit.page.locator(".pane-side")).to_be_hidden()
    visit.page.get_by_role("radio", name="Result").click()
    expect(visit.page.locator(".pane-side")).to_be_visible()
    expect(visit.page.locator(".pane-page")).to_be_hidden()
    visit.picture("narrow")


@pytest.mark.parametrize("name", ["long", "wide", "arabic", "chinese"])
def test_awkward_titles_keep_the_layout(visit: Visit, studio: Studio, name: str) -> None:
    stored = studio.store(awkward()[name], name=f"{name}.html")
    for size in ({"width": NARROW[0], "height": NARROW[1]}, {"width": 1100, "height": 700}):
        visit.page.set_viewport_size(size)  # type: ignore[arg-type]
        for place in ("/", f"/pages/{stored}/correct", f"/pages/{stored}/read"):
            visit.go("/runs")
            visit.go(place)
            if place != "/":
                visit.page.wait_for_selector(".pane-side .pane-bar", state="attached")
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= size["width"], place


def test_the_theme_is_switched_and_stays(visit: Visit) -> None:
    visit.page.get_by_role("button", name="Dark colours").click()
    expect(visit.page.locator("html")).to_have_attribute("data-theme", "dark")
    visit.page.reload()
    expect(visit.page.locator("html")).to_have_attribute("data-theme", "dark")
    visit.picture("open-dark")


def test_the_keys_are_listed(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse, "correct")
    visit.press("?")
    dialog = visit.page.get_by_role("dialog", name="Keyboard")
    for title in ("Next passage", "Grow to the element around", "Undo", "Save", "Find a page or a command"):
        expect(dialog.get_by_text(title, exact=True)).to_be_visible()
    visit.picture("keyboard")
    visit.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_documented_keys_exist(visit: Visit, lighthouse: str) -> None:
    document = (Path(__file__).parents[2] / "docs" / "studio.md").read_text(encoding="utf-8")
    for mode in MODES:
        visit.open(lighthouse, mode)
        visit.press("?")
        for title in visit.page.locator(".keys dt").all_inner_texts():
            assert title in document
        visit.press("Escape")


def test_messages_are_heard(visit: Visit) -> None:
    region = visit.page.locator("#toasts")
    expect(region).to_have_attribute("role", "status")
    expect(region).to_have_attribute("aria-live", "polite")


def test_a_lost_session_says_so(visit: Visit) -> None:
    visit.page.route("**/v1/sites", lambda route: route.fulfill(status=401, body="{}"))
    visit.page.goto(f"{visit.studio.url}/#/sites")
    expect(visit.page.get_by_role("alert")).to_contain_text("This session is over.")
