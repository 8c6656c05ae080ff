"""Reads when a post was written: a day and, where it is shown, the time of day, as ISO 8601.

Days are read by `metadata.dates`; this adds times of day, machine-readable stamps, and what only looks like a date:
"3 days ago", "gestern, 10:15" say that an element shows when a post was written, though not which day that was.
"""

import re
from datetime import UTC, datetime

from .. import _native
from ..metadata.dates import FIRST_YEAR, find_date, is_calendar_word
from ..page.patterns import lazy_pattern

MAX_LENGTH = 90  # characters of an element that shows a date and little else
_MAX_STAMP_LENGTH = 40
_PERHAPS, _CERTAIN = 1, 2  # answers of the core
_DIGIT = re.compile(r"[0-9]")
_SHORT_YEAR = re.compile(r"'[0-9]{2}\b")
_LETTER_RUN = re.compile(r"[^\W\d_]{3,}")
_TIME = lazy_pattern(
    r"(?<![0-9:.\-/+])([01]?[0-9]|2[0-3])(?::|h|\.(?=[0-9]{2}(?:\s*(?:uhr|[ap]\.?m)|\s*$)))([0-5][0-9])"
    r"(?::([0-5][0-9]))?(?![0-9:])(?:\s*([ap])\.?\s?m\b)?",
    re.I,
)
_AFTERNOON = re.compile(r"下午|晚上|午後")
_STAMP = re.compile(
    r"([12][0-9]{3}-[01][0-9]-[0-3][0-9])[T ]([0-2][0-9]:[0-5][0-9](?::[0-5][0-9])?)(?:\.[0-9]+)?"
    r"\s?(Z|[+-][0-9]{2}:?[0-9]{2})?"
)
_EPOCH = re.compile(r"([0-9]{9,10})(?:[0-9]{3})?")
_RELATIVE = lazy_pattern(
    r"\b(?:[0-9]+|an?|one|few|ein(?:em|er|igen)?|un[ae]?)\+?\s?(?:s(?:ec(?:onds?)?)?|min(?:ute)?s?|h(?:(?:ou)?rs?)?|d(?:ays?)?"
    r"|w(?:eeks?)?|mo(?:nth)?s?|y(?:(?:ea)?rs?)?)\b[^.]{0,20}\bago\b"
    r"|\b(?:vor|il y a|hace|há|for|siden|sedan)\s+(?:[0-9]+|ein|un)\w*\s+\w+"
    r"|\b[0-9]+\s\w+(?:\s[0-9]+\s\w+)?\s(?:her|fa|geleden|siden|sedan|temu|назад)\b"
    r"|\b(?:today|yesterday|heute|gestern|aujourd.hui|hier|hoy|ayer|oggi|ieri|вчера|сегодня|wczoraj|dzisiaj|vandaag"
    r"|gisteren)\b|[0-9]\s?(?:秒|分钟|小时|天|个月|年|分|時間|日|ヶ月)前|昨天|前天|今天|昨日|just now",
    re.I,
)
# What a text that shows a moment contains: a number, or words of the pattern above.
MOMENT_PARTS = (
    *"0123456789",
    *(f"{space}{article}" for space in " \n\t\r\xa0" for article in ("ein", "un")),
    *"ago|today|yesterday|heute|gestern|aujourd|hier|hoy|ayer|oggi|ieri|wczoraj|dzisiaj|vandaag|gisteren".split("|"),
    *"вчера|Вчера|ВЧЕРА|сегодня|Сегодня|СЕГОДНЯ|昨天|前天|今天|昨日|just now".split("|"),
)
# What precedes a date that is not that of the post.
_OTHER_DATE = lazy_pattern(
    r"\b(?:join(?:ed|date)?|regist\w*|member since|since|mitglied|dabei seit|seit|inscri\w*|inscrit|angemeldet"
    r"|anmelde?\w*|edit(?:ed)?|last (?:seen|active|visit|edited|updated|modified)|modified|updated|bearbeitet|geändert"
    r"|zuletzt|modifi\w+|born|dołączył\w*|beigetreten|beitritt|registriert|регистрация|expires?|deadline)\b"
    r"|注册|编辑|最后|登録",
    re.I,
)
_EDITED = lazy_pattern(
    r"\W*+(?:(?:last |this post was |this post has been |post )?(?:edited|modified)\b|edit(?:ed)? by\b"
    r"|zuletzt (?:von|bearbeitet|geändert|editiert)|(?:ge)?(?:ändert|bearbeitet) (?:von|am)\b"
    r"|dernière modification|modifié (?:par|le)|(?:последн\w+ )?(?:отредактировано|изменено)"
    r"|ostatnio (?:edytowany|zmieniony)|editado por|última edição|本帖最后由)",
    re.I,
)


def shows_moment(text: str) -> bool:
    """Return whether a short text shows when something was written, be it "3 days ago"."""
    known = _native.core.shows_moment(text)
    if known != _PERHAPS or len(text) > MAX_LENGTH or not _is_short_of_words(text):
        return known == _CERTAIN
    is_dated = _DIGIT.search(text) and (find_date(text) or _is_day_of_year(text))
    return bool(is_dated or _RELATIVE().search(text)) and not is_other_date(text)


def is_time_of_day(text: str) -> bool:
    """Return whether a text is a time of day alone: "6:24 am"."""
    return _TIME().fullmatch(text) is not None


def is_other_date(text: str) -> bool:
    """Return whether a text says, before any number, that its date is of something else: joined, last seen, edited."""
    number = _DIGIT.search(text)
    return _OTHER_DATE().search(text[: min(number.start(), MAX_LENGTH) if number else MAX_LENGTH]) is not None


def is_edit_notice(text: str) -> bool:
    """Return whether a text says when, or that, a post was edited."""
    return len(text) <= 2 * MAX_LENGTH and _EDITED().match(text) is not None


def read_moment(text: str, *, month_first: bool = True) -> str | None:
    """Return the first date in a text with the time beside it, as ISO 8601; None where there is none."""
    text = text[: 2 * MAX_LENGTH]
    if stamp := read_stamp(text):
        return stamp
    day = _read_day(text.replace("'", " 20") if "'" in text and _SHORT_YEAR.search(text) else text, month_first)
    if day is None:
        return None
    time = _time_in(text)
    return f"{day}T{time}" if time else day


def _read_day(text: str, month_first: bool) -> str | None:
    if known := _native.core.find_day(text, month_first):  # 20240512
        return f"{known // 10_000}-{known // 100 % 100:02}-{known % 100:02}"
    day = find_date(text, month_first=month_first)
    return None if day is None else day.isoformat()


def read_stamp(text: str, *, epoch: bool = False) -> str | None:
    """Return a machine-readable date and time, as 2024-05-12T19:48:00+02:00, in its own offset; None for others."""
    text = text.strip()[:_MAX_STAMP_LENGTH]
    if epoch and (seconds := _EPOCH.fullmatch(text)):
        moment = datetime.fromtimestamp(int(seconds[1]), UTC)
        return moment.isoformat() if moment.year >= FIRST_YEAR else None
    match = _STAMP.match(text)
    if match is None or find_date(match[1]) is None or match[2] > "24":
        return None
    offset = match[3] or ""
    if len(offset) == 5:
        offset = f"{offset[:3]}:{offset[3:]}"
    return f"{match[1]}T{match[2]}{'+00:00' if offset == 'Z' else offset}"


def _time_in(text: str) -> str | None:
    match = _TIME().search(text)
    if match is None:
        return None
    hour, minute, second, half = int(match[1]), match[2], match[3], (match[4] or "").lower()
    if half or _AFTERNOON.search(text):
        hour = hour % 12 + (12 if half != "a" else 0)
    return f"{hour:02}:{minute}" + (f":{second}" if second else "")


def _is_day_of_year(text: str) -> bool:
    """Return whether a text is a day and a month without a year: April 2, Sunday 8th March, 12:42am On Apr 24."""
    first = _LETTER_RUN.search(text)
    if first is None or (first[0].isascii() and not is_calendar_word(first[0])):
        return False
    words = _TIME().sub(" ", text)
    return bool(_LETTER_RUN.search(words)) and is_calendar_word(words)


def _is_short_of_words(text: str) -> bool:
    """Return whether there is no more than a date and a few words around it."""
    return len(text.split()) <= 12
