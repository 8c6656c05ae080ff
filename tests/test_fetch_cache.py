"""The cache of fetched pages: age, size, conditional requests, damage, several processes."""

import random
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from ridgeline import bulk
from ridgeline.bulk.slices import Reading
from ridgeline.cli import main
from ridgeline.errors import FetchError, OptionError
from ridgeline.fetch import Fetched, Supervision, fetch
from ridgeline.fetch import cache as cache_module
from ridgeline.fetch.cache import PageCache
from ridgeline.parameters import read_seconds

from .web_server import PAGE, Server, running


@pytest.fixture
def server() -> Iterator[Server]:
    with running(Server()) as started:
        yield started


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time; tests change it."""
    now = [1_000_000.0]
    monkeypatch.setattr(cache_module, "_clock", lambda: now[0])
    return now


def tagged(server: Server, path: str, contents: list[bytes]) -> str:
    """Serve the first of the contents with a tag, and answer 304 to those who have it. Returns the URL."""

    def respond(handler: BaseHTTPRequestHandler) -> None:
        tag = f'"{hash(contents[0])}"'
        is_known = handler.headers["If-None-Match"] == tag
        handler.send_response(304 if is_known else 200)
        handler.send_header("ETag", tag)
        handler.send_header("Content-Type", "text/html; charset=utf-8")
        handler.end_headers()
        if not is_known:
            handler.wfile.write(contents[0])

    server.paths[path] = respond
    return server.origin + path


def test_a_page_is_asked_for_once_until_it_is_old(server: Server, tmp_path: Path, clock: list[float]) -> None:
    contents = [PAGE]
    url, cache = tagged(server, "/a", contents), PageCache(tmp_path / "c.sqlite", max_age_seconds=60)
    first, second = (fetch(url, allow_private=True, cache=cache) for _ in range(2))
    assert len(server.requests) == 1
    assert (first.data, first.is_cached) == (PAGE, False)
    assert (second.data, second.is_cached, second.charset, second.url) == (PAGE, True, "utf-8", url)
    clock[0] += 61
    third = fetch(url, allow_private=True, cache=cache)
    assert (third.data, third.is_cached) == (PAGE, True)
    assert server.requests[1][1]["If-None-Match"] == first.etag
    fetch(url, allow_private=True, cache=cache)  # the answer made it young again
    assert len(server.requests) == 2
    clock[0] += 61
    contents[0] = b"<p>Another"
    assert fetch(url, allow_private=True, cache=cache).data == b"<p>Another"
    assert fetch(url, allow_private=True, cache=cache).data == b"<p>Another"
    assert len(server.requests) == 3


def test_a_clock_that_was_set_back_makes_pages_old(server: Server, tmp_path: Path, clock: list[float]) -> None:
    url, cache = server.serve("/a"), PageCache(tmp_path / "c.sqlite")
    fetch(url, allow_private=True, cache=cache)
    clock[0] -= 3600
    assert not fetch(url, allow_private=True, cache=cache).is_cached


@pytest.mark.parametrize("header", ["no-store", "max-age=60, Private"])
def test_what_the_server_forbids_is_not_kept(server: Server, tmp_path: Path, header: str) -> None:
    url, cache = server.serve("/a", Cache_Control=header), PageCache(tmp_path / "c.sqlite")
    for _ in range(2):
        assert not fetch(url, allow_private=True, cache=cache).is_cached
    assert len(server.requests) == 2


def test_errors_are_not_kept(server: Server, tmp_path: Path) -> None:
    url, cache = server.serve("/a", status=404), PageCache(tmp_path / "c.sqlite")
    for _ in range(2):
        with pytest.raises(FetchError, match="404"):
            fetch(url, allow_private=True, cache=cache)
    assert len(server.requests) == 2


def test_what_is_private_is_only_for_those_who_may_fetch_it(server: Server, tmp_path: Path) -> None:
    url, cache = server.serve("/a"), PageCache(tmp_path / "c.sqlite")
    fetch(url, allow_private=True, cache=cache)
    with pytest.raises(FetchError, match="not a public address"):
        fetch(url, cache=cache)


def test_a_page_of_the_cache_has_the_same_limits(server: Server, tmp_path: Path) -> None:
    url, cache = server.serve("/a"), PageCache(tmp_path / "c.sqlite")
    fetch(url, allow_private=True, cache=cache)
    with pytest.raises(FetchError, match="larger than 3 bytes"):
        fetch(url, allow_private=True, cache=cache, max_bytes=3)
    held: list[int] = []

    class Holding(Supervision):
        def hold(self, count: int) -> None:
            held.append(count)

    fetch(url, allow_private=True, cache=cache, supervision=Holding())
    assert held == [len(PAGE)]


def test_the_marks_of_a_page_go_to_its_own_address_alone(server: Server, tmp_path: Path, clock: list[float]) -> None:
    tagged(server, "/b", [PAGE])
    url, cache = server.serve("/a", status=302, Location="/b"), PageCache(tmp_path / "c.sqlite", max_age_seconds=5)
    assert fetch(url, allow_private=True, cache=cache).url == f"{server.origin}/b"
    assert fetch(url, allow_private=True, cache=cache).url == f"{server.origin}/b"
    clock[0] += 6
    again = fetch(url, allow_private=True, cache=cache)
    assert (again.url, again.data, again.is_cached) == (f"{server.origin}/b", PAGE, True)
    assert [path for path, _ in server.requests] == ["/a", "/b"] * 2
    assert ["If-None-Match" in headers for _, headers in server.requests] == [False, False, False, True]
    clock[0] += 6
    server.serve("/a", status=302, Location="/c")
    tagged(server, "/c", [PAGE + b"!"])
    assert fetch(url, allow_private=True, cache=cache).data == PAGE + b"!"
    assert not any("If-None-Match" in headers for _, headers in server.requests[4:])


def test_the_size_is_bounded(tmp_path: Path, clock: list[float]) -> None:
    cache, noise = PageCache(tmp_path / "c.sqlite", max_bytes=400_000), random.Random(4)
    for number in range(100):
        clock[0] += 1
        cache.store(str(number), Fetched(f"http://a/{number}", noise.randbytes(20_000), None, None))
    kept = [number for number in range(100) if cache.find(str(number))[0] is not None]
    assert kept == list(range(kept[0], 100))
    assert 1 <= len(kept) <= 20
    assert cache.path.stat().st_size < 900_000
    cache.store("large", Fetched("http://a/", noise.randbytes(200_000), None, None))
    assert cache.find("large") == (None, False)


def test_what_is_very_old_is_removed(tmp_path: Path, clock: list[float]) -> None:
    cache, page = PageCache(tmp_path / "c.sqlite"), Fetched("http://a/", PAGE, None, None)
    cache.store("old", page)
    clock[0] += 31 * 86_400
    assert cache.find("old")[0] is not None
    cache.store("new", page)
    assert cache.find("old") == (None, False)


def test_a_folder_holds_a_file(tmp_path: Path) -> None:
    assert PageCache(tmp_path).path == PageCache(f"{tmp_path}/").path == tmp_path / "pages.sqlite"


@pytest.mark.parametrize("damage", ["noise", "middle"])
def test_a_damaged_file_is_put_aside(server: Server, tmp_path: Path, damage: str) -> None:
    url, cache = server.serve("/a", b"<p>" + random.Random(1).randbytes(90_000).hex().encode()), PageCache(tmp_path)
    fetch(url, allow_private=True, cache=cache)
    with sqlite3.connect(cache.path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = bytearray(cache.path.read_bytes())
    if damage == "noise":
        data[:] = b"no database " * 1000
    else:
        data[4096:] = b"\xff" * (len(data) - 4096)
    cache.path.write_bytes(data)
    with pytest.warns(RuntimeWarning, match="is damaged: it is pages.sqlite.damaged now"):
        assert not fetch(url, allow_private=True, cache=cache).is_cached
    assert (tmp_path / "pages.sqlite.damaged").read_bytes() == data
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fetch(url, allow_private=True, cache=cache)
        assert fetch(url, allow_private=True, cache=cache).is_cached


def test_where_no_file_can_be_pages_are_fetched(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = PageCache(tmp_path / "file" / "c.sqlite")
    with pytest.warns(RuntimeWarning, match="cannot be used: .*; pages are fetched without it"):
        assert fetch(server.serve("/a"), allow_private=True, cache=cache).data == PAGE


def test_a_database_of_something_else_stays_as_it_is(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE page (text)")
    connection.close()
    with pytest.raises(OptionError, match="not a cache of pages"):
        fetch(server.serve("/a"), allow_private=True, cache=PageCache(path))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT * FROM page").fetchall() == []
    connection.close()


_WRITER = """
import sys
from ridgeline.fetch import Fetched
from ridgeline.fetch.cache import PageCache

cache = PageCache(sys.argv[1], max_bytes=400_000)
for number in range(60):
    key = str(number % 12)
    found, _ = cache.find(key)
    assert found is None or found.data == key.encode() * 5_000, key
    cache.store(key, Fetched("http://a/", key.encode() * 5_000, None, None))
"""


def test_processes_share_a_file_from_its_beginning(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", _WRITER, str(tmp_path / "c.sqlite")]
    writers = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(3)]
    errors = [writer.communicate(timeout=120)[1] for writer in writers]
    assert [(writer.returncode, error) for writer, error in zip(writers, errors, strict=True)] == [(0, b"")] * 3
    assert all(PageCache(tmp_path / "c.sqlite").find(str(number))[1] for number in range(12))


def test_the_command_line(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    url = server.serve("/a", Content_Type="text/html; charset=utf-8")
    command = ["extract", url, "--allow-private", "--cache", str(tmp_path / "c.sqlite")]
    assert [main(command), main(command), main([*command, "--cache-age", "0s"])] == [0, 0, 0]
    assert (capfd.readouterr().out, len(server.requests)) == ("Hello\n" * 3, 2)
    assert main([*command, "--cache-age", "soon"]) == 2
    assert "--cache-age: write a number and a unit" in capfd.readouterr().err


def test_bulk(server: Server, tmp_path: Path) -> None:
    url = server.serve("/a")
    for run in ("one", "two"):
        reading = Reading(allow_private=True, cache=tmp_path / "c.sqlite", ignore_robots=True)
        report = bulk.run([url], tmp_path / run, processes=0, reading=reading)
        assert report.rows == 1
    assert len(server.requests) == 1
    assert "c.sqlite" not in (tmp_path / "two" / "_ridgeline.json").read_text()


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("1.5h", 5400), ("7d", 604800), (" 15 m ", 900), ("0", 0)]
)
def test_lengths_of_time(text: str, seconds: float) -> None:
    assert read_seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "h", "-1s", "1w", "nan", "9" * 12])
def test_wrong_lengths_of_time(text: str) -> None:
    with pytest.raises(OptionError, match="90s, 15m, 12h or 7d"):
        read_seconds(text)
