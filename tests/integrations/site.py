"""A small web site on this machine, and pages for it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple

PARAGRAPHS = (
    "The morning ferry leaves at nine, and it carries more mail than people across the sound.",
    "The crossing takes forty minutes in fair weather, and the crew has coffee on the way back.",
    "In winter the boat stays in the harbour for days, while the islands wait for letters and bread.",
    "Nobody minds, since the lighthouse keeper bakes for everyone who runs out of flour in those weeks.",
)
THREAD = """<title>How to row?</title><h1>How to row?</h1><div class=posts>""" + "".join(
    f"""<article class=post id=p{n}><div class=author><a href=/u/{n}>Rower {n}</a></div>
    <time datetime=2024-05-{n + 1:02}>May {n + 1}</time>
    <div class=body><p>Post {n}. {PARAGRAPHS[n % 2]}</p></div></article>"""
    for n in range(12)
)
SHELL = "<!DOCTYPE html><title>App</title><div id=root></div><script src=app.js></script>"


def article(title: str = "The ferry", paragraphs: tuple[str, ...] = PARAGRAPHS, links: str = "") -> str:
    """The source of a page with an article, a menu before it and a footer after it."""
    return (
        f"<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{title}</title></head><body>"
        "<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/contact>Contact</a></nav>"
        f"<article><h1>{title}</h1>{''.join(f'<p>{text}</p>' for text in paragraphs)}{links}</article>"
        "<footer><a href=/privacy>Privacy</a> © 2026</footer></body></html>"
    )


class Answer(NamedTuple):
    """What the site sends for a path."""

    body: bytes
    content_type: str = "text/html"
    status: int = 200


class Site(NamedTuple):
    """A running site."""

    url: str
    asked: list[str]  # the paths that were asked for, in order


@contextmanager
def serve(answers: Mapping[str, Answer]) -> Iterator[Site]:
    """Serve these paths on the loopback interface."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            answer = answers.get(self.path, Answer(b"not found", "text/plain", 404))
            self.send_response(answer.status)
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            self.wfile.write(answer.body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the output of tests quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield Site(f"http://127.0.0.1:{server.server_address[1]}", asked)
        finally:
            server.shutdown()
            thread.join()
