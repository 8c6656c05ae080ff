"""The column table: what becomes a node, what becomes a leaf, what stands between leaves."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Limits, _native
from ridgeline.page import Break, Page, elements

from ..pages import AWKWARD, page, texts

NO_LEAVES = np.empty(0, np.int32)


def assert_is_a_tree(page: ridgeline.Page) -> None:
    assert page.parent[0] == -1
    assert page.end[0] == len(page)
    depths = [0]
    for index, (above, end) in enumerate(zip(page.parent.tolist()[1:], page.end.tolist()[1:], strict=True), start=1):
        assert 0 <= above < index
        assert index < end <= page.end[above]
        depths.append(depths[above] + 1)
    assert page.depth.tolist() == depths
    deepest = int(page.depth.argmax())
    assert len(list(page[deepest].ancestors)) == depths[deepest]


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_columns_describe_a_tree(html: str) -> None:
    assert_is_a_tree(ridgeline.parse(html))


@given(st.lists(st.sampled_from("<p> <b> </b> </p> <div> </div> <table> <td> <li> <br> text </table>".split())))
def test_columns_describe_a_tree_whatever_the_tags(tags: list[str]) -> None:
    assert_is_a_tree(ridgeline.parse("".join(tags)))


def test_nodes_are_views() -> None:
    made = page('<div id="a" hidden><p>one <b>two</b></p></div>')
    div = next(made.find("div"))
    assert (div.tag, div.get("id"), div.get("hidden"), div.get("class")) == ("div", "a", "", None)
    assert div.path == ("html", "body", "div")
    assert [child.tag for child in next(div.children).children] == ["#text", "b"]
    assert div.text_content == "one two"
    assert [node.tag for node in div.ancestors] == ["body", "html"]


def test_a_page_cannot_be_changed() -> None:
    made = page("<p>text")
    with pytest.raises(ValueError, match="read-only"):
        made.parent[0] = 5
    with pytest.raises(ValueError, match="read-only"):
        made.leaves[0] = 5
    with pytest.raises(AttributeError):
        made.url = "x"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>one</p> <p>two</p>", ["one", "two"]),
        ("<script>a</script><style>b</style><template>c</template>d", ["d"]),
        ("<p>a<img src=x>b", ["a", "<img>", "b"]),
        ("<select><option>one<option>two</select>", ["<select>"]),
        ("<textarea>typed</textarea>", ["<textarea>"]),
        ("<input type=hidden name=token><input type=text>", ["<input>"]),
        ("<button>Press <b>here</b></button>", ["Press", "here"]),
        ("<video><p>Your browser cannot play this.</p></video>", ["<video>"]),
        ("<iframe><p>frame</p></iframe>", ["<iframe>"]),
        ("<object>shown instead</object>", ["shown instead"]),
        ("<object data=film></object>", ["<object>"]),
        ("<svg><title>t</title><text>axis</text></svg>", ["<svg>"]),
        ("<svg><foreignObject><div>label</div></foreignObject></svg>", ["label"]),
        ("<math><mi>x</mi></math>", ["<math>"]),
        ("<math><annotation-xml encoding='text/html'><p>note</p></annotation-xml></math>", ["note"]),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", ["漢", "kan"]),
        ("<div><template shadowrootmode=open><p>in the shadow</p></template></div>", ["in the shadow"]),
        ("<noscript>no scripts</noscript>", ["no scripts"]),
        ("<p>&nbsp;</p><p>\u3000</p>", []),
    ],
)
def test_leaves_are_what_a_reader_sees(body: str, expected: list[str]) -> None:
    assert texts(page(body)) == expected


@pytest.mark.parametrize(
    ("body", "visible"),
    [
        ("<p hidden>a</p>b", ["b"]),
        ("<p hidden=until-found>a</p>b", ["a", "b"]),
        ("<div style='color:red; Display : NONE'><p>a</p></div>b", ["b"]),
        ("<p style='visibility:hidden'>a</p>b", ["b"]),
        ("<p style='display:none-of-these'>a</p>b", ["a", "b"]),
        ("<p style='-x-display:none'>a</p>b", ["a", "b"]),
        ("<dialog>a</dialog><dialog open>b</dialog>", ["b"]),
        ("<noscript>Please enable JavaScript.</noscript>b", ["b"]),
        (f"<noscript>{'Only here. ' * 40}</noscript>b", [("Only here. " * 40).strip(), "b"]),
        (f"<noscript>{'A copy. ' * 40}</noscript>{'The text. ' * 50}", [("The text. " * 50).strip()]),
    ],
)
def test_hidden_leaves_are_told_apart(body: str, visible: list[str]) -> None:
    made = page(body)
    assert [text for text, node in zip(texts(made), made.leaves, strict=True) if not made.hidden[node]] == visible


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("a<b>b</b>c", [3, 0, 0]),
        ("a <b>b</b>", [3, 0]),  # the white space is in the leaf itself
        ("<b>a</b> <b>b</b>", [3, 1]),
        ("<b>a</b>&nbsp;<b>b</b>", [3, 1]),
        ("a<br>b", [3, 2]),
        ("a<br> <br>b", [3, 3]),
        ("a<hr>b", [3, 3]),
        ("<p>a</p>b", [3, 3]),
        ("a<div></div>b", [3, 3]),
        ("<td>a", [3]),
        ("<table><tr><td>a<td>b</table>", [3, 3]),
        ("a<img>b", [3, 1, 1]),
        ("a<wbr>b", [3, 0]),
        ("a<script>x</script>b", [3, 0]),
        ("<my-x>a</my-x><my-x>b</my-x>", [3, 0]),
        ("<button>a</button><button>b</button>c", [3, 1, 1]),
        ("<svg><foreignObject>a</foreignObject><foreignObject>b</foreignObject></svg>c", [3, 1, 1]),
    ],
)
def test_breaks_between_leaves(body: str, expected: list[int]) -> None:
    assert page(body).breaks.tolist() == expected
    assert [Break.NOTHING, Break.SPACE, Break.LINE, Break.PARAGRAPH] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("body", "is_apart"),
    [
        ("<span class=name>Height</span><span class=value>9 metres</span>", True),
        ("<span class=name><i>Height</i></span><span class=value><i>9 metres</i></span>", True),
        ("<span class=cap>In spring. (Post)</span><span class=credit>Maren</span>", True),
        ("<span class=cap>The wall in spring.</span><span class=credit>Maren</span>", True),
        ("<span class=price>$12.50</span><span class=old>was $15</span>", True),
        ("<span class=hidden>was</span>$15", True),
        ("<b>Abstract:</b>Harbours", True),
        ("<cite>Maren wrote</cite>the zone is read once", True),
        ("<a href=/>See the plans</a><span class='mt-4 flex'>at hand</span>", True),
        ("We headed to the<a href=/>Boats</a> again", True),
        ("The boats<span class=note><a href=/>All of them</a></span>", True),
        ("<span class='x meta-item'>2026</span><span class='x meta-item'>1h 54m</span>", True),
        ("1 cup (b<a href=/>Oil</a>ed)", False),
        ("Java<a href=/>script</a>", False),
        ("<a href=/>the<b>Boats</b></a>", False),
        ("<span class=name>Height</span><span class=name>Metres</span>", False),
        ("<span class=name>Height</span>Metres", False),
        ("<span class=day>20</span><span class=suffix>th</span>", False),
        ("<span class=a>e</span><span class=b>bay</span>", False),
        ("<span class=capital>T</span><span class=rest>HE</span>", False),
        ("<span class=a>中文</span><span class=b>Web</span>", False),
        ("<span class=prefix>json.</span><span class=name>JSONEncoder</span>", False),
        ("<span class=a>Maren</span><span class='block'>, again", False),
        ("<b>12:</b>30", False),
        ("US$15", False),
        ("<b>US</b>$15", False),
        ("<code><span class=k>new</span><span class=n>Map</span></code>", False),
        ("<pre><b class=k>new:</b>Map</pre>", False),
    ],
)
def test_texts_that_a_style_sheet_parts(body: str, is_apart: bool) -> None:
    assert (Break.SPACE in page(f"<p>{body}</p>").breaks.tolist()) == is_apart


def test_nearest_and_inside() -> None:
    made = page("<div><p>a<b>b</b></p></div><i>c</i>")
    blocks = made.has_tag(elements.table(["div", "p"]))
    nearest = [made[int(index)].tag if index >= 0 else None for index in made.nearest(blocks)[made.leaves]]
    assert nearest == ["p", "p", None]
    assert made.inside(blocks)[made.leaves].tolist() == [True, True, False]


def test_tags_of_a_page() -> None:
    made = page("<div><p>a</p></div><odd-one>b</odd-one>")
    assert made.has_any(elements.table(["ul", "p"]))
    assert not made.has_any(elements.table(["ul", "table"]))


@given(st.integers(0, 60), st.randoms(use_true_random=False))
def test_nearest_agrees_with_walking_up(count: int, random: "np.random.Generator") -> None:
    made = ridgeline.parse("".join(random.choice(["<div>", "</div>", "<p>", "x", "<b>", "</b>"]) for _ in range(count)))
    flagged = np.array([random.random() < 0.3 for _ in range(len(made))], dtype=np.bool_)
    for index in range(len(made)):
        chain = [index, *(node.index for node in made[index].ancestors)]
        expected = next((node for node in chain if flagged[node]), -1)
        assert made.nearest(flagged)[index] == expected
        assert made.inside(flagged)[index] == (expected >= 0)


def test_scripts_stay_reachable() -> None:
    made = page(
        "<script>var a = 1 < 2;</script>",
        head='<script type="application/LD+JSON; charset=utf-8">{"a": 1}</script>'
        "<script id=state type=application/json>{}</script>",
    )
    assert [node.text_content for node in made.scripts("application/ld+json")] == ['{"a": 1}']
    assert [node.get("id") for node in made.scripts("application/json")] == ["state"]
    assert len(list(made.scripts())) == 3


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> The\n winter  ferry </title>", "The winter ferry"),
        ("<title></title><body><svg><title>icon</title></svg>", None),
        ("<p>none", None),
        ("<body><title>late</title>", "late"),
    ],
)
def test_title(html: str, title: str | None) -> None:
    assert ridgeline.parse(html).title == title


def test_bytes_and_text_give_the_same_page() -> None:
    html = '<meta charset="utf-8"><title>Fähre</title><p>Über das Wasser.</p>'
    from_text, from_bytes = ridgeline.parse(html), ridgeline.parse(html.encode())
    assert from_text.text == from_bytes.text
    assert (from_text.encoding, from_bytes.encoding) == (None, "utf-8")
    cyrillic = ridgeline.parse("<p>Старый маяк".encode("cp1251"), charset="windows-1251")
    assert texts(cyrillic) == ["Старый маяк"]


def test_unknown_names_get_codes_of_their_own() -> None:
    made = page("<x-a>1</x-a><x-b>2</x-b><x-a>3</x-a><p>4")
    assert [made[int(made.parent[node])].tag for node in made.leaves] == ["x-a", "x-b", "x-a", "p"]
    assert not made.has_tag(elements.BLOCK)[made.parent[made.leaves[0]]]


def test_a_tree_too_deep_is_flattened() -> None:
    made = ridgeline.parse(AWKWARD["deep"])
    assert texts(made) == ["at the bottom"]
    assert made.depth.max() <= Limits().depth
    assert made.cuts == {"depth"}
    assert page("<p>shallow").cuts == frozenset()


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("<p>a</p>b<p>c</p>d", ["a", "b", "c", "d"]),
        ("a<div>b</div>c", ["a", "b", "c"]),
        ("<script>x</script><svg><text>a</text></svg>y", ["<svg>", "y"]),
    ],
)
def test_words_stay_apart_in_a_tree_too_deep(inside: str, text: list[str]) -> None:
    made = ridgeline.parse("<div>" * 600 + inside)
    assert texts(made) == text
    assert made.depth.max() <= Limits().depth
    assert Break.NOTHING not in made.breaks.tolist()


def test_a_template_in_svg_is_no_template() -> None:
    assert texts(ridgeline.parse("<svg><template shadowrootmode=open>x</template></svg><p>y")) == ["<svg>", "y"]


def test_nodes_are_found_by_attribute() -> None:
    made = page("<p id=a class=x>1</p><P CLASS>2</P><svg viewBox='0 0 1 1'></svg><p class=x id=b>3")
    assert [made[row].text_content for row in made.having("class")] == ["1", "2", "3"]
    assert [made[row].get("id") for row in made.having("id")] == ["a", "b"]
    assert [made[row].tag for row in made.having("viewBox")] == ["svg"]
    assert list(made.having("style")) == []


def test_blank_is_white_space_of_any_kind_and_nothing_else() -> None:
    made = page("<p>a</p> \n<p>\u3000</p><p>&nbsp;</p><p></p><img>")
    assert [made.text[row] for row in np.flatnonzero(made.blank).tolist()] == [" \n", "\u3000", "\xa0"]


def test_the_parser_looks_at_the_clock() -> None:
    html = "<body>" + "<p>one</p>" * 9_000
    made = ridgeline.parse(html, limits=Limits(seconds=1e-6))
    assert made.cuts == {"seconds"}
    assert 0 < len(made.leaves) < 9_000
    assert set(texts(made)) == {"one"}
    assert_is_a_tree(made)
    assert ridgeline.parse(html, limits=Limits(seconds=2_000)).cuts == frozenset()


def test_a_small_page_is_read_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ridgeline.page.budget.time.thread_time", itertools.count().__next__)
    made = ridgeline.parse("<p>one</p>", limits=Limits(seconds=1e-9))
    assert (texts(made), made.cuts) == (["one"], frozenset())


def test_characters_are_limited() -> None:
    made = ridgeline.parse("x" * 40, limits=Limits(characters=20, seconds=1))
    assert (made.source, made.cuts) == ("x" * 20, frozenset({"characters"}))


def test_nodes_are_limited() -> None:
    made = ridgeline.parse("<p>one</p><p>two</p><p>three</p>", limits=Limits(nodes=6))
    assert texts(made) == ["one"]
    assert made.cuts == {"nodes"}
    assert_is_a_tree(made)


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_a_page_made_of_columns_is_the_page_that_they_are_from(html: str) -> None:
    parsed = ridgeline.parse(html)
    made = Page.build(
        parsed.parent, parsed.tag, parsed.names, parsed.attributes, parsed.text, url="https://example.org/"
    )
    assert made.url == "https://example.org/"
    assert (made.attributes, made.text, made.by_attribute) == (parsed.attributes, parsed.text, parsed.by_attribute)
    for name in ("end", "blank", "leaves", "hidden", "breaks", "depth"):
        np.testing.assert_array_equal(getattr(made, name), getattr(parsed, name))


def test_the_address_can_be_written() -> None:
    assert ridgeline.parse("<p>a", url="http://é.example/\ud800").url == "http://é.example/?"


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_the_beginning_of_a_page_is_a_page(html: str) -> None:
    whole = ridgeline.parse(html)
    for rows in {1, len(whole) // 2 or 1, len(whole)}:
        begun = whole.beginning(rows)
        assert len(begun) == len(begun.attributes) == len(begun.text) == rows
        assert_is_a_tree(begun)
        assert begun.leaves.tolist() == [leaf for leaf in whole.leaves.tolist() if leaf < rows]
        assert begun.leaf_text == whole.leaf_text[: len(begun.leaves)]
        assert tuple(begun.text) == tuple(whole.text[:rows])
        for name, nodes in begun.by_attribute.items():
            assert nodes == [node for node in whole.having(name) if node < rows]
        everything = ridgeline.load("everything")
        assert whole.url == begun.url
        assert everything.extract(begun).markdown is not None


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_glances_see_what_the_columns_say(html: str) -> None:
    page, apart = ridgeline.parse(html), elements.table(["nav", "a"])
    every = np.arange(len(page.leaves), dtype=np.int32)
    kept = every[::3].copy()
    counted = ~page.hidden[page.leaves]
    counted[kept] = True
    counted &= ~page.inside(page.has_tag(apart))[page.leaves]
    words = sum(_native.core.count_words(page.leaf_text[leaf]) for leaf in np.flatnonzero(counted).tolist())
    assert page.core.count_words_outside(kept, apart, 1 << 40) == words
    assert page.core.count_characters(1 << 40) == page.leaf_lengths.sum()
    assert page.has_any(apart) == page.has_tag(apart).any()
    beginning = " ".join(page.leaf_text[leaf] for leaf in kept.tolist())[:2000].lower()
    assert page.core.lower_beginning(kept) == beginning[:2000]


def test_a_count_ends_when_it_is_enough() -> None:
    long = page("<nav>one two</nav><p>three four <a>five</a> six<p hidden>seven")
    assert long.core.count_words_outside(NO_LEAVES, elements.table(["nav"]), 100) == 4
    assert long.core.count_words_outside(np.array([4], np.int32), elements.table(["nav"]), 100) == 5
    assert long.core.count_words_outside(NO_LEAVES, elements.table(["nav"]), 1) == 2
    assert 0 < long.core.count_characters(8) < long.core.count_characters(1000)
    assert page("<p>ΟΔΟΣ<p>İ").core.lower_beginning(np.arange(2, dtype=np.int32)) == "οδος i̇"
