"""Limits of the parse: what is cut, and what is left alone."""

import time

import pytest

import ridgeline
from ridgeline import Limits
from ridgeline.errors import OptionError

from ..pages import texts

ARTICLE = "<article><h1>The ferry</h1><p>It leaves at nine.</p></article>"
PADDING = "<!--" + "x" * 128_000 + "-->"


def many(tag: str, count: int = 30_000) -> str:
    return tag * count


@pytest.mark.parametrize(
    "html",
    [
        ARTICLE,
        many("<div>", 1000) + ARTICLE,
        PADDING + ARTICLE,
        PADDING + many("<p>sibling"),
        PADDING + "<ul>" + many("<li>item") + "</ul>",
        PADDING + "<table>" + many("<tr><td>a<td>b", 10_000) + "</table>",
        PADDING + "<svg>" + many('<path d="M0 0"/>') + "</svg>" + ARTICLE,
        PADDING + "<script>" + many("if (a<b) c='<div>';") + "</script>" + ARTICLE,
        PADDING + many("<div><p>text</div>") + ARTICLE,
        PADDING + '<img src="data:image/png;base64,' + "A" * 200_000 + '">' + ARTICLE,
        PADDING + many("<br>") + ARTICLE,
        PADDING + f'<div data-state="{"{&quot;key&quot;: 1}, " * 20_000}">' + ARTICLE,
    ],
    ids=lambda html: html[-40:],
)
def test_ordinary_pages_pass_untouched(html: str) -> None:
    assert ridgeline.parse(html).cuts <= ({"depth"} if "<div><div>" in html else set())


@pytest.mark.parametrize(
    "hostile",
    [
        many("<div>"),
        many("<span>"),
        many("<b><p>"),
        many("<div><table><tr><td></div>", 25_000),
        many("<b><div></b>"),
        "<!-->" + many("<div>"),
        "<svg><style>" + many("<div>"),
        "<style><!--</style>" + many("<div>") + "<!-- -->",
    ],
    ids=lambda html: html[:40],
)
def test_nesting_is_flattened_and_text_survives(hostile: str) -> None:
    html = PADDING + hostile + "<p>deep down</p>" + ARTICLE
    made = ridgeline.parse(html)
    assert made.cuts == {"depth"}
    assert texts(made)[-2:] == ["The ferry", "It leaves at nine."]
    assert made.depth.max() <= Limits().depth


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "".join(f"<b a={number}>" for number in range(1000)) + "</p>" + "<p>x" * 29_000,
        "".join(f"<font size={number}>" for number in range(60)) + "</b>" * 60 + "<p>x" * 34_000,
    ],
    ids=["nested in a paragraph", "stray ends"],
)
def test_formatting_left_open_does_not_multiply(html: str) -> None:
    made = ridgeline.parse(html)
    assert len(made) < 1_000_000
    assert texts(made)[-1] == "x"


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "".join(f"<b a={number}>" for number in range(500)) + "x" + "<p>x" * 3_400,
        "<p><b title=" + "A" * 100_000 + ">" + "<p>x" * 20_000,
        "<p><a title=" + "A" * 100_000 + ">" + "<p>x" * 20_000,
        "".join(f"<div><b x={number}><object></b></object></div>" for number in range(600)) + "<p>x" * 20_000,
        "<b><i><u><s><em><tt><big><code><font><small><strike><strong>" * 3 + "<p>x" * 20_000,
    ],
    ids=["many", "long", "a long link", "behind a marker", "without attributes"],
)
def test_copies_of_formatting_are_limited(html: str) -> None:
    """What is built is limited, not only what is read; attributes of copies are those of the first, not copied."""
    page = ridgeline.parse(html)
    assert len(page) < 200_000
    assert texts(page)[-1] == "x"


@pytest.mark.parametrize("html", ["<li><ul></li>" * 20_000, "<span><div></span>" * 30_000], ids=["item", "span"])
def test_end_tags_that_reach_nothing_do_not_hide_the_depth(html: str) -> None:
    made = ridgeline.parse(html + ARTICLE)
    assert made.cuts == {"depth"}
    assert made.depth.max() <= Limits().depth


def test_unknown_names_are_limited() -> None:
    html = "".join(f"<x{number}>a</x{number}> " for number in range(60_000))
    made = ridgeline.parse(html)
    assert len(made.names) < 6_000
    assert len("".join(made.text).split()) == 60_000


@pytest.mark.parametrize("option", ["<option>a", "<optgroup><option>a</option></optgroup>"])
def test_many_options_of_one_choice_end(option: str) -> None:
    html = "<p>before<select>" + option * 50_000 + "</select><p>after<select><option>b</option></select>"
    started = time.process_time()
    page = ridgeline.parse(html)
    assert time.process_time() - started < 5
    assert [text for text in page.leaf_text if text] == ["before", "after"]


def test_attributes_of_repeated_roots_do_not_add_up() -> None:
    html = PADDING + "".join(f"<html {' '.join(f'a{tag}x{number}' for number in range(900))}>" for tag in range(60))
    assert len(ridgeline.parse(html).attributes[0]) <= Limits().attributes


def test_end_tags_of_dropped_elements_go_too() -> None:
    html = PADDING + many("<div>") + "in" + many("</div>") + "<p>out</p>"
    made = ridgeline.parse(html)
    assert texts(made) == ["in", "out"]
    assert next(made.find("p")).path == ("html", "body", "p")


@pytest.mark.parametrize(
    "attributes",
    [
        " ".join(f"a{number}=1" for number in range(50_000)),
        " ".join(f"a{number}" for number in range(50_000)),
        "".join(f'a{number}=">"' for number in range(50_000)),
        " ".join(f"a{number}='it\"s'" for number in range(50_000)),
        'lone" ' + " ".join(f"a{number}" for number in range(50_000)),
    ],
    ids=["unquoted", "bare", "quoted greater-than", "mixed quotes", "lone quote"],
)
@pytest.mark.parametrize("ending", [">inside</div>", ">", ""])
def test_attributes_of_one_tag_are_limited(attributes: str, ending: str) -> None:
    html = f"{PADDING}{ARTICLE}<div {attributes}{ending}"
    made = ridgeline.parse(html)
    assert made.cuts == {"attributes"}
    assert texts(made)[:2] == ["The ferry", "It leaves at nine."]
    for div in made.find("div"):
        assert len(div.attributes) <= Limits().attributes


def test_tags_hidden_in_quotes_are_found() -> None:
    attributes = " ".join(f"a{number}" for number in range(50_000))
    html = f'{PADDING}<script>a<b x="</script><div {attributes}>"</div>{ARTICLE}'
    assert ridgeline.parse(html).cuts == {"attributes"}


def test_raw_text_keeps_its_tags_at_any_depth() -> None:
    html = PADDING + many("<div>") + "<script>var hidden = '<p>not text</p>';</script>shown"
    assert texts(ridgeline.parse(html)) == ["shown"]


def test_length_is_limited() -> None:
    made = ridgeline.parse("<p>abcdef", limits=Limits(characters=6))
    assert (texts(made), made.cuts, made.source) == (["abc"], frozenset({"characters"}), "<p>abc")
    assert texts(ridgeline.parse("<p>äbcdef".encode(), limits=Limits(characters=6))) == ["äbc"]


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_limit_of_no_time_is_an_error(seconds: float) -> None:
    with pytest.raises(OptionError, match="positive"):
        Limits(seconds=seconds)
