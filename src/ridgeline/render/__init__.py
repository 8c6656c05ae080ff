"""Pages in a real browser: what scripts make of them, and the positions, sizes and styles of their nodes.

    Renderer, RenderLimits         a headless Chromium that lets scripts build one page after the other
    layout_of(page)                the layout of a page: its own, a cached one, or a fresh one
    rendered(page)                 the page with its layout
    Browser, Rendering             a headless Chromium that lays out many pages; offline and without scripts by default
    LayoutStore, save, load        layouts in files
    paint.svg                      a picture of rectangles, to be drawn over a page

Extractors call `layout_of`. It looks at `Page.layout`, then in the cache of this process, then in the folder that
RIDGELINE_LAYOUTS names, and then asks the one browser of this process, which starts lazily.
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
from .browser import Browser, Rendering
from .layout_store import LayoutStore, checksum, load, save
from .limits import RenderLimits
from .process import BROWSER_VARIABLE, find_executable
from .renderer import Rendered, Renderer, RenderMode, shared_renderer

__all__ = [
    "BROWSER_VARIABLE",
    "LAYOUTS_VARIABLE",
    "Browser",
    "LayoutStore",
    "RenderLimits",
    "RenderMode",
    "Rendered",
    "Renderer",
    "Rendering",
    "check_installed",
    "default_store",
    "find_executable",
    "layout_of",
    "load",
    "rendered",
    "save",
    "shared_renderer",
]

LAYOUTS_VARIABLE = "RIDGELINE_LAYOUTS"
_MAX_CACHED_LAYOUTS = 64  # for six extractors on one page, or one extractor after the other on the pages of a test
_MAX_CACHED_NODES = 100_000  # of one layout; a larger one is not cached

_cache: OrderedDict[str, Layout] = OrderedDict()  # by checksum of the page's source, the most recent last
_shared: list[Browser] = []
_lock = threading.Lock()


def layout_of(page: Page, store: LayoutStore | None = None) -> Layout:
    """Return the layout of a page; `store` replaces the folder that RIDGELINE_LAYOUTS names.

    Raises RenderError if the browser cannot render the page.
    """
    if page.layout is not None:
        return page.layout
    key = checksum(page)
    with _lock:
        layout = _cache.get(key)
    if layout is None or len(layout) != len(page):
        layout = _load_or_render(page, store or default_store())
    if len(page) <= _MAX_CACHED_NODES:
        with _lock:
            _cache[key] = layout
            _cache.move_to_end(key)
            while len(_cache) > _MAX_CACHED_LAYOUTS:
                _cache.popitem(last=False)
    return layout


def rendered(page: Page, store: LayoutStore | None = None) -> Page:
    """Return the page with its layout."""
    return replace(page, layout=layout_of(page, store))


def _load_or_render(page: Page, store: LayoutStore | None) -> Layout:
    layout = store.get(page) if store is not None else None
    if layout is None:
        layout = _shared_browser().layout(page)
        if store is not None:
            store.put(page, layout)
    return layout


def default_store() -> LayoutStore | None:
    """Return the folder of layouts that RIDGELINE_LAYOUTS names, if it is set."""
    folder = os.environ.get(LAYOUTS_VARIABLE)
    return LayoutStore(Path(folder).expanduser()) if folder else None


def check_installed(name: str) -> None:
    """Raise MissingExtraError if the extractor of this name has neither Playwright nor a folder of layouts to use."""
    if find_spec("playwright") is None and default_store() is None:
        raise MissingExtraError(f"{name} needs a browser", "render")


def _shared_browser() -> Browser:
    with _lock:
        if not _shared:
            _shared.append(Browser())
            atexit.register(_shared[0].close)
        return _shared[0]
