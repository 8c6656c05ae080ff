"""Readers' comments beside the content: the sections that `summit` keeps with `comments=True` and drops with False.

They go by the names of elements, not by the networks, so they are found without a second prediction.
"""

import numpy as np

from ...cleanup import tidy
from ...extractors.summit.lines import Lines, read_lines
from ...extractors.summit.sections import SECTIONS, in_section, kept_on_demand
from ...page import IntColumn, Page

_SECTION = "comments"


def with_comments(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves and those of readers' comments."""
    lines = _lines_with_comments(page)
    return keep if lines is None else tidy(page, np.union1d(keep, lines.leaves(kept_on_demand(lines, _SECTION))))


def without_comments(page: Page, keep: IntColumn) -> IntColumn:
    """Return the kept leaves that are not in a section of comments."""
    lines = _lines_with_comments(page)
    return keep if lines is None else np.setdiff1d(keep, lines.leaves(in_section(lines, _SECTION)))


def _lines_with_comments(page: Page) -> Lines | None:
    """Return the lines of a page that names a section of comments; None for all others, which are most."""
    section = SECTIONS[_SECTION]
    values = {page.value(node, name) for name in ("class", "id") for node in page.containing(name, section.parts)}
    is_named = any(value and section.names(value) for value in values)
    return read_lines(page) if is_named and page.kind is None else None
