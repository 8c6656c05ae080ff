"""A stored page as it looks, and what an extractor keeps of it."""

import re
import secrets
from collections.abc import Callable
from typing import Annotated, Any, Literal

import anyio.to_thread
from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from ...output import FORMATS
from ..problems import Problem
from ..schemas import asked_of
from ..state import Service, TheService
from ..work import dump
from .access import RENDERING_SECONDS, PageId, find_source
from .resources import files_folder, snapshot_of
from .schemas import ExtractionAnswer, StoredQuery
from .view import View, as_document, policy
from .work.answers import How, describe_stored
from .work.views import view_content, view_page, view_rendered

router = APIRouter(tags=["pages"])
_NAMED_HOST = re.compile(r"[A-Za-z0-9.-]+(?::\d{1,5})?")  # a policy has no form for addresses of IPv6


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
async def view(page: PageId, query: Annotated[ViewQuery, Query()], request: Request, service: TheService) -> Response:
    """Return a page as its reader sees it, for a sandboxed frame.

    Nothing of the page runs, and nothing is requested but pictures that are stored with it. Every leaf stands in an
    element `rl-leaf` with its number, and the script of the frame talks to the page around it by messages.
    """
    source = await find_source(service, page)
    files = ""
    if query.of == "page" and query.rendered:
        if query.network and not service.settings.allow_fetch:
            raise Problem(403, "fetching-off", "this service fetches nothing: leave network out")
        seconds = max(RENDERING_SECONDS, service.settings.page_seconds)
        styles = await anyio.to_thread.run_sync(service.snapshots.style_sheets, page)
        pictures = await anyio.to_thread.run_sync(service.snapshots.pictures, page)
        call = view_rendered, source, query.network, styles, pictures
        written: View = await service.pool.run(*call, seconds=seconds)
    else:
        is_whole = query.of == "page"
        snapshot = await snapshot_of(service, page, with_styles=is_whole and query.styles)
        files = _place(request, files_folder(service, page)) if snapshot.pictures else ""
        how = query.styles if is_whole else await how_of(service, page, query)
        written = await service.pool.run(view_page if is_whole else view_content, source, how, snapshot)
    nonce = secrets.token_urlsafe(16)
    headers = {"content-security-policy": policy(nonce, files)}
    document = as_document(written, nonce).encode("utf-8", "replace")
    return Response(document, headers=headers, media_type="text/html; charset=utf-8")


def _place(request: Request, path: str) -> str:
    """Return a path of this service as a policy names it; without a path where the policy cannot name the host."""
    host = request.url.netloc
    return f"{host}{path}" if _NAMED_HOST.fullmatch(host) else "'self'"


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
