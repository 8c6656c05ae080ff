"""Shortcodes that a content management system left on a page."""

import pytest

import ridgeline
from ridgeline.extractors.summit.shortcodes import MAX_LENGTH, is_shortcode


@pytest.mark.parametrize(
    "text",
    [
        "[/caption]",
        "[vc_row][vc_column]",
        ' [gallery ids="1,2,3"] ',
        '[caption id="a_1" align="left"]',
        "[et_pb_section]\n[et_pb_row]",
        "[embed width=4]  [/embed]",
    ],
)
def test_what_is_one(text: str) -> None:
    assert is_shortcode(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
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
        '[caption id="' + "a" * MAX_LENGTH + '"]',
    ],
)
def test_what_is_none(text: str) -> None:
    assert not is_shortcode(text)


PROSE = "The morning ferry leaves at nine, and it carries more mail than people, so they say in the village."


def test_it_is_no_content() -> None:
    html = f"<h1>The ferry</h1><p>{PROSE}</p><p>[vc_row width=<b>1</b>][/vc_row]</p><p>{PROSE} Again.</p>"
    assert "vc_row" not in ridgeline.extract(html).text
    assert "Again." in ridgeline.extract(html).text
