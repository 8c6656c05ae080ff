"""The texts of leaves as formats write them: with TeX, superscripts, quotation marks, labels of icons.

`visible_texts` returns the characters of the page itself. What a reader sees beyond them is added here, for plain text
and Markdown alike.
"""

from typing import NamedTuple

import numpy as np

from ..page import IntColumn, Page, elements
from ..page.columns import BoolColumn
from .concatenation import breaks_between
from .formulas import Formula, may_have_tex, write_tex
from .icons import find_labels
from .quantities import join_quantities
from .superscripts import has_characters, raise_and_lower
from .visible import visible_texts

_SCRIPTS = elements.table(("sup", "sub"))
_MARKED = elements.table(("q", "rt"))
_TEXT = elements.CODES[elements.TEXT]
_IS_TEXT, _IS_FORMULA, _IS_OTHER = range(3)  # RL_LEAF_… of the core

Given = tuple[list[str], list[str], bytes, bytes]


class Notation(NamedTuple):
    """The texts of kept leaves, and the formulas among them."""

    texts: list[str]
    sources: list[str]  # for formats that have elements for superscripts and quotations
    formulas: dict[int, Formula]  # by position in `keep`


def written_texts(page: Page, keep: IntColumn) -> Notation:
    """Return by kept leaf the text that formats write, "" where it shows none."""
    sources = visible_texts(page, keep)
    formulas = write_tex(page, keep, sources) if may_have_tex(page, keep) else {}
    for position, label in find_labels(page, keep).items():
        sources[position] = label
    texts = sources.copy()
    if page.has_any(_SCRIPTS):
        raise_and_lower(page, keep, texts)
    if page.has_any(_MARKED):
        from .quotations import write_marks

        write_marks(page, keep, texts)
    return Notation(texts, sources, formulas)


def given_notation(page: Page, keep: IntColumn) -> Given:
    """Return what the core cannot write itself, as it takes it: by kept leaf texts, sources, kinds, breaks."""
    texts, sources, formulas = written_texts(page, keep)
    breaks = breaks_between(page, keep)
    shown = np.flatnonzero(np.fromiter(map(bool, texts), np.bool_, len(texts)))
    of_shown = breaks[shown]
    join_quantities(page, keep[shown], of_shown)
    breaks[shown] = of_shown
    kinds = np.where(page.tag[page.leaves[keep]] == _TEXT, _IS_TEXT, _IS_OTHER).astype(np.uint8)
    for position, formula in formulas.items():  # the other leaves that show it have no text, which is not written
        kinds[position : position + formula.leaves] = _IS_TEXT
        kinds[position] = _IS_FORMULA
        sources[position] = formula.source
    return texts, sources, kinds.tobytes(), breaks.astype(np.uint8).tobytes()


def has_notation(page: Page, keep: IntColumn) -> bool:
    """Return whether `written_texts` may differ from `visible_texts`."""
    scripts = _holding(page, _SCRIPTS, page.leaves[keep])
    return any(has_characters(page, element) for element in scripts) or has_marks(page, keep)


def has_marks(page: Page, keep: IntColumn) -> bool:
    """Return whether `written_texts` may have more than superscripts: TeX, quotation marks, labels."""
    return (
        len(_holding(page, _MARKED, page.leaves[keep])) > 0 or may_have_tex(page, keep) or bool(find_labels(page, keep))
    )


def _holding(page: Page, tags: BoolColumn, nodes: IntColumn) -> list[int]:
    """Return the elements with these tags that hold one of the nodes."""
    if not page.has_any(tags):
        return []
    holders = np.flatnonzero(page.has_tag(tags))
    found: list[int] = holders[nodes.searchsorted(holders) < nodes.searchsorted(page.end[holders])].tolist()
    return found
