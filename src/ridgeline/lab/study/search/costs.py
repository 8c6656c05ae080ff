"""What a page costs beyond an index: sheets of paper, screens of a phone, tokens of a language model, bytes.

Sheets are the pages of the PDF that Chromium prints (A4), screens the height of the page in a window of 390 by 844
pixels. The page as it is has its own style, as far as it is in the page itself: nothing is loaded. What a system keeps
is the page to read and print that `ridgeline extract --format html --whole-page` writes.

Tokens are estimated: a token of four bytes of UTF-8, the usual rule for English. The ratios between systems are what
counts. Bytes are those of the text, and of all texts compressed together, as an archive would store them.
"""

import lzma
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ....errors import RidgelineError
from ....page import parse
from ....render import Browser, Rendering

PHONE = Rendering(width=390, height=844)
PAGE_AS_IT_IS = "page as it is"
SAMPLE_PAGES = 40
BYTES_A_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Storage:
    """What the texts of a system take, on average a page."""

    tokens: float
    bytes: float
    compressed_bytes: float


@dataclass(frozen=True, slots=True)
class Reading:
    """What people turn and scroll, on average a page."""

    pages: int  # that both numbers are means of
    sheets: float
    screens: float


def storage_of(texts: Sequence[str]) -> Storage:
    """Return what texts take, on average."""
    data = [text.encode("utf-8", "replace") for text in texts]
    total, count = sum(map(len, data)), max(len(data), 1)
    # Level 1: the ratios are the same, in a third of the time.
    packed = len(lzma.compress(b"\n".join(data), preset=1))
    return Storage(total / BYTES_A_TOKEN / count, total / count, packed / count)


def measure_reading(
    readers: Sequence[Mapping[str, str]],
    is_over: Callable[[], bool],
    advance: Callable[[int], None] = lambda steps: None,
) -> dict[str, Reading]:
    """Return the sheets and screens by system, over documents given as their HTML by system.

    A document counts only if the browser shows all its versions, so that all systems have the same ones. Ends at the
    deadline with the documents so far.
    """
    rows: list[dict[str, tuple[int, float]]] = []
    with Browser() as printer, Browser(PHONE) as phone:
        for versions in readers:
            if is_over():
                break
            row = {}
            for name, html in versions.items():
                row[name] = _sheets_and_screens(printer, phone, html)
                advance(1)
            if None not in row.values():
                rows.append({name: found for name, found in row.items() if found is not None})
    count = max(len(rows), 1)
    return {
        name: Reading(len(rows), sum(row[name][0] for row in rows) / count, sum(row[name][1] for row in rows) / count)
        for name in (readers[0] if rows else ())
    }


def _sheets_and_screens(printer: Browser, phone: Browser, html: str) -> tuple[int, float] | None:
    page = parse(html)
    try:
        return printer.count_sheets(page), phone.layout(page).height / PHONE.height
    except RidgelineError:  # a page that takes too long
        return None
