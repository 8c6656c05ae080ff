"""The 17 features of section 4, and the view they are computed from, against values computed by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline.extractors.grouping.areas import union_area
from ridgeline.extractors.grouping.node_features import NAMES, POSITIONS, Perfect, adjusted, relative
from ridgeline.extractors.grouping.view import View
from ridgeline.page.layout import areas

from ...layouts import by_id, view

PERFECT = Perfect((0.1, 0.8, 0.2, 0.9, 0.45, 0.55), 0.25, {"div": 0.4, "p": 0.8}, 0.3)


def row(seen: View, name: str, perfect: Perfect = PERFECT) -> dict[str, float]:
    """The features of one node, by name."""
    place = int(np.searchsorted(seen.scored, by_id(seen.page, name)[0]))
    assert seen.scored[place] == by_id(seen.page, name)[0]
    return dict(zip(NAMES, adjusted(relative(seen), perfect)[place].tolist(), strict=True))


# A column 500 wide of two paragraphs, one with a link; a picture beside it.
PAGE = """
<div id=a data-box="100 200 600 700">
  <p id=b data-box="100 200 600 400" data-colour=1 data-size=16>twelve chars</p>
  <p id=c data-box="100 400 600 700" data-colour=2 data-size=32>six
    <a id=d href=/ data-box="100 400 200 440">link</a></p>
</div>
<div id=e data-box="700 0 1000 500"><img id=f data-box="700 0 1000 500"></div>
"""


def test_there_are_seventeen() -> None:
    assert len(NAMES) == len(set(NAMES)) == 17
    assert len(POSITIONS) == len(PERFECT.positions)
    assert POSITIONS[0] == "left"
    seen = view(PAGE)
    assert adjusted(relative(seen), PERFECT).shape == (len(seen.scored), 17)


def test_positions() -> None:
    found = row(view(PAGE), "a")
    assert found["POS_LEFT"] == pytest.approx(1.0)  # 1 - |0.1 - 0.1|
    assert found["POS_RIGHT"] == pytest.approx(0.8)  # 1 - |0.8 - 0.6|
    assert found["POS_TOP"] == pytest.approx(1.0)
    assert found["POS_BOTTOM"] == pytest.approx(0.8)  # 1 - |0.9 - 0.7|
    assert found["POS_CENTERX"] == pytest.approx(0.9)  # centre 0.35, best 0.45
    assert found["POS_CENTERY"] == pytest.approx(0.9)  # centre 0.45, best 0.55
    assert found["POS_DIST"] == pytest.approx(np.hypot(0.1, 0.1))


def test_areas() -> None:
    found = row(view(PAGE), "a")
    assert found["AREA_SIZE"] == pytest.approx(0.25)
    assert found["AREA_DIST"] == pytest.approx(0.0, abs=1e-6)
    # twice and half the perfect size have the same distance
    smaller, larger = (row(view(PAGE), "a", with_area(area)) for area in (0.125, 0.5))
    assert smaller["AREA_DIST"] == pytest.approx(larger["AREA_DIST"]) == pytest.approx(np.log(2))


def with_area(area: float) -> Perfect:
    return Perfect(PERFECT.positions, area, PERFECT.tag_scores, PERFECT.other_tag_score)


def test_fonts() -> None:
    """Of 18 characters 11 have colour 1 and size 16, 7 have colour 2 and size 32."""
    seen = view(PAGE)
    page = {1: 11 / 18, 2: 7 / 18}
    assert row(seen, "b")["FONT_COLOR_POPULARITY"] == pytest.approx(page[1])
    assert row(seen, "c")["FONT_COLOR_POPULARITY"] == pytest.approx(page[2])
    assert row(seen, "a")["FONT_COLOR_POPULARITY"] == pytest.approx(page[1] ** 2 + page[2] ** 2)
    assert [row(seen, name)["FONT_SIZE"] for name in "bca"] == pytest.approx([0, 1, page[2]])
    assert row(seen, "a")["FONT_SIZE_POPULARITY"] == pytest.approx(page[1] ** 2 + page[2] ** 2)
    assert row(seen, "e")["FONT_SIZE"] == 0  # no text


def test_popularity_is_the_papers_sum_over_colours() -> None:
    """{red: 4, green: 2} in a node and {red: 7, green: 2, blue: 1} on the page."""
    seen = view(
        '<div id=k data-box="0 0 9 9"><p data-box="0 0 9 9" data-colour=1>aaaa</p>'
        '<p data-box="0 0 9 9" data-colour=2>bb</p></div>'
        '<p data-box="0 0 9 9" data-colour=1>ccc</p><p data-box="0 0 9 9" data-colour=3>d</p>'
    )
    assert row(seen, "k")["FONT_COLOR_POPULARITY"] == pytest.approx(4 / 6 * 7 / 10 + 2 / 6 * 2 / 10)


def test_texts_tags_and_links() -> None:
    seen = view(PAGE)
    assert row(seen, "b")["VISIBLE_CHAR"] == pytest.approx(11 / 18)
    assert row(seen, "a")["VISIBLE_CHAR"] == pytest.approx(1)
    assert row(seen, "e")["TEXT_RATIO"] == 0
    text = seen.text_area[by_id(seen.page, "c")[0]]
    assert text == 500 * 300 + 100 * 40
    assert row(seen, "c")["TEXT_RATIO"] == pytest.approx(text / (text + 1))
    assert row(seen, "a")["TAG_DENSITY"] == pytest.approx(4 / (18 + 1))  # div, p, p, a
    assert row(seen, "a")["LINK_DENSITY"] == pytest.approx(1 / (4 + 1))
    assert row(seen, "d")["LINK_DENSITY"] == pytest.approx(1 / 2)
    assert [row(seen, name)["TAG_SCORE"] for name in "abd"] == pytest.approx([0.4, 0.8, 0.3])


def test_hidden_nodes_do_not_count() -> None:
    seen = view('<div id=a data-box="0 0 10 10"><p>no box, no characters</p><p data-box="0 0 10 10">four</p></div>')
    assert seen.characters[by_id(seen.page, "a")[0]] == 4
    assert len(seen.scored) == 4  # html, body, div, the second p


# --- The area of a node and its descendants


def test_protruding_descendants_count_once() -> None:
    seen = view(
        '<div id=a data-box="0 0 100 100"><p id=b data-box="50 50 150 150">x</p><p data-box="60 60 160 90">y</p></div>'
        '<div id=none><p data-box="0 500 10 510">x</p></div>'
        '<div id=inside data-box="0 0 100 100"><p data-box="10 10 20 20">x</p></div>'
    )
    area = dict(zip(("a", "none", "inside"), seen.area[by_id(seen.page, "a", "none", "inside")], strict=True))
    assert area["a"] == 10_000 + 7_500 + 10 * 30
    assert area["none"] == 100
    assert area["inside"] == 10_000
    assert seen.bounds[by_id(seen.page, "a")[0]].tolist() == [0, 0, 160, 150]


sides = st.integers(0, 20)
tree: st.SearchStrategy[Any] = st.recursive(
    st.tuples(sides, sides, sides, sides, st.just([])),
    lambda inner: st.tuples(sides, sides, sides, sides, st.lists(inner, max_size=3)),
    max_leaves=8,
)


def markup(node: tuple[int, int, int, int, list[Any]]) -> str:
    left, top, width, height, inside = node
    box = f"{left * 10} {top * 10} {(left + width) * 10} {(top + height) * 10}"
    return f'<div data-box="{box}">{"".join(markup(child) for child in inside)}</div>'


@given(tree)
def test_area_and_bounds_are_unions_over_the_subtree(node: tuple[int, int, int, int, list[Any]]) -> None:
    seen = view(markup(node))
    for index in range(len(seen.page)):
        inside = seen.boxes[index : seen.page.end[index]].astype(np.float64)
        assert seen.area[index] == pytest.approx(union_area(inside))
        solid = inside[areas(inside) > 0]
        if len(solid):
            around = (*solid[:, :2].min(axis=0), *solid[:, 2:].max(axis=0))
            assert seen.bounds[index].tolist() == pytest.approx(around)


def test_a_page_made_to_be_slow_is_quick() -> None:
    """Hundreds of boxes that protrude from hundreds of nested ones."""
    rows = "".join(f'<i data-box="{number} {number} {number + 500} {number + 400}"></i>' for number in range(400))
    seen = view("<div>" * 400 + rows + "</div>" * 400)
    assert seen.area.shape == (len(seen.page),)
    assert np.isfinite(adjusted(relative(seen), PERFECT)).all()
