"""A web server on this machine, for tests that fetch: every path is a function."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = "<title>Grüße</title><p>Hello</p>".encode()
Respond = Callable[[BaseHTTPRequestHandler], object]


def _not_found(handler: BaseHTTPRequestHandler) -> None:
    handler.send_error(404)


class Server:
    """A web server whose paths are functions."""

    def __init__(self) -> None:
        self.paths: dict[str, Respond] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                server.requests.append((self.path, dict(self.headers.items())))
                server.paths.get(self.path, _not_found)(self)

            def log_message(self, *_: object) -> None:
                pass

        class QuietServer(ThreadingHTTPServer):
            def handle_error(self, *_: object) -> None:
                pass  # clients that hang up are what is tested

        self.http = QuietServer(("127.0.0.1", 0), Handler)
        self.port = self.http.server_port
        self.origin = f"http://127.0.0.1:{self.port}"

    def serve(self, path: str, body: bytes = PAGE, *, status: int = 200, **headers: str) -> str:
        """Make the path answer so; an underscore in a header's name is a hyphen. Returns the URL."""

        def respond(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            for name, value in ({"Content_Length": str(len(body))} | headers).items():
                handler.send_header(name.replace("_", "-"), value)
            handler.end_headers()
            handler.wfile.write(body)

        self.paths[path] = respond
        return self.origin + path


@contextmanager
def running(server: Server) -> Iterator[Server]:
    thread = threading.Thread(target=server.http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()
