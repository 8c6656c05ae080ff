r"""Style sheets of a page, without what could load anything.

The policy of the frame forbids every request but those for stored pictures (`document.policy`); this is the second line
behind it. An address becomes that of the stored picture, or an empty one; pictures that are in the style sheet itself
stay. Fonts are left out. Escapes in names (`@\69mport`) and comments inside them are undone first, so that nothing
hides behind them. A style sheet cannot end its element: `</` is written `<\/`.

A linked style sheet is written where its link stands, an imported one before the sheet that imports it, each in an
element of its own: a brace that is never closed harms no other sheet. Conditions on layers and support are passed over.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from ....page import Page, elements
from ....page.table import Node
from ....text.urls import find_base, safe_url
from .snapshot import EMPTY, Snapshot

MAX_CHARACTERS = 3_000_000  # of all style sheets of a page
_STYLE, _LINK = elements.CODES["style"], elements.CODES["link"]
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|([g-zG-Z@]))")
_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
_UNLOADED = re.compile(r"@(?=import\b|namespace\b|charset\b|font-face\b|document\b|-moz-document\b)", re.IGNORECASE)
_URL = re.compile(
    r"""\b(url|src)\s*+\(\s*+(?:"((?:[^"\\\n]|\\.)*+)"?|'((?:[^'\\\n]|\\.)*+)'?|([^)"'(\s]*+))[^)]*+\)?""",
    re.IGNORECASE,
)
_IMPORT = re.compile(
    r"""@import\s*+(?:url\s*+\(\s*+)?+["']?([^"')\s;]++)["']?\s*+\)?([^;{}]*+)(?:;|\Z)""", re.IGNORECASE
)
_CONDITIONS = re.compile(r"\blayer\b(?:\s*+\([^)]*+\))?|\bsupports\s*+\((?:[^()]|\([^()]*+\))*+\)", re.IGNORECASE)
_FONT_FACE = re.compile(r"@font-face\s*+\{[^{}]*+\}?", re.IGNORECASE)
_IMAGE_SET = re.compile(r"(?:-webkit-)?\b(?:image-set|cross-fade|image|element|paint)\s*+\(", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif|bmp)[;,][A-Za-z0-9+/=;,%._-]*", re.IGNORECASE)
_BINDING = re.compile(r"\b(?:expression\s*+\(|-moz-binding|behaviou?r\s*+:)", re.IGNORECASE)
_ESCAPED_LETTERS = re.compile(r"\\[0-9a-zA-Z@]")


Locate = Callable[[str], str | None]  # an address in a style sheet to where the picture is served


class Sheet(NamedTuple):
    """A style sheet of a page."""

    css: str
    media: str
    base: str | None  # of its addresses


class References(NamedTuple):
    """What a style sheet loads: addresses made absolute."""

    imports: tuple[str, ...]
    pictures: tuple[str, ...]


def page_styles(page: Page, snapshot: Snapshot = EMPTY) -> str:
    """Return the style sheets of a page as style elements, in their order."""
    return "".join(_style_elements(page, snapshot))


def sheet_address(node: Node, base: str | None) -> str | None:
    """Return the address of the style sheet that a `link` element leads to; None where it is not shown, or no link."""
    words = (node.get("rel") or "").lower().split()
    is_shown = "stylesheet" in words and "alternate" not in words and node.get("disabled") is None
    url = safe_url(node.get("href"), base) if node.tag == "link" and is_shown else None
    return url if url and url.startswith(("http://", "https://")) else None


def sheets_in(page: Page) -> Iterator[tuple[Sheet | None, str | None, str]]:
    """Yield the style sheets of a page: those in it, and the addresses of those that it links to, with their media."""
    base = find_base(page)
    for row in np.flatnonzero((page.tag == _STYLE) | (page.tag == _LINK)).tolist():
        node = page[row]
        media = node.get("media") or ""
        if _is_in_foreign_content(page, row):
            continue
        if node.tag == "link":
            yield None, sheet_address(node, base), media
        elif (node.get("type") or "text/css").strip().lower() == "text/css":
            yield Sheet(node.text_content, media, base), None, media


def references(css: str, base: str | None) -> References:
    """Return what a style sheet loads, but fonts."""
    plain = _FONT_FACE.sub(" ", _plain_names(css))
    imports = [safe_url(match[1], base) for match in _IMPORT.finditer(plain)]
    pictures = [safe_url(_address(match), base) for match in _URL.finditer(_IMPORT.sub(" ", plain))]
    return References(_on_the_web(imports), _on_the_web(pictures))


def clean_style(css: str, locate: Locate | None = None) -> str:
    """Return a style sheet, or the value of a style attribute, that loads nothing but what is stored."""
    css = _UNLOADED.sub("@rl-", _plain_names(css))
    css = _URL.sub(partial(_located_url, locate), css)
    css = _IMAGE_SET.sub("none(", css)
    return _BINDING.sub("rl-none:", css)


def _plain_names(css: str) -> str:
    """Return a style sheet without escapes in names, and without comments."""
    if _ESCAPED_LETTERS.search(css):
        css = _ESCAPE.sub(_unescaped, css)
    return _COMMENT.sub(" ", css) if "/*" in css else css


def _on_the_web(urls: list[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(url for url in urls if url and url.startswith(("http://", "https://"))))


def _style_elements(page: Page, snapshot: Snapshot) -> Iterator[str]:
    characters = MAX_CHARACTERS
    for inside, url, media in sheets_in(page):
        stored = Sheet(snapshot.styles[url], media, url) if url is not None and url in snapshot.styles else inside
        for sheet in with_imports(stored, snapshot, set()) if stored else ():
            if characters <= 0:
                return
            css = sheet.css[:characters]
            characters -= len(css)
            yield _style_element(css, sheet, snapshot)


def with_imports(sheet: Sheet, snapshot: Snapshot, seen: set[str]) -> Iterator[Sheet]:
    """Yield the style sheets that a sheet imports, each once, and the sheet itself."""
    for match in _IMPORT.finditer(_plain_names(sheet.css[:MAX_CHARACTERS])) if "import" in sheet.css.lower() else ():
        url = safe_url(match[1], sheet.base) or ""
        if url in snapshot.styles and url not in seen:
            seen.add(url)
            condition = _CONDITIONS.sub(" ", match[2]).strip()
            media = " and ".join(filter(None, (sheet.media, condition))) if "," not in sheet.media else condition
            yield from with_imports(Sheet(snapshot.styles[url], media, url), snapshot, seen)
    yield sheet


def _style_element(css: str, sheet: Sheet, snapshot: Snapshot) -> str:
    written = raw_text(clean_style(css, partial(snapshot.background, base=sheet.base)))
    media = _plain(clean_style(sheet.media))
    return f'<style media="{media}">{written}</style>' if media else f"<style>{written}</style>"


def raw_text(css: str) -> str:
    """Return a style sheet that cannot end the element that it stands in."""
    return css.replace("\0", "").replace("</", "<\\/").replace("<!--", "< !--")


def _is_in_foreign_content(page: Page, row: int) -> bool:
    names = {node.tag for node in page[row].ancestors}
    return bool(names & {"svg", "math", "template", "noscript"})


def _plain(media: str) -> str:
    return re.sub(r"[^\w\s():,.<>=/%-]", "", media).replace("<", "&lt;").replace(">", "&gt;")


def _unescaped(match: re.Match[str]) -> str:
    """Return the character that an escape stands for, where it is a letter or the like; others stay as they are."""
    if match[2]:
        return match[2]
    code = int(match[1], 16)
    character = chr(code) if 0 < code < 0x110000 else ""
    return character if character.isascii() and (character.isalnum() or character in "@(") else match[0]


def _located_url(locate: Locate | None, match: re.Match[str]) -> str:
    address = _address(match)
    if _EMBEDDED.fullmatch(address):
        return f'url("{address}")'
    return f'url("{(locate(address) if locate else None) or "data:,"}")'


def _address(match: re.Match[str]) -> str:
    return next((part for part in match.groups()[1:] if part is not None), "")
