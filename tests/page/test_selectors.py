"""CSS selectors over the columns: what they match, what they refuse, and that lexbor's own engine finds the same."""

import itertools
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

import ridgeline
from ridgeline import Page
from ridgeline.errors import OptionError
from ridgeline.page import elements
from ridgeline.page.budget import Budget
from ridgeline.page.selector_syntax import MAX_LENGTH, MAX_NESTING, MAX_PARTS, parse_selectors
from ridgeline.page.selectors import Matcher, matches

from ..pages import AWKWARD, page

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*/source.html"))

SAMPLE = """<main id=top class="wide Dark">
<h1 lang=en-GB>Ferry</h1><p class="lead first">One <b>two</b></p><p data-kind="Note">Three</p>
<ul><li>1</li><li class=odd-one>2</li><li>3</li><li>4</li></ul>
<p></p><p> </p><img src="/a/tower.png" alt><input TYPE=Search>
<svg viewBox="0 0 1 1"><linearGradient></linearGradient></svg>
<div><a href="https://a.example/x.pdf" rel="nofollow next">pdf</a><em>x</em></div><x-card id="1st">card</x-card>
</main>"""


def names(made: Page, css: str) -> list[str]:
    """The names of the matched elements, with the id of those that have one."""
    return [f"{node.tag}#{node.get('id')}" if node.get("id") else node.tag for node in made.select(css)]


def texts(made: Page, css: str) -> list[str]:
    return [node.text_content.strip() for node in made.select(css)]


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("b", ["two"]),
        ("B", ["two"]),
        ("#top b", ["two"]),
        ("#TOP b", []),
        (".lead", ["One two"]),
        (".lead.first", ["One two"]),
        (".Lead", []),
        ("p.lead, li.odd-one", ["One two", "2"]),
        ("[data-kind]", ["Three"]),
        ("[DATA-KIND='Note']", ["Three"]),
        ("[data-kind=note]", []),
        ("[data-kind=note i]", ["Three"]),
        ("[ data-kind = 'nOTE' I ]", ["Three"]),
        ("[lang|=en]", ["Ferry"]),
        ("[lang|=e]", []),
        ("[lang=EN-gb]", ["Ferry"]),  # HTML compares languages without regard to case
        ("[lang=EN-gb s]", []),
        ("[href^='https:']", ["pdf"]),
        ('[href$=".pdf"]', ["pdf"]),
        ("[href*='a.example']", ["pdf"]),
        ("[href*='']", []),
        ("[href^='']", []),
        ("[rel~=next]", ["pdf"]),
        ("[rel~='nofollow next']", []),
        ("[rel~='']", []),
        ("a[href][rel]", ["pdf"]),
        (r"#\31st", ["card"]),
        (r"#\31 st", ["card"]),
        (r"[id='\31 st']", ["card"]),
        ("[id='1\\\nst']", ["card"]),
        (r"x\-card", ["card"]),
        (r"\78-card", ["card"]),
        ("main > ul > li", ["1", "2", "3", "4"]),
        ("main>ul>li", ["1", "2", "3", "4"]),
        ("main li", ["1", "2", "3", "4"]),
        ("main > li", []),
        ("h1 + p", ["One two"]),
        ("h1 ~ p", ["One two", "Three", "", ""]),
        ("li.odd-one ~ li", ["3", "4"]),
        ("li.odd-one + li", ["3"]),
        ("h1/* a comment */+/**/p", ["One two"]),
        ("li:first-child", ["1"]),
        ("li:last-child", ["4"]),
        ("b:only-child", ["two"]),
        ("li:only-child", []),
        ("li:nth-child(2)", ["2"]),
        ("li:nth-child(odd)", ["1", "3"]),
        ("li:nth-child( EVEN )", ["2", "4"]),
        ("li:nth-child(2n)", ["2", "4"]),
        ("li:nth-child(2n + 1)", ["1", "3"]),
        ("li:nth-child(-n+2)", ["1", "2"]),
        ("li:nth-child(n + 3)", ["3", "4"]),
        ("li:nth-child(n-3)", ["1", "2", "3", "4"]),
        ("li:nth-child(+3n-2)", ["1", "4"]),
        ("li:nth-child(0)", []),
        ("li:nth-child(-1)", []),
        ("li:nth-last-child(2)", ["3"]),
        ("p:first-of-type", ["One two"]),
        ("main > p:nth-of-type(2)", ["Three"]),
        ("main > p:nth-last-of-type(3)", ["Three"]),
        ("div > :only-of-type", ["pdf", "x"]),
        ("p:empty", [""]),
        ("p:not(.lead):not(:empty)", ["Three", ""]),
        ("main > :not(p, ul, svg, img, input, div, x-card)", ["Ferry"]),
        ("li:not(:first-child, :last-child)", ["2", "3"]),
        ("main :is(h1, em)", ["Ferry", "x"]),
        ("main :where(h1, em)", ["Ferry", "x"]),
        (":is(ul > li):first-child", ["1"]),
        ("p:has(b)", ["One two"]),
        ("div:has(> em)", ["pdfx"]),
        ("h1:has(+ p)", ["Ferry"]),
        ("li:has(~ .odd-one)", ["1"]),
        ("li:has(+ li + li)", ["1", "2"]),
        ("li:not(:has(~ li))", ["4"]),
        ("p:has(> b, > i)", ["One two"]),
        ("p:has(main b)", []),  # it is `:scope main b`: the anchor is around all of it
        ("b:not(p b)", []),
    ],
)
def test_what_selectors_match(css: str, expected: list[str]) -> None:
    assert texts(page(SAMPLE), css) == expected


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ("linearGradient", ["linearGradient"]),
        ("svg[viewBox]", ["svg"]),
        ("SVG", ["svg"]),
        ("[type=search]", ["input"]),
        ("img[alt='']", ["img"]),
        ("img[alt]", ["img"]),
        (":root", ["html"]),
        ("html:first-child:last-child", ["html"]),
        ("* > main", ["main#top"]),
        (":root > *", ["head", "body"]),
        ("title", []),
    ],
)
def test_names_of_elements_and_attributes(css: str, expected: list[str]) -> None:
    assert names(page(SAMPLE), css) == expected


def test_positions_are_rows_in_document_order() -> None:
    made = page("<p>a</p><div><p>b</p></div><p>c</p>")
    found = matches(made, "div, p")
    assert found.tolist() == sorted(found.tolist())
    assert [made[int(row)].text_content for row in found] == ["a", "b", "b", "c"]


@pytest.mark.parametrize(
    ("css", "place"),
    [
        ("", "at its end: expected an element"),
        ("   ", "at its end: expected an element"),
        ("p >", "at its end: expected an element"),
        ("p > > b", r"at character 5, '> b': expected an element"),
        ("> p", r"at character 1, '> p': expected an element"),
        ("p,,b", r"at character 3, ',b': expected an element"),
        ("p,", "at its end: expected an element"),
        ("p:hover", r"at character 2, ':hover': unknown pseudo-class :hover"),
        ("p:contains('x')", "at character 2, .*: unknown pseudo-class :contains"),
        ("p::before", "at character 2, '::before': a pseudo-element is not an element"),
        ("p:", "expected a pseudo-class"),
        ("p.", "at character 2, '.': expected a class"),
        ("p#1", "at character 2, '#1': expected an id"),
        ("[", "at its end: expected the name of an attribute"),
        ("[a", "at its end: expected an operator"),
        ("[a=]", "at character 4, ']': expected a value"),
        ("[a=1]", "at character 4, '1]': expected a value, in quotes"),
        ("[a='x]", 'at character 4, "\'x]": expected a value'),
        ("[a=x y]", "at character 6, 'y]': expected ]"),
        ("[a!=x]", "expected an operator"),
        (":not()", r"at character 6, '\)': expected an element"),
        (":not(p", r"at its end: expected a combinator, a comma or \)"),
        (":is", "at character 1, ':is': :is takes an argument"),
        (":empty()", ":empty takes no argument"),
        (":nth-child(x)", "at character 12, .*: expected odd, even, a number or a formula"),
        (":nth-child(2 n)", r"expected \)"),
        ("p)", r"at character 2, '\)': expected a combinator, a comma or the end"),
        ("svg|a", r"at character 4, '\|a': expected a combinator"),
        ("p*", r"at character 2, '\*'"),
        ("p /* open", "at character 3"),
        ("p \ud800", "at character 3, .*: half of a character"),
        ("p" * (MAX_LENGTH + 1), "is longer than 2,000 characters"),
        (":not(" * (MAX_NESTING + 1) + "p" + ")" * (MAX_NESTING + 1), "nested deeper than 8 times"),
        ("p " * MAX_PARTS, "more than 200 parts"),
    ],
)
def test_a_wrong_selector_is_one_line_that_names_the_place(css: str, place: str) -> None:
    with pytest.raises(OptionError) as raised:
        page(SAMPLE).select(css)
    message = str(raised.value)
    assert message.startswith("the CSS selector ")
    assert "\n" not in message
    assert len(message) < 400
    assert re.search(place, message), message


@pytest.mark.parametrize("wrong", [None, 7, ["p"], b"p"])
def test_a_selector_is_a_string(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"^a CSS selector is a string, not "):
        page("<p>").select(wrong)


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages_can_be_searched(html: str) -> None:
    made = ridgeline.parse(html)
    every = [index for index in range(len(made)) if made[index].tag != elements.TEXT]
    assert matches(made, "*").tolist() == every
    assert matches(made, ":not(*)").tolist() == []
    for css in ("* *", "* > *", "* + *", "* ~ *", ":has(*)", ":has(+ *)", ":has(~ *)", ":nth-last-of-type(2)", "[x]"):
        assert set(matches(made, css).tolist()) <= set(every)


def test_time_is_linear_in_the_page() -> None:
    """Forms that take an engine quadratic time: each element asks all before it, above it or below it."""
    selectors = (
        "p ~ p",
        "* * * *",
        ":has(~ i)",
        ":not(:has(i))",
        "p:nth-last-of-type(7)",
        "[class~=k] + .k",
        "[a*=aaab]",
    )
    pages = [
        ridgeline.parse("<p class=k>" * 60_000),
        ridgeline.parse("<div>" * 400 + "<b class=k></b>" * 60_000),
        ridgeline.parse(f"<p a={'a' * 2_000_000}>"),
    ]
    start = time.process_time()
    for made in pages:
        for css in selectors:
            matches(made, css)
    assert time.process_time() - start < 6  # 0.6 s when it was written; quadratic, they take minutes


# --- lexbor's own engine finds the same.


class Oracle:
    """What lexbor matches, as positions among all elements."""

    def __init__(self, html: str) -> None:
        self._parser = LexborHTMLParser(html)
        self._order = {node.mem_id: position for position, node in enumerate(self._parser.css("*"))}

    def __len__(self) -> int:
        return len(self._order)

    def matches(self, css: str) -> list[int]:
        return sorted({self._order[node.mem_id] for node in self._parser.css(css)})


def found(made: Page, css: str) -> list[int]:
    """What we match, as positions among all elements."""
    order = {row: position for position, row in enumerate(matches(made, "*").tolist())}
    return [order[row] for row in matches(made, css).tolist()]


_PAGE_SELECTORS = (
    *("p", "div > p", "li a", "h2 + p", "p ~ p", "[href]", "[class]", "a[href^='/']", "[href*='#']", "[class~=post]"),
    *(
        "body :first-child",
        "body :last-child",
        "body :only-child",
        "body :nth-child(3n+1)",
        "body :nth-last-child(-n+2)",
    ),
    *("body :nth-of-type(2)", "body :nth-last-of-type(odd)", "body :only-of-type", ":empty", ":not([class])"),
    *("li:has(a)", "div:has(> p)", "p:has(+ p)", "h2:has(~ ul)", ":is(h1, h2, h3)", "div:not(:has(div)) > *"),
    *("main, article, section", "body > * > *", "p:not(p p, li p)", "table tr:nth-child(even) td:first-of-type"),
)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_golden_pages_as_lexbor_matches(path: Path) -> None:
    made = ridgeline.parse(path.read_bytes())
    oracle = Oracle(made.source)
    assert len(oracle) == len(made.select("*")) > 3
    for css in _PAGE_SELECTORS:
        assert found(made, css) == oracle.matches(css), css


_trees = st.recursive(
    st.sampled_from(["", " ", "text", "<br>", "<!-- c -->"]),
    lambda inner: st.builds(
        lambda name, attributes, children: f"<{name}{attributes}>{''.join(children)}</{name}>",
        st.sampled_from(("div", "b", "em", "section", "x-y")),
        st.sampled_from(("", " class=k", ' class="k wide"', " id=one", " title='A b'", " title=a-b", " class")),
        st.lists(inner, max_size=4),
    ),
    max_leaves=14,
)
_simple = st.sampled_from(
    [
        *(".k", ".wide", "#one", "[title]", "[class]", "[title='A b']", "[title='a B' i]", "[title|=a]", "[title~=b]"),
        *("[title^=A]", "[title$=b]", "[title*=' ']", ":first-child", ":last-child", ":only-child", ":empty"),
        *(":nth-child(2)", ":nth-child(2n+1)", ":nth-child(-n+2)", ":nth-last-child(n+2)", ":first-of-type"),
        *(":last-of-type", ":only-of-type", ":nth-of-type(2n)", ":nth-last-of-type(2)"),
    ]
)
# The root is a first child to browsers and to us (Selectors Level 4), but not to lexbor.
_types = st.sampled_from(["*:not(html)", "div", "b", "em", "section", "x-y"])
_compounds = st.builds(lambda name, parts: name + "".join(parts), _types, st.lists(_simple, max_size=2))
_combinators = st.sampled_from([" ", " > ", " + ", " ~ ", ">", "+"])


def _chains(compounds: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    more = st.lists(st.tuples(_combinators, compounds).map("".join), max_size=2).map("".join)
    return st.tuples(compounds, more).map("".join)


_nested = st.one_of(
    _compounds,
    st.tuples(_compounds, _chains(_compounds)).map(lambda pair: f"{pair[0]}:not({pair[1]})"),
    st.tuples(_compounds, _chains(_compounds), _compounds).map(lambda parts: f"{parts[0]}:is({parts[1]}, {parts[2]})"),
    st.tuples(_compounds, st.sampled_from(["", "> ", "+ ", "~ "]), _chains(_compounds)).map(
        lambda parts: f"{parts[0]}:has({parts[1]}{parts[2]})"
    ),
)
_selectors = st.lists(_chains(_nested), min_size=1, max_size=2).map(", ".join)


@given(st.lists(_trees, min_size=1, max_size=4).map("".join), _selectors)
def test_any_selector_on_any_tree_as_lexbor_matches(body: str, css: str) -> None:
    html = f"<!DOCTYPE html><html><head></head><body><main>{body}</main></body></html>"
    made, oracle = ridgeline.parse(html), Oracle(html)
    assert len(oracle) == len(made.select("*"))
    inside = set(found(made, "main *"))
    assert [one for one in found(made, css) if one in inside] == [one for one in oracle.matches(css) if one in inside]


@given(st.text(alphabet="ab.#[]()=~|^$*:>+, '\"\\\n/-n2éi", max_size=24))
def test_any_text_is_a_selector_or_an_option_error(css: str) -> None:
    with suppress(OptionError):
        assert isinstance(page(SAMPLE).select(css), list)


def test_a_selector_that_there_is_no_time_for_matches_nothing() -> None:
    made = ridgeline.parse("<div class=k><b>x</b></div>" * 2_000)
    spent = Budget(1.0, spent=2.0)
    for css in ("div", ":not(div)", "div b", "* > *", "b:has(+ b)", ".k"):
        assert not Matcher(made, spent).mask(css).any()
    assert spent.is_cut
    assert Matcher(made, Budget(60.0)).mask("div > b").sum() == 2_000


def test_an_attribute_of_many_elements_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ridgeline.parse("<p class=k>x" * 5_000)
    budget = Budget(1.0)
    seconds = itertools.count()
    monkeypatch.setattr("time.thread_time", lambda: next(seconds) / 20)
    with budget.spending():
        assert not Matcher(made, budget).mask(".k").any()
    assert next(seconds) < 60


def test_the_parts_of_selectors_are_bounded_together() -> None:
    parse_selectors(["a b"] * 200)
    with pytest.raises(OptionError, match=r"have 4,000 parts together; the limit is 2,000"):
        parse_selectors([f"a{' a' * 9}"] * 200)
