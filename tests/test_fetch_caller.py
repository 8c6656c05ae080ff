"""Headers, cookies and the proxy of a caller: where they go, and that no message has their values."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import MozillaCookieJar
from pathlib import Path
from typing import Any

import pytest

from ridgeline import bulk
from ridgeline.bulk.slices import Reading
from ridgeline.cli import main
from ridgeline.errors import FetchError, OptionError, PrivateAddressError
from ridgeline.fetch import fetch
from ridgeline.fetch.cache import PageCache
from ridgeline.parameters import FetchOptions

from .web_server import PAGE, Server, running

SECRET = "s3cr3t"
COOKIES = "# Netscape HTTP Cookie File\n"


@pytest.fixture
def server() -> Iterator[Server]:
    with running(Server()) as started:
        yield started


@pytest.fixture
def other() -> Iterator[Server]:
    with running(Server()) as started:
        yield started


def cookie(domain: str, value: str = SECRET, path: str = "/", *, secure: bool = False, expires: int = 0) -> str:
    """A line of a file of cookies."""
    subdomains = "TRUE" if domain.startswith(".") else "FALSE"
    return "\t".join([domain, subdomains, path, str(secure).upper(), str(expires), f"is-{value[:9]}", value]) + "\n"


# --- Headers


def test_headers_are_sent_and_replace_ours(server: Server) -> None:
    fetch(server.serve("/a"), allow_private=True, headers={"X-Key": SECRET, "user-agent": "me"})
    [(_, sent)] = server.requests
    assert sent["X-Key"] == SECRET
    assert [value for name, value in sent.items() if name.lower() == "user-agent"] == ["me"]


def test_headers_go_to_no_other_origin(server: Server, other: Server) -> None:
    other.serve("/b")
    server.serve("/c", status=302, Location=other.origin + "/b")
    url = server.serve("/a", status=302, Location="/c")
    fetch(url, allow_private=True, headers={"Authorization": SECRET})
    assert [sent.get("Authorization") for _, sent in server.requests] == [SECRET, SECRET]
    assert [sent.get("Authorization") for _, sent in other.requests] == [None]


def test_a_way_back_to_the_first_origin(server: Server, other: Server) -> None:
    server.serve("/b")
    other.serve("/b", status=302, Location=server.origin + "/b")
    fetch(server.serve("/a", status=302, Location=other.origin + "/b"), allow_private=True, headers={"X-Key": SECRET})
    assert [sent.get("X-Key") for _, sent in other.requests] == [None]
    assert [sent.get("X-Key") for _, sent in server.requests] == [SECRET, SECRET]


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ({"X-Key": f"{SECRET}\r\nX-Other: 1"}, "the header X-Key has line breaks"),
        ({"X-Key": f"{SECRET}\n"}, "the header X-Key has line breaks"),
        ({"X-Key": f"{SECRET}\0"}, "the header X-Key has line breaks"),
        ({"X-Key": f"{SECRET}…"}, "the header X-Key has line breaks"),
        ({"X-Key": SECRET * 2_000}, "the header X-Key has line breaks"),
        ({f"X-{SECRET}\r\nX": "1"}, "the name of a header"),
        ({"": SECRET}, "the name of a header"),
        ({"Host": SECRET}, "the header Host is set by the connection"),
        ({"content-length": SECRET}, "is set by the connection"),
        ({f"X-{number}": SECRET for number in range(101)}, "more than 100"),
    ],
)
def test_headers_that_cannot_be_sent(server: Server, headers: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message) as raised:
        fetch(server.serve("/a"), allow_private=True, headers=headers)
    assert SECRET not in str(raised.value)
    assert not server.requests


# --- Cookies


def test_cookies_go_where_they_belong(server: Server, other: Server, tmp_path: Path) -> None:
    path = tmp_path / "cookies.txt"
    lines = (
        cookie("127.0.0.1", "ours", expires=int(time.time()) + 1_000),
        cookie("127.0.0.1", "elsewhere", path="/private"),
        cookie("127.0.0.1", "secure", secure=True),
        cookie("127.0.0.1", "expired", expires=int(time.time()) - 5),
        cookie(".example.org", "foreign"),
    )
    path.write_text(COOKIES + "".join(lines))
    for given in (path, str(path), MozillaCookieJar(str(path))):
        if isinstance(given, MozillaCookieJar):
            given.load(ignore_discard=True)
        fetch(server.serve("/a"), allow_private=True, cookies=given)
    assert [sent.get("Cookie") for _, sent in server.requests] == ["is-ours=ours"] * 3
    fetch(server.serve("/a"), allow_private=True, cookies=path, headers={"Cookie": "mine=1"})
    assert server.requests[-1][1]["Cookie"] == "mine=1"
    port = f"http://localhost:{other.port}/b"  # another host to the rules of cookies
    other.serve("/b")
    fetch(server.serve("/away", status=302, Location=port), allow_private=True, cookies=path)
    assert "Cookie" not in other.requests[0][1]


def test_cookies_of_servers_are_not_kept(server: Server, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text(COOKIES)
    server.serve("/b")
    url = server.serve("/a", status=302, Location="/b", Set_Cookie="id=1")
    for _ in range(2):
        fetch(url, allow_private=True, cookies=tmp_path / "c.txt")
    assert not any("Cookie" in sent for _, sent in server.requests)


@pytest.mark.parametrize(
    "content",
    [
        SECRET.encode(),
        b"",
        (COOKIES + f"broken {SECRET}\n").encode(),
        (COOKIES + cookie("127.0.0.1", f"{SECRET}\x01")).encode(),
        COOKIES.encode() + b"\xff\xfe" + SECRET.encode(),
    ],
)
def test_files_that_hold_no_cookies(server: Server, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cookies.txt"
    path.write_bytes(content)
    with pytest.raises(OptionError, match="cookie") as raised:
        fetch(server.serve("/a"), allow_private=True, cookies=path)
    assert SECRET not in str(raised.value)
    assert raised.value.__cause__ is None


def test_what_is_fetched_for_one_caller_is_not_kept(server: Server, tmp_path: Path) -> None:
    cache, url = PageCache(tmp_path / "c.sqlite"), server.serve("/a")
    (tmp_path / "c.txt").write_text(COOKIES)
    fetch(url, allow_private=True, cache=cache, headers={"X-Key": SECRET})
    fetch(url, allow_private=True, cache=cache, cookies=tmp_path / "c.txt")
    assert not fetch(url, allow_private=True, cache=cache).is_cached  # nor did they leave anything to others
    assert not fetch(url, allow_private=True, cache=cache, headers={"X-Key": SECRET}).is_cached


# --- The proxy


@contextmanager
def proxy(respond: Callable[[bytes, socket.socket], None]) -> Iterator[tuple[str, list[bytes]]]:
    """A proxy that answers so. Yields its address, and what it was sent."""
    listening = socket.create_server(("127.0.0.1", 0))
    asked: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                request = connection.recv(65_536)
                asked.append(request)
                respond(request, connection)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"127.0.0.1:{listening.getsockname()[1]}", asked
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def answering(status: str, body: bytes = PAGE) -> Callable[[bytes, socket.socket], None]:
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    return lambda _, connection: connection.sendall(head + body)


def test_a_plain_page_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[str] = []
    real = socket.getaddrinfo

    def look_up(host: str, *arguments: Any, **options: Any) -> Any:
        looked_up.append(host)
        return real(host, *arguments, **options)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with proxy(answering("200 OK")) as (address, asked):
        fetched = fetch("http://pages.example/a?b=c", proxy=f"http://me:{SECRET}@{address}")
    assert (fetched.url, fetched.data) == ("http://pages.example/a?b=c", PAGE)
    assert asked[0].startswith(b"GET http://pages.example/a?b=c HTTP/1.1\r\nHost: pages.example\r\n")
    assert b"Proxy-Authorization: Basic bWU6czNjcjN0\r\n" in asked[0]
    assert looked_up == ["127.0.0.1"]  # the proxy looks up the name of the page


def test_a_secure_page_asks_the_proxy_for_a_tunnel() -> None:
    with proxy(answering("407 Proxy Authentication Required")) as (address, asked):
        with pytest.raises(FetchError, match="the proxy answers 407 Proxy Authentication Required") as raised:
            fetch("https://pages.example/a", proxy=f"http://me:{SECRET}@{address}", headers={"X-Key": SECRET})
        assert SECRET not in str(raised.value)
    assert asked[0].startswith(b"CONNECT pages.example:443 HTTP/1.1\r\n")
    assert b"\r\nHost: pages.example:443\r\n" in asked[0]
    assert b"X-Key" not in asked[0]  # which is for the server


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "https://10.0.0.1/",
        "http://[::1]/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://localhost/",
        "http://a.localhost./",
        "http://169.254.169.254/latest/meta-data",
    ],
)
def test_addresses_that_are_not_public_are_not_asked_of_a_proxy(url: str) -> None:
    with proxy(answering("200 OK")) as (address, asked):
        with pytest.raises(PrivateAddressError, match="not a public address"):
            fetch(url, proxy=f"http://{address}")
        assert not asked
    redirect = f"HTTP/1.1 302 Found\r\nLocation: {url}\r\n\r\n".encode()
    with proxy(lambda _, connection: connection.sendall(redirect)) as (address, asked):
        with pytest.raises(PrivateAddressError, match=r"pages.example/ leads to .* not a public address"):
            fetch("http://pages.example/", proxy=f"http://{address}")
        assert len(asked) == 1


def test_a_proxy_that_is_not_there() -> None:
    with proxy(answering("200 OK")) as (address, _):
        pass
    with pytest.raises(FetchError, match=r"pages.example/: the proxy cannot be reached: Connection refused"):
        fetch("http://pages.example/", proxy=f"http://{address}")


@pytest.mark.parametrize(
    "given",
    [
        "",
        "proxy:80",
        f"https://a:{SECRET}@b:1",
        f"socks5://{SECRET}:1",
        "http://",
        f"http://{SECRET}:99999",
        "http://[",
    ],
)
def test_proxies_that_cannot_be(given: str) -> None:
    with pytest.raises(OptionError, match="a proxy is written as http://HOST:PORT") as raised:
        fetch("http://pages.example/", proxy=given)
    assert SECRET not in str(raised.value)


# --- The faces


def test_options_do_not_show_their_secrets() -> None:
    shown = repr(FetchOptions(headers=(f"X-Key: {SECRET}",), proxy=f"http://a:{SECRET}@b:1"))
    assert SECRET not in shown
    assert "timeout_seconds" in shown


def test_the_command_line(server: Server, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "c.txt").write_text(COOKIES + cookie("127.0.0.1", "ours"))
    url = server.serve("/a", Content_Type="text/html; charset=utf-8")
    more = ["--header", f"X-Key: {SECRET}", "--header", "X-Other:a:b ", "--cookies", str(tmp_path / "c.txt")]
    assert main(["extract", url, "--allow-private", *more]) == 0
    sent = server.requests[0][1]
    assert (sent["X-Key"], sent["X-Other"], sent["Cookie"]) == (SECRET, "a:b", "is-ours=ours")
    for wrong in (["--header", SECRET], ["--header", f"A: {SECRET}\r\nB: 1"], ["--proxy", f"ftp://{SECRET}"]):
        assert main(["extract", url, *wrong]) == 2
    assert main(["extract", url, "--proxy", "http://127.0.0.1:9", "--render"]) == 2
    out, err = capfd.readouterr()
    assert SECRET not in out + err
    assert err.count("\n") == 4


def test_bulk_keeps_no_secrets(server: Server, tmp_path: Path) -> None:
    url = server.serve("/a")
    reading = Reading(allow_private=True, ignore_robots=True, headers=(f"X-Key: {SECRET}",))
    bulk.run([url, server.origin + "/missing"], tmp_path / "out", processes=0, reading=reading, output_format="jsonl")
    assert server.requests[0][1]["X-Key"] == SECRET
    for path in (tmp_path / "out").rglob("*"):
        assert path.is_dir() or SECRET.encode() not in path.read_bytes(), path
    with pytest.raises(OptionError, match="NAME: VALUE"):
        bulk.run([url], tmp_path / "other", processes=0, reading=Reading(headers=("x",)))
