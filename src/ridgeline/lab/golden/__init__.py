"""Golden pages: whole web pages with the ideal extraction beside each, and how close an extractor comes to it.

    pages      a folder a page → GoldenPage; writes the folder of a new page
    scores     an extraction against a golden page: text, Markdown, metadata, status, page type
    markdown   Markdown as words and elements, so that two versions can be compared
    floors     pinned scores: below its floor a page fails the accuracy gate (tests/test_golden.py)
    gallery    pictures of an extractor at work, for the documentation

The pages lie in tests/golden; all of them were written for this purpose. docs/golden.md says how.
"""

from .floors import Change, Floors, Shortfall, pin, read_floors, shortfalls, write_floors
from .pages import GoldenPage, find_folder, page_names, read_page, read_pages, write_page
from .scores import FIELDS, GoldenScore, extract_golden, language_means, mean_figures, score_golden

__all__ = [
    "FIELDS",
    "Change",
    "Floors",
    "GoldenPage",
    "GoldenScore",
    "Shortfall",
    "extract_golden",
    "find_folder",
    "language_means",
    "mean_figures",
    "page_names",
    "pin",
    "read_floors",
    "read_page",
    "read_pages",
    "score_golden",
    "shortfalls",
    "write_floors",
    "write_page",
]
