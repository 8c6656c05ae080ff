"""A real browser: its layouts, that it stays offline, and that it recovers from crashes."""

import asyncio
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import MissingExtraError, OptionError, RenderError, how_to_install
from ridgeline.render import Browser, Rendering

from ..browsers import need_browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need_browser()
    with Browser() as running:
        yield running


def boxes(page: ridgeline.Page) -> dict[str, list[float]]:
    """By id: the box of an element."""
    assert page.layout is not None
    named = {own["id"]: node for node, own in enumerate(page.attributes) if own.get("id")}
    return {name: page.layout.boxes[node].tolist() for name, node in named.items() if name is not None}


STYLED = """<!DOCTYPE html><style>
  body { margin: 0 } #side { float: left; width: 200px; height: 300px } #main { margin-left: 200px; height: 100px }
  #none { display: none } #unseen { visibility: hidden } #away { position: absolute; left: -500px; width: 90px }
  #big { font-size: 40px; color: rgb(1, 2, 3) } #wide { width: 100% }
</style><div id=side>side</div><div id=main><span id=big>big</span></div>
<p id=none>none</p><p id=unseen>unseen</p><p id=away>away</p><p>and enough text that is seen for everybody</p>
"""


def test_boxes_fonts_and_colours(browser: Browser) -> None:
    page = ridgeline.parse(STYLED)
    laid_out = browser.lay_out(page)
    assert laid_out.leaves.tolist() == page.leaves.tolist()
    layout = laid_out.layout
    assert layout is not None
    assert layout.width == 1280
    assert boxes(laid_out)["side"] == [0, 0, 200, 300]
    assert boxes(laid_out)["main"] == [200, 0, 1280, 100]
    shown = dict(zip(page.leaf_text, layout.shown[page.leaves].tolist(), strict=True))
    assert shown["side"]
    assert shown["big"]
    assert [shown[name] for name in ("none", "unseen", "away")] == [False] * 3
    big = page.leaves[page.leaf_text.index("big")]
    assert layout.font_size[big] == 40
    assert layout.colour[big] == 0x010203FF
    assert (layout.line_node == big).sum() == 1


def test_text_in_several_lines(browser: Browser) -> None:
    page = browser.lay_out(ridgeline.parse("<p style='width: 60px; font-size: 16px'>" + "word " * 12))
    assert page.layout is not None
    assert len(page.layout.lines) > 4
    assert (page.layout.lines[:, 2] <= 80).all()


def test_embedded_images_are_shown(browser: Browser) -> None:
    svg = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='300' height='200'%3E%3C/svg%3E"
    found = boxes(
        browser.lay_out(ridgeline.parse(f'<p><img id=a src="{svg}"><p><img id=b src="http://example.org/x.png">'))
    )
    assert found["a"][2] - found["a"][0] == 300
    assert found["b"][2] - found["b"][0] < 30


def test_scripts_do_not_run_unless_asked(browser: Browser) -> None:
    source = "<p id=a>text</p><script>document.getElementById('a').style.width = '77px'</script>"
    assert boxes(browser.lay_out(ridgeline.parse(source)))["a"][2] > 1000
    with Browser(Rendering(scripts=True)) as scripted:
        assert boxes(scripted.lay_out(ridgeline.parse(source)))["a"][2] == 85


def test_shadow_trees_and_noscript(browser: Browser) -> None:
    page = browser.lay_out(
        ridgeline.parse(
            "<my-card><template shadowrootmode=open><b>shadow</b><slot></slot></template>light</my-card>"
            "<noscript>no script</noscript><details><summary>more</summary>closed</details>"
        )
    )
    assert page.layout is not None
    shown = dict(zip(page.leaf_text, page.layout.shown[page.leaves].tolist(), strict=True))
    assert shown == {"shadow": True, "light": True, "no script": True, "more": True, "closed": False}


class Server:
    """Counts requests."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                requests.append(self.path)
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!DOCTYPE html><p id=a>served</p><script>a.textContent += ' and scripted'</script>")

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


def test_nothing_is_requested(browser: Browser, server: Server) -> None:
    url = server.url
    page = ridgeline.parse(
        f"""<head><link rel=stylesheet href="{url}/style.css"><link rel=preload as=image href="{url}/pre">
        <link rel=prefetch href="{url}/fetch"><link rel=icon href="{url}/icon"><script src="{url}/s.js"></script>
        <meta http-equiv=refresh content="0; url={url}/refresh"><style>@import "{url}/import.css";
        p {{ background: url({url}/background) }} @font-face {{ font-family: x; src: url({url}/font) }}</style></head>
        <p style="font-family: x">text</p><img src="{url}/img"><iframe src="{url}/frame"></iframe>
        <video src="{url}/video" autoplay></video><object data="{url}/object"></object><embed src="{url}/embed">
        <img src="file:///etc/hostname"><form action="{url}/form"><button>x</button></form>"""
    )
    for _ in range(2):
        laid_out = browser.lay_out(page)
        assert laid_out.layout is not None
        assert laid_out.layout.shown[page.leaves[page.leaf_text.index("text")]]
    assert server.requests == []
    assert browser.starts == 1


def test_a_url_with_network_and_scripts(server: Server) -> None:
    need_browser()
    with Browser(Rendering(network=True, scripts=True, allow_private=True)) as online:
        page, picture = online.open(server.url)
        assert "served and scripted" in page.leaf_text
        assert page.layout is not None
        assert page.layout.shown[page.leaves[0]]
        assert picture.startswith(b"\x89PNG")
        assert page.url == f"{server.url}/"


def test_a_url_needs_network(browser: Browser) -> None:
    with pytest.raises(OptionError, match="network"):
        browser.open("https://example.org/")


def test_a_crash_costs_one_page() -> None:
    need_browser()
    page = ridgeline.parse("<p>text")
    with Browser() as fragile:
        fragile.layout(page)
        session = fragile._session
        assert session is not None
        assert session.process is not None
        os.kill(session.process, signal.SIGKILL)
        # The crash may be noticed before the next page or during it; the page after that is laid out.
        for _ in range(2):
            with suppress(RenderError):
                fragile.layout(page)
        assert fragile.layout(page).shown.any()
        assert fragile.starts == 2


def test_a_tab_that_crashes_costs_one_page() -> None:
    need_browser()
    with Browser(Rendering(timeout_seconds=10)) as fragile:
        fragile.layout(ridgeline.parse("<p>text"))

        async def crash() -> None:
            _, devtools = await fragile._tab()
            await devtools.send("Page.crash")

        with pytest.raises(RenderError, match=r"the page: (the browser gave up|not rendered)"):
            fragile._run(crash, None, 10)
        assert fragile.layout(ridgeline.parse("<p>text")).shown.any()
        assert fragile.starts == 2


def test_an_unreadable_snapshot(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(answer: object, size: object) -> None:
        raise KeyError("nodes")

    monkeypatch.setattr("ridgeline.render.snapshot.read", unknown)
    with pytest.raises(RenderError, match="newer Chromium"):
        browser.layout(ridgeline.parse("<p>text"))


def test_without_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with Browser() as none, pytest.raises(MissingExtraError, match=re.escape(how_to_install("render"))):
        none.layout(ridgeline.parse("x"))


def test_a_page_that_takes_too_long_is_abandoned() -> None:
    need_browser()
    with Browser(Rendering(scripts=True, timeout_seconds=2)) as busy:
        with pytest.raises(RenderError, match=r"https://example.org/loop: not rendered within 2 s"):
            busy.layout(ridgeline.parse("<script>for (;;) {}</script>", url="https://example.org/loop"))
        assert busy.layout(ridgeline.parse("<p>text")).shown.any()
        assert busy.starts == 2


def test_limits() -> None:
    need_browser()
    with Browser(Rendering(max_characters=1000, max_height=500)) as strict:
        with pytest.raises(RenderError, match="1,000 characters"):
            strict.layout(ridgeline.parse("<p>text" * 300))
        layout = strict.layout(ridgeline.parse("<div style='height: 5000px'>high</div><p>below"))
        assert layout.height == 500
        assert strict.starts == 1
    with pytest.raises(OptionError, match="positive"):
        Rendering(width=0)


def test_a_picture(browser: Browser) -> None:
    page, picture = browser.screenshot(ridgeline.parse("<div style='height: 3000px'>high"))
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[start : start + 4], "big") for start in (16, 20))
    assert page.layout is not None
    assert (width, height) == (1280, int(page.layout.height))


def test_paint_is_on_the_picture(browser: Browser) -> None:
    page = ridgeline.parse("<p>text")
    plain = browser.screenshot(page)[1]
    seen: list[ridgeline.Page] = []

    def paint(laid_out: ridgeline.Page) -> str:
        seen.append(laid_out)
        return '<svg width="100" height="100"><rect width="100" height="100" fill="red"/></svg>'

    assert browser.screenshot(page, paint)[1] != plain
    assert seen[0].layout is not None
    assert browser.screenshot(page)[1] == plain


def test_from_many_threads_and_from_asynchronous_code(browser: Browser) -> None:
    pages = [ridgeline.parse(f"<p>{'text ' * number}") for number in range(1, 9)]
    found: list[float] = [0.0] * len(pages)

    def work(number: int) -> None:
        found[number] = browser.layout(pages[number]).boxes[:, 2].max()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(pages))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert min(found) > 0

    async def inside() -> bool:
        return bool(browser.layout(pages[0]).shown.any())

    assert asyncio.run(inside())


def test_hostile_pages(browser: Browser) -> None:
    for html in ("", "<p>" * 20_000, "<div>" * 5_000 + "deep", "<table>" * 300, "<p>\ud83d half", "<frameset><frame>"):
        page = ridgeline.parse(html)
        assert len(browser.layout(page)) == len(page)
    huge = ridgeline.parse("<p style='position:absolute;left:1e9px;top:-1e9px;width:1e9px;height:1e9px'>x" * 50)
    layout = browser.layout(huge)
    assert np.isfinite(layout.boxes).all()


def test_a_new_tab_after_some_pages(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridgeline.render.browser._MAX_TAB_PAGES", 2)
    page = ridgeline.parse("<p>text")
    for _ in range(5):
        assert browser.layout(page).shown.any()


def test_no_browser_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    need_browser()
    with pytest.raises(MissingExtraError, match="no browser at"), Browser(Rendering(executable="/no/such")) as none:
        none.layout(ridgeline.parse("x"))
    monkeypatch.setenv("RIDGELINE_BROWSER", "/nor/this")
    with pytest.raises(MissingExtraError, match="no browser at /nor/this"), Browser() as none:
        none.layout(ridgeline.parse("x"))
    monkeypatch.delenv("RIDGELINE_BROWSER")
    monkeypatch.setattr("ridgeline.render.process.PROGRAMS", ())
    monkeypatch.setattr("ridgeline.render.process.Path.exists", lambda path: False)
    with pytest.raises(MissingExtraError, match="playwright install chromium"), Browser() as none:
        none.layout(ridgeline.parse("x"))


def test_a_program_that_is_not_a_browser(tmp_path: object) -> None:
    need_browser()
    with pytest.raises(RenderError, match="does not start"), Browser(Rendering(executable="/bin/true")) as none:
        none.layout(ridgeline.parse("x"))
