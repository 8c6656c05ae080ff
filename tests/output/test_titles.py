"""The headline before the content: once, whether the kept leaves have it or not."""

import numpy as np
import pytest

import ridgeline
from ridgeline import Extraction
from ridgeline.page import Page

from .building import everything, leaves_with


def page_titled(title: str, body: str) -> Page:
    return ridgeline.parse(f"<!DOCTYPE html><html><title>{title}</title><body>{body}</body></html>")


def markdown_of(title: str, body: str, **options: bool) -> str:
    page = page_titled(title, body)
    return Extraction(page, everything(page), "test").write("markdown", **options)


@pytest.mark.parametrize(
    ("title", "body", "markdown"),
    [
        ("Bread at home", "<p>Mix it.", "# Bread at home\n\nMix it."),
        ("Bread at home", "<h1>Bread at home</h1><p>Mix it.", "# Bread at home\n\nMix it."),
        ("Bread at home", "<h2>Bread at home</h2><p>Mix it.", "# Bread at home\n\nMix it."),
        ("Bread at home", "<p>Bread at home<p>Mix it.", "# Bread at home\n\nMix it."),
        ("Bread at home", "<p>Food<h1>Bread at home</h1><p>Mix it.", "# Bread at home\n\nFood\n\nMix it."),
        ("Bread at home", "<h1>Bread<br>at home</h1><p>Mix it.", "# Bread at home\n\nMix it."),
        ("Bread at home", "<h2>Bread</h2><p>at home<p>Mix it.", "# Bread at home\n\nMix it."),
        ('The "best" bread', "<h1>The “best” bread!</h1><p>Mix it.", "# The “best” bread!\n\nMix it."),
        ("Bread at home", "<h1><a href=/x>Bread at home</a></h1><p>Mix it.", "# [Bread at home](/x)\n\nMix it."),
        ("Bread at home", "<ul><li>Bread at home<li>Cake</ul>Mix it.", "# Bread at home\n\n- Cake\n\nMix it."),
        # cut off, or with more words
        ("Bread at home", "<h2>Bread at home, step by step</h2>Mix it.", "# Bread at home, step by step\n\nMix it."),
        ("The oven: bread at home", "<h2>Bread at home</h2>Mix it.", "# Bread at home\n\nMix it."),
        ("Bread at home", "<h2>Bread</h2>Mix it.", "# Bread at home\n\n## Bread\n\nMix it."),
        # sections that are as high stay as they are
        ("Bread", "<h1>Bread</h1><h1>Dough</h1><h2>Flour</h2>Mix it.", "# Bread\n\n# Dough\n\n## Flour\n\nMix it."),
        # far below, only a heading of the first level is the headline
        ("Bread", f"{'<p>text' * 9}<h1>Bread</h1>end", "# Bread\n\n" + "text\n\n" * 9 + "end"),
        ("Bread", f"{'<p>text' * 9}<p>Bread<p>end", "# Bread\n\n" + "text\n\n" * 9 + "Bread\n\nend"),
        # code is never the headline
        ("Bread", "<pre>Bread</pre>", "# Bread\n\n```\nBread\n```"),
        # escaped like any text
        ("*Bread* &lt;b> #", "<p>Mix it.", "# \\*Bread\\* \\<b> \\#\n\nMix it."),
        ("!?", "<p>Mix it.", "Mix it."),
        ("", "<p>Mix it.", "Mix it."),
    ],
)
def test_markdown_begins_with_it(title: str, body: str, markdown: str) -> None:
    assert markdown_of(title, body) == markdown


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>Mix it.", "Bread at home\n\nMix it."),
        ("<p>Food<h1>Bread at home</h1><p>Mix it.", "Bread at home\n\nFood\n\nMix it."),
        ("<h1>Bread<br>at home</h1><p>Mix it.", "Bread at home\n\nMix it."),
        ("<table><tr><td>Bread at home<td>x<tr><td>a<td>b</table>", "Bread at home\n\nx\na\tb"),
        ("<h1>Bread at home</h1>", "Bread at home"),
    ],
)
def test_text_begins_with_it_on_request(body: str, text: str) -> None:
    page = page_titled("Bread at home", body)
    extraction = Extraction(page, everything(page), "test")
    assert extraction.write("text", title=True) == text
    assert extraction.text == extraction.write("text", title=False)


def test_html_and_tei() -> None:
    page = page_titled("Bread &amp; <b>", "<p>Mix it.")
    extraction = Extraction(page, everything(page), "test")
    assert extraction.html == "<h1>Bread &amp; &lt;b&gt;</h1>\n<p>Mix it.</p>"
    assert extraction.write("html", title=False) == "<p>Mix it.</p>"
    assert "<head>" not in extraction.tei
    assert "<div><head>Bread &amp; &lt;b&gt;</head>" in extraction.write("tei", title=True)


@pytest.mark.parametrize("format", ["markdown", "html", "text"])
@pytest.mark.parametrize("body", ["<p>dropped", "<p><img src=/x.png>"])
def test_there_is_no_title_alone(format: str, body: str) -> None:
    page = page_titled("Bread at home", body)
    assert Extraction(page, np.empty(0, np.int32), "test").write(format, title=True) == ""


def test_there_is_no_title_alone_without_images() -> None:
    assert markdown_of("Bread at home", "<p><img src=/x.png>", images=False) == ""


def test_a_title_that_is_not_kept_is_added() -> None:
    page = page_titled("Bread at home | Site", "<h1>Bread at home</h1><p>Mix it.<p>Menu")
    extraction = Extraction(page, leaves_with(page, "Mix"), "test")
    assert extraction.title == extraction.metadata.title == "Bread at home"
    assert extraction.markdown == "# Bread at home\n\nMix it."
    assert extraction.text == "Mix it."


def test_the_outline_is_left_as_it_is() -> None:
    page = page_titled("Bread", "<p>Food<h1>Bread</h1><p>Mix it.")
    extraction = Extraction(page, everything(page), "test")
    before = extraction.write("markdown", title=False)
    assert extraction.markdown.startswith("# Bread\n\nFood")
    assert extraction.write("markdown", title=False) == before == "Food\n\n# Bread\n\nMix it."
