"""Of several articles on one page, the one that its title names."""

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.summit.articles import without_others
from ridgeline.extractors.summit.lines import split_lines

from ...pages import page

FIRST = "The morning ferry leaves at nine, and it carries more mail than people, as it has for years. " * 6
SECOND = "Bread from the island comes at noon, with the salt of the sea still on the crust, they say. " * 6


def article(title: str, text: str) -> str:
    return f"<article><h1>{title}</h1><p>{text}</p></article>"


def kept(body: str, title: str, page_type: str = "article") -> list[str]:
    lines = split_lines(page(body))
    assert lines is not None
    overlap = np.array([float(text == title) for text in lines.texts], dtype=np.float32)
    mask = without_others(lines, np.ones(len(lines), dtype=np.bool_), overlap, page_type)
    return [text.strip()[:9] for text, is_kept in zip(lines.texts, mask.tolist(), strict=True) if is_kept]


TWO = f"<main>{article('Ferries', FIRST)}{article('Bread', SECOND)}</main>"


def test_articles_after_the_titled_one_go() -> None:
    assert kept(TWO, "Ferries") == ["Ferries", "The morni"]


@pytest.mark.parametrize(
    ("body", "title", "page_type"),
    [
        (TWO, "Ferries", "collection"),
        (TWO, "Neither", "article"),
        (f"<main>{article('Bread', FIRST)}{article('Bread', SECOND)}</main>", "Bread", "article"),
        (f"{article('Ferries', FIRST)}<div>{article('Bread', SECOND)}</div>", "Ferries", "article"),
        (article("Ferries", FIRST) + article("Bread", "A short note on bread."), "Ferries", "article"),
        (article("Ferries", FIRST) + f"<p>{SECOND}", "Ferries", "article"),
    ],
    ids=["another type", "no title", "two titles", "deeper", "a note", "no article"],
)
def test_what_stays(body: str, title: str, page_type: str) -> None:
    lines = split_lines(page(body))
    assert lines is not None
    assert len(kept(body, title, page_type)) == len(lines)


def test_one_before_it_stays() -> None:
    assert kept(TWO, "Bread") == ["Ferries", "The morni", "Bread", "Bread fro"]


def test_a_page_that_scrolls_on() -> None:
    html = f"<title>Ferries of the coast</title>{TWO.replace('<h1>Ferries', '<h1>Ferries of the coast')}"
    text = ridgeline.extract(html).text
    assert "morning ferry" in text
    assert "Bread from" not in text
