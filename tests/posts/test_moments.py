"""Dates with times of day, machine-readable stamps, and dates that are not those of a post."""

import pytest

from ridgeline.posts.moments import is_edit_notice, is_other_date, read_moment, read_stamp, shows_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("12 May 2024, 19:48", "2024-05-12T19:48"),
        ("May 12, 2024 at 7:48 pm", "2024-05-12T19:48"),
        ("12.05.2024, 07:48 Uhr", "2024-05-12T07:48"),
        ("Posted on 2024-05-12", "2024-05-12"),
        ("12. Mai 2024", "2024-05-12"),
        ("2024年5月12日 下午7:48", "2024-05-12T19:48"),
        ("12 May 2024 12:05 am", "2024-05-12T00:05"),
        ("2024-05-12T19:48:00+02:00", "2024-05-12T19:48:00+02:00"),
        ("no date at all", None),
        ("", None),
    ],
)
def test_moments(text: str, moment: str | None) -> None:
    assert read_moment(text) == moment


def test_the_order_of_day_and_month() -> None:
    assert read_moment("03/04/2024") == "2024-03-04"
    assert read_moment("03/04/2024", month_first=False) == "2024-04-03"


@pytest.mark.parametrize(
    ("value", "stamp"),
    [
        ("2024-05-12T19:48:00Z", "2024-05-12T19:48:00+00:00"),
        ("2024-05-12 19:48", "2024-05-12T19:48"),
        ("2024-05-12T19:48:00+0200", "2024-05-12T19:48:00+02:00"),
        ("2024-05-12T25:48", None),
        ("2024-13-12T10:00", None),
        ("yesterday", None),
    ],
)
def test_stamps(value: str, stamp: str | None) -> None:
    assert read_stamp(value) == stamp


def test_seconds_since_1970_count_only_where_they_are_expected() -> None:
    assert read_stamp("1715543280", epoch=True) == "2024-05-12T19:48:00+00:00"
    assert read_stamp("1715543280123", epoch=True) == "2024-05-12T19:48:00+00:00"
    assert read_stamp("1715543280") is None
    assert read_stamp("9999999999", epoch=True) is not None


@pytest.mark.parametrize("text", ["3 days ago", "gestern, 10:15", "il y a 2 heures", "3天前", "April 2", "12 May 2024"])
def test_texts_that_show_a_moment(text: str) -> None:
    assert shows_moment(text)


@pytest.mark.parametrize("text", ["Joined: 12 May 2024", "Registriert seit: 12.05.2024", "Reply", "page 12", "x" * 200])
def test_texts_that_show_none(text: str) -> None:
    assert not shows_moment(text)


def test_dates_of_something_else() -> None:
    assert is_other_date("Last edited by Maren")
    assert not is_other_date("12 May 2024, edited later")


@pytest.mark.parametrize(
    "text", ["Last edited by Maren on 12 May 2024", "Zuletzt bearbeitet von Maren", "modifié par Maren"]
)
def test_notices_of_edits(text: str) -> None:
    assert is_edit_notice(text)
    assert not is_edit_notice(f"The paper was {text}")
