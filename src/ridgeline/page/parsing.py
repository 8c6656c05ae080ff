"""From HTML to a Page: open and decode, parse within the limits, make the page.

There are two parsers behind one function, `parse_columns`, which takes text and returns `Columns`: that of the compiled
core, and lexbor where there is none. Both return the same.
"""

import math
from dataclasses import replace
from time import monotonic

from .. import _native
from . import compiled
from .columns import Columns
from .limits import DEFAULT_LIMITS, Limits
from .opening import noted_address, read_document
from .table import Page


def parse(
    html: str | bytes, *, url: str | None = None, charset: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Page:
    """Parse HTML into a Page. Never raises because of the page.

    Plain text gives a page with that text. A compressed page is unpacked, and a page saved as MHTML is taken out of it.
    What is not a web page (a PDF document, an image, JSON, a feed) gives a page with nothing on it, and `Page.kind`
    says what it is.

    Args:
        html: The source of the page, not its path: text, or bytes in any encoding of the web.
        url: The address of the page. Links are resolved against it. A saved page may name its own.
        charset: The encoding that the HTTP header named. Text needs none.
        limits: Bounds on the work. `Page.cuts` names those that were reached.

    Raises:
        TypeError: `html` is neither text nor bytes.
    """
    if not isinstance(html, str | bytes):
        raise TypeError(f"a page is given as str or bytes, not as {type(html).__name__}")
    deadline = math.inf if limits.seconds is None else monotonic() + limits.seconds
    document = read_document(html, charset, limits)
    columns = _parse_columns(document.text, limits, deadline)
    if document.is_cut:
        columns = replace(columns, cuts=columns.cuts | {"characters"})
    return Page.from_columns(
        columns,
        source=document.text[: limits.readable],
        url=_writable(url if url is not None else document.url or noted_address(document.text)),
        encoding=document.encoding,
        kind=document.kind,
    )


def _writable(url: str | None) -> str | None:
    """Return an address that can be written as UTF-8: halves of characters (surrogates) cannot."""
    return url if url is None or url.isascii() else url.encode("utf-8", "replace").decode()


def _parse_columns(source: str, limits: Limits, deadline: float) -> Columns:
    if _native.is_used():
        return compiled.parse_columns(source, limits, deadline)
    from . import lexbor  # the compiled core does without

    return lexbor.parse_columns(source, limits, deadline)
