"""What a page says of itself for machines, however badly."""

import json
from typing import Any

import pytest

from ridgeline.extractors.summit.declared import Declared, read

from ...pages import page

BODY = "The morning ferry leaves at nine, and it carries mail."


def linked(*data: Any) -> str:
    scripts = (item if isinstance(item, str) else json.dumps(item) for item in data)
    return "".join(f"<script type='application/ld+json'>{script}</script>" for script in scripts)


def read_head(head: str, body: str = "") -> Declared:
    return read(page(body, head))


def test_nothing_is_declared() -> None:
    assert read(page("text")) == Declared(b"", b"", b"", b"", b"", b"", frozenset(), "")


def test_title_and_descriptions() -> None:
    found = read_head(
        "<title> The\n ferry </title><meta name=Description content='It leaves, at 9.'>"
        "<meta property=og:description content='Daily'><meta property=og:type content=ARTICLE>"
        "<meta name=description><meta name=keywords content=boats><meta charset=utf-8>"
        "<meta property=og:title content='The Ferry: daily'>"
    )
    assert found.headline == b"the ferry daily"
    assert (found.title, found.description, found.open_graph_type) == (b"the ferry", b"it leaves at 0 daily", "article")


def test_texts_for_machines_by_what_they_are() -> None:
    found = read_head(
        linked(
            {
                "@type": "NewsArticle",
                "headline": "The ferry of the winter",
                "articleBody": BODY,
                "publisher": {"@type": ["Organization", "Brand"], "name": "The harbour office of the north"},
                "review": [{"@type": "Review", "reviewBody": "It was a quiet crossing, all in all."}],
            },
            {"@type": "Recipe", "recipeInstructions": "Stir the soup until the gulls are gone."},
        )
    )
    assert found.body == b"the morning ferry leaves at nine and it carries mail stir the soup until the gulls are gone"
    assert found.reviews == b"it was a quiet crossing all in all"
    assert found.names == b"the ferry of the winter the harbour office of the north"
    assert found.schema_types == {"NewsArticle", "Organization", "Review", "Recipe"}


def test_short_texts_are_names_of_something_else() -> None:
    assert read_head(linked({"description": "a ferry", "name": "Home"})).body == b""


def test_markup_and_escapes_in_texts() -> None:
    assert read_head(linked({"articleBody": '<p>Caf\u00e9 "one"</p>\n<br/>and&nbsp;then 1 < 2 lines'})).body == (
        "café one and then 0 0 lines".encode()
    )


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
    assert b"the morning ferry leaves at nine" in read_head(linked(broken)).body


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
    found = read_head(linked(broken))
    assert (found.body, found.schema_types) == (b"", frozenset())


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
    """A pattern that looks at every character once for every other would take hours."""
    found = read_head(linked(data, {"articleBody": BODY, "@type": "Article"}))
    assert len(found.body) < 4_000_000
    assert found.schema_types <= {"Article", "type"}


def test_depth_does_not_matter() -> None:
    data: Any = {"@type": "Article", "articleBody": BODY}
    for _ in range(300):
        data = {"mainEntity": [data]}
    found = read_head(linked(data))
    assert found.schema_types == {"Article"}
    assert found.body.startswith(b"the morning ferry")


def test_other_scripts_declare_nothing() -> None:
    script = f"<script>var data = {json.dumps({'articleBody': BODY})}</script>"
    assert read_head(script).body == b""
