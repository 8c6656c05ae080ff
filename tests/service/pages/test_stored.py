"""Pages are stored, listed, opened again and deleted."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ...pages import CARRYING
from ..serving import client_of, problem, service_of
from .stories import ask, store, story


def test_a_page_is_stored_with_what_was_found_on_it(studio: TestClient) -> None:
    page = store(studio, 1)
    info = ask(studio, f"/v1/pages/{page}")
    assert (info["name"], info["title"], info["site"]) == ("story 1", "The ferry 1", "example.org")
    assert (info["status"], info["status_meaning"], info["corrected"]) == ("ok", "content was found", False)
    assert info["confidence"] > 0.5
    assert info["confidence_words"]
    assert info["bytes"] == len(story(1).encode())
    assert 60 < info["words"] < 120
    assert store(studio, 1) == page


def test_a_page_may_be_the_body(studio: TestClient) -> None:
    source = story(2).replace("ferry", "Fähre").encode("windows-1252")
    answer = studio.post(
        "/v1/pages?url=https://body.test/2&name=body.html",
        content=source,
        headers={"content-type": "text/html; charset=windows-1252"},
    )
    info = answer.json()
    assert (answer.status_code, info["name"], info["url"]) == (201, "body.html", "https://body.test/2")
    assert "Fähre" in info["title"]
    assert service_of(studio).library.html(info["id"]) == source


def test_lists_have_pages_totals_filters_and_orders(studio: TestClient) -> None:
    pages = [store(studio, number, site="list.test") for number in range(3, 6)]
    found = ask(studio, "/v1/pages", site="list.test", limit=2)
    assert ([page["id"] for page in found["pages"]], found["total"]) == (pages[:0:-1], 3)
    assert ask(studio, "/v1/pages", site="list.test", q="ferry 4")["total"] == 1
    assert ask(studio, "/v1/pages", site="list.test", status="shell")["total"] == 0
    certain = [page["confidence"] for page in ask(studio, "/v1/pages", order="least-certain")["pages"]]
    assert certain == sorted(certain)


def test_a_page_can_be_deleted(studio: TestClient) -> None:
    page = store(studio, 7)
    assert studio.delete(f"/v1/pages/{page}").status_code == 204
    for path in (
        "",
        "/view",
        "/extraction",
        "/corrections",
        "/clip",
        "/mountain",
        "/compare",
        "/labels",
        "/why?leaf=0",
    ):
        assert problem(studio.get(f"/v1/pages/{page}{path}")) == "404 no-such-page"
    assert problem(studio.delete(f"/v1/pages/{page}")) == "404 no-such-page"
    assert problem(studio.put(f"/v1/pages/{page}/corrections", json={"keep": []})) == "404 no-such-page"


@pytest.mark.parametrize("name", CARRYING)
def test_content_in_data_is_stored_as_it_was_rebuilt(studio: TestClient, name: str) -> None:
    page = studio.post("/v1/pages", json={"html": CARRYING[name]}).json()["id"]
    extraction = ask(studio, f"/v1/pages/{page}/extraction")
    source = service_of(studio).library.source(page)
    assert extraction["carrier"] == source.carrier
    assert (source.rebuilt is None) == (source.carrier is None)
    assert extraction["leaves"] == len(source.parse().leaves)
    assert any("data that it carries" in remark for remark in extraction["remarks"]) == (source.carrier is not None)


def test_what_is_no_page_is_stored_too(studio: TestClient) -> None:
    answer = studio.post("/v1/pages", content=b"%PDF-1.7 ...", headers={"content-type": "text/html"})
    assert (answer.status_code, answer.json()["status"], answer.json()["leaves"]) == (201, "not-html", 0)
    page = answer.json()["id"]
    assert ask(studio, f"/v1/pages/{page}/extraction")["keep"] == []
    assert studio.get(f"/v1/pages/{page}/view").status_code == 200


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"{}", "application/json", "422 invalid-request"),
        (b'{"html": 3}', "application/json", "422 invalid-request"),
        (b'{"html": "x", "colour": "red"}', "application/json", "422 invalid-request"),
        (b"{", "application/json", "422 invalid-json"),
        (b"x", "image/png", "415 unsupported-media-type"),
    ],
)
def test_wrong_requests(studio: TestClient, body: bytes, content_type: str, expected: str) -> None:
    assert problem(studio.post("/v1/pages", content=body, headers={"content-type": content_type})) == expected


@pytest.mark.parametrize(
    "path",
    ["?order=name", "?limit=0", "?limit=1000", "?offset=-1", "/..%2F..%2Fetc", "/ABC", f"/{'0' * 65}"],
)
def test_wrong_queries(studio: TestClient, path: str) -> None:
    assert studio.get(f"/v1/pages{path}").status_code in (404, 422)


def test_a_service_without_a_studio_keeps_no_pages(client: TestClient) -> None:
    assert problem(client.post("/v1/pages", json={"html": "x"})) == "403 studio-off"
    assert problem(client.get("/v1/pages")) == "403 studio-off"
    assert problem(client.post("/v1/runs", json={"path": "/"})) == "403 studio-off"


def test_a_damaged_library_is_a_clear_problem(tmp_path: Path) -> None:
    (tmp_path / "library.sqlite").write_bytes(b"this is no database, and says so in more than one hundred bytes" * 3)
    with client_of(tmp_path, studio=True) as client:
        assert problem(client.get("/v1/pages")) == "500 unreadable-library"
