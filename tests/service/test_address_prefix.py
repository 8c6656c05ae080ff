"""GET /r/{address}: the prefix in front of an address."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ridgeline.service.address_prefix import page_address

from ..integrations.site import PARAGRAPHS, Answer, article, serve
from ..web_server import Server, running
from .serving import client_of, problem


@pytest.mark.parametrize(
    ("path", "query", "address"),
    [
        ("/r/https://example.org/", "", "https://example.org/"),
        ("/r/https:/example.org/a", "", "https://example.org/a"),
        ("/r/HTTP://example.org/a", "", "HTTP://example.org/a"),
        ("/r/example.org/a%20b", "", "https://example.org/a%20b"),
        ("/r/https://example.org/a", "b=c&d=%20", "https://example.org/a?b=c&d=%20"),
        ("/r/https://example.org/a", "b=c&format=text", "https://example.org/a?b=c"),
        ("/r/https://example.org/a", "format=text", "https://example.org/a"),
        ("/r/https%3A%2F%2Fexample.org%2F%3Fformat%3Datom", "format=text", "https://example.org/?format=atom"),
        (
            "/r/https://archive.example/2024/https://example.org/",
            "",
            "https://archive.example/2024/https://example.org/",
        ),
    ],
)
def test_addresses(path: str, query: str, address: str) -> None:
    assert page_address(path, query) == address


def test_a_page_by_the_prefix(client: TestClient) -> None:
    with serve({"/ferry?day=1": Answer(article().encode())}) as site:
        markdown = client.get(f"/r/{site.url}/ferry?day=1")
        text = client.get(f"/r/{site.url}/ferry?day=1&format=text")
        html = client.get(f"/r/{site.url}/ferry?day=1", headers={"accept": "text/html"})
    assert site.asked == ["/ferry?day=1"] * 3
    assert (markdown.text[:11], markdown.headers["content-type"]) == ("# The ferry", "text/markdown; charset=utf-8")
    assert text.text.startswith("The morning ferry leaves")
    assert html.text.startswith("<h1>")


def test_problems(client: TestClient) -> None:
    assert problem(client.get("/r/ftp://example.org/")) == "422 invalid-url"
    assert problem(client.get("/r/")) == "422 invalid-request"
    assert problem(client.get("/r/https://example.org/?format=pdf")) == "422 invalid-request"
    assert problem(client.get("/r/https://example.org/", headers={"accept": "image/png"})) == "406 not-acceptable"
    with serve({}) as site:
        assert problem(client.get(f"/r/{site.url}/missing")) == "502 fetch-failed"


def test_options_in_the_query(client: TestClient) -> None:
    with serve({"/ferry?day=1": Answer(article().encode())}) as site:
        address = f"/r/{site.url}/ferry?day=1&ridgeline.exclude=p:first-of-type&ridgeline.exclude=h1"
        found = client.get(f"{address}&ridgeline.title=false")
        assert problem(client.get(f"/r/{site.url}/ferry?ridgeline.colour=red")) == "422 invalid-request"
    assert site.asked == ["/ferry?day=1"]
    assert found.text == "\n\n".join(PARAGRAPHS[1:])


def test_headers_of_jina_reader(client: TestClient) -> None:
    page = article(links="<p>See <a href=/times>the times of all boats</a>.</p><img src=/boat.png alt=Boat>")
    headers = {
        "X-Target-Selector": "article",
        "X-Remove-Selector": "h1, p:nth-of-type(2)",
        "X-Retain-Images": "none",
        "X-Retain-Links": "none",
        "X-Token-Budget": "5000",
        "X-No-Cache": "true",
        "X-Wait-For-Selector": "#late",
    }
    with serve({"/ferry": Answer(page.encode())}) as site:
        found = client.get(f"/r/{site.url}/ferry", headers=headers)
        text = client.get(f"/r/{site.url}/ferry", headers={**headers, "X-Return-Format": "text"})
        summaries = {"X-With-Links-Summary": "true", "X-With-Images-Summary": "true", "X-Wait-For-Selector": ""}
        listed = client.get(f"/r/{site.url}/ferry", headers=summaries)
        cut = client.get(f"/r/{site.url}/ferry", headers={"X-Token-Budget": "128", "X-Return-Format": "html"})
        assert problem(client.get(f"/r/{site.url}/ferry", headers={"X-Token-Budget": "few"})) == "422 invalid-request"
    assert found.headers["ridgeline-ignored"] == "x-wait-for-selector"
    assert PARAGRAPHS[1] not in found.text
    assert "See the times of all boats." in found.text
    assert "boat.png" not in found.text
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    images, links = f"- ![Boat]({site.url}/boat.png)", f"- [the times of all boats]({site.url}/times)"
    assert listed.text.endswith(f"\n\nImages:\n\n{images}\n\nLinks:\n\n{links}")
    assert "ridgeline-ignored" not in listed.headers
    assert "<p>[Left out: about " in cut.text


def test_headers_of_jina_reader_about_the_cache(tmp_path: Path) -> None:
    def asked(**headers: str) -> int:
        site.asked.clear()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        assert client.get(f"/r/{site.url}/ferry", headers=named).status_code == 200
        return len(site.asked)

    with (
        client_of(tmp_path, allow_private=True, cache=tmp_path) as client,
        serve({"/ferry": Answer(article().encode())}) as site,
    ):
        assert [asked(), asked(), asked(x_cache_tolerance="1000")] == [1, 0, 0]
        assert [asked(x_no_cache="true"), asked(x_no_cache="false"), asked(x_cache_tolerance="0")] == [1, 0, 1]
        assert asked(x_cache_tolerance="a while") == 0


def test_headers_that_are_sent_on_only_where_the_operator_allows_it(tmp_path: Path) -> None:
    headers = {"X-Set-Cookie": "id=1; Domain=.example.org", "X-User-Agent": "me", "X-Locale": "de"}
    ignored = []
    for allowed in (False, True):
        settings = {"allow_private": True, "cache": tmp_path, "forward_headers": allowed}
        with client_of(tmp_path, **settings) as client, running(Server()) as site:
            url = site.serve("/ferry", article().encode())
            found = [client.get(f"/r/{url}", headers=headers) for _ in range(2)]
            ignored.append(found[0].headers.get("ridgeline-ignored"))
            assert len(site.requests) == (2 if allowed else 1)  # what is for one client is not kept
            sent = site.requests[0][1]
            assert (sent.get("Cookie"), sent["User-Agent"] == "me") == (("id=1", True) if allowed else (None, False))
    assert ignored == ["x-set-cookie, x-user-agent, x-locale", None]
