"""One walk from kept leaves to their `Outline`.

Wrappers without a meaning of their own (`div`, `section`, `span`, layout tables) leave no trace. Where markup is not as
it should be, what a browser shows decides: text in a list but in no item belongs to the item before it, an item
without a list gets one, an unclosed heading ends after its first paragraph. Leaves stay in document order.
"""

import re
from typing import Final

import numpy as np

from ..page import BoolColumn, Break, IntColumn, Page, elements
from ..page.elements import HEADINGS
from ..text.cuts import breaks_between
from .leaves import folding, visible_texts
from .parts import Block, Mark, Outline, Part
from .tables import contents, is_layout

# Blocks nested deeper become part of what is around them: a browser indents that deep out of its window.
MAX_DEPTH = 32
# More paragraphs in a heading mean that nobody closed it.
_MAX_HEADING_PARAGRAPHS = 3

_BLOCKS: Final = {
    **{name: name for name in (*HEADINGS, *"ul ol li dl dt dd table tr td th caption".split())},
    **{name: name for name in "blockquote figure figcaption details summary".split()},
    **dict.fromkeys(("menu", "dir"), "ul"),
    **dict.fromkeys("pre listing xmp plaintext".split(), "pre"),
}
_MARKS: Final = {
    **{name: name for name in "a em strong del code sub sup mark small u ins q ruby rt".split()},
    **dict.fromkeys(("i", "var"), "em"),
    **dict.fromkeys(("s", "strike"), "del"),
    **dict.fromkeys(("kbd", "samp", "tt"), "code"),
    "b": "strong",
}
BLOCK_TAGS: Final = frozenset(_BLOCKS.values())
MARK_TAGS: Final = frozenset(_MARKS.values())
_MEANS_SOMETHING = elements.table((*_BLOCKS, *_MARKS))
_BLOCK_OF: Final = {elements.CODES[name]: block for name, block in _BLOCKS.items()}
_MARK_OF: Final = {elements.CODES[name]: mark for name, mark in _MARKS.items()}
_TEXT, _HR = elements.CODES[elements.TEXT], elements.CODES["hr"]

# What stands in these; anything else belongs to the part before it, or in front of the whole.
_FITTING: Final = {
    **dict.fromkeys(("ul", "ol"), frozenset({"li"})),
    "dl": frozenset({"dt", "dd"}),
    "table": frozenset({"caption", "tr"}),
    "tr": frozenset({"td", "th"}),
}
# What stands anywhere else. Of the others only what is in them counts there; an item gets a list.
_ORDINARY: Final = (BLOCK_TAGS | {"hr"}).difference(*_FITTING.values())
_TO_MEND: Final = frozenset({"table", *HEADINGS})

_PARAGRAPH = int(Break.PARAGRAPH)
_NOT_BOLD = re.compile(r"font-weight\s*:\s*(?:normal|[1-4]00)", re.IGNORECASE)


def structure(page: Page, keep: IntColumn) -> Outline:
    """The kept leaves as a tree."""
    texts = visible_texts(page, keep)
    nodes = page.leaves[keep]
    outline = Outline(
        page=page,
        leaves=tuple(keep.tolist()),
        nodes=tuple(nodes.tolist()),
        texts=tuple(texts),
        is_text=tuple((page.tag[nodes] == _TEXT).tolist()),
        breaks=tuple(breaks_between(page, keep).tolist()),
        fold=folding("".join(texts)),
    )
    _walk(outline, keep)
    outline.starts.append(len(texts))
    return outline


def _walk(outline: Outline, keep: IntColumn) -> None:
    """Go through the nodes that matter with a stack of open blocks and one of open marks.

    A large page has a million of them, so it is written flat, and the usual case of each step comes first.
    """
    page, breaks, marks_of_leaf, starts = outline.page, outline.breaks, outline.marks, outline.starts
    end_of_page = len(page)
    opened, block_ends = [outline.root], [end_of_page + 1]
    marks: tuple[Mark, ...] = ()
    marks_outside, mark_ends = [marks], [end_of_page + 1]
    next_end = end_of_page + 1  # of all that is open
    top = outline.root
    for node, end, code, is_leaf in zip(*_events(page, keep), strict=True):
        if node >= next_end:
            while node >= block_ends[-1]:
                block_ends.pop()
                opened.pop()
                closed, top = top, opened[-1]
                if closed.tag in _TO_MEND:
                    for part in _mended(outline, closed):
                        _place(opened, part)
                elif closed.tag in _FITTING.get(top.tag, _ORDINARY) and closed.children:
                    top.children.append(closed)
                else:
                    _place(opened, closed)
            while node >= mark_ends[-1]:
                mark_ends.pop()
                marks = marks_outside.pop()
            next_end = min(block_ends[-1], mark_ends[-1])
        if is_leaf:
            if top.tag == "pre":
                if not top.children:
                    top.children.append(len(starts))
                    outline.verbatim.add(len(starts))
                    starts.append(len(marks_of_leaf))
            elif breaks[len(marks_of_leaf)] == _PARAGRAPH:
                if top.tag in _FITTING:
                    _place(opened, len(starts))
                else:
                    top.children.append(len(starts))
                starts.append(len(marks_of_leaf))
            marks_of_leaf.append(marks)
        elif code in _BLOCK_OF:
            if len(opened) < MAX_DEPTH and top.tag != "pre":
                top = Block(_BLOCK_OF[code], node, [])
                opened.append(top)
                block_ends.append(end)
                next_end = min(next_end, end)
        elif code in _MARK_OF:
            if (mark := _mark(page, node, code)) and all(other.tag != mark.tag for other in marks):
                marks_outside.append(marks)
                mark_ends.append(end)
                next_end = min(next_end, end)
                marks = (*marks, mark)
        elif code == _HR:
            _place(opened, Block("hr", node, []))


def _events(page: Page, keep: IntColumn) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[bool, ...]]:
    """The nodes that matter, in document order: kept leaves, blocks and marks around them, rules between them.

    By node: its row, its end, its tag's code, whether it is a kept leaf. The last is the end of the page.
    """
    leaves = np.zeros(len(page) + 1, np.bool_)
    leaves[page.leaves[keep]] = True
    leaves_before = np.concatenate(([0], np.cumsum(leaves)))
    chosen = leaves.copy()
    chosen[:-1] |= (leaves_before[page.end] > leaves_before[:-2]) & page.has_tag(_MEANS_SOMETHING)
    chosen[_rules(page, leaves)] = True
    nodes = np.flatnonzero(chosen)
    return (
        (*nodes.tolist(), len(page)),
        (*page.end[nodes].tolist(), len(page)),
        (*page.tag[nodes].tolist(), _TEXT),
        (*leaves[nodes].tolist(), False),
    )


def _rules(page: Page, kept: BoolColumn) -> IntColumn:
    """The horizontal rules between two leaves that both are kept, one where there are several."""
    rules = np.flatnonzero(page.tag == _HR).astype(np.int32)
    following = np.searchsorted(page.leaves, rules)
    inside = (following > 0) & (following < len(page.leaves))
    rules, following = rules[inside], following[inside]
    between_kept = kept[page.leaves[following - 1]] & kept[page.leaves[following]]
    _, firsts = np.unique(following[between_kept], return_index=True)
    return rules[between_kept][firsts]


def _mark(page: Page, node: int, code: int) -> Mark | None:
    """What an inline element means; None where it means nothing."""
    tag, attributes = _MARK_OF[code], page.attributes[node]
    if tag == "a" and "href" not in attributes:
        return None
    # Editors wrap whole texts into bold that is not bold.
    if tag == "strong" and _NOT_BOLD.search(attributes.get("style") or ""):
        return None
    return Mark(tag, node)


def _place(opened: list[Block], part: Part) -> None:
    """Put a part into the innermost open block that can hold it; one with nothing in it goes nowhere."""
    if isinstance(part, Block) and not part.children and part.tag != "hr":
        return
    level = len(opened) - 1
    while not _put(opened[level], part):
        level -= 1


def _put(whole: Block, part: Part) -> bool:
    """Put a part into a block; False where it must stand before that block."""
    tag = part.tag if isinstance(part, Block) else ""
    while whole.tag in _FITTING and tag not in _FITTING[whole.tag]:
        last = whole.children[-1] if whole.children else None
        if not isinstance(last, Block):
            return False
        whole = last
    if not isinstance(part, Block) or tag in _FITTING.get(whole.tag, _ORDINARY):
        whole.children.append(part)
    elif tag == "li":
        _put_item(whole, part)
    else:
        for inner in part.children:
            _put(whole, inner)
    return True


def _put_item(whole: Block, item: Block) -> None:
    """Put an item that is in no list into one of its own."""
    last = whole.children[-1] if whole.children else None
    if not (isinstance(last, Block) and last.tag == "ul" and last.node < 0):
        last = Block("ul", -1, [])
        whole.children.append(last)
    last.children.append(item)


def _mended(outline: Outline, block: Block) -> list[Part]:
    """A closed table or heading as it should be, or what is left when it is none."""
    if not block.children:
        return []
    if block.tag == "table":
        return contents(block) if is_layout(outline, block) else [block]
    first, *others = block.children
    if isinstance(first, Block):
        return block.children
    if len(others) < _MAX_HEADING_PARAGRAPHS and not any(isinstance(part, Block) for part in others):
        return [block]
    return [Block(block.tag, block.node, [first]), *others]
