"""Views in a real Chromium, in a sandboxed frame as the studio has it. Requests are answered here, without a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Dialog, Frame, Route, sync_playwright
from playwright.sync_api import Page as Tab

from ridgeline.render import find_executable
from ridgeline.service.pages.view import View, as_document, policy

STUDIO = "http://studio.test"
NONCE = "Zm9yIHRlc3RzIG9ubHk"
_AROUND = """<!doctype html><title>studio</title><link rel=icon href="data:,"><script>
  window.heard = [];
  addEventListener("message", (event) => {
    const isFrame = event.source === document.querySelector("iframe").contentWindow;
    window.heard.push({ data: event.data, isFrame, origin: event.origin });
  });
</script><iframe sandbox="allow-scripts" src="/view" style="width:900px;height:700px;border:0"></iframe>"""

# By number: the text of every leaf, in the order of the document. A number that comes twice is marked.
_LEAVES = """() => {
  const found = {};
  for (const leaf of document.querySelectorAll("rl-leaf[data-l]")) {
    const number = leaf.getAttribute("data-l");
    found[number] = (number in found ? "twice: " : "") + leaf.textContent;
  }
  return found;
}"""


class Window:
    """A tab with the studio's page and a frame, which shows one view after the other."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.requested: list[str] = []  # beside the page and the view, also what the policy then forbade
        self.sent: list[str] = []  # of these, what would have left the browser
        self.dialogs: list[str] = []
        self._document, self._policy = b"", ""
        tab.on("request", lambda request: self._note(request.url))
        tab.on("dialog", self._dismiss)
        tab.route("**/*", self._answer)

    def show(self, view: View, *, is_guarded: bool = True) -> Frame:
        """Show a view, under its policy unless it is not guarded, and wait until its script is ready and it is painted.

        Chromium drops clicks on a document that it has not painted yet.
        """
        self._policy = policy(NONCE) if is_guarded else "sandbox allow-scripts"
        self._document = as_document(view, NONCE).encode("utf-8", "replace")
        self.requested.clear()
        self.sent.clear()
        self.tab.goto(f"{STUDIO}/studio")
        self.tab.wait_for_function("window.heard.some(({ data }) => data && data.ridgeline === 'ready')")
        self._wait_for_paint()
        return self.tab.frames[1]

    def leaves(self, view: View) -> dict[int, str]:
        """Return the texts of the leaves of a view, by their numbers, as the browser has them."""
        found: dict[str, str] = self.show(view).evaluate(_LEAVES)
        return {int(number): text for number, text in found.items()}

    def send(self, **message: Any) -> None:
        """Send a message to the frame, and wait until it has been painted."""
        self.tab.evaluate(
            "(message) => document.querySelector('iframe').contentWindow.postMessage(message, '*')", message
        )
        self._wait_for_paint()

    def _wait_for_paint(self) -> None:
        self.tab.frames[1].evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def heard(self, kind: str | None = None) -> list[dict[str, Any]]:
        """Return the messages that the studio's page has got, all or those of a kind."""
        found: list[dict[str, Any]] = self.tab.evaluate("window.heard")
        return found if kind is None else [each["data"] for each in found if each["data"].get("ridgeline") == kind]

    def _note(self, url: str) -> None:
        if not url.startswith((f"{STUDIO}/studio", f"{STUDIO}/view", "data:")):
            self.requested.append(url)

    def _dismiss(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def _answer(self, route: Route) -> None:
        if route.request.url == f"{STUDIO}/view":
            headers = {"content-type": "text/html; charset=utf-8", "content-security-policy": self._policy}
            route.fulfill(body=self._document, headers=headers)
        elif route.request.url == f"{STUDIO}/studio":
            route.fulfill(body=_AROUND, content_type="text/html")
        else:
            self.sent.append(route.request.url)
            route.abort()


@contextmanager
def opened() -> Iterator[Window]:
    """Yield a window of a browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_executable())
        try:
            yield Window(browser.new_page(viewport={"width": 1000, "height": 800}))
        finally:
            browser.close()
