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


def written(markup: str) -> list[str]:
    """A paragraph as text, as Markdown and as HTML."""
    extraction = ridgeline.extract(f"<p>{markup}</p>", extractor="everything")
    return [
        extraction.text,
        extraction.markdown.strip(),
        extraction.html.strip().removeprefix("<p>").removesuffix("</p>"),
    ]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ('[vc_row width="1/2"]The ferry[/vc_row] leaves', "The ferry leaves"),
        ("[vc_row][vc_column][vc_column_text]The ferry", "The ferry"),
        ("The ferry[/vc_column_text][/vc_column]", "The ferry"),
        ("[et_pb_text]Fähre", "Fähre"),
        ("[caption id=”a_1” width=″300″]The ferry[/caption]", "The ferry"),
        ('[box a="1"][button link="x"]Read[/button] on[/box]', "Read on"),
        ("[gallery ids='1,2' /] The ferry", "The ferry"),
        ('The {{< figure src="a.png" >}} ferry {{% note %}}leaves{{% /note %}}', "The ferry leaves"),
    ],
)
def test_what_goes_from_within_a_line(text: str, rest: str) -> None:
    assert written(escape(text, quote=False)) == [rest] * 3


@pytest.mark.parametrize(
    "text",
    [
        "as said [1] and [sic] and […], [citation needed], [edit]",
        "array[an_index] and [file_name] are optional",
        "no more of this [/rant] please",
        "where [x = 3], [where x=3], [note: a=b]",
        '[Smith said="so"] it',
        "[b]bold[/b]",
        '[unfinished a="b" and more',
        '[gallery ids=[1] a="b',
        "{{ name }} and {{< unfinished }} of it",
        '[caption id="' + "a" * MAX_LENGTH + '"] is too long',
    ],
)
def test_what_stays_within_a_line(text: str) -> None:
    assert written(text)[0] == text


def test_a_shortcode_that_is_shown_stays() -> None:
    assert written('[[vc_row a="b"]] makes a row')[0] == '[[vc_row a="b"]] makes a row'


@pytest.mark.parametrize("tag", ["code", "pre", "kbd", "samp"])
def test_code_stays(tag: str) -> None:
    for answer in written(f'Write <{tag}><span>[vc_row a="b"]x[/vc_row]</span></{tag}>'):
        assert '[vc_row a="b"]x[/vc_row]' in answer


def test_an_element_may_stand_between_the_two() -> None:
    text, markdown, _ = written('[caption id="a_1"]<img src=a.jpg alt=Ferry> At nine[/caption]')
    assert (text, markdown) == ("At nine", "![Ferry](a.jpg) At nine")


def test_with_formulas() -> None:
    """Python writes the leaves of such a page."""
    text = written('[vc_row a="b"]So <math><msup><mi>x</mi><mn>2</mn></msup></math> it is[/vc_row]')[0]
    assert "vc_row" not in text
    assert text.startswith("So ")


@pytest.mark.parametrize("unit", ["[", "[a", '[a b="', "{{<", "{{", "[/", "[a_b]", '[a b="c"]', "]"])
def test_hostile_texts(unit: str) -> None:
    text = ridgeline.extract(f"<p>ferry {unit * 200_000}</p>", extractor="everything").text
    assert text.startswith("ferry")
