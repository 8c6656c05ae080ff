"""Rows of pages of one host, with what these pages share taken for boilerplate."""

import json
from pathlib import Path
from typing import Any

import pytest

import ridgeline
from ridgeline import bulk
from ridgeline.bulk import hosts
from ridgeline.bulk.records import Record
from ridgeline.bulk.slices import Reading
from ridgeline.errors import OptionError
from ridgeline.page import DEFAULT_LIMITS

from ..extractors.summit.test_site import NOTICE, PAGES
from .corpus import CRASH, RAISE, Poison, by_id, read_rows

READING = Reading(slice_pages=12)


@pytest.fixture(autouse=True)
def _walk_small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small files have several slices, too."""
    monkeypatch.setattr("ridgeline.bulk.sources.inputs._PLAIN_PAGE_BYTES", 1)


def write_site(path: Path, host: str = "courier.example", count: int = 12, first: int = 0) -> Path:
    """Pages of one host, in order, added to a file."""
    with path.open("a", encoding="utf-8") as lines:
        for number in range(first, first + count):
            line = {"id": str(number), "url": f"https://{host}/{number}", "html": PAGES[number % len(PAGES)]}
            lines.write(json.dumps(line) + "\n")
    return path


def texts(pages: Path, output: Path, **options: Any) -> dict[int, str]:
    """The texts of a run by the ids of the pages."""
    given: dict[str, Any] = {"processes": 0, "reading": READING, "by_site": True}
    bulk.run(pages, output, **given | options)
    return {number: row["text"] for number, row in by_id(read_rows(output)).items()}


def test_what_a_host_repeats_is_dropped_as_by_the_site_option(tmp_path: Path) -> None:
    pages = write_site(tmp_path / "pages.jsonl")
    alone = texts(pages, tmp_path / "alone", by_site=False)
    together = texts(pages, tmp_path / "together")
    assert all(NOTICE in text for text in alone.values())
    site = ridgeline.load("summit", site=PAGES)
    assert together == {number: ridgeline.extract(PAGES[number], extractor=site).text for number in range(12)}
    assert not any(NOTICE in text for text in together.values())


def test_other_hosts_and_few_pages_stay_as_they_are(tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    write_site(pages, count=hosts.MIN_PAGES)
    write_site(pages, "harbour.example", hosts.MIN_PAGES - 1, first=hosts.MIN_PAGES)
    found = texts(pages, tmp_path / "out")
    assert [NOTICE in found[number] for number in range(len(found))] == [False] * 5 + [True] * 4


def test_a_slice_knows_nothing_of_the_one_before(tmp_path: Path) -> None:
    found = texts(write_site(tmp_path / "pages.jsonl", count=14), tmp_path / "out")
    assert [NOTICE in found[number] for number in range(14)] == [False] * 12 + [True] * 2


def test_pages_without_an_address_are_known_by_the_one_that_they_name(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, html in enumerate(PAGES):
        named = f'<link rel="canonical" href="https://courier.example/{number}">{html}'
        (folder / f"{number}.html").write_text(named, encoding="utf-8")
    bulk.run(folder, tmp_path / "out", processes=0, by_site=True)
    assert not any(NOTICE in row["text"] for row in read_rows(tmp_path / "out"))


def poisoned(path: Path, poison: str) -> Path:
    """Pages of one host, of which one fails."""
    lines = write_site(path).read_text(encoding="utf-8").splitlines()
    lines[6] = json.dumps(json.loads(lines[6]) | {"html": f"{PAGES[6]}<p>{poison}</p>"})
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_page_that_kills_its_process_changes_no_other_row(tmp_path: Path) -> None:
    pages = poisoned(tmp_path / "pages.jsonl", CRASH)
    options: dict[str, Any] = {"extractor": ["summit", Poison()], "by_site": True, "reading": READING}
    bulk.run(pages, tmp_path / "out", processes=1, **options)
    rows = by_id(read_rows(tmp_path / "out"))
    assert [number for number, row in rows.items() if row["error"]] == [6]
    assert not any(NOTICE in row["text_summit"] for number, row in rows.items() if number != 6)
    assert all(NOTICE in row["text_poison"] for number, row in rows.items() if number != 6)


def test_a_page_that_is_done_again_knows_its_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages, antidote = poisoned(tmp_path / "pages.jsonl", RAISE), tmp_path / "antidote"
    options: dict[str, Any] = {"extractor": ["summit", Poison(antidote=str(antidote))], "by_site": True}
    given = options | {"reading": READING, "processes": 0}
    assert bulk.run(pages, tmp_path / "out", **given).errors == {"exception": 1}
    antidote.touch()
    monkeypatch.setattr("ridgeline.bulk.tasks._makers", {})  # as in another process
    assert not bulk.run(pages, tmp_path / "out", retry_errors=True, **given).errors
    assert NOTICE not in by_id(read_rows(tmp_path / "out"))[6]["text_summit"]


def test_what_is_learnt_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [Record("pages", number, str(number), "https://a.example/", html) for number, html in enumerate(PAGES)]
    large = [Record("pages", 0, "large", "https://b.example/", "<p>" + "x" * hosts._MAX_BYTES)] * 6
    nameless = [Record("pages", 0, "nameless", None, PAGES[0])] * 6
    broken = [Record("pages", 0, "broken", "https://c.example/", error="broken: no page")] * 6
    monkeypatch.setattr(hosts, "_MAX_PAGES", 7)
    learnt = dict(hosts.learn_sites([*records, *large, *nameless, *broken], DEFAULT_LIMITS))
    assert {host: memory.pages for host, memory in learnt.items()} == {"a.example": 7}
    monkeypatch.setattr(hosts, "_MAX_LINES", 1)
    assert not dict(hosts.learn_sites(records, DEFAULT_LIMITS))


def test_it_is_a_setting_of_summit_alone(tmp_path: Path) -> None:
    pages = write_site(tmp_path / "pages.jsonl")
    with pytest.raises(OptionError, match="by_site: only summit"):
        bulk.run(pages, tmp_path / "out", extractor="everything", by_site=True)
