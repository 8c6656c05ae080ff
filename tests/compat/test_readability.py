"""The interface of readability-lxml: the calls that programs make, and what they get."""

import re
from inspect import signature
from typing import Any

import pytest

import ridgeline
from ridgeline.compat import IgnoredParameterWarning
from ridgeline.compat.readability import Document

from ..pages import AWKWARD
from .pages import COMMENT, EMPTY_PAGES, FERRY, PARAGRAPHS

URL = "https://courier.example/ferry"


def test_parameters_are_those_of_readability() -> None:
    assert {name: one.default for name, one in signature(Document).parameters.items() if name != "input"} == {
        "positive_keywords": None,
        "negative_keywords": None,
        "url": None,
        "min_text_length": 25,
        "retry_length": 250,
        "xpath": False,
        "handle_failures": "discard",
    }


def test_summary_is_the_content_as_a_page() -> None:
    summary = Document(FERRY, url=URL).summary()
    assert re.fullmatch(r"<html><body><div>.*</div></body></html>", summary, re.DOTALL)
    assert PARAGRAPHS[0] in summary
    assert '<a href="https://courier.example/coffee"' in summary
    assert '<img src="https://courier.example/boat.jpg"' in summary
    assert "Privacy" not in summary
    assert ridgeline.parse(summary).select("table td")


def test_a_part_of_a_page_has_no_page_around_it() -> None:
    document = Document(FERRY)
    partial = document.summary(html_partial=True)
    assert partial.startswith("<div>")
    assert partial.endswith("</div>")
    assert document.summary() == f"<html><body>{partial}</body></html>"


def test_titles_and_author() -> None:
    document = Document(FERRY)
    assert document.title() == "The ferry to the islands | The Coastal Courier"
    assert document.short_title() == "The ferry to the islands"
    assert document.author() == "Mara Ellingsen"


def test_a_title_in_a_picture_is_not_that_of_the_page() -> None:
    assert Document("<body><svg><title>An arrow</title></svg><p>Words on a page.</p>").title() == "[no-title]"


def test_content_is_all_that_the_page_shows() -> None:
    document = Document(FERRY.replace("</body>", "<script>steal()</script></body>").encode())
    assert document.content().startswith("<body>")
    assert document.get_clean_html() == f"<html>{document.content()}</html>"
    for text in ("Home", PARAGRAPHS[0], COMMENT, "Privacy"):
        assert text in document.content()
    assert "steal" not in document.get_clean_html()
    assert document.encoding == "utf-8"


@pytest.mark.parametrize("page", EMPTY_PAGES, ids=repr)
def test_an_empty_page_has_an_empty_summary(page: str | bytes) -> None:
    document = Document(page)
    assert document.summary() == "<html><body><div></div></body></html>"
    assert (document.title(), document.short_title(), document.author()) == ("[no-title]", "", "[no-author]")


@pytest.mark.parametrize("page", AWKWARD)
def test_no_page_raises(page: str) -> None:
    document = Document(AWKWARD[page])
    for written in (document.summary(), document.content(), document.title(), document.short_title()):
        assert isinstance(written, str)


@pytest.mark.parametrize(
    "parameters",
    [
        {"positive_keywords": ["news-item", "block"]},
        {"negative_keywords": re.compile("ads|related")},
        {"min_text_length": 100},
        {"retry_length": 500},
        {"xpath": True},
        {"handle_failures": None},
    ],
    ids=lambda parameters: next(iter(parameters)),
)
def test_what_has_no_meaning_warns_once(parameters: dict[str, Any]) -> None:
    with pytest.warns(IgnoredParameterWarning, match=next(iter(parameters))) as warned:
        Document(FERRY, **parameters)
    Document(FERRY, **parameters)  # a second warning would be an error
    assert len(warned) == 1
    assert warned[0].filename == __file__


def test_images_are_always_kept() -> None:
    with pytest.warns(IgnoredParameterWarning, match="keep_all_images"):
        assert "boat.jpg" in Document(FERRY).summary(keep_all_images=True)


def test_what_is_not_a_page_is_refused() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        Document(None)  # type: ignore[arg-type]


def test_inner_steps_are_not_here() -> None:
    with pytest.raises(AttributeError, match=r"score_paragraphs.*summary"):
        Document(FERRY).score_paragraphs()
