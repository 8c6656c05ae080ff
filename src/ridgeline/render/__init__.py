"""Pages in a real browser: where their nodes stand.

    layout_of(page)                the layout of a page: its own, one that was kept, or a fresh one
    rendered(page)                 the page with it
    Browser, Rendering             a headless Chromium that lays out many pages; offline and without scripts by default
    LayoutStore, save, load        layouts in files
    paint.svg                      a region, to be drawn over a page

`layout_of` is what extractors call. It looks at `Page.layout`, then at the layouts of this process, then into the
folder named by RIDGELINE_LAYOUTS, and then asks the one browser of this process, which is started when first needed.
"""

import atexit
import os
import threading
from collections import OrderedDict
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from ..errors import MissingExtraError
from ..page import Page
from ..page.layout import Layout
from .browser import ENVIRONMENT_VARIABLE, Browser, Rendering, find_executable
from .store import LayoutStore, checksum, load, save

__all__ = [
    "ENVIRONMENT_VARIABLE",
    "FOLDER_VARIABLE",
    "Browser",
    "LayoutStore",
    "Rendering",
    "check_installed",
    "find_executable",
    "kept_layouts",
    "layout_of",
    "load",
    "rendered",
    "save",
]

FOLDER_VARIABLE = "RIDGELINE_LAYOUTS"
_REMEMBERED = 64  # layouts: six extractors on one page, or a test's pages one extractor after the other
_MAX_REMEMBERED = 100_000  # nodes

_remembered: OrderedDict[str, Layout] = OrderedDict()
_shared: list[Browser] = []
_lock = threading.Lock()


def layout_of(page: Page, store: LayoutStore | None = None) -> Layout:
    """Where the nodes of a page stand; `store` instead of the folder that RIDGELINE_LAYOUTS names.

    Raises RenderError for a page that the browser cannot do.
    """
    if page.layout is not None:
        return page.layout
    key = checksum(page)
    with _lock:
        layout = _remembered.get(key)
    if layout is None or len(layout) != len(page):
        layout = _kept_or_fresh(page, store or kept_layouts())
    if len(page) <= _MAX_REMEMBERED:
        with _lock:
            _remembered[key] = layout
            _remembered.move_to_end(key)
            while len(_remembered) > _REMEMBERED:
                _remembered.popitem(last=False)
    return layout


def rendered(page: Page, store: LayoutStore | None = None) -> Page:
    """The page with its layout."""
    return replace(page, layout=layout_of(page, store))


def _kept_or_fresh(page: Page, store: LayoutStore | None) -> Layout:
    layout = store.get(page) if store is not None else None
    if layout is None:
        layout = _shared_browser().layout(page)
        if store is not None:
            store.put(page, layout)
    return layout


def kept_layouts() -> LayoutStore | None:
    """The folder of layouts that RIDGELINE_LAYOUTS names, if it does."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return LayoutStore(Path(folder).expanduser()) if folder else None


def check_installed(name: str) -> None:
    """Raise MissingExtraError where neither Playwright nor kept layouts are there for an extractor to work with."""
    if find_spec("playwright") is None and kept_layouts() is None:
        raise MissingExtraError(f'{name} sees the page as a browser does: pip install "ridgeline[render]"')


def _shared_browser() -> Browser:
    with _lock:
        if not _shared:
            _shared.append(Browser())
            atexit.register(_shared[0].close)
        return _shared[0]
