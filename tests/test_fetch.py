"""Fetching, against servers of our own on this machine: no test leaves it."""

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ridgeline.errors import FetchError, OptionError, PrivateAddressError
from ridgeline.fetch import Supervision, connect, fetch, is_public, responses, sockets

from .web_server import PAGE, Server, running


@pytest.fixture
def server() -> Iterator[Server]:
    with running(Server()) as started:
        yield started


@contextmanager
def raw_server(*pieces: bytes, pause_seconds: float = 0) -> Iterator[str]:
    """A server that sends these bytes whatever it is asked, and hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.settimeout(5)

    def answer() -> None:
        with ExitStack() as stack:
            connection = stack.enter_context(listening.accept()[0])
            connection.recv(65536)
            for piece in pieces:
                try:
                    connection.sendall(piece)
                except OSError:
                    return
                time.sleep(pause_seconds)

    thread = threading.Thread(target=answer)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        thread.join()
        listening.close()


def resolving(monkeypatch: pytest.MonkeyPatch, **names: list[str]) -> list[str]:
    """Have host names (underscores are dots) mean these addresses; the names asked for are put in the list returned."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        asked.append(host)
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in names[host.strip(".").replace(".", "_")]
        ]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


# --- What is fetched


def test_a_page_with_its_charset(server: Server) -> None:
    url = server.serve("/a", Content_Type='text/html; charset="ISO-8859-1"')
    fetched = fetch(url, allow_private=True)
    assert (fetched.url, fetched.data) == (url, PAGE)
    assert (fetched.charset, fetched.content_type) == ("iso-8859-1", "text/html")


@pytest.mark.parametrize(
    ("header", "charset"),
    [
        ("text/html; charset=utf-8", "utf-8"),
        ("text/html;charset = 'Shift_JIS'; x=y", "shift_jis"),
        ("text/html; x=charset", None),
        ("text/html; notcharset=utf-8", None),
        ("text/html" + ";" * 60_000 + " charset=utf-8", None),  # which the standard library reads for seconds
    ],
)
def test_charsets(server: Server, header: str, charset: str | None) -> None:
    fetched = fetch(server.serve("/a", Content_Type=header), allow_private=True)
    assert (fetched.charset, fetched.content_type) == (charset, "text/html")


def test_it_says_who_it_is(server: Server) -> None:
    fetch(server.serve("/a"), allow_private=True)
    ((_, headers),) = server.requests
    assert headers["User-Agent"].startswith("ridgeline/")
    assert "http" not in headers["User-Agent"]
    assert headers["Host"] == f"127.0.0.1:{server.port}"


@pytest.mark.parametrize("content_type", ["text/html", "application/xhtml+xml", "text/plain", "html", "*/*", "", None])
def test_types_that_may_hold_a_page(server: Server, content_type: str | None) -> None:
    url = server.serve("/a") if content_type is None else server.serve("/a", Content_Type=content_type)
    assert fetch(url, allow_private=True).data == PAGE


@pytest.mark.parametrize(
    "content_type", ["image/png", "application/pdf", "Application/JSON; charset=utf-8", "video/mp4"]
)
def test_other_types_are_named(server: Server, content_type: str) -> None:
    url = server.serve("/a", Content_Type=content_type)
    with pytest.raises(FetchError, match=content_type.split(";")[0].lower()):
        fetch(url, allow_private=True)


@pytest.mark.parametrize("status", [400, 404, 410, 451, 500, 503, 799])
def test_status(server: Server, status: int) -> None:
    url = server.serve("/a", status=status)
    with pytest.raises(FetchError, match=f"answers {status}"):
        fetch(url, allow_private=True)


def test_what_has_not_changed_is_not_sent_again(server: Server) -> None:
    asked: list[tuple[str | None, ...]] = []

    def respond(handler: BaseHTTPRequestHandler) -> None:
        asked.append(tuple(handler.headers[name] for name in ("If-None-Match", "If-Modified-Since")))
        handler.send_response(304 if asked[-1] == ('"7"', "yesterday") else 200)
        for name, value in (("Content-Type", "text/html"), ("ETag", '"7"'), ("Last-Modified", "yesterday")):
            handler.send_header(name, value)
        handler.end_headers()

    server.paths["/x"] = respond
    found = fetch(server.origin + "/x", allow_private=True)
    assert (found.etag, found.modified) == ('"7"', "yesterday")
    with pytest.raises(FetchError, match="304") as raised:
        fetch(server.origin + "/x", allow_private=True, etag=found.etag, modified=found.modified)
    assert raised.value.http_status == 304
    server.serve("/y", status=302, Location="/x")
    fetch(server.origin + "/y", allow_private=True, etag=found.etag, modified=found.modified)
    assert asked == [(None, None), ('"7"', "yesterday"), (None, None)]


def test_an_empty_answer_is_an_empty_page(server: Server) -> None:
    assert fetch(server.serve("/a", b""), allow_private=True).data == b""
    assert fetch(server.serve("/b", b"", Content_Encoding="gzip"), allow_private=True).data == b""


@pytest.mark.parametrize(
    ("asked", "sent"),
    [
        ("/ä b?q=ü&r=%41", "/%C3%A4%20b?q=%C3%BC&r=%41"),
        ("/a#fragment", "/a"),
        ("", "/"),
        ("?q", "/?q"),
        ("\\@8.8.8.8/", "/@8.8.8.8/"),  # to browsers a backslash is a slash: this is no user name
        ("/a\r\nX-Injected: 1", "/aX-Injected:%201"),
    ],
)
def test_what_is_sent_of_a_url(server: Server, asked: str, sent: str) -> None:
    server.serve(sent)
    assert fetch(server.origin + asked, allow_private=True).data == PAGE
    assert server.requests[0][0] == sent
    assert "X-Injected" not in server.requests[0][1]


def test_international_names_are_encoded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = resolving(monkeypatch, **{"xn--bcher-kva_test": ["127.0.0.1"]})
    server.serve("/a")
    fetched = fetch(f"http://BÜCHER.test:{server.port}/a", allow_private=True)
    assert asked == ["xn--bcher-kva.test"]
    assert fetched.url == f"http://xn--bcher-kva.test:{server.port}/a"
    assert server.requests[0][1]["Host"] == f"xn--bcher-kva.test:{server.port}"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://", "no host"),
        ("https:///path", "no host"),
        ("http://:80/", "no host"),
        ("ftp://example.org/", "only http and https"),
        ("file:///etc/passwd", "only http and https"),
        ("example.org", "only http and https"),
        ("", "only http and https"),
        ("http://user:secret@example.org/", "password"),
        ("http://example.org:99999/", "not a URL"),
        ("http://example.org:0/", "is not valid"),
        ("http://[::1/", "not a URL"),
        ("http://[zz::1]/", "not a URL"),
        ("http://a b/", "is not valid"),
        ("http://exa\x1bmple.org/", "is not valid"),
        ("http://127%2e0.0.1/", "is not valid"),
        ("http://.org/", "is not valid"),
        ("http://a..org/", "is not valid"),
        (f"http://{'a' * 300}/", "is not valid"),
        (f"http://{'ä' * 70}/", "is not valid"),
        ("http://\udcff/", "not a URL"),
    ],
)
def test_what_is_no_url(url: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch)  # asking for any name would be a KeyError
    with pytest.raises(FetchError, match=said) as caught:
        fetch(url)
    assert "secret" not in str(caught.value)


# --- Limits


@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw deflate"])
def test_compression(server: Server, coding: str) -> None:
    raw = zlib.compressobj(wbits=-15)
    compressed = {
        "gzip": gzip.compress(PAGE, mtime=0),
        "deflate": zlib.compress(PAGE),
        "raw deflate": raw.compress(PAGE) + raw.flush(),
    }[coding]
    url = server.serve("/a", compressed, Content_Encoding=coding.removeprefix("raw "))
    assert fetch(url, allow_private=True).data == PAGE


@pytest.mark.parametrize(
    ("body", "coding", "said"),
    [
        (PAGE, "gzip", "broken compression"),
        (PAGE, "deflate", "broken compression"),
        (gzip.compress(PAGE, mtime=0)[:-12], "gzip", "ended before the page"),
        (PAGE, "br", "not requested: br"),
        (PAGE, "gzip, gzip", "not requested"),
    ],
)
def test_broken_compression(server: Server, body: bytes, coding: str, said: str) -> None:
    url = server.serve("/a", body, Content_Encoding=coding)
    with pytest.raises(FetchError, match=said):
        fetch(url, allow_private=True)


def test_size_limit_is_exact(server: Server) -> None:
    url = server.serve("/a", b"x" * 1000)
    assert len(fetch(url, allow_private=True, max_bytes=1000).data) == 1000
    with pytest.raises(FetchError, match="larger than 999 bytes"):
        fetch(url, allow_private=True, max_bytes=999)


def test_size_limit_without_a_length() -> None:
    with (
        raw_server(b"HTTP/1.1 200 OK\r\n\r\n", *[b"x" * 65536] * 16) as url,
        pytest.raises(FetchError, match="larger than 100,000 bytes"),
    ):
        fetch(url, allow_private=True, max_bytes=100_000)


def test_size_limit_with_chunks() -> None:
    chunk = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    with (
        raw_server(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", *[chunk] * 8) as url,
        pytest.raises(FetchError, match="larger than 100,000 bytes"),
    ):
        fetch(url, allow_private=True, max_bytes=100_000)


def test_a_bomb_stops_at_the_limit(server: Server) -> None:
    url = server.serve("/a", gzip.compress(bytes(50_000_000)), Content_Encoding="gzip")
    with pytest.raises(FetchError, match="larger than 1,000,000 bytes"):
        fetch(url, allow_private=True, max_bytes=1_000_000)


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([], id="silence"),
        pytest.param([b"HTTP/1.1 200 OK\r\n", *[b"X: y\r\n"] * 12], id="headers drop by drop"),
        pytest.param([b"HTTP/1.1 200 OK\r\n\r\n", *[b"x"] * 12], id="page drop by drop"),
        pytest.param([b"HTTP/1.1 100 Continue\r\n\r\n"] * 12, id="to be continued"),
    ],
)
def test_the_deadline_is_for_all_of_it(pieces: list[bytes]) -> None:
    started = time.monotonic()
    with (
        raw_server(*(pieces or [b""] * 12), pause_seconds=0.05) as url,
        pytest.raises(FetchError, match=r"within 0\.2 s"),
    ):
        fetch(url, allow_private=True, timeout_seconds=0.2)
    assert time.monotonic() - started < 5


def test_the_deadline_is_for_looking_up_names_too(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def getaddrinfo(*_: object, **__: object) -> list[Any]:
        answered.wait(5)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(FetchError, match=r"within 0\.1 s"):
        fetch("http://slow.test/", timeout_seconds=0.1)
    answered.set()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"", "without response"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "not HTTP$"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", "ended before the page"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf", "ended before the page"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "ended before the page"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n", "not valid: ValueError"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n", "headers"),
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 70_000 + b"\r\n\r\n", "headers are larger"),
        (b"HTTP/1.1 200 OK\r\n" + (b"X: " + b"y" * 60_000 + b"\r\n") * 90 + b"\r\n", "headers are larger"),
        ((b"HTTP/1.1 100 Continue\r\nX: " + b"y" * 9_000 + b"\r\n\r\n") * 90, "headers are larger"),
        (b"HTTP/1.1 101 Switching Protocols\r\n\r\n", "answers 101"),
        (b"HTTP/1.1 404 \x1b[31mred\r\n\r\n", "answers 404 Not Found$"),
    ],
)
def test_what_is_no_answer(answer: bytes, said: str) -> None:
    with raw_server(answer) as url, pytest.raises(FetchError, match=said):
        fetch(url, allow_private=True)


def test_whatever_reading_an_answer_raises_is_a_fetch_error(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise AssertionError("line one\nline two")

    monkeypatch.setattr(responses, "read_body", fail)
    with pytest.raises(FetchError, match="AssertionError: line one"):
        fetch(server.serve("/"), allow_private=True)


# --- Giving up


class Waiting(NamedTuple):
    """A fetch in a thread, which waits for something that never comes."""

    supervision: Supervision
    thread: threading.Thread
    errors: list[str]

    def give_up(self) -> str:
        """Give it up, and return its error."""
        self.supervision.cancel()
        self.thread.join(5)
        assert not self.thread.is_alive()
        return self.errors[0]


def begin_fetch(url: str) -> Waiting:
    supervision, errors = Supervision(), list[str]()

    def run() -> None:
        try:
            fetch(url, allow_private=True, timeout_seconds=60, supervision=supervision)
        except FetchError as error:
            errors.append(str(error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return Waiting(supervision, thread, errors)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_fetch_that_is_given_up_ends_at_once(scheme: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        waiting = begin_fetch(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/")
        connection = listening.accept()[0]
        assert connection.recv(1)  # it has sent its request, or the first message of TLS, and waits for an answer
        assert waiting.give_up() == "the fetch was given up"
        connection.close()


def test_a_look_up_that_is_given_up_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = threading.Event(), threading.Event()

    def getaddrinfo(*_: object, **__: object) -> list[Any]:
        asked.set()
        answered.wait(5)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    waiting = begin_fetch("http://slow.test/")
    assert asked.wait(5)
    assert waiting.give_up() == "the fetch was given up"
    answered.set()


def test_what_was_given_up_before_it_began() -> None:
    supervision = Supervision()
    supervision.cancel()
    with pytest.raises(FetchError, match="given up"):
        fetch("http://127.0.0.1/", allow_private=True, supervision=supervision)


@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_bytes_are_heard_of_as_they_come(server: Server, coding: str) -> None:
    class Refusing(Supervision):
        held = 0

        def hold(self, count: int) -> None:
            self.held += count
            if self.held > 3_000_000:
                raise OverflowError("no more")

    zeros = bytes(20_000_000)
    url = server.serve("/", gzip.compress(zeros) if coding == "gzip" else zeros, Content_Encoding=coding)
    supervision = Refusing()
    with pytest.raises(FetchError, match="OverflowError: no more"):
        fetch(url, allow_private=True, supervision=supervision)
    assert supervision.held < 8_000_000


def test_only_so_many_names_are_looked_up_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answered = list[str](), threading.Event()

    def getaddrinfo(host: str, *_: object, **__: object) -> list[Any]:
        if host.endswith(".test"):  # threads of other packages may ask, too
            asked.append(host)
        answered.wait(5)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(sockets, "_look_ups", threading.BoundedSemaphore(2))
    for number in range(4):  # the look-ups of those that are given up go on
        with pytest.raises(FetchError, match=r"within 0\.05 s"):
            fetch(f"http://n{number}.test/", timeout_seconds=0.05)
    answered.set()
    assert asked == ["n0.test", "n1.test"]


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(FetchError, match="refused"):
        fetch(f"http://127.0.0.1:{port}/", allow_private=True)


def test_a_name_that_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*_: object, **__: object) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(FetchError, match="cannot be looked up"):
        fetch("http://nowhere.test/")


@pytest.mark.parametrize("timeout_seconds", [0, -1, float("nan"), float("inf")])
def test_a_timeout_is_a_number_of_seconds(timeout_seconds: float) -> None:
    with pytest.raises(OptionError):
        fetch("http://example.org/", timeout_seconds=timeout_seconds)


def test_other_options_are_checked() -> None:
    with pytest.raises(OptionError):
        fetch("http://example.org/", max_bytes=0)
    with pytest.raises(OptionError):
        fetch("http://example.org/", max_redirects=-1)


# --- Redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(server: Server, status: int) -> None:
    url = server.serve("/a", status=status, Location="sub/b?c#d")
    server.serve("/sub/b?c")
    assert fetch(url, allow_private=True).url == f"{server.origin}/sub/b?c"


def test_redirects_to_names_in_utf_8(server: Server) -> None:
    url = server.serve("/a", status=302, Location="/ä".encode().decode("latin-1"))
    server.serve("/%C3%A4")
    assert fetch(url, allow_private=True).data == PAGE


def test_no_place_to_go_is_no_redirect(server: Server) -> None:
    assert fetch(server.serve("/a", status=302), allow_private=True).data == PAGE


def test_redirect_limit(server: Server) -> None:
    for number in range(4):
        server.serve(f"/{number}", status=302, Location=f"/{number + 1}")
    server.serve("/4")
    assert fetch(f"{server.origin}/0", allow_private=True, max_redirects=4).data == PAGE
    with pytest.raises(FetchError, match="more than 3 redirects"):
        fetch(f"{server.origin}/0", allow_private=True, max_redirects=3)
    with pytest.raises(FetchError, match="more than 0 redirects"):
        fetch(f"{server.origin}/0", allow_private=True, max_redirects=0)


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "ftp://a/", "http://u:p@127.0.0.1/", "http://[", "javascript:1"]
)
def test_redirects_lead_to_pages_only(server: Server, location: str) -> None:
    url = server.serve("/a", status=302, Location=location)
    with pytest.raises(FetchError, match=f"^{url} leads to "):
        fetch(url, allow_private=True)


# --- Private addresses

PRIVATE = """
    0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 168.63.129.16
    169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1
    198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
    64:ff9b:1::1 100::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:db8::1 2002:7f00:1::1 3fff::1 5f00::1 fc00::1
    fd00:ec2::254 fe80::1 fec0::1 ff02::1
""".split()
PUBLIC = """
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.255.255
    172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255
    2001:200::1 2001:4860:4860::8888 2003::1 2400:cb00::1 2606:4700:4700::1111 2a00:1450:4001:800::200e
""".split()


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_addresses_that_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "host",
    """
    127.0.0.1 localhost LOCALHOST [::1] 0.0.0.0 [::] 169.254.169.254 10.1.2.3 192.168.1.1 [::ffff:127.0.0.1]
    [::ffff:a9fe:a9fe] [64:ff9b::7f00:1] [fe80::1] [fd00:ec2::254] 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1
    127.1 0 １２７.0.0.1 127。0。0。1 ⓛocalhost
    """.split(),
)
def test_private_hosts_are_refused(server: Server, host: str) -> None:
    server.serve("/")
    with pytest.raises(PrivateAddressError, match="not a public address"):
        fetch(f"http://{host}:{server.port}/")
    assert server.requests == []


def test_names_with_private_addresses_are_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, inside_test=["127.0.0.1", "fd00::1"])
    with pytest.raises(PrivateAddressError, match=r"inside\.test is 127\.0\.0\.1"):
        fetch(f"http://inside.test:{server.port}/")


@pytest.fixture
def connected_to(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every connection ends at our server; the addresses meant are put in the list returned."""
    connected: list[str] = []
    connect_to_address = sockets._connect_to

    def connect_to(address: tuple[Any, ...], *rest: Any) -> socket.socket:
        connected.append(address[0])
        return connect_to_address(("127.0.0.1", server.port), *rest)

    monkeypatch.setattr(sockets, "_connect_to", connect_to)
    return connected


def test_what_was_checked_is_connected_to(
    server: Server, connected_to: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server that answers differently the second time is not asked a second time."""
    asked = resolving(monkeypatch, rebinding_test=["8.8.8.8"])
    server.serve("/")
    assert fetch("http://rebinding.test/").data == PAGE
    assert (asked, connected_to) == (["rebinding.test"], ["8.8.8.8"])
    assert server.requests[0][1]["Host"] == "rebinding.test"


def test_private_addresses_beside_public_ones_are_passed_over(
    server: Server, connected_to: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, both_test=["10.0.0.1", "::1", "8.8.8.8"])
    server.serve("/")
    fetch("http://both.test/")
    assert connected_to == ["8.8.8.8"]


@pytest.mark.parametrize("location", ["http://127.0.0.1/", "//localhost/", "http://inside.test/", "http://[::1]/"])
def test_every_hop_is_checked(
    server: Server, connected_to: list[str], monkeypatch: pytest.MonkeyPatch, location: str
) -> None:
    resolving(
        monkeypatch,
        public_test=["8.8.8.8"],
        inside_test=["10.0.0.1"],
        localhost=["127.0.0.1"],
        **{"127_0_0_1": ["127.0.0.1"], "::1": ["::1"]},
    )
    server.serve("/", status=302, Location=location)
    with pytest.raises(PrivateAddressError, match=r"^http://public\.test/ leads to .* is not a public address"):
        fetch("http://public.test/")
    assert connected_to == ["8.8.8.8"]


def test_the_next_address_is_tried(server: Server, connected_to: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, two_test=["1.1.1.1", "8.8.8.8"])
    connect_to = sockets._connect_to

    def refuse_the_first(address: tuple[Any, ...], timeout_seconds: float, *rest: Any) -> socket.socket:
        assert timeout_seconds <= 10 or address[0] == "8.8.8.8"  # it leaves time for the second
        if address[0] == "1.1.1.1":
            raise ConnectionRefusedError
        return connect_to(address, timeout_seconds, *rest)

    monkeypatch.setattr(sockets, "_connect_to", refuse_the_first)
    server.serve("/")
    assert fetch("http://two.test/", timeout_seconds=20).data == PAGE
    assert connected_to == ["8.8.8.8"]


# --- TLS


def test_a_server_without_tls(server: Server) -> None:
    with pytest.raises(FetchError, match="no secure connection"):
        fetch(f"https://127.0.0.1:{server.port}/", allow_private=True)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for named.test, with its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificate, and is not installed")
    path = tmp_path_factory.mktemp("certificate")
    options = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=named.test"
    files = "-addext subjectAltName=DNS:named.test -keyout key.pem -out certificate.pem"
    subprocess.run(
        [openssl, "req", *options.split(), *files.split()],
        cwd=path,
        check=True,
        capture_output=True,
    )
    return path


@pytest.fixture
def tls_server(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    server = Server()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "certificate.pem", certificate / "key.pem")
    server.http.socket = context.wrap_socket(server.http.socket, server_side=True)
    resolving(monkeypatch, named_test=["127.0.0.1"], other_test=["127.0.0.1"])
    server.serve("/")
    with running(server):
        yield server


def test_a_certificate_that_nobody_vouches_for(tls_server: Server) -> None:
    with pytest.raises(FetchError, match="certificate is not valid"):
        fetch(f"https://named.test:{tls_server.port}/", allow_private=True)


def test_certificates_are_checked_for_the_name(
    tls_server: Server, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trusting() -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(certificate / "certificate.pem"))

    monkeypatch.setattr(sockets, "_tls_context", trusting)
    assert fetch(f"https://named.test:{tls_server.port}/", allow_private=True).data == PAGE
    assert fetch(f"https://named.test.:{tls_server.port}/", allow_private=True).data == PAGE
    with pytest.raises(FetchError, match="certificate is not valid: Hostname mismatch"):
        fetch(f"https://other.test:{tls_server.port}/", allow_private=True)


def test_a_tunnel_of_a_proxy_ends_at_the_server(
    tls_server: Server, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted = str(certificate / "certificate.pem")
    monkeypatch.setattr(sockets, "_tls_context", lambda: ssl.create_default_context(cafile=trusted))
    resolving(monkeypatch, **{"127_0_0_1": ["127.0.0.1"]})
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def tunnel() -> None:
            client, _ = listening.accept()
            with client, socket.socket() as server:
                server.connect(("127.0.0.1", tls_server.port))
                asked.append(client.recv(4096))
                client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
                back = threading.Thread(target=_relay, args=(server, client))
                back.start()
                _relay(client, server)
                back.join()

        asked: list[bytes] = []
        thread = threading.Thread(target=tunnel)
        thread.start()
        proxy = f"http://127.0.0.1:{listening.getsockname()[1]}"
        assert fetch(f"https://named.test:{tls_server.port}/", proxy=proxy, headers={"X-Key": "1"}).data == PAGE
        thread.join()
    assert asked[0].startswith(f"CONNECT named.test:{tls_server.port} HTTP/1.1\r\n".encode())
    assert tls_server.requests[0][1]["X-Key"] == "1"


def _relay(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(65_536):
            target.sendall(piece)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


# --- Connections for other protocols


def test_a_connection_to_a_checked_address(
    server: Server, connected_to: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    resolving(monkeypatch, both_test=["10.0.0.1", "8.8.8.8"])
    with connect("both.test", 443) as connected:
        assert connected.getpeername() == ("127.0.0.1", server.port)
    assert connected_to == ["8.8.8.8"]


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "169.254.169.254"])
def test_no_connection_to_a_private_address(server: Server, host: str) -> None:
    with pytest.raises(PrivateAddressError, match="not a public address"):
        connect(host, server.port)


@pytest.mark.parametrize(
    ("host", "said"),
    [("no such host", "not valid"), ("", "not valid"), ("::x", "not valid"), ("no-such-host.invalid", "looked up")],
)
def test_no_connection_to_what_is_no_host(host: str, said: str) -> None:
    with pytest.raises(FetchError, match=said):
        connect(host, 80)


def test_a_connection_to_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(FetchError, match="refused"):
        connect("127.0.0.1", port, allow_private=True)
