"""GET /r/{address}: the content of the page at an address, by a prefix in front of it, as in `/r/https://example.org/`.

The query belongs to the page, except `format`. An address that is percent-encoded as a whole keeps even that:
`/r/https%3A%2F%2Fexample.org%2F%3Fformat%3Datom?format=text`.
"""

import re
from typing import Annotated
from urllib.parse import unquote

from fastapi import APIRouter, Path, Query, Request, Response

from .extraction_route import ANSWERS, answer
from .negotiation import choose_format
from .schemas import ExtractOptions, FormatName
from .state import TheService

router = APIRouter(tags=["extraction"])

_PREFIX = "/r/"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):/{1,2}(?=[^/])", re.IGNORECASE)
_ENCODED_SCHEME = re.compile(r"https?%3a%2f%2f", re.IGNORECASE)
_FORMAT = "format="


@router.get("/r/{address:path}", response_class=Response, responses={**ANSWERS})
async def read(
    request: Request,
    address: Annotated[str, Path(min_length=1, description="The address of the page; https:// may be left out.")],
    service: TheService,
    format: Annotated[
        FormatName | None, Query(description="The format of the answer; without it, the Accept header chooses.")
    ] = None,
) -> Response:
    """Fetch a page and extract its primary content: put this prefix in front of the address of a page.

    The answer is Markdown, unless the Accept header or `format` asks for something else. All else in the query belongs
    to the page.
    """
    chosen = format or choose_format(request.headers.get("accept"), "markdown")
    source = await service.fetcher.fetch(page_address(_raw_path(request), request.scope["query_string"].decode()))
    return await answer(service, source, ExtractOptions(), chosen)


def page_address(path: str, query: str) -> str:
    """Return the address of a page from the path and the query of a request, both as they were sent."""
    target = path.removeprefix(_PREFIX)
    if _ENCODED_SCHEME.match(target):
        return unquote(target)
    rest = "&".join(part for part in query.split("&") if part and not part.startswith(_FORMAT))
    # A proxy may have made one slash of two.
    address = _SCHEME.sub(r"\1://", target, count=1) if _SCHEME.match(target) else f"https://{target}"
    return f"{address}?{rest}" if rest else address


def _raw_path(request: Request) -> str:
    """Return the path as it was sent: what is percent-encoded in it stays so."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    return raw.decode("latin-1")
