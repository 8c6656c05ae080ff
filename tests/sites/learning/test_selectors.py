"""Selectors that might hold on other pages."""

import pytest

from ridgeline.page.selectors import Matcher
from ridgeline.sites.learning.selectors import Elements, candidates, is_stable, simple_selectors, written

from ... import courier
from ...pages import AWKWARD, page


@pytest.mark.parametrize(
    "name", ["story", "article-body", "articleBodyText", "entry_content", "col-6", "h2", "ArticleBody"]
)
def test_stable_names(name: str) -> None:
    assert is_stable(name)


@pytest.mark.parametrize(
    "name", ["post-1234", "css-1x8ab2", "sc-bdVaJaXqZ", "a1b2c3d4", "md:w-1/2", "x", "é", "a" * 60, "", "2col", "p12"]
)
def test_names_that_machines_made(name: str) -> None:
    assert not is_stable(name)


def test_the_selectors_of_an_element() -> None:
    own = page('<div id=main class="story post-1234 wide" itemprop=articleBody role=main>text</div>')
    node = int(own.parent[own.leaves[0]])
    assert list(simple_selectors(own, node)) == [
        "div",
        "#main",
        "div.story",
        "div.wide",
        "div[itemprop=articleBody]",
        "div[role=main]",
    ]


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_leaves_are_those_that_the_selector_matches(html: str) -> None:
    own = page(html)
    found = Elements(own)
    matcher = Matcher(own)
    for css in candidates([found], 200):
        inside = own.inside(matcher.mask(written(css))).take(own.leaves) & ~own.hidden.take(own.leaves)
        assert found.leaves(css).tolist() == inside.tolist(), written(css)


def test_plain_tags_are_named_by_what_is_around_them() -> None:
    found = [written(css) for css in candidates([Elements(courier.corrected(1).page)], 100)]
    assert "div.story > p" in found
    assert "div.story" in found
    assert not any(character in css for css in found for character in "789")


def test_frequent_ones_come_first() -> None:
    pages = [Elements(page(f"<div class=both><p class={name}>text</p></div>")) for name in ("one", "two")]
    found = [written(css) for css in candidates(pages, 100)]
    assert found.index("div.both") < found.index("p.one")
    assert candidates(pages, 2) == ["p", "div"]
