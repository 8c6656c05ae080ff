"""A lesson: what corrected pages of a site teach, of every kind in one form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from ...errors import OptionError
from ...extraction import Extraction
from ...page import Page
from ..kinds import KINDS, check_kind
from ..site_names import normalise_site
from .corrected import CorrectedPage


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """A lesson from corrected pages, and how it is used, shown and saved."""

    extract: Callable[[Page], Extraction]
    preview: str  # for people
    save: Callable[[Path], None]
    is_empty: bool = False  # nothing is better than the default


def learn(kind: str, pages: Sequence[CorrectedPage], site: str) -> Lesson:
    """Return what corrected pages of a site teach.

    Raises OptionError for an unknown kind or without a page, MissingExtraError where scikit-learn is not installed.
    """
    module, function = KINDS[check_kind(kind)].learner.split(":")
    site = normalise_site(site)
    if not pages:
        raise OptionError(f"{site}: there is no corrected page to learn from: correct one first")
    lesson: Lesson = getattr(import_module(f".{module}", __package__), function)(pages, site)
    return lesson
