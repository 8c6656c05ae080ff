"""The encodings of the web: their labels, and the declarations that name them.

A label means what the encoding standard (https://encoding.spec.whatwg.org/#names-and-labels) says: iso-8859-1 is
windows-1252, gb2312 is gb18030. Labels of its "replacement" encoding and x-user-defined are left out, and so is
whatever only Python knows: rot13, zlib, idna, undefined and unicode_escape are codecs to it too. Labels are looked up
in a table, so that none makes Python search for a module of that name.

Beyond the standard, an underscore may stand for a hyphen (utf_8), and a few labels that no browser knows are read.
Every pattern is possessive or has only one way to match, so declarations are read in linear time.
"""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE
from collections.abc import Iterator
from functools import cache

# Python's codec → the encoding's name in the standard.
WEB_ENCODINGS = {
    "utf-8": "utf-8",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "utf-32-le": "utf-32le",  # no label means UTF-32; only a byte order mark does
    "utf-32-be": "utf-32be",
    "cp866": "ibm866",
    "cp874": "windows-874",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic",
    "gb18030": "gb18030",
    "big5hkscs": "big5",
    "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    **{f"cp{number}": f"windows-{number}" for number in range(1250, 1259)},
    **{f"iso8859-{part}": f"iso-8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}
# The other labels of an encoding. For its parts, ISO 8859 has four spellings each, which `_labels` adds.
_OTHER_LABELS = {
    "utf-8": "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf8mb4",
    "utf-16-le": "utf-16 unicode unicodefeff csunicode iso-10646-ucs-2 ucs-2",
    "utf-16-be": "unicodefffe",
    "cp866": "866 cp866 csibm866",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 tis620 cp874",
    "koi8-r": "cskoi8r koi koi8 koi8_r",
    "koi8-u": "koi8-ru",
    "mac-roman": "csmacintosh mac x-mac-roman",
    "mac-cyrillic": "x-mac-ukrainian",
    "gb18030": """gbk x-gbk gb2312 gb_2312 gb_2312-80 chinese csgb2312 csiso58gb231280 iso-ir-58 cp936 ms936 euc-cn
        zh-cn""",
    "big5hkscs": "big5-hkscs cn-big5 csbig5 x-x-big5 cp950 big5hkscs",
    "euc_jp": "cseucpkdfmtjapanese x-euc-jp eucjp",
    "iso2022_jp": "csiso2022jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932",
    "cp949": """cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
        euckr uhc cp949""",
    "cp1252": """ascii us-ascii ansi_x3.4-1968 cp819 ibm819 csisolatin1 iso-ir-100 l1 latin1 latin-1 iso-8859-1
        iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987""",
    "cp1254": "csisolatin5 iso-ir-148 l5 latin5 iso-8859-9 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989",
    "iso8859-2": "csisolatin2 iso-ir-101 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-ir-109 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-ir-110 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-ir-144 iso_8859-5:1988",
    "iso8859-6": """arabic asmo-708 ecma-114 csiso88596e csiso88596i csisolatinarabic iso-8859-6-e iso-8859-6-i
        iso-ir-127 iso_8859-6:1987""",
    "iso8859-7": "csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso_8859-7:1987 sun_eu_greek",
    "iso8859-8": """csiso88598e csiso88598i csisolatinhebrew hebrew logical visual iso-8859-8-e iso-8859-8-i iso-ir-138
        iso_8859-8:1988""",
    "iso8859-10": "csisolatin6 iso-ir-157 l6 latin6",
    "iso8859-15": "csisolatin9 l9",
}
UTF16 = frozenset({"utf-16-le", "utf-16-be"})
UTF32 = frozenset({"utf-32-le", "utf-32-be"})
# UTF-32 comes first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (BOM_UTF32_LE, "utf-32-le"),
    (BOM_UTF32_BE, "utf-32-be"),
    (BOM_UTF16_LE, "utf-16-le"),
    (BOM_UTF16_BE, "utf-16-be"),
    (BOM_UTF8, "utf-8"),
)

_LABEL = re.compile(r"""\s*+["']?+\s*+([\w:.-]++)""", re.ASCII)
_CHARSET_IN_CONTENT = re.compile(r"charset\s*+=(.*)", re.IGNORECASE | re.DOTALL)
_PARAMETER = re.compile(r"""[;,]\s*+([^\s;,="]++)\s*+=\s*+(?:"([^"]*+)"?+|([^;,\s]*+))""")
_ATTRIBUTE = re.compile(r"""([^\s=>/"'<]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s>]*+)))?+""")
_HTTP_EQUIV = frozenset({"http-equiv", "http_equiv", "httpequiv"})
_CONTENT_TYPE = re.compile(r"content[-_ ]?type", re.IGNORECASE)


def codec_of(label: str) -> str | None:
    """Return Python's codec for a label, a key of WEB_ENCODINGS; None if it names no encoding of the web."""
    label = label.strip(" \t\n\f\r").lower()
    known = _labels()
    return known.get(label) or known.get(label.replace("_", "-"))


@cache
def _labels() -> dict[str, str]:
    named = {name: codec for codec, name in WEB_ENCODINGS.items() if codec not in UTF32}
    for codec in named.copy().values():
        for label in _OTHER_LABELS.get(codec, "").split():
            named[label] = codec
        if codec.startswith("iso8859-"):
            part = codec.removeprefix("iso8859-")
            named |= dict.fromkeys((codec, f"iso8859{part}", f"iso_8859-{part}"), codec)
        elif codec.startswith("cp125"):
            number = codec.removeprefix("cp")
            named |= dict.fromkeys((codec, f"x-{codec}", f"win-{number}", f"win{number}"), codec)
    return named


def read_mark(data: bytes) -> tuple[str | None, int]:
    """Return the codec that a byte order mark stands for, and the length of the mark; None and 0 if there is none."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return codec, len(mark)
    return None, 0


def header_label(header: str) -> str | None:
    """Return the charset that a Content-Type header names; a bare label is one too."""
    if "=" not in header:
        return _first_label(header)
    for name, quoted, token in _PARAMETER.findall(f";{header}"):
        if name.lower() == "charset":
            return _first_label(quoted or token)
    return None


def meta_label(tag: str) -> str | None:
    """Return the label that a ``<meta>`` tag declares: its charset, or that in the content of its http-equiv."""
    in_content, is_content_type = None, False
    for name, value in _attributes(tag):
        if name == "charset" and (label := _first_label(value)):
            return label
        if name == "content" and in_content is None and (found := _CHARSET_IN_CONTENT.search(value)):
            in_content = _first_label(found[1])
        elif name in _HTTP_EQUIV and _CONTENT_TYPE.search(value):
            is_content_type = True
    return in_content if is_content_type else None


def xml_label(declaration: str) -> str | None:
    """Return the encoding that an XML declaration names."""
    values = (value for name, value in _attributes(declaration) if name == "encoding")
    return _first_label(next(values, ""))


def _attributes(tag: str) -> Iterator[tuple[str, str]]:
    for name, double, single, bare in _ATTRIBUTE.findall(tag):
        yield name.lower(), double or single or bare


def _first_label(text: str) -> str | None:
    found = _LABEL.match(text)
    return found[1] if found else None
