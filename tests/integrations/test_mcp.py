"""The tools for language models, called by the package's own client: in memory, and over the real command."""

import os
import sys
import threading
from collections.abc import Awaitable, Callable
from operator import methodcaller
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

import ridgeline
from ridgeline.cli import main
from ridgeline.errors import OptionError
from ridgeline.extraction.agreement import text_f1
from ridgeline.integrations.mcp import Bounds, make_server, pages, site_maps
from ridgeline.passages import estimate_tokens
from ridgeline.registry import OFFERED, REGISTRY
from ridgeline.render import Renderer

from ..browsers import need_browser
from .site import PARAGRAPHS, SHELL, THREAD, Answer, article, serve

LOCAL = Bounds(allow_private=True)
READING = {"read_page", "outline_page", "read_section", "search_page", "read_posts"}
TOOLS = READING | {"explain_page", "list_links", "compare_extractors"}  # of a page
ALL_TOOLS = TOOLS | {"map_site"}
NEEDED: dict[str, Any] = {"read_section": {"section": "1"}, "search_page": {"query": "ferry"}}  # arguments
LINKED = article(
    links="<p>Read <a href='/times'>the times of all boats</a>, <a href='/times'>again</a>, and "
    "<a href='javascript:alert(1)'>what nobody</a> <a href='https://other.example/fares'>pays for the crossing</a>.</p>"
)
LONG = article(paragraphs=tuple(f"{number}. {text}" for number in range(60) for text in PARAGRAPHS))


def in_memory(bounds: Bounds, use: Callable[[Client], Awaitable[Any]]) -> Any:
    """What `use` returns, given a client of a server in this process."""

    async def connected() -> Any:
        async with Client(make_server(bounds)) as client:
            return await use(client)

    return anyio.run(connected)


def call(tool: str, bounds: Bounds = LOCAL, /, **arguments: Any) -> Any:
    """The structured answer of a tool."""
    answer = in_memory(bounds, lambda client: client.call_tool(tool, arguments))
    assert not answer.is_error, answer.content
    return answer.structured_content


def complaint(tool: str, bounds: Bounds = LOCAL, /, **arguments: Any) -> str:
    """The error of a tool, which is one line."""
    answer = in_memory(bounds, lambda client: client.call_tool(tool, arguments))
    assert answer.is_error
    (block,) = answer.content
    assert "\n" not in block.text
    return str(block.text)


def test_the_tools_and_their_schemas() -> None:
    listed = in_memory(LOCAL, lambda client: client.list_tools()).tools
    assert {tool.name for tool in listed} == ALL_TOOLS
    for tool in listed:
        assert tool.annotations.read_only_hint
        assert tool.output_schema["type"] == "object"
        assert all("description" in parameter for parameter in tool.input_schema["properties"].values())
        assert "    " not in tool.description


def test_a_page_as_markdown() -> None:
    found = call("read_page", html=article(), url="https://example.org/ferry")
    assert found["markdown"] == "# The ferry\n\n" + "\n\n".join(PARAGRAPHS)
    assert (found["title"], found["status"], found["url"]) == ("The ferry", "ok", "https://example.org/ferry")
    assert (found["start"], found["next_start"]) == (0, None)
    assert found["total_tokens"] == found["tokens"] == estimate_tokens(found["markdown"])


def test_models_read_markdown_and_notes_apart_from_it() -> None:
    answer = in_memory(LOCAL, lambda client: client.call_tool("read_page", {"html": article()}))
    assert [block.text for block in answer.content] == [answer.structured_content["markdown"]]
    empty = in_memory(LOCAL, lambda client: client.call_tool("read_page", {"html": SHELL}))
    assert [block.text for block in empty.content] == ["[status shell: explain_page says more]"]


def test_a_long_page_comes_in_pieces_of_one_fetch() -> None:
    with serve({"/long": Answer(LONG.encode())}) as site:

        async def read_all(client: Client) -> list[Any]:
            pieces: list[Any] = []
            start: int | None = 0
            while start is not None:
                arguments = {"url": f"{site.url}/long", "start": start, "max_tokens": 500}
                pieces.append((await client.call_tool("read_page", arguments)).structured_content)
                start = pieces[-1]["next_start"]
            return pieces

        found = in_memory(LOCAL, read_all)
    assert site.asked == ["/long"]
    assert len(found) > 5
    assert all(estimate_tokens(piece["markdown"]) == piece["tokens"] <= 500 for piece in found)
    whole = call("read_page", html=LONG, max_tokens=1_000_000)["markdown"]
    assert all(paragraph in "".join(piece["markdown"] for piece in found) for paragraph in whole.split("\n\n"))


SECTIONS = article(
    paragraphs=PARAGRAPHS[:1],
    links="".join(f"<h2>Boat {n}</h2><p>Boat {n} has {n * 7} seats. {PARAGRAPHS[n % 2]}</p>" for n in range(1, 200)),
)


def test_answers_have_ten_thousand_tokens_at_most() -> None:
    for tool in sorted(TOOLS):
        for page in (SECTIONS * 3, THREAD * 30, LINKED + "<a href=/{0}>{0}</a>".format("漢" * 250) * 300):
            arguments = {"html": page, **NEEDED.get(tool, {})}
            answer = in_memory(LOCAL, methodcaller("call_tool", tool, arguments))
            assert not answer.is_error
            assert sum(estimate_tokens(block.text) for block in answer.content) <= 10_000, tool


def test_sections_of_a_page() -> None:
    outline = call("outline_page", html=SECTIONS)
    assert outline["sections"][0]["title"] == "The ferry"
    assert outline["total_tokens"] > 5_000
    boat = next(each for each in outline["sections"] if each["title"] == "Boat 77")
    found = call("read_section", html=SECTIONS, section=boat["number"])
    assert found["markdown"].startswith("## Boat 77\n\nBoat 77 has 539 seats.")
    assert found["tokens"] == boat["tokens"]
    assert "There is no section 99" in call("read_section", html=SECTIONS, section="99")["markdown"]


def test_a_page_is_searched() -> None:
    found = call("search_page", html=SECTIONS, query="Which boat has 539 seats?", max_tokens=300)
    assert "Boat 77 has 539 seats." in found["markdown"]
    assert found["tokens"] <= 300
    assert found["next_start"] is None


def test_posts_of_a_thread() -> None:
    found = call("read_posts", html=THREAD)
    assert [post["author"] for post in found["posts"]] == [f"Rower {n}" for n in range(12)]
    assert found["posts"][3]["text"].startswith("Post 3.")
    assert (found["posts"][3]["date"], found["next_first"], found["total"]) == ("2024-05-04", None, 12)
    assert [post["number"] for post in call("read_posts", html=THREAD, first=10)["posts"]] == [10, 11]
    assert call("read_posts", html=article())["posts"] == []


def test_options_of_reading() -> None:
    whole = call("read_page", html=LINKED, url="https://example.org/", extractor="everything")
    assert "Contact" in whole["markdown"]
    chosen = call("read_page", html=LINKED, select="article p", exclude="a", links="none", favor="recall")
    assert "Contact" not in chosen["markdown"]
    assert "times of all boats" not in chosen["markdown"]


def test_a_page_is_fetched_with_its_encoding_and_address() -> None:
    russian = article("Паром", ("Утренний паром отходит в девять часов и везёт больше писем, чем людей. " * 3,))
    body = russian.replace("<meta charset=utf-8>", "").encode("windows-1251")
    with serve({"/ferry": Answer(body, "text/html; charset=windows-1251")}) as site:
        found = call("read_page", url=f"{site.url}/ferry")
    assert (found["title"], found["url"]) == ("Паром", f"{site.url}/ferry")


def test_recent_pages_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(pages, "_clock", lambda: now)
    with serve({f"/{name}": Answer(article().encode()) for name in range(20)}) as site:
        opened = pages.Pages(LOCAL)
        opened.find(f"{site.url}/0", "")
        opened.find(f"{site.url}/0", "")
        assert len(site.asked) == 1
        now = 1_000.0
        opened.find(f"{site.url}/0", "")
        assert len(site.asked) == 2
        for name in range(1, 20):
            opened.find(f"{site.url}/{name}", "")
        assert len(opened._recent) == pages._MAX_RECENT_PAGES
        opened.find(f"{site.url}/0", "")
        assert site.asked.count("/0") == 3


@pytest.mark.parametrize(
    ("html", "status", "advice"),
    [
        (article(), "ok", None),
        (SHELL, "shell", "open it in a browser"),
        ("", "nothing", "extractor everything"),
        (
            "<title>Attention</title><h1>Verify you are human</h1><p>Please complete the captcha to continue.",
            "blocked",
            "captcha",
        ),
        ("%PDF-1.7 binary", "not-html", "no web page"),
    ],
    ids=["ok", "shell", "nothing", "blocked", "not-html"],
)
def test_why_a_page_is_empty(html: str, status: str, advice: str | None) -> None:
    found = call("explain_page", html=html or " ")
    assert found["status"] == status
    assert found["meaning"]
    assert (advice is None) == (found["advice"] == [])
    assert advice is None or advice in found["advice"][0]


def test_numbers_of_an_explanation() -> None:
    found = call("explain_page", html=article() + "<p hidden>Nobody sees this.</p>")
    assert 0 < found["kept_words"] < found["visible_words"]
    assert found["hidden_leaves"] == 1
    assert found["visible_beginning"].startswith("Home News Contact The ferry")
    assert 0 < found["confidence"] <= 1
    cut = call("explain_page", Bounds(max_bytes=300), html=article())
    assert cut["cuts"] == ["characters"]
    assert "over a limit" in cut["advice"][-1]


def test_links_of_the_content_and_of_the_page() -> None:
    content = call("list_links", html=LINKED, url="https://example.org/ferry")
    assert content["links"] == [
        {"text": "the times of all boats", "url": "https://example.org/times"},
        {"text": "pays for the crossing", "url": "https://other.example/fares"},
    ]
    whole = call("list_links", html=LINKED, url="https://example.org/ferry", scope="page", max_links=2)
    assert [link["text"] for link in whole["links"]] == ["Home", "News"]
    assert whole["total"] == 6


def test_extractors_are_compared() -> None:
    found = call("compare_extractors", html=article(), extractors=["everything", "summit", "summit"])
    everything, summit = found["answers"]
    assert (everything["extractor"], summit["extractor"]) == ("everything", "summit")
    assert everything["words"] - summit["words"] >= everything["only_words"] > 0  # a © is counted, and is no word
    assert everything["only_lines"][0] == "Home News Contact"
    assert (summit["only_words"], summit["only_lines"]) == (0, [])
    (pair,) = found["agreement"]
    texts = [ridgeline.extract(article(), extractor=name).text for name in ("everything", "summit")]
    expected = text_f1(*texts)
    assert pair == {"first": "everything", "second": "summit", "word_f1": pytest.approx(expected, abs=1e-4)}
    assert all(answer["seconds"] > 0 for answer in found["answers"])


def test_the_default_extractors_agree_on_nothing() -> None:
    found = call("compare_extractors", html=" ")
    assert {pair["word_f1"] for pair in found["agreement"]} == {1.0}


@pytest.mark.parametrize("name", OFFERED)
def test_every_offered_extractor_works(name: str) -> None:
    assert call("read_page", html=article(), extractor=name)["status"] in ("ok", "nothing")


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("read_page", {}, "give the url of a page, or its html"),
        ("read_page", {"url": "file:///etc/passwd"}, "only http and https"),
        ("read_page", {"url": "nonsense"}, "only http and https"),
        ("read_page", {"html": "<p>x", "favor": "both"}, "favor: Input should be"),
        ("read_page", {"html": "<p>x", "start": -1}, "start is 0 or more"),
        ("read_page", {"html": "<p>x", "max_tokens": 1}, "max_tokens is 128 to"),
        ("search_page", {"html": "<p>x", "query": " "}, "a query has 1 to"),
        ("read_section", {"html": "<p>x"}, "section: Field required"),
        ("read_posts", {"html": "<p>x", "first": -1}, "first is 0 or more"),
        ("read_page", {"html": "<p>x", "extractor": "sumit"}, "did you mean 'summit'"),
        ("read_page", {"html": "<p>x", "extractor": "clg"}, "needs a browser"),
        ("read_page", {"html": "<p>x", "extractor": "mountain", "favor": "recall"}, "no option 'favor'"),
        ("read_page", {"html": "<p>x", "select": "["}, "CSS selector"),
        ("list_links", {"html": "<p>x", "max_links": 0}, "max_links is 1 to"),
        ("compare_extractors", {"html": "<p>x", "extractors": ["summit"]}, "name 2 to 8"),
        ("no_such_tool", {}, "Unknown tool"),
    ],
)
def test_errors_are_one_clear_line(tool: str, arguments: dict[str, Any], says: str) -> None:
    assert says in complaint(tool, **arguments)


@pytest.mark.parametrize("tool", sorted(TOOLS))
@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/", "http://localhost/", "http://169.254.169.254/", "http://[::1]/"]
)
def test_private_addresses_are_refused(tool: str, url: str) -> None:
    assert "not a public address" in complaint(tool, Bounds(), url=url, **NEEDED.get(tool, {}))


def test_too_large_and_missing_pages() -> None:
    with serve({"/large": Answer(b"<p>" + b"x" * 5_000)}) as site:
        assert "larger than 1,000 bytes" in complaint(
            "read_page", Bounds(max_bytes=1_000, allow_private=True), url=f"{site.url}/large"
        )
        assert "404" in complaint("read_page", url=f"{site.url}/missing")


def test_a_call_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(pages.Pages, "find", lambda *_, **__: end.wait(60))

    async def call_and_release(client: Client) -> Any:
        try:
            return await client.call_tool("read_page", {"html": "<p>x"})
        finally:
            end.set()

    answer = in_memory(Bounds(tool_seconds=0.05), call_and_release)
    assert answer.is_error
    assert "took longer than 0.05 s" in answer.content[0].text


def test_hostile_pages_give_answers() -> None:
    for html in ("<div>" * 5_000, "<a href='" + "x" * 100_000, "\x00\ud83d<p>half", '{"json": [1]}', "<title>" * 1_000):
        for tool in sorted(TOOLS):
            assert call(tool, html=html, **NEEDED.get(tool, {}))


def test_wrong_bounds() -> None:
    for wrong in ({"tool_seconds": 0}, {"parse_seconds": -1}, {"max_bytes": 0}, {"fetch_seconds": float("nan")}):
        with pytest.raises(OptionError):
            Bounds(**wrong)


def test_no_offered_extractor_opens_a_browser() -> None:
    assert "summit" in OFFERED
    assert all(REGISTRY[name].needs is None and REGISTRY[name].fitted_by is None for name in OFFERED)


def test_the_command_serves_a_client() -> None:
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "ridgeline", "mcp", "--seconds", "30"], env=dict(os.environ)
    )

    async def talk() -> tuple[Any, Any, Any]:
        with anyio.fail_after(60):
            async with Client(parameters) as client:
                listed = await client.list_tools()
                read = await client.call_tool("read_page", {"html": article()})
                refused = await client.call_tool("read_page", {"url": "http://127.0.0.1/"})
        return listed, read, refused

    listed, read, refused = anyio.run(talk)
    assert {tool.name for tool in listed.tools} == ALL_TOOLS
    assert read.structured_content["title"] == "The ferry"
    assert refused.is_error
    assert "not a public address" in refused.content[0].text


def test_shells_are_opened_in_a_browser_once() -> None:
    need_browser()
    words = " ".join(PARAGRAPHS)
    script = f"document.body.innerHTML = '<article><h1>Late</h1><p>{words}</p></article>'"
    shell = f"<!DOCTYPE html><title>Late</title><div id=root></div><script>{script}</script>"

    async def read(client: Client) -> list[Any]:
        answers = [await client.call_tool("read_page", {"html": shell, "start": start}) for start in (0, 8)]
        answers.append(await client.call_tool("explain_page", {"html": shell}))
        return [answer.structured_content for answer in answers]

    async def connected(renderer: Renderer) -> list[Any]:
        async with Client(make_server(LOCAL, renderer=renderer)) as client:
            return await read(client)

    with Renderer() as renderer:
        whole, rest, explained = anyio.run(connected, renderer)
    assert whole["markdown"].startswith("# Late\n\nThe morning ferry")
    assert rest["markdown"] == whole["markdown"][8:]
    assert explained["status"] == "ok"
    assert call("read_page", html=shell)["status"] == "shell"
    with pytest.raises(OptionError, match="cannot be used together"):
        make_server(LOCAL, pages.in_thread, renderer)


def test_the_server_can_be_served_over_http() -> None:
    """The same object gives an application for HTTP servers; here without a socket."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Accept": "application/json, text/event-stream"}

    async def ask() -> Any:
        server = make_server()
        application = server.streamable_http_app(stateless_http=True, json_response=True)
        transport = httpx2.ASGITransport(app=application)
        async with (
            server.session_manager.run(),
            httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client,
        ):
            return (await client.post("/mcp", json=request, headers=headers)).json()

    assert {tool["name"] for tool in anyio.run(ask)["result"]["tools"]} == ALL_TOOLS


@pytest.mark.parametrize("line", ["mcp --seconds 0", "mcp --max-bytes 0", "mcp --timeout -1"])
def test_a_wrong_command_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_addresses_of_a_site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_maps, "PAUSE_SECONDS", 0.0)
    page = article(
        links="<p><a href='/times'>All times</a>, <a href='/fares#x'>fares</a>, <a href='https://o.test/'>o</a>."
    )
    pages_of_site = {
        "/": Answer(page.encode()),
        "/robots.txt": Answer(b"User-agent: *\nDisallow: /private", "text/plain"),
    }
    with serve(pages_of_site) as site:
        listed = f"<urlset><url><loc>{site.url}/old</loc></url><url><loc>https://o.test/x</loc></url></urlset>"
        pages_of_site["/sitemap.xml"] = Answer(listed.encode(), "application/xml")
        found = call("map_site", url=f"{site.url}/")
        texts = {link["url"].removeprefix(site.url): link["text"] for link in found["links"]}
        assert next(iter(texts)) == "/old"
        assert (texts["/old"], texts["/times"], texts["/fares"]) == ("", "All times", "fares")
        assert not any("o.test" in url for url in texts)
        assert call("map_site", url=f"{site.url}/", search="TIMES")["total"] == 1
        assert call("map_site", url=f"{site.url}/", max_links=1) == {**found, "links": found["links"][:1]}
        assert "robots.txt" in complaint("map_site", url=f"{site.url}/private")
        assert "not a public address" in complaint("map_site", Bounds(), url=f"{site.url}/")
        assert "fetches no pages" in complaint("map_site", Bounds(allow_fetch=False), url=f"{site.url}/")
        assert "not a complete http" in complaint("map_site", url="file:///etc/passwd")
        assert "max_links is 1 to" in complaint("map_site", url=f"{site.url}/", max_links=0)
        many = "".join(f"<url><loc>{site.url}/{'x' * 200}{number}</loc></url>" for number in range(400))
        pages_of_site["/sitemap.xml"] = Answer(f"<urlset>{many}</urlset>".encode(), "application/xml")
        answer = in_memory(LOCAL, methodcaller("call_tool", "map_site", {"url": f"{site.url}/"}))
        assert sum(estimate_tokens(block.text) for block in answer.content) <= 10_000
        assert answer.structured_content["total"] >= 400 > len(answer.structured_content["links"])
        pages_of_site["/sitemap.xml"] = Answer(b"<!DOCTYPE x [<!ENTITY a 'b'>]><urlset>&a;", "application/xml")
        assert call("map_site", url=f"{site.url}/")["total"] == len(texts) - 1


def test_the_status_of_a_response() -> None:
    assert call("read_page", html="<title>Gone</title><h1>Gone</h1><p>Sorry.", http_status=404)["status"] == "error"
    assert call("explain_page", html="<title>Gone</title><h1>Gone</h1><p>Sorry.", http_status=404)["status"] == "error"
    assert "http_status" in complaint("read_page", html="<p>x", http_status=7)
