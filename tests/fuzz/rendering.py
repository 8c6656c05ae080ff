"""Opens what is written of hostile pages in Chromium, many in one load, and says what ran there.

    document ─extract, write→ Markdown ─markdown-it, HTML on→ HTML ─→ a frame of its own in a page of Chromium

A frame is part of the page's own origin, so that a script in it could call the page. Every link is looked at as
the browser reads it, and clicked if it would run something. Images may be asked for, nothing else.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from markdown_it import MarkdownIt
from playwright.sync_api import Dialog, Page, Route

import ridgeline

from ..output.reading import READER
from ..studio.running import run_browser
from .documents import Document
from .payloads import attacking_documents
from .running import Outcome, check_document, smaller
from .targets import TARGETS, Choice, Target

# What the command calls the targets, and the formats that they write.
BROWSER_TARGETS = {"markdown-browser": "markdown", "html-browser": "html"}
_A_LOAD = 120  # documents in one page
_MAX_TRIES = 400  # to make a document smaller: each is a load
_HOME = "http://harness.invalid/"
_SEEN = f"{_HOME}seen"
_XHTML = f"{_HOME}xhtml/"  # and the number of a document
_RENDERERS = [READER, MarkdownIt("js-default", {"html": True, "linkify": False, "typographer": True})]
if find_spec("linkify_it") is not None:  # which is no dependency of ours
    _RENDERERS.append(MarkdownIt("gfm-like", {"html": True}))

# What would load or run something sooner or later, whether or not it did while somebody looked.
_LOADING = "script, iframe, frame, object, embed, applet, link, base, form, portal, meta[http-equiv=refresh i]"
# Opens documents in frames, and clicks links that are no plain addresses. Returns what ran: pairs of frame and event.
_OPEN = """async ([documents, LOADING, SEEN, addresses]) => {
  const happened = [];
  window.hit = (name) => happened.push([String(name), "a script ran"]);
  window.onmessage = (event) => happened.push([event.source?.name ?? "", "a message came"]);
  window.ran = undefined;
  const frames = documents.map((html, number) => {
    const frame = document.createElement("iframe");
    frame.name = String(number);
    if (addresses) frame.src = addresses + number;
    else frame.srcdoc = html;
    return frame;
  });
  const loaded = frames.map((frame) => new Promise((resolve) => { frame.onload = resolve; }));
  document.body.replaceChildren(...frames);
  await Promise.all(loaded);
  const plain = ["http:", "https:", "mailto:", "ftp:", "tel:", ":"];
  for (const frame of frames) {
    for (const link of frame.contentDocument?.querySelectorAll("[href], [*|href]") ?? []) {
      const protocol = link.protocol ?? new URL(link.getAttribute("xlink:href") ?? "", link.baseURI).protocol;
      if (plain.includes(protocol)) continue;
      happened.push([frame.name, `a link of ${protocol}`]);
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    for (const details of frame.contentDocument?.querySelectorAll("details") ?? []) details.open = !details.open;
  }
  // Events of details, of focus and of animations come with the next pictures.
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  if (window.ran !== undefined) happened.push(["", "a script reached the top"]);
  for (const frame of frames) {
    const elements = frame.contentDocument?.querySelectorAll("*");
    if (!elements) happened.push([frame.name, "it left its frame"]);
    for (const element of elements ?? []) {
      const could = element.matches(LOADING) || [...element.attributes].some(({ name }) => name.startsWith("on"));
      if (could) happened.push([frame.name, `an element could do something: ${element.cloneNode().outerHTML}`]);
    }
  }
  // Requests come in order: when this one is answered, all before it were seen.
  await fetch(SEEN);
  return happened;
}"""


class Harness:
    """A page of Chromium that opens documents and notices what they do."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._noticed: list[tuple[str, str]] = []
        self._xhtml: dict[str, str] = {}  # documents by their addresses
        page.route("**/*", self._answer)
        page.on("dialog", self._dismiss)
        page.on("popup", lambda popup: self._noticed.append(("", f"a window opened: {popup.url}")))

    def open(self, documents: Sequence[str], *, is_xhtml: bool = False) -> dict[int, set[str]]:
        """What each document did, by its number; -1 for what cannot be told. Those that did nothing are not there."""
        self._noticed.clear()
        self._xhtml = {f"{_XHTML}{number}": text for number, text in enumerate(documents) if is_xhtml}
        self._page.goto(_HOME)
        happened = self._page.evaluate(_OPEN, [list(documents), _LOADING, _SEEN, _XHTML if is_xhtml else ""])
        found: dict[int, set[str]] = defaultdict(set)
        for name, event in (*happened, *self._noticed):
            found[int(name) if name.isdecimal() else -1].add(event)
        return dict(found)

    def _answer(self, route: Route) -> None:
        if route.request.url in (_HOME, _SEEN) and route.request.frame == self._page.main_frame:
            route.fulfill(body="<!DOCTYPE html><title>Harness</title><body>", content_type="text/html")
            return
        if route.request.url in self._xhtml and route.request.resource_type == "document":
            route.fulfill(body=self._xhtml.pop(route.request.url), content_type="application/xhtml+xml")
            return
        if route.request.resource_type != "image":
            self._noticed.append((route.request.frame.name, f"a {route.request.resource_type} was asked for"))
        route.abort()

    def _dismiss(self, dialog: Dialog) -> None:
        self._noticed.append(("", f"a dialog: {dialog.message}"))
        dialog.dismiss()


@contextmanager
def run_harness() -> Iterator[Harness]:
    """Run a browser until the block ends."""
    with run_browser() as browser:
        yield Harness(browser.new_page())


def rendered(document: Document, choice: Choice, format: str) -> list[str]:
    """What is written of a document in a format, as HTML; for Markdown once by each renderer."""
    options = {name: value for name, value in choice.items() if name != "extractor"}
    extraction = ridgeline.extract(document.html, url=document.url, extractor=choice["extractor"])
    written = extraction.write(format, **options)
    return [renderer.render(written) for renderer in _RENDERERS] if format == "markdown" else [written]


def browser_target(harness: Harness, format: str) -> Target:
    """The target that writes a format and opens it alone: to make a failure small, and to replay it."""

    def check(document: Document, choice: Choice) -> None:
        happened = harness.open(rendered(document, choice, format))
        assert not happened, happened

    return Target(check, TARGETS[format].choices, TARGETS[format].replayed)


def fuzz_in_browser(
    harness: Harness,
    format: str,
    *,
    seconds: float | None = None,
    examples: int = _A_LOAD,
    seed: int = 0,
    max_tries: int = _MAX_TRIES,
) -> Outcome:
    """Open so many documents, or documents for some seconds; stops at the first that did something, made small."""
    deadline = time.monotonic() + (seconds or 0)
    executions = 0
    while True:
        batch = _batch(format, min(_A_LOAD, examples - executions) if seconds is None else _A_LOAD, seed + executions)
        executions += len(batch)
        for document, choice in _suspects(harness, format, batch):
            target = browser_target(harness, format)
            failure = check_document(target, document, choice)
            if failure is not None:
                return Outcome(executions, smaller(target, failure, max_tries))
        if time.monotonic() >= deadline if seconds else executions >= examples:
            return Outcome(executions)


def _batch(format: str, count: int, seed: int) -> list[tuple[Document, Choice]]:
    """Make so many documents, each with a choice of how it is written."""
    made: list[tuple[Document, Choice]] = []

    @seeded(seed)
    @settings(
        max_examples=count,
        database=None,
        derandomize=False,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(attacking_documents(), TARGETS[format].choices)
    def collect(document: Document, choice: Choice) -> None:
        made.append((document, choice))

    collect()
    return made


def _suspects(harness: Harness, format: str, batch: Sequence[tuple[Document, Choice]]) -> list[tuple[Document, Choice]]:
    """The documents of a batch that did something, or could not be written; all, where it cannot be told which."""
    owners: dict[str, int] = {}  # the first document that is rendered so
    raising: set[int] = set()
    for number, (document, choice) in enumerate(batch):
        try:
            made = rendered(document, choice, format)
        except Exception:  # a finding of its own, which the check of one document reports
            raising.add(number)
            continue
        for frame in made:
            owners.setdefault(frame, number)
    happened = harness.open(list(owners))
    found = raising | {number for frame, number in enumerate(owners.values()) if frame in happened}
    return list(batch) if -1 in happened else [batch[number] for number in sorted(found)]
