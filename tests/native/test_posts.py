"""What the core says of texts, addresses and groups of elements that may be posts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ridgeline
from ridgeline import _native
from ridgeline.metadata.dates import find_date, is_calendar_word
from ridgeline.page import elements
from ridgeline.posts.moments import shows_moment

NO, PERHAPS, YES = 0, 1, 2


@pytest.mark.parametrize(
    ("text", "shows"),
    [
        ("2024-05-12", YES),
        ("posted 12. 5. 2024 at noon", PERHAPS),
        ("20240512", PERHAPS),
        ("12 thang 5, 2024", PERHAPS),
        ("Sunday 8th March", YES),
        ("Jan 5, 2021, 10:30 am", YES),
        ("05.03.21 10:12", YES),
        ("5/12/2024", YES),
        ("2031-05-12", PERHAPS),  # only a calendar can say whether that is to come
        ("12:42 am, Apr 24", PERHAPS),
        ("3 days ago", YES),
        ("an hour ago", PERHAPS),
        ("hace 3 dias", PERHAPS),
        ("Joined 5 May 2021", PERHAPS),
        ("3 Grüße", PERHAPS),  # letters that are not ASCII: only Python can say
        ("© 2024 – all rights reserved", NO),
        ("800-223-2500", NO),
        ("12:42 am", NO),
        ("version 1.2", NO),
        ("March", NO),
        ("5 May 2024 " + "word " * 12, NO),
        ("", NO),
    ],
)
def test_the_core_says_which_texts_show_a_moment(text: str, shows: int) -> None:
    assert _native.core.shows_moment(text) == shows
    if shows != PERHAPS:
        assert shows_moment(text) is (shows == YES)


WORDS = """Apr May mai März 24 5 2024 1999 12:30 pm ago days day of the th 8th Sunday Thu Tem t thang Joined 31
    29 Feb 30 00 h 2d 5/12/2024 12.05.24 12.5.24 2024-05-12 2031-01-01 5-5-24 1/2/3 20200101 13/13/2020
    2024-13-01 1402 2566 2026 marraskuu december 1.2.2020 29.02.2023 | ' . - / : ,""".split()
_phrases = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "", ", ", "-", ". "])), max_size=6)


@given(_phrases.map(lambda words: "".join(f"{word}{gap}" for word, gap in words)), st.booleans())
def test_the_core_finds_the_day_that_python_finds(text: str, month_first: bool) -> None:
    found = _native.core.find_day(text, month_first)
    day = find_date(text, month_first=month_first)
    assert not found or (day is not None and found == day.year * 10_000 + day.month * 100 + day.day)
    assert _native.core.may_be_calendar(text) or not is_calendar_word(text)


PERSON, ACTION, POST = 1, 2, 4


@pytest.mark.parametrize(
    ("address", "kinds"),
    [
        ("/users/12/ada", PERSON),
        ("https://example.org/@ada", PERSON),
        ("member.php?u=3", PERSON),
        ("remember.phpx", 0),
        ("/forum?User_ID=7", PERSON),
        ("/home.php?mod=space", PERSON),
        ("space-uid-12.html", PERSON),
        ("https://example.edu/menu-3", 0),
        ("/guidelines/users", 0),
        ("https://example.org/@ada/12", PERSON | POST),
        ("/t/12#post-3", POST),
        ("/viewtopic.php?p=12", POST),
        ("/comments/12/reply", ACTION | POST),
        ("/12/likely", 0),
        ("posting.php?mode=quote", ACTION | POST),
        ("", 0),
    ],
)
def test_the_core_says_what_addresses_may_lead_to(address: str, kinds: int) -> None:
    page = ridgeline.parse(f'<a href="{address}">Ada</a>')
    (link,) = (node.index for node in page.find("a"))
    assert page.core.post_columns()[3][link] == kinds


def test_the_core_lists_the_ids_and_names_that_have_a_number() -> None:
    page = ridgeline.parse("<a id=p7 name=7>a</a><b id=x>b</b><i name=a1>c</i>")
    first, second = (next(page.find(name)).index for name in ("a", "i"))
    assert page.core.numbered() == [(first, "p7"), (first, "7"), (second, "a1")]


def test_the_core_measures_groups() -> None:
    start, end = np.array([0, 1, 5], dtype=np.int32), np.array([4, 3, 7], dtype=np.int32)
    dates = np.array([0, 1, 2, 2, 2, 2, 2, 3], dtype=np.int64)  # at rows 0, 1 and 6
    authors = np.array([0, 0, 1, 1, 2, 2, 2, 2], dtype=np.int64)  # at rows 1 and 3
    prose = np.array([0, 5, 9, 9, 9, 9, 9, 12], dtype=np.int64)
    assert np.frombuffer(_native.core.own_counts(start, end, prose), np.int64).tolist() == [5, 4, 3]
    assert _native.core.measure_group(start, end, dates, authors, prose, 1) == (3, 2, 3, 5, 4.0, 8)
    assert _native.core.measure_group(start, end, dates, authors, prose, 2) == (3, 2, 2, 4, 4.5, 8)
    assert _native.core.measure_group(start, end, dates, authors, np.zeros_like(dates), 1) == (3, 2, 0, 0, 0.0, 8)
    odd = bytes(5)  # one number, and a part of another
    assert _native.core.own_counts(odd, odd, prose) == bytes(8)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of the page"):
        _native.core.own_counts(start, end, prose[:5])
    with pytest.raises(ValueError, match="of the page"):
        _native.core.measure_group(start, end, dates, authors[1:], prose, 1)


def test_the_core_finds_bodies() -> None:
    texts = "one two three four five six".split()
    page = ridgeline.parse(
        "".join(f"<div class=post><b>Ann</b><p class='text p1'>{text}</p>Reply</div>" for text in texts)
    )
    start = np.array([node.index for node in page.find("div")], dtype=np.int32)
    rows, leaves = np.zeros(len(page), dtype=np.bool_), np.zeros(len(page.leaves), dtype=np.bool_)
    tags = np.ones(elements.UNKNOWN + 1, dtype=np.bool_)
    columns = leaves, page.leaf_lengths, rows, rows, rows, rows, rows, tags
    own, own_bounds, body, bounds, tag, name = page.core.post_bodies(start, page.end[start], *columns)
    assert np.frombuffer(own, np.int32).tolist() == list(range(18))
    assert np.frombuffer(own_bounds, np.int32).tolist() == list(range(0, 19, 3))
    assert np.frombuffer(body, np.int32).tolist() == [1, 4, 7, 10, 13, 16]
    assert np.frombuffer(bounds, np.int32).tolist() == list(range(7))
    assert (page.names[tag], name) == ("p", "text")
    with pytest.raises(ValueError, match="of the page"):
        page.core.post_bodies(start, page.end[start] + 9_000, *columns)


CLASS, ID, SIBLINGS, RUN = range(4)
Candidate = tuple[int, str, str, bool, list[int], list[int]]


def candidates(page: ridgeline.Page, *, dates: str = "time", authors: str = "b") -> list[Candidate]:
    """Return the groups that could be posts, where these elements are dates and authors, without what they show."""
    is_date, is_author = (page.tag == elements.CODES[name] for name in (dates, authors))
    no_names = np.zeros(len(page), dtype=np.int32)
    counted = page.core.post_totals(is_date, is_author, no_names, no_names)[4:]
    dated, signed, texts, prose = (np.frombuffer(column, np.int64) for column in counted)
    found = page.core.post_candidates(dated, signed, texts, prose, elements.table("div p li dt dd".split()))
    return [
        (form, page.names[tag], name, is_named, *(np.frombuffer(bound, np.int32).tolist() for bound in (start, end)))
        for form, tag, _, name, _, is_named, start, end, _ in found
    ]


SIGNED = "<b>Ann</b><time>3 May 2024</time> said that"


def test_the_core_groups_elements_by_their_names() -> None:
    page = ridgeline.parse(
        f'<div class="post p1 p1" id="p7">{SIGNED}</div><div class="post p2">{SIGNED}</div><p class="post">c</p>'
        f'<div class="x">{SIGNED}</div>'
    )
    first, second, _ = (node.index for node in page.find("div"))
    both = [first, second], page.end[[first, second]].tolist()
    found = candidates(page)
    assert [group for group in found if group[0] == CLASS] == [
        (CLASS, "div", "post", True, *both),
        (CLASS, "div", "p#", False, *both),
    ]
    assert not [group for group in found if group[0] == ID]  # a single one, whose name says nothing
    assert candidates(page, dates="i", authors="i") == []


def test_the_core_groups_siblings_without_names_and_runs() -> None:
    post = f"<dt>{SIGNED}</dt><dd>so</dd>"
    page = ridgeline.parse(f"<dl>{post}{post}<dd>more</dd></dl><div><p>{SIGNED}</p><p>{SIGNED}</p></div>")
    first, second = (node.index for node in page.find("dt"))
    one, other = (node.index for node in page.find("p"))
    after = [node.index for node in page.find("dd")][-1]
    assert candidates(page) == [
        (SIBLINGS, "dt", "", False, [first, second], page.end[[first, second]].tolist()),
        (SIBLINGS, "p", "", False, [one, other], page.end[[one, other]].tolist()),
        (RUN, "dt", "", False, [first, second], [second, after]),
        (RUN, "p", "", False, [one, other], page.end[[one, other]].tolist()),
    ]


def test_the_core_counts_what_posts_show() -> None:
    page = ridgeline.parse(
        f"<p>{SIGNED}</p><a>link</a><button>Reply</button><i data-role='x-Signature'>me</i><u>you</u>"
    )
    is_date, is_author = (page.tag == elements.CODES[name] for name in ("time", "b"))
    no_names = np.zeros(len(page), dtype=np.int32)
    furniture, in_date, _, prose, *counted = page.core.post_totals(is_date, is_author, no_names, no_names)
    sums = [np.frombuffer(column, np.int64) for column in counted]
    leaves = dict(zip((text.strip() for text in page.leaf_text), page.leaves.tolist(), strict=True))
    assert [text for text, node in leaves.items() if furniture[node]] == ["Reply", "me"]
    assert [text for text, node in leaves.items() if in_date[node]] == ["3 May 2024"]
    assert np.frombuffer(prose, np.int32).tolist() == [3, 0, 10, 0, 0, 0, 3]
    assert [int(column[-1]) for column in sums] == [1, 1, 6, 16]
    with pytest.raises(ValueError, match="by row"):
        page.core.post_totals(is_date[1:], is_author, no_names, no_names)
    with pytest.raises(ValueError, match="by row"):
        page.core.post_candidates(sums[0], sums[1], sums[2], sums[3][1:], elements.table(["div"]))
