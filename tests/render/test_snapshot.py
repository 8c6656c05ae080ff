"""Reading the browser's snapshot, and mapping its layout onto a page; without a browser."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from ridgeline import Page, parse
from ridgeline.page.layout import Layout
from ridgeline.render import snapshot
from ridgeline.render.node_map import map_layout, match_nodes
from ridgeline.render.snapshot import Snapshot

from ..pages import AWKWARD


class Answer:
    """An answer of DOMSnapshot.captureSnapshot, made from a page: each node has a box 10 pixels below the last."""

    def __init__(self, page: Page) -> None:
        self.strings: list[str] = []
        self.nodes: dict[str, Any] = {"parentIndex": [-1], "nodeType": [9], "nodeName": [self.number("#document")]}
        self.nodes |= {"nodeValue": [-1], "attributes": [[]]}
        self.layout: dict[str, list[Any]] = {"nodeIndex": [0], "bounds": [[0, 0, 100, 1000]], "styles": [[]]}
        self.lines: dict[str, list[Any]] = {"layoutIndex": [], "bounds": []}
        for node in range(len(page)):
            attributes = [(name, value or "") for name, value in page.attributes[node].items()]
            self.add(page[node].tag, int(page.parent[node]) + 1, page.text[node], attributes)

    def number(self, text: str) -> int:
        if text not in self.strings:
            self.strings.append(text)
        return self.strings.index(text)

    def add(
        self,
        name: str,
        parent: int,
        text: str = "",
        attributes: Sequence[tuple[str, str]] = (),
        *,
        style: Sequence[str] = ("rgb(0, 0, 0)", "16px", "visible"),
        box: Sequence[float] | None = None,
    ) -> int:
        """Add a node; return its index."""
        index = len(self.nodes["nodeType"])
        self.nodes["parentIndex"].append(parent)
        self.nodes["nodeType"].append(3 if name == "#text" else 1)
        self.nodes["nodeName"].append(self.number(name if name == "#text" else name.upper()))
        self.nodes["nodeValue"].append(self.number(text) if text else -1)
        self.nodes["attributes"].append([self.number(word) for pair in attributes for word in pair])
        self.layout["nodeIndex"].append(index)
        self.layout["bounds"].append(box or [0, 10 * index, 50, 10])
        self.layout["styles"].append([self.number(value) for value in style])
        if text:
            self.lines["layoutIndex"].append(len(self.layout["nodeIndex"]) - 1)
            self.lines["bounds"].append(box or [0, 10 * index, 50, 10])
        return index

    def read(self, size: tuple[float, float] = (100.0, 1000.0)) -> Snapshot:
        document: dict[str, Any] = {"nodes": self.nodes, "layout": self.layout, "textBoxes": self.lines}
        document |= {"contentWidth": 100, "contentHeight": 1000}
        return snapshot.read({"documents": [document], "strings": self.strings}, size)


def test_equal_trees_are_matched_node_by_node() -> None:
    page = parse("<div><p>One <b>two</b></p><p>three</p></div>")
    taken = Answer(page).read()
    assert match_nodes(page, taken).tolist() == list(range(len(page)))
    layout = map_layout(page, taken)
    assert len(layout) == len(page)
    assert layout.boxes[3].tolist() == [0, 40, 50, 50]
    assert layout.line_node.tolist() == page.leaves.tolist()
    assert layout.shown.all()


@pytest.mark.parametrize("html", AWKWARD.values(), ids=AWKWARD.keys())
def test_any_tree_is_matched_with_itself(html: str) -> None:
    page = parse(html)
    assert match_nodes(page, Answer(page).read()).tolist() == list(range(len(page)))


def test_nodes_that_the_browser_adds_are_left_out() -> None:
    page = parse("<ul><li>one</li></ul>")
    answer = Answer(page)
    item = page.names.index("li")
    place = page.tag.tolist().index(item) + 1
    marker = answer.add("::marker", place)
    answer.add("#text", marker, "• ")
    inside = answer.add("div", place)
    answer.nodes["shadowRootType"] = {"index": [inside], "value": [answer.number("user-agent")]}
    taken = answer.read()
    assert len(taken) == len(page)
    assert taken.layout.line_node.tolist() == page.leaves.tolist()


def test_trees_that_differ() -> None:
    """The browser has one element more, one less, and one in another place: the others are matched."""
    page = parse("<div><p class=a>One</p><p class=b>Two</p><p class=c>Three</p></div><p>Four</p>")
    other = parse("<div><section>new</section><p class=a>One</p><p class=c>Three</p></div><span>x</span><p>Four</p>")
    layout = map_layout(page, Answer(other).read())
    shown = dict(zip(page.leaf_text, layout.shown[page.leaves].tolist(), strict=True))
    assert shown == {"One": True, "Two": False, "Three": True, "Four": True}


def test_moved_texts_are_matched_by_their_text() -> None:
    page = parse("<div><p>One</p></div><section>Two</section>")
    other = parse("<article><i>Two</i></article><article><i>One</i></article>")
    layout = map_layout(page, Answer(other).read())
    assert layout.shown[page.leaves].all()
    assert (np.diff(layout.line_node) >= 0).all()
    tops = layout.boxes[page.leaves, 1]
    assert tops[0] > tops[1]


def test_empty_answers() -> None:
    page = parse("<p>x")
    empty = snapshot.read(
        {
            "documents": [
                {
                    "nodes": {key: [] for key in ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes")},
                    "layout": {"nodeIndex": [], "bounds": [], "styles": []},
                    "textBoxes": {"layoutIndex": [], "bounds": []},
                }
            ],
            "strings": [],
        },
        (100, 100),
    )
    layout = map_layout(page, empty)
    assert not layout.shown.any()
    assert layout.area == 1


def styled(**style: str) -> Layout:
    """The layout of a page with one more paragraph in this style."""
    answer = Answer(parse("<p>" + "text " * 20))
    values = {"color": "rgb(0, 0, 0)", "font": "16px", "visibility": "visible"} | style
    answer.add("#text", answer.add("p", 3, style=tuple(values.values())), "more", style=tuple(values.values()))
    return answer.read().layout


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("rgb(255, 0, 16)", 0xFF0010FF),
        ("rgba(1, 2, 3, 0)", 0x01020300),
        ("rgba(1, 2, 3, 0.5)", 0x01020380),
    ],
)
def test_colours(text: str, number: int) -> None:
    assert styled(color=text).colour[-1] == number


def test_colours_in_other_notations_stay_distinct() -> None:
    one, other = (styled(color=text).colour[-1] for text in ("oklch(0.5 0.2 20)", "color(srgb 1 0 0)"))
    assert one != other


def test_font_sizes_and_visibility() -> None:
    layout = styled(font="13.3333px", visibility="hidden")
    assert layout.font_size[-1] == pytest.approx(13.3333)
    assert layout.shown[:-2].all()
    assert not layout.shown[-2:].any()


def test_visibility_is_ignored_on_a_page_that_hides_most_of_its_text() -> None:
    answer = Answer(parse("<p>one"))
    hidden = ("rgb(0, 0, 0)", "16px", "hidden")
    answer.add("#text", answer.add("p", 3, style=hidden), "more", style=hidden, box=[0, 100, 90, 90])
    assert answer.read().layout.shown.all()


def test_boxes_beyond_the_limits_are_not_shown() -> None:
    page = parse("<p>one</p>" * 30)
    layout = Answer(page).read((100, 200)).layout
    assert (layout.width, layout.height) == (100, 200)
    assert layout.shown[:19].all()
    assert not layout.shown[20:].any()
    assert layout.boxes[:, 3].max() <= 200


def test_a_styled_first_letter() -> None:
    answer = Answer(parse("<p>one"))
    answer.layout["nodeIndex"].append(5)
    answer.layout["bounds"].append([50, 30, 20, 20])
    answer.layout["styles"].append(answer.layout["styles"][-1])
    assert answer.read().layout.boxes[4].tolist() == [0, 30, 70, 60]
