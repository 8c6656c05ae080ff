"""Detects the encoding of prose that declares none and is not UTF-8: uchardet, and what we know better.

uchardet compares byte sequences with those of languages. Around it stand rules that are measured on pages of the data
sets, encoded again (docs/experiments.md):

- Few high bytes are an English page's quotation marks: windows-1252.
- It answers Big5 too often. Half of the second bytes of Big5 are ASCII, and what has none is asked about again, behind
  bytes that Big5 cannot have.
- Lone high bytes are Latin letters. Which Latin encoding it is, the language of the words tells.
- windows-1250 and iso-8859-2, windows-1253 and iso-8859-7 have their letters in the same places but for a few: the one
  that reads fewer signs inside words is right.
"""

import re
from typing import NamedTuple

from ..languages.detection import detect_language
from ..languages.stop_words import UNKNOWN
from .encodings import codec_of

FALLBACK = "cp1252"  # the HTML standard's, for most locales

# Fewer high bytes than this are an English page's quotation marks; Croatian has 0.024, Polish 0.054.
_SPARSE_SHARE = 0.015
_LONE_SHARE = 0.8  # of high bytes that touch no other: Latin letters; in other scripts they come in words
_CENTRAL = ("cp1250", "iso8859-2")
_LATIN = {*_CENTRAL, "cp1252", "cp1254", "cp1257", "cp1258"}
_CODEC_OF_LANGUAGE = {
    **dict.fromkeys("en de fr es it pt nl sv da no fi is ca gl eu id sw af".split(), "cp1252"),
    **dict.fromkeys("pl cs sk hu hr sl".split(), "cp1250"),
    **dict.fromkeys("lt lv".split(), "cp1257"),
    "tr": "cp1254",
}
# What uchardet answers, where another encoding is likelier on the web, or reads the same letters and more.
_LIKELIER = {
    "koi8-r": "koi8-u",
    "maccyrillic": "cp1251",
    "iso-8859-3": "cp1252",
    "iso-8859-10": "cp1252",
    "iso-8859-13": "cp1257",
    "iso-8859-15": "cp1252",
    "iso-8859-16": "iso8859-2",
}
_TWINS = {"cp1250": "iso8859-2", "iso8859-2": "cp1250", "cp1253": "iso8859-7", "iso8859-7": "cp1253"}
# Controls, signs that touch a letter, an apostrophe that opens a word, Ľ inside one.
_MISREAD = re.compile(r"[\x80-\x9f\ufffd]|[^\W\d_][±¶¦]|[±¶¦][^\W\d_]|(?<!\w)[’΄΅½](?=[^\W\d_])|(?<=[a-zą-ž])[ĽĄ]")
_ASCII_BYTES = bytes(range(128))
_HIGH_BYTES = re.compile(rb"[\x80-\xff]++")
_NOT_BIG5 = b"\x80 "  # legal where single bytes are letters, and the euro sign in GBK
_BIG5_PAIR = re.compile(rb"[\x81-\xfe](?:([\x40-\x7e])|[\xa1-\xfe])")
_MIN_ASCII_SHARE = 0.1  # of second bytes; Big5 has 0.3 to 0.5, GB2312, EUC and pairs of single bytes have none
_MAX_BAD_SHARE = 0.05
_HANGUL = re.compile("[가-힣]")
_HAN = re.compile("[一-鿿]")
_MIN_SCRIPT_SHARE = 0.6  # of characters that are not ASCII; Chinese misread as Korean has half as much Hangul
_MIN_CONFIDENCE = 0.8  # of uchardet; right answers on pages with much English have 0.84 or more


class Answer(NamedTuple):
    """The answer of uchardet for a sample: a key of WEB_ENCODINGS, None if it is none of those."""

    codec: str | None
    confidence: float = 1.0


def detect_encoding(sample: bytes) -> str | None:
    """Return the codec of prose, a key of WEB_ENCODINGS; None if it is none that the web uses."""
    high = len(sample.translate(None, _ASCII_BYTES))
    if high <= _SPARSE_SHARE * len(sample):
        return FALLBACK
    answer = _checked_answer(sample)
    if answer.codec in _LATIN or len(_HIGH_BYTES.findall(sample)) > _LONE_SHARE * high:
        answer = Answer(_latin_codec(sample, answer))
    codec = answer.codec
    return _better_twin(sample, codec) if codec in _TWINS else codec


def _checked_answer(sample: bytes) -> Answer:
    answer = _uchardet(sample)
    if answer.codec is not None and (answer.codec != "big5hkscs" or _is_big5(sample)):
        return answer
    if _is_korean(sample):
        return Answer("cp949")
    answer = _uchardet(_NOT_BIG5 + sample)
    return Answer("gb18030") if answer.codec is None and _is_chinese(sample) else answer


def _uchardet(sample: bytes) -> Answer:
    from cchardet import detect  # few pages need it

    result = detect(sample)
    name = (result["encoding"] or "").lower()
    codec = None if name.startswith("utf-") else _LIKELIER.get(name) or codec_of(name)
    return Answer(codec, result["confidence"] or 0.0)


def _is_big5(sample: bytes) -> bool:
    text = sample.decode("big5hkscs", "replace")
    high = sum(character > "\x7f" for character in text)
    second_bytes = _BIG5_PAIR.findall(sample)
    ascii_bytes = sum(map(bool, second_bytes))
    return text.count("\ufffd") <= _MAX_BAD_SHARE * high and ascii_bytes >= _MIN_ASCII_SHARE * len(second_bytes)


def _is_korean(sample: bytes) -> bool:
    return _share_of(_HANGUL, sample.decode("cp949", "replace")) >= _MIN_SCRIPT_SHARE


def _is_chinese(sample: bytes) -> bool:
    return _share_of(_HAN, sample.decode("gb2312", "replace")) >= _MIN_SCRIPT_SHARE


def _share_of(script: re.Pattern[str], text: str) -> float:
    """Return the share of characters of a script in those that are not ASCII."""
    return len(script.findall(text)) / max(1, sum(character > "\x7f" for character in text))


def _latin_codec(sample: bytes, answer: Answer) -> str:
    """Return the encoding that a language is written in; most of its function words are ASCII, so any reads them."""
    language = detect_language(sample.decode(FALLBACK, "replace"))
    known = answer.codec if answer.codec in _LATIN else FALLBACK
    if language == "en" and answer.confidence >= _MIN_CONFIDENCE:
        return known  # English names of attributes and scripts in another language's page
    usual = _CODEC_OF_LANGUAGE.get(language or UNKNOWN, known)
    return known if usual in _CENTRAL and known in _CENTRAL else usual


def _better_twin(sample: bytes, codec: str) -> str:
    return min(codec, _TWINS[codec], key=lambda each: len(_MISREAD.findall(sample.decode(each, "replace"))))
