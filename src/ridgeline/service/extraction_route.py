"""POST /v1/extract: a page in, its content out. The page is HTML in a JSON document, the body itself, or a URL."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from ..errors import RidgelineError
from ..output import FORMATS
from .documents import PAGE_BYTES
from .headers import PAGE_SECURITY_POLICY
from .negotiation import HTML_TYPES, JSON, choose_format, media_type_of
from .openapi import reference
from .problems import Problem, problem_of
from .schemas import ExtractAnswer, ExtractOptions, ExtractQuery, ExtractRequest
from .state import Service, TheService, work_on
from .work import Answer, Source, Unfetched, Wanted, extract_as_json, extract_as_text, extract_document

router = APIRouter(tags=["extraction"])

_PATH = "/v1/extract"
_BODY = {
    "requestBody": {
        "required": True,
        "description": "A JSON document with the page or its address, or the page itself.",
        "content": {
            JSON: {"schema": reference(ExtractRequest)},
            **{media_type: {"schema": {"type": "string"}} for media_type in HTML_TYPES},
        },
    }
}
ANSWERS: Mapping[int | str, dict[str, Any]] = {
    200: {
        "description": "The content of the page.",
        "content": {
            JSON: {"schema": reference(ExtractAnswer)},
            **{
                format.media_type: {"schema": {"type": "string"}}
                for format in FORMATS.values()
                if format.name != "json"
            },
        },
        "headers": {
            "Ridgeline-Status": {"description": "The status of the extraction.", "schema": {"type": "string"}},
            "Ridgeline-Confidence": {"description": "Where it is known.", "schema": {"type": "number"}},
        },
    }
}


@router.post(_PATH, response_class=Response, responses={**ANSWERS}, openapi_extra=_BODY)
async def extract(request: Request, query: Annotated[ExtractQuery, Query()], service: TheService) -> Response:
    """Extract the primary content of a page.

    A JSON document is answered with JSON, and a page that is the body itself with Markdown, unless the Accept header or
    `format` asks for something else. Options may be in the query; those in a JSON document win.
    """
    media_type, charset = media_type_of(request.headers.get("content-type"))
    if media_type == JSON:
        defaults = query.model_dump(exclude_unset=True, exclude={"format"})
        format, body = _format(request, query, "json"), await request.body()
        if len(body) > PAGE_BYTES:
            call = extract_document, body, defaults, unasked(service), None if format == "json" else format
            found: Answer | Unfetched = await work_on(service, *call)
            if isinstance(found, Answer):
                return _response(found, format)
            return await answer(service, await service.fetcher.fetch(found.url), found.wanted, format)
        asked = await service.documents.read(ExtractRequest, body, defaults)
        source = await find_source(service, asked.html, asked.url, asked.http_status)
        return await answer(service, source, wanted_of(service, asked), format)
    if media_type in HTML_TYPES:
        source = Source(await request.body(), query.url, charset, query.http_status)
        return await answer(service, source, wanted_of(service, query), _format(request, query, "markdown"))
    known = ", ".join((JSON, *HTML_TYPES))
    raise Problem(415, "unsupported-media-type", f"the Content-Type is one of {known}, not {media_type or 'none'}")


class ShortCut:
    """Serves POST /v1/extract past the framework where there is no query: to find that out takes it half a millisecond.

    What else it would do for such a request, the other middleware and `extract` do.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the framework."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http" or scope["query_string"] or (scope["method"], scope["path"]) != ("POST", _PATH):
            await self._app(scope, receive, send)
            return
        scope["route"] = _ROUTE
        try:
            response = await extract(Request(scope, receive), _NO_QUERY, scope["app"].state.service)
        except (HTTPException, RidgelineError) as error:
            response = problem_of(error).response()
        await response(scope, receive, send)


_ROUTE = router.routes[0]
_NO_QUERY = ExtractQuery()


async def find_source(service: Service, html: str | None, url: str | None, http_status: int | None = None) -> Source:
    """Return the page of a request, fetched if it names only its address."""
    if html is None:
        return await service.fetcher.fetch(url or "")
    return Source(html, url, http_status=http_status)


def unasked(service: Service) -> Wanted:
    """Return what a worker is asked for whatever the request is."""
    settings = service.settings
    return Wanted(folder=settings.folder, any_extractor=settings.studio, render=settings.render)


def wanted_of(service: Service, asked: ExtractOptions) -> Wanted:
    """Return what a worker is asked for."""
    return asked.wanted(unasked(service))


async def answer(service: Service, source: Source, wanted: Wanted, format: str) -> Response:
    """Return the answer about a page: its content in a format, or for "json" all that is known about it."""
    if format == "json":
        found: Answer = await work_on(service, extract_as_json, source, wanted)
    else:
        found = await work_on(service, extract_as_text, source, replace(wanted, formats=(format,)))
    return _response(found, format)


def _response(found: Answer, format: str) -> Response:
    headers = _headers(found)
    if format == "json":
        return Response(found.body, headers=headers, media_type=JSON)
    if format == "html":
        headers["content-security-policy"] = PAGE_SECURITY_POLICY
    return Response(found.body, headers=headers, media_type=f"{FORMATS[format].media_type}; charset=utf-8")


def _format(request: Request, query: ExtractQuery, default: str) -> str:
    return query.format or choose_format(request.headers.get("accept"), default)


def _headers(found: Answer) -> dict[str, str]:
    headers = {"ridgeline-status": found.status}
    if found.confidence is not None:
        headers["ridgeline-confidence"] = f"{found.confidence:.4f}"
    return headers
