"""Walls and errors in the shapes that they have on the web, in many languages, and pages that look like them.

`walls.txt` is a table of pages, written for this purpose: a line `=== name, language: status [HTTP status]`, and the
page.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import ridgeline


class Case(NamedTuple):
    name: str
    status: str
    http_status: int | None
    html: str


def read_cases() -> Iterator[Case]:
    for entry in (Path(__file__).parent / "walls.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        head, html = entry.split("\n", 1)
        name, _, said = head.rpartition(": ")
        status, _, code = said.partition(" ")
        yield Case(name, status, int(code) if code else None, html)


CASES = list(read_cases())


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_walls_and_their_likes(case: Case) -> None:
    extraction = ridgeline.extract(case.html, http_status=case.http_status)
    assert extraction.status == case.status
    assert bool(extraction.text) == (case.status == "ok")
    if case.status != "ok":
        assert extraction.status.meaning in extraction.remarks


def test_the_table() -> None:
    walls = [case for case in CASES if case.status != "ok"]
    languages = {case.name.rpartition(", ")[2] for case in walls}
    assert len(walls) >= 60
    assert len(languages) >= 20
    assert len(CASES) - len(walls) >= 40


@pytest.mark.parametrize(
    ("code", "status"), [(None, "ok"), (200, "ok"), (403, "blocked"), (404, "error"), (503, "error")]
)
def test_the_http_status_decides_about_a_short_page(code: int | None, status: str) -> None:
    html = "<title>Harbour</title><main><h1>Harbour</h1><p>The ferry leaves at nine, and carries mail.</p></main>"
    assert ridgeline.extract(html, http_status=code).status == status
    assert ridgeline.extract(html, http_status=code, isolated=True).status == status


def test_the_price_on_a_wall_is_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "<title>Page not found</title><h1>Page not found</h1><p>Sorry.</p><div>Ash oar</div><div>£84.00</div>"
    summit = ridgeline.load("summit")
    monkeypatch.setattr(
        type(summit),
        "extract",
        lambda self, page: ridgeline.Extraction(page, page.leaves[:0], "summit", page_type="product"),
    )
    assert ridgeline.extract(html).text == ""


@pytest.mark.parametrize(
    "html",
    [
        "<title>" + "page not found " * 50_000 + "</title><p>word",
        "<div class=cookie>" * 500 + "<button>Accept</button>" + "<p>cookie consent partner privacy</p>" * 20_000,
        "<a>" + "<object><a>accept cookies " * 400 + "<p>words</p>" * 20_000,
        "<button>accept</button>" * 30_000,
        "<h1>" * 400 + "page not found" + " word" * 200_000,
    ],
)
def test_hostile_pages(html: str) -> None:
    """They are read within the usual budget of a page."""
    extraction = ridgeline.extract(html)
    assert extraction.status in ridgeline.Status
    assert "seconds" not in extraction.cuts
