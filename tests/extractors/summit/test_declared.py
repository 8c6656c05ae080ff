"""What a page says of itself for machines, however badly."""

import json
import math
from typing import Any

import pytest

from ridgeline.extractors.summit.lines import Lines

from ...pages import page
from .readings import line_features, lines_of, page_features

BODY = "The morning ferry leaves at nine, and it carries mail."


def linked(*data: Any) -> str:
    scripts = (item if isinstance(item, str) else json.dumps(item) for item in data)
    return "".join(f"<script type='application/ld+json'>{script}</script>" for script in scripts)


def read_head(head: str, *lines: str) -> Lines:
    return lines_of(page("".join(f"<p>{line}</p>" for line in lines or ("text",)), head))


def declared_types(lines: Lines) -> set[str]:
    """The types that the page declares, of schema.org and of Open Graph."""
    kinds = ("schema_", "open_graph_")
    return {name for name, value in page_features(lines).items() if name.startswith(kinds) and value}


def length(lines: Lines, kind: str = "body") -> int:
    """The length of the texts of this kind that the page declares, in bytes as they are compared."""
    return round(math.expm1(page_features(lines)[f"declared_{kind}"]))


def test_nothing_is_declared() -> None:
    lines = read_head("", BODY)
    assert (declared_types(lines), length(lines), length(lines, "reviews")) == (set(), 0, 0)
    named = line_features(lines)
    for name in ("title_overlap", "headline_overlap", "in_description", "in_body", "in_reviews", "in_names"):
        assert named[name] == [0]


def test_title_and_descriptions() -> None:
    lines = read_head(
        "<title> The\n ferry </title><meta name=Description content='It leaves, at 9.'>"
        "<meta property=og:description content='Daily'><meta property=og:type content=ARTICLE>"
        "<meta name=description><meta name=keywords content=boats><meta charset=utf-8>"
        "<meta property=og:title content='The Ferry: daily'>",
        *("The ferry", "Ferry, the daily", "It leaves: at 3, daily", "at 3 — daily boats"),
    )
    named = line_features(lines)
    assert named["title_overlap"] == pytest.approx([1, 2 / 3, 0, 0])
    assert named["headline_overlap"] == pytest.approx([2 / 3, 1, 1 / 7, 1 / 7])
    assert named["in_description"] == [0, 0, 1, 0]
    assert declared_types(lines) == {"open_graph_article"}


def test_the_last_headline_and_type_count() -> None:
    lines = read_head(
        "".join(f"<meta property=og:title content='{title}'>" for title in ("The mole", "The quay"))
        + "<meta property=og:type content=product><meta property=og:type content=website>",
        *("the mole", "the quay"),
    )
    assert line_features(lines)["headline_overlap"] == pytest.approx([1 / 3, 1])
    assert declared_types(lines) == {"open_graph_website"}


def test_texts_for_machines_by_what_they_are() -> None:
    soup, crossing = "Stir the soup until the gulls are gone.", "It was a quiet crossing, all in all."
    title, office = "The ferry of the winter", "The harbour office of the north"
    lines = read_head(
        linked(
            {
                "@type": "NewsArticle",
                "headline": title,
                "articleBody": BODY,
                "publisher": {"@type": ["Organization", "Brand"], "name": office},
                "review": [{"@type": "Review", "reviewBody": crossing}],
            },
            {"@type": "Recipe", "recipeInstructions": soup},
        ),
        *(BODY, soup, crossing, title, office, "Nobody says so anywhere"),
    )
    named = line_features(lines)
    assert named["in_body"] == [1, 1, 0, 0, 0, 0]
    assert named["in_reviews"] == [0, 0, 1, 0, 0, 0]
    assert named["in_names"] == [0, 0, 0, 1, 1, 0]
    body = b"the morning ferry leaves at nine and it carries mail stir the soup until the gulls are gone"
    assert length(lines) == len(body)
    assert length(lines, "reviews") == len(b"it was a quiet crossing all in all")
    assert declared_types(lines) == {"schema_NewsArticle", "schema_Organization", "schema_Recipe"}


def test_short_texts_are_names_of_something_else() -> None:
    assert length(read_head(linked({"description": "a ferry", "name": "Home"}))) == 0
    assert length(read_head(linked({"text": "x" * 17}))) == 0
    assert length(read_head(linked({"text": "x" * 18}))) == 18  # twenty characters with its quotes


def test_markup_and_escapes_in_texts() -> None:
    text = '<p>Caf\u00e9 "one"</p>\n<br/>and&nbsp;then 1 < 2 lines'
    lines = read_head(linked({"articleBody": text}), "Café “one”", 'Café "one" and then 1, 2 lines')
    assert length(lines) == len("café one and then 0 0 lines".encode())
    assert line_features(lines)["in_body"] == [0, 1]


@pytest.mark.parametrize(
    "broken",
    [
        f'{{"articleBody": "{BODY}", "more": [}}',
        f'{{"articleBody": "{BODY}"',
        f'// a comment\n{{"articleBody":\n"{BODY}"',
        f'{{"broken": "\\", "articleBody" : "{BODY}"',
        f'<!-- {{"articleBody": "{BODY}"}} -->',
    ],
)
def test_what_is_no_json_is_read_all_the_same(broken: str) -> None:
    assert line_features(read_head(linked(broken), BODY))["in_body"] == [1]


@pytest.mark.parametrize(
    "broken",
    [
        f'{{"articleBody": "{BODY}',
        '{"articleBody": "' + r"\u12 is no character at all" + '"}',
        '{"articleBody": {"@value": 3}}',
        '{"articleBody": null}',
        '{"@type": 3, "@type": {}}',
    ],
)
def test_what_cannot_be_read_is_left_out(broken: str) -> None:
    lines = read_head(linked(broken), BODY)
    assert (length(lines), declared_types(lines)) == (0, set())
    assert line_features(lines)["in_body"] == [0]


@pytest.mark.parametrize(
    "data",
    [
        '{"articleBody": "' + "<" * 1_000_000 + '"}',
        '{"articleBody": "' + "&a" * 500_000 + '"}',
        '{"articleBody": "' + "\\" * 1_000_001,
        '{"@type": ' * 100_000,
        '"@type" ' * 100_000,
        '"@type": "' + "a" * 1_000_000,
        '{"name": "' * 100_000,
        '"text"' + " " * 1_000_000,
        "[" * 1_000_000,
    ],
    ids=lambda data: data[:24],
)
def test_hostile_data_is_read_in_one_pass(data: str) -> None:
    """A search that looks at every character once for every other would take hours."""
    lines = read_head(linked(data, {"articleBody": BODY, "@type": "Article"}), BODY)
    assert length(lines) < 4_000_000
    assert declared_types(lines) <= {"schema_Article"}


def test_depth_does_not_matter() -> None:
    data: Any = {"@type": "Article", "articleBody": BODY}
    for _ in range(300):
        data = {"mainEntity": [data]}
    lines = read_head(linked(data), BODY)
    assert declared_types(lines) == {"schema_Article"}
    assert line_features(lines)["in_body"] == [1]


def test_other_scripts_declare_nothing() -> None:
    script = f"<script>var data = {json.dumps({'articleBody': BODY})}</script>"
    lines = read_head(script, BODY)
    assert length(lines) == 0
    assert line_features(lines)["in_body"] == [0]
