"""What the pages of a site have in common helps on each of them."""

from dataclasses import replace

import pytest

import ridgeline
from ridgeline.errors import OptionError
from ridgeline.extractors.summit.constants import PAGE_TYPES
from ridgeline.extractors.summit.model import shipped_model
from ridgeline.extractors.summit.site import MIN_PAGES, SiteMemory

from .pages import WORDS, record

NOTICE = "Everybody on the island reads the Quay Gazette, and you should read it as well, every day."


def site_page(number: int) -> str:
    """A page of one site, with a notice in the midst of its article."""
    made = record(number * 14, sites=14)
    return made.html.replace("</h1>", f"</h1><p class=promo>{NOTICE}</p>", 1)


PAGES = [site_page(number) for number in range(12)]


@pytest.fixture(scope="module")
def memory() -> SiteMemory:
    return SiteMemory.learn([ridgeline.parse(html) for html in PAGES])


def test_texts_are_counted_by_page(memory: SiteMemory) -> None:
    assert memory.pages == 12
    assert {seen for text, seen in memory.texts.items() if text.startswith(b"everybody on the island")} == {12}
    assert min(memory.texts.values()) >= MIN_PAGES


def test_what_stands_on_every_page_is_no_content() -> None:
    page = site_page(40)
    assert NOTICE in ridgeline.extract(page).text
    extraction = ridgeline.load("summit", site=PAGES).extract(ridgeline.parse(page))
    assert NOTICE not in extraction.text
    assert extraction.text.count(".") >= 8  # four paragraphs of two sentences
    assert extraction.confidence is not None


@pytest.mark.parametrize("page_type", PAGE_TYPES)
def test_what_repeats_may_be_the_content_of_a_shop(memory: SiteMemory, page_type: str) -> None:
    predicted = shipped_model().predict(ridgeline.parse(PAGES[0]))
    assert predicted is not None
    alone = replace(predicted, page_type=page_type)
    together = memory.applied(alone)
    notice = next(n for n, text in enumerate(alone.lines.beginnings) if text.startswith(b"everybody on the island"))
    is_shop = page_type in ("collection", "product")
    assert (together.probabilities[notice] < alone.probabilities[notice]) == (not is_shop)


def test_pages_may_be_parsed_already() -> None:
    parsed = [ridgeline.parse(html) for html in PAGES]
    page = ridgeline.parse(site_page(41))
    by_page = ridgeline.load("summit", site=parsed).extract(page)
    assert by_page.text == ridgeline.load("summit", site=PAGES).extract(page).text
    assert WORDS[0].capitalize() not in by_page.text.split()  # of the menu


@pytest.mark.parametrize(
    ("site", "says"),
    [(PAGES[0], "not one of them"), ([], "needs 3 pages"), (PAGES[:2], "it has 2")],
)
def test_a_site_is_several_pages(site: object, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        ridgeline.load("summit", site=site)


def test_a_page_without_text_and_an_empty_site_change_nothing() -> None:
    extractor = ridgeline.load("summit", site=["", "<img src=a>", " "])
    page = ridgeline.parse(PAGES[0])
    assert extractor.extract(page).text == ridgeline.load("summit").extract(page).text
    assert not extractor.extract(ridgeline.parse(""))
