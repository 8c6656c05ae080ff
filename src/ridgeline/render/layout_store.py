"""Layouts in files, so that studies and tests render a page once.

A file is a compressed NumPy archive, named by a checksum of the page's source. Lengths are rounded to a quarter of a
pixel. Files are read without pickle, and a layout with another number of nodes than the page is ignored.
"""

import hashlib
import io
import struct
import tokenize
import zipfile
import zlib
from pathlib import Path

import numpy as np

from ..errors import InputError, OutputError
from ..page import Page
from ..page.layout import Boxes, Layout
from ..storage import files

FORMAT = 1
SUFFIX = ".layout.npz"
STEPS_PER_PIXEL = 4

# What zipfile and NumPy raise for a damaged archive, found by damaging some.
_DAMAGE = (
    *(ArithmeticError, AttributeError, EOFError, LookupError, MemoryError, RuntimeError, SyntaxError, TypeError),
    *(ValueError, struct.error, tokenize.TokenError, zipfile.BadZipFile, zlib.error),
)


def save(layout: Layout, path: Path) -> None:
    """Write a layout to a file."""
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        allow_pickle=False,
        format=np.int32(FORMAT),
        size=np.array([layout.width, layout.height], dtype=np.float64),
        boxes=_quantise(layout.boxes),
        shown=np.packbits(layout.shown),
        font_size=layout.font_size,
        colour=layout.colour,
        lines=_quantise(layout.lines),
        line_node=layout.line_node,
    )
    files.write(path, stream.getvalue())


def load(path: Path) -> Layout:
    """Read a layout from a file."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            if int(stored["format"]) != FORMAT:
                raise InputError(f"{path}: a layout of format {int(stored['format'])}, this ridgeline reads {FORMAT}")
            boxes = _dequantise(stored["boxes"])
            width, height = stored["size"].tolist()
            return Layout(
                width=width,
                height=height,
                boxes=boxes,
                shown=np.unpackbits(stored["shown"], count=len(boxes)).astype(np.bool_),
                font_size=stored["font_size"],
                colour=stored["colour"],
                lines=_dequantise(stored["lines"]),
                line_node=stored["line_node"],
            )
    except FileNotFoundError as error:
        raise InputError(f"{path}: there is no such file") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except _DAMAGE as error:
        raise InputError(f"{path}: not a layout of ridgeline") from error


class LayoutStore:
    """A folder of layouts, looked up by the source of the page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, page: Page) -> Path:
        """Return the file of a page's layout, whether it exists or not."""
        return self.folder / f"{checksum(page)}{SUFFIX}"

    def get(self, page: Page) -> Layout | None:
        """Return the layout of a page; None if there is none with the same number of nodes."""
        path = self.path(page)
        if not path.exists():
            return None
        layout = load(path)
        return layout if len(layout) == len(page) else None

    def put(self, page: Page, layout: Layout) -> None:
        """Write the layout of a page; the folder is made if needed."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(f"{self.folder}: cannot be made a folder: {error.strerror}") from error
        save(layout, self.path(page))


def checksum(page: Page) -> str:
    """Return the key of a page: a checksum of its source."""
    return hashlib.sha256(page.source.encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _quantise(boxes: Boxes) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(boxes * STEPS_PER_PIXEL).astype(np.int32)


def _dequantise(steps: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> Boxes:
    return (steps / STEPS_PER_PIXEL).astype(np.float32)
