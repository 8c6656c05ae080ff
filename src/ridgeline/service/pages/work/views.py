"""Writes the view of a stored page."""

from ....library import PageSource
from ..view import View, write_content_view, write_view
from .answers import How, extract_stored


def view_page(source: PageSource, with_styles: bool) -> View:
    """Return the page as its reader sees it."""
    return write_view(source.parse(), with_styles=with_styles)


def view_content(source: PageSource, how: How) -> View:
    """Return the content that an extractor finds, for reading."""
    return write_content_view(extract_stored(source, how))
