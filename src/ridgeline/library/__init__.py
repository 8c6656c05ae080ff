"""Pages that a person opened, and their corrections.

Library       one SQLite file: `add_page`, `pages`, `source`, `set_correction`, `corrected_pages` …
PageSource    what is needed to parse a page again: `source.parse()`
Correction    the leaves that an annotator keeps, and the marks that say the same
Snapshots     the style sheets and pictures of pages
Reading       tags, archive, highlights with notes
Subscriptions the feeds that a reader follows

entries.py     what is stored
schema.py, store.py, search.py, snapshots.py, reading.py, subscriptions.py   the file
feeds.py       Atom, RSS, JSON Feed, OPML
importing.py   what other programs export: bookmarks, Pocket, Omnivore
clip_paths.py  marks as paths from the root, which outlive the program
annotation.py  queues, agreement of annotators, export as a data set
"""

from .entries import ANONYMOUS, Correction, Findings, PageSource, SiteCount, StoredPage, StoredRun, site_of
from .reading import Highlight, Reading
from .snapshots import LoadedResource, Resource, Snapshots, StoredFile
from .store import FILE_NAME, Library, page_id
from .subscriptions import StoredFeed, Subscriptions

__all__ = [
    "ANONYMOUS",
    "FILE_NAME",
    "Correction",
    "Findings",
    "Highlight",
    "Library",
    "LoadedResource",
    "PageSource",
    "Reading",
    "Resource",
    "SiteCount",
    "Snapshots",
    "StoredFeed",
    "StoredFile",
    "StoredPage",
    "StoredRun",
    "Subscriptions",
    "page_id",
    "site_of",
]
