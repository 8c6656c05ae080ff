"""The markup of a view, before any browser sees it: safe, and the tree that was meant."""

import re
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ridgeline import parse
from ridgeline.page import Page
from ridgeline.page.limits import Limits
from ridgeline.service.pages.view import as_document, write_view
from ridgeline.service.pages.view.styles import clean_style, raw_text
from ridgeline.service.pages.view.vocabulary import NATIVE

from ...pages import AWKWARD
from .attacks import ATTACKS

_GOLDEN = Path(__file__).parents[2] / "golden"
_ALLOWED = frozenset(
    """class id style dir lang title align hidden colspan rowspan scope width height valign bgcolor nowrap border
    cellpadding cellspacing rules frame span color face size start type reversed value noshade clear text open
    data-n data-l data-link data-label tabindex alt src charset name content nonce media""".split()
)


def leaves_in(markup: str) -> dict[int, str]:
    """The texts of the leaves in a view, as a parser of HTML reads them."""
    page = parse(markup, limits=Limits(depth=10_000))
    return {int(page.value(row, "data-l") or 0): page[row].text_content for row in page.having("data-l")}


def expected(page: Page) -> dict[int, str]:
    return dict(enumerate(page.leaf_text))


@pytest.mark.parametrize("name", [*AWKWARD, *ATTACKS])
def test_nothing_that_runs_or_loads_is_written(name: str) -> None:
    page = parse({**AWKWARD, **ATTACKS}[name])
    view = write_view(page)
    written = parse(as_document(view, "abc"), limits=Limits(depth=10_000))
    tags = {node.tag for node in map(written.__getitem__, range(len(written)))}
    known = NATIVE | {"#text", "html", "head", "body", "meta", "title", "style", "script", "img"}
    assert {tag for tag in tags if not tag.startswith("rl-")} <= known
    assert len(list(written.find("script"))) == 1
    for row in range(len(written)):
        for attribute, value in written.attributes[row].items():
            assert attribute in _ALLOWED, attribute
            assert attribute != "src" or str(value).startswith("data:image/")
    styles = view.styles + "".join(re.findall(r'style="[^"]*"', view.body))
    assert not re.search(r"@import|image-set|url\((?!&quot;data:|\"data:)", styles)
    assert leaves_in(view.body) == expected(page)


def test_all_golden_pages_are_read_as_they_were_meant() -> None:
    wrong = []
    for path in sorted(_GOLDEN.rglob("*.html")):
        page = parse(path.read_bytes())
        if leaves_in(write_view(page).body) != expected(page):
            wrong.append(path.parent.name)
    assert wrong == []


_PIECES = st.sampled_from(
    "<p> </p> <div> </div> <table> <tr> <td> </td> </table> <a> </a> <b> </b> <i> </i> <ul> <li> </ul> <h1> </h1> "
    "<select> <option> </select> <button> </button> <form> </form> <dl> <dt> <dd> <pre> \n word <br> <caption> <svg> "
    "</svg> <foreignObject> <math> <mi> <object> </object> <nobr> <noscript> </noscript> <ruby> <rt> <x-y> </x-y> "
    "<tbody> <col> <th> <frameset> <template> </template> <img> <input> <textarea> </textarea> <plaintext> <body> "
    "<html> <head> <title> </title> <center> <marquee> <applet> <rl-leaf> &#13; &lt;".split(" ")
)


@given(st.lists(_PIECES, max_size=40))
def test_any_soup_is_read_as_it_was_meant(pieces: list[str]) -> None:
    page = parse("".join(pieces))
    assert leaves_in(write_view(page).body) == expected(page)


@pytest.mark.parametrize(
    ("css", "kept"),
    [
        ("p { color: red }", "p { color: red }"),
        ('a { background: url("x.png") #fff }', 'a { background: url("data:,") #fff }'),
        ("a { background: url(x.png) }", 'a { background: url("data:,") }'),
        ("a { background: URL( 'x' ) }", 'a { background: url("data:,") }'),
        ("a { background: u\\72 l(x) }", 'a { background: url("data:,") }'),
        ("a{background:url(data:image/png;base64,AAAA)}", 'a{background:url("data:image/png;base64,AAAA")}'),
        ("a{background:url(data:image/svg+xml,x)}", 'a{background:url("data:,")}'),
        ("@import 'x';p{}", "@rl-import 'x';p{}"),
        ("@\\69mport 'x';", "@rl-import 'x';"),
        ("@IM/**/PORT 'x'", "@IM PORT 'x'"),
        ("a{content:'\\201C'}", "a{content:'\\201C'}"),
        (".\\31 a{}", ".1a{}"),
    ],
)
def test_styles(css: str, kept: str) -> None:
    assert clean_style(css) == kept


@example("<\0/style><script>")
@given(st.text(alphabet="url(\"')\\/*<>{};:@importdt,.x \n\0", max_size=60))
def test_no_style_ends_its_element_or_names_an_address(css: str) -> None:
    written = raw_text(clean_style(css))
    assert "</" not in written
    for address in re.findall(r"""url\(\s*["']?([^"')]*)""", written, re.IGNORECASE):
        assert address in ("", "data:,") or address.startswith("data:image/")


def test_pictures_and_controls_have_placeholders() -> None:
    page = parse(
        '<img src=/a.png alt="A boat &amp; a pier" width=300 height=200 class=hero><input value=Search>'
        "<select><option>One</select><iframe src=x title='A map' width=400></iframe><svg width=16 height=16></svg>"
    )
    body = write_view(page).body
    assert 'class="hero" width="300" height="200" alt="A boat &amp; a pier" src="data:image/svg+xml;base64,' in body
    assert re.findall(r'data-label="([^"]*)"', body) == ["Search", "One", "A map", ""]
    assert "--rl-width:400px;--rl-height:200px" in body


def test_a_raster_picture_in_the_page_is_shown() -> None:
    data = "data:image/png;base64," + "A" * 400
    assert data in write_view(parse(f'<img src="{data}">')).body


def test_what_a_view_hides_and_opens() -> None:
    page = parse(
        "<p>x<noscript><b>Turn it on</b></noscript><details><summary>More</summary>inside</details><p>text</p>"
    )
    body = write_view(page).body
    assert re.search(r"<rl-noscript data-n=\"\d+\" hidden>", body)
    assert re.search(r"<details data-n=\"\d+\" open>", body)


def test_a_huge_page_is_cut_and_says_so() -> None:
    view = write_view(parse("<p>x</p>" * 120_000))
    assert view.is_cut
    assert "The page goes on" in as_document(view, "abc")


def test_a_page_of_usual_size_takes_little_time() -> None:
    page = parse(
        "".join(f"<div class=c{n}><p>Some words, and <a href=/{n}>a link</a>.</p></div>" for n in range(1_500))
    )
    assert len(page.source) > 100_000
    _ = page.leaves
    best = min(_seconds(page) for _ in range(3))
    assert best < 0.5  # 0.03 on a quiet machine


def _seconds(page: Page) -> float:
    start = perf_counter()
    write_view(page)
    return perf_counter() - start
