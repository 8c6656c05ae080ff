"""GET /v1/map and POST /v1/crawl, against a site on this machine."""

import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from ridgeline.crawl.frontier import Frontier
from ridgeline.service import crawl_states, crawling, politeness
from ridgeline.service.crawl_states import CrawlStates

from ..crawl.test_crawl import page
from ..processes.actions import DEADLINE_SECONDS
from ..web_server import Server, running
from .serving import client_of, problem, serve_command, service_of


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(politeness, "PAUSE_SECONDS", 0.0)


@pytest.fixture
def site() -> Iterator[Server]:
    with running(Server()) as server:
        for path, links in {
            "/docs/": ["a", "b#x", "/other"],
            "/docs/a": ["c", "missing"],
            "/docs/b": ["/docs/"],
        }.items():
            server.serve(path, page(f"Page {path}", *links), Content_Type="text/html")
        for path in ("/docs/c", "/docs/listed", "/other"):
            server.serve(path, page(f"Page {path}"), Content_Type="text/html")
        listed = "".join(f"<url><loc>{server.origin}{path}</loc></url>" for path in ("/docs/listed", "/elsewhere"))
        server.serve("/sitemap.xml", f"<urlset>{listed}</urlset>".encode(), Content_Type="application/xml")
        yield server


def crawl(client: TestClient, url: str, **options: Any) -> list[dict[str, Any]]:
    answer = client.post("/v1/crawl", json={"url": url, **options})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    return [json.loads(line) for line in answer.text.splitlines()]


def asked(site: Server) -> list[str]:
    return [path for path, _ in site.requests]


# --- The map


def test_a_map_has_links_and_what_sitemaps_list(client: TestClient, site: Server) -> None:
    found = client.get("/v1/map", params={"url": f"{site.origin}/docs/"}).json()
    paths = [link["url"].removeprefix(site.origin) for link in found["links"]]
    assert sorted(paths) == ["/docs/a", "/docs/b", "/docs/listed", "/elsewhere", "/other"]
    assert {link["text"] for link in found["links"] if link["url"].endswith("/docs/a")} == {"on at a"}
    assert (found["url"], found["total"]) == (f"{site.origin}/docs/", 5)
    assert asked(site) == ["/robots.txt", "/docs/", "/sitemap.xml"]


def test_a_map_is_searched_and_bounded(client: TestClient, site: Server) -> None:
    where = {"url": f"{site.origin}/docs/", "search": "LISTED docs"}
    paths = [link["url"].removeprefix(site.origin) for link in client.get("/v1/map", params=where).json()["links"]]
    assert paths[0] == "/docs/listed"
    assert sorted(paths) == ["/docs/a", "/docs/b", "/docs/listed"]
    found = client.get("/v1/map", params={**where, "limit": 1, "sitemap": False}).json()
    assert (len(found["links"]), found["total"]) == (1, 2)


def test_a_map_keeps_to_robots_and_to_public_addresses(client: TestClient, site: Server, tmp_path: Path) -> None:
    site.serve("/robots.txt", b"User-agent: *\nDisallow: /docs/", Content_Type="text/plain")
    assert problem(client.get("/v1/map", params={"url": f"{site.origin}/docs/"})) == "502 fetch-failed"
    assert problem(client.get("/v1/map", params={"url": "ftp://example.org/"})) == "422 invalid-url"
    assert problem(client.get("/v1/map", params={"url": f"{site.origin}/", "limit": 10**6})) == "422 invalid-request"
    site.requests.clear()
    with client_of(tmp_path) as guarded:
        assert problem(guarded.get("/v1/map", params={"url": f"{site.origin}/docs/"})).startswith("502 ")
    assert site.requests == []


def test_hostile_sitemaps_list_nothing(client: TestClient, site: Server) -> None:
    bomb = b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>http://a/&b;</loc></url></urlset>'
    site.serve("/sitemap.xml", bomb, Content_Type="application/xml")
    found = client.get("/v1/map", params={"url": f"{site.origin}/docs/"})
    assert (found.status_code, found.json()["total"]) == (200, 3)


# --- A crawl


def test_a_crawl_streams_the_pages_below_a_path(client: TestClient, site: Server) -> None:
    *lines, last = crawl(client, f"{site.origin}/docs/", formats=["text"])
    good = {line["url"].removeprefix(site.origin): line for line in lines if "problem" not in line}
    assert list(good) == ["/docs/", "/docs/listed", "/docs/a", "/docs/b", "/docs/c"]
    assert [line["depth"] for line in good.values()] == [0, 1, 1, 1, 2]
    assert "Sentence 1 of Page /docs/c" in good["/docs/c"]["formats"]["text"]
    assert [line["url"] for line in lines if "problem" in line] == [f"{site.origin}/docs/missing"]
    assert last == {"resume": lines[-1]["resume"], "crawl": {"asked": 6, "failed": 1, "left": 0}}
    assert len(asked(site)) == len(set(asked(site)))
    assert service_of(client).crawls == {}


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"max_pages": 2}, 2),
        ({"max_pages": 10**6, "max_depth": 0}, 1),
        ({"sitemap": False, "max_depth": 1}, 3),
        ({"skip": ["*/a"], "sitemap": False}, 2),
        ({"include": ["/other"], "whole_host": True, "sitemap": False}, 2),
    ],
)
def test_bounds_of_a_crawl(client: TestClient, site: Server, options: dict[str, Any], count: int) -> None:
    assert len(crawl(client, f"{site.origin}/docs/", **options)) == count + 1


def test_the_operator_bounds_crawls(site: Server, tmp_path: Path) -> None:
    with client_of(tmp_path, allow_private=True, crawl_pages=2) as client:
        assert len(crawl(client, f"{site.origin}/docs/", max_pages=50)) == 3
    with client_of(tmp_path, allow_private=True, crawl_pages=0) as client:
        assert problem(client.post("/v1/crawl", json={"url": site.origin})) == "403 crawling-off"


def test_crawls_that_cannot_begin(client: TestClient, site: Server) -> None:
    def begin(**request: Any) -> str:
        return problem(client.post("/v1/crawl", json=request))

    assert begin(url=f"{site.origin}/missing") == "502 fetch-failed"
    assert begin(url="nowhere") == "422 invalid-url"
    assert begin() == "422 invalid-request"
    assert begin(url=f"{site.origin}/docs/", colour="red") == "422 invalid-request"
    assert begin(url=f"{site.origin}/docs/", include=["x"] * 21) == "422 invalid-request"
    assert service_of(client).crawls == {}


def test_one_crawl_a_client_and_it_ends_with_the_client(site: Server, tmp_path: Path) -> None:
    entered, release = threading.Event(), threading.Event()

    def wait(handler: BaseHTTPRequestHandler) -> None:
        entered.set()
        release.wait(DEADLINE_SECONDS)

    site.paths["/docs/listed"] = wait
    body = json.dumps({"url": f"{site.origin}/docs/"}).encode()
    with serve_command(tmp_path, "--allow-private", "--workers", "1") as service:
        head = f"Host: 127.0.0.1:{service.port}\r\nContent-Length: {len(body)}\r\n\r\n".encode()

        def status(connection: socket.socket) -> bytes:
            connection.sendall(b"POST /v1/crawl HTTP/1.1\r\n" + head + body)
            return connection.recv(12)

        with socket.create_connection(("127.0.0.1", service.port)) as first:
            assert status(first) == b"HTTP/1.1 200"
            assert entered.wait(DEADLINE_SECONDS)
            with socket.create_connection(("127.0.0.1", service.port)) as second:
                assert status(second) == b"HTTP/1.1 429"
        # The first client is gone: its crawl ends, and another may begin.
        site.serve("/docs/listed", page("listed"), Content_Type="text/html")
        deadline = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < deadline:
            with socket.create_connection(("127.0.0.1", service.port)) as third:
                if status(third) == b"HTTP/1.1 200":
                    break
            time.sleep(0.2)
        else:
            pytest.fail("the crawl of a client that is gone did not end")
        release.set()
    assert "/docs/c" not in asked(site)[: asked(site).index("/docs/listed") + 1]


# --- A crawl that goes on


def paths_of(lines: list[dict[str, Any]], site: Server) -> list[str]:
    return [line["url"].removeprefix(site.origin) for line in lines if "url" in line]


def resume(client: TestClient, line: dict[str, Any], **options: Any) -> list[dict[str, Any]]:
    answer = client.post("/v1/crawl", json={"resume": line["resume"], **options})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def test_a_crawl_goes_on_after_the_line_that_is_named(client: TestClient, site: Server, tmp_path: Path) -> None:
    *whole, _ = crawl(client, f"{site.origin}/docs/", formats=["text"])
    site.requests.clear()
    *first, paused = crawl(client, f"{site.origin}/docs/", formats=["text"], max_pages=3)
    assert paused["crawl"]["left"] == 3
    *again, _ = resume(client, first[0], max_pages=3)  # two lines were lost on their way
    assert again == first[1:]
    *rest, last = resume(client, paused)
    assert last["crawl"] == {"asked": 6, "failed": 1, "left": 0}
    without = [{name: line[name] for name in line if name not in ("resume", "seconds")} for line in [*first, *rest]]
    assert without == [{name: line[name] for name in line if name not in ("resume", "seconds")} for line in whole]
    pages = [path for path in asked(site) if path.startswith("/docs/")]
    assert len(pages) == len(set(pages)) == 6
    assert asked(site).count("/sitemap.xml") == 1
    # The client has all: one more answer says so, and the state is gone.
    assert resume(client, last) == [last]
    assert problem(client.post("/v1/crawl", json={"resume": last["resume"]})) == "404 no-such-crawl"


def test_lines_that_were_said_to_have_arrived_are_gone(client: TestClient, site: Server) -> None:
    *lines, _ = crawl(client, f"{site.origin}/docs/")
    resume(client, lines[2])
    assert problem(client.post("/v1/crawl", json={"resume": lines[1]["resume"]})) == "409 no-such-line"
    assert paths_of(resume(client, lines[3]), site) == paths_of(lines[4:], site)


def test_resuming_what_cannot_be(client: TestClient, site: Server, tmp_path: Path) -> None:
    last = crawl(client, f"{site.origin}/docs/")[-1]
    name, _, number = last["resume"].partition(".")

    def begin(**request: Any) -> str:
        return problem(client.post("/v1/crawl", json=request))

    assert begin(resume=f"{name}.{int(number) + 1}") == "409 no-such-line"
    assert begin(resume=f"{name[::-1]}.1") == "404 no-such-crawl"
    numbers = [f"{name}{end}" for end in ("", ".", ".-1", ".1e3", ".1\n", ".١", ".9999999", ".1.1", ".sqlite")]
    names = [f"../../{name}.1", f"{name}/../{name}.1", f"\0{name}.1", f"{name.upper()}G.1", f"{name * 9}.1"]
    for token in ("", "x", *numbers, *names):
        assert begin(resume=token) == "422 invalid-request", token
    for wrong in (7, None, ["x"], {"a": 1}):
        assert begin(resume=wrong) == "422 invalid-request"
    assert begin(resume=last["resume"], url=site.origin) == "422 invalid-request"
    assert begin(resume=last["resume"], formats=["html"]) == "422 invalid-request"
    state = service_of(client).crawl_states.path(name)
    state.write_bytes(b"nonsense" * 1_000)
    assert begin(resume=last["resume"]) == "409 crawl-not-usable"
    state.write_bytes(b"")
    assert begin(resume=last["resume"]).startswith("409 ")
    assert service_of(client).crawls == {}


def test_a_state_in_use_elsewhere_is_not_touched(client: TestClient, site: Server) -> None:
    *_, last = crawl(client, f"{site.origin}/docs/", max_pages=2)
    elsewhere = Frontier(service_of(client).crawl_states.path(last["resume"].partition(".")[0]))
    assert problem(client.post("/v1/crawl", json={"resume": last["resume"]})) == "409 crawl-not-usable"
    elsewhere.close()
    assert resume(client, last)[-1]["crawl"]["left"] == 0


def test_a_service_that_keeps_no_crawls(site: Server, tmp_path: Path) -> None:
    with client_of(tmp_path, allow_private=True, crawl_keep_seconds=0.0) as client:
        lines = crawl(client, f"{site.origin}/docs/")
        assert len(lines) == 7
        assert not any("resume" in line for line in lines)
        assert problem(client.post("/v1/crawl", json={"resume": f"{'0' * 32}.1"})) == "403 resuming-off"
    assert not (tmp_path / "crawls").exists()


def test_crawls_in_a_folder_that_cannot_be_written(site: Server, tmp_path: Path) -> None:
    (tmp_path / "crawls").write_text("a file")
    with client_of(tmp_path, allow_private=True) as client:
        lines = crawl(client, f"{site.origin}/docs/")
        assert len(lines) == 7
        assert not any("resume" in line for line in lines)


def test_states_are_bounded_in_number_and_age(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl_states, "_MAX_STATES", 3)
    states = CrawlStates(tmp_path, keep_seconds=3_600)
    names: list[str] = []
    for number in range(5):
        names.append(states.begin(names[:1]) or "")
        states.path(names[-1]).write_bytes(b"x" * 10)
        os.utime(states.path(names[-1]), (time.time() - 100 + number,) * 2)
    (tmp_path / "notes.sqlite").write_text("not ours")
    assert [states.has(name) for name in names] == [True, False, False, True, True]  # the first one runs
    os.utime(states.path(names[3]), (0, 0))
    assert not states.has(names[3])
    states.make_room(())
    assert {path.stem for path in tmp_path.iterdir()} == {names[0], names[4], "notes"}


def test_a_crawl_stops_where_its_lines_take_too_much_and_goes_on(
    client: TestClient, site: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crawling, "_MAX_LINE_BYTES", 1_500)
    lines, found = crawl(client, f"{site.origin}/docs/"), list[str]()
    rounds = 0
    while True:
        found += paths_of(lines, site)
        if lines[-1]["crawl"]["left"] == 0:
            break
        assert len(lines) > 1
        rounds += 1
        lines = resume(client, lines[-1])
    assert rounds > 0
    assert sorted(found) == ["/docs/", "/docs/a", "/docs/b", "/docs/c", "/docs/listed", "/docs/missing"]


def test_a_crawl_goes_on_after_the_service_was_killed(site: Server, tmp_path: Path) -> None:
    entered, release = threading.Event(), threading.Event()

    def wait(handler: BaseHTTPRequestHandler) -> None:
        entered.set()
        release.wait(DEADLINE_SECONDS)

    answer, site.paths["/docs/a"] = site.paths["/docs/a"], wait
    body = {"url": f"{site.origin}/docs/", "formats": ["text"]}
    with (
        serve_command(tmp_path, "--allow-private", "--workers", "1") as service,
        httpx.Client(timeout=DEADLINE_SECONDS) as http,
        http.stream("POST", f"{service.url}/v1/crawl", json=body) as got,
    ):
        lines = got.iter_lines()
        before = [json.loads(next(lines)), json.loads(next(lines))]
        assert entered.wait(DEADLINE_SECONDS)
        service.process.kill()
        service.process.wait(DEADLINE_SECONDS)
    release.set()
    site.paths["/docs/a"] = answer
    with serve_command(tmp_path, "--allow-private", "--workers", "1") as service:
        for given, known in ((before[0], before[:1]), (before[1], before)):
            answered = httpx.post(f"{service.url}/v1/crawl", json={"resume": given["resume"]}, timeout=DEADLINE_SECONDS)
            *after, last = map(json.loads, answered.text.splitlines())
            assert paths_of([*known, *after], site) == [
                *("/docs/", "/docs/listed", "/docs/a", "/docs/b", "/docs/c", "/docs/missing")
            ]
            assert last["crawl"] == {"asked": 6, "failed": 1, "left": 0}
    pages = [path for path in asked(site) if path.startswith("/docs/")]
    assert sorted(pages) == sorted([*{*pages}, "/docs/a"])  # the one that had not arrived
