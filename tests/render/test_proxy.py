"""The way of a browser to the network: whatever a page tries, nothing arrives at a private address.

Names that are public in these tests lead to a server on this machine, because the connection is made there instead.
"""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar

import pytest

from ridgeline.errors import FetchError, RenderError
from ridgeline.fetch import sockets
from ridgeline.render import Browser, Rendering
from ridgeline.render.proxy import Allowance, Proxy
from tests.browsers import need_browser

PUBLIC = "93.184.215.14"  # a public address that is never connected to
SLOW_SECONDS = 0.3
Result = TypeVar("Result")


class Server:
    """A web server that answers every path with a page, and counts what arrives."""

    def __init__(self, pages: dict[str, str] | None = None) -> None:
        self.pages = pages or {}
        self.requests: list[tuple[str, str]] = []  # method and path
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                server.requests.append((self.command, self.path))
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                if self.path == "/slow":
                    time.sleep(SLOW_SECONDS)
                page = server.pages.get(self.path, "<p>served</p>").encode() + body
                path, _, target = self.path.partition("?")
                self.send_response(302 if path == "/redirect" else 200)
                if path == "/redirect":
                    self.send_header("Location", target)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            do_POST = do_GET  # noqa: N815 - the name that http.server looks for

            def log_message(self, *_: object) -> None:
                pass

        class QuietServer(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                pass  # a browser hangs up when it will

        self._http = QuietServer(("127.0.0.1", 0), Handler)
        self.port = self._http.server_port
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


@pytest.fixture
def inside() -> Iterator[Server]:
    """A server that no page should reach."""
    server = Server()
    yield server
    server.close()


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that the names public.test and other.test lead to, port 80; rebinding.test does so once."""
    server = Server()
    connect_to, look_up = sockets._connect_to, socket.getaddrinfo
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, **options: Any) -> Any:
        asked.append(host)
        if host in ("public.test", "other.test") or (host == "rebinding.test" and asked.count(host) == 1):
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (PUBLIC, port))]
        return look_up("127.0.0.1" if host.endswith(".test") else host, port, **options)

    def connect_to_server(address: tuple[Any, ...], *rest: Any) -> socket.socket:
        return connect_to(("127.0.0.1", server.port) if address[0] == PUBLIC else address, *rest)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(sockets, "_connect_to", connect_to_server)
    yield server
    server.close()


# --- The proxy alone


def with_proxy(use: Callable[[Proxy], Coroutine[Any, Any, Result]], *, allow_private: bool = False) -> Result:
    async def run() -> Result:
        proxy = await Proxy.start(allow_private=allow_private, timeout_seconds=5)
        try:
            return await use(proxy)
        finally:
            await proxy.close()

    return asyncio.run(run())


async def ask(proxy: Proxy, *pieces: bytes) -> bytes:
    """What the proxy answers until it hangs up."""
    host, _, port = proxy.address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for piece in pieces:
        writer.write(piece)
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    return answer


def test_a_request(outside: Server) -> None:
    request = b"GET http://public.test/a//b?c= HTTP/1.1\r\nHost: public.test\r\nProxy-Connection: keep-alive\r\n\r\n"
    answer = with_proxy(lambda proxy: ask(proxy, request))
    assert answer.startswith(b"HTTP/1.1 200 OK\r\nConnection: close\r\n")
    assert answer.endswith(b"<p>served</p>")
    assert outside.requests == [("GET", "/a//b?c=")]


def test_a_request_with_a_body(outside: Server) -> None:
    request = b"POST http://public.test HTTP/1.1\r\nHost: public.test\r\nContent-Length: 4\r\n\r\n"
    assert with_proxy(lambda proxy: ask(proxy, request, b"body")).endswith(b"<p>served</p>body")
    assert outside.requests == [("POST", "/")]


def test_a_tunnel(outside: Server) -> None:
    connect = b"CONNECT public.test:443 HTTP/1.1\r\n\r\n"
    request = b"GET /inside HTTP/1.1\r\nHost: public.test\r\nConnection: close\r\n\r\n"
    answer = with_proxy(lambda proxy: ask(proxy, connect, request))
    assert answer.startswith(b"HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n")
    assert outside.requests == [("GET", "/inside")]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "inside.test", "0.0.0.0", "[::1]", "169.254.169.254"])
@pytest.mark.parametrize("request_line", ["GET http://{host}:{port}/ HTTP/1.1", "CONNECT {host}:{port} HTTP/1.1"])
def test_private_addresses_are_refused(outside: Server, inside: Server, host: str, request_line: str) -> None:
    line = request_line.format(host=host, port=inside.port)

    async def use(proxy: Proxy) -> set[str]:
        assert await ask(proxy, line.encode() + b"\r\n\r\n") == b""
        return proxy.refused

    assert with_proxy(use) == {host.strip("[]")}
    assert inside.requests == outside.requests == []


def test_private_addresses_on_request(inside: Server) -> None:
    request = f"GET http://127.0.0.1:{inside.port}/x HTTP/1.1\r\nHost: a\r\n\r\n".encode()
    assert b"served" in with_proxy(lambda proxy: ask(proxy, request), allow_private=True)


def test_an_allowance(outside: Server) -> None:
    outside.pages = {"/large": "x" * 300_000}

    async def use(proxy: Proxy) -> list[int]:
        proxy.begin(Allowance(requests=2, received_bytes=1_000_000))
        lengths = [len(await ask(proxy, request(path))) for path in ("/", "/", "/")]
        first, proxy.refused = proxy.allowance, {"inside.test"}
        proxy.begin(Allowance(requests=3, received_bytes=100_000))
        lengths += [len(await ask(proxy, request(path))) for path in ("/", "/large", "/")]
        assert (first and first.spent, proxy.allowance and proxy.allowance.spent) == ("requests", "bytes")
        assert proxy.refused == set()
        return lengths

    lengths = with_proxy(use)
    assert min(lengths[0], lengths[1], lengths[3]) > 0
    assert (lengths[2], lengths[5]) == (0, 0)
    assert lengths[4] <= 100_000 + 1000  # with the head of the answer
    assert [path for _, path in outside.requests] == ["/", "/", "/", "/large"]


def request(path: str) -> bytes:
    return f"GET http://public.test{path} HTTP/1.1\r\nHost: public.test\r\n\r\n".encode()


def test_names_that_nobody_has_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: Any, **__: Any) -> None:
        raise AssertionError("looked up")

    monkeypatch.setattr("ridgeline.render.proxy.connect", look_up)
    line = b"GET http://page.invalid/ HTTP/1.1\r\nHost: page.invalid\r\n\r\n"
    assert with_proxy(lambda proxy: ask(proxy, line)) == b""


@pytest.mark.parametrize(
    "request_head",
    [
        b"",
        b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET https://public.test/ HTTP/1.1\r\n\r\n",
        b"GET file:///etc/passwd HTTP/1.1\r\n\r\n",
        b"CONNECT public.test HTTP/1.1\r\n\r\n",
        b"CONNECT public.test:99999 HTTP/1.1\r\n\r\n",
        b"CONNECT :443 HTTP/1.1\r\n\r\n",
        b"CONNECT \xff\xfe:443 HTTP/1.1\r\n\r\n",
        b"GET http://public.test/ HTTP/1.1\r\nX: " + b"y" * 300_000,
    ],
)
def test_what_is_no_request(outside: Server, request_head: bytes) -> None:
    async def use(proxy: Proxy) -> bytes:
        host, _, port = proxy.address.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(request_head)
        writer.write_eof()
        try:
            return await asyncio.wait_for(reader.read(), 10)
        except ConnectionError:  # it hung up before it had read all
            return b""
        finally:
            writer.close()

    assert with_proxy(use) == b""
    assert outside.requests == []


@pytest.mark.parametrize(
    ("answer", "passed"),
    [
        (
            b"HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\nx",
            b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nx",
        ),
        (b"HTTP/1.0 200 OK\n\nx", b"HTTP/1.0 200 OK\nConnection: close\r\n\nx"),
        (b"no HTTP at all", b"no HTTP at all"),
        (b"x" * 300_000, b""),
        (b"", b""),
    ],
)
def test_odd_answers(outside: Server, monkeypatch: pytest.MonkeyPatch, answer: bytes, passed: bytes) -> None:
    ours, theirs = socket.socketpair()

    def send() -> None:
        with theirs, suppress(ConnectionError):  # the proxy hangs up on an answer without end
            theirs.recv(1000)
            theirs.sendall(answer)

    sending = threading.Thread(target=send)
    sending.start()
    monkeypatch.setattr(sockets, "_connect_to", lambda *_: ours)
    request = b"GET http://public.test/ HTTP/1.1\r\n\r\n"
    assert with_proxy(lambda proxy: ask(proxy, request)) == passed
    sending.join()


# --- A browser behind it

ATTACKS = {
    "image": "<img src='{url}/image'>",
    "style": "<link rel=stylesheet href='{url}/style.css'>",
    "frame": "<iframe src='{url}/frame'></iframe>",
    "nested frame": "<iframe srcdoc=\"<iframe src='{url}/nested'></iframe>\"></iframe>",
    "frame of another site": "<iframe src='http://other.test/framing'></iframe>",
    "prefetch": "<link rel=prefetch href='{url}/prefetch'><link rel=preconnect href='{url}'>",
    "script": "<script src='{url}/script.js'></script>",
    "fetch": "<script>fetch('{url}/fetch', {{mode: 'no-cors'}})</script>",
    "beacon": "<script>navigator.sendBeacon('{url}/beacon', 'x')</script>",
    "window": "<script>open('{url}/window')</script>",
    "window by click": "<a id=a target=_blank href='{url}/blank'>a</a><script>a.click()</script>",
    "form": "<form id=f method=post target=_blank action='{url}/form'></form><script>f.submit()</script>",
    "worker": "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('{url}/worker')\"])))</script>",
    "shared worker": "<script>new SharedWorker(URL.createObjectURL(new Blob([\"fetch('{url}/shared')\"])))</script>",
    "web socket": "<script>new WebSocket('{url}/socket'.replace('http', 'ws'))</script>",
    "event source": "<script>new EventSource('{url}/events')</script>",
    "rebinding": "<img src='http://rebinding.test/1'><script>"
    "setTimeout(() => fetch('http://rebinding.test:{port}/2', {{mode: 'no-cors'}}), 50)</script>",
    "name": "<img src='http://inside.test:{port}/name'><img src='http://localhost:{port}/localhost'>",
    "webrtc": "<script>const c = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{udp}'}},"
    "{{urls: 'turn:127.0.0.1:{port}?transport=tcp', username: 'u', credential: 'c'}}]}});"
    "c.createDataChannel('x'); c.createOffer().then((offer) => c.setLocalDescription(offer))</script>",
    "redirect": "<img src='http://public.test/redirect?{url}/image'><iframe src='http://public.test/redirect?{url}/frame'>"
    "</iframe><script>fetch('/redirect?{url}/fetch', {{mode: 'no-cors'}})</script>",
    "style address": "<style>@import '{url}/import'; p {{{{ background: url({url}/background) }}}}</style><p>x",
    "media": "<video src='{url}/video' poster='{url}/poster'></video><object data='{url}/object'></object>",
    "import": "<script type=module>import('{url}/module')</script>",
    "import of a worker": "<script>new Worker(URL.createObjectURL(new Blob("
    "[\"importScripts('{url}/imported')\"])))</script>",
    "service worker": "<script>navigator.serviceWorker?.register('{url}/service-worker')</script>",
    "cache": "<script>globalThis.caches?.open('x').then((cache) => cache.add('{url}/cached'))</script>",
    "request": "<script>const r = new XMLHttpRequest(); r.open('GET', '{url}/xhr'); r.send()</script>",
    "kept alive": "<script>fetch('{url}/alive', {{mode: 'no-cors', keepalive: true}})</script>",
    "refresh": "<iframe srcdoc=\"<meta http-equiv=refresh content='0;url={url}/refresh'>\"></iframe>",
    "drawing": "<svg><image href='{url}/drawing'/><use href='{url}/use#x'/></svg>",
    "other writings": "<img src='http://2130706433:{port}/a'><img src='http://0x7f.1:{port}/b'><img src='http://0:{port}/c'>"
    "<img src='http://[::ffff:127.0.0.1]:{port}/d'><img src='http://127.1:{port}/e'><img src='http://\u2460:{port}/f'>",
    "navigation": "<script>setTimeout(() => location = '{url}/away', 100)</script>",
}


@pytest.fixture(scope="module")
def online() -> Iterator[Browser]:
    need_browser()
    with Browser(Rendering(network=True, scripts=True)) as browser:
        yield browser


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_arrives_inside(outside: Server, inside: Server, online: Browser, attack: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.bind(("127.0.0.1", 0))
        datagrams.setblocking(False)
        url = f"http://127.0.0.1:{inside.port}"
        page = ATTACKS[attack].format(url=url, port=inside.port, udp=datagrams.getsockname()[1])
        # It is loaded when its last image is, and the attack is over by then.
        outside.pages = {"/": f"<p>text</p>{page}<img src=/slow>", "/framing": f"<img src='{url}/framed'>"}
        opened, _ = online.open("http://public.test/")
        assert "text" in opened.leaf_text or attack == "navigation"  # which leads to the browser's page of an error
        assert ("GET", "/slow") in outside.requests
        assert inside.requests == []
        with pytest.raises(BlockingIOError):
            datagrams.recv(1)


def test_the_attacks_would_arrive(outside: Server, inside: Server) -> None:
    need_browser()
    names = (
        "image",
        "frame",
        "frame of another site",
        "fetch",
        "worker",
        "name",
        "redirect",
        "style address",
        "request",
    )
    url = f"http://127.0.0.1:{inside.port}"
    outside.pages = {
        "/": "".join(ATTACKS[name] for name in (*names, "other writings")).format(url=url, port=inside.port),
        "/framing": f"<img src='{url}/framed'>",
    }
    with Browser(Rendering(network=True, scripts=True, allow_private=True)) as open_browser:
        open_browser.open("http://public.test/")
    arrived = {path for _, path in inside.requests}
    assert {"/image", "/frame", "/framed", "/name", "/import", "/xhr", "/a", "/b", "/e"} <= arrived


def test_a_private_page_is_refused(outside: Server, inside: Server, online: Browser) -> None:
    with pytest.raises(RenderError, match=r"127\.0\.0\.1 has no public address; allow_private"):
        online.open(f"http://127.0.0.1:{inside.port}/")
    assert inside.requests == []


def test_a_refusal_is_of_one_page(outside: Server, inside: Server, online: Browser) -> None:
    outside.pages = {"/": f"<p>text</p><img src='http://127.0.0.1:{inside.port}/image'><img src=/slow>"}
    online.open("http://public.test/")
    with pytest.raises(RenderError, match=r"^http://nobody\.invalid/: the browser gave up"):
        online.open("http://nobody.invalid/")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "chrome://version", "about:blank", "data:text/html,x", "x"])
@pytest.mark.parametrize("allow_private", [False, True])
def test_only_web_pages_are_opened(url: str, allow_private: bool) -> None:
    with (
        Browser(Rendering(network=True, allow_private=allow_private)) as browser,
        pytest.raises(FetchError, match=r"only http and https|names no host"),
    ):
        browser.open(url)
    assert browser.starts == 0


def test_a_picture_that_never_comes_does_not_cost_the_page(outside: Server) -> None:
    need_browser()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        outside.pages = {"/": f"<p>text</p><img src='http://127.0.0.1:{silent.getsockname()[1]}/never'>"}
        rendering = Rendering(network=True, scripts=True, allow_private=True, timeout_seconds=6)
        with Browser(rendering) as browser:
            page, picture = browser.open("http://public.test/")
    assert page.leaf_text[0] == "text"
    assert picture.startswith(b"\x89PNG")
