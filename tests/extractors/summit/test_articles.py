"""Of several articles on one page, the one that its title names."""

import numpy as np
import pytest

import ridgeline
from ridgeline.extractors.summit.constants import FAVORS

from ...pages import page
from .readings import kept_lines, kept_texts, lines_of, select

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


TEASER = "Twelve bakers of the island tell what they learnt from salt, from wind and from their grandmothers. " * 3
MENU = "Menu of other things that nobody came here to read, with many words in it. " * 9
PORTAL = f"<p>{TEASER}</p><p>{MENU}</p><h1>Ferries</h1><p>{FIRST}</p><p>{MENU}</p><p>{TEASER}</p>"
DOUBTED = [0.6, 0.1, 0.2, 0.9, 0.1, 0.6]  # of its lines: the teasers are kept with the article


def kept_of_portal(
    probabilities: list[float], title: str = "Ferries", page_type: str = "article", body: str = PORTAL
) -> list[int]:
    lines = lines_of(page(body, f"<title>{title}</title>"))
    return kept_lines(select(lines, probabilities, page_type=page_type).mask)


def test_where_little_is_sure_the_text_that_follows_the_title_stays() -> None:
    assert kept_of_portal(DOUBTED) == [3]


@pytest.mark.parametrize(
    ("probabilities", "title", "page_type", "body"),
    [
        (DOUBTED, "Ferries", "forum", PORTAL),
        (DOUBTED, "Bread", "article", PORTAL),
        ([0.95, 0.001, 0.2, 0.95, 0.001, 0.95], "Ferries", "article", PORTAL),
        ([0.7, 0.1, 0.2, 0.7, 0.1, 0.7], "Ferries", "article", PORTAL),
        (DOUBTED, "Ferries", "article", PORTAL.replace(MENU, "Menu.")),
        (DOUBTED, "Ferries", "article", PORTAL.replace(FIRST, "The ferry leaves at nine.")),
    ],
    ids=["another type", "no title", "no doubt", "not sure of it", "no gap", "short"],
)
def test_where_all_runs_stay(probabilities: list[float], title: str, page_type: str, body: str) -> None:
    assert {0, 3, 5} <= set(kept_of_portal(probabilities, title, page_type, body))


def test_who_favours_recall_keeps_all_runs() -> None:
    lines = lines_of(page(PORTAL, "<title>Ferries</title>"))
    assert {0, 3, 5} <= set(kept_lines(select(lines, DOUBTED, FAVORS["recall"], page_type="article").mask))


def test_precision_that_leaves_nothing_of_the_run_keeps_the_rest() -> None:
    """The titled run is the longest that is sure enough, and yet the surest line may stand elsewhere."""
    lines = lines_of(page(PORTAL, "<title>Ferries</title>"))
    probabilities = [0.99, 0.1, 0.2, 0.76, 0.1, 0.5]
    assert kept_lines(select(lines, probabilities, page_type="article").mask) == [3]
    assert kept_lines(select(lines, probabilities, 0.1, page_type="article").mask) == [0]


def test_what_stays_alone_is_expected_to_be_right() -> None:
    lines = lines_of(page(PORTAL, "<title>Ferries</title>"))
    selection = select(lines, DOUBTED, page_type="article")
    assert selection.balanced < 0.72 < selection.expected
