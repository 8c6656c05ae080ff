"""Leave-one-out: what a lesson would change, page by page, before it is kept.

Each corrected page is extracted with what the other corrected pages teach. One corrected page proves nothing: a second
one has to confirm the lesson, and the pages must not get worse on the whole.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from ...extraction import Extraction
from ...page import Page
from ...registry import DEFAULT_EXTRACTOR, load_once
from ..folder import SiteFolder
from ..learnt import Learnt, now
from ..site_names import normalise_site
from .corrected import CorrectedPage
from .lesson import Lesson, learn

MIN_CONFIRMED = 2  # pages that a lesson must not make worse
MAX_LEFT_OUT = 12  # pages that are left out, evenly spread; a person waits
_ROUNDING = 0.0005  # of F1: no change that a person sees


@dataclass(frozen=True, slots=True)
class PageCheck:
    """The word F1 of one corrected page."""

    id: str
    name: str
    before: float  # by the default extractor
    after: float | None  # with what the other pages teach; None where there is no other

    @property
    def is_worse(self) -> bool:
        """Whether the lesson spoils the page."""
        return self.after is not None and self.after < self.before - _ROUNDING


@dataclass(frozen=True, slots=True)
class Check:
    """The changes that a lesson makes."""

    kind: str
    site: str
    pages: tuple[PageCheck, ...]
    corrected: int  # the number of corrected pages; not all of them are left out where there are many
    preview: str  # of what all pages together teach
    is_empty: bool = False  # there is nothing to keep

    def as_dict(self) -> dict[str, Any]:
        """Return what it changes as a JSON object."""
        return {
            "site": self.site,
            "kind": self.kind,
            "pages": [asdict(page) for page in self.pages],
            "before": self.before,
            "after": self.after,
            "worse": list(self.worse),
            "needs": self.needs,
            "preview": self.preview,
        }

    @property
    def before(self) -> float | None:
        """The mean word F1 without the lesson."""
        return fmean(page.before for page in self.pages) if self.pages else None

    @property
    def after(self) -> float | None:
        """The mean word F1 with it; None where no page could be left out."""
        found = [page.after for page in self.pages if page.after is not None]
        return fmean(found) if found else None

    @property
    def worse(self) -> tuple[str, ...]:
        """The ids of the pages that get worse."""
        return tuple(page.id for page in self.pages if page.is_worse)

    @property
    def needs(self) -> str | None:
        """What is missing before the lesson can be kept, in words; None where nothing is."""
        if self.corrected < MIN_CONFIRMED:
            return ("two corrected pages", "one more corrected page")[self.corrected]
        if self.is_empty:
            return "another kind: no selector is better than the default"
        confirmed = sum(page.after is not None and not page.is_worse for page in self.pages)
        if confirmed < MIN_CONFIRMED or (self.after or 0) < (self.before or 0) - _ROUNDING:
            return "more corrected pages, or another kind: it makes these pages worse"
        return None

    @property
    def is_confirmed(self) -> bool:
        """Whether the lesson can be kept."""
        return self.needs is None


def check(kind: str, pages: Sequence[CorrectedPage], site: str) -> Check:
    """Return what a lesson changes on the pages that it is learnt from, each left out in turn.

    Raises OptionError for an unknown kind or without a page, MissingExtraError where scikit-learn is not installed.
    """
    lesson = learn(kind, pages, site)
    found = tuple(_left_out(kind, page, pages, site) for page in _spread(pages))
    return Check(kind, normalise_site(site), found, len(pages), lesson.preview, lesson.is_empty)


def keep(lesson: Lesson, checked: Check, folder: SiteFolder) -> Learnt:
    """Write a lesson into the profile of its site, with what it is worth, and return the record."""
    folder.prepare(checked.site)
    lesson.save(folder.model_path(checked.site, checked.kind))
    learnt = Learnt(checked.kind, now(), checked.corrected, _rounded(checked.before), _rounded(checked.after))
    folder.record(checked.site, learnt)
    return learnt


def _spread(pages: Sequence[CorrectedPage]) -> Sequence[CorrectedPage]:
    """Return the pages that are left out."""
    if len(pages) <= MAX_LEFT_OUT:
        return pages
    return [pages[number * len(pages) // MAX_LEFT_OUT] for number in range(MAX_LEFT_OUT)]


def _left_out(kind: str, page: CorrectedPage, pages: Sequence[CorrectedPage], site: str) -> PageCheck:
    others = [other for other in pages if other.id != page.id]
    before = page.score(_by_default(page.page))
    after = page.score(learn(kind, others, site).extract(page.page)) if others else None
    return PageCheck(page.id, page.name, before, after)


def _by_default(page: Page) -> Extraction:
    return load_once(DEFAULT_EXTRACTOR).extract(page)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
