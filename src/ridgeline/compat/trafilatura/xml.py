"""Writes trafilatura's XML from the clean HTML of the same content.

    doc (metadata as attributes)
    ├── main       head, p, list/item, table/row/cell, quote, code, hi, ref, graphic, lb
    └── comments

`output/html.py` writes few tags and closes them, so a look-up by tag does. An element without a row in the table gives
its contents alone.
"""

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from ...page.elements import HEADINGS
from ...page.patterns import lazy_pattern

_NOT_XML = lazy_pattern("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# By tag: the element, and the attributes that it always has.
_ELEMENTS: Final[dict[str, tuple[str, dict[str, str]]]] = {
    **{tag: ("head", {"rend": tag}) for tag in HEADINGS},
    **{tag: ("list", {"rend": tag}) for tag in ("ul", "ol", "dl")},
    **{tag: ("quote", {}) for tag in ("blockquote", "q")},
    "p": ("p", {}),
    "figcaption": ("p", {}),
    "caption": ("p", {}),
    "summary": ("p", {}),
    "li": ("item", {}),
    "dt": ("item", {"rend": "dt"}),
    "dd": ("item", {"rend": "dd"}),
    "table": ("table", {}),
    "tr": ("row", {}),
    "td": ("cell", {}),
    "th": ("cell", {"role": "head"}),
    "code": ("code", {}),
    "del": ("del", {}),
    "em": ("hi", {"rend": "#i"}),
    "strong": ("hi", {"rend": "#b"}),
    "u": ("hi", {"rend": "#u"}),
    "sub": ("hi", {"rend": "#sub"}),
    "sup": ("hi", {"rend": "#sup"}),
    "a": ("ref", {}),
}
_EMPTY: Final = {"br": "lb", "img": "graphic"}
_ATTRIBUTES: Final = {"a": {"href": "target"}, "img": {"src": "src", "alt": "alt", "title": "title"}}


def write_document(attributes: Mapping[str, str], main: str, comments: str) -> str:
    """Return a document with these attributes, of HTML."""
    return "\n".join(
        [
            _tag("doc", attributes),
            f"<main>\n{convert(main)}\n</main>",
            f"<comments>{convert(comments)}</comments>",
            "</doc>",
        ]
    )


def convert(html: str) -> str:
    """Return clean HTML as XML."""
    writer = _Writer()
    writer.feed(html)
    writer.close()
    return "".join(writer.pieces)


class _Writer(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.opened: list[tuple[str, str]] = []  # the tags, and the ends of their elements

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = _ATTRIBUTES.get(tag, {})
        given = {names[name]: value or "" for name, value in attrs if name in names}
        if tag in _EMPTY:
            self.pieces.append(_tag(_EMPTY[tag], given, is_empty=True))
        elif tag != "hr":
            element, always = _ELEMENTS.get(tag, ("", {}))
            self.pieces.append(_tag(element, always | given) if element else "")
            self.opened.append((tag, f"</{element}>" if element else ""))

    def handle_endtag(self, tag: str) -> None:
        if self.opened and self.opened[-1][0] == tag:
            self.pieces.append(self.opened.pop()[1])

    def handle_data(self, data: str) -> None:
        self.pieces.append(escape(_NOT_XML().sub("", data)))


def _tag(element: str, attributes: Mapping[str, str], *, is_empty: bool = False) -> str:
    written = "".join(f" {name}={quoteattr(_NOT_XML().sub('', value))}" for name, value in attributes.items())
    return f"<{element}{written}{'/' if is_empty else ''}>"
