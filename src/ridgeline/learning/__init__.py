"""From corrected pages to what is known about their site.

    corrected.py   corrected pages, from the library or from a data set
    selectors.py   selectors that might name a part of a site's pages
    rule.py        pages → a rule
    template.py    pages → a template
    mountain.py    pages → a classifier of the Mountain Model
    head.py        pages → an adapted summit
    lessons.py     one table of these kinds: learn, show, save
    check.py       leave-one-out: the word F1 of every corrected page before and after

    pages = from_library(library, "example.org")
    outcome = check("summit", pages, "example.org")
    if outcome.is_confirmed:
        keep(learn("summit", pages, "example.org"), outcome, SiteFolder.of_user())

Modules further down may import those above them.
"""

from .check import Check, PageCheck, check, keep
from .corrected import CorrectedPage, from_library, from_records
from .lessons import Lesson, learn

__all__ = ["Check", "CorrectedPage", "Lesson", "PageCheck", "check", "from_library", "from_records", "keep", "learn"]
