"""Connections to public addresses: a name is looked up once, and every wait ends with the deadline."""

import io
import queue
import socket
import ssl
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from http.client import HTTPException
from ipaddress import ip_address
from typing import Any

from ..errors import PrivateAddressError
from .deadlines import Deadline
from .public_addresses import Address, is_public
from .unpacking import PIECE_BYTES

_MAX_LOOK_UPS = 64  # of names at a time: one cannot be ended, and a name server may take half a minute
_MAX_HEADER_BYTES = 65_536  # of one response; browsers and servers stop at 8 to 256 KiB
_SocketAddress = tuple[Any, ...]


def connect_to_host(host: str, port: int, where: str, deadline: Deadline, allow_private: bool) -> socket.socket:
    """Connect to the first allowed address of the host that answers; messages begin with `where`."""
    found = _look_up(host, port, deadline)
    addresses = [address for address in found if allow_private or is_public(_ip_address(address))]
    if not addresses:
        raise not_public(where, host, _ip_address(found[0]))
    return _first_answering(addresses, deadline)


def not_public(where: str, host: str, address: Address) -> PrivateAddressError:
    named = host if host == str(address) else f"{host} is {address}, which"
    return PrivateAddressError(
        f"{where}: {named} is not a public address; allow_private (--allow-private) lets it through"
    )


def _first_answering(addresses: Sequence[_SocketAddress], deadline: Deadline) -> socket.socket:
    failure: OSError = OSError("no address")
    for number, address in enumerate(addresses):
        try:
            # A share of the remaining time, so that one dead address leaves time for the others.
            return _connect_to(address, deadline.remaining() / (len(addresses) - number), deadline)
        except OSError as error:
            failure = error
    raise failure


def _connect_to(address: _SocketAddress, timeout_seconds: float, deadline: Deadline) -> socket.socket:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    connecting = socket.socket(family, socket.SOCK_STREAM)
    try:
        connecting.settimeout(timeout_seconds)
        deadline.supervision.wake_by(partial(_hang_up, connecting))
        connecting.connect(address)
    except BaseException:
        connecting.close()
        raise
    return connecting


def _hang_up(connected: socket.socket) -> None:
    """End what another thread waits for; the socket stays open, so that its number is not used again meanwhile."""
    with suppress(OSError):
        socket.socket.shutdown(connected, socket.SHUT_RDWR)  # that of TLS also forgets its state


def _ip_address(address: _SocketAddress) -> Address:
    return ip_address(address[0].partition("%")[0])


_look_ups = threading.BoundedSemaphore(_MAX_LOOK_UPS)


def _look_up(host: str, port: int, deadline: Deadline) -> list[_SocketAddress]:
    """Look up the addresses of the host, in a thread, because the lookup of the system has no timeout."""
    answers: queue.SimpleQueue[list[_SocketAddress] | Exception] = queue.SimpleQueue()
    permits = _look_ups

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put(list(dict.fromkeys(entry[4] for entry in found)))
        except Exception as error:  # raised in the thread that waits for the answer
            answers.put(error)
        finally:
            permits.release()

    deadline.supervision.wake_by(lambda: answers.put(TimeoutError()))
    if not permits.acquire(timeout=deadline.remaining()):
        raise TimeoutError
    threading.Thread(target=look_up, daemon=True, name="ridgeline-look-up").start()
    try:
        answer = answers.get(timeout=deadline.remaining())
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(answer, UnicodeError):
        raise OSError(f"the host's name cannot be looked up: {answer}") from answer
    if isinstance(answer, Exception):
        raise answer
    return answer


def _tls_context() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def secured(plain: socket.socket, host: str, deadline: Deadline) -> socket.socket:
    """Return a connection with TLS over another, which it owns."""
    try:
        plain.settimeout(deadline.remaining())
        secure = _tls_context().wrap_socket(plain, server_hostname=host.rstrip("."), do_handshake_on_connect=False)
    except BaseException:
        plain.close()
        raise
    try:
        deadline.supervision.wake_by(partial(_hang_up, secure))
        secure.do_handshake()
    except BaseException:
        secure.close()
        raise
    return secure


class TimedSocket:
    """The part of a socket that http.client uses, with the deadline on every wait. Its creator closes the socket."""

    def __init__(self, connected: socket.socket, deadline: Deadline) -> None:
        self._socket = connected
        self._deadline = deadline
        self._reader: _BoundedReader | None = None

    def sendall(self, data: bytes) -> None:
        self._socket.settimeout(self._deadline.remaining())
        self._socket.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._reader = _BoundedReader(_TimedReader(self._socket, self._deadline), PIECE_BYTES)
        return self._reader

    def end_headers(self) -> None:
        """Say that what is read from now on is the body."""
        if self._reader is not None:
            self._reader.header_bytes = None

    def close(self) -> None:
        pass


class _BoundedReader(io.BufferedReader):
    """Reads the lines of headers up to a limit; http.client itself takes a hundred of 64 KiB each."""

    header_bytes: int | None = _MAX_HEADER_BYTES  # that may still be read; None in the body

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(-1 if size is None else size)
        if self.header_bytes is not None:
            self.header_bytes -= len(line)
            if self.header_bytes < 0:
                raise HTTPException(f"the headers are larger than {_MAX_HEADER_BYTES:,} bytes")
        return line


class _TimedReader(io.RawIOBase):
    def __init__(self, connected: socket.socket, deadline: Deadline) -> None:
        self._socket = connected
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._socket.settimeout(self._deadline.remaining())
        return self._socket.recv_into(buffer)
