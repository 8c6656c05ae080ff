"""Learn: leave-one-out before anything is kept, the pages that get worse, a second page that confirms, forget."""

import pytest
from playwright.sync_api import expect

from .pages import HOUSE, SITE, stories
from .running import Studio, Visit


@pytest.fixture(scope="module")
def pages(studio: Studio) -> list[str]:
    """Stored pages of one site."""
    return [studio.store(html, url) for url, html in stories()]


def corrected_keep(studio: Studio, page: str) -> list[int]:
    """What a person would keep: the story without the note of the publisher, which summit keeps."""
    structure = studio.structure(page)
    texts = zip(structure["passages"], structure["passage_texts"], strict=True)
    story = [range(*span) for span, text in texts if len(text) > 120 and HOUSE not in text]
    return [leaf for span in story for leaf in span]


def test_one_corrected_page_is_not_enough(visit: Visit, studio: Studio, pages: list[str]) -> None:
    visit.go(f"/sites/{SITE}")
    expect(visit.page.get_by_text("Nothing to learn from yet")).to_be_visible()
    studio.correct(pages[0], corrected_keep(studio, pages[0]))
    visit.go("/sites")
    visit.page.get_by_role("link", name=SITE).click()
    visit.page.get_by_role("button", name="Check: Rule").click()
    expect(visit.page.locator(".notice.fair")).to_contain_text("Not confirmed yet")
    visit.page.get_by_role("button", name="Keep it").click()
    expect(visit.page.get_by_role("dialog")).to_contain_text("What one page teaches can be wrong on the next.")
    visit.page.get_by_role("button", name="Cancel").click()
    assert next(one for one in studio.call("GET", "/v1/sites")["sites"] if one["site"] == SITE)["learnt"] == []


def test_two_pages_confirm_and_it_applies_to_a_third(visit: Visit, studio: Studio, pages: list[str]) -> None:
    for page in pages[:3]:
        studio.correct(page, corrected_keep(studio, page))
    visit.go(f"/sites/{SITE}")
    visit.page.get_by_role("button", name="Check: Rule").click()
    table = visit.page.get_by_role("region", name="Leave-one-out check")
    expect(table.locator("tbody tr")).to_have_count(4)
    expect(visit.page.locator(".notice.good")).to_have_text("No page gets worse.")
    before, after = table.locator("tr.total td").all_inner_texts()[:2]
    assert float(after) > float(before)
    visit.page.get_by_text("What would be written").click()
    expect(visit.page.locator(".source.boxed")).to_contain_text("almanac.example")
    visit.picture("learn")
    visit.page.get_by_role("button", name="Keep it").click()
    visit.says(f"Rule kept for {SITE}.")
    visit.page.get_by_text("Learnt and in use").wait_for()
    visit.open(pages[3])
    visit.wait_painted("kept", studio.call("GET", f"/v1/pages/{pages[3]}/extraction?sites=1")["keep"])
    assert HOUSE not in studio.call("GET", f"/v1/pages/{pages[3]}/extraction?sites=1")["formats"]["text"]


def test_it_is_forgotten(visit: Visit, studio: Studio, pages: list[str]) -> None:
    for page in pages[:3]:
        studio.correct(page, corrected_keep(studio, page))
    studio.call("POST", f"/v1/sites/{SITE}/learnt", b'{"kind": "template", "force": true}')
    visit.go(f"/sites/{SITE}")
    learnt = visit.page.get_by_role("region", name="Learnt").locator("tbody tr", has_text="Template")
    learnt.get_by_role("button", name="Forget").click()
    visit.page.get_by_role("dialog").get_by_role("button", name="Forget").click()
    visit.says("Forgotten.")
    kinds = next(one for one in studio.call("GET", "/v1/sites")["sites"] if one["site"] == SITE)["learnt"]
    assert "template" not in [one["kind"] for one in kinds]


def test_pages_that_get_worse_are_named(visit: Visit, studio: Studio) -> None:
    _, html = stories()[0]
    ids = [studio.store(html.replace("orchard", word), f"https://worse.example/{word}") for word in ("well", "mill")]
    studio.correct(ids[0], corrected_keep(studio, ids[0]))
    structure = studio.structure(ids[1])
    note = [span for span, text in zip(structure["passages"], structure["passage_texts"], strict=True) if HOUSE in text]
    studio.correct(ids[1], [leaf for span in note for leaf in range(*span)])  # the opposite of the other
    visit.go("/sites/worse.example")
    visit.page.get_by_role("button", name="Check: Adapted summit").click()
    visit.page.get_by_role("region", name="Leave-one-out check").wait_for()
    body = b'{"kind": "summit"}'
    worse = studio.call("POST", "/v1/sites/worse.example/check", body)["worse"]
    expect(visit.page.locator("tr.worse")).to_have_count(len(worse))
