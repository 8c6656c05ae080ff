"""A website on this machine, for tests that fetch: files by path, and the paths that were asked for."""

import struct
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

File = tuple[str, bytes]  # a media type, and the content


@dataclass
class Website:
    """A website that runs."""

    url: str
    files: dict[str, File]
    asked: list[str] = field(default_factory=list)  # paths, in the order of the requests
    answered: list[int] = field(default_factory=list)  # statuses, in the same order
    busy: set[str] = field(default_factory=set)  # paths that are refused for a while


def png(width: int, height: int, colour: tuple[int, int, int] = (70, 120, 160)) -> bytes:
    """Return a picture of one colour."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = (b"\0" + bytes(colour) * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@contextmanager
def website(files: Mapping[str, File | str]) -> Iterator[Website]:
    """Serve files until the block ends; a text is a page."""
    given = {path: ("text/html", file.encode()) if isinstance(file, str) else file for path, file in files.items()}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            served.asked.append(self.path)
            media_type, data = served.files.get(self.path, ("text/plain", b""))
            tag = f'"{zlib.crc32(data)}"'
            status = 429 if self.path in served.busy else 200 if self.path in served.files else 404
            status = 304 if status == 200 and self.headers["if-none-match"] == tag else status
            served.answered.append(status)
            self.send_response(status)
            self.send_header("content-type", f"{media_type}; charset=utf-8")
            self.send_header("etag", tag)
            self.end_headers()
            self.wfile.write(data if status == 200 else b"")

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served = Website(f"http://127.0.0.1:{server.server_address[1]}", given)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
