"""Selectors win over the extractor: leaves kept and dropped, images among them, and metadata."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction
from ridgeline.errors import OptionError, RuleError
from ridgeline.sites.rules import Rule, Rules, Selection
from ridgeline.sites.rules.selection import unmatched

from ...pages import AWKWARD, CARRYING

URL = "https://www.example.org/coast/ferry"
PROSE = "The morning ferry leaves at nine, and it carries more mail than people across the sound."
HTML = f"""<html lang=en><head><title>Ferry | The Coast</title><meta name=author content="Desk">
<link rel=canonical href="{URL}"></head><body>
<nav><a href=/>Home</a> <a href=/news>News</a></nav>
<div class=story><h1>Ferry</h1><p class=lead>{PROSE}</p><figure><img src=/quay.jpg alt="The quay" width=800 height=600>
<figcaption>The quay at nine</figcaption></figure><p>{PROSE} Nobody minds.</p>
<p class=promo>Subscribe to our letter.</p><p hidden class=note>Draft</p></div>
<div class=byline>By <a>Ilse Brandt</a> and <a>Ole Vik</a></div>
<div class=when>Updated 3 May 2024</div><time datetime="2024-05-02T08:00:00Z">yesterday</time>
<footer>© 2026 The Coast</footer></body></html>"""


def extract(html: str = HTML, **options: Any) -> Extraction:
    extraction: Extraction = ridgeline.extract(html, extractor="everything", **options)
    return extraction


@pytest.mark.parametrize(
    ("select", "text"),
    [
        (".byline", "By Ilse Brandt and Ole Vik"),
        ([".byline", "footer"], "By Ilse Brandt and Ole Vik\n\n© 2026 The Coast"),
        ("footer, .byline", "By Ilse Brandt and Ole Vik\n\n© 2026 The Coast"),
        (("nav a:first-child", "nav"), "Home News"),
        (".note", "Draft"),  # hidden, but named itself
        (".promo, .story > .note", "Subscribe to our letter.\n\nDraft"),
    ],
)
@pytest.mark.parametrize("extractor", ["everything", "summit"])
def test_what_is_selected_is_the_content(select: Any, text: str, extractor: str) -> None:
    extraction = ridgeline.extract(HTML, select=select, extractor=extractor)
    assert extraction.text.split() == text.split()
    assert extraction.remarks == ()
    assert extraction.confidence is None


def test_pictures_in_what_is_selected_are_kept() -> None:
    markdown = extract(select=".story", url=URL).markdown
    assert "![The quay](https://www.example.org/quay.jpg)" in markdown
    assert "The quay at nine" in markdown
    assert extract(select="figure img", url=URL).keep.size == 1


def test_permalinks_and_the_like_inside_are_left_out() -> None:
    html = f"<article><h2>Fares<a class=headerlink href='#fares'>¶</a></h2><p>{PROSE}</p></article>"
    assert extract(html, select="article").text == f"Fares\n\n{PROSE}"
    assert extract(html, select=".headerlink").text == "¶"


def test_what_is_hidden_inside_is_left_out() -> None:
    assert "Draft" not in extract(select=".story").text
    assert "Draft" in extract(select="[hidden]").text


def test_what_is_excluded_is_not_content() -> None:
    text = extract(exclude=["nav", "footer", ".promo"]).text
    assert PROSE in text
    assert not any(word in text for word in ("Home", "Coast", "Subscribe"))
    assert extract(select=".story", exclude="figure, p").text == "Ferry"


def test_what_matches_nothing_is_left_to_the_extractor() -> None:
    extraction = extract(select=[".none", ".nothing", ".never", ".nowhere"])
    assert extraction.text == extract().text
    assert extraction.remarks == ("nothing on the page matches .none, .nothing, .never …, so the extractor decided",)
    assert extract(exclude=".none").keep.tolist() == extract().keep.tolist()


def test_all_can_be_excluded() -> None:
    extraction = extract(exclude="*")
    assert not extraction
    assert extraction.status is ridgeline.Status.NOTHING


@pytest.mark.parametrize("option", ["select", "exclude"])
@pytest.mark.parametrize("wrong", ["p >", ["p", "b:hover"], 7, [7]])
def test_wrong_selectors_are_option_errors(option: str, wrong: Any) -> None:
    with pytest.raises(OptionError, match="selector"):
        extract(**{option: wrong})


# --- Rules


RULES = Rules(
    [
        Rule(
            "example.org", select=(".story",), exclude=(".promo",), title=("h1",), author=(".byline a",), date=("time",)
        ),
        Rule("example.org/coast", select=(".none", ".lead"), date=(".when",)),
    ]
)


def test_the_rule_of_the_site_is_applied() -> None:
    extraction = extract(rules=RULES, url="https://example.org/news")
    assert PROSE in extraction.text
    assert "Subscribe" not in extraction.text
    assert "Home" not in extraction.text
    metadata = extraction.metadata
    assert (metadata.title, metadata.authors, metadata.date) == ("Ferry", ("Ilse Brandt", "Ole Vik"), "2024-05-02")
    assert extraction.title == "Ferry"
    assert json.loads(extraction.json)["metadata"]["authors"] == ["Ilse Brandt", "Ole Vik"]


@pytest.mark.parametrize("url", [URL, None])  # without one, the page's canonical address counts
def test_the_most_specific_rule_is_applied(url: str | None) -> None:
    extraction = extract(rules=RULES, url=url)
    assert extraction.text == PROSE
    assert extraction.metadata.date == "2024-05-03"
    assert extraction.metadata.authors == extract().metadata.authors


def test_a_page_of_another_site_is_left_alone() -> None:
    extraction = extract(rules=RULES, url="https://example.com/")
    assert extraction.keep.tolist() == extract().keep.tolist()
    assert extraction.metadata == extract(url="https://example.com/").metadata


def test_selectors_of_the_call_replace_and_add_to_those_of_the_rule() -> None:
    url = "https://example.org/news"
    assert extract(rules=RULES, url=url, select=".byline a").text.split() == ["Ilse", "Brandt", "Ole", "Vik"]
    text = extract(rules=RULES, url=url, exclude="figure").text
    assert "quay" not in text
    assert "Subscribe" not in text


def test_rules_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    RULES.save(path)
    for given_as in (path, str(path)):
        assert extract(rules=given_as, url=URL).text == PROSE
    path.write_text('["example.org"]\nselect = "p >"\n')
    with pytest.raises(RuleError, match=r"rules\.toml: 'example\.org': select: the CSS selector"):
        extract(rules=path)


@pytest.mark.parametrize("wrong", [7, ["p"], {"example.org": {}}])
def test_rules_are_rules_or_a_path(wrong: Any) -> None:
    with pytest.raises(OptionError, match=r"^rules are a ridgeline\.sites\.rules\.Rules or the path of a file, not "):
        extract(rules=wrong)


def test_fields_that_are_not_on_the_page_stay_as_it_states_them() -> None:
    rule = Rule("*", title=(".none",), author=(".none", "nav:empty"), date=("h1",))
    assert extract(rules=Rules([rule])).metadata == extract().metadata


@pytest.mark.parametrize(
    ("rule", "name", "value"),
    [
        (Rule("*", title=(".none", "figcaption", "h1")), "title", "The quay at nine"),
        (Rule("*", title=("meta[name=author]",)), "title", "Desk"),
        (Rule("*", author=(".byline",)), "authors", ("Ilse Brandt", "Ole Vik")),
        (Rule("*", author=(".none", "footer")), "authors", ("© 2026 The Coast",)),  # a person knows better
        (Rule("*", date=("h1", ".when", "time")), "date", "2024-05-03"),
    ],
)
def test_fields_by_selectors(rule: Rule, name: str, value: Any) -> None:
    assert getattr(extract(rules=Rules([rule])).metadata, name) == value


def test_the_title_of_a_rule_is_the_one_that_is_written() -> None:
    rules = Rules([Rule("*", select=(".lead",), title=("figcaption",))])
    assert extract(rules=rules).markdown == f"# The quay at nine\n\n{PROSE}"


# --- Pages that carry their content as data


def test_selectors_are_of_the_page_as_it_was_parsed() -> None:
    shell = CARRYING["a shell with JSON-LD"].replace("<div id=root></div>", "<div id=root><p>Loading</p></div>")
    assert extract(shell).carrier == "json-ld"
    selected = extract(shell, select="#root")
    assert (selected.text, selected.carrier, selected.remarks) == ("Loading", None, ())
    assert extract(shell, select=".none").text == extract(shell).text


# --- Any page


def test_what_is_no_page_has_nothing_to_select() -> None:
    extraction = ridgeline.extract(b"%PDF-1.7", select="p", rules=Rules([Rule("*", title=("h1",))]))
    assert extraction.remarks == ("a PDF document, not a web page",)


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_awkward_pages(html: str) -> None:
    rules = Rules([Rule("*", ("body *", "html"), ("li + li",), ("*",), ("*",), ("*",))])
    extraction = extract(html, rules=rules)
    assert set(extraction.keep.tolist()) <= set(range(len(extraction.page.leaves)))
    extraction.metadata  # noqa: B018


@given(st.lists(st.sampled_from(["p", "div", ".story", "h1", "nav *", ":not(p)", "*"]), min_size=1, max_size=3))
def test_to_keep_and_to_drop_the_same_leaves_nothing(selectors: list[str]) -> None:
    assert not extract(select=selectors, exclude=selectors)
    kept = set(extract(select=selectors).keep.tolist())
    dropped = set(extract(exclude=selectors).keep.tolist())
    assert kept.isdisjoint(dropped)
    assert kept | dropped >= set(extract().keep.tolist())  # more, where what is hidden is named


def test_selectors_that_match_nothing_are_named() -> None:
    rule = Rule("*", ("p", ".a"), ("footer",), (), (".b",), ("time",))
    assert list(unmatched(rule, ridgeline.parse(HTML))) == [("select", ".a"), ("author", ".b")]


def test_many_selectors_on_a_large_page_take_bounded_time() -> None:
    page = ridgeline.parse("<div class=k><p>a<b>c</b></p></div>" * 30_000)
    rule = Rule("*", select=tuple(f"div:has(> p) .k{number} ~ * b" for number in range(100)), exclude=("p > b",))
    selection = Selection(rules=Rules([rule]))
    extraction = ridgeline.load("everything").extract(page)
    start = time.process_time()
    selection.apply(extraction)
    assert time.process_time() - start < 10
