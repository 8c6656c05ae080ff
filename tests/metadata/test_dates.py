from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.metadata.dates import date_in_url, find_date, is_calendar_word, plausible

from . import LAWS

DAY = date(2023, 12, 17)
NEXT_YEAR = datetime.now(UTC).year + 1


@pytest.mark.parametrize(
    "text",
    [
        "2023-12-17",
        "2023-12-17T23:59:59+05:30",
        "2023-12-17 08:00:00 UTC",
        "2023/12/17",
        "2023.12.17",
        "2023. 12. 17.",
        "20231217",
        "20231217T080000Z",
        "Sun, 17 Dec 2023 10:00:00 GMT",
        "Sunday, December 17th, 2023 at 10 a.m.",
        "Dec. 17, 2023",
        "17th of December 2023",
        "Published December 17, 2023 | 5 min read",
        "17. Dezember 2023",
        "17 december 2023",
        "17 décembre 2023",
        "17 de diciembre de 2023",
        "17 de dezembro de 2023",
        "17 dicembre 2023",
        "17 grudnia 2023",
        "17. prosince 2023",
        "2023. december 17.",
        "17. joulukuuta 2023",
        "17 Aralık 2023",
        "17 Desember 2023",
        "17 Δεκεμβρίου 2023",
        "17 декабря 2023 г.",
        "17 грудня 2023",
        "17 ديسمبر 2023",
        "١٧ ديسمبر ٢٠٢٣",
        "17 בדצמבר 2023",
        "17 दिसंबर 2023",
        "17 दिसम्बर 2023",
        "17 ธันวาคม 2566",
        "17 ธ.ค. 2566",
        "17 tháng 12, 2023",
        "17 Tháng mười hai, 2023",
        "17 دجنبر 2023",
        "۱۷ دسامبر ۲۰۲۳",
        "یکشنبه، ۲۶ آذر ۱۴۰۲ - ۰۸:۴۵",
        "26 آذر 1402",
        "۱۴۰۲/۰۹/۲۶",
        "2023年12月17日",
        "2023 年 12 月 17 日",
        "2023년 12월 17일",
        "12/17/2023",
        "17/12/2023",
        "17.12.2023",
        "17. 12. 2023",
        "17-12-2023",
        "17.12.23",
        "12/17/23",
    ],
)
def test_dates_are_found(text: str) -> None:
    assert find_date(text) == DAY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "December 2023",
        "2023",
        "2023-12",
        "2024-02-30",
        "0000-00-00",
        "99999-01-01",
        "9" * 5_000,
        "-1",
        "1e999",
        "2024-13-45T99:99:99+99:99",
        "Thu, 32 Foo 20xx",
        "1989-12-31",
        "9999-12-31",
        f"{NEXT_YEAR + 1}-01-01",
        "version 3.8.11",
        "won 10-12-24",
        "call 555-12-2024-17",
        "32 December 2023",
        "1368/01/01",
        "31 مهر 1402",
        "30 اسفند 1402",
        "1445/06/04",
        "May the 4th be with you",
    ],
)
def test_no_date(text: str) -> None:
    assert find_date(text) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1 فروردین 1369", date(1990, 3, 21)),
        ("1399/01/01", date(2020, 3, 20)),
        ("29 اسفند 1402", date(2024, 3, 19)),
        ("۱ فروردين ۱۴۰۳", date(2024, 3, 20)),  # typed with Arabic letters
        ("30 اسفند 1403", date(2025, 3, 20)),
        ("1404/07/01", date(2025, 9, 23)),
    ],
)
def test_the_calendar_of_iran(text: str, day: date) -> None:
    assert find_date(text) == day


def test_thai_abbreviations_differ_by_a_vowel() -> None:
    assert (find_date("5 ม.ค. 2568"), find_date("5 มี.ค. 2568")) == (date(2025, 1, 5), date(2025, 3, 5))


def test_the_language_decides_which_is_the_month() -> None:
    assert find_date("3/4/2024", month_first=True) == date(2024, 3, 4)
    assert find_date("3/4/2024", month_first=False) == date(2024, 4, 3)
    assert find_date("3.4.2024", month_first=True) == date(2024, 4, 3)


def test_unix_times_only_where_they_are_expected() -> None:
    assert find_date("1702800000", epoch=True) == DAY
    assert find_date("1702800000000", epoch=True) == DAY
    assert find_date("1702800000") is None


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://a.example/2023/12/17/story", DAY),
        ("https://a.example/news/2023-12-17-story.html", DAY),
        ("https://a.example/20231217/story", DAY),
        ("https://a.example/2023/12/story", None),
        ("https://a.example/2023/02/30/story", None),
        ("https://a.example/item/202312171", None),
        ("https://a.example/2023/december/17/story", DAY),
        ("https://a.example/2023/Dec/17/story", DAY),
        ("https://a.example/2023/ferry/17/story", None),
        ("https://a.example/?d=/2023/12/17/", None),
        ("http://[::1", None),
        (None, None),
    ],
)
def test_dates_in_urls(url: str | None, day: date | None) -> None:
    assert date_in_url(url) == day


def test_calendar_words_are_not_names() -> None:
    assert all(map(is_calendar_word, ("Dec", "Sun Dec", "18th July", "2023", "11. Sep")))
    assert not any(map(is_calendar_word, ("April Smith", "June Roe", "Jane")))


@LAWS
@given(st.text())
def test_any_text_gives_a_plausible_date_or_none(text: str) -> None:
    day = find_date(text, epoch=True)
    assert day is None or plausible(day.year, day.month, day.day) == day


@LAWS
@given(st.dates(date(1990, 1, 1), date(NEXT_YEAR, 12, 31)))
def test_every_plausible_date_is_read_back(day: date) -> None:
    assert find_date(day.isoformat()) == find_date(f"{day:%d %B %Y}") == find_date(f"{day:%m/%d/%Y}") == day
