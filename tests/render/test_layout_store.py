"""Layouts in files, and the lookup of layouts."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ridgeline
from ridgeline import render
from ridgeline.errors import InputError, MissingExtraError, OutputError, RenderError, how_to_install
from ridgeline.page import Page
from ridgeline.page.layout import Layout
from ridgeline.render import LayoutStore, layout_of, rendered

from ..layouts import laid_out

BODY = '<h1 data-box="0.25 0 100 20.5">Title</h1><p data-box="0 30 100 90" data-size=12 data-colour=255>Text</p>'


def plain(page: Page) -> Page:
    return replace(page, layout=None)


def same(one: Layout, other: Layout) -> bool:
    columns = ("boxes", "shown", "font_size", "colour", "lines", "line_node")
    sizes = (one.width, one.height) == (other.width, other.height)
    return sizes and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in columns)


def test_saved_and_loaded(tmp_path: Path) -> None:
    layout = layout_of(laid_out(BODY))
    render.save(layout, tmp_path / "one.npz")
    assert same(render.load(tmp_path / "one.npz"), layout)


@pytest.mark.parametrize("content", [b"", b"not an archive", b"PK\x03\x04 broken"])
def test_files_that_are_not_layouts(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="not a layout"):
        render.load(path)
    with pytest.raises(InputError, match="no such file"):
        render.load(tmp_path / "two.npz")
    np.savez(path, boxes=np.zeros((1, 4)))
    with pytest.raises(InputError, match="not a layout"):
        render.load(path)
    np.savez(path, format=np.int32(99))
    with pytest.raises(InputError, match="format 99"):
        render.load(path)


def test_damaged_layouts(tmp_path: Path) -> None:
    """Any byte may be wrong: the file is then read as it was, or is reported."""
    path = tmp_path / "one.npz"
    render.save(layout_of(laid_out(BODY)), path)
    whole = path.read_bytes()
    refused = 0
    for position in range(len(whole)):
        for damage in (0x01, 0xFF):
            path.write_bytes(whole[:position] + bytes([whole[position] ^ damage]) + whole[position + 1 :])
            try:
                render.load(path)
            except InputError as error:
                refused += 1
                assert "\n" not in str(error)  # noqa: PT017 - both ways are right
    assert refused > len(whole) / 2


def test_a_store_looks_up_pages_by_their_source(tmp_path: Path) -> None:
    store = LayoutStore(tmp_path / "new" / "folder")
    page = laid_out(BODY)
    assert store.get(page) is None
    store.put(page, layout_of(page))
    found = store.get(plain(page))
    assert found is not None
    assert same(found, layout_of(page))
    assert store.get(laid_out(BODY + "x")) is None


def test_a_layout_with_another_number_of_nodes_is_ignored(tmp_path: Path) -> None:
    store = LayoutStore(tmp_path)
    page, other = laid_out(BODY), laid_out(BODY + "<p>more</p>")
    render.save(layout_of(other), store.path(page))
    assert store.get(page) is None


def test_a_store_whose_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    page = laid_out(BODY)
    with pytest.raises(OutputError, match="folder"):
        LayoutStore(tmp_path / "file" / "x").put(page, layout_of(page))


class FakeBrowser:
    """Counts its calls."""

    def __init__(self, layout: Layout | None) -> None:
        self.calls = 0
        self._layout = layout

    def layout(self, page: Page) -> Layout:
        self.calls += 1
        if self._layout is None:
            raise RenderError("the page: not rendered within 20 s")
        return self._layout

    def close(self) -> None:
        pass


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the cache, and unset the folder of layouts."""
    monkeypatch.setattr(render, "_cache", type(render._cache)())
    monkeypatch.delenv(render.LAYOUTS_VARIABLE, raising=False)


@pytest.mark.usefixtures("fresh")
def test_a_page_is_rendered_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = laid_out(BODY)
    browser = FakeBrowser(page.layout)
    monkeypatch.setattr(render, "_shared", [browser])
    assert layout_of(page) is page.layout
    assert browser.calls == 0
    # two objects of one source
    assert layout_of(plain(page)) is layout_of(ridgeline.parse(page.source))
    assert browser.calls == 1
    # not in the cache, but in the folder
    render._cache.clear()
    monkeypatch.setenv(render.LAYOUTS_VARIABLE, str(tmp_path))
    layout_of(plain(page))
    assert browser.calls == 2
    render._cache.clear()
    assert rendered(plain(page)).layout is not None
    assert browser.calls == 2


@pytest.mark.usefixtures("fresh")
def test_the_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    page = ridgeline.parse("<p>x")
    layout = layout_of(laid_out(BODY))
    monkeypatch.setattr(render, "_shared", [FakeBrowser(replace(layout, boxes=layout.boxes[: len(page)]))])
    for number in range(200):
        layout_of(ridgeline.parse(f"<p>{number}"))
    assert len(render._cache) <= 64


@pytest.mark.usefixtures("fresh")
def test_a_page_that_cannot_be_rendered_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "_shared", [FakeBrowser(None)])
    extraction = ridgeline.load("clg").extract(ridgeline.parse("<p>x"))
    assert not extraction
    assert extraction.remarks == ("the page: not rendered within 20 s",)


@pytest.mark.usefixtures("fresh")
def test_without_playwright_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(render, "find_spec", lambda name: None)
    for name in ("clg", "lr", "svm", "lr-a", "svm-a"):
        with pytest.raises(MissingExtraError, match=re.escape(how_to_install("render"))):
            ridgeline.load(name)
    ridgeline.load("mss")
    ridgeline.load("clg", render=False)
    monkeypatch.setenv(render.LAYOUTS_VARIABLE, str(tmp_path))
    ridgeline.load("clg")
