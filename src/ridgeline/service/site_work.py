"""The work of processes for requests about sites: learn from the library, check, and write what is kept.

This module is imported by worker processes, so it imports nothing of the framework.
"""

from pathlib import Path
from typing import NamedTuple

from ..library import Library
from ..sites import Learnt, SiteFolder
from ..sites.learning import Check, check, from_library, keep, learn


class Kept(NamedTuple):
    """The check, and the record of what was then kept; None where it was not confirmed."""

    checked: Check
    learnt: Learnt | None


def check_site(library: Path, site: str, kind: str, annotator: str | None) -> Check:
    """Return what a lesson from the corrected pages of a site would change."""
    return check(kind, from_library(Library(library), site, annotator), site)


def keep_lesson(library: Path, folder: Path, site: str, kind: str, annotator: str | None, force: bool) -> Kept:
    """Learn from the corrected pages of a site, and keep the lesson if it is confirmed, or with `force` anyway."""
    pages = from_library(Library(library), site, annotator)
    checked = check(kind, pages, site)
    if not checked.is_confirmed and (not force or checked.is_empty):
        return Kept(checked, None)
    return Kept(checked, keep(learn(kind, pages, site), checked, SiteFolder(folder)))
