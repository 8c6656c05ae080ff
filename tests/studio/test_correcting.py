"""Correct: click, drag, grow, shrink, undo, redo, all by keyboard too; saved as corrections with their labels."""

import pytest
from playwright.sync_api import expect

from .pages import HOUSE, stories
from .running import Studio, Visit


@pytest.fixture
def story(studio: Studio, request: pytest.FixtureRequest) -> str:
    """A page of its own for each test."""
    url, html = stories()[0]
    name = request.node.name
    return studio.store(
        html.replace("The orchard that grew back", f"The orchard that grew back: {name}"), f"{url}/{name}"
    )


def leaves_with(studio: Studio, page: str, text: str) -> list[int]:
    """The leaves whose passage has a text."""
    structure = studio.structure(page)
    return [
        leaf
        for (first, end), passage in zip(structure["passages"], structure["passage_texts"], strict=True)
        if text in passage
        for leaf in range(first, end)
    ]


def test_a_click_drops_and_takes(visit: Visit, studio: Studio, story: str) -> None:
    kept = studio.extraction(story)["keep"]
    house = leaves_with(studio, story, HOUSE)
    text = leaves_with(studio, story, "Nobody in the valley")
    visit.open(story, "correct")
    visit.wait_painted("kept", kept)
    visit.frame.click("text=Nobody in the valley")
    visit.wait_painted("kept", sorted({*kept} - {*text}))
    visit.frame.click("text=Nobody in the valley")
    visit.wait_painted("kept", kept)
    visit.frame.click(f"text={HOUSE} receive")
    changed = sorted({*kept} ^ {house[0]})
    visit.wait_painted("kept", changed)
    visit.page.get_by_role("button", name="Save", exact=True).click()
    visit.says("Saved.")
    assert studio.corrections(story) == {"me": changed}


def test_undo_and_redo(visit: Visit, studio: Studio, story: str) -> None:
    kept = studio.extraction(story)["keep"]
    visit.open(story, "correct")
    visit.frame.click("text=Nobody in the valley")
    visit.wait_painted("kept", sorted({*kept} - {*leaves_with(studio, story, "Nobody in the valley")}))
    visit.press("Control+z")
    visit.wait_painted("kept", kept)
    visit.press("Control+y")
    visit.until(lambda: visit.painted("kept") != kept)
    visit.press("u")
    visit.wait_painted("kept", kept)
    expect(visit.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()


def test_a_region_is_dragged_over(visit: Visit, studio: Studio, story: str) -> None:
    kept = studio.extraction(story)["keep"]
    house = leaves_with(studio, story, HOUSE)
    visit.open(story, "correct")
    visit.page.get_by_role("radio", name="Drag drops").click()
    house_note = visit.frame.locator(".house")
    house_note.scroll_into_view_if_needed()
    box = house_note.bounding_box()
    assert box is not None
    visit.page.mouse.move(box["x"] + 4, box["y"] + 4)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visit.page.mouse.move(box["x"] + box["width"] - 4, box["y"] + box["height"] - 4)
    visit.picture("region")
    visit.page.mouse.up()
    visit.says("2 passages dropped.")
    visit.wait_painted("kept", sorted({*kept} - {*house}))
    visit.page.locator(".toast button", has_text="Undo").click()
    visit.wait_painted("kept", kept)


def test_everything_by_keyboard(visit: Visit, studio: Studio, story: str) -> None:
    house = leaves_with(studio, story, HOUSE)
    kept = studio.extraction(story)["keep"]
    visit.open(story, "correct")
    for _ in range(40):
        visit.press("j")
        if HOUSE in (visit.page.locator(".passages li.marked").first.text_content() or ""):
            break
    visit.press("]")  # the note around the passage
    expect(visit.page.locator(".selected")).to_contain_text("<div> with 2 passages")
    visit.press("]")  # the article around that
    expect(visit.page.locator(".selected")).to_contain_text("<article>")
    visit.press("[")
    expect(visit.page.locator(".selected")).to_contain_text("<div> with 2 passages")
    visit.press("d")
    visit.wait_painted("kept", sorted({*kept} - {*house}))
    visit.picture("correct")
    visit.press("t")
    visit.wait_painted("kept", sorted({*kept} | {*house}))
    visit.press("Space")
    visit.wait_painted("kept", sorted({*kept} - {*house}))
    visit.press("s")
    visit.says("Saved.")
    assert studio.corrections(story)["me"] == sorted({*kept} - {*house})


def test_keys_work_while_the_page_has_the_focus(visit: Visit, studio: Studio, story: str) -> None:
    kept = studio.extraction(story)["keep"]
    visit.open(story, "correct")
    visit.frame.click("text=Nobody in the valley")
    visit.until(lambda: visit.painted("kept") != kept)
    assert visit.page.evaluate("document.activeElement.tagName") == "IFRAME"
    visit.press("u")
    visit.wait_painted("kept", kept)


def test_labels_of_the_paper(visit: Visit, studio: Studio, story: str) -> None:
    kept = studio.extraction(story)["keep"]
    house = leaves_with(studio, story, HOUSE)
    studio.correct(story, sorted({*kept} - {*house}))
    labels = studio.call("GET", f"/v1/pages/{story}/labels?annotator=me")["labels"]
    rows = studio.structure(story)["leaves"]
    visit.open(story, "correct")
    visit.page.get_by_role("button", name="Labels", exact=True).click()
    for style, value in (("positive", 1), ("negative", -1), ("neutral", 0)):
        visit.wait_painted(style, [leaf for leaf, row in enumerate(rows) if labels[row] == value])
    visit.picture("labels")


def test_what_is_not_saved_survives_another_view(visit: Visit, studio: Studio, story: str) -> None:
    kept = studio.extraction(story)["keep"]
    visit.open(story, "correct")
    visit.frame.click("text=Nobody in the valley")
    visit.until(lambda: visit.painted("kept") != kept)
    changed = visit.painted("kept")
    visit.press("1")
    visit.page.get_by_role("tab", name="Reading").wait_for()
    visit.press("3")
    visit.page.locator(".passages").wait_for()
    visit.wait_painted("kept", changed)
    expect(visit.page.locator(".pane-side [role=status]")).to_contain_text("not saved")


def test_the_corrected_page_is_shown_and_clipped(visit: Visit, studio: Studio, story: str) -> None:
    house = leaves_with(studio, story, HOUSE)
    studio.correct(story, house)
    visit.open(story)
    visit.wait_painted("kept", house)
    visit.press("4")
    expect(visit.page.locator(".article")).to_contain_text(HOUSE)
    expect(visit.page.locator(".article")).not_to_contain_text("Nobody in the valley")
