"""Finds dates in text: ISO 8601, RFC 2822, numbers, and names of months in many languages.

A day that does not exist, or on which no web page can have been published, is not a date; neither is a month without a
day.
"""

import re
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from .months import FILLERS, MONTHS, WEEKDAYS, fold

FIRST_YEAR = 1990  # of the first web page
_YEAR_OF_START = datetime.now(UTC).year  # of the program: most dates are before, and need no look at the clock
_MAX_LENGTH = 400  # characters that are searched: a date line is shorter
MAX_LINE_LENGTH = 100
MAX_LABEL_LENGTH = 15
_MAX_URL_LENGTH = 2_048
_BUDDHIST_YEARS = 543  # Thailand counts from 543 BC
# Iran counts from 622. In every cycle of 33 years of its calendar, these have a day more.
_FIRST_PERSIAN_YEAR, _PERSIAN_YEARS = FIRST_YEAR - 621, 621
_PERSIAN_CYCLE, _PERSIAN_LEAP_YEARS = 33, (1, 5, 9, 13, 17, 22, 26, 30)
_FIRST_PERSIAN_DAY = 226_895  # ordinal

_ISO = re.compile(r"(?<![0-9])([12][0-9]{3})([-/.]|\. )([0-9]{1,2})\2([0-9]{1,2})(?![0-9])")
_COMPACT = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})([01][0-9])([0-3][0-9])(?![0-9])")
_NUMBERS = re.compile(r"(?<![0-9])([0-9]{1,2})([-/.]|\. )([0-9]{1,2})\2([12][0-9]{3}|[0-9]{2})(?![0-9:])")
_CHINESE = re.compile(r"([12][0-9]{3})\s?[年년]\s?([0-9]{1,2})\s?[月월]\s?([0-9]{1,2})\s?[日号일]")  # also ja, ko
_VIETNAMESE_MONTHS = ("mot", "hai", "ba", "tu", "nam", "sau", "bay", "tam", "chin", "muoi", "muoi mot", "muoi hai")
_VIETNAMESE = re.compile(
    rf"([0-9]{{1,2}}) thang ([0-9]{{1,2}}|{'|'.join(_VIETNAMESE_MONTHS[::-1])}),? (?:nam )?([12][0-9]{{3}})"
)
_DIGIT = re.compile(r"\d")
# A year, or two numbers beside each other: every date in ASCII has one of them.
_SIGN = re.compile(r"[12][0-9]{3}|[0-9](?:[-/.]|\. )[0-9]")
_EPOCH = re.compile(r"\s*([0-9]{9,10})(?:[0-9]{3})?(?:\.[0-9]*)?\s*")
_TOKEN = re.compile(r"[0-9]+|[^\s0-9.,:;/|()\-–—]+")
_IN_PATH = re.compile(r"/((?:19|20)[0-9]{2})[-/_]?(0[1-9]|1[0-2])[-/_]?([0-3][0-9])(?![0-9])")

_NAMED_IN_PATH = re.compile(r"/((?:19|20)[0-9]{2})/([A-Za-z]{3,9})/([0-3]?[0-9])(?![0-9])")


def find_date(text: str, *, month_first: bool = True, epoch: bool = False) -> date | None:
    """Return the first date in a text, or None.

    `month_first` reads 3/4/2024 as 4 March; `epoch` lets a bare number be a Unix time.
    """
    text = text[:_MAX_LENGTH]
    if epoch and (stamp := _EPOCH.fullmatch(text)):
        return _from_epoch(int(stamp.group(1)))
    if not (_SIGN if text.isascii() else _DIGIT).search(text):
        return None  # most texts, even with a number
    text = fold(text)
    return _year_first(text) or _from_numbers(text, month_first=month_first) or _from_words(text)


def date_in_url(url: str | None) -> date | None:
    """Return the date in a URL such as /2023/12/17/, /2023/dec/17/ or /2023-12-17-…; None for a month alone."""
    try:
        path = urlsplit(url[:_MAX_URL_LENGTH] if url else "").path
    except ValueError:
        return None
    if match := _IN_PATH.search(path):
        return plausible(*map(int, match.groups()))
    if match := _NAMED_IN_PATH.search(path):
        return plausible(int(match[1]), MONTHS.get(match[2].lower(), 0), int(match[3]))
    return None


def plausible(year: int, month: int, day: int) -> date | None:
    """Return the date if it exists and a web page can have it: from 1990 to the end of next year.

    Years from 1369 on are those of Iran, until the present one; as years of the Islamic calendar they were before 1990.
    """
    if year < _FIRST_PERSIAN_YEAR:
        return None  # most numbers that are tried
    if not FIRST_YEAR <= year <= _YEAR_OF_START:
        this_year = datetime.now(UTC).year
        if year <= this_year - _PERSIAN_YEARS:
            return _from_persian(year, month, day)
        if not FIRST_YEAR <= year <= this_year + 1:
            return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def is_calendar_word(text: str) -> bool:
    """Return whether a text is only months, weekdays and numbers: Sun Dec, 18th July."""
    tokens = [token for token in _TOKEN.findall(fold(text[:_MAX_LENGTH])) if token not in FILLERS]
    return all(token.isdigit() or token in MONTHS or token in WEEKDAYS for token in tokens)


def _from_epoch(seconds: int) -> date | None:
    day = datetime.fromtimestamp(seconds, UTC).date()
    return plausible(day.year, day.month, day.day)


def _year_first(text: str) -> date | None:
    """Read 2023-12-17, 20231217, 2023年12月17日; and the Vietnamese 17 tháng 12, 2023 or 17 tháng mười hai, 2023."""
    if match := _ISO.search(text):
        return plausible(int(match[1]), int(match[3]), int(match[4]))
    if match := (None if text.isascii() else _CHINESE.search(text)) or _COMPACT.search(text):
        return plausible(int(match[1]), int(match[2]), int(match[3]))
    if " thang " in text and (match := _VIETNAMESE.search(text)):
        month = match[2]
        number = int(month) if month.isdecimal() else _VIETNAMESE_MONTHS.index(month) + 1
        return plausible(int(match[3]), number, int(match[1]))
    return None


def _from_numbers(text: str, *, month_first: bool) -> date | None:
    """Read 12/31/2024, 31/12/2024, 31.12.24."""
    for match in _NUMBERS.finditer(text):
        one, separator, two, year = int(match[1]), match[2], int(match[3]), int(match[4])
        if len(match[4]) == 2:
            if separator == "-" or (separator != "/" and len(match[1] + match[3]) < 4):
                continue  # a range, a score, a version number
            year += 2000
        day_first = plausible(year, two, one)
        other = plausible(year, one, two)
        # With dots, the day comes first.
        if found := (other or day_first) if month_first and separator in "/-" else (day_first or other):
            return found
    return None


def _from_words(text: str) -> date | None:
    """Read a date around the name of a month: 17 December 2023, December 17th, 2023, 2023 December 17."""
    tokens = [token for token in _TOKEN.findall(text) if token not in FILLERS]
    for position, token in enumerate(tokens):
        if (month := MONTHS.get(token)) is None:
            continue
        before = _number(tokens, position - 1)
        after, later = _number(tokens, position + 1), _number(tokens, position + 2)
        for year, day in ((after, before), (later, after), (before, after)):
            if found := plausible(_common_era(year), month, day):
                return found
    return None


def _number(tokens: list[str], position: int) -> int:
    """Return the number at a position, 0 where there is none."""
    if not 0 <= position < len(tokens) or len(tokens[position]) > 4 or not tokens[position].isdecimal():
        return 0
    return int(tokens[position])


def _common_era(year: int) -> int:
    return year - _BUDDHIST_YEARS if year > FIRST_YEAR + _BUDDHIST_YEARS else year


def _from_persian(year: int, month: int, day: int) -> date | None:
    """Return the day of Iran's calendar, None if it does not exist."""
    cycles, rest = divmod(year - 1, _PERSIAN_CYCLE)
    leap_days = len(_PERSIAN_LEAP_YEARS) * cycles + sum(leap <= rest for leap in _PERSIAN_LEAP_YEARS)
    is_last, is_leap = month == 12, year % _PERSIAN_CYCLE in _PERSIAN_LEAP_YEARS
    days = 31 if month <= 6 else 29 if is_last and not is_leap else 30  # of the month
    if not (1 <= month <= 12 and 1 <= day <= days):
        return None
    before = 30 * (month - 1) + min(month - 1, 6)  # days of the year
    return date.fromordinal(_FIRST_PERSIAN_DAY + 365 * (year - 1) + leap_days + before + day - 1)
