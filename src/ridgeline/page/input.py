"""The input of a parse: text or bytes, packed or saved in a file of another format, or no web page at all.

read_document(html, …)   the source of a page, its encoding and address, or what the input is instead
open_file(data, …)       the page in a file: unpacked, taken out of MHTML or a web archive
"""

from typing import TYPE_CHECKING, NamedTuple

from .limits import Limits
from .width import is_huge

if TYPE_CHECKING:
    from .content_types import Kind

# How most pages begin. What begins so is a page, and needs no further look.
_HTML_BEGINNINGS = ("<!doctype html", "<html")
_HTML_BEGINNINGS_IN_BYTES = tuple(beginning.encode() for beginning in _HTML_BEGINNINGS)
_LOOK = 64  # characters, white space before the page included
_BEFORE_MARKUP = b"\xef\xbb\xbf \t\r\n\f"  # a byte order mark, white space
# Where a saved page names its address: before its head.
_ADDRESS_MARK = "saved "  # "saved from url=…" of browsers, "Page saved with SingleFile"
_ADDRESS_CHARACTERS = 2_048


class Document(NamedTuple):
    """The source of a page, and what is known of it before it is parsed."""

    source: str | bytes  # text, or bytes that are UTF-8 and within the limits
    encoding: str | None = None  # that bytes were decoded from
    url: str | None = None  # that the file around a saved page names
    kind: "Kind | None" = None  # what the input is, if it is not a web page; the text is empty then
    is_cut: bool = False  # whether more was packed than is read
    remark: str | None = None  # where the bytes are not in the encoding that was declared


class Opened(NamedTuple):
    """The bytes of a page, and what the file around it says about it."""

    data: bytes
    url: str | None = None
    charset: str | None = None
    is_cut: bool = False


def read_document(html: str | bytes, charset: str | None, limits: Limits) -> Document:
    """Return the document that is given as text, or as bytes with the encoding that the HTTP header named."""
    return _read_text(html, limits) if isinstance(html, str) else _read_bytes(html, charset, limits)


def open_file(data: bytes, max_bytes: int, *, brotli: bool = False) -> Opened:
    """Return the page in a file, which may be packed, saved, or both; the file itself if it is neither.

    No more than `max_bytes` are unpacked. Brotli cannot be recognised: it is unpacked on request, and otherwise where
    binary data of no known format gives markup.

    Raises:
        MissingExtraError: The package that reads this compression is not installed.
    """
    from .content_types import binary_kind
    from .decoder import is_binary
    from .packed import unpack, unpack_markup
    from .saved import read_saved

    unpacked = unpack(data, max_bytes, brotli=brotli)
    if unpacked is data and is_binary(data) and binary_kind(data) is None:
        unpacked = unpack_markup(data, max_bytes) or data
    is_cut = unpacked is not data and len(unpacked) > max_bytes
    if is_cut:
        unpacked = unpacked[:max_bytes]
    saved = read_saved(unpacked)
    return Opened(unpacked, is_cut=is_cut) if saved is None else Opened(*saved, is_cut)


def noted_address(source: str | bytes) -> str | None:
    """Return the address that a browser or SingleFile noted at the beginning of a page that it saved."""
    beginning = source[:_ADDRESS_CHARACTERS]
    if _ADDRESS_MARK not in (beginning if isinstance(beginning, str) else beginning.decode(errors="replace")):
        return None
    from .saved import read_address  # few pages name their address

    return read_address(source if isinstance(source, str) else source.decode())


def _read_text(text: str, limits: Limits) -> Document:
    if text[:_LOOK].lstrip().lower().startswith(_HTML_BEGINNINGS):
        return Document(text)
    from .content_types import MESSAGE, text_kind  # most pages do without

    kind = text_kind(text)
    return _read_message(text[: limits.characters]) if kind is MESSAGE else Document("" if kind else text, kind=kind)


def _read_message(text: str) -> Document:
    """Return the page in a message that was decoded already, but for the parts that were sent in another form."""
    from .content_types import MESSAGE
    from .decoder import decode
    from .saved import read_saved

    saved = read_saved(text.encode("utf-8", "replace"), charset="utf-8")
    if saved is None:
        return Document("", kind=MESSAGE)
    page = decode(saved.data, saved.charset)
    return Document(page.text, None, saved.url, page.kind)


def _read_bytes(data: bytes, charset: str | None, limits: Limits) -> Document:
    from .decoder import read_source  # its tables take a while to load, and text does not need them

    beginning = data[:_LOOK].lstrip(_BEFORE_MARKUP).lower()
    is_html = beginning.startswith(_HTML_BEGINNINGS_IN_BYTES)
    # Nothing that is packed or saved begins with a tag.
    opened = Opened(data) if beginning.startswith(b"<") else _open_if_possible(data, limits.characters)
    # No encoding uses more than four bytes a character.
    source, encoding, kind, remark = read_source(opened.data[: 4 * limits.characters], charset or opened.charset)
    if isinstance(source, bytes) and (is_huge(source) or len(source) > limits.characters):
        source = source.decode()  # of which rare characters, or the end, can be left out
    if kind is None and not is_html:
        from .content_types import text_kind

        kind = text_kind(source)
    return Document("" if kind else source, encoding, opened.url, kind, opened.is_cut, remark)


def _open_if_possible(data: bytes, max_bytes: int) -> Opened:
    from ..errors import MissingExtraError

    try:
        return open_file(data, max_bytes)
    except MissingExtraError:
        return Opened(data)
