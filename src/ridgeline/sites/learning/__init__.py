"""From corrected pages to the profile of their site.

corrected.py         corrected pages, from the library
lesson.py            Lesson, what was learnt, of every kind in one form; `sites/kinds.py` names the module of each kind
rule.py              a rule
selectors.py         selectors that might name a part of a site's pages
template.py          a template
site_classifier.py   a classifier of the Mountain Model
head.py              an adapted summit
check.py             leave-one-out: the word F1 of every corrected page before and after

pages = from_library(library, "example.org")
outcome = check("summit", pages, "example.org")
if outcome.is_confirmed:
    keep(learn("summit", pages, "example.org"), outcome, SiteFolder.of_user())
"""

from .check import Check, PageCheck, check, keep
from .corrected import CorrectedPage, from_library
from .lesson import Lesson, learn

__all__ = ["Check", "CorrectedPage", "Lesson", "PageCheck", "check", "from_library", "keep", "learn"]
