"""Reading: what is found in the texts of pages, tags and shelves, highlights that stay with the address of a page."""

from starlette.testclient import TestClient

from ridgeline.library import Findings, PageSource
from ridgeline.library.schema import writing
from ridgeline.service.pages.stored import index_texts

from ..serving import problem, service_of
from .stories import store


def listed(studio: TestClient, **query: str) -> dict[str, str | None]:
    answer = studio.get("/v1/pages", params=query).json()
    assert len(answer["pages"]) == answer["total"]
    return {page["id"]: page["excerpt"] for page in answer["pages"]}


def test_pages_are_found_by_their_texts(studio: TestClient) -> None:
    html = (
        "<title>On gulls</title><article><h1>On gulls</h1><p>Of all the birds of this coast the kittiwake is the one "
    )
    page = studio.post(
        "/v1/pages", json={"html": html + "that stays at sea for the longest time of the year.</p>"}
    ).json()
    found = listed(studio, q="KITTIWAKE longest")
    assert list(found) == [page["id"]]
    assert "the kittiwake is the one" in str(found[page["id"]])
    assert listed(studio, q="kittiwakes") == {}


def test_texts_that_were_stored_before_there_was_a_search_are_found_too(studio: TestClient) -> None:
    service, portal = service_of(studio), studio.portal
    assert portal is not None
    html = b"<title>Oars</title><article><h1>Oars</h1><p>Ash bends, and spruce is light, but an oar wants both of them."
    old = service.library.add_page(PageSource(html), findings=Findings("ok", 0.9, "article", "Oars", 12, 2))
    broken = service.library.add_page(PageSource(b"<p>x"), findings=Findings("ok", 0.9, "article", "Broken", 12, 2))
    with writing(service.library.path) as connection:
        connection.execute("UPDATE source SET html = x'00' WHERE page = ?", (broken,))
    assert listed(studio, q="spruce") == {}
    assert set(service.library.pages_without_text(9)) == {old, broken}
    portal.call(index_texts, service)
    assert list(listed(studio, q="spruce")) == [old]
    assert service.library.pages_without_text(9) == []
    service.library.delete_page(broken)


def test_tags_and_shelves(studio: TestClient) -> None:
    first, second = store(studio, 301), store(studio, 302)
    info = studio.put(f"/v1/pages/{first}/reading", json={"tags": ["coast"], "archived": True}).json()
    assert (info["tags"], info["archived"], info["unread"]) == (["coast"], True, True)
    assert list(listed(studio, tag="coast")) == [first]
    assert first not in listed(studio, shelf="inbox", q="The ferry 30")
    assert second in listed(studio, shelf="inbox", q="The ferry 30")
    assert list(listed(studio, shelf="archive", q="The ferry 30")) == [first]
    assert studio.put(f"/v1/pages/{second}/reading", json={"unread": False}).json()["unread"] is False
    assert second not in listed(studio, shelf="unread", q="The ferry 30")
    assert {"name": "coast", "pages": 1} in studio.get("/v1/tags").json()["tags"]
    assert problem(studio.put("/v1/pages/00/reading", json={"archived": True})) == "404 no-such-page"
    assert problem(studio.put(f"/v1/pages/{first}/reading", json={"tags": ["x" * 300]})) == "422 invalid-request"


def test_highlights(studio: TestClient) -> None:
    page = store(studio, 303)
    path = f"/v1/pages/{page}/highlights"
    made = studio.post(path, json={"exact": "leaves at nine", "prefix": "It ", "start": 7})
    assert made.status_code == 201
    one = f"{path}/{made.json()['id']}"
    assert studio.put(one, json={"note": "Check."}).status_code == 204
    [shown] = studio.get(path).json()["highlights"]
    assert (shown["exact"], shown["prefix"], shown["start"], shown["note"]) == ("leaves at nine", "It ", 7, "Check.")
    assert studio.delete(one).status_code == 204
    assert problem(studio.delete(one)) == "404 no-such-page"
    assert studio.get(path).json() == {"highlights": []}
    assert problem(studio.post(path, json={"exact": ""})) == "422 invalid-request"
