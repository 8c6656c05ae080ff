"""The preparation phase: templates from the pages of a site."""

import pytest

from ridgeline.errors import TemplateError
from ridgeline.extractors.templates.preparation import MAX_PAGES, LearningOptions, learn

from ...pages import article, page

SITE = [article(number) for number in range(12)]


def test_a_template_holds_paths_and_confusable_blocks() -> None:
    learned = learn("example.org", SITE)
    assert learned.content_paths == ("HTML.BODY.DIV.H1", "HTML.BODY.DIV.P")
    assert learned.other_paths == ("HTML.BODY.DIV.UL.LI",)
    assert [block.text for block in learned.blocks] == ["Copyright of the harbour office. All rights reserved."]
    assert (learned.pages, learned.site) == (12, "example.org")


def test_support_drops_paths_with_content_on_few_pages() -> None:
    pages = [*SITE, page("<div><ul><li>A lonely remark of the editor</ul></div><div><p>And one more text</p></div>")]
    assert "HTML.BODY.DIV.UL.LI" in learn("example.org", pages).content_paths
    assert "HTML.BODY.DIV.UL.LI" not in learn("example.org", pages, LearningOptions(support=0.5)).content_paths


def test_duplicate_pages_are_ignored() -> None:
    learned = learn("example.org", [*SITE, SITE[0], article(0)])
    assert learned.pages == 12
    with pytest.raises(TemplateError, match="at least two different pages"):
        learn("example.org", [SITE[0], SITE[0], page("")])


def test_no_pages_are_too_few() -> None:
    with pytest.raises(TemplateError, match="at least two different pages"):
        learn("example.org", [])


def test_of_many_pages_a_sample_is_used() -> None:
    learned = learn("example.org", [article(number) for number in range(MAX_PAGES + 20)])
    assert learned.pages == MAX_PAGES
