"""A studio for tests: the real command, and a real browser in front of it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from PIL import Image
from playwright.sync_api import Browser, Frame, Page, Playwright, sync_playwright

from ridgeline.render import find_executable

PICTURES = "RIDGELINE_SCREENSHOTS"  # a folder: pictures of the studio are kept there
DEADLINE_SECONDS = 60.0
WIDE = (1360, 860)
NARROW = (360, 740)
_PATIENCE_SECONDS = 20.0
_LOOK_AGAIN_MILLISECONDS = 25.0
_ADDRESS = re.compile(r"the studio is at (http://127\.0\.0\.1:\d+)/\?token=([\w-]+)")


@dataclass
class Studio:
    """A studio that runs, and what tests say to its service directly."""

    url: str
    token: str
    process: "subprocess.Popen[str]"
    said: list[str] = field(default_factory=list)  # what the command wrote before its address

    @property
    def entrance(self) -> str:
        """The address that begins a session."""
        return f"{self.url}/?token={self.token}"

    def call(self, method: str, path: str, body: bytes | None = None, media_type: str = "application/json") -> Any:
        """Return the answer of the service."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": media_type}
        with urlopen(Request(self.url + path, body, headers, method=method), timeout=DEADLINE_SECONDS) as answer:
            data = answer.read()
        return json.loads(data) if data else None

    def store(self, html: str, url: str | None = None, name: str | None = None) -> str:
        """Store a page, and return its id."""
        query = urlencode({key: value for key, value in (("url", url), ("name", name)) if value})
        return str(self.call("POST", f"/v1/pages?{query}", html.encode(), "text/html; charset=utf-8")["id"])

    def extraction(self, page: str) -> Any:
        """Return what summit keeps of a page."""
        return self.call("GET", f"/v1/pages/{page}/extraction")

    def structure(self, page: str) -> Any:
        """Return the leaves and passages of a page."""
        return self.call("GET", f"/v1/pages/{page}/structure")

    def correct(self, page: str, keep: list[int], annotator: str = "me") -> Any:
        """Store a correction."""
        body = json.dumps({"keep": keep, "annotator": annotator, "extractor": "summit"}).encode()
        return self.call("PUT", f"/v1/pages/{page}/corrections", body)

    def corrections(self, page: str) -> dict[str, list[int]]:
        """Return the kept leaves by annotator."""
        found = self.call("GET", f"/v1/pages/{page}/corrections")["corrections"]
        return {one["annotator"]: one["keep"] for one in found}


@contextmanager
def run_studio(folder: Path, *arguments: str) -> Iterator[Studio]:
    """Run `ridgeline studio` on a free port until the block ends."""
    options = ["--no-browser", "--port", "0", "--folder", str(folder), "--workers", "2", "--allow-private"]
    command = [sys.executable, "-m", "ridgeline", "studio", *arguments, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        watchdog = threading.Timer(3 * DEADLINE_SECONDS, process.kill)
        watchdog.start()
        try:
            said: list[str] = []
            while not (found := _ADDRESS.search(line := process.stderr.readline())):
                assert line, "".join(said)
                said.append(line)
            watchdog.cancel()  # only a start may hang: tests use the studio for as long as they take
            yield Studio(found[1], found[2], process, said)
        finally:
            watchdog.cancel()
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.communicate(timeout=DEADLINE_SECONDS)


class _SharedPlaywright:
    """Playwright for all browsers of a process: there can be one a thread, and it runs until the last is closed."""

    def __init__(self) -> None:
        self._users = 0
        self._stack = ExitStack()
        self._playwright: Playwright | None = None

    def __enter__(self) -> Playwright:
        if self._playwright is None:
            self._playwright = self._stack.enter_context(sync_playwright())
        self._users += 1
        return self._playwright

    def __exit__(self, *_: object) -> None:
        self._users -= 1
        if not self._users:
            self._playwright = None
            self._stack.close()


_PLAYWRIGHT = _SharedPlaywright()


@contextmanager
def run_browser(*arguments: str) -> Iterator[Browser]:
    """Run a browser until the block ends."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    with _PLAYWRIGHT as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_executable(),
            chromium_sandbox=not is_root,
            args=["--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none", *arguments],
        )
        yield browser
        browser.close()


class Visit:
    """A person in front of the studio: a window, and what they do in it."""

    def __init__(self, studio: Studio, page: Page) -> None:
        self.studio = studio
        self.page = page
        self.errors: list[str] = []
        self._listening: list[tuple[str, Callable[[Any], object]]] = []
        self.listen("pageerror", lambda error: self.errors.append(str(error)))
        page.set_default_timeout(_PATIENCE_SECONDS * 1000)

    def listen(self, event: str, handler: Callable[[Any], object]) -> None:
        """Listen to an event of the window until the visit ends."""
        self.page.on(event, handler)  # type: ignore[call-overload]
        self._listening.append((event, handler))

    def end(self) -> None:
        """Leave the window as the next visitor should find it."""
        for event, handler in self._listening:
            self.page.remove_listener(event, handler)
        self.page.unroute_all()
        self.page.evaluate("localStorage.clear()")
        self.page.goto("about:blank")
        self.page.emulate_media(media="screen", color_scheme="light")
        self.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})

    def go(self, path: str) -> None:
        """Go to a place in the studio."""
        self.page.goto(f"{self.studio.url}/#{path}")
        self.page.wait_for_selector(f'main[data-place="{path}"]')

    def open(self, page: str, mode: str = "") -> None:
        """Go to a page, and wait until it is shown."""
        self.go(f"/pages/{page}" + (f"/{mode}" if mode else ""))
        self.page.wait_for_selector(".pane-side .pane-bar")
        if mode != "read":
            self.page.wait_for_selector(".pane-page iframe[data-ready=true]")

    @property
    def frame(self) -> Frame:
        """The frame that shows the page."""
        return self._frame(".pane-page iframe")

    @property
    def reading(self) -> Frame:
        """The frame that shows the result."""
        self.page.wait_for_selector(".pane-side iframe[data-ready=true]")
        return self._frame(".pane-side iframe")

    def _frame(self, selector: str) -> Frame:
        found = self.page.wait_for_selector(selector)
        assert found is not None
        frame = found.content_frame()
        assert frame is not None
        return frame

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def painted(self, style: str) -> list[int]:
        """Return the leaves of the page that have a tint now."""
        found = self.frame.eval_on_selector_all(f"rl-leaf.rl-{style}", "all => all.map((one) => Number(one.dataset.l))")
        return [int(leaf) for leaf in found]

    def wait_painted(self, style: str, leaves: list[int]) -> None:
        """Wait until exactly these leaves have a tint."""
        self.until(lambda: sorted(set(self.painted(style))) == sorted(leaves))

    def until(self, holds: Callable[[], bool]) -> None:
        """Look again and again until something holds; fail if it does not in time."""
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < deadline, "it did not come to hold in time"
            self.page.wait_for_timeout(_LOOK_AGAIN_MILLISECONDS)

    def says(self, text: str) -> None:
        """Wait for a message, as a screen reader hears it."""
        self.page.locator("#toasts", has_text=text).wait_for()

    def picture(self, name: str) -> None:
        """Keep a picture of the window, where pictures are wanted."""
        folder = os.environ.get(PICTURES)
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.until(lambda: self.page.locator("iframe:not([data-ready])").count() == 0)
            self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            png = self.page.screenshot(animations="disabled")
            Image.open(io.BytesIO(png)).convert("RGB").save(Path(folder) / f"{name}.webp", quality=70, method=6)
