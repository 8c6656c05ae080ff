"""Excerpts: within their budget, with what was left out named and a way to ask for it."""

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ridgeline
from ridgeline import Extraction, Limits
from ridgeline.errors import OptionError
from ridgeline.passages import estimate_tokens
from ridgeline.passages.ranking import rank

from .test_passages import PAGE


@pytest.fixture(scope="module")
def extraction() -> Extraction:
    return ridgeline.extract(PAGE, url="https://walks.test/one", extractor="everything")


def test_a_text_that_fits_is_whole(extraction: Extraction) -> None:
    excerpt = extraction.excerpt(max_tokens=100_000)
    assert excerpt.markdown == extraction.markdown.strip("\n")
    assert (excerpt.left_out, excerpt.next_start, excerpt.tokens) == (None, None, excerpt.total_tokens)


@pytest.mark.parametrize("max_tokens", [128, 200, 500, 1000])
def test_a_long_text_is_an_outline_and_its_beginning(extraction: Extraction, max_tokens: int) -> None:
    excerpt = extraction.excerpt(max_tokens=max_tokens)
    assert excerpt.tokens == estimate_tokens(excerpt.markdown) <= max_tokens
    outline, _, rest = excerpt.markdown.partition("# A walk\n")
    assert "- 1 A walk (" in outline
    assert rest.lstrip().startswith("The path climbs")
    assert excerpt.left_out is not None
    assert excerpt.markdown.splitlines()[-1] == f"*[{excerpt.left_out}]*"
    assert f"start={excerpt.next_start}" in excerpt.left_out


@pytest.mark.parametrize("max_tokens", [128, 300])
def test_the_next_pieces_are_the_rest(extraction: Extraction, max_tokens: int) -> None:
    place: int | None = 0
    places = []
    while place is not None:
        places.append(place)
        excerpt = extraction.excerpt(max_tokens=max_tokens, start=place)
        assert excerpt.tokens <= max_tokens
        assert excerpt.start == place
        place = excerpt.next_start
    spans = zip(places, [*places[1:], len(extraction.markdown)], strict=True)
    assert "".join(extraction.markdown[start:stop] for start, stop in spans) == extraction.markdown
    assert len(places) > 4
    later = extraction.excerpt(max_tokens=max_tokens, start=places[-2]).markdown
    assert later.count("```") in (0, 2)  # code is whole


def test_a_section_by_its_number(extraction: Extraction) -> None:
    section = next(each for each in extraction.sections if each.title == "Huts")
    excerpt = extraction.excerpt(section=section.number)
    assert excerpt.markdown == extraction.markdown[section.start : section.stop].strip("\n")
    assert excerpt.left_out is None
    missing = extraction.excerpt(section="7.7")
    assert missing.left_out is not None
    assert missing.left_out.startswith("There is no section 7.7.")
    assert "- 1.1.1 Huts (" in missing.markdown.replace("    ", "").replace("  ", "")


def test_a_query_returns_whole_sections_in_page_order() -> None:
    topics = {"Trains": "rails and stations", "Boats": "harbours and sails", "Kites": "wind and string"}
    body = "".join(
        f"<h2>{title}</h2><p>{words.capitalize()}: {words} again. {'x ' * 40}</p>" for title, words in topics.items()
    )
    extraction = ridgeline.extract(f"<h1>Toys</h1><p>Words.</p>{body}", extractor="everything")
    kites = extraction.excerpt(query="Which string does a kite need?")
    assert "## Kites" in kites.markdown
    assert "Boats" not in kites.markdown
    both = extraction.excerpt(query="string for kites, station of trains").markdown
    assert both.index("## Trains") < both.index("*[…]*") < both.index("## Kites")
    assert re.search(r"section=1\b.*\b1\.2\b", kites.left_out or "")
    nothing = extraction.excerpt(query="zebra")
    assert nothing.markdown.startswith("# Toys")
    assert "Nothing fits the query" in (nothing.left_out or "")


def test_a_query_of_one_long_section_returns_pieces_of_it(extraction: Extraction) -> None:
    excerpt = extraction.excerpt(query="hut 47", max_tokens=250)
    assert excerpt.tokens <= 250
    assert "| hut | price |\n| --- | --- |" in excerpt.markdown
    assert "| hut 47 | 47 coins |" in excerpt.markdown


_TEXTS = st.text(alphabet="ab é.漢|`*#>-1\n[]()", min_size=1, max_size=60)
_TAGS = st.sampled_from(["<p>{}", "<h2>{}</h2>", "<h3>{}</h3>", "<li>{}", "<pre>{}</pre>", "<table><tr><td>{}</table>"])


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(_TAGS, _TEXTS, st.integers(1, 60)), max_size=12),
    st.integers(128, 400),
    st.one_of(
        st.fixed_dictionaries({"query": st.just("a 漢 1")}), st.fixed_dictionaries({"start": st.integers(0, 2000)})
    ),
)
def test_no_excerpt_is_over_its_budget(
    parts: list[tuple[str, str, int]], max_tokens: int, options: dict[str, Any]
) -> None:
    html = "".join(part.format(words * times) for part, words, times in parts)
    extraction = ridgeline.extract(f"<body>{html}", extractor="everything")
    excerpt = extraction.excerpt(max_tokens=max_tokens, **options)
    assert estimate_tokens(excerpt.markdown) <= max_tokens


_WILD: st.SearchStrategy[Any] = st.one_of(
    st.integers(-10, 10),
    st.integers(127, 400),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=40),  # halves of characters among them
    st.sampled_from(["1", "1.1", "0", "9" * 5_000, "1" + ".1" * 3_000, "a" * 1_000, "a " * 600, "\x00", "](", "*["]),
    st.binary(max_size=4),
    st.lists(st.integers(), max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(st.fixed_dictionaries({}, optional=dict.fromkeys(("max_tokens", "start", "query", "section"), _WILD)))
def test_any_value_is_used_or_refused(extraction: Extraction, options: dict[str, Any]) -> None:
    try:
        excerpt = extraction.excerpt(**options)
    except OptionError as error:
        refusal = str(error)
    else:
        refusal = ""
    assert len(refusal) < 300
    assert "\n" not in refusal
    if refusal:
        return
    assert excerpt.tokens == estimate_tokens(excerpt.markdown) <= (options.get("max_tokens") or excerpt.tokens)
    assert 0 <= excerpt.start <= len(extraction.markdown)
    assert excerpt.next_start is None or excerpt.start <= excerpt.next_start <= len(extraction.markdown)


def test_a_search_ends_when_its_time_is_over() -> None:
    """In a section that is far over the budget of tokens, as many pieces are looked at as there is time for."""
    html = f"<pre>{'x = 1&#10;' * 20_000}</pre>"
    extraction = ridgeline.extract(html, extractor="everything", limits=Limits(seconds=0.0001))
    excerpt = extraction.excerpt(query="x", max_tokens=128)
    assert excerpt.tokens <= 128
    assert extraction.is_unfinished
    later = extraction.excerpt(query="1", max_tokens=128)
    assert (later.left_out or "").startswith("The time for a search is over, so this is the beginning.")


def test_json_has_a_remark(extraction: Extraction) -> None:
    written = json.loads(extraction.write("json", formats=("markdown",), max_tokens=128))
    assert estimate_tokens(written["markdown"]) <= 128
    assert written["remarks"][-1].startswith("Left out: about ")


@pytest.mark.parametrize(
    ("format", "options", "message"),
    [
        ("markdown", {"max_tokens": 8}, "max_tokens is 128 to"),
        ("markdown", {"query": "  "}, "1 to 1,000 characters"),
        ("markdown", {"query": "words", "start": 3}, "no next piece"),
        ("markdown", {"start": -1}, "start is 0 or more"),
        ("html", {"query": "words"}, "query has no meaning in html"),
    ],
)
def test_wrong_options(extraction: Extraction, format: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        extraction.write(format, **options)


def test_ranking() -> None:
    passages = [("", "the cat sat on the mat"), ("Dogs", "they bark"), ("", "猫が好き"), ("", "cats and dogs")]
    assert max(range(4), key=rank(passages, "what is a dog?").__getitem__) == 1
    assert rank(passages, "猫")[2] > 0 == rank(passages, "猫")[0]
    assert rank(passages, "the")[0] > 0  # no other words were asked for
    assert rank([], "words") == []


def test_numbers_of_thousands_of_sections_leave_room_for_the_text() -> None:
    html = "".join(f"<h{n % 6 + 1}>Head {n}</h{n % 6 + 1}><p>Words of section {n}.</p>" for n in range(3_000))
    extraction = ridgeline.extract(html, extractor="everything")
    start = 0
    for _ in range(5):
        excerpt = extraction.excerpt(max_tokens=128, start=start)
        assert excerpt.tokens <= 128
        assert excerpt.next_start is not None
        assert excerpt.next_start > start
        start = excerpt.next_start
    assert extraction.excerpt(max_tokens=128, section="9" * 5_000).tokens <= 128
