import pytest

from . import article, jsonld, meta, read

HEADLINE = "<h1>The ferry</h1>"
BY = "<p class=byline>By <a href=/authors/jane>Jane Doe</a></p>"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (jsonld(article(author={"@type": "Person", "name": "Jane Doe"})), ""),
        (meta(author="By Jane Doe"), ""),
        (meta(article__author="https://facebook.com/jane", author="Jane Doe"), ""),
        (meta(twitter__label1="Written by", twitter__data1="Jane Doe"), ""),
        ('<meta name="DC.creator" content="Doe, Jane">', ""),
        ('<meta name="parsely-author" content="Jane Doe">', ""),
        ("", '<div itemscope itemtype="https://schema.org/Article"><meta itemprop=author content="Jane Doe"></div>'),
        ("", "<p itemprop=author itemscope><img alt=x><span itemprop=name>Jane Doe</span><i>editor</i></p>"),
        ("", "<p>text</p><a rel=author href=/jane>Jane Doe</a>"),
        ("", BY),
        ("", "<div class='post-author'><span>Written by</span> <b>Jane Doe</b> <time>3 May 2024</time></div>"),
        ("", "<p>By</p><p>Jane Doe</p><p>The ferry leaves at nine.</p>"),
        ("", "<p>By Jane Doe | May 3, 2024</p>"),
        ("", "<article><p>text</p><footer><span class=author>Jane Doe</span></footer></article>"),
        ("", "<div class='post hentry'><p>text</p><div class=post-footer><a rel=author>Jane Doe</a></div></div>"),
    ],
)
def test_every_source_of_authors(head: str, body: str) -> None:
    assert read(head, HEADLINE + body).authors == ("Jane Doe",)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<p>The ferry leaves at nine.</p>",
        "<p>By leaving early, the ferry gains time.</p>",
        "<div class=comments><span class=author>Ann Poe</span></div>",
        "<ul id=related><li class=author>Ann Poe</li></ul>",
        "<aside><a rel=author href=/ann>Ann Poe</a></aside>",
        "<div itemprop=comment><span itemprop=author>Ann Poe</span></div>",
        "<li class='link authorization-link'>Sign In</li>",
        "<p class=author>admin</p>",
        "<p class=byline>Sun Dec 17, 2023 11:23 am</p>",
        "<p class=byline><a href='https://x.example/jane'>@jane</a></p>",
    ],
)
def test_no_author(body: str) -> None:
    assert read("", HEADLINE + body).authors == ()


def test_several_authors_once_each() -> None:
    head = "".join(f'<meta name=citation_author content="{name}">' for name in ("Doe, Jane", "Roe, John", "Doe, Jane"))
    metadata = read(head)
    assert metadata.authors == ("Jane Doe", "John Roe")
    assert metadata.author == "Jane Doe, John Roe"


def test_a_person_goes_before_an_organisation_and_the_site() -> None:
    organisation = jsonld(article(author={"@type": "Organization", "name": "Lamp Holding"}))
    site = meta(og__site_name="Daily Lamp", author="Daily Lamp")
    for head in (organisation, site):
        assert read(head, HEADLINE + BY).authors == ("Jane Doe",)
    assert read(organisation, HEADLINE).authors == ("Lamp Holding",)
    assert read(site, HEADLINE).authors == ("Daily Lamp",)


def test_one_visible_word_does_not_replace_a_stated_name() -> None:
    assert read(meta(og__site_name="Lamp", author="Lamp"), HEADLINE + "<p class=author>Top</p>").authors == ("Lamp",)


def test_a_user_name_alone_is_a_name() -> None:
    assert read("", HEADLINE + "<a class=username href=/members/1/>microfast</a>").authors == ("microfast",)


def test_a_home_page_shows_the_authors_of_other_pages() -> None:
    assert read("", HEADLINE + BY, url="https://a.example/").authors == ()
    assert read("", HEADLINE + BY, url="https://a.example/ferry").authors == ("Jane Doe",)


def test_many_names_are_those_of_a_list() -> None:
    links = "".join(f"<a rel=author href=/{number}>Author N{number}</a>" for number in range(9))
    assert read("", "<h1>Stories</h1>" + links).authors == ()


def test_a_menu_before_the_headline_is_not_a_byline() -> None:
    menu = "<p class=author>Jane Doe</p>" + "<p>entry</p>" * 60
    assert read("", menu + HEADLINE).authors == ()


def test_a_link_to_a_person_near_the_headline() -> None:
    assert read("", HEADLINE + "<p><a href=/people/jane>Jane Doe</a></p>").authors == ("Jane Doe",)
    assert read("", HEADLINE + "<p><a href=/travel>Jane Doe</a></p>").authors == ()


def test_a_label_far_from_the_headline() -> None:
    far = HEADLINE + "<p>text</p>" * 60
    assert read("", far + "<p>Written by Jane Doe</p>").authors == ("Jane Doe",)
    assert read("", far + "<div class=comments>Written by Jane Doe</div>").authors == ()
