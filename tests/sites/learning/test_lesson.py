"""All kinds of lessons in one form, their check, and keeping them."""

import re
import sys
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline.errors import MissingExtraError, OptionError, TemplateError, how_to_install
from ridgeline.sites import KINDS, SiteFolder, Sites
from ridgeline.sites.learning import CorrectedPage, check, keep, learn
from ridgeline.sites.learning.check import MAX_LEFT_OUT, Check, PageCheck

from ... import courier
from ...pages import page


@pytest.mark.parametrize("kind", ["rule", "summit"])
def test_a_lesson_repairs_the_layout(kind: str) -> None:
    lesson = learn(kind, courier.several(2), courier.SITE)
    other = courier.corrected(9)
    assert other.score(lesson.extract(other.page)) == 1
    assert "story" in lesson.preview


def test_a_template_knows_blocks_that_were_dropped() -> None:
    pages = courier.several(3)
    lesson = learn("template", pages, courier.SITE)
    assert "HTML.BODY.DIV.P" in lesson.preview
    assert pages[0].score(lesson.extract(pages[0].page)) == 1


def test_a_template_needs_something_kept() -> None:
    own = page("<p>nothing of this</p>")
    with pytest.raises(TemplateError, match="nothing is kept"):
        learn("template", [CorrectedPage("a", "a", own, own.leaves[:0])], "example.org")


def test_a_classifier_of_ridges() -> None:
    pytest.importorskip("sklearn")
    lesson = learn("mountain-site", courier.several(3), courier.SITE)
    assert "support vectors" in lesson.preview
    assert lesson.extract(courier.corrected(5).page).extractor == "mountain-site"


def test_a_classifier_needs_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=re.escape(how_to_install("train"))):
        learn("mountain-site", courier.several(2), courier.SITE)


@pytest.mark.parametrize(
    ("kind", "pages", "message"),
    [("network", 1, "what can be learnt about a site is rule, template"), ("rule", 0, "no corrected page")],
)
def test_what_cannot_be_learnt(kind: str, pages: int, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        learn(kind, courier.several(pages), courier.SITE)


def test_one_page_needs_another() -> None:
    outcome = check("summit", courier.several(1), courier.SITE)
    assert (outcome.needs, outcome.is_confirmed, outcome.after) == ("one more corrected page", False, None)


def test_two_pages_confirm_each_other() -> None:
    outcome = check("summit", courier.several(2), f"https://www.{courier.SITE}/")
    assert outcome.site == courier.SITE
    assert outcome.is_confirmed
    assert outcome.before is not None
    assert outcome.before < 0.9
    assert outcome.after == 1
    assert outcome.worse == ()
    assert [row.name for row in outcome.pages] == ["Story 0", "Story 1"]


def test_a_page_is_not_checked_with_itself() -> None:
    """The two pages have layouts without common names, so neither can repair the other."""
    pages = [courier.corrected(1), courier.corrected(2, layout="report")]
    outcome = check("rule", pages, courier.SITE)
    assert outcome.pages[0].after is not None
    assert outcome.pages[0].after < 1 or "lower" in outcome.preview


def test_of_many_pages_some_are_left_out() -> None:
    outcome = check("summit", courier.several(MAX_LEFT_OUT + 3), courier.SITE)
    assert len(outcome.pages) == MAX_LEFT_OUT
    assert outcome.corrected == MAX_LEFT_OUT + 3


def test_a_lesson_that_spoils_pages_is_not_confirmed() -> None:
    pages = (PageCheck("a", "a", 0.9, 0.95), PageCheck("b", "b", 0.9, 0.4))
    outcome = Check("rule", "example.org", pages, 2, "")
    assert outcome.worse == ("b",)
    assert outcome.needs == "more corrected pages, or another kind: it makes these pages worse"


def test_an_empty_rule_is_not_confirmed() -> None:
    pages = (PageCheck("a", "a", 1, 1), PageCheck("b", "b", 1, 1))
    assert "no selector" in (Check("rule", "example.org", pages, 2, "", is_empty=True).needs or "")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "mountain-site"])
def test_what_is_kept_is_used(kind: str, tmp_path: Path) -> None:
    pages = courier.several(3)
    folder = SiteFolder(tmp_path / "new")
    outcome = check(kind, pages, courier.SITE)
    learnt = keep(learn(kind, pages, courier.SITE), outcome, folder)
    assert (learnt.kind, learnt.pages) == (kind, 3)
    assert folder.learnt(courier.SITE) == (learnt,)
    sites = Sites.load(folder)
    number = 1
    found = ridgeline.extract(courier.source(number), url=courier.url(number), sites=sites)
    assert found.text == courier.content(number)
    elsewhere = ridgeline.extract(courier.source(number), url="https://elsewhere.example/", sites=sites)
    assert elsewhere.text == ridgeline.extract(courier.source(number)).text


def test_the_score_is_that_of_words() -> None:
    own = courier.corrected(1)
    whole = ridgeline.load("everything").extract(own.page)
    words = len(own.text.split())
    assert own.score(whole) == pytest.approx(2 * words / (words + len(whole.text.split())), abs=0.02)
    assert np.flatnonzero(own.labels).tolist() == list(range(1, 7))
