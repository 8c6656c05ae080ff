"""Pages that once raised, took seconds or took many times their memory, and others of the same kind: one for each loop.

    python -m tests.hostile FOLDER --reproductions    writes them with a manifest, for benchmarks/hostile.py

Each is a piece that is repeated. `scale` makes it shorter, for tests: bounds hold at any length.
"""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from .pages import HostilePage, art

_SENTENCE = "The council voted on Tuesday to keep the ferry running through the winter. "
_DIGITS = "1" * 5_000
Make = Callable[[Callable[[int], int]], str]  # given how many of so many to write


def reproductions(scale: float = 1.0) -> Iterator[HostilePage]:
    """Yield the pages, each made when its data is asked for."""

    def many(count: int) -> int:
        return max(2, int(count * scale))

    for category, pages in _PAGES.items():
        for name, make in pages.items():
            yield HostilePage(category, name, _maker(make, many), "text", (), "en", "", "html")


def _maker(make: Make, many: Callable[[int], int]) -> Callable[[], str]:
    return lambda: make(many)


def _json(value: Any, kind: str = "application/json") -> str:
    return f'<script type="{kind}">{json.dumps(value)}</script>'


def _linked(value: Any) -> str:
    return _json(value, "application/ld+json")


def _formatting(count: int) -> str:
    return "".join(f"<b a={number}>" for number in range(count))


def _table(rows: int, columns: int, cell: str = "<td>x") -> str:
    return f"<table>{('<tr>' + cell * columns) * rows}</table>"


def _numbered(piece: str, count: int) -> str:
    return "".join(piece.replace("@", str(number)) for number in range(count))


def _recipe(ingredients: list[str], instructions: Any = "Stir it well, and wait. " * 60) -> str:
    return "<div></div>" + _linked(
        {"@type": "Recipe", "name": "R", "recipeIngredient": ingredients, "recipeInstructions": instructions}
    )


def _soup(count: int) -> str:
    tags = (
        "<b> </b> <p> <a/href=x> </a> <table> <tr> <td> </table> <div> </div> x <i> <li> <ul> </ul> <h2> <pre> <select>"
    )
    return "".join(random.Random(5).choices(tags.split(), k=count))


_RAISED: dict[str, Make] = {
    "digits_in_data": lambda many: "<div></div>" + _json({"body": f"&#{_DIGITS}; " + _SENTENCE * 20}),
    "digits_in_title": lambda many: f"<title>&amp;#{_DIGITS}</title>" + art(),
    "digits_in_text": lambda many: art(mid=f"<p>&#{'9' * many(100_000)};</p>"),
    "digits_in_linked_data": lambda many: art(
        pre=_linked({"@type": "NewsArticle", "headline": f"&#{_DIGITS};", "articleBody": f"&#x{_DIGITS}; word " * 90})
    ),
    "check_box_before_code": lambda many: (
        "<ul><li><input type=checkbox><pre>&lt;script&gt;alert(1)&lt;/script&gt;</pre></ul>" + art()
    ),
    "broken_addresses": lambda many: art(
        pre="<base href='http://[/'><link rel=canonical href='http://[/'>", mid="<a href='http://[/'>a</a>"
    ),
}
_COPIES: dict[str, Make] = {
    "formatting_500": lambda many: f"<p>{_formatting(500)}x" + "<p>x" * many(3_400),
    "formatting_long_title": lambda many: f"<p><b title={'A' * many(1_000_000)}>" + "<p>x" * many(20_000),
    "formatting_16": lambda many: _formatting(16) + "<p>" * many(2_000_000),
    "formatting_in_objects": lambda many: (
        _numbered("<div><b x=@><object></b></object></div>", many(600)) + "<p>x" * many(20_000)
    ),
    "items_and_lists": lambda many: "<li><ul></li>" * many(20_000),
    "spans_and_divs": lambda many: "<span><div></span>" * many(30_000),
    "comment_and_style": lambda many: "<!--!><style>-->" + "<div>" * many(40_000),
    "paragraphs": lambda many: "<p>" * many(3_300_000),
    "soup": lambda many: _soup(many(400_000)),
}
_DATA: dict[str, Make] = {
    "frames_with_bombs": lambda many: (
        ('<iframe srcdoc="' + _formatting(60) + "<p>x y z" * 1_000 + '"></iframe>') * many(9)
    ),
    "frames": lambda many: ('<iframe srcdoc="' + "word word " * 30 + '"></iframe>') * many(1_000),
    "frames_nested": lambda many: "<iframe>" * many(20_000) + _SENTENCE * 20,
    "ingredients": lambda many: _recipe(["a"] * many(250_000)),
    "ingredients_4_mb": lambda many: _recipe(["a"] * many(1_000_000)),
    "ingredients_distinct": lambda many: _recipe(
        [f"a{number}" for number in range(many(250_000))],
        [{"@type": "HowToStep", "text": f"step {number}"} for number in range(many(30_000))],
    ),
    "texts": lambda many: "<div></div>" + _json({"text": ["a"] * many(500_000)}),
    "texts_distinct": lambda many: "<div></div>" + _json({"text": [f"a{n} b" for n in range(many(300_000))]}),
    "texts_in_objects": lambda many: "<div></div>" + _json({"text": [{"text": f"a{n}"} for n in range(many(150_000))]}),
    "rich_text": lambda many: (
        "<div></div>" + _json({"type": "doc", "content": [{"type": "paragraph", "text": "hello you"}] * many(100_000)})
    ),
    "lists_of_nothing": lambda many: f"<div></div><script type=application/json>[{'[],' * many(3_000_000)}[]]</script>",
    "json_in_json": lambda many: (
        "<div></div>" + _json([json.dumps([json.dumps([_SENTENCE * 5] * many(500))] * 20)] * 4)
    ),
    "linked_data_4_mb": lambda many: _linked({"@type": "NewsArticle", "headline": "x"}) * many(40_000) + art(),
    "linked_data_nested": lambda many: (
        '<script type="application/ld+json">' + '{"a":' * many(50_000) + "1" + "}" * many(50_000) + "</script>" + art()
    ),
    "linked_authors": lambda many: art(
        pre=_linked({"@type": "Article", "author": [{"name": f"Jane Doe{n}"} for n in range(many(100_000))]})
    ),
    "scripts_quoting": lambda many: (
        f"<article><p>{_SENTENCE * 3}</p></article>"
        + f"<script>var a='{_SENTENCE * 3}{_numbered('new words @ follow; ', 100)}';</script>" * many(1_000)
    ),
    "assignments": lambda many: f"<div></div><script>{_numbered('var a@={', many(50_000))}</script>",
    "undefined": lambda many: (
        f"<div></div><script>var a={{{_numbered(chr(34) + 'k@' + chr(34) + ':undefined,', many(100_000))}}}</script>"
    ),
}
_AFTER_THE_PARSE: dict[str, Make] = {
    "noscript": lambda many: "<noscript><p>text here and there</p>" * many(500),
    "noscripts": lambda many: "<noscript><p>text</p></noscript>" * many(100_000),
    "ids": lambda many: _numbered(f"<p id={'x' * 200}@>a</p>", many(60_000)),
    "ids_and_links": lambda many: _numbered(f"<p id={'x' * 100}@><a href=#{'x' * 100}@>a</a></p>", many(40_000)),
    "classes": lambda many: _numbered(f"<p class={'x' * 200}@>a</p>", many(60_000)),
    "scripts_in_svg": lambda many: "<svg><script>" * many(20_000) + "x",
    "titles_in_svg": lambda many: "<svg><title>x</title></svg>" * many(100_000),
    "menu": lambda many: "<ul>" + "<li><a href=/x>Menu line</a></li>" * many(21_000) + "</ul>" + art(),
    "posts": lambda many: _numbered(
        "<div class=comment id=c@><b class=author>u@</b><time datetime=2020-01-01>x</time><p>A post of @</p></div>",
        many(20_000),
    ),
    "times": lambda many: "<time datetime=2020-01-01>1 January 2020</time>" * many(60_000),
    "bylines": lambda many: "<p class=byline>By Jane Doe</p>" * many(60_000),
    "headlines": lambda many: "<h1>The winter ferry</h1>" * many(60_000),
    "microdata": lambda many: (
        "<div itemscope itemtype='http://schema.org/Article'><span itemprop=author>Jane</span>" * many(20_000)
    ),
    "metas": lambda many: (
        _numbered('<meta property="article:tag" content=t@><meta name=author content=J@>', many(60_000)) + art()
    ),
    "microdata_words": lambda many: _numbered(f"<i itemprop='{_numbered('w@ ', 220)}@'>x</i>", many(15_000)),
    "hidden_beside_a_long_text": lambda many: art(
        mid=f"{'<i hidden>ignore the </i><i hidden>rule </i>' * 20}<p>{_SENTENCE * many(200_000)}</p>"
        + "<i hidden>forget the </i><i hidden>rule </i>" * 20
    ),
    "copies": lambda many: "<p>This paragraph of ten words or more stands on this page twice.</p>" * many(60_000),
    "refusal": lambda many: "<title>Just a moment</title>" + "<p>checking your browser</p>" * many(50_000),
}
_FORMATS: dict[str, Make] = {
    "table_square": lambda many: _table(many(1_000), 1_000),
    "table_700": lambda many: art(mid=_table(many(700), 700)),
    "tables_two": lambda many: _table(many(500), 500, "<td>cell") * 2,
    "table_spans": lambda many: _table(many(200), 100, "<td colspan=1000 rowspan=65534>x"),
    "table_wide": lambda many: _table(1, many(200_000)),
    "table_uneven": lambda many: f"<table><tr>{'<td>x' * many(20_000)}{'<tr><td>y' * many(20_000)}</table>",
    "tables_nested": lambda many: ("<table><tr><td>x<td>y" * 200 + "</table>" * 200) * many(50),
    "cells": lambda many: _table(many(33_000), 20),
    "cells_20_mb": lambda many: _table(many(280_000), 10, "<td>a b"),
    "link_with_title": lambda many: f"<a title='{'T' * 600}'>" + "<p>some words here</p>" * many(200_000),
    "lines": lambda many: "<p>" + "x<br>" * many(600_000),
    "marks": lambda many: "<p>" + "<i>x</i>" * many(400_000),
    "marks_mixed": lambda many: "<p>" + "<b>x</b><i>y</i>" * many(100_000),
    "links": lambda many: "<p>" + "<a href=x>y</a>" * many(200_000),
    "controls": lambda many: "<input>" * many(400_000),
    "images": lambda many: "<p>text words here <img src=x alt=y>" * many(100_000),
    "items": lambda many: "<ul>" + "<li>x y z" * many(300_000),
    "items_nested": lambda many: ("<ul><li>x" * 250 + "</ul>" * 250) * many(400),
    "definitions": lambda many: "<dl>" + "<dt>x<dd>y" * many(150_000),
    "headings": lambda many: "<h2>x</h2><p>y z" * many(150_000),
    "quotations_nested": lambda many: ("<blockquote>x" * 250 + "</blockquote>" * 250) * many(400),
    "quotations_open": lambda many: "<blockquote>x " * many(200_000),
    "code_lines": lambda many: "<pre>" + "<span>x</span>\n" * many(200_000),
    "code_marks": lambda many: "<p>" + "<code>x</code> " * many(200_000),
    "ruby": lambda many: "<p>" + "<ruby>x<rt>y</ruby>" * many(200_000),
    "superscripts": lambda many: "<p>" + "x<sup>2</sup>" * many(200_000),
    "formulas": lambda many: "<p>" + "<math><mi>x</mi></math>" * many(200_000),
    "footnotes": lambda many: (
        _numbered("<p>x<sup><a href=#f@ id=r@>@</a></sup>", many(30_000))
        + f"<ol>{_numbered('<li id=f@>note <a href=#r@>^</a>', many(30_000))}"
    ),
    "footnotes_to_one": lambda many: (
        f"<p>{_SENTENCE * 9}{'x<sup><a href=#f>1</a></sup> ' * many(30_000)}"
        f"<div id=f>{'<b>ab</b>' * many(30_000)}</div>"
    ),
    "footnotes_nested": lambda many: "".join(
        f"<p>{_numbered(f'x<sup><a href=#f{group}-@>@</a></sup>', 100)}</p>"
        f"{_numbered(f'<div id=f{group}-@>', 100)}{'<b>a</b> <i>b</i> ' * 200}{'</div>' * 100}"
        for group in range(many(20))
    ),
    "tabs": lambda many: art(
        mid="<div class=tabs><div role=tab>Py</div><div role=tab>Js</div><div role=tabpanel><pre>x</pre></div>"
        "<div role=tabpanel><pre>y</pre></div></div>" * many(20_000)
    ),
    "poem_with_a_long_style": lambda many: (
        f"<div class=poem><div class=line-block style='{'margin-left:1em;' * many(400_000)}'>"
        + "<div>a line</div>" * many(40_000)
    ),
    "tabs_in_one": lambda many: art(
        mid="<div class=tabbed-set>"
        + "<label class=tab-label>Py</label><div class=tab-pane><pre>x</pre></div>" * many(90_000)
    ),
    "callouts_in_a_list": lambda many: art(
        mid="<ul>" + "<li>a<div class='callout note'><p>some text</p></div>" * many(100_000)
    ),
    "abbreviations": lambda many: art(mid=f"<p>{_numbered('<abbr title=long@>L@</abbr> ', many(100_000))}"),
    "callouts": lambda many: "<div class='admonition note'><p class=admonition-title>Note<p>x</div>" * many(20_000),
    "role_table": lambda many: (
        "<div role=table>" + "<div role=row><i role=columnheader>a</i><i role=gridcell>b</i></div>" * many(20_000)
    ),
    "backticks": lambda many: "<code>" + " ".join("`" * number for number in range(many(8_000))) + "</code>",
    "backticks_apart": lambda many: "<p>" + "".join(f"<code>{'`' * number}</code> " for number in range(many(8_000))),
    "pipes": lambda many: f"<table><tr><td>{'|' * many(500_000)}<td>x<tr><td>a<td>b</table>",
}
_MEMORY: dict[str, Make] = {
    "prose_and_emoji": lambda many: f"<article>{('<p>' + _SENTENCE * 16 + '</p>') * many(26_000)}<p>\U0001f600</p>",
    "paragraph_and_emoji": lambda many: f"<p>{_SENTENCE * many(400_000)}\U0001f600</p>",
    "words": lambda many: "<p>" + "word " * many(2_000_000),
    "one_word": lambda many: "<p>" + "x" * many(10_000_000),
    "code": lambda many: "<pre>" + "word\n" * many(2_000_000),
    "chinese": lambda many: "<p>" + "老渡口的灯塔在冬天重新亮了起来，" * many(100_000),
    "long_titles": lambda many: f"<title>{'word ' * many(400_000)}</title><h1>{'word ' * many(400_000)}</h1>" + art(),
}
_PAGES = {
    "raised": _RAISED,
    "copied": _COPIES,
    "data": _DATA,
    "after": _AFTER_THE_PARSE,
    "format": _FORMATS,
    "memory": _MEMORY,
}
