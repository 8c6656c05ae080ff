"""From HTML to a Page: decode, parse within the limits, make the page.

The parser stands behind one function, `lexbor.parse_columns`, which takes text and returns plain `Columns`. Another
parser replaces it by returning the same columns.
"""

import math
from time import monotonic

from .decode import decode
from .lexbor import parse_columns
from .limits import DEFAULT_LIMITS, Limits
from .table import Page


def parse(
    html: str | bytes, *, url: str | None = None, charset: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Parse HTML into a Page. Never raises because of the page.

    Plain text gives a page with that text. A binary file (an image, a PDF, a ZIP file) gives a page with nothing on it.

    Args:
        html: The source of the page, not its path: text, or bytes in any encoding of the web.
        url: The address of the page. Links are resolved against it.
        charset: The encoding that the HTTP header named. Text needs none.
        limits: Bounds on the work. `Page.cuts` names those that were reached.

    Raises:
        TypeError: `html` is neither text nor bytes.
    """
    if not isinstance(html, str | bytes):
        raise TypeError(f"a page is given as str or bytes, not as {type(html).__name__}")
    deadline = math.inf if limits.seconds is None else monotonic() + limits.seconds
    encoding = None
    if isinstance(html, bytes):
        # No encoding uses more than four bytes a character.
        decoded = decode(html[: 4 * limits.readable], charset)
        html, encoding = decoded.text, decoded.encoding
    columns = parse_columns(html, limits, deadline)
    return Page.from_columns(columns, source=html[: limits.readable], url=url, encoding=encoding)
