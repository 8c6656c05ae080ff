"""The connections of the service: how many there are, and how long one may make the service wait.

The head of a request has to be there in time, and a piece of an answer has to be read in time. When there are too many
connections, in all or from one address, the one whose client has been silent longest makes room, so whoever opens many
and is silent loses its own. One whose request is being answered is never ended for another; where there are only such,
the new one is refused.

The time for a body, and its bytes, are bounded by the guard.
"""

import asyncio
import time
from collections import Counter
from typing import Any, Final

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_CONNECTIONS: Final = 1_000
MAX_PER_ADDRESS: Final = 500  # a reverse proxy is one address
BACKLOG: Final = 128  # connections that are taken at once before any is looked at
HEAD_SECONDS: Final = 10.0  # for the head of a request, from the connection or the last answer on
READING_SECONDS: Final = 20.0  # for a client to read a piece of an answer; the guard sends pieces
MAX_HEAD_BYTES: Final = 65_536
_LARGE_HEAD = "The head of the request is too large."
_MAX_PIPELINED = 16
_LOOK_SECONDS = 1.0


class Connections:
    """The connections of a service, and their bounds."""

    def __init__(self, max_connections: int = MAX_CONNECTIONS, max_per_address: int = MAX_PER_ADDRESS) -> None:
        """Hold none yet."""
        self.max_connections = max_connections
        self.max_per_address = min(max_per_address, max_connections)
        self._open: dict[Connection, str] = {}  # and their addresses
        self._by_address: Counter[str] = Counter()
        # Those of which a request is not there, or not all of it; the one that was silent longest comes first.
        self._waiting: dict[Connection, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def protocol(self, *arguments: Any, **options: Any) -> "Connection":
        """Return the protocol of a new connection: uvicorn calls this as a class."""
        return Connection(self, *arguments, **options)

    def add(self, connection: "Connection", address: str) -> bool:
        """Add a connection; returns False where there is no room for it."""
        if self._by_address[address] >= self.max_per_address and not self._end_one(address):
            return False
        if len(self._open) >= self.max_connections and not self._end_one():
            return False
        self._open[connection] = address
        self._by_address[address] += 1
        self.begin_wait(connection)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._look)
        return True

    def remove(self, connection: "Connection") -> None:
        """Forget a connection."""
        self._waiting.pop(connection, None)
        address = self._open.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def begin_wait(self, connection: "Connection") -> None:
        """Note that a connection waits for its client from now on."""
        self._waiting.pop(connection, None)
        self._waiting[connection] = None

    def end_wait(self, connection: "Connection") -> None:
        """Note that the request of a connection is there."""
        self._waiting.pop(connection, None)

    def _end_one(self, address: str | None = None) -> bool:
        """End the connection that has waited longest for its client, of an address or of all."""
        for connection in self._waiting:
            if connection.is_read and (address is None or self._open[connection] == address):
                connection.end()
                return True
        return False

    def _look(self) -> None:
        """End connections whose time is over, and look again as long as there are any."""
        self._timer = None
        now = time.monotonic()
        for connection in [each for each in self._open if each.is_over_time(now)]:
            connection.end()
        if self._open:
            self._timer = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._look)


class Connection(HttpToolsProtocol):
    """A connection that ends when its client takes too long, or sends a head that is too large."""

    def __init__(self, connections: Connections, *arguments: Any, **options: Any) -> None:
        """Belong to the connections of a service."""
        super().__init__(*arguments, **options)
        self._connections = connections
        self._waits_since: float | None = None  # for the head of a request
        self._unread_since: float | None = None  # that an answer is more than the client has read of it
        self._head_bytes = 0
        self._is_in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, or refuse the connection."""
        super().connection_made(transport)
        self._waits_since = time.monotonic()
        if not self._connections.add(self, self.client[0] if self.client else ""):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the connections of the service."""
        self._connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        if self._is_in_body:
            self._connections.begin_wait(self)  # anew: it is not one that is silent
        super().data_received(data)
        if self._waits_since is not None and not self._is_in_body:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self.send_400_response(_LARGE_HEAD)

    def on_message_begin(self) -> None:
        """Begin to count the bytes of a head."""
        self._head_bytes = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Add a part of the address."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header; those that follow a body are dropped."""
        if not self._is_in_body:
            self._count_head(len(name) + len(value))
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer a request."""
        if len(self.pipeline) >= _MAX_PIPELINED:
            raise httptools.HttpParserError("too many requests wait for their answers")
        self._waits_since, self._is_in_body = None, True
        self._connections.begin_wait(self)  # for its body
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Note that the request is there."""
        self._is_in_body = False
        if self._waits_since is None:
            self._connections.end_wait(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request, and for what is left of the body of one that was answered without it."""
        super().on_response_complete()
        if self.cycle.response_complete:  # else the next request is there already
            self._waits_since, self._head_bytes = time.monotonic(), 0
            self._connections.begin_wait(self)

    def pause_writing(self) -> None:
        """Note since when the client does not read."""
        super().pause_writing()
        self._unread_since = time.monotonic()

    def resume_writing(self) -> None:
        """Note that the client reads."""
        super().resume_writing()
        self._unread_since = None

    @property
    def is_read(self) -> bool:
        """Whether what the client sends is read; not where the service itself has enough to do."""
        return not self.flow.read_paused

    def is_over_time(self, now: float) -> bool:
        """Return whether the client has made us wait for too long."""
        waits, unread = self._waits_since, self._unread_since
        return (waits is not None and now - waits > HEAD_SECONDS) or (
            unread is not None and now - unread > READING_SECONDS
        )

    def end(self) -> None:
        """End the connection at once, whatever is still to be sent."""
        self._connections.remove(self)
        self.transport.abort()

    def _count_head(self, count: int) -> None:
        self._head_bytes += count
        if self._head_bytes > MAX_HEAD_BYTES:
            raise httptools.HttpParserError(_LARGE_HEAD)
