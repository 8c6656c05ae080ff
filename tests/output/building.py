"""Small pages for the tests of the formats."""

import numpy as np

import ridgeline
from ridgeline import Extraction
from ridgeline.output import FORMATS
from ridgeline.page import IntColumn, Page

URL = "https://example.org/dir/page.html"


def page_of(body: str) -> Page:
    """A page with this body, at `URL`."""
    return ridgeline.parse(f"<!DOCTYPE html><html><body>{body}</body></html>", url=URL)


def everything(page: Page) -> IntColumn:
    """The positions of all leaves of a page."""
    return np.arange(len(page.leaves), dtype=np.int32)


def leaves_with(page: Page, *words: str) -> IntColumn:
    """The positions of the leaves that contain one of these words."""
    return np.array(
        [leaf for leaf, text in enumerate(page.leaf_text) if any(word in text for word in words)], dtype=np.int32
    )


def written(format: str, page: Page, keep: IntColumn) -> str:
    """The kept leaves in a format, without a title that is not among them."""
    options = {"title": False} if "title" in FORMATS[format].options else {}
    return Extraction(page, keep, "test").write(format, **options)
