r"""Style sheets of a page, without what could load anything.

The policy of the frame forbids every request (`document.POLICY`); this is the second line behind it. Addresses become
empty ones, but pictures that are in the style sheet itself stay. Escapes in names (`@\69mport`) and comments inside
them are undone first, so that nothing hides behind them. A style sheet cannot end its element: `</` is written `<\/`.
"""

import re
from collections.abc import Iterator

import numpy as np

from ....page import Page, elements

MAX_CHARACTERS = 3_000_000  # of all style sheets of a page
_STYLE = elements.CODES["style"]
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|([g-zG-Z@]))")
_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
_IMPORT = re.compile(r"@(?=import\b|namespace\b|charset\b|font-face\b|document\b|-moz-document\b)", re.IGNORECASE)
_URL = re.compile(
    r"""\b(url|src)\s*+\(\s*+(?:"((?:[^"\\\n]|\\.)*+)"?|'((?:[^'\\\n]|\\.)*+)'?|([^)"'(\s]*+))[^)]*+\)?""",
    re.IGNORECASE,
)
_IMAGE_SET = re.compile(r"(?:-webkit-)?\b(?:image-set|cross-fade|image|element|paint)\s*+\(", re.IGNORECASE)
_EMBEDDED = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif|bmp)[;,][A-Za-z0-9+/=;,%._-]*", re.IGNORECASE)
_BINDING = re.compile(r"\b(?:expression\s*+\(|-moz-binding|behaviou?r\s*+:)", re.IGNORECASE)
_ESCAPED_LETTERS = re.compile(r"\\[0-9a-zA-Z@]")


def page_styles(page: Page) -> str:
    """Return the style sheets in a page as style elements, in their order."""
    return "".join(_style_elements(page))


def clean_style(css: str) -> str:
    """Return a style sheet, or the value of a style attribute, that loads nothing."""
    if _ESCAPED_LETTERS.search(css):
        css = _ESCAPE.sub(_unescaped, css)
    if "/*" in css:
        css = _COMMENT.sub(" ", css)
    css = _IMPORT.sub("@rl-", css)
    css = _URL.sub(_embedded_url, css)
    css = _IMAGE_SET.sub("none(", css)
    return _BINDING.sub("rl-none:", css)


def _style_elements(page: Page) -> Iterator[str]:
    left = MAX_CHARACTERS
    for row in np.flatnonzero(page.tag == _STYLE).tolist():
        node = page[row]
        if _is_in_foreign_content(page, row) or (node.get("type") or "text/css").strip().lower() != "text/css":
            continue
        css = node.text_content[:left]
        left -= len(css)
        written = raw_text(clean_style(css))
        media = clean_style(node.get("media") or "")
        yield f'<style media="{_plain(media)}">{written}</style>' if media else f"<style>{written}</style>"


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


def _embedded_url(match: re.Match[str]) -> str:
    address = next((part for part in match.groups()[1:] if part is not None), "")
    return f'url("{address}")' if _EMBEDDED.fullmatch(address) else 'url("data:,")'
