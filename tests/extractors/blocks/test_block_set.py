"""GetBlockSet and GetBlocks as the paper writes them (Algorithm 2), on sets of leaves, beside `tag_blocks`."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given

import ridgeline
from ridgeline import Page
from ridgeline.page import Node
from ridgeline.text.cuts import BLOCK_TAGS, SEPARATORS, Blocks, tag_blocks

from ...pages import AWKWARD
from .random_pages import markup, separated_markup, separated_tag_sets, tag_sets


class Part:
    """A block of the algorithm: an element, and its leaves that were not split off."""

    def __init__(self, root: int, leaves: frozenset[int]) -> None:
        self.root = root
        self.leaves = leaves


def get_blocks(made: Page, block: Part, tag: str, taken: set[int]) -> list[Part]:
    """The block partitioned by a tag, breadth first: the outermost elements with that name, and the remainder."""
    found: list[Part] = []
    left = set(block.leaves)
    queue: list[Node] = list(made[block.root].children)
    while queue:
        node = queue.pop(0)
        if node.index in taken:
            continue  # already a block of the set
        if node.tag == tag:
            inside = {leaf for leaf in left if node.index <= made.leaves[leaf] < made.end[node.index]}
            found.append(Part(node.index, frozenset(inside)))
            left -= inside
            taken.add(node.index)
        else:
            queue.extend(node.children)
    return [Part(block.root, frozenset(left)), *found] if found else [block]


def get_block_set(made: Page, tags: Sequence[str]) -> list[Part]:
    blocks = [Part(0, frozenset(range(len(made.leaves))))]
    taken = {0}
    for tag in tags:
        position = 0
        while position < len(blocks):
            parts = get_blocks(made, blocks[position], tag, taken)
            blocks[position : position + 1] = parts[:1]
            blocks.extend(parts[1:])  # these are split in turn: a table in a table
            position += 1
    return [block for block in blocks if block.leaves]


def partition(blocks: Blocks) -> dict[int, frozenset[int]]:
    return {block.root: frozenset(block.leaves.tolist()) for block in blocks}


@given(html=markup, tags=tag_sets)
def test_tag_blocks_equal_get_block_set(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    assert partition(tag_blocks(made, tags)) == {part.root: part.leaves for part in get_block_set(made, tags)}


@pytest.mark.parametrize("html", [html for name, html in AWKWARD.items() if "deep" not in name])
def test_tag_blocks_equal_get_block_set_on_awkward_pages(html: str) -> None:
    made = ridgeline.parse(html)
    assert partition(tag_blocks(made)) == {part.root: part.leaves for part in get_block_set(made, BLOCK_TAGS)}


# --- Elements that hold nothing part what stands around them


def parts_of(made: Page, nodes: list[int], tag: str) -> list[list[int]]:
    """GetBlocks on the nodes of a block, in document order: at every `hr`, or by the nearest element around them."""
    if tag in SEPARATORS:
        cuts = [position for position, node in enumerate(nodes) if made[node].tag == tag]
        return [nodes[start:stop] for start, stop in pairwise([0, *cuts, len(nodes)])]
    around: dict[int, list[int]] = {}
    for node in nodes:
        around.setdefault(nearest(made, node, tag), []).append(node)
    return list(around.values())


def nearest(made: Page, node: int, tag: str) -> int:
    while node >= 0 and made[node].tag != tag:
        node = int(made.parent[node])
    return node


@given(html=separated_markup, tags=separated_tag_sets)
def test_separators_part_the_block_that_they_are_in_at_their_turn(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    blocks = [list(range(len(made)))]
    for tag in tags:
        blocks = [part for block in blocks for part in parts_of(made, block, tag)]
    leaf_of_node = {node: leaf for leaf, node in enumerate(made.leaves.tolist())}
    expected = {frozenset(leaf_of_node[node] for node in block if node in leaf_of_node) for block in blocks}
    found = {frozenset(block.leaves.tolist()) for block in tag_blocks(made, tags)}
    assert found == expected - {frozenset()}


@pytest.mark.parametrize(
    ("html", "tags", "texts"),
    [
        ("one<hr>two<hr>three", ["hr"], ["one", "two", "three"]),
        ("<p>one<br>two</p><p>three</p>", ["p", "br"], ["one", "two", "three"]),
        ("<div>one<hr>two</div>three", ["div"], ["one\n\ntwo", "three"]),
        # In the paper's order, tables first, a rule in a table parts nothing outside of it.
        ("one<table><tr><td>a<hr>b</table>two", ["table", "hr"], ["one\n\ntwo", "a", "b"]),
        ("one<table><tr><td>a<hr>b</table>two", ["hr", "table"], ["one", "a", "b", "two"]),
        # An image is something by itself, and stays in the line.
        ("one<img alt=x>two", ["img"], ["one two", ""]),
    ],
)
def test_rules_and_line_breaks_in_a_tag_set(html: str, tags: list[str], texts: list[str]) -> None:
    assert [block.text for block in tag_blocks(ridgeline.parse(html), tags)] == texts


@given(html=markup, tags=tag_sets)
def test_every_leaf_is_in_one_block_in_document_order(html: str, tags: list[str]) -> None:
    made = ridgeline.parse(html)
    blocks = tag_blocks(made, tags)
    assert sorted(leaf for block in blocks for leaf in block.leaves.tolist()) == list(range(len(made.leaves)))
    firsts = [block.leaves.tolist()[0] for block in blocks]
    assert firsts == sorted(firsts)
