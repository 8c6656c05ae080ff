"""Placeholders in a view for pictures, films, frames, formulas and controls: a box of the size that names the element.

A picture is shown if it is stored with the page, or if the page carries it itself, as a data URL of a raster format.
The placeholder of another one is a drawing with its alternative text in a data URL, on an `img` element with the
classes and sizes of the page, so that the page's own style sheet lays it out.
"""

import re
from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache

from ....page import Page
from ....text.attributes import one_line
from .styles import clean_style
from .vocabulary import LEAF, escape_attribute, written_attributes

FindPicture = Callable[[Page, int], str | None]
_MAX_LABEL = 120
_MIN_EMBEDDED = 300  # characters; shorter ones are the empty pictures of lazy loading
_MAX_EMBEDDED = 2_000_000
_RASTER = re.compile(r"data:image/(?:png|gif|jpe?g|webp|avif|bmp);base64,[A-Za-z0-9+/=\s]+", re.IGNORECASE)
_LENGTH = re.compile(r"\s*+(\d{1,4})(?:\.\d*+)?(?:px)?\s*+")
_CONTROLS = frozenset("input select textarea progress meter".split())
_DEFAULT_SIZE = {
    "img": (160, 96),
    **dict.fromkeys("video iframe embed object applet canvas".split(), (300, 150)),
    "audio": (300, 54),
}


def write_placeholder(page: Page, row: int, leaf: int, find_picture: FindPicture) -> str:
    """Return what stands for a leaf that is no text. `find_picture` says where a stored picture is served."""
    name = page.names[int(page.tag[row])]
    opening = f'<{LEAF} data-l="{leaf}" data-n="{row}"'
    if name == "img":
        return f'{opening} class="rl-picture">{_image(page, row, find_picture)}</{LEAF}>'
    kind = "control" if name in _CONTROLS else name if name in ("svg", "math") else "frame"
    attributes = dict(page.attributes[row])
    attributes["class"] = f"rl-{kind} {attributes.get('class') or ''}".strip()
    attributes["title"] = None
    if kind in ("frame", "svg"):
        attributes["style"] = _box(page, row, name) + (attributes.get("style") or "")
    kept = written_attributes(name, attributes, clean_style)
    return f'{opening}{kept} data-label="{escape_attribute(_label(page, row, name))}"></{LEAF}>'


def _image(page: Page, row: int, find_picture: FindPicture) -> str:
    kept = written_attributes("img", page.attributes[row], clean_style)
    width, height = _size(page, row, "img")
    declared = "".join(f' {name}="{value}"' for name in ("width", "height") if (value := _length(page, row, name)))
    label = one_line(page.value(row, "alt"))
    source = find_picture(page, row) or _embedded_image(page, row) or _drawing(width, height, label[:_MAX_LABEL])
    return f'<img{kept}{declared} alt="{escape_attribute(label)}" src="{escape_attribute(source)}">'


def _embedded_image(page: Page, row: int) -> str | None:
    source = page.value(row, "src") or ""
    is_shown = _MIN_EMBEDDED <= len(source) <= _MAX_EMBEDDED and _RASTER.fullmatch(source)
    return source if is_shown else None


@lru_cache(maxsize=512)
def _drawing(width: int, height: int, label: str) -> str:
    """Return a grey box with a text as a data URL. The text is cut off where the box ends."""
    shown = re.sub(r"[\x00-\x1f\x7f]", " ", label).replace("&", "&amp;").replace("<", "&lt;")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        '<rect width="100%" height="100%" fill="#8883"/>'
        f'<text x="8" y="20" font-family="sans-serif" font-size="12" fill="#888">{shown}</text></svg>'
    )
    return "data:image/svg+xml;base64," + b64encode(svg.encode("utf-8", "replace")).decode()


def _box(page: Page, row: int, name: str) -> str:
    """Return the size of a box as properties that frame.css reads; a size in the page's own style sheet wins."""
    width, height = _size(page, row, name)
    return f"--rl-width:{width}px;--rl-height:{height}px;"


def _size(page: Page, row: int, name: str) -> tuple[int, int]:
    wide, high = _DEFAULT_SIZE.get(name, (24, 24))
    width, height = _length(page, row, "width"), _length(page, row, "height")
    if width and not height:
        height = round(width * high / wide)
    elif height and not width:
        width = round(height * wide / high)
    return width or wide, height or high


def _length(page: Page, row: int, name: str) -> int:
    found = _LENGTH.fullmatch(page.value(row, name) or "")
    return int(found[1]) if found else 0


def _label(page: Page, row: int, name: str) -> str:
    """Return what a person would call the element: its own words, else its title, else its name."""
    node = page[row]
    if name == "input":
        kind = (node.get("type") or "text").lower()
        said = "" if kind in ("checkbox", "radio", "password", "file") else node.get("value") or node.get("placeholder")
    elif name == "select":
        said = next((option.text_content for option in node.children if option.tag == "option"), "")
    elif name == "textarea":
        said = node.text_content or node.get("placeholder")
    elif name == "math":
        said = node.get("alttext") or node.text_content
    else:
        said = node.get("title") or node.get("aria-label") or ("" if name == "svg" else name)
    return one_line(said)[:_MAX_LABEL]
