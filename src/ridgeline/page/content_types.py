"""Recognises what is not a web page: PDF documents, images, archives, JSON, feeds …, by the bytes that it begins with.

Binary formats have signatures, one row each in a table. Formats made of text (JSON, XML, messages) are told from pages
by how they begin; a page is never one of them, whether it is broken, a fragment, or XHTML:

- An XML document is a page if its doctype or its outermost element is one of HTML. Without an XML declaration, only
  the outermost elements of feeds, sitemaps and pictures count, since pages invent elements.
- JSON begins as an object with a quoted name, or as an array of values and ends as one. `[1] A footnote` is text.
- A message has headers that say so: `MIME-Version` and a `Content-Type` of several parts or of HTML.

Brotli has no signature. Plain text is a page, too.
"""

import re
from typing import NamedTuple

from .elements import CODES
from .patterns import lazy_pattern


class Kind(NamedTuple):
    """The kind of a file that is not a web page."""

    name: str  # a short name for counts: "pdf"
    description: str  # for people: "a PDF document"


BINARY = Kind("binary", "binary data")  # without a known signature
PDF = Kind("pdf", "a PDF document")
ZIP = Kind("zip", "a ZIP archive")
GZIP = Kind("gzip", "a gzip file")
BZIP2 = Kind("bzip2", "a bzip2 file")
XZ = Kind("xz", "an xz file")
ZSTD = Kind("zstd", "a Zstandard file")
ZLIB = Kind("zlib", "zlib data")
BROTLI = Kind("brotli", "a Brotli file")
PROPERTY_LIST = Kind("plist", "a property list")
MESSAGE = Kind("message", "a MIME message without HTML")
JSON = Kind("json", "JSON data")
SVG = Kind("svg", "an SVG image")
RSS = Kind("rss", "an RSS feed")
RDF = Kind("rdf", "RDF data")
XML = Kind("xml", "an XML document")

# What opens a file, matched at its first byte. Of two that match, the first one counts.
_SIGNATURES: tuple[tuple[Kind, bytes], ...] = (
    (PDF, rb"\s*+%PDF-"),
    (Kind("png", "a PNG image"), rb"\x89PNG"),
    (Kind("jpeg", "a JPEG image"), rb"\xff\xd8\xff"),
    (Kind("gif", "a GIF image"), rb"GIF8[79]a"),
    (Kind("webp", "a WebP image"), rb"RIFF....WEBP"),
    (Kind("avif", "an AVIF image"), rb"\x00...ftypavi[fs]"),
    (Kind("heif", "a HEIF image"), rb"\x00...ftyp(?:hei|hev|mif1|msf1)"),
    (Kind("jpeg-xl", "a JPEG XL image"), rb"\x00\x00\x00\x0cJXL "),
    (Kind("tiff", "a TIFF image"), rb"II\*\x00|MM\x00\*"),
    (Kind("bmp", "a BMP image"), rb"BM....\x00\x00\x00\x00"),
    (Kind("icon", "an icon"), rb"\x00\x00[\x01\x02]\x00[^\x00]\x00"),
    (Kind("photoshop", "a Photoshop image"), rb"8BPS\x00\x01"),
    (Kind("video", "a video"), rb"\x00...ftyp|\x1aE\xdf\xa3|RIFF....AVI |FLV\x01|\x00\x00\x01[\xba\xb3]"),
    (
        Kind("audio", "a sound file"),
        rb"ID3[\x02-\x04]|\xff[\xfb\xf3][\x10-\xef]|OggS\x00|fLaC\x00|RIFF....WAVE|MThd\x00\x00|#!AMR|FORM....AIF[FC]",
    ),
    (ZIP, rb"PK(?:\x03\x04|\x05\x06|\x07\x08)"),
    (GZIP, rb"\x1f\x8b"),
    (BZIP2, rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)"),
    (XZ, rb"\xfd7zXZ\x00"),
    (ZSTD, rb"\x28\xb5\x2f\xfd"),
    (ZLIB, rb"x[\x01\x9c\xda]"),
    (Kind("compressed", "compressed data"), rb"\x1f\x9d|\x04\x22\x4d\x18"),  # compress, LZ4
    (Kind("7z", "a 7z archive"), rb"7z\xbc\xaf\x27\x1c"),
    (Kind("rar", "a RAR archive"), rb"Rar!\x1a\x07"),
    (Kind("tar", "a tar archive"), rb".{257}ustar[ \x00]"),
    (Kind("archive", "an archive"), rb"MSCF\x00\x00\x00\x00|!<arch>\n"),  # Windows cabinets, Debian packages
    (Kind("warc", "a WARC archive"), rb"WARC/[01]\.[0-9]"),
    (Kind("ole", "an old Office document"), rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    (Kind("rtf", "an RTF document"), rb"\{\\rtf[0-9]"),
    (Kind("postscript", "a PostScript document"), rb"%!PS-Adobe"),
    (Kind("djvu", "a DjVu document"), rb"AT&TFORM"),
    (Kind("sqlite", "an SQLite database"), rb"SQLite format 3\x00"),
    (Kind("parquet", "a Parquet file"), rb"PAR1[^ -~]"),
    (Kind("data", "a data file"), rb"ARROW1\x00\x00|\x89HDF|\x93NUMPY|Obj\x01"),
    (PROPERTY_LIST, rb"bplist00"),
    (Kind("font", "a font"), rb"wOF[F2]|OTTO\x00|\x00\x01\x00\x00|ttcf\x00"),
    (
        Kind("program", "a program"),
        rb"\x7fELF|MZ(?:[\x80-\xff]\x00|.\x00[\x00-\x20]\x00)|\x00asm"  # Linux, Windows, WebAssembly
        rb"|\xca\xfe\xba\xbe|\xfe\xed\xfa[\xce\xcf]|[\xce\xcf]\xfa\xed\xfe",  # Java, macOS
    ),
)
_SIGNATURE = lazy_pattern(b"|".join(b"(" + pattern + b")" for _, pattern in _SIGNATURES), re.DOTALL)
_SIGNATURE_BYTES = 1024

# ZIP files by the names in them, which stand in their first bytes and in the directory at their end.
_ZIPPED: tuple[tuple[bytes, Kind], ...] = (
    (b"mimetypeapplication/epub+zip", Kind("epub", "an EPUB book")),
    (b"mimetypeapplication/vnd.oasis.opendocument", Kind("opendocument", "an OpenDocument file")),
    (b"word/document", Kind("docx", "a Word document")),
    (b"xl/workbook", Kind("xlsx", "an Excel workbook")),
    (b"ppt/presentation", Kind("pptx", "a PowerPoint presentation")),
    (b"AndroidManifest.xml", Kind("apk", "an Android app")),
)
_ZIP_BYTES = 65_536

HEAD_CHARACTERS = 8_192  # that formats made of text are recognised by
TAIL_CHARACTERS = 64
_HEAD_BYTES = 4 * HEAD_CHARACTERS  # no encoding uses more than four bytes a character
_SPACE = "\ufeff \t\r\n\f\0"
_NAME = r'\{\s*+"(?:[^"\\\n]|\\.){0,200}+"\s*+:'
# An array of strings or numbers could be text; it is JSON if it ends as one.
_JSON = lazy_pattern(
    rf'{_NAME}|(?:\[\s*+)++{_NAME}|(?P<array>(?:\[\s*+)++(?:"(?:[^"\\\n]|\\.)*+"|-?\d[\w.+-]*+)\s*+[,\]])'
)
_EMPTY_JSON = frozenset({"{}", "[]"})
_ROOT = lazy_pattern(
    r"""(?P<declaration><\?xml\s[^>]*+>)?
    (?:\s++|<\?[^>]*+>|<!--(?:[^-]++|-(?!->))*+-->|<!doctype\s++(?P<doctype>[\w:.-]++)[^>\[]*+(?:\[[^\]]*+\]\s*+)?>)*+
    <(?P<root>[a-z_][\w:.-]*+)(?P<attributes>[^>]*+)""",
    re.IGNORECASE | re.VERBOSE,
)
_ROOTS = {
    "rss": RSS,
    "feed": Kind("atom", "an Atom feed"),
    "rdf": RDF,
    "urlset": Kind("sitemap", "a sitemap"),
    "sitemapindex": Kind("sitemap", "a sitemap"),
    "opml": Kind("opml", "an OPML list of feeds"),
    "svg": SVG,
}
_OPENING = lazy_pattern(r"\s{0,64}<(?:[a-z][a-z0-9-]*:)?(?P<root>[a-z][a-z0-9-]*)[\s>]", re.IGNORECASE)
_PAGE = lazy_pattern(r"<(?:html|head|body)[\s>]", re.IGNORECASE)
_HEADER = lazy_pattern(r"[a-z][a-z0-9-]{1,60}+:[ \t]", re.IGNORECASE)
_MESSAGE_TYPE = lazy_pattern(
    r"^content-type:\s*+(?P<type>multipart/|text/html|application/xhtml)", re.IGNORECASE | re.MULTILINE
)
_MESSAGE_VERSION = lazy_pattern(r"^mime-version:", re.IGNORECASE | re.MULTILINE)
_BLANK_LINE = lazy_pattern(r"\r?\n\r?\n")


def recognise(data: bytes, charset: str | None = None) -> Kind | None:
    """Return what a file is, by its bytes; None for a web page and for plain text, in any encoding of the web."""
    from .decoder import decode  # which needs this module for what is no text

    if kind := binary_kind(data):
        return kind
    # What tells these formats apart is ASCII: unless it is in 16-bit units, any encoding will do.
    head = decode(data[:_HEAD_BYTES], charset or "windows-1252")
    return head.kind or text_kind(head.text + _tail(data))


def _tail(data: bytes) -> str:
    """Return the end of what is longer than its head."""
    return data[-TAIL_CHARACTERS:].decode("latin-1") if len(data) > _HEAD_BYTES else ""


def binary_kind(data: bytes) -> Kind | None:
    """Return the binary format whose signature opens the data; None where there is none."""
    match = _SIGNATURE().match(data, 0, _SIGNATURE_BYTES)
    if match is None or match.lastindex is None:
        return None
    kind, _ = _SIGNATURES[match.lastindex - 1]
    return _zipped_kind(data) if kind is ZIP else kind


def _zipped_kind(data: bytes) -> Kind:
    names = data[:_ZIP_BYTES] + data[-_ZIP_BYTES:]
    return next((kind for name, kind in _ZIPPED if name in names), ZIP)


def text_kind(source: str | bytes) -> Kind | None:
    """Return the format made of text, or of UTF-8, that is not a page; None for a page and for plain text."""
    text = source if isinstance(source, str) else source[:_HEAD_BYTES].decode(errors="replace") + _tail(source)
    opening = _OPENING().match(text)
    if opening is not None and opening["root"].lower() not in _ROOTS:
        return None  # as most pages that do not begin as they should
    head, tail = text[:HEAD_CHARACTERS].lstrip(_SPACE), text[-TAIL_CHARACTERS:].rstrip(_SPACE)
    if head.startswith("<"):
        return _markup_kind(head, tail)
    if head.startswith(("{", "[")):
        return JSON if _is_json(head, tail) else None
    if head.startswith("%PDF-"):
        return PDF
    return MESSAGE if is_message(head) else None


def _markup_kind(head: str, tail: str) -> Kind | None:
    opening = _ROOT().match(head)
    if opening is None or (opening["doctype"] or "").lower() == "html":
        return None
    root = opening["root"].lower().rpartition(":")[2]
    is_declared = opening["declaration"] is not None
    if root in _ROOTS:
        is_file = is_declared or "xmlns" in opening["attributes"] or "version" in opening["attributes"]
        return _known_kind(_ROOTS[root], head, tail) if is_file else None
    is_page = not is_declared or root in CODES or _PAGE().search(head)
    return None if is_page else XML


def _known_kind(kind: Kind, head: str, tail: str) -> Kind | None:
    if kind is SVG:  # a fragment of a page may begin with a picture
        return SVG if tail.endswith("svg>") else None
    return RSS if kind is RDF and "purl.org/rss/" in head else kind


def _is_json(head: str, tail: str) -> bool:
    if head.rstrip(_SPACE) in _EMPTY_JSON:
        return True
    match = _JSON().match(head)
    if match is None or tail.endswith(">"):  # a page after what a script of its server wrote by mistake
        return False
    return match["array"] is None or tail.endswith("]")


def is_message(head: str) -> bool:
    """Return whether a text begins with the headers of a message that may hold HTML.

    An e-mail, or a page saved as MHTML.
    """
    if not _HEADER().match(head):
        return False
    end = _BLANK_LINE().search(head)
    headers = head[: end.start()] if end else head
    found = _MESSAGE_TYPE().search(headers)
    return found is not None and bool(_MESSAGE_VERSION().search(headers) or found["type"].startswith("multipart"))
