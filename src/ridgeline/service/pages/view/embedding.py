"""A page with its stored style sheets and pictures inside, for a browser that may load nothing.

The tags of style sheets and pictures are replaced in the source, by others with data URLs. The nodes of the page stay
the same, one by one, so a layout of the one is that of the other; where they would not, the page is left as it is.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from functools import partial

import numpy as np

from ....library import StoredFile
from ....page import Page, elements, parse
from ....text.urls import find_base
from .pictures import picture_addresses
from .snapshot import Snapshot
from .styles import Sheet, clean_style, raw_text, sheet_address, with_imports
from .vocabulary import escape_attribute

MAX_BYTES = 20_000_000  # of pictures
_TAG = re.compile(  # without a `<` inside, so that every character is looked at once
    r"""<(link|img|source)\b(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+>|<(style)\b([^<>]*+)>(.*?)(</style|\Z)""",
    re.IGNORECASE | re.DOTALL,
)
_IMG = elements.CODES["img"]
_NAME = re.compile(r"[\w:-]+")
_CHOSEN = frozenset({"src", "srcset", "sizes", "loading"})


def embed_files(page: Page, styles: Mapping[str, str], pictures: Mapping[str, StoredFile]) -> Page:
    """Return the page with these files, by their addresses, in the place of their addresses."""
    source = "".join(_Embedding(page, styles, dict(_data_urls(pictures))).parts())
    made = parse(source, url=page.url)
    is_same = len(made) == len(page) and np.array_equal(made.tag, page.tag) and np.array_equal(made.parent, page.parent)
    return made if is_same and made.names == page.names else page


def _data_urls(pictures: Mapping[str, StoredFile]) -> Iterator[tuple[str, str]]:
    left = MAX_BYTES
    made: dict[int, str] = {}  # by file: several addresses may stand for one
    for url, file in pictures.items():
        if id(file) not in made:
            left -= len(file.data)
            made[id(file)] = "" if left < 0 else f"data:{file.media_type};base64,{b64encode(file.data).decode()}"
        if made[id(file)]:
            yield url, made[id(file)]


class _Embedding:
    def __init__(self, page: Page, styles: Mapping[str, str], pictures: Mapping[str, str]) -> None:
        self.page, self.base = page, find_base(page)
        self.snapshot = Snapshot(styles, pictures)

    def parts(self) -> Iterator[str]:
        """Yield the source in pieces."""
        source, place = self.page.source, 0
        found = list(_TAG.finditer(source))
        rows = np.flatnonzero(self.page.tag == _IMG).tolist()
        images = [match for match in found if (match[1] or "").lower() == "img"]
        row_of = dict(zip(images, rows, strict=True)) if len(images) == len(rows) else {}
        for match in found:
            yield source[place : match.start()]
            yield self._written(match, row_of.get(match))
            place = match.end()
        yield source[place:]

    def _written(self, match: re.Match[str], row: int | None) -> str:
        if match[2]:
            return f"<style{match[3]}>{raw_text(self._css(Sheet(match[4], '', self.base)))}{match[5]}"
        small = parse(match[0], url=self.page.url)
        node = next(iter(small.find(match[1].lower())), None)
        if node is None:
            return match[0]
        if node.tag == "source":
            return "<source>"
        if node.tag == "link":
            url = sheet_address(node, self.base)
            css = self.snapshot.styles.get(url or "")
            if css is None:
                return match[0]
            written = b64encode(self._css(Sheet(css, "", url)).encode("utf-8", "replace")).decode()
            media = escape_attribute(node.get("media") or "")
            return f'<link rel="stylesheet" media="{media}" href="data:text/css;charset=utf-8;base64,{written}">'
        page, place = (small, node.index) if row is None else (self.page, row)
        picture = next(filter(None, map(self.snapshot.pictures.get, picture_addresses(page, place, self.base))), None)
        kept = {name: value for name, value in node.attributes.items() if name not in _CHOSEN and _NAME.fullmatch(name)}
        kept["src"] = picture or node.get("src")
        return f"<img{''.join(map(_attribute, kept, kept.values()))}>"

    def _css(self, sheet: Sheet) -> str:
        """Return a style sheet after those that it imports, with pictures instead of addresses."""
        found = []
        for one in with_imports(sheet, self.snapshot, set()):
            css = clean_style(one.css, partial(self.snapshot.background, base=one.base))
            found.append(f"@media {one.media} {{{css}\n}}" if one.media else css)
        return "\n".join(found)


def _attribute(name: str, value: str | None) -> str:
    return f' {name}="{escape_attribute(value or "")}"'
