"""Copies of an outline's tree with some of its parts replaced. The tree itself is shared by all formats."""

from collections.abc import Callable

from .outline import Element, Part

Change = Callable[[Part], list[Part]]


def rewrite(element: Element, change: Change) -> Element:
    """Return a copy of a tree in which each part below its root is replaced by what `change` returns for it.

    `change` is given an element when its own parts have been replaced. A tree is not deep
    (`outline_builder.MAX_DEPTH`).
    """
    children: list[Part] = []
    for part in element.children:
        children += change(rewrite(part, change) if isinstance(part, Element) else part)
    return Element(element.tag, element.node, children)


def without_paragraphs(root: Element, is_left_out: Callable[[int], bool]) -> Element:
    """Return a copy of a tree without some paragraphs, and without the elements that are empty then."""

    def change(part: Part) -> list[Part]:
        if isinstance(part, Element):
            return _if_filled(part)
        return [] if is_left_out(part) else [part]

    return rewrite(root, change)


def _if_filled(element: Element) -> list[Part]:
    """Return an element unless it is empty; of a table without rows, what its caption holds."""
    if element.tag == "table" and not any(isinstance(part, Element) and part.tag == "tr" for part in element.children):
        return [inner for part in element.children if isinstance(part, Element) for inner in part.children]
    return [element] if element.children or element.tag == "hr" else []
