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
    ],
)
def test_the_last_modification(head: str, body: str) -> None:
    assert read(head, HEADLINE + body).modified == DAY


def test_a_home_page_shows_the_dates_of_other_pages() -> None:
    assert read("", HEADLINE + f"<time>{DAY}</time><p>{DAY}</p>", url="https://a.example/").date is None
