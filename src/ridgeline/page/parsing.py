"""From HTML to a Page: open and decode, parse within the limits, make the page."""

from typing import TYPE_CHECKING

from .. import _native
from .budget import Budget
from .input import noted_address, read_document
from .limits import DEFAULT_LIMITS, Limits
from .table import Page
from .width import is_wide, narrowed

if TYPE_CHECKING:
    from .._native import _core

_CUTS = ("depth", "attributes", "nodes", "seconds")  # by bit
_MAX_INT = (1 << 31) - 1


def parse(
    html: str | bytes,
    *,
    url: str | None = None,
    charset: str | None = None,
    http_status: int | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Page:
    """Parse HTML into a Page. Never raises because of the page.

    Plain text gives a page with that text. A compressed page is unpacked, and a page saved as MHTML is taken out of it.
    What is not a web page (a PDF document, an image, JSON, a feed) gives a page with nothing on it, and `Page.kind`
    says what it is.

    Args:
        html: The source of the page, not its path: text, or bytes in any encoding of the web.
        url: The address of the page. Links are resolved against it. A saved page may name its own.
        charset: The encoding that the HTTP header named. Text needs none.
        http_status: The status code of the HTTP response. It tells refusals and errors from short pages.
        limits: Bounds on the work. `Page.cuts` names those that the parse reached.

    Raises:
        TypeError: `html` is neither text nor bytes.
    """
    if not isinstance(html, str | bytes):
        raise TypeError(f"a page is given as str or bytes, not as {type(html).__name__}")
    budget = Budget(limits.seconds)
    with budget.spending():
        document = read_document(html, charset, limits)
        source, cuts = document.source, frozenset[str]()
        if isinstance(source, str):
            source, cuts = _cut(source, limits)
        try:
            core = _parse(source, limits, budget)
        except UnicodeEncodeError:
            source = _without_halves(source)
            core = _parse(source, limits, budget)
        if bits := core.cuts():
            cuts |= {name for bit, name in enumerate(_CUTS) if bits >> bit & 1}
        if document.is_cut:
            cuts |= {"characters"}
        return Page(
            source,
            core,
            url=_writable(url if url is not None else document.url or noted_address(document.source)),
            http_status=http_status,
            encoding=document.encoding,
            cuts=cuts,
            kind=document.kind,
            remark=document.remark,
            budget=budget,
        )


def _cut(source: str, limits: Limits) -> tuple[str, frozenset[str]]:
    """Return as much of a text as is read, and the limits that it reached."""
    source, cuts = limits.cut(source)
    return (narrowed(source), cuts | {"characters"}) if is_wide(source) else (source, cuts)


def _without_halves(source: str | bytes) -> bytes:
    """Return UTF-8 without halves of characters (surrogates), which are no characters."""
    return source if isinstance(source, bytes) else source.encode("utf-8", "ignore")


def _parse(source: str | bytes, limits: Limits, budget: Budget) -> "_core.Page":
    depth, attributes, nodes = (min(limit, _MAX_INT) for limit in (limits.depth, limits.attributes, limits.nodes))
    seconds = 0.0 if budget.seconds is None else max(1e-9, budget.left)  # 0 stands for no limit
    return _native.core.parse(source, depth, attributes, nodes, seconds)


def _writable(url: str | None) -> str | None:
    """Return an address that can be written as UTF-8: halves of characters (surrogates) cannot."""
    return url if url is None or url.isascii() else url.encode("utf-8", "replace").decode()
