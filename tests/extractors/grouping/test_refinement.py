"""Algorithm 1, branch by branch, and the missing title. The page has 1,000,000 square pixels."""

import numpy as np
import pytest

from ridgeline.errors import OptionError
from ridgeline.extractors.grouping import View
from ridgeline.extractors.grouping.refinement import (
    Branch,
    Refining,
    common_ancestor,
    find_branch,
    missing_title,
    refine,
)

from ...layouts import by_id, ids, view


def refined(seen: View, *names: str, scores: dict[str, float] | None = None) -> list[str | None]:
    by_node = np.zeros(len(seen.page))
    for name, score in (scores or {}).items():
        by_node[by_id(seen.page, name)] = score
    return ids(seen.page, refine(seen, by_id(seen.page, *names), by_node, Refining()))


def test_the_common_lowest_ancestor() -> None:
    page = view("<div id=a><p id=b><b id=c></b></p><p id=d></p></div><p id=e></p>").page
    a, b, c, d, e = by_id(page, "a", "b", "c", "d", "e")
    assert common_ancestor(page, np.array([c, d])) == a
    assert common_ancestor(page, np.array([b])) == b
    assert page[common_ancestor(page, np.array([c, e]))].tag == "body"


DEEP = """<div id=x data-box="0 0 1000 950"><div id=y data-box="0 0 900 900"><div id=z data-box="0 0 500 500">
<p id=a data-box="0 0 500 100">One</p><p id=b data-box="0 100 500 200">Two</p></div></div></div>"""


def test_step_3a_a_deep_ancestor_replaces_the_group() -> None:
    """z has 25 % of the page and is on the sixth level, deeper than d = 3."""
    assert refined(view(DEEP), "a", "b") == ["z"]


def test_step_3a_a_small_ancestor_replaces_the_group_at_any_depth() -> None:
    seen = view("text", 100, 100)
    body = np.array([2], dtype=np.int32)  # on the third level
    assert find_branch(seen, body, Refining(small=1.0, too_large=1.0)) == (2, Branch.ANCESTOR)
    assert find_branch(seen, body, Refining()) == (2, Branch.DRILL_DOWN)


def test_the_top_levels_are_the_document_html_and_body() -> None:
    """«The levels of the main content nodes are usually not the top 3 levels»: content may be a child of body."""
    seen = view('<div id=a data-box="0 0 800 900"><p id=b data-box="0 0 700 300">b</p><p id=c>c</p></div>')  # 72 %
    assert refined(seen, "b", "c") == ["a"]


def test_step_2_too_small_a_group_grows() -> None:
    """2 % of the page: it grows to 20 %, past z, which has 4 %."""
    seen = view(
        '<div id=w data-box="0 0 1000 900"><div id=x data-box="0 0 1000 800"><div id=y data-box="0 0 600 500">'
        '<div id=z data-box="0 0 400 100"><p id=a data-box="0 0 200 100">One</p></div></div></div></div>'
    )
    assert refined(seen, "a") == ["y"]


def test_step_2_stops_near_the_root() -> None:
    """All nodes are too small: it stops at body, level 3, below which it takes the best of the children."""
    seen = view(
        '<div id=w data-box="0 0 100 90"><div id=x data-box="0 0 100 80"><div id=y data-box="0 0 60 50">'
        '<p id=a data-box="0 0 20 10">One</p></div></div></div>'
    )
    assert find_branch(seen, by_id(seen.page, "a"), Refining()) == (2, Branch.DRILL_DOWN)
    assert find_branch(seen, by_id(seen.page, "a"), Refining(depth=5)) == (by_id(seen.page, "x")[0], Branch.ANCESTOR)
    assert refined(seen, "a", scores={"w": 0.1}) == ["w"]


def test_a_group_of_a_good_size_does_not_grow() -> None:
    """5 % is not below θ1."""
    seen = view('<div><div><div id=y data-box="0 0 900 900"><p id=a data-box="0 0 500 100">One</p></div></div></div>')
    assert refined(seen, "a") == ["a"]


WIDE = """<header id=top data-box="0 0 1000 100">Title</header>
<div id=left data-box="0 100 150 1000">Menu</div>
<div id=main data-box="150 100 1000 1000"><p id=a data-box="150 100 1000 1000">Text</p></div>
"""


def test_step_3b_drills_down_from_a_large_ancestor() -> None:
    """The common ancestor of the menu and the text is body, the whole page; of its children the best is chosen."""
    seen = view(WIDE)
    assert refined(seen, "top", "main", scores={"top": 0.9, "left": 0.2, "main": 0.8}) == ["main"]
    # p × s: the score alone is not enough, nor the area
    assert refined(seen, "top", "main", scores={"top": 0.9, "left": 0.2, "main": 0.05}) == ["top"]


def test_step_3b_drills_through_wrappers() -> None:
    seen = view(f'<div id=wrapper data-box="0 0 1000 1000">{WIDE}</div><p id=end data-box="0 990 9 1000">End</p>')
    assert refined(seen, "main", "end", scores={"wrapper": 1.0, "main": 0.8}) == ["main"]
    # A wrapper on the fourth level is an answer itself: 3 (a).
    assert refined(seen, "top", "main", scores={"wrapper": 1.0, "main": 0.8}) == ["wrapper"]


def test_step_3b_stops_at_a_node_without_children() -> None:
    seen = view("text", 100, 100)
    body = np.array([2], dtype=np.int32)
    assert seen.page[2].tag == "body"
    assert refine(seen, body, np.zeros(len(seen.page)), Refining()).tolist() == [2]


def test_step_3c_the_group_stays() -> None:
    """The ancestor has between 40 % and 90 %, and is on level d, not deeper."""
    inside = '<p id=a data-box="0 0 700 300">a</p><p id=b data-box="0 400 700 900">b</p>'
    seen = view(f'<div id=x data-box="0 0 700 1000">{inside}</div>')
    group = by_id(seen.page, "a", "b")
    unscored = np.zeros(len(seen.page))
    assert find_branch(seen, group, Refining(depth=4))[1] is Branch.CANDIDATES
    assert ids(seen.page, refine(seen, group, unscored, Refining(depth=4))) == ["a", "b"]
    # with d = 3 it is deeper, and replaces the group
    assert refined(seen, "a", "b") == ["x"]


def test_invalid_parameters() -> None:
    with pytest.raises(OptionError, match="0 to 1"):
        Refining(smallest=0.5)


# --- The title


def title(body: str, *names: str) -> list[str | None]:
    seen = view(body)
    found = missing_title(seen, by_id(seen.page, *names), Refining())
    return [] if found is None else ids(seen.page, np.array([found]))


MAIN = '<div id=main data-box="100 200 800 900"><p data-box="100 200 800 900">Text</p>{}</div>'


@pytest.mark.parametrize(
    ("heading", "inside", "found"),
    [
        ('<h1 id=h data-box="100 100 800 150">Title</h1>', "", ["h"]),
        ('<h3 id=h data-box="100 100 800 150">Title</h3>', "", ["h"]),
        # the selection has a heading of the most preferred level
        ('<h1 data-box="100 100 800 150">Title</h1>', '<h1 data-box="100 210 800 250">Title</h1>', []),
        ('<h2 data-box="100 100 800 150">Site</h2>', '<h1 data-box="100 210 800 250">Title</h1>', []),
        # to the side, below, empty
        ('<h1 data-box="850 100 990 150">Aside</h1>', "", []),
        ('<h1 data-box="100 920 800 950">Below</h1>', "", []),
        ('<h1 data-box="100 100 800 150"></h1>', "", []),
        # the nearer of two; lower levels are ignored if there is a higher one
        ('<h1 data-box="0 0 999 50">Site</h1><h1 id=h data-box="100 100 800 150">Title</h1>', "", ["h"]),
        ('<h1 id=h data-box="0 0 999 50">Title</h1><h2 data-box="100 100 800 150">Kicker</h2>', "", ["h"]),
    ],
)
def test_a_missing_title(heading: str, inside: str, found: list[str]) -> None:
    assert title(heading + MAIN.format(inside), "main") == found


def test_a_distant_title_is_not_added() -> None:
    body = '<h1 id=h data-box="0 0 999 50">Title</h1><p id=p data-box="0 600 999 900">Text</p>'
    assert title(body, "p") == []
    assert title(body.replace("600", "300"), "p") == ["h"]


def test_an_empty_selection_has_no_title() -> None:
    assert title('<h1 data-box="0 0 9 9">Title</h1>') == []


def test_a_logo_elsewhere_is_not_the_title() -> None:
    """The level counts among the headings near the selection, not among all of the page."""
    near = '<h2 id=h data-box="100 140 800 180">Title</h2>'
    for logo in ("850 10 990 60", "100 930 800 980"):  # beside the selection, and below it
        assert title(f'<h1 data-box="{logo}">Logo</h1>{near}{MAIN.format("")}', "main") == ["h"]
    assert title(
        f'<h1 id=h data-box="100 10 800 60">Title</h1><h2 data-box="100 140 800 180">Kicker</h2>{MAIN.format("")}',
        "main",
    ) == ["h"]


def test_section_headings_far_below_do_not_replace_the_title() -> None:
    above = '<h2 id=h data-box="100 140 800 180">Title</h2>'
    assert title(above + MAIN.format('<h2 data-box="100 700 800 740">Section</h2>'), "main") == ["h"]
    assert title(above + MAIN.format('<h2 data-box="100 240 800 280">Title</h2>'), "main") == []
    assert title(above + MAIN.format('<h1 data-box="100 700 800 740">Better</h1>'), "main") == []


@pytest.mark.parametrize(
    ("body", "branch"),
    [
        (DEEP, Branch.ANCESTOR),
        (
            '<div id=a data-box="0 0 1000 960">One</div><div id=b data-box="0 960 1000 1000">Two</div>',
            Branch.DRILL_DOWN,
        ),
        ('<div><p id=a data-box="0 0 700 100">One</p></div>', Branch.ANCESTOR),
    ],
)
def test_the_branch_that_is_taken(body: str, branch: Branch) -> None:
    seen = view(body)
    names = [name for name in "ab" if f"id={name} " in body]
    assert find_branch(seen, by_id(seen.page, *names), Refining())[1] is branch
