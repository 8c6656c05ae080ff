"""Rules that corrected pages teach."""

import ridgeline
from ridgeline.sites.learning.corrected import CorrectedPage
from ridgeline.sites.learning.rule import learn_rule
from ridgeline.sites.rules import Rules

from ... import courier
from ...pages import page, texts


def corrected(html: str, *kept: str) -> CorrectedPage:
    """A page with the leaves that have these texts."""
    own = page(html)
    keep = [number for number, text in enumerate(texts(own)) if text in kept]
    return CorrectedPage(html[:20], "page", own, own.leaves[: len(keep)] * 0 + keep)


def test_one_page_teaches_a_short_rule() -> None:
    rule = learn_rule(courier.several(1), courier.SITE)
    assert (rule.select, rule.exclude) in [(("div.story",), ()), ((), ("div.lower",))]


def test_it_repairs_other_pages() -> None:
    rules = Rules([learn_rule(courier.several(2), courier.SITE)])
    for number in (7, 8):
        html = courier.source(number)
        assert ridgeline.extract(html, url=courier.url(number)).text != courier.content(number)
        assert ridgeline.extract(html, url=courier.url(number), rules=rules).text == courier.content(number)


def test_a_part_of_the_content_is_dropped() -> None:
    prose = "The morning ferry leaves at nine, and it carries more mail than people across the sound."
    html = f"<div class=text><p>{prose}</p><p class=promo>Subscribe to our letter now.</p><p>{prose} Again.</p></div>"
    rule = learn_rule([corrected(html, prose, f"{prose} Again.")], "example.org")
    assert rule.exclude == ("p.promo",) or "p.promo" not in " ".join(rule.select)
    assert "Subscribe" not in ridgeline.extract(html, rules=Rules([rule]), url="https://example.org/").text


def test_a_page_that_is_right_needs_no_rule() -> None:
    own = page(
        "<article><h1>Ferry</h1>" + "<p>The morning ferry leaves at nine, and carries mail.</p>" * 6 + "</article>"
    )
    keep = ridgeline.load("summit").extract(own).keep
    rule = learn_rule([CorrectedPage("a", "a", own, keep)], "example.org")
    assert list(rule.selectors()) == []


def test_pages_without_leaves_teach_nothing() -> None:
    own = page("")
    assert not any(learn_rule([CorrectedPage("a", "a", own, own.leaves)], "example.org").selectors())
