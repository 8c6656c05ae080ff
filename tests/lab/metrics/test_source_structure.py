"""The elements of a page that are within its gold text."""

from functools import partial

import pytest

from ridgeline.lab.metrics import source_structure, split_words
from ridgeline.lab.metrics.markdown_structure import folded_words
from ridgeline.lab.metrics.source_structure import (
    base_address,
    gold_structure,
    image_names,
    match_words,
    with_image_names,
)
from ridgeline.lab.metrics.structure import Structure
from tests.pages import AWKWARD

URL = "https://ferry.example/news/today"
SPLIT = partial(folded_words, split_words)
BEFORE, AFTER = "the morning ferry leaves at nine", "it carries more mail than people"


def structure(body: str, gold: str) -> Structure:
    """Return the structure of a page whose gold text has a sentence before and one after."""
    html = (
        f"<nav><h2>Site map of the harbour</h2></nav><p>{BEFORE}</p>{body}<p>{AFTER}</p><footer><b>Imprint</b></footer>"
    )
    return gold_structure(html, f"{BEFORE}\n{gold}\n{AFTER}", SPLIT, URL)


def test_words_are_those_of_the_gold_text() -> None:
    assert structure("", "").words == tuple(f"{BEFORE} {AFTER}".split())


def test_elements_outside_the_gold_text_are_not_expected() -> None:
    found = structure("<h2>Adverts for you today</h2><ul><li>buy one boat get another</ul>", "")
    assert found == Structure(words=found.words)


def test_headings() -> None:
    assert structure("<h3>Fares <i>of</i> 2026</h3>", "Fares of 2026").headings == ((3, "fares of 2026"),)


def test_items_have_their_own_words() -> None:
    found = structure("<ul><li>brown bread<ol><li>rye bread</ol></ul>", "brown bread rye bread")
    assert found.items == ((1, "brown bread"), (2, "rye bread"))


def test_rows_of_tables_with_head_cells() -> None:
    body = "<table><tr><th>Year<th>Rain<tr><td>2019<td>812 mm<tr><td>2020<td></table>"
    assert structure(body, "Year Rain 2019 812 mm 2020").tables == (
        (("year", "rain"),),
        (("2019", "812 mm"),),
        (("2020", ""),),
    )


@pytest.mark.parametrize(
    "body",
    [
        "<table><tr><td>Year<td>Rain</table>",  # it may be for layout
        "<table><tr><th>Year<th><table><tr><td>Rain</table></table>",
        "<table><tr><th>Year Rain</table>",
    ],
)
def test_tables_for_layout_are_not_expected(body: str) -> None:
    assert structure(body, "Year Rain").tables == ()


@pytest.mark.parametrize(
    ("body", "lines", "language"),
    [
        ("<pre><code class='hljs language-Python'>if a:\n    b()</code></pre>", ["if a:", "    b()"], "python"),
        ("<div class=lang-js><pre>if a:<br>    b()</pre></div>", ["if a:", "    b()"], "js"),
        ("<pre><div>if a:</div><div>&nbsp;   b()</div></pre>", ["if a:", "    b()"], ""),
        ("<pre><span class=lineno>1</span>if a:\n<span class=lineno>2</span>    b()</pre>", ["if a:", "    b()"], ""),
    ],
)
def test_code(body: str, lines: list[str], language: str) -> None:
    found = structure(body, "if a: b()")
    assert found.code_lines == lines
    assert [name for name, _ in found.code] == [language]


@pytest.mark.parametrize(
    ("body", "tex"),
    [
        ("<script type='math/tex'>x^2</script>", "x^2"),
        ("<math alttext='{\\displaystyle y}'><mi>y</mi></math>", "y"),
        ("<math><mi>z</mi><annotation encoding='application/x-tex'>z_1</annotation></math>", "z_1"),
    ],
)
def test_formulas_between_words(body: str, tex: str) -> None:
    assert structure(body, "").formulas == (tex,)
    assert structure(f"<p>one two three four</p>{body}", "").formulas == ()


def test_a_group_of_tex_is_no_formula() -> None:
    assert structure("<script type='math/tex'>\\begingroup</script>", "").formulas == ()


@pytest.mark.parametrize(
    ("image", "address"),
    [
        ("<img src=boat.png>", "https://ferry.example/news/boat.png"),
        ("<img src=data:image/gif;base64,AA data-src=/boat.png width=600>", "https://ferry.example/boat.png"),
        ("<img src=icon.png width=16>", None),
        ("<img src=x.svg class=mwe-math-fallback-image-inline>", None),
        ("<img>", None),
    ],
)
def test_images_between_words(image: str, address: str | None) -> None:
    assert structure(image, "").images == ((address,) if address else ())


def test_an_image_beside_the_gold_text_is_not_expected() -> None:
    found = gold_structure(f"<p>{BEFORE}</p><img src=boat.png><p>Advert for a boat</p>", BEFORE, SPLIT, URL)
    assert found.images == ()


def test_captions_of_figures() -> None:
    figure = (
        "<figure><img src=/boat.png><figcaption>The <b>ferry</b>.</figcaption></figure><figure><img src=b></figure>"
    )
    found = with_image_names(gold_structure(figure, "", str.split, "https://ferry.example/"), {})
    assert found.captions == (("boat.png", "The ferry ."),)


def test_images_are_compared_by_file_name() -> None:
    images = ("https://ferry.example/600/boat.png?w=600#x", "/300/boat.png", "other.png")
    assert with_image_names(Structure(images=images), {}).images == ("boat.png", "boat.png", "other.png")


@pytest.mark.parametrize(
    "html",
    [
        "<img src=small.png data-src=/boat.png>",
        "<img src=small.png srcset='boat.png 2x, small.png 1x'>",
        "<picture><source srcset='/1/boat.png 600w, /2/small.png 300w'><img src=small.png></picture>",
    ],
)
def test_sizes_of_one_image_have_one_name(html: str) -> None:
    names = image_names(html)
    assert names["small.png"] == names["boat.png"]


def test_a_placeholder_is_no_image() -> None:
    names = image_names("<img src=grey.gif data-src=/one.png><img src=grey.gif data-src=/two.png>")
    assert names == {"one.png": "one.png", "two.png": "two.png"}


def test_words_of_links_with_an_address() -> None:
    body = "<p><a href=/fares>the fares today</a>, <a href=#top>or the times</a>, <a>and so on</a></p>"
    found = structure(body, "the fares today or the times and so on")
    assert found.links == tuple((word, "https://ferry.example/fares") for word in ("the", "fares", "today"))


def test_control_characters_of_a_wrong_encoding_part_no_words() -> None:
    assert structure("<h2>The boat\x80\x99s own fares</h2>", "The boat\x80\x99s own fares").headings == (
        (2, "the boats own fares"),
    )


def test_quotes_are_counted_once_and_by_their_words() -> None:
    body = "<blockquote>all aboard <blockquote>said the captain</blockquote> Share this!</blockquote>"
    assert structure(body, "all aboard said the captain").quotes == tuple("all aboard said the captain".split())


def test_emphasis() -> None:
    body = "<h2><b>Fares now</b></h2><p><b>all <strong>aboard</strong> <em>now</em></b></p>"
    assert structure(body, "Fares now all aboard now").emphasis == (
        ("strong", "all"),
        ("strong", "aboard"),
        ("strong", "now"),
        ("em", "now"),
    )


def test_words_that_match_by_chance_do_not_count() -> None:
    words = "a menu the ferry leaves at nine the end".split()
    matched = match_words(words, "the ferry leaves at ten the end".split())
    assert [word for word, is_match in zip(words, matched, strict=True) if is_match] == "the ferry leaves at".split()


def test_a_gap_in_the_gold_text_does_not_split_a_run() -> None:
    assert match_words("a b c d".split(), "a b x c d".split()).all()


def test_pages_beyond_the_limit_have_no_structure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_structure, "MAX_WORD_PAIRS", 10)
    assert structure("<h2>Fares of 2026</h2>", "Fares of 2026").headings == ()


@pytest.mark.parametrize(
    ("html", "url", "base"),
    [
        ("<base href=/archive/>", URL, "https://ferry.example/archive/"),
        ("<base target=_top>", URL, URL),
        ("<p>no base", URL, URL),
        ("<link rel=canonical href=https://other.example/>", URL, URL),
        ("<link rel=canonical href=https://other.example/>", None, "https://other.example/"),
        ("<meta property=og:url content=https://other.example/><base href=/a/>", None, "https://other.example/a/"),
        ("<p>no address", None, None),
    ],
)
def test_base_address(html: str, url: str | None, base: str | None) -> None:
    assert base_address(html, url) == base


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_pages_are_read(name: str) -> None:
    page = AWKWARD[name].encode("utf-8", "replace").decode()
    found = gold_structure(page, "The morning ferry leaves at nine, and it carries more mail.", SPLIT, None)
    assert found.words[:3] == ("the", "morning", "ferry")


def test_tasks() -> None:
    body = (
        "<ul><li><input type=checkbox checked> buy brown bread<li><input type=checkbox> eat it all<li>no task here</ul>"
    )
    assert structure(body, "buy brown bread eat it all no task here").tasks == (
        (True, "buy brown bread"),
        (False, "eat it all"),
    )


def test_terms_of_definition_lists() -> None:
    assert structure("<dl><dt>The tide<dd>rises and falls</dl>", "The tide rises and falls").terms == ("the tide",)


def test_players_by_number_or_file() -> None:
    body = (
        "<iframe src='//www.youtube-nocookie.com/embed/ogfYd705cRs?rel=0'></iframe><iframe src=/advert></iframe>"
        "<audio><source src=/one.mp3?x=1></audio>"
    )
    assert structure(body, "").players == ("ogfYd705cRs", "ferry.example/one.mp3")
    assert structure(f"<p>words that are not in it</p>{body}", "").players == ()


def test_references_to_notes() -> None:
    body = "<p>bread is baked at night<sup><a href='#n1'>[1]</a></sup> and sold by day<a href='#x'>2</a></p>"
    assert structure(body, "bread is baked at night and sold by day").references == ("",)


def test_words_of_callouts() -> None:
    found = structure("<div class='admonition tip'><p>Mind the wet steps</p></div><div>x</div>", "Mind the wet steps")
    assert found.boxed == ("mind", "the", "wet", "steps")
