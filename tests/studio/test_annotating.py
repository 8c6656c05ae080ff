"""Annotate: the queue, progress, keyboard alone, a second annotator, agreement, export."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ridgeline.cli import main

from .pages import stories
from .running import WIDE, Studio, Visit, run_studio


@pytest.fixture(scope="module")
def queue(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> "tuple[Studio, list[str]]":  # type: ignore[misc]
    """A studio with a queue of its own."""
    with run_studio(tmp_path_factory.mktemp("queue")) as running:
        yield running, [running.store(html, url) for url, html in stories()]


@pytest.fixture
def annotator(queue: tuple[Studio, list[str]], browser: Browser) -> "Visit":  # type: ignore[misc]
    """A window in that studio."""
    context = browser.new_context(viewport={"width": WIDE[0], "height": WIDE[1]}, reduced_motion="reduce")
    visit = Visit(queue[0], context.new_page())
    visit.page.goto(queue[0].entrance)
    visit.page.wait_for_selector("main[data-place]")
    yield visit
    context.close()
    assert visit.errors == []


def annotate(visit: Visit, name: str, pages: int) -> None:
    """Go through pages by keyboard alone: drop the first kept passage of each, save, go on."""
    visit.press("a")
    visit.page.get_by_role("heading", name="Annotate", exact=True).wait_for()
    field = visit.page.get_by_label("Your name")
    if field.input_value() != name:
        field.fill(name)
        visit.press("Enter")
        visit.page.get_by_text(f"by {name}").first.wait_for()
    field.blur()
    visit.press("Enter")
    for done in range(pages):
        progress = visit.page.locator(".queue-progress", has_text=f"{done} of 4 done by {name}")
        progress.wait_for()
        visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
        visit.press("n", "d")
        expect(visit.page.locator(".pane-side [role=status]")).to_contain_text("not saved")
        if done == 0:
            visit.picture("annotate")
        visit.press("Enter")


def test_a_queue_by_keyboard_alone(annotator: Visit, queue: tuple[Studio, list[str]], tmp_path: Path) -> None:
    studio, pages = queue
    annotate(annotator, "ada", 4)
    annotator.says("That was the last page.")
    annotator.page.get_by_text("All done").wait_for()
    annotator.picture("annotate-done")
    assert all("ada" in studio.corrections(page) for page in pages)
    with annotator.page.expect_download() as waiting:
        annotator.page.get_by_role("link", name="Export mine").click()
    data = tmp_path / "mine.jsonl"
    waiting.value.save_as(data)
    records = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines()]
    assert len(records) == 4
    assert all(record["html"] and record["text"] for record in records)
    assert main(["eval", "summit", "--data", str(data), "--json", str(tmp_path / "report.json")]) == 0


def test_a_second_annotator_and_agreement(annotator: Visit, queue: tuple[Studio, list[str]]) -> None:
    studio, pages = queue
    for page in pages:
        studio.correct(page, studio.extraction(page)["keep"], "ada")
    annotate(annotator, "grace", 2)
    annotator.page.locator(".queue-progress", has_text="2 of 4 done by grace").wait_for()
    annotator.go("/annotate")
    row = annotator.page.get_by_role("region", name="Agreement of annotators").locator("tbody tr")
    expect(row).to_have_count(1)
    cells = row.locator("td").all_inner_texts()
    assert cells[:3] == ["ada", "grace", "2"]
    assert 0 < float(cells[3]) < 1


def test_the_least_certain_come_first(annotator: Visit, queue: tuple[Studio, list[str]]) -> None:
    studio, _ = queue
    annotator.go("/annotate")
    annotator.page.get_by_label("Your name").fill("nobody")
    annotator.press("Enter")
    annotator.page.get_by_text("0 of 4 pages done").wait_for()
    shown = [link.get_attribute("href") for link in annotator.page.locator(".page-list .page-link").all()]
    first = studio.call("GET", "/v1/annotation/queue?order=least-certain&annotator=nobody")["pages"]
    assert shown == [f"#/annotate/{page['id']}" for page in first]
    assert [page["confidence"] for page in first] == sorted(page["confidence"] for page in first)


def test_a_page_is_skipped(annotator: Visit) -> None:
    annotator.go("/annotate")
    annotator.page.get_by_label("Your name").fill("skipper")
    annotator.press("Enter")
    annotator.page.get_by_text("by skipper").first.wait_for()
    annotator.page.get_by_role("button", name="Begin").click()
    annotator.page.locator(".queue-progress").wait_for()
    first = annotator.page.url
    annotator.press("x")
    annotator.until(lambda: annotator.page.url not in (first, f"{annotator.studio.url}/#/annotate"))
