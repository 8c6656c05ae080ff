"""From HTML to a Page: open and decode, parse within the limits, make the page.

There are two parsers behind one function, `parse_columns`, which takes text and returns `Columns`: that of the compiled
core, and lexbor where there is none. Both return the same.
"""

from dataclasses import replace

from .. import _native
from . import compiled
from .budget import Budget
from .columns import Columns
from .limits import DEFAULT_LIMITS, Limits
from .opening import noted_address, read_document
from .table import Page
from .width import is_wide, narrowed


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
        limits: Bounds on the work. `Page.cuts` names those that the parse reached.

    Raises:
        TypeError: `html` is neither text nor bytes.
    """
    if not isinstance(html, str | bytes):
        raise TypeError(f"a page is given as str or bytes, not as {type(html).__name__}")
    budget = Budget(limits.seconds)
    with budget.spending():
        document = read_document(html, charset, limits)
        source, cuts = limits.cut(document.text, is_interruptible=_native.is_used())
        if is_wide(source):
            source, cuts = narrowed(source), cuts | {"characters"}
        columns = _parse_columns(source, limits, budget)
        if document.is_cut:
            cuts |= {"characters"}
        return Page.from_columns(
            replace(columns, cuts=columns.cuts | cuts) if cuts else columns,
            source=source,
            url=_writable(url if url is not None else document.url or noted_address(document.text)),
            encoding=document.encoding,
            kind=document.kind,
            budget=budget,
        )


def _writable(url: str | None) -> str | None:
    """Return an address that can be written as UTF-8: halves of characters (surrogates) cannot."""
    return url if url is None or url.isascii() else url.encode("utf-8", "replace").decode()


def _parse_columns(source: str, limits: Limits, budget: Budget) -> Columns:
    if _native.is_used():
        return compiled.parse_columns(source, limits, budget)
    from . import lexbor  # the compiled core does without

    return lexbor.parse_columns(source, limits, budget)
