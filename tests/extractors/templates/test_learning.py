"""The preparation phase: templates from the pages of a site."""

import pytest

from ridgeline.errors import TemplateError
from ridgeline.extractors.templates.atomic import atomic_blocks
from ridgeline.extractors.templates.fast import FastTemplate
from ridgeline.extractors.templates.learning import MAX_PAGES, LearningOptions, learn, split_layouts

from ...pages import article, page

SITE = [article(number) for number in range(12)]


def test_a_template_holds_paths_and_confusable_blocks() -> None:
    (learned,) = learn("example.org", SITE)
    assert learned.content_paths == ("HTML.BODY.DIV.H1", "HTML.BODY.DIV.P")
    assert learned.other_paths == ("HTML.BODY.DIV.UL.LI",)
    assert [block.text for block in learned.blocks] == ["Copyright of the harbour office. All rights reserved."]
    assert (learned.pages, learned.site) == (12, "example.org")


def test_support_drops_paths_with_content_on_few_pages() -> None:
    pages = [*SITE, page("<div><ul><li>A lonely remark of the editor</ul></div><div><p>And one more text</p></div>")]
    assert "HTML.BODY.DIV.UL.LI" in learn("example.org", pages)[0].content_paths
    assert "HTML.BODY.DIV.UL.LI" not in learn("example.org", pages, LearningOptions(support=0.5))[0].content_paths


def test_a_site_with_two_layouts_has_two_templates() -> None:
    gallery = [
        page(f"<table><tr><td>Picture {number}<td>taken{number} by{number}<tr><th>Gallery</table>")
        for number in range(6)
    ]
    learned = learn("example.org", [*SITE, *gallery])
    assert [(one.pages, one.shape) for one in learned] == [(12, 1), (6, 2)]
    extractor = FastTemplate(templates=learned)
    assert extractor.extract(gallery[0]).text.startswith("Picture 0")
    assert "Gallery" not in extractor.extract(gallery[0]).text
    assert "Home" not in extractor.extract(SITE[0]).text
    assert extractor.drifted == 0
    assert len(learn("example.org", [*SITE, *gallery], LearningOptions(layouts=False))) == 1
    # Pages too few for their own template join the others.
    few = [atomic_blocks(made) for made in (*SITE, *gallery[:2])]
    assert [len(group) for group in split_layouts(few)] == [14]


def test_duplicate_pages_are_ignored() -> None:
    learned = learn("example.org", [*SITE, SITE[0], article(0)])
    assert learned[0].pages == 12
    with pytest.raises(TemplateError, match="at least two different pages"):
        learn("example.org", [SITE[0], SITE[0], page("")])


def test_no_pages_are_too_few() -> None:
    with pytest.raises(TemplateError, match="at least two different pages"):
        learn("example.org", [])


def test_of_many_pages_a_sample_is_used() -> None:
    (learned,) = learn("example.org", [article(number) for number in range(MAX_PAGES + 20)])
    assert learned.pages == MAX_PAGES
