"""Pictures of an extraction: the page as a browser draws it, the kept leaves tinted green and everything else greyed.

The browser loads nothing from the network, so that images would show as broken: a drawing of hills stands for each.
Its window is higher than most pages. So notices that stick to the window's bottom hide nothing, and lengths in windows'
heights are worked out for an ordinary window instead.
"""

import base64
import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from ...extraction import Extraction
from ...page import Page, parse
from ...page.layout import Layout

if TYPE_CHECKING:
    from PIL.Image import Image

    from ...render import Browser

TINT, TINT_SHARE = (40, 190, 80), 0.27  # over what is kept
VEIL_SHARE = 0.55  # over what is dropped, after its colours were taken away
LIGHT, DARK = (248, 248, 248), (28, 28, 28)  # veils of light and dark pages
WIDTH = 900  # pixels of a picture
WINDOW = (1200, 6000)  # of the browser
MAX_QUALITY, MIN_QUALITY, QUALITY_STEP = 80, 30, 5

_PADDING = (5, 4)  # pixels around a line of text
_RADIUS = 4
_GAP = 30  # pixels between two columns
_MARGIN = 40  # pixels below the end of a page
_MIDDLE_GREY = 128
_IMAGE_SOURCE = re.compile(r"""(<img\b[^>]*?\ssrc=)("[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
_WINDOW_HEIGHTS = re.compile(r"\b(\d+)d?vh\b")
_ORDINARY_WINDOW = 900  # pixels high
_HILLS = """<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" viewBox="0 0 600 400"
 preserveAspectRatio="xMidYMid slice"><rect width="600" height="400" fill="#bcd9ea"/><circle cx="455" cy="95" r="38"
 fill="#f7e3a1"/><path d="M0 290 150 130 250 235 350 100 600 320V400H0Z" fill="#7d9db0"/><path d="M0 340 130 250 300 350
 440 240 600 350V400H0Z" fill="#55788a"/></svg>"""


def picture(browser: "Browser", extraction: Extraction, *, height: int | None = None) -> "Image":
    """Return a picture of an extraction, WIDTH pixels wide: the upper `height` pixels of the page, or all of it.

    The height is that of the page as the browser draws it, before it is scaled to WIDTH. A page that was rebuilt from
    data is drawn as it came, without a tint: what is kept of it is not to be seen.
    """
    from PIL import Image

    shown, data = browser.screenshot(_drawable(extraction.original_page))
    plain = Image.open(io.BytesIO(data)).convert("RGB")
    part = (0, 0, min(plain.width, browser.rendering.width), _bottom(plain, height or plain.height))
    painted = _painted(plain.crop(part), _mask(extraction, shown, plain.size).crop(part))
    return painted.resize((WIDTH, round(painted.height * WIDTH / painted.width)), Image.Resampling.LANCZOS)


def _bottom(plain: "Image", height: int) -> int:
    """Return where a page ends, at most `height`: below are only rows of pixels that are all alike."""
    rows = np.asarray(plain.convert("L"))[:height]
    others = np.flatnonzero((rows != rows[-1]).any(axis=1))
    return min(len(rows), int(others[-1]) + _MARGIN) if len(others) else len(rows)


def _painted(plain: "Image", mask: "Image") -> "Image":
    """Return the picture with a tint where the mask is set, and greyed elsewhere."""
    from PIL import Image, ImageOps, ImageStat

    kept = Image.blend(plain, Image.new("RGB", plain.size, TINT), TINT_SHARE)
    grey = ImageOps.grayscale(plain)
    veil = LIGHT if ImageStat.Stat(grey).median[0] > _MIDDLE_GREY else DARK
    dropped = Image.blend(grey.convert("RGB"), Image.new("RGB", plain.size, veil), VEIL_SHARE)
    return Image.composite(kept, dropped, mask)


def in_two_columns(image: "Image", width: int) -> "Image":
    """Return a tall picture cut in two, the lower half beside the upper one, so that a whole page fits on a screen."""
    from PIL import Image

    cut = _quiet_row(image)
    below = image.height - cut
    background = image.getpixel((0, cut))
    sheet = Image.new("RGB", (2 * image.width + _GAP, max(cut, below)), background)
    sheet.paste(image.crop((0, 0, image.width, cut)), (0, 0))
    sheet.paste(image.crop((0, cut, image.width, image.height)), (image.width + _GAP, 0))
    return sheet.resize((width, round(sheet.height * width / sheet.width)), Image.Resampling.LANCZOS)


def _quiet_row(image: "Image") -> int:
    """Return the row of pixels near the middle that changes least from left to right: no line of text is cut."""
    middle, reach = image.height // 2, image.height // 20
    rows = np.asarray(image.convert("L"), dtype=np.int16)[middle - reach : middle + reach]
    changes = np.abs(np.diff(rows, axis=1)).sum(axis=1)
    return middle - reach + int(changes.argmin()) if len(changes) else middle


def encode(image: "Image", max_bytes: int) -> bytes:
    """Return a picture as WebP, in the best quality that fits; in the least, if none does."""
    data = b""
    for quality in range(MAX_QUALITY, MIN_QUALITY - 1, -QUALITY_STEP):
        stream = io.BytesIO()
        image.save(stream, "WEBP", quality=quality, method=6)
        data = stream.getvalue()
        if len(data) <= max_bytes:
            break
    return data


def _drawable(page: Page) -> Page:
    """Return the page with drawings for images, and without lengths in windows' heights: the same nodes."""
    hills = base64.b64encode(_HILLS.encode()).decode()
    source = _IMAGE_SOURCE.sub(rf'\1"data:image/svg+xml;base64,{hills}"', page.source)
    source = _WINDOW_HEIGHTS.sub(lambda found: f"{int(found[1]) * _ORDINARY_WINDOW // 100}px", source)
    drawable = parse(source, url=page.url)
    return drawable if len(drawable) == len(page) else page


def _mask(extraction: Extraction, shown: Page, size: tuple[int, int]) -> "Image":
    from PIL import Image, ImageDraw

    mask = Image.new("L", size, 0)
    if extraction.page is extraction.original_page and shown.layout is not None:
        drawing = ImageDraw.Draw(mask)
        for left, top, right, bottom in _kept_boxes(extraction, shown.layout):
            if right > left and bottom > top:
                drawing.rounded_rectangle((left, top, right, bottom), _RADIUS, fill=255)
    return mask


def _kept_boxes(extraction: Extraction, layout: Layout) -> Iterator[tuple[float, float, float, float]]:
    """Return the boxes of the kept leaves: line by line of texts, joined where lines follow each other."""
    nodes = {node for node in extraction.page.leaves[extraction.keep].tolist() if layout.shown[node]}
    across, down = _PADDING
    before: tuple[int, list[float]] | None = None
    for node, (left, top, right, bottom) in zip(layout.line_node.tolist(), layout.lines.tolist(), strict=True):
        if node not in nodes:
            continue
        yield left - across, top - down, right + across, bottom + down
        if before is not None and before[0] == node:
            _, (old_left, _, old_right, old_bottom) = before
            yield max(left, old_left) - across, old_bottom, min(right, old_right) + across, top
        before = node, [left, top, right, bottom]
    for node in nodes - set(layout.line_node.tolist()):
        left, top, right, bottom = layout.boxes[node].tolist()
        yield left, top, right, bottom
