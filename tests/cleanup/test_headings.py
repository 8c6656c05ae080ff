"""Permalinks and edit links of headings go; headings that look like them stay."""

import time

import pytest

from .pages import TEXT, tidied


@pytest.mark.parametrize(
    "heading",
    [
        "<h2>The crossing<a href='#crossing'>¶</a></h2>",
        "<h2><a href='#crossing'>#</a> The crossing</h2>",
        "<h2>The crossing <a class=headerlink href='#crossing' title='Permalink'>🔗</a></h2>",
        "<h2>The crossing <a href='#crossing'>§</a></h2>",
        "<h2>The crossing <a href='#crossing'>\ue9cb</a></h2>",
        "<h2>The crossing <a href='#crossing'>Permalink to this heading</a></h2>",
        "<h2>The crossing<button>Copy link</button></h2>",
        "<h1>The crossing<button>Save</button></h1>",
        "<h2>The crossing<button><span>Expand all</span></button></h2>",
        "<h2>The crossing<span class=mw-editsection><span>[</span><a href=/e>edit</a><span>]</span></span></h2>",
        "<h2>The crossing<span class=mw-editsection>[<a href=/e>Bearbeiten</a>"
        " | <a href=/s>Quelltext bearbeiten</a>]</span></h2>",
        "<h2>The crossing<span class=mw-editsection>[<a href=/e>编辑</a>]</span></h2>",
        "<div class=mw-heading><h2>The crossing</h2><span class=mw-editsection>[<a href=/e>edit</a>]</span></div>",
        "<div class=heading><h3>The crossing</h3><a class=anchor href='#crossing'>#</a></div>",
        "<h2>The crossing</h2><a href=/e>[править код]</a>",
    ],
)
def test_gadgets_go(heading: str) -> None:
    assert tidied(f"{heading}<p>{TEXT}</p>") == ["The crossing", TEXT]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"<h2>#</h2><p>{TEXT}</p>", ["#", TEXT]),
        (f"<h2><a href='#one'>#</a></h2><p>{TEXT}</p>", ["#", TEXT]),
        (f"<h2>C<span>#</span></h2><p>{TEXT}</p>", ["C", "#", TEXT]),
        (f"<h2><a href='#x'>Edit distance</a></h2><p>{TEXT}</p>", ["Edit distance", TEXT]),
        (f"<h2>How to <em>edit</em></h2><p>{TEXT}</p>", ["How to", "edit", TEXT]),
        (f"<h3><button><span>Is it late?</span> <b>+</b></button></h3><p>{TEXT}</p>", ["Is it late?", "+", TEXT]),
        (f"<button><h3>Is it <b>late?</b></h3></button><p>{TEXT}</p>", ["Is it", "late?", TEXT]),
        (f"<h2>Editing</h2><p>Edit</p><p>{TEXT}</p>", ["Editing", "Edit", TEXT]),
        (f"<h2>Title</h2><div><p><a href=/e>edit</a></p></div><p>{TEXT}</p>", ["Title", TEXT]),
        (f"<section><h2>Title</h2></section><p><a href=/e>edit</a> {TEXT}</p>", ["Title", "edit", TEXT]),
        (f"<h2>Sets</h2><p>[1] {TEXT}</p>", ["Sets", f"[1] {TEXT}"]),
    ],
)
def test_only_gadgets_go(body: str, expected: list[str]) -> None:
    assert tidied(body) == expected


def test_many_headings_take_linear_time() -> None:
    start = time.perf_counter()
    kept = tidied("<h2>Stop <a href='#x'>#</a></h2><a href=/e>edit</a>" * 30_000)
    assert kept == ["Stop"] * 30_000
    assert time.perf_counter() - start < 30


def test_an_unclosed_heading_takes_linear_time() -> None:
    start = time.perf_counter()
    assert len(tidied("<h2>" + "<a href='#x'>#</a>one" * 50_000)) > 90_000
    assert time.perf_counter() - start < 30
