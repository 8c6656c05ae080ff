"""Applies selectors to an extraction: those of a call, and those of the rule for the page's site.

`select` names the content: the leaves inside of the elements that match, whatever the extractor kept. `exclude` takes
leaves away, from that or, without `select`, from what the extractor kept. What the markup hides
(`Page.hidden`) is content only where a selector names the hidden element itself: a person who wrote the selector has
seen the page, not what is hidden in it. Nor are permalinks of headings and line numbers of code (`ridgeline.cleanup`)
content, unless a selector names nothing else.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...cleanup import tidy
from ...extraction import Extraction
from ...page import BoolColumn, IntColumn, Page
from ...page.budget import Budget
from ...page.selectors import Matcher
from ..site_names import EVERY_SITE
from .collection import Rules
from .rule import Rule, as_selectors

if TYPE_CHECKING:
    from ...applications import View
    from ...metadata import Metadata

_NOTHING_SELECTED = "nothing on the page matches {selectors}, so the extractor decided"
_BUDGET_SHARE = 0.5  # of the time of a page: formats need some of it, too
_SHOWN_SELECTORS = 3  # in a remark
_DAY_LENGTH = len("2024-05-12")
_NO_RULES = Rules()


@dataclass(frozen=True, slots=True)
class Selection:
    """The selectors of a call, and rules. `select` replaces that of a rule; `exclude` adds to its own."""

    select: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    rules: Rules = _NO_RULES

    def __post_init__(self) -> None:
        for name in ("select", "exclude"):
            object.__setattr__(self, name, as_selectors(getattr(self, name)))

    def rule_for(self, page: Page) -> Rule | None:
        """Return what to apply to a page: the selectors of the call and of its site's rule; None where there are none.

        A page without an address is of the site that it names as its own.
        """
        rule = self.rules.for_url(address_of(page)) if self.rules else None
        if not (self.select or self.exclude):
            return rule
        rule = rule or Rule(EVERY_SITE)
        return replace(rule, select=self.select or rule.select, exclude=rule.exclude + self.exclude)

    def apply(self, extraction: Extraction) -> Extraction:
        """Return an extraction with the leaves, and the metadata, that the selectors name."""
        rule = self.rule_for(extraction.original_page)
        return extraction if rule is None else apply_rule(rule, extraction)


def apply_view(view: "View", extraction: Extraction) -> Extraction:
    """Return an extraction with the leaves, and the metadata, that the page of a well-known application names."""
    rule = Rule(EVERY_SITE, select=view.content, exclude=view.exclude, title=view.title, author=view.author)
    found = apply_rule(rule, extraction)
    if view.posts:
        opened = partial(_amend_by_opening, found.amend_metadata, found.original_page, found.budget)
        found = replace(found, amend_metadata=opened)
    if view.undecided and found.page is extraction.page:
        inside = found.page.inside(_matched(found.page, view.undecided, extraction.budget)).take(found.page.leaves)
        also = extraction.keep[inside.take(extraction.keep)]
        found = replace(found, keep=np.union1d(found.keep, also).astype(np.int32))
    return found if view.page_type is None else replace(found, page_type=view.page_type)


def _amend_by_opening(
    amend: "Callable[[Metadata], Metadata] | None", page: Page, budget: Budget, metadata: "Metadata"
) -> "Metadata":
    """Return the metadata of a thread with the author and the day of its first post."""
    from ...posts import read_posts  # most callers want the text alone

    metadata = metadata if amend is None else amend(metadata)
    with budget.share(_BUDGET_SHARE) as own:
        opening = next(iter(read_posts(page, own)), None)
    if opening is None:
        return metadata
    authors = metadata.authors if opening.author is None else (opening.author,)
    return replace(metadata, authors=authors, date=(opening.date or "")[:_DAY_LENGTH] or metadata.date)


def apply_rule(rule: Rule, extraction: Extraction) -> Extraction:
    """Return an extraction with the leaves, and the metadata, that a rule names."""
    if rule.title or rule.author or rule.date:
        amend = partial(_amend_metadata, extraction.original_page, rule, extraction.budget)
        extraction = replace(extraction, amend_metadata=amend)
    with extraction.budget.share(_BUDGET_SHARE) as budget:
        if rule.select:
            extraction = _selected(rule, extraction, budget)
        return _without_excluded(rule, extraction, budget)


def unmatched(rule: Rule, page: Page) -> Iterator[tuple[str, str]]:
    """Yield the selectors of a rule that match nothing on a page, each with its key."""
    matcher = Matcher(page)
    return ((key, css) for key, css in rule.selectors() if not matcher.mask(css).any())


def _amend_metadata(page: Page, rule: Rule, budget: Budget, metadata: "Metadata") -> "Metadata":
    from .amendments import amend_metadata  # most callers want the text alone

    with budget.share(_BUDGET_SHARE) as own:
        return amend_metadata(metadata, page, rule, own)


def _selected(rule: Rule, extraction: Extraction, budget: Budget) -> Extraction:
    """Return an extraction with the leaves that a rule selects, of the page as it was parsed; as it was without any."""
    page = extraction.original_page
    keep = _leaves(page, rule.select, budget)
    if not len(keep):
        shown = ", ".join(rule.select[:_SHOWN_SELECTORS]) + " …" * (len(rule.select) > _SHOWN_SELECTORS)
        return replace(extraction, remarks=(*extraction.remarks, _NOTHING_SELECTED.format(selectors=shown)))
    if page is not extraction.page:  # what was found in data does not count
        extraction = replace(extraction, page=page, keep=keep, scores=None, remarks=())
    # The extractor says nothing about leaves that it did not choose.
    return replace(extraction, keep=keep, explain=None, segments=None, confidence=None, is_selected=True)


def _without_excluded(rule: Rule, extraction: Extraction, budget: Budget) -> Extraction:
    page = extraction.page
    inside = page.inside(_matched(page, rule.exclude, budget)).take(page.leaves)
    keep = extraction.keep[~inside.take(extraction.keep)]
    if len(keep) == len(extraction.keep):
        return extraction
    return replace(extraction, keep=keep, explain=None, segments=None)


def _leaves(page: Page, selectors: Iterable[str], budget: Budget) -> IntColumn:
    """Return the leaves inside of the elements that match, without what is hidden in them."""
    matched = _matched(page, selectors, budget)
    inside, meant = page.inside(matched), page.inside(matched & page.hidden)
    shown = inside & (meant | ~page.hidden)
    return _tidied(page, np.flatnonzero(shown.take(page.leaves)).astype(np.int32))


def _tidied(page: Page, keep: IntColumn) -> IntColumn:
    """Return leaves without permalinks, line numbers, copy buttons and the like, unless nothing else is there."""
    tidied = np.intersect1d(tidy(page, keep), keep)  # no more than was selected
    return tidied if len(tidied) else keep


def _matched(page: Page, selectors: Iterable[str], budget: Budget) -> BoolColumn:
    """Return for each node whether one of the selectors matches it, of those that there is time for."""
    matcher = Matcher(page, budget)
    found: BoolColumn = np.zeros(len(page), dtype=np.bool_)
    for css in selectors:
        found |= matcher.mask(css)
    return found


def address_of(page: Page) -> str | None:
    """Return the address of a page by which its site is known: where it is from, else what it names as its own."""
    if page.url is not None:
        return page.url
    from ...metadata.evidence import Evidence  # a page from a file, and only with rules

    return Evidence(page).canonical_url
