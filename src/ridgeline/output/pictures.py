"""Pictures that are stored beside a page, put into what is written of its content.

    embed_pictures(html, pictures)      HTML in one file: pictures as data URLs, nothing is loaded

`pictures` has files by their addresses, as the written HTML names them.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from html import unescape
from typing import Protocol

_IMAGE = re.compile(r'<img src="([^"]*)"([^>]*)>')  # as the core writes it: quoted, escaped, the source first
_ALT = re.compile(r' alt="([^"]*)"')
_ANY_PICTURE, _OWN_PICTURES = "img-src * data:;", "img-src data:;"


class PictureFile(Protocol):
    """A picture: its media type, and its bytes."""

    @property
    def media_type(self) -> str: ...
    @property
    def data(self) -> bytes: ...


Pictures = Mapping[str, PictureFile]


def embed_pictures(html: str, pictures: Pictures) -> str:
    """Return a page of the HTML format with its pictures inside; one that is not stored becomes a link to it."""

    def embedded(match: re.Match[str]) -> str:
        file = pictures.get(unescape(match[1]))
        if file is None:
            alt = _ALT.search(match[2])
            return f'<a href="{match[1]}" rel="noopener noreferrer">{(alt and alt[1]) or "picture"}</a>'
        return f'<img src="data:{file.media_type};base64,{b64encode(file.data).decode()}"{match[2]}>'

    return _IMAGE.sub(embedded, html.replace(_ANY_PICTURE, _OWN_PICTURES, 1))
