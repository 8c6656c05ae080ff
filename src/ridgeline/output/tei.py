"""XML-TEI (P5): the text with its structure, below a header that says where it is from.

    TEI
    ├── teiHeader   title, authors, publisher, dates, address, extent, description, language, categories
    └── text/body   a div for each section (head, p, list, table, quote, figure), nested by the levels of headings

The body is rewritten from the clean HTML of the same content, tag by tag: that HTML is well-formed and has few tags.
What TEI has no place for becomes the nearest thing: headings in lists and cells are `ab`, terms of definition lists are
items, marks without a meaning of their own are `hi` with a `rend`. Quotations from the guidelines are of version 4.7.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape, quoteattr

from ..page.elements import HEADINGS
from ..page.patterns import lazy_pattern
from ..text.entities import unescape
from ..text.spaces import split_and_join
from ..text.words import count_words
from .html import write_fragment

if TYPE_CHECKING:
    from .formats import Content
    from .options import OutputOptions

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
# A tag of our own HTML, with attributes in double quotes; all else is text.
_TAG = lazy_pattern(r'<(/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"]*")?)*+) ?/?>')
_ATTRIBUTE = lazy_pattern(r' ([a-z]+)="([^"]*)"')
_NOT_XML = lazy_pattern("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DATE = lazy_pattern(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
_LANGUAGE = lazy_pattern(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")
_CODE_LANGUAGE = "language-"

_ELEMENTS: Final = {
    **{"p": "p", "blockquote": "quote", "figure": "figure", "table": "table", "tr": "row", "q": "q", "code": "code"},
    **{"ul": "list", "ol": "list", "dl": "list", "li": "item", "dt": "item", "dd": "item", "td": "cell", "th": "cell"},
    **{"caption": "head", "figcaption": "head", "pre": "ab", "summary": "ab", "a": "ref"},
    **dict.fromkeys(HEADINGS, "ab"),
    **dict.fromkeys("em strong del mark small u ins sub sup".split(), "hi"),
}
_ATTRIBUTES: Final = {
    **{"ul": {"rend": "bulleted"}, "ol": {"rend": "numbered"}, "dl": {"type": "gloss-items"}},
    **{"dt": {"rend": "term"}, "th": {"role": "label"}, "pre": {"type": "preformatted"}, "summary": {"type": "head"}},
    **{"em": {"rend": "italic"}, "strong": {"rend": "bold"}, "del": {"rend": "strikethrough"}},
    **{"mark": {"rend": "highlight"}, "small": {"rend": "small"}, "u": {"rend": "underline"}},
    **{"ins": {"rend": "inserted"}, "sub": {"rend": "subscript"}, "sup": {"rend": "superscript"}},
    **{heading: {"type": "head"} for heading in HEADINGS},
}
_INLINE: Final = frozenset({"a", "code", "q", "em", "strong", "del", "mark", "small", "u", "ins", "sub", "sup"})
_PARAGRAPHS: Final = frozenset({"head", "ab"})  # they hold no `p`


def write(content: "Content", options: "OutputOptions") -> str:
    """Return the content as a TEI document."""
    language = content.metadata.language or ""
    attribute = f" xml:lang={_quoted(language)}" if _LANGUAGE().fullmatch(language) else ""
    before = ['<?xml version="1.0" encoding="UTF-8"?>', f'<TEI xmlns="{_NAMESPACE}"{attribute}>', *_header(content)]
    body = _body(write_fragment(content, options, title=False))
    return "".join([*(f"{line}\n" for line in before), "<text>\n", *body, "\n</text>\n</TEI>"])


# --- The header


def _header(content: "Content") -> list[str]:
    text = content.text
    words = count_words(text)
    return [
        "<teiHeader>",
        "<fileDesc>",
        _inside("titleStmt", [_element("title", content.title or "", type="main"), *_authors(content)]),
        _inside("extent", [_element("measure", f"{words} words", unit="words", quantity=str(words))]),
        _inside("publicationStmt", _publication(content)),
        _inside("sourceDesc", [_inside("bibl", _source(content))]),
        "</fileDesc>",
        _inside("encodingDesc", [_inside("appInfo", [_application(content)])]),
        *_profile(content),
        "</teiHeader>",
    ]


def _authors(content: "Content") -> list[str]:
    return [_element("author", author) for author in content.metadata.authors]


def _publication(content: "Content") -> list[str]:
    """Return who published the page and when. The publisher comes first, and there has to be one."""
    metadata, url = content.metadata, content.page.url or content.metadata.canonical_url
    written = [_element("publisher", metadata.site_name or "unknown")]
    for name, date in (("published", metadata.date), ("modified", metadata.modified)):
        if date:
            written.append(_element("date", date, type=name, **_when(date)))
    return [*written, *([_element("idno", url, type="URL")] if url else [])]


def _source(content: "Content") -> list[str]:
    metadata, url = content.metadata, content.page.url or content.metadata.canonical_url
    written = [_element("title", content.title or ""), *_authors(content)]
    if metadata.site_name:
        written.append(_element("publisher", metadata.site_name))
    if metadata.date:
        written.append(_element("date", metadata.date, **_when(metadata.date)))
    return [*written, *([_element("ref", url, target=_target(url))] if url else [])]


def _application(content: "Content") -> str:
    from .. import __version__

    application = _element("label", f"ridgeline, extractor {content.extractor}")
    return f'<application ident="ridgeline" version={_quoted(__version__)}>{application}</application>'


def _profile(content: "Content") -> list[str]:
    metadata = content.metadata
    parts = []
    if metadata.description:
        parts.append(_inside("abstract", [_element("p", metadata.description)]))
    if metadata.language and _LANGUAGE().fullmatch(metadata.language):
        parts.append(_inside("langUsage", [_element("language", metadata.language, ident=metadata.language)]))
    terms = [_element("term", tag) for tag in metadata.tags]
    if content.page_type:
        terms.append(_element("term", content.page_type, type="page-type"))
    if terms:
        parts.append(_inside("textClass", [_inside("keywords", terms)]))
    return [_inside("profileDesc", parts)] if parts else []


def _when(date: str) -> dict[str, str]:
    return {"when": date} if _DATE().fullmatch(date) else {}


def _inside(name: str, parts: Iterable[str]) -> str:
    return "\n".join([f"<{name}>", *parts, f"</{name}>"])


def _element(name: str, text: str, **attributes: str) -> str:
    return f"{_opening(name, attributes)}{escape(_clean(split_and_join(text)))}</{name}>"


def _opening(name: str, attributes: dict[str, str]) -> str:
    return f"<{name}{''.join(f' {key}={_quoted(value)}' for key, value in attributes.items())}>"


def _quoted(value: str) -> str:
    return quoteattr(_clean(value))


def _target(url: str) -> str:
    """Return a URL for `target`, a pointer, which has no white space."""
    return "%20".join(url.split())


def _clean(text: str) -> str:
    """Return a text without characters that XML forbids, and without control characters."""
    return _NOT_XML().sub("", text)


# --- The body


def _body(html: str) -> list[str]:
    """Return clean HTML as the body of a TEI text, in pieces."""
    writer = _BodyWriter()
    position = 0
    for found in _TAG().finditer(html):
        writer.text(html[position : found.start()])
        position = found.end()
        closing, tag, attributes = found.groups()
        if closing:
            writer.close(tag)
        else:
            writer.open(tag, dict(_ATTRIBUTE().findall(attributes)))
    writer.text(html[position:])
    return writer.finished()


@dataclass(slots=True)
class _Open:
    """An open tag of the HTML, and the TEI element that it became; "" where it became none."""

    tag: str
    element: str
    after: str = ""  # written after its end
    number: int = 0  # of the last item, in an ordered list
    is_filled: bool = False


@dataclass(slots=True)
class _BodyWriter:
    """Writes TEI while it is given the tags and texts of HTML."""

    pieces: list[str] = field(default_factory=lambda: ["<body>"])
    opened: list[_Open] = field(default_factory=list)
    sections: list[int] = field(default_factory=list)  # the levels of the open divs

    def text(self, html: str) -> None:
        """Write a text, which is escaped already."""
        if not html:
            return
        inside = self._inside()
        if inside in ("figure", "list", "table", "row", "") and html.isspace():
            self.pieces.append(html)
            return
        text = _clean(html.replace("&nbsp;", "\xa0"))
        self._fill()
        self.pieces.append(f"<figDesc>{text}</figDesc>" if inside == "figure" else text)

    def open(self, tag: str, attributes: dict[str, str]) -> None:
        """Write the start of an element."""
        replaced: dict[str, Callable[[dict[str, str]], None]]
        replaced = {"br": self._line_break, "hr": self._rule, "img": self._image}
        if tag in replaced:
            replaced[tag](attributes)
        elif tag in HEADINGS and not self._inside():
            self._section(tag)
        elif self._is_left_out(tag):
            self.opened.append(_Open(tag, ""))
        else:
            self._element(tag, attributes)

    def close(self, tag: str) -> None:
        """Write the end of an element."""
        if not self.opened or self.opened[-1].tag != tag:
            return
        last = self.opened.pop()
        if last.element:
            self.pieces.append(f"</{last.element}>{last.after}")

    def finished(self) -> list[str]:
        """Return the whole body, in pieces."""
        if len(self.pieces) == 1:
            self.pieces.append("<p/>")
        return [*self.pieces, "</div>" * len(self.sections), "</body>"]

    def _inside(self) -> str:
        """Return the innermost TEI element."""
        return next((one.element for one in reversed(self.opened) if one.element), "")

    def _fill(self) -> None:
        if self.opened:
            self.opened[-1].is_filled = True

    def _is_left_out(self, tag: str) -> bool:
        """Return whether only the contents of an element are written. Code holds text alone, a figure no marks."""
        inside = self._inside()
        if tag not in _ELEMENTS or inside == "code" or (inside == "figure" and tag in _INLINE):
            return True
        if tag == "p" and inside in _PARAGRAPHS:
            if self.opened[-1].is_filled:
                self.pieces.append("<lb/>")
            self._fill()
            return True
        return tag in ("a", "q") and any(one.tag == tag for one in self.opened)

    def _section(self, tag: str) -> None:
        """Start a section: close those of the same or a lower level first."""
        level = int(tag[1])
        while self.sections and self.sections[-1] >= level:
            self.sections.pop()
            self.pieces.append("</div>\n")
        self.sections.append(level)
        self.pieces.append("<div><head>")
        self.opened.append(_Open(tag, "head"))

    def _element(self, tag: str, attributes: dict[str, str]) -> None:
        element = _ELEMENTS[tag]
        self._fill()
        given = _ATTRIBUTES.get(tag, {}) | self._own_attributes(tag, attributes)
        self.pieces.append(_opening(element, given))
        self.opened.append(_Open(tag, element, number=_integer(attributes.get("start"), 1) - 1))

    def _own_attributes(self, tag: str, attributes: dict[str, str]) -> dict[str, str]:
        given = {name: unescape(value) for name, value in attributes.items()}
        found: dict[str, str] = {}
        if _LANGUAGE().fullmatch(given.get("lang", "")):
            found["xml:lang"] = given["lang"]
        if tag == "a" and "href" in given:
            found["target"] = _target(given["href"])
        if tag == "code" and given.get("class", "").startswith(_CODE_LANGUAGE):
            found["lang"] = given["class"].removeprefix(_CODE_LANGUAGE)
        if tag == "li" and self.opened and self.opened[-1].tag == "ol":
            self.opened[-1].number = _integer(given.get("value"), self.opened[-1].number + 1)
            found["n"] = str(self.opened[-1].number)
        if tag == "tr" and any(one.tag == "thead" for one in self.opened[-1:]):
            found["role"] = "label"
        spans = {"cols": _integer(given.get("colspan"), 1), "rows": _integer(given.get("rowspan"), 1)}
        return found | {name: str(size) for name, size in spans.items() if size > 1}

    def _line_break(self, attributes: dict[str, str]) -> None:
        self.pieces.append("\n" if self._inside() == "code" else "<lb/>")

    def _rule(self, attributes: dict[str, str]) -> None:
        self.pieces.append('<milestone unit="section" rend="rule"/>')

    def _image(self, attributes: dict[str, str]) -> None:
        if self._inside() == "code" or "src" not in attributes:
            return
        self._fill()
        alternative = _clean(unescape(attributes.get("alt", "")))
        described = f"<desc>{escape(alternative)}</desc>" if alternative else ""
        self.pieces.append(f"<graphic url={_quoted(_target(unescape(attributes['src'])))}>{described}</graphic>")


def _integer(value: str | None, default: int) -> int:
    return int(value) if value and value.lstrip("-").isdecimal() else default
