"""From HTML to a Page: decode, parse within the limits, make the page.

There are two parsers behind one function, `parse_columns`, which takes text and returns `Columns`: that of the compiled
core, and lexbor where there is none. Both return the same.
"""

import math
from time import monotonic

from .. import _native
from . import compiled
from .columns import Columns
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
        from .decode import decode  # its tables take a while to load, and text does not need them

        # No encoding uses more than four bytes a character.
        decoded = decode(html[: 4 * limits.readable], charset)
        html, encoding = decoded.text, decoded.encoding
    columns = _parse_columns(html, limits, deadline)
    return Page.from_columns(columns, source=html[: limits.readable], url=url, encoding=encoding)


def _parse_columns(source: str, limits: Limits, deadline: float) -> Columns:
    if _native.is_used():
        return compiled.parse_columns(source, limits, deadline)
    from . import lexbor  # the compiled core does without

    return lexbor.parse_columns(source, limits, deadline)
