"""Nothing of a page runs in a browser, as Markdown that is rendered with HTML on, or as HTML.

RIDGELINE_BROWSER_EXAMPLES is the number of documents for each format (160); `python -m tests.fuzz markdown-browser`
takes seconds.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ridgeline.output.outline import Outline

from ..browsers import need_browser
from ..output.reading import READER
from ..studio.attacks import VECTORS
from .documents import Document
from .payloads import HIT
from .rendering import BROWSER_TARGETS, Harness, browser_target, fuzz_in_browser, rendered, run_harness
from .reproductions import reproductions
from .running import check_document

EXAMPLES = int(os.environ.get("RIDGELINE_BROWSER_EXAMPLES", "160"))


@pytest.fixture(scope="module")
def harness() -> Iterator[Harness]:
    need_browser()
    with run_harness() as running:
        yield running


@pytest.mark.parametrize("target", BROWSER_TARGETS)
def test_nothing_runs(harness: Harness, target: str, tmp_path: Path) -> None:
    outcome = fuzz_in_browser(harness, BROWSER_TARGETS[target], examples=EXAMPLES)
    assert outcome.failure is None, f"{outcome.failure.save(tmp_path, target)}\n{outcome.failure.describe()}"
    assert outcome.executions >= EXAMPLES


@pytest.mark.parametrize("format", BROWSER_TARGETS.values())
def test_nothing_runs_of_what_once_ran(harness: Harness, format: str) -> None:
    documents = [*reproductions().values(), *(Document(vector) for vector in VECTORS.values())]
    choices = browser_target(harness, format).replayed
    pages = {page for document in documents for way in choices for page in rendered(document, way, format)}
    assert harness.open(sorted(pages)) == {}


RUNNING = {
    "a script": f"<script>{HIT}</script>",
    "an image": f"<img src=x onerror={HIT}>",
    "a drawing": f"<svg onload={HIT}>",
    "a drawing's link": f"<svg><a xlink:href='javascript:{HIT}'><text>x</text></a></svg>",
    "details": f"<details open ontoggle={HIT}>x</details>",
    "closed details": f"<details ontoggle={HIT}>x</details>",
    "focus": f"<input autofocus onfocus={HIT}>",
    "a link": f"<a href='javascript:{HIT}'>x</a>",
    "a link in disguise": f"<a href=' java&Tab;script:{HIT}'>x</a>",
    "a link of data": "<a href='data:text/html,x'>x</a>",
    "a frame in a frame": f"<iframe srcdoc='<script>parent.{HIT}</script>'></iframe>",
    "a message": "<script>parent.postMessage('x', '*')</script>",
    "a name at the top": "<script>top.ran = 1</script>",
    "a dialog": "<script>alert(1)</script>",
    "a request": "<script>fetch('http://canary.invalid/')</script>",
    "a style sheet": "<link rel=stylesheet href='http://canary.invalid/a.css'>",
    "a refresh": "<meta http-equiv=refresh content='0;url=http://canary.invalid/'>",
    "a form": "<form action='http://canary.invalid/'></form><script>document.forms[0].submit()</script>",
}


@pytest.mark.parametrize("html", RUNNING.values(), ids=RUNNING.keys())
def test_the_harness_notices(harness: Harness, html: str) -> None:
    assert harness.open(["<p>text", html, "<p>text"]).keys() & {1, -1}


@pytest.mark.parametrize("name", ["a script", "an image", "a drawing", "details", "a link", "a frame in a frame"])
def test_the_harness_notices_that_something_ran(harness: Harness, name: str) -> None:
    assert "a script ran" in set().union(*harness.open([RUNNING[name]]).values())


def test_the_harness_tells_documents_apart(harness: Harness) -> None:
    pages = ["<p>a", RUNNING["a script"], "<a href=/x>b</a>", RUNNING["a link"], "<img src=http://canary.invalid/x>"]
    assert harness.open(pages).keys() == {1, 3}
    assert harness.open(["<p>a", "<p>b"]) == {}


def test_markdown_is_rendered_with_html_on(harness: Harness) -> None:
    assert harness.open([READER.render(f"text\n\n<script>{HIT}</script>")]).keys() == {0}


def test_a_fence_that_is_glued_to_a_check_box_is_noticed(harness: Harness) -> None:
    """What `starts_with_text` of the Markdown writer prevents."""
    assert harness.open([READER.render(f"- [ ] ```\n  <script>{HIT}</script>\n  ```")]).keys() == {0}


def test_a_failure_is_found(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    written = Outline.write_markdown
    monkeypatch.setattr(Outline, "write_markdown", lambda *given: written(*given).replace("\\", ""))
    outcome = fuzz_in_browser(harness, "markdown", examples=40, max_tries=0)
    assert outcome.failure is not None
    assert check_document(browser_target(harness, "markdown"), outcome.failure.document, outcome.failure.choice)
