"""Permalinks and counters go wherever they stand; characters without a width are in neither Markdown nor HTML."""

import pytest

import ridgeline

from .pages import TEXT, tidied


@pytest.mark.parametrize(
    "gadget",
    [
        "<a class=headerlink href='#dump'>¶</a>",
        "<a class=headerlink href='https://docs.example/#dump'>Â¶</a>",
        "<a class=header-anchor href='#dump'>\u200b</a>",
        "<a class=hash-link href='#dump' title='Direct link'>\u200b</a>",
        "<a class=anchor href='#dump'><span>§</span></a>",
        "<a class=anchor href='#dump'>#</a>",
    ],
)
@pytest.mark.parametrize("element", ["<dl><dt>dump{}</dt></dl>", "<p>dump{}</p>", "<h3>dump{}</h3>"])
def test_permalinks_go(element: str, gadget: str) -> None:
    assert tidied(element.replace("{}", gadget) + f"<p>{TEXT}</p>") == ["dump", TEXT]


@pytest.mark.parametrize(
    "counter",
    [
        "Просмотров: 28",
        "28 просмотров",
        "1,204 views",
        "Views: 1.2k",
        "1.2k views",
        "阅读 300",
        "조회수 12",
        "Page views 7",
    ],
)
def test_counters_go(counter: str) -> None:
    assert tidied(f"<p>{TEXT}</p><div>{counter}</div><p>{TEXT}!</p>") == [TEXT, f"{TEXT}!"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>36 views of Mount Fuji</p>", ["36 views of Mount Fuji"]),
        ("<p>Views</p>", ["Views"]),
        ("<p>It had <b>28 views</b> then</p>", ["It had", "28 views", "then"]),
        ("<table><tr><td>3 views<td>x</table>", ["3 views", "x"]),
        ("<p>See <a href='#note'>#</a></p>", ["See", "#"]),
        ("<p>C<a class=anchor href=/c>#</a></p>", ["C", "#"]),
        ("<p>¶ marks a paragraph</p>", ["¶ marks a paragraph"]),
    ],
)
def test_what_only_looks_like_them_stays(body: str, expected: list[str]) -> None:
    assert tidied(f"{body}<p>{TEXT}</p>") == [*expected, TEXT]


@pytest.mark.parametrize(
    "notice",
    [
        "<div class='bbCodeBlock-expandLink js-expandLink'><a role=button>Click to expand...</a></div>",
        "<div class=quoteExpand>Click to expand...</div>",
        "<a href=/source><span class=viewcode-link><span>[source]</span></span></a>",
        "<b class=toggle-caption><b>toggle caption</b></b>",
        "<sup class='noprint Inline-Template'>[<i><a href=/cite>citation needed</a></i>]</sup>",
        "<div class='blockMessage js-browserWarning'>You are using an out of date browser.</div>",
    ],
)
def test_notices_go_from_markup(notice: str) -> None:
    found = ridgeline.extract(f"<p>{TEXT}</p>{notice}<p>Click to expand...</p>", extractor="everything")
    assert found.markdown == f"{TEXT}\n\nClick to expand..."
    assert found.html == f"<p>{TEXT}</p>\n<p>Click to expand...</p>"


def test_characters_without_width_go() -> None:
    found = ridgeline.extract(
        "<p>A\u200b so\u00adft <b>hy\ufeffphen\u2060</b></p><p>One\u200b \u200cte\u200cxt", extractor="everything"
    )
    assert found.markdown == "A soft **hyphen**\n\nOne text"
    assert found.html == "<p>A soft <strong>hyphen</strong></p>\n<p>One text</p>"


def test_joiners_stay() -> None:
    text = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 👩\u200d💻"
    assert ridgeline.extract(f"<p>{text}</p>", extractor="everything").markdown == text


@pytest.mark.parametrize("left", ["<span class='et-pb-icon'>Z</span>", "<div>.</div>", "<div>|</div>", "<p>)</p>"])
def test_a_character_that_is_left_of_a_line_goes(left: str) -> None:
    assert tidied(f"<p>{TEXT}</p><div>{left}</div><p>{TEXT}!</p>") == [TEXT, f"{TEXT}!"]


@pytest.mark.parametrize("line", ["<div>Z</div>", "<pre>)</pre>", "<p><b>a</b><span>.</span></p>", "<div>5</div>"])
def test_a_character_that_says_something_stays(line: str) -> None:
    assert len(tidied(f"<p>{TEXT}</p>{line}<p>{TEXT}!</p>")) > 2
