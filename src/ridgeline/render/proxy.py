"""A proxy on this machine that is a browser's only way to the network, and lets it reach public addresses alone.

A browser makes connections that no filter of requests sees: those of new windows, workers, WebSockets, frames of other
sites. Told to use a proxy for everything, it sends them all here, by name. Each name is looked up here, by the rules of
`ridgeline.fetch`, and the connection goes to the address that was checked, so that a name server that gives a private
address the second time (DNS rebinding) gains nothing.

    CONNECT host:port              a tunnel, as browsers ask for https and WebSockets; what is inside is not read
    GET http://host/path HTTP/1.1  one request; the browser is told to close the connection after its answer

`begin` gives a page an allowance of connections and bytes. When that is spent, the proxy hangs up, and accepts no
further requests of the page.
"""

import asyncio
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self
from urllib.parse import urlsplit

from ..errors import FetchError, PrivateAddressError
from ..fetch import connect

_HOST = "127.0.0.1"
_MAX_HEAD_BYTES = 262_144  # of a request or a response: Chromium's own limit
_MAX_CONNECTING = 32  # at a time: Chromium opens no more through one proxy
_MAX_REFUSED = 1_000  # hosts that are remembered
_PIECE_BYTES = 65_536
_HTTP_PORT = 80
_HTTP_URL = re.compile(r"http://(?P<authority>[^/?#]+)(?P<path>[^#]*)", re.IGNORECASE)
# Headers for this proxy, not for the server.
_OWN_HEADERS = (b"connection:", b"proxy-connection:", b"proxy-authorization:", b"keep-alive:")
_NOWHERE = ".invalid"  # names that no name server knows (RFC 6761); pages without an address are opened at one

Spent = Literal["requests", "bytes"]


@dataclass(slots=True)
class Allowance:
    """The requests and bytes that may still pass a proxy."""

    requests: int
    received_bytes: int
    spent: Spent | None = None  # which of the two ended

    def take(self, *, requests: int = 0, received_bytes: int = 0) -> None:
        """Count what passes. Raises ValueError if it is too much, and always from then on."""
        self.requests -= requests
        self.received_bytes -= received_bytes
        if min(self.requests, self.received_bytes) < 0:
            self.end("requests" if self.requests < 0 else "bytes")
        if self.spent is not None:
            raise ValueError(f"no more {self.spent} are allowed")

    def end(self, spent: Spent) -> None:
        """Let nothing pass from now on."""
        self.spent = self.spent or spent


class _Request(NamedTuple):
    host: str
    port: int
    head: bytes | None  # what to send to the server first; None for a tunnel


class _Streams(NamedTuple):
    """The two directions of a connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


class Proxy:
    """A proxy that runs in the event loop that started it."""

    def __init__(self, *, allow_private: bool, timeout_seconds: float) -> None:
        self.allow_private = allow_private
        self.timeout_seconds = timeout_seconds  # for the head of a request, and for connecting
        self.refused: set[str] = set()  # hosts without a public address
        self.allowance: Allowance | None = None  # for all connections together
        self._connecting = ThreadPoolExecutor(_MAX_CONNECTING, "ridgeline proxy")
        self._serving: set[asyncio.Future[None]] = set()
        self._server: asyncio.Server | None = None

    @classmethod
    async def start(cls, *, allow_private: bool, timeout_seconds: float) -> Self:
        """Start a proxy on a free port."""
        proxy = cls(allow_private=allow_private, timeout_seconds=timeout_seconds)
        proxy._server = await asyncio.start_server(proxy._accept, _HOST, 0, limit=_MAX_HEAD_BYTES)
        return proxy

    @property
    def address(self) -> str:
        """The URL to give to a browser."""
        if self._server is None:
            raise ValueError("the proxy was not started")
        return f"http://{_HOST}:{self._server.sockets[0].getsockname()[1]}"

    def begin(self, allowance: Allowance) -> None:
        """Begin another page: it gets this allowance, and no host was refused to it."""
        self.allowance, self.refused = allowance, set()

    async def close(self) -> None:
        """End the proxy and all of its connections."""
        if self._server is not None:
            self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        self._connecting.shutdown(wait=False, cancel_futures=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(_Streams(reader, writer)))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, browser: _Streams) -> None:
        """Answer one connection of the browser."""
        try:
            request = await asyncio.wait_for(_read_request(browser.reader), self.timeout_seconds)
            if self.allowance is not None:
                self.allowance.take(requests=1)
            await self._exchange(request, browser)
        except (FetchError, ValueError, OSError, EOFError, asyncio.LimitOverrunError):
            pass  # hanging up is the answer: an answer of ours would look like that of the server
        finally:
            browser.writer.close()

    async def _exchange(self, request: _Request, browser: _Streams) -> None:
        """Connect to the server of a request, and pass on what the two say until one of them ends."""
        server = await self._connect(request)
        try:
            if request.head is None:
                browser.writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                answering = _pump(server.reader, browser.writer, self.allowance)
            else:
                server.writer.write(request.head)
                answering = _pass_answer(server.reader, browser.writer, self.allowance)
            await _first_of(
                asyncio.ensure_future(answering), asyncio.ensure_future(_pump(browser.reader, server.writer))
            )
        finally:
            server.writer.close()

    async def _connect(self, request: _Request) -> _Streams:
        """Connect to the server of a request, in a thread: looking a name up blocks."""
        if request.host.endswith(_NOWHERE):
            raise ValueError(f"nothing is at {request.host[:40]}")

        def connected() -> socket.socket:
            return connect(
                request.host, request.port, timeout_seconds=self.timeout_seconds, allow_private=self.allow_private
            )

        try:
            plain = await asyncio.get_running_loop().run_in_executor(self._connecting, connected)
        except PrivateAddressError:
            if len(self.refused) < _MAX_REFUSED:
                self.refused.add(request.host)
            raise
        plain.setblocking(False)
        return _Streams(*await asyncio.open_connection(sock=plain, limit=_MAX_HEAD_BYTES))


async def _read_request(reader: asyncio.StreamReader) -> _Request:
    """Read what the browser asks for. Raises ValueError if it is no request to a proxy for http or a tunnel."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    method, target, version = first.decode("ascii").split(" ")
    if method == "CONNECT":
        return _Request(*_split_authority(target, None), None)
    found = _HTTP_URL.fullmatch(target)
    if found is None:
        raise ValueError(f"not a URL for a proxy: {target[:40]}")
    path = found["path"] if found["path"].startswith("/") else f"/{found['path']}"
    kept = [line for line in lines if not line.lower().startswith(_OWN_HEADERS)]
    sent = [f"{method} {path} {version}".encode("ascii"), *kept, b"Connection: close", b"", b""]
    return _Request(*_split_authority(found["authority"], _HTTP_PORT), b"\r\n".join(sent))


def _split_authority(authority: str, default_port: int | None) -> tuple[str, int]:
    """Return host and port. Raises ValueError where one of them is missing or wrong."""
    parts = urlsplit(f"//{authority}")
    port = parts.port or default_port
    if not parts.hostname or not port:
        raise ValueError(f"no host or no port: {authority[:40]}")
    return parts.hostname, port


async def _pass_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, allowance: Allowance | None) -> None:
    """Pass on the answer of a server, with a header that says to close the connection after it.

    The browser would else use this connection, which leads to one server, for a request to another.
    """
    while (status := await reader.readline()).startswith((b"HTTP/1.1 1", b"HTTP/1.0 1")):
        while (await reader.readline()).strip():  # an interim answer, which has headers alone
            pass
    writer.write(status)
    if status.startswith(b"HTTP/"):
        writer.write(b"Connection: close\r\n")
    await _pump(reader, writer, allowance)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, allowance: Allowance | None = None) -> None:
    """Pass on all that comes, or as much as is allowed."""
    while piece := await reader.read(_PIECE_BYTES):
        if allowance is not None:
            allowance.take(received_bytes=len(piece))
        writer.write(piece)
        await writer.drain()


async def _first_of(*directions: "asyncio.Future[None]") -> None:
    """Wait until one of the directions ends, and end the others."""
    try:
        await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for direction in directions:
            direction.cancel()
        await asyncio.gather(*directions, return_exceptions=True)
