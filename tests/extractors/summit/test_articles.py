"""Of several articles on one page, the one that its title names."""

import numpy as np
import pytest

import ridgeline

from ...pages import page
from .readings import kept_texts, lines_of, select

FIRST = "The morning ferry leaves at nine, and it carries more mail than people, as it has for years. " * 6
SECOND = "Bread from the island comes at noon, with the salt of the sea still on the crust, they say. " * 6


def article(title: str, text: str) -> str:
    return f"<article><h1>{title}</h1><p>{text}</p></article>"


def kept(body: str, title: str, page_type: str = "article") -> list[str]:
    """The beginnings of the lines that are kept of those that are all content by themselves."""
    lines = lines_of(page(body, f"<title>{title}</title>"))
    selection = select(lines, np.full(len(lines), 0.9), page_type=page_type)
    assert selection.candidate.all()
    return [text.strip()[:9] for text in kept_texts(lines, selection.mask)]


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
    assert len(kept(body, title, page_type)) == len(lines_of(page(body)))


def test_one_before_it_stays() -> None:
    assert kept(TWO, "Bread") == ["Ferries", "The morni", "Bread", "Bread fro"]


def test_an_article_counts_by_its_kept_words() -> None:
    """One that is hardly kept is no article of its own: what is kept of it may belong to the page."""
    note = "A note on bread."
    lines = lines_of(
        page(f"{article('Ferries', FIRST)}<article><p>{SECOND}</p><p>{note}</p></article>", "<title>Ferries</title>")
    )
    assert kept_texts(lines, select(lines, [0.9, 0.9, 0.01, 0.9], page_type="article").mask)[2:] == [note]


def test_a_page_that_scrolls_on() -> None:
    html = f"<title>Ferries of the coast</title>{TWO.replace('<h1>Ferries', '<h1>Ferries of the coast')}"
    text = ridgeline.extract(html).text
    assert "morning ferry" in text
    assert "Bread from" not in text
