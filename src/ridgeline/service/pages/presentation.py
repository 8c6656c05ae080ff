"""A stored page as it looks, and what an extractor keeps of it."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

import anyio.to_thread
from fastapi import APIRouter, Query, Response
from pydantic import Field

from ...output import FORMATS
from ..problems import Problem
from ..schemas import asked_of
from ..state import Service, TheService
from ..work import dump
from .access import RENDERING_SECONDS, PageId, find_source
from .schemas import ExtractionAnswer, StoredQuery
from .view import View, as_document, policy
from .work.answers import How, describe_stored
from .work.views import view_content, view_page, view_rendered

router = APIRouter(tags=["pages"])


class ViewQuery(StoredQuery):
    """How a stored page is shown."""

    of: Annotated[Literal["page", "content"], Field(description="The whole page, or its content alone.")] = "page"
    styles: Annotated[bool, Field(description="Whether the page has its own style.")] = True
    rendered: Annotated[
        bool, Field(description="The page as a real browser lays it out, without scripts; needs the extra render.")
    ] = False
    network: Annotated[
        bool, Field(description="Let that browser load style sheets and pictures from public addresses.")
    ] = False


class ExtractionQuery(StoredQuery):
    """How a stored page is extracted, and written."""

    formats: Annotated[str, Field(max_length=200, description=f"Names, with commas between: {', '.join(FORMATS)}.")] = (
        "markdown,text"
    )


async def how_of(service: Service, page: str, asked: StoredQuery) -> How:
    """Return how a page is to be extracted."""
    correction = None
    if asked.corrected:
        correction = await anyio.to_thread.run_sync(service.library.correction, page, asked.annotator)
    return How(asked_of(asked, asked.extractor), correction, service.settings.folder)


@router.get("/v1/pages/{page}/view", response_class=Response, responses={200: {"content": {"text/html": {}}}})
async def view(page: PageId, query: Annotated[ViewQuery, Query()], service: TheService) -> Response:
    """Return a page as its reader sees it, for a sandboxed frame.

    Nothing of the page runs, and nothing is requested. Every leaf stands in an element `rl-leaf` with its number, and
    the script of the frame talks to the page around it by messages.
    """
    source = await find_source(service, page)
    if query.of == "page" and query.rendered:
        if query.network and not service.settings.allow_fetch:
            raise Problem(403, "fetching-off", "this service fetches nothing: leave network out")
        seconds = max(RENDERING_SECONDS, service.settings.page_seconds)
        written: View = await service.pool.run(view_rendered, source, query.network, seconds=seconds)
    elif query.of == "page":
        written = await service.pool.run(view_page, source, query.styles)
    else:
        written = await service.pool.run(view_content, source, await how_of(service, page, query))
    nonce = secrets.token_urlsafe(16)
    headers = {"content-security-policy": policy(nonce)}
    document = as_document(written, nonce).encode("utf-8", "replace")
    return Response(document, headers=headers, media_type="text/html; charset=utf-8")


@router.get("/v1/pages/{page}/extraction", response_model=ExtractionAnswer)
async def extraction(page: PageId, query: Annotated[ExtractionQuery, Query()], service: TheService) -> Response:
    """Return what an extractor keeps of a page: leaves, scores, blocks, and the content in several formats."""
    names = tuple(dict.fromkeys(filter(None, (name.strip() for name in query.formats.split(",")))))
    for name in names:
        if name not in FORMATS:
            raise Problem(422, "invalid-option", f"there is no format {name!r:.40}; there are: {', '.join(FORMATS)}")
    how = await how_of(service, page, query)
    source = await find_source(service, page)
    return await answer_json(service, describe_stored, source, how, names)


async def answer_json(
    service: Service, function: Callable[..., Any], *arguments: Any, seconds: float | None = None
) -> Response:
    """Return the document that a function makes in a worker; it is not checked again, since it may be large."""
    document: bytes = await service.pool.run(dump, function, *arguments, seconds=seconds)
    return Response(document, media_type="application/json")
