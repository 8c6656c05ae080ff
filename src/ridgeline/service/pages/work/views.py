"""Writes the view of a stored page."""

import atexit
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from ....errors import RenderError
from ....library import PageSource, StoredFile
from ..view import Snapshot, View, embed_files, write_content_view, write_laid_out, write_view
from .answers import How, extract_stored

if TYPE_CHECKING:
    from ....render import Browser

_MAX_HEIGHT = 16_000  # pixels of a picture
_MAX_CHARACTERS = 40_000_000  # of a page with its pictures inside


def view_page(source: PageSource, with_styles: bool, snapshot: Snapshot) -> View:
    """Return the page as its reader sees it."""
    return write_view(source.parse(), with_styles=with_styles, snapshot=snapshot)


def view_content(source: PageSource, how: How, snapshot: Snapshot) -> View:
    """Return the content that an extractor finds, for reading."""
    return write_content_view(extract_stored(source, how), snapshot)


def view_rendered(
    source: PageSource, with_network: bool, styles: Mapping[str, str], pictures: Mapping[str, StoredFile]
) -> View:
    """Return the page as a real browser lays it out, with the style sheets and pictures that are stored with it.

    Scripts do not run; nothing is loaded without `with_network`.

    Raises:
        MissingExtraError: The extra `render` or a browser is not installed.
        RenderError: The browser cannot render the page.
    """
    page = source.parse()
    shown, picture = _browser(with_network).screenshot(embed_files(page, styles, pictures))
    if shown.layout is None:
        raise RenderError("the browser gave no layout of the page")
    return write_laid_out(page, shown.layout, picture)


@cache
def _browser(with_network: bool) -> "Browser":
    """Return the browser of this process; it starts with the first page, and ends with the process."""
    from ....render import Browser, Rendering, check_installed

    check_installed("the rendered view")
    browser = Browser(Rendering(network=with_network, max_height=_MAX_HEIGHT, max_characters=_MAX_CHARACTERS))
    atexit.register(browser.close)
    return browser
