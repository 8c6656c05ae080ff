"""POST /v1/extract: a page as JSON, as the body, by its address; formats, options, problems."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import ridgeline
from ridgeline.service.documents import PAGE_BYTES
from ridgeline.service.schemas import ExtractAnswer

from ..integrations.site import PARAGRAPHS, SHELL, Answer, article, serve
from .serving import client_of, has_loaded, problem, service_of

TEXT = "\n\n".join(PARAGRAPHS)
MARKDOWN = f"# The ferry\n\n{TEXT}"
HTML = {"content-type": "text/html"}


def extract(client: TestClient, **request: Any) -> Any:
    answer = client.post("/v1/extract", json=request)
    assert answer.status_code == 200, answer.text
    ExtractAnswer.model_validate(answer.json())
    return answer.json()


def test_what_a_page_is_answered_with(client: TestClient) -> None:
    found = extract(client, html=article(), url="https://example.org/ferry", formats=["markdown", "text", "json"])
    assert found["formats"]["markdown"] == MARKDOWN
    assert found["formats"]["text"] == TEXT
    assert json.loads(found["formats"]["json"])["text"] == TEXT
    assert (found["status"], found["extractor"], found["url"]) == ("ok", "summit", "https://example.org/ferry")
    assert found["metadata"] == ridgeline.extract(article(), url="https://example.org/ferry").metadata.as_dict()
    assert 0 < found["confidence"] <= 1
    assert found["cuts"] == found["remarks"] == []
    assert found["seconds"] > 0


def test_a_page_without_content_is_no_error(client: TestClient) -> None:
    assert extract(client, html=SHELL)["status"] == "shell"
    assert extract(client, html="")["status"] == "nothing"
    assert extract(client, html="%PDF-1.7 x")["status"] == "not-html"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"extractor": "everything"}, "[News](/news)"),
        ({"select": ["nav"]}, "Home"),
        ({"exclude": ["p:nth-of-type(1)"]}, PARAGRAPHS[1]),
        ({"title": False, "formats": ["markdown"]}, PARAGRAPHS[0]),
        ({"front_matter": True}, "---"),
        ({"heading_offset": 1}, "## The ferry"),
        ({"width": 40}, "The morning ferry leaves at nine, and it\n"),
        ({"favor": "precision", "comments": False}, "# The ferry"),
    ],
)
def test_options(client: TestClient, options: dict[str, Any], expected: str) -> None:
    markdown = extract(client, html=article(), **options)["formats"]["markdown"]
    assert expected in markdown
    if "exclude" in options:
        assert PARAGRAPHS[0] not in markdown


def test_an_option_goes_to_the_formats_that_have_it(client: TestClient) -> None:
    found = extract(client, html=article(), formats=["text", "html"], whole_page=True)["formats"]
    assert found["html"].startswith("<!DOCTYPE html>")
    assert found["text"] == TEXT


def test_former_words_are_read_with_a_remark(client: TestClient) -> None:
    answer = client.post("/v1/extract", json={"html": article(), "formats": ["text"], "keep": ["nav"], "drop": ["h1"]})
    found = answer.json()
    assert found["formats"]["text"].startswith("Home")
    assert [remark for remark in found["remarks"] if "is called" in remark] == [
        "keep is called select now; both are read",
        "drop is called exclude now; both are read",
    ]
    both = {"html": article(), "formats": ["text"], "keep": ["nav"], "select": ["h1"]}
    assert not client.post("/v1/extract", json=both).json()["formats"]["text"].startswith("Home")


@pytest.mark.parametrize(
    ("accept", "media_type", "beginning"),
    [
        ("text/markdown", "text/markdown", MARKDOWN),
        ("text/plain", "text/plain", TEXT),
        ("text/html", "text/html", "<h1>The ferry</h1>"),
        ("application/json", "application/json", '{"url": null, "extractor": "summit", "status": "ok"'),
        ("application/tei+xml", "application/tei+xml", "<?xml"),
        ("text/csv", "text/csv", "url,title"),
        ("*/*", "text/markdown", MARKDOWN),
        ("application/json;q=0.5, text/plain;q=0.9, image/png", "text/plain", TEXT),
        ("text/*", "text/", ""),
    ],
)
def test_the_body_itself(client: TestClient, accept: str, media_type: str, beginning: str) -> None:
    answer = client.post("/v1/extract", content=article(), headers=HTML | {"accept": accept})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(media_type)
    assert answer.text.startswith(beginning)
    assert answer.headers["ridgeline-status"] == "ok"
    assert 0 < float(answer.headers["ridgeline-confidence"]) <= 1


def test_html_of_a_stranger_runs_nothing(client: TestClient) -> None:
    answer = client.post("/v1/extract?format=html", content=article(), headers=HTML)
    assert answer.headers["content-security-policy"].startswith("sandbox; default-src 'none'")


def test_the_charset_of_the_body(client: TestClient) -> None:
    page = article("Fähre nach Süden").replace("<meta charset=utf-8>", "").encode("windows-1252")
    answer = client.post("/v1/extract", content=page, headers={"content-type": "text/html; charset=windows-1252"})
    assert answer.text.startswith("# Fähre nach Süden")


def test_options_in_the_query(client: TestClient) -> None:
    linked = article(links="<p>See <a href='/times'>the times of all boats that leave from here</a> for more.</p>")
    answer = client.post("/v1/extract?url=https://example.org/a&exclude=h1&title=false", content=linked, headers=HTML)
    assert "](https://example.org/times)" in answer.text
    assert "# The ferry" not in answer.text
    both = client.post("/v1/extract?formats=text&formats=html", json={"html": article(), "formats": ["markdown"]})
    assert list(both.json()["formats"]) == ["markdown"]
    query = client.post("/v1/extract?formats=text&formats=html", json={"html": article()})
    assert list(query.json()["formats"]) == ["text", "html"]


def test_a_json_document_may_be_answered_with_a_text(client: TestClient) -> None:
    answer = client.post("/v1/extract", json={"html": article()}, headers={"accept": "text/plain"})
    assert answer.text == TEXT
    assert client.post("/v1/extract?format=text", json={"html": article()}).text == TEXT


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ({"json": {}}, "422 invalid-request"),
        ({"json": []}, "422 invalid-request"),
        ({"json": {"html": 3}}, "422 invalid-request"),
        ({"json": {"html": "x", "fromats": ["text"]}}, "422 invalid-request"),
        ({"json": {"html": "x", "formats": []}}, "422 invalid-request"),
        ({"json": {"html": "x", "formats": ["pdf"]}}, "422 invalid-request"),
        ({"json": {"html": "x", "extractor": "sumit"}}, "422 unknown-extractor"),
        ({"json": {"html": "x", "extractor": "clg"}}, "422 invalid-option"),
        ({"json": {"html": "x", "extractor": "mountain-site"}}, "422 invalid-option"),
        ({"json": {"html": "x", "extractor": "mountain", "favor": "recall"}}, "422 invalid-option"),
        ({"json": {"html": "x", "model": "/etc/passwd"}}, "422 invalid-request"),
        ({"json": {"html": "x", "select": ["["]}}, "422 invalid-option"),
        ({"json": {"html": "x", "select": ["p"] * 201}}, "422 invalid-request"),
        ({"json": {"html": "x", "whole_page": True}}, "422 invalid-option"),
        ({"json": {"html": "x", "width": 3}}, "422 invalid-request"),
        ({"json": {"url": "file:///etc/passwd"}}, "422 invalid-url"),
        ({"json": {"url": "nonsense"}}, "422 invalid-url"),
        ({"content": "{", "headers": {"content-type": "application/json"}}, "422 invalid-json"),
        ({"content": "x", "headers": {"content-type": "image/png"}}, "415 unsupported-media-type"),
        (
            {"content": "x", "headers": {"content-type": "application/x-www-form-urlencoded"}},
            "415 unsupported-media-type",
        ),
        ({"content": "x"}, "415 unsupported-media-type"),
        ({"content": "x", "headers": HTML | {"accept": "image/png"}}, "406 not-acceptable"),
        ({"content": "x", "headers": HTML | {"accept": "text/plain;q=0"}}, "406 not-acceptable"),
        ({"content": "x", "headers": HTML, "params": {"format": "pdf"}}, "422 invalid-request"),
        ({"content": "x", "headers": HTML, "params": {"nonsense": "1"}}, "422 invalid-request"),
    ],
)
def test_problems(client: TestClient, request_: dict[str, Any], expected: str) -> None:
    assert problem(client.post("/v1/extract", **request_)) == expected


def test_a_problem_names_what_is_wrong(client: TestClient) -> None:
    found = client.post("/v1/extract", json={"html": "x", "fromats": ["text"], "width": "wide"}).json()
    assert {each["where"] for each in found["errors"]} == {"fromats", "width"}


def test_other_methods_and_paths(client: TestClient) -> None:
    answer = client.get("/v1/extract")
    assert problem(answer) == "405 method-not-allowed"
    assert answer.headers["allow"] == "POST"
    assert problem(client.get("/v1/nothing")) == "404 not-found"
    assert problem(client.post("/v1/extract/", json={"html": "x"})) == "404 not-found"


def test_pages_by_their_address(client: TestClient) -> None:
    with serve({"/ferry": Answer(article().encode()), "/gone": Answer(b"", status=410)}) as site:
        found = extract(client, url=f"{site.url}/ferry")
        assert (found["formats"]["markdown"], found["url"]) == (MARKDOWN, f"{site.url}/ferry")
        gone = client.post("/v1/extract", json={"url": f"{site.url}/gone"})
        assert problem(gone) == "502 fetch-failed"
        assert gone.json()["page_status"] == 410


def test_the_status_of_the_response(client: TestClient) -> None:
    """Pages that say little are errors or walls if they came as such, whichever way they are sent."""
    page = "<title>Harbour</title><h1>Harbour</h1><p>We looked, and there is no such ferry."
    for status, expected in ((404, "error"), (403, "blocked"), (200, "ok"), (None, "ok")):
        assert ridgeline.extract(page, http_status=status).status == expected
        for filling in ("", "<!--" + "x" * PAGE_BYTES + "-->"):
            assert extract(client, html=page + filling, http_status=status)["status"] == expected
        line = json.dumps({"html": page, "http_status": status})
        batch = client.post("/v1/batch", content=line, headers={"content-type": "application/x-ndjson"}).json()
        assert batch["status"] == expected
        query = {} if status is None else {"http_status": status}
        answer = client.post("/v1/extract", content=page, headers=HTML, params=query)
        assert answer.headers["ridgeline-status"] == expected
    assert problem(client.post("/v1/extract", json={"html": "x", "http_status": 99})) == "422 invalid-request"


def test_long_documents_without_a_page(client: TestClient) -> None:
    """A worker reads them, finds no page, and leaves it to the service to fetch it."""
    selectors = [f".no-such-{'x' * 200}-{number}" for number in range(100)]
    assert len(json.dumps(selectors)) > PAGE_BYTES
    with serve({"/ferry": Answer(article().encode())}) as site:
        found = extract(client, url=f"{site.url}/ferry", exclude=selectors, formats=["text"])
        assert (found["formats"], found["url"]) == ({"text": TEXT}, f"{site.url}/ferry")
        asked = {"url": f"{site.url}/ferry", "exclude": selectors}
        assert client.post("/v1/extract", json=asked, headers={"accept": "text/plain"}).text == TEXT
        line = json.dumps({"id": 7, **asked})
        answer = client.post("/v1/batch", content=line, headers={"content-type": "application/x-ndjson"}).json()
        assert (answer["id"], answer["formats"]["markdown"]) == (7, MARKDOWN)
    assert problem(client.post("/v1/extract", json={"exclude": selectors})) == "422 invalid-request"


def test_the_way_past_the_framework_is_counted_and_answers_alike(client: TestClient) -> None:
    """A request without a query takes it, one with a query does not."""
    for request in ({"html": article()}, {"html": article() + "<p>" * 9_000}, {"url": "nonsense"}, {"extractor": 1}, 5):
        short, long = client.post("/v1/extract", json=request), client.post("/v1/extract?favor=recall", json=request)
        assert (short.status_code, short.headers.keys()) == (long.status_code, long.headers.keys())
        assert short.json().keys() == long.json().keys()
    assert 'ridgeline_requests_total{route="/v1/extract",method="POST",status="422"}' in client.get("/metrics").text


def test_halves_of_characters_do_no_harm(client: TestClient) -> None:
    page = article().replace("nine", "nine &#xD83D; \ud83d").encode("utf-8", "surrogatepass")
    assert client.post("/v1/extract", content=page, headers=HTML).text.startswith("# The ferry")


def test_a_service_that_fetches_nothing_and_not_from_this_machine(tmp_path: Path) -> None:
    with client_of(tmp_path, allow_fetch=False) as client:
        assert problem(client.post("/v1/extract", json={"url": "https://example.org/"})) == "403 fetching-off"
        assert problem(client.get("/r/https://example.org/")) == "403 fetching-off"
        assert extract(client, html=article(), url="https://example.org/")["status"] == "ok"
    with client_of(tmp_path) as client:
        for url in ("http://127.0.0.1:1/", "http://localhost/", "http://169.254.169.254/", "http://[::1]/"):
            assert problem(client.post("/v1/extract", json={"url": url})) == "403 private-address"


def test_a_page_over_its_time(tmp_path: Path) -> None:
    with client_of(tmp_path, page_seconds=0.001) as client:
        answer = client.post("/v1/extract", content=article() * 3_000, headers=HTML)
        assert problem(answer) == "504 over-time"
        assert service_of(client).pool.restarts == 1
        assert client.get("/health").status_code == 200


def test_a_page_over_its_memory_costs_itself_alone(tmp_path: Path) -> None:
    with client_of(tmp_path, page_memory_bytes=80 * 2**20) as client:
        answer = client.post("/v1/extract", content="<p>a" * 3_000_000, headers=HTML)
        assert problem(answer) == "500 page-failed"
        assert extract(client, html=article())["status"] == "ok"


def test_rules_of_the_user_where_they_are_asked_for(tmp_path: Path) -> None:
    with client_of(tmp_path) as client:
        client.put("/v1/rules/example.org", json={"select": ["p:nth-of-type(2)"]})
        page = {"html": article(), "url": "https://www.example.org/ferry", "title": False}
        assert PARAGRAPHS[0] in extract(client, **page)["formats"]["markdown"]
        assert extract(client, **page, sites=True)["formats"]["markdown"].strip() == PARAGRAPHS[1]
        service_of(client).rules_path.write_text("not rules")
        assert problem(client.post("/v1/extract", json={**page, "sites": True})) == "500 unreadable-rules"


def test_worker_processes_do_not_load_the_framework(client: TestClient) -> None:
    extract(client, html=article())
    assert not has_loaded(client, "fastapi")
    assert has_loaded(client, "ridgeline")
