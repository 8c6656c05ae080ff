"""The elements and attributes that a view may have, and what becomes of the others.

A native element is written under its own name. Every other one becomes a custom element of ours, `rl-form` for `form`,
which browsers nest anywhere and know nothing about. What holds no text that is shown is left out.
"""

import re
from collections.abc import Callable
from html import escape

from ....page.columns import Attributes
from ....page.elements import BLOCK_NAMES, SILENT_NAMES, VOID_NAMES

PREFIX = "rl-"
LEAF = "rl-leaf"

NATIVE = frozenset(
    """article section nav aside header footer main hgroup search address h1 h2 h3 h4 h5 h6
    p div hr pre blockquote ol ul menu li dl dt dd figure figcaption center
    a em strong small s cite q dfn abbr ruby rb rt rtc data time code var samp kbd sub sup i b u mark
    bdi bdo span br wbr ins del big tt strike font nobr
    table caption colgroup col tbody thead tfoot tr td th label fieldset legend details summary dialog output""".split()
)
# Nothing in these is shown: neither they nor what is in them is written. (Leaves inside are written all the same.)
LEFT_OUT = SILENT_NAMES | frozenset(
    "base link meta param source track area frame basefont datalist selectedcontent".split()
)
VOID = VOID_NAMES & NATIVE
# Elements that only make sense inside each other: anything else among them is moved out of the table by browsers.
TABLE_PARTS = frozenset("table caption colgroup col tbody thead tfoot tr td th".split())
TABLE_FRAMES = frozenset("table colgroup tbody thead tfoot tr".split())

_ANYWHERE = frozenset("class id style dir lang title align hidden".split())
_CELL = frozenset("colspan rowspan scope width height valign bgcolor nowrap".split())
_BY_ELEMENT: dict[str, frozenset[str]] = {
    "table": frozenset("width height border cellpadding cellspacing bgcolor rules frame".split()),
    "td": _CELL,
    "th": _CELL,
    "tr": frozenset("valign bgcolor height".split()),
    "tbody": frozenset({"valign"}),
    "thead": frozenset({"valign"}),
    "tfoot": frozenset({"valign"}),
    "col": frozenset("span width valign".split()),
    "colgroup": frozenset("span width valign".split()),
    "font": frozenset("color face size".split()),
    "ol": frozenset("start type reversed".split()),
    "ul": frozenset({"type"}),
    "li": frozenset("value type".split()),
    "hr": frozenset("width size color noshade".split()),
    "br": frozenset({"clear"}),
    "body": frozenset("bgcolor text".split()),
    "details": frozenset(),
    "dialog": frozenset({"open"}),
}
_MAX_VALUE_LENGTH = 20_000  # of one attribute
_NAME = re.compile(r"[a-z][a-z0-9]{0,30}")


def written_name(name: str, *, is_neutral: bool) -> str:
    """Return the name under which an element is written: its own, or a custom one."""
    if name in NATIVE and not is_neutral:
        return name
    return PREFIX + name if _NAME.fullmatch(name) else f"{PREFIX}block" if name in BLOCK_NAMES else f"{PREFIX}inline"


def written_attributes(name: str, attributes: Attributes, clean_style: Callable[[str], str]) -> str:
    """Return the attributes that an element may keep, as markup."""
    allowed = _BY_ELEMENT.get(name, frozenset())
    written = []
    for attribute, value in attributes.items():
        if attribute not in _ANYWHERE and attribute not in allowed:
            continue
        text = value or ""
        if len(text) <= _MAX_VALUE_LENGTH:
            written.append(f' {attribute}="{escape_attribute(clean_style(text) if attribute == "style" else text)}"')
    return "".join(written)


def escape_text(text: str) -> str:
    """Return a text as markup that a browser reads as this text, character by character."""
    return escape(text, quote=False).replace("\r", "&#13;").replace("\0", "")


def escape_attribute(value: str) -> str:
    """Return a value for an attribute in double quotes."""
    return escape(value).replace("\r", "&#13;").replace("\0", "")
