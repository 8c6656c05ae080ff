"""Sites: the profiles of sites, and what of them applies to a page.

A page is of the most specific site that covers its address, as with rules. Of the profile of that site:

- the rule applies on top of any extractor, as all rules do;
- of the kinds of knowledge that an extractor answers with, the one that was kept last answers in place of `summit`.
  Another extractor that a caller names stays as it is.
"""

import os
from pathlib import Path
from typing import Any, Protocol, Self, runtime_checkable

from ..errors import OptionError
from ..extraction import Extractor
from ..page import Page
from ..registry import DEFAULT_EXTRACTOR, load
from .folder import SiteFolder
from .kinds import KINDS
from .learnt import Learnt
from .rules import Rules
from .rules.selection import address_of
from .site_names import covering_sites

_MAX_LOADED = 256  # extractors of sites that a process keeps


@runtime_checkable
class Adaptable(Extractor, Protocol):
    """An extractor that a head adapts to a site."""

    def adapted(self, head: Path) -> Extractor:
        """Return the same extractor with a head that was learnt from corrected pages."""
        ...


class Sites:
    """The profiles of sites. The files of a site are read when its first page comes."""

    def __init__(self, folder: SiteFolder, rules: Rules, learnt: dict[str, tuple[Learnt, ...]]) -> None:
        """Take profiles; `Sites.load` reads them from a folder."""
        self.folder = folder
        self.rules = rules
        self.learnt = learnt  # by site
        self._loaded: dict[tuple[str, str, int], tuple[Extractor, Extractor]] = {}  # with what each was made from

    @classmethod
    def load(cls, folder: str | os.PathLike[str] | SiteFolder | None = None) -> Self:
        """Read the site profiles of a folder, by default that of the user.

        Raises RuleError or SiteError where a file is damaged. A folder that is not there has none.
        """
        if folder is None:
            folder = SiteFolder.of_user()
        elif not isinstance(folder, SiteFolder):
            folder = SiteFolder(Path(folder))
        return cls(folder, folder.rules(), {site: folder.learnt(site) for site in folder.sites()})

    def __repr__(self) -> str:
        return f"<Sites in {self.folder.path}: {len(self.rules)} rules, {len(self.learnt)} sites learnt>"

    def __len__(self) -> int:
        """Return the number of sites that have a profile."""
        return len({*self.learnt, *(rule.site for rule in self.rules)})

    def __reduce__(self) -> Any:
        """Leave the loaded extractors behind when sent to another process."""
        return type(self), (self.folder, self.rules, self.learnt)

    def for_url(self, url: str | None) -> tuple[str, Learnt] | None:
        """Return the site that covers a URL, and what answers for its pages; None where the caller's extractor does."""
        for site in covering_sites(url):
            used = [own for own in self.learnt.get(site, ()) if KINDS[own.kind].extractor is not None]
            if used:
                return site, used[-1]
        return None

    def extractor_for(self, page: Page, extractor: Extractor) -> Extractor:
        """Return what extracts a page: the extractor that was learnt for its site, else the given one.

        Raises ModelError where a file that was learnt is damaged.
        """
        if not self.learnt or extractor.name != DEFAULT_EXTRACTOR:
            return extractor
        found = self.for_url(address_of(page if page.original is None else page.original))
        if found is None:
            return extractor
        site, learnt = found
        # Options of summit belong to the given extractor, so an adapted one is kept for each.
        key = (site, learnt.made, id(extractor) if KINDS[learnt.kind].extractor == extractor.name else 0)
        loaded = self._loaded.get(key)
        if loaded is None:
            if len(self._loaded) >= _MAX_LOADED:
                self._loaded.clear()
            loaded = self._loaded[key] = extractor, self._load(site, learnt.kind, extractor)
        return loaded[1]

    def _load(self, site: str, kind: str, extractor: Extractor) -> Extractor:
        path, name = self.folder.model_path(site, kind), KINDS[kind].extractor
        if name is not None and name != extractor.name:
            return load(name, model=path)
        return extractor.adapted(path) if isinstance(extractor, Adaptable) else extractor

    def rules_with(self, given: Rules | None) -> Rules:
        """Return the rules of a caller together with those of the folder; of two for one site, the caller's counts."""
        return self.rules.replaced(given) if given else self.rules

    def digest(self) -> str:
        """Return a hash of everything that decides what is extracted."""
        return self.folder.digest()


_current: dict[Path, tuple[object, Sites]] = {}


def current_sites(folder: Path) -> Sites:
    """Return the site profiles that a folder has now. It is read again only when a file was written: for services."""
    place = SiteFolder(folder)
    stamp = place.stamp()
    if folder not in _current or _current[folder][0] != stamp:
        _current[folder] = stamp, Sites.load(place)
    return _current[folder][1]


def choose_sites(sites: "Sites | str | os.PathLike[str] | bool | None") -> Sites | None:
    """Return site profiles: those of a folder, with True those of the user; None for None or False.

    Raises RuleError or SiteError where a file is damaged, OptionError for anything else.
    """
    if sites is None or sites is False:
        return None
    if isinstance(sites, Sites):
        return sites
    if sites is True:
        return Sites.load()
    if isinstance(sites, str | os.PathLike):
        return Sites.load(sites)
    raise OptionError(f"sites is True, the path of a folder or a ridgeline.sites.Sites, not {sites!r:.40}")
