import json
from typing import Any

import pytest

from . import article, jsonld, read

URL = "https://a.example/ferry"
GOOD = json.dumps(article(headline="The ferry", author={"@type": "Person", "name": "Jane Doe"}))


@pytest.mark.parametrize(
    "script",
    [
        GOOD,
        f"\n  {GOOD} ;\n",
        f"<!-- {GOOD} -->",
        f"//<![CDATA[\n{GOOD}\n//]]>",
        f"<!-- //<![CDATA[\n{GOOD}\n//]]> -->",
        f"/*<![CDATA[*/ {GOOD} /*]]>*/",
        GOOD.replace('"', "&quot;"),
        GOOD.replace("}", ",}"),
        GOOD.replace("Jane", "Jane\n"),
        GOOD.replace("{", '{"wordCount": ' + "9" * 5_000 + ",", 1),
        f"[[{GOOD}]]",
        f'{{"@graph": [{GOOD}]}}',
        f'{{"@type": "WebPage", "mainEntity": {GOOD}}}',
    ],
)
def test_scripts_as_pages_write_them(script: str) -> None:
    assert read(f'<script type="application/ld+json">{script}</script>').authors == ("Jane Doe",)


@pytest.mark.parametrize(
    "script",
    [
        "",
        "null",
        "42",
        '"text"',
        "[]",
        "{",
        "{'a': 'b'}",
        '{"a":"unterminated',
        "[" * 100_000,
        '{"a":' * 100_000,
        "NaN",
    ],
)
def test_scripts_without_metadata(script: str) -> None:
    metadata = read(f'<script type="application/ld+json">{script}</script>', "<h1>The ferry</h1>")
    assert (metadata.title, metadata.authors) == ("The ferry", ())


@pytest.mark.parametrize(
    "author",
    [
        "Jane Doe",
        ["Jane Doe"],
        {"name": "Jane Doe"},
        {"@type": "Person", "name": ["Jane Doe"]},
        [{"@type": ["Person"], "name": "Jane Doe"}, {"@type": "Person", "name": "jane doe"}],
        [[[{"name": "<b>Jane</b> Doe"}]]],
        {"@id": "#jane"},
    ],
)
def test_authors_of_every_shape(author: Any) -> None:
    person = {"@type": "Person", "@id": "#jane", "name": "Jane Doe"}
    assert read(jsonld({"@graph": [article(author=author), person]})).authors == ("Jane Doe",)


WRONG: list[Any] = [None, True, 5, 1e308, [], {}, [[1]], {"x": []}, "", " ", [None, {"name": None}], {"@id": 7}]


@pytest.mark.parametrize("value", WRONG)
def test_any_type_at_any_key(value: Any) -> None:
    keys = (
        "headline author creator datePublished dateModified publisher image url keywords inLanguage description".split()
    )
    node = {"@type": ["NewsArticle", 7, None], **dict.fromkeys(keys, value), "mainEntityOfPage": value, "@id": value}
    metadata = read(jsonld(node, {"@type": value, "@graph": value}), "<h1>The ferry</h1>")
    assert (metadata.title, metadata.authors, metadata.date) == ("The ferry", (), None)


def test_the_node_that_describes_the_page_is_chosen() -> None:
    page = {"@type": "WebPage", "@id": URL, "name": "Page", "datePublished": "2020-01-01"}
    story = article(headline="The ferry", datePublished="2021-02-03")
    video = {"@type": "VideoObject", "name": "Video", "uploadDate": "2019-09-09"}
    assert read(jsonld(video, page, story)).date == "2021-02-03"
    assert read(jsonld(video, page)).date == "2020-01-01"


def test_among_several_articles_the_url_decides() -> None:
    others = [article(url=f"https://a.example/{number}", datePublished="2020-01-01") for number in range(5)]
    own = article(mainEntityOfPage={"@id": "http://www.a.example/ferry/?x=1#top"}, datePublished="2021-02-03")
    assert read(jsonld([*others, own]), url=URL).date == "2021-02-03"
    assert read(jsonld([*others]), url=URL).date is None


def test_lists_of_other_pages_are_not_this_page() -> None:
    items = {
        "@type": "ItemList",
        "itemListElement": [{"@type": "ListItem", "item": article(datePublished="2020-01-01")}],
    }
    assert read(jsonld(items)).date is None


def test_types_with_their_vocabulary() -> None:
    for kind in (
        "https://schema.org/Article",
        "http://schema.org/BlogPosting",
        "schema:NewsArticle",
        ["Thing", "Recipe"],
    ):
        assert read(jsonld({"@type": kind, "datePublished": "2021-02-03"})).date == "2021-02-03"


def test_fifty_thousand_authors() -> None:
    authors = [{"@type": "Person", "name": f"Author {number:05}"} for number in range(50_000)]
    assert len(read(jsonld(article(author=authors))).authors) == 20
