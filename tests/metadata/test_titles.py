import pytest

from ridgeline.metadata.titles import choose_title, is_home_page

from . import article, jsonld, meta, read


@pytest.mark.parametrize(
    ("stated", "sites", "url", "title"),
    [
        ("The ferry", [], None, "The ferry"),
        ("The ferry | Daily Lamp", ["Daily Lamp"], None, "The ferry"),
        ("The ferry - Daily Lamp", ["The Daily Lamp"], None, "The ferry"),
        ("Daily Lamp » The ferry", ["Daily Lamp"], None, "The ferry"),
        ("Daily Lamp: The ferry", ["Daily Lamp"], None, "The ferry"),
        ("Winter: a ferry", ["Daily Lamp"], None, "Winter: a ferry"),
        ("The ferry leaves – Daily Lamp", [], "https://www.daily-lamp.example/ferry", "The ferry leaves"),
        ("The ferry leaves at nine | Travel", [], None, "The ferry leaves at nine"),
        ("The ferry | Islands | Travel | Daily Lamp", ["Daily Lamp"], None, "The ferry"),
        ("Nine - five", [], None, "Nine - five"),
        ("Daily Lamp", ["Daily Lamp"], None, "Daily Lamp"),
        ("灯塔在冬天重新亮了起来_新闻频道_每日新闻", [], None, "灯塔在冬天重新亮了起来"),
        ("灯塔在冬天重新亮了起来-每日新闻", [], None, "灯塔在冬天重新亮了起来"),
        ("The ferry | Daily Lamp", [], "http://[::1", "The ferry"),
        ("News | The ferry leaves at nine", [], None, "The ferry leaves at nine"),
        (" | ", [], None, None),
    ],
)
def test_the_name_of_the_site_is_removed(stated: str, sites: list[str], url: str | None, title: str | None) -> None:
    assert choose_title({}, [stated], sites, url).text == title


def test_a_heading_with_the_same_words_is_the_title() -> None:
    found = choose_title({7: "The Winter Ferry", 9: "Comments"}, ["The winter ferry – travel news | Lamp"], [], None)
    assert (found.text, found.heading) == ("The Winter Ferry", 7)


def test_a_logo_and_a_slogan_are_not_the_title() -> None:
    head = meta(og__site_name="Daily Lamp", og__title="The ferry leaves at nine")
    assert read(head, "<h1>Daily Lamp</h1><h1>The ferry leaves at nine, always</h1>").title == (
        "The ferry leaves at nine, always"
    )
    assert read(head, "<h1>Light for all</h1>").title == "The ferry leaves at nine"


def test_chinese_titles_are_compared_by_character() -> None:
    assert (
        read("<title>灯塔在冬天重新亮了_每日</title>", "<h1>灯塔在冬天重新亮了起来</h1>").title
        == "灯塔在冬天重新亮了起来"
    )


def test_words_on_both_sides_of_a_line_break_stay_apart() -> None:
    assert read("", "<h1>The winter<br>ferry<div>leaves</div></h1>").title == "The winter ferry leaves"


def test_the_order_of_trust() -> None:
    head = jsonld(article(headline="From JSON-LD")) + meta(og__title="From Open Graph") + "<title>From title</title>"
    assert read(head).title == "From JSON-LD"
    assert read(meta(og__title="From Open Graph") + "<title>From title</title>").title == "From Open Graph"
    assert read("<title>From title</title>").title == "From title"
    assert read("", "<h1>From h1</h1>").title == "From h1"
    assert read().title is None


def test_home_pages() -> None:
    assert is_home_page("https://a.example")
    assert is_home_page("https://a.example/?utm=1")
    assert not is_home_page("https://a.example/news")
    assert not is_home_page(None)
    assert not is_home_page("http://[")
