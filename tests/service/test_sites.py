"""/v1/sites: check, keep, list, forget, and the use of what was kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ridgeline.sites import KINDS

from .. import courier
from .serving import client_of, problem

PATH = f"/v1/sites/{courier.SITE}"


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[TestClient]:
    """A client of a service that keeps pages."""
    with client_of(tmp_path, studio=True) as client:
        yield client


def correct(client: TestClient, number: int) -> str:
    """Store a page of the site with its correction, and return its name."""
    page: str = client.post("/v1/pages", json={"html": courier.source(number), "url": courier.url(number)}).json()["id"]
    body = {"keep": [1, 2, 3, 4, 5, 6], "annotator": "me", "extractor": "summit"}
    assert client.put(f"/v1/pages/{page}/corrections", json=body).status_code == 200
    return page


def test_from_corrections_to_use(studio: TestClient) -> None:
    first = correct(studio, 0)
    alone = studio.post(f"{PATH}/check", json={"kind": "rule"}).json()
    assert alone["needs"] == "one more corrected page"
    assert [page["after"] for page in alone["pages"]] == [None]
    refused = studio.post(f"{PATH}/learnt", json={"kind": "rule"})
    assert problem(refused) == "409 not-confirmed"
    assert refused.json()["check"]["needs"] == "one more corrected page"

    second = correct(studio, 1)
    found = studio.post(f"{PATH}/check", json={"kind": "rule"}).json()
    assert {page["id"] for page in found["pages"]} == {first, second}
    assert found["before"] < 0.9 < found["after"] == 1
    assert (found["worse"], found["needs"]) == ([], None)
    assert 'select = ["div.story"]' in found["preview"]

    for kind in ("rule", "summit"):
        kept = studio.post(f"{PATH}/learnt", json={"kind": kind})
        assert kept.status_code == 201
        assert kept.json()["learnt"]["pages"] == 2
    listed = studio.get("/v1/sites").json()
    assert [kind["kind"] for kind in listed["kinds"]] == list(KINDS)
    (site,) = listed["sites"]
    assert (site["site"], site["pages"], site["corrected"]) == (courier.SITE, 2, 2)
    assert [learnt["kind"] for learnt in site["learnt"]] == ["rule", "summit"]
    assert studio.get(f"/v1/rules/{courier.SITE}").json()["select"] == ["div.story"]

    body = {"html": courier.source(7), "url": courier.url(7), "formats": ["text"]}
    assert studio.post("/v1/extract", json=body).json()["formats"]["text"] != courier.content(7)
    assert studio.post("/v1/extract", json=body | {"sites": True}).json()["formats"]["text"] == courier.content(7)

    assert studio.delete(f"{PATH}/learnt/rule").status_code == 204
    assert problem(studio.get(f"/v1/rules/{courier.SITE}")) == "404 no-such-rule"
    assert studio.post("/v1/extract", json=body | {"sites": True}).json()["formats"]["text"] == courier.content(7)
    assert studio.delete(f"{PATH}/learnt/summit").status_code == 204
    assert studio.post("/v1/extract", json=body | {"sites": True}).json()["formats"]["text"] != courier.content(7)
    assert problem(studio.delete(f"{PATH}/learnt/summit")) == "404 nothing-learnt"


def test_force_keeps_what_one_page_teaches(studio: TestClient) -> None:
    correct(studio, 0)
    kept = studio.post(f"{PATH}/learnt", json={"kind": "summit", "force": True})
    assert kept.status_code == 201
    assert kept.json()["learnt"]["f1_after"] is None


def test_what_cannot_be_learnt(studio: TestClient) -> None:
    assert problem(studio.post(f"{PATH}/check", json={"kind": "rule"})) == "409 nothing-corrected"
    assert problem(studio.post(f"{PATH}/check", json={"kind": "network"})) == "422 invalid-request"
    assert problem(studio.post("/v1/sites/not a site/check", json={"kind": "rule"})) == "404 no-such-site"
    correct(studio, 0)
    asked = {"kind": "rule", "annotator": "somebody else"}
    assert problem(studio.post(f"{PATH}/check", json=asked)) == "409 nothing-corrected"


def test_a_damaged_record_does_not_hide_other_sites(studio: TestClient, tmp_path: Path) -> None:
    correct(studio, 0)
    damaged = tmp_path / "sites" / courier.SITE / "learnt.json"
    damaged.parent.mkdir(parents=True)
    damaged.write_text("{")
    assert studio.get("/v1/sites").json()["sites"][0]["learnt"] == []


def test_only_the_studio_learns(tmp_path: Path) -> None:
    with client_of(tmp_path) as client:
        assert problem(client.get("/v1/sites")) == "403 studio-off"
