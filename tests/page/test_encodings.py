"""Labels of encodings, and the declarations that name them."""

import codecs
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.page.encodings import (
    WEB_ENCODINGS,
    codec_of,
    header_label,
    meta_label,
    read_mark,
    xml_label,
)


@pytest.mark.parametrize("codec", WEB_ENCODINGS)
def test_codecs_are_known_to_python_by_these_names(codec: str) -> None:
    assert codecs.lookup(codec).name == codec


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("utf-8", "utf-8"),
        (" UTF8\n", "utf-8"),
        ("utf_8", "utf-8"),
        ("unicode-1-1-utf-8", "utf-8"),
        ("latin1", "cp1252"),
        ("ISO-8859-1", "cp1252"),
        ("iso_8859-1:1987", "cp1252"),
        ("us-ascii", "cp1252"),
        ("iso88595", "iso8859-5"),
        ("iso_8859-2", "iso8859-2"),
        ("iso-8859-9", "cp1254"),
        ("iso-8859-11", "cp874"),
        ("iso-8859-8-i", "iso8859-8"),
        ("x-cp1250", "cp1250"),
        ("win-1251", "cp1251"),
        ("x-mac-ukrainian", "mac-cyrillic"),
        ("koi8-ru", "koi8-u"),
        ("gb_2312-80", "gb18030"),
        ("big5-hkscs", "big5hkscs"),
        ("ms_kanji", "cp932"),
        ("ks_c_5601-1987", "cp949"),
        ("unicode", "utf-16-le"),
        ("utf-16", "utf-16-le"),
        ("unicodefffe", "utf-16-be"),
    ],
)
def test_labels(label: str, codec: str) -> None:
    assert codec_of(label) == codec


@pytest.mark.parametrize(
    "label",
    ["", " ", "utf-7", "rot13", "utf-32", "utf-32le", "hz-gb-2312", "iso-2022-kr", "replacement", "x-user-defined"],
)
def test_what_no_label_is(label: str) -> None:
    assert codec_of(label) is None


@pytest.mark.parametrize(
    ("header", "label"),
    [
        ("utf-8", "utf-8"),
        ("text/html; charset=utf-8", "utf-8"),
        ('text/html;charset="utf-8"', "utf-8"),
        ("text/html; Charset = koi8-r ; x=1", "koi8-r"),
        ('text/html; title="; charset=gbk"; charset=utf-8', "utf-8"),
        ("text/html; charset=utf-8, text/html; charset=gbk", "utf-8"),
        ("text/html; x=1", None),
        ("text/html; charset=", None),
        ("", None),
    ],
)
def test_headers(header: str, label: str | None) -> None:
    assert header_label(header) == label


@pytest.mark.parametrize(
    ("tag", "label"),
    [
        ("<meta charset=utf-8", "utf-8"),
        ("<META CHARSET = ' utf-8 ' ", "utf-8"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=gbk"', "gbk"),
        ("<meta content='text/html; charset=\"gbk\"' httpequiv=ContentType", "gbk"),
        ("<meta name=description content='charset=gbk'", None),
        ("<meta http-equiv=refresh content='0; charset=gbk'", None),
        ("<meta data-charset=gbk", None),
        ("<meta charset", None),
        ("<meta title='charset=gbk' charset=utf-8", "utf-8"),
    ],
)
def test_meta_tags(tag: str, label: str | None) -> None:
    assert meta_label(tag) == label


def test_xml_declarations() -> None:
    assert xml_label("<?xml version='1.0' encoding='windows-1251'?>") == "windows-1251"
    assert xml_label("<?xml version='1.0'?>") is None


def test_marks() -> None:
    assert read_mark(codecs.BOM_UTF8 + b"a") == ("utf-8", 3)
    assert read_mark(codecs.BOM_UTF32_LE) == ("utf-32-le", 4)
    assert read_mark(b"<p>") == (None, 0)


@given(st.text(max_size=60))
def test_any_label(label: str) -> None:
    assert codec_of(label) in {None, *WEB_ENCODINGS}
    for read in (header_label, meta_label, xml_label):
        found = read(label)
        assert found is None or found.isascii()


@pytest.mark.parametrize(
    "tag",
    ["a=" * 500_000, "a " * 500_000, "=\"'" * 300_000, "a='\"" * 300_000, "charset " * 100_000, "a" + " " * 1_000_000],
    ids=lambda tag: repr(tag[:8]),
)
def test_declarations_are_read_in_linear_time(tag: str) -> None:
    started = time.process_time()
    for read in (header_label, meta_label, xml_label):
        read(tag)
        read(f"<meta http-equiv=content-type content='{tag}")
    assert time.process_time() - started < 5.0  # a second; quadratic would be hours
