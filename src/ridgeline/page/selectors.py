"""Matches CSS selectors against the columns of a page, without a tree of objects.

Every compound selector is a boolean column over all nodes; a combinator turns the column of those on its left into that
of those it leads to, by `parent`, `end` and the order of rows. So a selector takes as many passes over the page as it
has parts, however deep the page is. `:has()` goes the same way backwards, from what is looked for up to what has it.
Every pass looks at the budget: a selector that it does not suffice for matches nothing.

`selector_syntax.py` says which selectors there are. Names of elements and attributes are compared in lower case and as
written (SVG has `foreignObject` and `viewBox`), ids and classes by case.
"""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from . import elements
from .budget import Budget
from .cache import cached_property
from .columns import BoolColumn, IntColumn
from .selector_syntax import (
    CHILD,
    NEXT,
    SUBSEQUENT,
    Attribute,
    Complex,
    Empty,
    Has,
    Is,
    Nth,
    Root,
    SelectorList,
    Simple,
    Type,
    ascii_lower,
    parse_selector,
)

if TYPE_CHECKING:
    from .table import Page

_TEXT = elements.CODES[elements.TEXT]
_ASCII_SPACE = re.compile(r"[ \t\n\f\r]+")
_SEARCHED_LENGTH = 32  # characters of a value by which nodes are looked for first


def matches(page: "Page", css: str) -> IntColumn:
    """Return the elements that match a selector, in document order. Raises OptionError where it cannot be read."""
    return Matcher(page).matches(css)


class _BudgetSpentError(Exception):
    """There is no time for the rest of a selector."""


class Matcher:
    """Matches selectors against one page, within a budget. What several of them need is computed once."""

    def __init__(self, page: "Page", budget: Budget | None = None) -> None:
        self.page = page
        self._budget = budget or Budget()

    def matches(self, css: str) -> IntColumn:
        """Return the elements that match, in document order. Raises OptionError where the selector cannot be read."""
        return np.flatnonzero(self.mask(css)).astype(np.int32)

    def mask(self, css: str) -> BoolColumn:
        """Return for each node whether it is an element that matches.

        Raises OptionError where the selector cannot be read.
        """
        try:
            return self._any(parse_selector(css))
        except _BudgetSpentError:
            return np.zeros(len(self.page), dtype=np.bool_)

    def _any(self, selectors: SelectorList) -> BoolColumn:
        found = self._complex(selectors[0])
        for selector in selectors[1:]:
            found |= self._complex(selector)
        return found

    def _complex(self, selector: Complex) -> BoolColumn:
        found = self._compound(selector[0].compound)
        for combinator, compound in selector[1:]:
            found = self._led_to(found, combinator) & self._compound(compound)
        return found

    def _compound(self, compound: tuple[Simple, ...]) -> BoolColumn:
        found = self._is_element.copy()
        for simple in compound:
            found &= self._simple(simple)
        return found

    def _simple(self, simple: Simple) -> BoolColumn:
        """Return for each node whether a simple selector holds; text nodes may have any value."""
        self._check_budget()
        match simple:
            case Type():
                return self._is_named(simple.name)
            case Attribute():
                return self._flags(self._having(simple))
            case Nth():
                return self._is_nth(simple)
            case Is():
                return self._any(simple.selectors) ^ simple.negated
            case Has():
                return self._has(simple)
            case Root():
                return np.less(self.page.parent, 0)
            case Empty():
                return np.equal(self.page.end, self._rows + 1)

    def _check_budget(self) -> None:
        if self._budget.is_spent():
            raise _BudgetSpentError

    # Simple selectors.

    def _is_named(self, name: str) -> BoolColumn:
        wanted = {name, ascii_lower(name)}
        codes = [code for code, own in enumerate(self.page.names) if own in wanted]
        return np.isin(self.page.tag, codes)

    def _having(self, wanted: Attribute) -> list[int]:
        """Return the nodes with an attribute that compares so."""
        holds = _comparison(wanted)
        found = [
            row
            for name in {wanted.name, ascii_lower(wanted.name)}
            for row in self._budget.limited(self._candidates(name, wanted.value))
            if holds(self.page.value(row, name) or "")
        ]
        self._check_budget()
        return found

    def _candidates(self, attribute: str, value: str) -> Sequence[int]:
        """Return the nodes with an attribute whose value may contain this one."""
        part = ascii_lower(value[:_SEARCHED_LENGTH])
        return self.page.containing(attribute, (part,)) if part and part.isascii() else self.page.having(attribute)

    def _is_nth(self, wanted: Nth) -> BoolColumn:
        siblings = self._siblings_of_type if wanted.of_type else self._siblings
        beyond = (siblings.from_end if wanted.from_end else siblings.position) - wanted.offset
        if wanted.step == 0:
            return np.equal(beyond, 0)
        answer: BoolColumn = (beyond % wanted.step == 0) & (beyond // wanted.step >= 0)
        return answer

    def _has(self, wanted: Has) -> BoolColumn:
        found = np.zeros(len(self.page), dtype=np.bool_)
        for selector in wanted.selectors:
            reached: BoolColumn = np.ones(len(self.page), dtype=np.bool_)
            for combinator, compound in reversed(selector):
                reached = self._leading_to(reached & self._compound(compound), combinator)
            found |= reached
        return found

    # Combinators, forwards and backwards.

    def _led_to(self, flagged: BoolColumn, combinator: str) -> BoolColumn:
        """Return for each node whether a combinator leads from a flagged element to it."""
        self._check_budget()
        if combinator == NEXT:
            return self._at(flagged, self._siblings.previous)
        if combinator == SUBSEQUENT:
            return self._rows > self._first_child(flagged).take(self.page.parent)
        return self._at(flagged if combinator == CHILD else self.page.inside(flagged), self.page.parent)

    def _leading_to(self, flagged: BoolColumn, combinator: str) -> BoolColumn:
        """Return for each node whether a combinator leads from it to a flagged element."""
        self._check_budget()
        rows = np.flatnonzero(flagged)
        if combinator == NEXT:
            return self._flags(self._siblings.previous[rows])
        if combinator == SUBSEQUENT:
            return self._rows < self._last_child(flagged).take(self.page.parent)
        if combinator == CHILD:
            return self._flags(self.page.parent[rows])
        before = np.concatenate(([0], np.cumsum(flagged)))  # how many are flagged before a row
        answer: BoolColumn = before.take(self.page.end) > before[1:]
        return answer

    def _first_child(self, flagged: BoolColumn) -> IntColumn:
        """Return for each parent its first flagged child; past the page where it has none.

        The last entry is the root's.
        """
        first = np.full(len(self.page) + 1, len(self.page), dtype=np.int32)
        rows = np.flatnonzero(flagged)[::-1]
        first[self.page.parent[rows]] = rows  # of several children the last one that is written stays
        return first

    def _last_child(self, flagged: BoolColumn) -> IntColumn:
        """Return for each parent its last flagged child; -1 where it has none. The last entry is the root's."""
        last = np.full(len(self.page) + 1, -1, dtype=np.int32)
        rows = np.flatnonzero(flagged)
        last[self.page.parent[rows]] = rows
        return last

    def _at(self, flagged: BoolColumn, rows: IntColumn) -> BoolColumn:
        """Return for each node whether the node that a column names is flagged; -1 names none."""
        answer: BoolColumn = flagged.take(rows, mode="wrap") & (rows >= 0)
        return answer

    def _flags(self, rows: Sequence[int] | IntColumn) -> BoolColumn:
        """Return for each node whether it is one of these; -1 names none."""
        flags = np.zeros(len(self.page) + 1, dtype=np.bool_)
        flags[rows] = True
        return flags[:-1]

    # Columns.

    @cached_property
    def _rows(self) -> IntColumn:
        return np.arange(len(self.page), dtype=np.int32)

    @cached_property
    def _is_element(self) -> BoolColumn:
        return np.not_equal(self.page.tag, _TEXT)

    @cached_property
    def _siblings(self) -> "_Siblings":
        rows = np.flatnonzero(self._is_element)
        return _rank(len(self.page), rows, self.page.parent[rows])

    @cached_property
    def _siblings_of_type(self) -> "_Siblings":
        rows = np.flatnonzero(self._is_element)
        families = self.page.parent[rows].astype(np.int64) * len(self.page.names) + self.page.tag[rows]
        return _rank(len(self.page), rows, families)


class _Siblings(NamedTuple):
    """By node: where an element stands among its siblings, or among those of its name. 0 for text nodes."""

    position: npt.NDArray[np.int64]  # from 1 on
    from_end: npt.NDArray[np.int64]
    previous: IntColumn  # -1 for the first


def _rank(nodes: int, rows: npt.NDArray[np.int64], family: npt.NDArray[np.integer]) -> _Siblings:
    """Rank these rows among those of the same family."""
    order = np.argsort(family, kind="stable")
    starts = np.flatnonzero(np.diff(family[order], prepend=np.iinfo(np.int64).min))
    sizes = np.diff(starts, append=len(rows))
    rank = np.arange(len(rows)) - np.repeat(starts, sizes)
    siblings = _Siblings(np.zeros(nodes, np.int64), np.zeros(nodes, np.int64), np.full(nodes, -1, np.int32))
    ordered = rows[order]
    siblings.position[ordered] = rank + 1
    siblings.from_end[ordered] = np.repeat(sizes, sizes) - rank
    siblings.previous[ordered[1:]] = np.where(rank[1:] > 0, ordered[:-1], -1)
    return siblings


def _comparison(wanted: Attribute) -> Callable[[str], bool]:
    """Return the test of an attribute's value."""
    holds = _OPERATORS[wanted.operator]
    if not wanted.ignores_case:
        return lambda own: holds(own, wanted.value)
    value = ascii_lower(wanted.value)
    return lambda own: holds(ascii_lower(own), value)


# Operator → whether a value compares so with the one in the selector. The empty string is part of nothing.
_OPERATORS: dict[str, Callable[[str, str], bool]] = {
    "": lambda own, value: True,
    "=": lambda own, value: own == value,
    "~=": lambda own, value: value != "" and value in _ASCII_SPACE.split(own),
    "|=": lambda own, value: own == value or own.startswith(f"{value}-"),
    "^=": lambda own, value: value != "" and own.startswith(value),
    "$=": lambda own, value: value != "" and own.endswith(value),
    "*=": lambda own, value: value != "" and value in own,
}
