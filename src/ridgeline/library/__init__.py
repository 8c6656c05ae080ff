"""Pages that a person opened, and their corrections.

Library       one SQLite file: `add_page`, `pages`, `source`, `set_correction`, `corrected_pages` …
PageSource    what is needed to parse a page again: `source.parse()`
Correction    the leaves that an annotator keeps, and the marks that say the same

entries.py     what is stored
schema.py, store.py   the file
clip_paths.py  marks as paths from the root, which outlive the program
annotation.py  queues, agreement of annotators, export as a data set
"""

from .entries import ANONYMOUS, Correction, Findings, PageSource, SiteCount, StoredPage, StoredRun, site_of
from .store import FILE_NAME, Library, page_id

__all__ = [
    "ANONYMOUS",
    "FILE_NAME",
    "Correction",
    "Findings",
    "Library",
    "PageSource",
    "SiteCount",
    "StoredPage",
    "StoredRun",
    "page_id",
    "site_of",
]
