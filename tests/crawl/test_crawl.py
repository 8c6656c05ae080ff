"""`ridgeline crawl` against sites on this machine: order, robots, traps, redirects, broken servers, kills."""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ridgeline import Extraction, Page
from ridgeline.cli import main
from ridgeline.cli.conversion import Conversion, converting
from ridgeline.crawl import runner
from ridgeline.crawl.scope import Scope
from ridgeline.errors import WorkerError
from ridgeline.fetch import Fetched
from ridgeline.fetch.cache import PageCache
from ridgeline.options import ExtractOptions

from ..web_server import Server, running

WAIT_SECONDS = 60.0


def page(title: str, *links: str, head: str = "") -> bytes:
    """A page with text of its own and links."""
    said = "".join(f"<p>Sentence {number} of {title} says what only {title} can say." for number in range(4))
    read = "".join(f"<p>Read <a href='{link}'>on at {link}</a>." for link in links)
    return f"<title>{title}</title>{head}<body><article><h1>{title}</h1>{said}{read}</article>".encode()


@pytest.fixture
def server() -> Iterator[Server]:
    with running(Server()) as started:
        yield started


def serve(server: Server, path: str, *links: str, title: str = "", head: str = "") -> str:
    return server.serve(path, page(title or path.strip("/") or "start", *links, head=head), Content_Type="text/html")


def run(url: str, folder: Path, *options: str) -> int:
    return main(["crawl", url, "--output", str(folder), "--allow-private", "--delay", "0", *options])


def asked(server: Server) -> list[str]:
    """The paths that were asked for, without what every crawl begins with."""
    return [path for path, _ in server.requests if path not in ("/robots.txt", "/sitemap.xml")]


def rows(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "_pages.jsonl").read_text().splitlines()]


def written(folder: Path) -> list[str]:
    names = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return sorted(name for name in names if not name.startswith("_"))


def test_breadth_first_below_the_path_of_the_start(server: Server, tmp_path: Path) -> None:
    start = serve(server, "/docs/", "a", "b#part", "/docs/?utm#x", "../", "/docsy", "manual.pdf", "mailto:a@b.c")
    serve(server, "/docs/a", "deep/c.html", "b")
    serve(server, "/docs/b", "../docs/a")
    serve(server, "/docs/deep/c.html", "../a")
    assert run(start, tmp_path) == 0
    assert asked(server) == ["/docs/", "/docs/a", "/docs/b", "/docs/?utm", "/docs/deep/c.html"]
    assert written(tmp_path) == ["docs/a.md", "docs/b.md", "docs/deep/c.md", "docs/index.md"]
    assert [row["depth"] for row in rows(tmp_path) if "file" in row] == [0, 1, 1, 2]
    text = (tmp_path / "docs/deep/c.md").read_text()
    assert text.startswith("---\ntitle: ")
    assert "[on at ../a](../a.md)" in text
    assert "](b.md#part)" in (tmp_path / "docs/index.md").read_text()
    assert f"]({server.origin}/docsy)" in (tmp_path / "docs/index.md").read_text()


@pytest.mark.parametrize(
    ("options", "paths"),
    [
        (["--whole-host"], ["/docs/", "/docs/a", "/b", "/docs/a/c"]),
        (["--max-depth", "1"], ["/docs/", "/docs/a"]),
        (["--max-pages", "2"], ["/docs/", "/docs/a"]),
        (["--skip", "*/c"], ["/docs/", "/docs/a"]),
        (["--whole-host", "--include", "/b*"], ["/docs/", "/b"]),
    ],
)
def test_bounds(server: Server, tmp_path: Path, options: list[str], paths: list[str]) -> None:
    start = serve(server, "/docs/", "a", "/b")
    for path, link in (("/docs/a", "a/c"), ("/docs/a/c", "c"), ("/b", "docs/")):
        serve(server, path, link)
    assert run(start, tmp_path, *options) == 0
    assert asked(server) == paths


def test_redirects_and_loops(server: Server, tmp_path: Path) -> None:
    server.serve("/", status=301, Location="/docs/")
    serve(server, "/docs/", "old", "new", "out", "loop", "/docs/")
    for path, target in (("old", "new"), ("out", "/elsewhere"), ("loop", "loop")):
        server.serve(f"/docs/{path}", status=302, Location=target)
    serve(server, "/docs/new", "old")
    serve(server, "/elsewhere")
    assert run(f"{server.origin}/", tmp_path) == 0
    assert written(tmp_path) == ["docs/index.md", "docs/new.md"]  # the scope is that of where the start leads
    assert "](docs/new.md)" not in (tmp_path / "docs/index.md").read_text()
    assert (tmp_path / "docs/index.md").read_text().count("](new.md)") == 2
    errors = {row["url"].rpartition("/")[2]: row["error"] for row in rows(tmp_path) if "error" in row}
    assert errors["out"].startswith("leads out of the crawl")
    assert "more than 5 redirects" in errors["loop"]


def test_a_page_by_several_addresses_is_written_once(server: Server, tmp_path: Path) -> None:
    canonical = "<link rel=canonical href=/a>"
    start = serve(server, "/", "/a", "/a?sort=up", "/copy", "/b", head="<link rel=canonical href=/>")
    serve(server, "/a", "/", title="one", head=canonical)
    serve(server, "/a?sort=up", "/x", title="one, sorted", head=canonical)
    serve(server, "/copy", "/", title="one", head=canonical)  # the same text
    serve(server, "/b", "/", title="two", head="<link rel=canonical href=/>")  # wrong: it has a text of its own
    assert run(start, tmp_path) == 0
    assert written(tmp_path) == ["a.md", "b.md", "index.md"]
    assert (tmp_path / "index.md").read_text().count("](a.md)") == 3
    assert "/x" not in asked(server)


def test_robots(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.php$\nCrawl-delay: 7\n"
    server.serve("/robots.txt", rules.encode(), Content_Type="text/plain")
    waits: list[float] = []
    monkeypatch.setattr(runner, "_sleep", waits.append)
    start = serve(server, "/", "/private/a", "/private/open", "/x.php", "/nofollow", "/meta")
    server.serve("/private/open", page("open"), Content_Type="text/html")
    serve(server, "/meta", "/behind", head="<meta name=robots content='noindex, nofollow'>")
    assert run(start, tmp_path) == 0
    assert asked(server) == ["/", "/private/open", "/nofollow", "/meta"]
    shortest, *others = sorted(waits[1:])  # from the end of a request on; in one the process that reads pages starts
    assert 0 < shortest <= 7
    assert all(6 < wait <= 7 for wait in others)
    refused = [row["url"] for row in rows(tmp_path) if row.get("error", "").startswith("robots:")]
    assert refused == [f"{server.origin}/private/a", f"{server.origin}/x.php"]


def test_a_robots_file_that_forbids_all(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    server.serve("/robots.txt", b"User-agent: ridgeline\nDisallow: /", Content_Type="text/plain")
    assert run(serve(server, "/"), tmp_path) == 1
    assert "robots.txt of the host does not allow it" in capfd.readouterr().err
    assert asked(server) == []


def test_sitemaps(server: Server, tmp_path: Path) -> None:
    import gzip

    start = serve(server, "/")
    for path in ("/one", "/two"):
        serve(server, path)
    loc = f"<loc>{server.origin}"
    server.serve("/robots.txt", f"Sitemap: {server.origin}/index.xml".encode(), Content_Type="text/plain")
    index = f"<sitemapindex><sitemap>{loc}/a.xml</loc></sitemap><sitemap>{loc}/b.xml.gz</loc></sitemap></sitemapindex>"
    server.serve("/index.xml", index.encode())
    server.serve(
        "/a.xml", f"<urlset><url>{loc}/one</loc></url><url><loc>http://other.test/</loc></url></urlset>".encode()
    )
    server.serve("/b.xml.gz", gzip.compress(f"<urlset><url>{loc}/two</loc></url></urlset>".encode()))
    assert run(start, tmp_path) == 0
    assert written(tmp_path) == ["index.md", "one.md", "two.md"]
    assert run(start, tmp_path / "without", "--no-sitemap") == 0
    assert written(tmp_path / "without") == ["index.md"]


def test_traps(server: Server, tmp_path: Path) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        number = len(server.requests)
        links = [f"/?page={number}", f"/days/{number}/{number + 1}", f"{handler.path.rstrip('/')}/again"]
        body = page(f"Page {number}", *links)
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        handler.wfile.write(body)

    server.paths = Everything(endless)
    server.paths["/robots.txt"] = server.paths["/sitemap.xml"] = lambda handler: handler.send_error(404)
    assert run(f"{server.origin}/", tmp_path, "--max-pages", "5000", "--max-depth", "1000000") == 0
    paths = asked(server)
    assert sum("?" in path for path in paths) <= 31
    assert sum(path.startswith("/days/") for path in paths) <= 1_300
    assert len(paths) < 2_000


class Everything(dict[str, Any]):
    """Paths that all answer in one way, but for a few."""

    def __init__(self, respond: Any) -> None:
        super().__init__()
        self._respond = respond

    def get(self, path: str, default: Any = None) -> Any:
        return super().get(path, self._respond)


def test_broken_pages_cost_themselves(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    start = serve(server, "/", "/missing", "/cut", "/data", "/large", "/good")
    serve(server, "/good")
    server.serve("/data", b"{}", Content_Type="application/json")
    server.serve("/large", b"<p>" + b"x" * 200_000, Content_Type="text/html")
    server.paths["/cut"] = lambda handler: handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n<p>")
    assert run(start, tmp_path, "--max-bytes", "100000") == 0
    assert written(tmp_path) == ["good.md", "index.md"]
    errors = {row["url"].rpartition("/")[2]: row["error"] for row in rows(tmp_path) if "error" in row}
    assert "404 Not Found" in errors["missing"]
    assert "not a web page but application/json" in errors["data"]
    assert "larger than 100,000 bytes" in errors["large"]
    assert "the connection ended" in errors["cut"]
    assert asked(server).count("/cut") == 2  # a server that does not answer is asked once more
    assert "2 files of 6 pages" in capfd.readouterr().err


def test_a_busy_server_is_asked_later(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(runner, "_sleep", waits.append)
    start = serve(server, "/", "/busy")
    answers = iter([503, 200])

    def busy(handler: BaseHTTPRequestHandler) -> None:
        status = next(answers)
        handler.send_response(status)
        handler.send_header("Content-Type", "text/html")
        handler.send_header("Retry-After", "9")
        handler.end_headers()
        handler.wfile.write(page("busy"))

    server.paths["/busy"] = busy
    assert run(start, tmp_path) == 0
    assert written(tmp_path) == ["busy.md", "index.md"]
    assert 8 < max(waits) <= 9


def test_a_server_that_is_gone_ends_the_crawl_and_the_same_command_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [f"/{number}" for number in range(15)]
    with running(Server()) as server:
        start = serve(server, "/", *pages)
        for path in pages:
            server.paths[path] = lambda handler: handler.wfile.write(b"nonsense\r\n")
        assert run(start, tmp_path) == 1
        assert "given up after 10 failures" in capfd.readouterr().err
        server.requests.clear()
        for path in pages:
            serve(server, path, title=f"number {path}")
        assert run(start, tmp_path) == 0
        assert sorted(asked(server)) == sorted(pages)
    assert len(written(tmp_path)) == 16


def test_a_killed_crawl_goes_on_and_asks_for_nothing_twice(server: Server, tmp_path: Path) -> None:
    pages = [f"/{number}" for number in range(12)]
    start = serve(server, "/", *pages)
    for path in pages:
        serve(server, path, title=f"number {path}")
    reached, released, answer = threading.Event(), threading.Event(), server.paths["/6"]

    def wait(handler: BaseHTTPRequestHandler) -> None:
        reached.set()
        released.wait(WAIT_SECONDS)

    server.paths["/6"] = wait
    command = [
        sys.executable,
        "-m",
        "ridgeline",
        "crawl",
        start,
        "-o",
        str(tmp_path),
        "--allow-private",
        "--delay",
        "0",
    ]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as killed:
        assert reached.wait(WAIT_SECONDS)
        refused = subprocess.run(command, stderr=subprocess.PIPE, timeout=WAIT_SECONDS)
        killed.send_signal(signal.SIGKILL)
    released.set()
    assert refused.returncode == 1
    assert b"another crawl is writing into the folder" in refused.stderr
    before = written(tmp_path)
    assert len(before) == 7
    stamps = {name: (tmp_path / name).read_bytes() for name in before}
    server.paths["/6"] = answer
    assert run(start, tmp_path) == 0
    assert sorted(asked(server)) == sorted(["/", *pages, "/6"])  # the one that was never answered
    assert len(written(tmp_path)) == 13
    assert all((tmp_path / name).read_bytes() == data for name, data in stamps.items() if name != "index.md")


def test_a_page_that_was_fetched_before_a_kill_is_not_fetched_again(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = serve(server, "/", "/a")
    serve(server, "/a")
    monkeypatch.setattr("ridgeline.storage.files.write", _interrupt)
    with pytest.raises(SystemExit):
        run(start, tmp_path)
    monkeypatch.undo()
    assert run(start, tmp_path) == 0
    assert asked(server) == ["/", "/a"]
    assert written(tmp_path) == ["a.md", "index.md"]


def _interrupt(*_: object) -> None:
    raise SystemExit


def test_other_settings_need_another_folder(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    start = serve(server, "/", "/a")
    serve(server, "/a")
    assert run(start, tmp_path, "--max-pages", "1") == 0
    assert "1 are not fetched yet: --max-pages allows more" in capfd.readouterr().err
    assert run(start, tmp_path, "-f", "text") == 1
    assert 'format was "markdown", now "text"' in capfd.readouterr().err
    assert run(start, tmp_path) == 0  # a bound may change
    assert written(tmp_path) == ["a.md", "index.md"]


def test_formats_options_and_the_cache(server: Server, tmp_path: Path) -> None:
    start = serve(server, "/", "/a")
    serve(server, "/a", "/")
    cache = ["--cache", str(tmp_path / "c.sqlite")]
    assert run(start, tmp_path / "html", "-f", "html", "--exclude", "p:first-of-type", *cache) == 0
    assert 'href="a.html"' in (tmp_path / "html/index.html").read_text()
    assert "Sentence 0" not in (tmp_path / "html/a.html").read_text()
    count = len(asked(server))
    assert run(start, tmp_path / "text", "-f", "text", *cache) == 0
    assert written(tmp_path / "text") == ["a.txt", "index.txt"]
    assert len(asked(server)) == count
    assert PageCache(tmp_path / "c.sqlite").path.exists()


@pytest.mark.parametrize("url", ["ftp://example.org/", "example.org", "http://a:b@example.org/", "http://127.0.0.1/"])
def test_starts_that_cannot_be(url: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["crawl", url, "--output", str(tmp_path), "--delay", "0"]) == 1
    assert capfd.readouterr().err.count("\n") == 1


def test_pages_of_this_machine_need_permission(server: Server, tmp_path: Path) -> None:
    assert main(["crawl", serve(server, "/"), "--output", str(tmp_path), "--delay", "0"]) == 1
    assert server.requests == []
    assert written(tmp_path) == []


class Deadly:
    """An extractor that ends its process on some pages."""

    name = "deadly"

    def extract(self, page: Page) -> Extraction:
        if "deadly" in page.source:
            os.kill(os.getpid(), signal.SIGKILL)
        return Extraction(page, np.arange(len(page.leaves), dtype=np.int32), self.name)


def test_a_page_that_kills_its_process_costs_itself() -> None:
    with converting(Conversion(ExtractOptions(extractor=Deadly()), "text", {})) as convert:
        for title, is_deadly in (("first", False), ("deadly", True), ("last", False)):
            fetched = Fetched("http://a.test/x", page(title, "/y"), None, None)
            if is_deadly:
                with pytest.raises(WorkerError, match="killed"):
                    convert(fetched, Scope("http://a.test/"))
            else:
                found = convert(fetched, Scope("http://a.test/"))
                assert f"Sentence 1 of {title}" in found.text
                assert found.leads.links == ("http://a.test/y",)
