"""Bytes to text, the way browsers do it, and never an exception.

The HTML standard (https://html.spec.whatwg.org/#determining-the-character-encoding), in its order: a byte order mark,
the charset of the HTTP header, a ``<meta>`` or XML declaration in the page, then detection. Labels mean what they mean
to a browser: iso-8859-1 is windows-1252, gb2312 is gb18030, a ``<meta>`` that says utf-16 means utf-8, and a label that
no browser knows (utf-7, rot13, idna …) counts as not declared. w3lib reads declarations, resiliparse detects.

Where we deviate, and why:

- Declarations count in the first 128 KiB (16 KiB of the body), not 1,024 bytes: browsers too switch when they parse a
  late ``<meta>``. Those inside a comment, a script or a style sheet do not count.
- UTF-8 is kept, with U+FFFD for what cannot be decoded, as long as most of its non-ASCII characters are valid: one bad
  byte does not switch a page. A page that declares UTF-8 but plainly is not (at least 4 bad sequences, and more bad
  ones than good ones) is read as if it declared nothing; a browser would show a page of question marks.
- UTF-16 without a mark, and UTF-32 with one, are read; browsers show rubbish.
- The "replacement" encodings (hz-gb-2312, iso-2022-kr …) count as not declared; browsers show a single U+FFFD.
- What is no text at all (images, archives, noise) gives no text, and says so.

Everything but the decoding itself looks at bounded samples or passes over the page once.
"""

import codecs
import re
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from w3lib.encoding import (
    html_body_declared_encoding,
    http_content_type_encoding,
    read_bom,
    resolve_encoding,
    to_unicode,
)

from .kinds import BINARY, Kind, binary_kind


class Decoded(NamedTuple):
    """A page's text, the encoding it was read in, and what it is if it is no text at all."""

    text: str
    encoding: str | None
    kind: Kind | None


NOISE = Decoded("", None, BINARY)

# Python's codecs that are encodings of the web (https://encoding.spec.whatwg.org), by the names w3lib resolves to.
# Whatever is not here is never used: rot13, zlib, idna, undefined and unicode_escape are codecs to Python too.
WEB_ENCODINGS = {
    "utf-8": "utf-8",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "utf-32-le": "utf-32le",
    "utf-32-be": "utf-32be",
    "cp866": "ibm866",
    "cp874": "windows-874",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "mac-roman": "macintosh",
    "gb18030": "gb18030",
    "big5hkscs": "big5",
    "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    **{f"cp{number}": f"windows-{number}" for number in range(1250, 1259)},
    **{f"iso8859-{part}": f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}
UTF16 = {"utf-16-le", "utf-16-be"}
NEVER_DECLARED = {"utf-32-le", "utf-32-be"}  # no label of the web means them; only a byte order mark does
FALLBACK = "cp1252"  # the HTML standard's, for most locales

# What is no text. Measured: random bytes have a tenth of control bytes, an English page with a NUL after every word has
# a sixth (but it is valid UTF-8, which random bytes are not), real pages in any encoding of the web have none.
BINARY_BYTES = 1024
CONTROL_SHARE = 0.02
CONTROL_SHARE_UTF8 = 0.3
NOISE_SHARE = 0.05  # of bad or unassigned characters; random 16-bit units have 0.16
# Escape is among them: ISO-2022-JP is full of it.
TEXT_BYTES = bytes(byte for byte in range(256) if byte >= 0x20 or byte in b"\t\n\f\r\x1b")
UTF16_MARKUP = re.compile(rb"(?P<little>(?:\s\0)*+<\0[!?/a-z]\0)|(?:\0\s)*+\0<\0[!?/a-z]", re.IGNORECASE)

# What is declared.
DECLARATION_BYTES = 131_072
DECLARATION_BYTES_IN_BODY = 16_384  # of 1,975 declarations in the data sets one came after "<body", and soon
DECLARATIONS = 16  # tried before giving up: each unknown label costs Python an import attempt
# Where a declaration is, and where none can be. A quoted value is one piece, so that a ">" inside it does not end the
# tag. Possessive, hence linear: only the last quotation mark of a kind can be unclosed.
LANDMARK = re.compile(
    rb"""<(?=[!bms])(?:(?P<skipped>!--|script|style)|(?P<body>body)
    |meta[\s/](?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+|["'])*+)""",
    re.IGNORECASE | re.VERBOSE,
)
END_OF = {
    b"!--": re.compile(rb"-->"),
    b"script": re.compile(rb"</script", re.IGNORECASE),
    b"style": re.compile(rb"</style", re.IGNORECASE),
}
XML_DECLARATION = re.compile(rb"\s*+(<\?xml\s[^>]*+>)")
LABEL = re.compile(r"""charset\s*+=\s*+["']?+\s*+([\w:-]{1,40}+)""", re.IGNORECASE)

# What is detected. Sizes and shares measured on 4,700 short pages in 29 languages and on 2,100 pages of the data sets.
MISDECLARED = 4  # bad sequences, before a page that declares UTF-8 is suspected
DETECTION_REACH = 1_048_576
DETECTION_BYTES = 8192
STRETCH_BYTES = 2048
# Fewer high bytes than this are an English page's quotation marks; Croatian has 0.024, Polish 0.054.
SPARSE_SHARE = 0.015
LONE_SHARE = 0.8  # of high bytes that touch no other: Latin letters; in other scripts they come in words
LATIN = {"cp1250", "cp1252", "cp1254", "cp1257", "cp1258", "iso8859-2"}
# What uchardet answers, where another encoding is likelier on the web, or reads the same letters and more.
LIKELIER = {
    "koi8-r": "koi8-u",
    "mac-cyrillic": "cp1251",
    "iso8859-3": "cp1252",
    "iso8859-10": "cp1252",
    "iso8859-13": "cp1257",
    "iso8859-15": "cp1252",
    "iso8859-16": "iso8859-2",
}
ASCII_BYTES = bytes(range(128))
HIGH_BYTES = re.compile(rb"[\x80-\xff]++")
ISO_2022_JP = re.compile(r"\x1b\$[@B][!-~]{2,}?\x1b\([BJ]")

EUROS = 10_000  # bad bytes up to which a Chinese page is searched for euro signs


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """The text of a page; charset is the one its HTTP header names, if any."""
    http_codec = _http_codec(charset, data)
    if marked := _marked(data, http_codec):
        return marked
    if kind := _binary_kind(data):
        return Decoded("", None, kind)
    codec = http_codec or _page_codec(data)
    if codec is None or codec == "utf-8":
        return _utf8_or_detected(data, declared=codec is not None)
    return _decoded(data, codec)


# --- Unicode that shows before anything is read


def _marked(data: bytes, http_codec: str | None) -> Decoded | None:
    """The page, if a byte order mark or markup in 16-bit units opens it, or the HTTP header says that those follow."""
    codec, mark = read_bom(data)
    if codec is None and b"\0" in data[:2]:
        codec = _utf16_markup(data)
    if codec is None and http_codec in UTF16 and binary_kind(data) is None:
        codec = http_codec
    if codec is None:
        return None
    data = data[len(mark or b"") :]
    if codec == "utf-8":
        kind = _binary_kind(data)
        return Decoded("", None, kind) if kind else _decoded(data, codec)
    return NOISE if _is_noise(_to_text(data[:BINARY_BYTES], codec)) else _decoded(data, codec)


def _utf16_markup(data: bytes) -> str | None:
    match = UTF16_MARKUP.match(data, 0, BINARY_BYTES)
    if match is None:
        return None
    return "utf-16-le" if match["little"] else "utf-16-be"


def _is_noise(sample: str) -> bool:
    odd = sum(not (character.isprintable() or character.isspace()) or character == "\ufffd" for character in sample)
    return odd > 1 + NOISE_SHARE * len(sample)


# --- What is no text


def _binary_kind(data: bytes) -> Kind | None:
    if data[:1] != b"<" and (kind := binary_kind(data)):
        return kind
    return BINARY if is_binary(data) else None


def is_binary(data: bytes) -> bool:
    """Whether data begins with what is no text in an encoding of 8-bit units."""
    sample = data[:BINARY_BYTES]
    controls = sample.translate(None, TEXT_BYTES)
    if not controls:
        return False
    if len(controls) > CONTROL_SHARE_UTF8 * len(sample):
        return True
    # Without the NULs: sloppy tools sprinkle those over text.
    return len(controls) - controls.count(0) > 1 + CONTROL_SHARE * len(sample) and not _is_utf8(sample)


def _is_utf8(sample: bytes) -> bool:
    """Whether a sample, which may end inside a character, is valid UTF-8."""
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(sample) - 4
    return True


# --- What is declared


def _http_codec(charset: str | None, data: bytes) -> str | None:
    if not charset:
        return None
    charset = charset[:200].strip(" \t\r\n'\"")
    declaration = charset if "=" in charset else f"charset={charset}"
    codec = _web_codec(http_content_type_encoding(declaration) or _rare_label(declaration))
    if codec in UTF16 and b"\0" not in data[:DECLARATION_BYTES]:
        return None  # markup in 16-bit units has a NUL in every tag
    return codec


def _page_codec(data: bytes) -> str | None:
    """The codec of the first usable declaration in the page; as in the standard, an XML one counts last."""
    for tag in islice(_charset_tags(data[:DECLARATION_BYTES]), DECLARATIONS):
        if codec := _tag_codec(tag):
            return codec
    declaration = XML_DECLARATION.match(data, 0, DECLARATION_BYTES)
    return _tag_codec(declaration[1]) if declaration else None


def _charset_tags(head: bytes) -> Iterator[bytes]:
    """The ``<meta>`` tags that speak of a charset, outside comments, scripts and style sheets, in one pass."""
    position, end = 0, len(head)
    while match := LANDMARK.search(head, position, end):
        position = match.end()
        if match["skipped"]:
            # Two back, because "<!-->" is a whole comment.
            closing = END_OF[match["skipped"].lower()].search(head, position - 2)
            if closing is None:
                return
            position = closing.end()
        elif match["body"]:
            end = min(end, position + DECLARATION_BYTES_IN_BODY)
        elif b"charset" in match[0].lower():
            yield match[0]


def _tag_codec(tag: bytes) -> str | None:
    codec = _web_codec(html_body_declared_encoding(tag) or _rare_label(tag.decode("latin-1")))
    # A page that could be read this far is not in UTF-16, whatever it says: the standard takes it for UTF-8.
    return "utf-8" if codec in UTF16 else codec


def _rare_label(declaration: str) -> str | None:
    """The codec of a label of the standard that Python, and so w3lib, does not know: x-gbk, iso-8859-8-i …"""
    label = LABEL.search(declaration)
    if label is None or resolve_encoding(label[1]):
        return None
    from resiliparse.parse.encoding import map_encoding_to_html5  # type: ignore[import-untyped]

    name = map_encoding_to_html5(label[1], fallback_utf8=False)
    return resolve_encoding(name) if name else None


def _web_codec(codec: str | None) -> str | None:
    if codec == "utf-16":
        return "utf-16-le"  # the standard's choice
    return codec if codec in WEB_ENCODINGS and codec not in NEVER_DECLARED else None


# --- What is UTF-8, and what has to be detected


def _utf8_or_detected(data: bytes, declared: bool) -> Decoded:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _repaired_or_detected(data, declared, error)
    if not declared and text.isascii() and "\x1b" in text and ISO_2022_JP.search(text):
        return _decoded(data, "iso2022_jp")
    return Decoded(text, "utf-8", None)


def _repaired_or_detected(data: bytes, declared: bool, error: UnicodeDecodeError) -> Decoded:
    repaired = Decoded(data.decode("utf-8", "replace"), "utf-8", None)
    cut_off = error.reason == "unexpected end of data"  # as the first error, hence the only one
    if cut_off or _is_mostly_utf8(repaired.text, tolerated=MISDECLARED - 1 if declared else 0):
        return repaired
    codec = _page_codec(data)  # the HTTP header may be wrong and the page right
    if codec is None or codec == "utf-8":
        codec = _detect(_prose(data, error.start)) or (None if declared else FALLBACK)
    return _decoded(data, codec) if codec else repaired


def _is_mostly_utf8(text: str, tolerated: int) -> bool:
    bad = text.count("\ufffd")
    good = len(text) - len(text.encode("ascii", "ignore")) - bad
    return bad <= max(good, tolerated)


def _prose(data: bytes, first_bad: int) -> bytes:
    """Stretches of text that are not ASCII, joined: what is left is prose, with little of tags and scripts."""
    start = max(data.rfind(b"<", 0, first_bad), first_bad - STRETCH_BYTES, 0)
    sample = bytearray()
    for piece in data[start : start + DETECTION_REACH].split(b"<"):
        if not piece.isascii():
            sample += _stretch(piece.partition(b">")[2] or piece)
            if len(sample) >= DETECTION_BYTES:
                break
    return bytes(sample)


def _stretch(piece: bytes) -> bytes:
    first = HIGH_BYTES.search(piece)
    return piece[max(first.start() - 64, 0) :][:STRETCH_BYTES] + b"\n" if first else b""


def _detect(sample: bytes) -> str | None:
    high = len(sample.translate(None, ASCII_BYTES))
    if high < SPARSE_SHARE * len(sample):
        return FALLBACK
    codec = _uchardet(sample)
    if codec not in LATIN and len(HIGH_BYTES.findall(sample)) > LONE_SHARE * high:
        return FALLBACK
    return codec if codec in WEB_ENCODINGS and not codec.startswith("utf-") else None


def _uchardet(sample: bytes) -> str | None:
    from resiliparse.parse.encoding import EncodingDetector

    detector = EncodingDetector()  # one of our own: detect_encoding() shares one between threads
    detector.update(sample)
    # Not html5_compatible: that turns Korean (UHC), among others, into UTF-8.
    codec = resolve_encoding(detector.encoding(html5_compatible=False) or "")
    return LIKELIER.get(codec, codec) if codec else None


# --- Decoding, in the codecs that read what browsers read


def _decoded(data: bytes, codec: str) -> Decoded:
    return Decoded(_to_text(data, codec), WEB_ENCODINGS[codec], None)


def _to_text(data: bytes, codec: str) -> str:
    if codec == "euc_jp":
        return _euc_jp_text(data)
    if codec == "iso2022_jp":
        return data.decode("iso2022_jp_ext", "replace")  # the same, and the half-width katakana that browsers have
    if codec.startswith("utf-"):
        return data.decode(codec, "replace")
    if table := _single_byte_table(codec):
        return codecs.charmap_decode(data, "strict", table)[0]
    text = data.decode(codec, "replace")
    # w3lib reads the euro sign of old Chinese pages (a lone 0x80), but takes 0.3 µs for each bad byte.
    return to_unicode(data, codec) if codec == "gb18030" and 0 < text.count("\ufffd") < EUROS else text


def _euc_jp_text(data: bytes) -> str:
    """Python's euc_jp lacks the circled digits and the like (NEC row 13) that browsers have; euc_jis_2004 has them.

    It reads the rare three-byte characters differently, though, so it comes second.
    """
    try:
        return data.decode("euc_jp")
    except UnicodeDecodeError:
        return data.decode("euc_jis_2004", "replace")


@cache
def _single_byte_table(codec: str) -> str | None:
    """What each byte means, if each has a meaning of its own. On bad bytes 100 times faster than "replace"."""
    table = bytes(range(256)).decode(codec, "replace")
    return table if len(table) == 256 else None
