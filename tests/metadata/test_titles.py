import pytest

from ridgeline.metadata import read_metadata, read_title
from ridgeline.metadata.evidence import Evidence
from ridgeline.metadata.headlines import find_headline
from ridgeline.metadata.titles import choose_title, is_home_page, site_in_title

from ..pages import page
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


@pytest.mark.parametrize(
    ("headings", "stated", "sites", "title"),
    [
        (["The lamp shop"], ["Home"], [], "The lamp shop"),
        (["Home"], ["Home", "The lamp shop"], [], "The lamp shop"),
        (["Home"], ["Home"], ["Lamp & Sons"], "Lamp & Sons"),
        ([], ["Home | Lamp & Sons"], ["Lamp & Sons"], "Lamp & Sons"),
        ([], ["Lamp & Sons – Home"], [], "Lamp & Sons"),
        ([], ["首页_灯塔"], [], "灯塔"),
        (["Home"], [], [], None),
        (["Home again"], ["Home"], [], "Home again"),
    ],
)
def test_no_page_is_called_home(headings: list[str], stated: list[str], sites: list[str], title: str | None) -> None:
    assert choose_title(dict(enumerate(headings)), stated, sites, None).text == title
    head = "".join(f"<meta property=og:site_name content='{name}'>" for name in sites)
    head += "".join(f"<title>{text}</title>" for text in stated[:1])
    if len(stated) < 2:
        assert read(head, "".join(f"<h1>{text}</h1>" for text in headings)).title == title


def test_a_heading_with_the_same_words_is_the_title() -> None:
    found = choose_title({7: "The Winter Ferry", 9: "Comments"}, ["The winter ferry – travel news | Lamp"], [], None)
    assert (found.text, found.heading) == ("The Winter Ferry", 7)


def test_a_logo_and_a_slogan_are_not_the_title() -> None:
    head = meta(og__site_name="Daily Lamp", og__title="The ferry leaves at nine")
    assert read(head, "<h1>Daily Lamp</h1><h1>The ferry leaves at nine, always</h1>").title == (
        "The ferry leaves at nine, always"
    )
    assert read(head, "<h1>Light for all</h1>").title == "The ferry leaves at nine"
    blog = "<title>Lamp: The ferry leaves</title>" + meta(og__title="The ferry leaves")
    assert read(blog, "<h1>Lamp</h1><h3>The ferry leaves</h3>").title == "The ferry leaves"


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


@pytest.mark.parametrize(
    ("head", "heading", "title"),
    [
        ("<title>The winter ferry</title>", "Thread: The winter ferry", "The winter ferry"),
        ("<title>The winter ferry</title>", "18 December The winter ferry", "The winter ferry"),
        ("<title>Thread: The winter ferry</title>", "Thread: The winter ferry", "Thread: The winter ferry"),
        ("<title>The winter ferry</title>", "The winter ferry ¶", "The winter ferry"),
        ("<title>The winter ferry</title>", "The winter ferry [edit]", "The winter ferry"),
        ("<title>The winter ferry: why it leaves at nine | Lamp</title>", "The winter ferry", "The winter ferry"),
        ("<title>View topic - The winter ferry</title>", "", "The winter ferry"),
        ("", "The winter ferry <button>Copy</button> <button><span>Save</span></button>", "The winter ferry"),
        ("", "<button>The winter ferry</button>", "The winter ferry"),
    ],
)
def test_labels_teasers_and_permalinks_are_no_part_of_the_title(head: str, heading: str, title: str) -> None:
    assert read(head, f"<h1>{heading}</h1>").title == title


def test_a_title_that_was_cut_short_is_continued() -> None:
    assert read(
        meta(og__title="The winter ferry leaves…") + "<title>The winter ferry leaves at nine</title>"
    ).title == ("The winter ferry leaves at nine")


def test_the_heading_that_agrees_with_the_address() -> None:
    url = "https://lamp.example/the-winter-ferry-leaves.html"
    found = read("<title>Lamp news</title>", "<h1>Welcome</h1><h1>The winter ferry leaves</h1>", url=url)
    assert found.title == "The winter ferry leaves"


@pytest.mark.parametrize("tag", ["h1", "h2", "p"])
def test_the_element_that_shows_the_title(tag: str) -> None:
    shown = page(f"<p>text</p><{tag}>The winter Ferry!</{tag}>", "<title>The winter ferry</title>")
    heading = find_headline(Evidence(shown))
    assert heading is not None
    assert shown.names[int(shown.tag[heading])] == tag


def test_all_readers_give_the_same_title() -> None:
    shown = page("<h1>The ferry</h1>", jsonld(article(headline="The winter ferry")) + "<title>The ferry | Lamp</title>")
    assert read_title(shown) == Evidence(shown).title.text == read_metadata(shown).title == "The ferry"


@pytest.mark.parametrize(
    ("stated", "url", "site"),
    [
        ("The ferry | Lamp Forums", "https://forums.lamp.example/1", "Lamp Forums"),
        ("Lamp Forums - The ferry", "https://forums.lamp.example/1", "Lamp Forums"),
        ("The ferry | Travel", "https://forums.lamp.example/1", None),
        ("The lamp", "https://lamp.example/1", None),
        ("The ferry | Lamp", None, None),
        ("The ferry - Путешествия - Лампа", "https://lamp.example/1", "Лампа"),
        ("Лампа - The ferry", "https://lamp.example/1", None),
    ],
)
def test_the_name_of_the_site_in_the_title(stated: str, url: str | None, site: str | None) -> None:
    assert site_in_title(stated, "The ferry", url) == site
    assert read(f"<title>{stated}</title>", "<h1>The ferry</h1>", url=url).site_name == site
