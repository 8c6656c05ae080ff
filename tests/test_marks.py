"""The fewest marks for kept leaves, and the labels that follow from marks."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ridgeline import parse
from ridgeline.library.clip_paths import read_marks, write_paths
from ridgeline.marks import Label, Marks, fewest_marks, label, marked_leaves
from ridgeline.page import Page

from .pages import AWKWARD

PAGE = parse("<body><div><h1>one</h1><p>two <b>three</b></p><aside>four</aside></div><p>five</p><img alt=six></body>")


MARKUP = st.recursive(
    st.sampled_from(("word", " ", "<img alt=x>", "<br>", "")),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(("div", "p", "span", "b", "ul", "li", "section")),
        st.lists(inner, max_size=4),
    ),
    max_leaves=30,
)


def rows(page: Page, *names: str) -> list[int]:
    return [next(page.find(name)).index for name in names]


def marks_of(page: Page, *keep: int) -> tuple[list[int], list[int]]:
    marks = fewest_marks(page, np.array(keep, dtype=np.int32))
    return marks.selected.tolist(), marks.deselected.tolist()


@pytest.mark.parametrize(
    ("keep", "selected", "deselected"),
    [
        ((), (), ()),
        ((0, 1, 2, 3, 4, 5), ("body",), ()),
        ((0, 1, 2, 3), ("div",), ()),
        ((0, 1, 2), ("div",), ("aside",)),  # two marks, as with h1 and p: what covers the content
        ((0,), ("h1",), ()),
        ((2,), ("b",), ()),
        ((5,), ("img",), ()),
    ],
)
def test_marks_of_a_small_page(keep: tuple[int, ...], selected: tuple[str, ...], deselected: tuple[str, ...]) -> None:
    found = marks_of(PAGE, *keep)
    if keep == (0, 1, 2):
        assert sum(map(len, found)) == 2
    else:
        assert found == (rows(PAGE, *selected), rows(PAGE, *deselected))


def test_a_text_can_be_marked_by_itself() -> None:
    selected, deselected = marks_of(PAGE, 1)
    assert ([PAGE[row].text for row in selected], deselected) == (["two "], [])


@pytest.mark.parametrize("name", AWKWARD)
def test_marks_give_the_leaves_again_on_awkward_pages(name: str) -> None:
    page = parse(AWKWARD[name])
    for keep in (np.arange(len(page.leaves)), np.arange(0, len(page.leaves), 2), np.empty(0, dtype=np.int32)):
        marks = fewest_marks(page, keep.astype(np.int32))
        assert marked_leaves(page, marks).tolist() == keep.tolist()


@given(st.lists(MARKUP, max_size=6), st.data())
def test_marks_give_the_leaves_again(parts: list[str], data: st.DataObject) -> None:
    page = parse("".join(parts))
    mask = data.draw(st.lists(st.booleans(), min_size=len(page.leaves), max_size=len(page.leaves)))
    keep = np.flatnonzero(np.array(mask, dtype=np.bool_)).astype(np.int32)
    marks = fewest_marks(page, keep)
    assert marked_leaves(page, marks).tolist() == keep.tolist()
    labels = label(page, marks)
    assert (labels[page.leaves[keep]] == Label.POSITIVE).all()
    assert (np.delete(labels[page.leaves], keep) == Label.NEGATIVE).all()
    selected, deselected = write_paths(page, marks.selected), write_paths(page, marks.deselected)
    again, stale = read_marks(page, selected, deselected)
    assert (again.selected.tolist(), again.deselected.tolist(), stale) == (
        marks.selected.tolist(), marks.deselected.tolist(), [],
    )  # fmt: skip


SMALL = (
    "<div><p>a</p><p>b<i>c</i></p></div><p>d</p>",
    "<ul><li>a<li>b<li>c</ul>d",
    "<div>a<div>b<div>c</div></div>d</div>",
)


@pytest.mark.parametrize("html", SMALL)
def test_no_other_marks_are_fewer(html: str) -> None:
    """Beside all sets of up to three marks."""
    page = parse(f"<body>{html}")
    sizes: dict[tuple[int, ...], int] = {}
    nodes = range(len(page))
    for count in range(4):
        for chosen in combinations(nodes, count):
            for split in range(count + 1):
                for selected in combinations(chosen, split):
                    cut = [node for node in chosen if node not in selected]
                    marks = Marks(np.array(selected, dtype=np.int32), np.array(cut, dtype=np.int32))
                    sizes.setdefault(tuple(marked_leaves(page, marks).tolist()), count)
    for keep, size in sizes.items():
        marks = fewest_marks(page, np.array(keep, dtype=np.int32))
        assert len(marks.selected) + len(marks.deselected) == size, keep


def test_labels_of_figure_4() -> None:
    """The paper's example: v2 is selected, v4 inside it deselected; v5 and v6 are the top ground truth."""
    page = parse("<body><div><section><p>v4</p><ul>v5</ul></section><ol>v6</ol></div><p>v7</p></body>")
    names = ("div", "section", "p", "ul", "ol")
    found = dict(zip(names, rows(page, *names), strict=True))
    marks = Marks(np.array([found["div"]], dtype=np.int32), np.array([found["p"]], dtype=np.int32))
    labels = label(page, marks).tolist()
    assert [labels[found[name]] for name in names] == [0, 0, -1, 1, 1]
    assert (labels[0], labels[rows(page, "body")[0]], labels[-1]) == (0, 0, -1)
