"""The rule of a site."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ...errors import OptionError
from ...page.selector_syntax import parse_selectors
from ...parameters import MAX_SELECTORS
from ..site_names import normalise_site


@dataclass(frozen=True, slots=True)
class Rule:
    """What to select and to exclude on the pages of a site, and where title, author and date stand: CSS selectors.

    Each may be given as one string or as several. Raises OptionError for a wrong site or selector.
    """

    site: str  # example.org, example.org/coast, or * for every page
    select: tuple[str, ...] = ()  # the content; () leaves it to the extractor
    exclude: tuple[str, ...] = ()  # not part of it
    title: tuple[str, ...] = ()  # the first that is on the page counts
    author: tuple[str, ...] = ()  # the first that is on the page counts, with all of its elements
    date: tuple[str, ...] = ()  # the first that holds a date counts

    def __post_init__(self) -> None:
        object.__setattr__(self, "site", normalise_site(self.site))
        for key in KEYS:
            object.__setattr__(self, key, _checked(key, getattr(self, key)))

    def selectors(self) -> Iterator[tuple[str, str]]:
        """Yield all selectors, each with its key."""
        return ((key, css) for key in KEYS for css in getattr(self, key))

    def as_dict(self) -> dict[str, Any]:
        """Return the rule as a JSON object, without keys that have no selectors."""
        return {"site": self.site} | {key: list(values) for key in KEYS if (values := getattr(self, key))}


KEYS = tuple(field.name for field in fields(Rule))[1:]
FORMER_NAMES = {"keep": "select", "drop": "exclude"}  # in files and requests that were written for former versions


def as_selectors(selectors: str | Sequence[str]) -> tuple[str, ...]:
    """Return selectors that were given as one string or as several. Raises OptionError for a wrong one."""
    listed: Any = (selectors,) if isinstance(selectors, str) else selectors
    if not isinstance(listed, list | tuple):
        raise OptionError(f"selectors are a string or a list of strings, not {listed!r:.40}")
    if len(listed) > MAX_SELECTORS:
        raise OptionError(f"there are {len(listed):,} selectors; the limit is {MAX_SELECTORS}")
    parse_selectors(listed)
    return tuple(listed)


def _checked(key: str, selectors: str | Sequence[str]) -> tuple[str, ...]:
    try:
        return as_selectors(selectors)
    except OptionError as error:
        raise OptionError(f"{key}: {error}") from error
