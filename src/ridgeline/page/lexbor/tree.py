"""Reads the tree that lexbor parsed (through selectolax) into plain columns."""

from collections import defaultdict

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from .. import elements
from ..budget import Budget
from ..columns import Attributes, Columns
from ..limits import Limits

_TEXT = elements.CODES[elements.TEXT]
_TEMPLATE = elements.CODES["template"]
_SILENT = frozenset(elements.CODES[name] for name in elements.SILENT_NAMES)
_NO_ATTRIBUTES: Attributes = {}
_STRIDE = 4096  # nodes between two looks at the clock: 2 ms


def read_tree(source: bytes, limits: Limits, budget: Budget) -> Columns:
    """Parse UTF-8 into columns. The depth and the number of nodes are limited, and time by a budget.

    One loop over all nodes. It costs as much as the parser, so it is written flat and calls nothing of ours. What can
    be said of a text or of attributes is recorded here, while they are at hand: to come back to thousands of them costs
    more. The loop goes in strides, between which the limits on nodes and on time are checked.
    """
    cuts: set[str] = set()
    parents: list[int] = []
    tags: list[int] = []
    attributes: list[Attributes] = []
    texts: list[str] = []
    blanks: list[int] = []  # rows of white space
    by_attribute: defaultdict[str, list[int]] = defaultdict(list)
    names = list(elements.NAMES)
    codes: dict[int, int] = {}  # the parser's tag number → ours
    open_nodes: list[LexborNode] = []
    outside: list[int] = []  # the row that was current outside of each of them
    current = -1
    deepest = limits.depth - 1  # of what holds others; an element that hides its text may be one deeper
    node = LexborHTMLParser(source).root
    while node is not None:
        stride = min(_STRIDE, limits.nodes - len(parents))
        if stride <= 0 or (parents and budget.is_spent()):
            cuts.add("nodes" if stride <= 0 else "seconds")
            break
        for _ in range(stride):
            number = node.tag_id
            try:
                code = codes[number]
            except KeyError:
                code = codes[number] = _code(node.tag, names)
            if code == _TEXT:
                if text := node.text_content:
                    if text.isspace():
                        blanks.append(len(parents))
                    parents.append(current)
                    tags.append(_TEXT)
                    texts.append(text)
                    attributes.append(_NO_ATTRIBUTES)
            elif code >= 0:
                child = node.first_child
                own = node.attributes
                inner = len(parents)
                if child is None and code == _TEMPLATE and "shadowrootmode" in own:
                    # What is in it is part of its host: the template itself has no row. (In SVG it is no template.)
                    child = next((fragment.first_child for fragment in node.template_fragments()), None)
                    inner = current
                else:
                    parents.append(current)
                    tags.append(code)
                    texts.append("")
                    if own:
                        attributes.append(own)
                        for name in own:
                            by_attribute[name].append(inner)
                    else:
                        attributes.append(_NO_ATTRIBUTES)
                if child is not None:
                    # Past the limit its children become its siblings; one that hides its text still holds it, once.
                    if (
                        len(open_nodes) >= deepest
                        and inner != current
                        and not (code in _SILENT and tags[current] not in _SILENT)
                    ):
                        inner = current
                        cuts.add("depth")
                    open_nodes.append(node)
                    outside.append(current)
                    current = inner
                    node = child
                    continue
            following = node.next
            while following is None and open_nodes:
                current = outside.pop()
                following = open_nodes.pop().next
            node = following
            if node is None:
                break
    blank = np.zeros(len(parents), dtype=np.bool_)
    blank[blanks] = True
    return Columns(
        parent=np.array(parents, dtype=np.int32),
        tag=np.array(tags, dtype=np.int32),
        names=tuple(names),
        attributes=tuple(attributes),
        text=tuple(texts),
        blank=blank,
        by_attribute=dict(by_attribute),
        cuts=frozenset(cuts),
    )


def _code(name: str | None, names: list[str]) -> int:
    """Our code of the parser's name for a node; -1 for what is not kept. A new name is added to `names`."""
    if name == "-text":
        return _TEXT
    if name is None or name.startswith("-"):  # comments, doctypes, processing instructions
        return -1
    if (known := elements.CODES.get(name)) is not None:
        return known
    names.append(name)
    return len(names) - 1
