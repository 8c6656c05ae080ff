"""The addresses of a picture, the best first: of several sizes, the largest that a reader needs.

Pages name one picture by many addresses: sizes in `srcset`, formats in the `source` elements of a `picture`, what is
loaded late in attributes of scripts, with a placeholder in `src`. A size is enough at 1,600 pixels of width, or twice
the pixels of the screen. AVIF comes last, since reading devices do not show it; the other formats have the same
picture.
"""

import re
from collections.abc import Iterator

from ....page import Page
from ....text.urls import safe_url

MAX_WIDTH = 1_600
_MAX_CANDIDATES = 12
_SETS = ("srcset", "data-srcset", "data-lazy-srcset")
_OWN = ("data-src", "data-original", "data-lazy-src", "src")
_CANDIDATE = re.compile(r"[\s,]*+(\S*[^\s,])(?:\s++(?:(\d{1,5})w|(\d{1,2}(?:\.\d{1,3})?)x)?[^,]*+)?(?:,|\Z)?")
_AVIF = re.compile(r"\bavif\b", re.IGNORECASE)
_WIDTH_OF_ONE = MAX_WIDTH / 2  # of the size 1x


def picture_addresses(page: Page, row: int, base: str | None) -> tuple[str, ...]:
    """Return the addresses of the picture that an `img` shows, made absolute, the one to load first at the front."""
    found = dict.fromkeys(safe_url(address, base) for address in _addresses(page, row))
    return tuple(url for url in found if url and url.startswith(("http://", "https://")))[:_MAX_CANDIDATES]


def _addresses(page: Page, row: int) -> Iterator[str]:
    sets = [(page.value(row, name) or "", "") for name in _SETS]
    parent = int(page.parent[row])
    if parent >= 0 and page[parent].tag == "picture":
        sources = [node for node in page[parent].children if node.tag == "source"]
        sets += [(node.get(name) or "", node.get("type") or "") for node in sources for name in _SETS]
    sized = [
        (bool(_AVIF.search(kind or address)), *_rank(width), address)
        for written, kind in sets
        for address, width in candidates(written)
    ]
    common = [address for is_avif, *_, address in sorted(sized) if not is_avif]
    yield from common
    yield from (value for name in _OWN if (value := page.value(row, name)))
    yield from (address for _, _, _, address in sorted(sized))


def candidates(written: str) -> Iterator[tuple[str, float]]:
    """Yield the addresses of a `srcset` with their widths; one that is stated in pixels of the screen is estimated."""
    for match in _CANDIDATE.finditer(written[:20_000]):
        address, width, density = match.groups()
        yield address, float(width) if width else _WIDTH_OF_ONE * float(density or 1)


def _rank(width: float) -> tuple[bool, float]:
    """Return what orders widths: the largest up to the bound, then those over it, the smallest first."""
    return width > MAX_WIDTH, width if width > MAX_WIDTH else -width
