"""Pages that scripts build: what a browser shows once they are quiet, and that every page ends."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import ridgeline
from ridgeline.errors import MissingExtraError, OptionError, RenderError, how_to_install
from ridgeline.page import parse
from ridgeline.pipeline import Pipeline
from ridgeline.render import Renderer, RenderLimits, requests, shared_renderer, visit
from ridgeline.render.process import Running

from ..browsers import need_browser
from .test_proxy import Server, inside, outside

__all__ = ["inside", "outside"]  # fixtures


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    need_browser()
    with Renderer(limits=RenderLimits(seconds=20), allow_private=True) as running:
        yield running


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.close()


@contextmanager
def limited(renderer: Renderer, **limits: Any) -> Iterator[None]:
    """Lower limits for some pages."""
    usual = renderer.limits
    renderer.limits = replace(usual, **limits)
    try:
        yield
    finally:
        renderer.limits = usual


def show(renderer: Renderer, html: str, url: str | None = None) -> str:
    """The text that a page shows in a browser."""
    return " ".join(renderer.render(ridgeline.parse(html, url=url)).page.leaf_text)


def url_of(server: Server, path: str = "/") -> str:
    return f"http://127.0.0.1:{server.port}{path}"


def paths(server: Server) -> list[str]:
    """What was requested; browsers ask for the icon of a page on their own."""
    return [path for _, path in server.requests if path != "/favicon.ico"]


def wait_until(is_true: Callable[[], object], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- Quiet

BUILT = {
    "at once": "<p id=p></p><script>p.textContent = 'built'</script>",
    "after an answer": "<p id=p></p><script>fetch('/slow').then(() => p.textContent = 'built')</script>",
    "after a delay": "<p id=p></p><script>setTimeout(() => p.textContent = 'built', 300)</script>",
    "step by step": "<p id=p></p><script type=module>const wait = (ms) => new Promise((done) => setTimeout(done, ms));"
    "for (let i = 0; i < 2; i++) { p.textContent += i; await wait(300); await fetch('/slow'); }"
    "p.textContent = 'built'</script>",
    "in a shadow tree": "<p id=p></p><script>const root = p.attachShadow({mode: 'open'}); let n = 0;"
    "const timer = setInterval(() => { root.innerHTML = n++ < 4 ? '<b>x</b>' : '<b>built</b>';"
    "if (n > 4) clearInterval(timer) }, 200)</script>",
    "beside names that stand in for others": "<form><input name=shadowRoot></form><img name=documentElement>"
    "<img name=querySelectorAll><img name=readyState><img name=compatMode><a id=state></a><p id=p></p>"
    "<script>setTimeout(() => p.textContent = 'built', 100)</script>",
    "by scripts that change what others call": "<p id=p></p><script>Element.prototype.getHTML = () => 'wrong';"
    "Object.defineProperty(Element.prototype, 'outerHTML', {get: () => 'wrong'}); performance.now = () => 0;"
    "MutationObserver = null; let n = 0; setInterval(() => p.style.left = n++ + 'px', 10);"
    "new EventSource('/slow'); setTimeout(() => p.textContent = 'built', 100)</script>",
}


@pytest.mark.parametrize("how", BUILT)
def test_a_page_is_read_when_it_is_quiet(renderer: Renderer, server: Server, how: str) -> None:
    page = renderer.render(ridgeline.parse(BUILT[how], url=url_of(server)))
    assert [text for text in page.page.leaf_text if text] == ["built"]
    assert page.remarks == ()
    assert "/" not in paths(server)  # the page itself is the stored one


def test_the_address_is_that_of_the_page(renderer: Renderer, server: Server) -> None:
    html = "<base href=/deep/><p>text</p><script>fetch('data'); history.pushState(null, '', '/other')</script>"
    page = renderer.render(ridgeline.parse(html, url=url_of(server, "/app?a=b#!/route"))).page
    assert page.url == url_of(server, "/other")
    assert paths(server) == ["/deep/data"]
    hash_route = "<p id=p></p><script>p.textContent = location.hash</script>"
    assert show(renderer, hash_route, url_of(server, "/app#!/route")) == "#!/route"


def test_the_encoding_and_the_mode_of_the_stored_page_are_kept(renderer: Renderer) -> None:
    html = "<meta charset=gb2312><p>港口 café \ud83d</p><script>document.title = document.compatMode</script>"
    page = renderer.render(ridgeline.parse(html)).page
    assert page.leaf_text == ("港口 café ",)  # half a character is none
    assert page.title == "BackCompat"
    assert renderer.render(ridgeline.parse("<!DOCTYPE html>x")).page.source.startswith("<!DOCTYPE html><html>")


@pytest.mark.parametrize("url", [None, "file:///etc/passwd", "http://"])
def test_a_page_without_an_address_of_the_web(renderer: Renderer, url: str | None) -> None:
    html = (
        "<p id=p></p><script>localStorage.a = 1; fetch('/x').then(() => p.textContent = 'wrong', "
        "() => p.textContent = 'built at ' + location.protocol)</script>"
    )
    page = renderer.render(ridgeline.parse(html, url=url)).page
    assert page.leaf_text == ("built at https:",)
    assert page.url == url


def test_files_are_not_read(renderer: Renderer, server: Server, tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_text("<p>secret")
    secret = (tmp_path / "secret.html").as_uri()
    html = f"""<iframe src="{secret}"></iframe><object data="{secret}"></object><p id=p>text</p>
    <script>fetch("{secret}").then(() => p.textContent = "secret"); location = "{secret}"</script>"""
    page = renderer.render(ridgeline.parse(html, url=url_of(server))).page
    assert "".join(page.leaf_text) == "text"
    assert page.url == url_of(server)


def test_every_page_begins_without_cookies_and_storage(renderer: Renderer, server: Server) -> None:
    html = (
        "<p id=p></p><script>p.textContent = [document.cookie, localStorage.a, localStorage.length];"
        "document.cookie = 'a=b'; localStorage.a = 1; indexedDB.open('x')</script>"
    )
    for _ in range(2):
        assert show(renderer, html, url_of(server)) == ",,0"


def test_thirty_pages_in_one_browser(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "_QUIET_SECONDS", 0.05)
    renderer.render(ridgeline.parse("x"))
    starts = renderer.starts
    for number in range(30):
        assert show(renderer, f"<p id=p></p><script>p.textContent = 'page {number}'</script>") == f"page {number}"
    assert renderer.starts == starts


def test_one_page_is_rendered_once_for_several_extractors(renderer: Renderer, server: Server) -> None:
    page = ridgeline.parse("<script>fetch('/count')</script>", url=url_of(server))
    assert renderer.render(page) is renderer.render(page)
    assert paths(server) == ["/count"]


# --- Every page ends

HOSTILE = {
    "asking": "alert(1); confirm(2); prompt(3); print(); Notification.requestPermission();"
    "navigator.geolocation.getCurrentPosition(() => 0); navigator.mediaDevices?.getUserMedia({video: true});"
    "document.documentElement.requestFullscreen().catch(() => 0);"
    "onbeforeunload = (event) => { event.preventDefault(); return 'stay' };",
    "opening": "open('/window'); const a = document.createElement('a'); a.href = '/window'; a.target = '_blank';"
    "a.click(); a.target = ''; a.href = '/download'; a.download = 'd.html'; a.click();",
    "working": "navigator.serviceWorker?.register('/worker.js'); setInterval(() => { throw new Error('x') }, 1);"
    "new Worker(URL.createObjectURL(new Blob(['for (;;) {}']))); new WebSocket('ws://127.0.0.1:9/'); debugger;",
    "closing": "stop(); close(); setTimeout(close, 100);",
    "leaving for nowhere": "setTimeout(() => location = 'http://127.0.0.1:9/', 100); location = 'mailto:a@b.c';",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_pages_that_try_something(renderer: Renderer, server: Server, what: str) -> None:
    html = f"<p id=p>stored</p><script>p.textContent = 'built'; setTimeout(() => {{ {HOSTILE[what]} }})</script>"
    rendered = renderer.render(ridgeline.parse(html, url=url_of(server)))
    assert rendered.page.leaf_text == ("built",)
    assert rendered.remarks == ()
    assert "/window" not in paths(server)


@pytest.mark.parametrize(
    "script",
    [
        "setInterval(() => p.textContent += '.', 20)",
        "setTimeout(() => { for (;;) {} }, 100)",
    ],
)
def test_a_page_that_is_never_quiet(renderer: Renderer, server: Server, script: str) -> None:
    html = f"<p id=p>stored</p><script>p.textContent = 'built'; {script}</script>"
    start = time.monotonic()
    with limited(renderer, seconds=5):
        rendered = renderer.render(ridgeline.parse(html, url=url_of(server)))
    assert rendered.page.leaf_text[0].startswith("built")
    assert rendered.remarks == ("it was still at work after 4 s",)
    assert 4 <= time.monotonic() - start < 15


def test_an_answer_that_never_comes(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a part of the time is given to it."""
    monkeypatch.setattr(requests, "_SLOW_SHARE", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        start = time.monotonic()
        rendered = renderer.render(ridgeline.parse("<p>text</p><script>fetch('/never')</script>", url=url))
    assert rendered.page.leaf_text == ("text",)
    assert rendered.remarks == ()
    assert time.monotonic() - start >= 2


def test_navigation_without_end(renderer: Renderer, server: Server) -> None:
    html = "<p id=p></p><script>p.textContent = location.pathname; setTimeout(() => location = Math.random())</script>"
    server.pages = _Same(html)
    with limited(renderer, navigations=3):
        page = renderer.render(ridgeline.parse(html, url=url_of(server))).page
    visited = paths(server)
    assert len(visited) == 3
    assert page.leaf_text == (visited[-1],)
    assert page.url == url_of(server, visited[-1])


class _Same(dict[str, str]):
    """A site whose pages are all the same."""

    def __init__(self, html: str) -> None:
        self._html = html

    def get(self, *_: Any) -> str:
        return self._html


def test_a_page_that_leads_to_another(renderer: Renderer, server: Server) -> None:
    server.pages = dict.fromkeys(("/next", "/next?"), "<p>the next page</p>")
    for html in (
        "<meta http-equiv=refresh content='0; url=/next'>stored",
        "<script>location.replace('/next')</script>stored",
        "<form id=f action=/next></form><script>f.submit()</script>stored",
    ):
        page = renderer.render(ridgeline.parse(html, url=url_of(server))).page
        assert page.leaf_text == ("the next page",)
        assert (page.url or "").startswith(url_of(server, "/next"))


def test_too_many_requests(renderer: Renderer, server: Server) -> None:
    html = "<p>text</p><script>for (let i = 0; i < 400; i++) fetch('/' + i)</script>"
    with limited(renderer, requests=20):
        rendered = renderer.render(ridgeline.parse(html, url=url_of(server)))
    assert rendered.page.leaf_text == ("text",)
    assert rendered.remarks == ("it asked for more than 20 files",)
    assert len(paths(server)) <= 20
    assert show(renderer, BUILT["after an answer"], url_of(server)) == "built"  # the next page may ask again


def test_too_many_bytes(renderer: Renderer, server: Server) -> None:
    server.pages = {"/large": "x" * 3_000_000}
    html = "<p id=p>text</p><script>fetch('/large').then((a) => a.text()).then(() => p.textContent = 'wrong')</script>"
    with limited(renderer, received_bytes=1_000_000):
        rendered = renderer.render(ridgeline.parse(html, url=url_of(server)))
    assert rendered.page.leaf_text == ("text",)
    assert rendered.remarks == ("it loaded more than 1,000,000 bytes",)


def test_images_and_fonts_are_not_loaded(renderer: Renderer, server: Server) -> None:
    html = (
        "<style>@font-face { font-family: x; src: url(/font) } p { font-family: x; background: url(/back) }</style>"
        "<p>text</p><img src=/image alt=a><video src=/film autoplay></video><script>new Image().src = '/pixel'</script>"
    )
    page = renderer.render(ridgeline.parse(html, url=url_of(server))).page
    assert paths(server) == []
    assert [image.get("src") for image in page.find("img")] == ["/image"]


def test_a_page_that_is_too_long(renderer: Renderer) -> None:
    starts = renderer.starts
    with (
        limited(renderer, characters=1000),
        pytest.raises(RenderError, match=r"^the page: longer than 1,000 characters"),
    ):
        renderer.render(ridgeline.parse("<p>" + "x" * 1000))
    with limited(renderer, characters=1000):
        page = renderer.render(ridgeline.parse("<p id=p><script>p.textContent = 'x'.repeat(5000)</script>")).page
    assert len(page.source) == 1000
    assert renderer.starts == max(starts, 1)


@pytest.mark.parametrize("html", ["", "<script>document.documentElement.remove()</script>"])
def test_pages_without_anything(renderer: Renderer, html: str) -> None:
    assert show(renderer, html) == ""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell the memory of a process")
def test_a_page_that_takes_too_much_memory(renderer: Renderer) -> None:
    html = "<script>const all = []; setInterval(() => all.push(new Uint8Array(2e7).fill(1)), 1)</script>"
    html += "<p id=p></p><script>setInterval(() => p.textContent += '.', 20)</script>"
    with (
        limited(renderer, memory_bytes=700_000_000),
        pytest.raises(RenderError, match=r"over 700,000,000 bytes of memory"),
    ):
        renderer.render(ridgeline.parse(html))
    starts = renderer.starts
    assert show(renderer, BUILT["at once"]) == "built"
    assert renderer.starts == starts + 1


def test_a_browser_that_holds_much_memory_is_replaced(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    show(renderer, "x")
    starts = renderer.starts
    with monkeypatch.context() as patched:
        patched.setattr("ridgeline.render.renderer.tree_bytes", lambda process: renderer.limits.memory_bytes * 0.6)
        assert show(renderer, "y") == "y"
    assert show(renderer, "z") == "z"
    assert renderer.starts == starts + 1


def test_a_tab_that_crashes_costs_one_page(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    async def crash(self: Any, end: float) -> bool:
        await self._unless_lost(self._devtools.send("Page.crash"))
        return True

    with monkeypatch.context() as patched:
        patched.setattr(visit._Visit, "_wait_for_quiet", crash)
        with pytest.raises(RenderError, match=r"https://example.org/: the browser gave up: "):
            renderer.render(ridgeline.parse("<p>text", url="https://example.org/"))
    assert show(renderer, BUILT["at once"]) == "built"


def test_a_browser_that_is_killed_is_replaced(renderer: Renderer, server: Server) -> None:
    """In the middle of a page, which is then tried again, and between two pages."""
    html = "<p id=p></p><script>fetch('/slow').then(() => p.textContent = 'built')</script>"
    show(renderer, "x")
    starts = renderer.starts
    scratch = _session(renderer).scratch.name
    assert list(Path(scratch).iterdir()) != []

    def kill() -> None:
        wait_until(lambda: paths(server))
        _kill(renderer)

    killing = threading.Thread(target=kill)
    killing.start()
    assert show(renderer, html, url_of(server)) == "built"
    killing.join()
    assert renderer.starts == starts + 1
    assert not Path(scratch).exists()
    assert paths(server) == ["/slow"] * 2
    _kill(renderer)
    assert show(renderer, "after") == "after"
    assert renderer.starts == starts + 2


def _session(renderer: Renderer) -> Running:
    assert renderer._session is not None
    return renderer._session


def _kill(renderer: Renderer) -> None:
    process = _session(renderer).process
    assert process is not None
    os.kill(process, signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks for processes in /proc")
def test_a_browser_ends_with_its_process() -> None:
    need_browser()
    code = """if True:
        import ridgeline, time
        from ridgeline.render import Renderer
        renderer = Renderer()
        renderer.render(ridgeline.parse("x"))
        print(renderer._session.process, flush=True)
        time.sleep(60)
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a process that is killed leaves files behind
        environment = {**os.environ, "TMPDIR": folder}
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as process:
            assert process.stdout is not None
            browser = int(process.stdout.readline())
            assert _is_running(browser)
            process.kill()
        wait_until(lambda: not _is_running(browser))


def _is_running(process: int) -> bool:
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


# --- Private addresses


def test_private_addresses_are_refused(outside: Server, inside: Server) -> None:
    need_browser()
    outside.pages = {"/data": "from outside"}
    html = f"""<p id=p></p><iframe src="{url_of(inside, "/frame")}"></iframe>
    <script src="{url_of(inside, "/script.js")}"></script><script>
    fetch("{url_of(inside, "/fetch")}", {{mode: "no-cors"}});
    new Worker(URL.createObjectURL(new Blob(['fetch("{url_of(inside, "/worker")}")'])));
    fetch("/data").then((answer) => answer.text()).then((text) => p.textContent = text);
    setTimeout(() => location = "{url_of(inside, "/away")}", 200)</script>"""
    page = ridgeline.parse(html, url="http://public.test/")
    with Renderer() as careful:
        rendered = careful.render(page)
        own_server = careful.render(ridgeline.parse(BUILT["after an answer"], url=url_of(inside)))
    assert own_server.page.leaf_text == ()
    assert rendered.page.leaf_text[0] == "from outside"
    assert rendered.remarks == ("127.0.0.1 has no public address; allow_private (--allow-private) lets it through",)
    assert inside.requests == []
    with Renderer(allow_private=True) as open_renderer:
        open_renderer.render(page)
    assert {"/frame", "/script.js", "/fetch", "/worker", "/away"} <= {path for _, path in inside.requests}


# --- Use


def test_from_asynchronous_code_and_from_threads(renderer: Renderer) -> None:
    async def inside_a_loop() -> str:
        return show(renderer, "<p>one")

    assert asyncio.run(inside_a_loop()) == "one"
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(show(renderer, "<p>two"))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["two"] * 3


def test_nothing_starts_before_the_first_page() -> None:
    with Renderer() as idle:
        assert idle.starts == 0
    assert idle.starts == 0


def test_one_renderer_a_process_and_mode() -> None:
    assert shared_renderer("auto") is shared_renderer("auto")
    assert shared_renderer("auto") is not shared_renderer("always")
    assert shared_renderer("always").mode == "always"


def test_options_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: Any = "sometimes"
    with pytest.raises(OptionError, match=r"^render is 'auto' or 'always', not 'sometimes'$"):
        Renderer(wrong)
    with pytest.raises(OptionError, match=r"^seconds of rendering is positive, not 0$"):
        RenderLimits(seconds=0)
    with pytest.raises(OptionError, match="requests"):
        RenderLimits(requests=-1)
    monkeypatch.setattr("ridgeline.render.renderer.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=re.escape(f"rendering needs Playwright: {how_to_install('render')}")):
        Renderer()


def test_a_long_path_of_temporary_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The path of a socket has about a hundred characters: such a folder is not used."""
    need_browser()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Renderer() as running:
        assert show(running, "<p>text") == "text"


def test_there_is_no_browser() -> None:
    need_browser()
    with Renderer(executable="/no/such") as none, pytest.raises(MissingExtraError, match="no browser at /no/such"):
        none.render(ridgeline.parse("x"))


def test_the_browser_says_what_a_person_sees(renderer: Renderer) -> None:
    words = "<p>The keeper of the lamp wrote down the weather and the ships, every evening of his life.</p>" * 6
    ways = "".join(f"<p style='{style}'>{name} words</p>" for name, style in HIDDEN.items())
    page = (
        f"<article><h1>The lamp</h1>{words}{ways}<p id=late>late words</p><p data-ridgeline-hidden=18>false words</p>"
        "<details><summary>More</summary><p>closed words</p></details></article>"
        "<script>document.styleSheets.length || document.head.appendChild(document.createElement('style')).sheet"
        ".insertRule('#late { opacity: 0 }')</script>"
    )
    pipeline = Pipeline(ridgeline.load("everything"), renderer=renderer)
    assert pipeline.renderer is not None
    shown = pipeline.renderer.render(ridgeline.parse(page)).page
    assert shown.is_rendered
    text = replace(pipeline, renderer=None).extract_page(shown).text
    assert [name for name in (*HIDDEN, "late") if f"{name} words" in text] == []
    assert all(f"{name} words" in text for name in ("false", "closed"))
    screen = replace(pipeline, renderer=None, visible="screen").extract_page(shown).text
    assert "closed words" not in screen


HIDDEN = {
    "display": "display:none",
    "visibility": "visibility:hidden",
    "opacity": "opacity:0",
    "tiny": "font-size:0",
    "clipped": "clip-path:polygon(0 0, 0 0, 0 0)",
    "inset": "clip-path:inset(50%)",
    "round": "clip-path:circle(0)",
    "far": "position:absolute;left:-9999px",
    "flat": "height:0;overflow:hidden",
    "white": "color:white",
    "variable": "--c:#fff;color:var(--c)",
}


def test_waiting_for_a_selector_is_bounded() -> None:
    html = "<p id=p>There.</p><script>setTimeout(() => p.className = 'late', 1200)</script>"
    with Renderer(limits=RenderLimits(seconds=6)) as waiting:
        for css, remarks in (
            (".late", ()),
            ("p..x", ()),
            ("</script>'\"`", ()),
            (".never", ("nothing matched .never",)),
        ):
            found = waiting.render(parse(html), wait_for=css)
            assert "There." in found.page.source
            assert [remark.partition(" within")[0] for remark in found.remarks] == list(remarks)
        assert 'class="late"' in waiting.render(parse(html), wait_for=".late").page.source
    with pytest.raises(OptionError, match="wait_for waits in a browser"):
        ridgeline.extract(html, wait_for=".late")
