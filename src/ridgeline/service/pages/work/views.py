"""Writes the view of a stored page."""

import atexit
from functools import cache
from typing import TYPE_CHECKING

from ....errors import RenderError
from ....library import PageSource
from ..view import Snapshot, View, write_content_view, write_laid_out, write_view
from .answers import How, extract_stored

if TYPE_CHECKING:
    from ....render import Browser

_MAX_HEIGHT = 16_000  # pixels of a picture


def view_page(source: PageSource, with_styles: bool, snapshot: Snapshot) -> View:
    """Return the page as its reader sees it."""
    return write_view(source.parse(), with_styles=with_styles, snapshot=snapshot)


def view_content(source: PageSource, how: How, snapshot: Snapshot) -> View:
    """Return the content that an extractor finds, for reading."""
    return write_content_view(extract_stored(source, how), snapshot)


def view_rendered(source: PageSource, with_network: bool) -> View:
    """Return the page as a real browser lays it out. Scripts do not run; nothing is loaded without `with_network`.

    Raises:
        MissingExtraError: The extra `render` or a browser is not installed.
        RenderError: The browser cannot render the page.
    """
    page, picture = _browser(with_network).screenshot(source.parse())
    if page.layout is None:
        raise RenderError("the browser gave no layout of the page")
    return write_laid_out(page, page.layout, picture)


@cache
def _browser(with_network: bool) -> "Browser":
    """Return the browser of this process; it starts with the first page, and ends with the process."""
    from ....render import Browser, Rendering, check_installed

    check_installed("the rendered view")
    browser = Browser(Rendering(network=with_network, max_height=_MAX_HEIGHT))
    atexit.register(browser.close)
    return browser
