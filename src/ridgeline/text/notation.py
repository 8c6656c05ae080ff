"""The texts of leaves as formats write them: with TeX, superscripts, quotation marks, labels of icons.

`visible_texts` returns the characters of the page itself. What a reader sees beyond them is added here, for plain text
and Markdown alike.
"""

from typing import NamedTuple

import numpy as np

from ..page import Break, IntColumn, Page, elements
from .concatenation import breaks_between
from .formulas import Formula, may_have_tex, write_tex
from .icons import find_labels
from .quantities import join_quantities, may_have_quantities
from .superscripts import raise_and_lower
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
    if may_have_quantities(page):
        _join_quantities(page, keep, texts, breaks)
    kinds = np.where(page.tag[page.leaves[keep]] == _TEXT, _IS_TEXT, _IS_OTHER).astype(np.uint8)
    for position, formula in formulas.items():  # the other leaves that show it have no text, which is not written
        kinds[position : position + formula.leaves] = _IS_TEXT
        kinds[position] = _IS_FORMULA
        sources[position] = formula.source
        for edge in (position, position + formula.leaves):
            _join_to_formula(page, keep, breaks, edge)
    return texts, sources, kinds.tobytes(), breaks.astype(np.uint8).tobytes()


def _join_to_formula(page: Page, keep: IntColumn, breaks: IntColumn, position: int) -> None:
    """Let a leaf at an edge of a formula touch the one before, where no white space stands between them on the page."""
    if not 0 < position < len(keep) or breaks[position] != Break.SPACE or keep[position] - keep[position - 1] > 1:
        return
    before, node = page.leaves[keep[position - 1 : position + 1]].tolist()
    if not page.blank[page.end[before] : node].any():
        breaks[position] = Break.NOTHING


def _join_quantities(page: Page, keep: IntColumn, texts: list[str], breaks: IntColumn) -> None:
    """Make quantities one line: weaken the breaks between the leaves of each that show text."""
    shown = np.flatnonzero(np.fromiter(map(bool, texts), np.bool_, len(texts)))
    if not len(shown):
        return
    starts = np.concatenate(([0], shown[:-1] + 1))
    strongest = np.maximum.reduceat(breaks[: shown[-1] + 1], starts)
    joined = strongest.copy()
    join_quantities(page, keep[shown], joined)
    for position in np.flatnonzero(joined != strongest).tolist():
        between = slice(starts[position], shown[position] + 1)
        breaks[between] = np.minimum(breaks[between], joined[position])
        breaks[shown[position]] = joined[position]
