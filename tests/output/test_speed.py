"""Pages made to be slow. Every format is linear in the page: each of these takes a fraction of the limit."""

import time

import pytest

import ridgeline
from ridgeline import Extraction
from ridgeline.output import FORMATS

from .building import everything, page_of

MAX_CPU_SECONDS = 2.0  # they take under 0.5 each; something quadratic takes minutes
HUGE = "9" * 5000

PAGES = {
    "paragraphs": "<p>word " * 20_000,
    "inline": "<b>word</b> <i>word</i>" * 10_000,
    "touching emphasis": "<b>a</b><i>b</i>" * 10_000,
    "line breaks": "word<br>" * 20_000,
    "items": "<ul>" + "<li>word" * 20_000,
    "lists": "<ul><li>word</ul>" * 10_000,
    "numbered items": "<ol start=5>" + f"<li value={HUGE}>word" * 500,
    "nested lists": "<ul><li>word" * 5_000,
    "deep siblings": "<ul><li>" * 100 + "<p>word" * 10_000,
    "nested quotations": "<blockquote>word" * 5_000,
    "nested emphasis": "<b><i>word" * 5_000,
    "headings": "<h2>word</h2>" * 10_000,
    "a heading around everything": "<h1>" + "<p>word" * 10_000,
    "links": "<a href=x>word</a> " * 10_000,
    "one link": "<a href=/x>" + "word <b>word</b> " * 10_000,
    "pictures": "<picture>" + "<img alt=word>" * 10_000,
    "many cells": "<table>" + ("<tr>" + "<td>word" * 100) * 100,
    "many columns": "<table><tr>" + "<td>word" * 10_000 + "<tr><td>word" * 10_000,
    "nested tables": "<table><tr><td>word" * 2_000,
    "spans": f"<table><tr><th colspan={HUGE} rowspan={HUGE}>a<th>b" + "<tr><td colspan=1000000000>c<td>d" * 5_000,
    "row spans": "<table><tr>" + "<td rowspan=65534>word" * 1_000 + "<tr><td>word" * 5_000,
    "code": "<pre>" + "<b>word</b>\n" * 20_000,
    "code fences": "<pre>" + "`" * 200_000,
    "inline code": "<code>" + "` " * 100_000,
    "misplaced items": "<li>word</li>word" * 10_000,
    "misplaced cells": "<table>" + "<tr>word<td>word" * 5_000,
    "formulas": "<math><mi>x</mi><annotation encoding=application/x-tex>x</annotation></math>" * 5_000,
    "one formula": "<math>" + "<mi>x</mi>" * 20_000,
    "white space": "<p>a" + " " * 500_000 + "b",
    "controls": "<p>a\x07" * 10_000,
    **{f"many {character}": f"<p>{character * 100_000}" for character in "*_`~[]\\#-=|.1>!("},
    **{
        f"many {pair}": f"<p>{pair * 50_000}"
        for pair in ("a_", "_ ", "* ", "](", "![", "&amp;a", "&lt;", "[x", "~a", "\\*")
    },
    "underscores in a word": "<p>a" + "_" * 100_000 + "b",
    "a long base": f"<base href='https://example.org/{'a' * 150_000}/b'>" + "<a href=b>word</a> " * 10_000,
    "a long link around blocks": f"<a href='https://example.org/{'a' * 8_000}'>" + "<div>word</div>" * 10_000,
    "a long title around blocks": f"<a href=/x title='{'a' * 150_000}'>" + "<div>word</div>" * 10_000,
    "a long name around blocks": f"<x{'a' * 150_000}>" + "<p>word" * 10_000,
    "many classes around code": f"<div class='{'a ' * 100_000}'>" + "<pre>word</pre>" * 5_000,
    "many classes around formulas": f"<div class='{'a ' * 100_000}'>" + "<math><mi>x</mi></math>" * 5_000,
    "parentheses in a link": f"<a href='{'(' * 100_000}'>a</a>",
}


@pytest.mark.parametrize("body", PAGES.values(), ids=PAGES.keys())
def test_hostile_pages_are_not_slow(body: str) -> None:
    made = page_of(body)
    extraction = Extraction(made, everything(made), "test")
    # The page's own columns, the metadata and the status have tests of their own.
    assert extraction.text is not None
    assert extraction.metadata is not None
    assert extraction.status is not None
    taken = {}
    start = time.process_time()
    assert extraction.outline is not None
    taken["outline"] = time.process_time() - start
    for format in FORMATS:
        start = time.process_time()
        extraction.write(format)
        taken[format] = time.process_time() - start
    assert {name: seconds for name, seconds in taken.items() if seconds > MAX_CPU_SECONDS} == {}


def test_the_default_limits_hold_the_depth() -> None:
    for tag in ("div", "ul><li", "blockquote", "b", "table><tr><td", "dl><dd", "details", "pre", "a href=x"):
        extraction = ridgeline.extract(f"<{tag}>" * 5_000 + "word", extractor="everything")
        for format in FORMATS:
            assert "word" in extraction.write(format)
