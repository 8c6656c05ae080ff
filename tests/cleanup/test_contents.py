"""Headings of dropped tables of contents and lists of languages go; other headings of such names stay."""

import pytest

from .pages import MORE, TEXT, tidied

LINKS = "<ul><li><a href='#one'>One</a><li><a href='#two'>Two</a></ul>"
LANGUAGES = "".join(
    f"<li><a hreflang={code} href=/{code}>{name}</a>"
    for code, name in {"de": "Deutsch", "fr": "Français", "es": "Español", "it": "Italiano"}.items()
)


@pytest.mark.parametrize(
    "name", ["Contents", "Table of contents:", "Inhaltsverzeichnis", "目录", "Sommaire", "On this page"]
)
def test_orphans_go(name: str) -> None:
    assert tidied(f"<p>{TEXT}</p><h2>{name}</h2>{LINKS}<h2>One</h2><p>{MORE}</p>", {"One", "Two"}) == [TEXT, MORE]


@pytest.mark.parametrize(
    ("body", "drop", "expected"),
    [
        (f"<h2>Contents</h2>{LINKS}<p>{TEXT}</p>", (), ["Contents", "One", "Two", TEXT]),
        (f"<h2>Contents</h2><p>{TEXT}</p>", (), ["Contents", TEXT]),
        (f"<h2>Contents</h2><h2>One</h2><p>{TEXT}</p>", (), ["One", TEXT]),
        (f"<h2>Contents</h2><h3>Of the box</h3><p>{TEXT}</p>", (), ["Contents", "Of the box", TEXT]),
        (f"<h2>Contents</h2><p><a href=/buy>Buy</a></p><p>{TEXT}</p>", ("Buy",), ["Contents", TEXT]),
        (f"<p>{TEXT}</p><h2>Contents</h2>", (), [TEXT]),
        (f"<h2>Contentment</h2>{LINKS}<p>{TEXT}</p>", ("One", "Two"), ["Contentment", TEXT]),
    ],
)
def test_what_stands_below_decides(body: str, drop: tuple[str, ...], expected: list[str]) -> None:
    assert tidied(body, drop) == expected


def test_links_to_other_languages_go() -> None:
    assert tidied(f"<p>{TEXT}</p><ul>{LANGUAGES}</ul>") == [TEXT]


def test_links_marked_with_one_language_stay() -> None:
    links = "".join(f"<li><a hreflang=en href=/{name}>{name}</a>" for name in "abcdef")
    assert tidied(f"<p>{TEXT}</p><ul>{links}</ul>") == [TEXT, *"abcdef"]
