"""Site profiles: the rule of a site, what was learnt from its corrected pages, and their use.

    FOLDER/rules.toml                          the rules of all sites, written or learnt
    FOLDER/sites/example.org/learnt.json       what was learnt, when, from how many pages, and what it is worth
    FOLDER/sites/example.org/summit.json       the model of a kind: an adapted summit, a template …

    kinds.py       the table of the kinds of knowledge
    site_names.py  the names of sites, and which of them cover a URL
    rules/         site rules: selectors that win over any extractor
    templates.py   templates of sites, and the file that stores them
    learnt.py      Learnt, the record of one kind of knowledge
    folder.py      the files of a folder, read and written
    collection.py  Sites: the extractor and the rule for a page
    learning/      from corrected pages to the profile of their site; it needs the extractors, so it is a layer above

Nothing of it applies unless a caller says so: `ridgeline.extract(html, sites=True)`, `ridgeline extract --sites`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .kinds import KINDS

if TYPE_CHECKING:
    from .collection import Sites
    from .folder import SiteFolder
    from .learnt import Learnt

__all__ = ["KINDS", "Learnt", "SiteFolder", "Sites"]

_LATER = {"Sites": "collection", "SiteFolder": "folder", "Learnt": "learnt"}


def __getattr__(name: str) -> Any:
    """Import what is asked for: the table of kinds and the store of templates need nothing of it (PEP 562)."""
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
