"""Learns a rule of a site: what to select and to exclude, chosen one after the other for the F1 of corrected pages.

At every step the selector is added that raises the mean F1 the most, less a little for each selector and each of its
characters, so that short rules win. First come selectors of `select`, then of `exclude`. On a page where none of the
former matches, the extractor decides, as it does when the rule is applied. A rule that only drops from what the
extractor keeps is learnt as well, and the better of the two is returned.

While searching, F1 counts the characters of leaves, which is quick; what is reported to people is word F1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ...extraction import Extractor
from ...page import BoolColumn
from ...registry import DEFAULT_EXTRACTOR, load_once
from ..rules import Rule, Rules
from ..rules.file import change_rules
from ..rules.selection import apply_rule
from .corrected import CorrectedPage
from .lesson import Lesson
from .selectors import Elements, candidates, written

MAX_SELECT, MAX_EXCLUDE = 6, 10  # selectors of a rule
MAX_PAGES = 30  # that are searched; more do not change a rule
_MAX_CANDIDATES = 1_500
_MAX_CELLS = 4_000_000  # candidates times leaves of a page
# In F1. A selector has to be worth it on several pages, or a lot on one.
_SELECTOR_COST = 0.002
_CHARACTER_COST = 0.0001

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class _Searched:
    """A corrected page, and the leaves that each candidate names."""

    weights: Reals  # by leaf
    labels: BoolColumn  # by leaf: whether a person keeps it
    chosen: BoolColumn  # by leaf: whether the extractor keeps it
    matches: npt.NDArray[np.bool_]  # by candidate and leaf

    def f1(self, mask: BoolColumn) -> float:
        """Return the F1 of leaves."""
        both = float(self.weights[mask & self.labels].sum())
        total = float(self.weights[mask].sum() + self.weights[self.labels].sum())
        return 2 * both / total if total else 1.0

    def f1_with(self, mask: BoolColumn) -> Reals:
        """Return for each candidate the F1 of leaves if it is kept as well."""
        new = self.weights * ~mask
        both = self._both(mask) + self.matches @ (new * self.labels)
        return self._f1s(both, self.weights[mask].sum() + self.matches @ new)

    def f1_without(self, mask: BoolColumn) -> Reals:
        """Return for each candidate the F1 of leaves if it is dropped."""
        lost = self.weights * mask
        both = self._both(mask) - self.matches @ (lost * self.labels)
        return self._f1s(both, self.weights[mask].sum() - self.matches @ lost)

    def _both(self, mask: BoolColumn) -> float:
        return float(self.weights[mask & self.labels].sum())

    def _f1s(self, both: Reals, kept: Reals) -> Reals:
        total = kept + self.weights[self.labels].sum()
        answer: Reals = np.where(total > 0, 2 * both / np.maximum(total, 1e-9), 1.0)
        return answer


@dataclass(slots=True)
class _Draft:
    """Selectors chosen so far, as numbers of candidates, and the leaves of each page that they leave."""

    masks: list[BoolColumn]
    select: list[int] = field(default_factory=list)
    exclude: list[int] = field(default_factory=list)


def learn(pages: Sequence[CorrectedPage], site: str) -> Lesson:
    """Return the rule that corrected pages of a site teach, in the file that all sites share."""
    extractor = load_once(DEFAULT_EXTRACTOR)
    rule = learn_rule(pages, site, extractor)
    is_empty = not any(rule.selectors())

    def save(path: Path) -> None:
        change_rules(path, lambda rules: rules.replaced([rule]))

    preview = "# no selector is better than the default\n" if is_empty else Rules([rule]).as_toml()
    return Lesson(lambda page: apply_rule(rule, extractor.extract(page)), preview, save, is_empty)


def learn_rule(pages: Sequence[CorrectedPage], site: str, extractor: Extractor | None = None) -> Rule:
    """Return the rule that corrected pages of a site teach; it is empty where no selector is better than none."""
    extractor = extractor or load_once(DEFAULT_EXTRACTOR)
    search = _Search(pages[:MAX_PAGES], extractor)
    drafts = [Rule(site), search.rule(site, search.select_and_exclude()), search.rule(site, search.exclude_only())]
    scores = [_score(rule, pages[:MAX_PAGES], extractor) - search.cost(rule) for rule in drafts]
    return drafts[int(np.argmax(scores))]


def _score(rule: Rule, pages: Sequence[CorrectedPage], extractor: Extractor) -> float:
    """Return the mean word F1 of pages with a rule."""
    return float(np.mean([page.score(apply_rule(rule, extractor.extract(page.page))) for page in pages] or [0.0]))


class _Search:
    """The candidates of some corrected pages, and greedy choices among them."""

    def __init__(self, pages: Sequence[CorrectedPage], extractor: Extractor) -> None:
        found = [Elements(page.page) for page in pages]
        largest = max((len(page.page.leaves) for page in pages), default=0)
        self.candidates = candidates(found, min(_MAX_CANDIDATES, max(1, _MAX_CELLS // max(largest, 1))))
        self.costs = np.array([self._cost(written(css)) for css in self.candidates])
        self.pages = [
            self._searched(page, own, extractor) for page, own in zip(pages, found, strict=True) if len(page.page)
        ]

    def _searched(self, page: CorrectedPage, own: Elements, extractor: Extractor) -> _Searched:
        chosen = np.zeros(len(page.labels), dtype=np.bool_)
        answer = extractor.extract(page.page)
        if answer.page is page.page:
            chosen[answer.keep] = True
        matches = np.zeros((len(self.candidates), len(page.labels)), dtype=np.bool_)
        for number, css in enumerate(self.candidates):
            matches[number] = own.leaves(css)
        return _Searched(page.page.leaf_lengths.astype(np.float64), page.labels, chosen, matches)

    @staticmethod
    def _cost(css: str) -> float:
        return _SELECTOR_COST + _CHARACTER_COST * len(css)

    def cost(self, rule: Rule) -> float:
        """Return what the selectors of a rule cost, in F1."""
        return sum(self._cost(css) for css in (*rule.select, *rule.exclude))

    def rule(self, site: str, draft: _Draft) -> Rule:
        """Return the rule of a draft."""
        chosen = (draft.select, draft.exclude)
        return Rule(site, *(tuple(written(self.candidates[number]) for number in own) for own in chosen))

    def exclude_only(self) -> _Draft:
        """Return what to exclude of what the extractor keeps."""
        draft = _Draft([page.chosen for page in self.pages])
        self._add_excluded(draft)
        return draft

    def select_and_exclude(self) -> _Draft:
        """Return what to select, and to exclude of that."""
        draft = _Draft([np.zeros(len(page.labels), dtype=np.bool_) for page in self.pages])
        while len(draft.select) < MAX_SELECT and (best := self._best_to_select(draft.masks)) is not None:
            draft.select.append(best)
            draft.masks = [mask | page.matches[best] for page, mask in zip(self.pages, draft.masks, strict=True)]
        draft.masks = [mask if mask.any() else page.chosen for page, mask in zip(self.pages, draft.masks, strict=True)]
        self._add_excluded(draft)
        return draft

    def _add_excluded(self, draft: _Draft) -> None:
        while len(draft.exclude) < MAX_EXCLUDE and (best := self._best_to_exclude(draft.masks)) is not None:
            draft.exclude.append(best)
            draft.masks = [mask & ~page.matches[best] for page, mask in zip(self.pages, draft.masks, strict=True)]

    def _best_to_select(self, masks: Sequence[BoolColumn]) -> int | None:
        """Return the candidate that raises the mean F1 the most; None where none is worth its cost."""
        now, with_each = [], []
        for page, mask in zip(self.pages, masks, strict=True):
            by_extractor = page.f1(page.chosen)
            is_matched = page.matches.any(axis=1) | mask.any()
            now.append(page.f1(mask) if mask.any() else by_extractor)
            with_each.append(np.where(is_matched, page.f1_with(mask), by_extractor))
        return self._best(now, with_each)

    def _best_to_exclude(self, masks: Sequence[BoolColumn]) -> int | None:
        now = [page.f1(mask) for page, mask in zip(self.pages, masks, strict=True)]
        return self._best(now, [page.f1_without(mask) for page, mask in zip(self.pages, masks, strict=True)])

    def _best(self, now: Sequence[float], with_each: Sequence[Reals]) -> int | None:
        if not self.candidates or not now:
            return None
        gains = np.mean(with_each, axis=0) - np.mean(now) - self.costs
        best = int(np.argmax(gains))
        return best if gains[best] > 0 else None
