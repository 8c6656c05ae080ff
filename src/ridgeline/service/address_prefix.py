"""GET /r/{address}: the content of the page at an address, by a prefix in front of it, as in `/r/https://example.org/`.

The query belongs to the page, except `format` and the options whose names begin with `ridgeline.`, as in
`?ridgeline.max_tokens=4000`. An address that is percent-encoded as a whole keeps even those:
`/r/https%3A%2F%2Fexample.org%2F%3Fformat%3Datom?format=text`. Headers of Jina Reader are read, too: reader_headers.py.
"""

import re
from typing import Annotated, Any
from urllib.parse import parse_qsl, unquote

from fastapi import APIRouter, Path, Query, Request, Response

from .documents import read_document
from .extraction_route import ANSWERS, answer, wanted_of
from .negotiation import choose_format
from .reader_headers import read_headers
from .schemas import ExtractOptions, FormatName
from .state import TheService

router = APIRouter(tags=["extraction"])

_PREFIX = "/r/"
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):/{1,2}(?=[^/])", re.IGNORECASE)
_ENCODED_SCHEME = re.compile(r"https?%3a%2f%2f", re.IGNORECASE)
_FORMAT, _OPTION = "format=", "ridgeline."
_LISTS = frozenset({"select", "exclude", "keep", "drop"})
_MAX_FIELDS = 1_000


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

    The answer is Markdown, unless the Accept header or `format` asks for something else. Options are those of
    /v1/extract with `ridgeline.` before their names, or headers of Jina Reader. All else in the query belongs to the
    page.
    """
    query = request.scope["query_string"].decode("latin-1")
    said = read_headers(
        request.headers, forwards=service.settings.forward_headers, has_browser=service.browser is not None
    )
    chosen = format or said.format or choose_format(request.headers.get("accept"), "markdown")
    asked = read_document(ExtractOptions, said.options_in(chosen) | _options(query))
    address = page_address(_raw_path(request), query)
    source = await service.fetcher.fetch(address, said.cache_seconds, said.forwarded)
    response = await answer(service, source, wanted_of(service, asked), chosen)
    if said.ignored:
        response.headers["ridgeline-ignored"] = ", ".join(said.ignored)
    return response


def _options(query: str) -> dict[str, Any]:
    """Return the options in a query; one that is a list may be repeated."""
    found: dict[str, Any] = {}
    for name, value in parse_qsl(query, keep_blank_values=True, max_num_fields=_MAX_FIELDS):
        if name.startswith(_OPTION):
            found.setdefault(name.removeprefix(_OPTION), []).append(value)
    return {name: values if name in _LISTS else values[-1] for name, values in found.items()}


def page_address(path: str, query: str) -> str:
    """Return the address of a page from the path and the query of a request, both as they were sent."""
    target = path.removeprefix(_PREFIX)
    if _ENCODED_SCHEME.match(target):
        return unquote(target)
    rest = "&".join(part for part in query.split("&") if part and not part.startswith((_FORMAT, _OPTION)))
    # A proxy may have made one slash of two.
    address = _SCHEME.sub(r"\1://", target, count=1) if _SCHEME.match(target) else f"https://{target}"
    return f"{address}?{rest}" if rest else address


def _raw_path(request: Request) -> str:
    """Return the path as it was sent: what is percent-encoded in it stays so."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    return raw.decode("latin-1")
