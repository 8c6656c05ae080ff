"""A bulk run at a glance: counts, histogram, sites, types, slowest, errors; a click opens a page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, expect

from ridgeline.cli import main

from .pages import golden
from .running import Studio, Visit

NAMES = (
    *("news-article", "recipe", "forum-thread", "product-shop", "captcha", "spa-shell-empty", "glossary"),
    *("forum-quotes", "news-live-blog", "product-software", "listing-jobs", "listing-events", "table-scores"),
)
PAGES = len(NAMES) + 1


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of a bulk run over a few pages, one of which is none."""
    folder = tmp_path_factory.mktemp("bulk") / "crawl"
    folder.mkdir()
    pages = [{"url": f"https://{name.partition('-')[0]}.example/{name}", "html": golden(name)} for name in NAMES]
    pages.append({"url": "https://news.example/picture", "html": "\x89PNG\r\n"})
    data = folder / "pages.jsonl"
    data.write_text("".join(json.dumps(page) + "\n" for page in pages), encoding="utf-8")
    fields = "id,url,source,offset,status,error,title,page_type,confidence,seconds,text"
    assert main(["bulk", str(data), "--output", str(folder / "out"), "--fields", fields]) == 0
    return folder / "out"


def test_a_run_at_a_glance(visit: Visit, studio: Studio, run: Path) -> None:
    visit.go("/runs")
    visit.page.get_by_label("Output folder of a run").fill(str(run))
    visit.press("Enter")
    visit.page.get_by_role("heading", name="Kinds of page").wait_for()
    expect(visit.page.locator(".view-head")).to_contain_text(f"{PAGES} pages")
    expect(visit.page.locator("svg.histogram")).to_be_visible()
    visit.picture("run")
    rows = visit.page.get_by_role("region", name="Pages of the run").locator("tbody tr")
    expect(rows).to_have_count(PAGES)
    statuses = visit.page.get_by_role("list", name="Pages by status")
    statuses.get_by_role("button", name="Blocked").click()
    expect(rows).to_have_count(1)
    visit.page.get_by_role("button", name="All again, not only blocked").click()
    expect(rows).to_have_count(PAGES)
    visit.page.get_by_label("Order").select_option("slowest")
    expect(rows).to_have_count(PAGES)


def test_a_row_opens_its_page(visit: Visit, studio: Studio, run: Path) -> None:
    visit.go("/runs")
    visit.page.get_by_label("Output folder of a run").fill(str(run))
    visit.press("Enter")
    rows = visit.page.get_by_role("region", name="Pages of the run")
    asked: list[str] = []

    def confirm(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.accept()

    visit.page.on("dialog", confirm)
    rows.get_by_role("button", name="Harbour ferry to return").click()
    visit.page.wait_for_selector(".pane-page iframe[data-ready=true]")
    expect(visit.page.locator("h1")).to_contain_text("Harbour ferry to return")
    assert len(asked) == 1
    assert asked[0].startswith("Open this file of your machine?\n\n/")


def test_a_folder_that_is_no_run_is_one_sentence(visit: Visit, tmp_path: Path) -> None:
    visit.go("/runs")
    visit.page.get_by_label("Output folder of a run").fill(str(tmp_path))
    visit.press("Enter")
    expect(visit.page.locator(".toast.bad span")).to_contain_text(tmp_path.name)
