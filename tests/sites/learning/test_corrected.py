"""Corrected pages from the library."""

from pathlib import Path

import pytest

from ridgeline.errors import InputError
from ridgeline.library import Correction, Library, PageSource
from ridgeline.sites.learning import from_library

from ... import courier


def stored(path: Path, keep: tuple[int, ...]) -> Library:
    """A library with one corrected page of the site."""
    library = Library(path / "library.sqlite")
    page = library.add_page(PageSource(courier.source(1).encode(), courier.url(1)), name="Story")
    correction = Correction("me", "2026-11-17T00:00:00", keep, (), (), "summit", 0.5)
    library.set_correction(page, correction)
    return library


def test_from_the_library(tmp_path: Path) -> None:
    library = stored(tmp_path, (1, 2, 3, 4, 5, 6))
    (found,) = from_library(library, courier.SITE)
    assert (found.name, found.text) == ("Story", courier.content(1))
    assert from_library(library, "elsewhere.example") == []
    assert from_library(library, courier.SITE, "somebody else") == []


def test_a_correction_that_does_not_fit(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="Story: the correction does not fit the page"):
        from_library(stored(tmp_path, (1, 999)), courier.SITE)
