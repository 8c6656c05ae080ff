"""Where a page stands: host, section, categories; what one may do with it: licence, paywall; and how long it is."""

from typing import Any

import pytest

import ridgeline
from ridgeline.metadata import read_metadata
from ridgeline.metadata.word_count import count_words

from . import article, jsonld, meta, read

URL = "https://www.lamp.example/travel/ferry"


def trail(*items: tuple[str, str | None]) -> dict[str, Any]:
    """The breadcrumbs to a page: names and addresses."""
    listed = [
        {"@type": "ListItem", "position": number, "name": name, **({"item": url} if url else {})}
        for number, (name, url) in enumerate(items, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": listed}


BREADCRUMBS = trail(
    ("Lamp", "https://www.lamp.example/"),
    ("Travel", "https://www.lamp.example/travel"),
    ("Islands", "https://www.lamp.example/travel/islands"),
    ("The ferry", URL),
)


@pytest.mark.parametrize(
    ("url", "head", "hostname"),
    [
        (URL, "", "www.lamp.example"),
        ("https://LAMP.example:8080/x", "", "lamp.example"),
        (None, "<link rel=canonical href='https://lamp.example/ferry'>", "lamp.example"),
        (None, "", None),
        ("http://[::1", "", None),
        ("ferry.html", "", None),
    ],
)
def test_the_host_name(url: str | None, head: str, hostname: str | None) -> None:
    assert read(head, url=url).hostname == hostname


@pytest.mark.parametrize(
    ("head", "section", "categories"),
    [
        ("", None, ()),
        (meta(article__section="Travel"), "Travel", ("Travel",)),
        (jsonld(article(articleSection=["Travel", "Islands"])), "Travel", ("Travel", "Islands")),
        (meta(article__section="Travel") + jsonld(article(articleSection="travel")), "Travel", ("travel",)),
        (jsonld({"@type": "Product", "category": "Shoes > Running shoes"}), None, ("Shoes", "Running shoes")),
        (meta(article__section="Uncategorized"), None, ()),
        (meta(article__section="https://lamp.example/travel"), None, ()),
        (jsonld(BREADCRUMBS), "Travel", ("Travel", "Islands")),
        (jsonld({"@type": "WebPage", "breadcrumb": BREADCRUMBS}), "Travel", ("Travel", "Islands")),
        (jsonld(trail(("Travel", "/travel"), ("The long way", None))), "Travel", ("Travel",)),
        (jsonld(trail(("The ferry", "/x"))), None, ()),
        (jsonld({"@type": "BreadcrumbList", "itemListElement": [7, {"item": 3}, {"position": {}}]}), None, ()),
        (jsonld({"@type": "BreadcrumbList", "itemListElement": "Travel"}), None, ()),
    ],
)
def test_section_and_categories(head: str, section: str | None, categories: tuple[str, ...]) -> None:
    found = read(head, "<h1>The ferry</h1>", url=URL)
    assert (found.section, found.categories) == (section, categories)


def test_the_order_of_breadcrumbs_is_their_position() -> None:
    backwards = {**BREADCRUMBS, "itemListElement": BREADCRUMBS["itemListElement"][::-1]}
    assert read(jsonld(backwards), "<h1>The ferry</h1>", url=URL).categories == ("Travel", "Islands")


def test_categories_are_not_tags() -> None:
    body = "<h1>The ferry</h1><p><a rel='category tag' href=/travel>Travel</a> <a rel=tag href=/sea>sea</a></p>"
    found = read("", body + "<aside><a rel=category href=/sport>Sport</a></aside>")
    assert (found.categories, found.tags) == (("Travel",), ("sea",))


COMMONS = "https://creativecommons.org/licenses/by/4.0/"


@pytest.mark.parametrize(
    ("head", "body", "license"),
    [
        ("", "", None),
        (f"<link rel=license href={COMMONS}>", "", COMMONS),
        ("<link rel=license href=/terms>", "", "https://www.lamp.example/terms"),
        (jsonld(article(license=COMMONS)), "", COMMONS),
        (jsonld(article(license={"@type": "CreativeWork", "url": COMMONS})), "", COMMONS),
        (jsonld(article(license="CC BY 4.0")), "", "CC BY 4.0"),
        ('<meta name="DC.rights" content="All rights reserved">', "", None),
        ('<meta name="DCTERMS.license" content="MIT License">', "", "MIT License"),
        ("", f"<a rel='noopener license' href={COMMONS}>terms</a>", COMMONS),
        ("", f"<footer>Text: <a href={COMMONS}>CC BY</a></footer>", COMMONS),
        ("", f"<figure><img><figcaption><a rel=license href={COMMONS}>CC BY</a></figcaption></figure>", None),
        ("", "<a href='https://creativecommons.org/about'>about</a>", None),
        ("", "<a rel=license href='javascript:x/y'>terms</a>", None),
        (jsonld(article(license=[{"@type": []}, 7, None])), "", None),
    ],
)
def test_the_licence(head: str, body: str, license: str | None) -> None:
    assert read(head, body, url=URL).license == license


@pytest.mark.parametrize(
    ("head", "access"),
    [
        ("", None),
        (meta(article__content_tier="free"), "free"),
        (meta(article__content_tier=" Metered "), "metered"),
        (meta(article__content_tier="locked"), "locked"),
        (meta(article__content_tier="gold"), None),
        (jsonld(article(isAccessibleForFree=True)), "free"),
        (jsonld(article(isAccessibleForFree=False)), "locked"),
        (jsonld(article(isAccessibleForFree="False")), "locked"),
        (jsonld(article(isAccessibleForFree="https://schema.org/True")), "free"),
        (jsonld(article(hasPart={"isAccessibleForFree": "False", "cssSelector": ".paywall"})), "locked"),
        (jsonld(article(isAccessibleForFree=True, hasPart=[{"isAccessibleForFree": False}, 7])), "locked"),
        (jsonld(article(isAccessibleForFree=[])), None),
        (meta(article__content_tier="metered") + jsonld(article(isAccessibleForFree=False)), "metered"),
    ],
)
def test_the_paywall(head: str, access: str | None) -> None:
    assert read(head, "<div class=paywall>text</div>").access == access


@pytest.mark.parametrize(
    ("text", "words", "minutes"),
    [
        ("", 0, 0),
        ("The ferry's late.", 3, 1),
        ("word " * 238, 238, 1),
        ("word " * 239, 239, 2),
        ("渡轮九点离开小岛", 8, 1),
        ("渡" * 501, 501, 2),
        ("渡轮 Lamp 九点 12", 6, 1),
        ("渡轮，九点。「离开」！", 6, 1),
        ("नाव नौ बजे द्वीप से निकलती है", 7, 1),
    ],
)
def test_words_and_minutes(text: str, words: int, minutes: int) -> None:
    assert count_words(text) == (words, minutes)


def test_words_stand_between_white_space_of_every_kind() -> None:
    characters = [chr(point) for point in range(0x2E80)] + ["\ud800", "\U0001f600"]
    for character in characters:
        text = f"a{character}b {character}"
        assert count_words(text)[0] == len(text.split()), hex(ord(character))


def test_the_content_is_counted_where_it_is_known() -> None:
    page = ridgeline.parse("<p>one two three</p>")
    assert read_metadata(page).word_count is None
    assert read_metadata(page, "one two").word_count == 2
    found = ridgeline.extract("<p>one two three</p>", extractor="everything").metadata
    assert (found.word_count, found.reading_minutes) == (3, 1)
