"""Reads title, author and date from the elements that a rule names. What it does not find stays as the page states it.

The value of an element is what it states for machines, the `content` of a `meta` and the `datetime` of a `time`, else
the text that it shows.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from ...metadata.dates import find_date
from ...metadata.languages import is_month_first
from ...metadata.names import names_in, unique
from ...metadata.normalisation import clean
from ...metadata.surroundings import shown_text
from ...page import Page
from ...page.budget import Budget
from ...page.selectors import Matcher
from .rule import Rule

if TYPE_CHECKING:
    from ...metadata import Metadata

_MAX_LENGTH = 500
_MAX_ELEMENTS = 40  # of one selector
_STATED = ("content", "datetime")


def amend_metadata(metadata: "Metadata", page: Page, rule: Rule, budget: Budget) -> "Metadata":
    """Return the metadata of a page with the values that the rule of its site finds, as long as there is time."""
    matcher = Matcher(page, budget)
    found: dict[str, Any] = {
        "title": next(_values(matcher, rule.title), None),
        "authors": _authors(matcher, rule),
        "date": _date(_values(matcher, rule.date), page),
    }
    return replace(metadata, **{name: value for name, value in found.items() if value})


def _values(matcher: Matcher, selectors: Iterable[str]) -> Iterator[str]:
    """Yield the values of all elements, in the order of the selectors."""
    return (value for css in selectors for value in _values_of(matcher, css))


def _values_of(matcher: Matcher, css: str) -> Iterator[str]:
    nodes = matcher.matches(css)[:_MAX_ELEMENTS].tolist()
    return (value for node in nodes if (value := _value(matcher.page, node)))


def _value(page: Page, node: int) -> str:
    stated = next((value for name in _STATED if (value := page.value(node, name))), None)
    return shown_text(page, node, _MAX_LENGTH) if stated is None else clean(stated, _MAX_LENGTH)


def _authors(matcher: Matcher, rule: Rule) -> tuple[str, ...]:
    """Return the names in the elements of the first selector that is on the page."""
    for css in rule.author:
        # A rule knows better than a pattern what is a name.
        if names := unique(name for text in _values_of(matcher, css) for name in names_in(text) or [text]):
            return names
    return ()


def _date(values: Iterable[str], page: Page) -> str | None:
    month_first = is_month_first(page.value(0, "lang") if len(page) else None)
    days = (find_date(value, month_first=month_first) for value in islice(values, _MAX_ELEMENTS))
    return next((day.isoformat() for day in days if day is not None), None)
