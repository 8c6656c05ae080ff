"""Pages made to be slow: each would take minutes if something in the core were quadratic in the page."""

_ATTRIBUTES = " ".join(f"a{number}" for number in range(1000))
_JSON = "<script type='application/ld+json'>"

# What is repeated, between what stands before it and after it.
_REPEATED = {
    # Tags and attributes.
    "attributes of html": ("", f"<html {_ATTRIBUTES}>", ""),
    "attributes of body": (f"<body {_ATTRIBUTES[:300]}>", f"<body {_ATTRIBUTES}>", ""),
    "unclosed values": ("", "<p a='", ""),
    "a long value": ("<p a='", 'x"', ""),
    "end tags of nothing": ("<x>" * 400, "</y></b>", ""),
    "end tags of p": ("<span>" * 400, "</p>", ""),
    "items": ("<ul><li>" + "<span>" * 400, "<li>", ""),
    "items in divs": ("<li>" + "<div>" * 450, "</li><li>", ""),
    "definitions": ("<dl>" + "<address>" * 400, "<dd>", ""),
    "headings": ("", "<h1><h2>head x", ""),
    "buttons": ("", "<button>", ""),
    "forms": ("", "<form>", ""),
    "depth": ("", "<div>x", ""),
    "depth of silence": ("", "<div><video>x", ""),
    "shadow roots": ("", "<div><template shadowrootmode=open>x", ""),
    "templates": ("", "<template>", ""),
    "templates with cells": ("", "<template><tr><td>x</template>", ""),
    "framesets": ("<frameset>", "<frameset>", ""),
    "selects": ("<select>", "<option>x<select>", ""),
    # Tidying and notation.
    "pictures": ("<p>text", "<div><img src=/a-picture-of-it.jpg></div>", "<p>text"),
    "pictures after empty elements": ("<p>text<figure>" + "x" * 260, "<i></i><img src=/a.jpg>", "</figure>"),
    "long names of pictures": ("<p>text", f"<div class='{'x ' * 200}'><img src='{'/a' * 260}'></div>", "<p>text"),
    "copies": ("", "<p>A text that is as long as a text has to be.</p>", ""),
    "copies in divs": ("", "<div><div class='only-x'><p>A text as long as a text has to be: it.</p></div></div>", ""),
    "copies of two": ("", f"<div>{'a' * 50}<b>{'b' * 50}</b><i>x</i></div><div>{'b' * 50}<b>{'a' * 50}</b></div>", ""),
    "headings with gadgets": ("", "<h2>Head <a>edit</a></h2><a>#</a>", ""),
    "superscripts": ("", "x<sup>1<sub>2</sub></sup>/", ""),
    "numbers in items": ("<ul>", "<li><b>1</b><img><i>x</i>", ""),
    "cells with pictures": ("<table>", "<tr><td><span><img></span>", ""),
    "lines of code": ("<pre>x", "<div></div><span class=line> </span>", "x</pre>"),
    "marks of code": ("<pre>x", "<i class=ln>1</i><b class=prompt>$</b>", "x</pre>"),
    # Formatting elements.
    "formatting": ("", "<b><i><u><p>", ""),
    "misnested": ("", "<a><b><i>x<p>y</b></i></a>", ""),
    "adoption of divs": ("<a>" * 2000, "<div></a>", ""),
    "adoption of paragraphs": ("<b>" * 500, "<p></b>x", ""),
    "nobr": ("", "<nobr>", ""),
    "markers": ("", "<applet><b>", ""),
    # Tables.
    "fostered elements": ("<table>", "a<b>", ""),
    "fostered texts": ("<table>", "a<tr>b<td>c</td>", ""),
    "fostered texts that join": ("<table>", "a<tr></tr>", ""),
    "fostered tables": ("", "<table>x", ""),
    "tables in tables": ("", "<table><tr><td>", ""),
    "tables in formatting": ("", "<td><b><table>", ""),
    "captions": ("", "<table><caption>", ""),
    "cells": ("<table>", "<td>x", ""),
    "cells with formatting": ("<table><tr>", "<td>x</td>\n<b>", ""),
    "white space in tables": ("<table>", " <tr> ", ""),
    # SVG and MathML.
    "end tags in svg": ("<svg>" + "<g>" * 450, "</q></p>", ""),
    "out of svg": ("", "<svg><g><p>", ""),
    "html in svg": ("", "<svg><foreignObject>", ""),
    "nested formulas": ("", "<math><mtext><b>x", ""),
    "formulas": ("", "<math><mi>x</mi></math>", ""),
    "classes around formulas": ("", "<span class='" + "x " * 140 + "'><math></math></span>", ""),
    # Tokens.
    "comments": ("", "<!--", ""),
    "comment ends": ("", "<!-- -- --!", ""),
    "references": ("", "&amp", ""),
    "long references": ("", "&CounterClockwiseContourIntegra", ""),
    "references in values": ("<p a='", "&notinE", "'>"),
    "less than": ("", "<", ""),
    "doctypes": ("", "<!DOCTYPE", ""),
    "cdata": ("<svg>", "<![CDATA[x]]", ""),
    "escaped scripts": ("", "<script><!--<script>", ""),
    "double escaped scripts": ("<script>", "<!--<script></script>", ""),
    "ends of scripts": ("<script>", "</scrip", ""),
    "ends of titles": ("", "<title></titl", ""),
    "returns": ("", "\r", ""),
    "nul": ("", "a\0<table>\0", ""),
    # Texts.
    "words": ("", "word ", ""),
    "one word": ("", "w", ""),
    "lines": ("", "<p>a", ""),
    "equal lines": ("", "<p>the lamp of harrow point", ""),
    "white space": ("", "<p>" + " " * 1000, ""),
    "preformatted": ("<pre>", "<b>x</b>\n", ""),
    "preformatted breaks": ("<pre>", "<br><b>x</b>", ""),
    "preformatted elements": ("", "<pre>x", ""),
    "noscript": ("", "<noscript>x", ""),
    "hidden": ("", "<div hidden>x", ""),
    "replaced": ("", "<object>", ""),
    "siblings": ("", "<div class='a b'><p>x</div>", ""),
    "many classes": ("<p class='", "a ", "'>x"),
    "styles": ("<p style='", "display: ", "none'>x"),
    "spaces in styles": ("", "<p style='display" + " " * 3000 + "x none'>y", ""),
    # What a page declares.
    "titles": ("", "<title>the lamp</title>", "<p>the lamp"),
    "a long title": ("<title>" + "the lamp " * 10_000 + "</title>", "the lamp of <b>x</b> ", ""),
    "descriptions": ("", "<meta name=description content='the lamp of'>", "<p>the lamp of"),
    "properties": ("", "<p itemprop='articleBody description'>x", ""),
    "types": (_JSON, '"@type":["A",', "</script><p>x"),
    "open strings": (_JSON, '"articleBody":"', "</script><p>x"),
    "open keys": (_JSON, '"articleBody" : ', "</script><p>x"),
    "scripts of data": ("", f'{_JSON}{{"@type":"Article","articleBody":"a b"}}</script>', "<p>a b"),
    "lines of a body": (f'{_JSON}"articleBody":"{"the lamp " * 10_000}"</script>', "<p>the lamp the lamp the x", ""),
    # Characters.
    "ideographs": ("", "<p>日本語の灯台は、夜に光る。", ""),
    "odd letters": ("", "<p>İſΣ", ""),
}
# What is never the same.
_NUMBERED = {"attribute names": "<p q{}=1>", "tag names": "<x{}>", "class names": "<p class=c{}>w{}"}


def slow_pages(size: int) -> dict[str, bytes]:
    """The pages, by name, of about this many bytes."""
    pages = {
        name: (before + unit * (size // len(unit)) + after).encode()
        for name, (before, unit, after) in _REPEATED.items()
    }
    pages |= {
        name: "".join(unit.replace("{}", str(number)) for number in range(size // 12)).encode()
        for name, unit in _NUMBERED.items()
    }
    return pages | {"bytes that are no UTF-8": b"<p>\xff\xc2" * (size // 5)}
