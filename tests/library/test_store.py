"""The library: pages and corrections in one file that threads and processes share."""

import multiprocessing
import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from ridgeline.errors import LibraryError, OptionError, UnknownPageError
from ridgeline.library import Correction, Findings, Library, PageSource, page_id, site_of

FERRY = PageSource(
    "<title>The ferry</title><p>It leaves at nine – always.</p>".encode(), "https://www.example.org/ferry"
)
CORRECTION = Correction("ann", "2026-11-01T10:00:00+00:00", (0,), ("/html[1]/body[1]/p[1]",), (), "summit", 0.75, 12.5)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "deep" / "library.sqlite")


def add(library: Library, number: int, confidence: float | None = 0.5, status: str = "ok") -> str:
    source = PageSource(f"<p>page {number}".encode(), f"https://site{number % 2}.org/{number}")
    return library.add_page(source, findings=Findings(status, confidence, "article", f"Page {number}", 10, 3))


def test_a_page_comes_back_as_it_was(library: Library) -> None:
    source = replace(FERRY, charset="utf-8", rebuilt="<p>rebuilt \ud83d</p>", carrier="next")
    page = library.add_page(source, name=" My  page ", findings=Findings("ok", 0.9, "article", "The ferry", 5, 2))
    found = library.page(page)
    assert (found.id, found.name, found.url, found.site) == (page, "My page", FERRY.url, "example.org")
    assert (found.size, found.findings, found.annotators) == (
        len(FERRY.html), Findings("ok", 0.9, "article", "The ferry", 5, 2), (),
    )  # fmt: skip
    assert library.html(page) == FERRY.html
    assert library.source(page) == replace(source, rebuilt="<p>rebuilt ?</p>")


def test_the_source_gives_the_page_that_numbers_are_about() -> None:
    plain, rebuilt = FERRY.parse(), replace(FERRY, rebuilt="<p>one</p><p>two</p>", carrier="next").parse()
    assert (plain.leaf_text, plain.carrier) == (("It leaves at nine – always.",), None)
    assert (rebuilt.leaf_text, rebuilt.carrier, rebuilt.url) == (("one", "two"), "next", FERRY.url)
    assert rebuilt.original is not None
    assert rebuilt.original.title == "The ferry"


def test_a_page_that_is_opened_again_is_the_same(library: Library) -> None:
    first, second = library.add_page(FERRY), library.add_page(FERRY, name="another name")
    assert first == second == page_id(FERRY)
    assert library.count_pages() == 1
    assert library.add_page(replace(FERRY, url=None)) != first
    assert library.page(first).opened >= library.page(first).added


def test_orders_filters_and_pages_of_a_list(library: Library) -> None:
    ids = [add(library, number, confidence) for number, confidence in enumerate((0.9, 0.2, None, 0.5))]
    bad = add(library, 4, None, "shell")
    assert [page.id for page in library.pages(order="least-certain")] == [bad, ids[1], ids[3], ids[0], ids[2]]
    assert [page.site for page in library.pages(order="site")] == ["site0.org"] * 3 + ["site1.org"] * 2
    assert {page.id for page in library.pages()} == {*ids, bad}
    assert [page.id for page in library.pages(query="page 3")] == [ids[3]]
    assert [page.id for page in library.pages(query="site1 ORG/3")] == [ids[3]]
    assert library.pages(query="100%_") == []
    assert library.count_pages(site="site0.org") == 3
    assert library.count_pages(status="shell") == 1
    assert [page.id for page in library.pages(order="least-certain", offset=1, limit=2)] == [ids[1], ids[3]]
    with pytest.raises(OptionError, match="ordered by"):
        library.pages(order="name; DROP TABLE page")  # type: ignore[arg-type]


def test_corrections_by_annotator(library: Library) -> None:
    page = library.add_page(FERRY)
    library.set_correction(page, CORRECTION)
    library.set_correction(
        page, replace(CORRECTION, annotator="bob", made="2026-11-02", keep=(), title="A \ud83d title")
    )
    library.set_correction(page, replace(CORRECTION, keep=(0, 1)))
    assert [(each.annotator, each.keep) for each in library.corrections(page)] == [("bob", ()), ("ann", (0, 1))]
    assert library.correction(page) == replace(
        CORRECTION, annotator="bob", made="2026-11-02", keep=(), title="A ? title"
    )
    assert library.correction(page, "ann") == replace(CORRECTION, keep=(0, 1))
    assert library.correction(page, "eve") is None
    assert library.page(page).annotators == ("ann", "bob")
    assert library.compared_pages() == [page]
    library.delete_correction(page, "bob")
    assert library.page(page).annotators == ("ann",)
    assert library.compared_pages() == []
    with pytest.raises(UnknownPageError, match="'bob' has not corrected"):
        library.delete_correction(page, "bob")


def test_corrected_pages_of_a_site(library: Library) -> None:
    ids = [add(library, number) for number in range(4)]
    for page in ids[:3]:
        library.set_correction(page, CORRECTION)
    library.set_correction(ids[0], replace(CORRECTION, annotator="bob", made="2026-12-01"))
    found = library.corrected_pages("site0.org")
    assert {(page.id, correction.annotator) for page, correction in found} == {(ids[0], "bob"), (ids[2], "ann")}
    assert [page.id for page, _ in library.corrected_pages(annotator="bob")] == [ids[0]]
    assert len(library.corrected_pages()) == 3
    assert [(site.site, site.pages, site.corrected) for site in library.sites()] == [
        ("site0.org", 2, 2),
        ("site1.org", 2, 1),
    ]
    assert {page.id for page in library.pages(lacking="ann")} == {ids[3]}
    assert {page.id for page in library.pages(lacking="bob", second=True)} == {ids[1], ids[2]}


def test_a_deleted_page_takes_its_corrections_along(library: Library) -> None:
    page = library.add_page(FERRY)
    library.set_correction(page, CORRECTION)
    library.delete_page(page)
    assert (library.count_pages(), library.corrected_pages(), library.sites()) == (0, [], [])
    for ask in (library.page, library.source, library.html, library.corrections, library.delete_page):
        with pytest.raises(UnknownPageError, match=f"no page '{page}'"):
            ask(page)
    with pytest.raises(UnknownPageError):
        library.set_correction(page, CORRECTION)


def test_findings_are_stored_with_a_page(library: Library) -> None:
    assert library.page(library.add_page(FERRY)).findings is None
    findings = Findings("nothing", title="T")
    page = library.add_page(replace(FERRY, url="https://tide.example/"), findings=findings)
    assert library.page(page).findings == findings


def test_runs(library: Library) -> None:
    assert library.runs() == []
    run = library.add_run("/data/out")
    assert library.add_run("/data/out") == run
    assert [(each.id, each.path) for each in library.runs()] == [(run, "/data/out")]
    assert library.run_path(run) == "/data/out"
    with pytest.raises(UnknownPageError):
        library.run_path("nothing")


def test_reading_makes_no_file(library: Library) -> None:
    assert (library.pages(), library.count_pages(), library.sites()) == ([], 0, [])
    assert not library.path.exists()


@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough to be one", b"SQLite format 3\0" + b"\xff" * 4096]
)
def test_a_damaged_file_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "library.sqlite"
    path.write_bytes(content)
    library = Library(path)
    for ask in (library.pages, lambda: library.add_page(FERRY)):
        with pytest.raises(LibraryError, match="cannot be used") as caught:
            ask()
        assert "\n" not in str(caught.value)


def test_damaged_contents_are_named(library: Library) -> None:
    page = library.add_page(FERRY)
    library.set_correction(page, CORRECTION)
    with sqlite3.connect(library.path) as connection:
        connection.execute("UPDATE source SET html = x'00112233'")
        connection.execute("UPDATE correction SET keep = 'nonsense'")
    connection.close()
    with pytest.raises(LibraryError, match=f"damaged at page {page}"):
        library.html(page)
    with pytest.raises(LibraryError, match="damaged at a correction of ann"):
        library.corrections(page)


def test_a_newer_file_is_refused(library: Library) -> None:
    library.add_page(FERRY)
    with sqlite3.connect(library.path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(LibraryError, match="has format 99, this ridgeline reads"):
        library.pages()


def _store_many(path: str, first: int) -> None:
    library = Library(path)
    for number in range(first, first + 10):
        page = add(library, number)
        library.set_correction(page, replace(CORRECTION, annotator=f"a{first}"))


def test_processes_and_threads_share_a_file(library: Library) -> None:
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_store_many, args=(str(library.path), first)) for first in (0, 10)]
    threads = [threading.Thread(target=_store_many, args=(str(library.path), first)) for first in (20, 30, 5)]
    for worker in workers:
        worker.start()
    for thread in threads:
        thread.start()
    for worker in workers:
        worker.join()
    for thread in threads:
        thread.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    assert library.count_pages() == 40
    assert len(library.corrected_pages()) == 40


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.Example.org:8080/a", "example.org"),
        ("https://blog.example.org", "blog.example.org"),
        ("http://bücher.example/x", "xn--bcher-kva.example"),
        ("http://[::1]/x", "::1"),
        ("http://[broken", ""),
        ("no address", ""),
        (None, ""),
    ],
)
def test_sites(url: str | None, site: str) -> None:
    assert site_of(url) == site
