"""Data sets: pages with gold texts, in one format (docs/datasets.md).

    records      the record of a page, and reading records from a file
    data_folder  the folder where sets are found by name
    catalogue    the sets that ridgeline is developed with: pages, licence, use, origin
    conversions  a downloaded original → the one format
    webmainbench lines in the format of WebMainBench

A set is a file `NAME.jsonl.xz` with one JSON object a line. `load("news-dev")` reads a set of the data folder by its
name, `load("pages.jsonl")` any file by its path; `read` does the same one record at a time. No set is part of the
repository.
"""

from .catalogue import KNOWN_SETS, KnownSet
from .data_folder import ENVIRONMENT_VARIABLE, folder, load, load_first_edition, names, read
from .records import Post, Record

__all__ = [
    "ENVIRONMENT_VARIABLE",
    "KNOWN_SETS",
    "KnownSet",
    "Post",
    "Record",
    "folder",
    "load",
    "load_first_edition",
    "names",
    "read",
]
