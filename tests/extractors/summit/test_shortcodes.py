"""Shortcodes that a content management system left on a page."""

from html import escape

import pytest

import ridgeline

from ...pages import page
from .readings import lines_of, select

MAX_LENGTH = 500  # characters; longer lines are not looked at
PROSE = "The morning ferry leaves at nine, and it carries more mail than people, so they say in the village."


def is_dropped(markup: str) -> bool:
    """Whether a line is dropped that is content by itself."""
    lines = lines_of(page(f"<p>{PROSE}</p><p>{markup}</p>"))
    selection = select(lines, [0.9, 0.9])
    assert selection.candidate.tolist() == [True, True]
    assert selection.mask[0]
    return not selection.mask[1]


@pytest.mark.parametrize(
    "text",
    [
        "[/caption]",
        "[vc_row][vc_column]",
        ' [gallery ids="1,2,3"] ',
        '[caption id="a_1" align="left"]',
        "[et_pb_section]\n[et_pb_row]",
        "[embed width=4]  [/embed]",
        '[caption id="' + "a" * (MAX_LENGTH - 15) + '"]',
    ],
)
def test_what_is_one(text: str) -> None:
    assert len(text) <= MAX_LENGTH
    assert is_dropped(escape(text))


@pytest.mark.parametrize(
    "text",
    [
        "[edit]",
        "[sic] [Music]",
        "[citation needed]",
        "[1] [2]",
        "[vc_row] and more",
        "before [/caption]",
        "[/caption",
        "[[vc_row]]",
        "[]",
        "[/]",
        "[gallery ids=[1]]",
        "x = [a]",
        '[caption id="' + "a" * (MAX_LENGTH - 14) + '"]',
    ],
)
def test_what_is_none(text: str) -> None:
    assert not is_dropped(escape(text))


@pytest.mark.parametrize("markup", ["[vc_row width=<b>1</b>][/vc_row]", "<b>[</b>vc_row]", "<img src=a>[vc_row]"])
def test_tags_may_part_it(markup: str) -> None:
    assert is_dropped(markup)


def test_it_is_no_content() -> None:
    html = f"<h1>The ferry</h1><p>{PROSE}</p><p>[vc_row width=<b>1</b>][/vc_row]</p><p>{PROSE} Again.</p>"
    assert "vc_row" not in ridgeline.extract(html).text
    assert "Again." in ridgeline.extract(html).text
