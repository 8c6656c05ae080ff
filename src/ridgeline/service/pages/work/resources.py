"""Finds the style sheets and pictures that a stored page loads, and looks at those that were loaded."""

from dataclasses import dataclass
from itertools import islice

from ....errors import InputError
from ....library import PageSource, StoredFile
from ....library.snapshots import CSS
from ....page import elements
from ....page.images import read_image
from ....text.urls import find_base
from ..view.pictures import picture_addresses
from ..view.styles import References, references, sheets_in

MAX_SHEETS = 60
MAX_PICTURES = 300
_IMG = elements.CODES["img"]


@dataclass(frozen=True, slots=True)
class PageResources:
    """What a page loads: addresses, made absolute."""

    styles: tuple[str, ...]
    imports: tuple[str, ...]  # style sheets that those in the page import
    pictures: tuple[tuple[str, ...], ...]  # of each picture all addresses, the best first
    backgrounds: tuple[str, ...]  # pictures of the styles that are in the page


def find_resources(source: PageSource) -> PageResources:
    """Return what a page loads."""
    page = source.parse()
    base = find_base(page)
    sheets = list(sheets_in(page))
    inside = [references(sheet.css, sheet.base) for sheet, _, _ in sheets if sheet is not None]
    inside += [references(page.value(row, "style") or "", base) for row in page.having("style")]
    images = (row for row in page.leaves.tolist() if page.tag[row] == _IMG)
    addresses = filter(None, (picture_addresses(page, row, base) for row in images))
    return PageResources(
        tuple(dict.fromkeys(url for _, url, _ in sheets if url))[:MAX_SHEETS],
        tuple(dict.fromkeys(url for found in inside for url in found.imports))[:MAX_SHEETS],
        tuple(dict.fromkeys(islice(addresses, MAX_PICTURES))),
        tuple(dict.fromkeys(url for found in inside for url in found.pictures))[:MAX_PICTURES],
    )


def read_sheet(data: bytes, charset: str | None, url: str) -> tuple[StoredFile, References]:
    """Return a style sheet as it is stored, and what it loads."""
    try:
        css = data.decode(charset or "utf-8", "replace")
    except LookupError:  # an encoding that nobody knows
        css = data.decode("utf-8", "replace")
    css = css.removeprefix("\ufeff")
    return StoredFile(CSS, css.encode("utf-8", "replace")), references(css, url)


def read_picture(data: bytes) -> StoredFile:
    """Return a picture as it is stored. Raises InputError where browsers would not show it."""
    image = read_image(data)
    if image is None:
        raise InputError("not a picture that browsers show, or one of too many pixels")
    if image.is_tracker:
        raise InputError("a single pixel, which shows nothing")
    return StoredFile(image.media_type, data)
