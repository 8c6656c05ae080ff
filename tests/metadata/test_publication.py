import pytest

from . import article, jsonld, meta, read, read_html

DAY = "2023-12-17"
HEADLINE = "<h1>The ferry</h1>"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (jsonld(article(datePublished="2023-12-17T08:00:00Z")), ""),
        (jsonld(article(datePublished="Dec 17, 2023")), ""),
        (meta(article__published_time="2023-12-17T08:00:00+01:00"), ""),
        ('<meta name="DC.date.issued" content="2023-12-17">', ""),
        ('<meta name=parsely-pub-date content="1702800000">', ""),
        ("", '<meta itemprop=datePublished content="2023-12-17">'),
        ("", "<time pubdate>17 December 2023</time>"),
        ("", "<time class='entry-date published' datetime=2023-12-17>last week</time>"),
        ("", "<time datetime=nonsense>17 December 2023</time>"),
        ("", "<p>By Jane Doe</p><p>December 17, 2023</p>"),
        ("", "<p>Updated on January 5, 2024</p><p>Published on December 17, 2023</p>"),
        ("", "<p>Updated on December 17, 2023</p>"),
        ("", "<p>text</p>" * 60 + "<span class=post-date>December 17, 2023</span>"),
    ],
)
def test_every_source_of_the_date(head: str, body: str) -> None:
    assert read(head, HEADLINE + body).date == DAY


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", ""),
        (meta(article__published_time="2024-02-30"), ""),
        (meta(article__published_time="9" * 5_000), ""),
        (meta(article__modified_time=DAY), ""),
        ("", "<p>The ferry of 17 December 2023 carried more mail than people, " + "and more " * 20 + "</p>"),
        ("", "<p>text</p>" * 60 + "<p>17 December 2023</p>"),
        ("", f"<div class=comments><time>{DAY}</time></div>"),
        ("", f"<aside><time>{DAY}</time></aside>"),
        ("", f"<time class=updated datetime={DAY}>…</time>" + "<p>text</p>" * 60),
    ],
)
def test_no_date(head: str, body: str) -> None:
    assert read(head, "<h1>The ferry</h1>" + "<p>text</p>" * 20 + body).date is None


def test_a_date_above_the_headline() -> None:
    assert read("", "<p>menu</p><p>17 December 2023</p>" + HEADLINE + "<p>text</p>" * 20).date == DAY


def test_a_date_under_a_headline_that_is_no_h1() -> None:
    head = "<title>The ferry leaves at nine</title>"
    assert read(head, "<h1>Lamp</h1><h2>The ferry leaves at nine</h2><p>17.12.2023</p>").date == DAY
    assert read(head, "<td><b>The ferry leaves at nine</b></td><p>17.12.2023</p>").date == DAY


def test_the_order_of_trust() -> None:
    head = jsonld(article(datePublished="2021-01-01")) + meta(article__published_time="2022-02-02")
    body = HEADLINE + "<time datetime=2023-03-03>x</time>"
    assert read(head, body, url="https://a.example/2020/12/12/x").date == "2021-01-01"
    assert read("", body, url="https://a.example/2020/12/12/x").date == "2023-03-03"
    assert read("", HEADLINE, url="https://a.example/2020/12/12/x").date == "2020-12-12"


def test_the_url_decides_between_neighbouring_days() -> None:
    head = meta(article__published_time="2023-12-18T02:00:00Z")
    assert read(head, url="https://a.example/2023/12/17/ferry").date == DAY
    assert read(head, url="https://a.example/2023/12/10/ferry").date == "2023-12-18"


def test_the_language_decides_which_is_the_month() -> None:
    for language, day in (("en", "2024-03-04"), ("en-US", "2024-03-04"), ("en-GB", "2024-04-03"), ("fr", "2024-04-03")):
        assert read_html(f"<html lang={language}>{HEADLINE}<p>3/4/2024</p>").date == day


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (jsonld(article(dateModified="2023-12-17T08:00:00Z")), ""),
        (meta(og__updated_time="2023-12-17"), ""),
        ("", "<meta itemprop=dateModified content=2023-12-17>"),
        ("", "<time class='dt-updated' datetime=2023-12-17>x</time>"),
        ("", "<p>Updated December 17, 2023</p>"),
        ("", "<p>Page updated:</p><p>17 December 2023</p>"),
        ("", "<p>更新日：2023年12月17日</p>"),
        ("", "<p>עודכן בתאריך: 17.12.2023</p>"),
        ("", "<p>آخر تحديث 17 ديسمبر 2023</p>"),
        ("", "<p>به‌روزرسانی: ۲۶ آذر ۱۴۰۲</p>"),
        ("", "<p>Cập nhật ngày 17/12/2023</p>"),
    ],
)
def test_the_last_modification(head: str, body: str) -> None:
    assert read(head, HEADLINE + body).modified == DAY


def test_a_home_page_shows_the_dates_of_other_pages() -> None:
    assert read("", HEADLINE + f"<time>{DAY}</time><p>{DAY}</p>", url="https://a.example/").date is None


def test_a_change_before_publication_is_none() -> None:
    head = meta(article__published_time=DAY, article__modified_time="2023-12-01")
    assert (read(head).date, read(head).modified) == (DAY, None)


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("<p>May 3, 2021</p>", "2021-05-03"),
        ("<p>Published May 3, 2021</p><p>Updated December 17, 2023</p>", "2021-05-03"),
        ("<p>December 16, 2023</p>", DAY),  # the same day elsewhere
        ("<p>December 17, 2023</p><p>May 3, 2021</p>", DAY),
        ("<p>Updated May 3, 2021</p>", DAY),
        ("<p>The ferry was built in the yard at Lamp on May 3, 2021, and sails.</p>", DAY),
    ],
)
def test_the_shown_day_counts_where_the_stated_one_is_that_of_the_last_change(body: str, day: str) -> None:
    head = meta(article__published_time=DAY, article__modified_time=DAY)
    assert read(head, HEADLINE + body).date == day


def test_the_clock_of_a_forum_is_not_the_date_of_a_thread() -> None:
    body = "<time datetime=2026-03-05>now</time>" + HEADLINE + "<p>Started by Jane, December 17, 2023</p>"
    assert read("", body).date == DAY


@pytest.mark.parametrize(
    "body",
    [
        "<p>text</p>" * 60 + "<p>Posted on December 17, 2023</p>",
        "<p>text</p>" * 60 + "<div class=sidebar><h4>Published</h4><div>December 17, 2023</div></div>",
        "<article><p>text</p><div class=post-footer><time>December 17, 2023</time></div></article>",
    ],
)
def test_a_date_far_from_the_headline(body: str) -> None:
    assert read("", HEADLINE + body).date == DAY


def test_a_date_of_another_page_does_not_count() -> None:
    assert read("", HEADLINE + "<p>text</p>" * 60 + "<div class=related>Posted on December 17, 2023</div>").date is None
