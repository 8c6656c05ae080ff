"""A page of a stranger in the browser of somebody who uses the studio: it can neither change nor read anything there.

The person has a session. The stranger's page is of another host, or of a name that leads first to the stranger and then
to this machine (DNS rebinding), so that to the browser it is of the same origin as the studio. That Chromium itself
keeps pages of the web from asking this machine is switched off.
"""

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from .running import Studio, run_browser

STRANGER, REBOUND = "stranger.test", "rebound.test"
DEFENCELESS = (
    f"--host-resolver-rules=MAP {STRANGER} 127.0.0.1,MAP {REBOUND} 127.0.0.1",
    "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests",
)
EMPTY = "<!DOCTYPE html><title>A stranger</title><body>"
# Every route is asked in all of these ways; {id} and the like stand for something that is there.
_ATTACK = """async ([base, routes]) => {
  const read = [];
  const form = (method, path, type, target) => {
    const form = Object.assign(document.createElement("form"), { method, action: base + path, enctype: type, target });
    for (const [name, value] of [["html", "<p>sent"], ["url", "https://evil.example/"], ["token", "x"]]) {
      form.append(Object.assign(document.createElement("input"), { name, value }));
    }
    document.body.append(form);
    form.submit();
  };
  const frame = (name) => document.body.append(Object.assign(document.createElement("iframe"), { name }));
  const body = JSON.stringify({ html: "<p>sent", url: "https://evil.example/", keep: [], annotator: "me", note: "x" });
  const asked = [];
  const ask = (path, options) => asked.push(fetch(base + path, { credentials: "include", ...options }).then(
    async (answer) => { if (answer.ok && path !== "/health") read.push([path, (await answer.text()).slice(0, 80)]); },
    () => {}));
  for (const [method, path] of routes) {
    for (const type of ["text/plain", "application/json", "text/html"]) {
      for (const mode of ["no-cors", "cors"]) {
        const options = { method, mode, headers: { "Content-Type": type } };
        ask(path, method === "GET" ? { mode } : { ...options, body });
      }
    }
    if (method === "GET") {
      for (const [tag, attribute] of [["img", "src"], ["script", "src"], ["link", "href"], ["object", "data"]]) {
        const element = Object.assign(document.createElement(tag), { [attribute]: base + path, rel: "stylesheet" });
        document.body.append(element);
      }
    } else {
      navigator.sendBeacon(base + path, new Blob([body], { type: "text/plain" }));
      for (const type of ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"]) {
        const name = `f${Math.random()}`;
        frame(name);
        form("post", path, type, name);
      }
    }
  }
  const socket = new WebSocket(base.replace("http", "ws") + "/v1/pages");
  asked.push(new Promise((resolve) => { socket.onopen = () => { read.push(["socket", "open"]); resolve(); };
    socket.onerror = resolve; }));
  const framed = Object.assign(document.createElement("iframe"), { src: base + "/" });
  asked.push(new Promise((resolve) => { framed.onload = resolve; }));
  document.body.append(framed);
  await Promise.allSettled(asked);
  try { if (framed.contentDocument?.querySelector("main")) read.push(["frame", "the studio"]); } catch { /* refused */ }
  return read;
}"""


def routes_of(studio: Studio, stored: str) -> list[tuple[str, str]]:
    """All methods and paths, with names of things that are there."""
    paths = studio.call("GET", "/openapi.json")["paths"]
    filled = {path: re.sub(r"\{\w*id\w*\}", stored, path) for path in paths}
    known = [
        (method.upper(), path)
        for path, filled_path in filled.items()
        for method in paths[path]
        for path in [re.sub(r"\{[^}]*\}", "example.org", filled_path)]
    ]
    return [*known, ("POST", "/studio/send"), ("GET", "/studio/bookmarklet"), ("GET", "/")]


def state_of(studio: Studio) -> Any:
    """What a stranger could have changed."""
    pages = studio.call("GET", "/v1/pages?limit=500")["pages"]
    rules = studio.call("GET", "/v1/rules")
    corrections = {page["id"]: studio.call("GET", f"/v1/pages/{page['id']}/corrections") for page in pages}
    return json.dumps([pages, rules, corrections], sort_keys=True)


@pytest.fixture(scope="module")
def window(studio: Studio) -> Iterator[Page]:
    """A window of a browser with a session in the studio."""
    with run_browser(*DEFENCELESS) as browser:
        context = browser.new_context()
        opened = context.new_page()
        opened.goto(studio.entrance)
        opened.wait_for_selector("main[data-place]")
        yield opened


@pytest.fixture
def stranger() -> Iterator[str]:
    """The address of a stranger's page."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(EMPTY.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://{STRANGER}:{server.server_port}/"
        server.shutdown()
        thread.join()


def test_another_site_changes_and_reads_nothing(studio: Studio, window: Page, stranger: str, lighthouse: str) -> None:
    routes = routes_of(studio, lighthouse)
    before = state_of(studio)
    answers: set[tuple[str, int]] = set()
    window.on("response", lambda answer: answers.add((answer.url.removeprefix(studio.url), answer.status)))
    window.goto(stranger)
    assert window.evaluate(_ATTACK, [studio.url, routes]) == []
    window.wait_for_load_state("networkidle")
    assert state_of(studio) == before
    refused = {path for path, status in answers if status == 403}
    unlike = {path for _, path in routes if path not in refused and not path.startswith("/v1/files/")}
    assert unlike <= {"/health", "/studio/send", "/"}  # these, and files, look for tokens of their own
    assert {path for path, status in answers if status == 200} <= {stranger, "/health"}


def test_a_name_that_is_rebound_changes_and_reads_nothing(studio: Studio, window: Page, lighthouse: str) -> None:
    """The name leads to the studio from the second request on: the page and what it asks for have the same origin."""
    base = studio.url.replace("127.0.0.1", REBOUND)
    before = state_of(studio)
    served: list[str] = []

    def serve_first(route: Route) -> None:
        if served:
            route.continue_()
        else:
            served.append(route.request.url)
            route.fulfill(body=EMPTY, content_type="text/html")

    answers: set[tuple[str, int]] = set()
    window.on("response", lambda answer: answers.add((answer.url, answer.status)))
    window.route(f"{base}/**", serve_first)
    window.goto(f"{base}/stranger")
    routes = routes_of(studio, lighthouse)
    assert window.evaluate(_ATTACK, [base, routes]) == []
    asked = (
        "(token) => fetch('/v1/pages', { headers: { Authorization: `Bearer ${token}` } }).then(({ status }) => status)"
    )
    assert window.evaluate(asked, studio.token) == 421
    window.unroute(f"{base}/**")
    assert state_of(studio) == before
    assert {status for url, status in answers if url.startswith(base) and url not in served} == {421}
