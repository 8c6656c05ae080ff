"""Preparation pages that repeat the main text of another one."""

import random

import pytest

from ridgeline import Page
from ridgeline.extractors.templates.atomic import atomic_blocks
from ridgeline.extractors.templates.content_extractor import ContentExtractor
from ridgeline.extractors.templates.copies import MIN_SHARED, shared_text, without_copies
from ridgeline.extractors.templates.fast import FastTemplate
from ridgeline.extractors.templates.preparation import LearningOptions, learn

from ...pages import page

NOTICE = "<p>All stories of the harbour office may be printed with its name, and not without it, as of old.</p>"


def sentence(seed: int) -> str:
    letters = random.Random(seed)
    return " ".join("".join(letters.choices("abcdefghijklmnop", k=6)) for _ in range(12))


def story(number: int, *, teaser: int = 0, kicker: str = "") -> Page:
    """A page of a site: its text, a teaser that does not depend on it, and a notice that all pages have."""
    text = "".join(f"<p>{sentence(100 * number + part)}</p>" for part in range(5))
    aside = f"<p>{sentence(10_000 + teaser)}</p>" if teaser else ""
    return page(f"<div><h1>Title{number}</h1>{kicker}{text}</div><div>{aside}{NOTICE}</div>")


ARTICLES = [story(number, teaser=number + 1) for number in range(8)]
REPEATED = [story(3, teaser=50), story(3, teaser=51, kicker="<p>For printing</p>")]  # the fourth, twice again


def test_a_repeated_article_is_used_once() -> None:
    kept = without_copies([atomic_blocks(made) for made in (*ARTICLES, *REPEATED)])
    assert [blocks.tree.page for blocks in kept] == ARTICLES


def test_pages_that_share_only_a_notice_are_no_copies() -> None:
    shared = shared_text([atomic_blocks(made) for made in (*ARTICLES, REPEATED[0])])
    assert shared[3, 8] == pytest.approx(shared[8, 3])
    assert shared[3, 8] > MIN_SHARED
    assert shared[0, 1] == 0
    assert shared.diagonal().tolist() == [1] * 9


def test_a_page_that_quotes_a_small_part_of_another_is_no_copy() -> None:
    long = page("<div>" + "".join(f"<p>{sentence(part)}</p>" for part in (300, *range(900, 910))) + NOTICE)
    assert len(without_copies([atomic_blocks(made) for made in (*ARTICLES, long)])) == 9


@pytest.mark.parametrize("kind", [ContentExtractor, FastTemplate])
def test_a_repeated_article_does_not_become_the_template(kind: type[ContentExtractor] | type[FastTemplate]) -> None:
    answer = kind().fit([*ARTICLES, *REPEATED]).extract(ARTICLES[3])
    assert sentence(300) in answer.text
    assert NOTICE[3:20] not in answer.text


def test_copies_may_prepare_for_comparison() -> None:
    learned = learn("example.org", [*ARTICLES, *REPEATED], LearningOptions(copies=True))
    assert learned.pages == 10
    assert sentence(300) not in FastTemplate(templates=[learned], drift=0).extract(ARTICLES[3]).text


def test_few_pages() -> None:
    assert without_copies([]) == []
    one = atomic_blocks(ARTICLES[0])
    assert without_copies([one, atomic_blocks(ARTICLES[0])]) == [one]
