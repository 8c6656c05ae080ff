"""The module of the core: pages and columns are views, and whatever it is given is checked."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Page, _native
from ridgeline.extractors.summit.lexicon import EMPTY
from ridgeline.extractors.summit.lines import read_lines
from ridgeline.page import elements

HTML = "<p class=a id>one <b>two</b></p><x-y>three</x-y>"


def test_a_page_is_lazy() -> None:
    page = ridgeline.parse(HTML)
    assert page.text[-1] == "three"
    assert page.text[3:6] == ("", "one ", "")
    assert page.attributes[3] == {"class": "a", "id": None}
    assert page.text == tuple(page.text)
    assert page.text != ()
    assert list(page.by_attribute) == ["class", "id"]
    assert "style" not in page.by_attribute
    assert page.names[page.tag[-2]] == "x-y"
    for index in (len(page), -len(page) - 1):
        with pytest.raises(IndexError):
            page.text[index]
    with pytest.raises(ValueError, match="read-only"):
        page.parent[0] = 3


@pytest.mark.parametrize("make", [lambda page: page, lambda page: page.beginning(5), lambda page: built_again(page)])
def test_a_page_is_pickled(make: Any) -> None:
    page = make(ridgeline.parse(HTML, url="http://example.org/"))
    again = pickle.loads(pickle.dumps(page))
    assert (again.url, len(again)) == (page.url, len(page))
    assert (again.text, again.attributes) == (tuple(page.text), tuple(page.attributes))
    assert again.leaves.tolist() == page.leaves.tolist()


def built_again(page: Page) -> Page:
    return Page.build(page.parent, page.tag, page.names, page.attributes, page.text, url=page.url)


def test_the_beginning_of_a_page_outlives_it() -> None:
    begun = ridgeline.parse("<p>one" * 50).beginning(20)
    assert begun.leaf_text == ("one",) * len(begun.leaves)
    assert begun.beginning(5).leaf_text == ("one",)


@pytest.mark.parametrize("rows", [0, -1, 99])
def test_a_page_begins_with_some_of_its_rows(rows: int) -> None:
    with pytest.raises(ValueError, match="rows"):
        ridgeline.parse(HTML).beginning(rows)


QUESTIONS = ridgeline.parse(
    "<meta name=author content=Ann><meta name=robots><p class=a>3 May <a href=/ann>Ann</a> wrote<p class=b>"
    "<p class=a id>To-Day<script>4 May</script><p class>Вчера"
)


def test_the_core_answers_for_elements_of_one_tag() -> None:
    page = QUESTIONS
    found = page.tagged(elements.CODES["meta"], "content", "name", "property")
    assert [values for _, *values in found] == [["Ann", "author", None], [None, "robots", None]]
    assert [page[index].tag for index, *_ in found] == ["meta", "meta"]
    assert page.tagged(elements.CODES["table"], "id") == []
    with pytest.raises(ValueError, match="too many"):
        page.tagged(P, *"abcdefghi")


def test_the_core_reads_short_elements() -> None:
    long = "é" * 128  # 256 bytes
    page = ridgeline.parse(
        f"<a>I <b>agree</b></a><a></a><a hidden>no</a><p>no</p><a>{long}</a><a>{long}!</a><a>{'<i>no</i>' * 3}</a>"
    )
    found = page.core.short_texts(elements.table(["a"]), 5)
    assert [text for _, text in found] == ["I agree", long]
    assert page[found[0][0]].text_content == "I agree"


def test_the_core_groups_rows_by_value() -> None:
    page = QUESTIONS
    paragraphs = [node.index for node in page.find("p")]
    first, second, third, fourth = paragraphs
    assert page.by_value("class") == {"a": [first, third], "b": [second], "": [fourth]}
    assert page.by_value("style") == {}


@pytest.mark.parametrize(
    ("parts", "longest", "texts"),
    [
        (("3", "day"), 90, ["3 May ", "To-Day"]),
        (("m", "y"), 90, ["3 May ", "To-Day"]),
        (("may",), 5, []),
        (("may",), 6, ["3 May "]),
        (("Вчера",), 90, ["Вчера"]),
        (("вчера", "mays", ""), 90, []),
    ],
)
def test_the_core_finds_short_leaves(parts: tuple[str, ...], longest: int, texts: list[str]) -> None:
    page = QUESTIONS
    is_date, possible, times, titled = page.core.post_dates(parts, longest)
    certain = [page.text[node] for node in page.leaves.tolist() if is_date[node]]
    found = [*certain, *(page.leaf_text[leaf] for leaf in possible)]
    assert found == [text for text in texts if text != "To-Day"]  # which is no moment
    assert certain == [text for text in texts if text == "3 May "]
    assert times == titled == []
    assert page.beginning(3).core.post_dates(parts, longest) == (bytearray(3), [], [], [])


def test_the_core_finds_elements_that_state_dates() -> None:
    page = ridgeline.parse(
        "<b>Joined: <time>May 1</time></b><time>May 2</time><p title='2024-05-12 10:15'>a</p><p title='12 May'>b</p>"
        "<p itemprop='x dateCreated'>c</p><p itemprop='dateCreatedBy'>d</p>"
    )
    is_date, _, times, titled = page.core.post_dates(("",), 0)
    joined, stated = (node.index for node in page.find("time"))
    first, *_ = paragraphs = [node.index for node in page.find("p")]
    assert times == [joined]
    assert titled == [first]
    assert [index for index in (joined, stated, *paragraphs) if is_date[index]] == [stated, paragraphs[2]]


def test_the_core_looks_for_64_strings_at_most() -> None:
    with pytest.raises(ValueError, match="too many"):
        QUESTIONS.core.post_dates(("a",) * 65, 90)


def test_the_core_says_which_texts_are_shown_and_linked() -> None:
    page = QUESTIONS
    shown = page.core.shown(0, len(page), 9, 100)
    assert [text for _, text, *_ in shown] == ["3 May", "Ann", "wrote", "To-Day", "Вчера"]
    (link,) = (node.index for node in page.find("a"))
    assert [around for _, _, around, _ in shown] == [-1, link, -1, -1, -1]
    assert [has for *_, has in shown] == [1, 0, 0, 0, 0]
    assert page.core.shown(0, len(page), 2, 3) == [(shown[0][0], "3 M", -1, 1), shown[1]]
    assert page.core.shown(link + 1, link + 2, 9, 100) == [(link + 1, "Ann", -1, 0)]
    assert page.core.shown(5, 2, 9, 9) == page.core.shown(10**6, 10**6 + 1, 9, 9) == []
    with pytest.raises(IndexError):
        page.core.shown(-1, 3, 9, 9)
    with pytest.raises(ValueError, match="characters"):
        page.core.shown(0, 3, 9, 10**6)


def test_a_shown_text_stands_on_one_line() -> None:
    page = ridgeline.parse("<p> a \xa0\n\u3000b&amp;lt; \u0664<p>&amp;#49;")
    assert [(text, has) for _, text, _, has in page.core.shown(0, len(page), 9, 100)] == [
        ("a b&lt; ٤", 3),
        ("&#49;", 3),
    ]


def test_the_core_gives_the_texts_in_an_element_with_spaces_between_lines() -> None:
    page = ridgeline.parse("<div>a<b>b</b><p>c<br>d<script>e</script></p></div>")
    (div,) = (node.index for node in page.find("div"))
    assert page.core.texts_in(div, 99, 99) == ["a", "b", " ", "c", " ", "d"]
    assert page.core.texts_in(div, 3, 99) == ["a"]
    assert page.core.texts_in(div, 99, 1) == ["a", "b"]
    with pytest.raises(IndexError):
        page.core.texts_in(len(page), 9, 9)


def test_the_core_says_which_elements_around_one_have_a_tag_or_a_name() -> None:
    page = ridgeline.parse("<nav><div class=Sidebar><div class=x><p id=é><b itemprop=review>a")
    nav, sidebar, _, p, b = (node.index for node in page.find("nav", "div", "p", "b"))
    assert page.core.around(b + 1, elements.table(("nav",)), ("sidebar", "review")) == [b, p, sidebar, nav]
    assert page.core.around(b + 1, elements.table(("p",)), ("review",)) == [b, p]
    with pytest.raises(IndexError):
        page.core.around(-1, elements.table(("nav",)), ())
    with pytest.raises(ValueError, match="table"):
        page.core.around(0, elements.table(("nav",))[:3], ())


def test_the_core_collects_what_a_page_says_of_itself() -> None:
    page = ridgeline.parse(
        """<meta name=" Author " content=Ann property=É><meta name=b content=" "><link rel="x canonical" href=/a>
        <link rel=stylesheet href=/b><script type=" Application/LD+JSON; a=b">{}</script><script>1</script><h1>a</h1>
        <time>b</time><h2>b</h2><h3>c</h3><p itemprop=" A\u2003É">c<a rel="x AUTHOR authors" href="https://CreativeCommons.org/licenses/by/4.0/">d</a>
        <div itemscope itemtype=t>e<div typeof=u>f"""
    )
    nodes = {node.tag: node.index for node in page.find("h1", "time", "p", "a")}
    assert page.core.title() is None
    outer, inner = (node.index for node in page.find("div"))
    meta, times, headings, subheadings, scripts = page.core.stated_by_tag()
    assert meta == {"author": ["Ann"], "é": ["Ann"]}
    assert (times, headings) == ([nodes["time"]], [nodes["h1"]])
    assert subheadings == [node.index for node in page.find("h2", "h3")]
    assert scripts == [next(page.scripts("application/ld+json")).index]
    links, anchors, items, itemtypes, typeofs, commons = page.core.stated_by_attribute()
    assert (links, anchors) == ({"canonical": ["/a"]}, {"author": [nodes["a"]]})
    assert (items, itemtypes, typeofs, commons) == (
        {"a": [nodes["p"]], "é": [nodes["p"]]},
        [outer],
        [inner],
        [nodes["a"]],
    )


def test_the_title_is_that_of_the_page_and_no_picture() -> None:
    page = ridgeline.parse("<svg><title>a</title></svg><title> </title><title>b\xa0\n <i>c</title>")
    assert page.title == "b <i>c"


def test_the_core_looks_for_two_groups_of_names_in_one_pass() -> None:
    page = ridgeline.parse("<p class=Byline>Written by Ann<p class='x date-byline'>on a day<script>on a day</script>")
    first, second = (node.index for node in page.find("p"))
    assert page.core.hints(("byline", "date"), 1) == ([first, second], [second])
    with pytest.raises(ValueError, match="negative"):
        page.core.hints((), -1)


def test_the_core_joins_the_texts_in_an_element() -> None:
    page = ridgeline.parse("<p>a <b>b</b> c<i></i><script>d</script>")
    texts = {node.tag: page.core.text_in(node.index) for node in page.find("p", "b", "i", "script")}
    assert texts == {"p": "a b cd", "b": "b", "i": "", "script": "d"}
    assert page.core.text_in(next(page.find("b")).index + 1) == "b"
    with pytest.raises(IndexError):
        page.core.text_in(len(page))


HTML_TAG, P, TEXT = elements.CODES["html"], elements.CODES["p"], elements.CODES[elements.TEXT]


@pytest.mark.parametrize(
    ("parent", "tag"),
    [
        ([0], [HTML_TAG]),  # the root has no parent
        ([-1], [TEXT]),  # and is an element
        ([-1, -1], [HTML_TAG, P]),
        ([-1, 1], [HTML_TAG, P]),  # below itself
        ([-1, 2, 0], [HTML_TAG, P, P]),
        ([-1, 0, 1], [HTML_TAG, TEXT, P]),  # below a text
        ([-1, 0, 0, 1], [HTML_TAG, P, P, P]),  # below one that is closed
        ([-1, 0], [HTML_TAG, -1]),
        ([-1, 0], [HTML_TAG, elements.UNKNOWN]),  # a name that is not given
    ],
)
def test_rows_are_a_tree_in_document_order(parent: list[int], tag: list[int]) -> None:
    columns = np.array(parent, dtype=np.int32), np.array(tag, dtype=np.int32)
    with pytest.raises(ValueError, match="document order"):
        Page.build(*columns, elements.NAMES, [{}] * len(parent), [""] * len(parent))


def test_the_root_is_a_block_whatever_its_tag() -> None:
    tag = np.array([elements.CODES["span"], TEXT], dtype=np.int32)
    page = Page.build(np.array([-1, 0], dtype=np.int32), tag, elements.NAMES, [{}, {}], ["", "One line of text."])
    assert page.block.tolist() == [0, 0]
    lines = read_lines(page)
    assert lines is not None
    assert lines.core.beginnings() == [b"one line of text "]


@pytest.mark.parametrize(
    ("attributes", "texts"),
    [([{}], ["", ""]), ([{}, {}], [""]), ([{}, 3], ["", ""]), ([{}, {"a": 3}], ["", ""]), ([{}, {3: ""}], ["", ""])],
)
def test_columns_are_of_one_length_and_of_strings(attributes: Any, texts: Any) -> None:
    parent, tag = np.array([-1, 0], dtype=np.int32), np.array([HTML_TAG, P], dtype=np.int32)
    with pytest.raises((TypeError, ValueError)):
        Page.build(parent, tag, elements.NAMES, attributes, texts)


def test_kept_leaves_are_checked() -> None:
    core = ridgeline.parse("<p>one<p>two").core
    for keep in ([0, 2], [1, 0], [0, 0], [-1], [3], [0, 1, 2]):
        with pytest.raises(ValueError, match="ascending"):
            core.text_of(np.array(keep, dtype=np.int32), ())
        with pytest.raises(ValueError, match="ascending"):
            core.tidy(np.array(keep, dtype=np.int32))


def test_what_a_page_is_read_with_is_checked() -> None:
    page = ridgeline.parse(HTML)
    lines = read_lines(page)
    assert lines is not None
    address = np.zeros(12, dtype=np.float32)
    for arguments in (("no page", EMPTY.core, address), (page.core, "no lexicon", address)):
        with pytest.raises(TypeError):
            _native.core.read(*arguments)
    with pytest.raises(ValueError, match="address"):
        _native.core.read(page.core, EMPTY.core, address[1:])
    with pytest.raises(TypeError):
        lines.core.predict("no model", 1.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        lines.core.select()  # type: ignore[call-arg]
    for wrong in (np.zeros(len(lines) + 1, np.float32), np.zeros(len(lines), np.float64)):
        for question in (lines.core.pool, lines.core.scores, lambda given: lines.core.select(given, 0, 1.0, True)):
            with pytest.raises(ValueError, match="every line"):
                question(wrong)
    with pytest.raises(ValueError, match="every line"):
        lines.core.leaves(np.zeros(len(lines) + 1, np.bool_))


def test_names_and_types_are_checked() -> None:
    page = ridgeline.parse(HTML)
    lines = read_lines(page)
    assert lines is not None
    for column in (page.core.column, lines.core.column):
        with pytest.raises(KeyError):
            column("nonsense")
        with pytest.raises(TypeError):
            column(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        _native.core.texts("no page")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        _native.core.parse(3, 1, 1, 1, 0.0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="offsets"):
        _native.core.make_lexicon((b"ab", np.array([0, 1], np.uint32)), (b"", np.zeros(1, np.uint32)), np.zeros(0), 0)


CORE: Any = _native.core  # that is given what its types forbid
HALF = "\ud800"  # of a character: it cannot be encoded
WORDS = b"ab", np.array([0, 1, 2], np.uint32)
IDS = np.zeros(2, np.int32)
TABLE = elements.table(["nav"])


@pytest.mark.parametrize(
    ("error", "call"),
    [
        (UnicodeEncodeError, lambda page: CORE.parse(HALF, 1, 1, 1, 0.0)),
        (UnicodeEncodeError, lambda page: CORE.name_words(HALF)),
        (UnicodeEncodeError, lambda page: CORE.kinds(HALF)),
        (TypeError, lambda page: CORE.kinds(3)),
        (TypeError, lambda page: CORE.count_words(3)),
        (TypeError, lambda page: CORE.count_beyond_ascii("text")),
        (TypeError, lambda page: CORE.parse(bytearray(b"<p>"), 9, 9, 9, 0.0)),
        (TypeError, lambda page: CORE.beginning("no page", 1)),
        (TypeError, lambda page: CORE.build(3, IDS, (), (), ())),
        (TypeError, lambda page: CORE.build(IDS, 3, (), (), ())),
        (TypeError, lambda page: CORE.build(IDS, IDS, 3, (), ())),
        (TypeError, lambda page: CORE.build(np.array([-1], np.int32), IDS[:1], (3,), ({},), ("",))),
        (ValueError, lambda page: CORE.build(IDS, IDS[:1], (), ({}, {}), ("", ""))),
        (ValueError, lambda page: CORE.build(IDS[:0], IDS[:0], (), (), ())),
        (UnicodeEncodeError, lambda page: CORE.build(IDS[:1] - 1, IDS[:1] + HTML_TAG, (), ({HALF: ""},), ("",))),
        (TypeError, lambda page: page.column()),
        (TypeError, lambda page: page.column(name="tag")),
        (UnicodeEncodeError, lambda page: page.having(HALF)),
        (UnicodeEncodeError, lambda page: page.saying((HALF,))),
        (UnicodeEncodeError, lambda page: page.containing(HALF, ("a",))),
        (UnicodeEncodeError, lambda page: page.containing("class", (HALF,))),
        (TypeError, lambda page: page.containing("class", "a")),
        (ValueError, lambda page: page.containing("class", ("a",) * 65)),
        (TypeError, lambda page: page.value(1)),
        (TypeError, lambda page: page.value("row", "class")),
        (IndexError, lambda page: page.value(99, "class")),
        (IndexError, lambda page: page.value(-1, "class")),
        (UnicodeEncodeError, lambda page: page.value(1, HALF)),
        (TypeError, lambda page: page.value(1, "class", "all")),
        (TypeError, lambda page: page.text_of(IDS)),
        (TypeError, lambda page: page.text_of(3, True)),
        (TypeError, lambda page: page.tidy(3)),
        (ValueError, lambda page: page.tidy(memoryview(bytes(5))[1:])),  # which no int32 begins at
        (TypeError, lambda page: page.count_words(IDS)),
        (ValueError, lambda page: page.count_words(IDS, 9)),
        (TypeError, lambda page: page.count_words_outside(IDS[:0], 3, 9)),
        (ValueError, lambda page: page.count_words_outside(IDS, TABLE, 9)),
        (ValueError, lambda page: page.count_words_outside(IDS[:0], TABLE[1:], 9)),
        (TypeError, lambda page: page.count_characters("one")),
        (TypeError, lambda page: page.has_any(3)),
        (ValueError, lambda page: page.has_any(TABLE[1:])),
        (ValueError, lambda page: page.lower_beginning(IDS)),
        (ValueError, lambda page: page.short_texts(TABLE[1:], 20)),
        (TypeError, lambda page: CORE.texts(page)["one"]),
        (TypeError, lambda page: CORE.texts(page)[::HALF]),
        (TypeError, lambda page: CORE.make_lexicon(3)),
        (TypeError, lambda page: CORE.make_lexicon((3, IDS), WORDS, IDS, 1)),
        (TypeError, lambda page: CORE.make_lexicon(IDS, WORDS, IDS, 1)),  # whose items are made when asked for
        (TypeError, lambda page: CORE.make_lexicon((b"ab", 3), WORDS, IDS, 1)),
        (ValueError, lambda page: CORE.make_lexicon((b"ab", b""), WORDS, IDS, 1)),
        (ValueError, lambda page: CORE.make_lexicon((b"ab", np.array([1, 2], np.uint32)), WORDS, IDS, 1)),
        (ValueError, lambda page: CORE.make_lexicon((b"ab", np.array([0, 9, 2], np.uint32)), WORDS, IDS, 1)),
        (ValueError, lambda page: CORE.make_lexicon(WORDS, (b"ab", IDS), IDS, 1)),
        (TypeError, lambda page: CORE.make_lexicon(WORDS, WORDS, 3, 1)),
        (ValueError, lambda page: CORE.make_lexicon(WORDS, WORDS, IDS[:1], 1)),
        (ValueError, lambda page: CORE.make_lexicon(WORDS, WORDS, IDS, 0)),
        (ValueError, lambda page: CORE.make_lexicon(WORDS, WORDS, IDS, -1)),
        (ValueError, lambda page: CORE.make_lexicon(WORDS, WORDS, IDS - 1, 1)),
        (TypeError, lambda page: CORE.make_model(EMPTY.core, 3, 1)),
        (IndexError, lambda page: CORE.make_model(EMPTY.core, (), 1)),
        (TypeError, lambda page: CORE.make_model(EMPTY.core, (3,) * 99, 1)),
        (ValueError, lambda page: CORE.make_model(EMPTY.core, (IDS,) * 99, 1)),
        (ValueError, lambda page: CORE.make_model(EMPTY.core, (IDS,) * 99, 0)),
        (ValueError, lambda page: CORE.make_model(EMPTY.core, (IDS,) * 99, 65)),
        (TypeError, lambda page: CORE.read(page, EMPTY.core, 3)),
    ],
)
def test_whatever_is_given_is_checked(error: type[Exception], call: Any) -> None:
    with pytest.raises(error):
        call(ridgeline.parse(HTML).core)


def test_questions_about_a_page_may_have_no_answer() -> None:
    page = ridgeline.parse(HTML)
    assert page.core.having("none") == page.core.containing("none", ("a",)) == page.core.containing("id", ("a",)) == []
    assert page.core.containing("class", ("", "b")) == []
    assert page.core.saying(("", "none", "onf")) == ([], [], [])
    assert page.core.value(4, "class") is page.core.value(0, "class") is None
    assert page.core.value(3, "id") == ""
    others: tuple[Any, ...] = (3, page.attributes)
    assert page.text not in others
    assert repr(page.text) == repr(tuple(page.text))
    for view in (page.text, page.attributes):
        assert pickle.loads(pickle.dumps(view)) == view


def test_the_beginning_of_a_value() -> None:
    page = ridgeline.parse("<p class=été id>one")
    row = next(page.find("p")).index
    assert [page.value(row, "class", most) for most in (-1, 0, 2, 9)] == ["été", "", "ét", "été"]
    assert (page.value(row, "id", 2), page.value(row, "title", 2)) == ("", None)


def test_what_was_read_outlives_its_page() -> None:
    lines = read_lines(ridgeline.parse("<p>One line of text.<p>Another one."))
    assert lines is not None
    core, beginnings = lines.core, lines.beginnings
    column = np.frombuffer(core.column("node"), dtype=np.int32)
    del lines
    assert core.beginnings() == beginnings == [b"one line of text ", b"another one "]
    assert len(column) == 2


@given(st.binary(max_size=80) | st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_characters_beyond_ascii_are_counted_in_what_is_utf8(data: bytes) -> None:
    try:
        expected = sum(character > "\x7f" for character in data.decode())
    except UnicodeDecodeError:
        expected = -1
    assert CORE.count_beyond_ascii(data) == expected
