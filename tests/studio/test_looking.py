"""Look: the kept area on the page, the result beside it, links between the two, heat, and why."""

import pytest
from playwright.sync_api import expect

from .pages import awkward
from .running import Studio, Visit

FIRST = "For thirty-one winters"
SECOND = "The light was switched off"


def test_the_kept_area_is_tinted(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse)
    kept = studio.extraction(lighthouse)["keep"]
    visit.wait_painted("kept", kept)
    assert set(visit.painted("dropped")).isdisjoint(kept)
    visit.reading.wait_for_selector(f"text={SECOND}")
    visit.frame.hover(f"text={FIRST}")
    visit.page.locator(".why .chip", has_text="kept").wait_for()
    visit.picture("look")


def test_facts_in_words(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse)
    facts = visit.page.locator(".facts")
    expect(facts).to_contain_text("content found")
    expect(facts).to_contain_text("sure")
    expect(facts).to_contain_text("Article")
    expect(facts).to_contain_text("Mara Ellingsen")
    visit.page.get_by_role("tab", name="Details").click()
    details = visit.page.locator(".details")
    expect(details).to_contain_text("Content was found.")
    expect(details).to_contain_text("expected word F1")


@pytest.mark.parametrize(("name", "expected"), [("HTML", "<p>For thirty-one winters"), ("JSON", '"text"')])
def test_sources(visit: Visit, lighthouse: str, name: str, expected: str) -> None:
    visit.open(lighthouse)
    visit.page.get_by_role("tab", name=name).click()
    assert expected in visit.page.locator("pre.source").inner_text()


@pytest.mark.parametrize("name", ["Markdown", "Text"])
def test_a_click_on_a_passage_shows_it_on_the_other_side(visit: Visit, lighthouse: str, name: str) -> None:
    visit.open(lighthouse)
    visit.page.get_by_role("tab", name=name).click()
    visit.frame.click(f"text={SECOND}")
    marked = visit.page.locator(".passage.marked")
    expect(marked).to_have_count(1)
    assert marked.inner_text().startswith(SECOND)
    visit.page.locator(".passage", has_text=FIRST).click()
    chosen = visit.frame.locator(".rl-outline-selection").first
    chosen.wait_for()
    assert chosen.inner_text().startswith(FIRST)


def test_the_same_in_the_reading_view(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse)
    visit.reading.click(f"text={SECOND}")
    visit.frame.locator(".rl-outline-selection", has_text=SECOND).wait_for()
    visit.frame.click(f"text={FIRST}")
    visit.reading.locator(".rl-outline-selection", has_text=FIRST).wait_for()


def test_offsets_survive_characters_that_take_two_units(visit: Visit, studio: Studio) -> None:
    visit.open(studio.store(awkward()["emoji"], name="emoji.html"))
    visit.page.get_by_role("tab", name="Text").click()
    texts = visit.page.locator(".passage").all_inner_texts()
    assert [text for text in texts if text.startswith("Boat number 6 left") and text.endswith("before the fog.")]


def test_heat_and_reasons(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse)
    visit.press("h")
    visit.until(lambda: len(visit.painted("heat")) == studio.extraction(lighthouse)["leaves"])
    visit.frame.hover("text=Most read")
    dropped = visit.page.locator(".why .chip", has_text="dropped")
    dropped.wait_for()
    assert "likely content" in dropped.inner_text()
    assert visit.page.locator(".reasons li").count() >= 2
    visit.picture("heat")
    visit.press("h")
    visit.until(lambda: visit.painted("heat") == [])


def test_options_change_the_answer(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse)
    visit.page.locator(".pane-side summary", has_text="Options").click()
    visit.page.get_by_label("Extractor").select_option("everything")
    everything = studio.call("GET", f"/v1/pages/{lighthouse}/extraction?extractor=everything")["keep"]
    visit.wait_painted("kept", everything)
    visit.frame.hover(f"text={FIRST}")


def test_as_a_real_browser_lays_it_out(visit: Visit, studio: Studio, lighthouse: str) -> None:
    visit.open(lighthouse)
    visit.page.locator(".pane-page summary", has_text="View").click()
    visit.page.get_by_label("As a real browser laid it out").check()
    visit.until(lambda: "rendered=1" in (visit.page.locator(".pane-page iframe").get_attribute("src") or ""))
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]", timeout=60_000)
    visit.wait_painted("kept", studio.extraction(lighthouse)["keep"])


def test_the_result_follows_the_theme(visit: Visit, lighthouse: str) -> None:
    visit.open(lighthouse)
    visit.reading.wait_for_selector(f"text={SECOND}")
    visit.press("Shift+t")
    visit.reading.wait_for_selector("html.rl-dark", state="attached")
    visit.press("Shift+t")
    visit.reading.wait_for_selector("html:not(.rl-dark)", state="attached")


def test_a_page_without_content_says_why(visit: Visit, studio: Studio) -> None:
    visit.open(studio.store(awkward()["empty"], name="empty.html"))
    visit.page.get_by_role("tab", name="Text").click()
    expect(visit.page.get_by_role("heading", name="No content")).to_be_visible()
    expect(visit.page.locator(".facts .chip").first).not_to_have_text("content found")
