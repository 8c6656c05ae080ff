"""Callouts as generators of documentation write them, and what comes out."""

import numpy as np
import pytest

import ridgeline
from ridgeline.structure import callouts

# By who writes it: a box, and its Markdown.
BOXES = {
    "sphinx": (
        "<div class='admonition note'><p class=admonition-title>Note</p><p>Body.</p></div>",
        "> [!NOTE]\n> Body.",
    ),
    "mkdocs": (
        "<div class='admonition danger'><p class=admonition-title>Mind the gap</p><p>Body.</p></div>",
        "> [!CAUTION]\n> **Mind the gap**\n>\n> Body.",
    ),
    "docusaurus": (
        "<div class='theme-admonition theme-admonition-tip alert alert--success'>"
        "<div class=admonitionHeading_x>tip</div>"
        "<div class=admonitionContent_y><p>Body.</p><pre><code class=language-js>a()</code></pre></div></div>",
        "> [!TIP]\n> Body.\n>\n> ```js\n> a()\n> ```",
    ),
    "vitepress": (
        "<div class='warning custom-block'><p class=custom-block-title>WARNING</p><p>Body.</p><ul><li>a</ul></div>",
        "> [!WARNING]\n> Body.\n>\n> - a",
    ),
    "github": (
        "<div class='markdown-alert markdown-alert-important'><p class=markdown-alert-title>Important</p>"
        "<p>Body.</p></div>",
        "> [!IMPORTANT]\n> Body.",
    ),
    "confluence": (
        "<div class='confluence-information-macro confluence-information-macro-note'><p class=title>Take care</p>"
        "<div class=confluence-information-macro-body><p>Body.</p></div></div>",
        "> [!NOTE]\n> **Take care**\n>\n> Body.",
    ),
    "obsidian": (
        "<div class=callout data-callout=warning><div class=callout-title>Warning</div>"
        "<div class=callout-content><p>Body.</p></div></div>",
        "> [!WARNING]\n> Body.",
    ),
    "mdn": ("<div class='notecard note'><p><strong>Note:</strong> Body.</p></div>", "> [!NOTE]\n> Body."),
    "mdn's heading": ("<div class='notecard warning'><h4>Warning:</h4><p>Body.</p></div>", "> [!WARNING]\n> Body."),
    "gitbook": ("<div class='hint info'><p>Body.</p></div>", "> [!NOTE]\n> Body."),
    "vuepress": (
        "<div class='hint-container tip'><p class=hint-container-title>Tips</p><p>Body.</p></div>",
        "> [!TIP]\n> Body.",
    ),
    "quartz": (
        "<blockquote class='callout info' data-callout=info><div class=callout-title><p>Info</p></div><p>Body.</p>"
        "</blockquote>",
        "> [!NOTE]\n> Body.",
    ),
    "mintlify": ("<div class=callout data-callout-type=warning><p>Body.</p></div>", "> [!WARNING]\n> Body."),
    "atlassian": ("<div class=ak-editor-panel data-panel-type=error><p>Body.</p></div>", "> [!CAUTION]\n> Body."),
    "nextra": (
        "<div class='nextra-callout flex'><div>⚠️</div><div><p>Body.</p></div></div>",
        "> [!WARNING]\n> Body.",
    ),
    "readme": (
        "<blockquote class='callout callout_warn'><h3 class=callout-heading><span>🚧</span><p>Ice</p></h3><p>Body.</p>"
        "</blockquote>",
        "> [!WARNING]\n> **Ice**\n>\n> Body.",
    ),
    "ghost": ("<div class=kg-callout-card><div>💡</div><div>Body.</div></div>", "> [!TIP]\n> Body."),
    "relearn": ("<div class='box notices tip'><div class=box-label>Tip</div><p>Body.</p></div>", "> [!TIP]\n> Body."),
    "docbook": ("<div class=note><h3 class=title>Note</h3><p>Body.</p></div>", "> [!NOTE]\n> Body."),
    "php": ("<blockquote class=note><p><b>Note</b>: Body.</p></blockquote>", "> [!NOTE]\n> Body."),
    "microsoft": ("<div class=NOTE><p>Note</p><p>Body.</p></div>", "> [!NOTE]\n> Body."),
    "details": (
        "<details class=warning><summary>Ice</summary><p>Body.</p></details>",
        "> [!WARNING]\n> **Ice**\n>\n> Body.",
    ),
    "a title says more than a class": (
        "<div class='alert alert-primary'><div class=alert-heading>Note</div><p>Body.</p></div>",
        "> [!NOTE]\n> Body.",
    ),
    "bootstrap": ("<div class='alert alert-danger' role=alert>Body.</div>", "> [!CAUTION]\n> Body."),
}


def markdown_of(body: str) -> str:
    return ridgeline.extract(f"<body><article>{body}</article>", extractor="everything").markdown


@pytest.mark.parametrize("name", BOXES)
def test_markdown(name: str) -> None:
    box, written = BOXES[name]
    assert markdown_of(f"<p>before</p>{box}<p>after</p>") == f"before\n\n{written}\n\nafter"
    assert markdown_of(f"<ul><li>item{box}</ul>") == f"- item\n\n{indented(written)}"


def test_a_title_that_was_dropped_is_kept_with_its_box() -> None:
    page = ridgeline.parse(
        "<body><p>x</p><div class=callout data-callout=tip><p class=callout-title>Ice</p><p>Body.</p></div>"
    )
    keep = np.array([0, 2], dtype=np.int32)
    assert ridgeline.Extraction(page, keep, "x").markdown == "x\n\n> [!TIP]\n> **Ice**\n>\n> Body."


def indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def test_html() -> None:
    box, _ = BOXES["github"]
    html = ridgeline.extract(f"<body>{box}", extractor="everything").html
    assert html == "<blockquote><p><strong>Important</strong></p>\n<p>Body.</p></blockquote>"


@pytest.mark.parametrize(
    "box",
    [
        "<div class='alert alert-dismissible'>We use cookies.</div>",
        "<div class=callout-button>Press</div>",
        "<div class='admonition note'></div>",
        "<div class=note>By the harbour.</div>",
        "<div class=product-callout>Buy one.</div>",
    ],
)
def test_what_is_no_callout(box: str) -> None:
    assert "[!" not in markdown_of(f"<p>before</p>{box}<p>after</p>")


def test_many_boxes_take_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    where = callouts._node
    monkeypatch.setattr(callouts, "_node", lambda draft, part: asked.append(part) or where(draft, part))  # type: ignore[func-returns-value]
    written = ridgeline.extract("".join(html for html, _ in BOXES.values()) * 40, extractor="everything").markdown
    assert written.count("> [!") == 40 * len(BOXES)
    assert len(asked) < 400 * len(BOXES)
