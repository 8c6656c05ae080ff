"""Language, URLs, site name, description and tags; and the record as a whole."""

import json
from dataclasses import FrozenInstanceError

import pytest

import ridgeline
from ridgeline.metadata import Metadata
from ridgeline.metadata.languages import language_codes

from . import article, jsonld, meta, read, read_html

BASE = "https://a.example/news/ferry.html"


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", "en"),
        ("en-US", "en"),
        ("zh_Hant_TW", "zh"),
        ("FR", "fr"),
        (" de ", "de"),
        ("fil-PH", "fil"),
        ("jp", "ja"),
        ("eng", "en"),
        ("utf-8", None),
        ("english", None),
        ("", None),
        ("x" * 10_000, None),
        ("12", None),
        ("&#0;en", None),
    ],
)
def test_language(tag: str, language: str | None) -> None:
    assert read_html(f'<html lang="{tag}"><p>text').language == language


def test_other_sources_of_the_language() -> None:
    assert read('<meta http-equiv="Content-Language" content="de, en">').language == "de"
    assert read(meta(og__locale="pt_BR")).language == "pt"
    assert read(jsonld(article(inLanguage={"@type": "Language", "name": "es"}))).language == "es"


@pytest.mark.parametrize(
    ("url", "image"),
    [
        ("https://b.example/a.png", "https://b.example/a.png"),
        ("/a.png", "https://a.example/a.png"),
        ("a b.png", "https://a.example/news/a%20b.png"),
        ("//b.example/a.png", "https://b.example/a.png"),
        ("http://[::1", None),
        ("http://b.example:99999999/a.png", None),
        ("http:///a.png", None),
        ("https:/a.png", "https://a.example/a.png"),
        ("https:///a.png", "https://a.example/a.png"),
        ("https://b.example/a.png#", "https://b.example/a.png"),
        ("a|b.png", "https://a.example/news/a|b.png"),
        ("https://b.example:80a/", None),
        ("http://b%20c.example/", None),
        ("javascript:alert(1)", None),
        ("data:image/png;base64,AAAA", None),
        ("file:///etc/passwd", None),
        ("/" + "a" * 5_000, None),
        ("", None),
    ],
)
def test_urls(url: str, image: str | None) -> None:
    assert read(meta(og__image=url), url=BASE).image == image


def test_the_next_url_counts_where_the_first_is_bad() -> None:
    head = meta(og__image="http://[::1", twitter__image="/t.png") + jsonld(article(image={"url": "/j.png"}))
    assert read(head, url=BASE).image == "https://a.example/j.png"


def test_relative_urls_without_a_base_are_dropped() -> None:
    assert read(meta(og__image="/a.png")).image is None
    assert read("<base href='https://c.example/x/'>" + meta(og__image="a.png")).image == "https://c.example/x/a.png"
    assert read("<base href='http://[::1'>" + meta(og__image="a.png"), url=BASE).image == "https://a.example/news/a.png"


@pytest.mark.parametrize(
    "image",
    ["/a.png", ["/a.png"], {"url": "/a.png"}, [{"@type": "ImageObject", "contentUrl": "/a.png"}], {"@id": "/a.png"}],
)
def test_images_of_every_shape(image: object) -> None:
    assert read(jsonld(article(image=image)), url=BASE).image == "https://a.example/a.png"


def test_canonical_url() -> None:
    link = "<link rel='canonical' href='/ferry'>"
    assert read(link + meta(og__url="/og"), url=BASE).canonical_url == "https://a.example/ferry"
    assert read(meta(og__url="/og"), url=BASE).canonical_url == "https://a.example/og"
    assert read(jsonld(article(url="/ld")), url=BASE).canonical_url == "https://a.example/ld"
    assert read(url=BASE).canonical_url is None


def test_site_name() -> None:
    publisher = article(publisher={"@type": "Organization", "name": "The Lamp"})
    assert read(meta(og__site_name="Daily Lamp") + jsonld(publisher)).site_name == "Daily Lamp"
    assert read(jsonld(publisher)).site_name == "The Lamp"
    assert read(jsonld({"@type": "WebSite", "name": "Lamp.example"})).site_name == "Lamp.example"
    assert read('<meta name="application-name" content="Lamp App">').site_name == "Lamp App"
    assert read("<title>The ferry |</title>").site_name is None


def test_description() -> None:
    head = '<meta name=description content=" Short.\n ">' + meta(og__description="Longer &amp;amp; better.")
    assert read(head).description == "Longer & better."
    assert read('<meta name=description content=" Short.\n ">').description == "Short."
    assert read(jsonld(article(description="<p>From <b>JSON-LD</b></p>"))).description == "From JSON-LD"


def test_tags_are_lists_where_the_page_gives_lists() -> None:
    head = meta(article__tag="Ferry") + '<meta name=keywords content="ferry, Winter; ,#mail">'
    assert read(head).tags == ("Ferry", "Winter", "mail")
    assert read(jsonld(article(keywords=["a", {"@type": "DefinedTerm", "name": "b"}, "c, d"]))).tags == tuple("abcd")
    assert read("", "<a rel='tag' href=/t/x>Sea</a><nav><a rel=tag href=/>All</a></nav>").tags == ("Sea",)


def test_everything_is_bounded() -> None:
    long = "word " * 100_000
    head = meta(og__title=long, og__description=long, og__site_name=long, author=long, keywords="x," * 9 + long)
    head += "".join(f"<meta property=article:tag content=t{number}>" for number in range(5_000))
    metadata = read(head)
    assert metadata.title is not None
    assert len(metadata.title) <= 500
    assert metadata.description is not None
    assert len(metadata.description) <= 2_000
    assert metadata.site_name is not None
    assert len(metadata.site_name) <= 200
    assert len(metadata.tags) == 100
    assert all(len(tag) <= 100 for tag in metadata.tags)


def test_control_characters_and_surrogates_are_removed() -> None:
    head = jsonld(article(headline="\ud800The\x07 fer\u200bry\u202e \x1b[31m", author="Jane\x00 Doe\udfff"))
    metadata = read(head)
    assert metadata.title == "The ferry [31m"
    assert metadata.authors == ("Jane Doe",)


def test_the_record_is_frozen_and_ready_for_json() -> None:
    metadata = read(meta(author="Jane Doe", article__tag="sea"), "<h1>The ferry</h1>")
    assert json.loads(json.dumps(metadata.as_dict())) == {
        "title": "The ferry",
        "authors": ["Jane Doe"],
        "date": None,
        "modified": None,
        "site_name": None,
        "language": None,
        "description": None,
        "image": None,
        "canonical_url": None,
        "tags": ["sea"],
        "hostname": None,
        "section": None,
        "categories": [],
        "license": None,
        "access": None,
        "word_count": None,
        "reading_minutes": None,
        **dict.fromkeys(("product", "recipe", "event", "video")),
    }
    with pytest.raises(FrozenInstanceError):
        metadata.title = "other"  # type: ignore[misc]
    assert Metadata().author is None


def test_an_extraction_has_metadata() -> None:
    assert ridgeline.extract("<h1>The ferry</h1><p>text</p>", extractor="everything").metadata.title == "The ferry"


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ("en", ("en",)),
        ("EN-us", ("en",)),
        (" English ", ("en",)),
        ("norwegian", ("no", "nb", "nn")),
        ("deu", ("de",)),
        ("english_united", ()),
        ("klingonese", ()),
        ("xx", ()),
        ("", ()),
    ],
)
def test_languages_by_name_and_by_code(given: str, codes: tuple[str, ...]) -> None:
    assert language_codes(given) == codes
