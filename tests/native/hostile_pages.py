"""Pages aimed at the compiled parser, 1 to 5 MB each: for every loop in it the page that makes it run longest.

`PAGES` maps a name to a function that makes the page. None may take longer than `MAX_SECONDS`.
"""

from collections.abc import Callable, Iterable

MAX_SECONDS = 0.3
SIZE = 2_500_000  # bytes, about
_NAMES = " ".join(f"a{i}" for i in range(999))


def _fill(piece: str, prefix: str = "", suffix: str = "", size: int = SIZE) -> bytes:
    """The prefix, the piece again and again, and the suffix."""
    return (prefix + piece * (size // len(piece)) + suffix).encode()


def _count(pieces: Iterable[str], prefix: str = "") -> bytes:
    return (prefix + "".join(pieces)).encode()


def _colliding_names() -> bytes:
    """Names that collide under hashes of their low bits alone."""
    return _count(f"<p a{i * 4096:x}z=1>" for i in range(150_000))


def _many_attributes_shuffled() -> bytes:
    """Formatting elements with many attributes, in another order each time: are they alike?"""
    names = [f"a{i}" for i in range(1000)]
    return _count(f"<b {' '.join(names[i:] + names[:i])}>" for i in range(500))


def _open_formatting(count: int) -> str:
    return "".join(f"<b a={i}>" for i in range(count))


PAGES: dict[str, Callable[[], bytes]] = {
    # nesting
    "nested divs": lambda: _fill("<div>"),
    "nested spans": lambda: _fill("<span>"),
    "nested unknown names": lambda: _fill("<x-y>"),
    "nested tables": lambda: _fill("<table><tr><td>"),
    "nested tables without cells": lambda: _fill("<table>"),
    "nested lists": lambda: _fill("<ul><li>"),
    "nested templates": lambda: _fill("<template>"),
    "nested framesets": lambda: _fill("<frameset>"),
    "nested svg": lambda: _fill("<svg>"),
    "nested svg and html": lambda: _fill("<svg><foreignObject><div>"),
    "nested math": lambda: _fill("<math><mi><p>"),
    "nested objects": lambda: _fill("<object>"),
    "nested selects and buttons": lambda: _fill("<button><select><option>"),
    "nested ruby": lambda: _fill("<ruby><rb><rtc><rt>"),
    # searches in the stack of open elements
    "end tags of nothing": lambda: _fill("</zz>", "<span>" * 500),
    "end tags out of reach": lambda: _fill("</zz>", "<zz><div>" + "<span>" * 490),
    "end tags in svg": lambda: _fill("</zz>", "<svg><zz><foreignObject><div><svg>" + "<g>" * 480),
    "paragraphs out of scope": lambda: _fill("<div></div>", "<p><object>" + "<span>" * 490),
    "implied paragraphs": lambda: _fill("</p>", "<span>" * 490),
    "items in divs": lambda: _fill("<li></li>", "<div>" * 500),
    "definitions in divs": lambda: _fill("<dd></dd>", "<dt>" + "<div>" * 490),
    "headings": lambda: _fill("<h1></h2>", "<span>" * 490),
    "tables and modes": lambda: _fill("<table></table>", "<span>" * 490),
    "forms": lambda: _fill("<form><div></form>"),
    "forms around spans": lambda: _fill("<form>" + "<span>" * 400 + "</form>" + "</span>" * 400),
    "cells that leave objects open": lambda: _fill("<td><object></td>", "<table><tr>"),
    # formatting
    "anchors": lambda: _fill("<a>"),
    "anchors in tables": lambda: _fill("<a><table><tr><td>"),
    "anchors beside tables": lambda: _fill("<a><table><tr><a></a>"),
    "nobr": lambda: _fill("<nobr>"),
    "formatting in every paragraph": lambda: _fill("<p>x", _open_formatting(40), size=1_000_000),
    "formatting around blocks": lambda: _fill("</b></div>", "<b><div>" * 250),
    "formatting misnested": lambda: _fill("<b><i><u><s><p>x</b></i></u></s>"),
    "fonts around paragraphs": lambda: _fill("<font a=1><p>" * 30 + "</font>" * 30),
    "a block with many children": lambda: _fill("<b><p></b>", "<b><p>" + "<br>" * 300_000 + "</b>"),
    "children that move again and again": lambda: _fill("<a>", "<a><div>" + "<br>" * 300_000, "</div>"),
    "formatting and spans": lambda: _fill("<b><p></b></p>", "<span>" * 480),
    "many attributes alike": lambda: _fill("<b " + " ".join(f"a{i}={i}" for i in range(900)) + ">"),
    "many attributes shuffled": _many_attributes_shuffled,
    "formatting out of scope": lambda: _fill("</b>", "<b><table><tr>" + "<span>" * 490),
    "formatting in deep blocks": lambda: _fill("<b>" + "<div>" * 480 + "</b>" * 60 + "</div>" * 480),
    # names and attributes
    "distinct tags": lambda: _count(f"<x{i}>" for i in range(300_000)),
    "distinct end tags": lambda: _count(f"</x{i}>" for i in range(300_000)),
    "distinct attributes": lambda: _count(f"<p a{i}=1>" for i in range(250_000)),
    "distinct attributes of one tag": lambda: _count((f"a{i} " for i in range(400_000)), "<p "),
    "distinct attributes in svg": lambda: _count(f"<svg a{i} viewbox>" for i in range(120_000)),
    "colliding attributes": _colliding_names,
    "the same attribute": lambda: _fill("a ", "<p ", ">"),
    "long names": lambda: _count(f"<{'x' * 10_000}{i}>" for i in range(250)),
    "roots with attributes": lambda: _count(f"<body a{i}=1><html b{i}=1>" for i in range(100_000)),
    "roots with many attributes": lambda: _fill(f"<body {_NAMES}>"),
    "annotation with many attributes": lambda: _fill("<x/>", f"<math><annotation-xml {_NAMES}>"),
    "values with references": lambda: _fill("&amp;&ampx=", '<p a="', '">'),
    # text
    "text joined again and again": lambda: _fill("x</zz>&amp;"),
    "text joined between values": lambda: _fill("x<br a='&amp;'></br><table>y</table>"),
    "text in front of tables": lambda: _fill("x<tr a='&amp;'>", "<table>"),
    "empty end tags": lambda: _fill("x</>"),
    "lone brackets": lambda: _fill("<"),
    "lone slashes": lambda: _fill("</"),
    "references that end early": lambda: _fill("&CounterClockwiseContourIntegra"),
    "numeric references": lambda: _fill("&#x10FFFF;&#99999999999;"),
    "long numeric reference": lambda: _fill("9", "&#"),
    "NULs": lambda: _fill("\0x"),
    "NULs in svg": lambda: _fill("\0x", "<svg>"),
    "NULs in names": lambda: _count(f"<x\0{i % 4000} a\0{i}>" for i in range(150_000)),
    "carriage returns": lambda: _fill("\r"),
    "white space": lambda: _fill(" \n"),
    "white space in framesets": lambda: _fill(" x", "<frameset>"),
    # what does not end
    "scripts without end": lambda: _fill("<script>"),
    "scripts that are escaped": lambda: _fill("<script><!--<script>", "", "</script>"),
    "arrows in scripts": lambda: _fill("-->", "<script><!--"),
    "titles without end": lambda: _fill("<title>"),
    "ends of other raw text": lambda: _fill("</titl>", "<textarea>"),
    "comments without end": lambda: _fill("<!--"),
    "comments with nearly an end": lambda: _fill("--!->", "<!--"),
    "quotes without end": lambda: _fill('<p a="'),
    "cdata without end": lambda: _fill("<![CDATA[", "<svg>"),
    "cdata with nearly an end": lambda: _fill("]>", "<svg><![CDATA["),
    "cdata pieces": lambda: _fill("<![CDATA[x]]>", "<svg>"),
    "doctypes": lambda: _fill("<!doctype html public '"),
    "processing instructions": lambda: _fill("<?x"),
    # rows
    "line breaks": lambda: _fill("<br>", size=5_000_000),
    "options": lambda: _fill("<option>x", "<select>"),
    "options with selected content": lambda: _fill("<option selected>x", "<select><button><selectedcontent></button>"),
    "shadow roots": lambda: _fill("<template shadowrootmode=open>x</template>"),
    "nested shadow roots": lambda: _fill("<div><template shadowrootmode=open>"),
}
